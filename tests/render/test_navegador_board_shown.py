"""What the middle of Navegador's picture says is what the view says: market, buildings, rondel, regions, gallery."""

from __future__ import annotations

import math

import pytest

from engines import Event
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.icons import icon
from render.kit.ink import NEW, NEW_WASH, PLAIN, WHITE
from render.navegador import gallery, geography, icons, layout, lisbon, rondel, words
from render.shape import Shape
from tests.render.navegador_shown import SEATS, SHAPES, cell_box, position, show, spots
from tests.render.positions import crowded
from tests.render.recording import Drawing, caption

pytestmark = pytest.mark.usefixtures("noted")


def _rose(shape: Shape) -> tuple[float, float]:
    """The rondel's middle, in pixels."""
    chart = spots(shape).parts["chart"]
    return chart.left + geography.ROSE[0] * chart.unit, chart.top + geography.ROSE[1] * chart.unit


def test_the_market_lists_every_price_and_marks_the_row_in_force() -> None:
    view = position()
    view.market = {good: 2 + 3 * number for number, good in enumerate(board.GOODS)}
    shown = show(view, Event("sell", 0, {"good": board.GOODS[1], "count": 3, "income": 60, "row": 8}))
    market = shown.within(spots().parts["market"].box)
    heads = [market.sprites(icons.good(good, 50))[0].at[0] for good in board.GOODS]
    assert heads == sorted(heads)
    rows = sorted({round(mark.at[1]) for mark in market if mark.kind == "text"})
    assert len(rows) == board.MARKET_END
    for number, good in enumerate(board.GOODS):
        column = sorted(
            (mark for mark in market if mark.kind == "text" and abs(mark.at[0] - heads[number]) < 20),
            key=lambda mark: mark.at[1],
        )
        assert [mark.text for mark in column] == [str(board.PRICE[good][row]) for row in range(1, 11)]
        (marker,) = (mark for mark in market if mark.name == "_marker" and abs(mark.at[0] - heads[number]) < 5)
        assert round(marker.at[1]) == rows[view.market[good] - 1]
        assert marker.text == str(board.PRICE[good][view.market[good]])
        assert icons.GOOD[good] in marker.colours()
    profits = sorted(
        (mark for mark in market if mark.kind == "text" and mark.at[0] > heads[-1] + 60), key=lambda m: m.at[1]
    )
    assert [mark.text for mark in profits] == [str(board.PROFIT[row]) for row in range(1, 11)]
    (way,) = market.frames(None, NEW)
    assert abs(way.at[0] - heads[1]) < 2
    assert rows[3] < way.box[1] < rows[4] < rows[7] < way.box[1] + way.box[3] < rows[8]


def test_the_buildings_left_show_their_prices_in_their_rows_from_the_cheapest() -> None:
    view = position()
    view.buildings = {name: board.building_prices(name, SEATS)[number:] for number, name in enumerate(board.BUILDINGS)}
    panel = show(view).within(spots().parts["buildings"].box)
    houses = sorted({round(mark.at[1]) for mark in panel if mark.name == "_house"})
    assert len(houses) == len(board.BUILDINGS)
    rows = [[mark for mark in panel if mark.name == "_house" and round(mark.at[1]) == y] for y in houses]
    left = spots().parts["buildings"].left
    for row, (name, kind) in zip(rows, board.BUILDINGS.items(), strict=True):
        assert [mark.text for mark in row] == [str(price) for price in view.buildings[name]]
        lefts = [mark.box[0] for mark in row]
        assert lefts == sorted(lefts)
        assert str(kind.workers) in panel.texts((left, row[0].at[1] - 30, 140, 70))
    starts = [row[0].box[0] for row in rows]
    assert starts[0] < starts[1] < starts[2]


def test_workers_stand_at_their_number_on_the_scale() -> None:
    view = position()
    lisbon = show(view).within(spots().parts["lisbon"].box)
    lisbon_at = spots().parts["lisbon"].box[:2]
    for seat, player in enumerate(view.players):
        (figure,) = (mark for mark in lisbon if mark.name == "badge" and mark.text == "ABCD"[seat])
        assert abs(figure.at[0] - lisbon.text(str(player.workers), (*lisbon_at, 384, 62)).at[0]) < 2
        assert figure.colours() >= {PLAIN.player[seat]}
    heights = [mark.at[1] for mark in lisbon if mark.name == "badge"]
    assert heights == sorted(heights)


@SHAPES
def test_what_tells_of_a_phase_lies_within_the_frame_of_its_tablet(shape: Shape) -> None:
    view = position()
    view.coming_phase = None
    for view.phase in (1, 2, 3):
        shown = show(view, shape=shape)
        (frame,) = shown.frames(None, lisbon._FORCE)
        left, top, width, height = frame.box
        told = [
            mark
            for mark in shown
            if mark.kind in ("sprite", "text")
            and left <= mark.at[0] <= left + width
            and top <= mark.at[1] <= top + height
        ]
        assert {"ship", "worker", "becomes"} <= {mark.name for mark in told}
        line = frame.how[0]
        assert all(mark.inside((left + line, top + line, width - 2 * line, height - 2 * line), 0) for mark in told)


def test_stones_lie_on_their_fields_of_the_rondel() -> None:
    view = position()
    view.players[3].stone = None
    shown = show(view, Event("rondel", 1, {"field": "x", "steps": 2, "cost": 0}))
    x, y = geography.ROSE
    box = (x - 264, y - 264, 528, 528)

    def field(at: tuple[float, float]) -> int:
        return round(math.degrees(math.atan2(at[0] - x, y - at[1])) / 45) % 8

    stones = {mark.text: mark for mark in shown.within(box) if mark.name == "badge"}
    assert {letter: field(mark.at) for letter, mark in stones.items() if letter != "D"} == {"A": 3, "B": 6, "C": 3}
    assert math.dist(stones["D"].at, (x, y)) < 60
    (ship,) = (mark for mark in shown.within(box) if mark.name == "navegador")
    assert field(ship.at) == 5
    labels = {mark.text for mark in shown.within(box) if mark.kind == "text"}
    for number, name in enumerate(board.FIELD_ACTION):
        if (title := name.capitalize()) in labels:
            words = [mark for mark in shown.within(box) if mark.kind == "text" and mark.text == title]
            assert number in {field(mark.at) for mark in words}
    (arc,) = (mark for mark in shown if mark.name == "_arc")
    assert field(arc.at) == 5  # from 4 to 6


@SHAPES
@pytest.mark.parametrize("field", range(len(board.RONDEL)))
def test_all_that_is_on_a_field_of_the_rondel_lies_within_it(field: int, shape: Shape) -> None:
    view = position()
    (x, y) = _rose(shape)
    view.card.mark = field
    for player in view.players:
        player.stone = field
    pieces = [
        mark
        for mark in show(view, shape=shape)
        if mark.name in ("badge", "navegador") and math.dist(mark.at, (x, y)) < 264 * spots(shape).parts["chart"].unit
    ]
    assert len(pieces) == SEATS + 1
    for piece in pieces:
        aside = math.degrees(math.atan2(piece.at[0] - x, y - piece.at[1])) - 45 * field
        assert abs((aside + 180) % 360 - 180) < 22.5, piece.text


def test_every_region_shows_its_ships_and_tokens() -> None:
    view = position()
    shown = show(view, Event("discover", 0, {"region": view.regions[1].id, "lost": 1, "bonus": 70, "tokens": ["70"]}))
    for region in view.regions:
        spot = geography.SPOTS[region.id]
        near = Drawing(mark for mark in shown if math.dist(mark.at, spot.ships) < 130 and mark.name == "carrack")
        here = [player for player in view.players if player.fleet.get(region.id)] if region.discovered else []
        for player in here:
            assert near.sprites(icons.fleet(player.seat, player.fleet[region.id])), (region.id, player.seat)
        tokens = Drawing(mark for mark in shown if math.dist(mark.at, spot.tokens) < 150 and mark.name == "token")
        prices = [str(price) for price in region.tokens] if region.tokens is not None else ["?"] * region.hidden
        texts = [mark.text for mark in tokens]
        for price in set(prices):
            assert texts.count(price) >= prices.count(price)
        if not region.discovered:
            (disk,) = (mark for mark in shown if mark.name == "_disk" and math.dist(mark.at, spot.ships) < 3)
            assert disk.text == str(region.ships_needed)
    assert sum(mark.name == "token" for mark in shown) == sum(
        len(region.tokens or ()) if region.discovered else region.hidden for region in view.regions
    )


@SHAPES
def test_no_good_and_no_token_touches_the_edge_of_the_chart(shape: Shape) -> None:
    view = position()
    for region in view.regions:
        region.discovered, region.tokens = True, [50] * board.REGIONS[region.id].colony_slots
    chart = spots(shape).parts["chart"].box
    pieces = [mark for mark in show(view, shape=shape) if mark.name in (*board.GOODS, "token")]
    pieces = [mark for mark in pieces if mark.at[0] < chart[2] and mark.at[1] < chart[3]]
    assert any(mark.name in board.GOODS for mark in pieces)
    assert all(mark.inside(chart, -3) for mark in pieces)


def test_the_gallery_counts_the_privileges_left_in_every_column() -> None:
    view = position()
    view.gallery = {category: number % 4 for number, category in enumerate(board.CATEGORIES)}
    shown = show(view, Event("privilege", 1, {"category": "church", "bonus": 30}))
    panel = spots().parts["gallery"]
    for category in board.CATEGORIES:
        left, top, width, height = gallery.boxes(panel)[category].box
        head = shown.within((panel.left + left, panel.top + top, width, height))
        assert head.texts()[0] == category.capitalize()
        assert len(head.sprites(icons.icon("seal", 38))) == view.gallery[category]
        assert ("\u2013" in head.texts()) == (not view.gallery[category])
        assert bool(head.frames(None, NEW)) == (category == "church")


def test_money_just_earned_stands_beside_the_purse_of_who_earned_it() -> None:
    shown = show(position(), Event("colony", 2, {"region": "guine", "good": "gold", "price": 60}))
    (change,) = (mark for mark in shown if mark.kind == "text" and mark.text == "\u221260")
    assert change.inks == (WHITE,)
    assert change.inside(cell_box(Shape.TALL, 2, "money"))
    (plate,) = shown.within(cell_box(Shape.TALL, 2, "money")).frames(NEW, None)
    assert change.inside(plate.box)


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_did_nothing_on_a_field_is_told_on_the_mat(seats: int, shape: Shape) -> None:
    view = position(seats)
    view.players[1].money = 1380
    for action, said in (("ships", "nothing"), ("market", "no_trade")):
        moved = Event("rondel", 1, {"field": action, "steps": 2})
        shown = show(view, moved, Event("passed", 1, {"action": action}), shape=shape)
        (told,) = (mark for mark in shown if mark.text in (said, "\u00b10"))
        assert told.inks == (WHITE,)
        assert told.inside(layout.of(shape, seats).mats[1].box)


@SHAPES
def test_the_field_that_a_stone_left_is_violet_and_keeps_its_name(shape: Shape) -> None:
    view = position()
    chart = spots(shape).parts["chart"]
    view.players[2].stone = 4
    shown = show(view, Event("rondel", 2, {"field": "privilege", "steps": 3}), shape=shape).within(chart.box)
    (left,) = shown.called("_departed")
    assert {NEW, NEW_WASH} <= left.colours()
    name = caption().title(words.FIELDS[board.RONDEL[1]])
    written = [number for number, mark in enumerate(shown) if mark.text == name and mark.inside(left.box, 20)]
    assert written[-1] > shown.index(left)
    assert not show(view, Event("rondel", 2, {"field": "privilege", "steps": 0}), shape=shape).called("_departed")


@SHAPES
def test_every_row_that_a_price_fell_or_rose_by_has_a_sign(shape: Shape) -> None:
    view = position()
    for kind, start, end in (("sell", 1, 2), ("sell", 2, 5), ("process", 4, 3)):
        view.market["gold"] = end
        event = Event(kind, 0, {"good": "gold", "count": abs(end - start), "income": 1, "from_row": start, "row": end})
        step = "row_down" if end > start else "row_up"
        steps = show(view, event, shape=shape).within(spots(shape).parts["market"].box).called(step)
        assert len(steps) == abs(end - start)


@SHAPES
def test_the_stone_that_has_just_moved_has_a_ring_and_no_other(shape: Shape) -> None:
    view = position()
    chart = spots(shape).parts["chart"]
    shown = show(view, Event("rondel", 2, {"field": "ships", "steps": 1}), shape=shape).within(chart.box)
    stones = {mark.text: mark for mark in shown if mark.name == "badge" and math.dist(mark.at, _rose(shape)) < 250}
    rings = [ring for ring in shown.frames(None, NEW) if math.dist(ring.at, _rose(shape)) < 250]
    assert [math.dist(ring.at, stones["C"].at) < 2 for ring in rings] == [True]
    assert stones["C"].inside(rings[0].box)


@SHAPES
@pytest.mark.parametrize(("kinds", "used"), [(("card_used", "card"), True), (("card_expired",), False)])
def test_the_name_of_the_card_is_on_violet_only_where_it_was_used(
    kinds: tuple[str, ...], used: bool, shape: Shape
) -> None:
    shown = show(position(), *(Event(kind, 2, {"to_seat": 1}) for kind in kinds), shape=shape)
    card = shown.within(spots(shape).parts["card"].box, 6)
    assert bool(card.frames(None, NEW))
    assert bool(card.frames(NEW, None)) == used
    assert (card.text("Navegador").inks == (WHITE,)) == used


@SHAPES
def test_workers_and_ships_that_came_stand_on_violet(shape: Shape) -> None:
    view = position()
    shown = show(view, Event("workers", 1, {"count": 2, "paid": 100}), Event("ships", 2, {"count": 1}), shape=shape)
    for seat, told in enumerate((None, str(view.players[1].workers), str(sum(view.players[2].fleet.values())), None)):
        crew = shown.within(cell_box(shape, seat, "crew"), 4)
        plates = crew.frames(NEW, None)
        assert [crew.text(told or "").inside(plate.box) for plate in plates] == ([True] if told else [])


def test_with_goa_the_crown_waits_in_goa() -> None:
    view = crowded(3, royal="goa").view(None)
    assert isinstance(view, NavegadorView)
    for player in view.players:
        player.royal = player.seat == 1
    x, y = geography.SPOTS["goa"].name
    assert [mark.at for mark in show(view).sprites(icon("crown", 26))] == [(x - 57, y)]


def test_pieces_on_the_upper_field_of_the_rondel_lie_above_its_middle_in_both_lines() -> None:
    for field, side in ((0, -1), (4, 1)):
        for (_, y), _ in rondel._lines(field, small=False):
            assert (y - geography.ROSE[1]) * side > 100
