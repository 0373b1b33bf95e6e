from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from engines import Action
from engines.mmn.game import Mmn
from render.mmn import places
from render.mmn.chart import chart
from render.mmn.places import Label, asked, labels
from tests.render.mmn_positions import at_turn, caption, crowded
from tests.render.positions import started

KIB = 1024


def covered(one: Label, other: Label) -> bool:
    across = (one.sign.size[0] + other.sign.size[0]) / 2
    down = (one.sign.size[1] + other.sign.size[1]) / 2
    return abs(one.at[0] - other.at[0]) < across and abs(one.at[1] - other.at[1]) < down


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", ["nodes", "paths", "hexes", "harbours"])
def test_labels_of_all_places_of_a_kind_lie_where_they_belong(seats: int, kind: str) -> None:
    game, place = crowded(seats), chart(seats)
    words = getattr(game.size.geometry, kind)
    found = labels(game.view(0), place, words, 0)
    assert [label.word for label in found] == list(words)
    assert not [pair for pair in combinations(found, 2) if covered(*pair)]
    assert all(label.at == label.anchor for label in found if kind != "nodes")
    for label in found:
        assert abs(label.at[0] - label.anchor[0]) < 60
        assert label.sign.size[0] / 2 <= label.at[0] <= place.width - label.sign.size[0] / 2


@pytest.mark.parametrize("seats", [4, 6])
def test_labels_of_different_kinds_give_way_to_each_other(seats: int) -> None:
    geometry = crowded(seats).size.geometry
    words = [*geometry.nodes[10:25], *geometry.paths[10:30], *geometry.hexes[:8], *geometry.harbours]
    found = labels(Mmn.new(seats, 1).view(0), chart(seats), words, 0)
    assert len(found) == len(words)
    assert not [pair for pair in combinations(found, 2) if covered(*pair)]
    assert any(label.at != label.anchor for label in found)


@pytest.mark.parametrize(
    ("actions", "words", "chosen"),
    [
        ([("settlement", "n01"), ("settlement", "n05")], ["n01", "n05"], []),
        ([("road", "n01-n04"), ("pass",)], ["n01-n04"], []),
        ([("move", "n01", "n05"), ("move", "n01", "n09")], ["n05", "n09"], ["n01"]),
        ([("move", "n01", "n05"), ("move", "n02", "n05")], ["n01", "n05", "n02"], []),
        ([("move", f"n{at:02}", "n05") for at in range(11, 44)], [f"n{at}" for at in range(11, 44)], []),
        ([("store", "n01", "h01")], ["n01", "h01"], []),
        ([("store", "n01", "h01"), ("store", "n02", "h01")], ["n01", "h01", "n02"], []),
        ([("store", "n01", "h01"), ("store", "n01", "h02"), ("hall", "n01")], ["h01", "h02", "n01"], ["n01"]),
        ([("pirate", "p1"), ("robber", "h03"), ("rob", "seat1")], ["p1", "h03"], []),
        ([("pass",)], [], []),
    ],
)
def test_places_are_read_off_actions(actions: list[Action], words: list[str], chosen: list[str]) -> None:
    assert asked(Mmn.new(3, 1).size.geometry, actions) == (words, chosen)


def test_the_opening_can_be_played_from_the_picture() -> None:
    game = Mmn.new(6, 3)
    seat = game.to_act[0]
    data = render.places(game.view(seat), caption(), game.legal(seat))
    image = Image.open(BytesIO(data))
    assert image.width == 1600
    assert image.height < 2000
    assert len(data) < 300 * KIB
    game.play(seat, game.legal(seat)[7])
    assert render.places(game.view(seat), caption(), game.legal(seat)) != data


def test_only_what_is_legal_is_labelled() -> None:
    game = at_turn(5, 30)
    one, other = (places.draw(game.view(0), caption(), [("settlement", word)]) for word in ("n20", "n21"))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert (box[2] - box[0]) * (box[3] - box[1]) < 400 * 400


def test_the_labels_have_the_colour_of_who_is_asked() -> None:
    game = at_turn(4, 12)
    pictures = {render.places(game.view(seat), caption(), [("settlement", "n20")]) for seat in (None, 0, 1, 2, 3)}
    assert len(pictures) == 4


def test_without_places_nothing_is_drawn() -> None:
    game = Mmn.new(4, 1)
    with pytest.raises(LookupError, match="place"):
        render.places(game.view(0), caption(), [("roll",), ("play", "alchemist")])
    with pytest.raises(LookupError, match="navegador"):
        render.places(started(2).view(0), caption(), [("sail", "n01")])
