"""Random games beside the reference implementation: points, awards, yields, discards, prices, what is legal."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engines.contract import Action, Event
from engines.mmn.game import Mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.moves import asked, events_of, seen
from tests.engines.mmn.positions import KINDS
from tests.engines.mmn.random_players import chosen, helped
from tests.engines.mmn.reference import COMMODITY, PRICES, Reference
from tests.engines.replay import replayable

READ = (
    *("road", "settlement", "city", "wall", "repair", "knight", "activate", "promote", "captain", "move", "chase"),
    *("strike", "store", "hall", "large_store", "serf", "servant", "journeyman", "end_famine", "improve", "bank"),
)
TOKENS = {
    "store": "same_resource",
    "large_store": "same_commodity",
    **dict.fromkeys(("hall", "serf", "servant", "journeyman"), "matching_pair"),
}
GAMES: list[tuple[int, int, dict[str, str]]] = [
    (3, 6, {"robber_lock": "off", "shortage_single_claimant_gets_rest": "on"}),
    (4, 5, {"progress_threshold": "literal", "gold_replaces": "fields"}),
    (6, 4, {"journeyman_keeps_servant_bonus": "on"}),
]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
@replayable
def test_random_games_agree_with_the_reference(seats: int, seed: int, options: dict[str, str]) -> None:
    watched = play_beside(seats, seed, options, steps=350)
    assert len(watched) > 25
    assert watched["yields"] > 5
    assert watched["sevens"] > 1


def play_beside(seats: int, seed: int, options: dict[str, str], steps: int) -> Counter[str]:
    """A random game beside the reference; what was played and compared."""
    rng = Random(seed)
    game = Mmn.new(seats, seed, **options)
    watched: Counter[str] = Counter()
    for step in range(steps):
        if not game.to_act:
            break
        if seen(game).phase == "before_roll":
            game = helped(game, rng)
        reference = Reference(game.dump())
        check_points(game, reference, deep=step % 4 == 0)
        seat = rng.choice(game.to_act)
        turn = game.prompt(seat).message.id == "mmn.prompt.turn"
        if turn:
            check_actions(game, reference)
        action = chosen(game, seat, rng)
        events = game.play(seat, action)
        watched[action[0]] += 1
        if turn and action[0] in READ and action[0] != "bank":
            check_price(game, action, events, reference)
        if events_of(events, "rolled"):
            check_roll(game, events, reference, watched)
    return watched


@pytest.mark.parametrize("name", list(decisions()))
@replayable
def test_play_goes_on_soundly_from_every_decision(name: str) -> None:
    """Rich positions that random games hardly reach."""
    go_on(name, seed=0, steps=20)


def go_on(name: str, seed: int, steps: int) -> None:
    """Random play from a decision, beside the reference."""
    rng = Random(seed)
    game = decisions()[name].copy()
    for _ in range(steps):
        if not game.to_act:
            break
        reference = Reference(game.dump())
        check_points(game, reference, deep=False)
        seat = rng.choice(game.to_act)
        if asked(game, seat) == "turn":
            check_actions(game, reference)
        game.play(seat, chosen(game, seat, rng))
        assert game.audit() == []
    assert Mmn.load(game.dump()) == game


def check_points(game: Mmn, reference: Reference, *, deep: bool) -> None:
    """Points by source, counted pieces, and that the three cards lie with whom they belong to."""
    view = seen(game)
    settled = game.prompt(game.to_act[0]).message.id == "mmn.prompt.turn"
    for player in view.players:
        scored = {source: worth for source, worth in view.scores[player.seat].sources.items() if worth}
        assert scored == reference.sources(player.seat)
        assert (player.storage_points, player.autarky_points) == (
            reference.storage(player.seat),
            reference.autarky(player.seat),
        )
        if deep:
            assert player.road_length == reference.road(player.seat)
    if settled:
        numbers = range(view.seats)
        for holder, worth in (
            (view.longest_road, [player.road_length for player in view.players]),
            (view.storage_card, [reference.storage(number) for number in numbers]),
            (view.autarky_card, [reference.autarky(number) for number in numbers]),
        ):
            most = max(worth)
            if holder is None:
                assert most < 5 or worth.count(most) > 1
            else:
                assert worth[holder] == most >= 5


def check_actions(game: Mmn, reference: Reference) -> None:
    offered = {" ".join(action) for action in game.legal(reference.seat) if action[0] in READ}
    assert offered == reference.actions()
    for line in sorted(offered)[::5]:
        check_hint(game, tuple(line.split()), reference)


def check_hint(game: Mmn, action: Action, reference: Reference) -> None:
    """What is said beside an action agrees with its price."""
    hint = game.hint(reference.seat, action)
    word = action[0]
    if word in TOKENS:
        assert hint is not None
        assert (hint.id, hint.args["price"]) == ("mmn.hint.token", TOKENS[word])
    elif word in PRICES:
        assert hint is not None
        said = hint.args["cards"]
        assert isinstance(said, list)
        assert (hint.id, sorted(said)) == ("mmn.hint.cost", sorted(PRICES[word].split()))
    elif word == "improve":
        level = reference.me["levels"][list(COMMODITY).index(action[1])] + 1
        assert hint is not None
        assert hint.args == {"level": level, "cards": [COMMODITY[action[1]]] * level}


def check_price(game: Mmn, action: Action, events: list[Event], reference: Reference) -> None:
    word = action[0]
    if word in TOKENS:
        prompt = game.prompt(reference.seat).message if reference.seat in game.to_act else None
        if prompt and prompt.id == "mmn.prompt.pay":
            assert prompt.args["price"] == TOKENS[word]
            return
        (price,) = events_of(events, "paid")
        kinds = sorted(cards(price), key=KINDS.index)
        places = [KINDS.index(kind) for kind in kinds]
        match TOKENS[word]:
            case "same_resource":
                assert places[0] == places[1] < 6
            case "same_commodity":
                assert places[0] == places[1] >= 6
            case _:
                assert places[1] == places[0] + 6
        return
    expected = PRICES.get(word, "").split()
    if word == "improve":
        level = reference.me["levels"][list(COMMODITY).index(action[1])] + 1
        expected = [COMMODITY[action[1]]] * level
    paid = events_of(events, "paid")
    assert sorted(cards(paid[0])) == sorted(expected) if paid else not expected


def cards(event: Event) -> list[str]:
    found = event.data["cards"]
    assert isinstance(found, list)
    return found


def check_roll(game: Mmn, events: list[Event], reference: Reference, watched: Counter[str]) -> None:
    """Yields and discards, unless something before them may have changed the position."""
    rolled: dict[str, Any] = dict(events_of(events, "rolled")[0].data)
    kinds = {event.kind for event in events}
    if kinds & {"attack", "clearing", "curse_ended", "turn"} or game.state.over:
        return
    if rolled["sum"] == 7:
        owed = {str(seat): reference.due(seat) for seat in range(len(reference.players)) if reference.due(seat)}
        if reference.dump["attacked"] or owed:
            assert seen(game).owed == owed
            watched["sevens"] += 1
        return
    if seen(game).phase == "events" and not events_of(events, "received"):
        return
    produced = [event for event in events_of(events, "received") if event.data["why"] == "production"]
    gains: list[Counter[str]] = [Counter() for _ in reference.players]
    for event in produced:
        assert event.seat is not None
        gains[event.seat].update(cards(event))
    if game.prompt(game.to_act[0]).message.id in ("mmn.prompt.turn", "mmn.prompt.takeresources"):
        assert gains == reference.income(rolled["sum"])
        watched["yields"] += 1
