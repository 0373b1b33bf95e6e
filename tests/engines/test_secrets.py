"""Who is asked tells nothing that is hidden.

An action is played in the true game and in a world that looks the same to a viewer. As long as the viewer is told the
same of both, the same seats are asked next: a question that plays itself, or is not asked at all, because of what lies
in a hand tells the whole table what lies there.

The two are compared no further where the viewer is told something different, for then the difference was told openly
(other dice, other cards turned up), nor behind a barrier: what was revealed there may decide what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

import engines
from engines.contract import Action, Event, Game
from engines.mmn import board
from engines.mmn.game import Mmn
from tests.engines.burgundy import asking as burgundy
from tests.engines.contract_suite import Case, sample
from tests.engines.macao import asking as macao
from tests.engines.mmn import asking as mmn
from tests.engines.mmn.positions import position
from tests.engines.navegador import asking as navegador
from tests.engines.replay import replayable
from tests.engines.tiny import Pebbles

DECISIONS: Mapping[str, Callable[[], Mapping[str, Game]]] = {
    "burgundy": burgundy.decisions,
    "macao": macao.decisions,
    "mmn": mmn.decisions,
    "navegador": navegador.decisions,
}


def told(game: Game, seat: int, action: Action, viewer: int | None) -> tuple[Game, list[Event]]:
    """The game after an action, and what the viewer is told of it."""
    after = game.copy()
    events = after.play(seat, action)
    return after, [event for event in events if event.seen_by is None or viewer in event.seen_by]


def asked(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who may act, and whom the game waits for."""
    return game.to_act, game.blocking_seats


def leak(game: Game, seat: int, action: Action, viewer: int | None, rng: Random) -> str | None:
    """What a viewer learns by seeing who is asked after an action; None: nothing."""
    world = game.determinize(viewer, rng)
    assert asked(world) == asked(game)
    if action not in world.legal(seat):
        return None
    (true, here), (other, there) = (told(each, seat, action, viewer) for each in (game, world))
    both = min(len(here), len(there))
    if here[:both] != there[:both] or any(event.barrier for event in here[:both]):
        return None
    if len(here) == len(there) and asked(true) == asked(other):
        return None
    further = [event.kind for event in (*here[both:], *there[both:])]
    return f"{asked(true)} are asked, in another world {asked(other)}, in one of the two after {further}"


def any_action(game: Game, rng: Random) -> tuple[int, Action]:
    """Kinds of actions before what completes them."""
    seat = rng.choice(game.to_act)
    word = rng.choice(sorted({action[0] for action in game.legal(seat)}))
    return seat, rng.choice([action for action in game.legal(seat) if action[0] == word])


def play_on(game: Game, rng: Random, steps: int) -> None:
    """At random, looking at every action with everybody's eyes."""
    for _ in range(steps):
        if not game.to_act:
            return
        seat, action = any_action(game, rng)
        for viewer in (None, *range(game.state.seats)):
            found = leak(game, seat, action, viewer, rng)
            assert found is None, f"{' '.join(action)} of seat {seat} tells {viewer}: {found}"
        game.play(seat, action)


@pytest.mark.parametrize("case", list(sample([*engines.GAMES.values(), Pebbles])), ids=str)
@replayable
def test_in_a_game_who_is_asked_tells_nothing(case: Case) -> None:
    play_on(case.new(3), Random(str(case)), 60)


@pytest.mark.parametrize("key", DECISIONS)
@replayable
def test_after_every_decision_who_is_asked_tells_nothing(key: str) -> None:
    for name, game in DECISIONS[key]().items():
        play_on(game.copy(), Random(name), 12)


PAID: dict[str, dict[str, object]] = {
    "store n25 h06": {"hand": "3 ore 2 coin"},
    "hall n18": {"hand": "2 ore 1 coin 2 wool", "buildings": ["city n18 store h04"]},
    "large_store n18": {"hand": "3 coin 2 wool", "buildings": ["city n18 hall h04"]},
    "serf": {"hand": "2 ore 1 coin 2 wool"},
    "play black_market": {"hand": "3 ore", "cards": ["black_market"]},
    "play transmutation": {"hand": "3 ore", "cards": ["transmutation"]},
}
"""What can be paid in a single way, by hands that hold it."""


CRANE = {"levels": dict.fromkeys(board.TRACKS, 1), "hand": "6 meat", "cards": ["crane"], "buildings": ["city n25"]}
"""Only one improvement can be paid."""
HANDS = ("3 meat 3 cloth", "2 coin 2 paper 2 cloth")
"""As many cards that pay for more of them."""


@pytest.mark.parametrize("line", PAID)
@pytest.mark.parametrize("rules", [1, 2])
def test_a_single_way_to_pay_is_asked_for_all_the_same(line: str, rules: int) -> None:
    """Since rules 2: the logs of earlier games lack the answer. So this test finds what it looks for."""
    others = {1: {"hand": "3 wool 3 cloth 2 grain 2 meat"}, 2: {"hand": "2 brick 2 crystal 3 lumber 3 paper"}}
    me = {"buildings": ["settlement n25"]} | PAID[line]
    game, action, rng = position(me=me, others=others, rules=rules), tuple(line.split()), Random(line)
    found = [leak(game, 0, action, viewer, rng) for viewer in (None, 1, 2) for _ in range(40)]
    assert any(found) == (rules == 1)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_single_improvement_for_the_crane_is_asked_for_all_the_same(rules: int) -> None:
    game = position(me=CRANE, others={1: {"hand": "6 wool"}}, rules=rules)
    worlds = [position(me=CRANE | {"hand": hand}, others={1: {"hand": "6 wool"}}, rules=rules) for hand in HANDS]
    here, *there = [told(each, 0, ("play", "crane"), 1)[0].prompt(0).message.id for each in (game, *worlds)]
    assert (set(there) == {here}) == (rules > 1)


def test_only_the_table_sees_what_never_plays_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without these words the search finds who holds an Alchemist."""
    monkeypatch.setattr(Mmn, "never_automatic", {})
    game = position(others={1: {"cards": ["alchemist"], "hand": "1 ore"}, 2: {"cards": ["smith"]}})
    rng = Random(1)
    assert any(leak(game, 0, ("pass",), viewer, rng) for viewer in (None, 2) for _ in range(40))
