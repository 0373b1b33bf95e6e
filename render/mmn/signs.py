"""Signs of MMN outside of its pictures: resources and commodities, and the tracks of the colour die."""

from __future__ import annotations

from functools import partial

from engines.mmn.board import COMMODITIES, RESOURCES, TRACKS
from render.mmn import icons
from render.mmn.sprites import icon

SIGNS = {kind: partial(icon, kind, 60) for kind in (*RESOURCES, *COMMODITIES)}
SIGNS |= {track: partial(icons.track_die, track, 60) for track in TRACKS}
