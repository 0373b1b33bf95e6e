"""What players that look ahead do in MMN: with the robber, before an attack, with offers, about to win."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.contract import Action, Game
from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.steps.seven import Discard
from engines.players import Player, normal, strong
from engines.players.beam import Beam
from engines.players.skills import SKILLS
from engines.players.strong import Strong, outcome
from tests.engines.mmn.positions import about_to_win, position
from tests.engines.playing import act

LEADER = {"buildings": ["city n30", "city n32"], "hand": "2 wool"}
BEHIND = {"buildings": ["settlement n03", "settlement n01"], "hand": "2 wool"}


def answers(game: Mmn, seat: int, tries: int = 5, player: Player = normal) -> set[Action]:
    """What the seat does, whatever the chance."""
    return {player(game, seat, Random(chance)) for chance in range(tries)}


@pytest.mark.parametrize("player", [normal, strong])
@pytest.mark.parametrize("leader", [1, 2])
def test_the_robber_goes_to_a_hex_of_the_leader(leader: int, player: Player) -> None:
    others = {leader: LEADER, 3 - leader: BEHIND}
    waits: list[Any] = [{"type": "Turn", "seat": 0}, {"type": "MoveFigure", "seat": 0, "figures": ["robber"]}]
    game = position(me={"buildings": ["settlement n47"], "hand": "1 ore"}, others=others, stack=waits)
    for figure, hex in answers(game, 0, 2, player):
        at = game.geometry.hex_nodes[game.words.number["hex"][hex]]
        owners = {
            seat
            for seat, player in enumerate(game.state.players)
            for building in player.buildings
            if building.node in at
        }
        assert (figure, owners) == ("robber", {leader})


@pytest.mark.parametrize("player", [normal, strong])
def test_a_knight_is_made_active_before_the_barbarians_come(player: Player) -> None:
    me = {"buildings": ["city n30"], "knights": ["n14"], "roads": [], "hand": "1 grain"}
    game = position(me=me, others={1: {"buildings": ["city n12"], "knights": ["n16 active"]}}, ship=6, sound=False)
    assert answers(game, 0, 3, player) == {("activate", "n14")}


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


@pytest.mark.parametrize("active", [0, 1, 2])
def test_the_strong_player_looks_to_the_end_of_its_next_turn_whatever_it_is_asked_before(active: int) -> None:
    """Two sevens ask seats 0 and 2: to discard is no turn, and the turn in which a line begins is not the next one."""
    hands = {0: "5 wool 4 ore", 2: "5 brick 4 grain"}
    others = {seat: {"hand": hand} for seat, hand in hands.items() if seat != active}
    game = position(seat=active, me={"hand": hands.get(active, "")}, others=others)
    for _ in range(2):
        game.push(Discard(due=[2, 0, 2], chosen=[[0] * len(board.KINDS) for _ in range(3)]))
    ends: list[tuple[int, int]] = []

    def noted(game: Game, seat: int) -> float:
        if seat != 0:  # the others are judged only where a line is
            ends.append((game.state.turn, game.state.active))
        return 0.0

    anything = Beam(lambda game, seat: 0.0, width=1, branch=5)
    found = Strong(Beam(noted), rest=anything, quick=anything, worlds=1).candidates(game, 0, Random(1))
    assert len(found) == 2
    assert set(ends) == {(8, 1)}, "turn 7 was that of seat 0"


@pytest.mark.parametrize("chance", [1, 2])
def test_the_strong_player_wins_now_though_winning_later_would_leave_its_rivals_poorer(chance: int) -> None:
    game = about_to_win(ship=6)
    further = replace(SKILLS["mmn"].strong, worlds=3, most_plans=3, rounds=1, rival=0.5)
    found = further.candidates(game, 0, Random(chance))
    assert [(each.first[0], each.wins) for each in found] == [("settlement", True), ("pass", False), ("road", False)]
    assert found[0].won == found[1].won == 1 > found[2].won
    assert found[0].value < found[1].value, "the barbarians are on their way"
    assert strong(game, 0, Random(chance)) == ("settlement", "n37")


def test_the_outcome_of_a_game_is_whose_it_is() -> None:
    game = about_to_win()
    assert [outcome(game, seat) for seat in range(3)] == [0, 0, 0]
    act(game, "settlement n37")
    assert [outcome(game, seat) for seat in range(3)] == [1, -1, -1]
