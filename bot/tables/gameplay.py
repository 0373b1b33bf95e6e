"""A running table: what people do at it who play, and what keeps its board in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.tables import undoing
from bot.tables.change import Road, decide
from bot.tables.ending import check_may_end, takes_part
from bot.tables.following import lateness
from bot.tables.repository import refusing
from bot.tables.table import Refused, Table
from bot.tables.telling import post, without_news
from bot.work.handling import Deed, note_deed
from engines import Action, Message
from storage import moves
from storage.models import MoveRow


class Acted(NamedTuple):
    """What a person's decision led to. ``plans_begin``: plans go on in a moment, so that others move by themselves."""

    table: Table
    plans_begin: bool


class Play:
    """Everything about tables that run."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository

    async def act(
        self,
        game_id: int,
        user_id: int,
        action: Action,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> Table:
        """Make a person's decision as ``make_decision`` does, and return the table after it."""
        acted = await self.make_decision(game_id, user_id, action, version=version, interaction_id=interaction_id)
        return acted.table

    async def make_decision(
        self,
        game_id: int,
        user_id: int,
        action: Action,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
        known: Table | None = None,
    ) -> Acted:
        """Make a person's decision; computers and plans that follow have their turn afterwards.

        ``version``: the game's version the person saw; None: whatever it is now. ``known``: the table as it has just
        been read, which is played on. Raises Refused (not seated, not running, the board has moved on, the click was
        already carried out) and IllegalAction, with nothing changed.
        """
        table = await self.road.running(game_id) if known is None else self.road.check_running(known)
        table.check_not_paused()
        seat = table.own_seat(user_id)
        if version is not None and version != table.row.version:
            raise Refused("error.moved_on")
        decided = [decide(table.game, seat, action, user_id)]
        async with self.road.change_as_read(table, hold=False) as change:
            await change.play(decided, interaction_id=interaction_id)
        note_deed(Deed.MOVE)
        return Acted(table, plans_begin=bool(change.ready))

    async def undo(self, game_id: int, user_id: int, *, consented: int | None = None, whole: bool = False) -> Table:
        """Takes the person's last decision back, or the ``whole`` turn as far as it can freely be taken back.

        ``consented``: to go back to before this version, where there is nobody else to be asked. Raises Refused:
        nothing to take back, or something was revealed or others have moved since and somebody else has to be asked.
        """
        table = await self.road.running(game_id)
        table.check_not_paused()
        plan = await self.undo_plan(table, user_id)
        if plan.barrier and (consented != plan.version or not await self.nobody_to_ask(table, user_id)):
            raise Refused(f"error.undo_{plan.barrier}")
        plan = plan.whole if whole and plan.turn else plan
        before = await undoing.game_before(self.repository.database, table, plan.version)
        told = Message("say.undone", {"seat": plan.seat, "n": plan.taken_back})
        async with self.road.change_as_read(table) as change:
            await change.take_back(plan.version, before, plan.seat, user_id, told)
        note_deed(Deed.UNDO)
        return change.table

    async def nobody_to_ask(self, table: Table, user_id: int) -> bool:
        """Whether nobody but this person plays here or may come back, be it to a seat that others have given away."""
        if not table.alone(user_id):
            return False
        async with self.repository.database.reading() as session:
            return not await lateness.may_return(session, table)

    async def recent(self, table: Table, seat: int) -> Sequence[MoveRow]:
        """The moves of the turn in which a person last decided on this seat, and all after it."""
        async with self.repository.database.reading() as session:
            return await moves.since_turn(session, table.row.id, seat)

    async def undo_plan(self, table: Table, user_id: int, recent: Sequence[MoveRow] | None = None) -> undoing.UndoPlan:
        """What taking back would mean for this person; ``recent`` moves of the seat, if they have been read. Raises
        Refused when there is nothing to take back."""
        async with self.repository.database.reading() as session:
            return await undoing.plan_of(session, table, user_id, recent)

    async def end(self, game_id: int, user_id: int, *, admin: bool = False) -> Table:
        """An administrator breaks the game off, or the host where nobody else plays; it has no result."""
        table = await self.road.running(game_id)
        check_may_end(table, user_id, admin=admin)
        async with self.repository.database.reading() as session:
            involved = await takes_part(session, table, user_id)
        if involved and not await self.nobody_to_ask(table, user_id):
            raise Refused("error.end_by_vote")
        async with self.road.change_as_read(table) as change:
            await change.abandon([Message("say.ended")])
        return table

    async def movable(self, game_id: int, guild_id: int | None, user_id: int, *, admin: bool = False) -> Table:
        """The running table. Raises Refused unless it is of this server and the person its host or an administrator."""
        table = await self.road.running(game_id)
        if guild_id != table.row.guild_id:  # first of all: an administrator here is nobody there
            raise Refused("error.other_server")
        table.check_host(user_id, admin=admin)
        return table

    async def move_to(
        self, game_id: int, guild_id: int | None, channel_id: int, user_id: int, *, admin: bool = False
    ) -> Table:
        """The table goes on in another channel of its server, where its board is posted anew.

        Whether everybody can read that channel only Discord knows: the caller has asked.
        """
        await self.movable(game_id, guild_id, user_id, admin=admin)
        with refusing():
            async with self.road.change(game_id) as change:
                await change.move_to(guild_id, channel_id)
        return change.table

    async def post_again(self, game_id: int, *, bare: bool = False) -> None:
        """Queues the board anew, for a message that was deleted; ``bare``: without what happened."""
        async with self.road.change(game_id) as change:
            if bare:
                await post(change.session, change.table, without_news(change.table), again=True)
            else:
                await change.show_again()
