"""Cubes of any colour: a proposal first, then one cube at a time; choices of a price (rules 5)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.macao.game import Macao
from engines.macao.verbs.cubes import MOST_PAYMENTS
from tests.engines.macao.moves import gains, owning, space, stock
from tests.engines.macao.positions import COLOURS, cubes, position
from tests.engines.playing import act, player, refused, words

LETTERS = dict(zip(COLOURS, "RGBVKY", strict=True))
STOCKS = st.text(alphabet="RGBVKY", min_size=1, max_size=14)


def proposal(game: Macao) -> list[str]:
    """Return the colours of the payment proposed."""
    kind, *colours = words(game)[0].split()
    assert kind in ("pay", "spend")
    return colours


def test_the_proposal_comes_first_and_every_colour_is_an_alternative() -> None:
    game = position(me={"stock": "RRGB"})
    act(game, "wall 2")
    first, *rest = words(game)
    assert first.startswith("pay ")
    assert sorted(word for word in rest if word.startswith("spend ")) == ["spend blue", "spend green", "spend red"]
    colours = proposal(game)
    assert len(colours) == 3
    assert colours == sorted(colours, key=COLOURS.index)
    refused(game, "pass", "spend violet", "pay red", "pay", "spend", "pay red red red")


@pytest.mark.parametrize(
    ("held", "target", "ways"),
    [
        ("BBY", "ship s02", ["pay blue blue", "pay blue gray"]),
        ("RGB", "ship s02", ["pay blue green", "pay blue red", "pay green red"]),
        ("RRGB", "wall 2", ["pay green blue red", "pay red green red", "pay red blue red"]),
    ],
)
def test_every_way_to_pay_is_offered_where_there_are_few(held: str, target: str, ways: list[str]) -> None:
    game = position(me={"stock": held})
    act(game, target)
    offered = [word for word in words(game) if word.startswith("pay ")]
    assert sorted(map(sorted, map(str.split, offered))) == sorted(map(sorted, map(str.split, ways)))


def test_of_many_ways_to_pay_only_the_one_that_hurts_least_is_offered() -> None:
    game = position(me={"stock": "RRGGBBV"})
    act(game, "wall 2")
    assert len([word for word in words(game) if word.startswith("pay ")]) == 1


def test_cubes_may_be_spent_one_at_a_time() -> None:
    game = position(me={"stock": "RRGGBB"})
    act(game, "wall 2", "spend blue", "spend red", "spend blue")
    assert stock(game) == cubes("RGG")
    assert space(game) == 3


def test_the_rest_is_asked_again_and_pays_itself_when_there_is_one_way() -> None:
    game = position(me={"stock": "RGG"})
    act(game, "ship s02")
    assert words(game)[0].startswith("pay ")
    act(game, "spend red")
    assert stock(game) == cubes("G")
    assert player(game).ship == "s02"


def test_one_cube_is_asked_for_with_spend_only() -> None:
    game = position(me={"stock": "RGB"})
    act(game, "wall 1")
    assert sorted(words(game)) == ["spend blue", "spend green", "spend red"]


@pytest.mark.parametrize(
    ("held", "line", "ship", "disc", "remaining"),
    [
        ("RRRR", "wall 2", "start", 3, "R"),
        ("RGB", "wall 2", "start", 3, ""),
        ("RGB", "ship lisboa", "lisboa", 1, ""),
    ],
)
def test_nothing_is_asked_where_there_is_one_way_to_pay(
    held: str, line: str, ship: str, disc: int, remaining: str
) -> None:
    game = position(me={"stock": held})
    act(game, line)
    assert (player(game).ship, space(game), stock(game)) == (ship, disc, cubes(remaining))


@pytest.mark.parametrize("line", ["wall 2", "ship lisboa", "use goldsucher 1"])
def test_nothing_happens_before_the_price_is_paid(line: str) -> None:
    game = owning("goldsucher", stock="RRGGBB")
    act(game, line)
    assert (space(game), player(game).ship, player(game).gold) == (1, "start", 5)
    refused(game, "pass", "wall 1", "tribute")
    act(game, words(game)[0])
    assert (space(game), player(game).ship, player(game).gold) != (1, "start", 5)
    assert sum(stock(game).values()) == 3


def test_the_proposal_keeps_activations_open() -> None:
    game = position(me={"stock": "KKR", "tableau": ["laden"]}, tiles={})
    act(game, "ship s01")
    assert proposal(game) == ["black"]
    game = position(me={"stock": "RRGB", "tableau": ["grenzposten"]})
    act(game, "ship s02")
    assert Counter(proposal(game)) == Counter(["red", "blue"])


def test_the_proposal_keeps_quarters_open() -> None:
    everything_but = [f"q{number:02}" for number in range(1, 31) if number != 15]
    game = position(
        turn=8, me={"stock": "YRR"}, others={1: {"quarters": everything_but[:15]}, 2: {"quarters": everything_but[15:]}}
    )
    act(game, "wall 1")
    assert proposal(game) == ["red"]


@settings(max_examples=60)
@given(held=STOCKS, spaces=st.integers(1, 5), data=st.data())
def test_a_payment_is_its_price_however_it_is_made(held: str, spaces: int, data: st.DataObject) -> None:
    price = 2 * spaces - 1
    game = position(me={"stock": held})
    if price > len(held):
        refused(game, f"wall {spaces}")
        return
    events = act(game, f"wall {spaces}")
    assert (space(game) == 1) is (len(set(held)) > 1 and price < len(held)), "asked where there are several ways"
    while space(game) == 1:
        lines = words(game)
        assert len(lines) > 1
        assert all(line.split()[0] in ("pay", "spend") for line in lines)
        assert len([line for line in lines if line.startswith("pay ")]) <= MOST_PAYMENTS
        colours = [line.removeprefix("spend ") for line in lines if line.startswith("spend ")]
        assert set(colours) == set(stock(game))
        assert not Counter(proposal(game)) - Counter(stock(game))
        events += act(game, data.draw(st.sampled_from(lines)))
    assert sum(stock(game).values()) == len(held) - price
    assert all(stock(game).values())
    paid: Counter[str] = Counter()
    for event in events:
        if event.kind == "paid":
            cubes_paid = event.data["cubes"]
            assert isinstance(cubes_paid, list)
            paid.update(cubes_paid)
    assert paid + Counter(stock(game)) == Counter(cubes(held))


@settings(max_examples=60)
@given(held=STOCKS, spaces=st.integers(1, 5))
def test_a_proposal_is_a_whole_payment(held: str, spaces: int) -> None:
    price = 2 * spaces - 1
    if price > len(held):
        return
    game = position(me={"stock": held})
    act(game, f"wall {spaces}")
    if space(game) == 1:
        colours = proposal(game)
        assert len(colours) == price
        gains(game, words(game)[0])
    assert space(game) == 1 + spaces
    assert sum(stock(game).values()) == len(held) - price


@settings(max_examples=40)
@given(held=STOCKS, free=st.integers(0, 4), target=st.sampled_from(["s01", "s02", "lisboa", "barcelona", "london"]))
def test_a_voyage_costs_its_distance_less_the_free_steps(held: str, free: int, target: str) -> None:
    steps = {"s01": 1, "s02": 2, "lisboa": 3, "barcelona": 4, "london": 6}[target]
    price = max(0, steps - free)
    game = position(me={"stock": held, "free_steps": free})
    if price > len(held):
        refused(game, f"ship {target}")
        return
    act(game, f"ship {target}")
    while player(game).ship == "start":
        act(game, words(game)[0])
    assert sum(stock(game).values()) == len(held) - price
    assert player(game).free_steps == max(0, free - steps)


def test_any_whole_payment_may_be_typed_so_that_logs_outlive_the_proposal() -> None:
    game = position(me={"stock": "RRGGB"})
    act(game, "wall 2")
    for wrong in ("pay red green", "pay red red red", "pay red green blue blue", "pay", "pay gold red red"):
        refused(game, wrong)
    typed = "pay red green blue"
    assert typed not in words(game)
    act(game, typed)
    assert game.state.players[0].stock == {"red": 1, "green": 1}


def test_before_the_dice_the_cubes_that_reach_the_stock_with_them_are_told() -> None:
    game = position(phase="cards", display=["palast"], me={"rose": {1: "RB"}})
    resources = game.resources(0)
    assert (resources.id, resources.args["cubes"]) == ("macao.resources_coming", ["red", "blue"])


def test_in_the_turn_the_stock_is_told() -> None:
    game = position(me={"stock": "RB"})
    assert game.resources(0).id == "macao.resources"
