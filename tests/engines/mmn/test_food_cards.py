"""Every card of the red deck: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.steps.production import yields
from tests.engines.mmn.positions import (
    city,
    corner,
    drain,
    empty,
    hand,
    held,
    knight,
    lay,
    legal,
    level,
    play,
    progress,
    ready,
    refused,
    settlement,
    turn_again,
)


def test_famine() -> None:
    game = empty(roll=True)
    node = corner(game, "h10", "N")
    lay(game, "h10", "fields", 9)
    settlement(game, 1, node, servants=[9])
    game.state.players[1].serfs = 3
    game.state.autarky = 1
    progress(game, 0, "famine", "famine")
    game.state.stack[:], game.state.now = empty().state.stack, empty().state.now
    immune = game.copy()
    game = ready(game)
    play(game, "play famine")
    assert game.state.players[1].famine
    assert game.view(None).players[1].autarky_points == 0
    assert game.state.autarky == -1
    assert yields(game, 9)[1][board.GRAIN] == 1
    assert refused(game, "play famine") == "no_effect", "one before each victim"
    level(immune, 1, food=5)
    assert refused(ready(immune), "play famine") == "no_effect"


def test_a_famine_ends_by_paying_or_by_food_5() -> None:
    game = empty()
    city(game, 0, "n10")
    game.state.players[0].famine = True
    game.state.decks["food"].remove("famine")
    hand(game, 0, "1 grain 6 meat")
    level(game, 0, food=4)
    paid, built = ready(game), ready(game)
    play(paid, "end_famine")
    assert held(paid, 0) == "5 meat"
    assert paid.state.decks["food"][0] == "famine"
    assert refused(paid, "end_famine") == "no_famine"
    play(built, "improve food")
    assert not built.state.players[0].famine
    assert built.state.decks["food"][0] == "famine"


def test_slaughter_feast() -> None:
    game = empty()
    progress(game, 0, "slaughter_feast")
    lay(game, "h10", "fields")
    lay(game, "h09", "fields")
    settlement(game, 0, corner(game, "h10", "NW"))
    game = ready(game)
    play(game, "play slaughter_feast")
    assert held(game, 0) == "2 meat"


def test_harvest_festival() -> None:
    game = empty()
    progress(game, 0, "harvest")
    node = corner(game, "h10", "N")
    places = game.size.geometry.node_hexes[game.size.geometry.node_number[node]]
    city(game, 0, node, servants=[places[0]], journeymen=[places[1]])
    game.state.players[0].serfs = 1
    hungry = game.copy()
    game = ready(game)
    play(game, "play harvest")
    assert held(game, 0) == "2 grain"
    hungry.state.players[0].famine = True
    hungry.state.decks["food"].remove("famine")
    assert refused(ready(hungry), "play harvest") == "no_effect"


def test_labour_market() -> None:
    game = empty()
    progress(game, 0, "labour_market", "labour_market", "labour_market")
    node = corner(game, "h10", "N")
    city(game, 0, node)
    game = ready(game)
    play(game, "play labour_market")
    assert game.state.players[0].serfs == 1, "the only step there is"
    play(game, "play labour_market", f"servant {node} h10", "play labour_market", f"journeyman {node} h10")
    assert game.state.players[0].buildings[0].journeymen == [9]


def test_provisions() -> None:
    game = empty()
    progress(game, 0, "provisions")
    for node in ("n01", "n02", "n03"):
        knight(game, 0, node, rank=1 + (node == "n03"))
    game = ready(game)
    play(game, "play provisions", "activate n01")
    assert legal(game) == ["activate n02", "activate n03", "done"]
    play(game, "activate n03")
    assert turn_again(game)
    assert [each.active and each.fresh for each in game.state.players[0].knights] == [True, False, True]


def test_market_day() -> None:
    game = empty()
    progress(game, 0, "market_day", "market_day")
    hand(game, 0, "2 grain 2 meat")
    game = ready(game)
    play(game, "play market_day", "bank 2 grain for coin", "bank 2 meat for ore")
    assert held(game, 0) == "1 ore 1 coin"
    assert refused(game, "play market_day") == "no_effect"


def test_poaching() -> None:
    game = empty()
    progress(game, 0, "poaching")
    hand(game, 1, "1 grain 1 ore")
    game = ready(game)
    play(game, "play poaching")
    assert legal(game) == ["name grain grain", "name grain meat", "name meat meat"]
    play(game, "name grain grain")
    assert held(game, 0) == "1 grain"


def test_relief() -> None:
    game = empty()
    progress(game, 0, "relief", "relief")
    drain(game, "ore")
    game = ready(game)
    play(game, "play relief", "choose ore", "play relief", "choose wool")
    assert held(game, 0) == "1 wool 1 cloth 1 coin"
