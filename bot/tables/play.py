"""A running table: decisions, and what the channel is told, all in one transaction per click."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Unpack

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import metrics
from bot.tables import announcement, ballot, clocks, lateness, planned, undoing
from bot.tables.announcement import Announcement
from bot.tables.ending import check_may_end, results_of, takes_part
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from bot.tables.telling import announce, post
from engines import Action, Event, Game, Message, record
from storage import errors, games, moves, plans, results, seats, timers
from storage.columns import utcnow
from storage.models import MoveKind, MoveRow, Status

log = structlog.get_logger()


@dataclass(frozen=True)
class Decision:
    """A decision that was played on the game but is not stored yet."""

    seat: int
    action: Action
    by_user: int | None
    events: Sequence[Event]
    scores: list[int]
    turn: int
    kinds: Collection[str]
    """First words of all answers to what was asked."""
    planned: bool = False


class Play:
    """Everything about tables that run."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    async def act(
        self,
        game_id: int,
        user_id: int,
        action: Action,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> Table:
        """A person's decision; computers that follow have their turn afterwards.

        ``version``: the game's version the person saw; None: whatever it is now. Raises Refused (not seated, not
        running, the board has moved on, the click was already carried out) and IllegalAction, with nothing changed.
        """
        async with self.repository.lock(game_id):
            table = await self._moving(game_id)
            seat = table.seat_of(user_id)
            if seat is None:
                raise table.no_seat(user_id)
            if version is not None and version != table.row.version:
                raise Refused("error.moved_on")
            decided = [decide(table.game, seat, action, user_id)]
            try:
                async with self.repository.database.transaction() as session:
                    await self._store(session, table, decided, interaction_id)
            except errors.AlreadyDone as fault:
                raise Refused("error.already_done") from fault
            except errors.MoveConflict as fault:
                raise Refused("error.moved_on") from fault
        self.repository.committed()
        return table

    async def go_on(
        self,
        session: AsyncSession,
        table: Table,
        decided: Sequence[Decision],
        introduction: Sequence[Message] = (),
        *,
        fresh: bool = True,
    ) -> None:
        """Stores what computers have decided, or what was planned; with an introduction the board is posted anew,
        where that is to be ``fresh``.

        Raises Refused when the table has moved on.
        """
        await self._store(session, table, decided, None, introduction, fresh=fresh and bool(introduction))

    async def tell(self, session: AsyncSession, table: Table, introduction: Sequence[Message]) -> None:
        """Posts the board anew with these lines, and calls whom the table waits for. Raises Refused when it has moved
        on."""
        row = await games.outline(session, table.row.id)
        if row is None or row.version != table.row.version or row.status != Status.RUNNING:
            raise Refused("error.moved_on")
        await announce(session, table, introduction, fresh=True)

    async def begin(self, session: AsyncSession, table: Table, introduction: Sequence[Message]) -> None:
        """The first board of a table that has just started."""
        await self._hand_over(session, table)
        await announce(session, table, introduction, fresh=True)

    async def undo(self, game_id: int, user_id: int, *, consented: int | None = None, whole: bool = False) -> Table:
        """Takes the person's last decision back, or the ``whole`` turn as far as it can freely be taken back.

        ``consented``: to go back to before this version, where there is nobody else to be asked. Raises Refused:
        nothing to take back, or something was revealed or others have moved since and somebody else has to be asked.
        """
        async with self.repository.lock(game_id):
            table = await self._moving(game_id)
            plan = await self.undo_plan(table, user_id)
            if plan.barrier and (consented != plan.version or not await self.nobody_to_ask(table, user_id)):
                raise Refused(f"error.undo_{plan.barrier}")
            plan = plan.whole if whole and plan.turn else plan
            async with self.repository.database.reading() as session:
                log = await moves.effective(session, game_id)
            before = await asyncio.to_thread(undoing.rebuild, table, log, plan.version)
            async with self.repository.database.transaction() as session:
                await games.hold(session, game_id)
                said = "say.undone_by_consent" if plan.barrier else "say.undone"
                told = Message(said, {"seat": plan.seat, "n": plan.taken_back})
                remark = await _take_back(session, table, plan.version, told)
                table = await self._note(session, table, MoveKind.UNDO, plan.seat, user_id, before, resumed=[plan.seat])
                await announce(session, table, afterwards=[remark], moved=[plan.seat])
        self.repository.committed()
        return table

    async def nobody_to_ask(self, table: Table, user_id: int) -> bool:
        """Whether nobody but this person plays here or may come back, be it to a seat that others have given away."""
        if not table.alone(user_id):
            return False
        async with self.repository.database.reading() as session:
            return not await lateness.may_return(session, table)

    async def undo_plan(self, table: Table, user_id: int) -> undoing.UndoPlan:
        """What taking back would mean for this person. Raises Refused when there is nothing to take back."""
        seat = table.seat_of(user_id)
        if seat is None:
            raise table.no_seat(user_id)
        async with self.repository.database.reading() as session:
            since = await moves.since_decision(session, table.row.id, seat)
            plan = undoing.undo_plan(since, seat, user_id)
            turn = await moves.effective(session, table.row.id, turn=since[0].turn)
            return undoing.with_turn(plan, turn, user_id)

    async def end(self, game_id: int, user_id: int, *, admin: bool = False) -> Table:
        """An administrator breaks the game off, or the host where nobody else plays; it has no result."""
        async with self.repository.lock(game_id):
            table = await self._running(game_id)
            check_may_end(table, user_id, admin=admin)
            async with self.repository.database.reading() as session:
                involved = await takes_part(session, table, user_id)
            if involved and not await self.nobody_to_ask(table, user_id):
                raise Refused("error.end_by_vote")
            async with self.repository.database.transaction() as session:
                await self.abandon(session, table, [Message("say.ended")])
        self.repository.committed()
        return table

    async def movable(self, game_id: int, guild_id: int | None, user_id: int, *, admin: bool = False) -> Table:
        """The running table. Raises Refused unless it is of this server and the person its host or an administrator."""
        table = await self._running(game_id)
        if guild_id != table.row.guild_id:  # first of all: an administrator here is nobody there
            raise Refused("error.other_server")
        if user_id != table.row.host_id and not admin:
            raise Refused("error.not_host")
        return table

    async def move_to(
        self, game_id: int, guild_id: int | None, channel_id: int, user_id: int, *, admin: bool = False
    ) -> Table:
        """The table goes on in another channel of its server, where its board is posted anew.

        Whether everybody can read that channel only Discord knows: the caller has asked.
        """
        async with self.repository.lock(game_id):
            table = await self.movable(game_id, guild_id, user_id, admin=admin)
            try:
                async with self.repository.database.transaction() as session:
                    await games.move_to_channel(session, game_id, guild_id, channel_id)
                    table = await self.reread(session, table)
                    await announce(session, table, [Message("say.moved_here", {"game": table.row.key})], repeat=True)
                    await ballot.post_anew(session, table.row)
            except errors.ChannelBusy as fault:
                raise Refused("error.channel_busy") from fault
        self.repository.committed()
        return table

    async def post_again(self, game_id: int, *, bare: bool = False) -> None:
        """Queues the board anew, for a message that was deleted; ``bare``: without what happened."""
        async with self.held(game_id) as (session, table):
            if bare:
                await post(session, table, announcement.bare(table), again=True)
            else:
                await self.show_again(session, table)

    async def put(self, game_id: int, version: int, game: Game, *, steps: int = 1) -> None:
        """This state takes the place of whatever the table has; ``steps`` as for ``games.advance``.

        A running table posts its board anew, or its end if it is over. Raises Refused when the version is another one.
        """
        changes: games.Changes = {"state": game.dump(), "turn": game.state.turn}
        async with self.repository.lock(game_id), self.repository.database.transaction() as session:
            row = await games.outline(session, game_id)
            running = row is not None and row.status == Status.RUNNING
            if running and game.state.over:
                changes |= {"status": Status.FINISHED, "finished_at": utcnow()}
            if row is None or not await games.advance(session, game_id, version, steps=steps, **changes):
                raise Refused("error.moved_on")
            if running:
                table = await self.reread(session, Table(row, ()))
                if game.state.over:
                    await results.record(session, results_of(table))
                await self._hand_over(session, table)
                await self.show_again(session, table)
        self.repository.committed()

    async def show_again(self, session: AsyncSession, table: Table) -> None:
        """Queues the board of a running table anew, with what nobody has heard."""
        await announce(session, table, [Message(announcement.POSTED_AGAIN)], repeat=True)

    @asynccontextmanager
    async def held(self, game_id: int) -> AsyncIterator[tuple[AsyncSession, Table]]:
        """A transaction with the running table as it stays until the block has changed it: of several, also in other
        processes, one comes after the other, and sees what the one before has done. Raises Refused, TableBroken."""
        async with self.repository.lock(game_id):
            known = await self._running(game_id)
            async with self.repository.database.transaction() as session:
                await games.hold(session, game_id)
                table = await self.reread(session, known)
                if not table.running:
                    raise Refused("error.game_over")
                yield session, table
        self.repository.committed()

    # -- inside a transaction --------------------------------------------------------------------------------------

    async def agreed(
        self,
        session: AsyncSession,
        table: Table,
        kind: MoveKind,
        seat: int,
        told: Message,
        *,
        since: int | None = None,
        before: Game | None = None,
        **changes: Unpack[games.Changes],
    ) -> Table:
        """Stores what everybody agreed to as ``seat`` proposed it: an entry of the log and what changes.

        The channel is ``told``. ``since``: moves from this version on are taken back, ``before`` is the game before
        them. Raises Refused when the table has moved on.
        """
        remarks = [] if since is None else [await _take_back(session, table, since, told)]
        table = await self._note(session, table, kind, seat, table.user_at(seat), before, **changes)
        if table.row.status == Status.ABANDONED:
            await self._say_abandoned(session, table, [told])
            return table
        if table.drawn:
            await results.record(session, results_of(table))
        said = [] if remarks else [told]
        await announce(session, table, said, afterwards=remarks, fresh="clock" in changes)
        return table

    async def note(
        self,
        session: AsyncSession,
        table: Table,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        introduction: Sequence[Message] = (),
        *,
        words: str = "",
        fresh: bool = True,
        anew: bool = False,
        resumed: Collection[int] = (),
        **changes: Unpack[games.Changes],
    ) -> Table:
        """An entry of the log that is no move, and the board with it, ``fresh``: as a new message. ``anew``: whoever
        plays the seat now has the whole time; ``resumed`` seats have what was left."""
        noted = await self._note(
            session, table, kind, seat, user_id, words=words, anew=anew, resumed=resumed, **changes
        )
        await announce(session, noted, introduction, fresh=fresh, again=True)
        return noted

    async def _hand_over(
        self, session: AsyncSession, table: Table, decided: Collection[int] = (), resumed: Collection[int] = ()
    ) -> None:
        """What is left for computers to decide, they decide later; people have the time that the table gives them."""
        if not decided or not table.running:
            await ballot.follow(session, table)
        await clocks.follow(session, table, decided, resumed)
        if table.running and table.computers_turn:
            await timers.start(session, table.row.id, timers.Kind.COMPUTERS)
        await planned.call(session, table)

    async def _store(
        self,
        session: AsyncSession,
        table: Table,
        decided: Sequence[Decision],
        interaction_id: int | None,
        introduction: Sequence[Message] = (),
        *,
        fresh: bool = False,
    ) -> None:
        game, row, before = table.game, table.row, table.row.version  # the session may update the row by itself
        changes: dict[str, Any] = {"state": game.dump(), "turn": game.state.turn}
        if game.state.over:
            changes |= {"status": Status.FINISHED, "finished_at": utcnow()}
        if not await games.advance(session, row.id, before, steps=len(decided), **changes):
            raise Refused("error.moved_on")
        for number, decision in enumerate(decided, 1):
            await moves.record(
                session,
                MoveRow(
                    game_id=row.id,
                    version=before + number,
                    seat=decision.seat,
                    words=record.notation(decision.action),
                    by_user_id=decision.by_user,
                    interaction_id=interaction_id if number == 1 else None,
                    planned=decision.planned,
                    turn=decision.turn,
                    events=msgspec.to_builtins(decision.events),
                    scores=decision.scores,
                ),
            )
        row.version = before + len(decided)
        row.turn = game.state.turn
        row.status = changes.get("status", row.status)
        there = {each.seat for each in decided if each.by_user is not None and table.seats[each.seat].offered_at}
        for seat in sorted(there):  # whoever moves is there: nobody else takes the seat
            await seats.change(session, row.id, seat, offered_at=None, candidates=None)
            introduction = [*introduction, Message("say.offer_withdrawn", {"seat": seat})]
        metrics.MOVES.labels(row.key).inc(len(decided))
        if game.state.over:
            await results.record(session, results_of(table))
        await planned.follow(session, table, decided)
        await self._hand_over(session, table, {decision.seat for decision in decided})
        present = {each.seat for each in decided if each.by_user is not None and not each.planned}
        await announce(session, table, introduction, moved=present, fresh=fresh)

    async def _note(
        self,
        session: AsyncSession,
        table: Table,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        game: Game | None = None,
        *,
        words: str = "",
        anew: bool = False,
        resumed: Collection[int] = (),
        **changes: Unpack[games.Changes],
    ) -> Table:
        """An entry of the log that is no move, with the state it leads to (None: it stays)."""
        state, version = game or table.game, table.row.version  # the session may update the row by itself
        kept: games.Changes = {"state": state.dump(), "turn": state.state.turn}
        if not await games.advance(session, table.row.id, version, **(kept | changes)):
            raise Refused("error.moved_on")
        entry = MoveRow(
            game_id=table.row.id,
            version=version + 1,
            kind=kind,
            seat=seat,
            words=words,
            by_user_id=user_id,
            turn=state.state.turn,
            scores=[score.total for score in state.scores()],
        )
        await moves.record(session, entry)
        noted = await self.reread(session, table)
        await self._hand_over(session, noted, {seat} if anew else (), resumed)
        return noted

    async def abandon(self, session: AsyncSession, table: Table, introduction: Sequence[Message]) -> None:
        before, abandoned = table.row.version, {"status": Status.ABANDONED, "finished_at": utcnow()}
        if not await games.advance(session, table.row.id, before, **abandoned):  # type: ignore[arg-type]
            raise Refused("error.moved_on")
        await self._say_abandoned(session, await self.reread(session, table), introduction)

    async def _say_abandoned(self, session: AsyncSession, table: Table, introduction: Sequence[Message]) -> None:
        await ballot.follow(session, table)
        await timers.clear(session, table.row.id)
        await plans.forget(session, table.row.id)
        what = Announcement(kind="notice", version=table.row.version, introduction=list(introduction))
        await post(session, table, what)

    async def reread(self, session: AsyncSession, table: Table) -> Table:
        """The table as it is in this transaction."""
        row = await games.get(session, table.row.id)
        assert row is not None
        return Table(row, await seats.of_game(session, row.id))

    async def _moving(self, game_id: int) -> Table:
        table = await self._running(game_id)
        if table.paused:
            raise Refused("error.paused", player=table.paused_by)
        return table

    async def _running(self, game_id: int) -> Table:
        table = await self.repository.table(game_id)
        if table.row.status == Status.LOBBY:
            raise Refused("error.not_started")
        if not table.running:
            raise Refused("error.game_over")
        return table


async def _take_back(session: AsyncSession, table: Table, since: int, told: Message) -> Event:
    """Moves from this version on do not count any more, and what those who made them have planned waits; the remark
    that says so."""
    gone = await moves.effective(session, table.row.id, after=since - 1)
    await moves.undo_from(session, table.row.id, since)
    await planned.stop(session, table, {move.seat for move in gone}, planned.Why.UNDONE)
    await ballot.taken_back(session, table)
    return announcement.taken_back(told, [msgspec.convert(event, Event) for move in gone for event in move.events])


def decide(game: Game, seat: int, action: Action, by_user: int | None, *, planned: bool = False) -> Decision:
    """Plays a decision on the game. Raises IllegalAction."""
    turn, action, kinds = game.state.turn, game.normal(seat, action), game.kinds(seat)
    events = game.play(seat, action)
    return Decision(seat, action, by_user, events, [score.total for score in game.scores()], turn, kinds, planned)
