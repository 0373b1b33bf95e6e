"""What Macao's pictures say is what the view says, in both shapes: numbers, owners, colours, places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from PIL import Image

import render
from bot.wording import texts
from engines import Action, Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from engines.macao.view import MacaoView
from render.kit import fonts, signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, NEW, NEW_WASH, SOFT, TEXT, mix
from render.kit.pen import Sprite
from render.macao import cubes, decision, hand, icons, layout, own, own_layout, picture, rose, words
from render.macao.chart import Chart, ship_size
from render.macao.city import Bricks
from render.macao.inks import DARK_QUARTER, FRAME, LETTER, PALETTE, QUARTER, TYPE
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.macao_positions import finished, in_phase
from tests.render.recording import NAMES, Drawing, caption, drawn, parts, recording

SEATS = 4
LETTERS = "ABCD"
FIRST = ["bank", "zoll_1", "palast"]
SHAPES = pytest.mark.parametrize("shape", Shape)


@pytest.fixture(scope="module", autouse=True)
def _noted() -> Iterator[None]:
    with recording():
        yield


def position(phase: str = "actions") -> MacaoView:
    """A game under way in which no two players have the same of anything."""
    view = in_phase(SEATS, 5, phase).view(None)
    ids = sorted(CARDS)
    for seat, player in enumerate(view.players):
        player.prestige, player.gold, player.penalties, player.jokers = 21 + 9 * seat, 3 + seat, 4 - seat, 1 + seat
        player.projected, player.group, player.free_steps = 17 + 10 * seat, 2 + seat, seat
        player.rose = [_field(seat, field) for field in range(board.DIE_FIELDS + 1)]
        player.hold = {ware: 1 + (seat + number) % 3 for number, ware in enumerate(board.WARES) if number % 4 == seat}
        player.tableau, player.activated = ids[5 * seat : 5 * seat + 2 + seat % 3], ids[50 + 4 * seat : 52 + 5 * seat]
        player.used = {player.activated[0]: 1}
    rank(view, (player.projected for player in view.players))
    return view


def _field(seat: int, field: int) -> dict[str, int]:
    colours = enumerate(board.COLOURS, seat + field)
    return {colour: 1 + (number + field) % 5 for number, colour in colours if number % 3}


def show(view: MacaoView, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    return drawn(render.board(view, caption(events, shape=shape)))


def held(view: MacaoView, seat: int, shape: Shape, *events: Event) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events, shape=shape)))


def asked(view: MacaoView, seat: int, shape: Shape, *actions: Action) -> Drawing:
    view.viewer = seat
    return drawn(decision.draw(view, caption(shape=shape), actions))


def place(view: MacaoView, shape: Shape = Shape.TALL) -> layout.Layout:
    return picture.arranged(view, caption(shape=shape))


def large(sprite: Sprite, shape: Shape, unit: float = 1) -> Sprite:
    """A sprite as it is on a picture; ``unit``: of its part."""
    return sprite.scaled(layout.UNIT[shape] * unit)


def on_mat(sprite: Sprite, shape: Shape) -> Sprite:
    """A sprite as it is on a player's mat."""
    return sprite.scaled(layout.of(shape, SEATS, 1).mats[0].unit)


def counted(field: dict[str, int]) -> list[str]:
    return sorted(f"{LETTER[colour]}{count}" for colour, count in field.items())


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    player = view.players[seat]
    cell = show(view, shape=shape).within(place(view, shape).mats[seat].box, 12)
    assert [mark.text for mark in cell.called("badge")] == [LETTERS[seat]]
    assert cell.sprites(on_mat(badge(seat, 44, PALETTE), shape))
    assert [mark for mark in cell if mark.kind == "frame" and PALETTE.edges[seat] in mark.inks]
    texts = cell.texts()
    assert {NAMES[seat], str(player.projected)} <= set(texts)
    assert [cell.beside(mark) for mark in cell.sprites(on_mat(icons.hull(24), shape))] == ([f"+{seat}"] if seat else [])
    for sign, told in (
        (icons.prestige(22), player.prestige),
        (signs.coin(21), player.gold),
        (icons.ware(board.JOKER, 22), player.jokers),
        (icons.penalty(21), player.penalties),
        (icons.roof(21, FRAME), f"{player.group}/{len(player.quarters)}"),
        *((icons.ware(ware, 23), count) for ware, count in player.hold.items()),
    ):
        assert cell.beside(cell.sprites(on_mat(sign, shape))[0]) == str(told)
    chips = [mark for mark in cell if mark.name == "chip"]
    heads = sorted((m for m in cell if m.name == "face"), key=lambda mark: mark.at[0])
    assert [mark.parts for mark in heads] == [parts(on_mat(icons.face(n, 22), shape)) for n in range(1, 7)]
    wide = (heads[1].at[0] - heads[0].at[0]) / 2
    for number, field in enumerate(player.rose):
        edges = [*(head.at[0] - wide for head in heads), heads[-1].at[0] + wide]
        near = [mark.text for mark in chips if sum(edge < mark.at[0] for edge in edges) == number]
        assert sorted(near) == counted(field), number
    assert str(sum(player.rose[board.STOCK].values())) in texts
    assert [text for text in texts if text in player.tableau] == player.tableau
    pills = [mark for mark in cell if mark.name == "pill"]
    named = [mark.text.split()[0] for mark in pills]
    left_out = sorted({*player.activated} - {*named})
    assert sorted([*named, *left_out]) == sorted(player.activated)
    assert not left_out or (shape is Shape.WIDE and f"+{len(left_out)}" in texts)
    used = [mark.text.split()[0] for mark in pills if any(part.name == "check" for part in mark.parts)]
    assert used == [player.activated[0]]


@SHAPES
def test_a_rose_shows_the_fields_that_have_cubes_and_gives_their_room_to_the_sea(shape: Shape) -> None:
    view, widths = position(), []
    for used in ([], [2], [1, 4, 6], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]):
        for player in view.players:
            player.rose = [{"red": 1} if field in used else {} for field in range(board.DIE_FIELDS + 1)]
        shown, where = show(view, shape=shape), place(view, shape)
        widths.append(where.sea.box[2])
        for part in where.mats:
            cell = shown.within(part.box, 12)
            signs = sorted(cell.called("face"), key=lambda mark: mark.at[0])
            assert [mark.parts for mark in signs] == [parts(on_mat(icons.face(n, 22), shape)) for n in used]
            assert [mark.text for mark in cell.called("chip")] == ["R1"] * len(used)
    assert widths == sorted(widths, reverse=True)
    assert shape is Shape.TALL or widths[0] > widths[-2] > widths[-1]


@SHAPES
def test_a_rose_with_a_field_too_full_for_its_sign_shows_all_six_in_their_places(shape: Shape) -> None:
    view = position()
    for player in view.players:
        player.rose = [{} for _ in player.rose]
        player.rose[3] = dict.fromkeys(board.COLOURS, 1)
    shown = show(view, shape=shape)
    for part in place(view, shape).mats:
        cell = shown.within(part.box, 12)
        signs = sorted(cell.called("face"), key=lambda mark: mark.at[0])
        assert [mark.parts for mark in signs] == [parts(on_mat(icons.face(n, 22), shape)) for n in (1, 2, 4, 5, 6)]
        assert all(signs[1].at[0] < mark.at[0] < signs[2].at[0] for mark in cell.called("chip"))


@SHAPES
def test_who_leads_has_a_golden_plate(shape: Shape) -> None:
    view = position()
    for points, leading in (([5, 9, 9, 3], [1, 2]), ([4, 4, 4, 4], [])):
        rank(view, points)
        shown = show(view, shape=shape)
        boxes = [part.box for part in place(view, shape).mats]
        golden = [seat for seat, box in enumerate(boxes) if shown.frames(signs.CROWN, signs.CROWN_DARK, box=box)]
        assert golden == leading


@SHAPES
@pytest.mark.parametrize("seats", Macao.seats)
def test_the_golden_plate_lies_within_the_frame_of_a_mat_that_is_to_act(seats: int, shape: Shape) -> None:
    view = in_phase(seats, 5, "actions").view(None)
    (leader,) = view.to_act
    rank(view, (158 * (seat == leader) for seat in range(seats)))
    shown = show(view, shape=shape)
    (plate,) = shown.frames(signs.CROWN, signs.CROWN_DARK)
    mats = [part.box for part in place(view, shape).mats]
    (frame,) = (
        mark
        for mark in shown.frames(PALETTE.washes[leader], PALETTE.edges[leader])
        if abs(mark.at[1] - mats[leader][1] - mats[leader][3] / 2) < 5 and mark.box[2] > mats[leader][2]
    )
    (left, top, width, height), line = frame.box, frame.how[0] + 2
    assert plate.inside((left + line, top + line, width - 2 * line, height - 2 * line), 0)


@SHAPES
def test_marks_stand_at_the_seat_that_the_events_name(shape: Shape) -> None:
    view = position()
    card = view.players[2].tableau[0]
    for event, owner in (
        (Event("took", 2, {"card": card}), 2),
        (Event("delivered", 3, {"port": "", "ware": "tea", "count": 1, "prestige": 6}), 3),
        (Event("joker", 1, {"gains": ["gold"]}), 1),
    ):
        shown = show(view, event, shape=shape)
        for seat, part in enumerate(place(view, shape).mats):
            fresh = [mark for mark in shown.within(part.box, 8) if NEW in mark.colours()]
            assert bool(fresh) == (seat == owner), (event.kind, seat)


@SHAPES
@pytest.mark.parametrize("left", [{"tea": 2}, {}], ids=["something", "nothing"])
def test_the_hold_is_framed_from_which_wares_were_delivered(left: dict[str, int], shape: Shape) -> None:
    view = position()
    for player in view.players:
        player.hold = left
    sign = icons.ware("tea", 23) if left else icons.hull(22, mix(SOFT, CARD, 0.45))
    for seat, part in enumerate(place(view, shape).mats):
        for events in ((), (Event("delivered", seat, {"port": "", "ware": "tea", "count": 1, "prestige": 6}),)):
            shown = show(view, *events, shape=shape).within(part.box, 8)
            (hold,) = shown.sprites(on_mat(sign, shape)) or [None]
            if hold is None:  # beside the board nothing is said of a hold without wares
                assert (left, shape, events) == ({}, Shape.WIDE, ())
                continue
            assert any(hold.inside(frame.box, 4) for frame in shown.frames(NEW_WASH, NEW)) == bool(events)


@SHAPES
def test_the_banner_names_whose_turn_it_is_and_the_order(shape: Shape) -> None:
    view = position()
    view.order, view.to_act, view.waiting = [2, 0, 3, 1], (3,), [3, 1]
    box = show(view, shape=shape).within(place(view, shape).turn.box)
    first, *following = box.called("badge")
    assert (first.text, first.box[2] > max(mark.box[2] for mark in following)) == ("D", True)
    assert [mark.text for mark in following] == ["C", "A", "D", "B"]
    done, waiting = {mark.box[2] for mark in following[:2]}, {mark.box[2] for mark in following[2:]}
    assert len(done) == len(waiting) == 1
    assert max(done) < min(waiting)
    (ring,) = box.frames(None, TEXT)
    assert abs(ring.at[0] - following[2].at[0]) <= 1
    assert {NAMES[3], "to_play", "phase_actions"} <= set(box.texts())
    assert box.frames(PALETTE.washes[3], PALETTE.edges[3])
    shown = show(view, shape=shape)
    lit = [seat for seat in range(SEATS) if shown.frames(PALETTE.washes[seat], PALETTE.edges[seat])]
    assert lit == [3]


@SHAPES
def test_the_draft_is_shown_in_the_order_in_which_it_goes(shape: Shape) -> None:
    view = in_phase(SEATS, 0, "draft").view(None)
    box = show(view, shape=shape).within(place(view, shape).turn.box)
    first, *following = box.called("badge")
    assert first.text == following[0].text == LETTERS[view.to_act[0]]
    assert [mark.text for mark in following] == [LETTERS[seat] for seat in view.waiting]


@SHAPES
def test_a_long_name_is_set_smaller_before_it_is_cut(shape: Shape) -> None:
    view = position()
    view.to_act = (3,)
    sizes = []
    for name in ("Eve", "Konstantina", "Alexandrina von Hohenfels"):
        words = caption(names=("Ana", "Ben", "Cleo", name), shape=shape)
        box = drawn(render.board(view, words)).within(place(view, shape).turn.box)
        (told,) = (mark for mark in box if mark.kind == "text" and mark.text[:3] == name[:3])
        sizes.append(told.how[0])
        assert told.text == name
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[1]


def test_a_name_of_two_words_has_two_lines_on_a_tall_mat_before_it_is_cut() -> None:
    names, view = ("Anna Bertha von Zweibrücken", *NAMES[1:]), position()
    shown = drawn(render.board(view, caption(names=names)))
    assert {"Anna Bertha von", "Zweibrücken"} <= set(shown.within(place(view).mats[0].box).texts())


@SHAPES
def test_a_long_name_is_set_smaller_on_a_mat_before_it_is_cut(shape: Shape) -> None:
    names, view = (
        ("Eve", "Wilhelmina Overbeek" if shape is Shape.WIDE else "Friederike Strauß", *NAMES[2:]),
        position(),
    )
    for player in view.players:
        player.free_steps = 0
    shown, mats = drawn(render.board(view, caption(names=names, shape=shape))), place(view, shape).mats
    short, long = (shown.text(name, part.box).how[0] for name, part in zip(names[:2], mats[:2], strict=True))
    assert long < short


@SHAPES
def test_the_head_tells_tribute_and_rounds_with_their_offices(shape: Shape) -> None:
    view = position()
    view.tribute_gold, view.tribute_prestige, view.turn = 4, 7, 5
    shown, where = show(view, shape=shape), place(view, shape)
    box = shown.within(where.tribute.box)
    assert box.beside(box.sprites(large(signs.coin(30), shape))[0]) == "4"
    assert box.beside(box.sprites(large(icons.prestige(30), shape))[0]) == "7"
    rounds = shown.within(where.rounds.box)
    numbers = sorted((m for m in rounds if m.kind == "text" and m.text.isdigit()), key=lambda mark: mark.at[0])
    assert [mark.text for mark in numbers] == [str(number) for number in range(1, board.ROUNDS + 1)]
    (now,) = (mark for mark in rounds if mark.kind == "frame" and mark.inks[0] == TEXT)
    assert abs(now.at[0] - numbers[4].at[0]) < 2
    step = (numbers[1].at[0] - numbers[0].at[0]) / 2
    for ahead, pair in enumerate(view.offices):
        middle = numbers[0].at[0] + 2 * step * (5 + ahead)
        there = [m.text for m in rounds.called("chip") if abs(m.at[0] - middle) < step]
        assert there == [text for office in pair for text in counted(dict(CARDS[office].cost))]


@SHAPES
def test_two_digits_of_the_tribute_stay_within_their_box(shape: Shape) -> None:
    view = position()
    view.tribute_gold, view.tribute_prestige, view.turn = 10, 10, 5
    shown, where = show(view, shape=shape), place(view, shape)
    (_, _, wide, _), edge = where.tribute.box, 4
    tens = [mark for mark in shown.within(where.tribute.box) if mark.text == "10"]
    assert len(tens) == 2
    assert all(mark.box[0] + mark.box[2] <= where.tribute.box[0] + wide - edge for mark in tens)


@SHAPES
def test_discs_lie_on_their_spaces_of_the_wall_the_first_on_top(shape: Shape) -> None:
    view = position()
    view.wall = [[] for _ in view.wall]
    view.wall[2], view.wall[9], view.locked = [3, 0], [1], [2]
    wall = show(view, shape=shape).within(place(view, shape).wall.box)
    cells = {text: wall.text(text).at[0] for text in ("3", "10", "16")}
    discs = {mark.text: mark.at for mark in wall if mark.name == "badge"}
    assert all(abs(discs[letter][0] - cells["3"]) < 2 for letter in "DA")
    assert discs["D"][1] < discs["A"][1]
    assert abs(discs["B"][0] - cells["10"]) < 2
    assert discs["C"][0] > cells["16"] + 20
    view.wall[2], view.wall[9] = [3, 0, 1], []
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
    chart, shown = Chart(part.measures), show(view, shape=shape)
    ships = {mark.text: mark for mark in shown if mark.name == "ship"}
    for seat, space in enumerate(places):
        x, y = ships[LETTERS[seat]].at
        at = (x - part.left) / part.unit, (y - part.top) / part.unit
        assert math.dist(chart.spot(space), at) < 2 * ship_size(1), seat
        assert ships[LETTERS[seat]].colours() >= {PALETTE.player[seat]}
    for port in view.ports:
        left, top, width, high = (each * part.unit for each in chart.plaques[port.id])
        tokens = shown.within((part.left + left, part.top + top, width, high), 4).called("_value")
        values = [str(value) for value in board.PORTS[port.id].delivery_values]
        assert [mark.text for mark in tokens] == ["\u00d7"] * port.filled + values[port.filled :]


@SHAPES
def test_a_voyage_is_an_arrow_from_the_space_that_the_ship_left(shape: Shape) -> None:
    view = position()
    view.players[1].ship = "s05"
    event = Event("ship", 1, {"space": "s05", "steps": 1, "from_space": "start"})
    shown, part = show(view, event, shape=shape), place(view, shape).sea
    chart, field = Chart(part.measures), part.on(Canvas(Image.new("L", (1, 1))))
    (ring,), legs = shown.called("_left"), shown.called("_leg")
    assert ring.at == pytest.approx(field.pixel(chart.spot("start")), abs=2)
    a, b = (field.pixel(chart.spot(space)) for space in ("start", "s05"))
    assert [leg.at for leg in legs] == [pytest.approx(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), abs=2)]
    assert not show(view, Event("ship", 1, {"space": "s05", "steps": 1}), shape=shape).called("_leg")


@SHAPES
def test_cubes_that_were_paid_stand_one_by_one_below_those_that_are_left(shape: Shape) -> None:
    view = position()
    event = Event("paid", 2, {"cubes": ["red", "blue", "blue"]})
    plain, part = show(view, shape=shape), place(view, shape).mats[2]
    shown = show(view, event, shape=shape).within(part.box)
    new = [mark.text for mark in shown.called("cube") if mark not in plain]
    assert new == [LETTER[colour] for colour in ("red", "blue", "blue")]
    assert len([mark for mark in shown if mark.text == fonts.MINUS]) == 1
    many = show(view, Event("paid", 2, {"cubes": ["red"] * 9}), shape=shape).within(part.box)
    assert sum(mark.text == f"{LETTER['red']}9" for mark in many) == 1 + sum(
        mark.text == f"{LETTER['red']}9" for mark in plain.within(part.box)
    )


def with_purses() -> MacaoView:
    """Everybody has three gold, no joker, five penalties and four quarters."""
    view = position()
    for player in view.players:
        player.gold, player.jokers, player.penalties, player.group = 3, 0, 5, 1
        player.quarters = player.quarters[:4]
    return view


@SHAPES
def test_gold_that_came_or_was_paid_is_told_behind_what_there_is(shape: Shape) -> None:
    view = with_purses()
    part = place(view, shape).mats[1]
    for event, said in (
        (Event("received_gold", 1, {"card": "bank", "gold": 2}), "+2"),
        (Event("activated", 1, {"card": "bank", "how": "gold", "gold": 4, "paid": []}), "\u22124"),
        (Event("used", 1, {"card": "edler", "times": 2}), "\u22124"),
    ):
        cell = show(view, event, shape=shape).within(part.box)
        assert said in [text for plate in cell.frames(NEW, None) for text in cell.texts(plate.box)], event.kind
        assert cell.beside(cell.sprites(large(signs.coin(21), shape, part.unit / layout.UNIT[shape]))[0]) == "3"


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
        assert len(shown.within(frame.box).called("ware")) == framed


@SHAPES
def test_a_penalty_is_told_as_what_came_beside_all_there_are(shape: Shape) -> None:
    view = with_purses()
    shown = show(view, Event("penalty", 1, {"reason": "overflow"}), shape=shape)
    part = place(view, shape).mats[1]
    cell = shown.within(part.box)
    sign = cell.sprites(large(icons.penalty(21, True), shape, part.unit / layout.UNIT[shape]))[0]
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
    told = show(view, Event("revealed", None, {"cards": [], "gold": 3, "prestige": 5}), shape=shape).within(part.box)
    titles = [m for m in told if m.kind == "text" and m.text in view.display]
    assert [mark.text for mark in titles] == view.display
    framed = told.frames(CARD, NEW)
    assert len(framed) == 3
    for frame, id in zip(framed, view.display, strict=True):
        card, inner = CARDS[id], told.within(frame.box)
        assert id in inner.texts()
        assert [m.text for m in inner.called("cube")] == [LETTER[colour] for colour in cubes.each(card.cost)]
        assert inner.beside(inner.sprites(large(signs.coin(22), shape))[0]) == str(card.tribute.gold)
        assert inner.beside(inner.sprites(large(icons.prestige(24), shape))[0]) == str(card.tribute.prestige)


@SHAPES
def test_three_lines_of_an_effect_are_free_of_the_frame_of_a_new_card(shape: Shape) -> None:
    view, german, dois = position("cards"), texts("de"), "baronesa_dois"
    view.display = [dois, "zoll_2", "palast"]
    new, long = (
        Event("revealed", None, {"cards": [], "gold": 3, "prestige": 5}),
        "Ende: 3 PP; 4 oder 5 PP mit zwei oder drei",
    )

    def say(id: str, **blanks: Any) -> str:
        return f"{long} Baronesas" if id == f"macao.card.{dois}.short" else german.say(id, **blanks)

    told = drawn(render.board(view, render.Caption(NAMES, (new,), say, "de", shape=shape)))
    (frame, *_), unit = told.within(place(view, shape).table.box).frames(CARD, NEW), layout.UNIT[shape]
    lines = [mark for mark in told.within(frame.box) if mark.kind == "text" and mark.how[2] == "m"]
    assert len(lines) == 3
    assert max(mark.box[1] + mark.box[3] for mark in lines) <= frame.box[1] + frame.box[3] - 6 * unit


@SHAPES
def test_the_ranking_lists_everybody_s_points_by_source(shape: Shape) -> None:
    view = finished(3).view(None)
    view.ranking = [2, 0, 1]
    view.scores = [
        msgspec.structs.replace(
            score,
            total=90 + 7 * score.seat,
            sources={source: 10 * score.seat + number for number, source in enumerate(words.SOURCES)},
        )
        for score in view.scores
    ]
    shown, where = show(view, shape=shape), place(view, shape)
    table = shown.within(where.table.box)
    lines = [mark for mark in table if mark.name == "badge"]
    assert [mark.text for mark in lines] == ["C", "A", "B"]
    for number, (mark, seat) in enumerate(zip(lines, view.ranking, strict=True)):
        texts = table.texts((0, mark.at[1] - 30, 1600, 60))
        assert texts == [f"{number + 1}.", NAMES[seat], str(90 + 7 * seat), *(str(10 * seat + n) for n in range(6))]
    assert {NAMES[2], "over"} <= set(shown.within(where.turn.box).texts())
    assert shown.within(where.turn.box).called("crown")


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    player = view.players[seat]
    player.ship, player.quarters = "s12", list(board.QUARTERS)[:seat]
    shown = held(view, seat, shape)
    identity, purse, _ = own_layout.head(shape)
    head = Drawing(mark for box in (identity, purse) for mark in shown.within(_pixels(box, shape)))
    assert [mark.text for mark in head.called("badge")] == [LETTERS[seat]]
    assert {NAMES[seat], "projected", str(player.projected)} <= set(head.texts())
    assert {"12", *([f"+{seat}"] if seat else [])} <= set(head.texts())
    for sign, told in (
        (icons.prestige(26), player.prestige),
        (signs.coin(28), player.gold),
        (icons.ware(board.JOKER, 30), player.jokers),
        (icons.penalty(28), player.penalties),
        (icons.roof(28, FRAME), f"{player.group}/{seat}"),
        *((icons.ware(ware, 27), count) for ware, count in player.hold.items()),
    ):
        assert head.beside(head.sprites(large(sign, shape))[0]) == str(told)
    tableau = [mark.text for mark in shown if mark.kind == "text" and mark.text in player.tableau]
    assert tableau == player.tableau
    for id in player.tableau:
        assert [m.text for m in _card(shown, id).called("cube")] == [LETTER[c] for c in cubes.each(CARDS[id].cost)]
        assert f"{id} text" in _card(shown, id).texts()
    titles = [mark for mark in shown if mark.kind == "text" and mark.text in player.activated]
    assert sorted(mark.text for mark in titles) == sorted(player.activated)
    (used,) = (mark for mark in shown if mark.kind == "text" and mark.text == "used")
    assert abs(used.at[1] - shown.text(player.activated[0]).at[1]) < 3
    fields = _rose(shown, shape, own_layout.LARGER)
    for number, field in enumerate(player.rose):
        assert sorted(fields[number]) == counted(field), number


def _pixels(box: Box, shape: Shape) -> Box:
    left, top, width, height = (each * layout.UNIT[shape] for each in box)
    return left, top, width, height


def _card(shown: Drawing, id: str) -> Drawing:
    """What stands on the card of that title."""
    title = shown.text(id)
    (frame,) = (m for m in shown if m.kind == "frame" and m.inks[0] == CARD and title.inside(m.box) and m.box[3] < 300)
    return shown.within(frame.box)


def _rose(shown: Drawing, shape: Shape, larger: float) -> list[list[str]]:
    """The chips of a rose by field: 0 above the arrow, the others against the clock's turn."""
    unit = layout.UNIT[shape] * (larger if shape is Shape.WIDE else 1)
    (disc,) = {m.at for m in shown if m.kind == "disc" and abs(m.box[2] - 2 * rose.HUB * unit) < 2}
    fields: list[list[str]] = [[] for _ in range(board.DIE_FIELDS + 1)]
    for chip in shown.called("chip"):
        if math.dist(chip.at, disc) < rose.SIZE * unit / 2:
            angle = math.atan2(chip.at[0] - disc[0], disc[1] - chip.at[1])
            fields[round(-math.degrees(angle) / (360 / 7)) % 7].append(chip.text)
    return fields


@SHAPES
def test_a_hand_ends_below_its_last_card(shape: Shape) -> None:
    view = position()
    view.viewer = 3
    image = hand.draw(view, caption(shape=shape))
    lowest = max(mark.box[1] + mark.box[3] for mark in drawn(image) if mark.kind in ("frame", "area"))
    margin = own_layout.MARGIN * layout.UNIT[shape]
    assert margin / 2 <= image.height - lowest <= 2 * margin


@SHAPES
def test_the_colours_of_types_frame_the_cards_of_a_hand(shape: Shape) -> None:
    view = position()
    view.players[0].tableau = FIRST
    shown = held(view, 0, shape)
    for id in FIRST:
        title = shown.text(id)
        framed = shown.frames(CARD, TYPE[CARDS[id].type])
        assert any(title.inside(mark.box) for mark in framed)


# -- what is decided about ---------------------------------------------------------------------------------------------


@SHAPES
def test_cards_to_choose_from_are_shown_with_all_their_words(shape: Shape) -> None:
    view = position("cards")
    view.players[1].tableau = ["palast"]
    shown = asked(view, 1, shape, *((("take", card)) for card in FIRST[:2]), ("decline",))
    for id in (*FIRST[:2], "palast"):
        card = _card(shown, id)
        assert f"{id} text" in card.texts()
        assert [m.text for m in card.called("cube")] == [LETTER[c] for c in cubes.each(CARDS[id].cost)]
    tribute = CARDS["bank"].tribute
    coin = _card(shown, "bank").sprites(large(signs.coin(24), shape))[0]
    assert _card(shown, "bank").beside(coin) == str(tribute.gold)
    assert not _card(shown, "palast").called("coin")


@SHAPES
def test_dice_show_where_their_cubes_would_come(shape: Shape) -> None:
    view = position("dice")
    view.rolled = {"red": 2, "green": 2, "blue": 6, "violet": 1, "black": 3, "gray": 5}
    player = view.players[0]
    player.rose, player.activated = [{} for _ in player.rose], []
    pairs = [("dice", "red", "green"), ("dice", "blue", "violet"), ("dice", "black", "gray")]
    assert _rose(asked(view, 0, shape, *pairs), shape, own_layout.LARGER) == [
        *([], ["V1"], ["R2", "G2"], ["K3"], [], ["E5"], ["B6"])
    ]
    player.activated = ["forscher"]
    assert _rose(asked(view, 0, shape, *pairs), shape, own_layout.LARGER)[6] == ["B7"]
    player.activated = []
    shifted = asked(view, 0, shape, ("shift", "gray", "up"), ("shift", "gray", "down"), ("pass",))
    assert _rose(shifted, shape, own_layout.LARGER) == [[], [], [], [], ["E5"], ["E5"], ["E5"]]


@SHAPES
def test_a_turn_shows_what_can_be_paid_for(shape: Shape) -> None:
    view = position()
    view.players[2].tableau = FIRST
    quarters = list(view.city)[:3]
    actions = [("activate", "bank"), *(("quarter", quarter) for quarter in quarters), ("pass",)]
    shown = asked(view, 2, shape, *actions)
    good = [id for id in FIRST if any(shown.text(id).inside(mark.box) for mark in shown.frames(CARD, own.GOOD))]
    assert good == ["bank"]
    assert [text for text in shown.texts() if text in {quarter[1:] for quarter in quarters}] == sorted(
        quarter[1:] for quarter in quarters
    )
    for quarter in quarters:
        id = shown.text(quarter[1:])
        lot = next(m for m in shown if m.kind == "frame" and id.inside(m.box) and m.box[3] < 200)
        cost = [m.text for m in shown.within(lot.box).called("cube")]
        assert cost == [LETTER[colour] for colour in cubes.each(board.QUARTERS[quarter].cost)]
        assert shown.within(lot.box).sprites(large(icons.ware(view.city[quarter], 28), shape, decision.SCALES[0]))


@SHAPES
def test_payments_show_the_cubes_and_what_they_pay(shape: Shape) -> None:
    view = position()
    view.players[2].tableau, view.players[2].activated = [], ["graf"]
    view.paying = "palast"
    cost = CARDS["palast"].cost
    (dear, *_) = cost
    shown = asked(view, 2, shape, ("cubes",), ("waive", dear), ("gold",))
    assert "palast text" in shown.texts()
    ways = [m for m in shown if m.kind == "frame" and m.box[2:] == _way(shape)]
    paid = [[m.text for m in shown.within(way.box).called("cube")] for way in ways]
    every = [LETTER[colour] for colour in cubes.each(cost)]
    less = [LETTER[colour] for colour in cubes.each(cost | {dear: cost[dear] - 1})]
    assert paid == [every, less, []]
    assert shown.within(ways[2].box).texts() == ["4"]
    quarter = next(iter(view.city))
    view.paying = quarter
    assert quarter[1:] in asked(view, 2, shape, ("cubes",)).texts()
    view.paying = ""
    shown = asked(view, 2, shape, ("pay", "red", "blue"), ("spend", "red"))
    ways = [m for m in shown if m.kind == "frame" and m.box[2:] == _way(shape)]
    assert [[m.text for m in shown.within(way.box).called("cube")] for way in ways] == [["R", "B"], ["R"]]


def _way(shape: Shape) -> tuple[int, int]:
    wide, high = (round(side * layout.UNIT[shape] * decision.SCALES[0]) for side in decision.WAY)
    return wide, high


@SHAPES
def test_many_quarters_are_smaller_and_few_take_no_more_than_two_lines(shape: Shape) -> None:
    view = position()
    for count in (1, 4, 8, 12, len(view.city)):
        shown = asked(view, 2, shape, *(("quarter", quarter) for quarter in list(view.city)[:count]))
        lots = [m for m in shown if m.kind == "frame" and m.inks[0] in (QUARTER, DARK_QUARTER)]
        assert len(lots) == count
        for (left, top, wide, high), (beside, below, *_) in pairwise(mark.box for mark in lots):
            assert (top == below and left + wide < beside) or top + high < below
        assert lots[0].box[2] < 1.1 * own.LOT[0] * layout.UNIT[shape] or len({mark.box[1] for mark in lots}) <= 2


@SHAPES
def test_only_where_nothing_is_chosen_or_nobody_chooses_is_there_no_picture(shape: Shape) -> None:
    view = position()
    view.viewer = 0
    decision.draw(view, caption(shape=shape), [("tribute",), ("pass",)])
    for seat, actions in ((0, [("pass",)]), (None, [("take", "bank")]), (0, [])):
        view.viewer = seat
        with pytest.raises(LookupError, match="nothing to be seen"):
            decision.draw(view, caption(shape=shape), actions)
