"""What becomes of a text that is not understood as a whole."""

from __future__ import annotations

import pytest

from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.readings import Ask, Begin, Play, Reading, Refuse, Unknown
from bot.wording import texts_in
from engines import Game
from engines.record import notation
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

NAMES = ("anna", "ben", "carla")

BUILDER = on("builder", me={"workers": 6, "money": 500})
RONDEL = navegador.position(holder=0)
CHICKENS = burgundy.position(me={"dice": [3, 3], "workers": 0}, depots={"3": ["chicken2", "sheep3"]})
CARDS = macao.position(me={"stock": "RR", "gold": 1, "tableau": ["kathedrale", "zoll_2"]})
ASSASSIN = mmn.position(
    me={"hand": "2 lumber 1 ore", "cards": ["assassin"], "buildings": ["settlement n25"], "roads": ["n25-n31"]},
    others={1: {"knights": ["n10 basic"]}},
)


def reading(game: Game, language: str, typed: str) -> Reading:
    return Conversation(texts_in(language), game, game.to_act[0], NAMES).read(typed)


def asked(game: Game, language: str, typed: str) -> list[str]:
    match reading(game, language, typed):
        case Ask(actions):
            return [notation(action) for action in actions]
        case Play() | Begin() | Refuse() | Unknown() as other:
            return [type(other).__name__]


@pytest.mark.parametrize(
    ("game", "language", "typed", "action"),
    [
        (BUILDER, "en", "honestly zworp, my uncle would whisper quuxing about a church", "build church"),
        (BUILDER, "nl", "tjonge jonge wat een gedoe quux vandaag, kerkje dan", "build church"),
        (CHICKENS, "de", "alter Schwede holladrio, gschwind quux die Hühner", "take 3 chicken2 die 3"),
        (CARDS, "de", "tja pfundige Gschicht sakra Zoll juchhe", "activate zoll_2"),
    ],
)
def test_the_known_words_of_a_text_are_asked_about_however_many_others_there_are(
    game: Game, language: str, typed: str, action: str
) -> None:
    assert asked(game, language, typed) == [action]


@pytest.mark.parametrize(
    ("game", "language", "typed", "action"),
    [
        (ASSASSIN, "en", "assassin on bens knight, then build mine between 3 2 and 4", "play assassin"),
        (
            ASSASSIN,
            "nl",
            "stuur de sluipmoordenaar op de ridder van ben af en bouw dan vrolijk verder",
            "play assassin",
        ),
        (CHICKENS, "en", "chikcsens", "take 3 chicken2 die 3"),
    ],
)
def test_an_offer_is_asked_about_that_a_text_names_by_its_label(
    game: Game, language: str, typed: str, action: str
) -> None:
    assert asked(game, language, typed) == [action]


def test_words_that_are_not_placed_are_named() -> None:
    assert reading(CARDS, "de", "tja pfundige Gschicht sakra Zoll juchhe") == Ask(
        (("activate", "zoll_2"),), ("pfundige", "gschicht", "sakra", "juchhe")
    )


@pytest.mark.parametrize(
    "typed", ["honestly zworp quuxing blafoo trellis", "got 240, before carla does", "thanks, bye"]
)
def test_a_text_that_names_nothing_on_offer_stays_unknown(typed: str) -> None:
    assert not isinstance(reading(RONDEL, "en", typed), Ask | Play)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "Has sailing quux any blafoo? Else simply the workers."),
        ("de", "Hat Segeln quux überhaupt blafoo? Sonst halt Arbeiter."),
        ("nl", "Heeft zeilen quux überhaupt zin? Anders gewoon de arbeiders."),
    ],
)
def test_the_move_behind_a_question_is_asked_about(language: str, typed: str) -> None:
    assert asked(RONDEL, language, typed) == ["rondel workers"]
