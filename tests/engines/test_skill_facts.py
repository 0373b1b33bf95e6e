"""What hints name instead of what is weighed: cards, wares, cubes, the place on the wall; tiles and regions."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.macao import board as board_of_macao
from engines.macao import scoring
from engines.mmn import board
from engines.mmn.steps.seven import Discard
from engines.players.skills import SKILLS, burgundy_facts, macao_facts, navegador_facts
from engines.players.terms import terms
from tests.engines.burgundy.positions import position as of_burgundy
from tests.engines.macao.positions import position as of_macao
from tests.engines.mmn.test_computers_offers import wanting
from tests.engines.navegador.positions import position as of_navegador
from tests.engines.navegador.positions import up_to
from tests.engines.test_beam import at_a_decision

SEAT = 0


def macao(**changes: Any) -> Any:
    """The turn of the seat, with nothing on its way; ``rose``: cubes by the turn that they come with, 1 the next
    one."""
    game = of_macao()
    player = game.state.players[SEAT]
    player.rose = [{} for _ in player.rose]
    for turn, cubes in changes.pop("rose", {}).items():
        player.rose[turn] = cubes
    for name, value in changes.items():
        setattr(player, name, value)
    return game


def burgundy(**changes: Any) -> Any:
    game = of_burgundy(me={"dice": (1, 2)})
    for name, value in changes.items():
        setattr(game.state.players[SEAT], name, value)
    return game


def of_cards(richer: dict[str, Any], other: dict[str, Any]) -> Message | None:
    return macao_facts.fact("reserved", macao(**richer), macao(**other), SEAT)


def does_more(card: str, other: str) -> Message:
    effects = {"effect": f"{card}.short", "other_effect": f"{other}.short"}
    return Message("macao.fact.does_more", {"card": card, "other_card": other, **effects})


def test_of_cards_the_one_is_named_whose_cubes_come() -> None:
    cubes = {3: {"green": 2}, 2: {"red": 1}}
    fact = of_cards({"tableau": ["kran", "bau_2"], "rose": cubes}, {"tableau": ["kran"], "rose": cubes})
    assert fact == Message("macao.fact.payable", {"card": "bau_2", "round": 7})


def test_what_comes_with_the_turn_of_this_round_comes_in_this_round() -> None:
    cubes = {1: {"green": 2}}
    fact = of_cards({"tableau": ["bau_2"], "rose": cubes}, {"rose": cubes})
    assert fact == Message("macao.fact.payable_now", {"card": "bau_2"})
    richer, other = macao(rose={1: {"red": 2}}), macao(rose={1: {"red": 1}})
    now = Message("macao.fact.cubes_now", {"own": 2, "other": 1})
    assert macao_facts.fact("cubes next", richer, other, SEAT) == now
    for game in (richer, other):
        game.state.chosen[SEAT] = ["red", "blue"]
        game.state.stack = []
    later = Message("macao.fact.cubes_next", {"own": 2, "other": 1})
    assert macao_facts.fact("cubes next", richer, other, SEAT) == later, "the turn of this round is over"


def test_a_card_in_place_of_another_is_compared_with_it() -> None:
    nearer = of_cards({"tableau": ["bau_2"], "rose": {2: {"green": 1}}}, {"tableau": ["zoll_4"]})
    assert nearer == Message("macao.fact.nearer", {"card": "bau_2", "other_card": "zoll_4", "n": 1, "other": 4})
    rather = of_cards({"tableau": ["zoll_4"]}, {"tableau": ["bau_2"]})
    assert rather == does_more("zoll_4", "bau_2")


def test_two_cards_that_come_as_soon_are_told_apart_by_their_price_or_by_what_they_promise() -> None:
    cubes = {2: {"green": 3, "red": 2}}
    cheap, dear, same = ({"tableau": [card], "rose": cubes} for card in ("bau_2", "bau_3", "zoll_2"))
    cheaper = Message("macao.fact.cheaper", {"card": "bau_2", "other_card": "bau_3", "n": 2, "other": 3})
    assert of_cards(cheap, dear) == cheaper
    assert of_cards(dear, cheap) == does_more("bau_3", "bau_2")
    assert of_cards(cheap, same) == does_more("bau_2", "zoll_2")
    later = {"tableau": ["zoll_2"], "rose": {2: {"green": 2}, 3: {"red": 2}}}
    sooner = {"tableau": ["bau_2"], "rose": {2: {"green": 2}, 3: {"red": 2}}}
    assert of_cards(sooner, later) == Message("macao.fact.payable", {"card": "bau_2", "round": 6})


def test_the_same_card_is_named_where_it_comes_nearer_and_little_is_missing() -> None:
    same = {"tableau": ["zoll_4"]}
    assert of_cards(same | {"rose": {2: {"red": 3}}}, same) == Message("macao.fact.lacking", {"card": "zoll_4", "n": 1})
    assert of_cards(same, same) is None


def test_the_card_is_named_for_which_more_cubes_come_where_none_can_be_paid_for_much_sooner() -> None:
    # Four red; violet and black; blue, violet and grey.
    wanting: dict[str, Any] = {"tableau": ["zoll_4", "kloster", "universitaet"]}
    more, fewer = {2: {"blue": 2}, 3: {"violet": 1}}, {2: {"red": 1}, 3: {"blue": 1}}
    assert of_cards(wanting | {"rose": more}, wanting | {"rose": fewer}) == Message(
        "macao.fact.on_the_way", {"card": "universitaet", "own": 2, "whole": 3, "other": 1}
    )
    assert of_cards({"tableau": ["zoll_4"], "rose": {2: {"red": 1}}}, {"tableau": ["zoll_4"]}) == Message(
        "macao.fact.on_the_way", {"card": "zoll_4", "own": 1, "whole": 4, "other": 0}
    )
    paid: dict[str, Any] = {"tableau": ["kloster"]}
    soon = {2: {"violet": 1, "black": 1}}
    assert of_cards(paid | {"rose": {**soon, 3: {"black": 1}}}, paid | {"rose": soon}) is None, "it can be paid for"


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("cubes next", None),
        ("cubes second", Message("macao.fact.colours_next", {"own": 2, "other": 1})),
        ("cubes later", Message("macao.fact.cubes_later", {"own": 6, "other": 5, "round": 7})),
    ],
)
def test_of_cubes_it_is_told_how_many_come_then_or_of_how_many_colours(name: str, fact: Message | None) -> None:
    richer = macao(rose={1: {"red": 2}, 2: {"red": 1, "blue": 1}, 4: {"red": 6}})
    other = macao(rose={1: {"red": 2}, 2: {"red": 2}, 3: {"blue": 5}})
    assert macao_facts.fact(name, richer, other, SEAT) == fact


def test_a_ware_is_named_with_how_far_its_port_is() -> None:
    aboard, empty = macao(hold={"silk": 1}, ship="genova"), macao(hold={}, ship="genova")
    assert macao_facts.fact("deliveries", aboard, empty, SEAT) == Message(
        "macao.fact.at_port", {"ware": "silk", "port": "genova"}
    )
    away = macao(hold={"silk": 1}, ship="marseille")
    fact = macao_facts.fact("deliveries", away, macao(ship="start", hold={"silk": 1}), SEAT)
    further = board_of_macao.DISTANCE["start"]["genova"]
    assert fact == Message("macao.fact.ware_nearer", {"ware": "silk", "port": "genova", "n": 2, "other": further})
    alone = macao_facts.fact("deliveries", away, macao(ship="marseille", hold={}), SEAT)
    assert alone == Message("macao.fact.ware", {"ware": "silk", "port": "genova", "n": 2})


def test_a_place_on_the_wall_is_told_where_it_is_a_better_one() -> None:
    ahead, behind = macao(), macao()
    ahead.state.wall.advance(SEAT, 3, None)
    behind.state.wall.advance(1, 3, None)
    fact = macao_facts.fact("rank", ahead, behind, SEAT)
    assert fact == Message("macao.fact.rank", {"place": 1, "other": 2})
    assert macao_facts.fact("rank", behind, ahead, SEAT) is None
    further = macao()
    further.state.wall.advance(SEAT, 5, None)
    fact = macao_facts.fact("rank", further, ahead, SEAT)
    assert fact == Message("macao.fact.space", {"space": 6, "other": 4}), "where the order is the same, the space"


def test_what_is_used_is_no_advantage_to_have_still() -> None:
    held, active = macao(tableau=["bau_2"]), macao(activated=["bau_2"])
    assert macao_facts.used("reserved", held, active, SEAT)
    assert not macao_facts.used("reserved", held, macao(), SEAT), "there it has been thrown away"
    aboard, delivered = macao(hold={"silk": 1}), macao(earned={"wares": 5})
    assert macao_facts.used("deliveries", aboard, delivered, SEAT)
    assert not macao_facts.used("deliveries", aboard, macao(), SEAT)
    few, many = macao(rose={2: {"red": 3, "blue": 3}}), macao(rose={2: {"red": 6, "blue": 6}})
    assert macao_facts.used("cubes second", few, many, SEAT), "they may serve better, and they are not more"
    assert not macao_facts.used("cubes second", many, few, SEAT)
    assert not macao_facts.used("cubes for offices", few, many, SEAT)
    stored, placed = burgundy(storage=["mine"]), burgundy(covered={"d4": "castle", "e3": "mine"})
    assert burgundy_facts.used("stored mine", stored, placed, SEAT)
    assert not burgundy_facts.used("stored mine", stored, burgundy(), SEAT)
    assert not burgundy_facts.used("stored ship", stored, placed, SEAT)


def test_goods_that_have_been_sold_and_room_that_fewer_animals_leave_are_no_advantage() -> None:
    kept, sold = burgundy(goods={"red": 1}), burgundy(earned={"sales": 4})
    assert burgundy_facts.used("goods", kept, sold, SEAT)
    assert not burgundy_facts.used("goods", kept, burgundy(), SEAT)
    few, many = burgundy(covered={"d4": "castle"}), burgundy(covered={"d4": "castle", "c2": "cow3"})
    assert burgundy_facts.used("herds", few, many, SEAT)
    assert not burgundy_facts.used("herds", many, few, SEAT)


def test_cards_on_the_tableau_are_no_reason_where_none_is_nearer_or_another() -> None:
    same = {"tableau": ["zoll_4"], "rose": {2: {"red": 1}}}
    assert macao_facts.used("reserved", macao(**same), macao(**same | {"gold": 3}), SEAT)
    assert not macao_facts.used("reserved", macao(**same | {"rose": {2: {"red": 3}}}), macao(**same), SEAT)


def test_a_robber_that_stands_where_it_stood_costs_nobody_more() -> None:
    game = wanting()
    moved = game.copy()
    moved.state.robber = (game.state.robber + 1) % len(game.state.terrain)
    for name in ("robbed", "robber"):
        assert SKILLS["mmn"].used(name, game, game.copy(), 0)
        assert not SKILLS["mmn"].used(name, game, moved, 0)
    assert not SKILLS["mmn"].used("land", game, game, 0)


def test_cards_that_have_been_chosen_to_be_discarded_are_gone() -> None:
    game = wanting()
    chosen = [[0] * len(board.KINDS) for _ in game.state.players]
    chosen[0][2] = 1
    game.push(Discard(due=[2, 0, 0], chosen=chosen))
    after: Any = SKILLS["mmn"].carried_out(game, 0)
    assert sum(after.state.players[0].hand) == sum(game.state.players[0].hand) - 1
    assert SKILLS["mmn"].carried_out(game, 1).state.players == game.state.players
    game.state.stack.pop()
    assert SKILLS["mmn"].carried_out(game, 0) is game


@pytest.mark.parametrize(
    ("covered", "storage", "name", "fact"),
    [
        (
            {},
            ["ship"],
            "stored ship",
            Message(
                "burgundy.fact.begins",
                {"tile": "ship", "size": 3, "hex": "d3", "lacking": 3, "points": 12, "phase": "C"},
            ),
        ),
        (
            {"d5": "ship"},
            ["ship"],
            "stored ship",
            Message(
                "burgundy.fact.fits", {"tile": "ship", "size": 3, "hex": "d6", "lacking": 2, "points": 12, "phase": "C"}
            ),
        ),
        (
            {"d5": "ship", "d6": "ship"},
            ["ship"],
            "stored ship",
            Message("burgundy.fact.completes", {"tile": "ship", "size": 3, "hex": "d7", "die": 1, "points": 12}),
        ),
        ({}, ["ship"], "stored mine", None),
        (
            {"d5": "ship", "d6": "ship"},
            [],
            "regions",
            Message("burgundy.fact.region", {"colour": "ship", "size": 3, "have": 2, "points": 12, "phase": "C"}),
        ),
        (
            {"d5": "ship", "d6": "ship"},
            [],
            "colours",
            Message("burgundy.fact.colour", {"colour": "ship", "n": 4, "points": 6}),
        ),
        ({"d5": "ship"}, [], "colours", None),
        ({}, [], "colours", None),
        ({}, [], "regions", None),
    ],
)
def test_a_tile_is_named_with_its_region_and_a_region_with_what_is_covered(
    covered: dict[str, str], storage: list[str], name: str, fact: Message | None
) -> None:
    castle = {"d4": "castle"}
    other = burgundy(covered={**castle, **(covered if storage else {})})
    richer = burgundy(covered={**castle, **covered}, storage=storage)
    assert burgundy_facts.fact(name, richer, other, SEAT) == fact


@pytest.mark.parametrize(
    ("turn", "to_come", "phase", "points"),
    [(10, True, "B", 14), (10, False, "C", 12), (9, False, "B", 14), (11, True, "C", 12), (25, True, "E", 8)],
)
def test_a_region_is_worth_what_it_brings_in_the_phase_in_which_it_can_be_complete(
    turn: int, to_come: bool, phase: str, points: int
) -> None:
    richer = burgundy(covered={"d4": "castle", "d5": "ship", "d6": "ship"})
    other = burgundy(covered={"d4": "castle"})
    for game in (richer, other):  # the seat's own turn of the round waits on the stack
        game.state.turn, game.state.stack = turn, game.state.stack if to_come else []
    named = burgundy_facts.fact("regions", richer, other, SEAT)
    assert named is not None
    assert (named.args["phase"], named.args["points"]) == (phase, points)


def test_goods_are_named_that_sell_together_for_more() -> None:
    many, few = burgundy(goods={"brown": 3, "pink": 1}), burgundy(goods={"brown": 1, "pink": 2})
    sale = Message("burgundy.fact.sale", {"goods": "brown", "n": 3, "points": 9, "other": 6})
    assert burgundy_facts.fact("goods", many, few, SEAT) == sale
    assert burgundy_facts.fact("goods", few, many, SEAT) is None
    assert burgundy_facts.fact("goods", burgundy(), many, SEAT) is None


def test_a_tile_in_storage_is_told_beside_the_one_of_its_kind_that_the_other_has_there() -> None:
    land = {"d4": "castle", "c3": "church"}
    chickens, cows, ship = (burgundy(storage=[tile], covered=land) for tile in ("chicken4", "cow3", "ship"))
    rather = Message("burgundy.fact.rather", {"tile": "chicken4", "other_tile": "cow3"})
    assert burgundy_facts.fact("stored animal", chickens, cows, SEAT) == rather
    bank, inn = (burgundy(storage=[tile], covered={"d4": "castle"}) for tile in ("bank", "boarding_house"))
    effects = {"effect": "bank.short", "other_effect": "boarding_house.short"}
    assert burgundy_facts.fact("stored building", bank, inn, SEAT) == Message(
        "burgundy.fact.rather_building", {"tile": "bank", "other_tile": "boarding_house", **effects}
    )
    begun = burgundy(storage=["bank"], covered=land)
    own = burgundy_facts.fact("stored building", begun, ship, SEAT)
    assert own == Message("burgundy.fact.building", {"tile": "bank", "effect": "bank.short", "hex": "e4", "size": 5})
    alone = burgundy_facts.fact("stored animal", chickens, ship, SEAT)
    assert alone is None or alone.id != rather.id


def navegador(stone: str = "sailing", **mine: Any) -> Any:
    """The seat with its stone on a space."""
    return of_navegador(me={"stone": stone, **mine}, discovered=up_to("guine"))


def test_a_space_is_no_advantage_that_the_other_stands_on_or_on_which_nothing_could_be_done() -> None:
    able = navegador(workers=5, money=900)
    assert not navegador_facts.used("near builder", able, navegador(), SEAT)
    assert navegador_facts.used("near builder", navegador(workers=2, money=900), navegador(), SEAT)
    assert navegador_facts.used("near builder", navegador(workers=5, money=0), navegador(), SEAT)
    assert navegador_facts.used("near builder", able, navegador("builder"), SEAT)
    assert navegador_facts.used("market", able, navegador("market1"), SEAT)
    assert not navegador_facts.used("market", able, navegador(), SEAT)


def test_ships_at_home_are_no_advantage_over_those_that_have_sailed() -> None:
    home, sailed, lost = (navegador(fleet=fleet) for fleet in ({"portugal": 3}, {"guine": 3}, {"guine": 2}))
    assert navegador_facts.used("home", home, sailed, SEAT)
    assert not navegador_facts.used("home", home, lost, SEAT)


def test_workers_are_told_with_the_buildings_that_take_so_many() -> None:
    five, three = navegador(workers=5), navegador(workers=3)
    enough = Message("navegador.fact.workers_for", {"own": 5, "other": 3, "kinds": ["shipyard", "church"]})
    assert navegador_facts.fact("workers", five, three, SEAT) == enough
    assert navegador_facts.fact("workers", three, five, SEAT) is None
    more = Message("navegador.fact.workers", {"own": 7, "other": 5})
    assert navegador_facts.fact("workers", navegador(workers=7), five, SEAT) == more
    five.state.buildings["church"] = 0
    left = Message("navegador.fact.workers_for", {"own": 5, "other": 3, "kinds": ["shipyard"]})
    assert navegador_facts.fact("workers", five, three, SEAT) == left


def test_of_a_factory_it_is_told_that_no_own_colony_sells_its_good() -> None:
    alone, none = navegador(factories={"gold": 1}), navegador()
    told = Message("navegador.fact.factory", {"row": "factory_gold"})
    assert navegador_facts.fact("gold factories", alone, none, SEAT) == told
    assert navegador_facts.fact("gold factories", none, alone, SEAT) is None
    beside = navegador(factories={"gold": 1}, colonies={"gold": 1})
    assert navegador_facts.fact("gold factories", beside, none, SEAT) is None


def test_colonies_are_soon_founded_by_who_can_pay_for_one_and_has_not_just_founded_as_many() -> None:
    there: dict[str, Any] = {"fleet": {"guine": 2, "portugal": 1}, "workers": 4}
    rich, poor = navegador(**there, money=500), navegador(**there, money=10)
    assert not navegador_facts.used("near colony", rich, navegador(), SEAT)
    assert navegador_facts.used("near colony", poor, navegador(), SEAT)
    assert navegador_facts.used("tokens", rich, navegador(colonies={"sugar": 3}), SEAT)
    assert not navegador_facts.used("tokens", poor, navegador(), SEAT)
    assert navegador_facts.fact("tokens", poor, navegador(), SEAT) == Message("navegador.fact.unpaid")
    payable = Message("navegador.fact.payable", {"n": 2, "other": 0})
    assert navegador_facts.fact("tokens", rich, navegador(), SEAT) == payable
    assert navegador_facts.fact("tokens", rich, rich, SEAT) is None
    assert navegador_facts.fact("near colony", poor, navegador(), SEAT) is None


def test_what_there_is_more_of_in_navegador_is_told_with_how_much() -> None:
    near, far = navegador(fleet={"guine": 1}), navegador(fleet={"portugal": 1})
    discovery = Message("navegador.fact.discovery", {"region": "angola", "own": 1, "whole": 2, "other": 0})
    assert navegador_facts.fact("discovery", near, far, SEAT) == discovery
    assert navegador_facts.fact("discovery", far, near, SEAT) is None
    enough, more = navegador(fleet={"guine": 2}), navegador(fleet={"guine": 3})
    assert navegador_facts.fact("discovery", more, enough, SEAT) is None, "two are all that it takes"
    three, two = navegador(explorers=3), navegador(explorers=2)
    worth = Message("navegador.fact.to_gain", {"category": "explorer", "n": 3, "other": 2})
    assert navegador_facts.fact("privileges to come", three, two, SEAT) == worth
    assert navegador_facts.fact("privileges to come", two, three, SEAT) is None
    three.state.gallery["explorer"] = 0
    later = Message("navegador.fact.to_gain_later", {"category": "explorer", "n": 3, "other": 2})
    assert navegador_facts.fact("privileges to come", three, two, SEAT) == later
    selling, none = navegador(colonies={"sugar": 2}), navegador()
    market = Message("navegador.fact.market", {"own": 100, "other": 0})  # two of 50 each
    assert navegador_facts.fact("market", selling, none, SEAT) == market
    assert navegador_facts.fact("market", none, selling, SEAT) is None
    assert navegador_facts.fact("home", near, far, SEAT) is None


def test_ships_for_a_discovery_are_no_advantage_over_who_has_just_discovered() -> None:
    near, done = navegador(fleet={"guine": 2}), of_navegador(me={"stone": "sailing"}, discovered=up_to("angola"))
    assert navegador_facts.used("discovery", near, done, SEAT)
    assert not navegador_facts.used("discovery", near, navegador(), SEAT)


def test_of_points_to_come_in_burgundy_the_region_or_tile_is_named() -> None:
    castle, more = {"d4": "castle"}, {"d4": "castle", "d5": "ship", "d6": "ship", "d7": "ship"}
    scored = burgundy_facts.scored
    complete = burgundy(covered=more)
    assert scored("regions", complete, burgundy(covered=castle), SEAT) == Message(
        "burgundy.fact.completed", {"colour": "ship", "size": 3}
    )
    assert scored("regions", burgundy(covered=castle), complete, SEAT) is None
    wise = burgundy(covered=castle | {"e3": "k14"})
    named = Message("burgundy.fact.on_estate", {"tile": "k14", "effect": "k14.short"})
    assert scored("knowledge", wise, complete, SEAT) == named
    assert burgundy_facts.fact("knowledge", wise, complete, SEAT) == named
    assert burgundy_facts.fact("knowledge", complete, wise, SEAT) is None
    mine = burgundy(covered=castle | {"e3": "mine"})
    assert burgundy_facts.fact("mines", mine, wise, SEAT) == Message("burgundy.fact.mines", {"n": 1, "other": 0})
    assert burgundy_facts.fact("mines", wise, mine, SEAT) is None
    few, many = burgundy(covered=castle), burgundy(covered=castle | {"c3": "church"})
    assert burgundy_facts.fact("beside", many, few, SEAT) == Message("burgundy.fact.beside", {"n": 6, "other": 4})
    assert burgundy_facts.fact("beside", few, many, SEAT) is None
    assert scored("knowledge", complete, wise, SEAT) is scored("sales", wise, complete, SEAT) is None


def test_quarters_are_told_by_the_largest_group_or_else_by_their_number() -> None:
    two, apart, one = macao(quarters=["q01", "q02"]), macao(quarters=["q01", "q30"]), macao(quarters=["q01"])
    group = Message("macao.fact.group", {"own": 2, "other": 1})
    assert macao_facts.fact("quarters", two, apart, SEAT) == macao_facts.fact("quarters", two, one, SEAT) == group
    more = Message("macao.fact.quarters", {"own": 2, "other": 1})
    assert macao_facts.fact("quarters", apart, one, SEAT) == more
    assert macao_facts.fact("quarters", one, two, SEAT) is None


def test_cards_in_hand_are_counted_where_there_are_more() -> None:
    game = wanting()
    fewer = game.copy()
    fewer.state.players[0].hand[2] -= 1
    fact = SKILLS["mmn"].fact
    assert fact("hand", game, fewer, 0) == Message("mmn.fact.hand", {"n": 1})
    assert fact("hand", game, game, 0) is fact("land", game, fewer, 0) is None


def test_points_that_cards_may_still_cost_are_apart_from_those_of_markers() -> None:
    game = macao(tableau=["bau_2", "kran"], penalties=1)
    assert SKILLS["macao"].apart(game, SEAT) == {("penalties", "tableau"): -6}
    assert scoring.sources(game, SEAT)["penalties"] == -9
    spared = macao(tableau=["bau_2"], activated=["abt"])
    assert SKILLS["macao"].apart(spared, SEAT) == {("penalties", "tableau"): 0}


def test_a_die_that_leaves_the_next_turn_without_cubes_costs_a_marker_at_once() -> None:
    game: Any = of_macao(phase="dice", dice="together")
    game.state.rolled = dict.fromkeys(game.state.rolled, 5) | {"red": 6, "green": 6}
    player = game.state.players[SEAT]
    player.rose = [{} for _ in player.rose]
    before = player.penalties
    game.play(SEAT, ("dice", "red", "green"))
    assert game.state.players[SEAT].penalties == before, "it waits for the others"
    carried_out = SKILLS["macao"].carried_out(game, SEAT)
    assert isinstance(carried_out, type(game))
    assert carried_out.state.players[SEAT].penalties == before + 1


def test_of_tiles_in_storage_one_that_the_other_has_placed_is_not_named() -> None:
    both = burgundy(storage=["market", "church"], covered={"d4": "castle"})
    placed = burgundy(storage=["ship"], covered={"d4": "castle", "e3": "church"})
    fact = burgundy_facts.fact("stored building", both, placed, SEAT)
    assert fact is not None
    assert fact.args["tile"] == "market"
    assert not burgundy_facts.used("stored building", both, placed, SEAT), "one of them is still there"


@pytest.mark.parametrize("key", SKILLS)
def test_of_whatever_is_weighed_things_and_uses_may_be_asked(key: str) -> None:
    game = at_a_decision(key, 5)
    seat, skill = game.to_act[0], SKILLS[key]
    after = game.copy()
    after.play(seat, game.legal(seat)[-1])
    weighed = {*skill.fit.fitted.weights} if skill.fit else set[str]()
    for name in {skill.together.get(name, name) for name in (*weighed, *terms(game, seat))}:
        for one, other in ((game, after), (after, game)):
            fact = skill.fact(name, one, other, seat)
            assert fact is None or fact.id.startswith(f"{key}.fact.")
            assert skill.used(name, one, other, seat) in (False, True)
        assert skill.fact(name, game, game, seat) is None or name == "tokens"
