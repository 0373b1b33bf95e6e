"""Boards, hands, close-ups and charts show the colours that players have chosen."""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from PIL import Image

import engines
import render
from engines import Game
from render.kit import drawing_cache
from render.kit.ink import Ink
from render.mmn.inks import DIE_RED
from tests.render.differences import positions
from tests.render.recording import Drawing, caption, drawn


def forget() -> None:
    """Nothing that was drawn is known any more."""
    drawing_cache.clear()
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith("render."):
            found.cache_clear()


def pictures(game: Game, colours: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> list[Drawing]:
    """Everything of a position that shows seats."""
    images: list[Image.Image] = []

    def keep(image: Image.Image, *_: object) -> bytes:
        images.append(image)
        return b""

    with monkeypatch.context() as patched:
        patched.setattr(render, "encode", keep)
        words = msgspec.structs.replace(caption(), colours=colours)
        render.picture(game.view(None), words)
        for seat in range(game.state.seats):
            view: Any = game.view(seat)
            with suppress(LookupError):
                render.hand(view, words)
            with suppress(LookupError):
                if seat in game.to_act:
                    render.decision(view, words, game.legal(seat))
        render.chart([[0, 3], [0, 5], [0, 1]], words, "points", game.key)
    return [drawn(image) for image in images]


def inks(drawing: Drawing) -> Iterator[Ink]:
    for mark in drawing:
        yield from (ink for ink in mark.inks if ink)
        yield from mark.colours()


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (("", "", ""), (0, 1, 2)),
        (("blue", "", ""), (3, 1, 2)),
        (("green", "", ""), (1, 0, 2)),
        (("", "red", ""), (1, 0, 2)),
        (("black", "red", "green"), (4, 0, 1)),
        (("red", "red", ""), (0, 1, 2)),
        (("pink", "", "red"), (1, 2, 0)),
        ((), ()),
    ],
)
def test_who_chooses_none_has_the_colour_of_the_seat_or_the_first_that_is_free(
    wanted: tuple[str, ...], given: tuple[int, ...]
) -> None:
    assert render.PICTURES["navegador"].palette.given(wanted) == given


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("key", engines.GAMES)
@pytest.mark.parametrize("place", [0, pytest.param(1, marks=pytest.mark.proof)])
def test_everything_of_a_seat_has_the_colour_chosen_whatever_was_drawn_before(
    place: int, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    palette = render.PICTURES[key].palette
    every = [*positions(key, 3, 3)]
    chosen = palette.names[-1], palette.names[0], ""
    given = palette.given(chosen)
    game = (every[len(every) // 2], every[-1])[place]
    plain = pictures(game, (), monkeypatch)
    coloured = pictures(game, chosen, monkeypatch)
    assert [[mark.name for mark in drawing] for drawing in plain] == [[m.name for m in each] for each in coloured]
    for one, two in zip(plain, coloured, strict=True):
        badges = ([mark for mark in drawing if mark.name == "badge"] for drawing in (one, two))
        for before, after in zip(*badges, strict=True):
            seat = "ABCDEF".index(before.text)
            assert before.text == after.text
            assert palette.player[seat] in before.colours()
            assert palette.player[given[seat]] in after.colours()
    forget()
    assert pictures(game, chosen, monkeypatch) == coloured
    forget()
    assert pictures(game, (), monkeypatch) == plain


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("key", engines.GAMES)
def test_colours_of_the_seats_are_gone_where_others_were_chosen(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    palette = render.PICTURES[key].palette
    every = [*positions(key, 2 if key != "mmn" else 3, 3)]
    seats = every[0].state.seats
    others = tuple(palette.names[(at + 2) % len(palette.names) if key != "mmn" else at + 3] for at in range(seats))
    own = {ink for at in range(seats) for ink in (palette.player[at], palette.washes[at])}
    own -= {ink for at in palette.given(others) for ink in (palette.player[at], palette.washes[at])}
    own -= {DIE_RED}  # a die of MMN is as red as the first player
    before, after = (
        {ink for drawing in pictures(every[len(every) // 2], chosen, monkeypatch) for ink in inks(drawing)}
        for chosen in ((), others)
    )
    assert own & before
    assert not own & after


def test_a_seat_without_a_choice_has_the_colour_of_its_number() -> None:
    for pictures_of in render.PICTURES.values():
        palette = pictures_of.palette
        assert [palette.of(seat).ink for seat in range(len(palette.names))] == list(palette.player)
        assert len({*palette.names}) == len(palette.names) == len({*palette.player})
