"""What others may not know never reaches them: events, prompts, who is asked, what plays itself (rules 21)."""

from __future__ import annotations

from random import Random

from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from tests.engines.mmn.positions import asked, city, empty, hand, legal, level, on_top, play, progress, ready, roll

OPEN_CARDS = {"card", "vp_card"}
"""Events that may name a progress card before everybody."""
OPEN_KINDS = {
    *("paid", "received", "discarded", "named", "traded_bank", "offered", "countered", "accepted", "fleet", "short"),
    *("monopoly", "clearing", "emergency"),
}
"""Events that may name resources or commodities before everybody."""
PRIVATE = {"stolen_card", "drew_card", "returned_card", "spied_card", "gave_cards"}


def test_public_events_name_no_hidden_card() -> None:
    told = set()
    for seed in range(6):
        rng, game = Random(seed), Mmn.new(3 + seed % 4, seed)
        while game.to_act:
            seat = rng.choice(game.to_act)
            for event in game.play(seat, rng.choice(game.legal(seat))):
                told.add(event.kind)
                assert (event.seen_by is not None) == (event.kind in PRIVATE), event
                if event.seen_by is not None:
                    assert event.seat in event.seen_by
                    continue
                words = {
                    word for value in event.data.values() for word in (value if isinstance(value, list) else [value])
                }
                if event.kind not in OPEN_CARDS and event.kind != "received":
                    assert not words & set(CARDS), event
                if event.kind not in OPEN_KINDS:
                    assert not {"cards", "good", "gave", "got"} & set(event.data), event
    assert told >= PRIVATE


def test_what_is_drawn_or_revealed_is_a_barrier() -> None:
    game = empty(roll=True)
    level(game, 0, science=5)
    on_top(game, "crane")
    game = ready(game)
    barriers = {event.kind for event in roll(game, "castle", 1, 1, "science") if event.barrier}
    assert barriers == {"rolled", "drew", "drew_card"}


def test_rolling_and_passing_never_play_themselves() -> None:
    """Else the table would see who holds an Alchemist, or nothing to play."""
    game = ready(empty(roll=True))
    assert legal(game) == ["roll"]
    roll(game, "ship", 1, 1)
    assert (asked(game), legal(game)) == ("turn", ["pass"])
    assert not game.needs_confirmation


def test_a_single_card_is_asked_for_all_the_same() -> None:
    """Two equal cards would otherwise be told from two different ones by who is asked."""
    game = empty()
    progress(game, 0, "spy", "wedding")
    progress(game, 1, "warlord", "warlord")
    city(game, 2, "n10")
    hand(game, 2, "9 ore")
    game = ready(game)
    play(game, "play spy")
    assert legal(game) == ["pick warlord"]
    play(game, "pick warlord", "play wedding")
    assert game.to_act == (2,)
    assert legal(game, 2) == ["give ore"]


def test_another_world_keeps_what_a_seat_looks_at() -> None:
    rng = Random(3)
    game = empty(4)
    progress(game, 0, "spy", "prophecy", "clairvoyance")
    progress(game, 1, "warlord", "crane", "smith")
    progress(game, 2, "bishop", "mining")
    hand(game, 1, "3 ore 2 wool")
    hand(game, 2, "3 grain 2 cloth")
    game = ready(game)
    play(game, "play spy", "choose seat2")
    for _ in range(20):
        other = game.determinize(0, rng)
        assert sorted(other.state.players[1].cards) == ["crane", "smith", "warlord"]
        assert game.view(2) == game.determinize(2, rng).view(2)
    assert len({tuple(game.determinize(2, rng).state.players[1].cards) for _ in range(40)}) > 5
    play(game, "pick crane", "play prophecy", "deck trade")
    top = game.state.decks["trade"][-3:]
    assert all(game.determinize(0, rng).state.decks["trade"][-3:] == top for _ in range(20))
    play(game, legal(game)[0])
    play(game, legal(game)[0], "play clairvoyance", "choose seat2")
    held = game.state.players[1].hand
    assert all(game.determinize(0, rng).state.players[1].hand == held for _ in range(20))
    assert len({tuple(game.determinize(0, rng).state.players[2].hand) for _ in range(20)}) == 1, "the rest follows"
    assert len({tuple(game.determinize(3, rng).state.players[2].hand) for _ in range(40)}) > 5


def test_in_another_world_everybody_asked_has_an_answer() -> None:
    game = empty(4)
    progress(game, 0, "extortion")
    city(game, 1, "n10")
    hand(game, 1, "9 ore 1 coin")
    hand(game, 2, "9 wool")
    hand(game, 3, "9 brick")
    game = ready(game)
    play(game, "play extortion")
    rng = Random(5)
    for viewer in (None, 0, 2):
        for _ in range(10):
            other = game.determinize(viewer, rng)
            assert other.to_act == (1,)
            assert other.legal(1) == [("give", "coin")], "there is only one commodity in all hands"


def test_discards_of_several_are_a_barrier() -> None:
    """The last to choose learns what the others have chosen, and must not choose again."""
    for seats, barrier in (((1,), False), ((1, 2), True)):
        game = empty(roll=True)
        for seat in seats:
            hand(game, seat, "8 ore")
        game = ready(game)
        roll(game, "castle", 3, 4)
        events = [event for seat in seats for event in play(game, "discard 4 ore", seat=seat)]
        assert {event.barrier for event in events if event.kind == "discarded"} == {barrier}


def test_being_asked_for_a_commodity_is_a_barrier() -> None:
    """Whoever is asked has one; nobody takes an Extortion or a swap back after learning that."""
    for card, moves in (("extortion", ["play extortion"]), ("commercial_harbor", ["swap seat2 wool"])):
        game = empty()
        progress(game, 0, card)
        city(game, 1, "n10")
        hand(game, 0, "1 wool")
        hand(game, 1, "2 ore 1 coin")
        game = ready(game)
        if card == "commercial_harbor":
            play(game, "play commercial_harbor")
        events = play(game, *moves)
        assert game.to_act == (1,)
        assert any(event.barrier for event in events), card
        assert {"extorted", "swap"} & {event.kind for event in events}


def test_answers_to_an_offer_are_barriers() -> None:
    """They tell what is in a hand, a computer's answers too."""
    game = empty()
    hand(game, 0, "1 wool")
    hand(game, 1, "1 ore 1 coin")
    game = ready(game)
    play(game, "offer 1 wool for 1 coin")
    for other, words in ((1, "accept"), (1, "counter 1 ore for 1 wool")):
        events = play(game.copy(), words, seat=other)
        assert [event.barrier for event in events if event.kind in ("accepted", "countered")] == [True]
    assert not any(event.barrier for event in play(game, "decline", seat=2))
    play(game, "counter 1 ore for 1 wool", seat=1)
    events = play(game, "accept seat2", seat=0)
    assert [event.barrier for event in events if event.kind == "counter_accepted"] == [True]


def test_prospects_grow_with_what_everybody_sees() -> None:
    game = empty()
    before = game.scores()[0].remainder
    city(game, 0, "n10")
    level(game, 0, trade=2)
    hand(game, 0, "3 ore")
    game = ready(game)
    assert 0 <= before < game.scores()[0].remainder <= 999
    for seed in range(5):
        assert game.determinize(1, Random(seed)).scores() == game.scores()
