"""Playing Navegador in tests: what is offered, turns in which nothing happens."""

from __future__ import annotations

from typing import Any

from engines.contract import Game
from engines.navegador.view import NavegadorView
from tests.engines import playing
from tests.engines.navegador.positions import FIELDS, one_before, position
from tests.engines.playing import act


def words(game: Game) -> set[str]:
    """Return the legal actions of the seat to act, as they are typed."""
    return set(playing.words(game))


def offered(game: Game, first: str) -> set[str]:
    """Return the words that follow ``first`` in the legal actions."""
    return set(playing.offered(game, first))


def mat(game: Game, seat: int = 0) -> Any:
    return game.state.players[seat]


def seen(game: Game, seat: int | None = None) -> NavegadorView:
    view = game.view(seat)
    assert isinstance(view, NavegadorView)
    return view


def on(field: str, **changes: Any) -> Game:
    """Return a position one step before the field, with the step made: its action is waiting (unless nothing can be
    done)."""
    changes["me"] = {"stone": one_before(field)} | changes.get("me", {})
    game = position(**changes)
    act(game, f"rondel {field}")
    return game


def finish(game: Game) -> None:
    """Decline the rest of the running turn."""
    turn = game.state.turn
    while game.to_act and game.state.turn == turn:
        act(game, "done" if "done" in words(game) else "pass")


def rest_on(game: Game, field: str) -> None:
    """Play a whole turn that moves the stone to the field and does nothing there."""
    turn = game.state.turn
    act(game, f"rondel {field}")
    if game.state.turn == turn:
        finish(game)


def reach(game: Game, field: str) -> None:
    """Play nothing but rondel steps until seat 0 steps onto the field: its action is waiting."""
    while game.to_act != (0,) or mat(game).stone != one_before(field):
        idle(game)
    act(game, f"rondel {field}")


def idle(game: Game) -> int:
    """Play a whole turn in which nothing happens but one rondel step, and return whose it was."""
    seat = game.to_act[0]
    stone = mat(game, seat).stone
    rest_on(game, FIELDS[0 if stone is None else (stone + 1) % 8])
    return seat
