"""Offers of trade in Power, Magic and Food: there are too many to list, so no search comes upon them by itself.

An offer is made when one of the few best exchanges brings the own turn clearly further, and somebody else, as he is
imagined, gains by it too. Who is about to win is offered nothing, and what he offers is declined. How many offers a
turn has seen is part of the position, so that a refused offer is not made again.
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
"""The version of the rules since which offers are counted."""
MOST = 1
"""Offers of a turn."""
TERMS = ((1, 1), (2, 1))
"""How many cards are given for how many."""
LOOKED_AT = 2
"""Exchanges whose turn is played on in thought."""
WORLDS = 4
"""In which others are imagined; in one of so many somebody must agree."""
CLEAR = 0.3
"""Points that an offer must bring."""
SOME = 0.02
"""Points that who agrees must gain."""
NEARLY = 3
"""Points before the end from which on nobody trades with a leader."""

Terms = tuple[int, int, int, int]
"""Cards given: number and kind; cards wanted: number and kind."""


def offer(game: Game, seat: int, rng: Random, beam: Beam) -> Action | None:
    """What to offer now; None: nothing is worth it, or there is no time.

    ``beam`` tells how far a turn leads, and has its seconds for all of it.
    """
    assert isinstance(game, Position)
    partners = [other for other in game.opponents(seat) if not _nearly_won(game, other)]
    if not partners or not may(game, seat):
        return None
    found: tuple[float, Terms, set[int]] | None = None
    until = thread_time() + beam.seconds
    worlds = [imagined(game, seat, rng) for _ in range(WORLDS)]
    before: float | None = None
    for terms in _promising(worlds[0], seat, beam) if thread_time() < until else ():
        willing = {other for other in partners for world in worlds if _agrees(world, seat, other, terms, beam)}
        if willing:
            before = _reached(worlds[0], seat, rng, beam, until) if before is None else before
            gain = _reached(_after(worlds[0], seat, None, terms), seat, rng, beam, until) - before
            if gain > (found[0] if found else CLEAR):
                found = gain, terms, willing
    if found is None:
        return None
    _, (given, give, wanted, want), willing = found
    action = ("offer", str(given), board.KINDS[give], "for", str(wanted), board.KINDS[want])
    everybody = len(partners) == game.state.seats - 1 and len(willing) > 1
    furthest_behind = min(willing, key=lambda other: (scoring.points(game, other), other))
    return action if everybody else (*action, "to", naming.SEATS[furthest_behind])


def traded(game: Game, seat: int, action: Action) -> Game:
    """Return the position once somebody has accepted an offer; whose cards come is left open."""
    assert isinstance(game, Position)
    _, given, give, _, wanted, want, *_ = action
    return _after(game, seat, None, (int(given), board.KIND[give], int(wanted), board.KIND[want]))


def refusal(game: Game, seat: int) -> Action | None:
    """The answer to an offer of somebody who is about to win: what it is worth to both sides does not tell that it may
    end the game. None: nothing of the kind is asked."""
    asked = game.state.stack[-1]
    if not isinstance(asked, Offer) or asked.seat == seat:
        return None
    assert isinstance(game, Position)
    return ("decline",) if _nearly_won(game, asked.seat) else None


def may(game: Position, seat: int) -> bool:
    """Whether it is the seat's turn, and this turn has not yet seen all the offers it may."""
    state = game.state
    on_turn = bool(state.stack) and isinstance(state.stack[-1], Turn) and state.stack[-1].seat == seat
    return on_turn and state.rules >= SINCE and (state.now.offers or 0) < MOST


def _nearly_won(game: Position, seat: int) -> bool:
    """Whether somebody leads and is near the end."""
    points = [scoring.points(game, other) for other in range(game.state.seats)]
    return points[seat] == max(points) >= board.TARGET - NEARLY


def _promising(world: Position, seat: int, beam: Beam) -> list[Terms]:
    """The exchanges with which the position as it stands is worth most, of those that make it better.

    What the others hold together everybody knows: the bank is open.
    """
    hand, bank, found = world.state.players[seat].hand, world.state.bank, []
    held = [every - left - own for every, left, own in zip(world.size.bank, bank, hand, strict=True)]
    before, kinds = beam.value(world, seat), range(len(board.KINDS))
    for (given, wanted), give, want in product(TERMS, kinds, kinds):
        if give != want and hand[give] >= given and held[want] >= wanted:
            terms = given, give, wanted, want
            found.append((beam.value(_after(world, seat, None, terms), seat), terms))
    return [terms for worth, terms in nlargest(LOOKED_AT, found) if worth > before]


def _after(world: Position, seat: int, other: int | None, terms: Terms) -> Position:
    """The position after an exchange with somebody; None: as if the cards came from nowhere."""
    given, give, wanted, want = terms
    after = world.copy()
    for who, sign in ((seat, 1), (other, -1)):
        if who is not None:
            hand = after.state.players[who].hand
            hand[give] -= sign * given
            hand[want] += sign * wanted
    return after


def _agrees(world: Position, seat: int, other: int, terms: Terms, beam: Beam) -> bool:
    """Whether somebody has what is wanted in an imagined world, and gains by the exchange."""
    _, _, wanted, want = terms
    if world.state.players[other].hand[want] < wanted:
        return False
    return beam.value(_after(world, seat, other, terms), other) >= beam.value(world, other) + SOME


def _reached(world: Position, seat: int, rng: Random, beam: Beam, until: float) -> float:
    """What the best end of the turn is worth that is found at once."""
    lines = beam.lines(world, seat, rng, Budget(beam.positions, until))
    return max((line.value for line in lines.values()), default=beam.value(world, seat))
