"""The pictures of Power, Magic and Food; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest
from PIL import Image

import render
from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from render.caption import UNNAMED
from render.kit import ink, turn
from render.mmn import inks, layout, words
from render.mmn.chart import chart_of
from render.shape import Shape
from tests.engines.mmn.positions import position
from tests.render.comparing import contrast, differ, faded, ids_in, listening
from tests.render.mmn_positions import (
    DECKS,
    EVENTS,
    at_turn,
    caption,
    crowded,
    fitted,
    holding,
    positions,
    say,
)

SEATS = range(3, 7)


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    game = crowded(4)
    plain = render.board(game.view(None), caption())
    for event in EVENTS:
        assert differ(plain, render.board(game.view(None), caption([fitted(event, game)]))), event.kind


@pytest.mark.usefixtures("recorded")
def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = at_turn(3, 20).view(None)
    plain = render.board(view, caption())
    strange = (
        *(Event("comet", 0, {"card": "moon"}), Event("over"), Event("passed", 1), Event("settlement", None, {})),
        *(Event("road", None, {"path": "n99-n98"}), Event("reactivated", None, {"nodes": "n01"})),
        *(Event("received", 0, {"cards": 7, "why": "production"}), Event("robber", 0, {"hex": "h77"})),
        Event("looked", 0, {"deck": "magic", "count": 2}),
    )
    for event in strange:
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.usefixtures("recorded")
def test_a_hand_shows_its_own_cards() -> None:
    game = at_turn(4, 20)
    picture = render.hand(game.view(2), caption())
    game.state.players[2].hand[board.WOOL] += 1
    assert render.hand(game.view(2), caption()) != picture
    game = holding(4, DECKS["magic"][:1])
    assert render.hand(game.view(0), caption()) != render.hand(holding(4, DECKS["food"][:1]).view(0), caption())


def test_what_a_seat_may_look_at_is_shown_to_it_alone() -> None:
    game = at_turn(4, 20)
    for shown, seat in ((["wool", "wool", "jewel"], 2), (["spy", "merchant"], None)):
        view = game.view(0)
        plain = Image.open(BytesIO(render.hand(view, caption())))
        view.shown = shown
        view.shown_seat = seat
        assert Image.open(BytesIO(render.hand(view, caption()))).height > plain.height


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    listener, asked = listening(caption(EVENTS))
    for game in positions(6):
        render.board(game.view(None), listener)
    for track in board.TRACKS:
        render.hand(holding(3, DECKS[track][:5]).view(0), listener)
    wide = msgspec.structs.replace(listener, shape=Shape.WIDE)
    render.hand(holding(3, []).view(0), wide)
    view = holding(3, []).view(0)
    view.shown = ["wool"]
    view.active = 0
    view.owed = {"0": 4}
    view.players[0].assassin = True
    for view.struck in (False, True):
        render.hand(view, listener)
    for card in CARDS:
        render.card(Mmn.key, card, listener)
    between = position(seats=5, others={1: {"hand": "1 wool"}}, options={"building_phase": "between_turns"})
    between.play(0, ("pass",))
    render.board(between.view(None), listener)
    assert asked - {UNNAMED} == ids_in(words, turn)


def test_signs_stand_out_and_no_two_colours_share_one() -> None:
    letters = {kind: say(id) for kind, id in words.LETTERS.items()}
    assert set(letters) == set(board.KINDS)
    for seat in range(6):
        assert contrast(inks.PALETTE.player[seat], inks.PALETTE.on[seat]) >= 3.9
        assert contrast(inks.PALETTE.washes[seat], ink.TEXT) >= 7
    for track in board.TRACKS:
        assert contrast(inks.TRACK[track], inks.ON_TRACK[track]) >= 3.9
    assert len(ink.SEATS) >= Mmn.seats.stop - 1


def test_colours_of_seats_tracks_and_terrains_survive_encoding() -> None:
    picture = render.picture(crowded(6).view(None), caption())
    assert faded(picture, (*inks.TERRAIN.values(), *inks.PALETTE.player)) <= 2


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("seats", [4, 6])
def test_harbours_and_the_pirate_lie_on_the_sea(seats: int, shape: Shape) -> None:
    part = layout.of(shape, seats).map
    chart = chart_of(seats, part.width, part.height)
    for harbour in chart.geometry.harbours:
        for x, y in (chart.harbour(harbour), chart.pirate(harbour)):
            assert 40 <= x <= chart.width - 40
            assert 38 <= y <= chart.height - 38
            for hex in chart.geometry.hexes:
                middle = chart.hex(hex)
                assert (x - middle[0]) ** 2 + (y - middle[1]) ** 2 > (chart.wide * 0.7) ** 2
    assert len({chart.pirate(harbour) for harbour in chart.geometry.harbours}) == len(chart.geometry.harbours)
