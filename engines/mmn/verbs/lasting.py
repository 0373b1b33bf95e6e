"""What lasts until it is ended: famine and curses (rules 18)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Message
from engines.mmn import board
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.action import Work
from engines.steps import Words

NO_FAMINE = Message("mmn.refuse.no_famine")


class EndFamine(Work):
    """The Famine that lies before the player ends."""

    word = "end_famine"
    length = 0
    price = board.END_FAMINE

    def closed(self, game: Position, step: object, seat: int) -> Message | None:
        return super().closed(game, step, seat) if game.state.players[seat].famine else NO_FAMINE

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [()] if player.famine else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message:
        return NO_FAMINE

    def act(self, game: Position, seat: int, words: Words) -> None:
        end_famine(game, seat)


END_FAMINE = EndFamine()


def end_famine(game: Position, seat: int) -> None:
    """Paid for, or by food level 5 or Restoration."""
    game.state.players[seat].famine = False
    game.network.changed = True
    game.put_under("famine")
    game.emit("famine_ended", seat)


def end_curses(game: Position, seat: int) -> None:
    """Those of the player whose turn begins."""
    curses = game.state.curses
    for curse in [curse for curse in curses if curse.seat == seat]:
        curses.remove(curse)
        game.put_under("curse")
        game.emit("curse_ended", seat, hex=game.geometry.hexes[curse.hex])
