"""The pictures of Macao; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

import render
from bot.wording import texts_in
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render.caption import UNNAMED
from render.kit import drawing_cache, ink, png, turn
from render.kit.canvas import Box, Canvas
from render.kit.fonts import MINUS
from render.kit.pen import Point
from render.macao import layout, picture, pills, sea, words
from render.macao.chart import Chart, pieces_of, ship_size
from render.macao.chart import overlap as common
from render.macao.inks import CUBE, LETTER, ON_CUBE, PALETTE
from render.shape import Shape
from tests.render.comparing import contrast, differ, faded, ids_in, listening
from tests.render.macao_positions import (
    EVENTS,
    caption,
    crowded,
    fitted,
    in_phase,
    positions,
    until,
)
from tests.render.recording import drawn

SHAPES = pytest.mark.parametrize("shape", Shape)


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    for event in EVENTS:
        phase = {"revealed": "cards", "rolled": "dice"}.get(event.kind, "actions")
        game = until(
            3,
            lambda game, phase=phase: (  # type: ignore[misc]
                game.phase() == phase
                and min(len(player.activated) and len(player.quarters) for player in game.state.players) > 0
                and any(game.state.ports.values())
            ),
        )
        view = game.view(None)
        assert differ(render.board(view, caption()), render.board(view, caption([fitted(event, game)]))), event.kind


@pytest.mark.usefixtures("recorded")
def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = in_phase(3, 4, "actions").view(None)
    plain = render.board(view, caption())
    for event in (Event("comet", 0, {"card": "moon"}), Event("over"), Event("passed", 1), Event("used", 1, {})):
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.usefixtures("recorded")
def test_dice_chosen_together_stay_hidden() -> None:
    game = in_phase(3, 3, "dice", dice="together")
    seat, other_seat = game.to_act[:2]
    first_choice = game.copy()
    second_choice = game.copy()
    first_choice.play(seat, ("dice", "red", "green"))
    second_choice.play(seat, ("dice", "blue", "gray"))
    assert render.picture(first_choice.view(None), caption()) == render.picture(second_choice.view(None), caption())
    assert render.picture(first_choice.view(seat), caption()) != render.picture(second_choice.view(seat), caption())
    assert render.hand(first_choice.view(other_seat), caption()) == render.hand(
        second_choice.view(other_seat), caption()
    )


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    listener, asked = listening(caption(EVENTS))
    for game in positions(4):
        render.board(game.view(None), listener)
    empty = Macao.new(2, 1)
    full = crowded(4)
    render.hand(empty.view(0), listener)
    for seat, place in enumerate(board.PORTS):
        data = full.dump()
        data["players"][seat % 4]["ship"] = place
        data["players"][seat % 4]["activated"] = list(CARDS)[seat * 15 : seat * 15 + 15]
        data["players"][seat % 4]["this_round"]["used"] = {}
        render.hand(Macao.load(data).view(seat % 4), listener)
        render.hand(full.view(seat % 4), listener)
    for card in CARDS:
        render.card(Macao.key, card, listener)
    decide = render.PICTURES[Macao.key].decision
    assert decide
    view = full.view(0)
    view.city = dict(zip(board.QUARTERS, words.WARES, strict=False))
    view.paying = "bank"
    decide(
        view, listener, [("cubes",), ("ship", "s01"), ("wall", "1"), *(("quarter", quarter) for quarter in view.city)]
    )
    assert asked - {UNNAMED} == ids_in(words, turn)


@pytest.mark.usefixtures("recorded")
def test_a_tower_of_discs_shows_who_is_ahead() -> None:
    data = in_phase(2, 2, "actions").dump()
    pictures = set()
    for stacks, locked in (([[0, 1]], []), ([[1, 0]], []), ([[1]], [0]), ([[], [0, 1]], [])):
        data["wall"] = {"stacks": stacks + [[] for _ in range(board.WALL_END - len(stacks))], "locked": locked}
        pictures.add(render.picture(Macao.load(data).view(None), caption()))
    assert len(pictures) == 4


@pytest.mark.usefixtures("recorded")
def test_a_hand_shows_what_was_used() -> None:
    data = crowded(2).dump()
    used = render.hand(Macao.load(data).view(0), caption())
    data["players"][0]["this_round"]["used"] = {}
    assert render.hand(Macao.load(data).view(0), caption()) != used


@pytest.mark.usefixtures("recorded")
def test_a_card_that_was_thrown_away_has_a_minus_and_its_name_in_the_middle_of_its_pill() -> None:
    small = pills.thrown("abt", "Abbot")
    texts = [mark for mark in drawn(small.pixels(1).image) if mark.kind == "text"]
    assert [mark.text for mark in texts] == [MINUS, "Abbot"]
    for mark in texts:
        left, top, width, height = mark.box
        assert 0 <= left < left + width <= small.size[0]
        assert abs(top + height / 2 - small.size[1] / 2) < 4


def test_signs_stand_out_and_no_two_colours_share_one() -> None:
    assert set(LETTER) == set(CUBE) == set(board.COLOURS)
    assert len(set(LETTER.values())) == len(LETTER)
    for colour, fill in CUBE.items():
        assert contrast(fill, ON_CUBE[colour]) >= 3.9
    for seat in range(4):
        assert contrast(PALETTE.player[seat], PALETTE.on[seat]) >= 3.9
        assert contrast(PALETTE.washes[seat], ink.TEXT) >= 7


def test_colours_of_cubes_and_seats_survive_encoding() -> None:
    picture = render.picture(crowded(4).view(None), caption())
    assert faded(picture, (*CUBE.values(), *PALETTE.player)) <= 2


def overlap(first: Box, second: Box) -> bool:
    (a, b, wide, high) = first
    (c, d, width, height) = second
    return a + wide > c and c + width > a and b + high > d and d + height > b


@SHAPES
@pytest.mark.parametrize("seats", Macao.seats)
def test_no_part_lies_on_another_or_leaves_the_picture(seats: int, shape: Shape) -> None:
    """The picture has as many rows of activated cards as the longest names of thirteen cards take."""
    for rows, fields in product((1, 2, 3, 5), layout.FIELDS):
        place = layout.of(shape, seats, rows, fields)
        for first, second in combinations(place.parts, 2):
            assert not overlap(first.box, second.box), (first, second)
        for part in place.parts:
            left, top, width, height = part.box
            assert min(left, top) >= 8
            assert left + width <= place.size[0] - 8
            assert top + height <= place.size[1] - 8


@SHAPES
@pytest.mark.parametrize("seats", Macao.seats)
def test_no_cell_of_a_mat_lies_on_another_or_leaves_it(seats: int, shape: Shape) -> None:
    for rows, fields in product((1, 2, 3), layout.FIELDS):
        size = layout.of(shape, seats, rows, fields).mats[0].measures
        cells = layout.mat(shape, size, rows, fields)
        x, y, room = cells.pills
        boxes: tuple[Box, ...] = (
            cells.rose,
            cells.tableau,
            (x, y - layout.PILL / 2, room, (rows - 1) * cells.pitch + layout.PILL),
            (cells.badge[0] - 22, cells.badge[1] - 22, 44, 44),
            (cells.name[0], cells.name[1] - 9, cells.name[2], 18),
            (*cells.purse, 222, 1),
            (cells.so_far[0] - 66, cells.so_far[1] - 8, 66, 16),
            (cells.change[0] - 49, cells.change[1] - 13, 49, 26),
            (
                cells.total[0] - cells.total_room,
                cells.total[1] - cells.total_size / 2 - 6,
                cells.total_room,
                cells.total_size + 12,
            ),
        )
        for first, second in combinations(boxes, 2):
            assert not overlap(first, second), (first, second)
        for left, top, width, height in boxes:
            assert min(left, top) >= 0
            assert left + width <= size[0]
            assert top + height <= size[1]


SEAS = sorted(
    {
        layout.of(shape, seats, 1, fields).sea.measures
        for shape in Shape
        for seats in Macao.seats
        for fields in layout.FIELDS
    }
)
EVERY_SEA = pytest.mark.parametrize("size", SEAS, ids=lambda size: "x".join(str(round(side)) for side in size))


@EVERY_SEA
def test_plaques_and_spaces_leave_each_other_and_the_routes_free(size: Point) -> None:
    chart = Chart(size)
    for first, second in combinations(
        [*chart.plaques.values(), *(chart.around(space, -6) for space in board.SPACES)], 2
    ):
        assert not overlap(first, second), (first, second)
    for left, top, width, height in chart.plaques.values():
        assert min(left, top) >= 0
        assert left + width <= size[0]
        assert top + height <= size[1]
    for a, b in board.ROUTES:
        pieces = pieces_of(chart.spot(a), chart.spot(b))
        for box in (*chart.plaques.values(), *(chart.around(space, 0) for space in {*board.SPACES} - {a, b})):
            assert not any(overlap(piece, box) for piece in pieces), (a, b, box)


HIDDEN = {1: 0.15, 2: 0.15, 3: 0.3, 4: 0.45}
"""By the ships on a space, the share of a number or ware that they may hide."""


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[] if size in (SEAS[0], SEAS[-1]) else pytest.mark.proof) for size in SEAS],
    ids=str,
)
@pytest.mark.parametrize(
    "ships", [pytest.param(ships, marks=[] if ships in (1, len(HIDDEN)) else pytest.mark.proof) for ships in HIDDEN]
)
def test_ships_stand_on_their_space_and_what_is_told_stays_free(ships: int, size: Point) -> None:
    chart = Chart(size)
    side = ship_size(ships)
    for space in board.SPACES:
        boxes = [(x - side / 2, y - side / 2, side, side) for x, y in sea._standing(size, space, ships, 0, [])]
        assert any(overlap(box, chart.around(space, 8)) for box in boxes), space
        for left, top, *_ in boxes:
            assert min(left, top, size[0] - left - side, size[1] - top - side) >= -4, space
        for covered_box, share in (
            *((chart.sign(other_space), HIDDEN[ships]) for other_space in board.SPACES),
            *((plaque, 0.05) for plaque in chart.plaques.values()),
        ):
            hidden = sum(common(box, covered_box) for box in boxes)
            assert hidden <= share * covered_box[2] * covered_box[3], (space, covered_box)


@pytest.mark.usefixtures("recorded")
def test_many_activated_cards_leave_the_lines_of_the_tableau_their_room() -> None:
    """There are five cards in hand and eight activated, at four mats beside the board."""
    data = crowded(4).dump()
    say = texts_in("en").say
    player = data["players"][3]
    player["activated"] = sorted(set(CARDS) - set(player["tableau"]), key=lambda card: len(say(words.TITLES[card])))[
        -8:
    ]
    player["this_round"]["used"] = dict.fromkeys(player["activated"], 1)
    image = render.board(Macao.load(data).view(None), render.Caption(tuple("KLMN"), (), say, "en"))
    heights = sorted(drawn(image).text(say(words.TITLES[card]), MATS).box[1] for card in player["tableau"])
    assert len(heights) == board.TABLEAU_SLOTS
    assert (heights[-1] - heights[0]) / (len(heights) - 1) >= layout.NEEDED


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(("most", "count"), [(1, "+4"), (2, "+3"), (5, "")])
def test_cards_thrown_away_for_which_there_is_no_room_are_counted(most: int, count: str) -> None:
    thrown = sorted(CARDS)[:5]
    room = 1  # so little that each has a row of its own
    canvas = Canvas(Image.new("RGB", (1000, 1000)))
    pills.activated(canvas, (), set(), set(), caption(), (0, 0, room), 30, cards_gone=thrown, max_rows=most)
    assert [mark.text for mark in drawn(canvas.image) if mark.text.startswith("+")] == [count][: bool(count)]


@pytest.mark.usefixtures("recorded")
@SHAPES
@pytest.mark.parametrize("activated", [0, 5, 8])
@pytest.mark.parametrize("seats", Macao.seats)
def test_the_frame_round_a_new_card_holds_its_line_and_touches_no_other(
    seats: int, activated: int, shape: Shape
) -> None:
    data = crowded(seats).dump()
    say = texts_in("en").say
    player = data["players"][0]
    cards = [card for card in CARDS if CARDS[card].size == 4 and len(card) < 12]
    player["tableau"] = cards[: board.TABLEAU_SLOTS]
    player["activated"] = [*CARDS][60 : 60 + activated]
    for card in player["tableau"]:
        words_of = render.Caption(tuple("KLMN")[:seats], (Event("took", 0, {"card": card}),), say, "en", shape=shape)
        shown = drawn(render.board(Macao.load(data).view(None), words_of))
        mat = shown.within(layout.of(shape, seats, 3).mats[0].box, 400 if shape is Shape.TALL else 0)
        frame = next(
            mark for mark in mat if mark.kind == "frame" and mark.inks == (None, ink.NEW) and mark.box[2] > 200
        )
        unit = layout.of(shape, seats, 3).mats[0].unit
        a, b, wide, high = frame.box
        inner = a + 2.4 * unit, b + 2.4 * unit, wide - 4.8 * unit, high - 4.8 * unit
        lines = [
            mark for mark in mat if mark.name == "cube" and frame.box[0] <= mark.at[0] <= frame.box[0] + frame.box[2]
        ]
        edge = a + 1, b + 1, wide - 2, high - 2
        own = [mark for mark in lines if frame.box[1] <= mark.at[1] <= frame.box[1] + frame.box[3]]
        assert len(own) == 4
        assert all(mark.inside(inner) for mark in own), card
        assert not [mark for mark in lines if mark not in own and overlap(mark.box, edge)], card


MATS: Box = (940, 0, 660, 1000)


@pytest.mark.parametrize(("seats", "rows"), [(2, 5), (3, 0), (4, 2)])
def test_what_lies_below_a_tall_board_is_put_together_as_it_would_be_drawn(seats: int, rows: int) -> None:
    place = layout.of(Shape.TALL, seats, rows)
    tall = caption(shape=Shape.TALL)
    drawing_cache.clear()
    drawn_whole = png.flat(picture._ground(place, tall), colours=picture.COLOURS).convert("RGB")
    assert not ImageChops.difference(picture._below(place, tall), drawn_whole).getbbox()
