"""Laying of the number chips by the players before the first settlement, an option (ruling 24.19)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Action, Message
from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.action import Decision
from engines.steps import Verb, Words


def bare(game: Position) -> list[int]:
    """Return the hexes without a number chip."""
    return [place for place, chip in enumerate(game.state.chips) if not chip]


class Lay(Verb[Position, "LayChip"]):
    """Lay one of the remaining chips on a hex without one."""

    word = "lay"

    def choices(self, game: Position, step: LayChip, seat: int) -> Iterable[Words]:
        places = [game.geometry.hexes[place] for place in bare(game)]
        return ((str(chip), place) for chip in dict.fromkeys(step.chips) for place in places)

    def fault(self, game: Position, step: LayChip, seat: int, words: Words) -> Message | None:
        if len(words) != 2:
            return Message("mmn.refuse.length", {"typed": " ".join((self.word, *words))})
        chip, place = words
        if chip not in map(str, step.chips):
            return Message("mmn.refuse.no_chip", {"typed": chip, "chips": list(map(str, step.chips))})
        return refusals.place(game, place, "hex") or Message("mmn.refuse.has_chip", {"place": place})

    def hint(self, game: Position, step: LayChip, seat: int, words: Words) -> Message:
        return Message("mmn.hint.ways", {"n": board.ways(int(words[0]))})

    def do(self, game: Position, step: LayChip, seat: int, words: Words) -> None:
        chip = int(words[0])
        place = words[1]
        game.lay_chip(game.geometry.hex_number[place], chip)
        game.emit("laid", seat, hex=place, number=chip)
        chips = list(step.chips)
        chips.remove(chip)
        if chips:
            game.push(LayChip(seat=(seat + 1) % game.state.seats, chips=chips))


class LayChip(Decision, kw_only=True, tag="LayChip"):
    """The question where to lay a chip; then the next seat is asked, until all hexes have one."""

    asks = "mmn.prompt.laychip"
    verbs = (Lay(),)

    chips: list[int]
    """The chips that are not laid yet, in the order of their numbers."""

    def sound(self, game: Position) -> bool:
        return bool(self.chips) and not game.state.turn and len(self.chips) == len(bare(game))

    def resources(self, game: Position, seat: int) -> Message:
        """Return the remaining chips as a message, in place of a hand, which nobody has yet."""
        return Message("mmn.chips", {"chips": list(map(str, self.chips))})

    def usual(self, game: Position) -> Action:
        """Return the action that computer players take; nobody knows yet for whom a chip is good.

        It lays the chip that is rolled most often where the chips around are rolled least often, on gold rivers first.
        """
        state = game.state
        hexes_around = game.geometry.hex_hexes
        chip = max(self.chips, key=board.ways)
        gold = [place for place in bare(game) if state.terrain[place] == board.GOLD_RIVER]
        place = min(
            gold or bare(game),
            key=lambda place: sum(board.ways(state.chips[neighbour]) for neighbour in hexes_around[place]),
        )
        return (Lay.word, str(chip), game.geometry.hexes[place])


def left(game: Position) -> list[int]:
    """Return the chips that are not laid yet."""
    return next((list(step.chips) for step in game.state.stack if isinstance(step, LayChip)), [])
