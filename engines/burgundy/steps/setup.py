"""Before the first phase: boards and start castles, in turn order (rules 3)."""

from __future__ import annotations

from collections.abc import Iterable

from engines import steps
from engines.burgundy.estate import BEGINNERS, ESTATES, boards
from engines.burgundy.position import Position
from engines.burgundy.state import State
from engines.burgundy.verbs.decision import Decision
from engines.contract import Message
from engines.steps import Verb, Words


class Choose(Verb[Position, Decision]):
    """Mode "free": any board. Mode "standard" with the table option: the board drawn, or the beginners' board."""

    word = "board"

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        drawn = game.state.players[seat].board
        choices = dict.fromkeys((drawn, BEGINNERS)) if drawn else boards(game.state.options["boards"])
        return ((board,) for board in choices)

    def fault(self, game: Position, step: Decision, seat: int, words: Words) -> Message:
        return Message("burgundy.refuse.board")

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        (board,) = words
        game.state.players[seat].board = board
        game.emit("board", seat, board=board)


class ChooseBoard(Decision, kw_only=True, tag="ChooseBoard"):
    """Which board?"""

    asks = "burgundy.prompt.chooseboard"
    verbs = (Choose(),)

    def faults(self, game: Position) -> list[str]:
        return steps.Decision.faults(self, game)


class Start(Verb[Position, Decision]):
    """No placement, so neither VP nor an action (rules 3)."""

    word = "start"

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        return ((hex.id,) for hex in ESTATES[game.state.players[seat].board].by_colour["castle"])

    def fault(self, game: Position, step: Decision, seat: int, words: Words) -> Message:
        return Message("burgundy.refuse.start", {"hexes": [hex for (hex,) in self.choices(game, step, seat)]})

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        (hex,) = words
        lay_castle(game.state, seat, hex)
        game.emit("castle", seat, hex=hex)


class StartCastle(Decision, kw_only=True, tag="StartCastle"):
    """On which hex does the start castle lie?"""

    asks = "burgundy.prompt.startcastle"
    verbs = (Start(),)

    def faults(self, game: Position) -> list[str]:
        if wrong := steps.Decision.faults(self, game):
            return wrong
        player = game.state.players[self.seat]
        due = not player.covered and (player.board or game.state.options["mode"] == "free")
        return [] if due else [f"seat {self.seat} chooses a start castle on board {player.board!r}"]


def lay_castle(state: State, seat: int, hex: str) -> None:
    """A castle of the supply covers the hex."""
    state.players[seat].covered[hex] = state.supplies["castle"].pop()
