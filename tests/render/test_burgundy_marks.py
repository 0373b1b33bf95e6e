"""What stands on and beside a board: hexes to fill, boards on offer, the board's name, bonus tiles, the purchase."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
from PIL import Image

import render
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from engines.burgundy.verbs.place import Building, Castle
from render.burgundy import marks, player_board, tiles, words
from render.burgundy.offers import Price
from render.kit import fonts
from render.kit.canvas import Canvas
from tests.render.burgundy_positions import caption, choosing, crowded, happenings, in_round, offered, say
from tests.render.positions import NAMES
from tests.render.recording import drawn

ROOM = 124
"""The width inside the ring of a hex."""


class Put(NamedTuple):
    """A text and the room its capitals take."""

    canvas: Canvas
    text: str
    left: float
    top: float
    right: float
    bottom: float


@pytest.fixture
def texts_put(recorded: None, monkeypatch: pytest.MonkeyPatch) -> list[Put]:
    """Every text that is put on a picture."""
    found: list[Put] = []
    write = Canvas.text

    def watch(self: Canvas, at: tuple[float, float], text: str, room: float, **how: object) -> int:
        width = write(self, at, text, room, **how)  # type: ignore[arg-type]
        start = at[0] - {"l": 0.0, "m": width / 2, "r": float(width)}[str(how.get("side", "l"))]
        half = fonts.cap_height(int(str(how.get("size", 28)))) / 2
        found.append(Put(self, text, start, at[1] - half, start + width, at[1] + half))
        return width

    monkeypatch.setattr(Canvas, "text", watch)
    return found


@pytest.mark.usefixtures("recorded")
def test_the_own_picture_marks_what_the_dice_can_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    data = crowded(2).dump()
    data["players"][0].update(storage=["ship", "k23"], rolled=[1, 2], unused=[1, 2], workers=2)
    view = Burgundy.load(data).view(0)
    hexes = {key.split()[2] for key, quote in view.quotes.items() if key.startswith("place ") and quote.offered}
    assert hexes
    told: Counter[str] = Counter()
    write = Canvas.text

    def listen(self: Canvas, at: tuple[float, float], text: str, room: float, **how: object) -> int:
        told[text] += 1
        return write(self, at, text, room, **how)  # type: ignore[arg-type]

    render.hand(view, caption())
    monkeypatch.setattr(Canvas, "text", listen)
    marked = render.hand(view, caption())
    assert all(told[hex] == 1 for hex in hexes)
    view.quotes = {}
    assert render.hand(view, caption()) != marked


@pytest.mark.parametrize("price", [Price(), Price(4), Price(4, 3)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "kinds",
    [
        *(["k14"], ["k14", "k23"], ["k14", "k23", "k26"], ["cow3"], ["cow3", "cow4"], ["cow3", "cow4", "pig4"]),
        *([kind] for kind in box.BUILDINGS),
        *(list(box.BUILDINGS)[at : at + 3] for at in range(len(box.BUILDINGS) - 2)),
    ],
    ids="-".join,
)
def test_tiles_on_a_marked_hex_can_be_told_apart(
    kinds: list[str], language: str, price: Price, texts_put: list[Put]
) -> None:
    texts = render.Caption(NAMES, (), texts_in(language).say, language)
    board = ESTATES["1"]
    (hex, *_) = board.by_colour[box.COLOUR[kinds[0]]]
    player = copy(happenings()["over"][0].players[0])
    player.board = "1"
    tiles.tile.cache_clear()
    canvas = Canvas(Image.new("RGB", (1200, 1200)))
    marks.draw(canvas, player, (600, 600), texts, {hex.id: dict.fromkeys(kinds, price)})
    told = [put.text for put in texts_put]
    assert all(tiles.code(kind, texts) in told for kind in kinds)
    inside = [put for put in texts_put if put.canvas.image is canvas.image]
    for put in inside:
        assert -put.left <= ROOM / 2 + 2 >= put.right
    for one, other in combinations(inside, 2):
        apart = one.right <= other.left or other.right <= one.left
        assert apart or one.bottom <= other.top or other.bottom <= one.top


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("kinds", [["cow3"], ["cow3", "pig4"], ["cow3", "cow4", "pig4"], ["k14", "k23"]], ids="-".join)
def test_tiles_on_a_marked_hex_lie_beside_each_other_in_its_middle(kinds: list[str]) -> None:
    player = copy(happenings()["over"][0].players[0])
    player.board = "1"
    (hex, *_) = ESTATES["1"].by_colour[box.COLOUR[kinds[0]]]
    canvas = Canvas(Image.new("RGB", (1200, 1200)))
    marks.draw(canvas, player, (600, 600), caption(), {hex.id: dict.fromkeys(kinds, Price(4))})
    shown = drawn(canvas.image)
    (ring,) = shown.called("_ring")
    put = [*shown.called("tile"), *shown.called("_badge")]
    assert len(put) == len(kinds)
    assert all(mark.inside(ring.box) for mark in put)
    assert sum(mark.at[0] for mark in put) / len(put) == pytest.approx(ring.at[0], abs=2)
    assert all(one.box[0] + one.box[2] <= other.box[0] + 1 for one, other in pairwise(put))


def test_a_castle_marks_what_it_can_fill_without_a_die() -> None:
    waits: list[Castle | Building] = [Castle(seat=0), Building(seat=0, building="city_hall")]
    for waiting in waits:
        game = in_round(2, 8)
        player = game.state.players[0]
        player.storage[:] = ["ship", "k23"]
        player.unused[:] = []
        player.workers = 0
        assert game.view(0).players[0].open == {}
        game.state.stack.append(waiting)
        found = game.view(0).players
        legal = {(words[2], words[1]) for words in waiting.legal(game, 0) if words[0] == "place"}
        assert {(hex, tile) for hex, kinds in found[0].open.items() for tile in kinds} == legal != set()
        game.state.stack.append(Building(seat=0, building="church"))
        assert game.view(0).players[0].open == {}


@pytest.mark.usefixtures("recorded")
def test_the_boards_on_offer_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = offered(2)
    (seat,) = game.to_act
    board = game.state.players[seat].board
    other = game.state.players[1 - seat].board
    assert game.view(None).players[seat].choices == [board, "1"]
    drawn: list[str] = []
    draw = player_board.board
    monkeypatch.setattr(player_board, "board", lambda id, *how, **more: drawn.append(id) or draw(id, *how, **more))  # type: ignore[func-returns-value]
    render.hand(game.view(seat), caption())
    assert drawn == [board, "1"]
    drawn.clear()
    render.board(game.view(None), caption((), "offer"))
    assert set(drawn) == {board, "1", other}
    game.play(seat, ("board", "1"))
    assert game.view(None).players[seat].choices == []
    free = choosing(2, "extra")
    assert free.view(None).players[0].choices == list(ESTATES)


@pytest.mark.parametrize("board", ESTATES)
def test_an_estate_tells_which_board_it_is(board: str, texts_put: list[Put]) -> None:
    data = in_round(2, 1).dump()
    data["players"][0].update(board=board, covered={ESTATES[board].by_colour["castle"][0].id: "castle"})
    view = Burgundy.load(data).view(0)
    name = f"{say(words.BOARD)} {words.board(board, caption())}"
    for draw in (render.board, render.hand):
        texts_put.clear()
        draw(view, caption())
        assert f" {name} " in f" {' '.join(put.text for put in texts_put)} "


@pytest.mark.usefixtures("recorded")
def test_large_and_small_bonus_tiles_look_different() -> None:
    looks = set()
    for size in (*box.SIZES, None):
        data = crowded(2).dump()
        data["players"][0]["bonus"] = [f"mine.{size}"] if size else []
        data["players"][1]["bonus"] = []
        view = Burgundy.load(data).view(0)
        looks.add((render.picture(view, caption()), render.hand(view, caption())))
    assert len({board for board, _ in looks}) == len({hand for _, hand in looks}) == 3


@pytest.mark.usefixtures("recorded")
def test_the_table_sees_who_has_bought() -> None:
    pictures = set()
    for purchased in (True, False):
        data = in_round(2, 2).dump()
        data["players"][0]["purchased"] = purchased
        pictures.add(render.picture(Burgundy.load(data).view(None), caption()))
    assert len(pictures) == 2
