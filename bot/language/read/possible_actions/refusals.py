"""Ask the engine about single actions: why one is refused or warned of, and which could be typed instead.

``refusal_reasons`` finds out which refused action a text means.
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
    """Return whether a reason explains more than that an action is not on offer.

    Engines repeat the typed words, as the argument ``typed``, only where they have nothing else to say: the words are
    unknown, too few or too many, or not on offer.
    """
    return reason is not None and "typed" not in reason.args


def warning(game: Game, seat: int, action: Action) -> Message | None:
    """Return the hint that warns of a legal action; None: there is none."""
    hint = game.hint(seat, action)
    return hint if hint is not None and hint.id in game.spoken.warning_hints else None


def example(texts: Texts, game: Game, seat: int, names: Sequence[str]) -> str:
    """Return a legal action as it may be typed, preferably one that ends nothing and calls for no warning."""
    legal = game.distinct(game.legal(seat))
    continuing_actions = [action for action in legal if action not in ENDING_ACTIONS]
    harmless_actions = (action for action in continuing_actions if warning(game, seat, action) is None)
    action = next(harmless_actions, (continuing_actions or legal)[0])
    return texts.at(game, names).answer(game.key, game, seat, action, names)
