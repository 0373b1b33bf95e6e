"""Every card of the green deck: what it does, when it may be played, what it asks."""

from __future__ import annotations

from engines.mmn import board
from tests.engines.mmn.positions import (
    city,
    corner,
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
    top,
)


def test_alchemist() -> None:
    game = empty(roll=True)
    progress(game, 0, "alchemist")
    settlement(game, 0, corner(game, "h10", "N"))
    lay(game, "h10", "fields", 11)
    game = ready(game)
    assert legal(game) == ["roll", "play alchemist"]
    assert game.default(0) == ("roll",)
    play(game, "play alchemist")
    assert len(legal(game)) == 36
    events = play(game, "dice 6 5")
    assert next(event for event in events if event.kind == "rolled").data["sum"] == 11
    assert held(game, 0) == "1 grain"
    assert game.state.decks["science"][0] == "alchemist"
    game = empty()
    progress(game, 0, "alchemist")
    assert refused(ready(game), "play alchemist") == "before_roll"


def test_crane() -> None:
    game = empty()
    progress(game, 0, "crane")
    hand(game, 0, "1 cloth")
    assert refused(ready(game), "play crane") == "no_effect", "a city is needed"
    city(game, 0, "n10")
    level(game, 0, trade=1)
    game = ready(game)
    play(game, "play crane")
    assert "choose trade" in legal(game)
    assert "choose food" in legal(game), "level 1 is free"
    play(game, "choose trade")
    assert game.state.players[0].levels[board.TRADE] == 2
    assert held(game, 0) == ""


def test_engineer() -> None:
    game = empty()
    progress(game, 0, "engineer")
    settlement(game, 0, "n10")
    assert refused(ready(game), "play engineer") == "no_effect"
    city(game, 0, "n30")
    game = ready(game)
    play(game, "play engineer")
    assert game.state.players[0].buildings[1].wall
    assert game.hand_limit(0) == 9


def test_inventor() -> None:
    game = empty()
    progress(game, 0, "inventor")
    lay(game, "h01", "fields", 6)
    lay(game, "h02", "fields", 5)
    lay(game, "h03", "fields", 5)
    assert refused(ready(game), "play inventor") == "no_effect"
    lay(game, "h04", "gold_river", 9)
    lay(game, "h05", "fields", 12)
    game = ready(game)
    play(game, "play inventor")
    assert legal(game) == ["choose h02", "choose h03", "choose h04"]
    play(game, "choose h02")
    assert game.state.chips[1] == 9, "the only chip that differs"
    assert game.state.chips[3] == 5
    assert list(game.hexes_with(9)) == [1]


def test_irrigation_and_mining() -> None:
    for card, terrain, cards in (("irrigation", "fields", "4 grain"), ("mining", "mountains", "4 ore")):
        game = empty()
        progress(game, 0, card, card)
        settlement(game, 0, "n01")
        assert refused(ready(game), f"play {card}") == "no_effect"
        lay(game, "h10", terrain)
        lay(game, "h09", terrain)
        settlement(game, 0, corner(game, "h10", "NW"))
        settlement(game, 0, corner(game, "h10", "S"))
        game = ready(game)
        play(game, f"play {card}")
        assert held(game, 0) == cards
        kind = board.KIND[cards.split()[1]]
        game.state.players[1].hand[kind] += game.state.bank[kind] - 1
        game.state.bank[kind] = 1
        play(game, f"play {card}")
        assert game.state.players[0].hand[kind] == 5, "as many as the stack holds"


def test_medicine() -> None:
    game = empty()
    progress(game, 0, "medicine")
    hand(game, 0, "2 ore 1 grain")
    assert refused(ready(game), "play medicine") == "no_effect"
    settlement(game, 0, "n10")
    game = ready(game)
    play(game, "play medicine")
    assert game.state.players[0].buildings[0].city
    assert held(game, 0) == ""


def test_road_building() -> None:
    game = empty()
    progress(game, 0, "road_building", "road_building")
    assert refused(ready(game), "play road_building") == "no_effect"
    settlement(game, 0, "n10")
    game = ready(game)
    play(game, "play road_building")
    assert not game.prompt(0).optional
    play(game, legal(game)[0])
    play(game, legal(game)[0])
    assert len(game.state.players[0].roads) == 2


def test_smith() -> None:
    game = empty()
    progress(game, 0, "smith")
    knight(game, 0, "n01")
    knight(game, 0, "n02", rank=2)
    knight(game, 0, "n03", active=True)
    game = ready(game)
    play(game, "play smith")
    assert legal(game) == ["choose n01", "choose n03"], "mighty only with politics 3"
    play(game, "choose n03")
    assert type(top(game)).__name__ == "Turn", "no second strong knight is in supply"
    assert [(each.rank, each.promoted) for each in game.state.players[0].knights] == [(1, False), (2, False), (2, True)]
    hand(game, 0, "1 wool 1 ore")
    game = ready(game)
    assert refused(game, "promote n03") == "promoted"
