"""A turn from its start to the roll (rules 4): curses end, the win is declared, Alchemist, four dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message, Step
from engines.mmn import awards, board, refusals
from engines.mmn.state_parts import Now
from engines.mmn.steps.barbarians import Barbarians
from engines.mmn.steps.clearing import Clearing
from engines.mmn.steps.decision import Decision
from engines.mmn.steps.drawing import Progress
from engines.mmn.steps.production import Production
from engines.mmn.steps.seven import Seven

if TYPE_CHECKING:
    from engines.mmn.game import Mmn

ALCHEMIST = "alchemist"
_ROLL: Action = ("roll",)


class StartTurn(Step["Mmn"], kw_only=True, tag="StartTurn"):
    """T0: own curses end; who has enough points wins before rolling."""

    seat: int

    def run(self, game: Mmn) -> None:
        state = game.state
        state.active = self.seat
        state.turn += 1
        state.now = Now()
        game.emit("turn", self.seat, turn=state.turn)
        for curse in [curse for curse in state.curses if curse.seat == self.seat]:
            state.curses.remove(curse)
            game.under("curse")
            game.emit("curse_ended", self.seat, hex=game.size.geometry.hexes[curse.hex])
        awards.declare(game)
        if not state.over:
            game.push(BeforeRoll(seat=self.seat))


class BeforeRoll(Decision, kw_only=True, tag="BeforeRoll"):
    """Everybody is asked to roll, so that nobody can tell who holds an Alchemist."""

    asks = "mmn.prompt.beforeroll"

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        yield _ROLL
        if ALCHEMIST in game.state.players[seat].cards:
            yield ("play", ALCHEMIST)

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        if action == ("play", ALCHEMIST):
            return refusals.card(game, seat, ALCHEMIST)
        return Message("mmn.refuse.roll_first") if action else None

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        game.push(RollDice(seat=seat))
        if action != _ROLL:
            game.play_card(seat, ALCHEMIST)


class RollDice(Step["Mmn"], kw_only=True, tag="RollDice"):
    """T1: event, colour, red and white; then steps A to E and the action phase."""

    seat: int

    def run(self, game: Mmn) -> None:
        state, dice, now = game.state, game.state.dice, game.state.now
        now.event = board.EVENT_FACES[dice.below(len(board.EVENT_FACES))]
        now.colour = board.COLOUR_FACES[dice.below(len(board.COLOUR_FACES))]
        if not now.fixed:
            now.red, now.white = dice.roll(), dice.roll()
        total = now.red + now.white
        game.emit(
            "rolled",
            self.seat,
            barrier=True,
            event=now.event,
            track=now.colour,
            red=now.red,
            white=now.white,
            sum=total,
        )
        steps: list[Step[Mmn]] = []
        if now.event == "ship":
            steps.append(Barbarians())
        if total == 7:
            steps.append(Seven())
        if now.event == "ship" and state.ship + 1 == board.CLEARING_AT:
            steps.append(Clearing())
        if now.event == "castle":
            steps.append(Progress())
        if total != 7:
            steps.append(Production())
        game.push(*steps, game.action_phase(self.seat))
