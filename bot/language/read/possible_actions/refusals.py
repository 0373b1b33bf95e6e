"""Ask the engine about single actions: why one is refused or warned of, and which could be typed instead.

Which action a text means that is refused is found in ``refusal_reasons``.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.wording.texts import Texts
from engines import Action, Game, IllegalAction, Message


def refusal(game: Game, seat: int, action: Action) -> Message | None:
    """Return why an action is not legal; None: it is."""
    try:
        game.check(seat, action)
    except IllegalAction as fault:
        return fault.reason
    return None


def says_why(reason: Message | None) -> bool:
    """Return whether a reason explains more than that an action is not on offer."""
    return reason is not None and "typed" not in reason.args


def warning(game: Game, seat: int, action: Action) -> Message | None:
    """Return the hint that warns of a legal action; None: there is none."""
    hint = game.hint(seat, action)
    return hint if hint is not None and hint.id in game.spoken.warning_hints else None


def example(texts: Texts, game: Game, seat: int, names: Sequence[str]) -> str:
    """Return a legal action as it may be typed, preferably one that ends nothing and calls for no warning."""
    legal = game.distinct(game.legal(seat))
    going_on = [action for action in legal if action not in ENDING_ACTIONS]
    harmless = (action for action in going_on if warning(game, seat, action) is None)
    action = next(harmless, (going_on or legal)[0])
    return texts.at(game, names).answer(game.key, game, seat, action, names)
