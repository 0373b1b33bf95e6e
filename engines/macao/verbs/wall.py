"""Advancing on the wall (rules 5.3 and 8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.contract import Message
from engines.macao import board
from engines.macao.position import Position
from engines.macao.verbs.cubes import PayCubes
from engines.macao.verbs.decision import Decision
from engines.notation import number
from engines.steps import Step, Verb, Words

SPACES = tuple((str(spaces),) for spaces in range(1, board.WALL_END + 1))


_ONE_ADVANCE = Message("macao.refuse.one_advance")


class Advance(Verb[Position, Any]):
    """Rules 5.3: once per round, k spaces for 2k - 1 cubes of any colours."""

    word = "wall"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        if seat in game.state.wall.locked:
            return Message("macao.refuse.locked")
        if game.state.players[seat].this_round.advanced:
            return _ONE_ADVANCE
        return None

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        cubes = sum(game.state.players[seat].stock.values())
        return SPACES[: min(board.wall_spaces(cubes), game.state.wall.spaces_ahead(seat))]

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        spaces, ahead = number(*words) if len(words) == 1 else None, game.state.wall.spaces_ahead(seat)
        if not spaces:
            return None
        if spaces > ahead:
            return Message("macao.refuse.wall_end", {"n": ahead})
        return Message("macao.refuse.wall", {"n": board.wall_price(spaces)})

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("macao.hint.any", {"n": board.wall_price(int(words[0]))})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        spaces = int(words[0])
        game.state.players[seat].this_round.advanced = True
        game.push(PayCubes(seat=seat, left=board.wall_price(spaces)), MoveDisc(seat=seat, spaces=spaces))


class MoveDisc(Step[Position], kw_only=True, tag="MoveDisc"):
    """The paid advance on the wall."""

    seat: int
    spaces: int

    def run(self, game: Position) -> None:
        game.advance_on_wall(self.seat, self.spaces)


class TakeWellStep(Verb[Position, "WellStep"]):
    """The free step."""

    word = "step"

    def do(self, game: Position, step: WellStep, seat: int, words: Words) -> None:
        game.advance_on_wall(seat, step.steps)


class Stay(Verb[Position, "WellStep"]):
    """The step may be declined (ruling 2)."""

    word = "stay"

    def choices(self, game: Position, step: WellStep, seat: int) -> Iterable[Words]:
        return ((),) if board.RULINGS.brunnen_and_wachposten_optional else ()


class WellStep(Decision, kw_only=True, tag="WellStep"):
    """Brunnen: a free step on the wall after a quarter was taken, or none (ruling 2)."""

    asks = "macao.prompt.wellstep"
    verbs = (TakeWellStep(), Stay())
    steps: int
