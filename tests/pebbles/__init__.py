"""What a further game brings beside its engine (``tests/engines/tiny.py``): its pictures, and texts in ``locale``."""

from __future__ import annotations

from render.pictures import Pictures
from tests.pebbles import picture

PICTURES = Pictures(board=picture.draw, parts=picture.parts, palette=picture.PALETTE)
