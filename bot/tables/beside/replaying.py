"""Looking back at a table that runs or is over: its log cut into scenes, and the table as it stood after each.

A position is played again from the seed: two thousand decisions take a tenth of a second and no more memory than one
game, so none is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import engines
from bot.tables import story
from bot.tables.beside.knowing import Known, known_to
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from engines import Event, Game, scenes
from engines.record import parse
from engines.scenes import MOVE, STRIDES, TURN, Decision, Scene, weight, weightiest
from storage import moves
from storage.models import MoveKind
from storage.moves import Entry

SEAT, KIND = "seat", "on_"
"""With what strides begin that lead from turn to turn of a player, or from one event of a kind to the next."""


KEPT = 100
"""Answers that are remembered."""


def of_seat(seat: int) -> str:
    """The stride from turn to turn of a player."""
    return f"{SEAT}{seat}"


def of_kind(kind: str) -> str:
    """The stride from one event of a kind to the next."""
    return f"{KIND}{kind}"


@dataclass(frozen=True)
class Course:
    """A table with its log, without what happened. What was taken back is not part of it."""

    table: Table
    entries: Sequence[Entry]

    @cached_property
    def decisions(self) -> list[Decision]:
        found = (each for each in self.entries if each.kind == MoveKind.MOVE and not each.undone)
        return [Decision(each.version, each.seat, each.turn, each.words) for each in found]

    def cut(self, stride: str) -> list[Scene]:
        """Its scenes by one of STRIDES or ``of_seat``. Raises Refused for what is none of these."""
        if stride in STRIDES:
            return scenes.cut(self.table.kind, len(self.table.seats), self.decisions, stride)
        if stride not in map(of_seat, range(len(self.table.seats))):
            raise Refused("error.damaged")
        return [scene for scene in self.cut(TURN) if scene.seat is not None and of_seat(scene.seat) == stride]

    def names(self, version: int) -> list[str]:
        """Who played the seats then."""
        names = list(self.table.owner_names)
        for entry in self.entries:
            if entry.kind != MoveKind.MOVE and entry.version <= version:
                names = story.renamed(self.table, names, entry)
        return names

    def known_to(self, user_id: int) -> Known:
        return known_to(self.table, self.entries, user_id)

    def positions(self, versions: Collection[int]) -> dict[int, Table]:
        """The table as it stood at these versions. Raises Refused when its log does not lead to where it stands: it was
        begun under other rules."""
        wanted, found = sorted(set(versions)), dict[int, Game]()
        try:
            game = self.table.begun()
            game.quiet = True
            for decision in self.decisions:
                while len(found) < len(wanted) and wanted[len(found)] < decision.version:
                    found[wanted[len(found)]] = game.copy()
                game.play(decision.seat, parse(decision.words))
        except (engines.IllegalAction, ValueError) as fault:
            raise Refused("error.other_rules") from fault
        if self.table.row.state is not None and game != self.table.game:
            raise Refused("error.other_rules")
        found |= dict.fromkeys(wanted[len(found) :], game)
        return {version: self.table.then(game, self.names(version)) for version, game in found.items()}


class Told(NamedTuple):
    """A scene with what a person may know of what happened in it, by version. ``table``: as it stood at its end, where
    that is worth a board; ``seat``: as which seat the person may see it."""

    scene: Scene
    happened: Mapping[int, Sequence[Event]]
    seat: int | None
    table: Table | None = None

    @property
    def events(self) -> list[Event]:
        return list(chain.from_iterable(self.happened.values()))


class Replays:
    """Of tables that run or are over."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self._kinds: dict[tuple[int, int, Known], set[str]] = {}
        """What has happened of milestones, by table, version and what a person knows: asked for at every step."""

    async def course(self, table: Table) -> Course:
        """Raises Refused before the start."""
        table.check_kept()
        if table.row.state is None:
            raise Refused("error.not_started")
        async with self.repository.database.reading() as session:
            return Course(table, await moves.course(session, table.row.id))

    async def scenes(self, course: Course, stride: str, known: Known) -> list[Scene]:
        """As ``Course.cut``, and those with an event of a kind that the person may know (``of_kind``)."""
        kind = stride.removeprefix(KIND)
        if kind == stride or kind not in course.table.kind.presentation.milestones:
            return course.cut(stride)
        happened = await self._all(course, known)
        having = {version for version, events in happened.items() if any(event.kind == kind for event in events)}
        return [scene for scene in course.cut(MOVE) if scene.until in having and scene.until > scene.after]

    async def kinds(self, course: Course, known: Known) -> set[str]:
        """The kinds of milestones that have happened, as far as the person may know it."""
        of = course.table.row.id, course.table.row.version, known
        if of not in self._kinds:
            happened = await self._all(course, known)
            milestones = course.table.kind.presentation.milestones
            self._kinds[of] = {each.kind for events in happened.values() for each in events if each.kind in milestones}
            while len(self._kinds) > KEPT:
                del self._kinds[next(iter(self._kinds))]
        return self._kinds[of]

    async def _all(self, course: Course, known: Known) -> Mapping[int, list[Event]]:
        """What has happened since the beginning, as ``happened`` tells it."""
        return await self.happened(course, Scene(-1, course.table.row.version, 0, None), known)

    async def happened(self, course: Course, scene: Scene, known: Known) -> Mapping[int, list[Event]]:
        """What happened in a scene, as far as the person may know it, by version; not what was taken back."""
        if scene.after == scene.until:
            return {}
        async with self.repository.database.reading() as session:
            found = await moves.happened(session, course.table.row.id, after=scene.after, until=scene.until)
        standing = {decision.version for decision in course.decisions}
        return {
            entry.version: known.events(entry.version, entry.events) for entry in found if entry.version in standing
        }

    async def told(self, course: Course, known: Known, after: int) -> list[Told]:
        """The turns after a version."""
        scenes = [
            scene._replace(after=max(scene.after, after))
            for scene in course.cut(TURN)
            if scene.until > max(after, scene.after)
        ]
        if not scenes:
            return []
        happened = await self.happened(course, Scene(after, scenes[-1].until, 0, None), known)
        return [
            Told(
                scene,
                {version: events for version, events in happened.items() if scene.holds(version)},
                known.at(scene.until),
            )
            for scene in scenes
        ]

    async def missed(self, course: Course, told: Sequence[Told], most: int) -> list[Told]:
        """Turns with the boards of at most so many, in which something of weight happened. Raises Refused as
        ``Course.positions``."""
        chosen = weightiest([weight(course.table.kind, each.events) for each in told], most)
        if not chosen:
            return list(told)
        boards = await self.positions(course, [told[place].scene.until for place in chosen])
        return [each._replace(table=boards.get(each.scene.until)) for each in told]

    async def positions(self, course: Course, versions: Collection[int]) -> dict[int, Table]:
        """As ``Course.positions``."""
        return await asyncio.to_thread(course.positions, versions)
