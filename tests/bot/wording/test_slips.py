"""Words in which a letter went wrong."""

from __future__ import annotations

from random import Random

import pytest

from bot.wording.slips import Spelled, one_slip


@pytest.mark.parametrize(
    ("word", "meant", "found"),
    [
        ("wrkers", "workers", True),
        ("workerrs", "workers", True),
        ("wurkers", "workers", True),
        ("wokrers", "workers", True),
        ("workesr", "workers", True),
        ("workers", "workers", True),
        ("orkers", "workers", True),
        ("owrkers", "workers", True),
        ("porkers", "workers", False),
        ("wurkars", "workers", False),
        ("orkersw", "workers", False),
        ("wrker", "workers", False),
        ("", "workers", False),
    ],
)
def test_a_letter_may_be_missing_too_many_another_or_in_the_place_of_the_next(
    word: str, meant: str, found: bool
) -> None:
    assert one_slip(word, meant) == one_slip(meant, word) == found
    assert Spelled([meant, "caravels"]).near(word) == ({meant} if found else set())


def test_whichever_letter_goes_wrong_the_words_that_may_be_meant_are_found() -> None:
    rng = Random(7)
    words = {"".join(rng.choices("abc", k=rng.randint(4, 8))) for _ in range(500)}
    spelled = Spelled(sorted(words))
    for word in [*sorted(words)[:60], *("".join(rng.choices("abc", k=rng.randint(4, 8))) for _ in range(60))]:
        assert spelled.near(word) == {each for each in words if one_slip(word, each)}


@pytest.mark.parametrize("word", ["comoddity", "commodty", "vommodity", "commoditi", "ocmmodity", "commodity"])
def test_roughly_the_same_may_be_wrong_in_two_places(word: str) -> None:
    assert Spelled(["commodity", "comedy", "commodities"]).roughly(word) == {"commodity"}
