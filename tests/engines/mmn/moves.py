"""Playing Power, Magic and Food in tests: rolls made to measure, what a seat has."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

from engines.contract import Event
from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.view import MmnView
from engines.randomness import Dice
from tests.engines.mmn.positions import KINDS, TRACKS, cards, node
from tests.engines.playing import act, player

Roll = tuple[str, str, int, int]
QUIET = (4, 6)
"""A roll that serves nobody where nothing stands on h18."""


def hand(game: Mmn, seat: int = 0) -> dict[str, int]:
    """Cards by kind."""
    return {kind: held for kind, held in zip(KINDS, player(game, seat).hand, strict=True) if held}


def amounts(text: str) -> dict[str, int]:
    """Cards by kind, from the words of an action."""
    return {kind: held for kind, held in zip(KINDS, cards(text), strict=True) if held}


def bank(game: Mmn, kind: str) -> int:
    return int(game.state.bank[KINDS.index(kind)])


def level(game: Mmn, track: str, seat: int = 0) -> int:
    return int(player(game, seat).levels[TRACKS.index(track)])


def points(game: Mmn, seat: int = 0) -> int:
    return game.scores()[seat].total


def sources(game: Mmn, seat: int = 0) -> dict[str, int]:
    return {source: worth for source, worth in game.scores()[seat].sources.items() if worth}


def seen(game: Mmn, seat: int | None = None) -> MmnView:
    view = game.view(seat)
    assert isinstance(view, MmnView)
    return view


def asked(game: Mmn, seat: int | None = None) -> str:
    """The step of the prompt."""
    return game.prompt(game.to_act[0] if seat is None else seat).message.id.removeprefix("mmn.prompt.")


def building_at(game: Mmn, word: str, seat: int = 0) -> Any:
    """The building on an intersection, or None."""
    return next((building for building in player(game, seat).buildings if building.node == node(word)), None)


def knight_at(game: Mmn, word: str, seat: int = 0) -> Any:
    return next((knight for knight in player(game, seat).knights if knight.node == node(word)), None)


def events_of(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


# -- dice --------------------------------------------------------------------------------------------------------------


@cache
def seed_of(wanted: Roll) -> int:
    """A seed whose first throw is this one."""
    for seed in count():
        dice = Dice.from_seed(seed)
        event = board.EVENT_FACES[dice.below(6)]
        track = board.COLOUR_FACES[dice.below(6)]
        if (event, track, dice.roll(), dice.roll()) == wanted:
            return seed
    raise AssertionError


def load_dice(game: Mmn, red: int, white: int, event: str = "castle", track: str = "trade") -> None:
    """The next throw is this one."""
    game.state.dice = Dice.from_seed(seed_of((event, track, red, white)))


def roll(game: Mmn, red: int, white: int, event: str = "castle", track: str = "trade") -> list[Event]:
    """The active player rolls just this."""
    load_dice(game, red, white, event, track)
    events = act(game, "roll")
    rolled = events_of(events, "rolled")[0].data
    assert (rolled["event"], rolled["track"], rolled["red"], rolled["white"]) == (event, track, red, white)
    return events


def sail(game: Mmn, red: int, white: int) -> list[Event]:
    """A roll with the ship."""
    return roll(game, red, white, "ship")
