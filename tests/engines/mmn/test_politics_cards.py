"""Every card of the blue deck: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from tests.engines.mmn.positions import (
    around,
    asked,
    chain,
    city,
    corner,
    empty,
    hand,
    held,
    knight,
    lay,
    legal,
    play,
    progress,
    ready,
    refused,
    settlement,
)
from tests.engines.playing import kinds


def test_bishop() -> None:
    game = empty(attacked=False)
    progress(game, 0, "bishop")
    assert refused(ready(game), "play bishop") == "locked"
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
    a, b, c = around(game, "N", "NE", "SE")
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
    chain(game, 0, *around(game, "N", "NE", "SE"))
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
    a, b, c, d = around(game, "N", "NE", "SE", "S")
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
    a, b, c, d = around(game, "N", "NE", "SE", "S")
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
    a, b = around(game, "N", "NE")
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
    a, b = around(game, "N", "NE")
    chain(game, 0, a, b)
    knight(game, 0, a)
    knight(game, 0, "n01", rank=2)
    progress(game, 0, "warlord", "warlord")
    game = ready(game)
    play(game, "play warlord")
    assert all(each.active for each in game.state.players[0].knights)
    assert refused(game, f"move {a} {b}") == "fresh"
    assert refused(game, "play warlord") == "no_effect"


def test_wedding_asks_all_givers_together_and_in_any_order() -> None:
    game = empty(4)
    progress(game, 0, "wedding")
    for seat, node in ((1, "n10"), (2, "n30"), (3, "n41")):
        city(game, seat, node)
        hand(game, seat, "2 ore 1 wool")
    game = ready(game)
    play(game, "play wedding")
    assert game.to_act == game.blocking_seats == (1, 2, 3)
    play(game, "give ore", seat=2)
    assert game.to_act == (1, 2, 3), "one card is still due"
    assert game.prompt(2).message.args["count"] == 1
    play(game, "give 2 ore", seat=3)
    assert ready(game).to_act == (1, 2)
    play(game, "give wool", seat=2)
    play(game, "give 1 ore 1 wool", seat=1)
    assert asked(game) == "turn"
    assert held(game, 0) == "2 wool 4 ore"


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
    assert refused(game, "give 2 wool", 1) == "not_in_hand"
    assert refused(game, "give 1 ore", 1) == "give"
    events += play(game, "give 1 ore 1 wool")
    assert held(game, 0) == "2 wool 1 ore", "who has one card gives it unasked"
    assert held(game, 3) == "5 ore", "no more points, no gift"
    public = [event for event in events if event.kind == "gave"]
    assert sorted((event.seat, event.data["count"]) for event in public) == [(1, 2), (2, 1)]
