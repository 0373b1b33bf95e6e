"""What comparisons of positions show."""

from __future__ import annotations

from engines import Game, Message
from engines.players.skills import SKILLS


def shown(subject: str, better: Game, worse: Game, seat: int = 0) -> Message | None:
    """Return what a subject shows that the better position has."""
    describers = SKILLS[better.key].compare.subjects[subject].describers
    messages = (describe(better, worse, seat) for describe in describers)
    return next((message for message in messages if message is not None), None)
