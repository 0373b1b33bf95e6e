"""What happened, for the line above a board: shorter than the channel's lines, from the same events and texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import engines
from bot.wording import Texts
from bot.wording.escaping import unformatted
from engines import Event
from render.caption import Said
from render.kit import fonts


def headline(key: str, texts: Texts, events: Sequence[Event], names: Sequence[str]) -> tuple[Said, ...]:
    """What everybody may know of these events: what players did, and what else is of weight. What only led to it, or
    followed from it, is told where there is nothing more."""
    kind = engines.GAMES[key]
    names = drawn_names(names, texts)
    public = [event for event in events if event.seen_by is None and not event.is_remark]
    told = [
        Said(event.seat, said, kind.presentation.milestones.get(event.kind, 0))
        for event in public
        if event.kind not in kind.presentation.minor_events and (said := texts.brief(key, event, names))
    ]
    if not told:
        rest = [event for event in public if event.kind not in kind.presentation.turn_start_events]
        told = [Said(None, line, -place) for place, line in enumerate(texts.events(key, rest, names))]
    return tuple(_once(each, len([*same])) for each, same in groupby(told, _drawable))


def drawn_names(names: Sequence[str], texts: Texts) -> tuple[str, ...]:
    """Return the players' names for sentences in a picture, "Player 2" for one that the fonts lack."""
    return tuple(fonts.drawable_name(stored) or texts.unnamed(number) for number, stored in enumerate(names, 1))


def _drawable(said: Said) -> Said:
    return Said(said.seat, fonts.drawable(unformatted(said.text)), said.weight)


def _once(said: Said, times: int) -> Said:
    """What somebody did several times, one after the other."""
    return said if times == 1 else Said(said.seat, f"{said.text} ({fonts.TIMES}{times})", said.weight)
