"""Compare what phrases of people mean with ``corpus/<game>.<language>.toml``, which any reader of typed text can run.

An entry is ``[[phrase]]`` with what was ``typed``, the ``position`` (arguments of ``positions.position`` of the game's
tests), the ``moves`` that are made there first, and one of the outcomes:

- ``played``: the notation of the action that is played unasked;
- ``asked``: the notations of those that are asked about, in any order, if all words are understood;
- ``refused``: the ids of the reasons;
- ``unknown``: the words that mean nothing, also those of a question;
- ``chain``: the notations of what is played one after the other, as the panel does, ending with what is asked about;
- ``answer``: the notation of the action that is chosen of those in ``pending``, which were asked about.

Only a chain and an answer are read as a conversation, which leaves out reasons and finds several decisions; all others
are read as one decision.

In a chain "? …" is a question about these actions, "! …" a refusal for these reasons, and "Begin" a panel that is
narrowed to what was named. With ``opening`` the position is the first decision of a game; with ``state`` it is one of
``corpus/<game>.states.json.gz``, in the middle of a game.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.language.read.conversation.answers import Chosen, Pending, answer_to
from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.possible_actions.refusals import refusal
from bot.language.read.readings import Ask, Play, Refuse
from bot.wording import texts_in
from engines import Game, load
from engines.record import notation, parse
from tests.bot.reading import understand

CORPUS = Path(__file__).parent / "corpus"
NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emil", "Finn")
BY_SEAT = ("others", "wall")
"""Arguments of positions whose keys are numbers, which TOML writes as strings."""
OUTCOMES = ("played", "asked", "refused", "unknown", "chain", "answer")
LONGEST_CHAIN = 6
"""Decisions of a text, at most."""


class Case(NamedTuple):
    """An entry of the corpus."""

    key: str
    language: str
    entry: Mapping[str, Any]


def cases() -> Iterator[Any]:
    """Yield the entries of all files, each with an id by which it is found again."""
    for file in sorted(CORPUS.glob("*.toml")):
        key, language = file.stem.split(".")
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["phrase"]:
            yield pytest.param(Case(key, language, entry), id=f"{file.stem}: {entry['typed']}")


@cache
def states(key: str) -> Mapping[str, Any]:
    """Return the stored positions of a game, each with the seat that decides."""
    packed = (CORPUS / f"{key}.states.json.gz").read_bytes()
    stored: Mapping[str, Any] = json.loads(gzip.decompress(packed))
    return stored


def position(case: Case) -> Game:
    if "state" in case.entry:
        return load(states(case.key)[case.entry["state"]]["state"])
    arguments = dict(case.entry.get("position", {}))
    for name in BY_SEAT:
        if name in arguments:
            arguments[name] = {int(number): value for number, value in arguments[name].items()}
    positions = import_module(f"tests.engines.{case.key}.positions")
    game: Game = positions.opening() if case.entry.get("opening") else positions.position(**arguments)
    for move in case.entry.get("moves", ()):
        game.play(game.to_act[0], parse(move))
    return game


def outcome(case: Case, game: Game) -> tuple[str, list[str]]:
    """Return what becomes of a phrase: the kind of the outcome and what it consists of."""
    seat = case.entry.get("seat", game.to_act[0])
    reading = understand(texts_in(case.language), game, seat, NAMES[: game.state.seats], case.entry["typed"])
    if reading.unknown:
        return "unknown", list(reading.unknown)
    if reading.asked:
        return "asked", sorted(map(notation, reading.asked))
    reasons = reading.refused or [reason for reason in [refusal(game, seat, reading.action)] if reason]
    if reasons:
        return "refused", sorted({reason.id for reason in reasons})
    return "played", [notation(reading.action)]


def conversation(case: Case, game: Game) -> Conversation:
    seat = states(case.key)[case.entry["state"]]["seat"] if "state" in case.entry else game.to_act[0]
    return Conversation(texts_in(case.language), game, seat, NAMES[: game.state.seats])


def chain(case: Case, game: Game) -> list[str]:
    """Return what the panel plays of a text, one after the other, and what it asks about at the end."""
    here = conversation(case, game)
    typed = case.entry["typed"]
    played = list[str]()
    for _ in range(LONGEST_CHAIN):
        match here.read_rest(typed) if played else here.read(typed):
            case Play(action, rest):
                played.append(notation(action))
                following = here.after(action) if rest else None
                if following is None:
                    return played
                here = following
                typed = rest
            case Ask(actions):
                return [*played, f"? {' / '.join(sorted(map(notation, actions)))}"]
            case Refuse(_, reasons):
                return [*played, f"! {' / '.join(sorted({reason.id for reason in reasons}))}"]
            case other:
                return [*played, type(other).__name__]
    return played


def answer(case: Case, game: Game) -> str:
    """Return what a text chooses of what was asked about."""
    pending = Pending(tuple(map(parse, case.entry["pending"])))
    match answer_to(pending, case.entry["typed"], conversation(case, game)):
        case Chosen(action):
            return notation(action)
        case other:
            return type(other).__name__


@pytest.mark.parametrize("case", list(cases()))
def test_a_phrase_means_what_the_corpus_says(case: Case) -> None:
    (kind,) = [name for name in OUTCOMES if name in case.entry]
    expected = case.entry[kind]
    if kind == "chain":
        assert chain(case, position(case)) == expected
        return
    if kind == "answer":
        assert answer(case, position(case)) == expected
        return
    result = outcome(case, position(case))
    assert result == (kind, sorted([expected] if isinstance(expected, str) else expected))
