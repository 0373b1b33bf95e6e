"""What computer players think positions are worth, where it was once amiss."""

from __future__ import annotations

from random import Random

from engines.contract import Game
from engines.mmn.game import Mmn
from engines.mmn.steps.seven import Discard
from engines.players import normal
from engines.players.beam import Beam
from engines.players.skills import SKILLS
from engines.players.values.mmn import value
from tests.engines.mmn.positions import chain, position
from tests.engines.playing import act

CITIES = {"buildings": ["city n25", "city n12"], "roads": chain("n25", "n31", "n37")}


def test_places_that_roads_reach_or_could_reach() -> None:
    network = position(me=CITIES).network
    found = network.outlook(0)
    assert [node for node, roads in found.items() if roads == 0] == network.settlement_spots(0)
    names = {network.geometry.nodes[node]: roads for node, roads in found.items()}
    assert (names["n37"], names["n42"], names["n47"]) == (0, 1, 2)
    assert "n31" not in names  # beside a city


def test_no_road_leads_past_another_s_knight() -> None:
    network = position(me=CITIES, others={1: {"knights": ["n37"]}}).network
    assert network.geometry.node_number["n42"] not in network.outlook(0)


def test_a_metropolis_within_reach_is_built() -> None:
    """Between the fourth level and the place of the marker the position looks poorer than before."""
    game = position(me=CITIES | {"levels": {"power": 3}, "hand": "4 jewel 3 wool 2 lumber 2 nugget 1 cloth 1 paper"})
    for _ in range(12):
        if game.to_act != (0,) or game.scores()[0].sources["metropolises"]:
            break
        game.play(0, normal(game, 0, Random(1)))
    assert game.scores()[0].sources["metropolises"] == 4


def test_a_marker_about_to_be_placed_counts_as_placed() -> None:
    game = position(me=CITIES | {"levels": {"power": 3}, "hand": "4 jewel"})
    values = [value(game, 0)]
    for line in ("improve power", "metropolis n12"):
        act(game, line)
        values.append(value(game, 0))
    assert min(values[1:]) > values[0] + 0.5


def discarding() -> Mmn:
    """Two must discard; seat 0 has a city in hand and wool to spare."""
    game = position(
        me={"buildings": ["settlement n25"], "hand": "3 ore 2 grain 4 wool"}, others={1: {"hand": "9 wool"}}
    )
    game.push(Discard(due=[4, 4, 0], chosen=[[0] * 12 for _ in range(3)]))
    return game


def test_what_has_been_chosen_for_a_seven_counts_as_gone_though_others_still_choose() -> None:
    useful = discarding()
    spare = discarding()
    act(useful, "0: discard 3 ore 1 grain")
    act(spare, "0: discard 4 wool")
    assert value(spare, 0) > value(useful, 0)


def test_who_must_discard_keeps_what_builds_a_city() -> None:
    game = discarding()
    while 0 in game.to_act:
        game.play(0, normal(game, 0, Random(1)))
    step = game.state.stack[-1]
    assert isinstance(step, Discard)
    assert step.chosen[0][2] == 4


def test_too_many_cards_at_the_end_of_a_turn_are_worth_less_than_a_wall() -> None:
    game = position(me=CITIES | {"hand": "2 brick 1 lumber 2 wool 2 grain 2 cloth 1 meat"})
    after = game.copy()
    act(after, "wall n25")
    assert value(after, 0) > value(game, 0)


def test_lines_in_the_midst_of_an_action_are_followed_beside_the_others() -> None:
    """A knight takes the wool at once; what a serf brings is seen only once it is paid for."""
    game = position(me=CITIES | {"hand": "1 wool 1 cloth 1 ore"})

    def worth(game: Game, seat: int) -> float:
        player = game.state.players[seat]
        return float(player.serfs) + 0.1 * len(player.knights)

    found = [Beam(worth, width=1, unfinished=unfinished).plan(game, 0, Random(1)) for unfinished in (0, 1)]
    assert [max(line.value for line in lines.values()) for lines in found] == [0.1, 1.0]
    assert SKILLS["mmn"].normal.unfinished
