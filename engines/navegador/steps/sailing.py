"""Sailing and discovering (rules 7.3): groups of ships move one at a time, then ``done``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.steps.decision import DONE, Decision
from engines.notation import number

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


@lru_cache(maxsize=4096)
def reach(discovered: tuple[str, ...], origin: str, borders: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where a ship may end within so many borders: discovered regions, and undiscovered ones it could enter.

    The way leads through discovered regions only; in a discovery just the last region is not (rules 7.3).
    """
    seen, edge, unknown = {origin}, [origin], set[str]()
    for _ in range(borders):
        found = {there for here in edge for there in board.NEIGHBOURS[here]} - seen
        unknown |= {there for there in found if there not in discovered}
        edge = [there for there in found if there in discovered]
        seen |= set(edge)
    return (
        tuple(region for region in board.REGIONS if region in seen and region != origin),
        tuple(region for region in board.REGIONS if region in unknown),
    )


class Sailing(Decision, kw_only=True, tag="Sailing"):
    """One Sailing. ``moored`` holds the ships that have not moved in it, by region."""

    asks = "navegador.prompt.sailing"

    borders: int
    moored: dict[str, int]
    discovered: bool = False
    moved: bool = False
    card: bool = False

    @classmethod
    def of(cls, game: Navegador, seat: int, card: bool = False) -> Sailing:
        """A Sailing about to start; its range is that of the phase in force now (rules 7.3)."""
        fleet = game.state.players[seat].fleet
        return cls(seat=seat, borders=board.RANGE[game.state.phase], moored=dict(fleet), card=card)

    def asking(self, game: Navegador, seat: int) -> dict[str, int | str | list[str]]:
        return {"n": self.borders, "ships": sum(self.moored.values())}

    def optional(self, game: Navegador, seat: int) -> bool:
        return self.moved or not self.card

    def can_move(self, game: Navegador) -> bool:
        return next(self.moves(game), None) is not None

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        yield from self.moves(game)
        if self.optional(game, seat):
            yield DONE

    def moves(self, game: Navegador) -> Iterator[Action]:
        known = tuple(game.state.discovered)
        origins = [region for region in board.REGIONS if region in self.moored]
        targets: dict[str, list[str]] = {}
        for origin in origins:
            ends, unknown = reach(known, origin, self.borders)
            for end in ends:
                for ships in range(1, self.moored[origin] + 1):
                    yield ("sail", origin, end, str(ships))
            for target in unknown:
                targets.setdefault(target, []).append(origin)
        if not self.discovered:
            for target, near in targets.items():
                needed = board.ships_to_discover(target, game.state.seats)
                for chosen in combinations_with_replacement(near, needed):
                    if all(self.moored[origin] >= count for origin, count in Counter(chosen).items()):
                        yield ("discover", target, *chosen)

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        known = game.state.discovered
        match action:
            case ("sail", origin, end, count) if origin in board.REGIONS and end in board.REGIONS and number(count):
                if end not in known:
                    needed = board.ships_to_discover(end, game.state.seats)
                    return Message("navegador.refuse.undiscovered", {"region": end, "n": needed})
                return self.not_moored(origin, int(count)) or self.too_far(origin, end)
            case ("discover", target, *origins) if target in board.REGIONS and board.REGIONS.keys() >= set(origins):
                if target in known:
                    return Message("navegador.refuse.known", {"region": target})
                if self.discovered:
                    return Message("navegador.refuse.one_discovery")
                needed = board.ships_to_discover(target, game.state.seats)
                if len(origins) != needed:
                    return Message("navegador.refuse.discovery_ships", {"region": target, "n": needed})
                for origin, ships in Counter(origins).items():
                    reason = self.not_moored(origin, ships)
                    if reason is None and target not in reach(tuple(known), origin, self.borders)[1]:
                        reason = self.too_far(origin, target)
                    if reason:
                        return reason
            case ("done",):
                return Message("navegador.refuse.card_sail_first")
        return None

    def not_moored(self, origin: str, ships: int) -> Message | None:
        have = self.moored.get(origin, 0)
        return Message("navegador.refuse.moored", {"region": origin, "n": have}) if have < ships else None

    def too_far(self, origin: str, end: str) -> Message:
        return Message("navegador.refuse.range", {"from_region": origin, "to_region": end, "n": self.borders})

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("discover", _, *origins):
                return Message("navegador.hint.discover", {"n": len(origins) - 1})
        return None

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        match action:
            case ("done",):
                if not self.moved:
                    game.emit("passed", seat, action="sailing")
                return
            case ("sail", origin, end, count):
                self.unmoor(game, origin, int(count))
                game.add_ships(seat, end, int(count))
                game.emit("sail", seat, from_region=origin, to_region=end, count=int(count))
            case ("discover", target, *origins):
                for origin in origins:
                    self.unmoor(game, origin, 1)
                self.discovered = True
                discover(game, seat, target, origins)
        self.moved = True
        game.push(self)

    def unmoor(self, game: Navegador, origin: str, ships: int) -> None:
        game.take_ships(self.seat, origin, ships)
        self.moored[origin] -= ships
        if not self.moored[origin]:
            del self.moored[origin]


def discover(game: Navegador, seat: int, region: str, origins: Sequence[str]) -> None:
    """Rules 7.3, discovery 1 to 5; the ships have already left their regions."""
    state, player = game.state, game.state.players[seat]
    game.add_ships(seat, region, 1)
    player.explorers += 1
    state.discovered.append(region)
    tokens = state.stacks[region]
    bonus = tokens[0]
    player.money += bonus
    prices = [str(price) for price in tokens]
    game.emit(
        "discover",
        seat,
        barrier=True,
        region=region,
        origins=list(origins),
        lost=len(origins) - 1,
        bonus=bonus,
        tokens=prices,
    )
    place = board.REGIONS[region]
    if place.starts_phase:
        state.coming_phase = place.starts_phase
        game.emit("phase_triggered", seat, phase=place.starts_phase)
    if place.ends_game:
        game.trigger_end("nagasaki", seat)
