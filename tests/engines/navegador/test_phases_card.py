"""The turn (rules 5), the phases (rules 8) and the Navegador card (rules 9)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import engines
from engines.contract import Game
from tests.engines.navegador.moves import idle, mat, offered, on, rest_on, seen, words
from tests.engines.navegador.positions import CATEGORIES, FIELDS, columns, position, up_to
from tests.engines.playing import act, refused

REFILL = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3)}


def gate(phase: int, *, by_card: bool = False, **changes: Any) -> Game:
    """Return a game in which seat 0 has two ships before the border that starts ``phase``, about to sail (or to use
    the card)."""
    origin, known = ("angola", up_to("angola")) if phase == 2 else ("goa", up_to("goa"))
    me = {"fleet": {origin: 2, "portugal": 1}, "stone": "builder"} | changes.pop("me", {})
    game = position(phase=phase - 1, me=me, discovered=known, holder=0 if by_card else None, **changes)
    act(game, "navegador" if by_card else "rondel sailing")
    return game


GATES = {2: "discover cabo angola angola", 3: "discover malaca goa goa"}


# -- turns -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_play_runs_clockwise_from_the_start_player(seats: int) -> None:
    game = engines.new("navegador", seats=seats, seed=3)
    start = game.state.start
    order = [idle(game) for _ in range(3 * seats)]
    assert order == [(start + turn) % seats for turn in range(3 * seats)]
    assert game.state.turn == 3 * seats + 1


def test_one_seat_decides_at_a_time() -> None:
    game = position()
    assert game.to_act == (0,)
    for _ in range(12):
        assert len(game.to_act) == 1
        assert all(game.legal(seat) == [] for seat in range(3) if seat not in game.to_act)
        idle(game)


def test_a_turn_is_over_after_its_action() -> None:
    game = on("workers", me={"money": 500})
    assert game.to_act == (0,)
    act(game, "workers 1")
    assert game.to_act == (1,)
    assert offered(game, "rondel")


# -- phases ------------------------------------------------------------------------------------------------------------


def test_H1_the_gallery_is_refilled_as_in_the_example() -> None:
    game = gate(2, seats=5, gallery=columns(0, 1, 1, 2, 1))
    act(game, GATES[2], "done")
    assert game.state.gallery == columns(2, 2, 2, 2, 2)


def test_H2_two_players_fill_up_to_one() -> None:
    game = gate(2, seats=2, gallery=columns(1, 0, 1, 0, 0))
    act(game, GATES[2], "done")
    assert game.state.gallery == columns(1, 1, 1, 1, 1)


@pytest.mark.parametrize("by_card", [False, True])
@pytest.mark.parametrize(("seats", "phase"), list(product(REFILL, (2, 3))))
def test_the_gallery_is_filled_up_to_the_table_and_never_reduced(seats: int, phase: int, by_card: bool) -> None:
    target = REFILL[seats][phase - 2]
    game = gate(phase, by_card=by_card, seats=seats, gallery=columns(0, 1, 2, 3, 0))
    act(game, GATES[phase])
    assert game.state.gallery == columns(0, 1, 2, 3, 0)
    assert (game.state.phase, game.state.coming_phase) == (phase - 1, phase)
    act(game, "done")
    assert (game.state.phase, game.state.coming_phase) == (phase, None)
    assert game.state.gallery == {category: max(number, target) for category, number in columns(0, 1, 2, 3, 0).items()}


@pytest.mark.parametrize("phase", [2, 3])
def test_a_phase_started_on_the_rondel_is_in_force_from_the_next_turn(phase: int) -> None:
    others = {1: {"stone": "sailing", "money": 1000, "fleet": {"guine": 1}}}
    game = gate(phase, others=others)
    act(game, GATES[phase], "done")
    assert game.to_act == (1,)
    act(game, "rondel workers", "workers 2")
    assert mat(game, 1).money == 1000 - 50 - 100 * phase
    game = gate(phase, others={1: {"stone": "builder", "fleet": {"guine": 1}}})
    act(game, GATES[phase], "done", "rondel sailing")
    assert "sail guine rio 1" in words(game)


@pytest.mark.parametrize("phase", [2, 3])
def test_a_phase_started_with_the_card_is_in_force_in_the_same_turn(phase: int) -> None:
    game = gate(phase, by_card=True, me={"money": 1000}, gallery=columns(0, 0, 0, 0, 0))
    money = mat(game).money
    act(game, GATES[phase], "done")
    bonus = mat(game).money - money
    assert game.to_act == (0,)
    assert game.state.phase == phase
    assert set(game.state.gallery.values()) == {REFILL[3][phase - 2]}
    act(game, "rondel workers", "workers 2")
    assert mat(game).money == money + bonus - 50 - 100 * phase


def test_the_card_starts_a_phase_whose_privileges_its_user_already_takes() -> None:
    game = gate(2, by_card=True, me={"stone": "colony", "workers": 5}, gallery=columns(0, 0, 0, 0, 0))
    act(game, GATES[2], "done", "rondel privilege")
    assert offered(game, "privilege") == set(CATEGORIES)


def test_the_card_sailing_itself_keeps_the_old_range() -> None:
    game = gate(2, by_card=True)
    act(game, GATES[2])
    assert offered(game, "sail portugal") == {"guine 1", "bahia 1"}


def test_phases_never_go_back() -> None:
    game = on("sailing", phase=3, me={"fleet": {"cabo": 1, "malaca": 1}}, discovered=up_to("timor"))
    act(game, "sail cabo angola 1", "sail malaca goa 1")
    assert (game.state.phase, game.state.coming_phase) == (3, None)
    idle(game)
    assert game.state.phase == 3


# -- the card ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_card_lies_still_in_the_first_round(seats: int) -> None:
    game = engines.new("navegador", seats=seats, seed=8)
    last = (game.state.start - 1) % seats
    for _ in range(seats - 1):
        assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (last, None, 0)
        idle(game)
    assert game.to_act == (last,)
    assert words(game) == {f"rondel {field}" for field in FIELDS}
    refused(game, "navegador")
    rest_on(game, "market2")
    assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (last, 6, 0)
    for _ in range(seats - 1):
        refused(game, "navegador")
        idle(game)
    assert "navegador" in words(game)


def test_N1_the_card_travels_against_the_direction_of_play() -> None:
    game = engines.new("navegador", seats=4, seed=2)
    start = game.state.start
    a, b, c, d = ((start + step) % 4 for step in range(4))
    for field in ("market1", "workers", "colony", "builder"):
        rest_on(game, field)
    for seat in (a, b, c):
        assert idle(game) == seat
    assert game.to_act == (d,)
    act(game, "navegador", "discover guine portugal portugal")
    card = game.state.card
    assert game.to_act == (d,)
    assert (card.holder, card.mark, card.moved) == (c, mat(game, c).stone, 0)
    refused(game, "navegador")
    assert idle(game) == d
    assert card.holder == c
    assert [idle(game), idle(game)] == [a, b]
    assert game.to_act == (c,)
    assert "navegador" in words(game)
    act(game, "navegador", "discover bahia portugal portugal")
    assert (game.state.card.holder, game.state.card.mark) == (b, mat(game, b).stone)


def lap(**me: Any) -> Game:
    """Return a game in which seat 0 has just received the card on field 2; six fields later he stands on field 0."""
    game = position(holder=0, me={"stone": 2, "fleet": {"guine": 2}} | me, mark=2, discovered=["guine"])
    rest_on(game, "ships")
    assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (0, 2, 3)
    assert seen(game).card.left == 5
    idle(game)
    idle(game)
    rest_on(game, "sailing")
    assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (0, 2, 6)
    idle(game)
    idle(game)
    assert game.to_act == (0,)
    return game


def test_N2_reaching_the_marked_field_passes_the_card_on_and_the_action_is_done() -> None:
    game = lap()
    act(game, "rondel market1")
    assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (2, mat(game, 2).stone, 0)
    assert game.to_act == (0,)
    money = mat(game).money
    act(game, "process gold 1")
    assert mat(game).money == money + 30


def test_N3_the_card_used_in_time_does_not_expire() -> None:
    game = lap()
    act(game, "navegador", "sail guine portugal 2")
    assert game.state.card.holder == 2
    mark = game.state.card.mark
    act(game, "rondel market1", "done")
    assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (2, mark, 0)
    assert mat(game).fleet == {"portugal": 2}


def test_N4_passing_the_marked_field_passes_the_card_on() -> None:
    game = lap(money=0)
    act(game, "rondel colony")
    assert mat(game).stone == 3
    assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (2, mat(game, 2).stone, 0)


def test_one_field_before_the_mark_the_card_stays() -> None:
    game = lap(money=0)
    rest_on(game, "workers")
    assert (game.state.card.holder, game.state.card.moved) == (0, 7)
    assert seen(game).card.left == 1


@pytest.mark.parametrize("moved", [0, 4, 7])
@pytest.mark.parametrize("steps", range(1, 9))
def test_the_card_expires_after_eight_fields(moved: int, steps: int) -> None:
    game = position(
        holder=0,
        moved=moved,
        mark=(7 - moved) % 8,
        me={"stone": 7, "fleet": {"portugal": 7}, "money": 0},
        others={2: {"stone": 4}},
    )
    act(game, f"rondel {FIELDS[(7 + steps) % 8]}")
    card = game.state.card
    if moved + steps >= 8:
        assert (card.holder, card.mark, card.moved) == (2, 4, 0)
    else:
        assert (card.holder, card.mark, card.moved) == (0, (7 - moved) % 8, moved + steps)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_card_goes_to_the_right_neighbour(seats: int) -> None:
    for seat in range(seats):
        right = (seat - 1) % seats
        game = position(
            seats=seats,
            seat=seat,
            holder=seat,
            me={"fleet": {"portugal": 1}},
            others={right: {"stone": 3}},
            discovered=["guine", "bahia"],
        )
        act(game, "navegador", "sail portugal guine 1")
        assert game.to_act == (seat,)
        assert (game.state.card.holder, game.state.card.mark, game.state.card.moved) == (right, 3, 0)
        assert seen(game).card.left == 8


def test_only_the_holder_uses_the_card_and_only_before_the_rondel_move() -> None:
    game = position(holder=1, discovered=["guine"])
    refused(game, "navegador")
    refused(game, "navegador", seat=1)
    game = position(holder=0, discovered=["guine"])
    act(game, "rondel sailing")
    refused(game, "navegador")
    act(game, "done")
    assert game.state.card.holder == 0


def test_the_rondel_move_follows_the_card_sailing_and_is_mandatory() -> None:
    game = position(holder=0, me={"stone": "builder", "fleet": {"portugal": 1}}, discovered=["guine", "bahia"])
    moves = {"rondel sailing", "rondel workers", "rondel market1", "rondel colony"}
    assert words(game) == moves | {"navegador"}
    act(game, "navegador", "sail portugal guine 1")
    assert words(game) == moves
    refused(game, "pass")


def test_the_card_sailing_is_complete() -> None:
    game = position(
        holder=0, phase=2, me={"fleet": {"portugal": 2, "cabo": 3}, "money": 0}, discovered=up_to("mocambique")
    )
    act(game, "navegador", "sail portugal rio 1", "discover ormuz cabo cabo")
    assert mat(game).explorers == 1
    assert mat(game).money == min(game.state.stacks["ormuz"])
    assert not offered(game, "discover")
    act(game, "sail cabo ormuz 1", "sail portugal guine 1")
    assert mat(game).fleet == {"rio": 1, "guine": 1, "ormuz": 2}
    assert offered(game, "rondel")


def test_the_card_allows_two_discoveries_in_a_turn() -> None:
    game = position(holder=0, me={"stone": "builder", "fleet": {"portugal": 4}})
    act(game, "navegador", "discover guine portugal portugal", "done", "rondel sailing")
    act(game, "discover bahia portugal portugal")
    assert mat(game).explorers == 2
    assert mat(game).fleet == {"guine": 1, "bahia": 1}


def test_the_bonus_of_a_card_discovery_is_cash_for_the_action() -> None:
    game = position(
        holder=0, me={"stone": "sailing", "money": 0, "fleet": {"portugal": 2}}, tokens={"guine": [60, 70, 80]}
    )
    act(game, "navegador", "discover guine portugal portugal", "rondel workers", "workers 1")
    assert mat(game).money == 10


def test_the_card_without_a_ship_that_moves_is_not_offered() -> None:
    for fleet in ({}, {"portugal": 1}):
        game = position(holder=0, me={"fleet": fleet})
        refused(game, "navegador")
        assert game.state.card.holder == 0


def test_the_card_changes_hands_by_use_only_after_a_ship_moved() -> None:
    game = position(holder=0, me={"fleet": {"portugal": 2}}, discovered=["guine"])
    act(game, "navegador")
    refused(game, "done")
    refused(game, "pass")
    act(game, "sail portugal guine 1", "done")
    assert game.state.card.holder == 2
