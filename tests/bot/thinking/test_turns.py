"""Turns as hints tell them: without steps that lead nowhere."""

from __future__ import annotations

from bot.thinking.turns import Turn, deeds, going_on_as, idle, straight
from engines.contract import Action, Game
from engines.mmn.game import Mmn
from engines.players.skills import SKILLS
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
    follow_ups = Mmn.presentation.follow_ups
    sold, paid, bank, taken = ("wall", "n25"), ("pay", "ore"), ("bank", "1", "ore"), ("take", "wool")
    assert deeds(follow_ups, (sold, paid, paid, bank, taken, taken)) == [(sold, paid, paid), (bank, taken), (taken,)]
    card = ("play", "master_merchant")
    picked = ("pick", "wool")
    assert deeds(follow_ups, (card, taken, picked, sold)) == [(card, taken, picked), (sold,)]
    assert deeds(follow_ups, (sold, picked)) == [(sold,), (picked,)]


def ended(world: Game, *actions: Action) -> Turn:
    """A turn that consists of these actions."""
    end = world.copy()
    for action in actions:
        end.play(0, action)
    return Turn(world, end, actions[1:])


def test_a_first_step_is_idle_that_another_takes_back_or_without_which_the_turn_is_worth_no_less() -> None:
    world = sailing()
    world.play(0, ("rondel", "sailing"))
    there, back, other = sail("portugal", "guine"), sail("guine", "portugal"), sail("guine", "bahia")
    undone = ended(world, there, back, ("done",))
    assert idle(undone, 0, there)
    assert not idle(ended(world, ("done",)), 0, ("done",)), "to do nothing is no step"
    value = SKILLS["navegador"].strong.plan.value
    moved, stayed = ended(world, other, ("done",)), ended(world, ("done",))
    assert idle(moved, 0, other) is (value(stayed.end, 0) >= value(moved.end, 0))


def test_a_turn_goes_on_as_another_where_that_is_better() -> None:
    world = position(me={"stone": "builder", "money": 500, "colonies": {"sugar": 2}, "fleet": {"portugal": 1}})
    market = ("rondel", "market1")
    sold, nothing = ended(world, market, ("sell", "sugar", "2")), ended(world, market, ("done",))
    assert going_on_as(sold.then, nothing, 0, market).end.score(0) == sold.end.score(0)
    assert going_on_as(nothing.then, sold, 0, market) == sold
    assert going_on_as((("sell", "gold", "1"),), nothing, 0, market) == nothing, "what is not legal there is not played"
