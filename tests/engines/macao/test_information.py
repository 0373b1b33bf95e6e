"""What may be known: the hidden deck, dice chosen together (rules 2, 4.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engines.macao.game import Macao
from engines.macao.steps.dice import ChooseDice
from engines.players import PLAYERS
from tests.engines.macao.moves import round_from, seen, stock
from tests.engines.macao.positions import COLOURS, cubes, position
from tests.engines.playing import act, player, refused

ROLLED = {"red": 1, "green": 2, "blue": 3, "violet": 4, "black": 5, "gray": 6}


def together(**changes: Any) -> Macao:
    return position(phase="dice", dice="together", rolled=ROLLED, order=[1, 2, 0], seat=1, **changes)


def shown(game: Macao, seat: int | None) -> Any:
    """Return everything the view says, in plain types."""
    return msgspec.to_builtins(seen(game, seat))


# -- the deck ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_deck_is_hidden_and_everything_else_is_not(seat: int | None) -> None:
    game = Macao.new(3, 7)
    round_from(game, until="dice")
    view = shown(game, seat)
    assert view["deck"] == len(game.state.deck)
    text = msgspec.json.encode(view).decode()
    hidden = [card for card in game.state.deck if f'"{card}"' in text]
    assert hidden == []
    assert view["discard"] == game.state.discard
    assert view["offices"] == game.state.offices
    assert game.state.dice.seed not in text


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_determinize_redraws_the_deck_only(seat: int | None) -> None:
    game = Macao.new(3, 7)
    round_from(game, until="dice")
    rolled = set()
    decks = set()
    for seed in range(8):
        world = game.determinize(seat, Random(seed))
        assert shown(world, seat) == shown(game, seat)
        assert sorted(world.state.deck) == sorted(game.state.deck)
        assert world.audit() == []
        decks.add(tuple(world.state.deck))
        act(world, *["dice red green"] * 3)
        round_from(world, until="cards")
        round_from(world, until="dice")
        rolled.add(tuple(world.state.rolled.values()))
    assert len(decks) > 4
    assert len(rolled) > 4


def test_a_fresh_game_shows_the_draft_the_ports_and_a_city_without_owners() -> None:
    view = seen(Macao.new(4, 7), 2)
    assert (view.viewer, view.seats, view.turn, view.phase, view.deck) == (2, 4, 0, "draft", 96 - 6)
    assert [port.values for port in view.ports] == [[5, 3, 2]] * 4 + [[6, 4, 3]] * 4
    assert view.owners == {}
    assert len(view.city) == 30


# -- dice in order -----------------------------------------------------------------------------------------------------


def test_dice_in_order_are_seen_by_those_after() -> None:
    game = position(phase="dice", rolled=ROLLED)
    assert game.to_act == (0,)
    events = act(game, "dice red gray")
    assert [event.seen_by for event in events if event.kind == "chose"] == [None]
    assert seen(game, 1).players[0].chosen == ["red", "gray"]
    assert stock(game) == cubes("R")
    assert seen(game, 1).players[1].chosen is None


# -- dice together -----------------------------------------------------------------------------------------------------


def test_joined_events_everybody_is_asked_at_once_in_any_order() -> None:
    game = together()
    assert list(game.to_act) == [1, 2, 0]
    assert all(len(game.legal(seat)) == 16 for seat in range(3)), "all pairs, or to look first"
    game.play(0, ("dice", "red", "green"))
    assert list(game.to_act) == [1, 2]
    refused(game, "dice red green", "dice red blue", seat=0)
    game.play(2, ("dice", "red", "blue"))
    game.play(1, ("dice", "green", "gray"))
    assert list(game.to_act) == [1]
    assert seen(game).phase == "actions"
    assert [player(game, seat).rose[0] for seat in range(3)] == [cubes("R"), {}, cubes("R")]
    assert [player(game, seat).penalties for seat in range(3)] == [0, 1, 0]


def test_joined_events_nothing_is_seen_before_all_have_chosen() -> None:
    game = together()
    first = game.copy()
    second = game.copy()
    first_events = first.play(0, ("dice", "red", "green"))
    second_events = second.play(0, ("dice", "black", "gray"))
    for seat in (None, 1, 2):
        assert shown(first, seat) == shown(second, seat)
        assert visible(first_events, seat) == visible(second_events, seat)
        assert first.describe(seat) == second.describe(seat)
    for seat in (1, 2):
        assert first.prompt(seat) == second.prompt(seat)
        assert first.legal(seat) == second.legal(seat) == game.legal(seat)
    assert seen(first, 0).players[0].chosen == ["red", "green"]
    assert seen(first, 1).players[0].chosen is None
    assert first.state.players == game.state.players


def visible(events: list[Any], seat: int | None) -> list[Any]:
    return [event for event in events if event.seen_by is None or seat in event.seen_by]


def test_joined_events_the_last_choice_reveals_all() -> None:
    game = together(others={0: {"activated": ["professor"]}})
    game.play(0, ("dice", "red", "green"))
    hidden = game.play(1, ("dice", "blue", "gray"))
    assert not any(event.barrier for event in hidden), "what nobody has seen may be taken back"
    assert player(game).gold == 5
    events = game.play(2, ("dice", "red", "black"))
    chose = [(event.seat, event.data["first"], event.data["second"]) for event in events if event.kind == "chose"]
    assert chose == [(1, "blue", "gray"), (2, "red", "black"), (0, "red", "green")]
    assert all(event.seen_by is None for event in events)
    assert {event.barrier for event in events if event.kind == "chose"} == {True}
    assert player(game).gold == 6


def test_dice_chosen_in_order_reveal_nothing_of_others() -> None:
    game = position(phase="dice", rolled=ROLLED)
    assert not any(event.barrier for event in game.play(0, ("dice", "red", "green")))


def test_joined_events_a_shift_is_part_of_the_hidden_choice() -> None:
    game = together(others={0: {"activated": ["meister"]}})
    game.play(0, ("dice", "red", "green"))
    assert set(game.to_act) == {0, 1, 2}
    lines = {" ".join(action) for action in game.legal(0)}
    assert lines == {"shift red up", "shift green up", "shift green down", "pass"}
    shifted = game.copy()
    passed = game.copy()
    shift_events = shifted.play(0, ("shift", "red", "up"))
    pass_events = passed.play(0, ("pass",))
    for seat in (None, 1, 2):
        assert shown(shifted, seat) == shown(passed, seat)
        assert visible(shift_events, seat) == visible(pass_events, seat)
    shifted.play(1, ("dice", "red", "green"))
    shifted.play(2, ("dice", "red", "green"))
    assert player(shifted).rose[1] == cubes("RGG")
    assert player(shifted).penalties == 1
    assert [player(shifted, seat).rose[0] for seat in (1, 2)] == [cubes("R")] * 2


def test_joined_events_choosing_first_and_last_comes_to_the_same() -> None:
    lines = {0: ("dice", "red", "green"), 1: ("dice", "violet", "gray"), 2: ("dice", "red", "blue")}
    dumps = []
    for sequence in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        game = together()
        for seat in sequence:
            game.play(seat, lines[seat])
        dumps.append(game.dump())
    assert dumps[0] == dumps[1] == dumps[2]


def test_joined_events_what_others_chose_is_redrawn() -> None:
    game = together()
    game.play(0, ("dice", "red", "green"))
    outcomes = set()
    for seed in range(12):
        world = game.determinize(1, Random(seed))
        assert shown(world, 1) == shown(game, 1)
        own_world = game.determinize(0, Random(seed))
        assert seen(own_world, 0).players[0].chosen == ["red", "green"]
        outcomes.add(tuple(seen(world, 0).players[0].chosen or ()))
    assert len(outcomes) > 1


def test_joined_events_only_the_dice_are_chosen_at_once() -> None:
    game = Macao.new(3, 7, dice="together")
    rng = Random(1)
    numbers_asked: dict[str, set[int]] = {}
    while game.to_act:
        numbers_asked.setdefault(seen(game).phase, set()).add(len(game.to_act))
        actor = rng.choice(game.to_act)
        game.play(actor, rng.choice(game.legal(actor)))
    assert numbers_asked == {"draft": {1}, "cubes": {1}, "cards": {1}, "dice": {1, 2, 3}, "actions": {1}}
    assert game.state.turn == 12
    assert set(game.state.rolled) == set(COLOURS)


# -- looking first -----------------------------------------------------------------------------------------------------


def test_who_looks_first_chooses_after_the_others_have_been_revealed() -> None:
    game = together()
    (event,) = game.play(1, ("look",))
    assert (event.kind, event.seat, event.seen_by) == ("looks_first", 1, None)
    assert set(game.to_act) == {2, 0}
    refused(game, "dice red green", seat=1)
    game.play(0, ("dice", "red", "green"))
    events = game.play(2, ("dice", "red", "blue"))
    assert [(event.seat, event.barrier) for event in events if event.kind == "chose"] == [(2, True), (0, True)]
    assert game.to_act == (1,)
    assert seen(game, 1).players[0].chosen == ["red", "green"]
    refused(game, "look", seat=1)
    game.play(1, ("dice", "green", "gray"))
    assert seen(game).phase == "actions"
    assert [player(game, seat).rose[0] for seat in range(3)] == [cubes("R"), {}, cubes("R")]


def test_where_all_look_first_all_choose_in_wall_order() -> None:
    game = together()
    for seat in (0, 1, 2):
        game.play(seat, ("look",))
    assert game.to_act == (1,)
    for seat in (1, 2, 0):
        assert game.to_act == (seat,)
        game.play(seat, ("dice", "red", "green"))
    assert seen(game).phase == "actions"


def test_the_last_one_to_choose_may_look_too_and_the_next_round_is_common_again() -> None:
    game = together()
    game.play(0, ("dice", "red", "green"))
    game.play(2, ("dice", "red", "blue"))
    events = game.play(1, ("look",))
    assert [event.kind for event in events if event.kind in ("looks_first", "chose")] == [
        "looks_first",
        "chose",
        "chose",
    ]
    assert game.to_act == (1,)
    again = together()
    step = again.state.stack[-1]
    assert isinstance(step, ChooseDice)
    assert step.later == []


def test_where_dice_are_chosen_in_order_nobody_looks_first_nor_did_anybody_before() -> None:
    refused(position(phase="dice"), "look")
    game = Macao.by_rules(2, 3, 5, dice="together")
    while not isinstance(game.state.stack[-1], ChooseDice):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    refused(game, "look", seat=game.to_act[0])


@pytest.mark.parametrize("kind", [kind for kind in PLAYERS if kind != "random"])
def test_computers_choose_with_the_others(kind: str) -> None:
    game = together()
    assert PLAYERS[kind](game, 0, Random(1))[0] == "dice"
    assert ("look",) not in game.considered(0)
