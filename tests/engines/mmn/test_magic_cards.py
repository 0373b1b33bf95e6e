"""Every card of the purple deck: what it does, when it may be played, what it asks of others."""

from __future__ import annotations

from engines.mmn.steps.production import yields
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
