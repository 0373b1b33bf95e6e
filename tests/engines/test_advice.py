"""What is said of a position to whom the game is new: why something is worth having, what to beware of."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.wording import texts_in
from engines.contract import Game
from engines.mmn import board
from engines.navegador import scoring
from engines.navegador.game import Navegador
from tests.engines.burgundy import positions as burgundy
from tests.engines.test_areas import positions
from tests.engines.test_public_format import prompts

KEYS = sorted(engines.GAMES)


def advice_ids(game: Game, seat: int) -> list[str]:
    return [advice.id.partition(".advice.")[2] for advice in game.advice(seat)]


@pytest.mark.parametrize("key", KEYS)
def test_there_is_a_text_for_all_that_is_said_and_something_for_many_positions(key: str) -> None:
    advices = [advice for game in positions(key) for seat in game.to_act for advice in game.advice(seat)]
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
    for advice in advices:
        for language in ("en", "de", "nl"):
            assert texts_in(language).owns(advice.id), advice.id
            assert "{" not in texts_in(language).message(key, advice, names)
    assert len({advice.id for advice in advices}) >= min(3, len(prompts(key)))


@pytest.mark.parametrize("key", KEYS)
def test_what_is_worth_having_can_be_had(key: str) -> None:
    """Whoever reads of a castle, a quarter, a hall may have one now."""
    deeds = {"quarter", "deliver", "castle", "ship", "mine", "hall", "store", "serf", "servant", "journeyman", "city"}
    for game in positions(key):
        for seat in game.to_act:
            words = {word for action in game.legal(seat) for word in action[:2]}
            topics = {advice.id.rpartition(".")[2] for advice in game.advice(seat)}
            assert topics & deeds <= words, (topics & deeds) - words


def test_of_cards_a_seven_would_take_whoever_holds_too_many_is_told() -> None:
    for game in positions("mmn"):
        for seat in game.to_act:
            if ("pass",) in game.legal(seat):
                many = sum(game.state.players[seat].hand) > game.hand_limit(seat)  # type: ignore[attr-defined]
                assert ("hoard" in advice_ids(game, seat)) is many


def test_the_next_level_that_is_told_is_the_one_that_can_be_bought() -> None:
    for game in positions("mmn"):
        for seat in game.to_act:
            for advice in game.advice(seat):
                if ".improve." in advice.id:
                    track = advice.id.rpartition(".")[2]
                    assert ("improve", track) in game.legal(seat)
                    assert advice.args["n"] == game.state.players[seat].levels[board.TRACK[track]] + 1


def test_of_what_there_is_most_a_privilege_is_named_unless_there_is_as_much_of_something_else() -> None:
    outcomes = []
    for game in positions("navegador"):
        assert isinstance(game, Navegador)
        for seat in game.to_act:
            units = scoring.units(game.state.players[seat])
            most = max(units.values())
            only = [category for category, number in units.items() if number == most]
            clear = most > 1 and len(only) == 1 and ("privilege", only[0]) in game.legal(seat)
            arguments = [advice.args for advice in game.advice(seat) if advice.id.endswith(".privilege")]
            assert arguments == ([{"owned": only[0], "units": most}] if clear else [])
            if any(action[0] == "privilege" for action in game.legal(seat)):
                outcomes.append(bool(arguments))
    assert {*outcomes} == {True, False}


def test_of_a_round_without_cubes_whoever_chooses_dice_is_told() -> None:
    heard = set[bool]()
    for game in positions("macao"):
        for seat in game.to_act:
            if any(action[0] == "dice" for action in game.legal(seat)):
                empty = not game.state.players[seat].rose[1]
                assert ("empty_now" in advice_ids(game, seat)) is empty
                heard.add(empty)
    assert heard == {True, False}


def test_of_a_full_storage_whoever_takes_a_tile_is_told() -> None:
    for game in positions("burgundy"):
        for seat in game.to_act:
            takes = any(action[0] == "take" for action in game.legal(seat))
            assert ("full" in advice_ids(game, seat)) is (takes and len(game.state.players[seat].storage) == 3)


@pytest.mark.parametrize(("stored", "goods", "is_advised"), [("ship", 3, True), ("ship", 2, False), ("mine", 3, False)])
def test_of_goods_without_room_whoever_can_place_a_ship_is_told(stored: str, goods: int, is_advised: bool) -> None:
    """Many begin with three kinds, to which nothing comes for long."""
    kinds = dict.fromkeys(("pink", "brown", "red")[:goods], 1)
    game = burgundy.position(me={"storage": [stored], "goods": kinds, "dice": [1, 2], "workers": 9})
    assert any(action[:2] == ("place", stored) for action in game.legal(0))
    assert ("goods" in advice_ids(game, 0)) is is_advised


def test_in_macao_s_last_round_nothing_is_said_of_the_next() -> None:
    rounds = set[int]()
    for seed in range(8):
        game = engines.new("macao", seats=2, seed=seed)
        rng = Random(seed)
        while game.to_act:
            seat = game.to_act[0]
            if "macao.advice.empty_next" in [advice.id for advice in game.advice(seat)]:
                rounds.add(game.state.turn)
            game.play(seat, game.sample(seat, rng))
    assert 11 in rounds
    assert 12 not in rounds
