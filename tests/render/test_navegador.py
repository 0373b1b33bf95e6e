"""The pictures of Navegador; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

import pytest

import render
from engines import Event
from render import score_chart
from render.navegador import words as navegador_words
from tests.render.comparing import differ, listening
from tests.render.positions import EVENTS, caption, crowded, positions, started, under_way


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    view = crowded(4).view(None)
    plain = render.board(view, caption())
    for event in EVENTS:
        assert differ(plain, render.board(view, caption([event]))), event.kind


@pytest.mark.usefixtures("recorded")
def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = under_way(3).view(None)
    plain = render.board(view, caption())
    for event in (Event("comet", 0, {"region": "moon"}), Event("over"), Event("passed", 1, {"action": "market"})):
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    words, asked = listening(caption(EVENTS))
    for game in positions(5):
        render.board(game.view(None), words)
    data = crowded(3).dump() | {"trigger": None, "turns_left": None, "phase": 1, "coming_phase": 2}
    render.board(type(started(3)).load(data).view(None), words)
    render.chart([[1, 2], [2, 3]], words, "Points")
    assert asked == {*navegador_words.MESSAGE_IDS, *score_chart.MESSAGE_IDS}
    assert set(navegador_words.MESSAGE_IDS) == set(render.PICTURES["navegador"].message_ids)
