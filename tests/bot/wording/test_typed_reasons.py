"""What cannot be done now is said to be so, and never read as something else: wrong moments, prices, vague things."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from bot.panel.going_on import is_begun, why_not
from bot.wording import texts_in
from bot.wording.clauses import begun_by_name
from bot.wording.conversing import in_two
from bot.wording.offered import Understood
from bot.wording.typed import understand
from engines.record import notation, parse
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.parts import labels
from tests.bot.room import room
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on
from tools.bench.phrases import Position, played


@cache
def asked(key: str, question: str, fits: Callable[[set[str]], bool] = bool) -> Position:
    """The first decision of some random games that asks this, and of which the legal actions fit."""
    return next(
        Position(here.game.copy(), here.seat)
        for seed in range(40)
        for here in played(key, seed)
        if here.game.prompt(here.seat).message.id == f"{key}.prompt.{question}"
        and fits({notation(action) for action in here.game.legal(here.seat)})
    )


def heard(here: Position, language: str, typed: str) -> Understood:
    return understand(texts_in(language), here.game, here.seat, here.names, typed)


def told(here: Position, language: str, typed: str) -> str:
    """What is said above the panel."""
    table: Any = SimpleNamespace(game=here.game, row=SimpleNamespace(key=here.game.key), names=here.names)
    found = heard(here, language, typed)
    assert not found.asked, found.asked
    return why_not(table, here.seat, texts_in(language), found, typed)


def not_now(language: str, typed: str) -> str:
    return "✗ " + texts_in(language).say("error.not_offered", typed=typed)


TILES = Position(
    burgundy.position(
        me={"storage": ["cow3", "church"], "dice": [1, 1]},
        depots={"1": ["church", "cow3"], "3": ["bank"], "black": ["bank"]},
    ),
    0,
)
PUT = {
    "en": ("place the {}", "put my {} down please", "build the {}"),
    "de": ("{} anlegen", "ich setze {}"),
    "nl": ("plaats {}", "ik plaats mijn {}"),
}


@pytest.mark.parametrize("verb", ["", "take", "place"])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_tile_that_is_named_alone_is_to_be_taken_where_it_lies(language: str, verb: str) -> None:
    """No die reaches it: that is why not, unless somebody wants to place what is not in the storage."""
    here, texts = Position(burgundy.position(me={"dice": [6], "workers": 0}), 0), texts_in(language)
    typed = " ".join(texts.word("burgundy", word) for word in (verb, "bank") if word)
    (why,) = heard(here, language, typed).refused
    assert why.id == f"burgundy.refuse.{'not_in_storage' if verb == 'place' else 'out_of_reach'}"


@pytest.mark.parametrize(
    ("tile", "reason"), [("church", "hexes_beyond_dice"), ("cow3", "nowhere"), ("bank", "not_in_storage")]
)
@pytest.mark.parametrize("language", PUT)
def test_what_cannot_be_placed_is_never_taken_instead(language: str, tile: str, reason: str) -> None:
    for form in PUT[language]:
        found = heard(TILES, language, form.format(texts_in(language).words("burgundy", (tile,))))
        assert not found.asked
        assert [each.id for each in found.refused] == [f"burgundy.refuse.{reason}"], form


@pytest.mark.parametrize(
    ("language", "typed", "action"),
    [
        ("en", "take the cow costing 2", "take 4 cow3 die 4"),
        ("en", "the cow for 2", "take 4 cow3 die 4"),
        ("de", "nimm die Kuh für 2", "take 4 cow3 die 4"),
        ("de", "die Kuh, kostet 2", "take 4 cow3 die 4"),
        ("nl", "neem de koe voor 2", "take 4 cow3 die 4"),
        ("en", "buy the castle for 2", "buy black castle"),
        ("de", "kaufe die Burg für 2", "buy black castle"),
        ("nl", "koop het kasteel voor 2", "buy black castle"),
    ],
)
def test_what_something_costs_is_no_depot_and_no_number_of_animals(language: str, typed: str, action: str) -> None:
    game = burgundy.position(
        me={"dice": [4, 4], "silverlings": 2},
        depots={"2": ["cow4"], "4": ["cow3"], "black": ["castle"]},
    )
    found = heard(Position(game, 0), language, typed)
    assert not found.refused
    assert found.action == parse(action)


def test_for_before_a_place_is_no_price() -> None:
    game = macao.position(me={"stock": "RRRRRRGGGGGGBBBBBBVVVVVV"})
    quarter = next(action for action in game.legal(0) if action[0] == "quarter")
    assert heard(Position(game, 0), "en", f"go for quarter {int(quarter[1][1:])}").action == quarter


@pytest.mark.parametrize(
    ("key", "question", "language", "typed"),
    [
        ("navegador", "workers", "en", "go to the market"),
        ("navegador", "market", "de", "zum Markt"),
        ("macao", "turn", "en", "take the red die"),
        ("burgundy", "turn", "de", "wirf die Burg weg"),
        ("mmn", "turn", "de", "würfeln"),
    ],
)
def test_what_belongs_to_another_decision_is_not_possible_now(
    key: str, question: str, language: str, typed: str
) -> None:
    assert told(asked(key, question), language, typed) == not_now(language, typed)


@pytest.mark.parametrize(
    ("key", "question", "language", "typed", "why"),
    [
        ("navegador", "market", "de", "eine Kolonie gründen", "navegador.refuse.other_field"),
        ("navegador", "market", "en", "build a church", "navegador.refuse.other_field"),
        ("navegador", "sailing", "en", "buy some boats", "navegador.refuse.card_then_rondel"),
        ("navegador", "sailing", "nl", "bouw een kerk", "navegador.refuse.card_then_rondel"),
        ("macao", "choosedice", "en", "sail to Lisbon", "macao.refuse.turn_later"),
        ("macao", "takecard", "de", "baue Stadtteil 15", "macao.refuse.turn_later"),
    ],
)
def test_what_belongs_to_a_decision_that_comes_later_says_when(
    key: str, question: str, language: str, typed: str, why: str
) -> None:
    assert heard(asked(key, question), language, typed).refused[0].id == why


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "go to market"), ("de", "auf den Markt"), ("nl", "naar de markt")]
)
def test_a_space_of_two_that_are_called_alike_has_their_reasons(language: str, typed: str) -> None:
    here = asked("navegador", "choosefield", _without_markets)
    assert {reason.id for reason in heard(here, language, typed).refused} == {"navegador.refuse.rondel_ships"}


def _without_markets(legal: set[str]) -> bool:
    return legal.isdisjoint(("rondel market1", "rondel market2"))


@pytest.mark.parametrize(
    ("language", "typed", "unknown"),
    [("en", "take the unicorn", "unicorn"), ("nl", "neem een draak", "draak")],
)
def test_of_what_means_nothing_no_three_are_guessed(language: str, typed: str, unknown: str) -> None:
    here = Position(burgundy.position(me={"dice": [3, 4]}, depots=burgundy.FILL), 0)
    table: Any = SimpleNamespace(game=here.game)
    found = heard(here, language, typed)
    assert (found.action[:1], found.asked, list(found.unknown)) == (("take",), (), [unknown])
    assert is_begun(table, here.seat, found), "all that can be taken is listed"
    said = texts_in(language).say("panel.unknown_words", words=[f"*{unknown}*"])
    assert told(here, language, typed) == said


def test_what_is_not_understood_is_not_said_to_be_impossible() -> None:
    here = Position(burgundy.position(me={"dice": [3, 4]}, depots=burgundy.FILL), 0)
    assert told(here, "en", "fly to the moon").startswith("✗ I do not understand")


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "buy a district"), ("de", "ein Viertel kaufen"), ("nl", "koop een wijk")]
)
def test_two_words_that_say_one_thing_together_say_no_other(language: str, typed: str) -> None:
    here = asked("macao", "turn", _quarters_and_tribute)
    found = heard(here, language, typed)
    assert {action[0] for action in found.asked or [found.action]} == {"quarter"}
    assert in_two(texts_in(language), here.game, here.seat, here.names, typed) is None


def _quarters_and_tribute(legal: set[str]) -> bool:
    return "tribute" in legal and any(action.startswith("quarter") for action in legal)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "ship yrad"),
        ("en", "ship yadr please"),
        ("nl", "scheeps wref"),
    ],
)
def test_letters_change_places_in_the_second_half_of_a_name(language: str, typed: str) -> None:
    here = Position(on("builder", me={"workers": 5, "money": 900}), 0)
    assert heard(here, language, typed) == Understood(("build", "shipyard"))


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "a settlement somewhere by the far coast"), ("de", "eine Siedlung irgendwo am Wasser")],
)
def test_a_settlement_somewhere_is_asked_about(language: str, typed: str) -> None:
    here = asked("mmn", "turn", _settlements)
    found = heard(here, language, typed)
    assert (found.refused, found.asked) == ((), ())
    assert begun_by_name(texts_in(language), here.game, here.seat, typed, found.action) == ("settlement",)


@pytest.mark.parametrize("typed", ["go on a voyage", "let the voyage go on"])
def test_of_two_words_for_a_space_none_hides_why_nobody_gets_there(typed: str) -> None:
    """Both words may mean the Navegador card, too, which somebody else has."""
    here = Position(navegador.position(me={"stone": "workers", "fleet": {}}), 0)
    assert [reason.id for reason in heard(here, "en", typed).refused] == [
        "navegador.refuse.rondel_ships",
        "navegador.refuse.card_held",
    ]


def _settlements(legal: set[str]) -> bool:
    return sum(action.startswith("settlement") for action in legal) > 3


FAR = navegador.position(me={"stone": "sailing", "fleet": {"portugal": 3}})
"""The privileges are four spaces away, which costs a ship."""


@pytest.mark.parametrize(
    ("language", "typed", "named"),
    [
        ("en", "go to privilege", False),
        ("en", "go to privilege for 1 ship", True),
        ("en", "I pay a ship and go to privilege", True),
        ("en", "go to privilege for 2 ships", False),
        ("de", "auf Privileg", False),
        ("de", "Privileg für ein Schiff", True),
        ("nl", "naar privilege", False),
        ("nl", "privilege voor 1 schip", True),
    ],
)
def test_a_space_that_costs_ships_is_asked_about_unless_they_are_named(language: str, typed: str, named: bool) -> None:
    action = ("rondel", "privilege")
    found = heard(Position(FAR, 0), language, typed)
    assert found == Understood(action, () if named else [action])
    behind = f"{typed}, Navegador"
    both = in_two(texts_in(language), FAR, 0, ("Anna", "Ben", "Carla"), behind)
    assert named or both is None


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_what_a_typed_space_costs_is_shown_before_it_is_played(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, FAR, "en")
        shown = await here.ask(person, "play", move="go to privilege")
        assert labels(shown) == ["Privilege · costs 1 ship", "Back"]
        assert await here.moves() == []
        await here.ask(person, "play", move="yes")
        assert [move.words for move in await here.moves()] == ["rondel privilege"]
