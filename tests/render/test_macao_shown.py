"""What Macao's pictures say is what the view says, in both shapes: numbers, owners, colours, places."""

from __future__ import annotations

import msgspec
import pytest

import render
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render.kit.badge import badge
from render.kit.icons import icon
from render.kit.ink import CARD, CROWN, CROWN_DARK, NEW, NEW_WASH, SOFT, TEXT, mix
from render.kit.pen import Sprite
from render.macao import icons, layout, words
from render.macao.inks import PALETTE
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.macao_positions import finished, in_phase
from tests.render.macao_shown import LETTERS, SEATS, SHAPES, counted, place, position, show
from tests.render.recording import NAMES, caption, drawn, parts

pytestmark = pytest.mark.usefixtures("noted")


def on_mat(sprite: Sprite, shape: Shape) -> Sprite:
    """A sprite as it is on a player's mat."""
    return sprite.scaled(layout.of(shape, SEATS, 1).mats[0].unit)


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
    assert [cell.beside(mark) for mark in cell.sprites(on_mat(icons.icon("hull", 24), shape))] == (
        [f"+{seat}"] if seat else []
    )
    for sign, told in (
        (icons.icon("prestige", 22), player.prestige),
        (icon("coin", 21), player.gold),
        (icons.ware(board.JOKER, 22), player.jokers),
        (icons.icon("penalty", 21), player.penalties),
        (icons.icon("roof", 21), f"{player.group}/{len(player.quarters)}"),
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
def test_at_the_end_every_activated_card_is_shown(shape: Shape) -> None:
    for seats in Macao.seats:
        view = finished(seats).view(None)
        ids = sorted(CARDS)
        for player in view.players:
            player.activated = ids[:13]
            ids = ids[13:]
        shown = show(view, shape=shape)
        for player, part in zip(view.players, place(view, shape).mats, strict=True):
            named = [mark.text.split()[0] for mark in shown.within(part.box, 12).called("pill")]
            assert sorted(named) == sorted(player.activated)


@SHAPES
def test_a_rose_shows_the_fields_that_have_cubes_and_gives_their_room_to_the_sea(shape: Shape) -> None:
    view = position()
    widths = []
    for used in ([], [2], [1, 4, 6], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]):
        for player in view.players:
            player.rose = [{"red": 1} if field in used else {} for field in range(board.DIE_FIELDS + 1)]
        shown = show(view, shape=shape)
        where = place(view, shape)
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
@pytest.mark.parametrize("seats", Macao.seats)
def test_the_arrow_above_a_stock_leaves_its_number_uncovered(seats: int, shape: Shape) -> None:
    view = in_phase(seats, 5, "actions").view(None)
    for used in range(board.DIE_FIELDS + 1):
        for player in view.players:
            player.rose = [{"red": 1} if field <= used else {} for field in range(board.DIE_FIELDS + 1)]
            player.rose[board.STOCK] = {"red": 88}
        shown = show(view, shape=shape)
        for part in place(view, shape).mats:
            cell = shown.within(part.box, 12)
            number = cell.text("88")
            assert all(arrow.box[0] + arrow.box[2] <= number.box[0] for arrow in cell.called("arrow")), used


@SHAPES
def test_who_leads_has_a_golden_plate(shape: Shape) -> None:
    view = position()
    for points, leading in (([5, 9, 9, 3], [1, 2]), ([4, 4, 4, 4], [])):
        rank(view, points)
        shown = show(view, shape=shape)
        boxes = [part.box for part in place(view, shape).mats]
        golden = [seat for seat, box in enumerate(boxes) if shown.frames(CROWN, CROWN_DARK, box=box)]
        assert golden == leading


@SHAPES
@pytest.mark.parametrize("seats", Macao.seats)
def test_the_golden_plate_lies_within_the_frame_of_a_mat_that_is_to_act(seats: int, shape: Shape) -> None:
    view = in_phase(seats, 5, "actions").view(None)
    (leader,) = view.to_act
    rank(view, (158 * (seat == leader) for seat in range(seats)))
    shown = show(view, shape=shape)
    (plate,) = shown.frames(CROWN, CROWN_DARK)
    mats = [part.box for part in place(view, shape).mats]
    (frame,) = (
        mark
        for mark in shown.frames(PALETTE.washes[leader], PALETTE.edges[leader])
        if abs(mark.at[1] - mats[leader][1] - mats[leader][3] / 2) < 5 and mark.box[2] > mats[leader][2]
    )
    (left, top, width, height) = frame.box
    line = frame.how[0] + 2
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
    sign = icons.ware("tea", 23) if left else icons.icon("hull", 22, ink=mix(SOFT, CARD, 0.45))
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
    view.order = [2, 0, 3, 1]
    view.to_act = (3,)
    view.waiting = [3, 1]
    box = show(view, shape=shape).within(place(view, shape).turn.box)
    first, *following = box.called("badge")
    assert (first.text, first.box[2] > max(mark.box[2] for mark in following)) == ("D", True)
    assert [mark.text for mark in following] == ["C", "A", "D", "B"]
    done = {mark.box[2] for mark in following[:2]}
    waiting = {mark.box[2] for mark in following[2:]}
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
    names = ("Anna Bertha von Zweibrücken", *NAMES[1:])
    view = position()
    shown = drawn(render.board(view, caption(names=names)))
    assert {"Anna Bertha von", "Zweibrücken"} <= set(shown.within(place(view).mats[0].box).texts())


@SHAPES
def test_a_long_name_is_set_smaller_on_a_mat_before_it_is_cut(shape: Shape) -> None:
    names = ("Eve", "Wilhelmina Overbeek" if shape is Shape.WIDE else "Friederike Strauß", *NAMES[2:])
    view = position()
    for player in view.players:
        player.free_steps = 0
    shown = drawn(render.board(view, caption(names=names, shape=shape)))
    mats = place(view, shape).mats
    short, long = (shown.text(name, part.box).how[0] for name, part in zip(names[:2], mats[:2], strict=True))
    assert long < short


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
    shown = show(view, shape=shape)
    where = place(view, shape)
    table = shown.within(where.table.box)
    lines = [mark for mark in table if mark.name == "badge"]
    assert [mark.text for mark in lines] == ["C", "A", "B"]
    for number, (mark, seat) in enumerate(zip(lines, view.ranking, strict=True)):
        texts = table.texts((0, mark.at[1] - 30, 1600, 60))
        assert texts == [f"{number + 1}.", NAMES[seat], str(90 + 7 * seat), *(str(10 * seat + n) for n in range(6))]
    assert {NAMES[2], "over"} <= set(shown.within(where.turn.box).texts())
    assert shown.within(where.turn.box).called("crown")
