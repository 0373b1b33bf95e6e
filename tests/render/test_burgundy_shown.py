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
from render.burgundy import choice, depots, hand, icons, layout, marks, player_board, tiles, words
from render.kit import signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import NEW, NEW_WASH, PLAIN, TEXT
from render.kit.pen import Sprite
from tests.render.burgundy_positions import choosing, in_round
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
    view.bonus = {colour: list(box.SIZES) for colour in box.COLOURS}
    for player in view.players:
        for tile in player.bonus:
            colour, size = tile.split(".")
            view.bonus[colour].remove(size)
    return view


def show(view: BurgundyView, *events: Event) -> Drawing:
    return drawn(render.board(view, caption(events)))


def own(view: BurgundyView, seat: int, *events: Event) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events)))


def mat(shown: Drawing, seat: int) -> Box:
    """A player's mat: two beside each other, in the order of seats."""
    (edge,) = (
        mark
        for mark in shown
        if mark.kind == "box" and mark.box[2] == 14 and mark.inks[0] == PLAIN.edges[seat] and mark.box[3] > 500
    )
    return edge.box[0], edge.box[1], layout.MAT_WIDE, layout.MAT_HIGH


def same(mark: Mark, sprite: Sprite) -> bool:
    return mark.parts == parts(sprite)


def tile(kind: str, wide: int) -> Sprite:
    return tiles.tile(kind, wide, tiles.code(kind, caption()))


def test_mats_lie_in_the_order_of_seats() -> None:
    shown = show(position())
    places = [mat(shown, seat)[:2] for seat in range(SEATS)]
    assert places == sorted(places, key=lambda at: (at[1], at[0]))
    assert places[0][1] == places[1][1] < places[2][1] == places[3][1]


@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int) -> None:
    view = position()
    player, shown = view.players[seat], show(position())
    cell = shown.within(mat(shown, seat), 4)
    assert cell.sprites(badge(seat, 58))
    assert [mark.text for mark in cell.called("badge")] == [LETTERS[seat]]
    assert cell.texts()[:3] == [NAMES[seat], str(player.vp), f"({player.projected})"]
    assert cell.beside(cell.sprites(icons.worker(48))[0]) == str(player.workers)
    assert cell.beside(cell.sprites(icons.silverling(46))[0]) == str(player.silverlings)
    assert cell.beside(cell.sprites(icons.sold(48))[0]) == str(sum(player.sold.values()))
    dice = sorted((m for m in cell if m.name in ("_die", "die")), key=lambda mark: mark.at[0])
    assert len(dice) == 2
    assert same(dice[0], icons.die(seat, 1 + seat, dice[0].box[2], True))
    assert same(dice[1], icons.die(seat, 6 - seat, dice[1].box[2], False))
    assert PLAIN.player[seat] in dice[1].colours()
    for kind, count in player.goods.items():
        barrel = next(mark for mark in cell if mark.name == "goods" and same(mark, icons.goods(kind, mark.box[2])))
        assert cell.beside(barrel) == f"\u00d7{count}"
    foot = mat(shown, seat)
    stored = cell.within((foot[0], foot[1] + foot[3] - layout.MAT_FOOT, 390, layout.MAT_FOOT), 4)
    laid = sorted((m for m in stored if m.kind == "sprite"), key=lambda mark: mark.at[0])
    assert [m.parts for m in laid[: len(player.storage)]] == [parts(tile(kind, layout.TILE)) for kind in player.storage]
    assert all(same(mark, tiles.slot("", layout.TILE)) for mark in laid[len(player.storage) :])
    bonus = [mark.text for mark in cell if mark.name == "bonus"]
    assert bonus == [str(box.bonus_vp(won.split(".")[1], SEATS)) for won in player.bonus]
    assert bool(cell.sprites(icons.purchased(40))) == player.purchased
    assert any(text.endswith(player.board) for text in cell.texts())


@pytest.mark.parametrize("seat", range(SEATS))
def test_tiles_lie_on_their_hexes(seat: int) -> None:
    view = position()
    shown, player = show(view), view.players[seat]
    left, top, width, _ = mat(shown, seat)
    middle = left + width / 2, top + layout.MAT_HEAD + layout.BOARD_HIGH / 2
    hexes = ESTATES[player.board].hexes
    for hex, kind in player.covered.items():
        x, y = player_board.spot(hexes[hex], layout.TILE, middle)
        there = shown.sprites(tile(kind, layout.TILE - 6))
        assert any(abs(mark.at[0] - x) <= 2 and abs(mark.at[1] - y) <= 2 for mark in there), (hex, kind)


def test_only_mats_of_those_to_act_are_lit() -> None:
    view = position()
    view.to_act = (2,)
    shown = show(view)
    lit = {seat for seat in range(SEATS) for m in shown.frames(PLAIN.washes[seat], PLAIN.edges[seat]) if m.box[3] > 500}
    assert lit == {2}
    assert shown.within(layout.TURN).texts()[:2] == [NAMES[2], "to_play"]


def test_the_head_tells_the_orders_of_this_round_and_the_next() -> None:
    view = position()
    view.order, view.next_order, view.acted, view.to_act = [3, 0, 2, 1], [1, 2, 3, 0], [3], (0,)
    head = show(view).within(layout.TURN)
    first, *others = head.called("badge")
    assert first.text == "A"
    assert [(mark.text, mark.box[2]) for mark in others[:4]] == [("D", 32), ("A", 48), ("C", 48), ("B", 48)]
    assert [(mark.text, mark.box[2]) for mark in others[4:]] == [(letter, 36) for letter in "BCDA"]
    (ring,) = head.frames(None, TEXT)
    assert abs(ring.at[0] - others[1].at[0]) <= 1
    view.over, view.ranking = True, [1, 3, 0, 2]
    head = show(view).within(layout.TURN)
    assert [mark.text for mark in head.called("badge")] == list("BDAC")
    assert head.texts()[:2] == [NAMES[1], "over"]
    assert head.sprites(signs.crown(52))


def test_phases_and_rounds_stand_in_their_order_and_the_running_ones_are_marked() -> None:
    view = position()
    view.phase, view.round, view.white, view.coming = "C", 2, 4, ["pink", "brown", "red"]
    box_ = show(view).within(layout.PHASES)
    assert [text for text in box_.texts() if text in box.PHASES] == list(box.PHASES)
    assert [text for text in box_.texts() if text[0] == "+"] == [f"+{box.PHASE_VP[phase]}" for phase in box.PHASES]
    (now,) = (mark for mark in box_ if mark.kind == "frame" and mark.inks[0] == TEXT)
    assert abs(now.at[0] - box_.text("C").at[0]) <= 1
    (white,) = box_.sprites(icons.white_die(4, 64))
    assert abs(white.at[0] - box_.text("B").at[0]) <= 1
    goods = [mark for mark in box_ if mark.name == "goods"]
    assert [mark.text for mark in goods] == [str(box.DIE_OF[kind]) for kind in view.coming]
    for mark, phase in zip(goods, "CDE", strict=True):
        assert abs(mark.at[0] - box_.text(phase).at[0]) <= 1


def test_markers_stand_on_their_spaces_of_the_track_the_upper_first() -> None:
    view = position()
    view.track = [[], [2], [], [3, 0, 1], [], [], []]
    track = show(view, Event("marker", 3, {})).within(layout.TRACK)
    at = {mark.text: mark.at for mark in track if mark.name == "badge"}
    assert at["D"][0] == at["A"][0] == at["B"][0] > at["C"][0] > layout.TRACK[0]
    assert at["D"][1] < at["A"][1] < at["B"][1]
    step = (layout.TRACK[2] - 14) / 7
    assert round((at["D"][0] - at["C"][0]) / step) == 2
    assert round((at["C"][0] - layout.TRACK[0] - 7) / step - 0.5) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_depots_hold_the_tiles_and_goods_of_the_view(seats: int) -> None:
    view = position(seats)
    view.lying = {depot: dict(zip(box.GOODS[int(depot) - 1 :], (1, 3), strict=False)) for depot in box.DEPOTS}
    shown = show(view)
    for depot in box.DEPOTS:
        place = depots.place(depot, seats)
        cell = shown.within(place, 8)
        assert cell.sprites(icons.face(int(depot), 56))
        laid = [m.parts for m in cell.called("tile")]
        wanted = [parts(tile(kind, layout.TILE)) for _, kind in depots.slots(view, depot) if kind]
        assert laid == wanted
        assert sorted(kind for _, kind in depots.slots(view, depot) if kind) == sorted(view.depots[depot])
        barrels = sorted((m for m in cell if m.name == "goods"), key=lambda mark: mark.at[0])
        assert [m.text for m in barrels] == [str(box.DIE_OF[kind]) for kind in box.GOODS if kind in view.lying[depot]]
        for mark, kind in zip(barrels, [kind for kind in box.GOODS if kind in view.lying[depot]], strict=True):
            count = view.lying[depot][kind]
            beside = [
                m.text
                for m in cell
                if m.kind == "text" and 0 <= m.box[0] - mark.box[0] - mark.box[2] < 12 and abs(m.at[1] - mark.at[1]) < 4
            ]
            assert beside == ([str(count)] if count > 1 else [])
    black = shown.within((layout.MARGIN, depots.place("1", seats)[1], layout.BLACK_WIDE, 900))
    for kind in view.depots[box.BLACK]:
        assert black.sprites(tile(kind, layout.TILE))


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
            if any({NEW, NEW_WASH} & mark.colours() for mark in shown.within(mat(shown, seat), 4))
        }
        assert fresh <= {owner}, event.kind
        assert fresh or event.kind == "rolled"


def test_boards_on_offer_are_named() -> None:
    view = choosing(2).view(None)
    shown = show(view)
    for player in view.players:
        cell = shown.within(mat(shown, player.seat), 4)
        if player.seat not in view.to_act:
            assert "choice" not in cell.texts()
            continue
        heads = [mark for mark in cell if mark.kind == "text" and mark.how[0] == 32]
        assert [mark.text for mark in heads] == ["choice", *player.choices]


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int) -> None:
    view = position()
    player = view.players[seat]
    player.open = {next(hex for hex in ESTATES[player.board].hexes if hex not in player.covered): player.storage[:1]}
    shown = own(view, seat)
    head = shown.within((layout.MARGIN, 0, layout.INNER, 200))
    assert head.sprites(badge(seat, 76))
    assert head.texts()[:2] == [NAMES[seat], str(player.vp)]
    assert f"projected {player.projected}" in head.texts()
    assert head.beside(head.sprites(icons.worker(50))[0]) == str(player.workers)
    assert head.beside(head.sprites(icons.silverling(48))[0]) == str(player.silverlings)
    assert ("purchased" in head.texts()) == player.purchased
    for kind, count in player.sold.items():
        assert head.beside(head.sprites(icons.goods(kind, 42))[0]) == str(count)
    dice = sorted((m for m in head if m.name in ("_die", "die")), key=lambda mark: mark.at[0])
    assert [same(m, icons.die(seat, v, 92, u)) for m, v, u in zip(dice, player.rolled, (True, False), strict=True)] == [
        True
    ] * 2
    for kind in player.storage:
        title = shown.text(caption().title(words.name_of(kind)))
        (laid,) = (
            mark
            for mark in shown
            if mark.name == "tile" and 0 < title.box[0] - mark.at[0] < 90 and abs(mark.at[1] - title.at[1]) < 60
        )
        assert same(laid, tile(kind, int(laid.box[2])))
        below = shown.within((title.box[0] - 2, title.at[1] + 10, 500, 100))
        assert " ".join(below.texts()).startswith(f"{box.card(kind)} short")
    for kind, count in player.goods.items():
        (barrel,) = shown.sprites(icons.goods(kind, 54))
        assert shown.beside(barrel) == f"\u00d7{count}"
        assert caption().title(words.GOODS[kind]) in shown.texts()
    assert shown.sprites(marks.key())
    knowledge = {number for number in player.covered.values() if number in box.KNOWLEDGE}
    assert knowledge <= {text.removesuffix(" short") for text in shown.texts()}


def test_what_a_region_brought_stands_on_its_player_s_mat() -> None:
    shown = show(position(), Event("region", 2, {"points": 11}))
    told = [mark for mark in shown if mark.kind == "text" and mark.text == "+11" and mark.inks == (NEW,)]
    assert [mark.inside(mat(shown, 2)) for mark in told] == [True]


def test_names_of_two_lines_stand_above_their_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "board", lambda id, caption: "the board of a very long name indeed, Burgundy")
    with recording():
        canvas = Canvas(Image.new("RGB", (1600, 1200)))
        choice.draw(canvas, list(ESTATES)[:4], caption(), (0, 0, 1600, 1200))
        shown = drawn(canvas.image)
    boards = [mark for mark in shown if mark.kind == "sprite"]
    names = [mark for mark in shown if mark.kind == "text"][1:]
    assert len(boards) == 4
    assert len(names) == 8
    for board in boards:
        above = [mark for mark in names if abs(mark.at[0] - board.at[0]) < 100 and mark.at[1] < board.at[1]]
        assert len([mark for mark in above if mark.at[1] < board.box[1]]) == len(above) >= 2
