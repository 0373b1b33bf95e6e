"""What computer players know of each game. Of a game without a record they know its rules alone."""

from __future__ import annotations

from engines.contract import Game
from engines.players.skill import Skill
from engines.players.skills import burgundy, macao, mmn, navegador
from engines.players.strong import Strong

SKILLS: dict[str, Skill] = {
    "navegador": navegador.SKILL,
    "macao": macao.SKILL,
    "burgundy": burgundy.SKILL,
    "mmn": mmn.SKILL,
}


def strong_at(game: Game, seat: int) -> Strong:
    """Return the strong player of a decision. Raises KeyError for a game without a record."""
    return SKILLS[game.key].strong_at(game, seat)


def turn_played(before: Game, after: Game, seat: int) -> bool:
    """Return whether a turn of the seat has ended between a position in which it is asked and a later one.

    Not every decision is part of one.
    """
    skill = SKILLS.get(before.key)
    return skill is None or skill.ends_turn(before, after, seat)
