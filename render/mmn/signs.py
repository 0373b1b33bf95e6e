"""Signs of MMN outside of its pictures: resources and commodities, and the tracks of the colour die."""

from __future__ import annotations

from functools import partial

from engines.mmn.board import TRACKS
from render.mmn import figures, goods, icons

SIGNS = {kind: partial(figures.kind, kind, 60) for kind in goods.KINDS}
SIGNS |= {track: partial(icons.track_die, track, 60) for track in TRACKS}
