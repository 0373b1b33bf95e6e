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
    """What is drawn: there is nothing in a picture that is not in its view and its caption."""
    found = list[Board]()

    def told(view: View, caption: render.Caption) -> Image.Image:
        found.append((view, (*caption.events, *caption.news)))
        return Image.new("RGB", (16, 10))

    def picture(view: View, caption: render.Caption) -> bytes:
        found.append((view, (*caption.events, *caption.news)))
        return grey_pixel()

    monkeypatch.setattr(render, "told", told)
    monkeypatch.setattr(render, "picture", picture)
    return found


def elsewhere(patch: pytest.MonkeyPatch, kind: type[Game], viewer: int | None) -> Counter[str]:
    """From now on games look as another world does that ``viewer`` cannot tell from this one, whoever looks; how much
    was another there: VIEWS, EVENTS."""
    play = kind.play
    view = kind.view
    rng = Random(3)
    changed = Counter[str]()

    def redrawn(event: Event) -> list[Event]:
        """One that only others may know; with it comes one of weight, as if they had been given a point."""
        if event.seen_by is None or viewer in event.seen_by:
            return [event]
        changed[EVENTS] += 1
        weighty = [replace(event, kind=milestone) for milestone in kind.presentation.milestones]
        return [replace(event, data=dict.fromkeys(event.data, "another")), *weighty]

    def play_there(game: Game, seat: int, action: Action) -> list[Event]:
        return [each for event in play(game, seat, action) for each in redrawn(event)]

    def view_there(game: Game, seat: int | None) -> View:
        other = game.determinize(viewer, rng)
        changed[VIEWS] += other.dump() != game.dump()
        return view(other, seat)

    patch.setattr(kind, "play", play_there)
    patch.setattr(kind, "view", view_there)
    return changed


def filmed(boards: list[Board], wanted: ClipOrder) -> list[Board]:
    boards.clear()
    draw_frames(wanted, lambda number, of: None)
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
    wanted = order(name, seat=viewer)
    here = filmed(boards, wanted)
    assert len(here) > 10
    assert {view.viewer for view, _ in here} == {viewer}
    with monkeypatch.context() as patch:
        changed = elsewhere(patch, engines.GAMES[wanted.game], viewer)
        assert filmed(boards, wanted) == here
    assert changed[VIEWS] > 5
    assert (changed[EVENTS] > 5) == (wanted.game == "mmn"), "no other game has secret news"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.proof) for name in RECORDS[:-1]), RECORDS[-1]])
def test_so_are_its_pixels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = order(name)
    wanted = dataclasses.replace(whole, moves=whole.moves[:60], seat=1)

    def pixels() -> list[bytes]:
        return [image.tobytes() for image in draw_frames(wanted, lambda number, of: None)]

    here = pixels()
    with monkeypatch.context() as patch:
        elsewhere(patch, engines.GAMES[wanted.game], 1)
        assert pixels() == here


def test_a_leak_would_be_seen(boards: list[Board], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison tells the worlds apart for who does know: hands, and news of them."""
    wanted = order("mmn/3-84", seat=1)
    here = filmed(boards, wanted)
    with monkeypatch.context() as patch:
        elsewhere(patch, engines.GAMES["mmn"], None)
        there = filmed(boards, wanted)
    assert [view for view, _ in there] != [view for view, _ in here]
    assert [events for _, events in there] != [events for _, events in here]


@pytest.mark.parametrize("seat", [None, 2])
def test_the_command_draws_the_same_in_every_world(
    seat: int | None, boards: list[Board], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """``portolan replay RECORD --clip --seat N``: its boards, and what its clip is made of."""
    words = ["replay", str(RECORD), "--out", str(tmp_path), "--clip", "--language", "en"]
    viewer = None if seat is None else seat - 1

    def film(wanted: ClipOrder, drawn: object) -> bytes:
        assert wanted.seat == viewer
        draw_frames(wanted, lambda number, of: None)
        return b"clip"

    monkeypatch.setattr(recorded_boards, "film", film)
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # one after the other

    def drawn() -> list[Board]:
        boards.clear()
        result = CliRunner().invoke(app, [*words, *([] if seat is None else ["--seat", str(seat)])])
        assert result.exit_code == 0, result.output
        return list(boards)

    here = drawn()
    assert len(here) > 120, "a board a turn, and those of the clip"
    with monkeypatch.context() as patch:
        changed = elsewhere(patch, engines.GAMES["mmn"], viewer)
        assert drawn() == here
    assert min(changed[VIEWS], changed[EVENTS]) > 20
