"""Every card of the black, purple and red decks: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.steps.production import yields
from tests.engines.mmn.positions import (
    around,
    asked,
    chain,
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
    on_top,
    play,
    progress,
    ready,
    refused,
    settlement,
    turn_again,
)
from tests.engines.playing import kinds


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


def test_prophecy() -> None:
    game = empty()
    progress(game, 0, "prophecy")
    on_top(game, "smith", "crane", "mining")
    game = ready(game)
    play(game, "play prophecy")
    assert len(legal(game)) == 6
    play(game, "deck science")
    assert legal(game) == ["pick 1 smith", "pick 2 crane", "pick 3 mining"]
    assert game.view(0).shown == ["smith", "crane", "mining"]
    assert game.view(1).shown == []
    play(game, "pick 2 crane")
    assert legal(game) == ["under 1 smith", "under 2 mining"]
    play(game, "under 2 mining")
    assert game.state.players[0].cards == ["crane"]
    assert game.state.decks["science"][:2] == ["smith", "mining"], "the last one lies lowest"
    assert game.state.decks["magic"][0] == "prophecy"


def test_prophecy_of_a_victory_point_card() -> None:
    game = empty()
    progress(game, 0, "prophecy")
    on_top(game, "printer", "crane", "mining")
    game = ready(game)
    play(game, "play prophecy", "deck science", "pick 1 printer", "under 1 crane")
    assert game.state.players[0].vp_cards == ["printer"]
    assert game.scores()[0].sources["cards"] == 1


def test_transmutation() -> None:
    game = empty()
    progress(game, 0, "transmutation", "transmutation")
    assert refused(ready(game), "play transmutation") == "no_effect"
    hand(game, 0, "2 wool 2 coin")
    game = ready(game)
    play(game, "play transmutation")
    assert not game.prompt(0).optional
    play(game, "pay wool")
    assert game.prompt(0).optional
    play(game, "pay coin", "done")
    assert legal(game) == [f"take {kind}" for kind in ("brick", "lumber", "grain", "ore", "nugget")]
    play(game, "take ore", "take nugget")
    assert turn_again(game)
    assert held(game, 0) == "1 wool 1 ore 1 nugget 1 coin"
    play(game, "play transmutation", "pay wool", "pay ore", "pay nugget")
    assert legal(game) == ["take brick", "take lumber", "take grain"]


def test_curse() -> None:
    game = empty(roll=True)
    node = corner(game, "h10", "N")
    lay(game, "h10", "fields", 9)
    progress(game, 0, "curse")
    settlement(game, 0, corner(game, "h10", "SW"))
    game.state.stack[:], game.state.now = empty().state.stack, empty().state.now
    assert refused(ready(game), "play curse") == "no_effect"
    settlement(game, 1, node)
    settlement(game, 2, corner(game, "h10", "SE"), servants=[9])
    level(game, 2, magic=5)
    game = ready(game)
    play(game, "play curse")
    assert "choose h10" in legal(game)
    play(game, "choose h10")
    assert "curse" not in game.state.decks["magic"][:1]
    assert yields(game, 9) == {2: [0, 0, 0, 2, 0, 0] + [0] * 6}, "magic 5 is immune, the owner is not"
    play(game, "pass")
    while game.state.curses:
        play(game, " ".join(game.default(game.to_act[0])))
    assert game.state.active == 0
    assert game.state.decks["magic"][0] == "curse", "under its deck at the start of the own next turn"


def test_teleport() -> None:
    game = empty()
    progress(game, 0, "teleport")
    a, b = around(game, "N", "NE")
    knight(game, 0, "n01", active=True)
    assert refused(ready(game), "play teleport") == "no_effect"
    chain(game, 0, a, b)
    game = ready(game)
    play(game, "play teleport")
    assert legal(game) == sorted([f"choose {a}", f"choose {b}"])
    play(game, f"choose {a}")
    assert game.state.players[0].knights[0].active
    assert f"move {a} {b}" in legal(game), "no knight action"


def test_restoration() -> None:
    for words, then in (
        ("repair n10", "repaired"),
        ("end_famine", "famine_ended"),
        ("activate n01", "activated"),
    ):
        game = empty()
        progress(game, 0, "restoration")
        city(game, 0, "n10", sabotaged=True)
        game.state.players[0].famine = True
        game.state.decks["food"].remove("famine")
        knight(game, 0, "n01")
        knight(game, 0, "n02")
        game = ready(game)
        play(game, "play restoration")
        assert set(legal(game)) == {"repair n10", "end_famine", "activate n01", "activate n02"}
        assert then in kinds(play(game, words))
        if words.startswith("activate"):
            assert legal(game) == ["activate n02", "done"]
            play(game, "activate n02")
        assert turn_again(game)


def test_clairvoyance() -> None:
    game = empty()
    progress(game, 0, "clairvoyance")
    hand(game, 1, "1 ore 2 coin")
    game = ready(game)
    play(game, "play clairvoyance")
    assert asked(game) == "lookandtake"
    play(game, "pick ore")
    assert held(game, 0) == "1 ore"
    assert turn_again(game)


def test_golem() -> None:
    game = empty()
    progress(game, 0, "golem")
    lay(game, "h10", "hills")
    settlement(game, 0, corner(game, "h10", "N"))
    game = ready(game)
    play(game, "play golem")
    assert held(game, 0) == "2 brick"


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


def test_victory_point_cards() -> None:
    for card in ("constitution", "printer", "throne", "grimoire", "cornucopia"):
        game = empty()
        on_top(game, card)
        game = ready(game)
        game.draw_card(1, game.card(card).deck)
        assert game.scores()[1].sources["cards"] == 1
        assert game.state.players[1].cards == []
