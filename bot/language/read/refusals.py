"""Why a decision is not possible, and what could be typed instead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.wording.texts import Texts
from engines import GAMES, Action, Game, IllegalAction, Message

ENDS = frozenset[str]().union(*(kind.spoken.endings for kind in GAMES.values()))
"""Verbs with which somebody does no more."""
ENDINGS = frozenset((verb,) for verb in ENDS)
"""The same as actions."""


def refusal(game: Game, seat: int, action: Action) -> Message | None:
    """Return why an action is not legal; None: it is."""
    try:
        game.check(seat, action)
    except IllegalAction as fault:
        return fault.reason
    return None


def says_why(reason: Message | None) -> bool:
    """Return whether a reason says more than that something is not on offer."""
    return reason is not None and "typed" not in reason.args


def own_reason(game: Game, seat: int, action: Action) -> Message | None:
    """Return the rules' own reason against an action; None where they only say that it is not on offer."""
    reason = refusal(game, seat, action)
    return reason if says_why(reason) and game.part(seat, action) is None else None


def example(texts: Texts, game: Game, seat: int, names: Sequence[str]) -> str:
    """Return how a legal action may be typed: one that goes on rather than ends something."""
    legal = game.distinct(game.legal(seat))
    action = next((action for action in legal if action not in ENDINGS), legal[0])
    return texts.at(game, names).answer(game.key, game, seat, action, names)
