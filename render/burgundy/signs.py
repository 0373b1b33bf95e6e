"""Signs of Burgundy outside of its pictures: the faces of dice, and goods with the number of theirs."""

from __future__ import annotations

from functools import partial

from engines.burgundy import box
from render.burgundy import icons

FACES = range(1, 7)
SIGNS = {f"die {face}": partial(icons.white_die, face, 60) for face in FACES}
SIGNS |= {f"dice {face}": SIGNS[f"die {face}"] for face in FACES}
SIGNS |= {kind: partial(icons.goods, kind, 60) for kind in box.DIE_OF}
