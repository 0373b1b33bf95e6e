"""What comparisons of positions show."""

from __future__ import annotations

from engines import Game, Message
from engines.players.skills import SKILLS


def shown(subject: str, better: Game, worse: Game, seat: int = 0) -> Message | None:
    """Return what a subject shows that the better position has."""
    things = SKILLS[better.key].compare.subjects[subject].things
    messages = (thing(better, worse, seat) for thing in things)
    return next((thing for thing in messages if thing is not None), None)
