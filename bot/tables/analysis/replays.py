"""Replays of tables that run or are over: the log, cut into scenes, and the table after each scene.

A position is replayed from the seed: two thousand decisions take a tenth of a second and no more memory than one game,
so that no position is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import engines
from bot.tables import event_log
from bot.tables.analysis.seat_knowledge import SeatKnowledge, knowledge_of
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from engines import Event, Game, scenes
from engines.record import parse
from engines.scenes import MOVE, STRIDES, TURN, Decision, Scene, weight, weightiest
from storage import moves
from storage.models import MoveKind
from storage.moves import Entry

SEAT_PREFIX = "seat"
"""Prefix of strides from turn to turn of a player."""
EVENT_PREFIX = "on_"
"""Prefix of strides from one event of a kind to the next."""

MOST_CACHED = 100
"""Entries of the cache of the kinds of milestones, at most."""


def seat_stride(seat: int) -> str:
    """Return the stride from turn to turn of a player."""
    return f"{SEAT_PREFIX}{seat}"


def event_stride(kind: str) -> str:
    """Return the stride from one event of a kind to the next."""
    return f"{EVENT_PREFIX}{kind}"


@dataclass(frozen=True)
class TableHistory:
    """A table with its log, without the events and without what was taken back."""

    table: Table
    entries: Sequence[Entry]

    @cached_property
    def decisions(self) -> list[Decision]:
        moves = (entry for entry in self.entries if entry.kind == MoveKind.MOVE and not entry.undone)
        return [Decision(move.version, move.seat, move.turn, move.words) for move in moves]

    def cut(self, stride: str) -> list[Scene]:
        """Return its scenes by one of STRIDES or a `seat_stride`. Raises Refused for other strides."""
        if stride in STRIDES:
            return scenes.cut(self.table.kind, len(self.table.seats), self.decisions, stride)
        if stride not in map(seat_stride, range(len(self.table.seats))):
            raise Refused("error.damaged")
        return [scene for scene in self.cut(TURN) if scene.seat is not None and seat_stride(scene.seat) == stride]

    def names(self, version: int) -> list[str]:
        """Return the names of the players at a version."""
        names = list(self.table.owner_names)
        for entry in self.entries:
            if entry.kind != MoveKind.MOVE and entry.version <= version:
                names = event_log.names_after(self.table, names, entry)
        return names

    def knowledge_of(self, user_id: int) -> SeatKnowledge:
        """Return what a person knows of the seats."""
        return knowledge_of(self.table, self.entries, user_id)

    def positions(self, versions: Collection[int]) -> dict[int, Table]:
        """Return the table at these versions.

        Raises Refused when the log does not lead to the stored state, since the table began under other rules.
        """
        sorted_versions = sorted(set(versions))
        games = dict[int, Game]()
        try:
            game = self.table.initial_game()
            game.reports_nothing = True
            for decision in self.decisions:
                # The position of a version without a decision is that after the decision before it.
                while len(games) < len(sorted_versions) and sorted_versions[len(games)] < decision.version:
                    games[sorted_versions[len(games)]] = game.copy()
                game.play(decision.seat, parse(decision.words))
        except (engines.IllegalAction, ValueError) as fault:
            raise Refused("error.other_rules") from fault
        if self.table.row.state is not None and game != self.table.game:
            raise Refused("error.other_rules")
        games |= dict.fromkeys(sorted_versions[len(games) :], game)
        return {version: self.table.at_position(game, self.names(version)) for version, game in games.items()}


class SceneReport(NamedTuple):
    """A scene with the events that a person may know."""

    scene: Scene
    events_by_version: Mapping[int, Sequence[Event]]
    seat: int | None
    """The seat as which the person may see the table."""
    table: Table | None = None
    """The table at the end of the scene, if that is worth a board."""

    @property
    def events(self) -> list[Event]:
        return list(chain.from_iterable(self.events_by_version.values()))


class Replays:
    """The histories of tables that run or are over."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self._kinds: dict[tuple[int, int, SeatKnowledge], set[str]] = {}
        """Kinds of milestones that have happened, by table, version and knowledge: asked for at each step."""

    async def load_history(self, table: Table) -> TableHistory:
        """Return a table with its log. Raises Refused before the start."""
        table.check_has_moves()
        if table.row.state is None:
            raise Refused("error.not_started")
        async with self.repository.database.reading() as session:
            return TableHistory(table, await moves.course(session, table.row.id))

    async def scenes(self, history: TableHistory, stride: str, knowledge: SeatKnowledge) -> list[Scene]:
        """Return the scenes of a stride, including an `event_stride` with events that the person may know."""
        kind = stride.removeprefix(EVENT_PREFIX)
        if kind == stride or kind not in history.table.kind.presentation.milestones:
            return history.cut(stride)
        events_by_version = await self._all_events(history, knowledge)
        versions = {
            version for version, events in events_by_version.items() if any(event.kind == kind for event in events)
        }
        return [scene for scene in history.cut(MOVE) if scene.until in versions and scene.until > scene.after]

    async def milestone_kinds(self, history: TableHistory, knowledge: SeatKnowledge) -> set[str]:
        """Return the kinds of milestones that have happened, as far as the person may know them."""
        key = (history.table.row.id, history.table.row.version, knowledge)
        if key not in self._kinds:
            milestones = history.table.kind.presentation.milestones
            events_by_version = await self._all_events(history, knowledge)
            kinds = {event.kind for events in events_by_version.values() for event in events}
            self._kinds[key] = {kind for kind in kinds if kind in milestones}
            while len(self._kinds) > MOST_CACHED:
                del self._kinds[next(iter(self._kinds))]
        return self._kinds[key]

    async def _all_events(self, history: TableHistory, knowledge: SeatKnowledge) -> Mapping[int, list[Event]]:
        return await self.events(history, Scene(-1, history.table.row.version, 0, None), knowledge)

    async def events(self, history: TableHistory, scene: Scene, knowledge: SeatKnowledge) -> Mapping[int, list[Event]]:
        """Return the events of a scene by version, as far as the person may know them; not what was taken back."""
        if scene.after == scene.until:
            return {}
        async with self.repository.database.reading() as session:
            entries = await moves.events_between(
                session, history.table.row.id, after=scene.after, last_version=scene.until
            )
        effective_versions = {decision.version for decision in history.decisions}
        return {
            entry.version: knowledge.events(entry.version, entry.events)
            for entry in entries
            if entry.version in effective_versions
        }

    async def report_turns(self, history: TableHistory, knowledge: SeatKnowledge, after: int) -> list[SceneReport]:
        """Return the turns after a version with their events."""
        scenes = [
            scene._replace(after=max(scene.after, after))
            for scene in history.cut(TURN)
            if scene.until > max(after, scene.after)
        ]
        if not scenes:
            return []
        events_by_version = await self.events(history, Scene(after, scenes[-1].until, 0, None), knowledge)
        return [
            SceneReport(
                scene,
                {version: events for version, events in events_by_version.items() if scene.holds(version)},
                knowledge.at(scene.until),
            )
            for scene in scenes
        ]

    async def add_boards(self, history: TableHistory, reports: Sequence[SceneReport], limit: int) -> list[SceneReport]:
        """Return the reports, the `limit` weightiest with a board. Raises Refused as `TableHistory.positions` does."""
        illustrated = weightiest([weight(history.table.kind, report.events) for report in reports], limit)
        if not illustrated:
            return list(reports)
        boards = await self.positions(history, [reports[place].scene.until for place in illustrated])
        return [report._replace(table=boards.get(report.scene.until)) for report in reports]

    async def positions(self, history: TableHistory, versions: Collection[int]) -> dict[int, Table]:
        """Return `TableHistory.positions`, computed in a thread."""
        return await asyncio.to_thread(history.positions, versions)
