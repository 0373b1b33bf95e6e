"""What Macao's pictures say is what the view says: numbers, owners, colours, places."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import pytest

import render
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.kit import signs
from render.kit.badge import badge
from render.kit.ink import CARD, NEW, TEXT
from render.macao import cubes, hand, icons, layout, mats, rose, sea, words
from render.macao.inks import FRAME, LETTER, PALETTE, TYPE
from tests.render.macao_positions import finished, in_phase
from tests.render.recording import NAMES, Drawing, Mark, caption, drawn, parts, recording

SEATS = 4
LETTERS = "ABCD"
FIRST = ["bank", "zoll_1", "palast"]


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
    return view


def _field(seat: int, field: int) -> dict[str, int]:
    colours = enumerate(board.COLOURS, seat + field)
    return {colour: 1 + (number + field) % 5 for number, colour in colours if number % 3}


def show(view: MacaoView, *events: Event) -> Drawing:
    return drawn(render.board(view, caption(events)))


def own(view: MacaoView, seat: int, *events: Event) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events)))


def row(view: MacaoView, seat: int) -> tuple[float, float, float, float]:
    rows = mats.rows(view, caption())
    return layout.MARGIN, layout.mat_top(seat, rows), layout.INNER, layout.mat_height(rows)


def counted(field: dict[str, int]) -> list[str]:
    return sorted(f"{LETTER[colour]}{count}" for colour, count in field.items())


@pytest.mark.parametrize("seat", range(SEATS))
def test_every_mat_says_what_its_player_has(seat: int) -> None:
    view = position()
    player = view.players[seat]
    cell = show(view).within(row(view, seat), 8)
    assert [mark.text for mark in cell.called("badge")] == [LETTERS[seat]]
    assert cell.sprites(badge(seat, 58, PALETTE))
    assert PALETTE.edges[seat] in {mark.inks[0] for mark in cell if mark.kind == "box"}
    texts = cell.texts()
    assert texts.index(NAMES[seat]) < texts.index(f"({player.projected})")
    assert cell.beside(cell.sprites(icons.prestige(44))[0]) == str(player.prestige)
    assert cell.beside(cell.sprites(signs.coin(28))[0]) == str(player.gold)
    assert cell.beside(cell.sprites(icons.ware(board.JOKER, 30))[0]) == str(player.jokers)
    assert cell.beside(cell.sprites(icons.penalty(28))[0]) == str(player.penalties)
    assert f"{player.group}/{len(player.quarters)}" in texts
    for ware, count in player.hold.items():
        assert cell.beside(cell.sprites(icons.ware(ware, 36))[0]) == str(count)
    chips = [mark for mark in cell if mark.name == "chip"]
    heads = [*sorted((m for m in cell if m.name == "face"), key=lambda mark: mark.at[0])]
    assert [mark.parts for mark in heads] == [parts(icons.face(n, 32)) for n in range(1, 7)]
    for number, field in enumerate(player.rose):
        near = [mark.text for mark in chips if _column(mark, heads) == number]
        assert sorted(near) == counted(field), number
    assert str(sum(player.rose[board.STOCK].values())) in texts
    assert [text for text in texts if text in player.tableau] == player.tableau
    pills = [mark for mark in cell if mark.name == "pill"]
    assert sorted(mark.text.split()[0] for mark in pills) == sorted(player.activated)
    used = [mark.text.split()[0] for mark in pills if any(part.name == "check" for part in mark.parts)]
    assert used == [player.activated[0]]


def _column(chip: Mark, heads: list[Mark]) -> int:
    """The field of a mat's rose under whose number a chip lies; left of all of them lies the stock."""
    if chip.at[0] < heads[0].at[0] - 40:
        return board.STOCK
    return 1 + min(range(6), key=lambda number: abs(heads[number].at[0] - chip.at[0]))


def test_marks_stand_at_the_seat_that_the_events_name() -> None:
    view = position()
    card = view.players[2].tableau[0]
    for event, owner in (
        (Event("took", 2, {"card": card}), 2),
        (Event("delivered", 3, {"port": "", "ware": "tea", "count": 1, "prestige": 6}), 3),
        (Event("joker", 1, {"gains": ["gold"]}), 1),
    ):
        shown = show(view, event)
        for seat in range(SEATS):
            fresh = [mark for mark in shown.within(row(view, seat), 12) if NEW in mark.colours()]
            assert bool(fresh) == (seat == owner), (event.kind, seat)


def test_the_banner_names_whose_turn_it_is_and_the_order() -> None:
    view = position()
    view.order, view.to_act, view.waiting = [2, 0, 3, 1], (3,), [3, 1]
    box = show(view).within(layout.TURN)
    first, *following = box.called("badge")
    assert (first.text, first.box[2]) == ("D", 64)
    assert [(mark.text, mark.box[2]) for mark in following] == [("C", 32), ("A", 32), ("D", 48), ("B", 48)]
    (ring,) = box.frames(None, TEXT)
    assert abs(ring.at[0] - following[2].at[0]) <= 1
    assert box.texts()[:2] == [NAMES[3], "to_play"]
    assert "phase_actions" in box.texts()
    assert box.frames(PALETTE.washes[3], PALETTE.edges[3])
    lit = [seat for seat in range(SEATS) if show(view).frames(PALETTE.washes[seat], PALETTE.edges[seat])]
    assert lit == [3]


def test_the_head_tells_tribute_and_rounds_with_their_offices() -> None:
    view = position()
    view.tribute_gold, view.tribute_prestige, view.turn = 4, 7, 5
    box = show(view).within(layout.TRIBUTE)
    assert box.beside(box.sprites(signs.coin(48))[0]) == "4"
    assert box.beside(box.sprites(icons.prestige(48))[0]) == "7"
    rounds = show(view).within(layout.ROUNDS)
    numbers = sorted((m for m in rounds if m.kind == "text" and m.text.isdigit()), key=lambda mark: mark.at[0])
    assert [mark.text for mark in numbers] == [str(number) for number in range(1, board.ROUNDS + 1)]
    (now,) = (mark for mark in rounds if mark.kind == "frame" and mark.inks[0] == TEXT)
    assert abs(now.at[0] - numbers[4].at[0]) < 2
    for ahead, pair in enumerate(view.offices):
        there = [m.text for m in rounds.called("chip") if abs(m.at[0] - numbers[5 + ahead].at[0]) < 3]
        assert there == [text for office in pair for text in counted(dict(CARDS[office].cost))]


def test_discs_lie_on_their_spaces_of_the_wall_the_first_on_top() -> None:
    view = position()
    view.wall = [[] for _ in view.wall]
    view.wall[2], view.wall[9], view.locked = [3, 0], [1], [2]
    wall = show(view).within(layout.WALL)
    cells = {text: wall.text(text).at[0] for text in ("3", "10")}
    discs = {mark.text: mark.at for mark in wall if mark.name == "badge"}
    assert cells["3"] < discs["D"][0] < cells["3"] + 90
    assert discs["D"][0] == discs["A"][0]
    assert discs["D"][1] < discs["A"][1]
    assert cells["10"] < discs["B"][0] < cells["10"] + 90
    assert discs["C"][0] > max(mark.at[0] for mark in wall if mark.kind == "text")


def test_ships_lie_at_their_spaces_and_ports_show_what_is_free() -> None:
    view = position()
    places = ["s07", next(iter(board.PORTS)), "s15", "s07"]
    for player, place in zip(view.players, places, strict=True):
        player.ship = place
    for number, port in enumerate(view.ports):
        port.filled = number % 3
    shown = show(view)
    ships = {mark.text: mark for mark in shown if mark.name == "ship"}
    for seat, place in enumerate(places):
        spots = sorted(board.SPACES, key=lambda space: math.dist(sea.spot(space), ships[LETTERS[seat]].at))
        assert place in spots[:4], seat
        assert ships[LETTERS[seat]].colours() >= {PALETTE.player[seat]}
    assert f"+{view.players[0].free_steps + view.players[3].free_steps}" in shown.texts()
    for port in view.ports:
        left, top, width, high = sea.plaques()[port.id]
        tokens = shown.within((left, top, width, high), 4).called("_value")
        values = [str(value) for value in board.PORTS[port.id].delivery_values]
        assert [mark.text for mark in tokens] == ["\u00d7"] * port.filled + values[port.filled :]


def test_quarters_show_tile_or_owner() -> None:
    view = position()
    free, taken = list(view.city)[:3], [q for q in board.QUARTERS if q not in view.city]
    view.owners = {quarter: number % SEATS for number, quarter in enumerate(taken)}
    assert len(taken) > 1
    city = show(view).within(layout.CITY, 6)
    for quarter in board.QUARTERS:
        label = next(m for m in city if m.kind == "text" and m.text == quarter[1:])
        near = [m for m in city if abs(m.at[0] - label.at[0]) < 5 and 20 < m.at[1] - label.at[1] < 75]
        if quarter in taken:
            (sign,) = (mark for mark in near if mark.name == "badge")
            assert sign.text == LETTERS[view.owners[quarter]]
        elif quarter in free:
            (tile,) = (mark for mark in near if mark.name == "tile")
            assert tile.parts == parts(icons.tile(view.city[quarter], view.city[quarter][:2].capitalize()))
    for quarter, printed in board.QUARTERS.items():
        label = next(m for m in city if m.kind == "text" and m.text == quarter[1:])
        x, y = label.at[0], label.at[1] + 78
        paid = [m.text for m in city if m.name == "cube" and abs(m.at[0] - x) < 70 and abs(m.at[1] - y) < 5]
        assert paid == [LETTER[colour] for colour in cubes.each(printed.cost)], quarter


def test_dice_show_their_values_and_who_chose_them() -> None:
    view = position("dice")
    view.rolled = {colour: 1 + number for number, colour in enumerate(board.COLOURS)}
    for seat, player in enumerate(view.players):
        player.chosen = list(board.COLOURS[seat : seat + 2])
    table = show(view).within(layout.TABLE)
    dice = table.called("die")
    assert [mark.parts for mark in dice] == [parts(icons.die(c, v, 108)) for c, v in view.rolled.items()]
    for number, die in enumerate(dice):
        near = [mark.text for mark in table.called("badge") if abs(mark.at[0] - die.at[0] - 60) < 110]
        assert near == [LETTERS[seat] for seat in range(SEATS) if seat <= number <= seat + 1]
        assert f"round {view.turn + number}" in table.texts((die.at[0] - 80, layout.TABLE[1], 260, 260))


def test_cards_on_the_table_stand_in_the_order_of_the_display() -> None:
    view = position("cards")
    view.display = ["bank", "zoll_2", "palast"]
    table = show(view, Event("revealed", None, {"cards": [], "gold": 3, "prestige": 5})).within(layout.TABLE)
    titles = [m for m in table if m.kind == "text" and m.text in view.display]
    assert [mark.text for mark in titles] == view.display
    for mark, id in zip(titles, view.display, strict=True):
        card = CARDS[id]
        column = table.within((mark.box[0] - 36, layout.TABLE[1], 262, layout.TABLE[3]))
        paid = [m.text for m in column.called("cube")]
        assert paid == [LETTER[colour] for colour in cubes.each(card.cost)]
        coin = column.sprites(signs.coin(26))[0]
        assert column.beside(coin) == str(card.tribute.gold)
        assert column.beside(column.sprites(icons.prestige(26))[0]) == str(card.tribute.prestige)
    assert len(table.frames(CARD, NEW)) == 3


def test_the_ranking_lists_everybody_s_points_by_source() -> None:
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
    shown = show(view)
    table = shown.within(layout.TABLE)
    lines = [mark for mark in table if mark.name == "badge"]
    assert [mark.text for mark in lines] == ["C", "A", "B"]
    for place, (mark, seat) in enumerate(zip(lines, view.ranking, strict=True)):
        texts = table.texts((0, mark.at[1] - 30, 1600, 60))
        assert texts == [f"{place + 1}.", NAMES[seat], str(90 + 7 * seat), *(str(10 * seat + n) for n in range(6))]
    assert shown.within(layout.TURN).texts()[:2] == [NAMES[2], "over"]
    assert shown.within(layout.TURN).sprites(signs.crown(52))


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int) -> None:
    view = position()
    player = view.players[seat]
    player.ship, player.quarters = "s12", list(board.QUARTERS)[:seat]
    shown = own(view, seat)
    head = shown.within((layout.MARGIN, 16, layout.INNER, 164))
    assert [mark.text for mark in head.called("badge")] == [LETTERS[seat]]
    assert head.texts()[0] == NAMES[seat]
    assert head.beside(head.sprites(icons.prestige(58))[0]) == str(player.prestige)
    assert f"projected {player.projected}" in head.texts()
    assert {"12", *([f"+{seat}"] if seat else [])} <= set(head.texts())
    for sign, told in (
        (signs.coin(46), player.gold),
        (icons.ware(board.JOKER, 46), player.jokers),
        (icons.penalty(44), player.penalties),
        (icons.roof(44, FRAME), f"{player.group}/{seat}"),
    ):
        assert head.beside(head.sprites(sign)[0]) == str(told)
    for ware, count in player.hold.items():
        assert head.beside(head.sprites(icons.ware(ware, 48))[0]) == str(count)
    tableau = [mark.text for mark in shown if mark.kind == "text" and mark.text in player.tableau]
    assert tableau == player.tableau
    for id in player.tableau:
        title = shown.text(id)
        line = shown.within((title.box[0] - 60, title.at[1] - 30, 1000, 60))
        assert [m.text for m in line.called("cube")] == [LETTER[colour] for colour in cubes.each(CARDS[id].cost)]
        assert f"{id} text" in shown.texts()
    titles = [mark for mark in shown if mark.kind == "text" and mark.text in player.activated]
    assert sorted(mark.text for mark in titles) == sorted(player.activated)
    (used,) = (mark for mark in shown if mark.kind == "text" and mark.text == "used")
    assert abs(used.at[1] - shown.text(player.activated[0]).at[1]) < 2
    middle = layout.MARGIN + rose.SIZE / 2
    for number, field in enumerate(player.rose):
        chips = [mark for mark in shown if mark.name == "chip" and mark.box[0] < layout.MARGIN + rose.SIZE]
        here = [m.text for m in chips if _wedge(m.at, middle, _hub(shown)) == number]
        assert sorted(here) == counted(field), number


def _hub(shown: Drawing) -> float:
    """The height of the rose's middle: its disc."""
    (disc,) = {round(m.at[1]) for m in shown if m.kind == "disc" and abs(m.box[2] - 2 * 68 * 0.62) < 1}
    return disc


def _wedge(at: tuple[float, float], x: float, y: float) -> int:
    """The field of the rose: 0 above the arrow, the others against the clock's turn."""
    return round(-math.degrees(math.atan2(at[0] - x, y - at[1])) / (360 / 7)) % 7


def test_a_hand_ends_below_its_last_card() -> None:
    view = position()
    view.viewer = 3
    image = hand.draw(view, caption())
    lowest = max(mark.box[1] + mark.box[3] for mark in drawn(image) if mark.kind == "frame")
    assert layout.MARGIN / 2 <= image.height - lowest <= 2 * layout.MARGIN


def test_the_colours_of_types_frame_the_cards_of_a_hand() -> None:
    view = position()
    view.players[0].tableau = FIRST
    shown = own(view, 0)
    for id in FIRST:
        title = shown.text(id)
        framed = shown.frames(CARD, TYPE[CARDS[id].type])
        assert any(mark.box[1] < title.at[1] < mark.box[1] + 60 for mark in framed)
