"""What Navegador's picture says is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import pytest

import render
from engines import Event
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import signs
from render.kit.canvas import Box
from render.kit.ink import NEW, NEW_WASH, PLAIN, WHITE
from render.navegador import geography, icons, layout, lisbon, rondel, words
from render.navegador.layout import Layout
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.positions import crowded, under_way
from tests.render.recording import NAMES, Drawing, caption, drawn, recording

SEATS = 4
SHAPES = pytest.mark.parametrize("shape", Shape)


def spots(shape: Shape = Shape.TALL) -> Layout:
    return layout.of(shape, SEATS)


def cell_box(shape: Shape, seat: int, name: str) -> Box:
    """A cell of a seat's mat, in pixels."""
    part, cell = spots(shape).mats[seat], spots(shape).cells[name]
    return (
        part.left + cell.left * part.unit,
        part.top + cell.top * part.unit,
        cell.width * part.unit,
        cell.height * part.unit,
    )


@pytest.fixture(scope="module", autouse=True)
def _noted() -> Iterator[None]:
    with recording():
        yield


def position(seats: int = SEATS) -> NavegadorView:
    """A game under way in which no two players have the same of anything."""
    view = under_way(seats, 40).view(None)
    assert isinstance(view, NavegadorView)
    for seat, player in enumerate(view.players):
        player.money, player.workers, player.supply = 211 + 101 * seat, 3 + seat, 8 - seat
        player.colonies = {good: 1 + seat + number for number, good in enumerate(board.GOODS)}
        player.factories = {**{good: 4 - seat + number for number, good in enumerate(board.GOODS)}, "joker": seat % 2}
        player.units = {category: 2 + seat + number for number, category in enumerate(board.CATEGORIES)}
        player.privileges = {category: (seat + number) % 4 for number, category in enumerate(board.CATEGORIES)}
        player.multipliers = {category: 1 + seat + number for number, category in enumerate(board.CATEGORIES)}
        player.next_bonus = {category: 10 * (1 + seat + number) for number, category in enumerate(board.CATEGORIES)}
        player.projected, player.mat_points, player.stone = 31 + 7 * seat, 20 + 3 * seat, (3, 6, 3, 0)[seat % 4]
        player.royal, player.royal_best = seat == 2, "church" if seat == 2 else None
        player.fleet = {"portugal": 1 + seat, "guine": 2 + seat % 3}
    rank(view, (player.projected for player in view.players))
    view.card.holder, view.card.mark, view.card.left = 1, 5, 3
    return view


def show(view: NavegadorView, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    return drawn(render.board(view, caption(events, shape=shape)))


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    shown, player, unit = show(view, shape=shape), view.players[seat], spots(shape).mats[seat].unit

    def cell(name: str) -> Drawing:
        return shown.within(cell_box(shape, seat, name), 4)

    assert cell("head").texts()[0] == NAMES[seat]
    assert [mark.text for mark in cell("head").called("badge")] == ["ABCD"[seat]]
    assert [mark.colours() >= {PLAIN.player[seat], PLAIN.on[seat]} for mark in cell("head").called("badge")] == [True]
    on_mat = shown.within(spots(shape).mats[seat].box, 12)
    assert [mark for mark in on_mat if mark.kind == "frame" and PLAIN.edges[seat] in mark.inks]
    assert bool(cell("head").sprites(signs.crown(40).scaled(unit))) == (seat == 2)
    assert bool(cell("head").sprites(icons.navegador(48).scaled(unit))) == (seat == 1)
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
        assert len(cell(category).sprites(icons.seal(30).scaled(unit))) == player.privileges[category]
        assert len(cell(category).sprites(icons.seal(30, False).scaled(unit))) == 3 - player.privileges[category]
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
        assert lit[0].inside(spots(shape).banner.box)
        assert [mark.inside(mat, 8) for mark in lit[1:]] == [True]
        banner = shown.within(spots(shape).banner.box)
        others = [(seat + step) % SEATS for step in range(SEATS)]
        badges = [mark for mark in banner if mark.name == "badge"]
        assert [mark.text for mark in badges] == ["ABCD"[other] for other in others]
        assert [mark.at[0] for mark in badges[1:]] == sorted(mark.at[0] for mark in badges[1:])
        assert banner.texts()[:2] == [NAMES[seat], "to_play"]


def test_the_banner_says_turn_phase_and_how_long_it_lasts() -> None:
    view = position()
    view.turn, view.phase = 37, 2
    assert {"turn 37", "phase II"} <= set(show(view).texts(spots().banner.box))
    view.coming_phase = 3
    assert "coming: III" in show(view).texts(spots().banner.box)
    view.trigger, view.turns_left = "nagasaki", 2
    assert "turns_left: 2" in show(view).texts(spots().banner.box)
    view.turns_left = None
    assert "turns_left: 4" in show(view).texts(spots().banner.box)


def test_at_the_end_all_stand_in_the_order_of_the_ranking() -> None:
    view = position()
    view.over, view.ranking = True, [2, 0, 3, 1]
    view.scores = [msgspec.structs.replace(score, total=50 + 11 * score.seat) for score in view.scores]
    shown = show(view)
    banner = shown.within(spots().banner.box)
    assert banner.texts() == [NAMES[2], "over", "72", "50", "83", "61"]
    assert [mark.text for mark in banner if mark.name == "badge"] == list("CADB")
    assert banner.sprites(signs.crown(52))
    for place, seat in enumerate(view.ranking):
        assert f"{place + 1}." in shown.texts(cell_box(Shape.TALL, seat, "head"))


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_place_at_the_end_stands_before_the_name_and_far_from_points_of_three_digits(
    seats: int, shape: Shape
) -> None:
    view = under_way(seats, 40).view(None)
    assert isinstance(view, NavegadorView)
    view.over, view.ranking = True, list(range(seats))
    for player in view.players:
        player.projected, player.mat_points, player.royal, player.royal_best = 101 + player.seat, 100, True, "church"
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
    card = show(position()).within(spots().card.box)
    assert [mark.text for mark in card if mark.name == "badge"] == ["B"]
    pips = [mark for mark in card if mark.kind == "frame" and mark.box[2:] == (16, 16)]
    assert [mark.inks[0] == icons.ORANGE for mark in pips] == [True] * 3 + [False] * 5


def test_where_prices_stay_as_they_are_the_trade_is_marked_all_the_same() -> None:
    view = position()
    view.market = dict.fromkeys(board.GOODS, 1)
    told = Event("process", 0, {"good": board.GOODS[1], "count": 1, "income": 20, "row": 1, "from_row": 1, "joker": 1})
    shown = show(view, told)
    (marker,) = (mark for mark in shown if mark.name == "_marker" and mark.text == str(board.PRICE[board.GOODS[1]][1]))
    (frame,) = (mark for mark in shown.within(spots().market.box) if mark.kind == "frame" and mark.inks == (None, NEW))
    assert shown.index(frame) > shown.index(marker)
    assert frame.box[2] - 2 * frame.how[0] <= marker.box[2] < frame.box[2] - frame.how[0]  # as broad as it is, outside


def test_what_was_sold_and_what_went_to_factories_is_told_at_the_head_of_its_column() -> None:
    sugar, spice = board.GOODS[0], board.GOODS[2]
    sold = Event("sell", 0, {"good": sugar, "count": 1, "income": 60, "row": 5, "from_row": 4})
    processed = Event("process", 0, {"good": spice, "count": 1, "income": 30, "row": 3, "from_row": 4, "joker": 0})
    plain, shown = (show(position(), *events).within(spots().market.box) for events in ((), (sold, processed)))
    heads = {good: plain.sprites(icons.good(good, 50))[0].at[0] for good in board.GOODS}
    plates = shown.frames(NEW_WASH, NEW)
    assert [plate.at[0] for plate in plates] == pytest.approx([heads[sugar], heads[spice]], abs=2)
    for good, plate, sign in zip((sugar, spice), plates, (signs.coin(42), icons.category("factory", 44)), strict=True):
        inside = shown.within(plate.box)
        assert len(inside.sprites(icons.good(good, 40))) == len(inside.sprites(sign)) == 1
    assert not plain.frames(NEW_WASH, NEW)


def test_a_row_of_which_something_was_built_is_tinted_and_keeps_its_sign() -> None:
    panel = show(position(), Event("build", 0, {"row": "church", "price": 150})).within(spots().buildings.box)
    (plate,) = panel.frames(NEW_WASH, NEW)
    upon = panel[panel.index(plate) + 1 :]
    assert any(mark.shows(icons.category("church", 64)) and mark.inside(plate.box, 1) for mark in upon)


def test_the_market_lists_every_price_and_marks_the_row_in_force() -> None:
    view = position()
    view.market = {good: 2 + 3 * number for number, good in enumerate(board.GOODS)}
    shown = show(view, Event("sell", 0, {"good": board.GOODS[1], "count": 3, "income": 60, "row": 8}))
    market = shown.within(spots().market.box)
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
    panel = show(view).within(spots().buildings.box)
    houses = sorted({round(mark.at[1]) for mark in panel if mark.name == "_house"})
    assert len(houses) == len(board.BUILDINGS)
    rows = [[mark for mark in panel if mark.name == "_house" and round(mark.at[1]) == y] for y in houses]
    left = spots().buildings.left
    for row, (name, kind) in zip(rows, board.BUILDINGS.items(), strict=True):
        assert [mark.text for mark in row] == [str(price) for price in view.buildings[name]]
        lefts = [mark.box[0] for mark in row]
        assert lefts == sorted(lefts)
        assert str(kind.workers) in panel.texts((left, row[0].at[1] - 30, 140, 70))
    starts = [row[0].box[0] for row in rows]
    assert starts[0] < starts[1] < starts[2]


def test_workers_stand_at_their_number_on_the_scale() -> None:
    view = position()
    lisbon, lisbon_at = show(view).within(spots().lisbon.box), spots().lisbon.box[:2]
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
        assert {"ship", "worker", "_arrow"} <= {mark.name for mark in told}
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


def test_every_region_shows_its_ships_and_tokens() -> None:
    view = position()
    shown = show(view, Event("discover", 0, {"region": view.regions[1].id, "lost": 1, "bonus": 70, "tokens": ["70"]}))
    for region in view.regions:
        spot = geography.SPOTS[region.id]
        near = Drawing(mark for mark in shown if math.dist(mark.at, spot.ships) < 130 and mark.name == "fleet")
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
    chart = spots(shape).chart.box
    pieces = [mark for mark in show(view, shape=shape) if mark.name in ("good", "token")]
    pieces = [mark for mark in pieces if mark.at[0] < chart[2] and mark.at[1] < chart[3]]
    assert any(mark.name == "good" for mark in pieces)
    assert all(mark.inside(chart, -3) for mark in pieces)


def test_the_gallery_counts_the_privileges_left_in_every_column() -> None:
    view = position()
    view.gallery = {category: number % 4 for number, category in enumerate(board.CATEGORIES)}
    shown = show(view, Event("privilege", 1, {"category": "church", "bonus": 30}))
    gallery = spots().gallery
    for category, (left, top, width, height) in zip(board.CATEGORIES, spots().offers, strict=False):
        head = shown.within((gallery.left + left, gallery.top + top, width, height))
        assert head.texts()[0] == category.capitalize()
        assert len(head.sprites(icons.seal(38))) == view.gallery[category]
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
    chart = spots(shape).chart
    view.players[2].stone = 4
    shown = show(view, Event("rondel", 2, {"field": "privilege", "steps": 3}), shape=shape).within(chart.box)
    (left,) = shown.called("_left")
    assert {NEW, NEW_WASH} <= left.colours()
    name = caption().title(words.FIELDS[board.RONDEL[1]])
    written = [number for number, mark in enumerate(shown) if mark.text == name and mark.inside(left.box, 20)]
    assert written[-1] > shown.index(left)
    assert not show(view, Event("rondel", 2, {"field": "privilege", "steps": 0}), shape=shape).called("_left")


@SHAPES
def test_every_row_that_a_price_fell_or_rose_by_has_a_sign(shape: Shape) -> None:
    view = position()
    for kind, start, end in (("sell", 1, 2), ("sell", 2, 5), ("process", 4, 3)):
        view.market["gold"] = end
        event = Event(kind, 0, {"good": "gold", "count": abs(end - start), "income": 1, "from_row": start, "row": end})
        steps = show(view, event, shape=shape).within(spots(shape).market.box).called("_step")
        assert len(steps) == abs(end - start)


@SHAPES
def test_the_stone_that_has_just_moved_has_a_ring_and_no_other(shape: Shape) -> None:
    view = position()
    chart = spots(shape).chart
    shown = show(view, Event("rondel", 2, {"field": "ships", "steps": 1}), shape=shape).within(chart.box)
    stones = {mark.text: mark for mark in shown if mark.name == "badge" and math.dist(mark.at, _rose(shape)) < 250}
    rings = [ring for ring in shown.frames(None, NEW) if math.dist(ring.at, _rose(shape)) < 250]
    assert [math.dist(ring.at, stones["C"].at) < 2 for ring in rings] == [True]
    assert stones["C"].inside(rings[0].box)


def _rose(shape: Shape) -> tuple[float, float]:
    """The rondel's middle, in pixels."""
    chart = spots(shape).chart
    return chart.left + geography.ROSE[0] * chart.unit, chart.top + geography.ROSE[1] * chart.unit


@SHAPES
@pytest.mark.parametrize(("kinds", "used"), [(("card_used", "card"), True), (("card_expired",), False)])
def test_the_name_of_the_card_is_on_violet_only_where_it_was_used(
    kinds: tuple[str, ...], used: bool, shape: Shape
) -> None:
    shown = show(position(), *(Event(kind, 2, {"to_seat": 1}) for kind in kinds), shape=shape)
    card = shown.within(spots(shape).card.box, 6)
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
    assert [mark.at for mark in show(view).sprites(signs.crown(26))] == [(x - 57, y)]


def test_pieces_on_the_upper_field_of_the_rondel_lie_above_its_middle_in_both_lines() -> None:
    for field, side in ((0, -1), (4, 1)):
        for (_, y), _ in rondel._lines(field, small=False):
            assert (y - geography.ROSE[1]) * side > 100
