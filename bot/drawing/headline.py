"""The headline above a board: shorter than the channel's lines, from the same events and texts."""

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
    """Return the public events of a headline: what players did, and other important events.

    Minor events, which led to these or followed from them, are used if there are no others.
    """
    kind = engines.GAMES[key]
    names = drawn_names(names, texts)
    public = [event for event in events if event.seen_by is None and not event.is_remark]
    sentences = [
        Said(event.seat, text, kind.presentation.milestones.get(event.kind, 0))
        for event in public
        if event.kind not in kind.presentation.minor_events and (text := texts.brief(key, event, names))
    ]
    if not sentences:
        minor_events = [event for event in public if event.kind not in kind.presentation.turn_start_events]
        sentences = [Said(None, line, -place) for place, line in enumerate(texts.events(key, minor_events, names))]
    return tuple(_with_count(sentence, len([*repetitions])) for sentence, repetitions in groupby(sentences, _drawable))


def drawn_names(names: Sequence[str], texts: Texts) -> tuple[str, ...]:
    """Return the players' names for sentences in a picture; "Player 2" for a name that the fonts cannot show."""
    return tuple(fonts.drawable_name(stored) or texts.unnamed(number) for number, stored in enumerate(names, 1))


def _drawable(sentence: Said) -> Said:
    return Said(sentence.seat, fonts.drawable(unformatted(sentence.text)), sentence.weight)


def _with_count(sentence: Said, times: int) -> Said:
    """Return one sentence for several equal ones, with their number."""
    if times == 1:
        return sentence
    return Said(sentence.seat, f"{sentence.text} ({fonts.TIMES}{times})", sentence.weight)
