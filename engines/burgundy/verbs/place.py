"""Placing a tile, what that scores, and what castles and buildings let their owner do at once (rules 6.3, 7, 10)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.burgundy import box, placement
from engines.burgundy.estate import ESTATES
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.burgundy.verbs import ship
from engines.burgundy.verbs.action import Acting, DieAction, End, Sell, TakeWorkers, tile_hint
from engines.burgundy.verbs.storing import Buy, Hire, Take
from engines.contract import Message
from engines.steps import Pass, Words


class Place(DieAction):
    """Rules 6.3: a stored tile on a hex whose number the die shows."""

    word = "place"
    size = 2

    def served(self, game: Position, step: Acting, player: Player, reach: placement.Reach) -> Sequence[Words]:
        return placement.placements(player, reach)

    def goal(self, player: Player, what: Words) -> tuple[str, int]:
        tile, hex = what
        return box.COLOUR[tile], ESTATES[player.board].hexes[hex].die

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        tile, hex = (*words, "", "")[:2]
        if tile and tile not in box.COLOUR:
            return Message("burgundy.refuse.no_tile", {"typed": tile})
        if tile and tile not in player.storage:
            return Message("burgundy.refuse.not_in_storage", {"tile": tile})
        if not tile or not hex:
            return self.nowhere(game, step, seat, tile) or Message("burgundy.refuse.which_hex")
        return placement.misfit(player, tile, hex)

    def nowhere(self, game: Position, step: Acting, seat: int, tile: str) -> Message | None:
        """Why a stored tile can be placed on no hex; None: it can, or none was named."""
        if not tile or any(words[0] == tile for words in self.choices(game, step, seat)):
            return None
        player = game.state.players[seat]
        beside = placement.border(player.board, frozenset(player.covered))[box.COLOUR[tile]]
        hexes = [hex.id for hex in beside if placement.misfit(player, tile, hex.id) is None]
        if hexes:
            return Message("burgundy.refuse.hexes_beyond_dice", {"tile": tile, "hexes": hexes})
        return Message("burgundy.refuse.nowhere", {"tile": tile})

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        tile, hex, *_ = words
        player = game.state.players[seat]
        size = placement.bonus(game, player, hex)
        points = placement.animal_vp(player, tile, hex) + placement.region_vp(game, player, hex)
        points += box.bonus_vp(size, game.state.seats) if size else 0
        points += box.AMOUNT[tile] if tile == "watchtower" else 0
        return Message("burgundy.hint.points", {"n": points}) if points else tile_hint(tile)

    def act(self, game: Position, seat: int, words: Words) -> None:
        """The tile lies, region and colour are scored, then its effect."""
        (tile, hex) = words
        player = game.state.players[seat]
        colour = box.COLOUR[tile]
        animals = placement.animal_vp(player, tile, hex)
        region = placement.region_vp(game, player, hex)
        size = placement.bonus(game, player, hex)
        player.storage.remove(tile)
        player.covered[hex] = tile
        game.emit("placed", seat, tile=tile, hex=hex)
        if region:
            hexes = ESTATES[player.board].around(hex)
            game.earn(seat, "regions", region, "region", colour=colour, size=len(hexes))
        if size:  # the first player wins the large bonus tile, the second the small one
            game.state.bonus[colour].remove(size)
            player.bonus.append(f"{colour}.{size}")
            game.earn(seat, "bonus", box.bonus_vp(size, game.state.seats), "bonus", colour=colour, size=size)
        if animals:
            game.earn(seat, "animals", animals, "animals", tile=tile)
        start_effect(game, seat, tile)


def start_effect(game: Position, seat: int, tile: str) -> None:
    """Rules 7: what a tile just placed does; of mines and animals nothing is left to do."""
    match tile:
        case "ship":
            ship.start(game, seat)
        case "castle":
            game.push(Castle(seat=seat))
        case "boarding_house":
            game.receive_workers(seat, tile)
        case "bank":
            game.receive_silverlings(seat, tile)
        case "watchtower":
            game.earn(seat, "watchtowers", box.AMOUNT[tile], "watchtower")
        case _ if tile in box.KNOWLEDGE:
            game.state.players[seat].knowledge.append(tile)
        case _ if tile in ALLOWED:
            game.push(Building(seat=seat, building=tile))


ACTIONS = PLACE, TAKE, SELL, WORKERS, BUY, HIRE = (Place(), Take(), Sell(), TakeWorkers(), Buy(), Hire())
"""What a turn and the effects of castles and buildings choose from."""


class NoPass(Pass):
    """The action of a castle is no offer."""

    def closed(self, game: Position, step: Castle, seat: int) -> Message:
        return Message("burgundy.refuse.castle_acts")


class Castle(Acting, kw_only=True, tag="Castle"):
    """One more action as if with a die of any number; it must be taken (rules 17, A8)."""

    asks = "burgundy.prompt.castle"
    verbs = (*ACTIONS, NoPass(), End())
    cause = "castle"


FETCHED = {
    "carpenters_workshop": ("building",),
    "church": ("mine", "knowledge", "castle"),
    "market": ("ship", "animal"),
}
"""Which tiles the buildings fetch that fetch one."""
ALLOWED = {"city_hall": Place.word, "warehouse": Sell.word, **dict.fromkeys(FETCHED, Take.word)}
"""The action that a building allows."""


class Decline(Pass):
    """The effect is not used, or lost."""

    def do(self, game: Position, step: Building, seat: int, words: Words) -> None:
        lost = [*step.legal(game, seat)] == [(self.word,)]
        game.emit("no_effect" if lost else "passed", seat, tile=step.building)


class Building(Acting, kw_only=True, tag="Building"):
    """What a building lets its owner do; it may be declined (rules 17, A9)."""

    verbs = (*ACTIONS, Decline(), End())
    building: str

    def question(self, game: Position, seat: int) -> str:
        return f"burgundy.prompt.{self.building}"

    def effect(self) -> str:
        return self.building

    def allows(self, word: str) -> bool:
        return word == ALLOWED[self.building]

    def colours(self) -> tuple[str, ...]:
        return FETCHED[self.building]

    def may_buy(self, game: Position) -> bool:
        """Where it matters whether the tile is bought before."""
        return self.allows(Place.word) and super().may_buy(game)

    def sound(self, game: Position) -> bool:
        return super().sound(game) and self.building in ALLOWED
