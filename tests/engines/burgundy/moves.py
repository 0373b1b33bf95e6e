"""Playing The Castles of Burgundy in tests: what a turn changes, quiet turns."""

from __future__ import annotations

from typing import Any

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from engines.contract import Event, Game
from tests.engines import playing
from tests.engines.playing import act, player, words


def offered(game: Game, first: str) -> set[str]:
    """What follows ``first`` in the legal actions."""
    return set(playing.offered(game, first))


def seen(game: Game, seat: int | None = None) -> BurgundyView:
    view = game.view(seat)
    assert isinstance(view, BurgundyView)
    return view


def vp(game: Game, seat: int = 0) -> int:
    """VP on the track."""
    return sum(player(game, seat).earned.values())


def gains(game: Game, *lines: str, seat: int = 0, **changes: int) -> list[Event]:
    """Plays the lines and asserts what they bring: ``vp``, ``workers``, ``silverlings``; what is not named stays."""
    before = (vp(game, seat), player(game, seat).workers, player(game, seat).silverlings)
    events = act(game, *lines)
    after = (vp(game, seat), player(game, seat).workers, player(game, seat).silverlings)
    change = dict(
        zip(("vp", "workers", "silverlings"), (b - a for a, b in zip(before, after, strict=True)), strict=True)
    )
    assert change == {"vp": 0, "workers": 0, "silverlings": 0} | changes
    return events


def final(game: Game, seat: int = 0, source: str = "knowledge") -> int:
    """What a source of points would give if the game ended now."""
    return game.scores()[seat].sources.get(source, 0)


def data(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in events if event.kind == kind]


def idle(game: Game) -> str:
    """A quiet action: nothing taken, placed or bought."""
    lines = words(game)
    for start in ("end", "pass", "workers", "goods none"):
        quiet = [line for line in lines if line.startswith(start)]
        if quiet:
            return quiet[0]
    return lines[0]


def rest(game: Game, *, turn: int) -> list[Event]:
    """Everybody idles until round ``turn`` (or the end of the game)."""
    events: list[Event] = []
    while not game.state.over and game.state.turn < turn:
        events += act(game, idle(game))
    return events


def all_goods(game: Game) -> dict[str, int]:
    """Goods tiles by type, wherever they are."""
    state = game.state
    found = dict.fromkeys(box.GOODS, 0)
    piles = [goods for player in state.players for goods in (player.goods, player.sold)] + list(state.lying.values())
    for pile in piles:
        for goods, count in pile.items():
            found[goods] += count
    for goods in [*state.coming, *state.leftover, *(one for stack in state.stacks for one in stack)]:
        found[goods] += 1
    return found
