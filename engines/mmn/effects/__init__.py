"""The effects of the progress cards, a module for each deck.

The decks of trade, politics and science are documented; those of power, magic and food are reconstructions.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.mmn.effects import food, magic, politics, power, science, trade
from engines.mmn.verbs.cards import Effect

EFFECTS: Mapping[str, Effect] = {
    effect.card: effect for deck in (trade, politics, science, power, magic, food) for effect in deck.EFFECTS
}
"""Effects by card; every card that can be played has one."""

__all__ = ["EFFECTS"]
