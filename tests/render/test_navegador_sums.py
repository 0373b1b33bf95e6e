"""What the close-ups of market, workers, ships and buildings work out is what the engine asks and pays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engines import Game
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.ink import SOFT
from render.navegador import decision, sums
from render.shape import Shape
from tests.render.differences import positions
from tests.render.recording import caption, drawn

GAMES = [(2, 1), (4, 2), (5, 3)]


@cache
def met() -> list[tuple[Game, int, NavegadorView, set[str]]]:
    """Every position of some games in which somebody is to decide: who, what that seat sees, the verbs it may say."""
    return [
        (game, seat, view, {action[0] for action in game.legal(seat)})
        for seats, seed in GAMES
        for game in positions("navegador", seats, seed)
        for seat in game.to_act
        if isinstance(view := game.view(seat), NavegadorView)
    ]


def asked(*words: str) -> Iterator[tuple[Game, int, NavegadorView]]:
    """Those in which one of these words may be said."""
    return ((game, seat, view) for game, seat, view, verbs in met() if verbs & {*words})


def test_a_sale_and_a_factory_bring_what_the_engine_pays_for_the_most() -> None:
    told = 0
    for game, seat, view in asked("sell", "process"):
        legal = game.legal(seat)
        lines = iter(sums.of(view))
        for good in board.GOODS:
            for word in ("sell", "process"):
                line = next(lines)
                most = [action for action in legal if action[:2] == (word, good)][-1:]
                assert line.is_possible == bool(most)
                for action in most:
                    hint = game.hint(seat, action)
                    assert hint is not None
                    assert hint.args["income"] == line.total
                    told += 1
    assert told > 50


def test_what_is_not_offered_is_counted_as_far_as_there_is_any() -> None:
    """Colonies are what is sold of, factories what goods go through; a joker stands where more is offered than that."""
    told = set[tuple[bool, bool]]()
    for _, seat, view in asked("sell", "process"):
        player = view.players[seat]
        lines = iter(sums.of(view))
        for good in board.GOODS:
            for owned in (player.colonies, player.factories):
                line = next(lines)
                most = int(line.terms.partition(fonts.TIMES)[0])
                assert line.is_possible or most == owned[good]
                assert (len(line.signs) == 3) == (most > owned[good])
                told.add((most > owned[good], owned[good] > 0))
    assert {joker for joker, _ in told} == {some for _, some in told} == {False, True}


def test_further_workers_and_ships_cost_what_the_engine_asks() -> None:
    told = 0
    for game, seat, view in asked("workers", "ships"):
        legal = [action for action in game.legal(seat) if len(action) == 2]
        lines = sums.of(view)
        assert [line.is_possible for line in lines] == [number < len(legal) for number in range(len(lines))]
        for line, action in zip(lines, legal, strict=False):
            hint = game.hint(seat, action)
            assert hint is not None
            assert int(str(hint.args["cost"])) - int(str(hint.args.get("income", 0))) == line.total
            told += 1
    assert told > 50


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_buildings_that_cannot_be_paid_are_faded(shape: Shape) -> None:
    solid = faded = 0
    for number, (game, seat, view) in enumerate(asked("build")):
        if number % 12:
            continue
        legal = game.legal(seat)
        shown = drawn(decision.draw(view, caption(shape=shape), legal)).called("_house")
        prices = [[int(mark.text) for mark in shown if (SOFT in mark.colours()) is pale] for pale in (False, True)]
        first = [view.buildings[action[1]][0] for action in legal if action[0] == "build"]
        assert len(prices[0]) >= len(first)
        assert all(price <= view.players[seat].money for price in prices[0])
        closed = [row for row in board.BUILDINGS if view.buildings[row] and ("build", row) not in legal]
        assert len(prices[1]) >= sum(len(view.buildings[row]) for row in closed)
        solid = solid + len(prices[0])
        faded = faded + len(prices[1])
    assert solid
    assert faded


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_the_lines_stand_beside_the_market_and_the_scale_of_workers(shape: Shape) -> None:
    for words in (("sell", "process"), ("workers",)):
        game, seat, view = next(asked(*words))
        legal = game.legal(seat)
        texts = drawn(decision.draw(view, caption(shape=shape), legal)).texts()
        for line in sums.of(view):
            assert line.terms in texts
            assert str(line.total) in texts
