"""The pictures of Navegador; what holds for those of every game stands in ``test_every_game``."""

from __future__ import annotations

import math
from itertools import combinations, product

import pytest

import render
from engines import GAMES, Event
from engines.navegador import board
from render import score_chart
from render.caption import UNNAMED
from render.kit import fonts, turn
from render.kit.canvas import Box
from render.navegador import chart_pieces, sea
from render.navegador import words as navegador_words
from render.navegador.geography import ROSE, ROSE_RADIUS, SPOTS, WIDTH
from tests.render.comparing import differ, ids_in, listening
from tests.render.positions import EVENTS, caption, crowded, positions, started, under_way


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    view = crowded(4).view(None)
    plain = render.board(view, caption())
    for event in EVENTS:
        assert differ(plain, render.board(view, caption([event]))), event.kind


@pytest.mark.usefixtures("recorded")
def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = under_way(3).view(None)
    plain = render.board(view, caption())
    for event in (Event("comet", 0, {"region": "moon"}), Event("over"), Event("comet", 1, {"action": "market"})):
        assert not differ(plain, render.board(view, caption([event])))


@pytest.mark.usefixtures("recorded")
def test_only_listed_messages_are_asked_for() -> None:
    words, asked = listening(caption(EVENTS))
    for game in positions(5):
        render.board(game.view(None), words)
    data = crowded(3).dump() | {"trigger": None, "turns_left": None, "phase": 1, "coming_phase": 2}
    render.board(type(started(3)).load(data).view(None), words)
    render.chart([[1, 2], [2, 3]], words, "Points")
    assert asked - {UNNAMED} == ids_in(navegador_words, turn, score_chart)


SEATS = max(GAMES["navegador"].seats)


def _boxes(region: str, fleets: int) -> dict[str, Box]:
    """Fleets, lines of the name and the full stack of tokens of a region."""
    spot = SPOTS[region]
    found: dict[str, Box] = {}
    for number, (x, y) in enumerate(chart_pieces.fleet_centres(region, fleets)):
        found[f"{region}: fleet {number}"] = (x - 32, y - 34, 64, 70)
    for number, line in enumerate(spot.lines or (board.REGIONS[region].name,)):
        wide = fonts.width(line, fonts.NEEDED, fonts.CHART)
        found[f"{region}: name {number}"] = (spot.name[0] - wide / 2, spot.name[1] + 38 * number - 13, wide, 26)
    if board.REGIONS[region].good:
        found[f"{region}: tokens"] = chart_pieces.stack_box(region, board.REGIONS[region].colony_slots)
    return found


def test_fleets_of_all_players_lie_beside_everything_wherever_they_are() -> None:
    found = {name: box for region in SPOTS for name, box in _boxes(region, SEATS).items()}
    for (one, (a, b, wide, high)), (other, (c, d, width, height)) in combinations(found.items(), 2):
        if "fleet" in one + other:
            apart = a + wide <= c + 1 or c + width <= a + 1 or b + high <= d + 1 or d + height <= b + 1
            assert apart, f"{one} and {other}"
    for name, (left, top, wide, high) in found.items():
        if "fleet" in name:
            assert left >= 0
            assert left + wide <= WIDTH
            assert _apart((left, top, wide, high), ROSE) >= ROSE_RADIUS + 8, name


def test_what_frames_the_fleets_of_a_region_leaves_those_of_others_alone() -> None:
    fleets = {name: box for region in SPOTS for name, box in _boxes(region, SEATS).items() if "fleet" in name}
    for region, (name, (a, b, width, height)) in product(SPOTS, fleets.items()):
        for left, top, wide, high in chart_pieces.fleet_frames(region, SEATS):
            beside = left + wide <= a or a + width <= left or top + high <= b or b + height <= top
            assert name.startswith(region) or beside, f"{region} and {name}"


def _apart(box: Box, at: tuple[float, float]) -> float:
    """How far a point is from the nearest of a box."""
    left, top, wide, high = box
    return math.dist((min(max(at[0], left), left + wide), min(max(at[1], top), top + high)), at)


def test_names_of_regions_lie_beside_the_rondel_its_arrow_and_the_seals() -> None:
    for name, box in ((name, box) for region in SPOTS for name, box in _boxes(region, 0).items() if "name" in name):
        assert _apart(box, ROSE) >= ROSE_RADIUS + 24, name  # as far as the tip of an arrow reaches
        assert all(_apart(box, at) >= 29 for at, _ in sea.GATES.values()), name
