"""The whole board in words, with what is printed on it, for players who use a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.contract import Area, Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.sailing import Sailing
from engines.navegador.view import NavegadorView, PlayerView, RegionView, view
from engines.steps import Arguments


def areas(game: Position, seat: int | None) -> list[Area]:
    """Return the position in words, by parts of the board; the viewer's mat is the first of the mats."""
    is_card_in_use = any(isinstance(step, Sailing) and step.card for step in game.state.stack)
    return describe(view(game, seat), is_card_in_use=is_card_in_use)


def describe(view: NavegadorView, *, is_card_in_use: bool = False) -> list[Area]:
    """Describe everything that a view shows, in one area for each part of the board and each mat.

    Args:
        view: The view.
        is_card_in_use: True while the holder of the Navegador card sails with it.
    """
    first = view.viewer or 0
    mats = [view.players[(first + place) % view.seats] for place in range(view.seats)]
    return [
        Area(Message("navegador.area.now"), list(_now(view))),
        Area(Message("navegador.area.market"), list(_market(view))),
        Area(Message("navegador.area.regions"), [_region(view, region) for region in view.regions]),
        Area(Message("navegador.area.buildings"), list(_buildings(view))),
        Area(
            Message("navegador.area.gallery"),
            [
                *(
                    Message("navegador.tell.gallery", {"category": category, "n": privileges})
                    for category, privileges in view.gallery.items()
                ),
                Message("navegador.tell.privilege_costs", {"n": board.WORKERS_LEFT}),
            ],
        ),
        Area(Message("navegador.area.rondel"), list(_rondel(view, is_card_in_use=is_card_in_use))),
        *(Area(Message("navegador.area.player", {"seat": mat.seat}), list(_mat(mat))) for mat in mats),
    ]


def _now(view: NavegadorView) -> Iterator[Message]:
    prices: Arguments = {"cheap": board.CHEAP_PRICE, "cost": board.EXTRA_PRICE[view.phase]}
    yield Message("navegador.tell.phase", prices | {"phase": view.phase, "n": board.RANGE[view.phase]})
    if view.coming_phase:
        yield Message("navegador.tell.coming_phase", {"phase": view.coming_phase})
    discovered = {region.id for region in view.regions if region.discovered}
    for region in board.REGIONS.values():
        if region.starts_phase and region.id not in discovered:
            yield Message("navegador.tell.gate", {"region": region.id, "phase": region.starts_phase})
    if view.trigger:
        yield Message(f"navegador.tell.trigger_{view.trigger}")
    else:
        yield Message("navegador.tell.ends", {"region": board.END})
    if view.turns_left is not None:
        yield Message("navegador.tell.turns_left", {"n": view.turns_left})
    yield Message("navegador.tell.start", {"seat": view.start})


def _market(view: NavegadorView) -> Iterator[Message]:
    for good, row in view.market.items():
        current: Arguments = {"price": board.PRICE[good][row], "profit": board.PROFIT[row]}
        yield Message("navegador.tell.market", current | {"good": good, "row": row, "last": board.MARKET_END})
        row_after_sale = min(row + 1, board.MARKET_END)
        row_after_processing = max(row - 1, 1)
        changes: Arguments = {"lower": board.PRICE[good][row_after_sale], "more": board.PROFIT[row_after_sale]}
        changes |= {"higher": board.PRICE[good][row_after_processing], "less": board.PROFIT[row_after_processing]}
        yield Message("navegador.tell.market_next", changes | {"good": good})


def _region(view: NavegadorView, region: RegionView) -> Message:
    location: Arguments = {"region": region.id, "regions": list(board.NEIGHBOURS[region.id])}
    discovery: Arguments = location | {"ships": region.ships_needed}
    if region.good is None:
        if region.discovered:
            return Message("navegador.tell.sea", location)
        return Message("navegador.tell.sea_hidden", discovery)
    if not region.discovered:
        return Message("navegador.tell.hidden", discovery | {"good": region.good, "n": region.hidden})
    if not region.tokens:
        return Message("navegador.tell.empty", location | {"good": region.good})
    prices = [str(price) for price in region.tokens]
    return Message("navegador.tell.colonies", location | {"good": region.good, "prices": prices})


def _buildings(view: NavegadorView) -> Iterator[Message]:
    """Describe each row of buildings, and state that the workers of one action add up (rules 7.5)."""
    yield from (_row(row, prices) for row, prices in view.buildings.items())
    yield Message("navegador.tell.workers_add_up")


def _row(row: str, prices: list[int]) -> Message:
    if not prices:
        return Message("navegador.tell.no_buildings", {"row": row})
    arguments: Arguments = {"row": row, "prices": [str(price) for price in prices], "n": board.BUILDINGS[row].workers}
    return Message("navegador.tell.buildings", arguments)


def _rondel(view: NavegadorView, *, is_card_in_use: bool) -> Iterator[Message]:
    yield Message("navegador.tell.rondel", {"fields": list(board.RONDEL), "n": board.FREE_STEPS})
    yield Message("navegador.tell.fields")
    card = view.card
    if is_card_in_use:
        # The card passes to the right neighbour, against the order of play (rules 9).
        next_seat = (card.holder - 1) % view.seats
        yield Message("navegador.tell.card_used", {"holder_seat": card.holder, "next_seat": next_seat})
    elif card.mark is None:
        yield Message("navegador.tell.card_new", {"holder_seat": card.holder})
    else:
        yield Message(
            "navegador.tell.card", {"holder_seat": card.holder, "field": board.RONDEL[card.mark], "n": card.left}
        )
    yield Message("navegador.tell.card_does")


def _mat(mat: PlayerView) -> Iterator[Message]:
    field = "start" if mat.stone is None else board.RONDEL[mat.stone]
    yield Message("navegador.tell.has", {"money": mat.money, "workers": mat.workers, "field": field})
    yield Message("navegador.tell.ships", {"places": _repeated(mat.fleet), "supply": mat.supply})
    for good in board.GOODS:
        counts: Arguments = {"colonies": mat.colonies[good], "factories": mat.factories[good]}
        yield Message("navegador.tell.good", counts | {"good": good})
    yield Message("navegador.tell.joker", {"n": mat.factories["joker"]})
    for category in board.CATEGORIES:
        bonus = mat.next_bonus[category]
        column: Arguments = {
            "owned": category,
            "units": mat.units[category],
            "multiplier": mat.multipliers[category],
            "privileges": mat.privileges[category],
        }
        if bonus is None:
            yield Message("navegador.tell.full", column)
        else:
            yield Message("navegador.tell.category", column | {"bonus": bonus})
    if mat.royal and mat.royal_best:
        yield Message("navegador.tell.royal_best", {"category": mat.royal_best})
    else:
        yield Message("navegador.tell.royal" if mat.royal else "navegador.tell.royal_placed")
    yield Message("navegador.tell.points", {"mat_points": mat.mat_points, "projected": mat.projected})


def _repeated(counted: Mapping[str, int]) -> list[str]:
    return [word for word, number in counted.items() for _ in range(number)]
