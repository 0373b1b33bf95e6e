"""The pictures of Macao; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

from itertools import combinations

import pytest

import render
from bot.wording import texts
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render.kit import ink, pen, turn
from render.kit.canvas import Box
from render.kit.ink import TEXT
from render.macao import layout, sea, words
from render.macao.chart import Chart
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
from tests.render.recording import drawn, parts, recording

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
    seat, other = game.to_act[:2]
    one, two = game.copy(), game.copy()
    one.play(seat, ("dice", "red", "green"))
    two.play(seat, ("dice", "blue", "gray"))
    assert render.picture(one.view(None), caption()) == render.picture(two.view(None), caption())
    assert render.picture(one.view(seat), caption()) != render.picture(two.view(seat), caption())
    assert render.hand(one.view(other), caption()) == render.hand(two.view(other), caption())


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    listener, asked = listening(caption(EVENTS))
    for game in positions(4):
        render.board(game.view(None), listener)
    empty, full = Macao.new(2, 1), crowded(4)
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
    view.city, view.paying = dict(zip(board.QUARTERS, words.CODES, strict=False)), "bank"
    decide(view, listener, [("cubes",), *(("quarter", quarter) for quarter in view.city)])
    assert asked == ids_in(words, turn)


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


def overlap(one: Box, other: Box) -> bool:
    (a, b, wide, high), (c, d, width, height) = one, other
    return a + wide > c and c + width > a and b + high > d and d + height > b


@SHAPES
@pytest.mark.parametrize("seats", Macao.seats)
def test_no_part_lies_on_another_or_leaves_the_picture(seats: int, shape: Shape) -> None:
    """With as many rows of activated cards as the longest names of thirteen cards take."""
    for rows in (1, 2, 3, 5):
        place = layout.of(shape, seats, rows)
        for one, other in combinations(place.parts, 2):
            assert not overlap(one.box, other.box), (one, other)
        for part in place.parts:
            left, top, width, height = part.box
            assert min(left, top) >= 8
            assert left + width <= place.size[0] - 8
            assert top + height <= place.size[1] - 8


@SHAPES
@pytest.mark.parametrize("seats", Macao.seats)
def test_no_cell_of_a_mat_lies_on_another_or_leaves_it(seats: int, shape: Shape) -> None:
    for rows in (1, 2, 3):
        size = layout.of(shape, seats, rows).mats[0].measures
        cells = layout.mat(shape, size, rows)
        x, y, room = cells.pills
        boxes: tuple[Box, ...] = (
            cells.rose,
            cells.tableau,
            (x, y - layout.PILL / 2, room, (rows - 1) * cells.pitch + layout.PILL),
            (cells.badge[0] - 22, cells.badge[1] - 22, 44, 44),
            (cells.name[0], cells.name[1] - 9, cells.name[2], 18),
            (*cells.purse, 222, 1),
            (cells.total[0] - 112, cells.total[1] - cells.score / 2 - 6, 112, cells.score + 12),
        )
        for one, other in combinations(boxes, 2):
            assert not overlap(one, other), (one, other)
        for left, top, width, height in boxes:
            assert min(left, top) >= 0
            assert left + width <= size[0]
            assert top + height <= size[1]


@pytest.mark.usefixtures("recorded")
@SHAPES
def test_plaques_hide_no_space_and_every_ship_lies_on_the_water(shape: Shape) -> None:
    part = layout.of(shape, 4, 1).sea
    chart = Chart(part.measures)
    spots = [chart.around(space, -6) for space in board.SPACES]
    for one, other in combinations([*chart.plaques.values(), *spots], 2):
        assert not overlap(one, other), (one, other)
    for plaque in chart.plaques.values():
        assert plaque[0] >= 0
        assert plaque[0] + plaque[2] <= part.width
    places = set()
    for space in board.SPACES:
        view = Macao.new(2, 1).view(None)
        view.players[0].ship = space
        shown = drawn(render.board(view, caption(shape=shape)))
        (ship,) = (mark for mark in shown if mark.name == "ship" and mark.text == "A")
        assert ship.inside(part.box, 6), space
        places.add(ship.at)
    assert len(places) == len(board.SPACES)


@SHAPES
@pytest.mark.parametrize("ships", [1, 2, 3, 4])
def test_no_line_that_ties_ships_runs_over_the_name_of_their_port(ships: int, shape: Shape) -> None:
    chart = Chart(layout.of(shape, 4, 1).sea.measures)
    with recording():
        for port in board.PORTS:
            berth, _ = sea._lying(chart.size, port, sea._forms(ships, sea._SMALLER), [])
            sprite, (x, y) = sea._mooring(chart.size, port, berth, TEXT)
            left, top, wide, high = chart.plaques[port]
            for mark in parts(sprite):
                if mark.kind == "path":
                    run = [each / pen._LARGER for each in mark.how[-1]]
                    corner = x - sprite.size[0] / 2, y - sprite.size[1] / 2
                    for step in range(21):
                        at = [run[axis] + (run[axis + 2] - run[axis]) * step / 20 + corner[axis] for axis in (0, 1)]
                        assert not (left + 2 < at[0] < left + wide - 2 and top + 2 < at[1] < top + high - 2), port


@pytest.mark.usefixtures("recorded")
def test_many_activated_cards_leave_the_lines_of_the_tableau_their_room() -> None:
    """Five cards in hand, eight activated, at four mats beside the board."""
    data, say = crowded(4).dump(), texts("en").say
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
@SHAPES
@pytest.mark.parametrize("activated", [0, 5, 8])
@pytest.mark.parametrize("seats", Macao.seats)
def test_the_frame_round_a_new_card_holds_its_line_and_touches_no_other(
    seats: int, activated: int, shape: Shape
) -> None:
    data, say = crowded(seats).dump(), texts("en").say
    player, cards = data["players"][0], [card for card in CARDS if CARDS[card].size == 4 and len(card) < 12]
    player["tableau"], player["activated"] = cards[: board.TABLEAU_SLOTS], [*CARDS][60 : 60 + activated]
    for card in player["tableau"]:
        words_of = render.Caption(tuple("KLMN")[:seats], (Event("took", 0, {"card": card}),), say, "en", shape=shape)
        shown = drawn(render.board(Macao.load(data).view(None), words_of))
        mat = shown.within(layout.of(shape, seats, 3).mats[0].box, 400 if shape is Shape.TALL else 0)
        frame = next(
            mark for mark in mat if mark.kind == "frame" and mark.inks == (None, ink.NEW) and mark.box[2] > 200
        )
        unit = layout.UNIT[shape] if shape is Shape.TALL or seats > 2 else 1.1
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
