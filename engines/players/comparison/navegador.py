"""Subjects in which two positions of Navegador may differ, for the reasons of hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.builder import Build, Builder
from engines.navegador.verbs.market import best_income
from engines.navegador.verbs.recruiting import BuildShips, RecruitWorkers
from engines.players.comparison import Comparison, Subject, Thing, counted, owned
from engines.players.values import navegador, navegador_fitted

_AMOUNTS = {"market": "money", "colony": "colonies", "privilege": "points"}
"""The amount by which the use of a field of the rondel is measured."""


def terms(game: Position, seat: int) -> Mapping[str, float]:
    """Return what the strong player weighs, money short of the next point included."""
    seen = navegador_fitted.seen(game, seat)
    weights = navegador_fitted.FITTED.at(seen.moment)
    worth = {name: amount * weights[name] for name, amount in seen.amounts.items()}
    return worth | {"remainder": game.score(seat).remainder / 1000}


def _workers(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how many workers there are, and for which buildings that are left only so many are enough (rules 7)."""
    ours, theirs = (game.state.players[seat].workers for game in (better, worse))
    if ours <= theirs:
        return None
    offered = (board.BUILDINGS[row] for row, pieces in better.state.buildings.items() if pieces)
    kinds = [*dict.fromkeys(row.kind for row in offered if theirs < row.workers <= ours)]
    counts = {"own": ours, "other": theirs}
    if not kinds:
        return Message("navegador.reason.workers", counts)
    if len(kinds) > 1:
        return Message("navegador.reason.workers_for_any", {**counts, "kinds": kinds})
    return Message("navegador.reason.workers_for", {**counts, "kinds": kinds})


def _of_a_good(pieces: str) -> Thing[Position]:
    """Show the good of which there are most more colonies or factories."""

    def thing(better: Position, worse: Position, seat: int) -> Message | None:
        ours, theirs = (getattr(game.state.players[seat], pieces) for game in (better, worse))
        good = max(board.GOODS, key=lambda good: ours[good] - theirs[good])
        if ours[good] <= theirs[good]:
            return None
        return Message(f"navegador.reason.{pieces}", {"good": good, "own": ours[good], "other": theirs[good]})

    return thing


def _tokens(name: str, id: str) -> Thing[Position]:
    def thing(better: Position, worse: Position, seat: int) -> Message | None:
        ours, theirs = (navegador_fitted.tokens(game.state, game.state.players[seat])[name] for game in (better, worse))
        return Message(id, {"n": ours, "other": theirs}) if ours > theirs else None

    return thing


def _discovery(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how many of the ships are in place for a region: of those nearer to discovery the nearest one."""
    nearer = list[tuple[float, str, int, int, int]]()
    for region, share in navegador.reached(better.state, better.state.players[seat]).items():
        whole = board.ships_to_discover(region, better.state.seats)
        ours, theirs = (min(whole, navegador.beside(game.state.players[seat], region)) for game in (better, worse))
        if ours > theirs and region not in worse.state.discovered:
            nearer.append((share, region, ours, whole, theirs))
    if not nearer:
        return None
    _, region, ours, whole, theirs = max(nearer)
    return Message("navegador.reason.discovery", {"region": region, "own": ours, "whole": whole, "other": theirs})


def _privilege(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the category whose next privilege counts for most more; it may have to be laid out first."""
    ours, theirs = (navegador_fitted.to_gain(game.state.players[seat]) for game in (better, worse))
    gain, category = max(((count - theirs.get(name, 0), name) for name, count in ours.items()), default=(0, ""))
    if gain <= 0:
        return None
    args: dict[str, int | str] = {"category": category, "n": ours[category], "other": theirs.get(category, 0)}
    return Message(f"navegador.reason.{'to_gain' if better.state.gallery[category] else 'to_gain_later'}", args)


def _colonies(game: Position, seat: int) -> int:
    return navegador_fitted.tokens(game.state, game.state.players[seat])["tokens payable"]


def _can_build(game: Position, seat: int) -> bool:
    return any(Build().choices(game, Builder(seat=seat), seat))


def _can_recruit(game: Position, seat: int) -> bool:
    return any(RecruitWorkers().choices(game, None, seat))


def _can_build_ships(game: Position, seat: int) -> bool:
    return any(BuildShips().choices(game, None, seat))


def _can_discover(game: Position, seat: int) -> bool:
    """Return whether all ships that a discovery takes are in place."""
    return navegador.reach(game.state, game.state.players[seat]) >= 1


def _best_privilege(game: Position, seat: int) -> int:
    """Return what the best privilege on offer would count for, if there is a worker for it."""
    player = game.state.players[seat]
    gains = navegador_fitted.to_gain(player)
    best = max((gain for category, gain in gains.items() if game.state.gallery[category]), default=0)
    return best if player.workers > board.WORKERS_LEFT else 0


def _privileges(game: Position, seat: int) -> int:
    return sum(game.state.players[seat].privileges.values())


def _card(better: Position, worse: Position, seat: int) -> Message | None:
    return Message("navegador.subject.card") if better.state.card.holder == seat else None


def _near(field: str, useful: Callable[[Position, int], int]) -> Subject[Position]:
    """Return the subject of a useful rondel space that is within reach."""

    def reached(game: Position, seat: int) -> bool:
        return field in navegador_fitted.fields_in_reach(game.state.players[seat])

    def thing(better: Position, worse: Position, seat: int) -> Message | None:
        if not reached(better, seat) or reached(worse, seat) or not (use := useful(better, seat)):
            return None
        if field in _AMOUNTS:
            return Message(f"navegador.reason.near_{field}", {_AMOUNTS[field]: use})
        return Message(f"navegador.subject.near_{field}")

    return Subject((), (f"near {field}",), (thing,), is_passing=True)


def _goods(pieces: str) -> tuple[str, ...]:
    return tuple(f"{good} {pieces}" for good in board.GOODS)


COMPARISON = Comparison(
    terms,
    {
        "money": Subject(("money",), ("money", "more money", "remainder"), (owned("money"),)),
        "workers": Subject(("workers",), ("workers", "more workers"), (_workers,)),
        "ships": Subject(("ships",), ("ships", "no ships"), (owned("ships"),)),
        "colonies": Subject(
            ("colony",),
            (*_goods("colonies"), "of a good", "tokens in reach", "tokens payable"),
            (
                _of_a_good("colonies"),
                _tokens("tokens payable", "navegador.reason.payable"),
                _tokens("tokens in reach", "navegador.reason.in_reach"),
            ),
        ),
        "factories": Subject(("factory",), _goods("factories"), (_of_a_good("factories"),)),
        "shipyards": Subject(("shipyard",), ("shipyards",), (owned("shipyard"),)),
        "churches": Subject(("church",), ("churches",), (owned("church"),)),
        "discovery": Subject(("explorer",), ("explorers", "discovery", "away"), (owned("explorer"), _discovery)),
        "royal": Subject(("royal",)),
        "privileges": Subject((), ("privileges",), (counted("navegador.reason.privileges", _privileges),)),
        "privileges_to_come": Subject((), ("best privilege", "other privileges", "privilege on offer"), (_privilege,)),
        "market": Subject((), ("sale", "processing", "both"), (counted("navegador.reason.market", best_income),)),
        "card": Subject((), ("card",), (_card,)),
        "near_colony": _near("colony", _colonies),
        "near_builder": _near("builder", _can_build),
        "near_market": _near("market", best_income),
        "near_privilege": _near("privilege", _best_privilege),
        "near_workers": _near("workers", _can_recruit),
        "near_ships": _near("ships", _can_build_ships),
        "near_sailing": _near("sailing", _can_discover),
    },
)
