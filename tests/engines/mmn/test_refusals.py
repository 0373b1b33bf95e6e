"""Unlawful input in every decision: refused with a reason, nothing changed (design of the contract)."""

from __future__ import annotations

from functools import cache

import pytest

from engines.contract import Action, IllegalAction
from tests.engines.mmn.asking import CARDS, decisions
from tests.engines.mmn.moves import question
from tests.engines.mmn.positions import position
from tests.engines.playing import act

TYPED = """
    nonsense; pass pass; done now; PASS; roll 7; roll roll; play; play printer; play throne; play nonsense;
    play smith smith; choose; choose seat0; choose seat7; choose h00; choose n00; choose n99; choose n1; choose 0;
    choose -1; choose gold; take; take gold; take 1; pay; pay everything; give; give 0 wool; give -1 wool;
    give 99 wool; give wool wool wool; discard; discard 0 ore; discard -4 ore; discard 4.0 ore; discard ٤ ore;
    discard 4; discard 99999999999999999999999 ore; robber; robber h99; robber n01; pirate p99; pirate h01;
    rob seat1 seat2; rob 0; move n01; move n01 n01; move n01 n99; road n01; road n01-n02-n03; road n04-n01;
    settlement n99; store n18; store n18 h99; servant n18 n18; improve gold; improve trade trade; bank; bank 4;
    bank 4 wool for; bank 4 wool for wool; bank -4 wool for ore; offer; offer for; offer 1 wool for 1 wool;
    offer 1 wool; counter for; accept seat9; accept 0; deck black; pick 0 famine; pick 9 famine; pick printer;
    under 1; return; return printer; name grain wool; name gold; stay h99; lose n99; desert n99; retreat n99;
    dice 0 0; dice 1 7; dice ² 1; metropolis n99; refund gold
"""
NONSENSE: list[Action] = [
    *((), ("",), (" ",), ("", ""), ("play", ""), ("choose", ""), ("\u202eroll",), ("a" * 5000,)),
    *(tuple(line.split()) for line in TYPED.split(";")),
]
NAMES = list(decisions())


@cache
def answers() -> set[Action]:
    """Return every legal action of every decision."""
    return {action for decision in decisions().values() for seat in decision.to_act for action in decision.legal(seat)}


@pytest.mark.parametrize("name", NAMES)
def test_nonsense_and_answers_to_other_questions_are_refused_in_every_decision(name: str) -> None:
    game = decisions()[name]
    before = game.dump()
    for seat in range(game.state.seats):
        openings = game.prompt(seat).open if seat in game.to_act else ()
        strange = {action for action in answers() if action[0] not in openings}
        for action in strange.union(NONSENSE).difference(game.legal(seat)):
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id, action
            if seat not in game.to_act:
                others = "error.others_answer" if seat == game.state.active else "error.not_your_turn"
                assert refusal.value.reason.id == others
        assert not set(NONSENSE).intersection(game.legal(seat))
    assert game.dump() == before


def test_every_kind_of_decision_is_among_them() -> None:
    prompts = {question(game, seat) for game in decisions().values() for seat in game.to_act}
    steps = {
        *("openingbuilding", "openingroad", "beforeroll", "turn", "pay", "placemetropolis", "movefigure", "rob"),
        *("retreat", "discard", "give", "defenderdraw", "choosedeck", "keepone", "overflow", "losecity", "refund"),
        *("nameresource", "staying", "takeresources", "takefrombank", "offer", "lookandtake", "pickcard", "deserting"),
    }
    assert steps <= prompts
    asking = {card for card, choice in CARDS if not choice} - {"wedding", "extortion"}
    assert {f"card_{card}" for card in asking} <= prompts


def test_a_seat_that_does_not_exist_is_refused() -> None:
    game = decisions()["turn"]
    for seat in (-1, 3, 99):
        with pytest.raises(IllegalAction):
            game.play(seat, ("pass",))


def test_a_finished_game_refuses_everything() -> None:
    game = position(
        me={
            "vp_cards": ["printer"],
            "hand": "1 ore",
            "defender": 14,
            "cards": ["merchant"],
            "buildings": ["settlement n25"],
        }
    )
    act(game, "play merchant", "choose h06")
    assert game.state.over
    for seat in range(3):
        for action in (("pass",), ("roll",), (), ("offer", "1", "ore", "for", "1", "wool")):
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id == "error.game_over"


@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_told_to_wait_for_themselves(name: str) -> None:
    game = decisions()[name]
    for seat in range(game.state.seats):
        seats = game.not_asked(seat).args["seats"]
        assert isinstance(seats, list)
        assert str(seat) not in seats
