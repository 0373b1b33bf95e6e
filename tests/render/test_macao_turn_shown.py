"""The picture of the own turn shows what its actions are about: the sea, the city wall, the tribute."""

from __future__ import annotations

import pytest

import render
from engines.macao.game import Macao
from render.shape import Shape
from tests.engines.macao.positions import position
from tests.render.recording import caption, drawn

pytestmark = pytest.mark.usefixtures("recorded")
SHAPES = pytest.mark.parametrize("shape", list(Shape))


def texts(game: Macao, shape: Shape, *verbs: str) -> list[str]:
    """Return the texts in the picture of a decision in which just these kinds of actions are offered."""
    decide = render.PICTURES[Macao.key].decision
    assert decide
    offered = [action for action in game.legal(0) if action[0] in verbs]
    assert {action[0] for action in offered} == set(verbs)
    return drawn(decide(game.view(0), caption(shape=shape), offered)).texts()


def own_turn() -> Macao:
    return position(tribute=(4, 9), me={"gold": 5, "stock": "RRGGB", "tableau": ["zoll_1"]})


@SHAPES
def test_the_sea_is_shown_where_the_ship_can_sail(shape: Shape) -> None:
    assert "hamburg" in texts(own_turn(), shape, "ship")
    assert "hamburg" not in texts(own_turn(), shape, "wall")


@SHAPES
@pytest.mark.parametrize("verb", ["wall", "tribute"])
def test_wall_and_tribute_are_shown_where_one_of_them_is_offered(shape: Shape, verb: str) -> None:
    written = texts(own_turn(), shape, verb)
    assert {"16", "4", "9"} <= {*written}
    assert "16" not in texts(own_turn(), shape, "activate")
