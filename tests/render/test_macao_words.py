"""The catalogues' texts fit their places in the pictures of Macao, in every language, nothing cut."""

from __future__ import annotations

import pytest

import render
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render.macao import card as card_picture
from render.macao import hand, picture
from render.macao import words as ids
from render.macao.inks import LETTER
from render.shape import Shape
from tests.render.comparing import EVERY_CATALOGUE
from tests.render.macao_positions import crowded, finished, in_phase
from tests.render.recording import drawn


@EVERY_CATALOGUE
def test_no_text_of_a_catalogue_is_cut(language: str, shape: Shape, cut: set[str]) -> None:
    texts = render.Caption(("Ana", "Ben", "Cleo", "Dora"), (), texts_in(language).say, language, shape=shape)
    decide = render.PICTURES["macao"].decision
    assert decide
    for game in (Macao.new(4, 1), in_phase(4, 0, "cubes"), in_phase(4, 3, "dice"), finished(4)):
        render.board(game.view(None), texts)
        hand.draw(game.view(0), texts)
        if game.to_act and game.view(None).phase != "actions":
            decide(game.view(game.to_act[0]), texts, game.legal(game.to_act[0]))
    for card in CARDS:
        card_picture.draw(card, texts)
    shown = list(CARDS)
    render.board(crowded(4).view(None), texts)
    full = in_phase(4, 1, "cards").dump()
    while shown:
        full["display"]["cards"] = shown[:6]
        shown = shown[6:]
        for seat, player in enumerate(full["players"]):
            player["tableau"] = full["display"]["cards"]
            player["activated"] = full["display"]["cards"] if seat else []
            player["this_round"]["used"] = dict.fromkeys(player["activated"], 1)
        render.board(Macao.load(full).view(None), texts)
        hand.draw(Macao.load(full).view(1), texts)
        view = Macao.load(full).view(1)
        decide(view, texts, [*(("take", card) for card in view.display), *(("quarter", id) for id in view.city)])
    assert not cut, cut


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_cubes_have_letters_of_the_readers_language(shape: Shape) -> None:
    for language in (*LANGUAGES, *LANGUAGES):
        say = texts_in(language).say
        letters = {colour: say(ids.LETTERS[colour]) for colour in board.COLOURS}
        assert len({*letters.values()}) == len(letters)
        told = say("macao.letters").replace("**", "").rstrip(".").partition(": ")[2]
        assert told == ", ".join(f"{letter} {say(f'macao.word.{colour}')}" for colour, letter in letters.items())
        for colour, letter in letters.items():
            assert len(letter) == 1
            assert letter.lower() in say(ids.COLOURS[colour]).lower()
        words = render.Caption(("Ana", "Ben", "Cleo", "Dora"), (), say, language, shape=shape)
        game = in_phase(4, 3, "dice")
        for image in (picture.draw(game.view(None), words), hand.draw(game.view(0), words)):
            cubes = [mark for name in ("cube", "chip") for mark in drawn(image).called(name)]
            assert {mark.text[0] for mark in cubes} <= {*letters.values()}
            assert len(cubes) > 10
        card = drawn(card_picture.draw(next(id for id in CARDS if CARDS[id].cost.get("gray")), words))
        assert letters["gray"] in [mark.text for mark in card.called("cube")]


def test_outside_of_a_picture_cubes_have_the_letters_of_english() -> None:
    assert {colour: texts_in("en").say(ids.LETTERS[colour]) for colour in board.COLOURS} == LETTER
