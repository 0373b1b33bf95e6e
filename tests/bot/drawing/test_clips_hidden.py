"""A clip shows nobody what somebody else held: where all that is hidden from whoever it is made for is redrawn, in each
position and in what happened, the same boards are chosen, and each is the same."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from PIL import Image
from typer.testing import CliRunner

import engines
import render
from bot.cli import app, recorded_boards
from bot.drawing.filming import ClipOrder, draw_frames
from engines import Action, Event, Game, View
from tests import records
from tests.bot.drawing.test_clips import RECORDS, order
from tests.bot.grey_pixels import grey_pixel

Board = tuple[View, tuple[Event | render.Said, ...]]
VIEWS = "views"
EVENTS = "events"
RECORD = Path(records.__file__).parent / "mmn" / "3-84.json"


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """Record what is drawn; a picture has nothing that is not in its view and its caption."""
    drawn_boards = list[Board]()

    def draw_board(view: View, caption: render.Caption) -> Image.Image:
        drawn_boards.append((view, (*caption.events, *caption.news)))
        return Image.new("RGB", (16, 10))

    def picture(view: View, caption: render.Caption) -> bytes:
        drawn_boards.append((view, (*caption.events, *caption.news)))
        return grey_pixel()

    monkeypatch.setattr(render, "board_image", draw_board)
    monkeypatch.setattr(render, "picture", picture)
    return drawn_boards


def show_another_world(patch: pytest.MonkeyPatch, kind: type[Game], viewer: int | None) -> Counter[str]:
    """Make games look like another world that ``viewer`` cannot tell from this one.

    The result counts how much was different there: VIEWS and EVENTS.
    """
    play = kind.play
    view = kind.view
    rng = Random(3)
    changed = Counter[str]()

    def redraw(event: Event) -> list[Event]:
        """Redraw an event that only others may know, and add one of weight, as if they had been given a point."""
        if event.seen_by is None or viewer in event.seen_by:
            return [event]
        changed[EVENTS] += 1
        milestones = [replace(event, kind=milestone) for milestone in kind.presentation.milestones]
        return [replace(event, data=dict.fromkeys(event.data, "another")), *milestones]

    def play_in_other_world(game: Game, seat: int, action: Action) -> list[Event]:
        return [redrawn_event for event in play(game, seat, action) for redrawn_event in redraw(event)]

    def view_of_other_world(game: Game, seat: int | None) -> View:
        other_world = game.determinize(viewer, rng)
        changed[VIEWS] += other_world.dump() != game.dump()
        return view(other_world, seat)

    patch.setattr(kind, "play", play_in_other_world)
    patch.setattr(kind, "view", view_of_other_world)
    return changed


def film_boards(boards: list[Board], clip_order: ClipOrder) -> list[Board]:
    boards.clear()
    draw_frames(clip_order, lambda number, total: None)
    return list(boards)


@pytest.mark.parametrize(
    ("name", "viewer"),
    [
        pytest.param(name, viewer, marks=[pytest.mark.proof] if (number + place) % 2 else [])
        for number, name in enumerate(RECORDS)
        for place, viewer in enumerate((1, None))
    ],
)
def test_a_clip_is_the_same_in_every_world(
    name: str, viewer: int | None, boards: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    clip_order = order(name, seat=viewer)
    first_boards = film_boards(boards, clip_order)
    assert len(first_boards) > 10
    assert {view.viewer for view, _ in first_boards} == {viewer}
    with monkeypatch.context() as patch:
        changed = show_another_world(patch, engines.GAMES[clip_order.game], viewer)
        assert film_boards(boards, clip_order) == first_boards
    assert changed[VIEWS] > 5
    assert (changed[EVENTS] > 5) == (clip_order.game == "mmn"), "no other game has secret news"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.proof) for name in RECORDS[:-1]), RECORDS[-1]])
def test_so_are_its_pixels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full_order = order(name)
    clip_order = dataclasses.replace(full_order, moves=full_order.moves[:60], seat=1)

    def pixels() -> list[bytes]:
        return [image.tobytes() for image in draw_frames(clip_order, lambda number, total: None)]

    first_pixels = pixels()
    with monkeypatch.context() as patch:
        show_another_world(patch, engines.GAMES[clip_order.game], 1)
        assert pixels() == first_pixels


def test_a_leak_would_be_seen(boards: list[Board], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison tells the worlds apart for a person who knows what is hidden: hands, and news of them."""
    clip_order = order("mmn/3-84", seat=1)
    first_boards = film_boards(boards, clip_order)
    with monkeypatch.context() as patch:
        show_another_world(patch, engines.GAMES["mmn"], None)
        other_boards = film_boards(boards, clip_order)
    assert [view for view, _ in other_boards] != [view for view, _ in first_boards]
    assert [events for _, events in other_boards] != [events for _, events in first_boards]


@pytest.mark.parametrize("seat", [None, 2])
def test_the_command_draws_the_same_in_every_world(
    seat: int | None, boards: list[Board], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """``portolan replay RECORD --clip --seat N`` draws the same boards and makes its clip of the same ones."""
    words = ["replay", str(RECORD), "--out", str(tmp_path), "--clip", "--language", "en"]
    viewer = None if seat is None else seat - 1

    def film(clip_order: ClipOrder, drawn: object) -> bytes:
        assert clip_order.seat == viewer
        draw_frames(clip_order, lambda number, total: None)
        return b"clip"

    monkeypatch.setattr(recorded_boards, "film", film)
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # boards are drawn one after the other

    def drawn() -> list[Board]:
        boards.clear()
        result = CliRunner().invoke(app, [*words, *([] if seat is None else ["--seat", str(seat)])])
        assert result.exit_code == 0, result.output
        return list(boards)

    first_boards = drawn()
    assert len(first_boards) > 120, "a board a turn, and those of the clip"
    with monkeypatch.context() as patch:
        changed = show_another_world(patch, engines.GAMES["mmn"], viewer)
        assert drawn() == first_boards
    assert min(changed[VIEWS], changed[EVENTS]) > 20
