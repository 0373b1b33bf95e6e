"""Navegador: what a position is better for, as hints name it; and what it seems to be better for and is not, since the
other one has just used it or since nothing could be done with it."""

from __future__ import annotations

from engines.contract import Game, Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.builder import Build, Builder, Colony, Found
from engines.players.values import navegador, navegador_fitted

_FACTORIES = {f"{good} factories": good for good in board.GOODS}


def fact(name: str, richer: Game, other: Game, seat: int) -> Message | None:
    """The thing itself, with how much of it there is here and there."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    match name:
        case "tokens":
            return _tokens(richer, other, seat)
        case "discovery":
            return _discovery(richer, other, seat)
        case "privileges to come":
            return _privilege(richer, other, seat)
        case "market":
            own, theirs = (round(100 * navegador_fitted.market(game.state, seat)) for game in (richer, other))
            return Message("navegador.fact.market", {"own": own, "other": theirs}) if own > theirs else None
        case "workers":
            return _workers(richer, other, seat)
        case _ if name in _FACTORIES:
            return _factory(richer, other, seat, _FACTORIES[name])
    return None


def _workers(richer: Position, other: Position, seat: int) -> Message | None:
    """How many there are, and for which buildings that are left only so many are enough (rules 7)."""
    own, theirs = (game.state.players[seat].workers for game in (richer, other))
    if own <= theirs:
        return None
    left = (board.BUILDINGS[row] for row, pieces in richer.state.buildings.items() if pieces)
    kinds = [*dict.fromkeys(row.kind for row in left if theirs < row.workers <= own)]
    if not kinds:
        return Message("navegador.fact.workers", {"own": own, "other": theirs})
    return Message("navegador.fact.workers_for", {"own": own, "other": theirs, "kinds": kinds})


def _factory(richer: Position, other: Position, seat: int, good: str) -> Message | None:
    """That it may process whenever there is a market: no colony of its good would sell instead (rules 7)."""
    own, theirs = (game.state.players[seat] for game in (richer, other))
    if own.factories[good] <= theirs.factories[good] or own.colonies[good]:
        return None
    return Message("navegador.fact.factory", {"row": f"factory_{good}"})


def _tokens(richer: Position, other: Position, seat: int) -> Message | None:
    """For how many colonies there are ships and workers, and the money, or not."""
    own, theirs = (navegador_fitted.tokens(game.state, game.state.players[seat]) for game in (richer, other))
    if not _founds(richer, seat):
        return Message("navegador.fact.unpaid")
    for name, id in (("tokens payable", "payable"), ("tokens in reach", "in_reach")):
        if own[name] > theirs[name]:
            return Message(f"navegador.fact.{id}", {"n": own[name], "other": theirs[name]})
    return None


def _discovery(richer: Position, other: Position, seat: int) -> Message | None:
    """How many of the ships are there for a region; the one nearest to being discovered of those that are nearer."""
    found = list[tuple[float, str, int, int, int]]()
    for region, share in navegador.reached(richer.state, richer.state.players[seat]).items():
        whole = board.ships_to_discover(region, richer.state.seats)
        own, theirs = (min(whole, navegador.beside(game.state.players[seat], region)) for game in (richer, other))
        if own > theirs:
            found.append((share, region, own, whole, theirs))
    if not found:
        return None
    _, region, own, whole, theirs = max(found)
    return Message("navegador.fact.discovery", {"region": region, "own": own, "whole": whole, "other": theirs})


def _privilege(richer: Position, other: Position, seat: int) -> Message | None:
    """The category whose next privilege counts for more, by most; it may have to be laid out first."""
    own, theirs = (navegador_fitted.to_gain(game.state.players[seat]) for game in (richer, other))
    more, category = max(((by - theirs.get(category, 0), category) for category, by in own.items()), default=(0, ""))
    if more <= 0:
        return None
    id = "to_gain" if richer.state.gallery[category] else "to_gain_later"
    return Message(f"navegador.fact.{id}", {"category": category, "n": own[category], "other": theirs.get(category, 0)})


def _founds(game: Position, seat: int) -> bool:
    """Whether a colony could be founded."""
    return any(Found().choices(game, Colony(seat=seat), seat))


def used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Whether the other one stands on such a space, has discovered a sea, founded the colonies, sold and processed, or
    sailed from home; or on that space the richer one could neither build nor found anything."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    stone = other.state.players[seat].stone
    here = "" if stone is None else board.FIELD_ACTION[stone]
    if name in (here, f"near {here}"):
        return True
    match name:
        case "home":  # the others have sailed
            return other.state.players[seat].ships >= richer.state.players[seat].ships
        case "near builder":
            return not any(Build().choices(richer, Builder(seat=seat), seat))
        case "near colony":
            return not _founds(richer, seat)
        case "discovery":
            return len(other.state.discovered) > len(richer.state.discovered)
        case "tokens":
            founded, left = (sum(game.state.players[seat].colonies.values()) for game in (other, richer))
            return founded > left
    return False
