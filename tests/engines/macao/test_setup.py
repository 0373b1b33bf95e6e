"""Setup and the draft for 2, 3 and 4 players (rules 1 to 3), and the numbers of the data files (rules 10.1, 12)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.macao import board
from engines.macao.cards import CARDS, DECK, OFFICE_KINDS, OFFICES
from engines.macao.game import Macao
from tests.engines.macao.moves import order, round_from, seen, stock
from tests.engines.macao.positions import COLOURS, DARK, LIGHT, PORTS, WARES, cost, cubes, position
from tests.engines.playing import act, player, refused, words

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@SEATS
def test_players_start_with_5_gold_and_nothing_else(seats: int) -> None:
    game = Macao.new(seats, 7)
    assert game.audit() == []
    for start in game.state.players:
        assert (start.prestige, start.gold, start.penalties, start.jokers, start.ship) == (0, 5, 0, 0, "start")
        assert start.rose == [{}] * 7
        assert (start.tableau, start.activated, start.quarters, start.hold) == ([], [], [], {})
    assert game.state.turn == 0
    assert game.scores()[0].total == 0


@SEATS
def test_discs_start_on_the_first_space_in_random_order(seats: int) -> None:
    orders = set()
    for seed in range(40):
        game = Macao.new(seats, seed)
        stacks = game.state.wall.stacks
        assert sorted(stacks[0]) == list(range(seats))
        assert stacks[1:] == [[]] * 15
        orders.add(tuple(order(game)))
    assert len(orders) == {2: 2, 3: 6}.get(seats, len(orders))
    assert len(orders) > seats - 1


@SEATS
def test_tiles_are_shuffled_onto_light_quarters_and_jokers_lie_on_dark_ones(seats: int) -> None:
    first = Macao.new(seats, 1).state.city
    second = Macao.new(seats, 2).state.city
    assert {quarter for quarter, tile in first.items() if tile == "joker"} == set(DARK)
    assert Counter(first[quarter] for quarter in LIGHT) == dict.fromkeys(WARES, 3)
    assert first != second


@SEATS
def test_cards_are_shuffled_and_offices_lie_open_for_twelve_rounds(seats: int) -> None:
    first = Macao.new(seats, 1)
    second = Macao.new(seats, 2)
    assert sorted(card for pair in seen(first).offices for card in pair) == sorted(OFFICES)
    assert [len(pair) for pair in seen(first).offices] == [2] * 12
    assert seen(first).offices != seen(second).offices
    assert sorted([*first.state.deck, *first.state.display.cards]) == sorted(DECK)
    assert first.state.deck != second.state.deck
    assert first.state.discard == []


@SEATS
def test_the_draft_goes_in_reverse_wall_order(seats: int) -> None:
    game = Macao.new(seats, 7)
    assert len(seen(game).display) == seats + 2
    assert seen(game).phase == "draft"
    for drafted, seat in enumerate(reversed(order(game))):
        assert game.to_act == (seat,)
        assert words(game) == [f"take {card}" for card in seen(game).display]
        assert len(seen(game).display) == seats + 2 - drafted
        refused(game, f"take {game.state.deck[-1]}", "decline", "pass")
        taken = seen(game).display[1]
        act(game, f"take {taken}")
        assert player(game, seat).tableau == [taken]
    assert len(game.state.discard) == 2
    assert seen(game).display == []


@SEATS
def test_initial_cubes_go_in_wall_order(seats: int) -> None:
    game = Macao.new(seats, 7)
    round_from(game, until="cubes")
    for number, seat in enumerate(order(game)):
        assert game.to_act == (seat,)
        first = COLOURS[number]
        second = COLOURS[-number - 1]
        assert len(words(game)) == 36
        refused(game, "place red", "place red gold", "place red red red")
        act(game, f"place {first} {second}")
        assert player(game, seat).rose == [{}, {first: 1}, {second: 2}, {}, {}, {}, {}]
    assert (game.state.turn, seen(game).phase) == (1, "cards")
    assert game.to_act == (order(game)[0],)


@SEATS
def test_the_deck_never_runs_out(seats: int) -> None:
    game = Macao.new(seats, 7)
    while game.to_act:
        actor = game.to_act[0]
        legal = game.legal(actor)
        game.play(actor, ("pass",) if ("pass",) in legal else legal[0])
    assert len(game.state.deck) == 96 - (seats + 2) - 12 * 4
    assert game.state.turn == 12
    assert game.state.offices == []


@pytest.mark.parametrize("seats", [0, 1, 5, -1])
def test_two_to_four_may_play(seats: int) -> None:
    with pytest.raises(ValueError, match="seats 2 to 4"):
        Macao.new(seats, 7)


def test_cards_are_of_three_types_and_cost_every_colour_alike() -> None:
    """Rules 11."""
    assert Counter(card.type for card in CARDS.values()) == {"office": 24, "building": 44, "person": 52}
    costs = Counter(len(cost(card)) for card in DECK)
    assert costs == {1: 12, 2: 30, 3: 36, 4: 18}
    colours: Counter[str] = Counter()
    for card in DECK:
        colours.update(CARDS[card].cost)
    assert colours == dict.fromkeys(COLOURS, 42)
    assert all(max(CARDS[card].cost.values()) < len(cost(card)) or len(cost(card)) == 1 for card in DECK)
    pairs = Counter(cost(card) for card in DECK if len(cost(card)) == 2)
    assert set(pairs.values()) == {2}
    assert len(pairs) == 15
    longer = [cost(card) for card in DECK if len(cost(card)) > 2]
    assert len(set(longer)) == len(longer) == 54


def test_tribute_values_are_spread_alike_over_offices_and_deck() -> None:
    """Rules 10, 12.3."""

    def spread(cards: tuple[str, ...]) -> Counter[tuple[int, int]]:
        return Counter((CARDS[card].tribute.gold, CARDS[card].tribute.prestige) for card in cards)

    assert spread(tuple(CARDS)) == {(0, 0): 20, (1, 1): 20, (2, 2): 20, (0, 1): 30, (1, 2): 30}
    assert spread(OFFICES) == {(0, 0): 4, (1, 1): 4, (2, 2): 4, (0, 1): 6, (1, 2): 6}
    assert spread(DECK) == {(0, 0): 16, (1, 1): 16, (2, 2): 16, (0, 1): 24, (1, 2): 24}


OFFICE_TRIBUTE = {
    "zoll": ("01", "12", "00", "11"),
    "bau": ("12", "11", "22", "01"),
    "justiz": ("00", "22", "01", "12"),
    "verwaltung": ("11", "01", "12", "00"),
    "militaerwesen": ("01", "11", "12", "22"),
    "finanzen": ("12", "22", "01", "00"),
}


@pytest.mark.parametrize("kind", OFFICE_TRIBUTE)
def test_every_office_has_its_tribute(kind: str) -> None:
    found = [CARDS[f"{kind}_{number}"].tribute for number in range(1, 5)]
    assert tuple(f"{each.gold}{each.prestige}" for each in found) == OFFICE_TRIBUTE[kind]


def test_every_kind_of_office_has_its_colour() -> None:
    assert dict(OFFICE_KINDS) == dict(
        zip(("zoll", "bau", "justiz", "verwaltung", "militaerwesen", "finanzen"), COLOURS, strict=True)
    )


def test_cards_that_score_at_the_end_or_act_before_the_turn_are_marked() -> None:
    assert sorted(card for card in CARDS if CARDS[card].end_scoring) == [
        "baronesa_dois", "baronesa_tres", "baronesa_um", "gouverneur", "hebamme", "palast", "praefektur", "ratsherr",
        "residenz", "schmiede", "sitzungssaal", "statue", "vizegouverneur",
    ]  # fmt: skip
    early = {card: CARDS[card].timing for card in CARDS if CARDS[card].timing in ("phase1_cards", "phase2_dice")}
    assert early == {
        "muessiggaenger": "phase1_cards",
        "forscher": "phase2_dice",
        "meister": "phase2_dice",
        "professor": "phase2_dice",
    }


QUARTERS = """
q01 GBK q02 q06
q02 VVY q01 q03 q06 q07
q03 RKK q02 q04 q07 q08
q04 V q03 q05 q08 q09
q05 RBY q04 q09 q10
q06 RY q01 q02 q07 q11 q12
q07 GB q02 q03 q06 q08 q12 q13
q08 BY q03 q04 q07 q09 q13 q14
q09 GGKK q04 q05 q08 q10 q14 q15
q10 BV q05 q09 q15
q11 GGV q06 q12 q16
q12 K q06 q07 q11 q13 q16 q17
q13 RVK q07 q08 q12 q14 q17 q18
q14 RV q08 q09 q13 q15 q18 q19
q15 Y q09 q10 q14 q19 q20
q16 RG q11 q12 q17 q21 q22
q17 BBYY q12 q13 q16 q18 q22 q23
q18 G q13 q14 q17 q19 q23 q24
q19 BBK q14 q15 q18 q20 q24 q25
q20 RGV q15 q19 q25
q21 BVY q16 q22 q26
q22 R q16 q17 q21 q23 q26 q27
q23 VK q17 q18 q22 q24 q27 q28
q24 RRVV q18 q19 q23 q25 q28 q29
q25 KY q19 q20 q24 q29 q30
q26 GK q21 q22 q27
q27 RRB q22 q23 q26 q28
q28 GKY q23 q24 q27 q29
q29 B q24 q25 q28 q30
q30 GYY q25 q29
""".strip().splitlines()
"""Rules 12.1: quarter, cost, neighbours."""


@pytest.mark.parametrize("line", QUARTERS)
def test_every_quarter_has_its_cost_and_neighbours(line: str) -> None:
    """Rules 12.1."""
    name, price, *neighbours = line.split()
    quarter = board.QUARTERS[name]
    assert quarter.cost == cubes(price)
    assert sorted(quarter.neighbours) == neighbours
    assert quarter.kind == ("dark" if name in DARK else "light")


def test_all_quarters_together_cost_every_colour_alike() -> None:
    """Rules 12.1."""
    assert sorted(board.QUARTERS) == [line.split()[0] for line in QUARTERS]
    total: Counter[str] = Counter()
    for quarter in board.QUARTERS.values():
        total.update(quarter.cost)
    assert total == dict.fromkeys(COLOURS, 12)
    assert all(sorted(board.QUARTERS[name].cost.values()) == [1, 1, 1] for name in DARK)


ROUTES = (
    "start-s01; s01-s02; s02-lisboa; start-s03; s03-s04; s04-genova; start-s05; s05-s06; s06-s07; s07-barcelona; "
    "s06-s08; s08-marseille; lisboa-s09; s09-barcelona; genova-s10; s10-marseille; barcelona-s11; s11-marseille; "
    "s11-s16; s16-amsterdam; lisboa-s12; s12-s13; s13-london; barcelona-s14; s14-london; marseille-s15; "
    "s15-antwerpen; london-s17; s17-amsterdam; antwerpen-s18; s18-amsterdam; genova-s19; s19-s20; s20-antwerpen; "
    "s20-s23; s23-hamburg; antwerpen-s21; s21-hamburg; amsterdam-s22; s22-hamburg"
)


def test_routes_join_the_ports_and_spaces_of_the_map() -> None:
    """Rules 12.2."""
    expected = {frozenset(route.split("-")) for route in ROUTES.split("; ")}
    assert {frozenset(route) for route in board.ROUTES} == expected
    assert Counter(space.kind for space in board.SPACES.values()) == {"start": 1, "sea": 23, "port": 8}


@pytest.mark.parametrize(
    ("port", "steps"),
    [
        *(("lisboa", 3), ("genova", 3), ("barcelona", 4), ("marseille", 4)),
        *(("london", 6), ("antwerpen", 6), ("amsterdam", 7), ("hamburg", 7)),
    ],
)
def test_every_port_lies_its_steps_from_the_start(port: str, steps: int) -> None:
    """Rules 12.2."""
    refused(position(me={"stock": "R" * (steps - 1)}), f"ship {port}")
    game = position(me={"stock": "R" * steps})
    act(game, f"ship {port}")
    assert stock(game) == {}


@pytest.mark.parametrize(("port", "ware"), PORTS.items())
def test_every_port_takes_its_ware_at_its_values(port: str, ware: str) -> None:
    """Rules 12.2."""
    near = port in ("lisboa", "genova", "barcelona", "marseille")
    assert board.PORTS[port].ware == ware
    assert board.PORTS[port].delivery_values == ([5, 3, 2] if near else [6, 4, 3])


def test_the_numbers_are_those_of_the_rules() -> None:
    assert (board.ROUNDS, board.REVEALED, board.OFFICES_PER_ROUND, board.DICE_CHOSEN) == (12, 4, 2, 2)
    assert (board.GOLD_START, board.PRESTIGE_START, board.TABLEAU_SLOTS, board.DRAFT_EXTRA) == (5, 0, 5, 2)
    assert (board.PENALTY, board.JOKER_GOLD, board.GROUP_POINTS, board.WALL_END) == (-3, 3, 2, 16)
    assert [board.removed_cards(players) for players in (2, 3, 4)] == [2, 1, 0]
    assert [board.WALL_PRICES[spaces - 1] for spaces in (1, 2, 3, 4, 10)] == [1, 3, 5, 7, 19]
    assert dict.fromkeys(WARES, 3) == board.WARES
