"""Among what somebody may choose from, discoveries stand before journeys."""

from __future__ import annotations

from tests.engines.navegador.moves import on


def test_discoveries_stand_before_journeys() -> None:
    game = on("sailing", me={"fleet": {"portugal": 4}}, discovered=["guine"])
    verbs = [action[0] for action in game.distinct(game.legal(0))]
    assert {"discover", "sail"} <= {*verbs}
    assert verbs.index("sail") > max(place for place, verb in enumerate(verbs) if verb == "discover")
    assert sorted(game.distinct(game.legal(0))) == sorted(game.legal(0))
