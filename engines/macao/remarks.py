"""Remarks on a position of Macao: advice for new players, additions to sections of the rules, facts behind actions.

Advice says what is worth having, and what to beware of. Facts are the public ones that an action depends on: the
display, the city, the dice of the round.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.position import Position
from engines.macao.steps.dice import ChooseDice
from engines.messages import Action, Message

FULL = board.TABLEAU_SLOTS
HOARD = 8
"""The gold from which a player is advised to buy prestige."""


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """Return the card, tile, tribute value or dice that an action refers to; empty if the card or tile is gone."""
    state = game.state
    match action:
        case ("take", card) if card in state.display.cards:
            return [Message("macao.fact.on_display", {"card": card})]
        case ("quarter", quarter) if quarter in state.city:
            return [Message("macao.fact.free", {"quarter": quarter})]
        case ("tribute",):
            display = state.display
            return [Message("macao.fact.tribute", {"gold": display.gold, "prestige": display.prestige})]
        case ("dice", *colours) if state.rolled and set(colours) <= set(board.COLOURS):
            return [Message("macao.fact.die", {"colour": colour, "value": state.rolled[colour]}) for colour in colours]
    return []


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return what the position adds to a section of the rules, for a seat or a spectator."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    if section in ("4.1", "7") and seat is not None:
        count = len(game.state.players[seat].tableau)
        yield Message("macao.now.tableau", {"count": count, "most": board.TABLEAU_SLOTS})
    if section in ("4.1", "5.5") and game.state.turn:  # before the first round there is no tribute
        yield from facts(game, seat or 0, ("tribute",))


def advice(game: Position, seat: int) -> list[Message]:
    """Return advice on rounds without cubes, a full tableau, idle gold and the best action of a turn."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    player = game.state.players[seat]
    offered = {action[0] for action in game.legal(seat)}
    choosing = any(isinstance(step, ChooseDice) for step in game.state.stack[-1:])
    if choosing and not player.rose[1]:
        yield Message("macao.advice.empty_now")
    elif choosing and not player.rose[2] and game.state.turn < board.ROUNDS:
        yield Message("macao.advice.empty_next")
    if "take" in offered and len(player.tableau) == FULL:
        yield Message("macao.advice.full")
    elif "take" in offered:
        yield Message("macao.advice.take")
    if "tribute" in offered and player.gold >= HOARD:
        yield Message("macao.advice.gold", {"gold": player.gold})
    if "activate" in offered:
        office = any(CARDS[action[1]].type == "office" for action in game.legal(seat) if action[0] == "activate")
        yield Message("macao.advice.office" if office else "macao.advice.activate")
    elif "deliver" in offered:
        yield Message("macao.advice.deliver")
    elif "quarter" in offered:
        yield Message("macao.advice.quarter")
