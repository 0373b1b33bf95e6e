"""What Burgundy's pictures say is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

import render
from engines import Event
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.view import BurgundyView
from render.burgundy import choice, depots, hand, icons, layout, notes, own_layout, player_board, tiles, words
from render.kit import signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import NEW, NEW_WASH, PLAIN, TEXT
from render.kit.pen import Sprite
from render.shape import Shape
from tests.render.burgundy_positions import choosing, in_round
from tests.render.comparing import rank
from tests.render.recording import NAMES, Drawing, Mark, caption, drawn, parts, recording

SEATS = 4
LETTERS = "ABCD"


@pytest.fixture(scope="module", autouse=True)
def _noted() -> Iterator[None]:
    with recording():
        yield


def position(seats: int = SEATS) -> BurgundyView:
    """A game under way in which no two players have the same of anything."""
    view = in_round(seats, 12).view(None)
    for seat, player in enumerate(view.players):
        player.vp, player.projected = 31 + 8 * seat, 40 + 9 * seat
        player.workers, player.silverlings = 2 + seat, 6 - seat
        player.rolled, player.unused = [1 + seat, 6 - seat], [6 - seat]
        player.goods = {kind: 1 + seat + number for number, kind in enumerate(box.GOODS[seat : seat + 1 + seat % 3])}
        player.sold = {kind: 1 + number for number, kind in enumerate(box.GOODS[: 1 + seat])}
        player.storage = ["k23", "sheep4", "carpenters_workshop"][: seat % 3 + 1]
        player.bonus, player.purchased = (
            [[], ["mine.large"], ["ship.small", "castle.large"], ["animal.small"]][seat],
            seat == 1,
        )
    rank(view, (player.projected for player in view.players))
    view.bonus = {colour: list(box.SIZES) for colour in box.COLOURS}
    for player in view.players:
        for tile in player.bonus:
            colour, size = tile.split(".")
            view.bonus[colour].remove(size)
    return view


SHAPES = pytest.mark.parametrize("shape", Shape)


def table(view: BurgundyView, shape: Shape = Shape.TALL) -> layout.Layout:
    return layout.of(shape, view.seats, len(notes.offered(view)))


def show(view: BurgundyView, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    return drawn(render.board(view, caption(events, shape=shape)))


def owned(view: BurgundyView, seat: int, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events, shape=shape)))


def mat(view: BurgundyView, seat: int, shape: Shape = Shape.TALL) -> Box:
    """A player's mat."""
    return table(view, shape).mats[seat].box


def same(mark: Mark, sprite: Sprite) -> bool:
    return mark.parts == parts(sprite)


def tile(kind: str, wide: int = layout.TILE, unit: float = 1) -> Sprite:
    return tiles.lying(kind, wide, tiles.code(kind, caption()), unit)


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
    player, shown, part = view.players[seat], show(position(), shape=shape), table(view, shape).mats[seat]
    cell = shown.within(part.box, 4)

    def put(sprite: Sprite) -> Drawing:
        return cell.sprites(sprite.scaled(part.unit))

    assert put(badge(seat, 68))
    assert [mark.text for mark in cell.called("badge")] == [LETTERS[seat]]
    assert cell.texts()[:3] == [NAMES[seat], str(player.projected), str(player.vp)]
    assert cell.beside(put(icons.worker(50))[0]) == str(player.workers)
    assert cell.beside(put(icons.silverling(48))[0]) == str(player.silverlings)
    assert cell.beside(put(icons.sold(48))[0]) == str(sum(player.sold.values()))
    dice = sorted((m for m in cell if m.name in ("_die", "die")), key=lambda mark: mark.at[0])
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
    assert bool(put(icons.purchased(40))) == player.purchased
    assert any(text.endswith(player.board) for text in cell.texts())


@SHAPES
def test_of_equal_tiles_in_store_the_one_that_came_last_is_marked(shape: Shape) -> None:
    view, kinds = position(), ["k23", "sheep4", "k23"]
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
    shown, player, part = show(view, shape=shape), view.players[seat], table(view, shape).mats[seat]
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
        golden = show(view, shape=shape).frames(signs.CROWN, signs.CROWN_DARK)
        assert {seat for seat in range(SEATS) for plate in golden if plate.inside(mat(view, seat, shape))} == leaders


@SHAPES
def test_the_head_tells_the_orders_of_this_round_and_the_next(shape: Shape) -> None:
    view = position()
    view.order, view.next_order, view.acted, view.to_act = [3, 0, 2, 1], [1, 2, 3, 0], [3], (0,)
    place = table(view, shape)
    shown = show(view, shape=shape)
    assert [mark.text for mark in shown.within(place.turn.box).called("badge")] == ["A"]
    head = shown.within(place.orders.box)
    assert [mark.text for mark in head.called("badge")] == list("DACBBCDA")
    badges = head.called("badge")
    assert [mark.text for mark in badges if mark.box[2] < max(each.box[2] for each in badges)] == ["D"]
    (ring,) = head.frames(None, TEXT)
    acting = next(mark for mark in head.called("badge") if mark.text == "A")
    assert abs(ring.at[0] - acting.at[0]) <= 1
    view.over, view.ranking = True, [1, 3, 0, 2]
    shown = show(view, shape=shape)
    assert [mark.text for mark in shown.within(place.orders.box).called("badge")] == list("BDAC")
    turn = shown.within(place.turn.box)
    assert turn.texts()[:2] == [NAMES[1], "over"]
    assert turn.called("crown")


@SHAPES
def test_phases_and_rounds_stand_in_their_order_and_the_running_ones_are_marked(shape: Shape) -> None:
    view = position()
    view.phase, view.round, view.white, view.coming = "C", 2, 4, ["pink", "brown", "red"]
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


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_depots_hold_the_tiles_and_goods_of_the_view(seats: int, shape: Shape) -> None:
    view = position(seats)
    view.lying = {depot: dict(zip(box.GOODS[int(depot) - 1 :], (1, 3), strict=False)) for depot in box.DEPOTS}
    shown, parts_of = show(view, shape=shape), table(view, shape).depots
    for depot, part in parts_of.numbered.items():
        cell = shown.within(part.box, 8)
        assert cell.sprites(icons.face(int(depot), 56).scaled(part.unit))
        laid = [m.parts for m in cell.called("tile")]
        wanted = [parts(tile(kind, unit=part.unit).scaled(part.unit)) for _, kind in depots.slots(view, depot) if kind]
        assert laid == wanted
        assert sorted(kind for _, kind in depots.slots(view, depot) if kind) == sorted(view.depots[depot])
        barrels = sorted((m for m in cell if m.name == "goods"), key=lambda mark: mark.at[0])
        assert [m.text for m in barrels] == [str(box.DIE_OF[kind]) for kind in box.GOODS if kind in view.lying[depot]]
        for mark, kind in zip(barrels, [kind for kind in box.GOODS if kind in view.lying[depot]], strict=True):
            count = view.lying[depot][kind]
            beside = [
                m.text
                for m in cell
                if m.kind == "text"
                and -1 <= m.box[0] - mark.box[0] - mark.box[2] < 12
                and abs(m.at[1] - mark.at[1]) < 4
            ]
            assert beside == ([f"\u00d7{count}"] if count > 1 else [])
    black = shown.within(parts_of.black.box)
    laid = [m.parts for m in black.called("tile")]
    assert laid == [
        parts(tile(kind, unit=parts_of.black.unit).scaled(parts_of.black.unit)) for kind in view.depots[box.BLACK]
    ]


def test_bonus_tiles_show_their_points_or_their_owner() -> None:
    view = position()
    shown = show(view)
    heads = {colour: shown.sprites(tiles.mark(colour, 46))[0] for colour in box.COLOURS}
    assert [m.at[0] for m in heads.values()] == sorted(m.at[0] for m in heads.values())
    owners = {won: player.seat for player in view.players for won in player.bonus}
    for colour, head in heads.items():
        below = shown.within((head.at[0] - 40, head.at[1] + 20, 80, 150))
        for line, size in enumerate(box.SIZES):
            cell = below.within((head.at[0] - 40, head.at[1] + 25 + 50 * line, 80, 52))
            owner = owners.get(f"{colour}.{size}")
            told = [m.text for m in cell if m.kind in ("text", "sprite")]
            assert told == [str(box.bonus_vp(size, SEATS)) if owner is None else LETTERS[owner]]


def test_marks_stand_where_the_events_say() -> None:
    view = position()
    hex = list(view.players[2].covered)[-1]
    for event, owner in (
        (Event("placed", 2, {"hex": hex, "tile": view.players[2].covered[hex], "from": ""}), 2),
        (Event("workers", 3, {"count": 2}), 3),
        (Event("rolled", 1, {}), 1),
    ):
        shown = show(view, event)
        fresh = {
            seat
            for seat in range(SEATS)
            if any({NEW, NEW_WASH} & mark.colours() for mark in shown.within(mat(view, seat), 4))
        }
        assert fresh <= {owner}, event.kind
        assert fresh or event.kind == "rolled"


def test_workers_and_silverlings_that_came_stand_on_violet() -> None:
    view = position()
    shown = show(view, Event("workers", 3, {"count": 2})).within(mat(view, 3), 4)
    (plate,) = shown.frames(NEW, None)
    assert shown.text("+2", plate.box)
    (sign,) = shown.sprites(icons.worker(44))
    assert shown.beside(sign) == str(view.players[3].workers)


@SHAPES
def test_what_was_spent_stands_with_a_minus_behind_what_is_left(shape: Shape) -> None:
    view = position()
    shown = show(view, Event("turned", 2, {"die": 3, "count": 1}), shape=shape).within(mat(view, 2, shape), 4)
    (plate,) = shown.frames(NEW, None)
    assert shown.texts(plate.box) == ["\u22121"]
    (sign,) = shown.sprites(icons.worker(44).scaled(table(view, shape).mats[2].unit))
    assert shown.beside(sign) == "4"


@SHAPES
def test_a_sale_is_told_in_the_goods_store_and_counted_beside_the_sign_of_sold_goods(shape: Shape) -> None:
    view = position()
    event = Event("sold", 1, {"goods": "red", "count": 3, "silverlings": 1, "points": 9})
    view.players[1].goods = {"pink": 2}
    shown, part = show(view, event, shape=shape).within(mat(view, 1, shape), 4), table(view, shape).mats[1]
    (barrel,) = shown.sprites(icons.goods("red", 58, layout.letters(part.unit, 0)).scaled(part.unit))
    assert shown.beside(barrel) == "\u22123"
    (sign,) = shown.sprites(icons.sold(48).scaled(part.unit))
    assert shown.beside(sign) == str(sum(view.players[1].sold.values()))


@SHAPES
def test_a_tile_that_was_placed_or_discarded_is_named_beside_its_player(shape: Shape) -> None:
    view = position()
    hex, kind = next((hex, kind) for hex, kind in view.players[2].covered.items() if kind in box.BUILDINGS)
    name = caption().title(words.name_of(kind))
    placed = show(view, Event("placed", 2, {"hex": hex, "tile": kind}), shape=shape)
    assert any(text.endswith(f" \u203a {hex}") for text in placed.texts(mat(view, 2, shape)))
    gone = show(view, Event("discarded", 2, {"tile": kind}), shape=shape).within(mat(view, 2, shape), 4)
    (cross,) = gone.called("cross")
    assert any(
        not mark.text and mark.kind == "sprite" and mark is not cross and mark.at == pytest.approx(cross.at, abs=1)
        for mark in gone
    )
    assert {name, tiles.code(kind, caption())} & {mark.text for mark in gone.within(mat(view, 2, shape))}


@SHAPES
def test_a_decision_is_marked_more_strongly_than_the_round_that_it_brought(shape: Shape) -> None:
    view = position()
    news = [Event("rolled", seat, {}) for seat in range(SEATS)]
    news += [Event("phase"), Event("round"), Event("white", 0, {"value": 3}), Event("income", 3, {"count": 2})]
    strong = {True: 0, False: 0}
    for decided in strong:
        shown = show(view, *([Event("workers", 1, {"count": 2})] * decided), *news, shape=shape)
        frames = [mark for mark in shown if mark.kind == "frame" and NEW in mark.inks]
        strong[decided] = sum(mark.inks[0] == NEW or mark.how[0] > 3.5 for mark in frames)
        assert all(mark.inside(mat(view, 1, shape)) for mark in frames if mark.inks[0] == NEW or mark.how[0] > 3.5)
    assert strong == {True: 2, False: 0}


def test_boards_on_offer_are_named() -> None:
    view = choosing(2).view(None)
    shown = show(view)
    for player in view.players:
        cell = shown.within(mat(view, player.seat), 4)
        if player.seat not in view.to_act:
            assert "choice" not in cell.texts()
            continue
        heads = [mark for mark in cell if mark.text == "choice" or (mark.kind == "text" and "aside" in mark.how)]
        assert [mark.text for mark in heads] == ["choice", *player.choices]


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    player = view.players[seat]
    player.open = {next(hex for hex in ESTATES[player.board].hexes if hex not in player.covered): player.storage[:1]}
    known = [number for number in player.covered.values() if number in box.KNOWLEDGE]
    shown, place = owned(view, seat, shape=shape), own_layout.of(shape, SEATS, len(known), deciding=False)
    head = shown.within(place.head.box)

    def put(sprite: Sprite) -> Mark:
        return head.sprites(sprite.scaled(place.head.unit))[0]

    assert put(badge(seat, 84))
    assert {NAMES[seat], "projected", str(player.projected), str(player.vp)} <= set(head.texts())
    assert head.beside(put(icons.worker(52))) == str(player.workers)
    assert head.beside(put(icons.silverling(50))) == str(player.silverlings)
    assert ("purchased" in head.texts()) == player.purchased
    for kind, count in player.sold.items():
        assert head.beside(put(icons.goods(kind, 44))) == f"\u00d7{count}"
    dice = sorted((m for m in head if m.name in ("_die", "die")), key=lambda mark: mark.at[0])
    for mark, value, used in zip(dice, player.rolled, (True, False), strict=True):
        assert same(mark, icons.die(seat, value, 94, used).scaled(place.head.unit))
    for part, kind in zip(place.storage, player.storage, strict=False):
        cell = shown.within(part.box)
        assert cell.sprites(tile(kind, 108).scaled(part.unit))
        title, *effect = cell.texts()
        assert title == caption().title(words.name_of(kind))
        assert " ".join(effect) == f"{box.card(kind)} short"
    goods = shown.within(place.goods.box)
    for kind, count in player.goods.items():
        (barrel,) = goods.sprites(icons.goods(kind, 62).scaled(place.goods.unit))
        assert goods.beside(barrel) == f"\u00d7{count}"
        assert caption().title(words.GOODS[kind]) in goods.texts()
    assert shown.within(place.board.box).called("key")
    assert bool(known) == bool(place.known)
    if place.known:
        assert {f"{tile} short" for tile in known} <= {*shown.within(place.known.box).texts()}


def test_what_a_region_brought_stands_on_its_player_s_mat() -> None:
    shown = show(position(), Event("region", 2, {"points": 11}))
    told = [mark for mark in shown if mark.kind == "text" and mark.text == "+11" and mark.inks == (NEW,)]
    assert [mark.inside(mat(position(), 2)) for mark in told] == [True]


def test_names_of_two_lines_stand_above_their_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "board", lambda id, caption: "the board of a very long name indeed, Burgundy")
    with recording():
        canvas = Canvas(Image.new("RGB", (1600, 1200)))
        choice.draw(canvas, list(ESTATES)[:4], caption(), (0, 0, 1100, 1200))
        shown = drawn(canvas.image)
    boards = [mark for mark in shown if mark.kind == "sprite"]
    names = [mark for mark in shown if mark.kind == "text"][1:]
    assert len(boards) == 4
    assert len(names) == 8
    for board in boards:
        above = [mark for mark in names if abs(mark.at[0] - board.at[0]) < 100 and mark.at[1] < board.at[1]]
        assert len([mark for mark in above if mark.at[1] < board.box[1]]) == len(above) >= 2
