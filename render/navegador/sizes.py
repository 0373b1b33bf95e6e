"""Sizes of what one decides by, in the units of its part: 26 pixels of a wide board, which are nine in a channel."""

from __future__ import annotations

CHART_TEXT = 39
BAND_TEXT = 46
"""In market, buildings and Lisbon."""
BAND_SMALL = 37
"""There and in the gallery of a wide board, of what nobody decides by: 21 pixels, which are seven in a channel."""
