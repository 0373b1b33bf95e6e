"""Facts about a finished game: places, how often each seat reached a milestone, and how it opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engines.contract import Game
from engines.messages import Action, Event


def places(game: Game) -> list[int]:
    """Return the place of each seat; seats that no rule tells apart share one."""
    place_by_seat = dict[int, int]()
    totals = [score.total for score in game.scores()]
    ranking = game.ranking()
    for rank, seat in enumerate(ranking, 1):
        before = ranking[rank - 2]
        is_level = rank > 2 and game.shares_places and totals[seat] == totals[before]
        place_by_seat[seat] = place_by_seat[before] if is_level else rank
    return [place_by_seat[seat] for seat in range(len(ranking))]


def of_seats(game: type[Game], seats: int, events: Iterable[Event]) -> list[dict[str, int]]:
    """Return for each seat how often it reached each public milestone."""
    presentation = game.presentation
    counts_by_seat = [Counter[str]() for _ in range(seats)]
    for event in events:
        seat = event.seat
        if event.kind in presentation.milestones and seat is not None and seat < seats and event.seen_by is None:
            counts_by_seat[seat][event.kind] += presentation.count_of(event.kind, event.data)
    return [dict(counts) for counts in counts_by_seat]


def openings(game: type[Game], seats: int, decided: Iterable[tuple[int, Action]]) -> list[list[str] | None]:
    """Return for each seat the words with which it opened; None: there is no opening to tell."""
    words_by_seat: list[list[str]] = [[] for _ in range(seats)]
    if opening := game.presentation.opening:
        for seat, action in decided:
            is_told = action[0] == opening.verb and len(action) > opening.word
            if is_told and len(words_by_seat[seat]) < opening.length:
                words_by_seat[seat].append(action[opening.word])
    return [words or None for words in words_by_seat]
