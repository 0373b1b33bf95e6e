"""The round: cards, dice, the wind rose, the order of turns (rules 4, 6, 7)."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.macao.game import Macao
from tests.engines.macao.moves import gains, next_round, order, owning, round_from, seen
from tests.engines.macao.positions import COLOURS, cubes, position
from tests.engines.playing import act, player, refused, words

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
NEXT = ("tor", "bank", "kran", "abt")
PAIR = ("zoll_1", "bau_1")


# -- cards (rules 4.1) -------------------------------------------------------------------------------------------------


@SEATS
def test_four_cards_are_revealed_and_some_removed(seats: int) -> None:
    game = position(seats=seats, seat=seats - 1, deck=NEXT, pair=PAIR)
    events = act(game, "pass")
    kept = list(NEXT[:seats])
    assert seen(game).display == [*PAIR, *kept]
    removed = list(NEXT[seats:])
    assert [card for card in game.state.discard if card in NEXT] == removed
    # 0-1, 1-2, 0-1, 0-1, 2-2 and 2-2: what is removed counts
    assert (seen(game).tribute_gold, seen(game).tribute_prestige) == (0 + 1 + 0 + 0 + 2 + 2, 1 + 2 + 1 + 1 + 2 + 2)
    revealed = [event for event in events if event.kind == "revealed"]
    assert len(revealed) == 1
    assert revealed[0].barrier
    assert revealed[0].data["cards"] == [*PAIR, *NEXT]
    assert (revealed[0].data["gold"], revealed[0].data["prestige"]) == (5, 9)


@SEATS
def test_everybody_must_take_a_card_in_wall_order(seats: int) -> None:
    game = position(seats=seats, seat=seats - 1, deck=NEXT, pair=PAIR, order=list(range(seats)))
    act(game, "pass")
    offer = [*PAIR, *NEXT[:seats]]
    for seat in range(seats):
        assert game.to_act == (seat,)
        assert words(game) == [f"take {card}" for card in offer]
        refused(game, "decline", "pass", f"take {game.state.deck[-1]}", "take kloster")
        act(game, f"take {offer.pop(0)}")
    assert set(offer) <= set(game.state.discard)
    assert [player.tableau for player in game.state.players] == [[card] for card in (*PAIR, *NEXT)[:seats]]
    assert seen(game).phase == "dice"


def test_wall_order_of_the_moment_counts() -> None:
    game = position(wall={4: [1, 0], 2: [2]}, seat=2, others={1: {"stock": "R"}}, me={"stock": "RRRRR"})
    act(game, "wall 3", "pass")
    assert order(game) == game_order(game) == [2, 1, 0]


def game_order(game: Macao) -> list[int]:
    """Seats in the order in which they take cards."""
    found: list[int] = []
    while seen(game).phase == "cards":
        found += game.to_act
        act(game, words(game)[0])
    return found


def test_five_cards_fit_on_the_tableau() -> None:
    four = ["bank", "kran", "abt", "wirt"]
    game = position(phase="cards", me={"tableau": four}, display=["tor", "turm", "laden"])
    act(game, "take tor")
    assert player(game).tableau == [*four, "tor"]
    assert player(game).penalties == 0
    assert game.to_act == (1,)


# -- dice (rules 4.2) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(1, 13))
def test_dice_above_the_cap_are_turned(turn: int) -> None:
    """Every round from many seeds: nothing above the cap is left, and what the cap allows does come."""
    cap = min(6, 13 - turn)
    found = set()
    for seed in range(12):
        dump = position(phase="cards", turn=turn, seats=2, seat=1, display=["tor", "bank"]).dump()
        dump["dice"] = {"seed": f"{seed:032x}", "count": 0}
        game = Macao.load(dump)
        events = act(game, "take tor")
        assert set(game.state.rolled) == set(COLOURS)
        assert seen(game).cap == cap
        found |= set(game.state.rolled.values())
        assert [event.barrier for event in events if event.kind == "rolled"] == [True]
        assert [event.data for event in events if event.kind == "rolled"] == [game.state.rolled]
    assert found == set(range(1, cap + 1))


def test_two_different_dice_are_chosen_in_wall_order() -> None:
    game = position(phase="dice", order=[1, 2, 0], seat=1, rolled=dict.fromkeys(COLOURS, 2))
    for seat in (1, 2, 0):
        assert game.to_act == (seat,)
        assert words(game) == [f"dice {first} {second}" for first, second in combinations(COLOURS, 2)]
        refused(game, "dice red red", "dice red", "dice red green blue", "pass", "dice")
        act(game, "dice gray red" if seat else "dice red gray")  # in any order; dice are not used up
    assert [player(game, seat).rose[1] for seat in range(3)] == [cubes("RRYY")] * 3
    assert game.to_act == (1,)
    assert seen(game).phase == "actions"


@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_cubes_lie_at_the_value_and_the_rose_turns_by_one(first: int, second: int) -> None:
    before = {1: "K", 2: "V", 3: "B", 4: "G", 5: "Y", 6: "R"}
    game = position(phase="dice", rolled={"red": first, "blue": second}, me={"rose": before})
    act(game, "dice red blue")
    for field in range(1, 8):
        placed = before.get(field, "") + "R" * (first * (field == first)) + "B" * (second * (field == second))
        now = player(game).rose[field - 1]
        assert now == cubes(placed)
        assert 0 not in now.values()


@pytest.mark.parametrize(("rose", "penalties"), [({}, 1), ({2: "RRR", 6: "K"}, 1), ({1: "R"}, 0)])
def test_an_empty_stock_brings_a_penalty_marker(rose: dict[int, str], penalties: int) -> None:
    game = position(phase="dice", rolled={"red": 2, "green": 6}, me={"rose": rose})
    act(game, "dice red green")
    assert player(game).penalties == penalties


def test_a_die_of_one_averts_the_empty_stock() -> None:
    game = position(phase="dice", rolled={"red": 1, "green": 6})
    act(game, "dice red green")
    assert player(game).penalties == 0
    assert player(game).rose[0] == cubes("R")


def test_gold_of_the_professor_does_not_avert_it_and_comes_before() -> None:
    game = position(phase="dice", rolled={"red": 1, "green": 6}, me={"activated": ["professor", "meister"]})
    events = act(game, "dice red green", "shift red up")
    assert [event.kind for event in events if event.kind in ("professor", "penalty")] == ["professor", "penalty"]
    assert (player(game).gold, player(game).penalties) == (6, 1)


def test_meister_shifts_the_extra_cube_of_forscher_with_its_die() -> None:
    """Ruling 11: the extra cube moves with its die."""
    game = position(phase="dice", rolled={"red": 2, "green": 3}, me={"activated": ["forscher", "meister"]})
    act(game, "dice red green", "shift green down")
    assert player(game).rose[1] == cubes("RRRGGGG")


# -- turns (rules 4.3) -------------------------------------------------------------------------------------------------


def test_turns_go_in_wall_order_and_nobody_has_two() -> None:
    game = position(wall={3: [2], 2: [0, 1]}, seat=2, others={1: {"stock": "RRRRRRR"}})
    acted: list[int] = []
    while seen(game).phase == "actions":
        acted += game.to_act
        if game.to_act == (1,):
            act(game, "wall 4")  # to the front, after the others have acted
        act(game, "pass")
    assert acted == [2, 0, 1]
    assert order(game)[0] == 1
    assert game.to_act == (1,)


def test_passing_returns_the_stock_and_ends_free_steps() -> None:
    game = owning("segelmacherei", stock="RGB", me={"rose": {1: "KK"}})
    act(game, "use segelmacherei", "ship s01", "pass")
    assert player(game).rose[0] == {}
    assert player(game).rose[1] == cubes("KK")
    assert player(game).free_steps == 0
    later = next_round(game, stock="")
    assert player(later).free_steps == 0
    refused(later, "ship s02")


def test_passing_is_always_legal_and_nothing_has_to_be_spent() -> None:
    game = owning("bank", stock="RGBVKY", tribute=(0, 5), me={"jokers": 2})
    assert words(game)[-1] == "pass"
    gains(game, "pass", gold=0, prestige=0, left="")
    assert player(game).jokers == 2


def test_a_turn_with_nothing_to_do_passes_itself() -> None:
    game = position(tribute=(3, 3), me={"stock": "R", "gold": 1}, others={1: {"gold": 1}, 2: {"gold": 4}})
    events = act(game, "wall 1")
    assert [event.seat for event in events if event.kind == "passed"] == [0, 1]
    assert game.to_act == (2,)


def test_counters_start_anew_with_the_round() -> None:
    counters = {
        "advanced": True,
        "quarters": 1,
        "purchases": 1,
        "used": {"bank": 1},
        "gold": 2,
        "prestige": 1,
        "steps": 3,
    }
    game = owning("bank", me={"this_round": counters | {"office_uses": {"zoll": 2}}})
    refused(game, "use bank", "tribute")
    while game.state.turn == 5:
        act(game, "pass")
    fresh = Macao.new(3, 7).state.players[0].this_round
    assert [player.this_round for player in game.state.players] == [fresh] * 3


@SEATS
def test_a_game_has_twelve_rounds_of_three_phases(seats: int) -> None:
    game = Macao.new(seats, 3)
    phases: list[tuple[int, str]] = []
    while game.to_act:
        now = (game.state.turn, seen(game).phase)
        if not phases or phases[-1] != now:
            phases.append(now)
        actor = game.to_act[0]
        legal = game.legal(actor)
        game.play(actor, ("pass",) if ("pass",) in legal else legal[0])
    rounds = [(turn, phase) for turn in range(1, 13) for phase in ("cards", "dice", "actions")]
    idle = {(turn, "actions") for turn in range(3, 13)} - set(phases)  # all turns passed themselves
    assert phases == [(0, "draft"), (0, "cubes"), *(each for each in rounds if each not in idle)]
    assert seen(game).phase == "over"
    assert game.legal(0) == []


def test_the_events_of_a_round_tell_its_number_and_the_dice_chosen() -> None:
    game = position(seat=2)
    events = act(game, "pass")
    assert [event.kind for event in events][:3] == ["passed", "round", "revealed"]
    assert events[1].data == {"round": 6}
    round_from(game, until="dice")
    chose = act(game, "dice red gray")[0]
    values = game.state.rolled
    assert chose.data == {
        "first": "red",
        "first_value": values["red"],
        "second": "gray",
        "second_value": values["gray"],
    }
