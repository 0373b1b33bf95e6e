"""Seats of a running table change hands: computers that stand in, substitutes, owners who come back, the host.

Every change holds the table for its transaction: of two who want the same seat one gets it, and the other is told so,
whichever process each of them meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake
from bot.tables.brake import Occasion
from bot.tables.change import Change, Happened, Road
from bot.tables.ending import takes_part
from bot.tables.following import lateness
from bot.tables.following.lateness import is_late
from bot.tables.following.voting import replaced, seated
from bot.tables.stored import readable
from bot.tables.table import RESIGNED, STAND_IN, Refused, Table
from bot.tables.telling import take_down_offers
from bot.wording.dates import seconds
from engines import Message
from engines.fair_dice import LONGEST_NAME
from storage import clock, games, moves, seats
from storage.models import MoveKind, SeatRow

MOST_CANDIDATES = 8
"""Who may ask for one seat at the same time."""


SETTLED: seats.Changes = {"stand_in": None, "offered_at": None, "candidates": None}
"""Of a seat for which nobody else is wanted."""


class Candidate(msgspec.Struct):
    """Somebody who wants to play a seat that is offered. ``by``: users who agree."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    by: list[int] = []


class Told(NamedTuple):
    """A message of its own: what it says, the seats and users it calls, and what it offers."""

    lines: Sequence[Message]
    ping: Sequence[int] = ()
    users: Sequence[int] = ()
    buttons: Sequence[str] = ()
    occasion: Occasion = Occasion.SEAT


def candidates_of(seat: SeatRow) -> dict[str, Candidate]:
    """Who wants a seat, by user id as text; nobody where that cannot be read."""
    return readable(seat.candidates, dict[str, Candidate], {})


class Seating:
    """Who decides for the seats of tables that run. All of it raises Refused, with nothing changed."""

    def __init__(self, road: Road) -> None:
        self.road = road

    # -- by the players themselves ---------------------------------------------------------------------------------

    async def leave(self, game_id: int, user_id: int, *, gone: bool = False) -> Table:
        """A computer decides until somebody takes the seat, or its owner is back. ``gone``: not by the person, who is
        not in the server any more."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            seat = table.own_seat(user_id)
            name, owner = table.recorded_names[seat], table.seats[seat].owner_id
            line = Message("say.left", {"seat": seat})
            opened: seats.Changes = {"stand_in": STAND_IN, "offered_at": await clock.now(session), "candidates": None}
            if owner is not None:
                line = Message("say.substitute_left", {"player": name, "seat": seat})
                opened |= _of_owner(table, seat, owner)
            await seats.change(session, game_id, seat, **opened)
            lines = [Message("say.gone", {"player": name}), line] if gone else [line]
            offered = Told(lines, users=[] if owner is None else [owner], buttons=["take", "back"])
            return await self._changed(change, MoveKind.LEAVE, seat, user_id, offered, name)

    async def come_back(self, game_id: int, user_id: int) -> Table:
        """The owner of a seat decides again, unless a substitute who wants to go on has taken it; whose seat was given
        away for being late has it again within a day, whoever plays there."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            again = await lateness.seat_again(session, table, user_id)
            seat = table.seat_kept_for(user_id) if again is None else again
            if seat is None:
                raise Refused("error.not_away" if table.seat_of(user_id) is not None else "error.not_seated")
            row, name = table.seats[seat], table.recorded_names[seat]
            former, lent = table.user_at(seat), row.owner_id == user_id
            if lent and former is not None and row.returning_at is None and again is None:
                raise Refused("error.substituted", player=table.names[seat], seat=seat)
            await seats.change(
                session, game_id, seat, **(_of_owner(table, seat, user_id) | SETTLED | {"resigned": False})
            )
            back = Message("say.back", {"seat": seat})
            told = Message("say.handed_back", {"player": name, "seat": seat}) if lent else back
            return await self._seated(change, MoveKind.RETURN, seat, user_id, told)

    async def hand_back(self, game_id: int, user_id: int) -> None:
        """A substitute plays on until the owner of the seat, who is called, takes it back."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            seat = table.own_seat(user_id)
            row = table.seats[seat]
            if row.owner_id is None:
                raise Refused("error.own_seat")
            if row.returning_at is not None:
                raise Refused("error.owner_asked", player=table.owner_names[seat], seat=seat)
            await seats.change(session, game_id, seat, returning_at=await clock.now(session))
            line = Message("say.hand_back", {"seat": seat, "owner": row.name})
            await _tell(session, table, Told([line], users=[row.owner_id], buttons=[f"back:{seat}:"]))

    async def resign(self, game_id: int, user_id: int) -> Table:
        """A computer plays on for this person, for good; without anybody to come back the game is abandoned."""
        async with self.road.change(game_id) as change:
            table = change.table
            seat = table.seat_played_or_kept(user_id)
            if seat is None or table.seats[seat].user_id != user_id:
                raise table.no_seat(user_id)
            if table.seats[seat].owner_id is not None:
                raise Refused("error.not_your_own", player=table.owner_names[seat], seat=seat)
            return await self._resigned(change, seat, user_id)

    async def give_for_good(self, game_id: int, user_id: int) -> Table:
        """The seat of this person is from now on that of the substitute who plays it."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            seat = table.seat_kept_for(user_id)
            if seat is None or table.seats[seat].owner_id != user_id:
                raise table.no_seat(user_id)
            substitute, name = table.seats[seat].user_id, table.recorded_names[seat]
            await seats.change(session, game_id, seat, owner_id=None, returning_at=None)
            after = await change.reseat()
            host: games.Changes = {"host_kept_for": None} if table.row.host_kept_for == user_id else {}
            successor, lines = _successor(after)
            told = Message("say.substitute_stays", {"player": name, "seat": seat})
            await change.note(MoveKind.SUBSTITUTE, seat, substitute, [told, *lines], words=name, **(host | successor))
            return change.table

    async def ask_for(self, game_id: int, seat: int, user_id: int, name: str) -> None:
        """Somebody else wants to play a seat that is offered; host and players are asked."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            row = _offered(table, seat)
            if table.involves(user_id):  # nobody has two seats
                raise Refused("error.already_seated")
            await _check_knows_no_other_hand(session, table, seat, user_id)
            wanted = candidates_of(row)
            if str(user_id) in wanted:
                raise Refused("error.already_asked")
            if len(wanted) >= MOST_CANDIDATES:
                raise Refused("error.many_candidates")
            wanted[str(user_id)] = Candidate(name[:LONGEST_NAME])
            await seats.change(session, game_id, seat, candidates=msgspec.to_builtins(wanted))
            line = Message("say.candidate", {"player": name[:LONGEST_NAME], "seat": seat})
            asked = _others(table, seat)
            host = [] if table.seat_of(table.row.host_id) in asked else [table.row.host_id]
            await _tell(session, table, Told([line], asked, host, [f"agree:{seat}:{user_id}"], Occasion.CANDIDATE))

    # -- by others -------------------------------------------------------------------------------------------------

    async def agree(self, game_id: int, seat: int, candidate: int, by: int, *, admin: bool = False) -> list[str]:
        """Somebody confirms a candidate; the host and administrators do it alone, players all together.

        The names of those who have not agreed yet; empty: the candidate plays the seat from now on.
        """
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            row = _offered(table, seat)
            wanted = candidates_of(row)
            chosen = wanted.get(str(candidate))
            if chosen is None or table.involves(candidate):  # perhaps there is another seat for that one by now
                raise Refused("error.no_candidate")
            if by == candidate:
                raise Refused("error.not_by_yourself")
            await _check_knows_no_other_hand(session, table, seat, candidate)
            others = _others(table, seat)
            if by != table.row.host_id and not admin:
                if table.seat_of(by) not in others:
                    raise Refused("error.may_not_confirm")
                chosen.by = sorted({*chosen.by, by})
                if missing := [each for each in others if table.user_at(each) not in chosen.by]:
                    await seats.change(session, game_id, seat, candidates=msgspec.to_builtins(wanted))
                    return [table.names[each] for each in missing]
            owner, before = row.owner_id or row.user_id, table.recorded_names[seat]
            lent: seats.Changes = {"user_id": candidate, "owner_id": owner, "substitute": chosen.name}
            await seats.change(session, game_id, seat, **(SETTLED | lent | {"returning_at": None}))
            told = Message("say.substitute", {"seat": seat, "owner": before})
            seated = await self._seated(change, MoveKind.SUBSTITUTE, seat, candidate, told)
            await _offer_again(session, seated, seat, owner)
            return []

    async def offer(self, game_id: int, seat: int, by: int, *, admin: bool = False) -> Table:
        """The host opens the seat of somebody who is not there or not in time; an administrator anybody's."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            await _check_replaceable(session, table, seat, by, admin=admin)
            return await self.open_seat(change, seat, by, Message("say.seat_offered", {"seat": seat}))

    async def let_stand_in(self, game_id: int, seat: int, by: int, *, admin: bool = False) -> Table:
        """A computer decides for somebody who is not there or not in time, until that one is back; where there is no
        time limit, anybody at the table may have it so after long silence."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            await _check_replaceable(session, table, seat, by, admin=admin, by_players=True)
            return await self.stand_in(change, seat, by, Message("say.stands_in", {"seat": seat}))

    async def check_replaceable(self, table: Table, seat: int, by: int, *, admin: bool = False) -> None:
        """Raises Refused unless this person may give the seat to a computer, because its player is gone."""
        async with self.road.repository.database.reading() as session:
            await _check_replaceable(session, table, seat, by, admin=admin)

    async def replace(self, game_id: int, seat: int, by: int, *, admin: bool = False) -> Table:
        """A computer plays on for the person of a seat, as if that one had resigned; of a seat that is lent the
        substitute goes, and a computer plays until its owner is back."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            await _check_replaceable(session, table, seat, by, admin=admin)
            if table.seats[seat].owner_id is not None:
                return await self.stand_in(change, seat, by, Message("say.stands_in", {"seat": seat}))
            return await self._resigned(change, seat, by)

    async def may_have_again(self, table: Table, user_id: int) -> int | None:
        """The seat that was given away while this person was late, within the last day."""
        async with self.road.repository.database.reading() as session:
            return await lateness.seat_again(session, table, user_id)

    async def make_host(self, game_id: int, seat: int, by: int, *, admin: bool = False) -> Table:
        """Another player is the host from now on."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            user_id = table.user_at(seat) if seat in range(len(table.seats)) else None
            if user_id is None:
                raise Refused("error.nobody_there")
            table.check_host(by, admin=admin)
            if user_id == table.row.host_id:
                raise Refused("error.is_host")
            await _tell(session, table, Told([Message("say.new_host", {"seat": seat})], [seat]))
            name = table.recorded_names[seat]
            await change.note(MoveKind.HOST, seat, by, words=name, fresh=False, host_id=user_id, host_kept_for=None)
            return change.table

    # -- inside a transaction that holds the table -----------------------------------------------------------------

    async def open_seat(self, change: Change, seat: int, by: int | None, line: Message) -> Table:
        """Somebody else may take the seat; until then its player may move, which ends the offer."""
        session, table = change.session, change.table
        if table.seats[seat].offered_at is not None:
            raise Refused("error.already_offered")
        now = await clock.now(session)
        await seats.change(session, table.row.id, seat, offered_at=now, candidates=None)
        told = Told([line], buttons=["take", "back"] if table.seats[seat].stand_in else ["take"])
        return await self._changed(change, MoveKind.OFFER, seat, by, told, table.recorded_names[seat])

    async def stand_in(self, change: Change, seat: int, by: int | None, line: Message) -> Table:
        """A computer decides for the seat until its owner is back, as ``line`` tells. A substitute who does not come
        is none any more, which is told instead."""
        session, table = change.session, change.table
        row = table.seats[seat]
        if row.stand_in is not None:
            raise Refused("error.already_away")
        owner, name = row.owner_id or row.user_id, table.recorded_names[seat]
        assert owner is not None
        users = [owner]
        if row.owner_id is not None and row.user_id is not None:
            line, users = Message("say.substitute_out", {"player": name, "seat": seat}), [row.user_id, owner]
        told = Told([line], users=users, buttons=["take", "back"] if row.offered_at else ["back"])
        await seats.change(session, table.row.id, seat, **(_of_owner(table, seat, owner) | {"stand_in": STAND_IN}))
        return await self._changed(change, MoveKind.STAND_IN, seat, by, told, name)

    async def _changed(self, change: Change, kind: MoveKind, seat: int, by: int | None, told: Told, name: str) -> Table:
        """Notes what was changed about a seat and tells it in a message of its own, whose buttons outlive the board."""
        after = await change.reseat()
        host, lines = _successor(after, by)
        ping = [seat] if after.user_at(seat) is not None else []
        buttons = [f"{verb}:{seat}:" for verb in told.buttons]
        await _tell(change.session, after, Told([*told.lines, *lines], ping, told.users, buttons))
        await change.note(kind, seat, by, words=name, fresh=False, **host)
        return change.table

    async def _seated(self, change: Change, kind: MoveKind, seat: int, user_id: int, told: Message) -> Table:
        """Somebody else decides for the seat from now on, who has the whole time if it is up to them; whose seat it is
        has what was left."""
        after = await change.reseat()
        host, lines = _successor(after)
        if user_id == after.row.host_kept_for and kind is MoveKind.RETURN:
            host, lines = {"host_id": user_id, "host_kept_for": None}, [Message("say.new_host", {"seat": seat})]
        name, resumed = after.recorded_names[seat], [seat] if kind is MoveKind.RETURN else []
        await seated(change.session, after.row, seat)
        # Only who is to decide needs the board; whoever else is to decide has been called already.
        needs_board = seat in after.waiting_for
        if not needs_board:
            await _tell(change.session, after, Told([told, *lines]))
        said = [told, *lines] if needs_board else []
        anew = not resumed
        await change.note(kind, seat, user_id, said, words=name, fresh=needs_board, anew=anew, resumed=resumed, **host)
        await take_down_offers(change.session, change.table)
        return change.table

    async def _resigned(self, change: Change, seat: int, by: int) -> Table:
        """A computer decides for the seat for good."""
        session, table = change.session, change.table
        row, game_id, name = table.seats[seat], table.row.id, table.recorded_names[seat]
        owner = row.owner_id or row.user_id
        assert owner is not None
        await seats.change(session, game_id, seat, **(_of_owner(table, seat, owner) | SETTLED | {"resigned": True}))
        if by != owner:
            await replaced(session, table.row, owner)
        after, told = await change.reseat(), Message(RESIGNED, {"player": name, "seat": seat})
        if not after.expected:
            await change.abandon([told, Message("say.abandoned")])
            return after
        host, lines = _successor(after)
        await change.note(MoveKind.RESIGN, seat, by, [told, *lines], words=name, **host)
        await take_down_offers(session, change.table)
        await _offer_again(session, change.table, seat, owner)
        return change.table


async def follow(change: Change, happened: Happened) -> None:
    """Withdraw the offer of a seat whose player moves, and take down all offers once the game is over."""
    moved = {decision.seat for decision in happened.decided if decision.by_user is not None}
    withdrawn = sorted(seat for seat in moved if change.table.seats[seat].offered_at)
    for seat in withdrawn:
        await seats.change(change.session, change.table.row.id, seat, offered_at=None, candidates=None)
        change.lines.append(Message("say.offer_withdrawn", {"seat": seat}))
    is_over = not change.table.running and any(_may_be_offered(seat) for seat in change.table.seats)
    if withdrawn or is_over:
        await take_down_offers(change.session, change.table)


def _may_be_offered(seat: SeatRow) -> bool:
    """Return whether a message may still offer something about a seat."""
    return bool(seat.offered_at or seat.stand_in or seat.owner_id or seat.resigned)


def still_offers(table: Table, button: str) -> bool:
    """Return whether what a button about a seat offers can still be had; ``button``: its words, as stored."""
    verb, _, rest = button.partition(":")
    number, _, user = rest.partition(":")
    seat = table.seats[int(number)] if number.isdecimal() and int(number) < len(table.seats) else None
    if not table.running or seat is None:
        return False
    match verb:
        case "take":
            return seat.offered_at is not None
        case "back":
            return bool(seat.stand_in or seat.owner_id or seat.resigned)
        case "agree":
            return seat.offered_at is not None and user in candidates_of(seat)
        case "resume":
            return table.paused
    return True


def _offered(table: Table, seat: int) -> SeatRow:
    """The seat, if it is open to substitutes. Raises Refused."""
    row = table.seats[seat] if seat in range(len(table.seats)) else None
    if row is None:
        raise Refused("error.nobody_there")
    if row.offered_at is None or row.resigned:
        raise Refused("error.seat_taken", player=table.names[seat], seat=seat)
    return row


async def _check_knows_no_other_hand(session: AsyncSession, table: Table, seat: int, user_id: int) -> None:
    """Raises Refused for who has seen another hand of this table: the log tells, whoever sits there now."""
    if others := await moves.seats_played(session, table.row.id, user_id) - {seat}:
        other = min(others)
        raise Refused("error.knows_another_hand", player=table.owner_names[other], seat=other)


def _others(table: Table, seat: int) -> list[int]:
    """Seats of everybody else who still plays."""
    return [each.number for each in table.seats if each.number != seat and table.user_at(each.number) is not None]


def _successor(table: Table, by: int | None = None) -> tuple[games.Changes, list[Message]]:
    """Who is the host now that somebody has got up: the next player if the host plays no more, or the others could not
    even open a seat; nobody else where nobody is left. ``by``: who has it so; of a host who leaves for now it is kept.
    """
    if not table.persons:
        return {}, [Message("say.table_rests")]
    if table.row.host_id in table.persons:
        return {}, []
    host = table.persons[0]
    changes: games.Changes = {"host_id": host}
    if by == table.row.host_id:
        changes["host_kept_for"] = table.row.host_kept_for or by
    return changes, [Message("say.new_host", {"seat": table.own_seat(host)})]


def _of_owner(table: Table, seat: int, owner: int) -> seats.Changes:
    """Whose seat it is sits there, and no substitute; whoever has been one and has the seat for good keeps the name."""
    row = table.seats[seat]
    name = row.substitute if row.owner_id is None else None
    return {"user_id": owner, "owner_id": None, "substitute": name, "returning_at": None}


async def _check_replaceable(
    session: AsyncSession, table: Table, seat: int, by: int, *, admin: bool, by_players: bool = False
) -> None:
    """Raises Refused unless this person may give the seat away; ``by_players``: so may others at the table after long
    silence."""
    row = table.seats[seat] if seat in range(len(table.seats)) else None
    if row is None or row.resigned or row.user_id is None:
        raise Refused("error.nobody_there")
    if by_players and table.seat_of(by) not in (None, seat) and await lateness.is_silent(session, table, seat):
        return
    table.check_host(by, admin=admin)
    if by == table.user_at(seat):  # who presses is there, and may leave
        raise Refused("error.in_time", player=table.names[seat], seat=seat)
    if (not admin or await takes_part(session, table, by)) and not await is_late(session, table, seat):
        raise Refused("error.in_time", player=table.names[seat], seat=seat)


async def _offer_again(session: AsyncSession, table: Table, seat: int, owner: int | None) -> None:
    """Whose seat others have given away is called, and told until when it can be had again."""
    if owner is None or (found := await lateness.replaced_at(session, table, owner)) is None:
        return
    until = found[1] + lateness.REGRET
    line = Message("say.seat_again", {"player": table.names_at_first[seat], "seat": seat, "moment": seconds(until)})
    await _tell(session, table, Told([line], users=[owner], buttons=[f"back:{seat}:"]))


async def _tell(session: AsyncSession, table: Table, told: Told) -> None:
    """Who is called is so in the channel, since nobody is told directly of what changes about seats."""
    seated = [user for seat in told.ping if (user := table.user_at(seat)) is not None]
    users, buttons = [*seated, *told.users], told.buttons
    await brake.notice(session, table.row, table.seats, told.lines, told.occasion, users=users, buttons=buttons)
