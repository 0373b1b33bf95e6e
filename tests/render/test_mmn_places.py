from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops

import engines
import render
from bot.wording import LANGUAGES, texts_in
from engines import Action, Event
from engines.mmn.game import Mmn
from render.kit.initials import named
from render.mmn import decision, hand, layout
from render.mmn.chart import Chart, chart_of
from render.mmn.letters import FEW, asked, letters
from render.mmn.places import Label, labels
from render.shape import Shape
from tests.render.mmn_positions import at_turn, caption, crowded, discarding, trading
from tests.render.positions import started
from tests.render.recording import drawn, recording

KIB = 1024


def covered(first: Label, second: Label) -> bool:
    across = (first.sign.size[0] + second.sign.size[0]) / 2
    down = (first.sign.size[1] + second.sign.size[1]) / 2
    return abs(first.at[0] - second.at[0]) < across and abs(first.at[1] - second.at[1]) < down


def of(seats: int, shape: Shape = Shape.TALL) -> Chart:
    part = layout.of(shape, seats).map
    return chart_of(seats, part.width, part.height)


MAPS = pytest.mark.parametrize(
    ("seats", "shape"),
    [
        pytest.param(
            seats, shape, marks=[] if (seats, shape) in ((4, Shape.WIDE), (6, Shape.TALL)) else pytest.mark.proof
        )
        for seats in Mmn.seats
        for shape in Shape
    ],
    ids=str,
)
"""Each of the two maps in one of the shapes, which only place it elsewhere; ``make proof`` looks at both of all."""


def every(words: Sequence[str]) -> list[Action]:
    return [("x", word) for word in words]


@MAPS
@pytest.mark.parametrize("kind", ["nodes", "paths", "hexes", "harbours"])
def test_labels_of_all_places_of_a_kind_lie_where_they_belong(seats: int, kind: str, shape: Shape) -> None:
    game = crowded(seats)
    place = of(seats, shape)
    words = getattr(game.size.geometry, kind)
    view = game.view(0)
    placed_labels = labels(view, place, letters(view, every(words)), 0)
    assert sorted(label.word for label in placed_labels) == sorted(words)
    assert not [pair for pair in combinations(placed_labels, 2) if covered(*pair)]
    for label in placed_labels:
        assert math.dist(label.at, label.anchor) < 110 * place.unit
        assert label.sign.size[0] / 2 <= label.at[0] <= place.width - label.sign.size[0] / 2


@pytest.mark.parametrize("seats", [4, 6])
def test_labels_of_different_kinds_give_way_to_each_other(seats: int) -> None:
    view = crowded(seats).view(0)
    geometry = crowded(seats).size.geometry
    words = [*geometry.nodes[10:20], *geometry.paths[10:20], *geometry.hexes[:6], *geometry.harbours[:4]]
    placed_labels = labels(view, of(seats), letters(view, every(words)), 0)
    assert len(placed_labels) == len(words)
    assert not [pair for pair in combinations(placed_labels, 2) if covered(*pair)]


def test_a_path_is_never_covered_by_its_label() -> None:
    view = Mmn.new(4, 1).view(0)
    place = of(4)
    for label in labels(view, place, letters(view, every(place.geometry.paths)), 0):
        (x, y), turn = place.path(label.word)
        dx, dy = {0: (0.0, 1.0), 1: (0.5, -0.866), -1: (0.5, 0.866)}[turn]
        wide, high = label.sign.size
        for step in range(-40, 41, 10):
            is_beside = abs(x + dx * step - label.at[0]) > wide / 2 or abs(y + dy * step - label.at[1]) > high / 2
            assert is_beside, label.word


@pytest.mark.parametrize("names", [(), ("Gus", "Hans", "Jo", "Kim", "Émile", "Zoe")])
@pytest.mark.parametrize("seats", [3, 6])
def test_every_place_has_a_label_of_its_own_without_the_letters_of_seats(seats: int, names: tuple[str, ...]) -> None:
    view = Mmn.new(seats, 1).view(0)
    geometry = of(seats).geometry
    words = [*geometry.nodes, *geometry.paths, *geometry.hexes, *geometry.harbours]
    with named(names):
        label_of = {word: letters(view, [("x", word)])[word] for word in words}
    assert len({*label_of.values()}) == len(words)
    assert all(len(label) == 2 for label in label_of.values())
    shown = set("GHJKEZ" if names else "ABCDEF")
    assert not {sign for label in label_of.values() for sign in label} & {*shown, "I", "O", "0"}


def test_a_place_keeps_its_label_whatever_is_asked_and_lists_run_from_top_to_bottom() -> None:
    view = Mmn.new(6, 1).view(0)
    geometry = of(6).geometry
    every_one = letters(view, every(geometry.nodes))
    for words in (geometry.nodes[:4], geometry.nodes[30:33], [geometry.nodes[-1], *geometry.paths[:5]]):
        some = letters(view, every(words))
        assert sorted(some) == sorted(words)
        assert all(some[word] == every_one[word] for word in words if word in every_one)
    heights = [geometry.node_points[geometry.node_number[word]][1] for word in every_one]
    assert heights == sorted(heights)
    assert list(letters(view, every(geometry.nodes[::-1]))) == list(every_one)
    assert letters(view, [("pass",)]) == {}


def test_a_place_keeps_its_label_through_a_turn() -> None:
    game = at_turn(4, 30)
    known = dict[str, str]()
    for _ in range(40):
        seat = game.blocking_seats[0]
        legal = game.legal(seat)
        for first in {action[0] for action in legal}:
            for word, label in letters(
                game.view(seat), [candidate for candidate in legal if candidate[0] == first]
            ).items():
                assert known.setdefault(word, label) == label
        game.play(seat, legal[0])
    assert len(known) > 10


def test_labels_are_the_same_on_the_map_as_for_the_panel() -> None:
    game = Mmn.new(4, 2)
    seat = game.to_act[0]
    view = game.view(seat)
    offered = game.legal(seat)
    with recording():
        shown = drawn(decision.draw(view, caption(), offered))
        signs = {mark.text for mark in shown if mark.name == "_sign"}
    assert signs == set(letters(view, offered).values())


@pytest.mark.parametrize(
    ("actions", "words", "chosen"),
    [
        ([("settlement", "n01"), ("settlement", "n05")], ["n01", "n05"], []),
        ([("road", "n01-n04"), ("pass",)], ["n01-n04"], []),
        ([("move", "n01", "n05"), ("move", "n01", "n09")], ["n05", "n09"], ["n01"]),
        ([("move", "n01", "n05"), ("move", "n02", "n05")], ["n01", "n05", "n02"], []),
        ([("move", f"n{at:02}", "n05") for at in range(11, 44)], [f"n{at}" for at in range(11, 44)], []),
        ([("store", "n01", "h01")], ["n01", "h01"], []),
        ([("store", "n01", "h01"), ("store", "n02", "h01")], ["n01", "h01", "n02"], []),
        ([("store", "n01", "h01"), ("store", "n01", "h02"), ("hall", "n01")], ["h01", "h02", "n01"], ["n01"]),
        ([("pirate", "p1"), ("robber", "h03"), ("rob", "seat1")], ["p1", "h03"], []),
        ([("pass",)], [], []),
    ],
)
def test_places_are_read_off_actions(actions: list[Action], words: list[str], chosen: list[str]) -> None:
    assert asked(Mmn.new(3, 1).size.geometry, actions) == (words, chosen)


def test_the_opening_can_be_played_from_the_picture() -> None:
    game = Mmn.new(6, 3)
    seat = game.to_act[0]
    data = render.decision(game.view(seat), caption(), game.legal(seat))
    image = Image.open(BytesIO(data))
    assert image.width == 1600
    assert image.height < 3600
    assert len(data) < 300 * KIB
    game.play(seat, game.legal(seat)[7])
    assert render.decision(game.view(seat), caption(), game.legal(seat)) != data


def test_only_what_is_legal_is_labelled() -> None:
    game = at_turn(5, 30)
    first_map, second_map = (decision.draw(game.view(0), caption(), [("settlement", word)]) for word in ("n20", "n21"))
    box = ImageChops.difference(first_map, second_map).getbbox()
    assert box is not None
    assert (box[2] - box[0]) * (box[3] - box[1]) < 400 * 400


def test_the_labels_have_the_colour_of_who_is_asked() -> None:
    game = at_turn(4, 12)
    pictures = {render.decision(game.view(seat), caption(), [("settlement", "n20")]) for seat in range(4)}
    assert len(pictures) == 4


def test_without_places_nothing_is_drawn() -> None:
    game = Mmn.new(4, 1)
    with pytest.raises(LookupError, match="place"):
        render.decision(game.view(0), caption(), [("roll",), ("pass",)])
    with pytest.raises(LookupError, match="words"):
        render.decision(started(2).view(0), caption(), [("done",)])


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_the_ring_round_a_place_already_chosen_is_round_and_whole(shape: Shape) -> None:
    moves = [("move", "n01", "n05"), ("move", "n01", "n09")]
    (ring,) = drawn(decision.draw(Mmn.new(3, 1).view(0), caption(shape=shape), moves)).called("_ring")
    assert len(ring.parts) == 2
    for circle in ring.parts:
        assert circle.at == pytest.approx((ring.box[2] / 2, ring.box[3] / 2), abs=1)
        assert circle.inside((0, 0, *ring.box[2:]))


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_where_cards_are_chosen_or_traded_the_hand_is_shown(shape: Shape) -> None:
    words = caption(shape=shape)
    for game in (discarding(3), trading(5)):
        seat = game.to_act[0]
        view = game.view(seat)
        assert drawn(decision.draw(view, words, game.legal(seat))) == drawn(hand.draw(view, words))


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_what_cards_pay_for_stands_beside_the_map_and_otherwise_all_mats(shape: Shape) -> None:
    view = at_turn(4, 12).view(0)
    view.phase = "actions"
    words = caption(shape=shape)
    priced = drawn(decision.draw(view, words, [("settlement", "n20"), ("serf",)]))
    assert {"Settlement", "Serf"} <= set(priced.texts())
    moved = drawn(decision.draw(view, words, [("robber", "h05")]))
    assert "Settlement" not in moved.texts()
    for seat_shown in range(4):
        name = words.name(seat_shown)
        texts = moved.texts()
        assert name in texts or any(name.startswith(text[:-1]) for text in texts if text.endswith("\u2026"))


@MAPS
@pytest.mark.parametrize("kind", ["nodes", "paths", "hexes", "harbours"])
def test_labels_leave_numbers_rates_and_letters_of_pieces_uncovered(seats: int, kind: str, shape: Shape) -> None:
    view = crowded(seats).view(0)
    place = of(seats, shape)
    read = [place.hex(hex.id) for hex in view.hexes]
    read += [place.harbour(harbour.id) for harbour in view.harbours]
    read += [place.node(building.node) for player in view.players for building in player.buildings]
    read += [place.node(knight.node) for player in view.players for knight in player.knights]
    words = getattr(place.geometry, kind)
    for first in range(0, len(words), FEW):
        for label in labels(view, place, letters(view, every(words[first : first + FEW])), 0):
            wide, high = label.sign.size
            for x, y in read:
                over = abs(x - label.at[0]) < wide / 2 + 12 and abs(y - label.at[1]) < high / 2 + 12
                assert not over, (label.word, (x, y))


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_prints_the_codes_that_its_message_names(shape: Shape, language: str) -> None:
    game = engines.new("mmn", 3, 5)
    rng = Random(5)
    events = list[Event]()
    while not any("path" in event.data for event in events):
        seat = game.blocking_seats[0]
        events = game.play(seat, game.sample(seat, rng))
    names = ("Anna", "Ben", "Cleo")
    texts = texts_in(language).at(game, names)
    shown = drawn(render.board(game.view(None), render.Caption(names, tuple(events), texts.say, language, shape=shape)))
    line = " ".join(texts.events("mmn", events, names))
    codes = render.marks(
        game.view(None), [(str(event.data["path"]),) for event in events if "path" in event.data], names
    )
    assert codes
    printed = {mark.text for mark in shown}
    for code in codes.values():
        assert f" {code} (" in line
        assert code in printed
