"""The drawing of the bot's imports: few levels, few rooms that everything leans on, and a name for each module."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
MOST_LEVELS = 9
MOST_IMPORTERS = 8
"""Rooms that may import another one which is none of ``FOR_EVERYBODY``."""
FOR_EVERYBODY = frozenset(("interactions", "tables", "language"))
"""Rooms that may be imported by any number of others."""


def room_of(module: str) -> str:
    """Return the direct part of ``bot`` that a module belongs to."""
    return module.split(".")[1]


@cache
def imported_rooms() -> dict[str, set[str]]:
    """Return for each room of ``bot`` which others its modules import."""
    graph = grimp.build_graph("bot", cache_dir=None)
    rooms: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules - {"bot"}:
        imported = {room_of(target) for target in graph.find_modules_directly_imported_by(module) if target != "bot"}
        rooms[room_of(module)] |= imported - {room_of(module)}
    return rooms


def level(room: str) -> int:
    """Return how many rooms the longest way down through imports leads through."""
    return 1 + max((level(imported) for imported in imported_rooms()[room]), default=0)


def test_the_bot_has_few_levels() -> None:
    assert max(map(level, imported_rooms())) <= MOST_LEVELS


def test_few_rooms_lean_on_the_same_one() -> None:
    importers = Counter(imported for imports in imported_rooms().values() for imported in imports)
    assert [room for room, n in importers.items() if n > MOST_IMPORTERS and room not in FOR_EVERYBODY] == []


def test_no_two_modules_of_the_bot_have_the_same_name() -> None:
    files = [file for file in (ROOT / "bot").rglob("*.py") if "migrations" not in file.parts]
    names = Counter(file.parent.name if file.stem == "__init__" else file.stem for file in files)
    assert [name for name, n in names.items() if n > 1] == []


def test_a_vote_is_three_modules() -> None:
    """The table's side, its message, and what people press and type; everything else only names them."""
    files = {file.relative_to(ROOT).as_posix() for file in (ROOT / "bot").rglob("*vot*.py")}
    assert files == {
        "bot/delivery/vote_messages.py",
        "bot/features/votes.py",
        "bot/tables/observers/voting.py",
    }
