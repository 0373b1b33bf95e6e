"""Hidden information (rules 21): the cards that a seat may look at, and redrawing all that it cannot see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engines.contract import Step
from engines.mmn import board, hands
from engines.mmn.cards import CARDS
from engines.mmn.effects.magic import Prophecy
from engines.mmn.position import Position
from engines.mmn.steps.income import KeepOne
from engines.mmn.steps.seven import Discard
from engines.mmn.verbs.bank import TakeFromBank
from engines.mmn.verbs.cards import CardQuestion
from engines.mmn.verbs.giving import Give, LookAndTake, PickCard, Together
from engines.mmn.verbs.offers import Offer
from engines.mmn.verbs.storage import Pay, kinds, price
from engines.randomness import Dice

_PROPHECY = Prophecy("prophecy")


class Sight(NamedTuple):
    """What a seat sees beyond its own cards while it decides."""

    hand: int | None
    """The seat whose resource and commodity cards it sees; None: no other hand."""
    cards: int | None
    """The seat whose progress cards it sees; None: nobody's."""
    tops: Mapping[str, int]
    """For decks, by track, the number of cards that it sees from the top."""


def sight(game: Position, seat: int | None) -> Sight:
    """Return what a seat sees beyond its own cards while it decides (None: a spectator, who sees nothing)."""
    hand = None
    cards = None
    tops: dict[str, int] = {}
    for step in game.state.stack:
        if getattr(step, "seat", None) != seat or seat is None:
            continue
        match step:
            case LookAndTake():
                hand = step.victim
            case PickCard():
                cards = step.victim
            case KeepOne():
                tops[step.deck] = len(step.cards(game))
            case CardQuestion(card="prophecy", picked=[deck, *_]):
                tops[deck] = len(_PROPHECY.seen(game, step.picked))
    return Sight(hand, cards, tops)


def cards_shown(game: Position, seat: int | None) -> tuple[list[str], int | None]:
    """Return the cards that the seat alone sees, and the seat that holds them (None: a deck)."""
    hand, cards, tops = sight(game, seat)
    if hand is not None:
        return hands.counted(game.state.players[hand].hand), hand
    if cards is not None:
        return sorted(game.state.players[cards].cards), cards
    seen = []
    for deck, number in tops.items():
        from_the_top = game.state.decks[deck][::-1]
        seen += from_the_top[:number]
    return seen, None


def redraw(game: Position, seat: int | None, rng: Random) -> None:
    """Redraw in place everything that is hidden from the seat (None: a spectator).

    What is drawn must agree with all that the seat can know, such as the number of cards in a hand, and with the
    questions that wait, such as which cards somebody has offered. Hands come first, since choices of cards to discard
    are drawn from them.
    """
    state = game.state
    state.dice = Dice.drawn(rng)
    # Sorted first, here and below, so that the result depends only on public facts and on `rng`.
    state.storage.sort()
    rng.shuffle(state.storage)
    hand, cards, tops = sight(game, seat)
    # The question of a card implies in many ways what its player must be able to pay: his hand stays as it is.
    choosing = {step.seat for step in state.stack if isinstance(step, CardQuestion)}
    seats = range(state.seats)
    _deal_hands(game, [owner for owner in seats if owner not in (seat, hand, *choosing)], rng)
    for track in board.TRACKS:
        _deal_deck(game, track, [owner for owner in seats if owner not in (seat, cards)], tops, rng)
    for step in state.stack:
        if isinstance(step, Discard):
            for owner in seats:
                if owner != seat:
                    _choose_again(game, step, owner, rng)


def _deal_hands(game: Position, seats: list[int], rng: Random) -> None:
    """Redeal the resources and commodities of the hidden hands of ``seats``.

    Their total by kind is public, since the bank is. The cards that are known to be in a hand go there first, then
    those that a hand must have for a question, then all others at random.
    """
    players = [game.state.players[seat] for seat in seats]
    pool = [kind for player in players for kind, number in enumerate(player.hand) for _ in range(number)]
    pool.sort()
    rng.shuffle(pool)
    sizes = [sum(player.hand) for player in players]
    for player in players:
        player.hand = [0] * len(board.KINDS)

    def deal(seat: int, kind: int) -> None:
        pool.remove(kind)
        game.state.players[seat].hand[kind] += 1

    waiting_steps: list[Step[Any]] = []
    for step in game.state.stack:
        waiting_steps += step.questions if isinstance(step, Together) else [step]
    for seat, kind in _cards_named_openly(waiting_steps):
        if seat in seats:
            deal(seat, kind)
    for step in waiting_steps:
        # All know that a player who is asked for a commodity has one, and that one who chooses how to pay can pay.
        if isinstance(step, Give) and step.group == "commodity" and step.seat in seats:
            deal(step.seat, next(kind for kind in pool if kind >= board.PAIR))
        elif isinstance(step, Pay) and step.seat in seats:
            for kind in _payable(pool, board.TOKEN_COSTS[step.item], rng):
                deal(step.seat, kind)
    for player, size in zip(players, sizes, strict=True):
        for _ in range(size - sum(player.hand)):
            player.hand[pool.pop()] += 1


def _cards_named_openly(waiting_steps: Sequence[Step[Any]]) -> Iterator[tuple[int, int]]:
    """Yield the cards that were named openly and are still in a hand, one by one, as seat and kind."""
    for step in waiting_steps:
        match step:
            case Offer(seat=seat, give=give, counters=counters):
                countering = ((counter.seat, counter.give) for counter in counters)
                accepting = ((partner, step.want) for partner in step.accepting_seats)
                for owner, cards in ((seat, give), *countering, *accepting):
                    yield from ((owner, kind) for kind, number in enumerate(cards) for _ in range(number))
            case TakeFromBank(seat=seat, give=give):
                yield from ((seat, kind) for kind, number in enumerate(give) for _ in range(number))
            case Give(to=to, back=back) if back >= 0:
                yield to, back


def _payable(pool: Sequence[int], token: str, rng: Random) -> list[int]:
    """Return cards of a pool that pay a price of storage chips or figures, drawn at random."""
    counts = [pool.count(kind) for kind in range(len(board.KINDS))]
    return [kind for kind, number in price(rng.choice(list(kinds(counts, token))), token) for _ in range(number)]


def _deal_deck(game: Position, track: str, seats: list[int], tops: Mapping[str, int], rng: Random) -> None:
    """Redeal the progress cards of a track to its deck and the hidden hands of ``seats``.

    The number of cards of a track in each hand is public, and no hand holds a victory point card. The cards that the
    seat sees from the top of the deck, by ``Sight.tops``, stay where they are.
    """
    state = game.state
    deck = state.decks[track]
    top = deck[len(deck) - tops.get(track, 0) :]
    pool = deck[: len(deck) - len(top)]
    for seat in seats:
        pool += [card for card in state.players[seat].cards if CARDS[card].deck == track]
    pool.sort()
    rng.shuffle(pool)
    # The cards that hands may hold come last, where they are popped; the sort is stable, so they stay shuffled.
    pool.sort(key=lambda card: CARDS[card].vp == 0)
    for seat in seats:
        own_cards = state.players[seat].cards
        for place, card in enumerate(own_cards):
            if CARDS[card].deck == track:
                own_cards[place] = pool.pop()
    rng.shuffle(pool)
    state.decks[track] = pool + top


def _choose_again(game: Position, step: Discard, seat: int, rng: Random) -> None:
    """Replace the cards that a seat has chosen to discard by as many of its redrawn hand."""
    hand = game.state.players[seat].hand  # which still holds the chosen cards: they go once all have chosen
    pool = [kind for kind, number in enumerate(hand) for _ in range(number)]
    cards_chosen = rng.sample(pool, sum(step.chosen[seat]))
    step.chosen[seat] = [cards_chosen.count(kind) for kind in range(len(board.KINDS))]
