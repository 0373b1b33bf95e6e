"""The records of buttons and selects with which somebody looks back: what was missed, replay, review (``controls``)."""

from __future__ import annotations

from typing import Annotated

from bot.interactions.components import Component, one_of
from bot.interactions.controls import Name, Number, OfPage, OfPanel, OfTable, ShapeButton

STEPS = ("first", "back", "on", "last", "stay")
"""Where a replay goes from what it shows."""


class MissedButton(OfTable, id="pt:missed:{game_id}"):
    """Shows whoever presses it what has happened since their own last move."""


class MissedSelect(Component, id="pt:missedat"):
    """Shows what has happened at one of the person's tables."""


class MissedShape(ShapeButton, id="pt:missedshape:{shape}:{game_id}:{words}"):
    """Under what somebody has missed: after which version, and since what."""


class OfReplay(OfPanel):
    """``stride``: how far a step leads from the board that is shown."""

    stride: Name


class ReplayButton(OfReplay, id="pt:replay:{game_id}:{version}:{stride}:{step}"):
    """Shows an earlier or later board."""

    step: Annotated[str, one_of(STEPS)]


class StrideSelect(OfPanel, id="pt:stride:{game_id}:{version}"):
    """How far a step leads from now on."""


class GoToButton(OfReplay, id="pt:goto:{game_id}:{version}:{stride}"):
    """Opens the form for the number of a turn."""


class ShowAllButton(OfReplay, id="pt:showall:{game_id}:{version}:{stride}"):
    """Posts the picture that is shown where everybody sees it."""


class ReplayShape(ShapeButton, id="pt:replayshape:{shape}:{game_id}:{words}"):
    """Under the board of a replay: its version and the stride."""


class ReviewButton(OfPage, id="pt:J:{game_id}:{page}"):
    """Another loss."""


class ReviewAnswer(OfPage, id="pt:A:{game_id}:{page}:{answer}"):
    """What somebody would have played where another one lost: the place among what was asked; one more: tell all."""

    answer: Number


class ReviewShape(ShapeButton, id="pt:lossshape:{shape}:{game_id}:{words}"):
    """Under the board of a loss, whose page is the only word."""
