"""Names that stored tables and catalogues know for ever: whoever changes one here breaks them."""

from __future__ import annotations

from inspect import getsource
from typing import get_args, get_type_hints

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
        Attack Barbarians BeforeRoll BeginActions CardQuestion Clearing Completed DefenderDraw Discard DrawByDice
        Emergency EndAttack Enlist Give KeepOne LookAndTake LoseCity LoseKnight MoveFigure Offer OpeningBuilding
        OpeningIncome OpeningRoad Overflow Pay PayOut PickCard PlaceMetropolis PlayedCard Production Progress Retreat
        Rob RollDice Seven StartTurn TakeFree TakeFromBank TakeResources TearDown Together Turn
    """,
    "pebbles": "Hide Reveal Wager",
}
"""By which a stored step is known again."""


def steps(game: type[Game]) -> list[type[Step]]:
    """Every kind of step that the stack of a game can hold."""
    return list(get_args(get_args(get_type_hints(game.state_type)["stack"])[0]))


@EVERY_GAME
def test_tags_of_steps_stay(key: str) -> None:
    assert sorted(str(step.__struct_config__.tag) for step in steps(GAMES[key])) == TAGS[key].split()


@EVERY_GAME
def test_tags_are_written_out(key: str) -> None:
    """A tag that msgspec took from the class would change with its name."""
    for step in steps(GAMES[key]):
        assert f'tag="{step.__struct_config__.tag}"' in getsource(step)
