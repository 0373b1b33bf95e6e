"""The test cases of the rules page, each under its number (rules 13), but for those of single cards."""

from __future__ import annotations

import pytest

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from tests.engines.macao.moves import final, gains, next_round, order, round_from, seen, space, stock
from tests.engines.macao.positions import COLOURS, cubes, position
from tests.engines.playing import act, player, refused, words

GROUPS = {
    "yellow": ("q09", "q10", "q15"),
    "white": ("q02", "q03", "q07", "q20", "q26"),
    "brown": ("q18", "q19", "q23", "q24", "q28", "q29"),
    "orange": ("q11", "q12", "q16", "q17"),
}


def test_case_01_the_draft_offers_two_more_cards_than_there_are_players() -> None:
    game = Macao.new(3, 7)
    offer = seen(game).display
    assert len(offer) == 5
    assert game.to_act == (order(game)[-1],)
    for seat in reversed(order(game)):
        assert game.to_act == (seat,)
        act(game, words(game)[0])
    drafted = {player.tableau[0] for player in game.state.players}
    assert set(game.state.discard) == set(offer) - drafted
    assert len(game.state.discard) == 2
    assert [len(each.tableau) for each in game.state.players] == [1, 1, 1]


def test_case_02_one_initial_cube_is_for_the_first_round_and_two_for_the_second() -> None:
    game = Macao.new(4, 7)
    round_from(game, until="cubes")
    orange, white, yellow, brown = order(game)
    act(game, "place green red", "place green green", "place black red", "place blue blue")
    round_from(game, until="dice")
    dump = game.dump()
    dump["rolled"] = dict.fromkeys(COLOURS, 6)
    game = Macao.load(dump)
    act(game, *["dice red green"] * 4)
    assert [stock(game, seat) for seat in (orange, white, yellow, brown)] == [cubes(each) for each in "GGKB"]
    seconds = [player(game, seat).rose[1] for seat in (orange, white, yellow, brown)]
    assert seconds == [cubes("RR"), cubes("GG"), cubes("RR"), cubes("BB")]


def test_case_03_the_tribute_value_sums_that_of_four_cards() -> None:
    values = {"justiz_1": (0, 0), "zoll_3": (0, 0), "bettler": (1, 2), "abt": (2, 2), "edler": (0, 1), "tor": (0, 1)}
    assert {card: (CARDS[card].tribute.gold, CARDS[card].tribute.prestige) for card in values} == values
    cards = list(values)
    game = position(seats=4, seat=3, pair=cards[:2], deck=cards[2:])
    act(game, "pass")
    assert (seen(game).tribute_gold, seen(game).tribute_prestige) == (3, 6)


def test_case_03_tribute_is_bought_with_gold_and_once_a_turn() -> None:
    game = position(tribute=(3, 6), me={"gold": 7, "jokers": 1})
    gains(game, "tribute", gold=-3, prestige=6)
    refused(game, "tribute")


def test_case_04_each_die_chosen_brings_as_many_cubes_as_it_shows() -> None:
    game = position(phase="dice", turn=3, rolled={"red": 2, "green": 5}, me={"rose": {1: "K"}})
    act(game, "dice red green")
    rose = player(game).rose
    assert (rose[1], rose[4]) == (cubes("RR"), cubes("GGGGG"))
    assert rose[0] == cubes("K")
    assert not any(rose[field] for field in (2, 3, 5, 6))


@pytest.mark.parametrize(("value", "rounds"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_case_04_a_die_arrives_after_its_value(value: int, rounds: int) -> None:
    game = position(phase="dice", turn=2, seats=2, rolled={"red": value, "green": 6})
    act(game, "dice red green")
    for passed in range(6):
        assert (stock(game).get("red", 0) == value) is (passed == rounds)
        dump = game.dump()
        rose = dump["players"][0]["rose"]
        dump["players"][0]["rose"] = [*rose[1:], {}]
        game = Macao.load(dump)


@pytest.mark.parametrize(("spaces", "price"), [(1, 1), (2, 3), (3, 5), (4, 7)])
def test_case_05_the_first_space_on_the_wall_costs_a_cube_and_each_further_one_two(spaces: int, price: int) -> None:
    game = position(me={"stock": "R" * (price - 1)})
    refused(game, f"wall {spaces}")
    game = position(me={"stock": "R" * (price + 3)})
    gains(game, f"wall {spaces}", left="RRR")
    assert space(game) == 1 + spaces
    refused(game, "wall 1", "wall 2")


@pytest.mark.parametrize(("target", "steps"), [("s01", 1), ("s02", 2), ("lisboa", 3), ("barcelona", 4)])
def test_case_06_every_space_sailed_costs_a_cube(target: str, steps: int) -> None:
    refused(position(me={"stock": "K" * (steps - 1)}), f"ship {target}")
    game = position(me={"stock": "K" * (steps + 1)})
    gains(game, f"ship {target}", left="K")
    assert player(game).ship == target


@pytest.mark.parametrize(
    ("turn", "values"),
    [
        (7, (6, 5, 4, 3, 2, 1)),
        (8, (1, 5, 4, 3, 2, 1)),
        (9, (1, 1, 4, 3, 2, 1)),
        (10, (1, 1, 1, 3, 2, 1)),
        (11, (1, 1, 1, 1, 2, 1)),
        (12, (1, 1, 1, 1, 1, 1)),
    ],
)
def test_case_07_dice_are_capped_by_the_rounds_left(turn: int, values: tuple[int, ...]) -> None:
    assert tuple(board.capped(value, turn) for value in (6, 5, 4, 3, 2, 1)) == values


def test_case_08_the_largest_group_scores_two_points_for_each_quarter() -> None:
    seats = dict(zip(GROUPS, range(4), strict=True))
    game = position(
        seats=4,
        me={"quarters": GROUPS["yellow"]},
        others={
            seats["white"]: {"quarters": GROUPS["white"], "activated": ["schmiede", "statue"]},
            seats["brown"]: {"quarters": GROUPS["brown"]},
            seats["orange"]: {"quarters": GROUPS["orange"]},
        },
    )
    assert [game.scores()[seats[name]].sources["city"] for name in GROUPS] == [6, 6, 12, 8]
    assert final(game, seats["white"]) == 5 + 3


@pytest.mark.parametrize(("seats", "size"), [(4, 6), (3, 5), (2, 4)])
def test_case_10_two_more_cards_than_players_are_on_offer(seats: int, size: int) -> None:
    game = Macao.new(seats, 7)
    round_from(game, until="cards")
    discarded = len(game.state.discard)
    for taken in range(seats):
        assert len(seen(game).display) == size - taken == len(words(game))
        act(game, words(game)[-1])
    assert seen(game).display == []
    assert len(game.state.discard) == discarded + 2


def test_case_11_an_empty_stock_brings_a_penalty_but_the_turn_is_played() -> None:
    game = position(
        phase="dice",
        rolled={"red": 2, "green": 3},
        tribute=(2, 4),
        me={"rose": {2: "KK"}},
        others={1: {"rose": {1: "K"}}},
    )
    events = act(game, "dice red green")
    assert player(game).penalties == 1
    assert [event.data for event in events if event.kind == "penalty"] == [{"reason": "empty_stock"}]
    act(game, "dice red green", "dice red black")
    assert [player(game, seat).penalties for seat in range(3)] == [1, 0, 0]
    assert game.to_act == (0,)
    gains(game, "tribute", gold=-2, prestige=4)


@pytest.mark.parametrize("dropped", ["bank", "laden"])
def test_case_12_a_sixth_card_makes_one_of_six_be_discarded(dropped: str) -> None:
    five = ["bank", "kran", "abt", "wirt", "turm"]
    game = position(phase="cards", me={"tableau": five}, display=["laden", "tor", "schule", "zoll_1", "zoll_2"])
    act(game, "take laden")
    assert game.to_act == (0,)
    assert sorted(words(game)) == sorted(f"discard {card}" for card in (*five, "laden"))
    refused(game, "take tor", "discard tor", "decline")
    events = act(game, f"discard {dropped}")
    assert set(player(game).tableau) == {*five, "laden"} - {dropped}
    assert game.state.discard[-1] == dropped
    assert player(game).penalties == 1
    assert [event.data["reason"] for event in events if event.kind == "penalty"] == ["overflow"]
    assert game.to_act == (1,)


@pytest.mark.parametrize(("activated", "total"), [((), -9), (("abt",), -3)])
def test_case_23_cards_left_in_the_tableau_are_penalties_at_the_end_but_for_the_abt(
    activated: tuple[str, ...], total: int
) -> None:
    game = position(turn=12, seat=2, me={"tableau": ["bank", "kran"], "penalties": 1, "activated": activated})
    assert game.scores()[2].total == total
    act(game, "pass")
    assert game.state.over
    assert game.scores()[2].total == total
    assert player(game, 2).penalties == -total // 3


def test_case_27_a_tie_goes_to_who_is_ahead_on_the_wall() -> None:
    game = position(turn=12, wall={4: [1], 2: [2]}, seat=0, me={"prestige": 8}, others={1: {"prestige": 8}})
    act(game, "pass")
    assert game.state.over
    assert game.ranking() == [1, 0, 2]


@pytest.mark.parametrize(
    ("offices", "others", "value"),
    [
        (("bau_3", "justiz_2"), ("abt", "laden", "kran", "palast"), 12),
        (("zoll_3", "justiz_1"), ("botschaft", "brunnen", "gewuerzlager", "statue"), 0),
    ],
)
def test_case_28_tribute_may_be_worth_twelve_or_nothing(
    offices: tuple[str, str], others: tuple[str, ...], value: int
) -> None:
    game = position(seats=4, seat=3, pair=offices, deck=others)
    act(game, "pass")
    assert seen(game).display == [*offices, *others]
    assert (seen(game).tribute_gold, seen(game).tribute_prestige) == (value, value)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_case_29_nobody_gets_a_penalty_for_an_empty_stock_in_rounds_1_and_2(seats: int) -> None:
    for seed in range(6):
        game = Macao.new(seats, seed)
        while game.state.turn < 3:
            if seen(game).phase == "dice":
                dump = game.dump()
                dump["rolled"] = dict.fromkeys(COLOURS, 6)
                game = Macao.load(dump)
            actor = game.to_act[0]
            lines = game.legal(actor)
            game.play(actor, ("pass",) if ("pass",) in lines else lines[0])
            assert all(player.penalties == 0 for player in game.state.players)


@pytest.mark.parametrize(
    ("port", "steps"),
    [
        ("lisboa", 3),
        ("genova", 3),
        ("barcelona", 4),
        ("marseille", 4),
        ("london", 6),
        ("antwerpen", 6),
        ("amsterdam", 7),
        ("hamburg", 7),
    ],
)
def test_case_30_a_port_costs_as_many_cubes_as_it_is_far(port: str, steps: int) -> None:
    refused(position(me={"stock": "G" * (steps - 1)}), f"ship {port}")
    gains(position(me={"stock": "G" * (steps + 1)}), f"ship {port}", left="G")
    assert board.DISTANCE["start"][port] == steps


@pytest.mark.parametrize("tower", [False, True])
def test_case_31_a_disc_past_the_end_of_the_wall_leads_for_good(tower: bool) -> None:
    a = 0
    b = 1
    c = 2
    game = position(
        wall={15: [a, b, c]},
        me={"stock": "VVVV", "activated": ["brunnen"]},
        others={
            b: {"stock": "K", "activated": ["turm", "wachposten"] if tower else ["wachposten"]},
            c: {"stock": "R"},
        },
    )
    act(game, "wall 2", "pass")
    assert (order(game), space(game, a)) == ([a, b, c], 16)
    act(game, "wall 1")
    assert (order(game), space(game, b)) == ([a, b, c], 16)
    on_step = game.copy()
    act(on_step, "use wachposten")
    act(game, "pass", "wall 1")
    assert order(game) == ([a, b, c] if tower else [a, c, b])
    later = next_round(game, b)
    act(later, "use wachposten")
    assert order(later) == [a, b, c]
    assert list(later.state.wall.locked) == [a, b]
    again = next_round(later, a, stock="V")
    act(again, "quarter q04")
    assert order(again) == [a, b, c]
    assert list(again.state.wall.locked) == [a, b]
    refused(again, "wall 1")
