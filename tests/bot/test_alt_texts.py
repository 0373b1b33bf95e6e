"""The alt texts of every game say who must act, what has changed, and the points of all."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import engines
from bot.delivery.pictures import ALT_LIMIT, alt_text
from bot.wording import texts
from bot.wording.catalogue import LANGUAGES
from bot.wording.texts import unformatted
from engines import GAMES
from engines.players import PLAYERS
from tests.render.differences import positions

NAMES = ["Anna", "Maximilian von Hohenfels", "Hanako Suzuki", "Theodoros", "Frieda Ballestrem", "Lucja K."]


def table(game: Any, key: str) -> Any:
    return SimpleNamespace(game=game, row=SimpleNamespace(key=key), names=NAMES[: game.state.seats])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_who_must_act_and_all_totals_stand_there(key: str, language: str) -> None:
    seats = GAMES[key].seats[-1]
    found = [*positions(key, seats, 5)]
    for game in (*found[:: len(found) // 6], found[-1]):
        said = alt_text(table(game, key), texts(language))
        assert len(said) <= ALT_LIMIT
        _, acting, totals, *_ = said.splitlines()
        assert all(NAMES[seat] in acting for seat in game.blocking_seats or game.ranking()[:1])
        assert all(f"{NAMES[score.seat]} {score.total}" in totals for score in game.scores())
        assert [NAMES.index(part) for part in named(totals)] == game.ranking()


def named(totals: str) -> list[str]:
    """The names in a line, in the order in which they stand there."""
    return sorted((name for name in NAMES if name in totals), key=totals.index)


@pytest.mark.parametrize("key", GAMES)
def test_what_has_changed_stands_there_as_it_is_told(key: str) -> None:
    words, random, told = texts("en"), Random(6), 0
    game = engines.new(key, GAMES[key].seats[-1], 6)
    for number in range(120):
        seat = game.to_act[0]
        events = [event for event in game.play(seat, PLAYERS["random"](game, seat, random)) if not event.seen_by]
        here = table(game, key)
        lines = words.at(game).events(key, events, here.names) if number % 10 == 0 else []
        if lines:
            assert f"Changed:\n{unformatted(lines[0])}" in alt_text(here, words, None, events)
            told += 1
    assert told > 3
