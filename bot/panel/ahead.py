"""What somebody types for a turn that has not come yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice

from bot.tables import Table
from bot.tables.beside.imagined import to_come
from bot.tables.beside.notes import playable
from bot.wording import Texts
from bot.wording.typed import understand
from engines import Action, Game

WORLDS = 3
"""What is meant depends on dice and cards that nobody knows yet: it is clear where it is the same in so many worlds."""
DECISIONS = 6
"""Of the person, in each of them."""

KEPT = 100
"""Offers that are remembered."""
_kept: dict[tuple[object, ...], list[Action]] = {}


def meant(texts: Texts, table: Table, seat: int, planned: Sequence[Sequence[str]], typed: str) -> list[Action]:
    """What a seat might mean for after what it has ``planned``, be it not its turn by far: one action where it is
    clear, several where it may be each of them, none where nothing that may come is called so."""
    found = dict[Action, None]()
    for world in range(WORLDS):
        coming = islice(to_come(table, seat, planned, str(world)), DECISIONS)
        understood = (list(_legal(texts, game, seat, table.names, typed)) for game in coming)
        found |= dict.fromkeys(next(filter(None, understood), []))
    return list(found)


async def offered_next(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    """What a seat might choose next after what it has ``planned``, whatever is drawn until then. It is asked for with
    every letter that somebody types, so it is remembered."""
    asked = table.row.seed, table.row.version, seat, repr(planned)
    if asked not in _kept:
        _kept[asked] = await asyncio.to_thread(_in_all_worlds, table, seat, planned)
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return _kept[asked]


def _in_all_worlds(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    coming = (to_come(table, seat, planned, str(world)) for world in range(WORLDS))
    legal, *others = (next((game.legal(seat) for game in world), []) for world in coming)
    return [action for action in legal if all(action in other for other in others)]


def _legal(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Iterator[Action]:
    """What may be meant and played at once; of the beginning of several actions all of them."""
    found = understand(texts.at(game), game, seat, names, typed)
    if found.unknown:
        return
    fits, legal = playable(game, seat), game.legal(seat)
    for words in found.asked or [found.action]:
        if fits(words):
            yield game.normal(seat, words)
        else:
            yield from (action for action in legal if action[: len(words)] == words)
