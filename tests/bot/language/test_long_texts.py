"""Texts that are longer than anybody's: nobody else waits while they are read."""

from __future__ import annotations

from functools import partial

import pytest

import engines
from bot.language.board_search import Chapter, find
from bot.language.read.words.lexicon import lexicon
from bot.wording import texts_in
from tests.bot.language.little_work import limit_calls
from tools.bench.strangers import long_texts

NAMES = ("Anna", "Ben", "Carla", "Dirk")
MOST_CALLS = 200_000


@pytest.mark.parametrize("key", engines.GAMES)
def test_however_much_is_asked_for_the_lines_of_the_board_are_searched_with_little_work(key: str) -> None:
    texts = texts_in("en")
    game = engines.new(key, seats=4, seed=1)
    word = partial(texts.at(game).message, key, names=NAMES)
    chapters = [Chapter(word(area.heading), [word(line) for line in area.lines]) for area in game.areas(0)]
    assert all(chapter.lines for chapter in chapters)
    assert len(chapters) >= game.state.seats
    lexicon(key, "en")
    for typed in long_texts(game):
        with limit_calls(MOST_CALLS):
            find(texts, key, chapters, typed)
