"""Playing in the tests of all games: actions as they are typed, what is offered, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Action, Event, Game, IllegalAction, Message


def act(game: Game, *lines: str) -> list[Event]:
    """Play the lines, each for the first seat that is to act or the one it names ("2: accept"); a sound position
    must stay sound."""
    events = []
    for line in lines:
        who, _, words = line.rpartition(": ")
        sound = not game.audit()
        events += game.play(int(who) if who else game.to_act[0], tuple(words.split()))
        if sound:
            assert game.audit() == [], line
    return events


def refuses(game: Game, seat: int, *actions: Action) -> None:
    """Assert that each action is neither offered nor accepted, that there is a reason, and that it leaves no trace."""
    before = game.dump()
    for action in actions:
        assert action not in game.legal(seat), action
        with pytest.raises(IllegalAction):
            game.check(seat, action)
        with pytest.raises(IllegalAction) as refusal:
            game.play(seat, action)
        assert refusal.value.reason.id, action
        assert game.dump() == before, action


def refused(game: Game, *lines: str, seat: int | None = None) -> None:
    """Assert the same of actions as they are typed, for the seat that is to act or the one named."""
    refuses(game, game.to_act[0] if seat is None else seat, *(tuple(line.split()) for line in lines))


def refusal(game: Game, seat: int, action: Action) -> Message | None:
    """Return the reason against an action, or None if it is legal."""
    try:
        game.check(seat, action)
    except IllegalAction as fault:
        return fault.reason
    return None


def words(game: Game, seat: int | None = None) -> list[str]:
    """Return the legal actions, as they are typed."""
    lines = [" ".join(action) for action in game.legal(game.to_act[0] if seat is None else seat)]
    assert len(lines) == len(set(lines))
    return lines


def offered(game: Game, first: str, seat: int | None = None) -> list[str]:
    """Return the rest of each legal action that begins with ``first``, in their order."""
    return [line.removeprefix(first + " ") for line in words(game, seat) if line.startswith(first + " ")]


def player(game: Game, seat: int = 0) -> Any:
    return game.state.players[seat]


def kinds(events: list[Event], *wanted: str) -> list[str]:
    """Return the kinds of the events, in order; only the wanted ones if any are named."""
    return [event.kind for event in events if not wanted or event.kind in wanted]
