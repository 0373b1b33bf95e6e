"""A reason is true: it names what is the matter, not what would be the matter elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engines.burgundy import box, placement
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from engines.burgundy.state import Player
from engines.burgundy.steps import Turn
from engines.contract import Action, Game, IllegalAction
from tests.engines.burgundy.asking import decisions
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act


def reason(game: Game, line: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, tuple(line.split()))
    return refusal.value.reason.id.removeprefix("burgundy.refuse.")


BUILDINGS = ("market", "church", "carpenters_workshop", "city_hall", "warehouse")
ALLOWED = {"city_hall": "place", "warehouse": "sell", "market": "take", "church": "take", "carpenters_workshop": "take"}


@pytest.mark.parametrize("building", BUILDINGS)
@pytest.mark.parametrize("line", ["sell red die 4", "take 4 ship die 1", "workers die 1", "place bank e5", "workers"])
def test_what_must_wait_for_an_effect_says_so(building: str, line: str) -> None:
    if line.split()[0] != ALLOWED[building]:
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
        ("market", "take 4 castle die 1", "not_in_depot"),
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


# -- whatever is refused for a quantity or a limit becomes legal once that is mended -----------------------------------

Mend = Callable[[Player, Action], None]


def _set(**values: object) -> Mend:
    def mend(player: Player, action: Action) -> None:
        for name, value in values.items():
            setattr(player, name, value)

    return mend


def _die(player: Player, action: Action) -> None:
    """The die that is named, and workers enough to turn any."""
    die = int(action[action.index("die") + 1])
    player.rolled, player.unused, player.workers = [die, die], [die], 3


def _price(player: Player, action: Action) -> None:
    player.silverlings = box.PURCHASE_PRICE - int(action[-1])
    player.workers = int(action[-1])


MENDS: dict[str, Mend] = {
    "no_die": _die,
    "die": _die,
    "dice_left": _set(unused=[]),
    "one_purchase": _set(purchased=False),
    "hired": _set(hired=False),
    "silverlings": _set(silverlings=box.PURCHASE_PRICE),
    "two_workers": _set(workers=box.PURCHASE_PRICE),
    "paid_in_workers": _price,
}
"""What makes good a refusal, by the reason."""


def attempts(game: Burgundy, seat: int) -> Iterator[Action]:
    """Whatever somebody might want to do in a turn, with each die turned by as many workers as that takes."""
    player, depots = game.state.players[seat], game.state.depots
    goals: list[tuple[Action, int]] = [
        (("take", depot, tile), int(depot)) for depot in box.DEPOTS for tile in dict.fromkeys(depots[depot])
    ]
    goals += [(("sell", goods), box.DIE_OF[goods]) for goods in player.goods]
    for tile in dict.fromkeys(player.storage):
        for hex in ESTATES[player.board].hexes.values():
            if placement.misfit(player, tile, hex.id) is None:
                goals.append((("place", tile, hex.id), hex.die))
    for goal, number in goals:
        for die in box.DICE:
            for how in placement.ways_by_use((die,), 3, tuple(player.knowledge))[_use(goal)][True][number]:
                yield (*goal, *how)
    yield from (("workers", "die", str(die)) for die in box.DICE)
    for tile in dict.fromkeys(depots[box.BLACK]):
        yield from (("buy", box.BLACK, tile, *how) for how in ((), ("workers", "1"), ("workers", "2")))
    yield from (("hire", depot, tile) for depot in box.DEPOTS for tile in depots[depot])
    yield ("end",)


def _use(goal: Action) -> str:
    return box.COLOUR[goal[1]] if goal[0] == "place" else goal[0]


def mended(game: Burgundy, seat: int, action: Action) -> list[str]:
    """Makes good one reason after the other; which they were. Raises AssertionError when one comes twice."""
    named: list[str] = []
    while True:
        try:
            game.check(seat, action)
        except IllegalAction as refusal:
            id = refusal.reason.id.removeprefix("burgundy.refuse.")
        else:
            return named
        if id not in MENDS:
            return named
        assert id not in named, (action, named, id)
        named.append(id)
        MENDS[id](game.state.players[seat], action)
        game = Burgundy(game.state)


def test_what_a_reason_names_is_what_is_missing() -> None:
    """At turns of random games of every edition, with a purse made up."""
    named: Counter[str] = Counter()
    for seed, edition in enumerate(("2011", "2019", "special") * 2):
        rng, game = Random(seed), Burgundy.new(2, seed, edition=edition)
        while game.to_act:
            seat = game.to_act[0]
            if isinstance(game.state.stack[-1], Turn) and rng.random() < 0.2:
                here = game.copy()
                player = here.state.players[seat]
                player.silverlings, player.workers = rng.randrange(4), rng.randrange(4)
                player.purchased, player.hired = rng.random() < 0.3, rng.random() < 0.3
                if rng.random() < 0.5:
                    player.knowledge = [*player.knowledge, "k6"]
                for action in attempts(here, seat):
                    named.update(mended(here.copy(), seat, action))
            game.play(seat, game.sample(seat, rng))
    assert set(named) == set(MENDS)
