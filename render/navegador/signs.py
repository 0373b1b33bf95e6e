"""Signs of Navegador that are used outside of its pictures: goods and their factories."""

from __future__ import annotations

from functools import partial

from render.navegador import icons

GOODS = ("sugar", "gold", "spice")
SIGNS = {good: partial(icons.good, good, 60) for good in GOODS}
SIGNS |= {f"factory_{good}": partial(icons.works, good, 60) for good in GOODS}
