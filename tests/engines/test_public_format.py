"""Names that stored tables and catalogues know for ever: whoever changes one here breaks them."""

from __future__ import annotations

from inspect import getsource
from typing import Any, get_args, get_type_hints

import pytest

import engines
from engines.contract import Game, Step
from tests.engines.tiny import Pebbles

GAMES: dict[str, type[Game]] = {**engines.GAMES, "pebbles": Pebbles}
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
TAGS = {
    "navegador": """
        Act Builder ChooseField Colony EndTurn GiveUpShips Market PassCard Privilege Sailing Ships Workers
    """,
    "macao": """
        AvertEmptyStock ChooseDice DraftCard EndRound GainCubes MoveDisc MoveShip Overflow Pay PayCubes PlaceCubes
        Receive ReturnColours RollDice StartRound TakeCard Turn WellStep
    """,
    "burgundy": """
        Building Castle ChooseBoard Discard EndRound KeepGoods MoveMarker ShipGoods StartCastle StartPhase StartRound
        Store Turn
    """,
    "mmn": """
        Attack Barbarians BeforeRoll BeginActions BuildBetween CardQuestion Clearing Completed DefenderDraw Discard
        DrawByDice Emergency EndAttack Enlist Give KeepOne LayChip LookAndTake LoseCity LoseKnight MoveFigure Offer
        OpeningBuilding OpeningIncome OpeningRoad Overflow Pay PayOut PickCard PlaceMetropolis PlayedCard Production
        Progress Retreat Rob RollDice Seven StartTurn TakeFree TakeFromBank TakeResources TearDown Together Turn
    """,
    "pebbles": "Hide Reveal Wager",
}
"""By which a stored step is known again."""
PROMPTS = {
    "navegador": """
        builder choosefield colony firstfield giveupships market privilege sailing ships workers
    """,
    "macao": """
        avertemptystock choosedice draftcard gaincubes overflow pay paycubes placecubes returncolours shift takecard
        turn wellstep
    """,
    "burgundy": """
        carpenters_workshop castle chooseboard church city_hall discard keepgoods market shipgoods startcastle turn
        warehouse
    """,
    "mmn": """
        accepted beforeroll buildbetween buildlater card_alchemist card_assassin card_bishop card_black_market
        card_clairvoyance card_commission card_conscription card_crane card_curse card_deserter card_diplomat
        card_engineer card_famine card_forced_march card_intrigue card_inventor card_labour_market
        card_master_merchant card_medicine card_merchant card_merchant_fleet card_poaching card_prophecy
        card_provisions card_relief card_resource_monopoly card_restoration card_road_building card_saboteur
        card_siege card_smith card_spy card_teleport card_trade_monopoly card_transmutation choosedeck countered
        defenderdraw deserting discard enlist give keepone laychip lookandtake losecity movefigure nameresource offer
        openingbuilding openingroad overflow own_offer pay pickcard placemetropolis refund retreat rob staying
        takefrombank takeresources turn
    """,
    "pebbles": "hide wager",
}
"""Questions as the catalogues know them, each after ``<game>.prompt.``; the stored states ask every one."""


def prompts(key: str) -> set[str]:
    """Return the id of every question of a game."""
    return {f"{key}.prompt.{word}" for word in PROMPTS[key].split()}


def steps(game: type[Game]) -> list[type[Step[Any]]]:
    """Return every kind of step that the stack of a game can hold."""
    return list(get_args(get_args(get_type_hints(game.state_type)["stack"])[0]))


@EVERY_GAME
def test_tags_of_steps_stay(key: str) -> None:
    assert sorted(str(step.__struct_config__.tag) for step in steps(GAMES[key])) == TAGS[key].split()


@EVERY_GAME
def test_tags_are_written_out(key: str) -> None:
    """A tag that msgspec took from the class would change with its name."""
    for step in steps(GAMES[key]):
        assert f'tag="{step.__struct_config__.tag}"' in getsource(step)


@EVERY_GAME
def test_ids_of_questions_stay(key: str) -> None:
    assert {step.asks for step in steps(GAMES[key])} - {""} <= prompts(key)
