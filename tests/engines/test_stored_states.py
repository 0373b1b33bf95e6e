"""What earlier versions have stored is loaded, dumped and played on for ever."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import engines
from engines.contract import Game
from engines.record import decode, parse
from engines.steps import Step
from tests.engines.test_public_format import TAGS, prompts, steps
from tests.stored_states.make import (
    FOLDER,
    RECORDS,
    Made,
    Position,
    Stored,
    asks,
    canonical,
    digest,
    legal,
    positions_of,
    write,
)

MADE = {
    file.parent.name: msgspec.json.decode(file.read_bytes(), type=dict[str, Made])
    for file in FOLDER.glob("*/made.json")
}
EVERY_RECORD = pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
EVERY_MADE = pytest.mark.parametrize(("key", "name"), [(key, name) for key, made in MADE.items() for name in made])
CARRIED_OUT_AT_ONCE: dict[str, set[str]] = {
    "navegador": set(),
    "macao": set(),
    "burgundy": {"StartRound"},
    "mmn": {"Barbarians", "Attack", "Emergency"},
}
"""Steps that never wait: nobody decides anything between their coming onto the stack and their leaving it.

In a further game every step that asks nothing may be one of them.
"""


def loaded(key: str, position: Position) -> Game:
    """Return the game of a stored position, after checking that it dumps the same bytes and asks the same questions."""
    game = engines.GAMES[key].load(position.state)
    assert canonical(game.dump()) == canonical(position.state)
    assert asks(game) == position.asks
    return game


@EVERY_RECORD
def test_a_stored_state_is_played_on_to_its_end(file: Path) -> None:
    """Each stored state leads to the next, and the last one to the final state."""
    key = file.parent.name
    record = decode(file.read_bytes())
    stored = msgspec.json.decode((FOLDER / key / file.name).read_bytes(), type=Stored)
    depths = [*(position.moves for position in stored.positions), len(record.moves)]
    states = [*(digest(position.state) for position in stored.positions), stored.final]
    for position, (first, end), state in zip(stored.positions, pairwise(depths), states[1:], strict=True):
        game = loaded(key, position)
        for move in record.moves[first:end]:
            game.play(move.seat, parse(move.words))
        assert digest(game.dump()) == state
    assert game.state.over
    assert [score.total for score in game.scores()] == stored.scores


@EVERY_MADE
def test_a_stored_position_asks_and_offers_what_it_did(key: str, name: str) -> None:
    assert legal(loaded(key, MADE[key][name])) == MADE[key][name].legal


@cache
def positions(key: str) -> list[Position]:
    return [position for file in (FOLDER / key).glob("*.json") for position in positions_of(file)]


def waiting(key: str) -> Iterator[str]:
    """Yield the tag of every step on a stored stack, of questions inside a question too."""
    for position in positions(key):
        for step in position.state["stack"]:
            yield from (question["type"] for question in (step, *step.get("questions", ())))


@pytest.mark.parametrize("key", engines.GAMES)
def test_every_step_that_can_wait_is_stored(key: str) -> None:
    stored = set(waiting(key))
    without_actors = [step for step in steps(engines.GAMES[key]) if step.actors is Step.actors]
    at_once = CARRIED_OUT_AT_ONCE.get(key, {str(step.__struct_config__.tag) for step in without_actors} - stored)
    assert stored == set(TAGS[key].split()) - at_once


@pytest.mark.parametrize("key", engines.GAMES)
def test_every_question_is_stored(key: str) -> None:
    assert {question for position in positions(key) for question in position.asks.values()} == prompts(key)


def test_a_stored_state_is_never_written_again(tmp_path: Path) -> None:
    write(tmp_path / "2-first.json", {"positions": []})
    with pytest.raises(FileExistsError):
        write(tmp_path / "2-first.json", {})
