"""The catalogues' texts fit their places in the pictures of Power, Magic and Food, in every language, nothing cut."""

from __future__ import annotations

import pytest

import render
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from render.mmn import card as card_picture
from render.mmn import hand, words
from render.shape import Shape
from tests.render.comparing import EVERY_CATALOGUE
from tests.render.mmn_positions import DECKS, at_turn, crowded, discarding, finished, holding, trading

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Frida")


@EVERY_CATALOGUE
def test_no_text_of_a_catalogue_is_cut(language: str, shape: Shape, cut: set[str]) -> None:
    said = render.Caption(NAMES, (), texts_in(language).say, language, shape=shape)
    for seats in (3, 6):
        for game in (Mmn.new(seats, 1), at_turn(seats, 2, "before_roll"), discarding(seats), trading(seats)):
            render.board(game.view(None), said)
            hand.draw(game.view(0), said)
        for game in (crowded(seats), finished(seats)):
            render.board(game.view(None), said)
    for cards in DECKS.values():
        for start in range(0, len(cards), 5):
            hand.draw(holding(3, cards[start : start + 5]).view(0), said)
    view = holding(3, []).view(0)
    view.players[0].famine = True
    view.players[0].levels["power"] = 3
    view.owed = {"0": 12}
    view.commercial_harbour = True
    for shown in (list(board.KINDS), list(CARDS)[:5]):
        view.shown, view.struck, view.active = shown, not view.struck, 0
        hand.draw(view, said)
    for card in CARDS:
        card_picture.draw(card, said)
    assert not cut, cut


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_tell_the_kinds_apart(language: str) -> None:
    said = render.Caption(NAMES, (), texts_in(language).say, language)
    assert len({said.text(id) for id in words.LETTERS.values()}) == len(board.KINDS)
