"""Every card of the yellow, blue and green decks: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.cards import CARDS, RECONSTRUCTED, deck
from engines.mmn.cards.effects import EFFECTS
from engines.mmn.game import Mmn
from tests.engines.mmn.positions import (
    asked,
    chain,
    city,
    corner,
    empty,
    hand,
    held,
    kinds,
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

MIDDLE = ("N", "NE", "SE", "S", "SW", "NW")


def round_middle(game: Mmn, *sides: str) -> list[str]:
    return [corner(game, "h10", side) for side in sides]


def test_the_decks() -> None:
    assert sum(card.count for card in CARDS.values()) == 108
    assert all(len(deck(track)) == 18 for track in board.TRACKS)
    assert set(RECONSTRUCTED) == {"power", "magic", "food"}
    assert set(EFFECTS) | {card.id for card in CARDS.values() if card.vp} == set(CARDS)
    assert CARDS["spy"].count == 3, "ruling 24.14"


def test_merchant() -> None:
    game = empty()
    node = corner(game, "h10", "N")
    settlement(game, 0, node)
    a, b, c = (
        game.size.geometry.hexes[place] for place in game.size.geometry.node_hexes[game.size.geometry.node_number[node]]
    )
    lay(game, a, "gold_river")
    lay(game, b, "mountains")
    progress(game, 0, "merchant", "merchant")
    hand(game, 0, "2 ore 2 coin")
    game = ready(game)
    play(game, "play merchant")
    assert legal(game) == [f"choose {b}", f"choose {c}"], "not on a gold river"
    play(game, f"choose {b}")
    assert game.scores()[0].sources["merchant"] == 1
    assert [words for words in legal(game) if words.startswith("bank")] == ["bank 2 ore"]
    play(game, "play merchant")
    assert game.state.merchant == game.size.geometry.hex_number[c], "the only other hex"
    assert game.state.decks["trade"][:2] == ["merchant", "merchant"]


def test_merchant_is_lost_to_another_card_only() -> None:
    game = empty()
    settlement(game, 0, corner(game, "h10", "N"))
    game.state.merchant, game.state.merchant_seat = 9, 1
    settlement(game, 1, corner(game, "h10", "S"))
    progress(game, 0, "merchant")
    game = ready(game)
    play(game, "play merchant", "choose h10")
    assert game.state.merchant_seat == 0
    assert game.scores()[1].sources["merchant"] == 0


def test_resource_monopoly() -> None:
    game = empty()
    progress(game, 0, "resource_monopoly")
    assert refused(ready(game), "play resource_monopoly") == "no_effect"
    hand(game, 1, "3 ore 1 coin")
    hand(game, 2, "1 ore")
    game = ready(game)
    play(game, "play resource_monopoly")
    assert len(legal(game)) == 6
    events = play(game, "choose ore")
    assert held(game, 0) == "3 ore"
    assert held(game, 1) == "1 ore 1 coin"
    assert [event.data["count"] for event in events if event.kind == "gave"] == [2, 1]


def test_trade_monopoly() -> None:
    game = empty()
    progress(game, 0, "trade_monopoly")
    hand(game, 1, "3 coin")
    hand(game, 2, "1 ore")
    game = ready(game)
    play(game, "play trade_monopoly", "choose coin")
    assert [held(game, seat) for seat in range(3)] == ["1 coin", "2 coin", "1 ore"]


def test_master_merchant() -> None:
    game = empty()
    progress(game, 0, "master_merchant")
    hand(game, 1, "2 ore 1 coin")
    hand(game, 2, "4 wool")
    assert refused(ready(game), "play master_merchant") == "no_effect"
    city(game, 1, "n10")
    game = ready(game)
    play(game, "play master_merchant")
    assert asked(game) == "lookandtake", "one opponent is ahead"
    assert game.view(0).shown == ["ore", "ore", "coin"]
    assert game.view(0).shown_seat == 1
    assert game.view(2).shown == []
    assert legal(game) == ["pick ore", "pick coin"]
    play(game, "pick coin", "pick ore")
    assert held(game, 0) == "1 ore 1 coin"
    assert type(top(game)).__name__ == "Turn"


def test_merchant_fleet() -> None:
    game = empty()
    progress(game, 0, "merchant_fleet")
    hand(game, 0, "2 meat")
    game = ready(game)
    play(game, "play merchant_fleet", "choose meat", "bank 2 meat for jewel")
    assert held(game, 0) == "1 jewel"
    assert game.view(None).rights == ["meat"]
    play(game, "pass")
    assert game.view(None).rights == []


def test_commercial_harbour() -> None:
    game = empty()
    progress(game, 0, "commercial_harbor", "commercial_harbor")
    hand(game, 0, "3 wool")
    hand(game, 1, "1 coin 1 ore")
    hand(game, 2, "2 ore")
    assert refused(ready(game), "swap seat2 wool") == "no_harbour_card"
    game = ready(game)
    play(game, "play commercial_harbor")
    assert refused(game, "play commercial_harbor") == "no_effect"
    play(game, "swap seat2 wool")
    assert legal(game, 1) == ["give coin"]
    play(game, "give coin")
    assert [held(game, 0), held(game, 1)] == ["2 wool 1 coin", "1 wool 1 ore"]
    assert refused(game, "swap seat2 wool") == "swap"
    events = play(game, "swap seat3 wool")
    assert [event.data["count"] for event in events if event.kind == "gave"] == [0], "no commodity: passed over"
    assert held(game, 0) == "2 wool 1 coin"
    assert refused(game, "swap seat3 wool") == "swap"


def test_bishop() -> None:
    game = empty(attacked=False)
    progress(game, 0, "bishop")
    assert refused(ready(game), "play bishop") == "no_effect"
    game.state.attacked = True
    for seat, side in ((1, "N"), (1, "SE"), (2, "SW")):
        settlement(game, seat, corner(game, "h10", side))
    hand(game, 1, "3 ore")
    hand(game, 2, "1 wool")
    game.state.robber = 0
    game = ready(game)
    play(game, "play bishop")
    assert len(legal(game)) == 18
    events = play(game, "choose h10")
    assert held(game, 0) == "1 wool 1 ore"
    assert kinds(events).count("stolen") == 2, "one card however many buildings"
    assert [event.seen_by for event in events if event.kind == "stolen_card"] == [(0, 1), (0, 2)]


def test_deserter() -> None:
    game = empty()
    a, b, c = round_middle(game, "N", "NE", "SE")
    chain(game, 0, a, b, c)
    knight(game, 1, "n01", rank=2, active=True, captain=True)
    knight(game, 1, "n02")
    progress(game, 0, "deserter")
    game = ready(game)
    play(game, "play deserter")
    assert game.to_act == (1,)
    assert legal(game) == ["desert n01", "desert n02"]
    assert game.default(1) == ("desert", "n02")
    play(game, "desert n01")
    assert asked(game) == "enlist"
    assert game.prompt(0).optional
    play(game, f"choose {a}")
    assert asked(game) == "enlist", "a captain brings a basic knight more (ruling 24.12)"
    play(game, f"choose {c}")
    first, second = game.state.players[0].knights
    assert (first.rank, first.active, first.captain) == (2, True, False)
    assert (second.rank, second.active) == (1, False)
    assert f"move {a} {b}" in legal(game), "it was not activated this turn"


def test_deserter_takes_the_next_lower_rank_in_supply() -> None:
    game = empty()
    chain(game, 0, *round_middle(game, "N", "NE", "SE"))
    knight(game, 1, "n01", rank=3)
    for node in ("n02", "n03"):
        knight(game, 0, node, rank=3)
    progress(game, 0, "deserter")
    game = ready(game)
    play(game, "play deserter")
    assert game.prompt(0).message.args == {"rank": "strong"}
    play(game, "done")
    assert len(game.state.players[0].knights) == 2


def test_diplomat() -> None:
    game = empty()
    a, b, c, d = round_middle(game, "N", "NE", "SE", "S")
    settlement(game, 0, a)
    chain(game, 0, a, b, c)
    chain(game, 1, c, d)
    progress(game, 0, "diplomat", "diplomat")
    game = ready(game)
    own, other = "-".join(sorted((b, c))), "-".join(sorted((c, d)))
    play(game, "play diplomat")
    assert set(legal(game)) == {f"choose {own}", f"choose {other}"}
    play(game, f"choose {other}")
    assert game.state.players[1].roads == []
    play(game, "play diplomat")
    assert game.prompt(0).optional, "an own road may be built again"
    assert f"choose {own}" not in legal(game)
    play(game, legal(game)[0])
    assert len(game.state.players[0].roads) == 2


def test_intrigue() -> None:
    game = empty()
    a, b, c, d = round_middle(game, "N", "NE", "SE", "S")
    chain(game, 0, a, b)
    chain(game, 1, b, c, d)
    knight(game, 1, b, rank=3, active=True)
    progress(game, 0, "intrigue", "intrigue")
    game = ready(game)
    play(game, "play intrigue")
    assert game.to_act == (1,)
    assert legal(game) == sorted([f"retreat {c}", f"retreat {d}"])
    assert game.default(1) == ("retreat", c)
    play(game, f"retreat {d}")
    assert game.state.players[1].knights[0].active
    assert refused(game, "play intrigue") == "no_effect"


def test_intrigue_without_retreat() -> None:
    game = empty()
    a, b = round_middle(game, "N", "NE")
    chain(game, 0, a, b)
    knight(game, 1, b, captain=True)
    progress(game, 0, "intrigue")
    game = ready(game)
    play(game, "play intrigue")
    assert game.state.players[1].knights == []
    assert game.supply(1)["captain"] == 2


def test_saboteur_and_repair() -> None:
    game = empty(roll=True)
    lay(game, "h10", "fields", 9)
    node = corner(game, "h10", "N")
    city(game, 1, node, wall=True, chip=2, chip_hex=9)
    city(game, 1, "n01", metropolis="trade")
    game.state.stack[:] = empty().state.stack
    game.state.now = empty().state.now
    progress(game, 0, "saboteur", "saboteur")
    hand(game, 1, "1 lumber 1 ore 2 wool 2 cloth")
    game = ready(game)
    play(game, "play saboteur")
    building = game.state.players[1].buildings[0]
    assert building.sabotaged
    assert building.wall
    assert game.scores()[1].total == 6
    assert game.view(None).players[1].storage_points == 1
    assert refused(game, "play saboteur") == "no_effect"
    play(game, "pass")
    game.state.stack[:] = []
    from engines.mmn.steps.action_phase import Turn
    from engines.mmn.steps.production import yields

    assert yields(game, 9) == {1: [0, 0, 0, 1, 0, 0] + [0] * 6}, "like a settlement"
    game.state.stack.append(Turn(seat=1))
    game.state.active = 1
    game = ready(game)
    assert refused(game, f"large_store {node}", 1) == "sabotaged"
    play(game, f"repair {node}")
    assert game.view(None).players[1].storage_points == 2
    assert refused(game, f"repair {node}", 1) == "not_sabotaged"


def test_spy() -> None:
    game = empty()
    progress(game, 0, "spy")
    assert refused(ready(game), "play spy") == "no_effect"
    progress(game, 1, "wedding", "warlord", "warlord")
    knight(game, 0, "n01")
    game = ready(game)
    play(game, "play spy")
    assert legal(game) == ["pick warlord", "pick wedding"]
    assert game.view(0).shown == ["warlord", "warlord", "wedding"]
    assert game.view(1).shown == []
    play(game, "pick warlord")
    assert game.state.players[1].cards == ["wedding", "warlord"]
    play(game, "play warlord")


def test_warlord() -> None:
    game = empty()
    a, b = round_middle(game, "N", "NE")
    chain(game, 0, a, b)
    knight(game, 0, a)
    knight(game, 0, "n01", rank=2)
    progress(game, 0, "warlord", "warlord")
    game = ready(game)
    play(game, "play warlord")
    assert all(each.active for each in game.state.players[0].knights)
    assert refused(game, f"move {a} {b}") == "fresh"
    assert refused(game, "play warlord") == "no_effect"


def test_wedding() -> None:
    game = empty(4)
    progress(game, 0, "wedding", "wedding")
    hand(game, 3, "5 ore")
    assert refused(ready(game), "play wedding") == "no_effect"
    city(game, 1, "n10")
    city(game, 2, "n30")
    hand(game, 1, "2 ore 1 wool")
    hand(game, 2, "1 wool")
    game = ready(game)
    events = play(game, "play wedding")
    assert game.to_act == (1,)
    assert game.default(1) == ("give", "ore")
    assert refused(game, "give 2 wool", 1) == "give"
    events += play(game, "give 1 ore 1 wool")
    assert held(game, 0) == "2 wool 1 ore", "who has one card gives it unasked"
    assert held(game, 3) == "5 ore", "no more points, no gift"
    public = [event for event in events if event.kind == "gave"]
    assert [(event.seat, event.data["count"]) for event in public] == [(1, 2), (2, 1)]


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
    assert refused(ready(game), "play alchemist") == "no_effect"


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
