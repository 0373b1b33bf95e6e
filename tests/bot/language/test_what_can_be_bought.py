"""What may be bought, or built, is what has a price: asked in every language, in every game."""

from __future__ import annotations

import pytest

import engines
from bot.language.read.conversation.questions import possible_actions, possible_afterwards, why_not
from bot.wording import texts_in
from tests.bot.ear import EVERY_LANGUAGE, NAMES
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tests.engines.test_areas import positions

BUY = {"en": "what can I buy", "de": "was kann ich kaufen", "nl": "wat kan ik kopen"}
BUILD = {"en": "what can I build?", "de": "was kann ich bauen?", "nl": "wat kan ik bouwen?"}
CITY = {"en": "can I buy a city", "de": "kann ich eine Stadt kaufen", "nl": "kan ik een stad kopen"}
PRICED = {"cost", "price"}
"""What is noted beside an action that is paid for; cards that are paid, too, where they are no answer to a payment."""
HOUSES = {"hand": "2 brick 2 lumber 2 wool 1 grain 3 ore 1 paper", "buildings": ["settlement n25"]}


@EVERY_LANGUAGE
def test_all_that_has_a_price_in_mmn_may_be_bought(language: str) -> None:
    game = mmn.position(me=HOUSES)
    actions = possible_actions(texts_in(language).at(game), game, 0, NAMES, BUY[language])
    assert {action[0] for action in actions} == {"road", "serf", "store"}
    built = possible_actions(texts_in(language).at(game), game, 0, NAMES, BUILD[language])
    assert {action[0] for action in built} == {"road", "store"}


@EVERY_LANGUAGE
def test_what_cannot_be_paid_is_refused_with_its_price(language: str) -> None:
    game = mmn.position(me=HOUSES)
    refused = why_not(texts_in(language).at(game), game, 0, NAMES, CITY[language])
    assert refused is not None
    assert [reason.id for reason in refused.reasons] == ["mmn.refuse.cost"]


@EVERY_LANGUAGE
def test_nothing_is_sold_where_somebody_would_buy(language: str) -> None:
    market = navegador.position(me={"colonies": {"gold": 2}})
    market.play(0, ("rondel", "market1"))
    for game in (market, burgundy.position(me={"dice": (1, 2)}), macao.position()):
        actions = possible_actions(texts_in(language).at(game), game, 0, NAMES, BUY[language])
        assert "sell" not in {action[0] for action in actions} or len(actions) == len(game.legal(0))


@pytest.mark.parametrize("key", engines.GAMES)
def test_whatever_is_paid_for_is_in_the_answer(key: str) -> None:
    priced = 0
    for game in [game for game in positions(key) if game.to_act][::4]:
        seat = game.to_act[0]
        texts = texts_in("en").at(game)
        bought = set(possible_actions(texts, game, seat, NAMES, BUY["en"]))
        for action in game.legal(seat):
            hint = game.hint(seat, action)
            if hint is not None and not PRICED.isdisjoint(hint.args) and action[0] != "pay":
                priced += 1
                assert action in bought, action
    assert (priced > 0) is (key in ("navegador", "mmn")), "elsewhere nothing of the kind is noted"


@EVERY_LANGUAGE
def test_what_can_be_bought_later_is_told_with_the_way_there(language: str) -> None:
    game = navegador.position(me={"money": 400, "workers": 5, "stone": navegador.one_before("ships")})
    texts = texts_in(language).at(game)
    assert possible_actions(texts, game, 0, NAMES, BUY[language]) == []
    led = possible_afterwards(texts, game, 0, BUY[language])
    assert {lead.first for lead in led} <= set(game.legal(0))
    assert {action[0] for lead in led for action in lead.actions} == {"ships", "build", "workers"}
    assert possible_afterwards(texts, game, 0, "sing") == []
