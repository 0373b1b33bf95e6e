"""Prices that cannot be paid yet can be read, and those that leave the kind open say so."""

from __future__ import annotations

import pytest

from engines.mmn import board
from render.kit.ink import CARD, LINE, SOFT, mix
from render.mmn import hand, icons
from render.mmn.inks import FADED
from render.shape import Shape
from tests.render.comparing import contrast
from tests.render.mmn_positions import at_turn
from tests.render.recording import caption, drawn

READABLE = 4.5


@pytest.mark.parametrize("faint", [False, True])
@pytest.mark.parametrize("kind", board.KINDS)
def test_the_letters_of_a_card_can_be_read_whether_one_has_it_or_not(kind: str, faint: bool) -> None:
    assert contrast(*icons.card_inks(kind, faint)) >= READABLE


def test_a_price_that_cannot_be_paid_can_be_read() -> None:
    ground = mix(CARD, LINE, 0.12)
    assert contrast(SOFT, ground) >= READABLE
    assert contrast(FADED, ground) >= READABLE, "the bank's rate for what one does not have is a price, too"


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_what_can_be_paid_with_cards_of_any_kind_says_with_which(shape: Shape) -> None:
    shown = drawn(hand.draw(at_turn(3, 30).view(1), caption(shape=shape)))
    assert [shown.texts().count(word) for word in ("equal", "one_colour")] == [2, 4]
    inks = {mark.inks[0] for mark in shown if mark.kind == "text" and "/" in mark.text}
    assert all(contrast(ink, mix(CARD, LINE, 0.12)) >= READABLE for ink in inks if ink != (200, 40, 30))
