"""Every kind of decision: what it offers passes and is saved, whatever else is typed is refused without a trace.

Seat 0 is the one that is asked. Where several are asked at once, as in MMN, the tests of the game say the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import pytest

import engines
from engines.contract import Action, Game, IllegalAction, Message
from tests.engines.burgundy import asking as burgundy
from tests.engines.contract_suite import changing
from tests.engines.macao import asking as macao
from tests.engines.mmn import asking as mmn
from tests.engines.navegador import asking as navegador


class DecisionCases(NamedTuple):
    """What is asked in a game and what is typed there: the contents of its module ``asking``."""

    decisions: Callable[[], Mapping[str, Game]]
    nonsense: Sequence[Action]
    numbers: Sequence[tuple[str, str, int]]
    ways_out: Mapping[str, str]
    open: Sequence[str] = ()


GAMES = {
    "burgundy": DecisionCases(
        burgundy.decisions, burgundy.NONSENSE, burgundy.NUMBERS, burgundy.WAYS_OUT, burgundy.OPEN
    ),
    "macao": DecisionCases(macao.decisions, macao.NONSENSE, macao.NUMBERS, macao.WAYS_OUT, macao.OPEN),
    "navegador": DecisionCases(navegador.decisions, navegador.NONSENSE, navegador.NUMBERS, navegador.WAYS_OUT),
}
EVERY_DECISION = pytest.mark.parametrize(
    ("key", "decision"), [(key, decision) for key, module in GAMES.items() for decision in module.decisions()]
)
NO_NUMBERS = [
    *(look.format(n) for n in (1, 4) for look in ("0{}", "-{}", "+{}", "{}.0", "{}e0", "0x{}", "{}_0", " {}", "{} ")),
    *("0", "00", "03", "\u0661", "\u0664", "\u00b2", "one", "four", "", "44", "99", "9" * 30),
]
"""What does not stand for 1 or 4 where they are legal: no numbers, too large ones, and numbers in disguise."""
WAYS_OUT = {("pass",), ("done",), ("decline",), ("stay",), ("end",)}


def all_are_refused(game: Game, actions: Iterable[Action]) -> None:
    """Assert that actions are neither offered nor accepted, that there is a reason, and that they leave no trace."""
    before = game.dump()
    legal = set(game.legal(0))
    for action in actions:
        assert action not in legal, action
        for ask in (game.check, game.play):
            with pytest.raises(IllegalAction) as refusal:
                ask(0, action)
            assert refusal.value.reason.id, action
        assert game.dump() == before, action


@pytest.mark.parametrize("decisions", [*(module.decisions for module in GAMES.values()), mmn.decisions])
def test_a_copy_of_every_decision_shares_nothing_that_changes(decisions: Callable[[], Mapping[str, Game]]) -> None:
    for decision, game in decisions().items():
        copy = game.copy()
        assert copy == game, decision
        assert not set(changing(copy.state)) & set(changing(game.state)), decision


@pytest.mark.parametrize("decisions", [*(module.decisions for module in GAMES.values()), mmn.decisions])
def test_it_is_said_why_a_decision_does_not_offer_one_of_its_verbs(
    decisions: Callable[[], Mapping[str, Game]],
) -> None:
    for decision, game in decisions().items():
        for seat in game.to_act:
            offered = {*game.prompt(seat).open, *(action[0] for action in game.legal(seat))}
            for word in {verb.word for verb in game.state.stack[-1].verbs} - offered:
                assert game.obstacle(seat, (word,)).id != "error.not_offered", (decision, word)


@EVERY_DECISION
def test_nonsense_is_refused_in_every_decision(key: str, decision: str) -> None:
    all_are_refused(GAMES[key].decisions()[decision], GAMES[key].nonsense)


@pytest.mark.parametrize(
    ("key", "decision", "line", "place"), [(key, *case) for key, module in GAMES.items() for case in module.numbers]
)
def test_numbers_are_written_plainly(key: str, decision: str, line: str, place: int) -> None:
    game = GAMES[key].decisions()[decision]
    action = tuple(line.split())
    assert action in game.legal(0)
    all_are_refused(game, [(*action[:place], number, *action[place + 1 :]) for number in NO_NUMBERS])


@EVERY_DECISION
def test_the_others_are_not_asked(key: str, decision: str) -> None:
    game = GAMES[key].decisions()[decision]
    before = game.dump()
    for seat in (1, 2, 3, -1, 99):
        assert game.legal(seat) == []
        with pytest.raises(IllegalAction):
            game.prompt(seat)
        for action in game.legal(0):
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id == "error.not_your_turn"
    assert game.dump() == before


@EVERY_DECISION
def test_words_of_another_decision_are_refused(key: str, decision: str) -> None:
    decisions = GAMES[key].decisions()
    words = {action for game in decisions.values() for action in game.legal(0)}
    all_are_refused(decisions[decision], sorted(words.difference(decisions[decision].legal(0))))


@EVERY_DECISION
def test_every_offered_action_passes_and_optional_ones_can_be_declined(key: str, decision: str) -> None:
    game = GAMES[key].decisions()[decision]
    assert len(game.legal(0)) > 1
    for action in game.legal(0):
        game.check(0, action)
        game.hint(0, action)
        copy = game.copy()
        copy.play(0, action)
        assert copy.dump() != game.dump()
    way_out = GAMES[key].ways_out.get(decision)
    assert WAYS_OUT.intersection(game.legal(0)) == ({(way_out,)} if way_out else set())
    assert game.prompt(0).optional is (way_out in {"pass", "done"})
    assert set(game.prompt(0).open) <= set(GAMES[key].open)


@EVERY_DECISION
def test_every_decision_is_saved_and_goes_on_alike(key: str, decision: str) -> None:
    game = GAMES[key].decisions()[decision]
    stored = engines.load(json.loads(json.dumps(game.dump())))
    assert stored == game
    assert stored.legal(0) == game.legal(0)
    for action in game.legal(0):
        copied = game.copy()
        loaded = stored.copy()
        assert copied.play(0, action) == loaded.play(0, action)
        assert copied.dump() == loaded.dump()
    assert stored == game


@EVERY_DECISION
def test_every_decision_is_described_to_everybody(key: str, decision: str) -> None:
    game = GAMES[key].decisions()[decision]
    assert game.prompt(0).message.id.startswith(f"{key}.prompt.")
    for seat in (None, 0, 1):
        assert game.describe(seat)
        assert all(isinstance(line, Message) for line in game.describe(seat))
        assert game.view(seat).to_act == (0,)
