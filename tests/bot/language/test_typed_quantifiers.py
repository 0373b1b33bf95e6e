"""Who wants all of something, or both, gets no less without a question; and "all" alone ends nothing."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from tests.bot.ear import NAMES, played_action
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.engines.macao import positions as macao
from tests.engines.navegador.moves import on

MARKET = {"colonies": {"gold": 2}, "factories": {"sugar": 3, "spice": 2, "joker": 1}}
HAND = {"hand": "3 wool 4 brick", "buildings": ["city n12"]}


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "process all 3 sugar"), ("en", "process all three sugar"), ("de", "alle drei Zucker verarbeiten")],
)
def test_a_number_beside_it_counts(language: str, typed: str) -> None:
    assert played_action(on("market1", me=MARKET), language, typed) == "process sugar 3"


OFFERS = {
    "en": ("offer all my wool to ben for ore", "give ben all my wool for an ore"),
    "de": ("biete Ben meine ganze Wolle gegen Erz",),
    "nl": ("bied Ben al mijn wol voor erts",),
}


@pytest.mark.parametrize("typed", ["all", "everything", "me", "out", "that's for me", "use, all"])
def test_a_piece_of_what_ends_a_turn_ends_none(typed: str) -> None:
    for game in (macao.position(), on("market1", me=MARKET)):
        outcome: Understood = understand(texts_in("en"), game, 0, NAMES, typed)
        assert outcome.action not in game.legal(0), (game.key, typed)


@pytest.mark.parametrize(
    "typed", ["that's all", "that is all for me", "that's all for me", "I'm out", "that's it for me"]
)
def test_the_whole_of_it_does(typed: str) -> None:
    assert played_action(macao.position(), "en", typed) == "pass"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "all right, church"),
        ("en", "all good: a church"),
        ("de", "alles klar, Kirche"),
        ("nl", "alles goed, kerk"),
    ],
)
def test_what_only_agrees_wants_all_of_nothing(language: str, typed: str) -> None:
    assert played_action(on("builder", me={"workers": 6, "money": 500}), language, typed) == "build church"
