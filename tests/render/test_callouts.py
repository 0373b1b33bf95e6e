"""The legend of a board, and its parts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import render
from bot.delivery.board_description import ALT_LIMIT
from bot.wording import LANGUAGES, texts_in
from bot.wording.escaping import unformatted
from engines import Game
from engines.burgundy.estate import ESTATES
from render.callouts import EDGE, MARGIN, MAT, RADIUS, busy, explained, spots
from render.kit.canvas import Box
from render.shape import Shape
from tests.render import burgundy_positions as burgundy
from tests.render.games import GAMES, Pictures
from tests.render.test_shapes import BOARDS, SHAPES, TABLES, sample

EVERY_GAME = pytest.mark.parametrize("pictures", GAMES, ids=str)


@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_the_numbers_of_a_legend_lie_in_their_parts_and_clear_of_each_other(
    pictures: Pictures, seats: int, shape: Shape
) -> None:
    _check_legends(pictures, seats, shape, sample(pictures, seats, shape))


@EVERY_GAME
def test_where_parts_lie_on_each_other_their_numbers_keep_clear(pictures: Pictures) -> None:
    game = sample(pictures, pictures.game.seats[0], Shape.WIDE)[0]
    names = explained(render.parts(game.view(None), pictures.caption()))
    spots_found = spots(dict.fromkeys(names, (0, 0, 400, 400)), lambda x, y: 0.0)
    apart = [max(abs(x - across), abs(y - down)) for (x, y), (across, down) in combinations(spots_found.values(), 2)]
    assert min(apart) >= 2 * (RADIUS + EDGE)


@pytest.mark.proof
@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_so_they_do_in_every_position(pictures: Pictures, seats: int, shape: Shape) -> None:
    _check_legends(pictures, seats, shape, pictures.positions(seats))


def _check_legends(pictures: Pictures, seats: int, shape: Shape, games: Sequence[Game]) -> None:
    """Check the numbers of legends, once for boards whose parts lie alike, since their numbers do so too."""
    caption = replace(pictures.caption(), shape=shape)
    known = list[Mapping[str, Box]]()
    for game in games:
        view = game.view(None)
        parts = render.parts(view, caption)
        if parts in known:
            continue
        known.append(parts)
        board = render.board(view, caption)
        assert sum(name.startswith(MAT) for name in parts) == seats
        for left, top, width, height in parts.values():
            assert left >= 0
            assert top >= 0
            assert left + width <= board.width
            assert top + height <= board.height
        spots_found = spots(parts, lambda x, y: (x + y) % 50)
        assert list(spots_found) == explained(parts)
        for (x, y), (across, down) in combinations(spots_found.values(), 2):
            assert max(abs(x - across), abs(y - down)) >= 2 * (RADIUS + EDGE)
        for name, (x, y) in spots_found.items():
            left, top, width, height = parts[name]
            assert left <= x <= left + width
            assert top <= y <= top + height


@BOARDS
def test_every_part_is_called_something_and_all_fit_in_a_message(pictures: Pictures, seats: int, shape: Shape) -> None:
    caption = replace(pictures.caption(), shape=shape)
    key = pictures.game.key
    for game in sample(pictures, seats, shape):
        parts = explained(render.parts(game.view(None), caption))
        for name in LANGUAGES:
            texts = texts_in(name)
            lines = [texts.say(f"{key}.part.{MAT if part.startswith(MAT) else part}") for part in parts]
            assert all(line.startswith("**") and line.count("**") == 2 for line in lines)
            letters = [texts.say(f"{key}.letters")] if texts.has(f"{key}.letters") else []
            assert (
                len("\n".join([*lines, *letters, texts.say("legend.changed")])) + 4 * len(lines) < 2000
            )  # a message of Discord


@pytest.mark.parametrize(
    "pictures",
    [pytest.param(game, marks=[] if str(game) in ("burgundy", "mmn") else pytest.mark.proof) for game in GAMES],
    ids=str,
)
def test_a_part_alone_is_cut_out_of_the_board(pictures: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is painted once for all of its parts."""
    caption = pictures.caption()
    view = pictures.crowded(pictures.game.seats[-1]).view(None)
    painted = render.board(view, caption)

    def again(*arguments: object) -> Image.Image:
        assert arguments == (view, caption)
        return painted.copy()

    monkeypatch.setattr(render, "board", again)
    board = painted.convert("RGB")
    whole = render.legend(view, caption)
    assert Image.open(BytesIO(whole)).size == board.size
    for part, (left, top, width, height) in [*render.parts(view, caption).items()][::3]:
        alone = Image.open(BytesIO(render.zoomed(view, caption, part))).convert("RGB")
        assert width <= alone.width <= width + 2 * MARGIN + 2
        assert height <= alone.height <= height + 2 * MARGIN + 2
        start = max(0, round(left - MARGIN)), max(0, round(top - MARGIN))
        same = board.crop((*start, start[0] + alone.width, start[1] + alone.height))
        apart = ImageStat.Stat(ImageChops.difference(alone, same)).mean
        assert max(apart) < 4  # a picture as it is sent has fewer colours
    with pytest.raises(LookupError, match="moat"):
        render.zoomed(view, caption, "moat")


@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_places_are_shown_with_what_lies_around_them(pictures: Pictures, seats: int, shape: Shape) -> None:
    caption = replace(pictures.caption(), shape=shape)
    game = pictures.positions(seats)[0]
    view = game.view(0)
    places = render.places(view, caption)
    parts = render.parts(view, caption)
    board = render.board(view, caption)
    for left, top, width, height in places.values():
        assert min(left, top) >= 0
        assert left + width <= board.width + 1
        assert top + height <= board.height + 1
        assert width >= 150
        assert height >= 90
        middle = left + width / 2, top + height / 2
        assert any(x <= middle[0] <= x + wide and y <= middle[1] <= y + high for x, y, wide, high in parts.values())
    assert len(set(places.values())) >= min(7, len(places))  # a part may be hardly larger than what is shown of it


@SHAPES
def test_every_hex_of_the_own_estate_is_a_place_on_the_own_mat(shape: Shape) -> None:
    game = burgundy.in_round(3, 9)
    words = burgundy.caption(shape=shape)
    view = game.view(1)
    estate = ESTATES[game.state.players[1].board].hexes
    places = render.places(view, words)
    (left, top, width, height) = render.parts(view, words)["mat1"]
    assert estate.keys() == {word for word in places if not word.startswith("depot.")}
    for x, y, wide, high in (places[word] for word in estate):
        assert left <= x + wide / 2 <= left + width
        assert top <= y + high / 2 <= top + height
    assert not estate.keys() & render.places(game.view(None), words).keys()


PLACES = {
    "navegador": ("goa", "portugal", "cabo"),
    "macao": ("lisboa", "s16", "q30"),
    "burgundy": ("depot.1", "depot.black"),
}
"""The places that have names; in other games all have."""


@EVERY_GAME
def test_places_are_called_as_people_call_them(pictures: Pictures) -> None:
    game = pictures.positions(3)[0]
    texts = texts_in("en").at(game)
    key = pictures.game.key
    places = render.places(game.view(None), pictures.caption())
    named = PLACES.get(key, tuple(places))
    assert set(named) <= set(places)
    assert named or render.PICTURES[key].places is None
    for word in named:
        text_id = f"{key}.spot.{word}"
        assert (texts.say(text_id) if texts.has(text_id) else texts.word(key, word)) != word


SIGNS = {
    "navegador": ("sugar", "gold", "spice"),
    "macao": ("lacquer", "rice", "tea", "jade", "silk", "paper", "porcelain", "spices"),
    "mmn": ("robber", "pirate"),
}
"""Of what a board shows without words, what its legend names."""


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_GAME
def test_a_legend_names_what_the_board_shows_without_words_within_an_alt_text(
    pictures: Pictures, language: str
) -> None:
    texts = texts_in(language)
    game = pictures.game.key
    parts = explained(render.parts(sample(pictures, 3, Shape.WIDE)[0].view(None), pictures.caption()))
    lines = [texts.say(f"{game}.part.{MAT if part.startswith(MAT) else part}") for part in parts]
    legend = "\n".join([*(f"{number}. {line}" for number, line in enumerate(lines, 1)), texts.say("legend.changed")])
    assert all(texts.word(game, sign).lower() in legend.lower() for sign in SIGNS.get(game, ()))
    assert len(unformatted(legend)) <= ALT_LIMIT


@EVERY_GAME
def test_a_number_hides_less_than_it_would_in_the_corner_of_its_part(pictures: Pictures) -> None:
    view = pictures.crowded(3).view(None)
    caption = pictures.caption()
    board = render.board(view, caption).convert("L")
    parts = render.parts(view, caption)

    def hidden(x: float, y: float) -> float:
        return ImageStat.Stat(board.crop((int(x - RADIUS), int(y - RADIUS), int(x + RADIUS), int(y + RADIUS)))).var[0]

    spots_found = spots(parts, busy(board))
    below = sum(hidden(*at) for at in spots_found.values())
    corners = sum(hidden(parts[name][0] + RADIUS, parts[name][1] + RADIUS) for name in spots_found)
    assert below < corners / 2
