"""A running table: decisions, and what the channel is told, all in one transaction per click."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import metrics
from bot.tables import announcement, clocks, planned, undoing
from bot.tables.announcement import SUPERSEDED, Announcement
from bot.tables.calling import call_directly
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from engines import Action, Event, Game, Message, record
from storage import errors, games, moves, outbox, plans, results, seats, timers
from storage.columns import utcnow
from storage.models import MoveKind, MoveRow, ResultRow, Status

log = structlog.get_logger()

HOLD = timedelta(seconds=1)
"""A message that calls nobody waits so long for what computers decide, to be one with it."""


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
            table = await self._running(game_id)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refused("error.not_seated")
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
        await self._announce(session, table, introduction, fresh=True)

    async def begin(self, session: AsyncSession, table: Table, introduction: Sequence[Message]) -> None:
        """The first board of a table that has just started."""
        await self._hand_over(session, table)
        await self._announce(session, table, introduction, fresh=True)

    async def undo(
        self, game_id: int, user_id: int, *, consented: int | None = None, version: int | None = None
    ) -> Table:
        """Takes the person's last decision back.

        ``consented``: everybody agreed to go back to before this version, when the game had ``version``: what was moved
        after that nobody has agreed to take back. Raises Refused: nothing to take back, the board has moved on, or
        something was revealed or others have moved since and nobody was asked.
        """
        async with self.repository.lock(game_id):
            table = await self._running(game_id)
            if version is not None and version != table.row.version:
                raise Refused("error.moved_on")
            plan = await self.undo_plan(table, user_id)
            if plan.barrier and consented != plan.version:
                raise Refused(f"error.undo_{plan.barrier}")
            async with self.repository.database.reading() as session:
                log = await moves.effective(session, game_id)
            before = await asyncio.to_thread(undoing.rebuild, table, log, plan.version)
            async with self.repository.database.transaction() as session:
                await moves.undo_from(session, game_id, plan.version)
                gone = {plan.seat, *(move.seat for move in log if move.version >= plan.version)}
                await planned.stop(session, table, gone, planned.Why.UNDONE)
                table = await self._note(session, table, MoveKind.UNDO, plan.seat, user_id, before)
                introduction = "say.undone_by_consent" if plan.barrier else "say.undone"
                await self._announce(session, table, [Message(introduction, {"seat": plan.seat, "n": plan.taken_back})])
        self.repository.committed()
        return table

    async def undo_plan(self, table: Table, user_id: int) -> undoing.UndoPlan:
        """What taking back would mean for this person. Raises Refused when there is nothing to take back."""
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refused("error.not_seated")
        async with self.repository.database.reading() as session:
            return undoing.undo_plan(await moves.since_decision(session, table.row.id, seat), seat)

    async def resign(self, game_id: int, user_id: int) -> Table:
        """A computer plays on for this person; without people left the game is abandoned."""
        async with self.repository.lock(game_id):
            table = await self._running(game_id)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refused("error.not_seated")
            async with self.repository.database.transaction() as session:
                await seats.resign(session, game_id, seat)
                table = await self._note(session, table, MoveKind.RESIGN, seat, user_id)
                introduction = Message("say.resigned", {"seat": seat})
                if not table.persons:
                    await self._abandon(session, table, [introduction, Message("say.abandoned")])
                else:
                    await self._announce(session, table, [introduction], fresh=True)
        self.repository.committed()
        return table

    async def end(self, game_id: int, user_id: int, *, admin: bool = False) -> Table:
        """The host or an administrator breaks the game off; it has no result."""
        async with self.repository.lock(game_id):
            table = await self._running(game_id)
            if user_id != table.row.host_id and not admin:
                raise Refused("error.not_host")
            async with self.repository.database.transaction() as session:
                await self._abandon(session, table, [Message("say.ended")])
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
                    table = await self._reread(session, table)
                    await self._announce(
                        session, table, [Message("say.moved_here", {"game": table.row.key})], repeat=True
                    )
            except errors.ChannelBusy as fault:
                raise Refused("error.channel_busy") from fault
        self.repository.committed()
        return table

    async def post_again(self, game_id: int, *, bare: bool = False) -> None:
        """Queues the board anew, for a message that was deleted; ``bare``: without what happened."""
        async with self.repository.lock(game_id):
            table = await self._running(game_id)
            async with self.repository.database.transaction() as session:
                if bare:
                    await self._enqueue(session, table, announcement.bare(table))
                else:
                    await self.show_again(session, table)
        self.repository.committed()

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
                table = await self._reread(session, Table(row, ()))
                if game.state.over:
                    await self._keep_results(session, table)
                await self._hand_over(session, table)
                await self.show_again(session, table)
        self.repository.committed()

    async def show_again(self, session: AsyncSession, table: Table) -> None:
        """Queues the board of a running table anew, with what nobody has heard."""
        await self._announce(session, table, [Message(announcement.POSTED_AGAIN)], repeat=True)

    # -- inside a transaction --------------------------------------------------------------------------------------

    async def _hand_over(self, session: AsyncSession, table: Table, decided: Collection[int] = ()) -> None:
        """What is left for computers to decide, they decide later; people have the time that the table gives them."""
        await clocks.follow(session, table, decided)
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
        metrics.MOVES.labels(row.key).inc(len(decided))
        if game.state.over:
            await self._keep_results(session, table)
        await planned.follow(session, table, decided)
        await self._hand_over(session, table, {decision.seat for decision in decided})
        await self._announce(session, table, introduction, fresh=fresh)

    async def _announce(
        self,
        session: AsyncSession,
        table: Table,
        introduction: Sequence[Message] = (),
        *,
        fresh: bool = False,
        repeat: bool = False,
    ) -> None:
        """Queues what the channel is told. ``fresh``: as a new message; ``repeat``: with what the last one said."""
        posted = await outbox.last(session, table.row.id, "turn")
        try:
            last = announcement.decode(posted.payload) if posted else None
        except announcement.Unreadable as fault:
            log.error("message unreadable", table=table.row.id, entry=posted and posted.id, reason=str(fault))
            last, fresh = Announcement(kind="turn", version=table.row.version - 1), True  # what it told is lost
        # What calls nobody and nobody has heard is told together with the moves that follow it.
        held = bool(last and not last.ping and all(line.id in announcement.OF_PLANS for line in introduction))
        if last and posted and (posted.failed or (held and await outbox.withdraw(session, posted))):
            introduction, repeat = [*last.introduction, *introduction], True
        since = last.version if last else 0
        happened = [
            msgspec.convert(event, Event)
            for move in await moves.effective(session, table.row.id, after=since)
            for event in move.events
        ]
        if repeat and last:
            happened = [*last.events, *happened]
        ready = await planned.ready(session, table)
        what = announcement.after_moves(table, last, happened, introduction, fresh=fresh or repeat, ready=ready)
        await self._enqueue(session, table, what, goes_on=bool(ready))

    async def _enqueue(self, session: AsyncSession, table: Table, what: Announcement, *, goes_on: bool = False) -> None:
        row, goes_on = table.row, goes_on or (table.running and table.computers_turn)
        hold = HOLD if goes_on and not what.ping else timedelta(0)
        await outbox.enqueue(session, row.id, row.channel_id, what.kind, what.payload(), replaces=SUPERSEDED, wait=hold)
        if what.kind == "turn":
            await call_directly(session, table, what.ping)

    async def _note(
        self, session: AsyncSession, table: Table, kind: MoveKind, seat: int, user_id: int, game: Game | None = None
    ) -> Table:
        """An entry of the log that is no move, with the state it leads to (None: it stays)."""
        state = game or table.game
        changes: dict[str, Any] = {"state": state.dump(), "turn": state.state.turn}
        if not await games.advance(session, table.row.id, table.row.version, **changes):
            raise Refused("error.moved_on")
        entry = MoveRow(
            game_id=table.row.id,
            version=table.row.version + 1,
            kind=kind,
            seat=seat,
            words="",
            by_user_id=user_id,
            turn=state.state.turn,
            scores=[score.total for score in state.scores()],
        )
        await moves.record(session, entry)
        noted = await self._reread(session, table)
        await self._hand_over(session, noted)
        return noted

    async def _abandon(self, session: AsyncSession, table: Table, introduction: Sequence[Message]) -> None:
        before, abandoned = table.row.version, {"status": Status.ABANDONED, "finished_at": utcnow()}
        if not await games.advance(session, table.row.id, before, **abandoned):  # type: ignore[arg-type]
            raise Refused("error.moved_on")
        await timers.clear(session, table.row.id)
        await plans.forget(session, table.row.id)
        what = Announcement(kind="notice", version=before + 1, introduction=list(introduction))
        await self._enqueue(session, table, what)

    async def _keep_results(self, session: AsyncSession, table: Table) -> None:
        scores, ranks = table.game.scores(), {seat: rank for rank, seat in enumerate(table.game.ranking(), 1)}
        kept = [
            ResultRow(
                game_id=table.row.id,
                seat=seat.number,
                user_id=seat.user_id,
                name=seat.name,
                total=scores[seat.number].total,
                rank=ranks[seat.number],
                sources=scores[seat.number].sources,
            )
            for seat in table.seats
        ]
        await results.record(session, kept)

    async def _reread(self, session: AsyncSession, table: Table) -> Table:
        row = await games.get(session, table.row.id)
        assert row is not None
        return Table(row, await seats.of_game(session, row.id))

    async def _running(self, game_id: int) -> Table:
        table = await self.repository.table(game_id)
        if table.row.status == Status.LOBBY:
            raise Refused("error.not_started")
        if not table.running:
            raise Refused("error.game_over")
        return table


def decide(game: Game, seat: int, action: Action, by_user: int | None, *, planned: bool = False) -> Decision:
    """Plays a decision on the game. Raises IllegalAction."""
    turn, action, kinds = game.state.turn, game.normal(seat, action), game.kinds(seat)
    events = game.play(seat, action)
    return Decision(seat, action, by_user, events, [score.total for score in game.scores()], turn, kinds, planned)
