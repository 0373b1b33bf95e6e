"""The verbs and actions with which players end a turn or a choice, in all games."""

from __future__ import annotations

from engines import GAMES, Action

ENDING_VERBS = frozenset[str]().union(*(kind.spoken.endings for kind in GAMES.values()))
"""Verbs that end a turn or a choice."""
ENDING_ACTIONS: frozenset[Action] = frozenset((verb,) for verb in ENDING_VERBS)
"""The actions of these verbs, which have no further words."""
