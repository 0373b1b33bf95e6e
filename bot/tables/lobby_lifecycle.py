"""Lobbies: opening a table, gathering players, choosing options, starting the game."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from zlib import crc32

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

import engines
from bot.tables import fair_dice_log, notification_limits
from bot.tables.announcement import BEGINS
from bot.tables.notification_limits import Occasion
from bot.tables.observers import clocks
from bot.tables.repository import refuse_storage_errors
from bot.tables.stored_values import read_or_default
from bot.tables.table import Refused, Table
from bot.tables.transaction import TableTransactions
from bot.wording.dates import seconds
from engines import Game, Message
from engines.fair_dice import LONGEST_NAME, Click
from engines.players import PLAYERS
from engines.randomness import SEED_BITS
from render import PICTURES
from render.shape import Shape
from storage import avoidance_lists, clock, errors, games, jobs, people, seats
from storage.columns import utcnow
from storage.jobs import Kind
from storage.models import GameRow, JobRow, SeatOrder, Status

FIRST_WAIT = timedelta(days=6)
"""Time without any action after which the host of a lobby is told that it will close."""
LAST_WAIT = timedelta(days=1)
"""Time after that notice until the lobby closes."""
AS_SERVER = "server"
"""Choice of the shape that the server has chosen for its tables."""
SHAPES = (AS_SERVER, *Shape)
"""Choices for the shape of a table's pictures."""

IsGone = Callable[[int | None, int], Awaitable[bool]]
"""A function that returns whether a user (second argument) has left a server (first; None: outside of servers)."""


async def nobody_is_gone(_guild_id: int | None, _user_id: int) -> bool:
    """Answer False, for callers that cannot ask Discord."""
    return False


class Lobby:
    """Tables that have not started.

    The argument `click` of many methods is the number that Discord gave the interaction. A click is carried out once,
    and the dice depend on it. Methods with the argument `admin` are for the host and administrators, and raise Refused
    for others.
    """

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository
        self.is_gone: IsGone = nobody_is_gone
        """Replaced by the connection to Discord, which alone knows who has left a server."""

    async def open(
        self,
        key: str,
        *,
        guild_id: int | None,
        channel_id: int,
        host: tuple[int, str],
        click: int,
        seats_wanted: int | None = None,
        order: str = SeatOrder.RANDOM,
        options: Mapping[str, str] | None = None,
        after: Table | None = None,
        computers: Sequence[tuple[str, str]] = (),
    ) -> Table:
        """Open a lobby with the host in it, and return it.

        Args:
            key: The game.
            guild_id: The server; None outside of servers.
            channel_id: The channel.
            host: The host: user id, name.
            click: The click that opens it.
            seats_wanted: The number of seats; None for the most that the game has.
            order: The order of play, unless it is a rematch.
            options: Options of the game that differ from the defaults.
            after: The table of which this is a rematch. Time limit, pictures, hints, rating and computers are the same;
                if the players are, too, so is the order of play, rotated by one.
            computers: The computers that join, each as name, kind (a key of `PLAYERS`).

        Raises:
            Refused: The game, seat count or option does not exist, or the channel is taken.
        """
        kind = engines.GAMES.get(key)
        if kind is None:
            raise Refused("error.unknown_game", typed=key)
        most_seats = kind.seats.stop - 1  # `seats` is a range, without its end
        seat_count = seats_wanted if seats_wanted is not None else most_seats
        if seat_count not in kind.seats:
            raise Refused("error.seat_count", low=kind.seats.start, high=most_seats)
        _check_options(kind, options or {})
        row = GameRow(
            key=key,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host[0],
            seats=seat_count,
            seat_order=SeatOrder.TURNED if after else SeatOrder(order),
            turned=fair_dice_log.rotated_order(after) if after else None,
            options=kind.defaults() | dict(options or {}),
            seed="",  # seed and commitment are drawn at the start
            commitment="",
            secret=f"{secrets.randbits(SEED_BITS):0{SEED_BITS // 4}x}",  # four bits are a hexadecimal digit
            rules_version=kind.rules_version,
            clock=after.row.clock if after else None,
            shape=after.row.shape if after else None,
            hints=after.row.hints if after else True,
            rated=after.row.rated if after else False,
        )
        earlier_computers = [(seat.name, seat.computer) for seat in after.seats if seat.computer] if after else []
        return await self._create(row, host, click, [*earlier_computers, *computers])

    async def _create(
        self, row: GameRow, host: tuple[int, str], click: int, computers: Sequence[tuple[str, str]]
    ) -> Table:
        """Store a new lobby, with the seats of its host and of computers; arguments as of `open`."""
        host_id, host_name = host
        name = host_name[:LONGEST_NAME]
        with refuse_storage_errors():
            async with self.repository.database.transaction() as session:
                row = await games.create(session, row)
                fair_dice_log.commit_to_secret(row)  # needs the number that the row has just got
                seat = await seats.join(session, row.id, name=name, user_id=host_id)
                await self._add_click(session, row, Click(str(click), "open", seat.number, name), host_id)
                for computer_name, computer in computers:
                    if computer not in PLAYERS:  # early versions had others
                        continue
                    seat = await seats.join(session, row.id, name=computer_name[:LONGEST_NAME], computer=computer)
                    addition = Click(str(click), "computer", seat.number, seat.name)
                    await fair_dice_log.add_click(session, row, addition, host_id, is_continuation=True)
        return await self.repository.table(row.id)

    async def join(self, game_id: int, user_id: int, name: str, *, click: int) -> None:
        """Give a person the next seat.

        Raises:
            Refused: The table is full or started, the person has a seat, or (without a reason) the host avoids the
                person.
        """
        async with self._locked(game_id) as (session, table):
            if table.seat_of(user_id) is None:
                if await avoidance_lists.among(session, table.row.host_id, [user_id]):
                    raise Refused("error.other_table")
                # A computer does not leave, so that it is no use to wait for a seat.
                if not table.free_seats and any(seat.computer for seat in table.seats):
                    raise Refused("error.full_of_computers")
            seat = await seats.join(session, game_id, name=name[:LONGEST_NAME], user_id=user_id)
            await self._add_click(session, table.row, Click(str(click), "join", seat.number, seat.name), user_id)

    async def add_computer(
        self, game_id: int, kind: str, name: str, *, user_id: int, click: int, admin: bool = False
    ) -> str:
        """Give a computer player of this kind the next seat, and return its name: `name` with a number."""
        await self.load_hosted(game_id, user_id, admin=admin)
        async with self._locked(game_id) as (session, table):
            table.check_host(user_id, admin=admin)
            if kind not in PLAYERS:
                raise Refused("error.unknown_option", typed=kind)
            used_numbers = {seat.name.rpartition(" ")[2] for seat in table.seats if seat.computer is not None}
            number = next(number for number in count(1) if str(number) not in used_numbers)
            seat = await seats.join(session, game_id, name=f"{name} {number}"[:LONGEST_NAME], computer=kind)
            await self._add_click(session, table.row, Click(str(click), "computer", seat.number, seat.name), user_id)
            return seat.name

    async def dismiss(self, game_id: int, checksum: int, *, user_id: int, click: int, admin: bool = False) -> str:
        """Remove the computer player whose name has this `name_checksum`, and return its name."""
        await self.load_hosted(game_id, user_id, admin=admin)
        async with self._locked(game_id) as (session, table):
            table.check_host(user_id, admin=admin)
            computers = [seat for seat in table.seats if seat.computer]
            seat = next((seat for seat in computers if name_checksum(seat.name) == checksum), None)
            if seat is None:
                raise Refused("error.no_computer")
            await self._add_click(session, table.row, Click(str(click), "leave", seat.number, seat.name), user_id)
            await seats.leave(session, game_id, seat.number)
            return seat.name

    @asynccontextmanager
    async def _locked(self, game_id: int) -> AsyncIterator[tuple[AsyncSession, Table]]:
        """Open a transaction with the lobby, which nobody else changes until the end of the block.

        Raises Refused once it is no lobby.
        """
        with refuse_storage_errors():
            async with self.repository.writing() as session:
                row = await seats.lock_lobby(session, game_id)
                yield session, Table(row, await seats.of_game(session, game_id))

    async def leave(self, game_id: int, user_id: int, *, click: int, is_continuation: bool = False) -> None:
        """Remove a person from the lobby.

        A host who leaves is followed by the next person; without people the lobby closes. `is_continuation` is true if
        the click has done something else, too, so that its number may already be stored.
        """
        async with self.repository.lock(game_id), self._locked(game_id) as (session, table):
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refused("error.not_joined")
            remaining = [user for user in table.players if user != user_id]
            if not remaining:
                await games.advance(session, game_id, table.row.version, status=Status.ABANDONED)
                await jobs.cancel(session, game_id)
                return
            departure = Click(str(click), "leave", seat, table.recorded_names[seat])
            await self._add_click(session, table.row, departure, user_id, is_continuation=is_continuation)
            await seats.leave(session, game_id, seat)
            if table.row.host_id == user_id:
                await games.advance(session, game_id, table.row.version, host_id=remaining[0])

    async def set_options(
        self, game_id: int, choices: Mapping[str, str], *, user_id: int, click: int, admin: bool = False
    ) -> None:
        """Change options of the game, all at once; the present values are no change."""
        table = await self.load_hosted(game_id, user_id, admin=admin)
        _check_options(table.kind, choices)
        old_options = table.options
        changed = {name: value for name, value in choices.items() if value != old_options[name]}
        if not changed:
            return
        async with self._locked(game_id) as (session, held_table):
            if not await games.advance(session, game_id, table.row.version, options=table.row.options | changed):
                raise Refused("error.moved_on")
            option_text = " ".join(f"{name}={value}" for name, value in changed.items())
            await self._add_click(session, held_table.row, Click(str(click), "option", None, option_text), user_id)

    async def set_clocks(self, game_id: int, choices: Mapping[str, str], *, user_id: int, admin: bool = False) -> None:
        """Change some of `clocks.CHOICES`, on which the dice do not depend."""
        table = await self.load_hosted(game_id, user_id, admin=admin)
        clock = clocks.read_clock(table.row.clock)
        for name, value in choices.items():
            if value not in clocks.CHOICES.get(name, ()):
                raise Refused("error.unknown_option", typed=f"{name}={value}")
            clock = clock.with_choice(name, value)
        async with self._locked(game_id) as (session, _):
            if not await games.advance(session, game_id, table.row.version, clock=msgspec.to_builtins(clock)):
                raise Refused("error.moved_on")
            await jobs.schedule(session, game_id, Kind.LOBBY, wait=FIRST_WAIT)

    async def set_shape(self, game_id: int, value: str, *, user_id: int, admin: bool = False) -> None:
        """Choose one of `SHAPES` for the pictures of an open table, in the lobby or later."""
        if value not in SHAPES:
            raise Refused("error.unknown_option", typed=f"shape={value}")
        table = await self.repository.table(game_id)
        if table.row.status not in (Status.LOBBY, Status.RUNNING):
            raise Refused("error.game_over")
        table.check_host(user_id, admin=admin)
        async with self.repository.database.transaction() as session:
            await games.choose(session, game_id, shape=None if value == AS_SERVER else value)

    async def set_hints(self, game_id: int, *, allowed: bool, user_id: int, admin: bool = False) -> None:
        """Allow or forbid hints at this table."""
        await self.load_hosted(game_id, user_id, admin=admin)
        async with self._locked(game_id) as (session, _):
            await games.choose(session, game_id, hints=allowed)

    async def set_rated(self, game_id: int, *, rated: bool, user_id: int, admin: bool = False) -> None:
        """Choose whether the game is rated; a rated game has no hints, unless they are allowed after that."""
        await self.load_hosted(game_id, user_id, admin=admin)
        async with self._locked(game_id) as (session, table):
            if table.row.rated != rated:
                await games.choose(session, game_id, rated=rated, hints=not rated)

    async def set_colour(self, game_id: int, user_id: int, colour: str | None) -> None:
        """Give a player a colour of the game that nobody else has, or (None) none; the dice do not depend on it.

        Raises:
            Refused: The person has no seat, the game lacks the colour, somebody has it, or the game has begun.
        """
        async with self._locked(game_id) as (session, table):
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refused("error.join_first")
            if colour is not None and colour not in colours_of(table):
                raise Refused("error.unknown_option", typed=f"colour={colour}")
            if colour is not None and colour not in free_colours(table) and colour != table.seats[seat].colour:
                owner = table.colours.index(colour)
                raise Refused("error.colour_taken", player=table.names[owner], seat=owner)
            await seats.change(session, game_id, seat, colour=colour)
            await jobs.schedule(session, game_id, Kind.LOBBY, wait=FIRST_WAIT)

    async def invite(self, game_id: int, users: Collection[int]) -> list[int]:
        """Return those of these users who may be called to a rematch, and record that they are.

        `game_id` is the table of which it is a rematch.
        """
        async with self.repository.database.transaction() as session:
            return await notification_limits.admit_calls(session, game_id, Occasion.INVITATION, users)

    async def find_avoided(self, user_id: int, candidates: Collection[int]) -> set[int]:
        """Return those of these users who cannot join lobbies of this person."""
        async with self.repository.database.reading() as session:
            return await avoidance_lists.among(session, user_id, candidates)

    async def cancel(self, game_id: int, *, user_id: int, admin: bool = False) -> None:
        """Close the lobby."""
        table = await self.load_hosted(game_id, user_id, admin=admin)
        async with self.repository.database.transaction() as session:
            if not await games.advance(session, game_id, table.row.version, status=Status.ABANDONED):
                raise Refused("error.moved_on")
            await jobs.cancel(session, game_id)

    async def expire(self, timer: JobRow) -> None:
        """Tell the host of an idle lobby that it will close, or close it if that was told before."""
        async with self.repository.writing() as session:
            try:
                row = await seats.lock_lobby(session, timer.game_id)
            except errors.NotInLobby:
                await jobs.complete(session, timer)
                return
            if not await jobs.complete(session, timer):
                return
            table = Table(row, await seats.of_game(session, row.id))
            ping = list[int]()
            if timer.payload.get("warned"):
                await games.advance(session, row.id, row.version, status=Status.ABANDONED)
                line = Message("say.lobby_closed")
            else:
                await jobs.schedule(session, row.id, Kind.LOBBY, wait=LAST_WAIT, payload={"warned": True})
                closing_time = await clock.now(session) + LAST_WAIT
                line = Message("say.lobby_waits", {"moment": seconds(closing_time)})
                host_seat = table.seat_of(row.host_id)
                if host_seat is not None:
                    ping.append(host_seat)
            await notification_limits.enqueue_notice(session, row, table.seats, [line], Occasion.LOBBY, ping=ping)

    async def start(self, game_id: int, *, user_id: int, admin: bool = False) -> Table:
        """Start the game: draw seed and seats from secret and clicks, store the commitment, call the first player."""
        await self.load_hosted(game_id, user_id, admin=admin)
        async with self.repository.lock(game_id):
            await self._start(check_hosted(await self.repository.table(game_id), user_id, admin=admin))
        return await self.repository.table(game_id)

    async def _start(self, table: Table) -> None:
        """Draw and make the game outside of a transaction, then store it, if the lobby is still the same."""
        game_id = table.row.id
        seat_count = len(table.seats)
        if seat_count not in table.kind.seats:
            raise Refused("error.too_few", n=table.kind.seats.start)
        options = table.options
        draw = fair_dice_log.draw_seats(table, options)
        game = engines.new(table.row.key, seat_count, int(draw.seed, 16), **options)
        async with self._locked(game_id) as (session, held_table):
            # Players whom the host has not seen make the start void.
            if _start_conditions(held_table) != _start_conditions(table):
                raise Refused("error.moved_on")
            version = table.row.version
            if draw.order != sorted(draw.order):
                await seats.reorder(session, game_id, draw.order)
                version += 1  # reordering is a change of the table
            has_started = await games.advance(
                session,
                game_id,
                version,
                status=Status.RUNNING,
                seed=draw.seed,
                commitment=draw.commitment,
                seat_order=draw.seat_order,
                drawn_order=draw.order,
                turned=held_table.row.turned if draw.seat_order == SeatOrder.TURNED else None,
                places=draw.places,
                state=game.dump(),
                seats=seat_count,
                options=options,
                turn=game.state.turn,
                rules_version=table.kind.rules_version,
                shape=await _initial_shape(session, held_table),
                started_at=utcnow(),
            )
            if not has_started:
                raise Refused("error.moved_on")
            await jobs.cancel(session, game_id, Kind.LOBBY)
            row = await games.get(session, game_id)
            assert row is not None
            started = Table(row, await seats.of_game(session, game_id))
            await self.transactions.join(session, started).begin([Message(BEGINS, {"game": row.key})])

    @staticmethod
    async def _add_click(
        session: AsyncSession, row: GameRow, click: Click, user_id: int, *, is_continuation: bool = False
    ) -> None:
        """Add a click to those of the lobby, and restart its time."""
        await fair_dice_log.add_click(session, row, click, user_id, is_continuation=is_continuation)
        await jobs.schedule(session, row.id, Kind.LOBBY, wait=FIRST_WAIT)

    async def set_message(self, game_id: int, message_id: int) -> None:
        """Store the message that shows the lobby."""
        async with self.repository.database.transaction() as session:
            await games.set_messages(session, game_id, lobby=message_id)

    async def load_hosted(self, game_id: int, user_id: int, *, admin: bool) -> Table:
        """Return the lobby for its host or an administrator.

        If the host has left the server, the next guest becomes the host. Raises Refused for anybody else, and once it
        is no lobby.
        """
        table = await self.repository.table(game_id)
        host = table.row.host_id
        is_guest = host != user_id and not admin and table.seat_of(user_id) is not None
        if is_guest and table.row.status == Status.LOBBY and await self.is_gone(table.row.guild_id, host):
            with contextlib.suppress(Refused):  # the host may leave the table in the same moment
                # There is no click of the host: the host's own number takes its place.
                await self.leave(game_id, host, click=host)
            table = await self.repository.table(game_id)
        return check_hosted(table, user_id, admin=admin)


def check_hosted(table: Table, user_id: int, *, admin: bool) -> Table:
    """Return the same lobby. Raises Refused for anybody but its host or an administrator, and once it is no lobby."""
    if table.row.status != Status.LOBBY:
        raise Refused("error.not_in_lobby")
    table.check_host(user_id, admin=admin)
    return table


async def _initial_shape(session: AsyncSession, table: Table) -> str | None:
    """Return the shape of pictures that is stored at the start.

    That is the table's choice. A person who plays alone has the shape of private messages if neither the table nor the
    server has chosen one.
    """
    row = table.row
    if row.shape is not None or len(table.players) != 1:
        return row.shape
    if row.guild_id is not None and (await people.guild_settings(session, row.guild_id)).get("shape") is not None:
        return None
    settings = await people.settings(session, table.players[0])
    shape = read_or_default(settings.get("shape"), Shape, None)
    return None if shape is None else shape.value


def name_checksum(name: str) -> int:
    """Return a number for a name, as custom ids hold it: at most nine digits, which is the most that they take."""
    return crc32(name.encode()) % 10**9


def _check_options(kind: type[Game], choices: Mapping[str, str]) -> None:
    """Raise Refused for options that the game does not have."""
    for name, value in kind.unknown_options(kind.rules_version, choices):
        raise Refused("error.unknown_option", typed=f"{name}={value}")


def colours_of(table: Table) -> tuple[str, ...]:
    """Return the names of the colours that the table's game has for its players."""
    return PICTURES[table.row.key].palette.names if table.row.key in PICTURES else ()


def free_colours(table: Table) -> list[str]:
    """Return the colours that nobody has chosen."""
    return [colour for colour in colours_of(table) if colour not in table.colours]


def _start_conditions(table: Table) -> tuple[object, ...]:
    """Return all that a start depends on, to be compared with that of another moment."""
    row = table.row
    return row.status, row.version, row.clicks_hash, [(seat.user_id, seat.computer, seat.name) for seat in table.seats]
