"""What the middle of Macao's board says is what the view says: tribute, wall, sea, city, dice, cards on display."""

from __future__ import annotations

import math
from typing import Any

import pytest
from PIL import Image

import render
from bot.wording import texts_in
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.icons import icon
from render.kit.ink import CARD, NEW, NEW_WASH, TEXT
from render.macao import cubes, icons, layout
from render.macao.chart import Chart, ship_size
from render.macao.city import Bricks
from render.macao.inks import LETTER, PALETTE
from render.shape import Shape
from tests.render.macao_shown import LETTERS, SEATS, SHAPES, counted, large, place, position, show
from tests.render.recording import NAMES, drawn, parts

pytestmark = pytest.mark.usefixtures("noted")


def with_purses() -> MacaoView:
    """Return a view where everybody has three gold, no joker, five penalties and four quarters."""
    view = position()
    for player in view.players:
        player.gold = 3
        player.jokers = 0
        player.penalties = 5
        player.group = 1
        player.quarters = player.quarters[:4]
    return view


@SHAPES
def test_the_head_tells_tribute_and_rounds_with_their_offices(shape: Shape) -> None:
    view = position()
    view.tribute_gold = 4
    view.tribute_prestige = 7
    view.turn = 5
    shown = show(view, shape=shape)
    where = place(view, shape)
    box = shown.within(where.tribute.box)
    assert box.beside(box.sprites(large(icon("coin", 30), shape))[0]) == "4"
    assert box.beside(box.sprites(large(icons.icon("prestige", 30), shape))[0]) == "7"
    rounds = shown.within(where.rounds.box)
    numbers = sorted((m for m in rounds if m.kind == "text" and m.text.isdigit()), key=lambda mark: mark.at[0])
    assert [mark.text for mark in numbers] == [str(number) for number in range(1, board.ROUNDS + 1)]
    (now,) = (mark for mark in rounds if mark.kind == "frame" and mark.inks[0] == TEXT)
    assert abs(now.at[0] - numbers[4].at[0]) < 2
    step = (numbers[1].at[0] - numbers[0].at[0]) / 2
    for rounds_later, pair in enumerate(view.offices):
        middle = numbers[0].at[0] + 2 * step * (5 + rounds_later)
        costs = [m.text for m in rounds.called("chip") if abs(m.at[0] - middle) < step]
        assert costs == [text for office in pair for text in counted(dict(CARDS[office].cost))]


@SHAPES
def test_two_digits_of_the_tribute_stay_within_their_box(shape: Shape) -> None:
    view = position()
    view.tribute_gold = 10
    view.tribute_prestige = 10
    view.turn = 5
    shown = show(view, shape=shape)
    where = place(view, shape)
    (_, _, wide, _) = where.tribute.box
    edge = 4
    tens = [mark for mark in shown.within(where.tribute.box) if mark.text == "10"]
    assert len(tens) == 2
    assert all(mark.box[0] + mark.box[2] <= where.tribute.box[0] + wide - edge for mark in tens)


@SHAPES
def test_discs_lie_on_their_spaces_of_the_wall_the_first_on_top(shape: Shape) -> None:
    view = position()
    view.wall = [[] for _ in view.wall]
    view.wall[2] = [3, 0]
    view.wall[9] = [1]
    view.locked = [2]
    wall = show(view, shape=shape).within(place(view, shape).wall.box)
    cells = {text: wall.text(text).at[0] for text in ("3", "10", "16")}
    discs = {mark.text: mark.at for mark in wall if mark.name == "badge"}
    assert all(abs(discs[letter][0] - cells["3"]) < 2 for letter in "DA")
    assert discs["D"][1] < discs["A"][1]
    assert abs(discs["B"][0] - cells["10"]) < 2
    assert discs["C"][0] > cells["16"] + 20
    view.wall[2] = [3, 0, 1]
    view.wall[9] = []
    wall = show(view, shape=shape).within(place(view, shape).wall.box)
    tower = [mark for mark in wall.called("badge") if mark.text != "C"]
    assert [mark.text for mark in tower] == ["D", "A", "B"]


@SHAPES
def test_ships_lie_at_their_spaces_and_ports_show_what_is_free(shape: Shape) -> None:
    view = position()
    places = ["s07", next(iter(board.PORTS)), "s15", "s07"]
    for player, space in zip(view.players, places, strict=True):
        player.ship = space
    for number, port in enumerate(view.ports):
        port.filled = number % 3
    part = place(view, shape).sea
    chart = Chart(part.measures)
    shown = show(view, shape=shape)
    ships = {mark.text: mark for mark in shown if mark.name == "carrack"}
    for seat, space in enumerate(places):
        x, y = ships[LETTERS[seat]].at
        at = (x - part.left) / part.unit, (y - part.top) / part.unit
        assert math.dist(chart.spot(space), at) < 2 * ship_size(1), seat
        assert ships[LETTERS[seat]].colours() >= {PALETTE.player[seat]}
    for port in view.ports:
        left, top, width, high = (coordinate * part.unit for coordinate in chart.plaques[port.id])
        tokens = shown.within((part.left + left, part.top + top, width, high), 4).called("_value")
        values = [str(value) for value in board.PORTS[port.id].delivery_values]
        assert [mark.text for mark in tokens] == ["\u00d7"] * port.filled + values[port.filled :]


@SHAPES
def test_a_voyage_is_an_arrow_from_the_space_that_the_ship_left(shape: Shape) -> None:
    view = position()
    view.players[1].ship = "s05"
    event = Event("ship", 1, {"space": "s05", "steps": 1, "from_space": "start"})
    shown = show(view, event, shape=shape)
    part = place(view, shape).sea
    chart = Chart(part.measures)
    field = part.on(Canvas(Image.new("L", (1, 1))))
    (ring,) = shown.called("_departure")
    legs = shown.called("_leg")
    assert ring.at == pytest.approx(field.pixel(chart.spot("start")), abs=2)
    a, b = (field.pixel(chart.spot(space)) for space in ("start", "s05"))
    assert [leg.at for leg in legs] == [pytest.approx(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), abs=2)]
    assert not show(view, Event("ship", 1, {"space": "s05", "steps": 1}), shape=shape).called("_leg")


@SHAPES
def test_cubes_that_were_paid_stand_one_by_one_below_those_that_are_left(shape: Shape) -> None:
    view = position()
    event = Event("paid", 2, {"cubes": ["red", "blue", "blue"]})
    plain = show(view, shape=shape)
    part = place(view, shape).mats[2]
    shown = show(view, event, shape=shape).within(part.box)
    new = [mark.text for mark in shown.called("cube") if mark not in plain]
    assert new == [LETTER[colour] for colour in ("red", "blue", "blue")]
    assert len([mark for mark in shown if mark.text == fonts.MINUS]) == 1
    for player in view.players:
        player.rose = [{}] * len(player.rose)  # the stock has its whole room
    paid = ("red", "blue", "gray")
    crowd = show(view, Event("paid", 2, {"cubes": [*paid] * 6}), shape=shape).within(part.box)
    assert [mark.text for mark in crowd.called("chip")] == [f"{LETTER[colour]}6" for colour in paid]
    four = Event("paid", 2, {"cubes": [*board.COLOURS[:4]] * 4})
    counts = [f"{LETTER[colour]}4" for colour in board.COLOURS[:4]]
    assert [mark.text for mark in show(view, four, shape=shape).within(part.box).called("chip")] == counts
    for player in view.players:
        player.rose[board.STOCK] = {"red": 1}  # what is left needs a line of its own
    assert not {mark.text for mark in show(view, four, shape=shape).within(part.box).called("chip")} & {*counts}
    view = position()
    many = show(view, Event("paid", 2, {"cubes": ["red"] * 9}), shape=shape).within(part.box)
    assert sum(mark.text == f"{LETTER['red']}9" for mark in many) == 1 + sum(
        mark.text == f"{LETTER['red']}9" for mark in plain.within(part.box)
    )


@SHAPES
def test_cubes_that_came_stand_in_the_stock_above_those_that_were_paid(shape: Shape) -> None:
    view = position()
    for player in view.players:
        player.rose = [{}] * len(player.rose)  # the stock has its whole room
    came = Event("received_cubes", 2, {"card": "bank", "cubes": ["red"]})
    paid = Event("paid", 2, {"cubes": ["blue"]})
    box = place(view, shape).mats[2].box
    alone, shown = (show(view, *events, shape=shape).within(box) for events in ((paid,), (came, paid)))
    (bottom,), (above, below) = (
        sorted(drawing.frames(NEW_WASH, NEW), key=lambda frame: frame.at[1]) for drawing in (alone, shown)
    )
    assert below.box[1] >= above.box[1] + above.box[3]
    assert [mark.text for mark in shown.called("cube") if mark.inside(above.box, 4)] == [LETTER["red"]]
    assert [mark.text for mark in shown.called("cube") if mark.inside(below.box, 4)] == [LETTER["blue"]]
    assert below.box[1] + below.box[3] == pytest.approx(bottom.box[1] + bottom.box[3]), "at the bottom of the stock"


@SHAPES
def test_gold_that_came_or_was_paid_is_told_behind_what_there_is(shape: Shape) -> None:
    view = with_purses()
    part = place(view, shape).mats[1]
    for event, change in (
        (Event("received_gold", 1, {"card": "bank", "gold": 2}), "+2"),
        (Event("activated", 1, {"card": "bank", "how": "gold", "gold": 4, "paid": []}), "\u22124"),
        (Event("used", 1, {"card": "edler", "times": 2}), "\u22124"),
    ):
        cell = show(view, event, shape=shape).within(part.box)
        assert change in [text for plate in cell.frames(NEW, None) for text in cell.texts(plate.box)], event.kind
        assert cell.beside(cell.sprites(large(icon("coin", 21), shape, part.unit / layout.UNIT[shape]))[0]) == "3"


@SHAPES
def test_the_ware_that_came_is_framed_and_the_whole_hold_where_one_is_gone(shape: Shape) -> None:
    view = position()
    view.players[1].hold = {"tea": 2, "silk": 1}
    part = place(view, shape).mats[1]
    for event, framed in (
        (Event("quarter", 1, {"quarter": "q03", "tile": "silk", "how": "cubes", "paid": []}), 1),
        (Event("delivered", 1, {"port": "lisboa", "ware": "spices", "count": 1, "prestige": 5}), 2),
    ):
        shown = show(view, event, shape=shape).within(part.box)
        (frame,) = shown.frames(NEW_WASH, NEW)
        assert len([mark for mark in shown.within(frame.box) if mark.name in board.WARES]) == framed


@SHAPES
def test_a_penalty_is_told_as_what_came_beside_all_there_are(shape: Shape) -> None:
    view = with_purses()
    shown = show(view, Event("penalty", 1, {"reason": "overflow"}), shape=shape)
    part = place(view, shape).mats[1]
    cell = shown.within(part.box)
    sign = cell.sprites(large(icons.icon("penalty", 21), shape, part.unit / layout.UNIT[shape]))[0]
    assert cell.beside(sign) == "5"
    plates = [cell.texts(plate.box) for plate in cell.frames(NEW, None)]
    assert plates == [["+1"]]


@SHAPES
def test_quarters_show_tile_or_owner(shape: Shape) -> None:
    view = position()
    taken = [quarter for quarter in board.QUARTERS if quarter not in view.city]
    view.owners = {quarter: number % SEATS for number, quarter in enumerate(taken)}
    assert len(taken) > 1
    part = place(view, shape).city
    city = show(view, shape=shape).within(part.box, 6)
    bricks = Bricks.of(part.measures)
    for quarter, printed in board.QUARTERS.items():
        x, y = bricks.middle(quarter)
        box = bricks.wide * part.unit, bricks.pitch * part.unit
        corner = part.left + x * part.unit - box[0] / 2, part.top + y * part.unit - box[1] / 2
        near = city.within((*corner, *box), 2)
        assert quarter[1:] in near.texts()
        single = [LETTER[colour] for colour in cubes.each(printed.cost)]
        several = [f"{LETTER[colour]}{count}" for colour, count in printed.cost.items()]
        assert [m.text for m in near if m.name in ("cube", "chip")] == (single if len(single) < 4 else several)
        if quarter in taken:
            assert [mark.text for mark in near.called("badge")] == [LETTERS[view.owners[quarter]]]
        else:
            assert near.sprites(large(icons.tile(view.city[quarter]), shape))


@SHAPES
def test_dice_show_their_values_and_who_chose_them(shape: Shape) -> None:
    view = position("dice")
    view.rolled = {colour: 1 + number for number, colour in enumerate(board.COLOURS)}
    for seat, player in enumerate(view.players):
        player.chosen = list(board.COLOURS[seat : seat + 2])
    part = place(view, shape).table
    table = show(view, shape=shape).within(part.box)
    dice = table.called("die")
    assert [mark.parts for mark in dice] == [parts(large(icons.die(c, v, 62), shape)) for c, v in view.rolled.items()]
    left, top, width, height = part.box
    for number in range(len(board.COLOURS)):
        column = table.within((left + number * width / 6, top, width / 6, height))
        near = [mark.text for mark in column.called("badge")]
        assert near == [LETTERS[seat] for seat in range(SEATS) if seat <= number <= seat + 1]
        assert f"round {view.turn + number}" in column.texts()


@SHAPES
def test_cards_on_the_table_stand_in_the_order_of_the_display(shape: Shape) -> None:
    view = position("cards")
    view.display = ["bank", "zoll_2", "palast"]
    part = place(view, shape).table
    table_marks = show(view, Event("revealed", None, {"cards": [], "gold": 3, "prestige": 5}), shape=shape).within(
        part.box
    )
    titles = [m for m in table_marks if m.kind == "text" and m.text in view.display]
    assert [mark.text for mark in titles] == view.display
    framed = table_marks.frames(CARD, NEW)
    assert len(framed) == 3
    for frame, id in zip(framed, view.display, strict=True):
        card = CARDS[id]
        inner = table_marks.within(frame.box)
        assert id in inner.texts()
        assert [m.text for m in inner.called("cube")] == [LETTER[colour] for colour in cubes.each(card.cost)]
        assert inner.beside(inner.sprites(large(icon("coin", 22), shape))[0]) == str(card.tribute.gold)
        assert inner.beside(inner.sprites(large(icons.icon("prestige", 24), shape))[0]) == str(card.tribute.prestige)


@SHAPES
def test_three_lines_of_an_effect_are_free_of_the_frame_of_a_new_card(shape: Shape) -> None:
    view = position("cards")
    german = texts_in("de")
    dois = "baronesa_dois"
    view.display = [dois, "zoll_2", "palast"]
    new = Event("revealed", None, {"cards": [], "gold": 3, "prestige": 5})
    long = "Ende: 3 PP; 4 oder 5 PP mit zwei oder drei"

    def say(id: str, **blanks: Any) -> str:
        return f"{long} Baronesas" if id == f"macao.card.{dois}.short" else german.say(id, **blanks)

    board_marks = drawn(render.board(view, render.Caption(NAMES, (new,), say, "de", shape=shape)))
    (frame, *_) = board_marks.within(place(view, shape).table.box).frames(CARD, NEW)
    unit = layout.UNIT[shape]
    lines = [mark for mark in board_marks.within(frame.box) if mark.kind == "text" and mark.how[2] == "m"]
    assert len(lines) == 3
    assert max(mark.box[1] + mark.box[3] for mark in lines) <= frame.box[1] + frame.box[3] - 6 * unit
