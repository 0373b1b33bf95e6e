"""Every card of the black deck: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from tests.engines.mmn.positions import (
    around,
    chain,
    city,
    empty,
    hand,
    held,
    knight,
    legal,
    play,
    progress,
    ready,
    refused,
    turn_again,
)


def test_assassin() -> None:
    game = empty()
    progress(game, 0, "assassin", "assassin")
    assert refused(ready(game), "play assassin") == "no_effect"
    knight(game, 1, "n01", rank=3)
    assert refused(ready(game), "play assassin") == "no_effect"
    knight(game, 1, "n02", rank=3, captain=True)
    knight(game, 2, "n03", rank=2)
    game = ready(game)
    play(game, "play assassin")
    assert legal(game) == ["choose n02", "choose n03"]
    play(game, "choose n03", "play assassin")
    assert game.state.players[2].knights == []
    assert not game.state.players[1].knights[1].captain


def test_conscription() -> None:
    game = empty()
    progress(game, 0, "conscription")
    assert refused(ready(game), "play conscription") == "no_effect"
    chain(game, 0, *around(game, "N", "NE"))
    game = ready(game)
    play(game, "play conscription", f"choose {around(game, 'N')[0]}")
    assert [(each.rank, each.active) for each in game.state.players[0].knights] == [(1, False)]


def test_commission() -> None:
    game = empty()
    progress(game, 0, "commission", "commission")
    knight(game, 0, "n01", rank=2)
    game = ready(game)
    play(game, "play commission")
    assert game.state.players[0].knights[0].captain
    assert game.view(None).players[0].knights[0].strength == 3
    assert refused(game, "play commission") == "no_effect"


def test_extortion() -> None:
    game = empty(4)
    progress(game, 0, "extortion")
    for seat, node in ((1, "n10"), (2, "n30")):
        city(game, seat, node)
    hand(game, 1, "1 coin 2 cloth")
    hand(game, 2, "2 ore")
    hand(game, 3, "2 coin")
    game = ready(game)
    play(game, "play extortion")
    assert legal(game, 1) == ["give cloth", "give coin"]
    assert game.default(1) == ("give", "cloth")
    play(game, "give coin")
    assert held(game, 0) == "1 coin"


def test_black_market() -> None:
    game = empty()
    progress(game, 0, "black_market", "black_market")
    hand(game, 0, "1 wool")
    assert refused(ready(game), "play black_market") == "no_effect"
    hand(game, 0, "2 coin 1 ore")
    game = ready(game)
    play(game, "play black_market", "pay wool", "pay coin")
    assert "take coin" not in legal(game), "not a kind just paid"
    play(game, "take jewel")
    assert "done" in legal(game)
    play(game, "pay ore", "pay jewel", "take coin")
    assert turn_again(game)
    assert held(game, 0) == "2 coin"
    play(game, "play black_market")
    assert legal(game) == ["take crystal", "take paper", "take cloth", "take meat", "take jewel"], "two coins are paid"


def test_forced_march() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    progress(game, 0, "forced_march", "forced_march")
    chain(game, 0, a, b, c)
    knight(game, 0, a)
    game = ready(game)
    play(game, "play forced_march", f"move {a} {c}")
    assert turn_again(game), "there is no other knight"
    (moved,) = game.state.players[0].knights
    assert (moved.active, moved.acted) == (False, False)
    game.network.move_knight(moved, game.size.geometry.node_number[a])
    knight(game, 0, c, active=True)
    game = ready(game)
    play(game, "play forced_march", f"move {c} {b}")
    assert legal(game) == [f"move {a} {c}", "done"]
    play(game, "done")


def test_siege() -> None:
    game = empty()
    progress(game, 0, "siege", "siege")
    city(game, 0, "n01", wall=True)
    assert refused(ready(game), "play siege") == "no_effect"
    city(game, 1, "n10", wall=True, sabotaged=True)
    game = ready(game)
    play(game, "play siege")
    assert not game.state.players[1].buildings[0].wall
    assert game.supply(1)["wall"] == 3
