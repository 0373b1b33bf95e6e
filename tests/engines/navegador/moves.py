"""Playing in tests: actions as they are typed, refusals, turns in which nothing happens."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Event, Game, IllegalAction
from engines.navegador.view import NavegadorView
from tests.engines.navegador.positions import FIELDS, one_before, position


def act(game: Game, *lines: str) -> list[Event]:
    """Plays the lines, each for the seat that is to act; a sound position must stay sound."""
    events = []
    for line in lines:
        sound = not game.audit()
        events += game.play(game.to_act[0], tuple(line.split()))
        if sound:
            assert game.audit() == []
    return events


def refused(game: Game, line: str, seat: int | None = None) -> None:
    """Asserts that the action is neither offered nor accepted and leaves no trace."""
    if seat is None:
        seat = game.to_act[0]
    action = tuple(line.split())
    before = game.dump()
    assert action not in game.legal(seat)
    with pytest.raises(IllegalAction):
        game.check(seat, action)
    with pytest.raises(IllegalAction):
        game.play(seat, action)
    assert game.dump() == before


def words(game: Game) -> set[str]:
    """The legal actions of the seat to act, as they are typed."""
    lines = [" ".join(action) for action in game.legal(game.to_act[0])]
    assert len(lines) == len(set(lines))
    return set(lines)


def offered(game: Game, first: str) -> set[str]:
    """What follows ``first`` in the legal actions."""
    return {line.removeprefix(first + " ") for line in words(game) if line.startswith(first + " ")}


def mat(game: Game, seat: int = 0) -> Any:
    return game.state.players[seat]


def seen(game: Game, seat: int | None = None) -> NavegadorView:
    view = game.view(seat)
    assert isinstance(view, NavegadorView)
    return view


def on(field: str, **changes: Any) -> Game:
    """A position one step before the field, with the step made: its action is waiting (unless nothing can be done)."""
    changes["me"] = {"stone": one_before(field)} | changes.get("me", {})
    game = position(**changes)
    act(game, f"rondel {field}")
    return game


def finish(game: Game) -> None:
    """Declines what is left of the running turn."""
    turn = game.state.turn
    while game.to_act and game.state.turn == turn:
        act(game, "done" if "done" in words(game) else "pass")


def rest_on(game: Game, field: str) -> None:
    """A whole turn that moves the stone to the field and does nothing there."""
    turn = game.state.turn
    act(game, f"rondel {field}")
    if game.state.turn == turn:
        finish(game)


def idle(game: Game) -> int:
    """A whole turn in which nothing happens but one rondel step; returns whose it was."""
    seat = game.to_act[0]
    stone = mat(game, seat).stone
    rest_on(game, FIELDS[0 if stone is None else (stone + 1) % 8])
    return seat
