"""Look up texts in the English catalogue, so that a text may be reworded without a change of the tests."""

from __future__ import annotations

from bot.wording import texts_in
from bot.wording.texts import Argument


def english(id: str, /, **args: Argument) -> str:
    """Return the English text of an id, with its blanks filled."""
    return texts_in("en").say(id, **args)


# The buttons below a vote; what they say may change without any test of what they do.
AGREE = english("button.agree")
REFUSE = english("button.refuse")
WITHDRAW = english("button.withdraw")
