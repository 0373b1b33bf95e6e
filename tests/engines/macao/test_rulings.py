"""The rulings under their numbers, and what their switches change (rules 14)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.contract import Message
from engines.macao import board
from engines.macao.cards import CARDS, DECK
from tests.engines.macao.moves import final, gains, once_a_round, order, owning, seen, space, stock
from tests.engines.macao.positions import COLOURS, cubes, position
from tests.engines.playing import act, offered, player, refused, words


@pytest.fixture
def ruled(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set switches for one test."""

    def switch(**switches: Any) -> None:
        monkeypatch.setattr(board, "RULINGS", msgspec.structs.replace(board.RULINGS, **switches))

    return switch


def test_the_switches_stand_as_the_rulings_say() -> None:
    assert msgspec.structs.asdict(board.RULINGS) == {
        "joker_can_avert_empty_stock_penalty": False,
        "joker_only_in_own_action_turn": True,
        "brunnen_and_wachposten_optional": True,
        "free_ship_moves_pool_until_end_of_turn": True,
        "cost_reduction_floor": 0,
        "tribute_buy_at_zero_allowed": True,
        "botschaft_on_zero_tribute": True,
        "prestige_may_be_negative_at_end": True,
        "wall_overshoot_locks_first": True,
        "tower_outranks_overshoot_lock": False,
        "joker_gold_counts_as_gold_received": True,
    }


def empty_handed(**me: Any) -> Any:
    """Return a choice of dice that leave the stock empty, with a joker."""
    return position(phase="dice", rolled=dict.fromkeys(COLOURS, 3), me={"jokers": 1, **me})


def test_ruling_01_a_joker_does_not_avert_the_empty_stock() -> None:
    game = empty_handed()
    act(game, "dice red green")
    assert (player(game).penalties, player(game).jokers) == (1, 1)
    assert game.to_act == (1,)


@pytest.mark.parametrize(("line", "penalties"), [("joker red", 0), ("pass", 1)])
def test_ruling_01_where_the_table_agreed_so_a_joker_averts_it(line: str, penalties: int) -> None:
    game = empty_handed_at(jokers="any_time")
    act(game, "dice red green")
    assert game.to_act == (0,)
    refused(game, "joker gold")
    act(game, line)
    assert (player(game).penalties, player(game).jokers) == (penalties, penalties)


def empty_handed_at(**table: Any) -> Any:
    return position(phase="dice", rolled=dict.fromkeys(COLOURS, 3), me={"jokers": 1}, **table)


def test_ruling_01_where_the_table_agreed_so_jokers_are_spent_before_dice_and_in_others_turns() -> None:
    game = empty_handed_at(jokers="any_time")
    act(game, "joker blue", "dice red green")
    assert (player(game).penalties, stock(game)) == (0, cubes("B"))
    game = position(others={1: {"jokers": 1}, 2: {"jokers": 0}}, me={"stock": "RR"}, jokers="any_time")
    assert (game.to_act, game.blocking_seats) == ((0, 1), (0,))
    assert (game.has_turn(0), game.has_turn(1), game.view(None).to_act) == (True, False, (0,))
    assert game.prompt(1).message.id == "macao.prompt.joker"
    refused(game, "pass", "wall 1", seat=1)
    assert game.obstacle(1, ("wall",)) == Message("error.not_your_turn", {"seats": ["0"]})
    game.play(1, ("joker", "gold"))
    assert (player(game, 1).jokers, player(game, 1).gold, game.to_act) == (0, 8, (0,))
    act(game, "wall 1")


def test_ruling_01_a_cube_got_for_a_joker_after_passing_is_there_in_the_next_round() -> None:
    others: dict[int, dict[str, Any]] = {1: {"jokers": 0, "stock": "GG"}, 2: {"jokers": 0}}
    game = position(me={"jokers": 1, "stock": "R"}, others=others, jokers="any_time")
    act(game, "pass")
    assert stock(game) == {}, "what was left is gone"
    game.play(0, ("joker", "red"))
    before = game.state.turn
    while game.state.turn == before:
        (seat, *_) = game.blocking_seats
        game.play(seat, ("pass",))
    assert stock(game) == cubes("R")


def test_ruling_01_by_default_nobody_spends_one_in_anothers_turn() -> None:
    game = position(others={1: {"jokers": 1}})
    assert game.to_act == (0,)
    refused(game, "joker red", seat=1)


@pytest.mark.parametrize(("line", "penalties"), [("joker red", 0), ("pass", 1)])
def test_ruling_01_switched_a_joker_averts_it(ruled: Any, line: str, penalties: int) -> None:
    ruled(joker_can_avert_empty_stock_penalty=True)
    game = empty_handed()
    act(game, "dice red green")
    assert game.to_act == (0,)
    act(game, line)
    assert (player(game).penalties, player(game).jokers) == (penalties, penalties)


@pytest.mark.parametrize("phase", ["cards", "dice"])
def test_ruling_01_switched_jokers_are_spent_outside_the_own_turn(ruled: Any, phase: str) -> None:
    game = position(phase=phase, me={"jokers": 1}, display=["tor", "bank", "kran"])
    refused(game, "joker gold")
    ruled(joker_only_in_own_action_turn=False)
    gains(position(phase=phase, me={"jokers": 1}, display=["tor", "bank", "kran"]), "joker gold", gold=3)


def test_ruling_02_wall_steps_are_optional() -> None:
    game = owning("brunnen", "kanonier", stock="V", order=[1, 2, 0])
    act(game, "quarter q04", "stay")
    assert space(game) == 1
    gains(game, "use kanonier", gold=1)
    sentry = owning("wachposten", order=[1, 2, 0])
    act(sentry, "pass")
    assert space(sentry) == 1


def test_ruling_02_switched_the_well_is_not_asked(ruled: Any) -> None:
    ruled(brunnen_and_wachposten_optional=False)
    game = owning("brunnen", stock="V", order=[1, 2, 0])
    act(game, "quarter q04")
    assert space(game) == 2
    assert "tribute" in words(game)


def test_ruling_03_free_steps_last_until_the_end_of_the_turn() -> None:
    game = owning("segelmacherei", stock="K", me={"tableau": ["turm"]})
    act(game, "use segelmacherei", "ship s01", "activate turm", "tribute")
    assert offered(game, "ship") == ["start", "s02"]
    act(game, "ship s02")
    assert player(game).ship == "s02"


@pytest.mark.parametrize("line", ["activate turm", "tribute", "joker gold", "quarter q04", "wall 1", "use bank"])
def test_ruling_03_switched_another_action_ends_them(ruled: Any, line: str) -> None:
    ruled(free_ship_moves_pool_until_end_of_turn=False)
    held = {"activate turm": "K", "quarter q04": "V", "wall 1": "R"}.get(line, "")
    me = {"tableau": ["turm"], "jokers": 1, "hold": {"spices": 1}, "ship": "s02"}
    game = owning("segelmacherei", "bank", stock=held, me=me)
    act(game, "use segelmacherei", "ship lisboa", "deliver 1")
    assert player(game).free_steps == 1
    act(game, line)
    assert player(game).free_steps == 0
    assert offered(game, "ship") == []


def test_ruling_04_a_reduction_may_leave_nothing_to_pay() -> None:
    game = owning("kran", "spekulant", "archiv", "heiler", me={"tableau": ["turm", "zoll_1", "edler"]})
    for line in ("activate turm", "activate zoll_1", "activate edler", "quarter q12"):
        gains(game, line, remaining="", gold=0)


def test_ruling_04_switched_one_cube_remains(ruled: Any) -> None:
    ruled(cost_reduction_floor=1)
    game = owning("kran", "spekulant", me={"tableau": ["turm", "schmiede"]})
    refused(game, "activate turm", "quarter q12", "activate schmiede")
    game = owning("kran", "spekulant", stock="KBBK", me={"tableau": ["turm", "schmiede"]})
    gains(game, "activate turm", remaining="BBK")
    act(game, "activate schmiede", "waive black")
    assert stock(game) == cubes("K")


def test_ruling_05_count_and_herald_replace_all_cubes() -> None:
    """No cube is left that a reduction could waive."""
    game = owning("graf", "kran", "herold", "spekulant", me={"tableau": ["bank"], "gold": 7})
    gains(game, "activate bank", "gold", gold=-4)
    gains(game, "quarter q09", "gold", gold=-3)
    refused(owning("graf", "kran", me={"tableau": ["bank"], "gold": 3}), "activate bank")


def test_ruling_06_botschaft_adds_2_points_to_a_purchase_of_nothing() -> None:
    gains(owning("botschaft"), "tribute", prestige=2)


def test_ruling_06_switched_botschaft_adds_nothing_to_a_purchase_of_nothing(ruled: Any) -> None:
    ruled(botschaft_on_zero_tribute=False)
    gains(owning("botschaft", me={"jokers": 1}), "tribute", prestige=0)
    gains(owning("botschaft", tribute=(1, 1), me={"jokers": 1}), "tribute", prestige=3, gold=-1)


def test_a_purchase_of_nothing_for_nothing_can_be_switched_off(ruled: Any) -> None:
    game = owning("gesandter", me={"jokers": 1})
    assert "tribute" in words(game)
    ruled(tribute_buy_at_zero_allowed=False)
    refused(owning("gesandter", me={"jokers": 1}), "tribute")
    gains(owning("gesandter", tribute=(0, 1), me={"jokers": 1}), "tribute", "gain red", prestige=1)


def test_ruling_07_gold_of_a_joker_is_gold_received() -> None:
    game = owning("pfandleihe", me={"jokers": 1})
    refused(game, "use pfandleihe")
    act(game, "joker gold")
    gains(game, "use pfandleihe", gold=1)


def test_ruling_07_switched_gold_of_a_joker_is_not_received(ruled: Any) -> None:
    ruled(joker_gold_counts_as_gold_received=False)
    game = owning("pfandleihe", "bank", me={"jokers": 1})
    act(game, "joker gold")
    refused(game, "use pfandleihe")
    act(game, "use bank")
    gains(game, "use pfandleihe", gold=1)


def test_ruling_08_a_disc_past_the_last_space_is_ahead_of_all_even_of_a_tower() -> None:
    game = position(wall={16: [1, 2], 15: [0]}, me={"stock": "RRRRRRR"})
    assert offered(game, "wall") == ["1", "2"]
    act(game, "wall 2")
    assert order(game) == [0, 1, 2]
    beaten = position(wall={16: [1, 2], 15: [0]}, others={2: {"activated": ["turm"]}}, locked=(), me={"stock": "RRR"})
    act(beaten, "wall 2")
    assert order(beaten)[0] == 0


def test_ruling_08_switched_nobody_passes_the_last_space(ruled: Any) -> None:
    ruled(wall_overshoot_locks_first=False)
    game = position(wall={15: [0], 16: [1]}, me={"stock": "RRRRRRR"})
    assert offered(game, "wall") == ["1"]
    act(game, "wall 1")
    assert order(game) == [0, 1, 2]
    assert game.state.wall.locked == []


def test_ruling_08_switched_free_steps_lock_nobody(ruled: Any) -> None:
    """From the last space no step is possible, while one onto it is a step like any other."""
    at_the_end = {16: [1, 0]}
    before = {15: [0], 16: [1]}
    lines = {"brunnen": ["quarter q04", "step"], "wachposten": ["use wachposten"]}
    for card, steps in lines.items():
        game = owning(card, stock="V", wall=at_the_end)
        act(game, *steps)
        assert (game.state.wall.locked, order(game)) == ([0], [0, 1, 2])
    ruled(wall_overshoot_locks_first=False)
    for card, (*first, step) in lines.items():
        game = owning(card, stock="V", wall=at_the_end)
        act(game, *first)
        refused(game, step)
        assert (game.state.wall.locked, order(game)) == ([], [1, 0, 2])
        game = owning(card, stock="V", wall=before)
        act(game, *first, step)
        assert (game.state.wall.locked, space(game), order(game)) == ([], 16, [0, 1, 2])


@pytest.mark.parametrize(("outranks", "expected"), [(False, [1, 0, 2]), (True, [0, 1, 2])])
def test_ruling_08_a_lock_is_ahead_of_a_tower_unless_switched(ruled: Any, outranks: bool, expected: list[int]) -> None:
    ruled(tower_outranks_overshoot_lock=outranks)
    game = owning("turm", stock="R", wall={16: [0, 2]}, locked=[1])
    act(game, "wall 1")
    assert order(game) == expected


def test_ruling_09_prestige_may_end_below_nothing() -> None:
    game = position(turn=12, seat=2, me={"penalties": 4, "prestige": 5})
    act(game, "pass")
    assert game.scores()[2].total == -7


def test_ruling_09_switched_prestige_ends_at_nothing(ruled: Any) -> None:
    ruled(prestige_may_be_negative_at_end=False)
    game = position(turn=12, seat=2, me={"penalties": 4, "prestige": 5})
    act(game, "pass")
    assert game.scores()[2].total == 0
    assert sum(game.scores()[2].sources.values()) == 0


def test_ruling_09_prestige_above_99_is_a_plain_number() -> None:
    """Points are counted, not spaces of a track."""
    game = position(tribute=(0, 5), me={"prestige": 98}, others={1: {"prestige": 99}})
    gains(game, "tribute", prestige=5)
    assert game.scores()[0].total == 103
    assert game.ranking() == [0, 1, 2]


@pytest.mark.parametrize(("value", "ways"), [(1, ["up"]), (2, ["down", "up"]), (5, ["down", "up"]), (6, ["down"])])
def test_ruling_10_the_master_shifts_to_a_neighbouring_field_from_1_to_6(value: int, ways: list[str]) -> None:
    game = position(phase="dice", rolled={"red": value, "green": 3}, me={"activated": ["meister"]})
    act(game, "dice red green")
    assert sorted(offered(game, "shift red")) == ways


def test_ruling_10_a_shift_beyond_the_last_round_is_legal() -> None:
    game = position(phase="dice", turn=12, rolled={"red": 1, "green": 1}, me={"activated": ["meister"]})
    act(game, "dice red green", "shift red up")
    assert stock(game) == cubes("G")
    assert player(game).rose[1] == cubes("R")


def test_ruling_11_the_extra_cube_moves_with_its_die() -> None:
    game = position(phase="dice", rolled={"red": 4, "green": 3}, me={"activated": ["forscher", "meister"]})
    act(game, "dice red green", "shift red up")
    assert player(game).rose[4] == cubes("RRRRR")
    assert player(game).rose[2] == cubes("GGGG")


@pytest.mark.parametrize(
    ("card", "office", "letter"),
    [
        ("exerzierplatz", "militaerwesen_1", "K"),
        ("grenzposten", "zoll_1", "R"),
        ("magistrat", "verwaltung_1", "V"),
        ("richter", "justiz_1", "B"),
        ("schatzmeister", "finanzen_1", "Y"),
        ("vermesser", "bau_1", "G"),
    ],
)
def test_ruling_12_office_bonus_cards_look_back(card: str, office: str, letter: str) -> None:
    game = owning(office, "graf", stock=letter, me={"gold": 9, "tableau": [card]})
    act(game, f"use {office}", f"activate {card}", "gold")
    gains(game, f"use {card}", gold=1)


def test_ruling_12_and_13_amtsdiener_pays_for_kinds_once() -> None:
    """Ruling 13."""
    game = owning("zoll_1", "zoll_2", "bau_1", "graf", stock="RRG", me={"gold": 9, "tableau": ["amtsdiener"]})
    act(game, "use zoll_1")
    gains(game, "activate amtsdiener", "gold", gold=-4 + 1)
    gains(game, "use zoll_2", gold=1)
    gains(game, "use bau_1", gold=2)


def test_ruling_14_the_player_times_the_use() -> None:
    others = {1: {"prestige": 3}, 2: {"prestige": 5}}
    beggar = owning("bettler", tribute=(0, 4), me={"prestige": 2}, others=others)
    gains(beggar.copy(), "use bettler", "gain red", "tribute", prestige=4)
    act(beggar, "tribute")
    refused(beggar, "use bettler")
    monastery = owning("kloster", tribute=(0, 4), me={"prestige": 2}, others=others)
    refused(monastery, "use kloster")
    act(monastery, "tribute")
    gains(monastery, "use kloster", prestige=1)


def test_ruling_15_a_condition_is_checked_at_the_moment_of_use() -> None:
    game = owning("schiffsjunge", stock="V", me={"hold": {"tea": 2}}, tiles={"q04": "silk"})
    late = game.copy()
    act(late, "quarter q04")
    refused(late, "use schiffsjunge")
    gains(game, "use schiffsjunge", "quarter q04", prestige=1)


def test_ruling_16_the_gate_pays_who_is_ahead_on_a_shared_space() -> None:
    gains(owning("tor", wall={5: [0, 1]}), "use tor", prestige=1)
    refused(owning("tor", wall={5: [1, 0]}), "use tor")


def test_ruling_17_two_dice_of_the_same_value_may_be_chosen() -> None:
    game = position(phase="dice", rolled=dict.fromkeys(COLOURS, 4))
    assert len(offered(game, "dice")) == 15
    assert "dice red red" not in words(game)
    act(game, "dice red gray")
    assert player(game).rose[3] == cubes("RRRRYYYY")


def test_ruling_18_choosing_dice_is_mandatory() -> None:
    game = position(phase="dice")
    assert game.prompt(0).optional is False
    refused(game, "pass", "done", "dice red")


def test_ruling_19_city_adjacency_is_the_list_of_the_board() -> None:
    assert seen(position(me={"quarters": ["q01", "q02", "q06"]})).players[0].group == 3
    assert seen(position(me={"quarters": ["q05", "q06"]})).players[0].group == 1


def test_ruling_20_the_palace_counts_end_scoring_cards_only() -> None:
    assert final(owning("palast", "bank", "zoll_1", "edler", "vizegouverneur")) == 4 + 4


def test_ruling_21_one_of_the_two_free_steps_will_do() -> None:
    game = owning("segelmacherei")
    act(game, "use segelmacherei", "ship s01", "pass")
    assert player(game).ship == "s01"
    assert player(game).free_steps == 0


def test_ruling_22_four_cards_bring_3_gold_and_5_points_on_average() -> None:
    assert sum(CARDS[card].tribute.gold for card in DECK) * 4 == 3 * len(DECK)
    assert sum(CARDS[card].tribute.prestige for card in DECK) * 4 == 5 * len(DECK)
    assert sum(card.tribute.gold for card in CARDS.values()) * 6 * 2 == 9 * len(CARDS)
    assert sum(card.tribute.prestige for card in CARDS.values()) * 6 * 2 == 15 * len(CARDS)


@pytest.mark.parametrize(
    ("trigger", "first", "held"),
    [
        ("zimmermann", "quarter q04", "V"),
        ("brunnen", "quarter q04", "V"),
        ("botschaft", "tribute", ""),
        ("gesandter", "tribute", ""),
        ("kaemmerer", "activate zoll_1", "R"),
        ("baumeister", "activate turm", "K"),
        ("spital", "activate edler", "G"),
        ("leuchtturm", "deliver 1", ""),
        ("boettcherei", "deliver 1", ""),
    ],
)
def test_ruling_23_triggers_do_not_look_back(trigger: str, first: str, held: str) -> None:
    me = {"gold": 9, "tableau": [trigger, "zoll_1", "turm", "edler"], "hold": {"tea": 1}, "ship": "london", "jokers": 1}
    game = owning("graf", stock=held, me=me)
    act(game, first, *(["cubes"] if first.startswith("activate") else []))
    gains(game, f"activate {trigger}", "gold", gold=-4, prestige=0, remaining="")
    assert space(game) == 1


def test_ruling_24_a_locked_disc_takes_no_free_steps() -> None:
    once_a_round(owning("bank", locked=[0]), "use bank", gold=2)
    game = owning("brunnen", "wachposten", stock="VR", locked=[1, 0])
    refused(game, "use wachposten", "wall 1")
    act(game, "quarter q04")
    assert order(game) == [1, 0, 2]
