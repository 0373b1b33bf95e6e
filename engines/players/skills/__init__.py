"""Records of what computer players know of each game; of a game without a record they know only its rules."""

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
"""The records by the keys of the games."""


def strong_at(game: Game, seat: int) -> Strong:
    """Return the strong player of a decision.

    Raises:
        KeyError: The game has no record.
    """
    return SKILLS[game.key].strong_at(game, seat)


def turn_played(before: Game, after: Game, seat: int) -> bool:
    """Return whether a turn of the seat ended between a position in which it decides and a later one.

    Decisions outside of turns, such as an answer to an offer, end none. In a game without a record every decision does.
    """
    skill = SKILLS.get(before.key)
    return skill is None or skill.ends_turn(before, after, seat)
