"""Placing a tile: the VP for it, and the effects of castles and buildings (rules 6.3, 7, 10)."""

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
    """Place a stored tile on a hex whose number the die shows (rules 6.3)."""

    word = "place"
    size = 2

    def completions(self, game: Position, step: Acting, player: Player, reach: placement.Reach) -> Sequence[Words]:
        return placement.placements(player, reach)

    def goal(self, player: Player, target: Words) -> tuple[str, int]:
        tile, hex = target
        return box.COLOUR[tile], ESTATES[player.board].hexes[hex].die

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        tile, hex = (*words, "", "")[:2]
        if tile and tile not in box.COLOUR:
            return Message("burgundy.refuse.no_tile", {"typed": tile})
        if tile and tile not in player.storage:
            return Message("burgundy.refuse.not_in_storage", {"tile": tile})
        if not tile or not hex:
            return self.why_no_hex(game, step, seat, tile) or Message("burgundy.refuse.which_hex")
        return placement.misfit(player, tile, hex)

    def why_no_hex(self, game: Position, step: Acting, seat: int, tile: str) -> Message | None:
        """Return why a stored tile can be placed on no hex; None: it can, or ``tile`` is empty."""
        if not tile or any(words[0] == tile for words in self.choices(game, step, seat)):
            return None
        player = game.state.players[seat]
        empty = placement.border(player.board, frozenset(player.covered))[box.COLOUR[tile]]
        hexes = [hex.id for hex in empty if placement.misfit(player, tile, hex.id) is None]
        if hexes:
            return Message("burgundy.refuse.hexes_beyond_dice", {"tile": tile, "hexes": hexes})
        return Message("burgundy.refuse.nowhere", {"tile": tile})

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        tile, hex, *_ = words
        player = game.state.players[seat]
        bonus_size = placement.bonus(game, player, hex)
        points = placement.animal_vp(player, tile, hex) + placement.region_vp(game, player, hex)
        points += box.bonus_vp(bonus_size, game.state.seats) if bonus_size else 0
        points += box.AMOUNT[tile] if tile == "watchtower" else 0
        return Message("burgundy.hint.points", {"victory_points": points}) if points else tile_hint(tile)

    def act(self, game: Position, seat: int, words: Words) -> None:
        """Place the tile, score its region and colour, then start its effect."""
        tile, hex = words
        player = game.state.players[seat]
        colour = box.COLOUR[tile]
        player.storage.remove(tile)
        player.covered[hex] = tile
        game.emit("placed", seat, tile=tile, hex=hex)
        region = placement.region_vp(game, player, hex)
        if region:
            hexes = ESTATES[player.board].around(hex)
            game.earn(seat, "regions", region, "region", colour=colour, size=len(hexes))
        bonus_size = placement.bonus(game, player, hex)
        if bonus_size:  # the first player wins the large bonus tile, the second the small one
            game.state.bonus[colour].remove(bonus_size)
            player.bonus.append(f"{colour}.{bonus_size}")
            points = box.bonus_vp(bonus_size, game.state.seats)
            game.earn(seat, "bonus", points, "bonus", colour=colour, size=bonus_size)
        animals = placement.animal_vp(player, tile, hex)
        if animals:
            game.earn(seat, "animals", animals, "animals", tile=tile)
        start_effect(game, seat, tile)


def start_effect(game: Position, seat: int, tile: str) -> None:
    """Carry out the effect of a tile that was placed, or ask for the decisions in it (rules 7).

    Mines have no effect now, and animals have been scored.
    """
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
        case _ if tile in EXTRA_ACTIONS:
            game.push(Building(seat=seat, building=tile))


PLACE = Place()
TAKE = Take()
SELL = Sell()
WORKERS = TakeWorkers()
BUY = Buy()
HIRE = Hire()
ACTIONS = (PLACE, TAKE, SELL, WORKERS, BUY, HIRE)
"""The verbs of a turn and of the effects of castles and buildings."""


class NoPass(Pass):
    """The refused ``pass``: the action of a castle must be taken."""

    def closed(self, game: Position, step: Castle, seat: int) -> Message:
        return Message("burgundy.refuse.castle_acts")


class Castle(Acting, kw_only=True, tag="Castle"):
    """The effect of a castle: one more action as if with a die of any number; it must be taken (rules 17, A8)."""

    asks = "burgundy.prompt.castle"
    verbs = (*ACTIONS, NoPass(), End())
    cause = "castle"


TILE_COLOURS = {
    "carpenters_workshop": ("building",),
    "church": ("mine", "knowledge", "castle"),
    "market": ("ship", "animal"),
}
"""The colours of the tiles of which one may be taken, by the building with this effect."""
EXTRA_ACTIONS = {"city_hall": Place.word, "warehouse": Sell.word, **dict.fromkeys(TILE_COLOURS, Take.word)}
"""The verb of the action that is the effect of a building, by building."""


class Decline(Pass):
    """Decline the effect of a building, which may also have nothing to work on."""

    def do(self, game: Position, step: Building, seat: int, words: Words) -> None:
        has_no_effect = [*step.legal(game, seat)] == [(self.word,)]
        game.emit("no_effect" if has_no_effect else "passed", seat, tile=step.building)


class Building(Acting, kw_only=True, tag="Building"):
    """The effect of a building, an action without a die that may be declined (rules 17, A9)."""

    verbs = (*ACTIONS, Decline(), End())
    building: str

    def question(self, game: Position, seat: int) -> str:
        return f"burgundy.prompt.{self.building}"

    def effect(self) -> str:
        return self.building

    def allows(self, word: str) -> bool:
        return word == EXTRA_ACTIONS[self.building]

    def colours(self) -> tuple[str, ...]:
        return TILE_COLOURS[self.building]

    def may_buy(self, game: Position) -> bool:
        """Return whether a purchase is allowed: only before a placement, since its tile may be placed at once."""
        return self.allows(Place.word) and super().may_buy(game)

    def sound(self, game: Position) -> bool:
        return super().sound(game) and self.building in EXTRA_ACTIONS
