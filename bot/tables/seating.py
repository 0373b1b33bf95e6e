"""Seats of a running table that change hands: stand-in computers, substitutes, returning owners, the host.

Each change holds the table for its transaction: of two people who want the same seat one gets it, and the other is told
so, even if different processes serve them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits
from bot.tables.change_announcements import queue_offer_removal
from bot.tables.notification_limits import Occasion
from bot.tables.observers import overdue_players
from bot.tables.observers.overdue_players import is_late
from bot.tables.observers.voting import add_replaced_voter, forget_seat_consent
from bot.tables.repository import has_taken_part
from bot.tables.stored_values import read_or_default
from bot.tables.table import RESIGNED, STAND_IN, Refused, Table
from bot.tables.transaction import TableChange, TableTransaction, TableTransactions
from bot.wording.dates import seconds
from engines import Message
from engines.fair_dice import LONGEST_NAME
from storage import clock, games, moves, seats
from storage.models import MoveKind, SeatRow

MOST_CANDIDATES = 8
"""Largest number of people who may ask for one seat at the same time."""

SETTLED: seats.Changes = {"stand_in": None, "offered_at": None, "candidates": None}
"""Changes of a seat that end the search for somebody else: no stand-in, no offer, no candidates."""


class Candidate(msgspec.Struct):
    """A person who wants to play an offered seat. Stored."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    supporters: list[int] = msgspec.field(default_factory=list, name="by")
    """Users who agree."""


class SeatNotice(NamedTuple):
    """A message about a seat."""

    lines: Sequence[Message]
    ping: Sequence[int] = ()
    """Seats that it calls."""
    users: Sequence[int] = ()
    """Further users whom it calls."""
    buttons: Sequence[str] = ()
    """Buttons below it, as in `Announcement.buttons`: verb, seat and, for "agree", the candidate's user id."""
    occasion: Occasion = Occasion.SEAT


def _buttons(seat: int, *verbs: str) -> list[str]:
    """Return the buttons about a seat: "take" asks for it, "back" returns it to its owner."""
    return [f"{verb}:{seat}:" for verb in verbs]


def read_candidates(seat: SeatRow) -> dict[str, Candidate]:
    """Return the candidates for a seat by user id, as text; none if they cannot be read."""
    return read_or_default(seat.candidates, dict[str, Candidate], {})


def seat_to_resign(table: Table, user_id: int) -> int:
    """Return the seat that a person may give up for good: their own, also while a computer decides there.

    Raises:
        Refused: The person has no seat, is a substitute, or a substitute plays their seat.
    """
    seat = table.played_or_kept_seat(user_id)
    if seat is None or table.seats[seat].user_id != user_id:
        raise table.no_seat_refusal(user_id)
    if table.seats[seat].owner_id is not None:
        raise Refused("error.not_your_own", player=table.owner_names[seat], seat=seat)
    return seat


class Seating:
    """The players of running tables. All methods that change something raise Refused, with nothing changed."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions

    # -- by the players themselves ---------------------------------------------------------------------------------

    async def leave(self, game_id: int, user_id: int, *, has_left_server: bool = False) -> Table:
        """Have a computer decide for a person until somebody takes the seat, or the owner is back.

        `has_left_server` is true if the person has left the server, instead of leaving the seat.
        """
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            seat = table.own_seat(user_id)
            name = table.recorded_names[seat]
            owner = table.seats[seat].owner_id
            columns: seats.Changes = {"stand_in": STAND_IN, "offered_at": await clock.now(session), "candidates": None}
            if owner is None:
                line = Message("say.left", {"seat": seat})
                users = []
            else:
                line = Message("say.substitute_left", {"player": name, "seat": seat})
                users = [owner]
                columns |= _owner_columns(table, seat, owner)
            await seats.change(session, game_id, seat, **columns)
            lines = [Message("say.gone", {"player": name}), line] if has_left_server else [line]
            notice = SeatNotice(lines, users=users, buttons=_buttons(seat, "take", "back"))
            return await self._announce_seat(transaction, MoveKind.LEAVE, seat, user_id, notice, name)

    async def come_back(self, game_id: int, user_id: int) -> Table:
        """Give a seat back to its owner, unless a substitute who wants to go on has it.

        An owner whose seat was given away for being late gets it back within RECLAIM_TIME, even from somebody else.
        """
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            reclaimable_seat = await overdue_players.reclaimable_seat(session, table, user_id)
            seat = table.kept_seat(user_id) if reclaimable_seat is None else reclaimable_seat
            if seat is None:
                raise Refused("error.not_away" if table.seat_of(user_id) is not None else "error.not_seated")
            row = table.seats[seat]
            name = table.recorded_names[seat]
            is_lent = row.owner_id == user_id
            is_played = table.user_at(seat) is not None
            if is_lent and is_played and row.returning_at is None and reclaimable_seat is None:
                raise Refused("error.substituted", player=table.names[seat], seat=seat)
            columns = _owner_columns(table, seat, user_id) | SETTLED | {"resigned": False}
            await seats.change(session, game_id, seat, **columns)
            line = Message("say.back", {"seat": seat})
            if is_lent:
                line = Message("say.handed_back", {"player": name, "seat": seat})
            return await self._announce_player(transaction, MoveKind.RETURN, seat, user_id, line)

    async def hand_back(self, game_id: int, user_id: int) -> None:
        """Call the owner of a substitute's seat, who may take it back; the substitute plays until then."""
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            seat = table.own_seat(user_id)
            row = table.seats[seat]
            if row.owner_id is None:
                raise Refused("error.own_seat")
            if row.returning_at is not None:
                raise Refused("error.owner_asked", player=table.owner_names[seat], seat=seat)
            await seats.change(session, game_id, seat, returning_at=await clock.now(session))
            line = Message("say.hand_back", {"seat": seat, "owner": row.name})
            await _enqueue(session, table, SeatNotice([line], users=[row.owner_id], buttons=_buttons(seat, "back")))

    async def resign(self, game_id: int, user_id: int) -> Table:
        """Have a computer play on for this person for good; without anybody to come back the game is abandoned."""
        async with self.transactions.change_running(game_id) as transaction:
            return await self._resign(transaction, seat_to_resign(transaction.table, user_id), user_id)

    async def give_for_good(self, game_id: int, user_id: int) -> Table:
        """Make the substitute who plays this person's seat its owner."""
        async with self.transactions.change_running(game_id) as transaction:
            table = transaction.table
            seat = table.kept_seat(user_id)
            if seat is None or table.seats[seat].owner_id != user_id:
                raise table.no_seat_refusal(user_id)
            substitute = table.seats[seat].user_id
            name = table.recorded_names[seat]
            await seats.change(transaction.session, game_id, seat, owner_id=None, returning_at=None)
            columns, lines = _host_succession(await transaction.reload_seats())
            if table.row.host_kept_for == user_id:
                columns = {"host_kept_for": None} | columns
            line = Message("say.substitute_stays", {"player": name, "seat": seat})
            await transaction.add_entry(MoveKind.SUBSTITUTE, seat, substitute, [line, *lines], words=name, **columns)
            return transaction.table

    async def ask_for(self, game_id: int, seat: int, user_id: int, name: str) -> None:
        """Make a person a candidate for an offered seat, and ask host and players."""
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            row = _offered_seat(table, seat)
            if table.involves(user_id):  # nobody has two seats
                raise Refused("error.already_seated")
            await _check_knows_no_other_hand(session, table, seat, user_id)
            candidates = read_candidates(row)
            if str(user_id) in candidates:
                raise Refused("error.already_asked")
            if len(candidates) >= MOST_CANDIDATES:
                raise Refused("error.many_candidates")
            candidates[str(user_id)] = Candidate(name[:LONGEST_NAME])
            await seats.change(session, game_id, seat, candidates=msgspec.to_builtins(candidates))
            voters = _other_players(table, seat)
            host = [] if table.seat_of(table.row.host_id) in voters else [table.row.host_id]
            line = Message("say.candidate", {"player": name[:LONGEST_NAME], "seat": seat})
            button = f"agree:{seat}:{user_id}"
            await _enqueue(session, table, SeatNotice([line], voters, host, [button], Occasion.CANDIDATE))

    # -- by others -------------------------------------------------------------------------------------------------

    async def agree(self, game_id: int, seat: int, candidate: int, user_id: int, *, admin: bool = False) -> list[str]:
        """Confirm a candidate, which the host and administrators do alone, players all together.

        Returns:
            The names of the players who have not agreed yet; if it is empty, the candidate plays the seat from now on.
        """
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            row = _offered_seat(table, seat)
            candidates = read_candidates(row)
            candidacy = candidates.get(str(candidate))
            if candidacy is None or table.involves(candidate):  # the candidate may have another seat by now
                raise Refused("error.no_candidate")
            if user_id == candidate:
                raise Refused("error.not_by_yourself")
            await _check_knows_no_other_hand(session, table, seat, candidate)
            voters = _other_players(table, seat)
            if user_id != table.row.host_id and not admin:
                if table.seat_of(user_id) not in voters:
                    raise Refused("error.may_not_confirm")
                candidacy.supporters = sorted({*candidacy.supporters, user_id})
                awaited_voters = [voter for voter in voters if table.user_at(voter) not in candidacy.supporters]
                if awaited_voters:
                    await seats.change(session, game_id, seat, candidates=msgspec.to_builtins(candidates))
                    return [table.names[voter] for voter in awaited_voters]
            owner = row.owner_id or row.user_id
            line = Message("say.substitute", {"seat": seat, "owner": table.recorded_names[seat]})
            changes: seats.Changes = {"user_id": candidate, "owner_id": owner, "substitute": candidacy.name}
            await seats.change(session, game_id, seat, **(SETTLED | changes | {"returning_at": None}))
            table_after = await self._announce_player(transaction, MoveKind.SUBSTITUTE, seat, candidate, line)
            await _offer_return(session, table_after, seat, owner)
            return []

    async def offer(self, game_id: int, seat: int, user_id: int, *, admin: bool = False) -> Table:
        """Offer a seat to substitutes: the host that of a late or absent player, an administrator any seat."""
        async with self.transactions.change_running(game_id) as transaction:
            await _check_replaceable(transaction.session, transaction.table, seat, user_id, admin=admin)
            return await self.open_seat(transaction, seat, user_id, Message("say.seat_offered", {"seat": seat}))

    async def let_stand_in(self, game_id: int, seat: int, user_id: int, *, admin: bool = False) -> Table:
        """Have a computer decide for a late or absent player until that one is back.

        Without a time limit, any player may do so after a long silence.
        """
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            if not await _may_replace_silent(session, table, seat, user_id):
                await _check_replaceable(session, table, seat, user_id, admin=admin)
            return await self.stand_in(transaction, seat, user_id, Message("say.stands_in", {"seat": seat}))

    async def check_replaceable(self, table: Table, seat: int, user_id: int, *, admin: bool = False) -> None:
        """Raise Refused unless this person may give the seat to a computer, because its player is gone."""
        async with self.transactions.repository.database.reading() as session:
            await _check_replaceable(session, table, seat, user_id, admin=admin)

    async def replace(self, game_id: int, seat: int, user_id: int, *, admin: bool = False) -> Table:
        """Have a computer play on for the person of a seat, as after a resignation.

        A substitute loses the seat instead, and a computer plays until its owner is back.
        """
        async with self.transactions.change_running(game_id) as transaction:
            table = transaction.table
            await _check_replaceable(transaction.session, table, seat, user_id, admin=admin)
            if table.seats[seat].owner_id is not None:
                return await self.stand_in(transaction, seat, user_id, Message("say.stands_in", {"seat": seat}))
            return await self._resign(transaction, seat, user_id)

    async def find_reclaimable_seat(self, table: Table, user_id: int) -> int | None:
        """Return the seat that was given away within the last day while this person was late, or None."""
        async with self.transactions.repository.database.reading() as session:
            return await overdue_players.reclaimable_seat(session, table, user_id)

    async def make_host(self, game_id: int, seat: int, user_id: int, *, admin: bool = False) -> Table:
        """Make the player of a seat the host."""
        async with self.transactions.change_running(game_id) as transaction:
            table = transaction.table
            new_host = table.user_at(seat) if seat in range(len(table.seats)) else None
            if new_host is None:
                raise Refused("error.nobody_there")
            table.check_host(user_id, admin=admin)
            if new_host == table.row.host_id:
                raise Refused("error.is_host")
            notice = SeatNotice([Message("say.new_host", {"seat": seat})], [seat])
            await _enqueue(transaction.session, table, notice)
            name = table.recorded_names[seat]
            await transaction.add_entry(
                MoveKind.HOST, seat, user_id, words=name, fresh=False, host_id=new_host, host_kept_for=None
            )
            return transaction.table

    # -- inside a transaction that holds the table -----------------------------------------------------------------

    async def open_seat(self, transaction: TableTransaction, seat: int, user_id: int | None, line: Message) -> Table:
        """Offer a seat to substitutes; its player may still move, which ends the offer."""
        table = transaction.table
        row = table.seats[seat]
        if row.offered_at is not None:
            raise Refused("error.already_offered")
        now = await clock.now(transaction.session)
        await seats.change(transaction.session, table.row.id, seat, offered_at=now, candidates=None)
        verbs = ("take", "back") if row.stand_in else ("take",)
        notice = SeatNotice([line], buttons=_buttons(seat, *verbs))
        name = table.recorded_names[seat]
        return await self._announce_seat(transaction, MoveKind.OFFER, seat, user_id, notice, name)

    async def stand_in(self, transaction: TableTransaction, seat: int, user_id: int | None, line: Message) -> Table:
        """Have a computer decide for the seat until its owner is back, as `line` tells.

        A substitute loses the seat; then another line tells that instead of `line`.
        """
        table = transaction.table
        row = table.seats[seat]
        if row.stand_in is not None:
            raise Refused("error.already_away")
        owner = row.owner_id or row.user_id
        assert owner is not None
        name = table.recorded_names[seat]
        users = [owner]
        if row.owner_id is not None and row.user_id is not None:
            line = Message("say.substitute_out", {"player": name, "seat": seat})
            users = [row.user_id, owner]
        verbs = ("take", "back") if row.offered_at else ("back",)
        notice = SeatNotice([line], users=users, buttons=_buttons(seat, *verbs))
        columns = _owner_columns(table, seat, owner) | {"stand_in": STAND_IN}
        await seats.change(transaction.session, table.row.id, seat, **columns)
        return await self._announce_seat(transaction, MoveKind.STAND_IN, seat, user_id, notice, name)

    async def _announce_seat(
        self,
        transaction: TableTransaction,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        notice: SeatNotice,
        name: str,
    ) -> Table:
        """Log a change of a seat, and announce it in a separate message, whose buttons outlive the board.

        Args:
            transaction: The transaction, in which the seat has been changed.
            kind: The kind of log entry.
            seat: The seat.
            user_id: The user who caused the change; None: it happened by itself.
            notice: The message; a line about a new host and a call of the seat's player, if any, are added.
            name: The text of the log entry: the name of the player before the change.
        """
        table = await transaction.reload_seats()
        columns, host_lines = _host_succession(table, user_id)
        ping = [seat] if table.user_at(seat) is not None else []
        complete_notice = notice._replace(lines=[*notice.lines, *host_lines], ping=ping)
        await _enqueue(transaction.session, table, complete_notice)
        await transaction.add_entry(kind, seat, user_id, words=name, fresh=False, **columns)
        return transaction.table

    async def _announce_player(
        self, transaction: TableTransaction, kind: MoveKind, seat: int, user_id: int, line: Message
    ) -> Table:
        """Log and announce the new player of a seat.

        A new player has the whole time for a decision, a returning owner the time that remained.
        """
        table = await transaction.reload_seats()
        columns, host_lines = _host_succession(table)
        is_return = kind is MoveKind.RETURN
        if user_id == table.row.host_kept_for and is_return:
            columns = {"host_id": user_id, "host_kept_for": None}
            host_lines = [Message("say.new_host", {"seat": seat})]
        lines = [line, *host_lines]
        await forget_seat_consent(transaction.session, table.row, seat)
        # Only a player who must decide needs the board; other deciding players have been called before.
        needs_board = seat in table.deciding_seats
        if not needs_board:
            await _enqueue(transaction.session, table, SeatNotice(lines))
        await transaction.add_entry(
            kind,
            seat,
            user_id,
            lines if needs_board else [],
            words=table.recorded_names[seat],
            fresh=needs_board,
            restarts=not is_return,
            resumed=[seat] if is_return else [],
            **columns,
        )
        await queue_offer_removal(transaction.session, transaction.table)
        return transaction.table

    async def _resign(self, transaction: TableTransaction, seat: int, user_id: int) -> Table:
        """Have a computer decide for the seat for good; `user_id` is its owner, or who replaces the owner."""
        session = transaction.session
        table = transaction.table
        row = table.seats[seat]
        owner = row.owner_id or row.user_id
        assert owner is not None
        name = table.recorded_names[seat]
        columns = _owner_columns(table, seat, owner) | SETTLED | {"resigned": True}
        await seats.change(session, table.row.id, seat, **columns)
        if user_id != owner:
            await add_replaced_voter(session, table.row, owner)
        table_after = await transaction.reload_seats()
        line = Message(RESIGNED, {"player": name, "seat": seat})
        if not table_after.members:
            await transaction.abandon([line, Message("say.abandoned")])
            return table_after
        host_columns, host_lines = _host_succession(table_after)
        await transaction.add_entry(MoveKind.RESIGN, seat, user_id, [line, *host_lines], words=name, **host_columns)
        await queue_offer_removal(session, transaction.table)
        await _offer_return(session, transaction.table, seat, owner)
        return transaction.table


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Withdraw the offer of a seat whose player moves, and take down all offers once the game is over."""
    table = transaction.table
    moved_seats = {decision.seat for decision in change.decided if decision.by_user is not None}
    withdrawn = sorted(seat for seat in moved_seats if table.seats[seat].offered_at)
    for seat in withdrawn:
        await seats.change(transaction.session, table.row.id, seat, offered_at=None, candidates=None)
        transaction.lines.append(Message("say.offer_withdrawn", {"seat": seat}))
    has_offers_left = not table.is_running and any(_may_be_offered(seat) for seat in table.seats)
    if withdrawn or has_offers_left:
        await queue_offer_removal(transaction.session, table)


def _may_be_offered(seat: SeatRow) -> bool:
    """Return whether a message may still offer something about a seat."""
    return bool(seat.offered_at or seat.stand_in or seat.owner_id or seat.resigned)


def is_still_offered(table: Table, button: str) -> bool:
    """Return whether the offer of a button about a seat is still valid.

    `button` is written as in `Announcement.buttons`: "take:2:" or, with the candidate's user id, "agree:2:1234".
    """
    verb, _, seat_and_user = button.partition(":")
    number, _, user = seat_and_user.partition(":")
    is_seat = number.isdecimal() and int(number) < len(table.seats)
    if not table.is_running or not is_seat:
        return False
    seat = table.seats[int(number)]
    match verb:
        case "take":
            return seat.offered_at is not None
        case "back":
            return bool(seat.stand_in or seat.owner_id or seat.resigned)
        case "agree":
            return seat.offered_at is not None and user in read_candidates(seat)
        case "resume":
            return table.is_paused
    return True


def _offered_seat(table: Table, seat: int) -> SeatRow:
    """Return the seat if it is open to substitutes. Raises Refused."""
    row = table.seats[seat] if seat in range(len(table.seats)) else None
    if row is None:
        raise Refused("error.nobody_there")
    if row.offered_at is None or row.resigned:
        raise Refused("error.seat_taken", player=table.names[seat], seat=seat)
    return row


async def _check_knows_no_other_hand(session: AsyncSession, table: Table, seat: int, user_id: int) -> None:
    """Raise Refused for a person who has seen another hand of this table, as the log tells."""
    seen_seats = await moves.seats_played(session, table.row.id, user_id) - {seat}
    if seen_seats:
        seen_seat = min(seen_seats)
        raise Refused("error.knows_another_hand", player=table.owner_names[seen_seat], seat=seen_seat)


def _other_players(table: Table, seat: int) -> list[int]:
    """Return the seats of all people who play, except this seat."""
    return [row.number for row in table.seats if row.number != seat and table.user_at(row.number) is not None]


def _host_succession(table: Table, user_id: int | None = None) -> tuple[games.Changes, list[Message]]:
    """Return the changed columns and the lines for the next host after a player has left the table.

    The next player becomes the host if the host plays no more: otherwise nobody could even open a seat. The place of a
    host who leaves for now is kept.

    Args:
        table: The table after the change.
        user_id: The user who caused the change.
    """
    if not table.players:
        return {}, [Message("say.table_rests")]
    if table.row.host_id in table.players:
        return {}, []
    host = table.players[0]
    columns: games.Changes = {"host_id": host}
    if user_id == table.row.host_id:
        columns["host_kept_for"] = table.row.host_kept_for or user_id
    return columns, [Message("say.new_host", {"seat": table.own_seat(host)})]


def _owner_columns(table: Table, seat: int, owner: int) -> seats.Changes:
    """Return the changes of a seat that make its owner decide again.

    A former substitute to whom the seat was given for good keeps the name that is shown.
    """
    row = table.seats[seat]
    name = row.substitute if row.owner_id is None else None
    return {"user_id": owner, "owner_id": None, "substitute": name, "returning_at": None}


async def _may_replace_silent(session: AsyncSession, table: Table, seat: int, user_id: int) -> bool:
    """Return whether this person may have a computer stand in as a player, after a long silence."""
    _check_is_played(table, seat)
    is_other_player = table.seat_of(user_id) not in (None, seat)
    return is_other_player and await overdue_players.is_silent(session, table, seat)


async def _check_replaceable(session: AsyncSession, table: Table, seat: int, user_id: int, *, admin: bool) -> None:
    """Raise Refused unless this person may give the seat away as host or administrator."""
    _check_is_played(table, seat)
    table.check_host(user_id, admin=admin)
    if user_id == table.user_at(seat):  # nobody replaces themselves: they may leave
        raise Refused("error.in_time", player=table.names[seat], seat=seat)
    is_outside_admin = admin and not await has_taken_part(session, table, user_id)
    if not is_outside_admin and not await is_late(session, table, seat):
        raise Refused("error.in_time", player=table.names[seat], seat=seat)


def _check_is_played(table: Table, seat: int) -> None:
    """Raise Refused unless a person plays the seat or is away from it."""
    row = table.seats[seat] if seat in range(len(table.seats)) else None
    if row is None or row.resigned or row.user_id is None:
        raise Refused("error.nobody_there")


async def _offer_return(session: AsyncSession, table: Table, seat: int, owner: int | None) -> None:
    """Call the owner of a seat that others have given away, and tell until when it can be reclaimed."""
    if owner is None:
        return
    replacement = await overdue_players.find_replacement(session, table, owner)
    if replacement is None:
        return
    deadline = replacement.moment + overdue_players.RECLAIM_TIME
    line = Message("say.seat_again", {"player": table.initial_names[seat], "seat": seat, "moment": seconds(deadline)})
    await _enqueue(session, table, SeatNotice([line], users=[owner], buttons=_buttons(seat, "back")))


async def _enqueue(session: AsyncSession, table: Table, notice: SeatNotice) -> None:
    """Queue a message about a seat. It calls in the channel only, since nobody is told directly of seats."""
    players = [user for seat in notice.ping if (user := table.user_at(seat)) is not None]
    await notification_limits.enqueue_notice(
        session,
        table.row,
        table.seats,
        notice.lines,
        notice.occasion,
        users=[*players, *notice.users],
        buttons=notice.buttons,
    )
