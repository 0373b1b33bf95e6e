"""Progress cards by dice, the limit of five, magic levels 3 and 5 (rules 9, 17.4, 17.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, hand, knight_at, points, roll, seen, told
from tests.engines.mmn.positions import TRACKS, VP_CARDS, Players, position
from tests.engines.playing import act, kinds, offered, player, refused, words

FULL = ["smith", "smith", "warlord", "inventor", "merchant"]


def leveled(track: str, level: int, where: str = "n25", **changes: Any) -> dict[str, Any]:
    """A player at a level; level 4 and 5 with the metropolis."""
    return {
        "levels": {track: level},
        "buildings": [f"{track if level > 3 else 'city'} {where}"],
        "hand": "1 ore",
    } | changes


# -- who draws ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", ["calendar", "literal"])
@pytest.mark.parametrize("level", range(6))
def test_the_red_die_against_the_level(level: int, threshold: str) -> None:
    for red in range(1, 7):
        game = position(phase="roll", me=leveled("food", level), options={"progress_threshold": threshold})
        events = roll(game, red, 6 if red != 1 else 5, track="food")
        limit = level + 1 if threshold == "calendar" and level else level
        assert len(told(events, "drew")) == int(level >= 1 and red <= limit), (level, red)


@pytest.mark.parametrize("track", TRACKS)
def test_only_the_rolled_track_draws_from_its_deck(track: str) -> None:
    me = {"levels": dict.fromkeys(TRACKS, 2), "buildings": ["city n25"], "hand": "1 ore"}
    before = next(card for card in position().state.decks[track] if card not in VP_CARDS)
    game = position(phase="roll", me=me, top={track: [before]})
    events = roll(game, 2, 6, track=track)
    assert told(events, "drew")[0].data["deck"] == track
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
    assert [event.seat for event in told(events, "drew")] == [1, 2, 0]
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
    private = told(events, "drew_card")[0]
    assert (private.data["card"], private.seen_by) == ("famine", (0,))
    assert seen(game, 1).players[0].card_decks == ["food"]
    assert seen(game, 1).players[0].cards is None
    assert seen(game, 0).players[0].cards == ["famine"]


@pytest.mark.parametrize("card", VP_CARDS)
def test_victory_point_cards_are_revealed_at_once(card: str) -> None:
    track = next(track for track in TRACKS if card in position().state.decks[track])
    game = position(phase="roll", me=leveled(track, 2), top={track: [card]})
    before = points(game)
    events = roll(game, 2, 6, track=track)
    assert (player(game).cards, player(game).vp_cards) == ([], [card])
    assert points(game) == before + 1
    assert (told(events, "vp_card")[0].data["card"], told(events, "vp_card")[0].seen_by) == (card, None)
    assert seen(game, 1).players[0].vp_cards == [card]


# -- the limit ---------------------------------------------------------------------------------------------------------


def sixth(card: str = "relief", seat: int = 0, red: int = 2, white: int = 6, **changes: Any) -> Mmn:
    """``seat`` has five cards and draws a sixth from the food deck in the turn of seat 0."""
    drawer = leveled("food", 2) | {"cards": FULL} | changes
    other: dict[str, Any] = {"hand": "1 ore", "buildings": ["city n42"]}
    me, rest = (drawer, {}) if seat == 0 else (other, {seat: drawer})
    game = position(phase="roll", me=me, others=rest, top={"food": [card]})
    roll(game, red, white, track="food")
    return game


def test_five_cards_are_no_overflow() -> None:
    game = sixth(cards=FULL[:4])
    assert len(player(game).cards) == 5
    assert asked(game) == "turn"


def test_any_of_the_six_may_be_returned_and_only_its_colour_is_told() -> None:
    game = sixth()
    assert asked(game) == "overflow"
    assert sorted(offered(game, "return")) == sorted({*FULL, "relief"})
    refused(game, "pass", "return bishop", "return", "play alchemist", "roll")
    events = act(game, "return smith")
    returned = told(events, "returned")[0]
    assert (returned.data, returned.seen_by) == ({"deck": "science"}, None)
    private = told(events, "returned_card")[0]
    assert (private.data["card"], private.seen_by) == ("smith", (0,))
    assert game.state.decks["science"][0] == "smith"
    assert sorted(player(game).cards) == sorted(["smith", "warlord", "inventor", "merchant", "relief"])


def test_the_newest_is_returned_by_default() -> None:
    assert sixth().default(0) == ("return", "relief")
    assert sixth(seat=1).default(1) == ("return", "relief")


def test_a_tied_defender_on_turn_may_play_one_of_his_six() -> None:
    """Step A of the own turn (9.3)."""
    me = {"knights": ["n25 active"], "cards": FULL, "hand": "1 ore", "buildings": ["city n42"]}
    game = position(phase="roll", me=me, others={1: {"knights": ["n40 active"]}}, ship=6, top={"food": ["relief"]})
    roll(game, 6, 6, "ship")
    act(game, "deck food")
    assert asked(game) == "overflow"
    act(game, "play relief", "choose wool")
    assert hand(game) == amounts("1 ore 1 wool 1 cloth")
    assert (game.to_act, asked(game)) == ((1,), "defenderdraw")


def test_only_cards_that_can_be_played_are_offered() -> None:
    game = sixth(cards=["alchemist", "smith", "warlord", "siege", "curse"])
    assert offered(game, "play") == ["relief"]
    refused(game, "play alchemist", "play smith", "play warlord", "play siege", "play curse")


def test_a_played_card_takes_effect_before_the_next_step() -> None:
    """Relief Supplies in step D, then the yields of step E."""
    game = sixth(red=2, white=4)
    events = act(game, "play relief", "choose ore")
    assert told(events, "received")[0].data["why"] == "relief"
    assert [event.data["why"] for event in told(events, "received")] == [
        "relief",
        *(["production"] * (len(told(events, "received")) - 1)),
    ]
    assert hand(game)["coin"] == 1
    assert game.state.decks["food"][0] == "relief"
    assert asked(game) == "turn"


def test_a_played_card_is_resolved_before_the_next_player_draws() -> None:
    others: Players = {1: leveled("food", 2, "n42")}
    game = position(phase="roll", me=leveled("food", 2, cards=FULL), others=others, top={"food": ["relief", "famine"]})
    events = roll(game, 2, 6, track="food")
    assert [event.seat for event in told(events, "drew")] == [0]
    events = act(game, "play inventor", "choose h01")
    assert kinds(events, "drew") == []
    events = act(game, "choose h02")
    assert [event.seat for event in told(events, "drew")] == [1]


def test_rights_of_this_turn_last_through_the_action_phase() -> None:
    game = sixth("market_day", hand="4 grain 4 meat 1 ore", buildings=["city n25 wall"])
    act(game, "play market_day")
    assert asked(game) == "turn"
    assert {"bank 2 grain", "bank 2 meat"} <= set(words(game))
    act(game, "pass")
    roll(game, 6, 6, track="trade")
    act(game, "pass")
    roll(game, 6, 6, track="trade")
    act(game, "pass")
    roll(game, 6, 6, track="trade")
    assert "bank 2 grain" not in words(game)


def test_warlord_in_step_d_counts_as_activation_of_this_turn() -> None:
    game = sixth(knights=["n25"], buildings=["city n42"], roads=["n20-n25"])
    act(game, "play warlord")
    assert knight_at(game, "n25").active
    refused(game, "move n25 n20")


def test_overflow_with_a_victory_point_that_wins_ends_the_game() -> None:
    """Seat 0 has 15; the sixth card drawn is Cornucopia."""
    rich = {
        "buildings": ["trade n25", "science n42", "food n40", "settlement n03"],
        "levels": {"trade": 4, "science": 4, "food": 4},
        "vp_cards": ["printer", "constitution"],
        "hand": "1 ore",
        "cards": FULL,
    }
    game = position(phase="roll", me=rich, top={"food": ["cornucopia"]})
    events = roll(game, 3, 6, track="food")
    assert game.state.over
    assert kinds(events, "vp_card", "victory", "received") == ["vp_card", "victory"]


def test_a_card_may_be_played_in_the_turn_it_was_drawn() -> None:
    """18.1."""
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
    if asked(game) == "keepone":
        act(game, "pick 1 golem")
    assert player(game).cards == ["golem"]
    assert building_at(game, "n25").city
    assert hand(game) == amounts("1 ore")
