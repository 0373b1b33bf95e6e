"""Reviews of games that are over: the decisions that lost most, found once by `losses` and stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

import msgspec
import structlog

from bot.tables.analysis import losses
from bot.tables.analysis.hint_search import answer_question
from bot.tables.analysis.losses import Judge, Loss, NoTime, Suspect
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from bot.tables.undo_rules import OtherRules, rebuild_game, replay_moves
from bot.thinking.ideas import Idea, compared_ideas
from bot.thinking.order import question
from bot.work.fair_queue import FairLock, Groups
from bot.work.process_pool import PoolClosed
from engines import Action, Game
from engines.players.skills import SKILLS
from engines.record import parse
from engines.scenes import Decision
from storage import games, moves, named_values
from storage.models import MoveKind, MoveRow, Status

log = structlog.get_logger()

MOST_SECONDS = 180.0
"""Seconds for the review of a whole game; after that it has the losses found so far."""
COSTLIEST_SECONDS = 30.0
"""Seconds for finding the one decision that lost most."""


class Reviews:
    """Make and store the reviews of tables that are over."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self._lock = FairLock()
        """Held while a game is reviewed: one at a time in this process."""

    async def last_in(self, channel_id: int, lacking: str) -> Table:
        """Return the table that ended in a channel last, even if another game is played there now.

        Raises Refused with the text `lacking` if there is none.
        """
        async with self.repository.database.reading() as session:
            game_id = await games.last_finished_in_channel(session, channel_id)
        if game_id is None:
            raise Refused(lacking)
        return await self.repository.table(game_id)

    async def stored(self, table: Table, user_id: int) -> list[Loss] | None:
        """Return the stored losses by seat, largest first, or None if the table has not been reviewed yet.

        Raises Refused before the end, and for people who never played there.
        """
        if table.row.status != Status.FINISHED:
            raise Refused("error.no_review_yet")
        players = {user for seat in table.seats for user in (seat.user_id, seat.owner_id)}
        if user_id not in players | {move.by_user_id for move in await self.moves(table)}:
            raise Refused("error.not_seated")
        return await self.stored_review(table)

    async def make(self, table: Table, user_id: int) -> list[Loss]:
        """Return the losses by seat, largest first; a review that is not stored yet takes up to MOST_SECONDS.

        Raises Refused for a table that is deleted meanwhile, and as `review` does.
        """
        groups = (table.row.guild_id, user_id)
        async with self._lock.hold(groups):
            losses_by_seat = await self.stored_review(table)  # another person may have requested it meanwhile
            if losses_by_seat is None:
                losses_by_seat = await review(table, await self.moves(table), groups=groups)
                encoded = msgspec.json.encode(losses_by_seat).decode()
                async with self.repository.holding(table.row.id) as session:
                    if await games.outline(session, table.row.id) is None:
                        raise Refused("error.no_table")
                    await named_values.remember(session, review_key(table.row.id), encoded)
        return losses_by_seat

    async def moves(self, table: Table) -> Sequence[MoveRow]:
        """Return the moves without those that were taken back."""
        async with self.repository.database.reading() as session:
            return await moves.effective(session, table.row.id)

    async def log(self, table: Table) -> Sequence[MoveRow]:
        """Return all entries of the table's log."""
        async with self.repository.database.reading() as session:
            return await moves.log(session, table.row.id)

    async def before(self, table: Table, log: Sequence[MoveRow], loss: Loss) -> Table:
        """Return the table before the decision. Raises Refused when its log does not lead to the end."""
        try:
            game = await asyncio.to_thread(rebuild_game, table, list(filter(_counts, log)), loss.version)
        except Refused as fault:
            raise Refused("error.review_log") from fault
        return table.at_position(game)

    async def reasons(self, before: Table, loss: Loss, user_id: int | None = None) -> list[Idea]:
        """Return the better action and the played one with their differences; empty if nothing can be said.

        `user_id` is the person who asks, if somebody does.
        """
        better = parse(loss.better)
        played_action = parse(loss.played)
        if not {better, played_action} <= set(before.game.legal(loss.seat)):
            return []
        comparison = question(compared_ideas, before.row.seed, before.game, loss.seat, better, played_action)
        try:
            ideas: list[Idea] = await answer_question(comparison, (before.row.guild_id, user_id))
        except PoolClosed:
            raise
        except Exception:
            log.exception("reasons could not be found; a loss is told without", table=before.row.id)
            return []
        return sorted(ideas, key=lambda idea: before.game.gist(idea.action) != before.game.gist(better))

    async def stored_review(self, table: Table) -> list[Loss] | None:
        """Return the stored review of a table, or None if there is none yet."""
        async with self.repository.database.reading() as session:
            value = await named_values.value(session, review_key(table.row.id))
        return msgspec.json.decode(value, type=list[Loss]) if value else None


def review_key(game_id: int) -> str:
    """Return the key under which the review of a table is stored."""
    return f"review:{game_id}"


def own_seat(table: Table, log: Sequence[MoveRow], user_id: int) -> int | None:
    """Return the seat that a person owns, or has played most as a substitute.

    An owner keeps the seat even if somebody else decided there in the end.
    """
    for seat in table.seats:
        if (seat.owner_id or seat.user_id) == user_id:
            return seat.number
    decision_counts = Counter(move.seat for move in log if move.by_user_id == user_id and _counts(move))
    return next((seat for seat, _ in decision_counts.most_common(1)), table.seat_of(user_id))


def choices(before: Game, loss: Loss) -> list[Action]:
    """Return the answers to the question of a review, always in the same order.

    They are the played action, the better one, and another legal one, of the kind of one of these if possible.
    """
    actions = [parse(loss.played), parse(loss.better)]
    effects = {before.gist(action) for action in actions}
    alternatives = [action for action in before.legal(loss.seat) if before.gist(action) not in effects]
    similar = [action for action in alternatives if action[0] in (actions[0][0], actions[1][0])]
    rng = Random(f"{loss.version} {loss.played}")
    actions += rng.sample(similar or alternatives, min(1, len(alternatives)))
    rng.shuffle(actions)
    return actions


def names_of_former_players(table: Table, log: Sequence[MoveRow]) -> dict[int, str]:
    """Return the names of former players of a seat, by the versions of their decisions."""
    names = {seat.owner_id or seat.user_id: seat.name for seat in table.seats}
    names |= {entry.by_user_id: entry.words for entry in log if entry.kind == MoveKind.SUBSTITUTE}
    deciders = dict[int, str]()
    for move in log:
        name = names.get(move.by_user_id) if move.by_user_id and _counts(move) else None
        if name and name != table.recorded_names[move.seat]:
            deciders[move.version] = table.present_name_of(name)
    return deciders


def _counts(entry: MoveRow) -> bool:
    """Return whether an entry of the log is a decision that was not taken back."""
    return entry.kind == MoveKind.MOVE and not entry.undone


async def review(
    table: Table, move_rows: Sequence[MoveRow], seconds: float = MOST_SECONDS, groups: Groups = ()
) -> list[Loss]:
    """Return the largest losses by seat, without decisions whose judgement failed.

    Raises:
        Refused: No decision could be judged in time, or the log does not lead to the end.
        PoolClosed: The bot stops.
        Exception: The fault, if it left no decision that was judged closely.
    """
    suspects = await asyncio.to_thread(decisions, table, move_rows)
    try:
        return await losses.largest_of_each_seat(Judge(table.row.id, table.row.seed, groups), suspects, seconds)
    except NoTime as fault:
        raise Refused("error.review_no_time") from fault


async def costliest(
    table: Table,
    move_rows: Sequence[MoveRow],
    seats: Collection[int],
    seconds: float = COSTLIEST_SECONDS,
    groups: Groups = (),
) -> Loss | None:
    """Return the costliest decision of these seats, or None. Raises Refused if the log does not lead to the end."""
    all_decisions = await asyncio.to_thread(decisions, table, move_rows)
    suspects = [suspect for suspect in all_decisions if suspect.decision.seat in seats]
    return await losses.costliest(Judge(table.row.id, table.row.seed, groups), suspects, seconds)


def decisions(table: Table, move_rows: Sequence[MoveRow]) -> list[Suspect]:
    """Return the decisions of people with a choice that the strong player can judge.

    Raises Refused when the log does not lead to the end.
    """
    suspects = list[Suspect]()
    try:
        for move, game in replay_moves(table, move_rows):
            legal = game.legal(move.seat)
            is_choice = len(legal) > 1 and parse(move.words) in legal
            if move.by_user_id is not None and is_choice and game.imaginable(move.seat):
                decision = Decision(move.version, move.seat, game.state.turn, move.words)
                suspects.append(Suspect(decision, game.copy()))
    except OtherRules as fault:
        raise Refused("error.review_log") from fault
    return suspects if table.row.key in SKILLS else []
