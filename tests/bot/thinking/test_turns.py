"""Turns as hints tell them: without steps that lead nowhere."""

from __future__ import annotations

from bot.thinking.turns import Turn, deeds, straight
from engines.contract import Action, Game
from tests.engines.navegador.positions import position, up_to


def sailing() -> Game:
    """Three ships, and the stone before Sailing."""
    ships = {"portugal": 2, "guine": 1}
    return position(me={"stone": "builder", "fleet": ships}, discovered=up_to("bahia"))


def played(*actions: Action) -> tuple[Action, ...]:
    """What is left of a turn that begins with the first action."""
    world = sailing()
    end = world.copy()
    for action in actions:
        end.play(0, action)
    found = straight(Turn(world, end, actions[1:]), 0, actions[0])
    again = world.copy()
    for action in (actions[0], *found.then):
        again.play(0, action)
    assert again.dump() == found.end.dump(), "the end is that of the steps that are told"
    return found.then


def sail(start: str, end: str) -> Action:
    return "sail", start, end, "1"


def test_a_step_and_its_reverse_are_left_out_and_the_turn_still_ends() -> None:
    there, back, other = sail("portugal", "guine"), sail("guine", "portugal"), sail("portugal", "guine")
    assert played(("rondel", "sailing"), there, back, other) == (other, ("done",))
    assert played(("rondel", "sailing"), there, back, ("done",)) == (("done",),)


def test_what_belongs_to_a_step_goes_with_it() -> None:
    sold, paid, bank, taken = ("wall", "1"), ("spend", "red"), ("bank", "1", "ore"), ("take", "wool")
    assert deeds((sold, paid, paid, bank, taken, taken)) == [(sold, paid, paid), (bank, taken), (taken,)]
