"""When a turn of one's own has been played to its end."""

from __future__ import annotations

from random import Random

import pytest

import engines
from engines.players.skills import turn_played
from tests.engines.mmn.positions import about_to_win, position
from tests.engines.playing import act


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("key", ["burgundy", "macao", "mmn"])
def test_a_turn_is_over_once_it_was_passed_or_its_dice_are_used(key: str, seats: int) -> None:
    """Random games from the opening on, each seat as long as it is asked, as hints look at it."""
    found = set[bool]()
    rng = Random(3)
    game = engines.new(key, max(seats, engines.GAMES[key].seats.start), 3)
    while game.to_act and game.state.turn < 40:
        seat = game.to_act[0]
        before = game.copy()
        over = False
        while seat in game.to_act:
            turn = game.state.turn
            events = game.play(seat, game.sample(seat, rng))
            if key == "burgundy":
                over |= turn > 0 and (not game.state.players[seat].unused or game.state.turn > turn)
            else:
                over |= any((event.kind, event.seat) == ("passed", seat) for event in events)
        found.add(over)
        assert turn_played(before, game, seat) is over
    assert found == {True, False}


def test_who_wins_has_ended_the_turn_and_who_asks_others_in_it_has_not() -> None:
    game = about_to_win()
    before = game.copy()
    act(game, "settlement n37")
    assert game.state.over
    assert turn_played(before, game, 0)
    game = position(me={"hand": "1 wool"}, others={1: {"hand": "1 ore"}})
    before = game.copy()
    act(game, "offer 1 wool for 1 ore")
    assert not turn_played(before, game, 0)


def test_in_navegador_everything_is_part_of_a_turn() -> None:
    game = engines.new("navegador", 3, 1)
    before = game.copy()
    seat = game.to_act[0]
    while seat in game.to_act:
        game.play(seat, game.legal(seat)[0])
    assert turn_played(before, game, seat)
