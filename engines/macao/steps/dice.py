"""Phase 2: choosing two dice, filling and turning the wind rose (rules 4.2 and 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

from engines.contract import Action, Message
from engines.macao import board
from engines.macao.cards.effects import DiceBonusCubes, DiceShiftField, DiceValueIncome
from engines.macao.position import BeforeTurns, Position
from engines.macao.verbs.jokers import AvertEmptyStock, SpendJokerEarly
from engines.steps import Arguments, Pass, Verb, Words, in_order

PAIRS = tuple(combinations(board.COLOURS, board.DICE_CHOSEN))
"""The choices of dice, as colours."""
SHIFT = {"up": 1, "down": -1}
"""The number of fields by which the Meister moves cubes, by direction."""
SHIFTS = tuple(product(board.COLOURS, SHIFT))
"""The uses of the Meister: the colour of a die and a direction."""
_LOOKING_SINCE = 3
"""The version of the rules that introduced ``LookFirst``."""


class Choose(Verb[Position, "ChooseDice"]):
    """Choose two dice of different colours."""

    word = "dice"
    refuses = Message("macao.refuse.two_dice")

    def choices(self, game: Position, step: ChooseDice, seat: int) -> Iterable[Words]:
        return PAIRS

    def hint(self, game: Position, step: ChooseDice, seat: int, words: Words) -> Message:
        first, second = words
        return Message("macao.hint.dice", {"first": game.state.rolled[first], "second": game.state.rolled[second]})

    def do(self, game: Position, step: ChooseDice, seat: int, words: Words) -> None:
        step.chosen[seat] = list(words)
        has_meister = game.powers(seat).effect(DiceShiftField) is not None
        step.go_on(game, seat, None if has_meister else [])

    def normal(self, words: Words) -> Words:
        return in_order(words, board.COLOURS)


class Shift(Verb[Position, "ChooseDice"]):
    """Put the cubes of one chosen die on a neighbouring field (Meister)."""

    word = "shift"

    def choices(self, game: Position, step: ChooseDice, seat: int) -> Iterable[Words]:
        meister = game.powers(seat).effect(DiceShiftField)
        assert meister is not None
        for colour, direction in SHIFTS:
            field = game.state.rolled[colour] + SHIFT[direction]
            if colour in step.chosen[seat] and meister.min_field <= field <= meister.max_field:
                yield (colour, direction)

    def fault(self, game: Position, step: ChooseDice, seat: int, words: Words) -> Message | None:
        # Asked only about words that ``choices`` lacks: a real shift is refused here, anything else is no shift at all.
        return Message("macao.refuse.shift") if words in SHIFTS else None

    def do(self, game: Position, step: ChooseDice, seat: int, words: Words) -> None:
        step.go_on(game, seat, list(words))


class NoShift(Pass):
    """Leave the cubes on the fields of the dice, without using the Meister."""

    def do(self, game: Position, step: ChooseDice, seat: int, words: Words) -> None:
        step.go_on(game, seat, [])


class LookFirst(Verb[Position, "ChooseDice"]):
    """Wait until the others have revealed their dice, and choose then, in wall order; only if all choose together."""

    word = "look"
    refuses = Message("macao.refuse.look")

    def closed(self, game: Position, step: ChooseDice, seat: int) -> Message | None:
        return None if step.together and game.state.rules >= _LOOKING_SINCE else self.refuses

    def choices(self, game: Position, step: ChooseDice, seat: int) -> Iterable[Words]:
        return ((),)

    def do(self, game: Position, step: ChooseDice, seat: int, words: Words) -> None:
        step.later.append(seat)
        game.emit("looks_first", seat)
        step.wait_for_others(game)


class ChooseDice(BeforeTurns, kw_only=True, tag="ChooseDice", omit_defaults=True):
    """The choice of two dice by all players."""

    asks = "macao.prompt.choosedice"
    verbs = (Choose(), LookFirst(), SpendJokerEarly())
    verbs_of_the_meister = (Shift(), NoShift())
    order: list[int]
    """The seats in wall order."""
    together: bool
    """True if all choose at the same time and reveal their dice together; False: they choose in wall order."""
    chosen: list[list[str]]
    """The two colours that each seat has chosen; empty: it has not chosen yet."""
    shifts: list[list[str] | None]
    """The use of the Meister by each seat: a colour and a direction, none ([]), or not decided yet (None)."""
    later: list[int] = []
    """The seats that choose after the others have revealed their dice."""

    def actors(self, game: Position) -> tuple[int, ...]:
        waiting_seats = [seat for seat in self.order if self.shifts[seat] is None and seat not in self.later]
        return tuple(waiting_seats if self.together else waiting_seats[:1])

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs_of_the_meister if self.chosen[seat] else self.verbs

    def question(self, game: Position, seat: int) -> str:
        return "macao.prompt.shift" if self.chosen[seat] else self.asks

    def asking(self, game: Position, seat: int) -> Arguments:
        return {} if self.chosen[seat] else {"n": board.DICE_CHOSEN}

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that the dice are chosen, if the Meister is asked about."""
        if self.chosen[seat] and action[:1] in {(verb.word,) for verb in self.verbs}:
            return Message("macao.refuse.dice_chosen")
        return super().no_answer(game, seat, action)

    def resources(self, game: Position, seat: int) -> Message:
        return game.resources(seat)

    def sound(self, game: Position) -> bool:
        seats = range(game.state.seats)
        if sorted(self.order) != list(seats) or not len(self.chosen) == len(self.shifts) == len(seats):
            return False
        if self.later and not self._are_later_seats_sound(game):
            return False
        return bool(game.state.rolled) and all(self._is_choice_sound(game, seat) for seat in seats)

    def _are_later_seats_sound(self, game: Position) -> bool:
        """Return whether some seats, but not all, can be waiting for the dice of the others."""
        later_seats = set(self.later)
        if not self.together or len(later_seats) != len(self.later) or not later_seats < set(range(game.state.seats)):
            return False
        return not any(self.chosen[seat] for seat in later_seats)

    def _is_choice_sound(self, game: Position, seat: int) -> bool:
        """Return whether the recorded choice of a seat is a possible one, with a use of the Meister that it allows."""
        choice = tuple(self.chosen[seat])
        shift = self.shifts[seat]
        if not choice:
            return shift is None
        if choice not in PAIRS:
            return False
        if shift == []:
            return True
        meister = game.powers(seat).effect(DiceShiftField) is not None
        return meister and (shift is None or tuple(shift) in Shift().choices(game, self, seat))

    def visible_choice(self, seat: int, viewer: int | None) -> list[str] | None:
        """Return the colours that a seat has chosen; None: it has not chosen, or ``viewer`` may not know them."""
        hidden = self.together and seat != viewer
        return None if hidden or not self.chosen[seat] else list(self.chosen[seat])

    def brought(self, game: Position, seat: int, colour: str) -> int:
        """Return the number of cubes that a die brings a seat: its value, and more with the Forscher."""
        bonus = game.powers(seat).effect(DiceBonusCubes)
        return game.state.rolled[colour] + (bonus.per_die if bonus else 0)

    def field(self, game: Position, colour: str, shift: Sequence[str]) -> int:
        """Return the field of the wind rose for the cubes of a die; ``shift`` is the use of the Meister, as stored."""
        rolled = game.state.rolled[colour]
        if not shift:
            return rolled
        shifted_colour, direction = shift
        return rolled + SHIFT[direction] if shifted_colour == colour else rolled

    def go_on(self, game: Position, seat: int, shift: list[str] | None) -> None:
        """Go on after a seat has chosen its dice or the use of the Meister.

        Args:
            game: The game.
            seat: The seat that has chosen.
            shift: The use of the Meister; None: the seat has yet to decide on it.
        """
        self.shifts[seat] = shift
        if not self.together:
            is_awaiting_others = None in self.shifts
            if is_awaiting_others:
                game.push(self)  # below what `place` may push, which comes first
            if shift is not None:
                self.place(game, seat)
            return
        if shift is not None and self.actors(game):
            game.emit("has_chosen", seat)
        self.wait_for_others(game)

    def wait_for_others(self, game: Position) -> None:
        """Reveal the dice once all seats that choose together have chosen; then those in ``later`` choose in turn."""
        if self.actors(game):
            game.push(self)
            return
        revealed = [seat for seat in self.order if seat not in self.later]
        if self.later:  # this step goes on for them, below what placing the revealed dice may push
            self.together = False
            self.later = []
            game.push(self)
        for seat in revealed:
            self.place(game, seat, revealed=True)

    def place(self, game: Position, seat: int, *, revealed: bool = False) -> None:
        """Put the cubes of a seat's dice on its wind rose, turn it, and check for an empty stock.

        The order is that of rules 6: number of cubes, fields, placing, gold of the Professor, turning, penalty.

        Args:
            game: The game.
            seat: A seat that has chosen its dice and decided on the Meister.
            revealed: True if others learn only now what it has chosen.
        """
        rolled = game.state.rolled
        game.state.chosen[seat] = self.chosen[seat]
        first, second = self.chosen[seat]
        values = {"first_value": rolled[first], "second_value": rolled[second]}
        game.emit("chose", seat, barrier=revealed, first=first, second=second, **values)
        self._fill_rose(game, seat)
        professor = game.powers(seat).effect(DiceValueIncome)
        if professor and (times := [rolled[first], rolled[second]].count(professor.die_value)):
            game.receive_gold(seat, professor.gain.gold * times)
            game.emit("professor", seat, gold=professor.gain.gold * times)
        self._turn_rose(game, seat)

    def _fill_rose(self, game: Position, seat: int) -> None:
        """Put the cubes of the chosen dice on their fields."""
        rose = game.state.players[seat].rose
        shift = self.shifts[seat] or []
        for colour in self.chosen[seat]:
            cubes = rose[self.field(game, colour, shift)]
            cubes[colour] = cubes.get(colour, 0) + self.brought(game, seat, colour)
        if shift:
            shifted_colour, _ = shift
            game.emit("shifted", seat, colour=shifted_colour, to=self.field(game, shifted_colour, shift))

    def _turn_rose(self, game: Position, seat: int) -> None:
        """Turn the rose by one field, so that the cubes of field 1 become the stock; an empty stock is penalised."""
        player = game.state.players[seat]
        stock_before, new_stock, *later_cubes = player.rose
        player.rose = [new_stock, *later_cubes, {}]
        game.add_cubes(seat, stock_before)  # it is empty, unless jokers were spent early
        if not player.stock:  # rules 4.2, ruling 1
            can_avert = board.RULINGS.joker_can_avert_empty_stock_penalty or game.jokers_any_time
            if can_avert and player.jokers:
                game.push(AvertEmptyStock(seat=seat))
            else:
                game.penalise(seat, "empty_stock")
