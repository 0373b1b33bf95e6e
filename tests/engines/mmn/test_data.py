"""An owner of a box may correct the data files: what breaks the rules is refused, odd statistics are only noted."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import engines
from engines import datafile
from engines.mmn import board, cards, files

FOLDER = Path(engines.__file__).parent / "mmn" / "data"
Data = dict[str, Any]


def data(name: str) -> Data:
    read: Data = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return read


def changed(name: str, change: Callable[[Data], object]) -> Data:
    edited = copy.deepcopy(data(name))
    change(edited)
    return edited


def small(read: Data) -> Data:
    layout: Data = read["layouts"]["3-4"]
    return layout


@pytest.mark.parametrize(
    "change",
    [
        lambda read: small(read)["land_hexes"].append([0, -2]),
        lambda read: small(read)["terrain_base"].update(forest=5),
        lambda read: small(read)["terrain_base"].update(forest=3, swamp=1),
        lambda read: small(read)["replace_by_gold_river"].update(one_of=["swamp"]),
        lambda read: small(read)["number_chips_base"].update({"2": 2}),
        lambda read: small(read)["harbour_types"].update(generic=5),
        lambda read: small(read)["harbour_slots"][0].update(land_hex=[9, 9]),
        lambda read: read["bank"]["resource_cards"]["3-4"].pop("wool"),
        lambda read: read["neutral_pieces"]["storage_cards"].append("wool"),
        lambda read: read["building_costs"][0].update(cost={"gold": 1}),
        lambda read: read["pieces_per_player"].pop("road"),
        lambda read: read["barbarian_track"].update(storage_clearing_at=9),
    ],
)
def test_a_damaged_board_is_refused(change: Callable[[Data], object]) -> None:
    assert board._faults(msgspec.convert(data("board.json"), files.Board)) == []
    assert board._faults(msgspec.convert(changed("board.json", change), files.Board)) != []


@pytest.mark.parametrize(
    "change",
    [
        lambda read: read["tracks"].reverse(),
        lambda read: read["tracks"][0].update(commodity="coin"),
        lambda read: read["tracks"][0].update(commodity="wood"),
        lambda read: read["tracks"][0]["levels"].reverse(),
        lambda read: read["tracks"][0]["levels"][0].update(cost={"coin": 1}),
        lambda read: read["tracks"][0]["levels"][2]["benefit"].update(id="rich"),
    ],
)
def test_damaged_improvements_are_refused(change: Callable[[Data], object]) -> None:
    assert board._track_faults(msgspec.convert(data("improvements.json"), files.Improvements)) == []
    assert board._track_faults(msgspec.convert(changed("improvements.json", change), files.Improvements)) != []


@pytest.mark.parametrize(
    "change",
    [
        lambda read: read["cards"][0].update(deck="wealth"),
        lambda read: read["cards"][0].update(count=0),
        lambda read: read["cards"][0].update(timing="later"),
        lambda read: read["cards"][0].update(vp=1),
        lambda read: read["cards"][0].update(number=-1),
        lambda read: read["cards"][0].update(price={"gold": 1}),
        lambda read: read["cards"][0].update(id="spy"),
        lambda read: read["decks"].pop(),
    ],
)
def test_damaged_cards_are_refused(change: Callable[[Data], object]) -> None:
    assert cards._faults(msgspec.convert(data("cards.json"), cards._File)) == []
    assert cards._faults(msgspec.convert(changed("cards.json", change), cards._File)) != []


def test_odd_statistics_are_only_noted(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    odd = changed("cards.json", lambda read: read["cards"][0].update(count=7))
    monkeypatch.setattr(datafile, "read", lambda package, name, kind: msgspec.convert(odd, kind))
    with caplog.at_level(logging.WARNING):
        cards._load()
    assert "19 cards instead of 18" in caplog.text


def test_both_maps_are_hexes_whose_corners_edges_and_harbours_fit_together() -> None:
    """Rules 2.1, 2.2, 2.3."""
    for size, nodes, edges in ((board.SMALL, 54, 72), (board.LARGE, 80, 109)):
        geometry = size.geometry
        assert (geometry.node_count, geometry.edge_count) == (nodes, edges)
        assert all(2 <= len(near) <= 3 for near in geometry.node_nodes)
        assert all(len(nodes) == len(set(nodes)) == 6 for nodes in geometry.hex_nodes)
        assert all(1 <= len(places) <= 3 for places in geometry.node_hexes)
        assert len(set(geometry.node_points)) == nodes
        harbour_nodes = [node for pair in geometry.harbour_nodes for node in pair]
        assert len(set(harbour_nodes)) == len(harbour_nodes)
        assert all(len(geometry.node_hexes[node]) < 3 for node in harbour_nodes)
        assert all(pair in geometry.edge_at for pair in geometry.harbour_nodes)
        assert len(geometry.sea_points) == len(geometry.harbours)
    assert board.SMALL.geometry.paths[0] == "n01-n04"
