"""Cards that lie on until something ends them: Curse and Famine (rules 18.5, 18.6)."""

from __future__ import annotations

from engines.mmn.position import Position


def end_curses(game: Position, seat: int) -> None:
    """Those of the player whose turn begins."""
    curses = game.state.curses
    for curse in [curse for curse in curses if curse.seat == seat]:
        curses.remove(curse)
        game.put_under("curse")
        game.emit("curse_ended", seat, hex=game.size.geometry.hexes[curse.hex])


def end_famine(game: Position, seat: int) -> None:
    """Paid for, or by food level 5 or Restoration."""
    game.state.players[seat].famine = False
    game.network.changed = True
    game.put_under("famine")
    game.emit("famine_ended", seat)
