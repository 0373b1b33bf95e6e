"""What a description answers to those who plan without a picture: neighbours, next prices, what answers were given."""

from __future__ import annotations

import pytest

from bot.language.board_search import find
from bot.wording import texts_in
from engines import Game
from tests.bot.ear import EVERY_LANGUAGE
from tests.bot.features.test_describe_beforehand import described_chapters, described_lines
from tests.bot.lobbies import sqlite
from tests.bot.room import Room
from tests.bot.typing_words import told as answer_sentences
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador


def answer_lines(game: Game, language: str, question: str) -> list[str]:
    return [
        line
        for chapter in find(texts_in(language), game.key, described_chapters(game, language), question)
        for line in chapter.lines
    ]


NEAR = {
    "en": "next to b2, b3, c2, c4, d3 and d4",
    "de": "neben b2, b3, c2, c4, d3 und d4",
    "nl": "naast b2, b3, c2, c4, d3 en d4",
}
NEIGHBOURS = {"en": "neighbours of c3", "de": "nachbarn von c3", "nl": "buren van c3"}


@EVERY_LANGUAGE
def test_the_neighbours_of_a_hex_are_told(language: str) -> None:
    game = burgundy.position(me={"dice": [3]})
    first, *_ = answer_lines(game, language, "c3")
    assert first.startswith("c3")
    assert first.endswith(f"{NEAR[language]}.")
    assert first in answer_lines(game, language, NEIGHBOURS[language])
    assert not [line for line in described_lines(game, language, seat=1) if NEAR[language] in line][1:], (
        "one board is enough"
    )


@EVERY_LANGUAGE
def test_what_animals_score_is_told_where_there_are_any(language: str) -> None:
    score = texts_in(language).say("burgundy.tell.animals")
    assert score in described_lines(burgundy.position(me={"storage": ["cow3"]}), language)
    assert answer_lines(burgundy.position(me={"storage": ["cow3"]}), "en", "what do animals score") == [
        texts_in("en").say("burgundy.tell.animals")
    ]
    assert "depot 1: Watchtower; no goods." in described_lines(burgundy.position())


def test_the_next_price_of_a_good_is_told() -> None:
    sold = "price 50 Cr, profit 40 Cr"
    processed = "price 60 Cr, profit 30 Cr"
    told_next = f"gold, once one more is sold: {sold}; once one more is processed: {processed}."
    assert told_next in answer_lines(navegador.position(), "en", "gold, once")


@EVERY_LANGUAGE
def test_what_a_clearing_is_is_told(language: str) -> None:
    clearing = texts_in(language).say("mmn.tell.clearing", space=3)
    assert clearing in described_lines(mmn.position(), language)


def test_who_wants_no_trade_is_told_while_others_are_still_asked() -> None:
    game = mmn.market()
    names = ("Anna", "Ben", "Carla", "Dirk")

    def answers() -> list[str]:
        lines = (texts_in("en").message("mmn", line, names) for area in game.areas(0) for line in area.lines)
        return [line for line in lines if line.startswith("Answered no")]

    game.play(0, ("offer", "1", "wool", "for", "1", "ore"))
    assert answers() == []
    game.play(3, ("decline",))
    assert answers() == ["Answered no: **Dirk**."]


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", "carla")
async def test_what_is_said_to_be_paid_is_paid(room: Room) -> None:
    game = mmn.position(me={"hand": "1 lumber 1 paper 1 wool 1 cloth", "buildings": ["city n25"]})
    answer = await answer_sentences(room, game, "I take on a serf for the lumber and the paper")
    assert "✓ Buy a serf\n✓ Pay lumber" in answer, answer


def test_what_is_delivered_is_named_with_what_it_brings() -> None:
    game = macao.position(me={"ship": "marseille", "hold": {"jade": 1}})
    hint = game.hint(0, ("deliver", "1"))
    assert hint is not None
    assert texts_in("en").message("macao", hint, ()) == "jade, +5 PP"
