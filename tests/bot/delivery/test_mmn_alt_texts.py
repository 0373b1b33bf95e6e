"""The alt texts of Power, Magic and Food: whoever listens learns what the picture shows, the main things first."""

from __future__ import annotations

import pytest

from bot.delivery.alt_texts import ALT_LIMIT, alt_text
from bot.wording import texts_in
from bot.wording.escaping import bold
from bot.wording.languages import LANGUAGES
from engines import Event
from engines.mmn import board, scoring
from engines.mmn.game import Mmn
from engines.mmn.state import Curse
from tests.bot.stubs import stub_table
from tests.render.mmn_positions import at_turn, crowded, finished

NAMES = ["Anna", "Maximilian von Hohenfels", "Hanako Suzuki", "Theodoros", "Frieda Ballestrem", "Lucja K."]


def told(game: Mmn, language: str = "en", seat: int | None = None) -> str:
    here = stub_table(game, people=game.state.seats, key=Mmn.key)
    for place, name in zip(here.seats, NAMES, strict=False):
        place.name = name
    return alt_text(here, texts_in(language), seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, *(pytest.param(seats, marks=pytest.mark.proof) for seats in (4, 5)), 6])
def test_every_player_has_room(seats: int, language: str) -> None:
    for game in (crowded(seats), finished(seats)):
        said = told(game, language)
        assert len(said) <= ALT_LIMIT
        for seat, name in enumerate(NAMES[:seats]):
            assert f"{name} {scoring.points(game, seat)}" in said
            assert f"\n{name}: " in said or seats == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_cards_are_named_to_their_owner_alone(language: str) -> None:
    game = at_turn(3, 20)
    texts = texts_in(language)
    own = game.state.players[1]
    own.hand = [0] * len(board.KINDS)
    own.cards = ["spy", "curse"]
    own.hand[board.KINDS.index("wool")] = 3
    own.hand[board.KINDS.index("jewel")] = 1
    secret = [texts.say("mmn.card.spy.name"), f"{texts.say('mmn.word.wool')} ×3"]
    assert all(each in told(game, language, 1) for each in secret)
    for viewer in (None, 0, 2):
        assert not any(each in told(game, language, viewer) for each in secret)


def test_what_marks_the_board_is_said() -> None:
    game = at_turn(3, 20)
    plain = told(game)
    state = game.state
    geometry = game.size.geometry
    state.curses = [Curse(hex=4, seat=1)]
    state.players[2].famine = True
    state.metropolises[0] = 0
    building = state.players[0].buildings[0]
    building.sabotaged = True
    said = set(told(game).splitlines()) - set(plain.splitlines())
    here = texts_in("en").at(game, NAMES[:3])
    assert f"Curse of {NAMES[1]} on {here.word('mmn', geometry.hexes[4])}." in said
    assert f"Famine: {NAMES[2]}." in said
    assert f"Metropolis of trade: {NAMES[0]}." in said
    assert f"Sabotaged: {here.word('mmn', geometry.nodes[building.node])}." in said


@pytest.mark.parametrize(
    ("language", "event", "line"),
    [
        ("en", "settlement", "builds a settlement at wool 9 / ore 5 / coast"),
        ("de", "settlement", "baut eine Siedlung auf Wolle 9 / Erz 5 / Küste"),
        ("nl", "settlement", "bouwt een dorp op wol 9 / erts 5 / kust"),
        ("en", "road", "builds a road between wool 9 and ore 5"),
        ("de", "road", "baut eine Straße zwischen Wolle 9 und Erz 5"),
        ("nl", "road", "bouwt een straat tussen wol 9 en erts 5"),
        ("en", "robber", "moves the robber to wool 9"),
        ("de", "robber", "setzt den Räuber auf Wolle 9"),
        ("nl", "robber", "zet de struikrover op wol 9"),
    ],
)
def test_the_log_calls_places_by_what_the_board_shows_there(language: str, event: str, line: str) -> None:
    game = Mmn.new(4, 5)
    state = game.state
    geometry = game.geometry
    state.terrain[:2], state.chips[:] = ["pasture", "mountains"], [3] * len(state.chips)
    state.chips[:2] = 9, 5
    node = next(node for node, hexes in enumerate(geometry.node_hexes) if hexes == (0, 1))
    path = next(
        edge
        for edge, (one, other) in enumerate(geometry.edges)
        if {0, 1} <= set(geometry.node_hexes[one]) & set(geometry.node_hexes[other])
    )
    data = {
        "settlement": {"node": geometry.nodes[node]},
        "road": {"path": geometry.paths[path]},
        "robber": {"hex": geometry.hexes[0]},
    }
    here = texts_in(language).at(game)
    assert here.event("mmn", Event(event, 0, dict(data[event])), NAMES) == f"{bold(NAMES[0])} {line}"
