"""The line above a board says what everybody may know, from the same events as the channel's lines, in short."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

import engines
from bot.drawing.headline import headline
from bot.wording import LANGUAGES, texts_in
from engines import Event
from engines.record import parse
from render import Said
from tests.bot.drawing.test_clips import RECORDS, order

NAMES = ("Ann", "Ben", "Cleo", "Dora")
EN = texts_in("en")


def test_what_a_player_did_is_told_without_the_name_and_what_was_done_again_once() -> None:
    took = Event("workers", 1, {"die": 3, "count": 2})
    assert headline("burgundy", EN, [took, took, Event("turned", 1, {"count": 1, "die": 3})], NAMES) == (
        Said(1, "takes 2 workers (×2)"),
    )


def test_what_only_led_to_it_is_told_where_there_is_nothing_else() -> None:
    passed = Event("passed", 0)
    assert headline("macao", EN, [passed], NAMES) == (Said(None, "Ann passes"),)
    wall = Event("wall", 0, {"space": 3})
    assert headline("macao", EN, [wall, passed], NAMES) == (Said(0, "advances on the wall to space 3", 1),)


def test_what_not_everybody_may_know_is_not_told() -> None:
    drew = Event("drew_card", 0, {"card": "spy"}, seen_by=(0,))
    assert headline("mmn", EN, [drew], NAMES) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RECORDS)
def test_each_turn_of_a_game_has_words_without_names_of_places(name: str, language: str) -> None:
    recorded = order(name)
    game = recorded.initial_game()
    events_by_turn = list[tuple[int, Event]]()
    place_names = {*game.places()} if engines.GAMES["mmn"] is type(game) else set[str]()
    for seat, words in recorded.moves[:200]:
        events_by_turn += [(game.state.turn, event) for event in game.play(seat, parse(words))]
    for _, turn in groupby(events_by_turn, lambda entry: entry[0]):
        headline_parts = headline(recorded.game, texts_in(language), [event for _, event in turn], recorded.names)
        for part in headline_parts:
            assert part.text
            assert not re.search(r"[*_{}]|brief\.|does\.", part.text)
            assert part.seat is None or place_names.isdisjoint(part.text.split()), part.text
