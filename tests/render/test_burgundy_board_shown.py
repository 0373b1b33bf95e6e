"""What Burgundy's board and its marks say is what the view and the events say."""

from __future__ import annotations

import pytest
from PIL import Image

from engines import Event
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.view import BurgundyView
from engines.quotes import Quote
from render.burgundy import choice, depots, hand, icons, layout, own_layout, tiles, words
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import NEW, NEW_WASH
from render.kit.pen import Sprite
from render.shape import Shape
from tests.render.burgundy_positions import choosing
from tests.render.burgundy_shown import LETTERS, SEATS, SHAPES, mat, position, same, show, table, tile
from tests.render.recording import NAMES, Drawing, Mark, caption, drawn, parts, recording

pytestmark = pytest.mark.usefixtures("noted")


def owned(view: BurgundyView, seat: int, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events, shape=shape)))


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_depots_hold_the_tiles_and_goods_of_the_view(seats: int, shape: Shape) -> None:
    view = position(seats)
    view.lying = {depot: dict(zip(box.GOODS[int(depot) - 1 :], (1, 3), strict=False)) for depot in box.DEPOTS}
    shown = show(view, shape=shape)
    parts_of = table(view, shape).depots
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
    (sign,) = shown.sprites(icons.icon("worker", 44))
    assert shown.beside(sign) == str(view.players[3].workers)


@SHAPES
def test_what_was_spent_stands_with_a_minus_behind_what_is_left(shape: Shape) -> None:
    view = position()
    shown = show(view, Event("turned", 2, {"die": 3, "count": 1}), shape=shape).within(mat(view, 2, shape), 4)
    (plate,) = shown.frames(NEW, None)
    assert shown.texts(plate.box) == ["\u22121"]
    (sign,) = shown.sprites(icons.icon("worker", 44).scaled(table(view, shape).mats[2].unit))
    assert shown.beside(sign) == "4"


@SHAPES
def test_a_sale_is_told_in_the_goods_store_and_counted_beside_the_sign_of_sold_goods(shape: Shape) -> None:
    view = position()
    event = Event("sold", 1, {"goods": "red", "count": 3, "silverlings": 1, "points": 9})
    view.players[1].goods = {"pink": 2}
    shown = show(view, event, shape=shape).within(mat(view, 1, shape), 4)
    part = table(view, shape).mats[1]
    (barrel,) = shown.sprites(icons.goods("red", 58, layout.letters(part.unit, 0)).scaled(part.unit))
    assert shown.beside(barrel) == "\u22123"
    (sign,) = shown.sprites(icons.icon("sold", 48).scaled(part.unit))
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
    free = next(hex for hex in ESTATES[player.board].hexes if hex not in player.covered)
    view.quotes = {f"place {tile} {free}": Quote(offered=True) for tile in player.storage[:1]}
    known = [number for number in player.covered.values() if number in box.KNOWLEDGE]
    shown = owned(view, seat, shape=shape)
    place = own_layout.of(shape, SEATS, len(known), deciding=False)
    head = shown.within(place.head.box)

    def put(sprite: Sprite) -> Mark:
        return head.sprites(sprite.scaled(place.head.unit))[0]

    assert put(badge(seat, 84))
    assert {NAMES[seat], "projected", str(player.projected), str(player.vp)} <= set(head.texts())
    assert head.beside(put(icons.icon("worker", 52))) == str(player.workers)
    assert head.beside(put(icons.icon("silverling", 50))) == str(player.silverlings)
    assert ("purchased" in head.texts()) == player.purchased
    for kind, count in player.sold.items():
        assert head.beside(put(icons.goods(kind, 44))) == f"\u00d7{count}"
    dice = sorted((m for m in head if m.name in ("die", "die_used")), key=lambda mark: mark.at[0])
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
