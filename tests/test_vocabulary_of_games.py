"""No package but the engines and the pictures of a game names a verb, piece or id of a single game.

The vocabulary of a game is what its records declare: its key, how its actions are spoken of, the cards and the kinds of
events that its presentation names, and the words and events that its catalogue has texts for. A string of the source
that is such a word, or lists nothing but such words, belongs to the game; so does a string that contains its key.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import engines
from bot.wording import languages
from bot.wording.languages import FALLBACK
from bot.wording.lists import typed_words
from engines.contract import Game
from engines.messages import OVER, PAID, PASSED, TURN
from engines.presentation import Presentation
from engines.spoken import FOR
from engines.steps import Done, Pass

ROOT = Path(__file__).parents[1]
SOURCES = ("bot/**/*.py", "storage/**/*.py", "render/kit/**/*.py", "render/*.py")
TEXTS = frozenset(("word", "card", "does", "brief", "event"))
"""Parts of ids behind which the catalogue of a game names one of its words, cards or events."""
SHARED = frozenset((Done.word, Pass.word, FOR, OVER, PAID, PASSED, TURN))
"""Words that the contract gives to every game."""
SYMBOLS = frozenset(("kind", "end", "need", "distances"))
"""Fields of records of the spoken language whose values belong to no game."""


class Word(NamedTuple):
    """A word of a game in the source of another package."""

    word: str
    file: str
    line: int


class Homonyms(NamedTuple):
    """Words that a part of the source uses for itself, though a game has them too."""

    where: str
    words: str
    reason: str


HOMONYMS = (
    Homonyms("render/__init__.py", "navegador macao burgundy mmn", "the registry of the games' pictures"),
    Homonyms("render/__init__.py", "board card", "what is drawn"),
    Homonyms("render/callouts.py", "place", "a blank of a text"),
    Homonyms("render/kit/ink.py", "red green blue black", "colours of players"),
    Homonyms(
        "bot/features/lobby/lobby_message.py", "any start", "any colour of a player; what the host does with a lobby"
    ),
    Homonyms("bot/features/", "board card play move end place name order to start stay keep show", "commands"),
    Homonyms("bot/features/preferences.py", "none", "nobody is notified"),
    Homonyms("bot/features/cards.py", "short", "a part of ids"),
    Homonyms("bot/features/plans/", "first", "a step of a plan"),
    Homonyms("bot/features/replay.py", "first", "the first scene of a replay"),
    Homonyms("bot/features/leaving.py", "end stay", "what becomes of a table that people leave"),
    Homonyms("bot/cli/", "place name storage opening", "columns of results; the package of the project"),
    Homonyms("bot/cli/", "board move", "kinds of messages and log entries"),
    Homonyms("bot/cli/checkup.py", "look none", "a look at Discord; nothing is missing"),
    Homonyms("bot/cli/bot_account.py", "name to", "fields of Discord; a preposition between numbers"),
    Homonyms("bot/cli/configuration.py", "line", "a line of a file"),
    Homonyms("bot/cli/local.py", "port", "a port of the network"),
    Homonyms("bot/client/", "name locked", "fields of Discord"),
    Homonyms("bot/delivery/", "board name take withdraw", "parts of messages, blanks and buttons"),
    Homonyms("bot/drawing/picture_order.py", "card", "what is drawn"),
    Homonyms("bot/interactions/", "name move start withdraw", "fields of components, blanks of texts"),
    Homonyms("bot/language/read/", "end card place trade to", "kinds of concepts, slots and ids of texts"),
    Homonyms("bot/language/read/words/learned_words.py", "none", "an entry of a language's list of common words"),
    Homonyms("bot/language/board_search.py", "mine", "an entry of a language's list of common words"),
    Homonyms("bot/language/read/", "building ending", "entries of a language's list of common words"),
    Homonyms(
        "bot/language/read/decisions/trade.py",
        "bank give offer mine to turned want",
        "entries of a language's list for trades",
    ),
    Homonyms("bot/features/seats.py", "take", "a button that takes a seat"),
    Homonyms("bot/panel/", "card", "a part of ids"),
    Homonyms("bot/tables/", "board events name", "fields of announcements"),
    Homonyms("bot/tables/", "end move none play revealed take withdraw withdrawn", "stored reasons, kinds and votes"),
    Homonyms("bot/wording/", "card city short", "a part of ids; Babel's names of places and widths"),
    Homonyms("bot/wording/zones.py", "west", "a time zone"),
    Homonyms("bot/work/", "move name process", "fields of log lines and metrics"),
    Homonyms("storage/", "board events move name opening place turned", "columns and tables of the database"),
    Homonyms("storage/", "end offer return", "kinds of log entries"),
    Homonyms("storage/", "none", "options of the database and its driver"),
)


def strings(value: object) -> Iterator[str]:
    """Yield the strings of a record and of the records and collections in it."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in SYMBOLS:
                yield from strings(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from strings([*value, *value.values()])
    elif isinstance(value, tuple | list | AbstractSet):
        for item in value:
            yield from strings(item)


def events_of(shown: Presentation) -> Iterator[str]:
    """Yield the kinds of events that a presentation names."""
    yield from shown.milestones
    for kinds in (
        shown.minor_events,
        shown.result_events,
        shown.interim_events,
        shown.revealing_events,
        shown.turn_start_events,
    ):
        yield from kinds


@cache
def vocabulary() -> frozenset[str]:
    """Return the words of all games without those that the contract gives to every game."""
    words = set[str]()
    for game in engines.GAMES.values():
        words |= words_of(game)
    return frozenset(word for word in words if word and not word.isdigit()) - SHARED


def words_of(game: type[Game]) -> set[str]:
    """Return the words of a game: its key, verbs, pieces, places, cards and kinds of events."""
    words = {game.key, *strings(game.spoken), *game.presentation.cards, *events_of(game.presentation)}
    words |= typed_words(FALLBACK).get(game.key, {}).get("units", {}).keys()
    for id in languages.catalogue(FALLBACK).texts:
        key, _, rest = id.partition(".")
        kind, _, name = rest.partition(".")
        if key == game.key and kind in TEXTS and name:
            words.add(name.partition(".")[0])
    return words


def constants(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the strings of a module that are no docstrings, and the imports of it, each with its line."""
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value, node.lineno
        elif isinstance(node, ast.ImportFrom):
            yield f"import {node.module}", node.lineno
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield f"import {alias.name}", node.lineno


def games_words_in(text: str) -> set[str]:
    """Return the words of games in a string: keys anywhere, other words where the string lists nothing else."""
    words = {key for key in engines.GAMES if re.search(rf"\b{key}\b", text)}
    listed = {word for word in re.split(r"[\s|,;]+", text) if word}
    return words | listed if listed <= vocabulary() else words


@cache
def found_in(root: Path) -> list[Word]:
    """Return the words of single games in the sources below ``root``, homonyms included."""
    words = list[Word]()
    for file in sorted({file for pattern in SOURCES for file in root.glob(pattern)}):
        name = file.relative_to(root).as_posix()
        for text, line in constants(ast.parse(file.read_text(encoding="utf-8"))):
            words += [Word(word, name, line) for word in sorted(games_words_in(text))]
    return words


def is_homonym(occurrence: Word) -> bool:
    """Return whether the source uses a word for itself at this place."""
    return any(
        occurrence.file.startswith(homonym.where) and occurrence.word in homonym.words.split() for homonym in HOMONYMS
    )


def foreign_words(root: Path) -> list[Word]:
    """Return the words of single games that stand in the sources of other packages."""
    return [word for word in found_in(root) if not is_homonym(word)]


def test_no_word_of_a_single_game_stands_outside_its_folders() -> None:
    assert [f"{word.file}:{word.line} {word.word}" for word in foreign_words(ROOT)] == []


def test_every_homonym_is_still_used() -> None:
    used = found_in(ROOT)
    for homonyms in HOMONYMS:
        words = {occurrence.word for occurrence in used if occurrence.file.startswith(homonyms.where)}
        assert set(homonyms.words.split()) <= words, homonyms


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('PAID = frozenset(("pay", "spend"))', {"pay", "spend"}),
        ('WARES = "silk jade".split()', {"silk", "jade"}),
        ('def table():\n    """Return mmn."""\n    return "Who is on the table?"', set()),
        ('IDS = {"burgundy": 1}', {"burgundy"}),
        ('id = "mmn.refuse.no_card"', {"mmn"}),
        ("from engines.macao import board", {"macao"}),
    ],
)
def test_words_of_a_game_are_found_in_source(source: str, words: set[str]) -> None:
    words_in_source = {word for text, _ in constants(ast.parse(source)) for word in games_words_in(text)}
    assert words_in_source == words
