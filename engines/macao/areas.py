"""The whole board in words, with what is printed on it, for players who use a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.contract import Area, Message
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.position import Position
from engines.macao.view import MacaoView, PlayerView, PortView, view
from engines.steps import Arguments

_LEGS = frozenset(map(frozenset, board.ROUTES))


LISTED_STEPS = 5
"""The number of steps on the wall whose prices are listed."""


def areas(game: Position, seat: int | None) -> list[Area]:
    """Return the position in words: the parts of the board and the players, first the viewer, then as they play."""
    return describe(view(game, seat))


def describe(view: MacaoView) -> list[Area]:
    """Describe everything that a view shows, in one area for each part of the board and each player."""
    players = sorted((view.players[seat] for seat in view.order), key=lambda player: player.seat != view.viewer)
    return [
        Area(Message("macao.area.now"), list(_now(view))),
        Area(Message("macao.area.display"), list(_display(view))),
        Area(Message("macao.area.city"), [_quarter(view, quarter) for quarter in board.QUARTERS]),
        Area(Message("macao.area.ports"), [_port(view, port) for port in view.ports]),
        Area(Message("macao.area.sea"), [_space(view, space) for space in board.SPACES]),
        Area(Message("macao.area.wall"), list(_wall(view))),
        *(
            Area(
                Message("macao.area.player", {"seat": player.seat}),
                list(_player(player, has_turned_rose=_has_turned_rose(view, player))),
            )
            for player in players
        ),
        Area(Message("macao.area.piles"), list(_piles(view))),
    ]


def _now(view: MacaoView) -> Iterator[Message]:
    phase: Arguments = {"turn": view.turn, "last": board.ROUNDS, "phase": f"phase_{view.phase}"}
    yield Message("macao.tell.round", phase)
    yield Message("macao.tell.cap", {"cap": view.cap})
    if view.rolled:
        yield Message("macao.describe.dice", dict(view.rolled))
    yield Message("macao.describe.order", {"seats": [str(seat) for seat in view.order]})
    if view.waiting:
        yield Message("macao.tell.waiting", {"seats": [str(seat) for seat in view.waiting]})
    if view.paying:
        object_paid = view.paying if view.paying in board.QUARTERS else f"{view.paying}.name"
        yield Message("macao.tell.paying", {"paid": object_paid})
    if view.turn:  # there is none before the first round
        yield Message("macao.describe.tribute", {"gold": view.tribute_gold, "prestige": view.tribute_prestige})


def _display(view: MacaoView) -> Iterator[Message]:
    for card in view.display:
        yield _card("macao.tell.card", card)
    for rounds, pair in enumerate(view.offices, 1):
        for card in pair:
            yield _card("macao.tell.office", card, n=rounds)


def _card(id: str, card: str, **numbers: int) -> Message:
    arguments: Arguments = {"card": f"{card}.name", "cubes": repeated(CARDS[card].cost), "effect": f"{card}.short"}
    return Message(id, arguments | numbers)


def _quarter(view: MacaoView, quarter: str) -> Message:
    printed = board.QUARTERS[quarter]
    arguments: Arguments = {"quarter": quarter, "quarters": list(printed.neighbours), "cubes": repeated(printed.cost)}
    if quarter in view.owners:
        return Message("macao.tell.taken", arguments | {"seat": view.owners[quarter]})
    return Message("macao.tell.free", arguments | {"tile": view.city[quarter]})


def _port(view: MacaoView, port: PortView) -> Message:
    values = [str(value) for value in port.values]
    arguments: Arguments = {"port": port.id, "ware": port.ware, "values": values, "filled": port.filled}
    if view.viewer is None:
        return Message("macao.tell.port", arguments)
    ship = view.players[view.viewer].ship
    steps = board.DISTANCE[ship][port.id]
    if not steps:
        return Message("macao.tell.port_here", arguments)
    if steps < 2:
        return Message("macao.tell.port_from", arguments | {"n": steps})
    return Message("macao.tell.port_by", arguments | {"n": steps, "route": _route(ship, port.id)})


def _route(start: str, port: str) -> list[str]:
    """Return the spaces on a shortest route, in order and without both ends."""
    route = list[str]()
    space = start
    while (distance := board.DISTANCE[space][port]) > 1:
        space = next(neighbour for neighbour in _neighbours(space) if board.DISTANCE[neighbour][port] < distance)
        route.append(space)
    return route


def _space(view: MacaoView, space: str) -> Message:
    """Describe a sea space with its neighbours and ships."""
    arguments: Arguments = {"space": space, "beside": _neighbours(space)}
    ships = [str(player.seat) for player in view.players if player.ship == space]
    if ships:
        return Message("macao.tell.sea_ships", arguments | {"seats": ships})
    return Message("macao.tell.sea", arguments)


def _neighbours(space: str) -> list[str]:
    """Return the neighbours of a sea space, in the order of ``board.SPACES``."""
    return [space_id for space_id in board.SPACES if frozenset((space, space_id)) in _LEGS]


def _wall(view: MacaoView) -> Iterator[Message]:
    on_wall = [seat for stack in reversed(view.wall) for seat in stack]
    yield Message("macao.tell.wall_order", {"seats": [str(seat) for seat in (*view.locked, *on_wall)]})
    prices = [str(price) for price in board.WALL_PRICES[:LISTED_STEPS]]
    yield Message("macao.tell.wall_costs", {"prices": prices, "n": board.WALL_END})
    if view.locked:
        yield Message("macao.tell.locked", {"seats": [str(seat) for seat in view.locked]})
    for number, stack in reversed(list(enumerate(view.wall, 1))):
        if stack:
            discs = {"seats": [str(seat) for seat in stack]}
            yield Message("macao.tell.wall", discs | {"row": number, "last": board.WALL_END})


def _has_turned_rose(view: MacaoView, player: PlayerView) -> bool:
    """Return whether a player's wind rose was turned in this round, which follows the choice of dice (rules 4.2)."""
    return view.phase in ("actions", "over") or (view.phase == "dice" and player.chosen is not None)


def _player(player: PlayerView, *, has_turned_rose: bool) -> Iterator[Message]:
    amounts: Arguments = {"prestige": player.prestige, "gold": player.gold, "penalties": player.penalties}
    yield Message("macao.tell.has", amounts | {"jokers": player.jokers, "projected": player.projected})
    for field, cubes in enumerate(player.rose):
        if field == board.STOCK:
            yield Message("macao.tell.stock", {"cubes": repeated(cubes)})
        # The next round is described even if no cubes come in it.
        elif (rounds := field - (not has_turned_rose)) == 1 or (cubes and rounds):
            yield Message("macao.tell.rose", {"cubes": repeated(cubes), "n": rounds})
        elif cubes:
            yield Message("macao.tell.rose_now", {"cubes": repeated(cubes)})
    if player.chosen is not None:
        yield Message("macao.tell.chosen", {"colours": list(player.chosen)})
    tableau_counts: Arguments = {"held": len(player.tableau), "most": board.TABLEAU_SLOTS}
    yield Message("macao.tell.tableau", tableau_counts | {"points": -board.PENALTY})
    for card in player.tableau:
        yield _card("macao.tell.reserved", card)
    for card in player.activated:
        yield _card("macao.tell.active", card)
    for card, times in player.used.items():
        yield Message("macao.tell.used", {"card": f"{card}.name", "n": times})
    ship: Arguments = {"ship": player.ship, "beside": _neighbours(player.ship), "wares": repeated(player.hold)}
    yield Message("macao.tell.ship", ship | {"steps": player.free_steps})
    yield Message("macao.tell.quarters", {"quarters": list(player.quarters), "n": player.group})


def _piles(view: MacaoView) -> Iterator[Message]:
    yield Message("macao.tell.deck", {"n": view.deck})
    yield Message("macao.tell.discard", {"cards": [f"{card}.name" for card in view.discard]})


def repeated(counted: Mapping[str, int]) -> list[str]:
    """Return each word as often as its count says."""
    return [word for word, number in counted.items() for _ in range(number)]
