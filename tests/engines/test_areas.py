"""The board in words says all that a view shows, and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import engines
from engines.burgundy import areas as burgundy
from engines.burgundy import box
from engines.contract import Area, Game, View
from engines.macao import areas as macao
from engines.mmn import areas as mmn
from engines.navegador import areas as navegador
from engines.record import decode, parse, replay
from tests import records

TOLD: dict[str, Callable[[Any], Sequence[Area]]] = {
    "navegador": navegador.describe,
    "macao": macao.describe,
    "burgundy": burgundy.describe,
    "mmn": mmn.describe,
}
ELSEWHERE = {
    "game",
    "options.*",
    "to_act[]",
    "over",
    "scores[].seat",
    "scores[].total",
    "scores[].sources.*",
    "scores[].remainder",
    "ranking[]",
}
"""What is told of every game alike: who must act, points, what was agreed."""
SAME: dict[str, set[str]] = {
    "navegador": {
        "turn",
        "players[].explorers",  # units of a category
        "players[].shipyards",
        "players[].churches",
        "players[].factories.joker",
    },
    "macao": {"seats"},
    "burgundy": {"players[].earned.*", "turn", "seats"},  # points by source; phase and round
    "mmn": {
        "hexes[].terrain",  # its resource
        "harbours[].x",
        "harbours[].y",
        "players[].assassin",  # the level of power
        "players[].next_levels.*.*",  # levels
        "players[].rates.*",  # harbours, merchant, levels and cards of the turn
    },
}
RECORDS = 8
EVERY = 23
"""So many recorded games of each kind; so many moves from one position that is looked at to the next."""

TRIES = 60
"""So many changes of what a view shows in one place may go unheard; then it is said nowhere."""


@cache
def positions(key: str) -> list[Game]:
    """Positions of recorded games, with every number of seats."""
    found = []
    files = sorted(Path(records.__file__).parent.glob(f"{key}/*.json"))
    for file in files[:: max(1, len(files) // RECORDS)]:
        record = decode(file.read_bytes())
        game = replay(record, engines.GAMES, 0)
        for number, move in enumerate(record.moves):
            if number % EVERY == 0:
                found.append(game.copy())
            game.play(move.seat, parse(move.words))
        found.append(game)
    return found


def leaves(shown: Any, path: str = "", place: tuple[Any, ...] = ()) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """Everything that a view shows: what it is, where it stands, its value."""
    if isinstance(shown, msgspec.Struct):
        for name in shown.__struct_fields__:
            yield from leaves(getattr(shown, name), f"{path}.{name}".lstrip("."), (*place, name))
    elif isinstance(shown, dict):
        for name, value in shown.items():
            yield from leaves(value, f"{path}.*", (*place, name))
    elif isinstance(shown, list | tuple):
        for number, value in enumerate(shown):
            yield from leaves(value, f"{path}[]", (*place, number))
    else:
        yield path, place, shown


def changed(seen: View, place: Sequence[Any], value: Any) -> View:
    """The same view with another value in one place."""
    data = at = msgspec.json.decode(msgspec.json.encode(seen))
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    return msgspec.convert(data, type(seen))


@pytest.mark.parametrize("key", sorted(TOLD))
def test_all_that_a_view_shows_is_told(key: str) -> None:
    told = TOLD[key]
    rng = Random(1)
    views = [game.view(rng.choice([None, *range(game.state.seats)])) for game in positions(key)]
    for seen in views:
        seen.quotes = {}  # what may be done is said with the question
    known: defaultdict[str, list[Any]] = defaultdict(list)
    for seen in views:
        for path, _, value in leaves(seen):
            if value not in known[path]:
                known[path].append(value)
    silent = set(known)
    tried = Counter[str]()
    for seen in views:
        before = told(seen)
        for path, place, value in leaves(seen):
            others = [other for other in known[path] if other != value]
            if path not in silent or not others or tried[path] == TRIES:
                continue
            try:
                if told(changed(seen, place, rng.choice(others))) != before:
                    silent.discard(path)
                tried[path] += 1
            except (KeyError, IndexError):  # what stands elsewhere in the view does not allow it
                continue
    varied = {path for path, values in known.items() if len(values) > 1}
    assert silent & varied == (ELSEWHERE | SAME[key]) & varied


@pytest.mark.parametrize("key", sorted(TOLD))
def test_what_a_seat_may_not_know_is_not_told(key: str) -> None:
    for number, game in enumerate(positions(key)[::2]):
        for seat in (None, *range(game.state.seats)):
            other = game.determinize(seat, Random(number))
            assert other.areas(seat) == game.areas(seat)


def test_when_cubes_come_depends_on_whether_the_wind_rose_was_turned() -> None:
    """Rules 4.2 of Macao: a die of value v is usable in round r + v - 1."""
    game = engines.new("macao", seats=2, seed=3)
    rng = Random(1)
    heard = set[tuple[str, str]]()
    while game.state.turn < 3:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal(seat)))
        for player in game.view(None).players:  # type: ignore[attr-defined]
            told = [
                line for area in game.areas(None) for line in area.lines if area.heading.args == {"seat": player.seat}
            ]
            now = [line for line in told if line.id == "macao.tell.rose_now"]
            later = {line.args["n"] for line in told if line.id == "macao.tell.rose" and line.args["cubes"]}
            filled = {field for field, cubes in enumerate(player.rose) if cubes and field}
            turned = game.view(None).phase == "actions"  # type: ignore[attr-defined]
            has_chosen = game.view(None).phase == "dice" and player.chosen is not None  # type: ignore[attr-defined]
            if turned or has_chosen:
                assert (now, later) == ([], filled)
            else:
                assert (bool(now), later) == (1 in filled, {field - 1 for field in filled if field > 1})
            heard.add(("now" if now else "later", "turned" if turned else "chosen" if has_chosen else "waiting"))
    assert heard >= {("now", "waiting"), ("later", "turned"), ("later", "chosen")}


def told_by(game: Any, id: str) -> Iterator[Any]:
    """What fills the lines of one kind."""
    return (line.args for area in game.areas(0) for line in area.lines if line.id == id)


def test_a_stored_tile_of_burgundy_is_told_with_the_hexes_that_take_it() -> None:
    found = 0
    for game in positions("burgundy"):
        seen: Any = game.view(0)
        told = {(said["tile"], hex) for said in told_by(game, "burgundy.tell.fits") for hex in said["hexes"]}
        opened = (player.open.items() for player in seen.players)
        assert told == {(tile, hex) for each in opened for hex, tiles in each for tile in tiles}
        found += len(told)
    assert found


def test_what_a_tile_of_burgundy_does_is_told_of_every_tile_that_can_be_taken() -> None:
    for game in positions("burgundy"):
        seen: Any = game.view(0)
        traders = [f"burgundy.tell.trader_{edition.knowledge_6}" for edition in box.EDITIONS.values()]
        lines = ("burgundy.tell.effect", "burgundy.tell.effect_each", *traders)
        told = {said["tile"] for line in lines for said in told_by(game, line)}
        assert {tile for tiles in seen.depots.values() for tile in tiles} <= told


def test_the_free_hexes_of_burgundy_beside_what_is_placed_are_told() -> None:
    for game in positions("burgundy"):
        seen: Any = game.view(0)
        told = {hex.split(" ")[0] for said in told_by(game, "burgundy.tell.beside") for hex in said["hexes"]}
        opened = {hex for player in seen.players for hex in player.open}
        assert opened <= told
