"""Progress cards by dice, the limit of five, magic levels 3 and 5 (rules 9, 17.4, 17.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.asking import FULL
from tests.engines.mmn.moves import amounts, asked, events_of, hand, points, roll, seen
from tests.engines.mmn.positions import TRACKS, VP_CARDS, Players, leveled, position
from tests.engines.playing import act, kinds, offered, player, refused, words

HOMES = ("n12", "n25", "n42", "n40", "n18", "n03")


@pytest.mark.parametrize(
    ("threshold", "red", "lowest"),
    [
        ("calendar", 1, 1),
        ("calendar", 4, 3),
        ("calendar", 6, 5),
        ("literal", 1, 1),
        ("literal", 4, 4),
        ("literal", 6, 6),
    ],
)
def test_T12_24_03_the_red_die_names_the_lowest_level_that_draws(threshold: str, red: int, lowest: int) -> None:
    players: dict[int, dict[str, Any]] = {
        level: {"levels": {"power": level}, "buildings": [("power " if level == 5 else "city ") + home]}
        for level, home in enumerate(HOMES)
    }
    options = {"progress_threshold": threshold}
    top = {"power": ["assassin", "conscription", "siege"]}
    game = position(seats=6, phase="roll", me=players.pop(0), others=players, options=options, top=top)
    events = events_of(roll(game, red, 5, track="power"), "drew")
    assert [(event.seat, event.data["deck"]) for event in events] == [(seat, "power") for seat in range(lowest, 6)]


# -- who draws (rules 9.1) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", TRACKS)
def test_only_the_rolled_track_draws_from_its_deck(track: str) -> None:
    me = {"levels": dict.fromkeys(TRACKS, 2), "buildings": ["city n25"], "hand": "1 ore"}
    before = next(card for card in position().state.decks[track] if card not in VP_CARDS)
    game = position(phase="roll", me=me, top={track: [before]})
    events = roll(game, 2, 6, track=track)
    assert events_of(events, "drew")[0].data["deck"] == track
    assert player(game).cards == [before]
    assert len(game.state.decks[track]) == 17


def test_a_ship_face_brings_no_cards() -> None:
    game = position(phase="roll", me=leveled("food", 3))
    assert kinds(roll(game, 2, 6, "ship", "food"), "drew") == []


def test_players_draw_clockwise_from_the_active_one() -> None:
    others: Players = {seat: leveled("food", 1, where) for seat, where in ((0, "n42"), (2, "n40"))}
    game = position(
        seat=1, phase="roll", me=leveled("food", 2), others=others, top={"food": ["famine", "relief", "poaching"]}
    )
    events = roll(game, 1, 4, track="food")
    assert [event.seat for event in events_of(events, "drew")] == [1, 2, 0]
    assert [player(game, seat).cards for seat in (1, 2, 0)] == [["famine"], ["relief"], ["poaching"]]


def test_a_seven_with_a_castle_still_draws() -> None:
    game = position(phase="roll", me=leveled("food", 2))
    roll(game, 3, 4, track="food")
    events = act(game, "robber h19")
    assert kinds(events, "robber", "drew") == ["robber", "drew"]


def test_an_empty_deck_gives_nothing() -> None:
    game = position(phase="roll", me=leveled("food", 2), empty=["food"], sound=False)
    assert kinds(roll(game, 2, 6, track="food"), "drew") == []
    assert seen(game).phase == "actions"


def test_the_card_drawn_is_told_to_its_owner_only() -> None:
    game = position(phase="roll", me=leveled("food", 2), top={"food": ["famine"]})
    events = roll(game, 2, 6, track="food")
    private = events_of(events, "drew_card")[0]
    assert (private.data["card"], private.seen_by) == ("famine", (0,))
    assert seen(game, 1).players[0].card_decks == ["food"]
    assert seen(game, 1).players[0].cards is None
    assert seen(game, 0).players[0].cards == ["famine"]


@pytest.mark.parametrize("card", VP_CARDS)
def test_victory_point_cards_are_revealed_at_once(card: str) -> None:
    """Rules 9.2."""
    track = next(track for track in TRACKS if card in position().state.decks[track])
    game = position(phase="roll", me=leveled(track, 2), top={track: [card]})
    before = points(game)
    events = roll(game, 2, 6, track=track)
    assert (player(game).cards, player(game).vp_cards) == ([], [card])
    assert points(game) == before + 1
    assert (events_of(events, "vp_card")[0].data["card"], events_of(events, "vp_card")[0].seen_by) == (card, None)
    assert seen(game, 1).players[0].vp_cards == [card]


# -- the limit ---------------------------------------------------------------------------------------------------------


def test_a_card_may_be_played_in_the_turn_it_was_drawn() -> None:
    """Rules 18.1."""
    game = position(phase="roll", me=leveled("food", 2), top={"food": ["relief"]})
    roll(game, 2, 6, track="food")
    act(game, "play relief", "choose ore")
    assert hand(game) == amounts("2 ore 1 coin")


# -- magic -------------------------------------------------------------------------------------------------------------


def seer(magic: int, food: int, **changes: Any) -> Mmn:
    """Seat 0 with magic and food levels draws from the food deck."""
    buildings = ["magic n25" if magic > 3 else "city n25"]
    me = {"levels": {"magic": magic, "food": food}, "buildings": buildings, "hand": "1 ore"} | changes
    top = {"food": ["famine", "relief", "poaching"], "power": ["siege", "throne", "assassin"]}
    game = position(phase="roll", me=me, top=top)
    roll(game, 2, 6, track="food")
    return game


@pytest.mark.parametrize(
    ("pick", "kept", "other"), [("pick 1 famine", "famine", "relief"), ("pick 2 relief", "relief", "famine")]
)
def test_magic_3_looks_at_two_and_keeps_one(pick: str, kept: str, other: str) -> None:
    game = seer(3, 2)
    assert asked(game) == "keepone"
    assert seen(game, 0).shown == ["famine", "relief"]
    assert seen(game, 1).shown == seen(game).shown == []
    refused(game, "pick 1 relief", "pick 3 poaching", "pick famine", "pass", "pick 2")
    act(game, pick)
    assert player(game).cards == [kept]
    assert (game.state.decks["food"][0], game.state.decks["food"][-1]) == (other, "poaching")
    assert len(game.state.decks["food"]) == 17


def test_magic_2_draws_plainly() -> None:
    game = seer(2, 2)
    assert player(game).cards == ["famine"]


def test_magic_3_needs_the_right_to_a_card() -> None:
    game = seer(3, 0)
    assert asked(game) == "turn"
    assert player(game).cards == []


def test_magic_5_may_name_another_deck() -> None:
    game = seer(5, 1)
    assert asked(game) == "choosedeck"
    assert game.prompt(0).message.args["track"] == "food"
    assert sorted(offered(game, "deck")) == sorted(TRACKS)
    refused(game, "pass", "deck")
    act(game, "deck power")
    assert asked(game) == "keepone"
    act(game, "pick 2 throne")
    assert (player(game).vp_cards, player(game).cards) == (["throne"], [])
    assert (game.state.decks["power"][0], game.state.decks["food"][-1]) == ("siege", "famine")


def test_a_victory_point_not_kept_goes_under_the_deck() -> None:
    game = seer(5, 1)
    act(game, "deck power", "pick 1 siege")
    assert (player(game).vp_cards, game.state.decks["power"][0]) == ([], "throne")


def test_the_limit_applies_to_the_card_kept() -> None:
    game = seer(3, 2, cards=FULL)
    act(game, "pick 2 relief")
    assert asked(game) == "overflow"
    assert len(player(game).cards) == 6


def test_magic_5_cannot_name_an_empty_deck_but_may_replace_one() -> None:
    me = {"levels": {"magic": 5, "food": 2}, "buildings": ["magic n25"], "hand": "1 ore"}
    game = position(phase="roll", me=me, empty=["food"], sound=False)
    roll(game, 2, 6, track="food")
    assert asked(game) == "choosedeck"
    assert "food" not in offered(game, "deck")


def test_magic_3_with_one_card_left_takes_it() -> None:
    dump = position(phase="roll", me=leveled("magic", 3)).dump()
    dump["decks"]["magic"] = ["golem"]
    game = Mmn.load(dump)
    roll(game, 2, 6, track="magic")
    assert (asked(game), player(game).cards, game.state.decks["magic"]) == ("turn", ["golem"], [])


def test_drawers_decide_before_the_next_draws() -> None:
    others: Players = {0: {"levels": {"food": 1, "magic": 5}, "buildings": ["magic n25"]}}
    me = {"levels": {"food": 1, "magic": 3}, "buildings": ["city n42"], "hand": "1 ore"}
    game = position(seat=2, phase="roll", me=me, others=others, top={"food": ["famine", "relief", "poaching"]})
    roll(game, 2, 6, track="food")
    assert (game.to_act, asked(game)) == ((2,), "keepone")
    act(game, "pick 1 famine")
    assert (game.to_act, asked(game)) == ((0,), "choosedeck")
    act(game, "deck food")
    assert (asked(game), words(game)[0]) == ("keepone", "pick 1 poaching")
