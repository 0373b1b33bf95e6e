"""What Navegador's close-ups show, and that no part of a picture lies on another."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import render
from engines import Action
from engines.navegador import board
from engines.navegador.quotes import FieldQuote
from engines.navegador.view import NavegadorView
from engines.quotes import Quote
from render.kit.ink import NEW, PLAIN, WHITE
from render.kit.part import Part
from render.navegador import decision, geography, layout, own_layout
from render.navegador.sea import name_boxes
from render.shape import WIDE_SIZE, Shape
from tests.render.comparing import collisions
from tests.render.outlines import meet, outline
from tests.render.positions import under_way
from tests.render.recording import Drawing, caption, drawn, recording

SHAPES = pytest.mark.parametrize("shape", Shape)


class Seen(NamedTuple):
    drawing: Drawing
    size: tuple[int, int]


def position(seats: int = 4) -> NavegadorView:
    view = under_way(seats, 40).view(1)
    assert isinstance(view, NavegadorView)
    return view


def show(view: NavegadorView, *actions: Action, shape: Shape = Shape.WIDE) -> Seen:
    with recording():
        image = decision.draw(view, caption(shape=shape), list(actions))
        return Seen(drawn(image), image.size)


@SHAPES
def test_an_arrow_for_each_voyage_that_can_be_made(shape: Shape) -> None:
    view = position()
    ways = [("sail", "portugal", "guine", "1"), ("sail", "portugal", "guine", "2"), ("sail", "guine", "bahia", "1")]

    def arrows(*actions: Action) -> int:
        found = show(view, *actions, shape=shape).drawing.called("_arrow")
        assert not any(NEW in arrow.colours() for arrow in found), "violet says that something has changed"
        return sum(PLAIN.shades[1] in arrow.colours() for arrow in found)

    assert arrows(("sail", "portugal", "portugal", "1")) == 0
    assert arrows(("colony", "guine", "1")) == 0
    assert arrows(*ways) == 2


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_part_of_a_board_lies_on_another(seats: int, shape: Shape) -> None:
    found = layout.of(shape, seats)
    chart = found.parts["chart"]
    upon_chart = [found.parts[name] for name in ("banner", "card")]
    below = [part for part in found.parts.values() if part not in upon_chart]
    assert not collisions([*below, *found.mats], found.size)
    assert not collisions(upon_chart, (round(chart.box[2]), round(chart.box[3])))
    part = found.mats[0]
    for name, cell in found.cells.items():
        assert cell.left >= 14, name
        assert cell.left + cell.width <= part.width, name
        assert cell.top + cell.height <= part.height + 0.5, name
        for other, (left, top, width, height, _) in found.cells.items():
            beside = left >= cell.left + cell.width - 0.5 or cell.left >= left + width - 0.5
            apart = top >= cell.top + cell.height - 0.5 or cell.top >= top + height - 0.5
            assert name == other or beside or apart, (name, other)


def field(steps: int, outlook: int | None = None) -> FieldQuote:
    """Quote a field so many steps away."""
    ships = max(0, steps - board.FREE_STEPS)
    return FieldQuote(offered=True, price={"ships": ships} if ships else {}, steps=steps, outlook=outlook)


@SHAPES
def test_the_rondel_says_how_far_what_it_costs_and_what_it_brings(shape: Shape) -> None:
    view = position()
    outlooks = {"workers": 3, "ships": 2, "sailing": 1, "market1": 740, "market2": 740, "colony": 40, "privilege": 60}
    view.quotes = {f"rondel {name}": field(steps, outlooks.get(name)) for steps, name in enumerate(board.RONDEL, 1)}
    words = [("rondel", name) for name in board.RONDEL]
    texts = show(view, *words, shape=shape).drawing.texts()
    assert [texts.count(str(steps)) >= 1 for steps in (1, 2, 3)] == [True] * 3
    assert [texts.count(f"\u2212{cost}") for cost in range(1, 6)] == [1] * 5
    assert {"\u00d73", "\u00d72", "\u00d71", "\u221240", "60"} <= set(texts)
    assert texts.count("740") == 2
    view.quotes = {"rondel church": field(0), "rondel market1": Quote(offered=False)}
    free = show(view, ("rondel", board.RONDEL[2]), shape=shape).drawing
    assert "\u22121" not in free.texts()


def test_the_rondel_fills_what_a_wide_close_up_has_for_it() -> None:
    wheel = own_layout.of(Shape.WIDE, "rondel").parts["rondel"]
    assert 2 * geography.ROSE_RADIUS * wheel.unit >= 0.6 * WIDE_SIZE[1]


def plates(view: NavegadorView, name: str, quote: Quote, shape: Shape) -> list[list[str]]:
    """What the plates round the rondel say when one field is offered: texts and, for a sign, its name."""
    view.quotes = {f"rondel {name}": quote}
    shown, _ = show(view, ("rondel", name), shape=shape)
    return [
        [mark.text or mark.name for mark in shown.within(plate.box) if mark.kind in ("text", "sprite")]
        for plate in shown
        if plate.kind == "frame" and plate.inks in ((WHITE, decision.COST), (WHITE, PLAIN.edges[1]))
    ]


@SHAPES
@pytest.mark.parametrize(
    ("name", "quote", "said"),
    [
        ("builder", field(0), []),
        ("colony", field(0), []),
        ("privilege", field(0), []),
        ("builder", field(1), [["1"]]),
        ("colony", field(0, 60), [["coin", "\u221260"]]),
        ("colony", field(board.FREE_STEPS + 2), [["\u22122", "ship"]]),
        ("privilege", field(0, 60), [["coin", "60"]]),
        ("market1", field(0, 60), [["coin", "60"]]),
        ("colony", Quote(offered=False), []),
    ],
)
def test_a_field_of_the_rondel_has_a_plate_only_where_there_is_something_to_say(
    name: str, quote: Quote, said: list[list[str]], shape: Shape
) -> None:
    assert plates(position(), name, quote, shape) == said


@SHAPES
def test_the_seas_in_reach_are_framed_and_in_the_picture(shape: Shape) -> None:
    view = position()
    reach = ("guine", "bahia", "nagasaki")
    plain, _ = show(view, ("sail", "portugal", "portugal", "1"), shape=shape)
    shown, (width, height) = show(view, *(("discover", sea, "portugal", "portugal") for sea in reach[:2]), shape=shape)
    for sea in reach[:2]:
        assert geography.SPOTS[sea].lines or board.REGIONS[sea].name in shown.texts()
    frames = [mark for mark in shown if mark.kind == "frame" and mark.inks[0] is None and mark.how[0] == 7]
    assert len(frames) == 2
    assert all(mark.inside((0, 0, width, height)) for mark in frames)
    assert len([mark for mark in plain if mark.kind == "frame" and mark.inks[0] is None and mark.how[0] == 7]) == 1


@SHAPES
def test_the_frame_round_a_sea_in_reach_runs_over_no_token_and_no_good(shape: Shape) -> None:
    view = position()
    for region in view.regions:
        region.discovered, region.tokens = True, [50] * board.REGIONS[region.id].colony_slots
    for sea in board.REGIONS:
        shown, _ = show(view, ("colony", sea), shape=shape)
        frame = next(mark for mark in shown if mark.kind == "frame" and mark.inks == (None, WHITE))
        pieces = [mark for mark in shown if mark.name in ("token", "good") and mark.kind == "sprite"]
        assert not [mark for mark in pieces if meet(outline(mark.box), outline(frame.box))], sea


@pytest.mark.parametrize(
    ("action", "called"),
    [
        (("build", "church"), "_house"),
        (("sell", "sugar", "1"), "_marker"),
        (("privilege", "church"), "seal"),
        (("workers", "1"), "becomes"),
    ],
)
def test_each_decision_shows_what_it_is_about_beside_the_own_mat(action: Action, called: str) -> None:
    view = position()
    view.gallery = dict.fromkeys(board.CATEGORIES, 2)
    shown, size = show(view, action, ("done",))
    assert size == (1600, 1000)
    assert shown.called(called)
    assert shown.texts().count(caption().name(1)) == 2
    assert str(view.players[1].money) in shown.texts()


@pytest.mark.parametrize("actions", [[("done",), ("pass",)], [("navegador",)], []])
def test_what_words_say_as_well_is_not_drawn(actions: list[Action]) -> None:
    with pytest.raises(LookupError):
        render.decision(position(), caption(), actions)


def test_a_spectator_decides_nothing() -> None:
    view = under_way(3, 40).view(None)
    with pytest.raises(LookupError):
        render.decision(view, caption(), [("rondel", "ships")])


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("at", geography.SPOTS)
def test_the_edges_of_a_close_up_cut_nothing_of_the_sea_in_reach_and_hardly_a_name(at: str, seats: int) -> None:
    view = position(seats)
    found, (left, top) = decision._window(view, Part(0, 0, 1046, 860), [at])
    right = left + found.width
    low = top + found.height
    assert left >= 0
    assert right <= geography.WIDTH
    assert top >= 0
    assert low <= geography.HEIGHT
    assert found.unit >= 0.8, "one sea is shown large"
    for x, y, wide, high in decision.whole(view, at):
        assert left <= x
        assert x + wide <= right
        assert top <= y
        assert y + high <= low
    names = [box for sea in geography.SPOTS for box in name_boxes(sea)]
    touched = [(x, y, wide, high) for x, y, wide, high in names if x < right and left < x + wide and y < low]
    touched = [(x, y, wide, high) for x, y, wide, high in touched if top < y + high]
    cut = [box for box in touched if box[0] < left or box[0] + box[2] > right or box[1] < top or box[1] + box[3] > low]
    assert len(cut) <= 1 + (at in ("mocambique", "ormuz")), "from Guiné to Timor and Nagasaki it is too far"


def test_a_tall_close_up_shows_the_whole_chart() -> None:
    shown = show(position(), ("sail", "portugal", "bahia"), shape=Shape.TALL)
    assert shown.size[0] == geography.WIDTH
    assert decision.corner(Part(0, 0, geography.WIDTH, geography.HEIGHT), position(), ["bahia"]) == (0, 0)


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("origins", [("portugal", "cabo"), ("guine", "malaca"), ("guine", "timor")])
def test_seas_far_from_each_other_are_all_shown_with_their_tokens(origins: tuple[str, str], shape: Shape) -> None:
    view = position(5)
    room = own_layout.of(shape, "chart").parts["chart"]
    found, (left, top) = decision._window(view, room, origins)
    for name in origins:
        for x, y, wide, high in decision.whole(view, name):
            assert left <= x < x + wide <= left + found.width
            assert top <= y < y + high <= top + found.height
    assert found.box[2] <= room.box[2]
    assert found.box[3] <= room.box[3]


def test_a_discovery_has_an_arrow_from_every_sea_that_ships_leave() -> None:
    offered = [("sail", "portugal", "guine", "1"), ("discover", "rio", "bahia", "guine"), ("done",)]
    assert decision.voyages(offered) == [("portugal", "guine"), ("bahia", "rio"), ("guine", "rio")]
