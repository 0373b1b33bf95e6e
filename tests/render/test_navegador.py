from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

import render
from engines import Event, Game
from render import score_chart
from render.navegador import words as navegador_words
from tests.render.positions import EVENTS, LONG, NAMES, caption, crowded, started, under_way

KIB = 1024


def positions(seats: int) -> list[Game]:
    return [started(seats), under_way(seats), crowded(seats), crowded(seats, over=True), crowded(seats, royal="goa")]


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_position_is_drawn_wide_and_light(seats: int) -> None:
    for game in positions(seats):
        for events in ((), EVENTS):
            data = render.picture(game.view(None), caption(events))
            image = Image.open(BytesIO(data))
            assert image.format == "PNG"
            assert image.width == 1600
            assert 1600 <= image.height <= 2140
            assert len(data) < 300 * KIB


@pytest.mark.parametrize("seats", range(2, 6))
def test_no_text_leaves_the_picture(seats: int, told: list[str]) -> None:
    for game in positions(seats):
        render.board(game.view(None), caption(EVENTS, f"watched {seats}"))
    assert LONG["gallery"] in told
    assert NAMES[1] in told


def test_the_same_view_gives_the_same_bytes() -> None:
    view = under_way(4).view(None)
    assert render.picture(view, caption()) == render.picture(view, caption())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_what_has_just_changed_is_marked(event: Event) -> None:
    view = crowded(4).view(None)
    plain = render.board(view, caption())
    marked = render.board(view, caption([event]))
    assert ImageChops.difference(plain, marked).getbbox() is not None


def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = under_way(3).view(None)
    plain = render.board(view, caption())
    for event in (Event("comet", 0, {"region": "moon"}), Event("over"), Event("passed", 1, {"action": "market"})):
        assert ImageChops.difference(plain, render.board(view, caption([event]))).getbbox() is None


@pytest.mark.parametrize("seats", range(2, 6))
def test_hidden_tokens_never_show(seats: int) -> None:
    game = started(seats)
    seen = {render.picture(game.determinize(0, Random(seed)).view(None), caption()) for seed in range(3)}
    assert len(seen) == 1


def test_only_listed_messages_are_asked_for() -> None:
    asked: set[str] = set()

    def listen(message: str) -> str:
        asked.add(message)
        return message.rsplit(".", 1)[1]

    words = render.Caption(NAMES, EVENTS, listen, "listening")
    for game in positions(5):
        render.board(game.view(None), words)
    data = crowded(3).dump() | {"trigger": None, "turns_left": None, "phase": 1, "coming_phase": 2}
    render.board(type(started(3)).load(data).view(None), words)
    render.chart([[1, 2], [2, 3]], words, "Points")
    assert asked == {*navegador_words.MESSAGE_IDS, *score_chart.MESSAGE_IDS}
    assert asked <= set(render.MESSAGE_IDS)
    assert len(render.MESSAGE_IDS) == len(set(render.MESSAGE_IDS))


def test_every_seat_shows_whose_turn_it_is() -> None:
    boards = []
    for seat in range(3):
        data = started(3).dump()
        data["stack"] = [{"type": "EndTurn", "seat": seat}, {"type": "ChooseField", "seat": seat, "card": False}]
        boards.append(render.picture(type(started(3)).load(data).view(None), caption()))
    assert len(set(boards)) == 3


def test_worker_threads_draw_the_same_as_one() -> None:
    views = [game.view(None) for seats in range(2, 6) for game in (started(seats), crowded(seats))]
    words = caption(EVENTS, "threads")
    with ThreadPoolExecutor(4) as pool:
        many = list(pool.map(lambda view: render.picture(view, words), views))
    assert many == [render.picture(view, words) for view in views]


def test_a_game_without_pictures_is_refused() -> None:
    from engines.contract import View

    view = View(
        game="chess", seats=2, viewer=None, options={}, to_act=(0,), turn=1, over=False, scores=[], ranking=[0, 1]
    )
    with pytest.raises(LookupError, match="chess"):
        render.board(view, caption())
