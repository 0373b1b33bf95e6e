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
from engines.burgundy import box, estate
from engines.macao import board as macao
from engines.macao import cards
from engines.navegador import board as navegador

FOLDER = Path(engines.__file__).parent
Data = dict[str, Any]


def data(game: str, name: str) -> Data:
    read: Data = json.loads((FOLDER / game / "data" / name).read_text(encoding="utf-8"))
    return read


def changed(read: Data, change: Callable[[Data], object]) -> Data:
    edited = copy.deepcopy(read)
    change(edited)
    return edited


def region(board: Data, id: str) -> Data:
    entry: Data = next(candidate for candidate in board["regions"]["list"] if candidate["id"] == id)
    return entry


def border(board: Data, a: str, b: str) -> Data:
    entry: Data = next(
        candidate for candidate in board["borders"]["list"] if (candidate["a"], candidate["b"]) == (a, b)
    )
    return entry


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["regions"]["list"][1].update(colony_slots=5),
        lambda data: data["borders"]["list"][0].update(a="atlantis"),
        lambda data: data["rondel"]["fields"].pop(),
        lambda data: data["market"]["rows_top_to_bottom"].pop(),
        lambda data: data["buildings"]["rows"][0].update(prices_left_to_right=[70, 40, 100, 130, 160, 190]),
        lambda data: data["privileges"]["categories"].reverse(),
        lambda data: data["buildings"]["rows"][3].update(pieces=9),
        lambda data: data["privileges"].update(min_workers_after=1),
        lambda data: data["privileges"]["refill_to"].pop("5"),
        lambda data: data["regions"]["list"].pop(),
        lambda data: data["phases"]["list"].pop(),
        lambda data: region(data, "cabo").update(starts_phase=None),
        lambda data: region(data, "cabo").update(starts_phase=3),
        lambda data: region(data, "goa").update(starts_phase=2),
        lambda data: region(data, "goa").update(zone_phase=3),
        lambda data: region(data, "nagasaki").update(ends_game=False),
        lambda data: region(data, "macau").update(ends_game=True),
        lambda data: data["borders"]["list"].append({"a": "rio", "b": "mocambique", "line": "red"}),
        lambda data: data["borders"]["list"].append({"a": "rio", "b": "mocambique", "line": "blue"}),
        lambda data: data["borders"]["list"].append({"a": "goa", "b": "timor", "line": "red"}),
        lambda data: data["borders"]["list"].pop(),
        lambda data: border(data, "angola", "cabo").update(line="blue"),
        lambda data: border(data, "guine", "angola").update(line="red"),
        lambda data: border(data, "goa", "malaca").update(a="mocambique", b="cabo", line="blue"),
    ],
)
def test_a_damaged_board_of_navegador_is_refused(change: Callable[[Data], object]) -> None:
    sound = data("navegador", "board.json")
    assert navegador._faults(msgspec.convert(sound, navegador._Board)) == []
    assert navegador._faults(msgspec.convert(changed(sound, change), navegador._Board)) != []


def test_a_damaged_board_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    open_sea = changed(
        data("navegador", "board.json"), lambda board: border(board, "goa", "malaca").update(line="blue")
    )
    monkeypatch.setattr(datafile, "read", lambda package, name, kind: msgspec.convert(open_sea, kind))
    with pytest.raises(datafile.DataFault, match=r"engines\.navegador data/board\.json: border goa-malaca is blue"):
        datafile.checked("engines.navegador", "board.json", navegador._Board, navegador._faults)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["quarters"][0].update(cost={"pink": 1}),
        lambda data: data["quarters"][0].update(neighbours=["q02"]),
        lambda data: data["quarters"][0].update(id="q02"),
        lambda data: data["sea"]["routes"].append(["start", "atlantis"]),
        lambda data: data["sea"].update(routes=[route for route in data["sea"]["routes"] if "hamburg" not in route]),
        lambda data: data["ports"][0].update(ware="coffee"),
        lambda data: data["ports"][0].update(delivery_values=[2, 3, 5]),
        lambda data: data["quarters"][0].update(kind="light"),
    ],
)
def test_a_damaged_board_of_macao_is_refused(change: Callable[[Data], object]) -> None:
    sound = data("macao", "board.json")
    assert macao._faults(msgspec.convert(sound, macao._Board)) == []
    assert macao._faults(msgspec.convert(changed(sound, change), macao._Board)) != []


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["cards"][0].update(cost={"red": 5}),
        lambda data: data["cards"][0].update(cost={"pink": 1}),
        lambda data: data["cards"][0].update(id="zoll_2"),
        lambda data: data["cards"][0].update(office_kind=None),
        lambda data: data["cards"][0].update(end_scoring=True),
    ],
)
def test_damaged_cards_of_macao_are_refused(change: Callable[[Data], object]) -> None:
    sound = data("macao", "cards.json")
    assert cards._faults(msgspec.convert(sound, cards._File)) == []
    assert cards._faults(msgspec.convert(changed(sound, change), cards._File)) != []


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["tiles"][0].update(kind="cathedral"),
        lambda data: data["tiles"][0].update(back="white"),
        lambda data: data["tiles"][0].update(back="black"),
        lambda data: data["knowledge"].pop(),
        lambda data: data["knowledge"][13].pop("amount"),
        lambda data: data["buildings"].pop(),
        lambda data: data["goods"]["types"].pop(),
        lambda data: data["depots"]["slots"].pop("6"),
        lambda data: data["depots"]["ring_clockwise"].reverse(),
        lambda data: data["depots"]["black_depot_tiles"].update({"4": 9}),
        lambda data: data["bonus_tiles"]["large_vp"].pop("3"),
        lambda data: data["scoring"]["phase"].pop("E"),
        lambda data: data["scoring"]["region"].pop("8"),
        lambda data: data["start"]["workers_by_order"].pop(),
    ],
)
def test_a_damaged_box_of_burgundy_is_refused(change: Callable[[Data], object]) -> None:
    sound = data("burgundy", "tiles.json")
    assert box._faults(msgspec.convert(sound, box._Box)) == []
    assert box._faults(msgspec.convert(changed(sound, change), box._Box)) != []


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["boards"][3]["cells"].pop(),
        lambda data: data["boards"][3]["cells"][0].update(die=7),
        lambda data: data["boards"][3]["cells"][0].update(color="pink"),
        lambda data: data["boards"][3]["cells"][0].update(color="mine"),
        lambda data: data["boards"][3]["cells"][0].update(q=3),
        lambda data: data["boards"][3]["regions"].pop(),
        lambda data: data["boards"][0].update(id="12"),
    ],
)
def test_a_damaged_board_of_burgundy_is_refused(change: Callable[[Data], object]) -> None:
    sound = data("burgundy", "boards.json")
    assert estate._faults(msgspec.convert(sound, estate._Boards)) == []
    assert estate._faults(msgspec.convert(changed(sound, change), estate._Boards)) != []


def test_odd_statistics_are_only_noted(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    odd = changed(data("macao", "cards.json"), lambda read: read["cards"][0]["tribute"].update(gold=2))
    monkeypatch.setattr(datafile, "read", lambda package, name, kind: msgspec.convert(odd, kind))
    with caplog.at_level(logging.WARNING):
        assert len(cards._load().cards) == 120
    assert "tribute values" in caplog.text


def test_a_file_that_is_no_data_names_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cards.json").write_text('{"cards": 7}', encoding="utf-8")
    monkeypatch.setattr(datafile, "files", lambda package: tmp_path)
    with pytest.raises(datafile.DataFault, match=r"engines\.macao data/cards\.json"):
        datafile.read("engines.macao", "cards.json", cards._File)
