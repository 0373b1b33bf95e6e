"""What later editions change (rules 15), read once from ``data/editions.json``; the default is the first edition."""

from __future__ import annotations

from typing import Literal

import msgspec

from engines import datafile


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's numbers and rules.

    ``knowledge_15_vp``: VP per goods type sold. ``knowledge_26_vp``: VP per bonus tile. ``knowledge_6``: the
    purchase may use the numbered depots too, workers may stand for silverlings, or a building from a numbered depot
    costs two workers. ``purchase_inside_action``: the purchase is allowed while an effect is being resolved.
    """

    knowledge_15_vp: int
    knowledge_26_vp: int
    knowledge_6: Literal["seven_depots", "workers_for_silverlings", "building_for_workers"]
    purchase_inside_action: bool


class _Editions(msgspec.Struct):
    editions: dict[str, Edition]


NAMES = ("2011", "2019", "special")
"""The editions a table can choose, the default first."""


def _load() -> dict[str, Edition]:
    editions = datafile.read("engines.burgundy", "editions.json", _Editions).editions
    if set(editions) != set(NAMES):
        raise datafile.DataFault(f"engines.burgundy data/editions.json: it must hold {NAMES}")
    return editions


EDITIONS = _load()
