"""Read sentences of people as the bot does: what is played, asked about, and refused for which reason."""

from __future__ import annotations

import pytest

from bot.language.read.possible_actions.refusals import refusal
from bot.wording import LANGUAGES, texts_in
from engines import Game
from engines.record import notation
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand

NAMES = ("Anna", "Ben", "Carla")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def understand_fully(game: Game, language: str, typed: str, seat: int = 0) -> Understood:
    """Return the outcome of a text; assert that every word of it was understood."""
    outcome = understand(texts_in(language), game, seat, NAMES[: game.state.seats], typed)
    assert not outcome.unknown, outcome.unknown
    assert outcome.action in (outcome.asked[:1] or [outcome.action]), "the first one that is asked about"
    return outcome


def played_action(game: Game, language: str, typed: str, seat: int = 0) -> str:
    """Return the notation of the action that a text plays at once."""
    outcome = understand_fully(game, language, typed, seat)
    assert not outcome.asked
    assert not outcome.refused
    assert refusal(game, seat, outcome.action) is None
    return notation(outcome.action)


def refusals(game: Game, language: str, typed: str, seat: int = 0) -> list[str]:
    """Return the sentences with which a text is refused."""
    outcome = understand_fully(game, language, typed, seat)
    assert not outcome.asked
    reasons = list(outcome.refused)
    if not reasons and (reason := refusal(game, seat, outcome.action)):
        reasons = [reason]
    return [texts_in(language).at(game).message(game.key, reason, NAMES) for reason in reasons]
