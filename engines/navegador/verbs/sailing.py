"""Sailing and discovering (rules 7.3): groups of ships move one at a time, then ``done``; the card (rules 9).

Ships that have not moved in the Sailing are called moored. An action is ``sail ORIGIN END SHIPS``, or
``discover TARGET ORIGIN ...`` with an origin for each ship.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.position import AT_LEAST_ONE, HOW_MANY, Enough, FieldAction, Position
from engines.notation import number
from engines.steps import Arguments, OfSeat, Verb, Words, in_order


class Reach(NamedTuple):
    """The regions that a ship can reach, in the order of ``board.REGIONS``."""

    discovered: tuple[str, ...]
    """The discovered ones, without the region in which the ship is."""
    unknown: tuple[str, ...]
    """The undiscovered ones."""


@lru_cache(maxsize=1 << 12)
def reach(discovered: tuple[str, ...], origin: str, borders: int) -> Reach:
    """Return the regions that a ship can reach by crossing so many borders.

    It passes through discovered regions only; a discovery ends in the undiscovered region.
    """
    unknown: set[str] = set()
    regions_reached = {origin}
    frontier = [origin]
    for _ in range(borders):
        neighbours = {neighbour for region in frontier for neighbour in board.NEIGHBOURS[region]} - regions_reached
        unknown |= {region for region in neighbours if region not in discovered}
        frontier = [region for region in neighbours if region in discovered]
        regions_reached |= set(frontier)
    return Reach(
        discovered=tuple(region for region in board.REGIONS if region in regions_reached and region != origin),
        unknown=tuple(region for region in board.REGIONS if region in unknown),
    )


class Sail(Verb[Position, "Sailing"]):
    """Sail with ships of one region to another one together."""

    word = "sail"

    def choices(self, game: Position, step: Sailing, seat: int) -> Iterable[Words]:
        for origin in step.origins():
            for end in step.reach(game, origin).discovered:
                for ships in range(1, step.moored[origin] + 1):
                    yield (origin, end, str(ships))

    def fault(self, game: Position, step: Sailing, seat: int, words: Words) -> Message | None:
        match words:
            case ():
                return Message("navegador.refuse.no_move")
            case (origin, end, *rest) if {origin, end} <= board.REGIONS.keys() and len(rest) < 2:
                ships = number(rest[0]) if rest else 1
                if ships is None:
                    return None
                if not ships:
                    return AT_LEAST_ONE
                if origin == end:
                    return Message("navegador.refuse.same_region", {"region": end})
                if end not in game.state.discovered:
                    needed = board.ships_to_discover(end, game.state.seats)
                    return Message("navegador.refuse.undiscovered", {"region": end, "n": needed})
                return step.hindrance(game, origin, end, ships) or (None if rest else HOW_MANY)
        return None

    def do(self, game: Position, step: Sailing, seat: int, words: Words) -> None:
        origin, end, ships = words
        count = int(ships)
        step.unmoor(game, origin, count)
        game.add_ships(seat, end, count)
        game.emit("sail", seat, from_region=origin, to_region=end, count=count)
        game.push(step)


class Discover(Verb[Position, "Sailing"]):
    """Enter an undiscovered region with ships of one or several regions; one ship stays, the others are lost."""

    word = "discover"

    def closed(self, game: Position, step: Sailing, seat: int) -> Message | None:
        return Message("navegador.refuse.one_discovery") if step.discovered else None

    def choices(self, game: Position, step: Sailing, seat: int) -> Iterable[Words]:
        origins_of: dict[str, list[str]] = {}
        for origin in step.origins():
            for target in step.reach(game, origin).unknown:
                origins_of.setdefault(target, []).append(origin)
        for target, candidates in origins_of.items():
            needed = board.ships_to_discover(target, game.state.seats)
            for origins in combinations_with_replacement(candidates, needed):
                if all(step.moored[origin] >= ships for origin, ships in Counter(origins).items()):
                    yield (target, *origins)

    def fault(self, game: Position, step: Sailing, seat: int, words: Words) -> Message | None:
        match words:
            case ():
                return Message("navegador.refuse.no_discovery")
            case (target, *origins) if board.REGIONS.keys() >= set(words):
                if target in game.state.discovered:
                    reasons = (step.hindrance(game, origin, target, 1) for origin in origins)
                    return next(filter(None, reasons), Message("navegador.refuse.known", {"region": target}))
                needed = board.ships_to_discover(target, game.state.seats)
                if len(origins) != needed:
                    return self.wrong_number(game, step, target, needed)
                for origin, ships in Counter(origins).items():
                    if reason := step.hindrance(game, origin, target, ships):
                        return reason
        return None

    def wrong_number(self, game: Position, step: Sailing, target: str, needed: int) -> Message:
        """Return why a region cannot be discovered with another number of ships than it takes."""
        ships = step.reaching(game, target)
        if 0 < ships < needed:
            return Message("navegador.refuse.too_few_reach", {"region": target, "n": ships, "needed": needed})
        id = "discovery_ships" if ships else "none_reach"
        return Message(f"navegador.refuse.{id}", {"region": target, "n": needed})

    def hint(self, game: Position, step: Sailing, seat: int, words: Words) -> Message:
        _, *origins = words
        return Message("navegador.hint.discover", {"n": len(origins) - 1})  # the ships that are lost

    def normal(self, words: Words) -> Words:
        return words[:1] + in_order(words[1:], tuple(board.REGIONS))

    def do(self, game: Position, step: Sailing, seat: int, words: Words) -> None:
        state = game.state
        player = game.state.players[seat]
        target, *origins = words
        for origin in origins:
            step.unmoor(game, origin, 1)
        game.add_ships(seat, target, 1)
        player.explorers += 1
        state.discovered.append(target)
        tokens = state.stacks[target]  # the prices of its colonies, which lie open from now on
        ships_lost = len(origins) - 1
        bonus = tokens[0]  # the discoverer receives the price of the cheapest one
        prices = [str(price) for price in tokens]
        player.money += bonus
        game.emit(
            "discover", seat, barrier=True, region=target, origins=origins, lost=ships_lost, bonus=bonus, tokens=prices
        )
        region = board.REGIONS[target]
        if region.starts_phase:
            state.coming_phase = region.starts_phase
            game.emit("phase_triggered", seat, phase=region.starts_phase)
        if region.ends_game:
            game.trigger_end(target, seat)
        step.discovered = True
        game.push(step)


class StopSailing(Enough):
    """End the Sailing; a use of the card must have moved at least one ship (ruling 7)."""

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return Message("navegador.refuse.card_sail_first") if step.card and not step.moved else None


class Sailing(FieldAction, kw_only=True, tag="Sailing"):
    """A Sailing, by the rondel or with the Navegador card."""

    asks = "navegador.prompt.sailing"
    verbs = (Sail(), Discover(), StopSailing())
    field = "sailing"

    borders: int
    """The number of borders that a ship may cross."""
    moored: dict[str, int]
    """The ships that have not moved in this Sailing, by region."""
    discovered: bool = False
    """True once a region was discovered in this Sailing."""
    moved: bool = False
    """True once a ship has moved in this Sailing."""
    card: bool = False
    """True if the card is used; False: the Sailing is the action of the rondel field."""

    @classmethod
    def of(cls, game: Position, seat: int, *, card: bool = False) -> Sailing:
        """Return a Sailing with all ships of a seat and the range of the phase in force."""
        fleet = game.state.players[seat].fleet
        return cls(seat=seat, borders=board.RANGE[game.state.phase], moored=dict(fleet), card=card)

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.borders, "ships": sum(self.moored.values())}

    def begun(self) -> bool:
        return self.moved

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that the action needs the stone on its field; after a use of the card the stone still moves."""
        reason = super().no_answer(game, seat, action)
        return Message("navegador.refuse.card_then_rondel") if reason and self.card else reason

    def origins(self) -> list[str]:
        """Return the regions with ships that have not moved, in the order of ``board.REGIONS``."""
        return [region for region in board.REGIONS if region in self.moored]

    def reach(self, game: Position, origin: str) -> Reach:
        """Return the regions within the range of a ship of a region."""
        return reach(tuple(game.state.discovered), origin, self.borders)

    def reaching(self, game: Position, target: str) -> int:
        """Return how many ships that have not moved can enter an undiscovered region."""
        return sum(ships for origin, ships in self.moored.items() if target in self.reach(game, origin).unknown)

    def unmoor(self, game: Position, origin: str, ships: int) -> None:
        """Take ships that sail from a region off the map and off ``moored``."""
        game.take_ships(self.seat, origin, ships)
        self.moored[origin] -= ships
        if not self.moored[origin]:
            del self.moored[origin]
        self.moved = True

    def hindrance(self, game: Position, origin: str, end: str, ships: int) -> Message | None:
        """Return why so many ships cannot sail from one region to another."""
        if origin not in game.state.players[self.seat].fleet:
            return Message("navegador.refuse.no_ship", {"region": origin})
        ship_count = self.moored.get(origin, 0)
        if ship_count < ships:
            return Message("navegador.refuse.moored", {"region": origin, "n": ship_count})
        route: Arguments = {"from_region": origin, "to_region": end}
        at_any_distance = reach(tuple(game.state.discovered), origin, len(board.REGIONS))
        if end not in at_any_distance.discovered and end not in at_any_distance.unknown:
            return Message("navegador.refuse.no_way", route)
        within_range = self.reach(game, origin)
        if end not in within_range.discovered and end not in within_range.unknown:
            return Message("navegador.refuse.range", route | {"n": self.borders})
        return None

    def sound(self, game: Position) -> bool:
        fleet = game.state.players[self.seat].fleet
        are_ships_there = all(0 < ships <= fleet.get(region, 0) for region, ships in self.moored.items())
        has_sailed_or_can = bool(self.moored or self.moved)
        return are_ships_there and has_sailed_or_can and self.borders == board.RANGE[game.state.phase]


# -- the card (rules 9) ------------------------------------------------------------------------------------------------


class UseCard(Verb[Position, Any]):
    """Use the Navegador card: after the first round, and only if at least one ship can move (ruling 7)."""

    word = "navegador"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        holder = game.state.card.holder
        if holder != seat:
            return Message("navegador.refuse.card_held", {"holder_seat": holder})
        if game.state.players[seat].stone is None:
            return Message("navegador.refuse.card_first_round")
        sailing = Sailing.of(game, seat, card=True)
        can_move = any(True for verb in (Sail(), Discover()) for _ in verb.choices(game, sailing, seat))
        return None if can_move else Message("navegador.refuse.card_no_move")

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("navegador.hint.card")

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.emit("card_used", seat)
        step.card = False
        game.push(Sailing.of(game, seat, card=True), PassCard(seat=seat), step)


class PassCard(OfSeat[Position], kw_only=True, tag="PassCard"):
    """The end of a use of the card: it is passed on, and a phase that the Sailing started is in force at once."""

    def run(self, game: Position) -> None:
        game.pass_card("card")
        game.enter_phase()

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.card.holder
