"""Unlawful input in every decision: refused with a reason, nothing changed (design of the contract)."""

from __future__ import annotations

import pytest

from engines.contract import IllegalAction
from tests.engines.mmn.asking import CARDS, decisions
from tests.engines.mmn.moves import asked
from tests.engines.mmn.positions import position
from tests.engines.playing import act

NONSENSE: list[tuple[str, ...]] = [
    (),
    ("",),
    (" ",),
    ("", ""),
    ("nonsense",),
    ("pass", "pass"),
    ("done", "now"),
    ("PASS",),
    ("roll", "7"),
    ("roll", "roll"),
    ("play",),
    ("play", ""),
    ("play", "printer"),
    ("play", "throne"),
    ("play", "nonsense"),
    ("play", "smith", "smith"),
    ("choose",),
    ("choose", ""),
    ("choose", "seat0"),
    ("choose", "seat7"),
    ("choose", "h00"),
    ("choose", "n00"),
    ("choose", "n99"),
    ("choose", "n1"),
    ("choose", "0"),
    ("choose", "-1"),
    ("choose", "gold"),
    ("take",),
    ("take", "gold"),
    ("take", "1"),
    ("pay",),
    ("pay", "everything"),
    ("give",),
    ("give", "0", "wool"),
    ("give", "-1", "wool"),
    ("give", "99", "wool"),
    ("give", "wool", "wool", "wool"),
    ("discard",),
    ("discard", "0", "ore"),
    ("discard", "-4", "ore"),
    ("discard", "4.0", "ore"),
    ("discard", "٤", "ore"),
    ("discard", "4"),
    ("discard", "99999999999999999999999", "ore"),
    ("robber",),
    ("robber", "h99"),
    ("robber", "n01"),
    ("pirate", "p99"),
    ("pirate", "h01"),
    ("rob", "seat1", "seat2"),
    ("rob", "0"),
    ("move", "n01"),
    ("move", "n01", "n01"),
    ("move", "n01", "n99"),
    ("road", "n01"),
    ("road", "n01-n02-n03"),
    ("road", "n04-n01"),
    ("settlement", "n99"),
    ("store", "n18"),
    ("store", "n18", "h99"),
    ("servant", "n18", "n18"),
    ("improve", "gold"),
    ("improve", "trade", "trade"),
    ("bank",),
    ("bank", "4"),
    ("bank", "4", "wool", "for"),
    ("bank", "4", "wool", "for", "wool"),
    ("bank", "-4", "wool", "for", "ore"),
    ("offer",),
    ("offer", "for"),
    ("offer", "1", "wool", "for", "1", "wool"),
    ("offer", "1", "wool"),
    ("counter", "for"),
    ("accept", "seat9"),
    ("accept", "0"),
    ("deck", "black"),
    ("pick", "0", "famine"),
    ("pick", "9", "famine"),
    ("pick", "printer"),
    ("under", "1"),
    ("return",),
    ("return", "printer"),
    ("name", "grain", "wool"),
    ("name", "gold"),
    ("stay", "h99"),
    ("lose", "n99"),
    ("desert", "n99"),
    ("retreat", "n99"),
    ("dice", "0", "0"),
    ("dice", "1", "7"),
    ("dice", "²", "1"),
    ("metropolis", "n99"),
    ("refund", "gold"),
    ("\u202eroll",),
    ("a" * 5000,),
]
NAMES = list(decisions())


@pytest.mark.parametrize("name", NAMES)
def test_nonsense_is_refused_in_every_decision(name: str) -> None:
    game = decisions()[name]
    before = game.dump()
    for seat in range(game.state.seats):
        legal = game.legal(seat)
        for action in NONSENSE:
            assert action not in legal
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id, action
            with pytest.raises(IllegalAction):
                game.check(seat, action)
    assert game.dump() == before


@pytest.mark.parametrize("name", NAMES)
def test_answers_to_other_questions_are_refused(name: str) -> None:
    """Every legal action of every other decision."""
    game = decisions()[name]
    before = game.dump()
    other = {action for each in decisions().values() for seat in each.to_act for action in each.legal(seat)}
    assert len(other) > 300
    for seat in range(game.state.seats):
        legal = set(game.legal(seat))
        openings = game.prompt(seat).open if seat in game.to_act else ()
        for action in other - legal:
            if action[0] in openings:
                continue
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id
            if seat not in game.to_act:
                assert refusal.value.reason.id == "error.not_your_turn"
    assert game.dump() == before


def test_every_kind_of_decision_is_among_them() -> None:
    prompts = {asked(game, seat) for game in decisions().values() for seat in game.to_act}
    steps = {
        *("openingbuilding", "openingroad", "beforeroll", "turn", "pay", "placemetropolis", "movefigure", "rob"),
        *("retreat", "discard", "give", "defenderdraw", "choosedeck", "keepone", "overflow", "losecity", "refund"),
        *("nameresource", "staying", "takeresources", "takefrombank", "offer", "lookandtake", "pickcard", "deserting"),
    }
    assert steps <= prompts
    asking = {card for card, choice in CARDS if not choice} - {"wedding", "extortion", "deserter"}
    assert {f"card_{card}" for card in asking} - prompts <= {"card_prophecy", "card_intrigue", "card_bishop"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("wall n03", "needs_city"),
        ("city n18", "is_city"),
        ("repair n18", "not_sabotaged"),
        ("hall n42", "sabotaged"),
        ("hall n03", "needs_city"),
        ("hall n18", "needs_chip"),
        ("activate n13", "is_active"),
        ("activate n42", "no_knight"),
        ("move n09 n14", "inactive"),
        ("move n13 n46", "unreachable"),
        ("chase robber n13", "nothing_to_chase"),
        ("end_famine", "no_famine"),
        ("strike n20", "level"),
        ("play curse", "card_not_held"),
        ("play printer", "card_not_held"),
        ("swap seat2 ore", "no_harbour_card"),
        ("settlement n25", "taken"),
        ("bank 3 wool for ore", "rate"),
        ("road n01-n04", "not_connected"),
        ("road n25-n31", "taken"),
    ],
)
def test_the_reason_says_what_is_wrong(line: str, why: str) -> None:
    game = decisions()["turn"]
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, tuple(line.split()))
    assert refusal.value.reason.id == f"mmn.refuse.{why}"


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
