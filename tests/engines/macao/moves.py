"""Playing Macao in tests: what cards bring, whole rounds in which nothing happens."""

from __future__ import annotations

from typing import Any

from engines.contract import Event
from engines.macao.game import Macao
from engines.macao.view import MacaoView
from tests.engines.macao.positions import cubes, position
from tests.engines.playing import act, player, refused


def stock(game: Macao, seat: int = 0) -> dict[str, int]:
    """Return the action stock."""
    return dict(player(game, seat).rose[0])


def seen(game: Macao, seat: int | None = None) -> MacaoView:
    view = game.view(seat)
    assert isinstance(view, MacaoView)
    return view


def space(game: Macao, seat: int = 0) -> int:
    return game.state.wall.space(seat)


def order(game: Macao) -> list[int]:
    """Return the seats in wall order."""
    return game.state.wall.order()


def owning(*cards: str, stock: str = "", **changes: Any) -> Macao:
    """Return a turn of seat 0 with these cards activated and these cubes in stock."""
    me = {"activated": cards, "stock": stock} | dict(changes.pop("me", {}))
    return position(me=me, **changes)


def gains(
    game: Macao, *lines: str, gold: int = 0, prestige: int = 0, remaining: str | None = None, seat: int = 0
) -> None:
    """Play the lines and assert what they changed: gold, prestige and, where it is named, what is left in stock."""
    before = game.dump()["players"][seat]
    act(game, *lines)
    after = player(game, seat)
    assert after.gold - before["gold"] == gold
    assert after.prestige - before["prestige"] == prestige
    if remaining is not None:
        assert stock(game, seat) == cubes(remaining)


def final(game: Macao, seat: int = 0) -> int:
    """Return what the end-scoring cards of a seat would give now."""
    return game.scores()[seat].sources.get("scoring", 0)


def next_round(game: Macao, seat: int = 0, *, stock: str | None = None, **changes: Any) -> Macao:
    """Return the game at the seat's turn in the next round, after everybody has passed, taken the first card and chosen
    the first dice.

    There the tribute value is 0 for 0 again; ``stock`` and ``changes`` of the player as in ``position``.
    """
    waiting = game.dump()
    waiting["players"][seat]["rose"][1] = cubes("R")  # a turn with nothing to do would pass itself
    game = Macao.load(waiting)
    turn = game.state.turn
    while game.state.turn == turn or seen(game).phase != "actions" or game.to_act != (seat,):
        actor = game.to_act[0]
        legal = game.legal(actor)
        passing = ("pass",) in legal and game.state.turn == turn
        idle = next((action for action in legal if action[0] in ("pass", "decline")), legal[0])
        game.play(actor, ("pass",) if passing else idle)
    dump = game.dump()
    dump["display"] |= {"gold": 0, "prestige": 0}
    me = dump["players"][seat]
    me["tableau"] = []
    if stock is not None:
        me["rose"][0] = cubes(stock)
    me |= changes
    dump["discard"] += player(game, seat).tableau
    return Macao.load(dump)


def once_a_round(game: Macao, *lines: str, gold: int = 0, prestige: int = 0, **changes: Any) -> None:
    """Assert what a use brings, that there is no second one in this round, and one again in the next.

    ``changes`` as in ``next_round``: what the next use needs.
    """
    gains(game, *lines, gold=gold, prestige=prestige)
    refused(game, lines[0])
    gains(next_round(game, **changes), *lines, gold=gold, prestige=prestige)


def round_from(game: Macao, *, until: str) -> list[Event]:
    """Play first legal actions until the phase, and return the events."""
    events: list[Event] = []
    while seen(game).phase != until:
        actor = game.to_act[0]
        events += game.play(actor, game.legal(actor)[0])
    return events
