"""Points by source and the end of the game (rules 19)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn import scoring
from engines.mmn.verbs.cards import PlayedCard
from tests.engines.mmn.moves import events_of, points, roll, sail, seen, sources
from tests.engines.mmn.positions import ENOUGH, Players, chain, holding, place, position
from tests.engines.playing import act, kinds, player, refused, words

THIRTEEN: dict[str, Any] = {
    "buildings": ["trade n25", "science n42", "food n40", "settlement n03"],
    "levels": {"trade": 4, "science": 4, "food": 4},
}


def rich(extra: int, **changes: Any) -> dict[str, Any]:
    """Return a player with 13 points and so many Defender cards."""
    return THIRTEEN | {"defender": extra, "hand": ENOUGH} | changes


def test_points_are_counted_by_source() -> None:
    me = {
        "buildings": ["settlement n01", "settlement n03", "city n12", "city n18 sabotaged", "magic n25"],
        "levels": {"magic": 4},
        "roads": chain("n40", "n44", "n48", "n52", "n49", "n53"),
        "vp_cards": ["constitution", "grimoire"],
        "defender": 2,
    }
    game = position(me=me, longest_road=0, storage_card=1, merchant=place("h01"), merchant_seat=0, sound=False)
    assert sources(game) == {
        "settlements": 2,
        "cities": 4,
        "metropolises": 4,
        "longest_road": 2,
        "merchant": 1,
        "defender": 2,
        "cards": 2,
    }
    assert points(game) == 17
    assert sources(game, 1) == {"storage": 2}
    assert sources(position(autarky=2, sound=False), 2) == {"autarky": 2}


def test_points_are_public() -> None:
    game = position(me=rich(1))
    assert game.scores() == game.copy().scores()
    for seat in (None, 0, 1, 2):
        assert [score.total for score in game.view(seat).scores] == [14, 0, 0]


def test_sixteen_on_the_own_turn_win_at_once() -> None:
    game = position(me=rich(2, roads=chain("n03", "n07", "n11")))
    events = act(game, "settlement n11")
    assert (game.state.over, game.state.winner, game.to_act) == (True, 0, ())
    assert events_of(events, "victory")[0].data == {"points": 16}
    assert kinds(events)[-1] == "over"
    refused(game, "pass", seat=0)
    assert game.ranking()[0] == 0


def test_fifteen_do_not_win() -> None:
    game = position(me=rich(1, roads=chain("n03", "n07", "n11")))
    act(game, "settlement n11")
    assert not game.state.over
    assert "pass" in words(game)


def test_points_lost_before_the_own_turn_do_not_win() -> None:
    """Seat 2 has the Longest Road and 16 points but loses it in seat 1's turn."""
    others: Players = {2: rich(1, roads=chain("n01", "n05", "n02", "n06", "n10", "n14")), 0: {"hand": "1 ore"}}
    me = {"roads": ["n05-n09"], "hand": ENOUGH}
    game = position(seat=1, me=me, others=others, longest_road=2)
    assert points(game, 2) == 16
    act(game, "knight n05")
    assert points(game, 2) == 14
    act(game, "pass")
    assert not game.state.over


def test_defender_on_the_own_turn_wins_before_the_yields() -> None:
    game = position(phase="roll", me=rich(2, knights=["n18 active mighty"]), ship=6)
    events = sail(game, 6, 6)
    assert game.state.over
    assert kinds(events, "defender", "victory", "received") == ["defender", "victory"]


def test_a_metropolis_wins() -> None:
    me = {**THIRTEEN, "buildings": [*THIRTEEN["buildings"], "city n18"], "hand": ENOUGH}
    me["levels"] = {"trade": 4, "science": 4, "food": 4, "magic": 3}
    game = position(me=me)
    assert points(game) == 15
    act(game, "improve magic")
    assert (game.state.over, points(game)) == (True, 17)


def test_T24_sixteen_points_in_anothers_turn_win_in_the_own() -> None:
    """Three metropolises and a settlement are 13, two cards 15; the Defender card is the sixteenth."""
    rich = {
        "buildings": ["trade n25", "science n42", "food n40", "settlement n03"],
        "levels": {"trade": 4, "science": 4, "food": 4},
        "vp_cards": ["printer", "constitution"],
        "knights": ["n18 mighty active", "n51 mighty active"],
        "hand": ENOUGH,
    }
    game = position(seat=2, phase="roll", me={"hand": "1 ore"}, others={0: rich}, ship=6)
    sail(game, 4, 6)
    assert points(game) == 16
    assert not game.state.over
    act(game, "0: pass")  # no consolation
    events = act(game, "2: pass")
    assert game.state.over
    assert (game.state.winner, game.ranking()[0], game.to_act) == (0, 0, ())
    assert "rolled" not in kinds(events)
    assert kinds(events)[-2:] == ["victory", "over"]


def test_the_winner_ranks_first_even_if_another_has_more() -> None:
    """Seat 1 has 17 points but seat 0 reaches 16 in its own turn."""
    me = {"buildings": ["settlement n25"], "defender": 14, "cards": ["merchant"], "hand": "1 ore"}
    game = position(me=me, others={1: {"buildings": ["settlement n42"], "defender": 16}})
    assert points(game, 1) == 17
    act(game, "play merchant", "choose h06")
    assert (game.state.over, game.state.winner) == (True, 0)
    assert game.ranking() == [0, 1, 2]


def test_the_next_seat_with_sixteen_wins_before_others_with_more() -> None:
    others: Players = {1: {"defender": 16}, 2: {"defender": 18}}
    game = position(me={"hand": "1 ore"}, others=others)
    act(game, "pass")
    assert (game.state.over, game.state.winner, game.ranking()[:2]) == (True, 1, [1, 2])


def test_points_decide_the_ranking_while_the_game_runs() -> None:
    game = position(me={"defender": 3}, others={1: {"defender": 5}, 2: {"defender": 4}})
    assert game.ranking() == [1, 2, 0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_24_15_sixteen_points_win_at_any_table(seats: int) -> None:
    game = position(
        seats=seats, me={"hand": "1 ore"}, others={1: {"defender": 15}, 2: {"defender": 16, "hand": "1 ore"}}
    )
    assert seen(game).target == 16
    act(game, "pass")
    assert not game.state.over
    roll(game, 6, 6)
    assert (game.state.over, game.to_act) == (False, (1,))
    act(game, "pass")
    assert (game.state.over, game.state.winner) == (True, 2)


@pytest.mark.parametrize(("card", "deck", "back"), [("spy", "politics", 1), ("curse", "magic", 0)])
def test_a_card_in_play_is_not_lost_when_the_game_ends(card: str, deck: str, back: int) -> None:
    """The card goes under its deck; one that stays in play (Curse) stays where it is."""
    game = holding(card, others={1: {"hand": "1 ore"}})
    player(game).cards.remove(card)
    game.state.stack.append(PlayedCard(card=card))
    before = game.state.decks[deck].count(card)
    scoring.win(game, 0)
    assert (seen(game).phase, game.state.stack) == ("over", [])
    assert game.state.decks[deck].count(card) == before + back
