"""The records of buttons and selects with which somebody looks back: what was missed, replay, review (``controls``)."""

from __future__ import annotations

from typing import Annotated

from bot.interactions.components import Component, one_of
from bot.interactions.controls import Name, Number, OfTable, ShapeButton

STEPS = ("first", "back", "on", "last", "stay")
"""Where a replay goes from what it shows."""


class MissedButton(OfTable, id="pt:missed:{game_id}"):
    """Shows whoever presses it what has happened since their own last move."""


class MissedSelect(Component, id="pt:missedat"):
    """Shows what has happened at one of the person's tables."""


class MissedShape(ShapeButton, id="pt:missedshape:{shape}:{game_id}:{words}"):
    """Under what somebody has missed: after which version, and since what."""


class ReplayButton(Component, id="pt:replay:{game_id}:{version}:{stride}:{step}"):
    """Shows an earlier or later board. ``stride``: how far a step leads."""

    game_id: Number
    version: Number
    stride: Name
    step: Annotated[str, one_of(STEPS)]


class StrideSelect(Component, id="pt:stride:{game_id}:{version}"):
    """How far a step leads from now on."""

    game_id: Number
    version: Number


class GoToButton(Component, id="pt:goto:{game_id}:{version}:{stride}"):
    """Opens the form for the number of a turn."""

    game_id: Number
    version: Number
    stride: Name


class ShowAllButton(Component, id="pt:showall:{game_id}:{version}:{stride}"):
    """Posts the picture that is shown where everybody sees it."""

    game_id: Number
    version: Number
    stride: Name


class ReplayShape(ShapeButton, id="pt:replayshape:{shape}:{game_id}:{words}"):
    """Under the board of a replay: its version and the stride."""


class ReviewButton(Component, id="pt:J:{game_id}:{page}"):
    """Another loss."""

    game_id: Number
    page: Number


class ReviewAnswer(Component, id="pt:A:{game_id}:{page}:{answer}"):
    """What somebody would have played where another one lost: the place among what was asked; one more: tell all."""

    game_id: Number
    page: Number
    answer: Number


class ReviewShape(ShapeButton, id="pt:lossshape:{shape}:{game_id}:{words}"):
    """Under the board of a loss, whose page is the only word."""
