"""What each progress card does, deck by deck.

Documents describe the decks of trade, politics and science; those of power, magic and food had to be made up.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.mmn.effects import food, magic, politics, power, science, trade
from engines.mmn.verbs.cards import Effect

EFFECTS: Mapping[str, Effect] = {
    effect.card: effect for deck in (trade, politics, science, power, magic, food) for effect in deck.EFFECTS
}
"""By card; every card that is played has one."""

__all__ = ["EFFECTS"]
