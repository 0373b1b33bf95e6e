"""What a purchase costs, and the knowledge tile that changes it (rules 6.6 and 15)."""

from __future__ import annotations

PURCHASE_PRICE = 2
"""Silverlings for the purchase; also workers for a building with knowledge 6 of the Special Edition."""
TRADER = "k6"
