"""Nothing is played that the words do not say: another noun, another price, a die or a tile that does not exist."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.language.read.possible_actions.refusals import example, refusal
from bot.wording import texts_in
from engines import Game
from engines.record import notation
from storage.database import Database
from tests.bot.ear import EVERY_LANGUAGE, NAMES, played_action, understand_fully
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.bot.room import open_room
from tests.bot.typing_words import type_sentences
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

SERF = {"hand": "3 wool 3 grain 3 ore 1 brick 1 cloth", "buildings": ["city n12"]}
FOUR_TILES = {"3": ["bank", "mine", "cow3", "market"], "6": ["ship"]}
BUILDER = {"stone": "market2", "money": 200, "workers": 4}


def reasons(outcome: Understood) -> list[str]:
    return [reason.id.rpartition(".")[2] for reason in outcome.refused]


def game_with_takes(**changes: Sequence[int]) -> Game:
    return burgundy.position(me={"dice": [6, 4], "workers": 3, "silverlings": 2, **changes}, depots=FOUR_TILES)


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "buy a serf"), ("de", "kaufe Leibeigenen"), ("nl", "koop horige")]
)
def test_who_buys_a_serf_buys_one(language: str, typed: str) -> None:
    assert played_action(mmn.position(me=SERF), language, typed) == "serf"


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "buy a knight"), ("de", "einen Ritter kaufen"), ("nl", "koop een ridder")]
)
def test_a_knight_that_cannot_be_paid_is_refused_and_none_activated(language: str, typed: str) -> None:
    me = {"hand": "2 grain", "buildings": ["city n12"], "roads": ["n12-n17", "n17-n23"], "knights": ["n17 basic"]}
    game = mmn.position(me=me)
    assert ("activate", "n17") in game.legal(0)
    assert reasons(understand_fully(game, language, typed)) == ["cost"]


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(
    ("field", "typed", "price"),
    [
        ("workers", "two workers for 100", "150 Cr"),
        ("builder", "a sugar factory for 30", "40 Cr"),
        ("builder", "the church for 30 cruzados", "150 Cr"),
    ],
)
async def test_another_price_is_asked_about_with_the_true_one(
    database: Database, field: str, typed: str, price: str
) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("navegador", order="joining")
        await room.replace_game(on(field, me={"money": 400, "workers": 5}))
        question = await room.ask(await room.person_at(0), "play", move=typed)
        assert price in question.content.split("?")[0]
        assert price in labels(question)[0]
        assert await room.moves() == []


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "buy the church from the middle for 1 silver"),
        ("de", "kaufe die Kirche für 1 Silberling"),
        ("nl", "koop de kerk voor 1 zilverling"),
    ],
)
def test_nothing_is_bought_for_less_than_it_costs(language: str, typed: str) -> None:
    game = game_with_takes()
    reading = understand(texts_in(language), game, 0, NAMES, typed)
    assert reading.asked or reading.action not in game.legal(0)


@pytest.mark.parametrize("typed", ["sailing", "sail", "workers", "sail away with my boat"])
def test_what_counts_for_no_privilege_is_no_royal_one(typed: str) -> None:
    game = on("privilege", me={"money": 200, "explorers": 2}, discovered=navegador.up_to("rio"))
    reading = understand(texts_in("en"), game, 0, NAMES, typed)
    assert reasons(reading) != ["royal_at_end"]
    assert reading.action not in game.legal(0)


@pytest.mark.parametrize(
    "game", [mmn.position(me=SERF), macao.position(me={"stock": "RR"})], ids=lambda game: str(game.key)
)
def test_two_letters_of_a_short_word_have_changed_places(game: Game) -> None:
    assert played_action(game, "en", "end trun") == "pass"


@pytest.mark.parametrize("typed", ["take a ship for 6", "castle c6", "do something good"])
def test_no_goods_are_sold_where_nobody_speaks_of_them(typed: str) -> None:
    game = burgundy.position(me={"dice": [2, 2], "workers": 4, "goods": {"red": 1, "turquoise": 2}})
    reading = understand(texts_in("en"), game, 0, NAMES, typed)
    assert "sell" not in {action[0] for action in reading.asked or [reading.action]}


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "take two workers with the 9"),
        ("en", "take workers with the 1"),
        ("de", "nimm Arbeiter mit der 1"),
        ("nl", "neem arbeiders met de 1"),
    ],
)
def test_a_die_that_is_not_there_is_said_to_be_missing(language: str, typed: str) -> None:
    assert reasons(understand_fully(game_with_takes(), language, typed)) == ["no_such_die"]


@pytest.mark.parametrize(("language", "typed"), [("en", "road"), ("de", "Straße"), ("nl", "straat")])
def test_before_the_first_settlement_there_is_no_road(language: str, typed: str) -> None:
    game = mmn.opening()
    reading = understand_fully(game, language, typed, game.to_act[0])
    reason = next(iter(reading.refused), None) or refusal(game, game.to_act[0], reading.action)
    assert reason is not None
    assert reason.id == "mmn.refuse.opening_piece", notation(reading.action)


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("typed", ["xyz", "build a road", "improve trade"])
async def test_whoever_is_asked_for_payment_and_says_something_else_is_not_asked_whether_to_pay(
    database: Database, typed: str
) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        game = mmn.position(me={"hand": "2 grain 2 meat 2 wool 1 ore", "buildings": ["city n12"]})
        game.play(0, ("serf",))
        answer = await type_sentences(room, game, typed)
        assert answer.startswith("✗ "), answer
        assert "Did you mean" not in answer


@EVERY_LANGUAGE
def test_what_is_not_understood_is_answered_with_one_example(language: str) -> None:
    answer = texts_in(language).say(
        "panel.unknown", typed="xyz", example=example(texts_in(language), game_with_takes(), 0, NAMES)
    )
    assert len(answer) < 160
