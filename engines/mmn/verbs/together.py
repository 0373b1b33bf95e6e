"""Questions to several seats that do not depend on each other, answered in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.contract import Action, Message, PartialAction, Prompt
from engines.mmn import board
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Question, Step, unfit
from engines.mmn.verbs.giving import Give
from engines.mmn.verbs.taking import TakeResources

Asked = Give | TakeResources


class Together(Question, kw_only=True, tag="Together"):
    """All are asked at the same time: nobody waits for another one's answer (rules 22)."""

    questions: list[Asked]
    """One for each seat, clockwise."""

    def of(self, seat: int) -> Asked:
        """The question to a seat."""
        return next(question for question in self.questions if question.seat == seat)

    def actors(self, game: Position) -> tuple[int, ...]:
        return tuple(question.seat for question in self.questions)

    def faults(self, game: Position) -> list[str]:
        seats = self.actors(game)
        found = [fault for question in self.questions for fault in question.faults(game)]
        return found or unfit(self, questions=bool(seats) and len(set(seats)) == len(seats))

    # Whoever is asked sees, and answers, nothing but the own question.

    def prompt(self, game: Position, seat: int) -> Prompt:
        return self.of(seat).prompt(game, seat)

    def open(self, game: Position, seat: int) -> tuple[str, ...]:
        return self.of(seat).open(game, seat)

    def legal(self, game: Position, seat: int) -> Iterable[Action]:
        return self.of(seat).legal(game, seat)

    def normal(self, game: Position, seat: int, action: Action) -> Action:
        return self.of(seat).normal(game, seat, action)

    def accepts(self, game: Position, seat: int, action: Action) -> bool:
        return self.of(seat).accepts(game, seat, action)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        return self.of(seat).refusal(game, seat, action)

    def hint(self, game: Position, seat: int, action: Action) -> Message | None:
        return self.of(seat).hint(game, seat, action)

    def part(self, game: Position, seat: int, words: Action) -> PartialAction | None:
        return self.of(seat).part(game, seat, words)

    def play(self, game: Position, seat: int, action: Action) -> None:
        """The seat's question is answered; if it goes on, it goes on beside the others."""
        question = self.of(seat)
        at, depth = self.questions.index(question), len(game.state.stack)
        question.play(game, seat, action)
        again = game.state.stack[depth:]
        del game.state.stack[depth:]
        self.questions[at : at + 1] = [step for step in again if isinstance(step, Asked)]
        if self.questions:
            game.push(self)


def ask(game: Position, questions: Sequence[Asked]) -> None:
    """Asks several seats: together, unless what one takes from the bank may leave another without."""
    taken = sum(question.left for question in questions if isinstance(question, TakeResources))
    if len(questions) > 1 and (not taken or taken <= min(game.state.bank[: board.PAIR])):
        game.push(Together(questions=list(questions)))
    else:
        game.push(*questions)


class TakeFree(Step, kw_only=True, tag="TakeFree"):
    """Seats choose resources from the bank."""

    free: list[int]
    """How many by seat."""
    why: str

    def faults(self, game: Position) -> list[str]:
        return unfit(self, free=len(self.free) == game.state.seats and min(self.free) >= 0)

    def run(self, game: Position) -> None:
        owed = [seat for seat in game.clockwise() if self.free[seat]]
        ask(game, [TakeResources(seat=seat, left=self.free[seat], why=self.why) for seat in owed])
