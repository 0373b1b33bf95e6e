"""What a plan may depend on: public facts that an action names, until they are others."""

from __future__ import annotations

from random import Random

import engines
from engines import Game, Message
from engines.mmn.game import Mmn
from engines.players import PLAYERS
from tests.engines.burgundy.asking import decisions as burgundy
from tests.engines.navegador.asking import decisions as navegador


def begun(key: str, word: str) -> tuple[Game, int]:
    """A game whose next decision offers such a word."""
    rng = Random(1)
    game = engines.new(key, seats=3, seed=4)
    while not any(action[0] == word for action in game.legal(game.to_act[0])):
        game.play(game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], rng))
    return game, game.to_act[0]


def test_the_price_of_a_good_is_a_fact_until_somebody_sells() -> None:
    game, seat = begun("navegador", "sell")
    action = next(action for action in game.legal(seat) if action[0] == "sell")
    (price,) = game.facts(seat, action)
    assert price.id == "navegador.fact.price"
    assert price in game.facts(seat, ("rondel", "market1"))
    game.state.market[action[1]] = 10
    assert price not in game.facts(seat, action)


def test_of_every_kind_of_thing_in_navegador_there_are_facts() -> None:
    found = {
        fact.id
        for game in navegador().values()
        for seat in game.to_act
        for action in game.legal(seat)
        for fact in game.facts(seat, action)
    }
    assert found == {
        f"navegador.fact.{what}" for what in ("price", "profit", "colony", "building", "privilege", "undiscovered")
    }


def test_a_card_of_the_display_is_a_fact_until_it_is_taken() -> None:
    game, seat = begun("macao", "take")
    action = game.legal(seat)[0]
    assert game.facts(seat, action) == [Message("macao.fact.on_display", {"card": action[1]})]
    game.play(seat, action)
    assert game.facts(seat, action) == []


def test_quarters_dice_and_the_tribute_of_macao() -> None:
    game, seat = begun("macao", "dice")
    first, second = game.legal(seat)[0][1:]
    rolled = [Message("macao.fact.die", {"colour": each, "value": game.state.rolled[each]}) for each in (first, second)]
    assert game.facts(seat, ("dice", first, second)) == rolled
    free = next(iter(game.state.city))
    assert game.facts(seat, ("quarter", free)) == [Message("macao.fact.free", {"quarter": free})]
    assert [fact.id for fact in game.facts(seat, ("tribute",))] == ["macao.fact.tribute"]
    del game.state.city[free]
    assert game.facts(seat, ("quarter", free)) == []


def test_a_tile_in_a_depot_of_burgundy_is_a_fact_until_it_is_taken() -> None:
    found = set()
    for game in burgundy().values():
        for seat in game.to_act:
            for action in game.legal(seat):
                found |= {fact.id for fact in game.facts(seat, action)}
    assert found == {"burgundy.fact.lies", "burgundy.fact.goods"}
    game, seat = begun("burgundy", "take")
    _, depot, tile, *_ = action = next(action for action in game.legal(seat) if action[0] == "take")
    assert game.facts(seat, action) == [Message("burgundy.fact.lies", {"depot": depot, "tile": tile})]
    game.state.depots[depot] = [other for other in game.state.depots[depot] if other != tile]
    assert game.facts(seat, action) == []


def test_corners_paths_robber_and_pirate_of_mmn() -> None:
    game = Mmn.new(3, 1)
    seat = game.to_act[0]
    (_, node, *_) = action = game.legal(seat)[0]
    assert game.facts(seat, action)[0] == Message("mmn.fact.corner_free", {"node": node})
    game.play(seat, action)
    assert Message("mmn.fact.corner_free", {"node": node}) not in game.facts(seat, action)
    road = next(action for action in game.legal(seat) if action[0] == "road")
    turned = ("road", "-".join(reversed(road[1].split("-"))))
    assert game.facts(seat, road)[0] == game.facts(seat, turned)[0]
    assert game.facts(seat, road)[0].id == "mmn.fact.path_free"
    game.state.robber = game.state.pirate = 0
    told = [Message("mmn.fact.robber", {"hex": "h01"}), Message("mmn.fact.pirate", {"harbour": "p1"})]
    assert game.facts(seat, ("pass",)) == told
    game.state.robber = game.state.pirate = -1
    assert game.facts(seat, ("pass",)) == []
