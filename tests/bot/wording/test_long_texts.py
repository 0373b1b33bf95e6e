"""Texts that are longer than anybody's: nobody else waits while they are read."""

from __future__ import annotations

from functools import partial

import pytest

import engines
from bot.wording import texts_in
from bot.wording.clauses import called_so, of_a_clause
from bot.wording.conversing import in_two, reason_of_a_part
from bot.wording.finding import Chapter, find
from bot.wording.lexicon import lexicon
from bot.wording.offered import MOST_SAID, Understood
from bot.wording.typed import understand
from tests.bot.wording.little_work import working
from tools.bench.strangers import long_texts

NAMES = ("Anna", "Ben", "Carla", "Dirk")
MOST_CALLS = 200_000
MOST_READ = 1000
"""Characters that Discord lets through."""


@pytest.mark.parametrize("key", engines.GAMES)
def test_however_long_a_text_is_its_parts_are_read_with_little_work(key: str) -> None:
    texts, game = texts_in("en"), engines.new(key, seats=4, seed=1)
    seat = game.to_act[0]
    lexicon(key, "en")
    for typed in long_texts(game):
        for reading in (understand, in_two, of_a_clause):
            with working(MOST_CALLS):
                reading(texts, game, seat, NAMES, typed[:MOST_READ])


@pytest.mark.parametrize("key", engines.GAMES)
def test_however_much_is_asked_for_the_lines_of_the_board_are_searched_with_little_work(key: str) -> None:
    texts, game = texts_in("en"), engines.new(key, seats=4, seed=1)
    said = partial(texts.at(game).message, key, names=NAMES)
    told = [Chapter(said(area.heading), [said(line) for line in area.lines]) for area in game.areas(0)]
    assert sum(len(chapter.lines) for chapter in told) > 10
    lexicon(key, "en")
    for typed in long_texts(game):
        with working(MOST_CALLS):
            find(texts, key, told, typed)


def test_of_what_is_longer_than_anybodys_sentence_no_parts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, game, read = texts_in("en"), engines.new("navegador", seats=4, seed=1), list[str]()

    def reading(*asked: object) -> Understood:
        read.append(str(asked[-1]))
        return Understood(())

    monkeypatch.setattr("bot.wording.conversing.understand", reading)
    said, longer = "sail to Angola and then go to the market", "sail to Angola and then " * (MOST_SAID // 4)
    for typed, parts in ((said, True), (longer, False)):
        read.clear()
        assert reason_of_a_part(texts, game, game.to_act[0], NAMES, typed) == []
        assert (read[0], len(read) > 1) == (typed, parts)
        assert bool(called_so(texts, game, typed)) is parts
