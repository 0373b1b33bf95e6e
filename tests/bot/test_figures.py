"""Times and changes as figures tell them."""

from __future__ import annotations

from bot.commands import figures
from bot.delivery.rated import signed
from bot.wording.texts import texts

EN = texts("en")


def test_times_are_told_in_the_largest_unit_of_which_there_are_two() -> None:
    told = [figures.time(seconds, EN) for seconds in (1, 119, 120, 3600, 7199, 7200, 100_000)]
    assert told == ["1 second", "119 seconds", "2 minutes", "60 minutes", "120 minutes", "2 hours", "28 hours"]


def test_a_change_has_a_sign_unless_it_rounds_to_nothing() -> None:
    assert [signed(each, EN) for each in (1.24, -0.36, 0.04, -0.04, 0)] == ["+1.2", "−0.4", "0.0", "0.0", "0.0"]
    assert signed(-1.5, texts("de")) == "−1,5"
