"""A turn (rules 4): curses end, the win is declared, Alchemist, four dice, steps A to E; then step F, the action phase:
anything in any order until the player passes (rules 11 to 18)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Action, Message
from engines.mmn import board, refusals, scoring
from engines.mmn.effects.trade import Swap
from engines.mmn.position import Position
from engines.mmn.state import Now
from engines.mmn.steps.barbarians import Barbarians
from engines.mmn.steps.income import Clearing, Production, Progress, clearing_next
from engines.mmn.steps.seven import Seven
from engines.mmn.verbs.action import Decision, Payable, Step, TurnVerb, unfit
from engines.mmn.verbs.bank import Bank
from engines.mmn.verbs.building import BUILDING
from engines.mmn.verbs.cards import Play, play_card
from engines.mmn.verbs.improvements import END_FAMINE, Improve, end_curses
from engines.mmn.verbs.knights import ACTIVATE, CHASE, KNIGHTS, MOVE, deeds
from engines.mmn.verbs.offers import MakeOffer
from engines.mmn.verbs.storage import FIGURES, Hall, LargeStore, Store
from engines.steps import Offer, Pass, Verb, Words

ALCHEMIST = "alchemist"


class StartTurn(Step, kw_only=True, tag="StartTurn"):
    """T0: own curses end; who has enough points wins before rolling."""

    seat: int

    def run(self, game: Position) -> None:
        state = game.state
        state.active = self.seat
        state.turn += 1
        state.now = Now()
        game.emit("turn", self.seat, turn=state.turn)
        end_curses(game, self.seat)
        scoring.declare(game)
        if not state.over:
            game.push(BeforeRoll(seat=self.seat))


class Roll(Verb[Position, "BeforeRoll"]):
    """All four dice (rules 4)."""

    word = "roll"

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))


class FixDice(Verb[Position, "BeforeRoll"]):
    """The one card that is played before the roll."""

    word = "play"

    def choices(self, game: Position, step: BeforeRoll, seat: int) -> Iterable[Words]:
        return ((ALCHEMIST,),) if ALCHEMIST in game.state.players[seat].cards else ()

    def fault(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> Message | None:
        return refusals.card(game, seat, ALCHEMIST) if words == (ALCHEMIST,) else None

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))
        play_card(game, seat, ALCHEMIST)


class BeforeRoll(Decision, kw_only=True, tag="BeforeRoll"):
    """Everybody is asked to roll, so that nobody can tell who holds an Alchemist."""

    asks = "mmn.prompt.beforeroll"
    verbs = (Roll(), FixDice())

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        return Message("mmn.refuse.roll_first")


class RollDice(Step, kw_only=True, tag="RollDice"):
    """T1: event, colour, red and white; then steps A to E and the action phase."""

    seat: int

    def run(self, game: Position) -> None:
        dice, now = game.state.dice, game.state.now
        now.event = board.EVENT_FACES[dice.below(len(board.EVENT_FACES))]
        now.colour = board.COLOUR_FACES[dice.below(len(board.COLOUR_FACES))]
        if not now.fixed:
            now.red, now.white = dice.roll(), dice.roll()
        total = now.red + now.white
        shown = {"red": now.red, "white": now.white, "sum": total}
        game.emit("rolled", self.seat, barrier=True, event=now.event, track=now.colour, **shown)
        steps: list[Step] = []
        if now.event == "ship":
            steps.append(Barbarians())
        if total == 7:
            steps.append(Seven())
        if now.event == "ship" and clearing_next(game):
            steps.append(Clearing())
        if now.event == "castle":
            steps.append(Progress())
        if total != 7:
            steps.append(Production())
        game.push(*steps, BeginActions(seat=self.seat))


class BeginActions(Step, kw_only=True, tag="BeginActions"):
    """Steps A to E are over."""

    seat: int

    def run(self, game: Position) -> None:
        game.state.now.begun = True
        game.push(Turn(seat=self.seat))


class EndTurn(Pass):
    """Step G: the next seat."""

    def do(self, game: Position, step: Turn, seat: int, words: Words) -> None:
        for knight in game.state.players[seat].knights:
            knight.acted = knight.fresh = knight.promoted = False
        game.emit("passed", seat)
        game.push(StartTurn(seat=(seat + 1) % game.state.seats))


class Turn(Decision, kw_only=True, tag="Turn"):
    """One turn's actions; it goes on until ``pass``."""

    asks = "mmn.prompt.turn"
    verbs = (
        *(MakeOffer(), *BUILDING, *KNIGHTS, *FIGURES, Hall(), END_FAMINE, Store(), LargeStore(), Improve(), Bank()),
        *(Swap(), Play(), EndTurn()),
    )
    """In the order of lists, which is a public format."""

    def offers(self, game: Position, seat: int) -> list[Offer]:
        """As every step does it, but only of what the hand can pay for, and the deeds of knights knight by knight."""
        found: list[Offer] = []
        player = game.state.players[seat]
        for verb in _payable(player.hand):
            if verb is MOVE:
                found += deeds(game, seat, player)
            elif listed := verb.possible(game, seat, player):
                found.append((verb, listed))
        return [*found, _END]

    def no_answer(self, game: Position, seat: int, action: Action) -> None:
        return None

    def faults(self, game: Position) -> list[str]:
        return super().faults(game) or unfit(self, seat=self.seat == game.state.active)


_payable = Payable([verb for verb in Turn.verbs if isinstance(verb, TurnVerb) and verb not in (ACTIVATE, CHASE)])
_END: Offer = (Turn.verbs[-1], ((),))
