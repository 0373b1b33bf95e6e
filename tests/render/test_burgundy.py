from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import pytest
from PIL import Image

import render
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from render.burgundy import depots, estate, hexagon, icons, layout, symbols, tiles, words
from render.burgundy.inks import EDGE, GOODS, HEX, ON_GOODS, ON_TILE, TILE
from render.kit import fonts, ink
from render.kit.canvas import Canvas
from render.kit.pen import Sprite
from tests.render.burgundy_positions import (
    caption,
    choosing,
    crowded,
    events,
    finished,
    fitted,
    in_round,
    offered,
    say,
)
from tests.render.positions import NAMES

KIB = 1024
SEATS = range(2, 5)


def positions(seats: int) -> list[Burgundy]:
    return [
        choosing(seats),
        choosing(seats, "extra"),
        offered(seats),
        Burgundy.new(seats, seats),
        in_round(seats, 1),
        in_round(seats, 9),
        in_round(seats, 22),
        crowded(seats),
        crowded(seats, True),
        finished(seats),
    ]


def pixels(sprite: Sprite) -> bytes:
    return sprite.image.tobytes() + sprite.stencil.tobytes()


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_is_drawn_wide_and_light(seats: int) -> None:
    for game in positions(seats):
        for told in ((), [fitted(event, game) for event in events()]):
            data = render.picture(game.view(None), caption(told))
            image = Image.open(BytesIO(data))
            assert image.format == "PNG"
            assert image.width == 1600
            assert 1900 <= image.height <= 3100
            assert len(data) < 300 * KIB


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_leaves_the_picture(seats: int, told: list[str]) -> None:
    for game in positions(seats):
        words = caption(events(), f"watched {seats}")
        render.board(game.view(None), words)
        for seat in range(seats):
            render.hand(game.view(seat), words)
    for card in box.CARDS:
        render.card(Burgundy.key, card, caption())
    assert "Zimmermannswerkstatt" in told
    assert NAMES[1] in told


@pytest.mark.parametrize("seats", SEATS)
def test_no_sprite_leaves_the_picture(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[tuple[float, float]] = []
    paste = Canvas.paste

    def watch(self: Canvas, small: Sprite, at: tuple[float, float], side: str = "m") -> None:
        paste(self, small, at, side)  # type: ignore[arg-type]
        width, height = small.image.size
        left = at[0] - {"l": 0.0, "m": width / 2, "r": float(width)}[side]
        put.append(at)
        assert left >= -1
        assert left + width <= self.image.width + 1
        assert at[1] - height / 2 >= -1
        assert at[1] + height / 2 <= self.image.height + 1

    monkeypatch.setattr(Canvas, "paste", watch)
    for game in positions(seats):
        render.board(game.view(None), caption(events(), f"pasted {seats}"))
        render.hand(game.view(0), caption(events(), f"pasted {seats}"))
    assert put


def test_the_same_view_gives_the_same_bytes() -> None:
    view = in_round(4, 5).view(None)
    assert render.picture(view, caption()) == render.picture(view, caption())
    assert render.hand(in_round(4, 5).view(1), caption()) == render.hand(in_round(4, 5).view(1), caption())


@pytest.mark.parametrize("seats", SEATS)
def test_what_lies_face_down_never_shows(seats: int) -> None:
    game = in_round(seats, 3)
    seen = {render.picture(game.determinize(0, Random(seed)).view(None), caption()) for seed in range(3)}
    assert len(seen) == 1


def test_only_listed_messages_are_asked_for() -> None:
    asked: set[str] = set()

    def listen(message: str) -> str:
        asked.add(message)
        return say(message)

    listening = render.Caption(NAMES, events(), listen, "listening")
    for game in positions(4):
        render.board(game.view(None), listening)
    data = crowded(4).dump()
    for number, tile in enumerate(box.TILES):
        data["players"][0]["storage"] = [tile]
        data["players"][0]["goods"] = {box.GOODS[number % 6]: 1}
        render.hand(Burgundy.load(data).view(0), listening)
    render.hand(in_round(4, 2).view(0), listening)
    render.hand(choosing(4, "extra").view(0), listening)
    data = in_round(4, 2).dump()
    for tile in box.KNOWLEDGE:
        data["depots"]["black"] = [tile]
        render.board(Burgundy.load(data).view(None), listening)
    for card in box.CARDS:
        render.card(Burgundy.key, card, listening)
    optional = {*words.NOTES.values(), *words.BOARDS.values()}
    assert asked - optional == set(words.MESSAGE_IDS)
    assert optional <= asked
    assert set(words.MESSAGE_IDS) <= set(render.MESSAGE_IDS)
    assert len(render.MESSAGE_IDS) == len(set(render.MESSAGE_IDS))


def test_every_seat_shows_whose_turn_it_is() -> None:
    boards, acted = [], set[int]()
    game = in_round(3, 2)
    while len(acted) < 3:
        (seat,) = game.to_act
        if seat not in acted:
            acted.add(seat)
            boards.append(render.picture(game.view(None), caption()))
        game.play(seat, game.legal(seat)[-1])
    assert len(set(boards)) == 3


def test_a_stack_of_markers_shows_who_is_on_top() -> None:
    data = in_round(2, 2).dump()
    pictures = set()
    for spaces in ([[0, 1]], [[1, 0]], [[1], [0]], [[], [0, 1]]):
        data["track"] = {"spaces": spaces}
        pictures.add(render.picture(Burgundy.load(data).view(None), caption()))
    assert len(pictures) == 4


def test_used_dice_look_used() -> None:
    data = in_round(2, 2).dump()
    pictures = set()
    for unused in ([3, 3], [3], []):
        data["players"][1].update(rolled=[3, 3], unused=unused)
        pictures.add(render.picture(Burgundy.load(data).view(None), caption()))
    assert len(pictures) == 3


def test_worker_threads_draw_the_same_as_one() -> None:
    views = [game.view(None) for seats in SEATS for game in (in_round(seats, 3), crowded(seats))]
    words = caption(events(), "threads")
    with ThreadPoolExecutor(4) as pool:
        many = list(pool.map(lambda view: render.picture(view, words), views))
    assert many == [render.picture(view, words) for view in views]


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_has_an_own_picture(seats: int) -> None:
    for game in (choosing(seats), Burgundy.new(seats, seats), crowded(seats)):
        pictures = [render.hand(game.view(seat), caption(events())) for seat in range(seats)]
        assert len(set(pictures)) == seats
        for data in pictures:
            image = Image.open(BytesIO(data))
            assert image.width == 1600
            assert 1100 <= image.height < 1500
            assert len(data) < 300 * KIB


def test_without_an_own_seat_nothing_is_drawn() -> None:
    with pytest.raises(LookupError, match="spectator"):
        render.hand(Burgundy.new(2, 1).view(None), caption())


@pytest.mark.parametrize("card", Burgundy.cards)
def test_every_tile_is_drawn_large(card: str) -> None:
    data = render.card(Burgundy.key, card, caption())
    image = Image.open(BytesIO(data))
    assert image.width == 1600
    assert 800 <= image.height <= 1500
    assert len(data) < 150 * KIB


def test_a_ruling_takes_its_room() -> None:
    def without(message: str) -> str:
        return "" if message.endswith(".note") else say(message)

    noted = Image.open(BytesIO(render.card(Burgundy.key, "bank", caption())))
    plain = Image.open(BytesIO(render.card(Burgundy.key, "bank", render.Caption(NAMES, (), without, "plain"))))
    assert plain.height < noted.height


@pytest.mark.parametrize("card", ["moon", "k27", "cow3", ""])
def test_a_tile_that_does_not_exist_is_refused(card: str) -> None:
    with pytest.raises(LookupError):
        render.card(Burgundy.key, card, caption())


def test_every_kind_of_tile_looks_its_own_even_without_colour() -> None:
    looks = {tiles.tile(kind, 104, tiles.code(kind, caption())).image.convert("L").tobytes() for kind in box.TILES}
    assert len(looks) == len(box.TILES)
    pictograms = {tiles.tile(kind, 104, "").image.convert("1").tobytes() for kind in (*box.BUILDINGS, "ship", "mine")}
    assert len(pictograms) == len(box.BUILDINGS) + 2
    assert set(symbols.SIGNS) == set(TILE) == set(box.COLOURS)
    assert len({pixels(icons.goods(kind, 46)) for kind in box.GOODS}) == len(box.GOODS)


@pytest.mark.parametrize("board", ESTATES)
def test_every_hex_of_every_board_has_its_name_and_number(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    write = Canvas.text

    def listen(self: Canvas, at: tuple[float, float], text: str, room: float, **how: object) -> int:
        told.append(text)
        return write(self, at, text, room, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", listen)
    drawn = estate.board(board, 90)
    assert drawn.size == estate.size(90)
    assert sorted(text for text in told if len(text) > 1) == sorted(ESTATES[board].hexes)
    numbers = {value: icons.number(value, 42) for value in box.DICE}
    assert len({pixels(sprite) for sprite in numbers.values()}) == len(box.DICE)


def test_hexes_touch_and_do_not_overlap() -> None:
    hexes = ESTATES["1"].hexes
    centre = estate.spot(hexes["d4"], 104, (0, 0))
    assert centre == (0, 0)
    for name in hexes["d4"].neighbours:
        x, y = estate.spot(hexes[name], 104, (0, 0))
        assert x**2 + y**2 == pytest.approx(104**2)
    width, height = estate.size(104)
    for hex in hexes.values():
        for x, y in hexagon.corners(estate.spot(hex, 104, (width / 2, height / 2)), 104):
            assert 0 <= x <= width
            assert 0 <= y <= height


@pytest.mark.parametrize("seats", SEATS)
def test_depots_lie_in_a_ring_and_keep_their_spaces(seats: int) -> None:
    places = [depots.place(depot, seats) for depot in box.DEPOTS]
    for one, other in zip(places, places[1:] + places[:1], strict=True):
        assert one[0] == other[0] or one[1] == other[1]
    assert max(top + high for _, top, _, high in places) == layout.depots_bottom(seats)
    game = in_round(seats, 1)
    for depot in box.DEPOTS:
        assert [tile for _, tile in depots.slots(game.view(None), depot)] == game.state.depots[depot]
        first = game.state.depots[depot].pop(0)
        spaces = depots.slots(game.view(None), depot)
        assert Counter(tile for _, tile in spaces if tile) == Counter(game.state.depots[depot])
        assert Counter(colour for colour, tile in spaces if not tile) == {box.COLOUR[first]: 1}


def test_words_and_signs_stand_out() -> None:
    for colour in box.COLOURS:
        assert ink.contrast(TILE[colour], ON_TILE[colour]) >= 4.5
        assert ink.contrast(HEX[colour], EDGE[colour]) >= 3
    for kind in box.GOODS:
        assert ink.contrast(GOODS[kind], ON_GOODS[kind]) >= 3
    assert all(fonts.width(say(code), fonts.SMALLEST) <= 64 for code in words.CODES.values())


def test_colours_of_tiles_and_seats_survive_encoding() -> None:
    image = Image.open(BytesIO(render.picture(crowded(4).view(None), caption())))
    levels = image.getpalette() or []
    kept = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
    for colour in (*TILE.values(), *HEX.values(), *GOODS.values(), *ink.PLAYER[:4]):
        assert min(max(abs(a - b) for a, b in zip(colour, other, strict=True)) for other in kept) <= 6
