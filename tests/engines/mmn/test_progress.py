"""Progress cards by dice, improvements, knights (rules 9, 13, 14, 17)."""

from __future__ import annotations

import pytest

from engines.mmn import awards, board
from engines.mmn.network import strength
from engines.mmn.steps.cards import PlayedCard
from engines.mmn.steps.drawing import Progress
from tests.engines.mmn.positions import (
    around,
    asked,
    chain,
    city,
    empty,
    hand,
    knight,
    legal,
    level,
    on_top,
    play,
    progress,
    ready,
    refused,
    settle,
    settlement,
)
from tests.engines.playing import kinds


def test_17_4_magic_3_and_5() -> None:
    game = empty()
    level(game, 1, science=1, magic=5)
    game.state.now.colour, game.state.now.red = "science", 1
    on_top(game, "bishop", "spy")
    game = settle(game, Progress())
    assert asked(game) == "choosedeck"
    assert legal(game)[0] == "deck science"
    assert game.default(1) == ("deck", "science")
    play(game, "deck politics")
    assert legal(game) == ["pick 1 bishop", "pick 2 spy"]
    assert game.view(1).shown == ["bishop", "spy"]
    assert game.view(0).shown == []
    assert game.default(1) == ("pick", "1", "bishop")
    play(game, "pick 2 spy")
    assert game.state.players[1].cards == ["spy"]
    assert game.state.decks["politics"][0] == "bishop"


def test_9_4_a_victory_point_card_that_is_not_kept_does_not_count() -> None:
    game = empty()
    level(game, 1, science=1, magic=3)
    game.state.now.colour, game.state.now.red = "science", 1
    on_top(game, "printer", "crane")
    game = settle(game, Progress())
    play(game, "pick 2 crane")
    assert game.state.players[1].vp_cards == []


def test_17_metropolis_is_placed_and_taken_over() -> None:
    game = empty()
    city(game, 0, "n10", sabotaged=True)
    city(game, 0, "n12")
    city(game, 1, "n30", metropolis="trade", wall=True)
    level(game, 1, trade=4)
    level(game, 0, trade=3)
    hand(game, 0, "9 cloth")
    game = ready(game)
    assert game.scores()[1].sources["metropolises"] == 4
    play(game, "improve trade")
    assert game.state.metropolises[board.TRADE] == 1, "level 4 alone takes nothing"
    events = play(game, "improve trade")
    assert game.state.metropolises[board.TRADE] == 0
    assert game.building(game.size.geometry.node_number["n12"]).metropolis == "trade"
    assert game.building(game.size.geometry.node_number["n30"]).wall
    assert "metropolis_lost" in kinds(events)
    assert refused(game, "improve trade") == "top_level"


def test_17_2_levels_4_and_5_need_a_city_for_the_marker() -> None:
    game = empty()
    city(game, 0, "n10", sabotaged=True)
    level(game, 0, trade=3)
    hand(game, 0, "4 cloth")
    assert refused(ready(game), "improve trade") == "no_open_city"
    game.state.players[0].buildings[0].sabotaged = False
    assert "improve trade" in legal(ready(game))
    game.state.players[0].buildings[0].city = False
    assert refused(ready(game), "improve trade") == "no_city"


def test_17_4_assassin_of_power() -> None:
    game = empty()
    level(game, 0, power=3)
    hand(game, 0, "2 nugget 2 jewel")
    knight(game, 1, "n01", rank=2)
    knight(game, 1, "n02", rank=2, captain=True)
    knight(game, 2, "n03")
    loaded = ready(game)
    assert [words for words in legal(loaded) if words.startswith("strike")] == ["strike n02", "strike n03"]
    assert refused(loaded, "strike n01") == "level"
    play(loaded, "strike n03")
    assert loaded.state.players[2].knights == []
    assert refused(loaded, "strike n02") == "struck"
    level(game, 0, power=5)
    level(game, 2, politics=5)
    loaded = ready(game)
    assert refused(loaded, "strike n03") == "immune"
    play(loaded, "strike n01")
    assert loaded.state.players[1].knights[0].rank == 1


def test_13_and_18_nothing_beyond_supply() -> None:
    game = empty()
    hand(game, 0, "9 brick 9 lumber 9 wool 9 grain 9 ore")
    for node in ("n10", "n12", "n30", "n32"):
        city(game, 0, node)
    settlement(game, 0, "n01")
    game = ready(game)
    assert refused(game, "city n01") == "supply"
    for node in ("n10", "n12", "n30"):
        play(game, f"wall {node}")
    assert refused(game, "wall n32") == "supply"
    assert refused(game, "wall n10") == "has_wall"
    assert refused(game, "wall n01") == "needs_city"


def test_14_life_of_a_knight() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    chain(game, 0, a, b, c)
    hand(game, 0, "3 wool 3 ore 3 grain 1 nugget 1 jewel")
    game = ready(game)
    play(game, f"knight {a}")
    assert refused(game, f"move {a} {b}") == "inactive"
    play(game, f"activate {a}")
    assert refused(game, f"move {a} {b}") == "fresh"
    play(game, f"promote {a}")
    assert refused(game, f"promote {a}") == "promoted"
    play(game, f"captain {a}")
    assert strength(game.state.players[0].knights[0]) == 3
    play(game, "pass")
    while game.state.active != 0 or asked(game) != "turn":
        play(game, "roll" if ("roll",) in game.legal(game.to_act[0]) else " ".join(game.default(game.to_act[0])))
    play(game, f"move {a} {c}")
    assert not game.state.players[0].knights[0].active
    assert game.state.players[0].knights[0].captain
    if "activate" in {words.split()[0] for words in legal(game)}:
        play(game, f"activate {c}")
        assert refused(game, f"move {c} {a}") == "acted"


def test_14_3_mighty_needs_politics_3_and_a_piece() -> None:
    game = empty()
    knight(game, 0, "n01", rank=2)
    hand(game, 0, "1 wool 1 ore")
    assert refused(ready(game), "promote n01") == "level"
    level(game, 0, politics=3)
    assert "promote n01" in legal(ready(game))
    knight(game, 0, "n02", rank=3)
    knight(game, 0, "n03", rank=3)
    assert refused(ready(game), "promote n01") == "supply"
    assert refused(ready(game), "promote n02") == "highest"


def test_14_5_displacing() -> None:
    game = empty()
    a, b, c, d = around(game, "N", "NE", "SE", "S")
    chain(game, 0, a, b)
    chain(game, 1, b, c, d)
    knight(game, 0, a, rank=2, active=True)
    knight(game, 1, b, rank=1, active=True, captain=True)
    even = ready(game)
    assert refused(even, f"move {a} {b}") == "not_weaker", "captains count"
    game.state.players[1].knights[0].captain = False
    game = ready(game)
    play(game, f"move {a} {b}")
    assert (game.to_act, asked(game)) == ((1,), "retreat")
    assert game.default(1) == ("retreat", c)
    play(game, f"retreat {d}")
    (driven,) = game.state.players[1].knights
    assert driven.active
    assert game.size.geometry.nodes[driven.node] == d


def test_14_5_a_knight_does_not_pass_others() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    chain(game, 0, a, b, c)
    knight(game, 0, a, active=True)
    knight(game, 1, b, rank=3)
    assert [words for words in legal(ready(game)) if words.startswith("move")] == []


def test_13_1_roads_end_at_others() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    settlement(game, 0, a)
    chain(game, 0, a, b)
    knight(game, 1, b)
    hand(game, 0, "1 brick 1 lumber")
    game = ready(game)
    assert refused(game, "road " + "-".join(sorted((b, c)))) == "not_connected"


@pytest.mark.parametrize("card", ["spy", "curse"])
def test_a_card_in_play_is_not_lost_when_the_game_ends(card: str) -> None:
    """It goes under its deck; one that lies on (Curse) stays where it is."""
    game = empty()
    progress(game, 0, card)
    game.state.players[0].cards.remove(card)
    game.state.stack.append(PlayedCard(card=card))
    under = game.state.decks["politics" if card == "spy" else "magic"]
    before = under.count(card)
    awards.win(game, 0)
    assert (game.state.over, game.state.stack) == (True, [])
    assert under.count(card) == before + (card == "spy")


def test_victory_point_cards() -> None:
    for card in ("constitution", "printer", "throne", "grimoire", "cornucopia"):
        game = empty()
        on_top(game, card)
        game = ready(game)
        game.draw_card(1, game.card(card).deck)
        assert game.scores()[1].sources["cards"] == 1
        assert game.state.players[1].cards == []
