"""The pictures of Macao; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

from itertools import chain

import pytest

import render
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render.kit import ink
from render.macao import layout, sea, words
from render.macao.inks import CUBE, LETTER, ON_CUBE, PALETTE
from tests.render.comparing import contrast, differ, faded, listening
from tests.render.macao_positions import (
    EVENTS,
    caption,
    crowded,
    fitted,
    in_phase,
    positions,
    until,
)


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    for event in EVENTS:
        phase = {"revealed": "cards", "rolled": "dice"}.get(event.kind, "actions")
        game = until(
            3,
            lambda game, phase=phase: (  # type: ignore[misc]
                game.phase() == phase
                and min(len(player.activated) and len(player.quarters) for player in game.state.players) > 0
                and any(game.state.ports.values())
            ),
        )
        view = game.view(None)
        assert differ(render.board(view, caption()), render.board(view, caption([fitted(event, game)]))), event.kind


@pytest.mark.usefixtures("recorded")
def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = in_phase(3, 4, "actions").view(None)
    plain = render.board(view, caption())
    for event in (Event("comet", 0, {"card": "moon"}), Event("over"), Event("passed", 1), Event("used", 1, {})):
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.usefixtures("recorded")
def test_dice_chosen_together_stay_hidden() -> None:
    game = in_phase(3, 3, "dice", dice="together")
    seat, other = game.to_act[:2]
    one, two = game.copy(), game.copy()
    one.play(seat, ("dice", "red", "green"))
    two.play(seat, ("dice", "blue", "gray"))
    assert render.picture(one.view(None), caption()) == render.picture(two.view(None), caption())
    assert render.picture(one.view(seat), caption()) != render.picture(two.view(seat), caption())
    assert render.hand(one.view(other), caption()) == render.hand(two.view(other), caption())


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    listener, asked = listening(caption(EVENTS))
    for game in positions(4):
        render.board(game.view(None), listener)
    empty, full = Macao.new(2, 1), crowded(4)
    render.hand(empty.view(0), listener)
    for seat, place in enumerate(board.PORTS):
        data = full.dump()
        data["players"][seat % 4]["ship"] = place
        data["players"][seat % 4]["activated"] = list(CARDS)[seat * 15 : seat * 15 + 15]
        data["players"][seat % 4]["this_round"]["used"] = {}
        render.hand(Macao.load(data).view(seat % 4), listener)
        render.hand(full.view(seat % 4), listener)
    for card in CARDS:
        render.card(Macao.key, card, listener)
    assert asked - set(words.NOTES.values()) == set(words.MESSAGE_IDS)
    assert set(words.NOTES.values()) <= asked
    assert set(words.MESSAGE_IDS) == set(render.PICTURES["macao"].message_ids)


@pytest.mark.usefixtures("recorded")
def test_a_tower_of_discs_shows_who_is_ahead() -> None:
    data = in_phase(2, 2, "actions").dump()
    pictures = set()
    for stacks, locked in (([[0, 1]], []), ([[1, 0]], []), ([[1]], [0]), ([[], [0, 1]], [])):
        data["wall"] = {"stacks": stacks + [[] for _ in range(board.WALL_END - len(stacks))], "locked": locked}
        pictures.add(render.picture(Macao.load(data).view(None), caption()))
    assert len(pictures) == 4


@pytest.mark.usefixtures("recorded")
def test_a_hand_shows_what_was_used() -> None:
    data = crowded(2).dump()
    used = render.hand(Macao.load(data).view(0), caption())
    data["players"][0]["this_round"]["used"] = {}
    assert render.hand(Macao.load(data).view(0), caption()) != used


def test_signs_stand_out_and_no_two_colours_share_one() -> None:
    assert set(LETTER) == set(CUBE) == set(board.COLOURS)
    assert len(set(LETTER.values())) == len(LETTER)
    for colour, fill in CUBE.items():
        assert contrast(fill, ON_CUBE[colour]) >= 3.9
    for seat in range(4):
        assert contrast(PALETTE.player[seat], PALETTE.on[seat]) >= 3.9
        assert contrast(PALETTE.washes[seat], ink.TEXT) >= 7


def test_colours_of_cubes_and_seats_survive_encoding() -> None:
    picture = render.picture(crowded(4).view(None), caption())
    assert faded(picture, (*CUBE.values(), *PALETTE.player)) <= 2


def test_the_sea_hides_no_space_and_every_ship_lies_on_the_water() -> None:
    spots = [sea.spot(space) for space in board.SPACES]
    for left, top, width, height in sea.plaques().values():
        assert not any(left < x < left + width and top < y < top + height for x, y in spots)
    left, top, width, height = layout.SEA
    for box in chain(sea.plaques().values(), sea.berths().values()):
        assert left <= box[0]
        assert box[0] + box[2] <= left + width
        assert top <= box[1]
        assert box[1] + box[3] <= top + height
    assert len(set(sea.berths().values())) == len(board.SPACES)
