"""Every card of the yellow deck: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.cards import CARDS, RECONSTRUCTED, deck
from engines.mmn.cards.effects import EFFECTS
from tests.engines.mmn.positions import (
    asked,
    city,
    corner,
    empty,
    hand,
    held,
    lay,
    legal,
    play,
    progress,
    ready,
    refused,
    settlement,
    top,
)


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
