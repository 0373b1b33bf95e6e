"""What is told of a game that is over: the place of each seat, what it did, and how it opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engines.contract import Game
from engines.messages import Action, Event


def places(game: Game) -> list[int]:
    """By seat the place, which those share whom no rule of the game tells apart."""
    found, totals, ranking = dict[int, int](), [score.total for score in game.scores()], game.ranking()
    for rank, seat in enumerate(ranking, 1):
        before = ranking[rank - 2]
        level = rank > 2 and game.shares_places and totals[seat] == totals[before]
        found[seat] = found[before] if level else rank
    return [found[seat] for seat in range(len(ranking))]


def of_seats(game: type[Game], seats: int, events: Iterable[Event]) -> list[dict[str, int]]:
    """By seat how often it did what somebody who looks back looks for, as everybody saw it."""
    presentation = game.presentation
    found = [Counter[str]() for _ in range(seats)]
    for event in events:
        seat = event.seat
        if event.kind in presentation.milestones and seat is not None and seat < seats and event.seen_by is None:
            found[seat][event.kind] += presentation.count_of(event.kind, event.data)
    return [dict(counts) for counts in found]


def openings(game: type[Game], seats: int, decided: Iterable[tuple[int, Action]]) -> list[list[str] | None]:
    """By seat how it opened, in words of the game; None: the game has nothing to tell, or it did nothing."""
    found: list[list[str]] = [[] for _ in range(seats)]
    if opening := game.presentation.opening:
        for seat, action in decided:
            is_told = action[0] == opening.verb and len(action) > opening.word
            if is_told and len(found[seat]) < opening.length:
                found[seat].append(action[opening.word])
    return [words or None for words in found]
