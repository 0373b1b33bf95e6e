"""A reason is true: whatever is refused for a quantity or a limit becomes legal once that is mended.

Where several things are missing they are named one after the other, none twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.contract import Action, Game, IllegalAction
from engines.navegador import board
from engines.navegador.game import Navegador
from engines.record import decode, parse
from tests import records
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import position, up_to
from tests.engines.navegador.reference import distance
from tests.engines.playing import act, refusal

Mend = Callable[[Navegador, int, Action, Any], object]


def _step(game: Navegador) -> Any:
    return game.state.stack[-1]


def _fleet(game: Navegador, seat: int, *origins: str) -> None:
    """Just the ships named, none of which has moved."""
    game.state.players[seat].fleet = dict(Counter(origins))
    _step(game).moored = dict(Counter(origins))


def _origins(action: Action) -> list[str]:
    return [action[1]] * int(action[3]) if action[0] == "sail" else list(action[2:])


def _rondel(game: Navegador, seat: int, action: Action, told: Any) -> None:
    player = game.state.players[seat]
    assert told["ships"] == player.ships < told["n"]
    player.fleet = {"portugal": told["n"]}


def _card_held(game: Navegador, seat: int, action: Action, told: Any) -> None:
    assert told["holder_seat"] == game.state.card.holder != seat
    game.state.card.holder = seat
    _step(game).card = True


def _first_round(game: Navegador, seat: int, action: Action, told: Any) -> None:
    game.state.players[seat].stone = 0


def _no_move(game: Navegador, seat: int, action: Action, told: Any) -> None:
    game.state.players[seat].fleet = {"portugal": 2}


def _no_ship(game: Navegador, seat: int, action: Action, told: Any) -> None:
    fleet = game.state.players[seat].fleet
    assert told["region"] not in fleet
    if told["region"] not in game.state.discovered:
        game.state.discovered.append(told["region"])
    if action[0] in ("sail", "discover"):
        _fleet(game, seat, *_origins(action))
    else:
        game.state.players[seat].fleet = {told["region"]: max(1, sum(fleet.values()))}


def _moored(game: Navegador, seat: int, action: Action, told: Any) -> None:
    assert told["n"] == _step(game).moored.get(told["region"], 0) < Counter(_origins(action))[told["region"]]
    _fleet(game, seat, *_origins(action))


def _undiscovered(game: Navegador, seat: int, action: Action, told: Any) -> None:
    double_loss = ("nagasaki", "macau") if game.state.seats < 4 else ("nagasaki",)
    assert told["n"] == (3 if told["region"] in double_loss else 2)
    game.state.discovered.append(told["region"])


def _not_discovered(game: Navegador, seat: int, action: Action, told: Any) -> None:
    game.state.discovered.append(told["region"])


def _range(game: Navegador, seat: int, action: Action, told: Any) -> bool:
    """As far as the longest way; no phase makes it longer than 3 borders."""
    known = set(game.state.discovered)
    assert told["n"] == game.state.phase < distance(told["from_region"], told["to_region"], known) < 99
    far = max(distance(origin, told["to_region"], known) for origin in _origins(action))
    game.state.phase = _step(game).borders = min(3, far)
    return far <= 3


def _no_way(game: Navegador, seat: int, action: Action, told: Any) -> None:
    assert distance(told["from_region"], told["to_region"], set(game.state.discovered)) == 99
    closed = {told["to_region"]} if action[0] == "discover" else set[str]()
    game.state.discovered = ["portugal", *(region for region in up_to("nagasaki") if region not in closed)]


def _cap(game: Navegador, seat: int, action: Action, told: Any) -> None:
    player = game.state.players[seat]
    units = int(action[1])
    assert told["n"] < units > told["cap"] - told["have"]
    player.churches = player.shipyards = units


def _money(game: Navegador, seat: int, action: Action, told: Any) -> None:
    player = game.state.players[seat]
    assert told["money"] == player.money < told["cost"]
    player.money = told["cost"]


def _workers(game: Navegador, seat: int, action: Action, told: Any) -> None:
    player = game.state.players[seat]
    step = _step(game)
    player.workers = max(player.workers, told["need"])
    if action[0] == "build":
        step.busy = player.workers - told["need"]
    else:
        step.taken = {}


def _free_ship(game: Navegador, seat: int, action: Action, told: Any) -> None:
    step = _step(game)
    region = told["region"]
    assert game.state.players[seat].fleet.get(region, 0) == step.taken.get(region, 0)
    game.state.players[seat].fleet = step.taken | {region: step.taken.get(region, 0) + 1}


def _units(game: Navegador, seat: int, action: Action, told: Any) -> None:
    player = game.state.players[seat]
    (word, good, units) = action
    most = told.get("n", 0)
    assert most < int(units)
    (player.colonies if word == "sell" else player.factories)[good] += int(units) - most


def _one_of(name: str) -> Mend:
    """One of what is missing from a part of the state."""

    def mend(game: Navegador, seat: int, action: Action, told: Any) -> None:
        assert not getattr(game.state, name)[action[1]]
        getattr(game.state, name)[action[1]] = [50] if name == "stacks" else 1

    return mend


MENDS: dict[str, Mend] = {
    "rondel_ships": _rondel,
    "card_held": _card_held,
    "card_first_round": _first_round,
    "card_no_move": _no_move,
    "card_sail_first": lambda game, seat, action, told: setattr(_step(game), "moved", True),
    "no_ship": _no_ship,
    "moored": _moored,
    "undiscovered": _undiscovered,
    "not_discovered": _not_discovered,
    "one_discovery": lambda game, seat, action, told: setattr(_step(game), "discovered", False),
    "range": _range,
    "no_way": _no_way,
    "workers_cap": _cap,
    "ships_cap": _cap,
    "money": _money,
    "workers": _workers,
    "no_colony": _one_of("stacks"),
    "no_free_ship": _free_ship,
    "sold_out": _one_of("buildings"),
    "traded": lambda game, seat, action, told: _step(game).traded.remove(told["good"]),
    "sell": _units,
    "process": _units,
    **dict.fromkeys(("no_sell", "no_sell_also", "no_process", "no_process_also"), _units),
    "privilege_workers": lambda game, seat, action, told: setattr(game.state.players[seat], "workers", told["n"] + 1),
    "gallery": _one_of("gallery"),
    "column_full": lambda game, seat, action, told: game.state.players[seat].privileges.update({action[1]: 2}),
    "royal_taken": lambda game, seat, action, told: setattr(game.state.players[seat], "royal", True),
}
"""What makes good a refusal, by the reason; one that answers False cannot."""
NO_QUANTITY = {"known", "royal_at_end", "same_region"}
"""Reasons that lie in the action itself or in the option."""


def attempts(game: Navegador, chance: Random) -> Iterator[Action]:
    """What somebody might want to do now, possible or not."""
    known = [region for region in board.REGIONS if region in game.state.discovered]
    for word in dict.fromkeys(verb.word for verb in _step(game).verbs):
        match word:
            case "rondel":
                yield from ((word, field) for field in board.RONDEL)
            case "navegador" | "done" | "pass":
                yield (word,)
            case "giveup":
                yield from ((word, region) for region in known)
            case "workers" | "ships":
                yield from ((word, str(units)) for units in range(1, 12))
            case "sail":
                for origin in known:
                    yield (word, origin, chance.choice(list(board.REGIONS)), str(chance.randint(1, 3)))
            case "discover":
                for region in board.REGIONS.keys() - set(known):
                    needed = board.ships_to_discover(region, game.state.seats)
                    yield (word, region, *sorted(chance.choices(known, k=needed), key=known.index))
            case "colony":
                yield from ((word, region) for region in board.REGIONS if region != board.HOME)
            case "build":
                yield from ((word, row) for row in board.BUILDINGS)
            case "sell" | "process":
                yield from ((word, good, str(units)) for good in board.GOODS for units in range(1, 6))
            case "privilege" | "royal":
                yield from ((word, category) for category in board.CATEGORIES)


def mended(game: Navegador, seat: int, action: Action) -> list[str]:
    """Makes good one reason after the other; which they were. Raises AssertionError when one comes twice."""
    named: list[str] = []
    while (reason := refusal(game, seat, action)) is not None:
        id = reason.id.removeprefix("navegador.refuse.")
        if id in NO_QUANTITY:
            return named
        assert id not in named, (action, named, reason)
        named.append(id)
        if MENDS[id](game, seat, action, reason.args) is False:
            return named
        game = Navegador.load(game.dump())
    assert action in game.legal(seat)
    return named


def test_what_a_reason_names_is_what_is_missing() -> None:
    """At some decisions of the recorded games, which are played better than by chance."""
    chance = Random(1)
    named = Counter[str]()
    for file in sorted((Path(records.__file__).parent / "navegador").glob("*.json")):
        record = decode(file.read_bytes())
        game = Navegador.new(record.seats, int(record.seed, 16), **record.options)
        for move in record.moves:
            if chance.random() < 0.05:
                (seat,) = game.to_act
                for action in attempts(game, chance):
                    if action not in game.legal(seat):
                        named.update(mended(game.copy(), seat, action))
            game.play(move.seat, parse(move.words))
    assert set(named) >= {*MENDS} - {name for name, _, _ in RARE}, MENDS.keys() - named.keys()


GOA: dict[str, Any] = {"royal": "goa", "phase": 2, "discovered": up_to("goa")}
RARE: list[tuple[str, Game, str]] = [
    ("column_full", on("privilege", me={"privileges": {"church": 3}}), "privilege church"),
    ("privilege_workers", on("privilege", me={"workers": 2, "fleet": {"goa": 1}}, **GOA), "privilege church"),
    ("royal_taken", on("privilege", me={"royal": False, "fleet": {"goa": 1}}, **GOA), "royal church"),
]


@pytest.mark.parametrize(("name", "game", "line"), RARE)
def test_rarer_reasons_name_what_is_missing_too(name: str, game: Game, line: str) -> None:
    assert isinstance(game, Navegador)
    assert mended(game.copy(), 0, tuple(line.split())) == [name]


def reason(game: Game, line: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalAction) as refused:
        game.check(0, tuple(line.split()))
    return refused.value.reason.id.removeprefix("navegador.refuse."), dict(refused.value.reason.args)


def test_where_a_ship_stands_already_is_not_too_far() -> None:
    game = on("sailing", me={"fleet": {"guine": 1}}, discovered=["guine", "bahia"])
    assert reason(game, "sail guine guine 1") == ("same_region", {"region": "guine"})
    assert reason(game, "sail bahia bahia 2") == ("same_region", {"region": "bahia"})


def test_unknown_waters_on_the_way_are_not_a_distance() -> None:
    """No phase would make that way possible, only a discovery."""
    game = on("sailing", phase=3, me={"fleet": {"guine": 2}}, discovered=["guine"])
    way = {"from_region": "guine", "to_region": "cabo"}
    assert reason(game, "discover cabo guine guine") == ("no_way", way)
    known = on("sailing", me={"fleet": {"guine": 2}}, discovered=["guine", "angola"])
    assert reason(known, "discover cabo guine guine") == ("range", way | {"n": 1})


def test_where_there_is_no_ship_none_has_moved() -> None:
    game = on("sailing", me={"fleet": {"guine": 2}}, discovered=["guine", "bahia"])
    assert reason(game, "sail bahia guine 1") == ("no_ship", {"region": "bahia"})
    assert reason(game, "sail angola guine 1") == ("no_ship", {"region": "angola"})
    act(game, "sail guine bahia 1")
    assert reason(game, "sail bahia guine 1") == ("moored", {"region": "bahia", "n": 0})


def test_a_privilege_says_what_it_costs_and_the_royal_one_that_it_is_free() -> None:
    """So the question need not: where only the royal one is to be had it would be wrong."""
    game = on("privilege", me={"fleet": {"goa": 1}}, **GOA)
    hints = {
        action[0]: hint.id.removeprefix("navegador.hint.") for action in game.legal(0) if (hint := game.hint(0, action))
    }
    assert hints == {"privilege": "privilege", "royal": "income"}


def test_the_card_needs_nothing_but_a_ship_that_can_sail() -> None:
    game = position(holder=0, me={"fleet": {"portugal": 1}})
    assert reason(game, "navegador") == ("card_no_move", {})
    assert ("navegador",) in position(holder=0, me={"fleet": {"portugal": 1}}, discovered=["guine"]).legal(0)
