"""What each progress card does, deck by deck: importing them registers the effects of their cards.

Documents describe the decks of trade, politics and science; those of power, magic and food had to be made up.
"""

from engines.mmn.effects import food, magic, politics, power, science, trade

__all__ = ["food", "magic", "politics", "power", "science", "trade"]
