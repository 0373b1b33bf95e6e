"""What the bot makes of sentences: what is played, asked, and refused for which reason."""

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


def heard(game: Game, language: str, typed: str, seat: int = 0) -> Understood:
    outcome = understand(texts_in(language), game, seat, NAMES[: game.state.seats], typed)
    assert not outcome.unknown, outcome.unknown
    assert outcome.action in (outcome.asked[:1] or [outcome.action]), "the first one that is asked about"
    return outcome


def played(game: Game, language: str, typed: str, seat: int = 0) -> str:
    """The notation of what is played at once."""
    outcome = heard(game, language, typed, seat)
    assert not outcome.asked
    assert not outcome.refused
    assert refusal(game, seat, outcome.action) is None
    return notation(outcome.action)


def refused(game: Game, language: str, typed: str, seat: int = 0) -> list[str]:
    """The sentences in which something is refused."""
    outcome = heard(game, language, typed, seat)
    assert not outcome.asked
    reasons = list(outcome.refused)
    if not reasons and (reason := refusal(game, seat, outcome.action)):
        reasons = [reason]
    return [texts_in(language).at(game).message(game.key, reason, NAMES) for reason in reasons]
