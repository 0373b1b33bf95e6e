"""In Macao: a cube for gold uses the office of its colour, no joker is bought, and the own turn is waited for."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from tests.bot.ear import NAMES, heard, played
from tests.bot.reading import understand
from tests.engines.macao import positions as macao

OFFICES = ["justiz_2", "zoll_1"]


def in_office(**changes: object) -> Game:
    return macao.position(me={"stock": "RRBBG", "activated": OFFICES, **changes})


@pytest.mark.parametrize(
    ("language", "typed", "office"),
    [
        ("en", "sell a red cube at customs", "zoll_1"),
        ("en", "turn in a blue for gold", "justiz_2"),
        ("en", "trade red for gold", "zoll_1"),
        ("en", "hand in a blue cube", "justiz_2"),
        ("de", "tausche einen blauen gegen Gold", "justiz_2"),
        ("de", "verkaufe einen roten Stein beim Zoll", "zoll_1"),
        ("nl", "ruil een blauwe steen voor goud", "justiz_2"),
    ],
)
def test_a_cube_for_gold_uses_the_office_of_its_colour(language: str, typed: str, office: str) -> None:
    reading = heard(in_office(), language, typed)
    assert not reading.refused
    assert (reading.action, len(reading.asked) < 2) == (("use", office), True)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", typed) for typed in ("build quarter 15", "sail to hamburg")),
        *(("de", typed) for typed in ("baue Stadtteil 15", "segle nach Hamburg")),
        *(("nl", typed) for typed in ("bouw wijk 15", "vaar naar hamburg")),
    ],
)
def test_what_is_done_in_the_own_turn_waits_while_a_card_is_taken(language: str, typed: str) -> None:
    game = macao.position(phase="cards", display=["statue", "kran"])
    reading = understand(texts_in(language), game, 0, NAMES, typed)
    assert [reason.id for reason in reading.refused] == ["macao.refuse.turn_later"]


def test_a_quarter_is_built() -> None:
    game = macao.position(me={"stock": "RRRGGGBBB"})
    quarters = [action[1] for action in game.legal(0) if action[0] == "quarter"]
    assert played(game, "en", f"build quarter {int(quarters[0][1:])}") == f"quarter {quarters[0]}"


def test_what_a_quarter_costs_tells_which_is_meant_beside_offices_of_these_colours() -> None:
    game = macao.position(me={"stock": "RRRGGGBBB", "activated": OFFICES})
    assert ("use", "zoll_1") in game.legal(0)
    assert played(game, "en", "16 please, red and green") == "quarter q16"
