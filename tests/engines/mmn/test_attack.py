"""The barbarians, their victims, the storage stack (rules 6, 8, 15.6)."""

from __future__ import annotations

from engines.mmn.steps.barbarians import Attack, DefenderDraw
from engines.mmn.steps.clearing import Clearing
from tests.engines.mmn.positions import (
    around,
    asked,
    city,
    empty,
    held,
    knight,
    legal,
    level,
    on_top,
    play,
    progress,
    ready,
    roll,
    settle,
    settlement,
)
from tests.engines.playing import kinds


def test_6_3_tied_defenders_draw_clockwise_from_decks_of_choice() -> None:
    game = empty()
    game.state.active = 2
    game.state.stack[0].seat = 2  # type: ignore[union-attr]
    for seat in (0, 2):
        knight(game, seat, f"n{seat + 1:02}", active=True)
    level(game, 0, magic=5, food=2)
    on_top(game, "printer")
    game = settle(game, Attack())
    assert game.to_act == (2,)
    assert len(legal(game)) == 6
    play(game, "deck science")
    assert game.state.players[2].vp_cards == ["printer"]
    assert game.default(0) == ("deck", "magic")
    play(game, "deck trade")
    assert len(game.state.players[0].cards) == 1, "magic levels do not matter"
    assert game.state.attacked
    assert [player.defender for player in game.state.players] == [0, 0, 0]


def test_6_4_all_tied_players_lose_and_the_ship_goes_back() -> None:
    game = empty(roll=True)
    game.state.ship = 6
    for seat, places in enumerate((("n10", "n12"), ("n30",), ("n40",))):
        for node in places:
            city(game, seat, node, wall=True)
    knight(game, 2, "n01", active=True)
    game = ready(game)
    roll(game, "ship", 1, 2)
    assert legal(game) == ["lose n10", "lose n12"]
    play(game, "lose n12")
    assert [sum(each.city for each in player.buildings) for player in game.state.players] == [1, 0, 1]
    assert [sum(each.wall for each in player.buildings) for player in game.state.players] == [1, 0, 1]
    assert game.state.ship == 0
    assert not game.state.players[2].knights[0].active


def test_22_3_default_is_the_city_with_least() -> None:
    game = empty()
    city(game, 0, "n10", chip=1, chip_hex=game.size.geometry.node_hexes[9][0])
    city(game, 0, "n30")
    game = settle(game, Attack())
    assert game.default(0) == ("lose", "n30")


def test_22_4a_journeymen_without_chips_to_replace_them() -> None:
    game = empty()
    node = around(game, "N")[0]
    places = game.size.geometry.node_hexes[game.size.geometry.node_number[node]]
    city(game, 0, node, journeymen=list(places))
    game.state.players[0].serfs = 3
    game = settle(game, Attack())
    assert asked(game) == "staying"
    assert legal(game) == [f"stay {game.size.geometry.hexes[place]}" for place in places]
    play(game, legal(game)[1])
    (left,) = game.state.players[0].buildings
    assert (left.city, left.servants, left.journeymen) == (False, [places[1]], [])


def test_15_6_no_store_chip_left_for_the_replacement() -> None:
    game = empty()
    geometry = game.size.geometry
    node = around(game, "N")[0]
    city(game, 0, node, chip=3, chip_hex=9)
    for other in ("n01", "n02", "n03", "n12"):
        settlement(game, 0, other, chip=1, chip_hex=geometry.node_hexes[geometry.node_number[other]][0])
    game.state.storage.remove("ore")
    game.state.storage.append("ore")
    game = settle(game, Attack())
    play(game, "refund coin")
    assert held(game, 0) == "1 ore 2 coin"
    assert game.state.players[0].buildings[0].chip == 0


def test_8_4_after_six_clearings_the_cards_are_shuffled() -> None:
    game = empty()
    seen = []
    for number in range(6):
        game = settle(game, Clearing())
        seen.append(game.state.storage_used[-1] if number < 5 else "")
    assert len(set(seen[:5])) == 5
    assert len(game.state.storage) == 6
    assert game.state.storage_used == []


def test_the_emergency_card_is_turned_up_only_if_somebody_is_owed() -> None:
    game = empty()
    city(game, 0, "n10")
    game = settle(game, Attack())
    assert game.state.storage_used == []


def test_9_3_in_an_attack_the_overflow_comes_before_the_next_draw() -> None:
    game = empty()
    progress(game, 0, "bishop", "spy", "wedding", "warlord", "merchant")
    on_top(game, "crane", "smith")
    game = settle(game, DefenderDraw(seat=1), DefenderDraw(seat=0))
    play(game, "deck science")
    assert (game.to_act, asked(game)) == ((0,), "overflow")
    play(game, "return crane")
    assert game.to_act == (1,)
    assert asked(game) == "defenderdraw"


def test_19_only_the_active_player_wins() -> None:
    game = empty(roll=True)
    game.state.players[0].defender = 15
    game.state.ship = 6
    knight(game, 0, "n01", rank=3, active=True)
    game = ready(game)
    events = roll(game, "ship", 1, 2)
    assert kinds(events)[-2:] == ["victory", "over"], "in step A of the own turn"
    assert game.ranking()[0] == 0
