"""What is hidden: who looks at what, and another world that looks the same from a seat (rules 21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

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


def looking(game: Position, seat: int | None) -> tuple[int | None, int | None, dict[str, int]]:
    """What a seat sees beyond its own cards while it decides: whose hand, whose progress cards, and of which decks how
    many cards from the top."""
    hand = cards = None
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
    return hand, cards, tops


def shown(game: Position, seat: int | None) -> tuple[list[str], int | None]:
    """Words of what the seat alone sees, and whose hand they are in (None: a deck's)."""
    hand, cards, tops = looking(game, seat)
    if hand is not None:
        return hands.counted(game.state.players[hand].hand), hand
    if cards is not None:
        return sorted(game.state.players[cards].cards), cards
    return [card for deck, number in tops.items() for card in game.state.decks[deck][: -number - 1 : -1]], None


def redraw(game: Position, seat: int | None, rng: Random) -> None:
    """Changes a game into one that looks the same to the seat (None: a spectator)."""
    state = game.state
    state.dice = Dice.drawn(rng)
    state.storage.sort()  # here and below: what is drawn depends on what is known alone
    rng.shuffle(state.storage)
    hand, cards, tops = looking(game, seat)
    # What a card asks says in too many ways what its player must be able to pay: that one hand stays as it is.
    asked = {step.seat for step in state.stack if isinstance(step, CardQuestion)}
    _deal_hands(game, [other for other in range(state.seats) if other not in (seat, hand, *asked)], rng)
    for track in board.TRACKS:
        _deal_deck(game, track, [other for other in range(state.seats) if other not in (seat, cards)], tops, rng)
    for step in state.stack:
        if isinstance(step, Discard):
            for other in range(state.seats):
                if other != seat:
                    _choose_again(game, step, other, rng)


def _deal_hands(game: Position, seats: list[int], rng: Random) -> None:
    """Resources and commodities: the bank is public, so together they hold what they hold now."""
    players = [game.state.players[seat] for seat in seats]
    pool = [kind for player in players for kind, number in enumerate(player.hand) for _ in range(number)]
    pool.sort()
    rng.shuffle(pool)
    sizes = [sum(player.hand) for player in players]
    for player in players:
        player.hand = [0] * len(board.KINDS)
    waiting = [each for step in game.state.stack for each in (step.questions if isinstance(step, Together) else [step])]
    for seat, kind in _known(waiting):
        if seat in seats:
            pool.remove(kind)
            game.state.players[seat].hand[kind] += 1
    for step in waiting:
        # Who is asked for a commodity has one, and who chooses how to pay can pay: all know it.
        if isinstance(step, Give) and step.group == "commodity" and step.seat in seats:
            must = [next(kind for kind in pool if kind >= board.PAIR)]
        elif isinstance(step, Pay) and step.seat in seats:
            must = _payable(pool, board.TOKEN_COSTS[step.item], rng)
        else:
            continue
        for kind in must:
            pool.remove(kind)
            game.state.players[step.seat].hand[kind] += 1
    for player, size in zip(players, sizes, strict=True):
        for _ in range(size - sum(player.hand)):
            player.hand[pool.pop()] += 1


def _known(waiting: Sequence[Step[Any]]) -> Iterator[tuple[int, int]]:
    """Cards that were named openly and are still in a hand: seat and kind, one by one."""
    for step in waiting:
        match step:
            case Offer(seat=seat, give=give, counters=counters):
                accepting = ((other, step.want) for other in step.ready)
                for who, cards in ((seat, give), *((each.seat, each.give) for each in counters), *accepting):
                    yield from ((who, kind) for kind, number in enumerate(cards) for _ in range(number))
            case TakeFromBank(seat=seat, give=give):
                yield from ((seat, kind) for kind, number in enumerate(give) for _ in range(number))
            case Give(to=to, back=back) if back >= 0:
                yield to, back


def _payable(pool: Sequence[int], token: str, rng: Random) -> list[int]:
    """Cards of a pool that pay for a storage chip or figure."""
    held = [pool.count(kind) for kind in range(len(board.KINDS))]
    return [kind for kind, number in price(rng.choice(list(kinds(held, token))), token) for _ in range(number)]


def _deal_deck(game: Position, track: str, seats: list[int], tops: dict[str, int], rng: Random) -> None:
    """Progress cards of a track: numbers by hand are public, and no hand holds a victory point card."""
    state = game.state
    deck = state.decks[track]
    top = deck[len(deck) - tops.get(track, 0) :]
    pool = deck[: len(deck) - len(top)]
    for seat in seats:
        pool += [card for card in state.players[seat].cards if CARDS[card].deck == track]
    pool.sort()
    rng.shuffle(pool)
    pool.sort(key=lambda card: CARDS[card].vp == 0)  # those that hands may hold come last, still shuffled
    for seat in seats:
        held = state.players[seat].cards
        for place, card in enumerate(held):
            if CARDS[card].deck == track:
                held[place] = pool.pop()
    rng.shuffle(pool)
    state.decks[track] = pool + top


def _choose_again(game: Position, step: Discard, seat: int, rng: Random) -> None:
    """Cards already chosen for a seven, as many of the redrawn hand."""
    hand = game.state.players[seat].hand
    pool = [kind for kind, number in enumerate(hand) for _ in range(number)]
    chosen = rng.sample(pool, sum(step.chosen[seat]))
    step.chosen[seat] = [chosen.count(kind) for kind in range(len(board.KINDS))]
