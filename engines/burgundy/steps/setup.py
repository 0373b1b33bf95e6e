"""Before the first phase: boards and start castles, in turn order (rules 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.burgundy.estate import BEGINNERS, ESTATES, boards
from engines.burgundy.steps.decision import Decision
from engines.contract import Action, Message

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy


class ChooseBoard(Decision, kw_only=True, tag="ChooseBoard"):
    """Mode "free": any board. Mode "standard" with the table option: the board drawn, or the beginners' board."""

    asks = "burgundy.prompt.chooseboard"

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        drawn = game.state.players[seat].board
        choices = dict.fromkeys((drawn, BEGINNERS)) if drawn else boards(game.state.options["boards"])
        for board in choices:
            yield ("board", board)

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return Message("burgundy.refuse.board")

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        game.state.players[seat].board = action[1]
        game.emit("board", seat, board=action[1])


class StartCastle(Decision, kw_only=True, tag="StartCastle"):
    """The start castle: no placement, so neither VP nor an action (rules 3)."""

    asks = "burgundy.prompt.startcastle"

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        for hex in ESTATES[game.state.players[seat].board].by_colour["castle"]:
            yield ("start", hex.id)

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return Message("burgundy.refuse.start", {"hexes": [words[1] for words in self.legal(game, seat)]})

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        game.start_castle(seat, action[1])
