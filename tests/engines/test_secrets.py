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
from tests.engines.mmn.positions import dry, position
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


def asked(game: Game) -> tuple[dict[int, str], tuple[int, ...]]:
    """Who may act, with what each is asked, and whom the game waits for."""
    return {seat: game.prompt(seat).message.id for seat in game.to_act}, game.blocking_seats


def leak(game: Game, seat: int, action: Action, viewer: int | None, rng: Random) -> str | None:
    """What a viewer learns by seeing who is asked what after an action; None: nothing."""
    world = game.determinize(viewer, rng)
    assert asked(world) == asked(game)
    return told_apart(game, world, seat, action, viewer)


def told_apart(game: Game, world: Game, seat: int, action: Action, viewer: int | None) -> str | None:
    """By what a viewer can tell a game and another that looked the same; None: by nothing, or it was told openly."""
    if action not in world.legal(seat):
        return None
    (true, here), (other, there) = (told(each, seat, action, viewer) for each in (game, world))
    both = min(len(here), len(there))
    if here[:both] != there[:both] or any(event.barrier for event in here[:both]):
        return None
    if len(here) == len(there) and asked(true) == asked(other):
        return None if true.view(viewer) == other.view(viewer) else "the views differ though the same was told"
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


@pytest.mark.parametrize("steps", [6, pytest.param(12, marks=pytest.mark.proof)])
@pytest.mark.parametrize("key", DECISIONS)
@replayable
def test_after_every_decision_who_is_asked_tells_nothing(key: str, steps: int) -> None:
    for name, game in DECISIONS[key]().items():
        play_on(game.copy(), Random(name), steps)


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
    game = position(me=me, others=others, rules=rules)
    action = tuple(line.split())
    rng = Random(line)
    found = [leak(game, 0, action, viewer, rng) for viewer in (None, 1, 2) for _ in range(40)]
    assert any(found) == (rules == 1)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_single_improvement_for_the_crane_is_asked_for_all_the_same(rules: int) -> None:
    game = position(me=CRANE, others={1: {"hand": "6 wool"}}, rules=rules)
    worlds = [position(me=CRANE | {"hand": hand}, others={1: {"hand": "6 wool"}}, rules=rules) for hand in HANDS]
    here, *there = [told(each, 0, ("play", "crane"), 1)[0].prompt(0).message.id for each in (game, *worlds)]
    assert (set(there) == {here}) == (rules > 1)


FEW = dry("3 cloth", of=board.COMMODITIES), dry("3 wool", of=board.RESOURCES)
"""Banks with but one commodity, or one resource."""
PAYING = {
    "black_market": (
        ["play black_market", "pay wool", "pay wool"],
        FEW[0],
        [("4 wool", "2 cloth"), ("2 wool 2 cloth", "2 wool")],
    ),
    "transmutation": (
        ["play transmutation", "pay grain"],
        FEW[1],
        [("1 grain 2 coin", "2 wool"), ("1 grain 2 wool", "2 coin")],
    ),
}
"""What is played, with which bank; hands of the player and another, of which only the first can go on paying."""


@pytest.mark.parametrize("card", PAYING)
@pytest.mark.parametrize("rules", [2, 3])
def test_whether_more_can_be_paid_is_asked_even_of_who_cannot(card: str, rules: int) -> None:
    """Since rules 3; the two games must look the same to all others before the last word and after it."""
    lines, bank, hands = PAYING[card]
    able, unable = (
        position(me={"hand": mine, "cards": [card]}, others={1: {"hand": other}}, bank=bank, rules=rules)
        for mine, other in hands
    )
    *first, last = (tuple(line.split()) for line in lines)
    for action in first:
        for game in (able, unable):
            game.play(0, action)
    found = [told_apart(able, unable, 0, last, viewer) for viewer in (None, 2)]
    assert all(found) if rules < 3 else not any(found)
    able.play(0, last)
    unable.play(0, last)
    assert len(able.legal(0)) > 1
    if rules > 2:
        assert unable.legal(0) == [("done",)]
        assert unable.prompt(0).optional
        for game in (able, unable):
            game.play(0, ("done",))
        assert asked(able) == asked(unable)


CARDS = sorted({card for card, _ in mmn.CARDS})


def meagre(card: str, rng: Random) -> tuple[Mmn, Mmn]:
    """Two games that look the same to a spectator: a few cards, and some more of a single kind, in the hand of who is
    to play one, hardly any in the bank, the rest with the others."""
    dump = mmn.rich(card).dump()
    hands = [player["hand"] for player in dump["players"]]
    kinds = range(len(board.KINDS))
    total = [sum(cards) for cards in zip(dump["bank"], *hands, strict=True)]
    bank = dump["bank"] = [0 for _ in kinds]
    for kind in rng.sample(kinds[: board.PAIR], rng.randint(0, 2)) + rng.sample(kinds[board.PAIR :], rng.randint(0, 2)):
        bank[kind] = rng.randint(1, 3)
    shared = rng.choices(kinds, k=rng.randint(1, 3))
    same = rng.randint(0, 3)
    size = rng.randint(1, 6)
    made = []
    for _ in range(2):
        mine = [*shared, *rng.choices(kinds) * same]
        pool = [kind for kind in kinds for _ in range(total[kind] - bank[kind] - mine.count(kind))]
        rng.shuffle(pool)
        for hand, cards in zip(hands, (mine, pool[:size], pool[size:]), strict=True):
            hand[:] = map(cards.count, kinds)
        made.append(Mmn.load(dump))
    return made[0], made[1]


@pytest.mark.parametrize("hands", [12, pytest.param(60, marks=pytest.mark.proof)])
@pytest.mark.parametrize("card", CARDS)
@replayable
def test_a_card_asks_alike_whatever_the_hands(card: str, hands: int) -> None:
    """As long as the same is played, and nothing is told openly that differs."""
    rng = Random(card)
    for _ in range(hands):
        game, world = meagre(card, rng)
        action: Action = ("play", card)
        while action in game.legal(0) and action in world.legal(0):
            found = told_apart(game, world, 0, action, None)
            assert found is None, f"{' '.join(action)}: {found}"
            events = game.play(0, action)
            world.play(0, action)
            both = [each for each in game.legal(0) if each in world.legal(0)] if game.to_act == (0,) else []
            if any(event.barrier for event in events) or not both or asked(game)[0][0] == "mmn.prompt.turn":
                break
            action = rng.choice(both)


def test_only_the_table_sees_what_never_plays_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without these words the search finds who holds an Alchemist."""
    monkeypatch.setattr(Mmn, "never_automatic", {})
    game = position(others={1: {"cards": ["alchemist"], "hand": "1 ore"}, 2: {"cards": ["smith"]}})
    rng = Random(1)
    assert any(leak(game, 0, ("pass",), viewer, rng) for viewer in (None, 2) for _ in range(40))
