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


def describe(seen: MacaoView) -> list[Area]:
    """Describe everything that a view shows, in one area for each part of the board and each player."""
    players = sorted((seen.players[seat] for seat in seen.order), key=lambda player: player.seat != seen.viewer)
    return [
        Area(Message("macao.area.now"), list(_now(seen))),
        Area(Message("macao.area.display"), list(_display(seen))),
        Area(Message("macao.area.city"), [_quarter(seen, quarter) for quarter in board.QUARTERS]),
        Area(Message("macao.area.ports"), [_port(seen, port) for port in seen.ports]),
        Area(Message("macao.area.sea"), [_space(seen, space) for space in board.SPACES]),
        Area(Message("macao.area.wall"), list(_wall(seen))),
        *(
            Area(
                Message("macao.area.player", {"seat": player.seat}), list(_player(player, turned=_turned(seen, player)))
            )
            for player in players
        ),
        Area(Message("macao.area.piles"), list(_piles(seen))),
    ]


def _now(seen: MacaoView) -> Iterator[Message]:
    phase: Arguments = {"turn": seen.turn, "last": board.ROUNDS, "phase": f"phase_{seen.phase}"}
    yield Message("macao.tell.round", phase)
    yield Message("macao.tell.cap", {"cap": seen.cap})
    if seen.rolled:
        yield Message("macao.describe.dice", dict(seen.rolled))
    yield Message("macao.describe.order", {"seats": [str(seat) for seat in seen.order]})
    if seen.waiting:
        yield Message("macao.tell.waiting", {"seats": [str(seat) for seat in seen.waiting]})
    if seen.paying:
        paid = seen.paying if seen.paying in board.QUARTERS else f"{seen.paying}.name"
        yield Message("macao.tell.paying", {"paid": paid})
    if seen.turn:  # there is none before the first round
        yield Message("macao.describe.tribute", {"gold": seen.tribute_gold, "prestige": seen.tribute_prestige})


def _display(seen: MacaoView) -> Iterator[Message]:
    for card in seen.display:
        yield _card("macao.tell.card", card)
    for rounds, pair in enumerate(seen.offices, 1):
        for card in pair:
            yield _card("macao.tell.office", card, n=rounds)


def _card(id: str, card: str, **numbers: int) -> Message:
    arguments: Arguments = {"card": f"{card}.name", "cubes": repeated(CARDS[card].cost), "effect": f"{card}.short"}
    return Message(id, arguments | numbers)


def _quarter(seen: MacaoView, quarter: str) -> Message:
    printed = board.QUARTERS[quarter]
    arguments: Arguments = {"quarter": quarter, "quarters": list(printed.neighbours), "cubes": repeated(printed.cost)}
    if quarter in seen.owners:
        return Message("macao.tell.taken", arguments | {"seat": seen.owners[quarter]})
    return Message("macao.tell.free", arguments | {"tile": seen.city[quarter]})


def _port(seen: MacaoView, port: PortView) -> Message:
    values = [str(value) for value in port.values]
    arguments: Arguments = {"port": port.id, "ware": port.ware, "values": values, "filled": port.filled}
    if seen.viewer is None:
        return Message("macao.tell.port", arguments)
    ship = seen.players[seen.viewer].ship
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
        space = next(neighbour for neighbour in _beside(space) if board.DISTANCE[neighbour][port] < distance)
        route.append(space)
    return route


def _space(seen: MacaoView, space: str) -> Message:
    """Describe a sea space with its neighbours and ships."""
    arguments: Arguments = {"space": space, "beside": _beside(space)}
    ships = [str(player.seat) for player in seen.players if player.ship == space]
    if ships:
        return Message("macao.tell.sea_ships", arguments | {"seats": ships})
    return Message("macao.tell.sea", arguments)


def _beside(space: str) -> list[str]:
    """Return the neighbours of a sea space, in the order of ``board.SPACES``."""
    return [space_id for space_id in board.SPACES if frozenset((space, space_id)) in _LEGS]


def _wall(seen: MacaoView) -> Iterator[Message]:
    on_wall = [seat for stack in reversed(seen.wall) for seat in stack]
    yield Message("macao.tell.wall_order", {"seats": [str(seat) for seat in (*seen.locked, *on_wall)]})
    prices = [str(price) for price in board.WALL_PRICES[:LISTED_STEPS]]
    yield Message("macao.tell.wall_costs", {"prices": prices, "n": board.WALL_END})
    if seen.locked:
        yield Message("macao.tell.locked", {"seats": [str(seat) for seat in seen.locked]})
    for number, stack in reversed(list(enumerate(seen.wall, 1))):
        if stack:
            discs = {"seats": [str(seat) for seat in stack]}
            yield Message("macao.tell.wall", discs | {"row": number, "last": board.WALL_END})


def _turned(seen: MacaoView, player: PlayerView) -> bool:
    """Return whether a player's wind rose was turned in this round, which follows the choice of dice (rules 4.2)."""
    return seen.phase in ("actions", "over") or (seen.phase == "dice" and player.chosen is not None)


def _player(player: PlayerView, *, turned: bool) -> Iterator[Message]:
    owned: Arguments = {"prestige": player.prestige, "gold": player.gold, "penalties": player.penalties}
    yield Message("macao.tell.has", owned | {"jokers": player.jokers, "projected": player.projected})
    for field, cubes in enumerate(player.rose):
        if field == board.STOCK:
            yield Message("macao.tell.stock", {"cubes": repeated(cubes)})
        # The next round is described even if no cubes come in it.
        elif (rounds := field - (not turned)) == 1 or (cubes and rounds):
            yield Message("macao.tell.rose", {"cubes": repeated(cubes), "n": rounds})
        elif cubes:
            yield Message("macao.tell.rose_now", {"cubes": repeated(cubes)})
    if player.chosen is not None:
        yield Message("macao.tell.chosen", {"colours": list(player.chosen)})
    held: Arguments = {"held": len(player.tableau), "most": board.TABLEAU_SLOTS}
    yield Message("macao.tell.tableau", held | {"points": -board.PENALTY})
    for card in player.tableau:
        yield _card("macao.tell.reserved", card)
    for card in player.activated:
        yield _card("macao.tell.active", card)
    for card, times in player.used.items():
        yield Message("macao.tell.used", {"card": f"{card}.name", "n": times})
    ship: Arguments = {"ship": player.ship, "beside": _beside(player.ship), "wares": repeated(player.hold)}
    yield Message("macao.tell.ship", ship | {"steps": player.free_steps})
    yield Message("macao.tell.quarters", {"quarters": list(player.quarters), "n": player.group})


def _piles(seen: MacaoView) -> Iterator[Message]:
    yield Message("macao.tell.deck", {"n": seen.deck})
    yield Message("macao.tell.discard", {"cards": [f"{card}.name" for card in seen.discard]})


def repeated(counted: Mapping[str, int]) -> list[str]:
    """Return each word as often as its count says."""
    return [word for word, number in counted.items() for _ in range(number)]
