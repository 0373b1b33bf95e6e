"""The whole board in words, with prices and uses of things, for players who listen instead of looking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.contract import Area, Message
from engines.mmn import board
from engines.mmn.position import Position
from engines.mmn.verbs.bank import nugget_buys, rates
from engines.mmn.view import BuildingView, HarbourView, HexView, KnightView, MmnView, OfferView, PlayerView, view
from engines.steps import Arguments


def areas(game: Position, seat: int | None) -> list[Area]:
    """Return the areas of the board: the viewer first, then the others clockwise from the active player."""
    return describe(view(game, seat), () if seat is None else [*_rates(game, seat), *_sites(game, seat)])


def describe(view: MmnView, remarks: Sequence[Message] = ()) -> list[Area]:
    """Return an area for each part of the board and each player of a view.

    The area of the viewer ends with `remarks`, which say what the position means for him.
    """
    clockwise = [view.players[(view.active + place) % view.seats] for place in range(view.seats)]
    players = sorted(clockwise, key=lambda player: player.seat != view.viewer)
    return [
        Area(Message("mmn.area.now"), [*_now(view), *_questions(view)]),
        Area(Message("mmn.area.island"), [*_hexes(view), *_pawns(view)]),
        Area(Message("mmn.area.harbours"), [_harbour(place.kind, place.nodes) for place in view.harbours]),
        Area(Message("mmn.area.cards"), list(_cards(view))),
        Area(Message("mmn.area.awards"), list(_awards(view))),
        Area(Message("mmn.area.costs"), list(_costs())),
        Area(Message("mmn.area.uses"), list(_uses())),
        *(
            Area(
                Message("mmn.area.player", {"seat": player.seat}),
                [*_player(player, view.harbours), *(remarks if player.seat == view.viewer else ())],
            )
            for player in players
        ),
    ]


def _now(view: MmnView) -> Iterator[Message]:
    yield Message("mmn.describe.turn", {"turn": view.turn, "phase": view.phase, "seat": view.active})
    yield Message("mmn.tell.target", {"points": view.target})
    if dice := view.dice:
        faces: Arguments = {"red": dice.red, "white": dice.white, "event": dice.event, "track": dice.track}
        yield Message("mmn.describe.dice", faces)
    strength: Arguments = {"attack": view.attack_strength, "defence": view.defence}
    yield Message("mmn.describe.barbarians", strength | {"space": view.barbarians, "last": board.ATTACK_AT})
    yield Message("mmn.tell.attacked" if view.attacked else "mmn.tell.not_attacked")
    if view.chips:
        yield Message("mmn.describe.chips", {"chips": [str(chip) for chip in view.chips]})
    if view.rights:
        yield Message("mmn.tell.rights", {"kinds": list(view.rights)})
    if view.commercial_harbour:
        yield Message("mmn.tell.commercial_harbour", {"seats": [str(seat) for seat in view.swapped]})
    if view.struck:
        yield Message("mmn.tell.struck", {"seat": view.active})


def _costs() -> Iterator[Message]:
    """Yield the prices of pieces, actions and levels (rules 12 and 17)."""
    fixed = {"road": board.ROAD, "settlement": board.SETTLEMENT, "city": board.CITY, "wall": board.WALL}
    fixed |= {"knight": board.KNIGHT, "captain": board.CAPTAIN}
    for item, cost in fixed.items():
        yield Message("mmn.tell.cost", {"item": item, "cards": _cards_of_cost(cost)})
    for action, cost in (("activate", board.ACTIVATE), ("promote", board.PROMOTE), ("repair", board.REPAIR)):
        yield Message(f"mmn.tell.cost_{action}", {"cards": _cards_of_cost(cost)})
    yield Message("mmn.tell.cost_end_famine", {"cards": _cards_of_cost(board.END_FAMINE)})
    for item, token in board.TOKEN_COSTS.items():
        yield Message("mmn.tell.cost", {"item": item, "cards": [token]})
    yield Message("mmn.tell.cost_levels", {"n": board.TOP_LEVEL})


def _uses() -> Iterator[Message]:
    """Yield the uses of pieces, storage and levels (rules 15 to 17)."""
    for item in ("settlement", "city", "captain", "store", "hall", "large_store", "serf", "servant", "journeyman"):
        yield Message(f"mmn.advice.{item}")
    yield Message("mmn.tell.store_grows")
    yield Message("mmn.tell.clearing", {"space": board.CLEARING_AT})
    for track in board.TRACKS:
        yield Message(f"mmn.tell.track_{track}")
    yield Message("mmn.tell.first_at_four")


def _cards_of_cost(cost: Sequence[tuple[int, int]]) -> list[str]:
    return [board.KINDS[kind] for kind, number in cost for _ in range(number)]


def _questions(view: MmnView) -> Iterator[Message]:
    """Yield discards that are due, the open offer, and cards that only the viewer sees."""
    for seat, cards in view.owed.items():
        yield Message("mmn.tell.owed", {"seat": int(seat), "n": cards})
    if view.offer:
        yield from _offer(view.offer)
    if view.shown and view.shown_seat is not None:
        yield Message("mmn.tell.shown", {"seat": view.shown_seat, "cards": list(view.shown)})
    elif view.shown:
        yield Message("mmn.tell.shown_deck", {"cards": list(view.shown)})


def _offer(offer: OfferView) -> Iterator[Message]:
    yield Message("mmn.tell.offer", {"seat": offer.seat, "give": repeated(offer.give), "want": repeated(offer.want)})
    if offer.waiting:
        yield Message("mmn.tell.offer_waits", {"seats": [str(seat) for seat in offer.waiting]})
    if offer.declined:
        yield Message("mmn.tell.offer_declined", {"seats": [str(seat) for seat in offer.declined]})
    for counter in offer.counters:
        seats_of_both: Arguments = {"seat": counter.seat, "offer_seat": offer.seat}
        sides: Arguments = {"give": repeated(counter.give), "want": repeated(counter.want)}
        yield Message("mmn.tell.counter", seats_of_both | sides)
    if offer.accepted:
        seats = [str(seat) for seat in offer.accepted]
        yield Message("mmn.describe.accepted", {"offer_seat": offer.seat, "seats": seats})


def _hexes(view: MmnView) -> Iterator[Message]:
    rows = sorted({hex.y for hex in view.hexes})
    for number, y in enumerate(rows, 1):
        row = sorted((hex for hex in view.hexes if hex.y == y), key=lambda hex: hex.x)
        for place, hex in enumerate(row, 1):
            position: Arguments = {"line": number, "column": place, "last": len(row), "hex": hex.id}
            neighbours = [neighbour.id for neighbour in view.hexes if _touch(hex, neighbour)]
            yields: Arguments = {"kind": hex.kind, "commodity": hex.commodity}
            id = "mmn.tell.hex" if hex.number else "mmn.tell.hex_bare"
            yield Message(id, position | yields | {"n": hex.number, "hexes": neighbours})


def _touch(first: HexView, second: HexView) -> bool:
    """Return whether two hexes share a side: neighbours in a row, or half a hex apart in adjacent rows."""
    across = abs(first.x - second.x)
    down = abs(first.y - second.y)
    return (across, down) in ((2, 0), (1, 3))


def _pawns(view: MmnView) -> Iterator[Message]:
    yield Message("mmn.describe.robber", {"hex": view.robber}) if view.robber else Message("mmn.tell.no_robber")
    yield Message("mmn.describe.pirate", {"harbour": view.pirate}) if view.pirate else Message("mmn.tell.no_pirate")
    if view.merchant is not None and view.merchant_seat is not None:
        yield Message("mmn.describe.merchant", {"seat": view.merchant_seat, "hex": view.merchant})
    for hex in view.hexes:
        for seat in hex.curses:
            yield Message("mmn.describe.curse", {"seat": seat, "hex": hex.id})


def _harbour(kind: str, nodes: list[str]) -> Message:
    if kind == board.GENERIC:
        return Message("mmn.tell.harbour_any", {"nodes": list(nodes)})
    return Message("mmn.tell.harbour", {"kind": kind, "nodes": list(nodes)})


def _cards(view: MmnView) -> Iterator[Message]:
    yield Message("mmn.tell.bank", dict(view.bank))
    yield Message("mmn.tell.decks", dict(view.decks))
    yield Message("mmn.tell.storage_left", {"n": view.storage_left})
    if view.storage_used:
        yield Message("mmn.tell.storage_used", {"kinds": list(view.storage_used)})


def _awards(view: MmnView) -> Iterator[Message]:
    holders = {"longest_road": view.longest_road, "storage": view.storage_card, "autarky": view.autarky_card}
    for award, seat in holders.items():
        if seat is None:
            yield Message("mmn.tell.no_award", {"award": award})
        else:
            yield Message("mmn.describe.award", {"award": award, "seat": seat})
    for track, owner in view.metropolises.items():
        if owner is None:
            yield Message("mmn.tell.no_metropolis", {"track": track})
        else:
            yield Message("mmn.describe.metropolis", {"track": track, "seat": owner})


def _player(player: PlayerView, harbours: Sequence[HarbourView]) -> Iterator[Message]:
    yield Message("mmn.tell.points", {"points": player.points, "defender": player.defender})
    yield Message("mmn.tell.hand_size", {"cards": player.hand_size, "limit": player.hand_limit})
    if player.hand is not None:
        yield Message("mmn.tell.hand", {"cards": repeated(player.hand)})
    if player.cards is not None:
        yield Message("mmn.tell.progress", {"cards": list(player.cards)})
        for card in dict.fromkeys(player.cards):
            yield Message("mmn.tell.card", {"card": f"{card}.name", "effect": f"{card}.text"})
    else:
        yield Message("mmn.tell.progress_decks", {"tracks": list(player.card_decks)})
    if player.vp_cards:
        yield Message("mmn.tell.vp_cards", {"cards": list(player.vp_cards)})
    yield Message("mmn.tell.levels", dict(player.levels))
    yield Message(
        "mmn.tell.storage_and_food",
        {"storage": player.storage_points, "autarky": player.autarky_points, "serfs": player.serfs},
    )
    if player.famine:
        yield Message("mmn.tell.famine")
    yield Message("mmn.tell.roads", {"paths": list(player.roads), "length": player.road_length})
    for building in player.buildings:
        yield from _building(building)
    nodes = {building.node for building in player.buildings}
    harbour_ids = [harbour.id for harbour in harbours if not nodes.isdisjoint(harbour.nodes)]
    yield Message("mmn.tell.harbours", {"harbours": harbour_ids}) if harbour_ids else Message("mmn.tell.no_harbours")
    for knight in player.knights:
        yield from _knight(knight)
    yield Message("mmn.tell.supply", dict(player.supply))


def _building(building: BuildingView) -> Iterator[Message]:
    at: Arguments = {"node": building.node, "kind": building.kind}
    if building.track:
        yield Message("mmn.tell.metropolis", at | {"track": building.track})
    else:
        yield Message("mmn.tell.building", at)
    if building.wall:
        yield Message("mmn.tell.wall", at)
    if building.sabotaged:
        yield Message("mmn.tell.sabotaged", at)
    if building.chip and building.chip_hex:
        yield Message("mmn.tell.chip", at | {"chip": building.chip, "hex": building.chip_hex})
    if building.servants:
        yield Message("mmn.tell.servants", at | {"hexes": list(building.servants)})
    if building.journeymen:
        yield Message("mmn.tell.journeymen", at | {"hexes": list(building.journeymen)})


def _knight(knight: KnightView) -> Iterator[Message]:
    at: Arguments = {"node": knight.node, "rank": knight.rank, "strength": knight.strength}
    yield Message("mmn.tell.knight" if knight.active else "mmn.tell.knight_idle", at)
    if knight.captain:
        yield Message("mmn.tell.captain", at)
    if knight.acted:
        yield Message("mmn.tell.acted", at)
    if knight.fresh:
        yield Message("mmn.tell.fresh", at)


def _rates(game: Position, seat: int) -> Iterator[Message]:
    """Yield the rates of the bank (rules 11.2): the usual one, better ones for some kinds, and other rights."""
    rate_by_kind = rates(game, seat)
    usual = max(rate_by_kind)
    yield Message("mmn.tell.rate", {"n": usual})
    for rate in sorted(set(rate_by_kind) - {usual}, reverse=True):
        kinds = [kind for kind, number in zip(board.KINDS, rate_by_kind, strict=True) if number == rate]
        yield Message("mmn.tell.rate_of", {"n": rate, "kinds": kinds})
    if nugget_buys(game):
        yield Message("mmn.tell.nugget_buys")
    if game.right(seat, board.TRADE) >= board.ANY_LEVEL:
        yield Message("mmn.tell.any_two")


def _sites(game: Position, seat: int) -> Iterator[Message]:
    """Yield the places for a settlement at the seat's roads, and one or two roads away (rules 13.2)."""
    missing_roads = game.network.outlook(seat)
    for distance, id in enumerate(("mmn.tell.sites", "mmn.tell.sites_1", "mmn.tell.sites_2")):
        if nodes := [game.words.node[node][0] for node, roads in missing_roads.items() if roads == distance]:
            yield Message(id, {"nodes": nodes})
        elif distance == 0 and game.state.players[seat].roads:
            yield Message("mmn.tell.no_sites")


def repeated(counted: Mapping[str, int]) -> list[str]:
    """Return each word as often as it is counted."""
    return [word for word, number in counted.items() for _ in range(number)]
