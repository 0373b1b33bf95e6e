"""Phase 2: choosing two dice, filling and turning the wind rose (rules 4.2 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engines.contract import Action, Message, Prompt, Step
from engines.macao import actions, board
from engines.macao.cards.effects import DiceBonusCubes, DiceShiftField, DiceValueIncome
from engines.macao.steps.decision import PASS, resources
from engines.macao.steps.jokers import early_jokers

if TYPE_CHECKING:
    from engines.macao.game import Macao

SHIFT = {"up": 1, "down": -1}


class ChooseDice(Step, kw_only=True, tag="ChooseDice"):
    """Everybody chooses two dice: in wall order, or (``together``) all at once and revealed together.

    By seat: ``chosen`` holds the two colours (empty: not yet), ``shifts`` what the Meister does: a colour and a
    direction, nothing ([]), or not decided yet (None).
    """

    asks = "macao.prompt.choosedice"

    order: list[int]
    together: bool
    chosen: list[list[str]]
    shifts: list[list[str] | None]

    def actors(self, game: Macao) -> tuple[int, ...]:
        waiting = tuple(seat for seat in self.order if self.shifts[seat] is None)
        return waiting if self.together else waiting[:1]

    def known(self, seat: int, viewer: int | None) -> list[str] | None:
        """The colours a seat has chosen, as ``viewer`` may know them."""
        hidden = self.together and seat != viewer
        return None if hidden or not self.chosen[seat] else list(self.chosen[seat])

    def prompt(self, game: Macao, seat: int) -> Prompt:
        if not self.chosen[seat]:
            return Prompt(Message(self.asks, {"n": board.DICE_CHOSEN}), resources=resources(game, seat))
        return Prompt(Message("macao.prompt.shift"), optional=True, resources=resources(game, seat))

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        if not self.chosen[seat]:
            for pair in combinations(board.COLOURS, board.DICE_CHOSEN):
                yield ("dice", *pair)
            yield from early_jokers(game, seat)
            return
        meister = game.active(seat, DiceShiftField)
        assert meister is not None
        for colour in self.chosen[seat]:
            for direction, step in SHIFT.items():
                if meister.min_field <= game.state.rolled[colour] + step <= meister.max_field:
                    yield ("shift", colour, direction)
        yield PASS

    def refusal(self, game: Macao, seat: int, action: Action) -> Message | None:
        match action:
            case ("dice", *_) if not self.chosen[seat]:
                return Message("macao.refuse.two_dice")
            case ("shift", colour, direction) if colour in board.COLOURS and direction in SHIFT:
                return Message("macao.refuse.shift")
        return None

    def hint(self, game: Macao, seat: int, action: Action) -> Message | None:
        match action:
            case ("dice", first, second):
                rolled = game.state.rolled
                return Message("macao.hint.dice", {"first": rolled[first], "second": rolled[second]})
        return None

    def play(self, game: Macao, seat: int, action: Action) -> None:
        match action:
            case ("dice", *pair):
                self.chosen[seat] = pair
                if game.active(seat, DiceShiftField) is None:
                    self.shifts[seat] = []
            case ("shift", colour, direction):
                self.shifts[seat] = [colour, direction]
            case ("pass",):
                self.shifts[seat] = []
            case ("joker", *gains):
                game.push(self)
                actions.spend_joker(game, seat, gains)
                return
        decided = self.shifts[seat] is not None
        if self.together and decided:
            game.emit("has_chosen", seat)
        if None in self.shifts:
            game.push(self)
        elif self.together:
            for other in self.order:
                self.place(game, other)
        if decided and not self.together:
            self.place(game, seat)

    def place(self, game: Macao, seat: int) -> None:
        """Amounts, fields, placing, professor's gold, turning, the check of the stock: in this order (rules 6)."""
        player, rolled = game.state.players[seat], game.state.rolled
        first, second = game.state.chosen[seat] = self.chosen[seat]
        game.emit("chose", seat, first=first, first_value=rolled[first], second=second, second_value=rolled[second])
        bonus = game.active(seat, DiceBonusCubes)
        shift = self.shifts[seat] or []
        for colour in self.chosen[seat]:
            value = rolled[colour]
            field = value + (SHIFT[shift[1]] if shift and shift[0] == colour else 0)
            cubes = player.rose[field]
            cubes[colour] = cubes.get(colour, 0) + value + (bonus.per_die if bonus else 0)
        if shift:
            field = rolled[shift[0]] + SHIFT[shift[1]]
            game.emit("shifted", seat, colour=shift[0], to=field)
        professor = game.active(seat, DiceValueIncome)
        ones = sum(rolled[colour] == professor.die_value for colour in self.chosen[seat]) if professor else 0
        if professor and ones:
            game.receive_gold(seat, professor.gain.gold * ones)
            game.emit("professor", seat, gold=professor.gain.gold * ones)
        left, arrived, *coming = player.rose  # something is left only where jokers may be spent early
        stock = {colour: left.get(colour, 0) + arrived.get(colour, 0) for colour in {**left, **arrived}}
        player.rose = [stock, *coming, {}]
        if not player.stock:
            game.empty_stock(seat)
