"""Compare the same position in two worlds (MMN): everything that is hidden from a person is drawn again.

All that this person sees of the bot must stay byte for byte the same, pictures included. The tests look at some of it,
``python -m tests.proof`` at all of a random game of every table.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

import render
from engines import Action
from engines.contract import Step
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from engines.mmn.steps.turn import Turn
from engines.mmn.verbs.giving import Give, TakeResources, Together
from engines.mmn.verbs.offers import Offer
from tests.bot.seen import PEOPLE, WORDS, texts_for_viewer
from tests.engines.contract_suite import mutations
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.random_players import chosen, helped

MOVES = 700
OFFERS = 0.06
PICTURES = render.PICTURES["mmn"]
"""As they are drawn; encoding them takes most of the time and tells nothing more."""
assert PICTURES.hand is not None
assert PICTURES.decision is not None
HAND = PICTURES.hand
PLACES = PICTURES.decision
SECRET = frozenset(
    ("Discard", "Give", "KeepOne", "LookAndTake", "Offer", "Overflow", "PickCard", "TakeResources", "Together")
)
"""Steps in which cards are chosen or looked at."""


class Position(NamedTuple):
    """A position whose decision is worth looking at, and its name."""

    name: str
    game: Mmn


def decision_kind(step: Step[Any]) -> str:
    """Return the kind of a decision: its step, and what a question to several players or of a card is about."""
    name = type(step).__name__
    match step:
        case Together():
            inner = step.questions[0]
            return f"{name} {inner.card if isinstance(inner, Give) else inner.why}"
        case Give():
            return f"{name} {step.card}"
        case TakeResources():
            return f"{name} {step.why}"
        case Offer():
            return f"{name} with counter" if step.counters else name
    return f"{name} {getattr(step, 'card', '')}".strip()


def random_trade(game: Mmn, seat: int, rng: Random) -> Action | None:
    """Return an offer or a counter offer of a card in hand, now and then; otherwise None."""
    top = game.state.stack[-1]
    opening = "offer" if isinstance(top, Turn) else "counter" if isinstance(top, Offer) and seat != top.seat else ""
    held = [kind for kind, number in enumerate(game.state.players[seat].hand) if number]
    if not opening or not held or rng.random() > (OFFERS if opening == "offer" else 0.5):
        return None
    give = rng.choice(held)
    want = rng.choice([kind for kind in range(len(board.KINDS)) if kind != give])
    return (opening, "1", board.KINDS[give], "for", "1", board.KINDS[want])


def with_full_hand(game: Mmn, rng: Random) -> Mmn:
    """Return the same game after somebody has drawn progress cards until the hand is full."""
    dump = game.dump()
    held = rng.choice(dump["players"])["cards"]
    decks = [deck for deck in dump["decks"].values() if deck]
    while len(held) < board.PROGRESS_LIMIT and decks:
        deck = rng.choice(decks)
        card = deck.pop()
        if CARDS[card].vp:
            deck.insert(0, card)
            break
        held.append(card)
        decks = [deck for deck in decks if deck]
    return Mmn.load(dump)


def varied_positions(game: Mmn, seed: int) -> list[Position]:
    """Return the last position of each kind of decision in a random game of helped players, begun here."""
    rng = Random(seed)
    games: dict[str, Mmn] = {}
    for _ in range(MOVES):
        if not game.to_act:
            break
        top = game.state.stack[-1]
        games[decision_kind(top)] = game.copy()
        seat = rng.choice(game.to_act)
        if isinstance(top, Turn) and rng.random() < 0.2:
            game = with_full_hand(helped(game, rng), rng)
        game.play(seat, random_trade(game, seat, rng) or chosen(game, seat, rng))
    return [Position(name, position) for name, position in sorted(games.items())]


@cache
def answers() -> list[Action]:
    """Return answers to every kind of decision, from which typing errors can be made."""
    return sorted({action for game in decisions().values() for seat in game.to_act for action in game.legal(seat)})


def wrong_answers(game: Mmn, rng: Random) -> list[Action]:
    """Return answers that nearly fit the question, and some to other questions."""
    return [*mutations(rng.choice(game.legal(rng.choice(game.to_act))), rng), *rng.sample(answers(), 12)]


def pictures(game: Mmn, viewer: int | None) -> list[bytes]:
    """Return the board as this person may see it, the own hand, and the map with the places that can be chosen."""
    view = game.view(viewer)
    caption = render.Caption(PEOPLE[: game.state.seats], (), WORDS.say, "en")
    drawn = [PICTURES.board(view, caption).tobytes()]
    if viewer is not None:
        drawn.append(HAND(view, caption).tobytes())
        named = [action for action in game.legal(viewer) if len(action) > 1]
        try:
            drawn.append(PLACES(view, caption, named).tobytes())
        except LookupError:
            assert not any(word[:1] in "nhp" and word[1:2].isdigit() for action in named for word in action)
    return drawn


def compare(position: Position, viewer: int | None, rng: Random, draw: bool) -> bool:
    """Return whether another world exists; raise AssertionError where it looks different."""
    game = position.game
    where = (position.name, viewer)
    imagined = game.determinize(viewer, rng)
    wrong = wrong_answers(game, rng)
    assert imagined.view(viewer) == game.view(viewer), where
    assert imagined.describe(viewer) == game.describe(viewer), where
    assert imagined.to_act == game.to_act, where
    if viewer is not None:
        assert imagined.legal(viewer) == game.legal(viewer), where
        if viewer in game.to_act:
            assert imagined.prompt(viewer) == game.prompt(viewer), where
    assert texts_for_viewer(imagined, viewer, wrong) == texts_for_viewer(game, viewer, wrong), where
    if draw:
        assert pictures(imagined, viewer) == pictures(game, viewer), where
    return imagined.dump() != game.dump()


def everybody(game: Mmn) -> list[int | None]:
    return [None, *range(game.state.seats)]


def check_worlds(game: Mmn, seed: int) -> int:
    """Compare every kind of decision of a random game, begun here, for everybody, in words and pictures.

    Return how many worlds were compared; raise AssertionError where one looks different.
    """
    rng = Random(seed)
    return sum(
        compare(position, viewer, rng, position.name.split()[0] in SECRET)
        for position in varied_positions(game, seed)
        for viewer in everybody(position.game)
    )
