"""What a private picture marks as possible is exactly what the engine offers, at decisions of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from PIL import Image

import engines
import render
from bot.wording import texts_in
from engines import Action, Game, View
from engines.burgundy.estate import ESTATES
from engines.mmn import board as mmn_board
from engines.mmn.steps.turn import Turn
from engines.navegador import board as navegador_board
from render.kit.ink import CARD, SOFT
from render.macao import own
from render.mmn import icons, words
from render.shape import Shape
from tests.render.recording import NAMES, Drawing, drawn

pytestmark = pytest.mark.usefixtures("noted")

TICK = 38
"""The size of a tick beside a price."""


def caption() -> render.Caption:
    return render.Caption((*NAMES, "Frieda")[:6], (), texts_in("en").say, "en", shape=Shape.TALL)


def decisions(key: str, seats: int, seed: int, wanted: Callable[[Any], bool], every: int) -> Iterator[tuple[Game, int]]:
    """Yield some of the decisions of a random game, in which turns go on while there is something to do."""
    game = engines.new(key, seats, seed)
    rng = Random(seed)
    number = 0
    while game.to_act:
        seat = game.to_act[0]
        legal = game.legal(seat)
        if wanted(game):
            number += 1
            if number % every == 0:
                yield game, seat
        kinds = sorted({action[0] for action in legal} - {"pass", "end", "offer"}) or [legal[0][0]]
        kind = rng.choice(kinds if rng.random() < 0.9 else sorted({action[0] for action in legal}))
        game.play(seat, rng.choice([action for action in legal if action[0] == kind]))


def _hand(view: View, words: render.Caption) -> Image.Image:
    draw = render.PICTURES[view.game].hand
    assert draw
    return draw(view, words)


def named(legal: list[Action], *kinds: str) -> set[str]:
    """Return the things that actions of some kinds name first."""
    return {action[1] for action in legal if action[0] in kinds and len(action) > 1}


@pytest.mark.parametrize("seats", [3, 5])
def test_mmn_ticks_what_may_be_built_improved_and_struck(seats: int) -> None:
    marked = 0
    for game, seat in decisions("mmn", seats, seats, lambda game: isinstance(game.state.stack[-1], Turn), 4):
        view = game.view(seat)
        shown = drawn(_hand(view, caption()))
        legal = game.legal(seat)
        things = {action[0] for action in legal} & {*words.ITEMS}
        assert _ticked(shown) == things | named(legal, "improve")
        if things:
            assert _ticked(drawn(render.closeup(view, caption(), legal))) == things | named(legal, "improve")
        assert bool(shown.called("tick")) == bool(things | named(legal, "improve", "strike"))
        marked += len(things)
        if marked > 100:
            break
    assert marked > 50


def _ticked(shown: Drawing) -> set[str]:
    """Return the things and the tracks in frames with a tick."""
    titles = {caption().text(id): item for item, id in words.ITEMS.items()}
    ticked = set[str]()
    for tick in [mark for mark in shown.called("tick") if mark.box[2] == TICK]:
        frames = [mark for mark in shown if mark.kind == "frame" and tick.inside(mark.box)]
        cell = shown.within(min(frames, key=lambda mark: mark.box[2] * mark.box[3]).box)
        text = " ".join(cell.texts())
        begun = [title for title in titles if text.startswith(title)]
        ticked |= {titles[max(begun, key=len)]} if begun else set()
        ticked |= {track for track in mmn_board.TRACKS if cell.sprites(icons.disc(track, 50))}
    return ticked


def test_mmn_ticks_nothing_where_something_else_is_asked() -> None:
    others = decisions("mmn", 4, 2, lambda game: not isinstance(game.state.stack[-1], Turn), 12)
    for game, seat in islice(others, 25):
        for own_seat in {seat, (seat + 1) % 4}:
            assert not drawn(_hand(game.view(own_seat), caption())).called("tick")


@pytest.mark.parametrize("seats", [2, 4])
def test_burgundy_rings_the_hexes_that_a_tile_can_be_placed_on(seats: int) -> None:
    rings = 0
    for game, seat in decisions("burgundy", seats, seats, lambda game: game.state.turn > 0, 3):
        legal = game.legal(seat)
        hexes = {action[2] for action in legal if action[0] == "place"} | named(legal, "start")
        for viewer in range(seats):
            wanted = hexes if viewer == seat else set[str]()
            shown = drawn(_hand(game.view(viewer), caption()))
            ring_marks = shown.called("_ring")
            assert len(ring_marks) == len(wanted)
            printed = ESTATES[game.state.players[viewer].board].hexes
            labels = {m.text for ring in ring_marks for m in shown.within(ring.box, 4) if m.text in printed}
            assert labels == wanted
            rings += len(ring_marks)
    assert rings > 40


@pytest.mark.parametrize("seats", [2, 4])
def test_macao_marks_the_cards_that_can_be_activated(seats: int) -> None:
    seen = 0
    titles = caption()
    for game, seat in decisions("macao", seats, seats, lambda game: True, 2):
        legal = game.legal(seat)
        good = named(legal, "activate")
        try:
            shown = drawn(render.closeup(game.view(seat), titles, legal))
        except LookupError:
            assert not good
            continue
        if named(legal, "cubes", "gold", "waive", "show") or ("cubes",) in legal:
            continue  # there the card that is paid for is marked
        frames = shown.frames(CARD, own.GOOD)
        assert len(frames) == len(good)
        for card in good:
            title = titles.text(f"macao.card.{card}.name")
            assert any(title in shown.within(frame.box).texts() for frame in frames)
        seen += len(good)
    assert seen > 5


@pytest.mark.parametrize("seats", [2, 4])
def test_navegador_shows_fields_and_buildings_that_are_offered(seats: int) -> None:
    solid = 0
    for game, seat in decisions("navegador", seats, seats, lambda game: True, 2):
        legal = game.legal(seat)
        view = game.view(seat)
        if not named(legal, "build"):
            continue
        houses = drawn(render.closeup(view, caption(), legal)).called("_house")
        bright = [int(mark.text) for mark in houses if SOFT not in mark.colours()]
        expected: list[int] = []
        for row in navegador_board.BUILDINGS:
            copy = game.copy()
            action = ("build", row)
            while seat in copy.to_act and action in copy.legal(seat):
                money = copy.state.players[seat].money
                copy.play(seat, action)
                expected.append(money - copy.state.players[seat].money)
        assert sorted(bright) == sorted(expected)
        solid += len(bright)
    assert solid > 20
