"""What the decisions of every game refuse and let pass. Seat 0 is the one that is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from engines.contract import Action, Game, IllegalAction

NUMBERS = [
    *("0", "00", "03", "01", "-1", "+1", "1.0", "1e0", "0x1", "1_0", " 1", "1 ", "\u0661", "\u00b2", "one", ""),
    *("99", "9" * 30),
]
"""What does not stand for 1 where 1 is legal: no numbers, too large ones, and 1 in disguise."""


def all_are_refused(game: Game, actions: Iterable[Action]) -> None:
    """Neither offered nor accepted, with a reason, and without a trace."""
    before, legal = game.dump(), set(game.legal(0))
    for action in actions:
        assert action not in legal, action
        for ask in (game.check, game.play):
            with pytest.raises(IllegalAction) as refusal:
                ask(0, action)
            assert refusal.value.reason.id, action
        assert game.dump() == before, action


def numbers_are_refused(game: Game, action: Action, place: int, numbers: Iterable[str] = NUMBERS) -> None:
    """The legal action with another word in place of its number."""
    assert action in game.legal(0)
    all_are_refused(game, ((*action[:place], number, *action[place + 1 :]) for number in numbers))


def others_are_not_asked(game: Game) -> None:
    before = game.dump()
    for seat in (1, 2, 3, -1, 99):
        assert game.legal(seat) == []
        with pytest.raises(IllegalAction):
            game.prompt(seat)
        for action in game.legal(0):
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id == "error.not_your_turn"
    assert game.dump() == before


def words_of_others_are_refused(decisions: Mapping[str, Game], decision: str) -> None:
    """Every legal action of every other decision."""
    others = {action for game in decisions.values() for action in game.legal(0)}
    all_are_refused(decisions[decision], sorted(others.difference(decisions[decision].legal(0))))


def every_offer_passes(game: Game) -> None:
    """What is legal passes the check, may have a hint, and changes the game."""
    for action in game.legal(0):
        game.check(0, action)
        game.hint(0, action)
        copy = game.copy()
        copy.play(0, action)
        assert copy.dump() != game.dump()
