"""Questions to several seats that do not depend on each other, answered in any order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message, PartialAction
from engines.mmn import board
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Question, Step, unfit
from engines.mmn.verbs.giving import Give
from engines.mmn.verbs.taking import TakeResources
from engines.steps import Arguments, Verb, Words

Asked = Give | TakeResources


class Beside(Verb[Position, "Together"]):
    """A verb of one of the questions; what it leaves open waits beside the others."""

    def __init__(self, verb: Verb[Any, Any], question: Asked) -> None:
        self.verb, self.question = verb, question
        vars(self).update(word=verb.word, declines=verb.declines)

    def closed(self, game: Position, step: Together, seat: int) -> Message | None:
        return self.verb.closed(game, self.question, seat)

    def choices(self, game: Position, step: Together, seat: int) -> Iterable[Words]:
        return self.verb.choices(game, self.question, seat)

    def unlisted(self, game: Position, step: Together, seat: int) -> bool:
        return self.verb.unlisted(game, self.question, seat)

    def fault(self, game: Position, step: Together, seat: int, words: Words) -> Message | None:
        return self.verb.fault(game, self.question, seat, words)

    def hint(self, game: Position, step: Together, seat: int, words: Words) -> Message | None:
        return self.verb.hint(game, self.question, seat, words)

    def normal(self, words: Words) -> Words:
        return self.verb.normal(words)

    def part(self, game: Position, step: Together, seat: int, words: Words) -> PartialAction | None:
        return self.verb.part(game, self.question, seat, words)

    def do(self, game: Position, step: Together, seat: int, words: Words) -> None:
        stack, depth = game.state.stack, len(game.state.stack)
        self.verb.do(game, self.question, seat, words)
        at = step.questions.index(self.question)
        step.questions[at : at + 1] = stack[depth:]
        del stack[depth:]
        if step.questions:
            game.push(step)


class Together(Question, kw_only=True, tag="Together"):
    """All are asked at the same time: nobody waits for another one's answer (rules 22)."""

    questions: list[Asked]
    """One for each seat, clockwise."""

    def of(self, seat: int) -> Asked:
        """The question to a seat."""
        return next(question for question in self.questions if question.seat == seat)

    def actors(self, game: Position) -> tuple[int, ...]:
        return tuple(question.seat for question in self.questions)

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        question = self.of(seat)
        return [Beside(verb, question) for verb in question.offered(game, seat)]

    def open(self, game: Position, seat: int) -> tuple[str, ...]:
        return self.of(seat).open(game, seat)

    def question(self, game: Position, seat: int) -> str:
        return self.of(seat).question(game, seat)

    def asking(self, game: Position, seat: int) -> Arguments:
        return self.of(seat).asking(game, seat)

    def faults(self, game: Position) -> list[str]:
        seats = self.actors(game)
        found = [fault for question in self.questions for fault in question.faults(game)]
        return found or unfit(self, questions=bool(seats) and len(set(seats)) == len(seats))


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

    def run(self, game: Position) -> None:
        owed = [seat for seat in game.clockwise() if self.free[seat]]
        ask(game, [TakeResources(seat=seat, left=self.free[seat], why=self.why) for seat in owed])
