"""What comparisons of positions show."""

from __future__ import annotations

from engines import Game, Message
from engines.players.skills import SKILLS


def shown(subject: str, better: Game, worse: Game, seat: int = 0) -> Message | None:
    """Return what a subject shows that the better position has."""
    advantages = SKILLS[better.key].compare.subjects[subject].advantages
    messages = (advantage(better, worse, seat) for advantage in advantages)
    return next((message for message in messages if message is not None), None)
