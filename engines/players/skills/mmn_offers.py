"""Offers of trade in Power, Magic and Food, which searches do not find because there are too many to list.

An offer is made if one of the best exchanges makes the seat's turn clearly better and an opponent, in an imagined
world, gains by it too. Opponents who are about to win get no offer, and their offers are declined. The position counts
the offers of a turn, so that a refused offer is not made again.
"""

from __future__ import annotations

from heapq import nlargest
from itertools import product
from random import Random
from time import thread_time

from engines.contract import Action, Game
from engines.mmn import board, naming, scoring
from engines.mmn.position import Position
from engines.mmn.steps.turn import Turn
from engines.mmn.verbs.offers import Offer
from engines.players.beam import Beam, Budget, imagined

SINCE = 6
"""The first version of the rules that counts the offers of a turn."""
MOST = 1
"""The number of offers in a turn, at most."""
TERMS = ((1, 1), (2, 1))
"""The exchanges that are considered: cards given, cards wanted."""
LOOKED_AT = 2
"""The number of exchanges, at most, for which the rest of the turn is planned."""
WORLDS = 4
"""The number of imagined worlds; in at least one of them an opponent must agree."""
CLEAR = 0.3
"""Points that an offer must gain for the seat that makes it."""
SOME = 0.02
"""Points that an opponent must gain to agree."""
NEARLY = 3
"""The distance from the winning score, in points, within which nobody trades with a leader."""

Terms = tuple[int, int, int, int]
"""Cards given: number and kind; cards wanted: number and kind."""


def offer(game: Game, seat: int, rng: Random, beam: Beam) -> Action | None:
    """Return the best offer; None: none is worth making, or there is no time.

    ``beam`` plans turns with and without an exchange; its seconds bound all of these plans together.
    """
    assert isinstance(game, Position)
    partners = [opponent for opponent in game.opponents(seat) if not _nearly_won(game, opponent)]
    if not partners or not may(game, seat):
        return None
    best: tuple[float, Terms, set[int]] | None = None
    deadline = thread_time() + beam.seconds
    worlds = [imagined(game, seat, rng) for _ in range(WORLDS)]
    before: float | None = None
    for terms in _promising(worlds[0], seat, beam) if thread_time() < deadline else ():
        willing = {partner for partner in partners for world in worlds if _agrees(world, seat, partner, terms, beam)}
        if willing:
            before = _reached(worlds[0], seat, rng, beam, deadline) if before is None else before
            gain = _reached(_after(worlds[0], seat, None, terms), seat, rng, beam, deadline) - before
            if gain > (best[0] if best else CLEAR):
                best = gain, terms, willing
    if best is None:
        return None
    _, (given_count, given_kind, wanted_count, wanted_kind), willing = best
    action = ("offer", str(given_count), board.KINDS[given_kind], "for", str(wanted_count), board.KINDS[wanted_kind])
    is_for_everybody = len(partners) == game.state.seats - 1 and len(willing) > 1
    furthest_behind = min(willing, key=lambda partner: (scoring.points(game, partner), partner))
    return action if is_for_everybody else (*action, "to", naming.SEATS[furthest_behind])


def traded(game: Game, seat: int, action: Action) -> Game:
    """Return the position after the seat's offer has been accepted, without taking the cards from anybody."""
    assert isinstance(game, Position)
    _, given_count, given_kind, _, wanted_count, wanted_kind, *_ = action
    return _after(
        game, seat, None, (int(given_count), board.KIND[given_kind], int(wanted_count), board.KIND[wanted_kind])
    )


def refusal(game: Game, seat: int) -> Action | None:
    """Return the action that declines an offer of a seat that is about to win; None: there is no such offer.

    The worth of an exchange to both sides does not show that it may end the game.
    """
    step = game.state.stack[-1]
    if not isinstance(step, Offer) or step.seat == seat:
        return None
    assert isinstance(game, Position)
    return ("decline",) if _nearly_won(game, step.seat) else None


def may(game: Position, seat: int) -> bool:
    """Return whether the seat is on turn and has not made ``MOST`` offers in this turn."""
    state = game.state
    on_turn = bool(state.stack) and isinstance(state.stack[-1], Turn) and state.stack[-1].seat == seat
    return on_turn and state.rules >= SINCE and (state.now.offers or 0) < MOST


def _nearly_won(game: Position, seat: int) -> bool:
    """Return whether the seat leads and is within ``NEARLY`` points of the winning score."""
    points = [scoring.points(game, number) for number in range(game.state.seats)]
    return points[seat] == max(points) >= board.TARGET - NEARLY


def _promising(world: Position, seat: int, beam: Beam) -> list[Terms]:
    """Return the exchanges that improve the position most at once.

    The bank is open, so everybody knows how many cards of a kind the opponents hold together.
    """
    hand = world.state.players[seat].hand
    bank = world.state.bank
    cards_of_others = [size - banked - count for size, banked, count in zip(world.size.bank, bank, hand, strict=True)]
    before = beam.value(world, seat)
    exchanges = []
    kinds = range(len(board.KINDS))
    for (given_count, wanted_count), given_kind, wanted_kind in product(TERMS, kinds, kinds):
        if (
            given_kind != wanted_kind
            and hand[given_kind] >= given_count
            and cards_of_others[wanted_kind] >= wanted_count
        ):
            terms = given_count, given_kind, wanted_count, wanted_kind
            exchanges.append((beam.value(_after(world, seat, None, terms), seat), terms))
    return [terms for worth, terms in nlargest(LOOKED_AT, exchanges) if worth > before]


def _after(world: Position, seat: int, partner: int | None, terms: Terms) -> Position:
    """Return the position after an exchange; ``partner`` None: the cards are taken from nobody."""
    given_count, given_kind, wanted_count, wanted_kind = terms
    after = world.copy()
    for trader, sign in ((seat, 1), (partner, -1)):
        if trader is not None:
            hand = after.state.players[trader].hand
            hand[given_kind] -= sign * given_count
            hand[wanted_kind] += sign * wanted_count
    return after


def _agrees(world: Position, seat: int, partner: int, terms: Terms, beam: Beam) -> bool:
    """Return whether an opponent of an imagined world has the wanted cards and gains by the exchange."""
    _, _, wanted_count, wanted_kind = terms
    if world.state.players[partner].hand[wanted_kind] < wanted_count:
        return False
    return beam.value(_after(world, seat, partner, terms), partner) >= beam.value(world, partner) + SOME


def _reached(world: Position, seat: int, rng: Random, beam: Beam, deadline: float) -> float:
    """Return the worth of the best end of the turn that the beam finds."""
    lines = beam.lines(world, seat, rng, Budget(beam.positions, deadline))
    return max((line.value for line in lines.values()), default=beam.value(world, seat))
