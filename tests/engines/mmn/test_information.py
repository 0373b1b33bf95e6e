"""What may be known (rules 21): nothing a seat sees, is told or refused depends on what is hidden from it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.contract import Event, IllegalAction, Message
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.moves import events_of, roll, seen
from tests.engines.mmn.positions import Players, holding, place, position
from tests.engines.mmn.random_players import chosen, helped
from tests.engines.playing import act, player, words
from tests.engines.replay import replayable

NAMES = list(decisions())
PROBES = (
    *("pass", "roll", "accept", "decline", "withdraw", "done", "play spy", "play wedding", "play extortion"),
    *("play poaching", "play clairvoyance", "play master_merchant", "play resource_monopoly", "play trade_monopoly"),
    *("rob seat1", "rob seat2", "rob seat3", "choose seat1", "choose seat2", "choose seat3", "pick wool", "pick golem"),
    *("give wool", "give 1 wool", "discard ore", "discard 2 wool", "offer 1 wool for 1 ore", "offer 9 wool for 1 ore"),
    *(
        "counter 1 ore for 1 wool",
        "accept seat2",
        "swap seat2 ore",
        "bank 4 wool for ore",
        "return smith",
        "under 1 siege",
    ),
    *("deck food", "pick 1 famine", "take ore", "pay ore", "name grain grain", "play smith", "play curse", "serf"),
)


def told_to(events: list[Event], viewer: int | None) -> list[Event]:
    return [event for event in events if event.seen_by is None or viewer in event.seen_by]


def reason(game: Mmn, seat: int, line: str) -> Message | None:
    try:
        game.check(seat, tuple(line.split()))
    except IllegalAction as refusal:
        return refusal.reason
    return None


def same(game: Mmn, other: Mmn, viewer: int | None) -> None:
    """The viewer cannot tell the two apart."""
    assert other.view(viewer) == game.view(viewer)
    assert other.describe(viewer) == game.describe(viewer)
    assert (other.to_act, other.blocking_seats) == (game.to_act, game.blocking_seats)
    assert other.scores() == game.scores()
    assert other.order() == game.order()
    if viewer is None:
        return
    assert other.legal(viewer) == game.legal(viewer)
    if viewer in game.to_act:
        assert other.prompt(viewer) == game.prompt(viewer)
        for word in game.prompt(viewer).open:
            for begun in ((word,), (word, "1", "wool", "for")):
                assert other.part(viewer, begun) == game.part(viewer, begun)
        for action in game.legal(viewer):
            assert other.hint(viewer, action) == game.hint(viewer, action)
    for line in PROBES:
        assert reason(other, viewer, line) == reason(game, viewer, line), line


@pytest.mark.parametrize("name", NAMES)
@replayable
def test_every_decision_looks_the_same_with_what_is_hidden_redrawn(name: str) -> None:
    game = decisions()[name]
    for viewer in (None, *range(game.state.seats)):
        for seed in range(3):
            other = game.determinize(viewer, Random(seed))
            assert other.audit() == game.audit()
            same(game, other, viewer)


@pytest.mark.parametrize("seed", range(3))
@replayable
def test_random_games_look_the_same_and_tell_the_same_until_something_is_revealed(seed: int) -> None:
    assert play_twice(seed, steps=250) > 80


def play_twice(seed: int, steps: int) -> int:
    """A random game in which every action is played with what is hidden from the seat redrawn, too: it is told the same
    up to a barrier. How many events were compared."""
    rng = Random(seed)
    game = Mmn.new(3 + seed % 4, seed)
    compared = 0
    for step in range(steps):
        if not game.to_act:
            break
        if seen(game).phase == "before_roll":
            game = helped(game, rng)
        seat = rng.choice(game.to_act)
        action = chosen(game, seat, rng)
        if step % 5 == 0:
            viewer = rng.choice([None, *range(game.state.seats)])
            same(game, game.determinize(viewer, rng), viewer)
        other = game.determinize(seat, rng)
        events = game.play(seat, action)
        both = [public(told_to(each, seat)) for each in (events, other.play(seat, action))]
        assert both[0] == both[1], action
        if not any(event.barrier for event in events):
            assert game.to_act == other.to_act, f"who is asked tells something, and may be taken back: {action}"
        compared += len(both[0])
        for event in events:
            check_event(event)
    return compared


def public(events: list[Event]) -> list[Event]:
    """Up to the first that reveals something."""
    found = []
    for event in events:
        if event.barrier:
            break
        found.append(event)
    return found


# -- events ------------------------------------------------------------------------------------------------------------

HIDING = {
    "discarding": {"count"},
    "stolen": {"victim_seat", "count"},
    "drew": {"deck"},
    "returned": {"deck"},
    "looked": {"deck", "count"},
    "peeked": {"victim_seat"},
    "spied": {"victim_seat", "deck"},
    "gave": {"to_seat", "count"},
}
PRIVATE = {"stolen_card", "drew_card", "returned_card", "spied_card", "gave_cards"}


OPEN_CARDS = {"card", "vp_card"}
"""Events that may name a progress card before everybody."""
OPEN_KINDS = {
    *(
        "paid",
        "received",
        "discarded",
        "named",
        "traded_bank",
        "offered",
        "countered_offer",
        "accepted",
        "counter_accepted",
    ),
    *("fleet", "short", "short_single", "monopoly", "clearing", "emergency"),
}
"""Events that may name resources or commodities before everybody."""


def test_events_hide_cards_and_bar_the_way_back() -> None:
    found: set[str] = set()
    for name, decided in decisions().items():
        rng = Random(name)
        game = decided.copy()
        for _ in range(12):
            if not game.to_act:
                break
            seat = rng.choice(game.to_act)
            for event in game.play(seat, chosen(game, seat, rng)):
                found.add(event.kind)
                check_event(event)
    assert found >= PRIVATE | set(HIDING)


def check_event(event: Event) -> None:
    if event.kind in PRIVATE:
        partners = {event.data[name] for name in ("victim_seat", "to_seat") if name in event.data}
        assert event.seen_by is not None
        assert set(event.seen_by) == {event.seat} | partners
        return
    assert event.seen_by is None, event.kind
    assert set(event.data) == HIDING.get(event.kind, set(event.data))
    told = {word for value in event.data.values() for word in (value if isinstance(value, list) else [value])}
    if event.kind not in OPEN_CARDS and event.kind != "received":
        assert not told & set(CARDS), event
    if event.kind not in OPEN_KINDS:
        assert not {"cards", "good", "gave", "got"} & set(event.data), event
    if event.kind in {"rolled", "drew", "stolen", "vp_card", "clearing", "emergency", "looked", "peeked", "spied"}:
        assert event.barrier, event.kind


@pytest.mark.parametrize(("seats", "barrier"), [((1,), False), ((1, 2), True)])
def test_discards_of_several_are_a_barrier(seats: tuple[int, ...], barrier: bool) -> None:
    """The last to choose learns what the others have chosen, and must not choose again."""
    game = position(phase="roll", me={"hand": "1 ore"}, others={seat: {"hand": "8 ore"} for seat in seats})
    roll(game, 3, 4, track="magic")
    events = act(game, *(f"{seat}: discard 4 ore" for seat in seats))
    assert {event.barrier for event in events_of(events, "discarded")} == {barrier}


@pytest.mark.parametrize(
    ("card", "then", "kind"), [("extortion", [], "extorted"), ("commercial_harbor", ["swap seat2 wool"], "swap")]
)
def test_being_asked_for_a_commodity_is_a_barrier(card: str, then: list[str], kind: str) -> None:
    """Whoever is asked has one; nobody takes an Extortion or a swap back after learning that."""
    game = holding(card, others={1: {"buildings": ["city n42"], "hand": "2 ore 1 coin"}}, hand="1 wool")
    events = act(game, f"play {card}", *then)
    assert (game.to_act, [event.barrier for event in events_of(events, kind)]) == ((1,), [True])


def test_answers_to_an_offer_are_barriers() -> None:
    """They tell what is in a hand, a computer's answers too."""
    game = position(me={"hand": "1 wool"}, others={1: {"hand": "1 ore 1 coin"}, 2: {"hand": "1 jewel"}})
    act(game, "offer 1 wool for 1 coin")
    for line, kind in (("1: accept", "accepted"), ("1: counter 1 ore for 1 wool", "countered_offer")):
        assert [event.barrier for event in events_of(act(game.copy(), line), kind)] == [True]
    assert not any(event.barrier for event in act(game, "2: decline"))
    events = act(game, "1: counter 1 ore for 1 wool", "0: accept seat2")
    assert [event.barrier for event in events_of(events, "counter_accepted")] == [True]


def test_a_single_card_is_asked_for_all_the_same() -> None:
    """Two equal cards would otherwise be told from two different ones by who is asked."""
    others: Players = {1: {"cards": ["warlord", "warlord"]}, 2: {"buildings": ["city n42"], "hand": "9 ore"}}
    game = holding("spy", "wedding", others=others)
    act(game, "play spy")
    assert words(game) == ["pick warlord"]
    act(game, "pick warlord", "play wedding")
    assert (game.to_act, words(game)) == ((2,), ["give ore"])


# -- determinize -------------------------------------------------------------------------------------------------------


def hidden() -> Mmn:
    me = {"hand": "5 wool 1 coin", "cards": ["smith", "mining"], "buildings": ["city n25"]}
    others: Players = {
        1: {"hand": "4 ore 3 brick 1 jewel", "cards": ["golem", "siege", "curse"]},
        2: {"hand": "2 grain 6 meat", "cards": ["crane", "merchant"], "vp_cards": ["printer"]},
    }
    return position(me=me, others=others, storage=[], storage_used=["wool"])


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_determinize_redraws_hands_cards_decks_and_storage(viewer: int | None) -> None:
    game = hidden()
    drawn = [game.determinize(viewer, Random(seed)) for seed in range(12)]
    for seat in range(3):
        hands = {tuple(player(other, seat).hand) for other in drawn}
        held = {tuple(player(other, seat).cards) for other in drawn}
        assert (len(hands) == 1) == (seat == viewer)
        assert (len(held) == 1) == (seat == viewer)
        assert {sum(hand) for hand in hands} == {sum(player(game, seat).hand)}
        assert all(player(other, seat).vp_cards == player(game, seat).vp_cards for other in drawn)
    for track, deck in game.state.decks.items():
        assert len({tuple(other.state.decks[track]) for other in drawn}) > 6
        assert {len(other.state.decks[track]) for other in drawn} == {len(deck)}
    assert len({tuple(other.state.storage) for other in drawn}) > 6
    assert all(sorted(other.state.storage) == sorted(game.state.storage) for other in drawn)
    assert all(other.state.bank == game.state.bank for other in drawn)
    assert len({other.state.dice.seed for other in drawn}) == 12
    assert all(other.audit() == [] for other in drawn)


def test_in_another_world_everybody_asked_has_an_answer() -> None:
    others: Players = {1: {"buildings": ["city n42"], "hand": "9 ore 1 coin"}, 2: {"hand": "9 wool"}}
    game = holding("extortion", others={**others, 3: {"hand": "9 brick"}}, seats=4, hand="")
    act(game, "play extortion")
    for viewer in (None, 0, 2):
        for seed in range(10):
            other = game.determinize(viewer, Random(seed))
            assert (other.to_act, words(other)) == ((1,), ["give coin"]), "there is one commodity in all hands"


def test_what_a_seat_looks_at_is_not_redrawn_for_it() -> None:
    game = decisions()["prophecy deck food"]
    shown = seen(game, 0).shown
    assert len(shown) == 3
    for seed in range(6):
        assert seen(game.determinize(0, Random(seed)), 0).shown == shown
    others = {tuple(seen(game.determinize(1, Random(seed)), 0).shown) for seed in range(12)}
    assert len(others) > 3


@pytest.mark.parametrize("name", ["clairvoyance choose seat2", "master_merchant choose seat2", "spy choose seat2"])
def test_a_hand_looked_at_is_known_to_the_looker_alone(name: str) -> None:
    game = decisions()[name]
    assert (len(seen(game, 0).shown) > 0, seen(game, 0).shown_seat) == (True, 1)
    for viewer in (None, 1, 2):
        assert (seen(game, viewer).shown, seen(game, viewer).shown_seat) == ([], None)
    for seed in range(5):
        assert seen(game.determinize(0, Random(seed)), 0).shown == seen(game, 0).shown


# -- views -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_views_show_sizes_and_colours_of_other_hands_only(viewer: int | None) -> None:
    view = seen(hidden(), viewer)
    for shown_player in view.players:
        assert (shown_player.hand is None) == (shown_player.cards is None) == (shown_player.seat != viewer)
        assert shown_player.hand_size == (6, 8, 8)[shown_player.seat]
        decks: Any = (["science", "science"], ["power", "magic", "magic"], ["trade", "science"])[shown_player.seat]
        assert shown_player.card_decks == decks
    assert view.decks == {"trade": 17, "politics": 18, "science": 14, "power": 17, "magic": 16, "food": 18}
    assert view.storage_used == ["wool"]
    assert view.bank == seen(hidden()).bank
    assert view.viewer == viewer


def test_texts_name_no_hidden_card() -> None:
    game = hidden()
    secret = {"golem", "siege", "curse", "crane"}
    for viewer in (None, 0):
        assert not secret & set(str(game.describe(viewer)).replace("'", " ").split())
        assert not secret & set(str(game.view(viewer)).replace("'", " ").split())
        assert game.state.dice.seed not in str(game.view(viewer))


def test_merchant_curse_and_famine_are_public() -> None:
    others: Players = {1: {"buildings": ["city n42 servant h15"], "hand": "1 ore"}}
    game = holding("curse", "famine", others=others, merchant=place("h11"), merchant_seat=0)
    act(game, "play famine", "play curse", "choose h16")
    for viewer in (None, 0, 1, 2):
        view = seen(game, viewer)
        assert view.players[1].famine
        assert view.hexes[place("h16")].curses == [0]
        described = {message.id: message.args for message in game.describe(viewer)}
        assert described["mmn.describe.merchant"] == {"seat": 0, "hex": "h11"}
        assert described["mmn.describe.famine"] == {"seats": ["1"]}
        assert described["mmn.describe.curse"] == {"seat": 0, "hex": "h16"}


def test_prospects_grow_with_what_everybody_sees() -> None:
    before = position().scores()[0].remainder
    game = position(me={"buildings": ["city n25"], "levels": {"trade": 2}, "hand": "3 ore"})
    assert 0 <= before < game.scores()[0].remainder <= 999
    for seed in range(5):
        assert game.determinize(1, Random(seed)).scores() == game.scores()
