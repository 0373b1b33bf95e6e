"""Number chips that players lay before the first settlement (ruling 24.19)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines import CorruptState, IllegalAction, Message, load
from engines.mmn import board
from engines.mmn.game import Mmn
from engines.players import PLAYERS
from tests.engines.mmn.moves import question, seen
from tests.engines.playing import act, offered, refused

LAID = {"number_chips": "laid"}


def fresh(seats: int = 3, seed: int = 5) -> Mmn:
    return Mmn.new(seats, seed, **LAID)


def reason(game: Mmn, line: str) -> Message:
    with pytest.raises(IllegalAction) as raised:
        game.play(game.to_act[0], tuple(line.split()))
    return raised.value.reason


def laid_out(game: Mmn, player: str = "greedy") -> Mmn:
    """Play until the first settlement."""
    rng = Random(1)
    while question(game) == "laychip":
        act(game, " ".join(PLAYERS[player](game, game.blocking_seats[0], rng)))
    return game


@pytest.mark.parametrize("seats", Mmn.seats)
def test_everybody_lays_a_chip_in_turn_until_every_hex_has_one(seats: int) -> None:
    game = fresh(seats)
    size = board.size(seats)
    order = []
    assert game.state.chips == [0] * size.geometry.hex_count
    pool = Counter(seen(game).chips)
    assert not Counter(size.chips) - pool
    assert (pool - Counter(size.chips)).total() == size.extra_chips
    while question(game) == "laychip":
        (seat,) = game.to_act
        order.append(seat)
        act(game, f"lay {offered(game, 'lay')[-1]}")
    assert order == [number % seats for number in range(len(game.state.chips) - 1)]
    assert Counter(game.state.chips) == pool
    assert seen(game).chips == []
    assert (question(game), game.to_act) == ("openingbuilding", (0,))


def test_any_chip_that_is_left_lies_on_any_hex_without_one() -> None:
    game = fresh()
    chips_left = Counter(seen(game).chips)
    assert len(offered(game, "lay")) == 19 * len(chips_left)
    (event,) = [event for event in act(game, "lay 6 h03") if event.kind == "laid"]
    assert (event.seat, event.data) == (0, {"hex": "h03", "number": 6})
    assert game.state.chips[2] == 6
    act(game, "lay 8 h04")
    assert "8 h04" not in "".join(offered(game, "lay"))
    refused(game, "lay 5 h03", "lay 7 h05", "lay 5 h20", "lay 5", "lay", "pass", "settlement n01")
    for twelve in range(chips_left[12]):
        act(game, f"lay 12 h1{twelve}")
    chips = [str(chip) for chip in seen(game).chips]
    assert reason(game, "lay 12 h09") == Message("mmn.refuse.no_chip", {"typed": "12", "chips": chips})
    assert reason(game, "lay 5 h03") == Message("mmn.refuse.has_chip", {"place": "h03"})


def test_a_hex_without_number_is_called_by_its_row_and_no_two_places_are_called_alike() -> None:
    game = fresh()
    kind = board.RESOURCES[board.TERRAINS.index(game.state.terrain[3])]
    assert game.places()["h04"].neighbours == (Message("mmn.place.bare", {"kind": kind, "line": 2, "column": 1}),)
    while question(game) == "laychip":
        called = [(place.kind, repr(place.neighbours), place.side) for place in game.places().values()]
        assert len({*called}) == len(called)
        act(game, f"lay {offered(game, 'lay')[0]}")


@pytest.mark.parametrize("seats", [4, 6])
def test_equal_numbers_on_one_terrain_are_told_apart_however_many_there_are(seats: int) -> None:
    game = Mmn.new(seats, 3)
    for place, terrain in enumerate(game.state.terrain):
        game.state.chips[place] = 4 if terrain in ("forest", "pasture") else game.state.chips[place]
    called = [(place.kind, repr(place.neighbours), place.side) for place in game.places().values()]
    assert len({*called}) == len(called)


@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
def test_computers_give_gold_rivers_good_numbers_without_thinking_long(level: str) -> None:
    game = laid_out(fresh(), level)
    rivers = [
        chip for chip, terrain in zip(game.state.chips, game.state.terrain, strict=True) if terrain == "gold_river"
    ]
    assert set(rivers) <= {6, 8}


def test_a_game_is_played_on_with_the_numbers_that_were_laid() -> None:
    game = laid_out(fresh(seed=8))
    rng = Random(8)
    for _ in range(120):
        act(game, " ".join(PLAYERS["random"](game, game.blocking_seats[0], rng)))
    produced = game.state.turn
    assert produced > 3
    assert load(game.dump()).dump() == game.dump()


def test_a_stored_game_in_which_chips_are_missing_or_too_many_is_refused() -> None:
    game = fresh()
    act(game, "lay 6 h03")
    whole = game.dump()
    assert Mmn.load(whole).dump() == whole
    for change in ([3], [], [*whole["stack"][-1]["chips"], 4]):
        broken = game.dump()
        broken["stack"][-1]["chips"] = change
        with pytest.raises(CorruptState, match=r"chips|LayChip"):
            Mmn.load(broken)


def test_games_begun_before_have_their_chips_laid_by_chance() -> None:
    assert all(Mmn.by_rules(7, 4, 3).state.chips)
    assert Mmn.new(4, 3).state.chips == Mmn.by_rules(7, 4, 3).state.chips
