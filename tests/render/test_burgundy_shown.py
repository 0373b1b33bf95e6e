"""What Burgundy's pictures say is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

import pytest
from PIL import Image

import render
from engines import Event
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from render.burgundy import icons, layout, player_board, tiles
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CROWN, CROWN_DARK, NEW, PLAIN, TEXT
from render.kit.pen import Sprite
from render.shape import Shape
from tests.render.burgundy_shown import LETTERS, SEATS, SHAPES, mat, position, same, show, table, tile
from tests.render.comparing import rank
from tests.render.recording import NAMES, Drawing, caption, drawn

pytestmark = pytest.mark.usefixtures("noted")


@SHAPES
def test_mats_lie_in_the_order_of_seats_and_wear_their_colours(shape: Shape) -> None:
    view = position()
    shown = show(view, shape=shape)
    places = [mat(view, seat, shape) for seat in range(SEATS)]
    assert [at[:2] for at in places] == sorted((at[:2] for at in places), key=lambda at: (at[1], at[0]))
    assert places[0][1] == places[1][1] < places[2][1] == places[3][1]
    for seat, at in enumerate(places):
        edges = [mark for mark in shown.within(at, 12) if mark.kind == "frame" and PLAIN.edges[seat] in mark.inks]
        assert [abs(mark.box[0] - at[0]) <= 6 for mark in edges] == [True]


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    player = view.players[seat]
    shown = show(position(), shape=shape)
    part = table(view, shape).mats[seat]
    cell = shown.within(part.box, 4)

    def put(sprite: Sprite) -> Drawing:
        return cell.sprites(sprite.scaled(part.unit))

    assert put(badge(seat, 68))
    assert [mark.text for mark in cell.called("badge")] == [LETTERS[seat]]
    assert cell.texts()[:3] == [NAMES[seat], str(player.projected), str(player.vp)]
    assert cell.beside(put(icons.icon("worker", 50))[0]) == str(player.workers)
    assert cell.beside(put(icons.icon("silverling", 48))[0]) == str(player.silverlings)
    assert cell.beside(put(icons.icon("sold", 48))[0]) == str(sum(player.sold.values()))
    dice = sorted((m for m in cell if m.name in ("die", "die_used")), key=lambda mark: mark.at[0])
    assert len(dice) == 2
    assert same(dice[0], icons.die(seat, 1 + seat, 62, True).scaled(part.unit))
    assert same(dice[1], icons.die(seat, 6 - seat, 62, False).scaled(part.unit))
    assert PLAIN.player[seat] in dice[1].colours()
    for kind, count in player.goods.items():
        (barrel,) = put(icons.goods(kind, 58, layout.letters(part.unit, 0)))
        assert cell.beside(barrel) == f"\u00d7{count}"
    places = [part.on(Canvas(Image.new("L", (1, 1)))).pixel(at) for at in table(view, shape).mat.storage]
    wanted = [tile(kind, unit=part.unit) for kind in player.storage]
    wanted += [tiles.slot("", layout.TILE)] * (len(places) - len(wanted))
    for (x, y), sprite in zip(places, wanted, strict=True):
        assert any(abs(mark.at[0] - x) + abs(mark.at[1] - y) < 3 for mark in put(sprite))
    bonus = [mark.text for mark in cell if mark.name == "bonus"]
    assert bonus == [str(box.bonus_vp(won.split(".")[1], SEATS)) for won in player.bonus]
    assert bool(put(icons.icon("purchased", 74))) == player.purchased
    assert any(text.endswith(player.board) for text in cell.texts())


@SHAPES
def test_of_equal_tiles_in_store_the_one_that_came_last_is_marked(shape: Shape) -> None:
    view = position()
    kinds = ["k23", "sheep4", "k23"]
    view.players[1].storage = kinds
    shown = show(view, Event("took", 1, {"tile": "k23", "depot": "1"}), shape=shape)
    part = table(view, shape).mats[1]
    places = [part.on(Canvas(Image.new("L", (1, 1)))).pixel(at) for at in table(view, shape).mat.storage]
    for (x, y), kind, new in zip(places, kinds, (False, False, True), strict=False):
        (there,) = (mark for mark in shown if mark.name == "tile" and abs(mark.at[0] - x) + abs(mark.at[1] - y) < 3)
        assert same(
            there, tiles.lying(kind, layout.TILE, tiles.code(kind, caption()), part.unit, new).scaled(part.unit)
        )


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_tiles_lie_on_their_hexes(seat: int, shape: Shape) -> None:
    view = position()
    shown = show(view, shape=shape)
    player = view.players[seat]
    part = table(view, shape).mats[seat]
    field = part.on(Canvas(Image.new("L", (1, 1))))
    hexes = ESTATES[player.board].hexes
    for hex, kind in player.covered.items():
        x, y = field.pixel(player_board.spot(hexes[hex], table(view, shape).mat.board))
        there = shown.sprites(tile(kind, player_board.COVER, part.unit).scaled(part.unit))
        assert any(abs(mark.at[0] - x) <= 2 and abs(mark.at[1] - y) <= 2 for mark in there), (hex, kind)


@SHAPES
def test_only_mats_of_those_to_act_are_lit(shape: Shape) -> None:
    view = position()
    view.to_act = (2,)
    shown = show(view, shape=shape)
    lit = {seat for seat in range(SEATS) for m in shown.frames(PLAIN.washes[seat], PLAIN.edges[seat]) if m.box[3] > 400}
    assert lit == {2}
    assert shown.within(table(view, shape).turn.box).texts()[:2] == [NAMES[2], "to_play"]


@SHAPES
def test_the_leader_s_points_lie_on_a_golden_plate(shape: Shape) -> None:
    view = position()
    for points, leaders in (((31, 39, 47, 55), {3}), ((60, 39, 60, 55), {0, 2}), ((7, 7, 7, 7), set())):
        rank(view, points)
        golden = show(view, shape=shape).frames(CROWN, CROWN_DARK)
        assert {seat for seat in range(SEATS) for plate in golden if plate.inside(mat(view, seat, shape))} == leaders


@SHAPES
def test_the_head_tells_the_orders_of_this_round_and_the_next(shape: Shape) -> None:
    view = position()
    view.order = [3, 0, 2, 1]
    view.next_order = [1, 2, 3, 0]
    view.acted = [3]
    view.to_act = (0,)
    place = table(view, shape)
    shown = show(view, shape=shape)
    assert [mark.text for mark in shown.within(place.turn.box).called("badge")] == ["A"]
    head = shown.within(place.orders.box)
    assert [mark.text for mark in head.called("badge")] == list("DACBBCDA")
    badges = head.called("badge")
    assert [mark.text for mark in badges if mark.box[2] < max(badge.box[2] for badge in badges)] == ["D"]
    (ring,) = head.frames(None, TEXT)
    acting = next(mark for mark in head.called("badge") if mark.text == "A")
    assert abs(ring.at[0] - acting.at[0]) <= 1
    view.over = True
    view.ranking = [1, 3, 0, 2]
    shown = show(view, shape=shape)
    assert [mark.text for mark in shown.within(place.orders.box).called("badge")] == list("BDAC")
    turn = shown.within(place.turn.box)
    assert turn.texts()[:2] == [NAMES[1], "over"]
    assert turn.called("crown")


@SHAPES
def test_phases_and_rounds_stand_in_their_order_and_the_running_ones_are_marked(shape: Shape) -> None:
    view = position()
    view.phase = "C"
    view.round = 2
    view.white = 4
    view.coming = ["pink", "brown", "red"]
    part = table(view, shape).phases
    box_ = show(view, shape=shape).within(part.box)
    assert [text for text in box_.texts() if text in box.PHASES] == list(box.PHASES)
    assert [text for text in box_.texts() if text[0] == "+"] == [f"+{box.PHASE_VP[phase]}" for phase in box.PHASES]
    (now,) = (mark for mark in box_ if mark.kind == "frame" and mark.inks[0] == TEXT)
    assert abs(now.at[0] - box_.text("C").at[0]) <= 1
    (white,) = box_.sprites(icons.white_die(4, 64).scaled(part.unit))
    assert abs(white.at[0] - box_.text("B").at[0]) <= 1
    goods = [mark for mark in box_ if mark.name == "goods"]
    assert [mark.text for mark in goods] == [str(box.DIE_OF[kind]) for kind in view.coming]
    for mark, phase in zip(goods, "CDE", strict=True):
        assert abs(mark.at[0] - box_.text(phase).at[0]) <= 1


@SHAPES
def test_markers_stand_on_their_spaces_of_the_track_the_upper_first(shape: Shape) -> None:
    view = position()
    view.track = [[], [2], [], [3, 0, 1], [], [], []]
    place = table(view, shape).track.box
    track = show(view, Event("marker", 3, {}), shape=shape).within(place)
    at = {mark.text: mark.at for mark in track if mark.name == "badge"}
    assert abs(at["D"][0] - at["A"][0]) <= 1 >= abs(at["A"][0] - at["B"][0])
    assert at["B"][0] > at["C"][0] > place[0]
    assert at["D"][1] < at["A"][1] < at["B"][1]
    step = place[2] / 7
    assert round((at["D"][0] - at["C"][0]) / step) == 2
    assert round((at["C"][0] - place[0]) / step - 0.5) == 1


@SHAPES
@pytest.mark.parametrize(("seats", "named"), [(3, {0, 1, 2}), (4, {1})])
def test_of_four_boards_only_that_of_who_is_to_act_has_the_names_of_its_hexes(
    seats: int, named: set[int], shape: Shape
) -> None:
    view = position(seats)
    view.to_act = (1,)
    shown = show(view, shape=shape)
    parts_of = table(view, shape).mats
    told = {
        seat
        for seat, part in enumerate(parts_of)
        if any(mark.kind == "sprite" and "a1" in mark.text.split() for mark in shown.within(part.box, 8))
    }
    assert told == named


@SHAPES
@pytest.mark.parametrize("seats", [3, 4])
def test_whose_turn_it_is_is_said_smaller_before_a_long_name_is_cut(seats: int, shape: Shape) -> None:
    name = "Anna Bertha van der Hoogenbergen"
    view = position(seats)
    view.to_act = (0,)
    words = caption(names=(name, *NAMES[1:seats]), shape=shape)
    assert name in drawn(render.board(view, words)).within(table(view, shape).turn.box).texts()


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_barrel_that_has_come_is_framed_alone(seats: int, shape: Shape) -> None:
    view = position(seats)
    view.lying = {"3": {"turquoise": 2, "pink": 1, "brown": 1}}
    laid = Event("white", 0, {"value": 3, "goods": "pink"})
    part = table(view, shape).depots.numbered["3"]
    cell = show(view, laid, shape=shape).within(part.box, 8)
    (frame,) = cell.frames(None, NEW)
    assert [mark.text for mark in cell.called("goods") if mark.inside(frame.box, 4)] == [str(box.DIE_OF["pink"])]
    several = show(view, laid, Event("goods", 0, {"goods": [], "depots": ["3"]}), shape=shape).within(part.box, 8)
    (frame,) = several.frames(None, NEW)
    assert len([mark for mark in several.called("goods") if mark.inside(frame.box, 4)]) > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_of_hexes_tiles_and_points_have_nine_pixels_in_a_channel(seats: int) -> None:
    view = position(seats)
    for mark in show(view, shape=Shape.WIDE):
        unit = mark.how[0] if mark.kind == "text" else 0
        assert mark.kind != "text" or "aside" in mark.how or mark.text in NAMES or unit >= 26, mark
        if mark.name in ("number", "tile", "bonus", "goods"):
            assert all(part.how[0] >= 26 for part in mark.parts if part.kind == "text" and "aside" not in part.how)
