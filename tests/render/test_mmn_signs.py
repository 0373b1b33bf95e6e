"""Signs on the board of Power, Magic and Food: none hides another, none means two things, all are explained."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

import render
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines.mmn import board
from render.kit.canvas import Canvas
from render.kit.pen import Sprite
from render.mmn import field, figures, hand, layout, legend, pieces, places, words
from render.mmn.chart import Chart, chart_of
from render.mmn.icons import icon
from render.mmn.news import News
from render.shape import Shape
from tests.render.mmn_positions import DECKS, at_turn, caption, crowded, holding, say
from tests.render.recording import drawn


def of(seats: int) -> Chart:
    part = layout.of(Shape.TALL, seats).map
    return chart_of(seats, part.width, part.height)


def middle(image: Image.Image, at: tuple[float, float], size: int) -> Image.Image:
    left = round(at[0]) - size // 2
    top = round(at[1]) - size // 2
    return image.crop((left, top, left + size, top + size)).convert("RGB")


def alike(first: Image.Image, second: Image.Image) -> bool:
    return max(ImageChops.difference(first, second).convert("L").tobytes()) < 40


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nothing_covers_what_lies_beside_a_building(seats: int) -> None:
    view = crowded(seats).view(None)
    place = of(seats)
    canvas = Canvas(Image.new("RGB", (int(place.width), int(place.height))))
    size = round(40 * place.unit)
    field.draw(canvas, place, view, News())
    land = canvas.image
    seen = 0
    for player in view.players:
        for building in player.buildings:
            lying = [(building.chip_hex, building.chip)] if building.chip and building.chip_hex else []
            lying += [(hex, "servant") for hex in building.servants]
            lying += [(hex, "journeyman") for hex in building.journeymen]
            for hex, kind in lying:
                sign = pieces.chip(player.seat, kind, size)
                at = place.corner(hex, building.node)
                inner = middle(sign.pixels(1).image, (sign.size[0] / 2, sign.size[1] / 2), size // 2)
                cuts = [middle(land, (at[0] + dx, at[1] + dy), size // 2) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
                assert any(alike(inner, cut_out) for cut_out in cuts), (player.seat, kind, hex, building.node)
                seen += 1
    assert seen > 10


def test_a_captain_shows_at_every_knight_of_every_colour() -> None:
    for seat in range(6):
        for rank in ("basic", "strong", "mighty"):
            for active in (True, False):
                plain, led = (
                    pieces.knight(seat, rank, 77, active, captain).pixels(1).image for captain in (False, True)
                )
                changed = ImageChops.difference(plain, led).convert("L")
                assert sum(changed.point(lambda value: value > 30).histogram()[1:]) > 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_the_legend_has_a_name_of_its_own(language: str) -> None:
    texts = texts_in(language)
    assert len({texts.say(id) for id in words.LEGEND.values()}) == len(words.LEGEND) == len(legend.signs())


def test_no_sign_of_the_legend_means_two_things() -> None:
    def drawn(sign: Sprite) -> bytes:
        return sign.pixels(1).image.resize((40, 40)).tobytes()

    signs = [
        drawn(sign) for sign in (*legend.signs().values(), figures.robber(46), icon("pirate", 46), icon("hand", 46))
    ]
    assert len(set(signs)) == len(signs)


@pytest.mark.usefixtures("recorded")
def test_opponents_see_what_the_active_player_exchanges_two_to_one() -> None:
    view = at_turn(3, 20).view(None)
    plain = drawn(render.board(view, caption()))
    view.rights = list(board.KINDS)
    fresh = [mark for mark in drawn(render.board(view, caption())) if mark not in plain]
    assert "2:1" in {mark.text for mark in fresh}
    assert max(m.box[0] + m.box[2] for m in fresh) - min(m.box[0] for m in fresh) < 250
    assert 40 < max(m.box[1] + m.box[3] for m in fresh) - min(m.box[1] for m in fresh) < 80
    view.rights = ["wool"]
    few = [mark for mark in drawn(render.board(view, caption())) if mark not in plain]
    assert 2 == len(few) < len(fresh)


@pytest.mark.parametrize("seats", [3, 6])
def test_a_label_leaves_letter_and_rank_of_its_piece_uncovered(seats: int) -> None:
    view = crowded(seats).view(None)
    place = of(seats)
    for player in view.players:
        pieces_there = [*(knight.node for knight in player.knights), *(building.node for building in player.buildings)]
        for node in pieces_there:
            (label,) = places.labels(view, place, {node: "G"}, player.seat)
            (x, y) = label.at
            (wide, high) = label.sign.size
            at = place.node(node)
            assert abs(x - at[0]) > wide / 2 + 14 * place.unit or abs(y - at[1]) > high / 2 + 14 * place.unit


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(("cards", "explained"), [(0, True), (3, False)])
def test_a_wide_hand_explains_the_signs_where_there_is_room(cards: int, explained: bool) -> None:
    view = holding(4, DECKS["magic"][:cards]).view(0)
    wide, tall = (drawn(hand.draw(view, caption(shape=shape))).texts() for shape in (Shape.WIDE, Shape.TALL))
    assert (say(words.LEGEND["autarky"]) in wide) is explained
    assert say(words.LEGEND["autarky"]) not in tall
