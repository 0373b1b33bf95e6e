"""Messages that would be too long for Discord lose their oldest lines, never their end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.compose import CUT, fit

LINES = st.lists(st.text("ab c", max_size=400), max_size=60)


@given(LINES, LINES)
def test_everything_fits(before: list[str], after: list[str]) -> None:
    assert len(fit(before, after)) <= 2000


def test_discord_takes_two_thousand_characters_and_not_one_more() -> None:
    assert fit(["x" * 999], ["y" * 1000]) == "x" * 999 + "\n" + "y" * 1000
    cut = fit(["x" * 1000], ["y" * 1000])
    assert len(cut) <= 2000
    assert cut.endswith("\n" + "y" * 1000)


def test_a_single_line_that_is_too_long_keeps_its_beginning() -> None:
    assert fit(["x" * 1999], ["the call"]) == "x" * 666 + "\nthe call"


def test_what_is_short_is_kept_whole() -> None:
    assert fit(["one", "two"], ["", "three"]) == "one\ntwo\n\nthree"


def test_the_oldest_lines_fall_out_and_the_call_stays() -> None:
    lines = [f"line {number} " + "x" * 40 for number in range(200)]
    fitted = fit(lines, ["", "▶ Anna, it is your turn"]).split("\n")
    assert fitted[0] == CUT
    assert fitted[1:-2] == lines[-len(fitted[1:-2]) :]
    assert len(fitted) > 30
    assert fitted[-1] == "▶ Anna, it is your turn"


def test_one_endless_line_is_cut() -> None:
    assert len(fit(["x" * 9000], ["y" * 9000])) <= 2000
