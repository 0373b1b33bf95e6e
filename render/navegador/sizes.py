"""Sizes of text that players decide by: 26 pixels of a wide board, which a channel shows as nine."""

from __future__ import annotations

CHART_TEXT = 39
"""Size of text on the chart, in its units."""
BAND_TEXT = 46
"""Size of text in market, buildings and Lisbon, in their units."""
BAND_SMALL = 37
"""Size of text that only helps, there and in the gallery of a wide board: 21 pixels, which a channel shows as seven."""
