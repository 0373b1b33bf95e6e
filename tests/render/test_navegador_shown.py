"""What Navegador's picture says is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

import msgspec
import pytest

import render
from engines import Event
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.icons import icon
from render.kit.ink import NEW, NEW_WASH, PLAIN
from render.navegador import icons, layout
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.navegador_shown import SEATS, SHAPES, cell_box, position, show, spots
from tests.render.positions import under_way
from tests.render.recording import NAMES, Drawing, caption, drawn

pytestmark = pytest.mark.usefixtures("noted")


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    shown = show(view, shape=shape)
    player = view.players[seat]
    unit = spots(shape).mats[seat].unit

    def cell(name: str) -> Drawing:
        return shown.within(cell_box(shape, seat, name), 4)

    assert cell("head").texts()[0] == NAMES[seat]
    assert [mark.text for mark in cell("head").called("badge")] == ["ABCD"[seat]]
    assert [mark.colours() >= {PLAIN.player[seat], PLAIN.on[seat]} for mark in cell("head").called("badge")] == [True]
    on_mat = shown.within(spots(shape).mats[seat].box, 12)
    assert [mark for mark in on_mat if mark.kind == "frame" and PLAIN.edges[seat] in mark.inks]
    assert bool(cell("head").sprites(icon("crown", 40).scaled(unit))) == (seat == 2)
    assert bool(cell("head").sprites(icons.icon("navegador", 48).scaled(unit))) == (seat == 1)
    ships = str(sum(player.fleet.values()))
    assert cell("money").texts() == [str(player.money)]
    assert cell("crew").texts() == [str(player.workers), ships, str(player.supply)]
    for category in ("colony", "factory"):
        counts = player.colonies if category == "colony" else player.factories
        signs_of = [mark for good in counts for mark in cell(category).sprites(icons.good(good, 30).scaled(unit))]
        assert [cell(category).beside(mark) for mark in signs_of] == [str(count) for count in counts.values()]
    for category in board.CATEGORIES:
        texts = cell(category).texts()
        assert texts[-1] == f"+{player.next_bonus[category]}"
        assert f"\u00d7{player.multipliers[category]}" in texts
        assert len(cell(category).sprites(icons.icon("seal", 30).scaled(unit))) == player.privileges[category]
        assert len(cell(category).sprites(icons.icon("seal_free", 30).scaled(unit))) == 3 - player.privileges[category]
        if category not in ("colony", "factory"):
            assert texts[0] == str(player.units[category])
    assert cell("points").texts() == [str(player.projected), str(player.mat_points)]


@SHAPES
def test_only_the_mat_of_the_seat_to_act_is_lit(shape: Shape) -> None:
    view = position()
    for seat in range(SEATS):
        view.to_act = (seat,)
        shown = show(view, shape=shape)
        lit = shown.frames(PLAIN.washes[seat], PLAIN.edges[seat])
        mat = spots(shape).mats[seat].box
        assert lit[0].inside(spots(shape).parts["banner"].box)
        assert [mark.inside(mat, 8) for mark in lit[1:]] == [True]
        banner = shown.within(spots(shape).parts["banner"].box)
        others = [(seat + step) % SEATS for step in range(SEATS)]
        badges = [mark for mark in banner if mark.name == "badge"]
        assert [mark.text for mark in badges] == ["ABCD"[other] for other in others]
        assert [mark.at[0] for mark in badges[1:]] == sorted(mark.at[0] for mark in badges[1:])
        assert banner.texts()[:2] == [NAMES[seat], "to_play"]


def test_the_banner_says_turn_phase_and_how_long_it_lasts() -> None:
    view = position()
    view.turn = 37
    view.phase = 2
    assert {"turn 37", "phase II"} <= set(show(view).texts(spots().parts["banner"].box))
    view.coming_phase = 3
    assert "coming: III" in show(view).texts(spots().parts["banner"].box)
    view.trigger = "nagasaki"
    view.turns_left = 2
    assert "turns_left: 2" in show(view).texts(spots().parts["banner"].box)
    view.turns_left = None
    assert "turns_left: 4" in show(view).texts(spots().parts["banner"].box)


def test_at_the_end_all_stand_in_the_order_of_the_ranking() -> None:
    view = position()
    view.over = True
    view.ranking = [2, 0, 3, 1]
    view.scores = [msgspec.structs.replace(score, total=50 + 11 * score.seat) for score in view.scores]
    shown = show(view)
    banner = shown.within(spots().parts["banner"].box)
    assert banner.texts() == [NAMES[2], "over", "72", "50", "83", "61"]
    assert [mark.text for mark in banner if mark.name == "badge"] == list("CADB")
    assert banner.sprites(icon("crown", 52))
    for place, seat in enumerate(view.ranking):
        assert f"{place + 1}." in shown.texts(cell_box(Shape.TALL, seat, "head"))


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_place_at_the_end_stands_before_the_name_and_far_from_points_of_three_digits(
    seats: int, shape: Shape
) -> None:
    view = under_way(seats, 40).view(None)
    assert isinstance(view, NavegadorView)
    view.over = True
    view.ranking = list(range(seats))
    for player in view.players:
        player.projected = 101 + player.seat
        player.mat_points = 100
        player.royal = True
        player.royal_best = "church"
    rank(view, (player.projected for player in view.players))
    places = layout.of(shape, seats)
    marks = [mark for mark in drawn(render.board(view, caption(shape=shape))) if mark.kind == "text"]
    for seat, part in enumerate(places.mats):
        left, top, width, height = part.box
        own = [mark for mark in marks if left <= mark.box[0] < left + width and top <= mark.box[1] < top + height]
        (place,) = (mark for mark in own if mark.text == f"{seat + 1}.")
        (points,) = (mark for mark in own if mark.text == str(101 + seat))
        (name,) = (mark for mark in own if mark.text and NAMES[seat].startswith(mark.text.rstrip("….")[:4]))
        assert place.box[0] + place.box[2] < name.box[0]
        assert name.box[0] + name.box[2] < points.box[0] or points.box[1] > name.box[1] + 20


def test_the_card_names_its_holder_and_the_fields_left() -> None:
    card = show(position()).within(spots().parts["card"].box)
    assert [mark.text for mark in card if mark.name == "badge"] == ["B"]
    pips = [mark for mark in card if mark.kind == "frame" and mark.box[2:] == (16, 16)]
    assert [mark.inks[0] == icons.ORANGE for mark in pips] == [True] * 3 + [False] * 5


def test_where_prices_stay_as_they_are_the_trade_is_marked_all_the_same() -> None:
    view = position()
    view.market = dict.fromkeys(board.GOODS, 1)
    told = Event("process", 0, {"good": board.GOODS[1], "count": 1, "income": 20, "row": 1, "from_row": 1, "joker": 1})
    shown = show(view, told)
    (marker,) = (mark for mark in shown if mark.name == "_marker" and mark.text == str(board.PRICE[board.GOODS[1]][1]))
    (frame,) = (
        mark for mark in shown.within(spots().parts["market"].box) if mark.kind == "frame" and mark.inks == (None, NEW)
    )
    assert shown.index(frame) > shown.index(marker)
    assert frame.box[2] - 2 * frame.how[0] <= marker.box[2] < frame.box[2] - frame.how[0]  # as broad as it is, outside


def test_what_was_sold_and_what_went_to_factories_is_told_at_the_head_of_its_column() -> None:
    sugar = board.GOODS[0]
    spice = board.GOODS[2]
    sold = Event("sell", 0, {"good": sugar, "count": 1, "income": 60, "row": 5, "from_row": 4})
    processed = Event("process", 0, {"good": spice, "count": 1, "income": 30, "row": 3, "from_row": 4, "joker": 0})
    plain, shown = (show(position(), *events).within(spots().parts["market"].box) for events in ((), (sold, processed)))
    heads = {good: plain.sprites(icons.good(good, 50))[0].at[0] for good in board.GOODS}
    plates = shown.frames(NEW_WASH, NEW)
    assert [plate.at[0] for plate in plates] == pytest.approx([heads[sugar], heads[spice]], abs=2)
    for good, plate, sign in zip((sugar, spice), plates, (icon("coin", 42), icons.icon("factory", 44)), strict=True):
        inside = shown.within(plate.box)
        assert len(inside.sprites(icons.good(good, 40))) == len(inside.sprites(sign)) == 1
    assert not plain.frames(NEW_WASH, NEW)


def test_a_row_of_which_something_was_built_is_tinted_and_keeps_its_sign() -> None:
    panel = show(position(), Event("build", 0, {"row": "church", "price": 150})).within(spots().parts["buildings"].box)
    (plate,) = panel.frames(NEW_WASH, NEW)
    upon = panel[panel.index(plate) + 1 :]
    assert any(mark.shows(icons.icon("church", 64)) and mark.inside(plate.box, 1) for mark in upon)
