"""What becomes of a text that is not understood as a whole, or whose refusal would be about something else."""

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
MARKET = on("market1", me={"factories": {"sugar": 3, "spice": 2}})
CHICKENS = burgundy.position(me={"dice": [3, 3], "workers": 0}, depots={"3": ["chicken2", "sheep3"]})
SHIP_FOR_ONE = burgundy.position(me={"dice": [1, 1], "workers": 0, "silverlings": 2}, depots={"1": ["ship"]})
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
    ("game", "language", "typed", "action", "rest"),
    [
        (
            SHIP_FOR_ONE,
            "nl",
            "boot uit 1 en voor de andere 1 arbeiders",
            "take 1 ship die 1",
            "voor de andere 1 arbeiders",
        ),
        (
            SHIP_FOR_ONE,
            "de",
            "Schiff aus der 1 und für die andere 1 Arbeiter",
            "take 1 ship die 1",
            "für die andere 1 Arbeiter",
        ),
    ],
)
def test_the_move_with_which_a_refused_text_begins_is_asked_about(
    game: Game, language: str, typed: str, action: str, rest: str
) -> None:
    match reading(game, language, typed):
        case Ask((meant,), (), later):
            assert (notation(meant), later) == (action, rest)
        case other:
            pytest.fail(str(other))


def test_words_that_are_idle_one_by_one_may_name_a_move_together() -> None:
    match reading(RONDEL, "nl", "doe mijn kaart maar, extra zeilen"):
        case Play(action):
            assert action == ("navegador",)
        case other:
            pytest.fail(str(other))


@pytest.mark.parametrize(
    ("game", "language", "typed", "verb", "reason"),
    [
        (MARKET, "en", "sell a sugar for 60", "sell", "navegador.refuse.no_sell_also"),
        (CARDS, "de", "ich aktiviere die Kathedrale vom Schorsch", "activate", "macao.refuse.cost"),
        (ASSASSIN, "en", "city on the nugget 6 brick 9 corner", "city", "mmn.refuse.cost"),
    ],
)
def test_what_is_named_better_than_any_offer_is_refused_with_its_reason(
    game: Game, language: str, typed: str, verb: str, reason: str
) -> None:
    match reading(game, language, typed):
        case Refuse(meant, reasons):
            assert meant[0] == verb
            assert [why.id for why in reasons] == [reason]
        case other:
            pytest.fail(str(other))


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
