"""What tests expect to be said, looked up in the catalogue: a text may be worded better without a test's leave."""

from __future__ import annotations

from bot.wording import texts_in
from bot.wording.texts import Argument


def english(id: str, /, **args: Argument) -> str:
    """The English text of an id, filled."""
    return texts_in("en").say(id, **args)


# The buttons below a vote; what they say may change without any test of what they do.
AGREE = english("button.agree")
REFUSE = english("button.refuse")
WITHDRAW = english("button.withdraw")
