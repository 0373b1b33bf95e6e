"""What two positions of Macao differ in: cards, wares, cubes, the place on the wall."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.macao import board, scoring
from engines.macao.steps.rounds import Turn
from engines.players.skills import SKILLS
from tests.engines.comparing import shown
from tests.engines.macao.positions import position


def macao(**changes: Any) -> Any:
    """Return the choice of dice of round 5; ``rose``: cubes by the turn that they come with."""
    game = position(phase="dice")
    player = game.state.players[0]
    player.rose = [{} for _ in player.rose]
    for turn, cubes in changes.pop("rose", {}).items():
        player.rose[turn] = cubes
    for name, value in changes.items():
        setattr(player, name, value)
    return game


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (11, Message("macao.reason.payable", {"card": "bau_2", "round": 12})),
        (12, Message("macao.reason.on_tableau", {"card": "bau_2", "effect": "bau_2.short"})),
    ],
)
def test_cubes_behind_the_last_round_pay_for_no_card(number: int, reason: Message) -> None:
    def in_turn(card: str) -> Any:
        game = position()
        game.state.turn = number
        game.state.chosen = [["red", "blue"]] * game.state.seats
        player = game.state.players[0]
        player.tableau = [card]
        player.rose = [{}, {"green": 2}, *({} for _ in player.rose[2:])]
        return game

    assert shown("reserved", in_turn("bau_2"), in_turn("zoll_4")) == reason


def test_an_active_card_is_shown_and_not_that_the_other_position_still_holds_it() -> None:
    held = macao(tableau=["bau_2"])
    active = macao(activated=["bau_2"])
    card = Message("macao.reason.activated", {"card": "bau_2", "effect": "bau_2.short"})
    assert shown("cards", active, held) == card
    assert shown("cards", held, active) is None
    assert shown("reserved", held, active) is None, "it has still to be paid for"


@pytest.mark.parametrize(
    ("better", "worse", "thing"),
    [
        (
            {"tableau": ["kran", "bau_2"], "rose": {3: {"green": 2}, 2: {"red": 1}}},
            {"tableau": ["kran", "zoll_4"], "rose": {3: {"green": 2}, 2: {"red": 1}}},
            Message("macao.reason.payable", {"card": "bau_2", "round": 7}),
        ),
        (
            {"tableau": ["bau_2"], "rose": {1: {"green": 2}}},
            {"tableau": ["zoll_4"], "rose": {1: {"green": 2}}},
            Message("macao.reason.payable", {"card": "bau_2", "round": 5}),
        ),
        (
            {"tableau": ["bau_2"], "rose": {2: {"green": 1}}},
            {"tableau": ["zoll_4"]},
            Message("macao.reason.on_tableau_lacking", {"card": "bau_2", "effect": "bau_2.short", "n": 1, "round": 6}),
        ),
        (
            {"tableau": ["zoll_4"], "rose": {1: {"red": 1}}},
            {"tableau": []},
            Message("macao.reason.on_tableau", {"card": "zoll_4", "effect": "zoll_4.short"}),
        ),
        (
            {"tableau": ["zoll_4"], "rose": {2: {"red": 3}}},
            {"tableau": ["zoll_4"], "rose": {2: {"red": 1}, 3: {"red": 2}}},
            Message("macao.reason.lacking", {"card": "zoll_4", "n": 1, "other": 3, "round": 6}),
        ),
        (
            {"tableau": ["zoll_4"], "activated": ["archiv"], "rose": {2: {"red": 3}}},
            {"tableau": ["zoll_4"], "activated": ["archiv"]},
            Message("macao.reason.payable", {"card": "zoll_4", "round": 6}),
        ),
        ({"tableau": ["zoll_4"], "rose": {3: {"red": 2}}}, {"tableau": ["zoll_4"], "rose": {4: {"red": 2}}}, None),
        ({"tableau": ["zoll_4"]}, {"tableau": ["zoll_4"], "gold": 3}, None),
    ],
)
def test_a_card_is_shown_whose_cubes_come_sooner(
    better: dict[str, Any], worse: dict[str, Any], thing: Message | None
) -> None:
    assert shown("reserved", macao(**better), macao(**worse)) == thing


def test_a_card_whose_cubes_lay_ready_before_the_turn_is_no_gain_of_it() -> None:
    """Rules 4.3: the stock is lost with the turn, and what comes in later rounds stays."""
    before = position()
    before.state.chosen[0] = ["red", "blue"]
    before.state.players[0] = macao(tableau=["bau_2"], rose={0: {"red": 1}, 1: {"green": 2}}).state.players[0]
    after = macao(tableau=["bau_2"], rose={1: {"green": 2}})
    after.state.chosen[0] = ["red", "blue"]
    after.state.stack = []
    assert shown("reserved", after, before) is None
    after.state.chosen[0] = []
    after.state.turn += 1
    before.state.turn += 1  # as compared: of the same round
    assert shown("reserved", after, before) is None


def test_no_card_is_said_to_lack_fewer_cubes_than_just_as_many() -> None:
    """Before the dice are chosen, they may still bring the last cube of the round."""
    before = macao(tableau=["zoll_4"], rose={1: {"red": 3}})
    chosen = macao(tableau=["zoll_4"], rose={0: {"red": 3}})
    chosen.state.chosen[0] = ["black", "blue"]
    chosen.state.stack = [Turn(seat=0), Turn(seat=1)]
    assert shown("reserved", before, chosen) is None


def test_the_points_of_an_activated_card_are_named_whatever_it_was_worth_before() -> None:
    """Rules 9: each card left on the tableau costs three points."""
    held = macao(tableau=["zoll_1"], rose={1: {"red": 1}})
    active = macao(activated=["zoll_1"], rose={1: {"red": 1}})
    differences = {difference.subject: difference for difference in SKILLS["macao"].compare(active, held, 0)}
    assert SKILLS["macao"].compare.points(active, held, 0) == {"tableau": 3}
    assert differences["cards"].weight >= 3
    assert differences["reserved"].weight < 0


@pytest.mark.parametrize(
    ("subject", "thing"),
    [
        ("cubes_next", None),
        ("cubes_second", Message("macao.reason.colours_in", {"own": 2, "other": 1, "round": 6})),
        ("cubes_later", Message("macao.reason.cubes_later", {"own": 6, "other": 5, "round": 7})),
    ],
)
def test_of_cubes_it_is_shown_how_many_come_then_or_of_how_many_colours(subject: str, thing: Message | None) -> None:
    better = macao(rose={1: {"red": 2}, 2: {"red": 1, "blue": 1}, 4: {"red": 6}})
    worse = macao(rose={1: {"red": 2}, 2: {"red": 2}, 3: {"blue": 5}})
    assert shown(subject, better, worse) == thing


def test_cubes_are_shown_with_the_cards_that_take_their_colour() -> None:
    better = macao(tableau=["bau_2"], rose={4: {"green": 5}})
    worse = macao(tableau=["bau_2"], rose={4: {"red": 4}})
    purpose: dict[str, Any] = {"own": 5, "other": 4, "round": 7, "colour": "green", "card": ["bau_2"]}
    assert shown("cubes_later", better, worse) == Message("macao.reason.cubes_later_for", purpose)
    enough = macao(tableau=["bau_2"], rose={3: {"green": 4}})
    plain = Message("macao.reason.cubes_later", {"own": 5, "other": 4, "round": 7})
    assert shown("cubes_later", better, enough) == plain, "it pays for the card as well"


def test_cubes_serve_a_card_only_in_the_round_in_which_it_lacks_least() -> None:
    """Rules 4.3: the cubes of one round cannot be added to those of another."""
    before = macao(tableau=["abt"], rose={4: {"violet": 2}})
    together = macao(tableau=["abt"], rose={4: {"violet": 2, "gray": 1}})
    apart = macao(tableau=["abt"], rose={4: {"violet": 2}, 5: {"gray": 1}})
    counts: dict[str, Any] = {"own": 3, "other": 2, "round": 7}
    purpose = {"colour": "gray", "card": ["abt"]}
    assert shown("cubes_later", together, before) == Message("macao.reason.cubes_later_for", counts | purpose)
    assert shown("cubes_later", apart, before) == Message("macao.reason.cubes_later", counts)


def test_a_round_is_shown_that_would_have_no_cubes() -> None:
    """Rules 7: an empty stock costs a penalty marker."""
    filled = macao(rose={1: {"red": 2}, 3: {"blue": 1}})
    empty = macao(rose={1: {"red": 2}, 4: {"blue": 6}})
    assert shown("empty", filled, empty) == Message("macao.reason.filled", {"round": 7, "points": 3})
    weights = {entry.subject: entry.weight for entry in SKILLS["macao"].compare(filled, empty, 0)}
    assert weights["empty"] > 0


def test_a_round_is_shown_that_has_a_cube_for_an_office_and_would_have_none() -> None:
    office = ["verwaltung_3"]
    violet = macao(activated=office, rose={1: {"violet": 1}, 2: {"violet": 1}})
    red = macao(activated=office, rose={1: {"violet": 1}, 2: {"red": 1}})
    shown_thing = Message("macao.reason.office_cubes", {"colour": "violet", "round": 6, "card": "verwaltung_3"})
    assert shown("office_cubes", violet, red) == shown_thing
    assert shown("office_cubes", red, violet) is None


def test_a_card_in_place_of_one_as_near_is_shown_by_cubes_that_it_alone_takes_or_by_what_it_does() -> None:
    rose = {1: {"red": 4}, 2: {"green": 2}}
    later = macao(tableau=["bau_2"], rose=rose)
    sooner = macao(tableau=["zoll_4"], rose=rose)
    takes: dict[str, Any] = {"card": "bau_2", "colour": "green", "own": 2, "round": 6}
    assert shown("reserved", later, sooner) == Message("macao.reason.takes", takes)
    alike = macao(tableau=["bau_2", "bau_3"], rose=rose)
    on_tableau = Message("macao.reason.on_tableau", {"card": "bau_2", "effect": "bau_2.short"})
    assert shown("reserved", alike, macao(tableau=["zoll_4", "bau_3"], rose=rose)) == on_tableau, "another takes green"
    assert shown("reserved", sooner, later) == Message("macao.reason.payable", {"card": "zoll_4", "round": 5})


def test_cubes_of_the_next_turn_are_shown_with_its_round() -> None:
    better = macao(rose={1: {"red": 2}})
    worse = macao(rose={1: {"red": 1}})
    assert shown("cubes_next", better, worse) == Message("macao.reason.cubes_in", {"own": 2, "other": 1, "round": 5})
    for game in (better, worse):
        game.state.chosen[0] = ["red", "blue"]
        game.state.stack = []
    assert shown("cubes_next", better, worse) == Message("macao.reason.cubes_in", {"own": 2, "other": 1, "round": 6})


def test_a_card_is_payable_in_the_round_of_the_turn_that_has_its_cubes() -> None:
    """Once the own turn of a round is over, the next one is that of the next round."""
    game = macao(tableau=["bau_2"], rose={1: {"green": 2}})
    without = macao(tableau=["zoll_4"], rose={1: {"green": 2}})
    assert shown("reserved", game, without) == Message("macao.reason.payable", {"card": "bau_2", "round": 5})
    game.state.chosen[0] = ["red", "blue"]
    game.state.stack = []
    assert shown("reserved", game, without) == Message("macao.reason.payable", {"card": "bau_2", "round": 6})


def test_cards_that_only_one_has_activated_are_shown_one_alone_with_what_it_does() -> None:
    single = macao(activated=["kran"])
    two = macao(activated=["kran", "abt"])
    none = macao()
    assert shown("cards", single, none) == Message("macao.reason.activated", {"card": "kran", "effect": "kran.short"})
    assert shown("cards", two, none) == Message("macao.reason.activated_more", {"card": ["kran", "abt"]})
    assert shown("cards", two, single) == Message("macao.reason.activated", {"card": "abt", "effect": "abt.short"})


def test_a_ware_is_shown_with_how_far_its_port_is() -> None:
    aboard = macao(hold={"silk": 1}, ship="genova")
    empty = macao(hold={}, ship="genova")
    assert shown("wares", aboard, empty) == Message("macao.reason.at_port", {"ware": "silk", "port": "genova"})
    away = macao(hold={"silk": 1}, ship="marseille")
    args: dict[str, Any] = {"ware": "silk", "port": "genova", "n": 2}
    further = macao(ship="start", hold={"silk": 1})
    nearer = args | {"other": board.DISTANCE["start"]["genova"]}
    assert shown("wares", away, further) == Message("macao.reason.ware_nearer", nearer)
    assert shown("wares", away, macao(ship="marseille", hold={})) == Message("macao.reason.ware", args)
    assert shown("wares", empty, aboard) is None
    assert shown("wares", aboard, macao(earned={"wares": 5})) is None, "that one has delivered it"


def test_a_better_place_on_the_wall_is_shown_else_how_far_the_next_player_is() -> None:
    first = macao()
    second = macao()
    further = macao()
    first.state.wall.advance(0, 3, None)
    second.state.wall.advance(1, 3, None)
    further.state.wall.advance(0, 5, None)
    third = macao()
    third.state.wall.advance(2, 5, None)
    fourth = third.copy()
    fourth.state.wall.advance(0, 2, None)
    assert shown("rank", first, second) == Message("macao.reason.rank", {"own": 1, "other": 2, "rival_seat": 1})
    assert shown("rank", second, first) is None
    assert shown("rank", further, first) == Message("macao.reason.ahead", {"own": 5, "other": 3, "rival_seat": 1})
    nearer = fourth.copy()
    nearer.state.wall.advance(0, 1, None)
    assert shown("rank", nearer, fourth) == Message("macao.reason.behind", {"own": 2, "other": 3, "rival_seat": 2})


def test_quarters_are_shown_by_the_largest_group_else_by_the_free_ones_beside_them() -> None:
    two = macao(quarters=["q01", "q02"])
    apart = macao(quarters=["q01", "q30"])
    single = macao(quarters=["q01"])
    none = macao(quarters=[])
    group = Message("macao.reason.group", {"own": 2, "other": 1})
    assert shown("quarters", two, apart) == shown("quarters", two, single) == group
    for better, worse in ((apart, single), (single, none)):
        thing = shown("quarters", better, worse)
        assert thing is not None
        assert thing.id == "macao.reason.beside", "one alone is no group"


def test_points_that_cards_may_still_cost_are_apart_from_those_of_markers() -> None:
    game = macao(tableau=["bau_2", "kran"], penalties=1)
    sources = SKILLS["macao"].compare.points_by_source(game, 0)
    assert (sources["penalties"], sources["tableau"]) == (-3, -6)
    assert scoring.sources(game, 0)["penalties"] == -9
    spared = macao(tableau=["bau_2"], activated=["abt"])
    assert SKILLS["macao"].compare.points_by_source(spared, 0)["tableau"] == 0


def test_dice_that_are_chosen_together_count_as_placed() -> None:
    """The die that leaves the next turn without cubes costs a marker at once."""
    game: Any = position(phase="dice", dice="together")
    game.state.rolled = dict.fromkeys(game.state.rolled, 5) | {"red": 6, "green": 6}
    player = game.state.players[0]
    player.rose = [{} for _ in player.rose]
    chosen = game.copy()
    chosen.play(0, ("dice", "red", "green"))
    assert chosen.state.players[0].penalties == player.penalties, "it waits for the others"
    assert SKILLS["macao"].compare.points(game, chosen, 0) == {"penalties": 3}
