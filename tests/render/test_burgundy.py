"""The pictures of The Castles of Burgundy; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

from collections import Counter

import pytest

import render
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from render.burgundy import depots, icons, layout, own_layout, player_board, tiles, words
from render.burgundy.inks import EDGE, GOODS, HEX, ON_GOODS, ON_TILE, TILE
from render.caption import UNNAMED
from render.kit import fonts, ink, turn
from render.kit.canvas import Canvas
from render.kit.pen import Sprite
from render.shape import Shape
from tests.render.burgundy_positions import (
    caption,
    choosing,
    crowded,
    decided,
    events,
    in_round,
    positions,
    say,
)
from tests.render.comparing import contrast, faded, ids_in, listening

SEATS = range(2, 5)


def pixels(sprite: Sprite) -> bytes:
    return b"".join(image.tobytes() for image in sprite.pixels(1))


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.proof), 4])
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.proof)])
def test_no_sprite_leaves_the_picture(half: int, seats: int, shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[tuple[float, float]] = []
    paste = Canvas.paste

    def watch(self: Canvas, small: Sprite, at: tuple[float, float], side: str = "m") -> None:
        paste(self, small, at, side)  # type: ignore[arg-type]
        width, height, _ = small.pieces(self.scale)
        x, y = self.pixel(at)
        left = x - {"l": 0.0, "m": width / 2, "r": float(width)}[side]
        put.append(at)
        assert left >= -1
        assert left + width <= self.image.width + 1
        assert y - height / 2 >= -1
        assert y + height / 2 <= self.image.height + 1

    monkeypatch.setattr(Canvas, "paste", watch)
    words = caption(events(), f"pasted {seats}", shape)
    for game in positions(seats)[(SEATS.index(seats) + half) % 2 :: 2]:
        render.board(game.view(None), words)
        render.hand(game.view(0), words)
        decided(game, words)
    assert put


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    listener, asked = listening(caption(events()))
    for game in positions(4):
        render.board(game.view(None), listener)
    data = crowded(4).dump()
    for number, tile in enumerate(box.TILES):
        data["players"][0]["storage"] = [tile]
        data["players"][0]["goods"] = {box.GOODS[number % 6]: 1}
        render.hand(Burgundy.load(data).view(0), listener)
    data["players"][0].update(goods={}, storage=[])
    render.hand(Burgundy.load(data).view(0), listener)
    render.hand(in_round(4, 2).view(0), listener)
    render.hand(choosing(4, "extra").view(0), listener)
    data = in_round(4, 2).dump()
    for tile in box.KNOWLEDGE:
        data["depots"]["black"] = [tile]
        render.board(Burgundy.load(data).view(None), listener)
    for card in box.CARDS:
        render.card(Burgundy.key, card, listener)
    assert asked - {UNNAMED} == ids_in(words, turn)


@pytest.mark.usefixtures("recorded")
def test_a_stack_of_markers_shows_who_is_on_top() -> None:
    data = in_round(2, 2).dump()
    pictures = set()
    for spaces in ([[0, 1]], [[1, 0]], [[1], [0]], [[], [0, 1]]):
        data["track"] = {"spaces": spaces}
        pictures.add(render.picture(Burgundy.load(data).view(None), caption()))
    assert len(pictures) == 4


@pytest.mark.usefixtures("recorded")
def test_used_dice_look_used() -> None:
    data = in_round(2, 2).dump()
    pictures = set()
    for unused in ([3, 3], [3], []):
        data["players"][1].update(rolled=[3, 3], unused=unused)
        pictures.add(render.picture(Burgundy.load(data).view(None), caption()))
    assert len(pictures) == 3


def test_every_kind_of_tile_looks_its_own_even_without_colour() -> None:
    looks = {
        tiles.tile(kind, 104, tiles.code(kind, caption())).pixels(1).image.convert("L").tobytes() for kind in box.TILES
    }
    assert len(looks) == len(box.TILES)
    pictograms = {
        tiles.tile(kind, 104, "").pixels(1).image.convert("1").tobytes() for kind in (*box.BUILDINGS, "ship", "mine")
    }
    assert len(pictograms) == len(box.BUILDINGS) + 2
    assert {name.removeprefix("sign_") for name in icons.icon.names if name.startswith("sign_")} == set(box.COLOURS)
    assert set(TILE) == set(box.COLOURS)
    assert len({pixels(icons.goods(kind, 46)) for kind in box.GOODS}) == len(box.GOODS)


@pytest.mark.parametrize("board", ESTATES)
def test_every_hex_of_every_board_has_its_name_and_number(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = Canvas.text

    def listen(self: Canvas, at: tuple[float, float], text: str, room: float, **options: object) -> int:
        written.append(text)
        return write(self, at, text, room, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", listen)
    drawn = player_board.board.__wrapped__(board).pixels(0.9)
    assert drawn.image.size == player_board.size(0.9)
    assert sorted(text for text in written if len(text) > 1) == sorted(ESTATES[board].hexes)
    numbers = {value: icons.number(value, 42) for value in box.DICE}
    assert len({pixels(sprite) for sprite in numbers.values()}) == len(box.DICE)


def test_hexes_touch_and_do_not_overlap() -> None:
    hexes = ESTATES["1"].hexes
    centre = player_board.spot(hexes["d4"], (0, 0))
    assert centre == (0, 0)
    for name in hexes["d4"].neighbours:
        x, y = player_board.spot(hexes[name], (0, 0))
        assert x**2 + y**2 == pytest.approx(layout.TILE**2)
    width, height = layout.BOARD
    for hex in hexes.values():
        for x, y in tiles.hex_corners(player_board.spot(hex, (width / 2, height / 2)), layout.TILE):
            assert 0 <= x <= width
            assert 0 <= y <= height


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("seats", SEATS)
def test_depots_lie_in_a_ring(seats: int, shape: Shape) -> None:
    for lying in (layout.of(shape, seats).depots, own_layout.of(shape, seats, 0, deciding=True).depots):
        assert lying
        places = [lying.numbered[depot].box[:2] for depot in box.DEPOTS]
        for place, next_place in zip(places, places[1:] + places[:1], strict=True):
            assert place[0] == next_place[0] or place[1] == next_place[1]


@pytest.mark.parametrize("seats", SEATS)
def test_depots_keep_their_spaces(seats: int) -> None:
    game = in_round(seats, 1)
    for depot in box.DEPOTS:
        assert [tile for _, tile in depots.slots(game.view(None), depot)] == game.state.depots[depot]
        first = game.state.depots[depot].pop(0)
        spaces = depots.slots(game.view(None), depot)
        assert Counter(tile for _, tile in spaces if tile) == Counter(game.state.depots[depot])
        assert Counter(colour for colour, tile in spaces if not tile) == {box.COLOUR[first]: 1}


def test_words_and_signs_stand_out() -> None:
    for colour in box.COLOURS:
        assert contrast(TILE[colour], ON_TILE[colour]) >= 4.5
        assert contrast(HEX[colour], EDGE[colour]) >= 3
    for kind in box.GOODS:
        assert contrast(GOODS[kind], ON_GOODS[kind]) >= 3
    assert all(fonts.width(say(code), layout.TEXT) <= 86 for code in words.CODES.values())


def test_colours_of_tiles_and_seats_survive_encoding() -> None:
    picture = render.picture(crowded(4).view(None), caption())
    assert faded(picture, (*TILE.values(), *HEX.values(), *GOODS.values(), *ink.PLAIN.player[:4])) <= 6
