"""The alt texts of Power, Magic and Food: whoever listens learns what the picture shows, the main things first."""

from __future__ import annotations

import pytest

from bot.delivery.board_description import ALT_LIMIT, alt_text
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


def table_alt_text(game: Mmn, language: str = "en", seat: int | None = None) -> str:
    table = stub_table(game, people=game.state.seats, key=Mmn.key)
    for seat_row, name in zip(table.seats, NAMES, strict=False):
        seat_row.name = name
    return alt_text(table, texts_in(language), seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, *(pytest.param(seats, marks=pytest.mark.proof) for seats in (4, 5)), 6])
def test_every_player_has_room(seats: int, language: str) -> None:
    for game in (crowded(seats), finished(seats)):
        description = table_alt_text(game, language)
        assert len(description) <= ALT_LIMIT
        for seat, name in enumerate(NAMES[:seats]):
            assert f"{name} {scoring.points(game, seat)}" in description
            assert f"\n{name}: " in description or seats == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_cards_are_named_to_their_owner_alone(language: str) -> None:
    game = at_turn(3, 20)
    texts = texts_in(language)
    owner = game.state.players[1]
    owner.hand = [0] * len(board.KINDS)
    owner.cards = ["spy", "curse"]
    owner.hand[board.KINDS.index("wool")] = 3
    owner.hand[board.KINDS.index("jewel")] = 1
    secret = [texts.say("mmn.card.spy.name"), f"{texts.say('mmn.word.wool')} ×3"]
    assert all(name in table_alt_text(game, language, 1) for name in secret)
    for viewer in (None, 0, 2):
        assert not any(name in table_alt_text(game, language, viewer) for name in secret)


def test_what_marks_the_board_is_said() -> None:
    game = at_turn(3, 20)
    plain = table_alt_text(game)
    state = game.state
    geometry = game.size.geometry
    state.curses = [Curse(hex=4, seat=1)]
    state.players[2].famine = True
    state.metropolises[0] = 0
    building = state.players[0].buildings[0]
    building.sabotaged = True
    new_lines = set(table_alt_text(game).splitlines()) - set(plain.splitlines())
    texts = texts_in("en").at(game, NAMES[:3])
    assert f"Curse of {NAMES[1]} on {texts.word('mmn', geometry.hexes[4])}." in new_lines
    assert f"Famine: {NAMES[2]}." in new_lines
    assert f"Metropolis of trade: {NAMES[0]}." in new_lines
    assert f"Sabotaged: {texts.word('mmn', geometry.nodes[building.node])}." in new_lines


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
    state.terrain[:2] = ["pasture", "mountains"]
    state.chips[:] = [3] * len(state.chips)
    state.chips[:2] = 9, 5
    node = next(node for node, hexes in enumerate(geometry.node_hexes) if hexes == (0, 1))
    path = next(
        edge
        for edge, (start, end) in enumerate(geometry.edges)
        if {0, 1} <= set(geometry.node_hexes[start]) & set(geometry.node_hexes[end])
    )
    data = {
        "settlement": {"node": geometry.nodes[node]},
        "road": {"path": geometry.paths[path]},
        "robber": {"hex": geometry.hexes[0]},
    }
    texts = texts_in(language).at(game)
    assert texts.event("mmn", Event(event, 0, dict(data[event])), NAMES) == f"{bold(NAMES[0])} {line}"
