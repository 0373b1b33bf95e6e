"""Running tables: people's decisions, undo, abandoning the game, and posting the board elsewhere or again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.tables import undo_rules
from bot.tables.change_announcements import board_without_news, post_announcement
from bot.tables.observers import overdue_players
from bot.tables.repository import has_taken_part, refuse_storage_errors
from bot.tables.table import Refused, Table
from bot.tables.transaction import TableTransactions, play_decision
from bot.work.log_context import Deed, note_deed
from engines import Action, Message
from storage import moves
from storage.models import MoveRow


class ActionResult(NamedTuple):
    """The result of a person's decision."""

    table: Table
    plans_begin: bool
    """True if plans continue in a moment, so that others move by themselves."""


class Gameplay:
    """Actions of people at running tables."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository

    async def act(
        self,
        game_id: int,
        user_id: int,
        action: Action,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> Table:
        """Make a person's decision as `make_decision` does, and return the table after it."""
        result = await self.make_decision(game_id, user_id, action, version=version, interaction_id=interaction_id)
        return result.table

    async def make_decision(
        self,
        game_id: int,
        user_id: int,
        action: Action,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
        loaded: Table | None = None,
    ) -> ActionResult:
        """Make a person's decision; computers and plans have their turn afterwards.

        Args:
            game_id: The table.
            user_id: The person.
            action: The decision.
            version: The game's version that the person saw; None for the present one.
            interaction_id: The interaction, which is carried out once.
            loaded: The table as it has just been read, which is played on.

        Raises:
            Refused: The person has no seat, the table does not run, the board has moved on, or the click was already
                carried out. Nothing has changed.
            IllegalAction: The game does not allow the action. Nothing has changed.
        """
        if loaded is None:
            table = await self.transactions.load_running(game_id)
        else:
            table = self.transactions.check_running(loaded)
        table.check_not_paused()
        seat = table.own_seat(user_id)
        if version is not None and version != table.row.version:
            raise Refused("error.moved_on")
        decision = play_decision(table.game, seat, action, user_id)
        async with self.transactions.change_loaded(table, hold=False) as transaction:
            await transaction.play([decision], interaction_id=interaction_id)
        note_deed(Deed.MOVE)
        return ActionResult(table, plans_begin=bool(transaction.ready_seats))

    async def undo(
        self,
        game_id: int,
        user_id: int,
        *,
        consented: int | None = None,
        whole_turn: bool = False,
        version: int | None = None,
    ) -> Table:
        """Take back the person's last decision, or those of the `whole_turn` that can freely be taken back.

        Args:
            game_id: The table.
            user_id: The person.
            consented: The version before which the person agrees to go, if nobody else has to be asked.
            whole_turn: True for the whole turn.
            version: The game's version that the person saw; None for the present one.

        Raises:
            Refused: The board has moved on, there is nothing to take back, or something was revealed or others have
                moved since, and somebody else has to be asked.
        """
        table = await self.transactions.load_running(game_id)
        table.check_not_paused()
        if version is not None and version != table.row.version:
            raise Refused("error.moved_on")
        plan = await self.undo_plan(table, user_id)
        if plan.barrier and (consented != plan.version or not await self.has_nobody_to_ask(table, user_id)):
            raise Refused(f"error.undo_{plan.barrier}")
        if whole_turn and plan.turn:
            plan = plan.whole_turn
        before = await undo_rules.load_game_before(self.repository.database, table, plan.version)
        text_id = "say.undone_with_computers" if plan.taken_back > plan.own else "say.undone"
        line = Message(text_id, {"seat": plan.seat, "n": plan.own})
        async with self.transactions.change_loaded(table) as transaction:
            await transaction.take_back(plan.version, before, plan.seat, user_id, line)
        note_deed(Deed.UNDO)
        return transaction.table

    async def has_nobody_to_ask(self, table: Table, user_id: int) -> bool:
        """Return whether nobody else plays here or may come back, including people whose seats were given away."""
        if not table.is_alone(user_id):
            return False
        async with self.repository.database.reading() as session:
            return not await overdue_players.users_who_may_return(session, table)

    async def recent_moves(self, table: Table, seat: int) -> Sequence[MoveRow]:
        """Return the moves since the beginning of the turn in which a person last decided on this seat."""
        async with self.repository.database.reading() as session:
            return await moves.since_turn(session, table.row.id, seat)

    async def undo_plan(
        self, table: Table, user_id: int, recent: Sequence[MoveRow] | None = None
    ) -> undo_rules.UndoPlan:
        """Return the person's last decision as `undo_rules.find_undo_plan` does."""
        async with self.repository.database.reading() as session:
            return await undo_rules.find_undo_plan(session, table, user_id, recent)

    async def end(self, game_id: int, user_id: int, *, admin: bool = False) -> Table:
        """End the game without a result, for an administrator who never played in it, or for a host who plays alone.

        Raises:
            Refused: The table does not run, the person may not end it, or others play or may come back, who decide
                together by a vote. Nothing has changed.
        """
        table = await self.transactions.load_running(game_id)
        table.check_may_end(user_id, admin=admin)
        # An administrator who has given up a seat here counts as a player, too.
        async with self.repository.database.reading() as session:
            is_involved = await has_taken_part(session, table, user_id)
        if is_involved and not await self.has_nobody_to_ask(table, user_id):
            raise Refused("error.end_by_vote")
        async with self.transactions.change_loaded(table) as transaction:
            await transaction.abandon([Message("say.ended")])
        return table

    async def load_movable(self, game_id: int, guild_id: int | None, user_id: int, *, admin: bool = False) -> Table:
        """Return the running table. Raises Refused unless the person may move it within this server."""
        table = await self.transactions.load_running(game_id)
        # This check comes first: an administrator of this server has no rights at tables of others.
        if guild_id != table.row.guild_id:
            raise Refused("error.other_server")
        table.check_host(user_id, admin=admin)
        return table

    async def move_to(
        self, game_id: int, guild_id: int | None, channel_id: int, user_id: int, *, admin: bool = False
    ) -> Table:
        """Move the table to another channel of its server, and post its board there.

        The caller has made sure that everybody can read that channel, which only Discord knows.
        """
        await self.load_movable(game_id, guild_id, user_id, admin=admin)
        with refuse_storage_errors():
            async with self.transactions.change_running(game_id) as transaction:
                await transaction.move_to(guild_id, channel_id)
        return transaction.table

    async def post_again(self, game_id: int, *, bare: bool = False) -> None:
        """Queue the board again in place of a deleted message; `bare` leaves out the events."""
        async with self.transactions.change_running(game_id) as transaction:
            if not bare:
                await transaction.show_again()
                return
            table = transaction.table
            await post_announcement(transaction.session, table, board_without_news(table), again=True)
