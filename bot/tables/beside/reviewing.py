"""Looking back at a game that is over: where its people lost most (``losses``), thought about once and kept."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

import msgspec
import structlog

from bot.tables.beside.hints import stocks, thought
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from bot.tables.undoing import OtherRules, played_again, rebuild
from bot.thinking import losses
from bot.thinking.idea import Idea
from bot.thinking.ideas import of_two
from bot.thinking.losses import Decided, Look, Loss, NoTime
from bot.thinking.order import question
from bot.work.line import FairLock, Groups
from bot.work.process_pool import PoolClosed
from engines import Action, Game
from engines.players.skills import SKILLS
from engines.record import parse
from engines.scenes import Decision
from storage import games, kept, moves
from storage.models import MoveKind, MoveRow, Status

log = structlog.get_logger()

MOST_SECONDS = 180.0
"""A game is thought about no longer; then what was found counts."""
COSTLIEST_SECONDS = 30.0
"""So long the one decision that lost most is looked for."""


class Reviews:
    """Of tables that are over; each is made once and kept."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self._thinking = FairLock()
        """One game at a time is thought about in this process."""

    async def last_in(self, channel_id: int, lacking: str) -> Table:
        """The table that ended in a channel last, whatever is played there now. Raises Refused, with what is said where
        it is ``lacking``."""
        async with self.repository.database.reading() as session:
            found = await games.last_finished_in_channel(session, channel_id)
        if found is None:
            raise Refused(lacking)
        return await self.repository.table(found)

    async def stored(self, table: Table, user_id: int) -> list[Loss] | None:
        """The losses by seat, largest first; None: nobody has thought about them yet.

        Raises Refused before the end, and for who never sat there.
        """
        if table.row.status != Status.FINISHED:
            raise Refused("error.no_review_yet")
        sat = {user for seat in table.seats for user in (seat.user_id, seat.owner_id)}
        if user_id not in sat | {move.by_user_id for move in await self.moves(table)}:
            raise Refused("error.not_seated")
        return await self.known(table)

    async def made(self, table: Table, user_id: int) -> list[Loss]:
        """The losses by seat, largest first; thought about if nobody has yet, which takes up to MOST_SECONDS.

        Raises Refused for a table that is deleted meanwhile; as ``review``.
        """
        of = table.row.guild_id, user_id
        async with self._thinking.held(of):
            found = await self.known(table)  # whoever waited finds it made
            if found is None:
                found = await review(table, await self.moves(table), of=of)
                async with self.repository.holding(table.row.id) as session:
                    if await games.outline(session, table.row.id) is None:
                        raise Refused("error.no_table")
                    await kept.remember(session, kept_under(table.row.id), msgspec.json.encode(found).decode())
        return found

    async def moves(self, table: Table) -> Sequence[MoveRow]:
        """What was played, without what was taken back."""
        async with self.repository.database.reading() as session:
            return await moves.effective(session, table.row.id)

    async def log(self, table: Table) -> Sequence[MoveRow]:
        """Everything that was done at the table."""
        async with self.repository.database.reading() as session:
            return await moves.log(session, table.row.id)

    async def before(self, table: Table, log: Sequence[MoveRow], loss: Loss) -> Table:
        """The table as it stood before the decision. Raises Refused when its log does not lead to the end."""
        try:
            game = await asyncio.to_thread(rebuild, table, list(filter(_counts, log)), loss.version)
        except Refused as fault:
            raise Refused("error.review_log") from fault
        return table.then(game)

    async def reasons(self, before: Table, loss: Loss, user_id: int) -> list[Idea]:
        """What tells the better action and the played one apart, the better one first; none: nothing can be said."""
        seat, better, played = loss.seat, parse(loss.better), parse(loss.played)
        if not {better, played} <= set(before.game.legal(seat)):
            return []
        asked = question(of_two, before.row.seed, before.game, seat, better, played, stocks(before.game, seat))
        try:
            found: list[Idea] = await thought(asked, (before.row.guild_id, user_id))
        except PoolClosed:
            raise
        except Exception:
            log.exception("reasons could not be found; a loss is told without", table=before.row.id)
            return []
        return sorted(found, key=lambda idea: before.game.gist(idea.action) != before.game.gist(better))

    async def known(self, table: Table) -> list[Loss] | None:
        """What has been thought about a table; None: nothing yet."""
        async with self.repository.database.reading() as session:
            value = await kept.value(session, kept_under(table.row.id))
        return msgspec.json.decode(value, type=list[Loss]) if value else None


def kept_under(game_id: int) -> str:
    """That by which what was found about a table is remembered."""
    return f"review:{game_id}"


def own_seat(table: Table, log: Sequence[MoveRow], user_id: int) -> int | None:
    """The seat that is somebody's, whoever decided there in the end; of who only stepped in for others the one where
    they decided most."""
    for seat in table.seats:
        if (seat.owner_id or seat.user_id) == user_id:
            return seat.number
    made = Counter(move.seat for move in log if move.by_user_id == user_id and _counts(move))
    return next((seat for seat, _ in made.most_common(1)), table.seat_of(user_id))


def choices(before: Game, loss: Loss) -> list[Action]:
    """What somebody is asked to choose from, always in the same order: what was played, what was better, and another
    legal action, of the same kind as one of them if there is one."""
    told = [parse(loss.played), parse(loss.better)]
    known = {before.gist(action) for action in told}
    others = [action for action in before.legal(loss.seat) if before.gist(action) not in known]
    alike = [action for action in others if action[0] in (told[0][0], told[1][0])]
    rng = Random(f"{loss.version} {loss.played}")
    found = [*told, *rng.sample(alike or others, min(1, len(others)))]
    rng.shuffle(found)
    return found


def others_decided(table: Table, log: Sequence[MoveRow]) -> dict[int, str]:
    """The names of those who decided for a seat that bears another name now, by the version of the decision."""
    known = {seat.owner_id or seat.user_id: seat.name for seat in table.seats}
    known |= {entry.by_user_id: entry.words for entry in log if entry.kind == MoveKind.SUBSTITUTE}
    by = {move.version: (move, known.get(move.by_user_id)) for move in log if move.by_user_id and _counts(move)}
    recorded = table.recorded_names
    return {
        version: table.named_now(name) for version, (move, name) in by.items() if name and name != recorded[move.seat]
    }


def _counts(entry: MoveRow) -> bool:
    """Whether it is a decision that was not taken back."""
    return entry.kind == MoveKind.MOVE and not entry.undone


async def review(table: Table, played: Sequence[MoveRow], seconds: float = MOST_SECONDS, of: Groups = ()) -> list[Loss]:
    """The largest losses of each seat, by seat; a decision that cannot be judged for a fault is left out.

    Raises such a fault where it left not a single one that was looked at longer, Refused where time did, or where the
    log does not lead to the end, and PoolClosed.
    """
    decided = await asyncio.to_thread(decisions, table, played)
    try:
        return await losses.of_each_seat(Look(table.row.id, table.row.seed, of), decided, seconds)
    except NoTime as fault:
        raise Refused("error.review_no_time") from fault


async def costliest(
    table: Table,
    played: Sequence[MoveRow],
    seats: Collection[int],
    seconds: float = COSTLIEST_SECONDS,
    of: Groups = (),
) -> Loss | None:
    """As ``losses.costliest`` of these seats' decisions. Raises Refused where the log does not lead to the end."""
    decided = [each for each in await asyncio.to_thread(decisions, table, played) if each.move.seat in seats]
    return await losses.costliest(Look(table.row.id, table.row.seed, of), decided, seconds)


def decisions(table: Table, played: Sequence[MoveRow]) -> list[Decided]:
    """What people decided where there was a choice of which the strong player knows something. Raises Refused when the
    log does not lead to the end."""
    found = list[Decided]()
    try:
        for move, game in played_again(table, played):
            action, legal = parse(move.words), game.legal(move.seat)
            if move.by_user_id is not None and len(legal) > 1 and action in legal and game.imaginable(move.seat):
                decided = Decision(move.version, move.seat, game.state.turn, move.words)
                found.append(Decided(decided, game.copy()))
    except OtherRules as fault:
        raise Refused("error.review_log") from fault
    return found if table.row.key in SKILLS else []
