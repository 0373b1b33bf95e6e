"""Note the questions to the seats of a game, and draw the pictures that they and their channel see meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from bot.cli.selfplay import PlayedGame
from bot.drawing.picture_order import PictureOrder, carry_out
from engines import Action, Game, View
from render.shape import Shape

PATTERNS = ("posted-[0-9][0-9][0-9][0-9].png", "hand-[0-9][0-9][0-9][0-9]-*.png", "decision-[0-9][0-9][0-9][0-9]-*.png")
"""Patterns of the files that this tool writes in addition to those of ``portolan selfplay``."""


@dataclass
class Question:
    """A question to a seat, with the view and the actions that its panel shows."""

    seat: int
    view: View
    actions: list[Action]


class Questions:
    """The questions of a game by turn, each kind of question once a turn and seat."""

    def __init__(self) -> None:
        self._turns: dict[int, dict[tuple[int, str], Question]] = {}

    def add(self, game: Game, seat: int) -> None:
        """Add the current question to a seat, unless the turn already has a question of this kind to the seat."""
        questions = self._turns.setdefault(game.state.turn, {})
        key = seat, game.prompt(seat).message.id
        if key not in questions:
            questions[key] = Question(seat, game.view(seat), game.distinct(game.legal(seat)))

    def of_turns(self) -> list[list[Question]]:
        """Return the questions of each turn, in order."""
        return [[*questions.values()] for questions in self._turns.values()]


def draw_turns(played: PlayedGame, questions: Questions, language: str, folder: Path, every: int) -> list[Path]:
    """Draw the private pictures of every ``every``th turn, and for tall boards the picture that a channel shows.

    Return the files of these turns, including those of the boards, which the folder already has.
    """
    questions_of_turns = questions.of_turns()

    def draw(number: int) -> list[Path]:
        paths = [folder / f"board-{number:04}.png"]
        # A turn without a question does not exist: somebody decides in each.
        for name, order in _orders(played, questions_of_turns[number - 1], language, number):
            with suppress(LookupError):  # not every game has hands, and not every question a picture
                data = carry_out(order)
                paths.append(folder / f"{name}.png")
                paths[-1].write_bytes(data)
        return paths

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [path for paths in pool.map(draw, range(every, len(played.turns) + 1, every)) for path in paths]


def _orders(
    played: PlayedGame, questions: list[Question], language: str, number: int
) -> Iterator[tuple[str, PictureOrder]]:
    """Yield the pictures of a turn other than its board, each with the name of its file."""
    seats_with_hand = set[int]()
    for count, question in enumerate(questions, 1):
        place = f"{number:04}-{question.seat + 1}"
        order = PictureOrder("hand", language, played.names, (question.view,), shape=played.shape)
        if question.seat not in seats_with_hand:
            seats_with_hand.add(question.seat)
            yield f"hand-{place}", order
        yield f"decision-{place}-{count}", replace(order, function="decision", after=(question.actions,))
    if played.shape is Shape.TALL:
        turn = played.turns[number - 1]
        order = PictureOrder("picture", language, played.names, (turn.view,), events=tuple(turn.events))
        yield f"posted-{number:04}", replace(order, shape=Shape.TALL, is_posted=True)
