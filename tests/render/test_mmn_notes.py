"""What holds for a player just now is said on the personal picture."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.quotes import PRICES
from engines.mmn.state import Knight
from engines.mmn.steps.seven import Discard
from render.kit import fonts
from render.kit.canvas import Canvas
from render.mmn import icons, notes, words
from render.mmn.inks import RED
from render.mmn.layout import INNER
from render.mmn.notes import Note
from tests.render.mmn_positions import caption, holding, until
from tests.render.recording import drawn, recording

FIRST = until(4, lambda game: game.state.turn == 1 and game.phase() == "actions")


def position() -> Mmn:
    """Seat 0 is to act."""
    game = FIRST.copy()
    assert game.state.active == 0
    return game


def said(game: Mmn, seat: int = 0) -> list[Note]:
    """The notes in the position as it is now, without what is remembered of an earlier one."""
    view = game.copy().view(seat)
    return list(notes.notes(view, view.players[seat], caption()))


def told(game: Mmn, seat: int = 0) -> list[str]:
    return [note.text for note in said(game, seat)]


def is_ticked(game: Mmn) -> bool:
    """Return whether the assassin's note has a tick behind its price."""
    return any(note.text == "Strike" and len(note.after) > len(board.STRIKE) for note in said(game))


def test_without_anything_to_say_there_is_no_line() -> None:
    game = position()
    assert told(game) == []
    view = game.view(0)
    assert notes.height(view, view.players[0], caption(), INNER) == 0


def test_the_assassin_is_ready_or_has_struck() -> None:
    game = position()
    game.state.players[0].levels[board.POWER] = 2
    assert told(game) == []
    game.state.players[0].levels[board.POWER] = 3
    assert told(game) == ["Strike"]
    before = render.hand(game.view(0), caption())
    game.state.now.struck = True
    assert told(game) == ["Struck"]
    assert render.hand(game.view(0), caption()) != before
    game.state.players[1].levels[board.POWER] = 5
    assert told(game, 1) == ["Strike"], "only the player whose turn it is has struck"
    assert told(game, 2) == []


def test_the_assassin_is_ticked_when_it_can_be_paid_and_finds_a_knight() -> None:
    game = position()
    own, other = game.state.players[:2]
    own.levels[board.POWER] = 3
    other.levels[board.POLITICS] = 4
    for kind, number in board.STRIKE:
        own.hand[kind] = number
    for player in game.state.players:
        player.knights = []

    assert not is_ticked(game)
    own.knights = [Knight(node=0)]
    assert not is_ticked(game)
    other.knights = [Knight(node=1, rank=2)]
    assert not is_ticked(game)
    own.levels[board.POWER] = 5
    assert is_ticked(game)
    own.levels[board.POWER] = 3
    other.knights[0].captain = True
    assert is_ticked(game)
    other.levels[board.POLITICS] = 5
    assert not is_ticked(game)
    other.levels[board.POLITICS] = 4
    own.hand[board.JEWEL] = 0
    assert not is_ticked(game)


def test_the_assassin_is_ticked_as_the_table_has_agreed_on_the_rights_of_level_5() -> None:
    """With the metropolis alone: who has none on level 5 neither hits strong knights nor is spared."""
    game = position()
    own, other = game.state.players[:2]
    for kind, number in board.STRIKE:
        own.hand[kind] = number
    for player in game.state.players:
        player.knights = []

    def strikes(power: int, politics: int, *, rank: int, alone: bool, holder: int = -1) -> bool:
        own.levels[board.POWER] = power
        other.levels[board.POLITICS] = politics
        other.knights = [Knight(node=1, rank=rank)]
        game.state.options["top_level_rights"] = "metropolis" if alone else "level"
        game.state.metropolises = [holder] * len(board.TRACKS)
        return is_ticked(game)

    assert strikes(5, 3, rank=2, alone=False)
    assert not strikes(5, 3, rank=2, alone=True)
    assert strikes(5, 3, rank=2, alone=True, holder=0)
    assert not strikes(3, 5, rank=1, alone=False)
    assert strikes(3, 5, rank=1, alone=True)
    assert not strikes(3, 5, rank=1, alone=True, holder=1)


def test_cards_of_which_the_assassin_needs_more_are_faint(monkeypatch: pytest.MonkeyPatch) -> None:
    game = position()
    own = game.state.players[0]
    own.levels[board.POWER] = 3
    own.hand[board.JEWEL] = 1
    jewel = board.KINDS[board.JEWEL]
    letters = caption().text(words.LETTERS[jewel])
    for amount, is_faint in ((1, False), (2, True)):
        monkeypatch.setitem(PRICES, "strike", replace(PRICES["strike"], cards={jewel: amount}))
        (strike,) = said(game)
        assert strike.after[0] is icons.card(jewel, letters, 58, is_faint), amount


def test_famine_and_cards_to_be_given_up_come_first() -> None:
    game = position()
    game.state.players[1].famine = True
    due = [0, 12, 0, 0]
    game.state.stack.append(Discard(due=due, chosen=[[0] * len(board.KINDS) for _ in due]))
    assert told(game, 1) == ["12 Owed", "Handelsgesellschaft"]
    assert told(game, 0) == []
    view = game.view(1)
    first = next(notes.notes(view, view.players[1], caption()))
    assert first.ink == RED


def test_rights_of_this_turn_are_those_of_its_player() -> None:
    game = position()
    game.state.now.fleet = [board.GRAIN, board.MEAT, board.GRAIN]
    game.state.now.harbour = True
    game.state.now.swapped = [2]
    for player in game.state.players:
        player.hand[0] += 1
    right, harbour = said(game)
    assert (right.text, len(right.before)) == ("2:1", 2)
    assert (harbour.text, len(harbour.after)) == ("Handelsgesellschaft", 2), "one of three has swapped"
    assert told(game, 1) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_at_once_fits(language: str) -> None:
    game = holding(6, [])
    seat = game.state.active
    player = game.state.players[seat]
    player.famine = True
    player.levels[board.POWER] = 5
    game.state.now.fleet = list(range(12))
    game.state.now.harbour = True
    view = game.view(seat)
    view.owed = {str(seat): 12}
    titled = render.Caption(("A",) * 6, (), texts_in(language).say, language)
    for struck in (False, True):
        view.struck = struck
        found = list(notes.placed(view, view.players[seat], titled, INNER))
        assert len(found) == 5
        assert all(left + note.width() <= INNER for note, left, _ in found)
        assert all(fonts.width(note.text, 36) <= 540 for note, _, _ in found)
        assert notes.height(view, view.players[seat], titled, INNER) == (found[-1][2] + 1) * 86 - 10
    assert {row for _, _, row in found} == {0, 1}
    with recording():
        canvas = Canvas(Image.new("RGB", (INNER, 400)))
        notes.draw(canvas, view, view.players[seat], titled, INNER)
        marks = drawn(canvas.image)
    for note, left, row in found:
        assert marks.within((left, row * 86, note.width(), 76)).texts() == [note.text] * bool(note.text)
