"""Subjects in which two positions of Navegador may differ, for the reasons of hints.

A subject groups sources of points and terms of the strong player's value (``navegador_fitted``). The first of its
describers that has something to say words the reason. A subject without any (royal, near_market) is weighed, but is
never a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import NamedTuple

from engines.contract import REMAINDER_OF_A_POINT, Message
from engines.navegador import board, scoring
from engines.navegador.position import Position
from engines.navegador.verbs.builder import Build, Builder
from engines.navegador.verbs.market import best_income
from engines.navegador.verbs.recruiting import BuildShips, RecruitWorkers
from engines.players.comparison import Comparison, Describe, Subject, belongings_describer, count_describer
from engines.players.values import navegador as navegador_values
from engines.players.values import navegador_fitted

_YIELD_ARGUMENTS = {"colony": "colonies", "privilege": "points"}
"""Rondel fields whose text says how much they bring, with the name of this number in the text."""


class _Region(NamedTuple):
    """A region that is nearer to its discovery than in the worse position."""

    share: float
    """The share of the needed ships that are in place."""
    name: str
    needed: int
    """Ships that discover it."""
    better_ships: int
    worse_ships: int


def values_by_term(game: Position, seat: int) -> Mapping[str, float]:
    """Return the terms of the strong player's value, with the "remainder" that rounding keeps out of the points."""
    features = navegador_fitted.features(game, seat)
    # The weights depend on the moment of the game, from 0 at its beginning to 2 at its end.
    weights = navegador_fitted.FITTED.at(features.moment)
    worth = {name: amount * weights[name] for name, amount in features.amounts.items()}
    return worth | {"remainder": game.score(seat).remainder / REMAINDER_OF_A_POINT}


def _workers(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe how many workers there are.

    Add which kinds of building still on offer need more workers than the worse position has (rules 7).
    """
    better_workers, worse_workers = (game.state.players[seat].workers for game in (better, worse))
    if better_workers <= worse_workers:
        return None
    offered = (board.BUILDINGS[row] for row, pieces in better.state.buildings.items() if pieces)
    kinds = [*dict.fromkeys(row.kind for row in offered if worse_workers < row.workers <= better_workers)]
    counts = {"own": better_workers, "other": worse_workers}
    if not kinds:
        return Message("navegador.reason.workers", counts)
    if len(kinds) > 1:
        return Message("navegador.reason.workers_for_any", {**counts, "kinds": kinds})
    return Message("navegador.reason.workers_for", {**counts, "kinds": kinds})


def _most_increased_good(belonging: str) -> Describe[Position]:
    """Return a function that describes for which good the colonies or factories have increased most."""

    def describe(better: Position, worse: Position, seat: int) -> Message | None:
        better_pieces, worse_pieces = (getattr(game.state.players[seat], belonging) for game in (better, worse))
        good = max(board.GOODS, key=lambda good: better_pieces[good] - worse_pieces[good])
        if better_pieces[good] <= worse_pieces[good]:
            return None
        return Message(
            f"navegador.reason.{belonging}", {"good": good, "own": better_pieces[good], "other": worse_pieces[good]}
        )

    return describe


def _colony_tokens(name: str, message_id: str) -> Describe[Position]:
    """Return a function that describes colony tokens of a kind ("in reach", "payable") if there are more of them."""

    def describe(better: Position, worse: Position, seat: int) -> Message | None:
        better_tokens, worse_tokens = (
            navegador_fitted.count_tokens(game.state, game.state.players[seat])[name] for game in (better, worse)
        )
        return (
            Message(message_id, {"n": better_tokens, "other": worse_tokens}) if better_tokens > worse_tokens else None
        )

    return describe


def _discovery(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the region closest to its discovery, among those at which the better position has more ships."""
    improved_regions = list[_Region]()
    for region, share in navegador_values.discovery_shares(better.state, better.state.players[seat]).items():
        needed = board.ships_to_discover(region, better.state.seats)
        better_ships, worse_ships = (
            min(needed, navegador_values.ships_next_to(game.state.players[seat], region)) for game in (better, worse)
        )
        if better_ships > worse_ships and region not in worse.state.discovered:
            improved_regions.append(_Region(share, region, needed, better_ships, worse_ships))
    if not improved_regions:
        return None
    nearest = max(improved_regions, key=attrgetter("share", "name"))
    ships = {"own": nearest.better_ships, "whole": nearest.needed, "other": nearest.worse_ships}
    return Message("navegador.reason.discovery", {"region": nearest.name, **ships})


def _privilege(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the category whose next privilege gains most; if none of it is on offer, the text says "later"."""
    better_gains, worse_gains = (_final_privilege_gains(game, seat) for game in (better, worse))
    increases = {category: gain - worse_gains.get(category, 0) for category, gain in better_gains.items()}
    category = max(increases, key=lambda category: (increases[category], category), default="")
    if not category or increases[category] <= 0:
        return None
    gains = {"n": better_gains[category], "other": worse_gains.get(category, 0)}
    name = "to_gain" if better.state.gallery[category] else "to_gain_later"
    return Message(f"navegador.reason.{name}", {"category": category, **gains})


def _final_privilege_gains(game: Position, seat: int) -> dict[str, int]:
    """Return the points that one more privilege would add, by category with a free slot (rules 11.1 to 11.3).

    In the last free slot of a category it may displace the King's privilege, which then counts for less elsewhere.
    """
    gains = dict[str, int]()
    points = sum(scoring.sources(game, seat).values())
    for category in navegador_values.privilege_gains(game.state.players[seat]):
        with_privilege = game.copy()
        with_privilege.state.players[seat].privileges[category] += 1
        gains[category] = sum(scoring.sources(with_privilege, seat).values()) - points
    return gains


def _payable_colonies(game: Position, seat: int) -> int:
    return navegador_fitted.count_tokens(game.state, game.state.players[seat])["tokens payable"]


def _can_build(game: Position, seat: int) -> bool:
    return any(Build().choices(game, Builder(seat=seat), seat))


# The ``choices`` of recruiting do not look at their step, so None will do.


def _can_recruit(game: Position, seat: int) -> bool:
    return any(RecruitWorkers().choices(game, None, seat))


def _can_build_ships(game: Position, seat: int) -> bool:
    return any(BuildShips().choices(game, None, seat))


def _can_discover(game: Position, seat: int) -> bool:
    """Return whether all ships that a discovery takes are in place."""
    return navegador_values.discovery_share(game.state, game.state.players[seat]) >= 1


def _best_privilege(game: Position, seat: int) -> int:
    """Return what the best privilege on offer would count for, if there is a worker for it."""
    player = game.state.players[seat]
    gains = navegador_values.privilege_gains(player)
    best = max((gain for category, gain in gains.items() if game.state.gallery[category]), default=0)
    return best if player.workers > board.WORKERS_LEFT else 0


def _privileges(game: Position, seat: int) -> int:
    return sum(game.state.players[seat].privileges.values())


def _navegador_card(better: Position, worse: Position, seat: int) -> Message | None:
    return Message("navegador.subject.card") if better.state.card.holder == seat else None


def _near(field: str, brings: Callable[[Position, int], int | bool]) -> Subject[Position]:
    """Return the subject of a rondel field within reach; ``brings`` returns how much it brings, or whether anything.

    It is no advantage over a position whose seat has just gone to this field.
    """

    def is_near(game: Position, seat: int) -> bool:
        return field in navegador_fitted.fields_in_reach(game.state.players[seat])

    def describe(better: Position, worse: Position, seat: int) -> Message | None:
        if not is_near(better, seat) or is_near(worse, seat):
            return None
        stone = worse.state.players[seat].stone
        if stone is not None and board.FIELD_ACTION[stone] == field:
            return None
        amount = brings(better, seat)
        if not amount:
            return None
        if field in _YIELD_ARGUMENTS:
            return Message(f"navegador.reason.near_{field}", {_YIELD_ARGUMENTS[field]: amount})
        return Message(f"navegador.subject.near_{field}")

    return Subject(terms=(f"near {field}",), describers=(describe,), is_passing=True)


def _terms_by_good(pieces: str) -> tuple[str, ...]:
    return tuple(f"{good} {pieces}" for good in board.GOODS)


COMPARISON = Comparison(
    values_by_term=values_by_term,
    subjects={
        "money": Subject(
            sources=("money",),
            terms=(
                "money",
                "more money",  # what is above 800
                "remainder",
            ),
            describers=(belongings_describer("money"),),
        ),
        "workers": Subject(sources=("workers",), terms=("workers", "more workers"), describers=(_workers,)),
        "ships": Subject(sources=("ships",), terms=("ships", "no ships"), describers=(belongings_describer("ships"),)),
        "colonies": Subject(
            sources=("colony",),
            terms=(
                *_terms_by_good("colonies"),
                "of a good",  # many colonies of the same good
                "tokens in reach",
                "tokens payable",
            ),
            describers=(
                _most_increased_good("colonies"),
                _colony_tokens("tokens payable", "navegador.reason.payable"),
                _colony_tokens("tokens in reach", "navegador.reason.in_reach"),
            ),
        ),
        "factories": Subject(
            sources=("factory",), terms=_terms_by_good("factories"), describers=(_most_increased_good("factories"),)
        ),
        "shipyards": Subject(
            sources=("shipyard",), terms=("shipyards",), describers=(belongings_describer("shipyard"),)
        ),
        "churches": Subject(sources=("church",), terms=("churches",), describers=(belongings_describer("church"),)),
        "discovery": Subject(
            sources=("explorer",),
            terms=(
                "explorers",
                "discovery",
                "away",  # ships outside Portugal
            ),
            describers=(belongings_describer("explorer"), _discovery),
        ),
        "royal": Subject(sources=("royal",)),
        "privileges": Subject(
            terms=("privileges",), describers=(count_describer("navegador.reason.privileges", _privileges),)
        ),
        "privileges_to_come": Subject(
            terms=("best privilege", "other privileges", "privilege on offer"), describers=(_privilege,)
        ),
        "market": Subject(
            terms=(
                "sale",
                "processing",
                "both",  # the lesser of the two, since a good is either sold or processed
            ),
            describers=(count_describer("navegador.reason.market", best_income),),
        ),
        "card": Subject(terms=("card",), describers=(_navegador_card,)),
        "near_colony": _near("colony", _payable_colonies),
        "near_builder": _near("builder", _can_build),
        # The market is out of reach only of a seat that stands on a market space, so that it has just used it: being
        # near is then no advantage (see ``_near``), and there is nothing to describe.
        "near_market": Subject(terms=("near market",), is_passing=True),
        "near_privilege": _near("privilege", _best_privilege),
        "near_workers": _near("workers", _can_recruit),
        "near_ships": _near("ships", _can_build_ships),
        "near_sailing": _near("sailing", _can_discover),
    },
)
