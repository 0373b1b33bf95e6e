"""The catalogues' texts fit their places in the pictures of Burgundy, in every language, nothing cut."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

import render
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines.burgundy import box
from engines.burgundy.game import Burgundy
from render.burgundy import words
from render.burgundy.layout import TEXT
from render.kit import fonts
from render.shape import Shape
from tests.render.burgundy_positions import choosing, crowded, decided, finished, in_round, offered
from tests.render.comparing import EVERY_CATALOGUE

CODE = 86
"""Pixels: what a tile has room for below a building."""


@EVERY_CATALOGUE
def test_no_text_of_a_catalogue_is_cut(language: str, shape: Shape, cut: set[str]) -> None:
    caption = render.Caption(("Ana", "Ben", "Cleo", "Dora"), (), texts_in(language).say, language, shape=shape)
    for seats in (2, 3, 4):
        render.board(in_round(seats, 3).view(None), caption)
        render.hand(in_round(seats, 3).view(0), caption)
        decided(in_round(seats, 3), caption)
    for game in (choosing(4, "extra"), offered(4), crowded(4), crowded(4, True), finished(4)):
        render.board(game.view(None), caption)
        render.hand(game.view(0), caption)
        decided(game, caption)
    for card in box.CARDS:
        render.card(Burgundy.key, card, caption)
    data = crowded(4).dump()
    tiles = list(box.TILES)
    knowledge = list(box.KNOWLEDGE)
    while tiles:
        data["players"][0]["storage"] = tiles[: box.STORAGE]
        tiles = tiles[box.STORAGE :]
        render.hand(Burgundy.load(data).view(0), caption)
        decided(Burgundy.load(data), caption)
    while knowledge:
        data["depots"][box.BLACK] = knowledge[:8]
        knowledge = knowledge[8:]
        render.board(Burgundy.load(data).view(None), caption)
    assert not cut, cut


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_note_has_room_on_its_card(language: str) -> None:
    say = texts_in(language).say
    notes = {card: say(id) for card, id in words.NOTES.items() if say(id) != id}
    assert notes
    longest = max(notes, key=lambda card: len(notes[card]))

    def without(message: str) -> str:
        return message if message == words.NOTES[longest] else say(message)

    noted, plain = (
        Image.open(BytesIO(render.card(Burgundy.key, longest, render.Caption((), (), talk, language))))
        for talk in (say, without)
    )
    assert plain.height < noted.height <= 1500


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_a_building_fit_its_tile_and_tell_it_apart(language: str) -> None:
    codes = [texts_in(language).say(code) for code in words.CODES.values()]
    assert len(set(codes)) == len(box.BUILDINGS)
    assert max(fonts.width(code, TEXT) for code in codes) <= CODE
