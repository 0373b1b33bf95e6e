"""What positions are worth to computer players."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import engines
from engines.contract import Action, Game
from engines.macao.steps.dice import ChooseDice
from engines.mmn import board
from engines.navegador.board import PRIVILEGE_SLOTS
from engines.players import greedy
from engines.players.beam import Value
from engines.players.values import burgundy, macao, macao_fitted, mmn, navegador
from engines.players.values.fitted import Fitted
from tests.engines.burgundy import positions as estates
from tests.engines.mmn import positions as catan
from tests.engines.navegador import positions as voyages


def test_between_two_moments_a_weight_changes_evenly_and_outside_of_them_it_stays() -> None:
    fitted = Fitted((0, 10, 20), {"gold": (1.0, 3.0, 0.0), "ships": (0.0, 0.0, 5.0)})
    worth = [fitted.worth({"gold": 2, "ships": 1}, moment) for moment in (-1, 0, 5, 10, 15, 20, 99)]
    assert worth == [2.0, 2.0, 4.0, 6.0, 5.5, 5.0, 5.0]


@pytest.mark.parametrize("value", [macao.value, macao_fitted.value], ids=["normal", "strong"])
def test_dice_of_macao_are_judged_alike_whether_they_wait_for_others_or_not(value: Value) -> None:
    in_order = engines.new("macao", 3, 8)
    chance = Random(1)
    while not isinstance(in_order.state.stack[-1], ChooseDice) or in_order.state.turn < 4:
        seat = in_order.blocking_seats[0]
        in_order.play(seat, greedy(in_order, seat, chance))
    together = in_order.copy()
    together.state.stack[-1].together = True
    worth = after_choosing(in_order, value)
    assert after_choosing(together, value) == worth
    assert len(set(worth.values())) > 5


def after_choosing(game: Game, value: Value) -> dict[Action, float]:
    """Return what the position is worth to the seat that chooses first, by the dice it chooses."""
    seat = game.state.stack[-1].order[0]
    worth = {}
    for action in game.considered(seat):
        after = game.copy()
        after.play(seat, action)
        worth[action] = value(after, seat)
    return worth


def test_a_sabotaged_city_yields_as_a_settlement_does() -> None:
    words = ("settlement n25", "city n25", "city n25 sabotaged")
    games = [catan.position(me={"buildings": [word]}) for word in words]
    settled, city, sabotaged = (mmn.yields(game, game.state.players[0]) for game in games)
    assert settled == sabotaged
    assert sum(city) > sum(settled)


def test_an_attack_that_brings_something_is_worth_more_the_nearer_it_is() -> None:
    worth = []
    for ship in range(board.ATTACK_AT):
        game = catan.position(me={"buildings": ["city n25"], "knights": ["n14 mighty active"]}, ship=ship)
        assert game.attack_strength() <= sum(game.contributions())
        worth.append(mmn.value(game, 0))
    assert worth == sorted(worth)
    assert len(set(worth)) > 2


def test_the_second_best_privilege_counts_too() -> None:
    """The mat has four factories, a church and a shipyard; a row that is full promises nothing."""
    every = voyages.position(me={"factories": {"sugar": 3}}).state.players[0]
    but_one = voyages.position(me={"factories": {"sugar": 3}}).state.players[0]
    but_one.privileges.update(church=PRIVILEGE_SLOTS, shipyard=PRIVILEGE_SLOTS)
    assert navegador._privileges(every, 20.0) > navegador._privileges(but_one, 20.0)
    every.privileges.update(church=PRIVILEGE_SLOTS)
    assert navegador._privileges(every, 20.0) > navegador._privileges(but_one, 20.0)


@pytest.mark.parametrize("kind", ["shipyards", "churches", "explorers"])
def test_early_a_shipyard_a_church_and_an_explorer_promise_more_than_they_count(kind: str) -> None:
    """Everything else is alike; the game is in its fifth round."""
    one, two = (voyages.position(me={"shipyards": 1, "churches": 1, kind: count}) for count in (1, 2))
    assert navegador.value(two, 0) - navegador.value(one, 0) > two.score(0).total - one.score(0).total + 0.5


def test_early_every_worker_promises_more_than_it_counts_those_beyond_the_fifth_less_so() -> None:
    games = [voyages.position(me={"workers": count}) for count in range(4, 9)]
    promised = [navegador.value(game, 0) - game.score(0).total for game in games]
    fifth, *further = [after - before for before, after in pairwise(promised)]
    assert all(0.1 < gain < fifth for gain in further)


@pytest.mark.parametrize(("rounds", "counts"), [(5, False), (navegador.WEIGHTS["patience"] + 2, True)])
def test_what_brings_the_end_nearer_counts_only_when_the_game_has_gone_on_for_long(
    monkeypatch: pytest.MonkeyPatch, rounds: float, counts: bool
) -> None:
    game = voyages.position(discovered=["guine"])
    game.state.turn = round(rounds * game.state.seats)
    usual = navegador.value(game, 0)
    monkeypatch.setitem(navegador.WEIGHTS, "end", 9 * navegador.WEIGHTS["end"])
    assert (navegador.value(game, 0) != usual) == counts


@pytest.mark.parametrize("kind", range(len(board.KINDS)), ids=board.KINDS)
def test_land_that_yields_a_card_is_worth_something_whatever_its_kind(
    monkeypatch: pytest.MonkeyPatch, kind: int
) -> None:
    game = catan.position(me={"buildings": ["settlement n25"]})
    rates = [0] * len(board.KINDS)
    monkeypatch.setattr(mmn, "yields", lambda game, player: rates)
    barren = mmn.value(game, 0)
    rates[kind] = 3
    assert mmn.value(game, 0) > barren


def test_the_running_round_is_left_to_those_who_have_not_had_their_turn() -> None:
    """It is the twelfth of 25 rounds: the first in the order has had its turn, the second is to move."""
    game = estates.position(seats=3, seat=1, turn=12)
    outlooks = [burgundy.outlook(game.state, seat) for seat in range(3)]
    assert [outlook and outlook.rounds_left for outlook in outlooks] == [13, 14, 14]
