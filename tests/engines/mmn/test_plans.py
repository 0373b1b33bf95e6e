"""What players that look ahead do in MMN: with the robber, before an attack, with offers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.contract import Action
from engines.mmn.game import Mmn
from engines.players import normal
from tests.engines.mmn.positions import position

LEADER = {"buildings": ["city n30", "city n32"], "hand": "2 wool"}
BEHIND = {"buildings": ["settlement n03", "settlement n01"], "hand": "2 wool"}


def answers(game: Mmn, seat: int, tries: int = 5) -> set[Action]:
    """What the seat does, whatever the chance."""
    return {normal(game, seat, Random(chance)) for chance in range(tries)}


@pytest.mark.parametrize("leader", [1, 2])
def test_the_robber_goes_to_a_hex_of_the_leader(leader: int) -> None:
    others = {leader: LEADER, 3 - leader: BEHIND}
    waits: list[Any] = [{"type": "Turn", "seat": 0}, {"type": "MoveFigure", "seat": 0, "figures": ["robber"]}]
    game = position(me={"buildings": ["settlement n47"], "hand": "1 ore"}, others=others, stack=waits)
    for figure, hex in answers(game, 0):
        at = game.geometry.hex_nodes[game.words.number["hex"][hex]]
        owners = {
            seat for seat, player in enumerate(game.state.players) for each in player.buildings if each.node in at
        }
        assert (figure, owners) == ("robber", {leader})


def test_a_knight_is_made_active_before_the_barbarians_come() -> None:
    me = {"buildings": ["city n30"], "knights": ["n14"], "roads": [], "hand": "1 grain"}
    game = position(me=me, others={1: {"buildings": ["city n12"], "knights": ["n16 active"]}}, ship=6, sound=False)
    assert answers(game, 0) == {("activate", "n14")}


def offered(give: str, want: str, hand: str) -> Mmn:
    """Seat 1 has offered seat 0 cards for others."""
    offerer = {"hand": give, "buildings": ["settlement n22"]}
    me = {"hand": hand, "buildings": ["settlement n30"]}
    game = position(seat=1, me=offerer, others={0: me, 2: {"hand": want, "buildings": ["city n12"]}})
    game.play(1, ("offer", *give.split(), "for", *want.split(), "to", "seat1"))
    return game


def test_an_offer_that_completes_a_city_is_accepted() -> None:
    game = offered("1 ore", "1 wool", "2 grain 2 ore 1 wool")
    assert answers(game, 0) == {("accept",)}


def test_an_offer_that_takes_a_city_away_is_declined() -> None:
    game = offered("1 wool", "1 ore", "2 grain 3 ore")
    assert answers(game, 0) == {("decline",)}
