"""Before the first move: opening a table, gathering players, starting."""

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
from bot.tables import brake, lots
from bot.tables.announcement import BEGINS
from bot.tables.brake import Occasion
from bot.tables.change import Road
from bot.tables.following import clocks
from bot.tables.repository import refusing
from bot.tables.stored import readable
from bot.tables.table import Refused, Table
from bot.wording.dates import seconds
from engines import Game, Message
from engines.fair_dice import LONGEST_NAME, Click
from engines.players import PLAYERS
from engines.randomness import SEED_BITS
from render import PICTURES
from render.shape import Shape
from storage import avoided, clock, errors, games, jobs, people, seats
from storage.columns import utcnow
from storage.jobs import Kind
from storage.models import GameRow, JobRow, SeatOrder, Status

FIRST_WAIT, LAST_WAIT = timedelta(days=6), timedelta(days=1)
"""How long a lobby in which nobody does anything waits until the host is told, and then until it closes."""
AS_SERVER = "server"
SHAPES = (AS_SERVER, *Shape)
"""What may be chosen for a table's pictures."""


IsGone = Callable[[int | None, int], Awaitable[bool]]


async def nobody_is_gone(guild_id: int | None, user_id: int) -> bool:
    """Answer for whoever cannot ask Discord."""
    return False


class Lobby:
    """Everything about tables that have not started.

    ``click``: the number that Discord gave the interaction. It is carried out once, and the dice depend on it.
    """

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository
        self.is_gone: IsGone = nobody_is_gone
        """Whether somebody has left a server; only Discord knows."""

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
        """A new lobby in which the host (user id, name) sits. ``after``: the table of which it is a rematch, with the
        same time limit, pictures, hints, rating and computers, and for the same players with its order of play, turned
        by one. ``computers``: names and kinds of those who sit down, too.

        Raises Refused for a game, seat count or option that does not exist, and when the channel is taken.
        """
        kind = engines.GAMES.get(key)
        if kind is None:
            raise Refused("error.unknown_game", typed=key)
        wanted = seats_wanted if seats_wanted is not None else kind.seats.stop - 1
        if wanted not in kind.seats:
            raise Refused("error.seat_count", low=kind.seats.start, high=kind.seats.stop - 1)
        _check_options(kind, options or {})
        name = host[1][:LONGEST_NAME]
        row = GameRow(
            key=key,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host[0],
            seats=wanted,
            seat_order=SeatOrder.TURNED if after else SeatOrder(order),
            turned=lots.turned_by_one(after) if after else None,
            options=kind.defaults() | dict(options or {}),
            seed="",
            commitment="",
            secret=f"{secrets.randbits(SEED_BITS):032x}",
            rules_version=kind.rules_version,
            clock=after.row.clock if after else None,
            shape=after.row.shape if after else None,
            hints=after.row.hints if after else True,
            rated=after.row.rated if after else False,
        )
        with refusing():
            async with self.repository.database.transaction() as session:
                row = await games.create(session, row)
                lots.promise(row)  # with the number that it has got
                seat = await seats.join(session, row.id, name=name, user_id=host[0])
                await self._note(session, row, Click(str(click), "open", seat.number, name), host[0])
                before = [(each.name, each.computer) for each in after.seats if each.computer] if after else []
                for named, played in [*before, *computers]:
                    if played in PLAYERS:  # those of early versions may be gone
                        seat = await seats.join(session, row.id, name=named[:LONGEST_NAME], computer=played)
                        added = Click(str(click), "computer", seat.number, seat.name)
                        await lots.note(session, row, added, host[0], same=True)
        return await self.repository.table(row.id)

    async def join(self, game_id: int, user_id: int, name: str, *, click: int) -> None:
        """Raises Refused when the table is full, started, or the user sits at it; also, without saying why, when its
        host avoids this person."""
        async with self._held(game_id) as (session, table):
            if table.seat_of(user_id) is None and await avoided.among(session, table.row.host_id, [user_id]):
                raise Refused("error.other_table")
            stays = not table.free and any(seat.computer for seat in table.seats)
            if stays and table.seat_of(user_id) is None:  # a computer does not get up: to wait for that is in vain
                raise Refused("error.full_of_computers")
            seat = await seats.join(session, game_id, name=name[:LONGEST_NAME], user_id=user_id)
            await self._note(session, table.row, Click(str(click), "join", seat.number, seat.name), user_id)

    async def add_computer(
        self, game_id: int, kind: str, name: str, *, by: int, click: int, admin: bool = False
    ) -> str:
        """A computer player takes the next seat; the host decides. What it is called."""
        await self.hosted(game_id, by, admin)
        async with self._held(game_id) as (session, table):
            table.check_host(by, admin=admin)
            if kind not in PLAYERS:
                raise Refused("error.unknown_option", typed=kind)
            taken = {seat.name.rpartition(" ")[2] for seat in table.seats if seat.computer is not None}
            number = next(number for number in count(1) if str(number) not in taken)
            seat = await seats.join(session, game_id, name=f"{name} {number}"[:LONGEST_NAME], computer=kind)
            await self._note(session, table.row, Click(str(click), "computer", seat.number, seat.name), by)
            return seat.name

    async def dismiss(self, game_id: int, called: int, *, by: int, click: int, admin: bool = False) -> str:
        """The computer player with this ``number_of`` its name gets up; the host decides. What it was called."""
        await self.hosted(game_id, by, admin)
        async with self._held(game_id) as (session, table):
            table.check_host(by, admin=admin)
            seat = next((each for each in table.seats if each.computer and number_of(each.name) == called), None)
            if seat is None:
                raise Refused("error.no_computer")
            await self._note(session, table.row, Click(str(click), "leave", seat.number, seat.name), by)
            await seats.leave(session, game_id, seat.number)
            return seat.name

    @asynccontextmanager
    async def _held(self, game_id: int) -> AsyncIterator[tuple[AsyncSession, Table]]:
        """A transaction with the lobby as it stays until the block has changed it: nobody comes in between."""
        with refusing():
            async with self.repository.writing() as session:
                row = await seats.lock_lobby(session, game_id)
                yield session, Table(row, await seats.of_game(session, game_id))

    async def leave(self, game_id: int, user_id: int, *, click: int, same: bool = False) -> None:
        """The user gets up. Without people left the lobby closes; a host who leaves hands over to the next.

        ``same``: the click has done something elsewhere, too.
        """
        async with self.repository.lock(game_id), self._held(game_id) as (session, table):
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refused("error.not_seated")
            remaining = [user for user in table.persons if user != user_id]
            if remaining:
                left = Click(str(click), "leave", seat, table.recorded_names[seat])
                await self._note(session, table.row, left, user_id, same=same)
                await seats.leave(session, game_id, seat)
                if table.row.host_id == user_id:
                    await games.advance(session, game_id, table.row.version, host_id=remaining[0])
            else:
                await games.advance(session, game_id, table.row.version, status=Status.ABANDONED)
                await jobs.cancel(session, game_id)

    async def set_options(
        self, game_id: int, chosen: Mapping[str, str], *, by: int, click: int, admin: bool = False
    ) -> None:
        """The host changes options of the game, all at once; what stands so already is no change."""
        table = await self.hosted(game_id, by, admin)
        _check_options(table.kind, chosen)
        stands = table.options
        changed = {name: value for name, value in chosen.items() if value != stands[name]}
        if not changed:
            return
        async with self._held(game_id) as (session, now):
            if not await games.advance(session, game_id, table.row.version, options=table.row.options | changed):
                raise Refused("error.moved_on")
            said = " ".join(f"{name}={value}" for name, value in changed.items())
            await self._note(session, now.row, Click(str(click), "option", None, said), by)

    async def set_clocks(self, game_id: int, chosen: Mapping[str, str], *, by: int, admin: bool = False) -> None:
        """The host changes some of ``clocks.CHOICES``, on which the dice do not depend."""
        table = await self.hosted(game_id, by, admin)
        clock = clocks.read_clock(table.row.clock)
        for name, value in chosen.items():
            if value not in clocks.CHOICES.get(name, ()):
                raise Refused("error.unknown_option", typed=f"{name}={value}")
            clock = clock.with_choice(name, value)
        async with self._held(game_id) as (session, _):
            if not await games.advance(session, game_id, table.row.version, clock=msgspec.to_builtins(clock)):
                raise Refused("error.moved_on")
            await jobs.schedule(session, game_id, Kind.LOBBY, wait=FIRST_WAIT)

    async def set_shape(self, game_id: int, value: str, *, by: int, admin: bool = False) -> None:
        """The host chooses one of ``SHAPES`` for the pictures of an open table, in the lobby or later."""
        if value not in SHAPES:
            raise Refused("error.unknown_option", typed=f"shape={value}")
        table = await self.repository.table(game_id)
        if table.row.status not in (Status.LOBBY, Status.RUNNING):
            raise Refused("error.game_over")
        table.check_host(by, admin=admin)
        async with self.repository.database.transaction() as session:
            await games.choose(session, game_id, shape=None if value == AS_SERVER else value)

    async def set_hints(self, game_id: int, allowed: bool, *, by: int, admin: bool = False) -> None:
        """The host says in the lobby whether hints may be asked for at this table."""
        await self.hosted(game_id, by, admin)
        async with self._held(game_id) as (session, _):
            await games.choose(session, game_id, hints=allowed)

    async def set_rated(self, game_id: int, rated: bool, *, by: int, admin: bool = False) -> None:
        """The host says in the lobby whether the game is to count for ratings. Where it is, there are no hints, unless
        they are allowed after that."""
        await self.hosted(game_id, by, admin)
        async with self._held(game_id) as (session, now):
            if now.row.rated != rated:
                await games.choose(session, game_id, rated=rated, hints=not rated)

    async def set_colour(self, game_id: int, user_id: int, colour: str | None) -> None:
        """A player chooses a colour of the game that nobody else has chosen, or (None) none any more. The dice do not
        depend on it.

        Raises Refused for strangers, for a colour that the game lacks or somebody has, and once the game has begun.
        """
        async with self._held(game_id) as (session, table):
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
        """Of these people those who are called to a lobby that follows a table, which counts there; ``game_id``: of
        that table."""
        async with self.repository.database.transaction() as session:
            return await brake.admitted(session, game_id, Occasion.INVITATION, users)

    async def avoided(self, user_id: int, others: Collection[int]) -> set[int]:
        """Which of these people cannot join lobbies of this person."""
        async with self.repository.database.reading() as session:
            return await avoided.among(session, user_id, others)

    async def cancel(self, game_id: int, *, by: int, admin: bool = False) -> None:
        """The host closes the lobby."""
        table = await self.hosted(game_id, by, admin)
        async with self.repository.database.transaction() as session:
            if not await games.advance(session, game_id, table.row.version, status=Status.ABANDONED):
                raise Refused("error.moved_on")
            await jobs.cancel(session, game_id)

    async def waited(self, timer: JobRow) -> None:
        """Nobody has done anything here for days: the host is told, and a day later the lobby closes."""
        async with self.repository.writing() as session:
            try:
                row = await seats.lock_lobby(session, timer.game_id)
            except errors.NotInLobby:
                await jobs.done(session, timer)
                return
            if not await jobs.done(session, timer):
                return
            table = Table(row, await seats.of_game(session, row.id))
            host, called = table.seat_of(row.host_id), list[int]()
            if timer.payload.get("warned"):
                await games.advance(session, row.id, row.version, status=Status.ABANDONED)
                told = Message("say.lobby_closed")
            else:
                await jobs.schedule(session, row.id, Kind.LOBBY, wait=LAST_WAIT, payload={"warned": True})
                closes = await clock.now(session) + LAST_WAIT
                told, called = Message("say.lobby_waits", {"moment": seconds(closes)}), [] if host is None else [host]
            await brake.notice(session, row, table.seats, [told], Occasion.LOBBY, ping=called)

    async def start(self, game_id: int, *, by: int, admin: bool = False) -> Table:
        """Seed and seats follow from secret and clicks, what was agreed is committed to, the first seat is called."""
        await self.hosted(game_id, by, admin)
        async with self.repository.lock(game_id):
            await self._start(check_hosted(await self.repository.table(game_id), by, admin=admin))
        return await self.repository.table(game_id)

    async def _start(self, table: Table) -> None:
        game_id = table.row.id
        count, version = len(table.seats), table.row.version
        if count not in table.kind.seats:
            raise Refused("error.too_few", n=table.kind.seats.start)
        options = table.options
        drawn = lots.draw(table, options)
        game = engines.new(table.row.key, count, int(drawn.seed, 16), **options)
        async with self._held(game_id) as (session, now):
            if _gathered(now) != _gathered(table):  # whom the host has not seen makes it void
                raise Refused("error.moved_on")
            if drawn.order != sorted(drawn.order):
                await seats.reorder(session, game_id, drawn.order)
                version += 1
            begun = await games.advance(
                session,
                game_id,
                version,
                status=Status.RUNNING,
                seed=drawn.seed,
                commitment=drawn.commitment,
                seat_order=drawn.seating,
                drawn_order=drawn.order,
                turned=now.row.turned if drawn.seating == SeatOrder.TURNED else None,
                places=drawn.places,
                state=game.dump(),
                seats=count,
                options=options,
                turn=game.state.turn,
                rules_version=table.kind.rules_version,
                shape=await _shape_at_first(session, now),
                started_at=utcnow(),
            )
            if not begun:
                raise Refused("error.moved_on")
            await jobs.cancel(session, game_id, Kind.LOBBY)
            row = await games.get(session, game_id)
            assert row is not None
            started = Table(row, await seats.of_game(session, game_id))
            await self.road.inside(session, started).begin([Message(BEGINS, {"game": row.key})])

    @staticmethod
    async def _note(session: AsyncSession, row: GameRow, click: Click, by: int, *, same: bool = False) -> None:
        """Adds a click to those of the lobby, which waits for the next from now on."""
        await lots.note(session, row, click, by, same=same)
        await jobs.schedule(session, row.id, Kind.LOBBY, wait=FIRST_WAIT)

    async def note_message(self, game_id: int, message_id: int) -> None:
        """Where the lobby was posted."""
        async with self.repository.database.transaction() as session:
            await games.set_messages(session, game_id, lobby=message_id)

    async def hosted(self, game_id: int, by: int, admin: bool) -> Table:
        """Return the lobby, for its host or who manages its server; of a host who has left the server the next guest
        takes the place. Raises Refused for anybody else, and once it is none."""
        table = await self.repository.table(game_id)
        host = table.row.host_id
        guest = host != by and not admin and table.seat_of(by) is not None
        if guest and table.row.status == Status.LOBBY and await self.is_gone(table.row.guild_id, host):
            with contextlib.suppress(Refused):  # the host has got up in the same moment
                await self.leave(game_id, host, click=host)  # of the host there is no click to go by
            table = await self.repository.table(game_id)
        return check_hosted(table, by, admin=admin)


def check_hosted(table: Table, by: int, *, admin: bool) -> Table:
    """Return the same lobby. Raises Refused for whoever is not its host, and once it is no lobby any more."""
    if table.row.status != Status.LOBBY:
        raise Refused("error.not_in_lobby")
    table.check_host(by, admin=admin)
    return table


async def _shape_at_first(session: AsyncSession, table: Table) -> str | None:
    """What the table has chosen, or else its server; where neither has, the own shape of who plays alone."""
    row = table.row
    if row.shape is not None or len(table.persons) != 1:
        return row.shape
    if row.guild_id is not None and (await people.guild_settings(session, row.guild_id)).get("shape") is not None:
        return None
    shape = readable((await people.settings(session, table.persons[0])).get("shape"), Shape, None)
    return shape and shape.value


def number_of(name: str) -> int:
    """A name as a number of at most nine digits."""
    return crc32(name.encode()) % 10**9


def _check_options(kind: type[Game], chosen: Mapping[str, str]) -> None:
    """Raises Refused for what the game does not have."""
    for name, value in kind.unknown_options(kind.rules_version, chosen):
        raise Refused("error.unknown_option", typed=f"{name}={value}")


def colours_of(table: Table) -> tuple[str, ...]:
    """The names of the colours that the table's game has for its players."""
    return PICTURES[table.row.key].palette.names if table.row.key in PICTURES else ()


def free_colours(table: Table) -> list[str]:
    """Those that nobody has chosen."""
    return [colour for colour in colours_of(table) if colour not in table.colours]


def _gathered(table: Table) -> tuple[object, ...]:
    """What a start depends on."""
    row = table.row
    return row.status, row.version, row.clicks_hash, [(seat.user_id, seat.computer, seat.name) for seat in table.seats]
