"""What a place is called where its word is nowhere to be seen."""

from __future__ import annotations

import pytest

from engines import Message, Place
from engines.mmn.game import Mmn


def words_around(place: Place) -> list[str]:
    return [
        " ".join([neighbour.id.rpartition(".")[2], *map(str, neighbour.args.values())])
        for neighbour in place.neighbours
    ]


@pytest.mark.parametrize("seats", Mmn.seats)
def test_every_place_is_called_differently_by_what_lies_around_it(seats: int) -> None:
    for seed in range(60):
        game = Mmn.new(seats, seed)
        geometry = game.geometry
        places = game.places()
        assert set(places) == {*geometry.hexes, *geometry.nodes, *geometry.paths, *geometry.harbours}
        descriptions = [(place.kind, words_around(place), place.side) for place in places.values()]
        assert len({repr(description) for description in descriptions}) == len(descriptions), seed


def test_an_intersection_lies_between_hexes_or_at_the_coast_or_at_a_harbour() -> None:
    game = Mmn.new(4, 5)
    state = game.state
    geometry = game.geometry
    places = game.places()
    for node, word in enumerate(geometry.nodes):
        harbour = geometry.node_harbour.get(node)
        around = words_around(places[word])
        assert len(around) == min(3, len(geometry.node_hexes[node]) + 1)
        assert ("coast" in around) == (len(geometry.node_hexes[node]) < 3 and harbour is None)
        if harbour is not None:
            kind = state.harbours[harbour]
            assert around[-1] == ("any_harbour" if kind == "generic" else f"own_harbour {kind}")
        for place, words in zip(geometry.node_hexes[node], around, strict=False):
            assert f" {state.chips[place]}" in words


def test_equal_hexes_are_told_apart_by_where_they_lie() -> None:
    game = Mmn.new(3, 1)
    game.state.terrain[0] = game.state.terrain[18] = "pasture"
    game.state.chips[0] = game.state.chips[18] = 12
    places = game.places()
    (first, *_, last) = game.geometry.hexes
    for word, side in ((first, "north_west"), (last, "south_east")):
        description = Message("mmn.place.equal_number", {"kind": "wool", "number": 12, "side": side})
        assert places[word].neighbours == (description,)


def test_numbers_that_change_places_change_what_places_are_called() -> None:
    game = Mmn.new(3, 1)
    before = game.places()["h01"]
    chips = game.state.chips
    swapped = next(place for place, chip in enumerate(chips) if chip != chips[0])
    chips[0], chips[swapped] = chips[swapped], chips[0]
    assert game.places()["h01"] != before
