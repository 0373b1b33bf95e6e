"""What each progress card does, deck by deck: importing them registers the effects of their cards.

``sourced_*`` holds the decks that documents describe, ``reconstructed_*`` those that had to be made up.
"""

from engines.mmn.effects import (
    reconstructed_food,
    reconstructed_magic,
    reconstructed_power,
    sourced_politics,
    sourced_science,
    sourced_trade,
)

__all__ = [
    "reconstructed_food",
    "reconstructed_magic",
    "reconstructed_power",
    "sourced_politics",
    "sourced_science",
    "sourced_trade",
]
