"""A reason is true: it names what is the matter, not what would be the matter elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engines.burgundy import box, placement
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from engines.burgundy.state import Player
from engines.contract import Action, Game, IllegalAction
from tests.engines.burgundy.asking import decisions
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act, refusal


def reason(game: Game, line: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, tuple(line.split()))
    return refusal.value.reason.id.removeprefix("burgundy.refuse.")


BUILDINGS = ("market", "church", "carpenters_workshop", "city_hall", "warehouse")
ALLOWED = {"city_hall": "place", "warehouse": "sell", "market": "take", "church": "take", "carpenters_workshop": "take"}


OWN_ACTIONS = ("sell red die 4", "take 4 ship die 1", "workers die 1", "place bank e5", "workers")


@pytest.mark.parametrize(
    ("line", "building"),
    [(line, building) for line in OWN_ACTIONS for building in BUILDINGS if line.split()[0] != ALLOWED[building]],
)
def test_what_must_wait_for_an_effect_says_so(line: str, building: str) -> None:
    assert reason(decisions()[building], line) == "effect_first"


@pytest.mark.parametrize("decision", [*BUILDINGS, "castle", "ship", "keep"])
def test_a_turn_does_not_end_before_an_effect(decision: str) -> None:
    assert reason(decisions()[decision], "end") == "effect_first"


@pytest.mark.parametrize(
    ("decision", "line", "named"),
    [
        ("castle", "sell red die 4", "no_die_needed"),
        ("castle", "take 4 ship die 1", "no_die_needed"),
        ("castle", "sell orange die 4", "not_stored"),
        ("market", "take 4 ship die 1", "no_die_needed"),
        ("market", "take 4 castle die 1", "in_no_depot"),
        ("warehouse", "sell brown die 1", "not_stored"),
        ("turn", "buy black church die 3", "no_die_needed"),
        ("special", "hire 3 bank die 3", "no_die_needed"),
        ("turn", "buy black", "which_tile"),
        ("turn", "buy", "which_tile"),
        ("turn", "take 4", "which_tile"),
        ("special", "hire 3", "which_tile"),
        ("turn", "place bank", "which_hex"),
        ("turn", "place", "which_hex"),
        ("turn", "buy black atlantis", "no_tile"),
    ],
)
def test_what_is_missing_or_too_much_is_named(decision: str, line: str, named: str) -> None:
    assert reason(decisions()[decision], line) == named


@pytest.mark.parametrize(
    ("dice", "tile", "named"),
    [
        ((1, 1), "cow3", "nowhere"),
        ((1, 1), "church", "hexes_beyond_dice"),
        ((3, 1), "church", "which_hex"),
        ((1, 1), "mine", "not_in_storage"),
    ],
)
def test_a_stored_tile_without_its_hex_is_told_whether_there_is_one(
    dice: tuple[int, int], tile: str, named: str
) -> None:
    game = position(me={"storage": ["cow3", "church"], "dice": dice, "workers": 0})
    assert reason(game, f"place {tile}") == named


def test_a_turn_does_not_end_while_a_tile_has_no_room() -> None:
    assert reason(decisions()["discard"], "end") == "discard"


def test_a_purchase_is_put_off_only_if_it_is_possible_afterwards() -> None:
    castle = {"storage": ["castle"], "covered": {"c3": "church"}, "dice": (6, 4)}
    for me, line, named in (
        ({"silverlings": 2}, "buy black church", "not_inside"),
        ({"silverlings": 1}, "buy black church", "silverlings"),
        ({"silverlings": 4, "purchased": True}, "buy black church", "one_purchase"),
        ({"silverlings": 2}, "buy black ship", "not_in_depot"),
        ({"silverlings": 2}, "buy 4 ship", "black_only"),
        ({"silverlings": 2}, "hire 3 bank", "no_knowledge_6"),
    ):
        game = position(me=castle | me)
        act(game, "place castle b3 die 6")
        assert reason(game, line) == named


def test_leaving_out_the_die_makes_it_legal_wherever_that_is_said() -> None:
    for game in decisions().values():
        for line in ("sell red", "take 4 ship", "workers", "place ship d5", "buy black church", "hire 3 bank"):
            if reason_or_none(game, f"{line} die 1") == "no_die_needed":
                assert tuple(line.split()) in game.legal(0)


def reason_or_none(game: Game, line: str) -> str | None:
    action: Action = game.normal(0, tuple(line.split()))
    return None if action in game.legal(0) else reason(game, line)


def test_the_die_and_the_workers_may_be_named_in_any_order() -> None:
    game = position(me={"workers": 3, "dice": (4, 4)}, depots=FILL)
    assert ("take", "5", "boarding_house", "die", "4", "workers", "1") in game.legal(0)
    act(game, "take 5 boarding_house workers 1 die 4")
    assert game.state.players[0].storage == ["boarding_house"]
    assert game.state.players[0].workers == 2


# -- whatever is refused for a quantity or a limit becomes legal once that is corrected --------------------------------

Arguments = Mapping[str, Any]
Correction = Callable[[Player, Action, Arguments], Action | None]
"""Corrects what a reason names, by its own numbers, or returns the action that it asks for."""


def _set(**values: object) -> Correction:
    def correct(player: Player, action: Action, arguments: Arguments) -> None:
        for name, value in values.items():
            setattr(player, name, value)

    return correct


def _no_die(player: Player, action: Action, arguments: Arguments) -> None:
    assert not player.unused
    player.rolled = player.unused = [1, 2]


def _which_die(player: Player, action: Action, arguments: Arguments) -> Action:
    assert arguments["dice"] == [str(die) for die in player.unused]
    return (*action, "die", arguments["dice"][0])


def _no_such_die(player: Player, action: Action, arguments: Arguments) -> None:
    die = arguments["die"]
    assert die == int(action[action.index("die") + 1])
    assert arguments["dice"] == [str(die) for die in player.unused]
    player.rolled = [die, die]
    player.unused = [die]


def _out_of_reach(player: Player, action: Action, arguments: Arguments) -> Action:
    """Give the player exactly the workers that the reason names, and use the die that it names where none was typed."""
    assert arguments["workers"] == player.workers < arguments["n"]
    player.workers = arguments["n"]
    return action if "die" in action else (*action, "die", str(arguments["die"]), "workers", str(arguments["n"]))


def _workers_needed(player: Player, action: Action, arguments: Arguments) -> Action:
    """Return the action with as many workers as the reason names."""
    at = action.index("die")
    assert int(action[at + 1]) == arguments["die"]
    return (*action[: at + 2], *(("workers", str(arguments["n"])) if arguments["n"] else ()))


def _dice_left(player: Player, action: Action, arguments: Arguments) -> None:
    assert arguments["n"] == len(player.unused)
    player.unused = []


def _silverlings(player: Player, action: Action, arguments: Arguments) -> None:
    assert arguments["n"] == player.silverlings
    player.silverlings = box.PURCHASE_PRICE


def _two_workers(player: Player, action: Action, arguments: Arguments) -> None:
    assert arguments["n"] == player.workers
    player.workers = box.PURCHASE_PRICE


def _price(player: Player, action: Action, arguments: Arguments) -> Action:
    """Pay the highest number of workers that the reason names, or the lowest where too many were typed."""
    assert arguments["n"] == player.silverlings
    assert arguments["low"] <= arguments["high"]
    return (*action[:-1], str(arguments["low" if int(action[-1]) > arguments["high"] else "high"]))


def _exactly(player: Player, action: Action, arguments: Arguments) -> Action:
    return (*action[:-1], str(arguments["n"]))


CORRECTIONS: dict[str, Correction] = {
    "no_die": _no_die,
    "which_die": _which_die,
    "no_such_die": _no_such_die,
    "out_of_reach": _out_of_reach,
    "out_of_reach_yet": _out_of_reach,
    "out_of_reach_for_one": _out_of_reach,
    "workers_needed": _workers_needed,
    "dice_left": _dice_left,
    "one_purchase": _set(purchased=False),
    "hired": _set(hired=False),
    "silverlings": _silverlings,
    "two_workers": _two_workers,
    "paid_in_workers": _price,
    "paid_exactly": _exactly,
}
"""The correction for each reason of a refusal."""
NO_QUANTITY = {
    *(
        "effect_first",
        "no_die_needed",
        "fetches",
        "not_inside",
        "silverlings_only",
        "no_knowledge_6",
        "hire",
        "discard",
    ),
    *("castle_acts",),
}
"""Reasons that lie in the action itself, in the question or in the edition."""


def attempts(game: Burgundy, seat: int) -> Iterator[Action]:
    """Yield what somebody might want to do, with each die turned by as many workers as that takes, and by others."""
    kinds = {verb.word for verb in game.state.stack[-1].offered(game, seat)}
    yield from (action for action in _attempts(game, seat) if action[0] in kinds)


def _attempts(game: Burgundy, seat: int) -> Iterator[Action]:
    player = game.state.players[seat]
    depots = game.state.depots
    goals: list[tuple[Action, int]] = [
        (("take", depot, tile), int(depot)) for depot in box.DEPOTS for tile in dict.fromkeys(depots[depot])
    ]
    goals += [(("sell", goods), box.DIE_OF[goods]) for goods in player.goods]
    for tile in dict.fromkeys(player.storage):
        for hex in ESTATES[player.board].hexes.values():
            if placement.misfit(player, tile, hex.id) is None:
                goals.append((("place", tile, hex.id), hex.die))
    for goal, number in goals:
        yield goal
        yield (*goal, "die", str(player.unused[0] if player.unused else 1), "workers", "4")
        for die in box.DICE:
            for payment in placement.reach((die,), 3, tuple(player.knowledge)).legal[_use(goal)][number]:
                yield (*goal, *payment)
    yield from (("workers", "die", str(die)) for die in box.DICE)
    for tile in dict.fromkeys(depots[box.BLACK]):
        yield from (
            ("buy", box.BLACK, tile, *payment) for payment in ((), ("workers", "1"), ("workers", "2"), ("workers", "3"))
        )
    yield from (("hire", depot, tile) for depot in box.DEPOTS for tile in depots[depot])
    yield ("workers", "die", "1", "workers", "1")
    yield ("end",)
    yield ("pass",)


def _use(goal: Action) -> str:
    return box.COLOUR[goal[1]] if goal[0] == "place" else goal[0]


def correct_reasons(game: Burgundy, seat: int, action: Action) -> list[str]:
    """Correct one reason after the other, and return them. Raises AssertionError when one comes twice."""
    named: list[str] = []
    while (reason := refusal(game, seat, action)) is not None:
        id = reason.id.removeprefix("burgundy.refuse.")
        if id in NO_QUANTITY:
            return named
        assert id not in named, (action, named, id)
        named.append(id)
        action = CORRECTIONS[id](game.state.players[seat], action, reason.args) or action
        game = Burgundy(game.state)
    return named


def test_what_a_reason_names_is_what_is_missing() -> None:
    """The test looks at questions of random games of every edition, with silverlings and workers drawn at random."""
    named: Counter[str] = Counter()
    for seed, edition in enumerate(("2011", "2019", "special")):
        rng = Random(seed)
        game = Burgundy.new(2, seed, edition=edition)
        while game.to_act:
            seat = game.to_act[0]
            if rng.random() < 0.2:
                variant = game.copy()
                player = variant.state.players[seat]
                player.silverlings = rng.randrange(4)
                player.workers = rng.randrange(4)
                player.purchased = rng.random() < 0.3
                player.hired = rng.random() < 0.3
                if rng.random() < 0.5:
                    player.knowledge = [*player.knowledge, "k6"]
                for action in attempts(variant, seat):
                    named.update(correct_reasons(variant.copy(), seat, action))
            game.play(seat, game.sample(seat, rng))
    assert set(named) == set(CORRECTIONS)
