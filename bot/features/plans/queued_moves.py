"""What somebody types for a turn that has not come yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice

from bot.language.read.completions import sensible
from bot.language.read.reader import Reader
from bot.language.read.readings import Ask, Begin, Play, Refuse
from bot.language.read.refusals import own_reason, refusal
from bot.language.read.utterance import Utterance
from bot.tables import Table
from bot.tables.beside.imagined import to_come
from bot.tables.beside.notebook import playable
from bot.wording import Texts
from engines import Action, Game, Message

WORLDS = 3
"""What is meant depends on dice and cards that nobody knows yet: it is clear where it is the same in so many worlds."""
DECISIONS = 6
"""Of the person, in each of them."""

KEPT = 100
"""Offers that are remembered."""
_kept: dict[tuple[object, ...], list[Action]] = {}


def meant(
    texts: Texts,
    table: Table,
    seat: int,
    planned: Sequence[Sequence[str]],
    typed: str,
    *,
    decisions: int = DECISIONS,
) -> list[Action]:
    """Return what a seat might mean for after what it has ``planned``, be it not its turn by far.

    That is one action where it is clear, several where it may be each of them, none where nothing that may come in so
    many of its ``decisions`` is called so.
    """
    actions = dict[Action, None]()
    for world in range(WORLDS):
        coming = islice(to_come(table, seat, planned, str(world)), decisions)
        understood = (list(_legal(texts, game, seat, table.names, typed)) for game in coming)
        actions |= dict.fromkeys(next(filter(None, understood), []))
    return list(actions)


def through_a_step(
    texts: Texts, table: Table, seat: int, planned: Sequence[Sequence[str]], typed: str
) -> list[tuple[Action, Action]]:
    """Return what may be meant if something else comes first, with that: a space of the rondel, then its action.

    Empty where no such step of the next own decision leads there; of several worlds the first in which one does.
    """
    for world in range(WORLDS):
        game = next(to_come(table, seat, planned, str(world)), None)
        if game is not None and (paths := _led_to(texts, game, seat, table.names, typed)):
            return paths
    return []


def _led_to(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[tuple[Action, Action]]:
    known = sensible(game.key, typed)
    reasons = [reason for reason in [own_reason(game, seat, known) if known else None] if reason]
    match Reader(texts, game, seat, names).read(Utterance.of(typed)):
        case Refuse(_, refused):
            reasons += refused
    paths = dict[tuple[Action, Action], None]()
    for lead in dict.fromkeys(lead for reason in reasons for lead in game.leading_to(seat, reason)):
        after = game.copy()
        if any(event.barrier for event in after.play(seat, lead)) or seat not in after.to_act:
            continue
        if known is not None and (possible := _without_its_price(after, seat, known)):
            paths[lead, possible] = None
            continue
        paths |= dict.fromkeys((lead, action) for action in _legal(texts, after, seat, names, typed))
    return list(paths)


def _without_its_price(game: Game, seat: int, action: Action) -> Action:
    """Return an action in the form in which it is possible, without the price that somebody has added to it, if that is
    its price: "colony rio 40". Empty: it is not possible."""
    if playable(game, seat)(action):
        return game.normal(seat, action)
    shorter = action[:-1]
    price = action[-1]
    if not shorter or not price.isdecimal() or not playable(game, seat)(shorter):
        return ()
    cost = game.hint(seat, game.normal(seat, shorter))
    return game.normal(seat, shorter) if cost is not None and int(price) in cost.args.values() else ()


def _refusal_behind_its_step(game: Game, seat: int, action: Action) -> Message | None:
    """Return why an action is refused, after the step that it needs first where there is one."""
    reason = refusal(game, seat, action)
    if reason is None:
        return None
    for lead in game.leading_to(seat, reason)[:1]:
        after = game.copy()
        after.play(seat, lead)
        if seat in after.to_act:
            return refusal(after, seat, action)
    return reason


def is_out_of_reach(table: Table, seat: int, planned: Sequence[Sequence[str]], action: Action) -> Message | None:
    """Return the rules' reason why an action will not be possible, or None where it may become so.

    It may where the first decision of an own turn asks for such an action, where it is possible in one of the worlds
    looked at, or where it is refused for different reasons or since something is not there yet.
    """
    reasons = dict[str, Message]()
    first: Message | None = None
    for world in range(WORLDS):
        turn = -1
        for game in islice(to_come(table, seat, planned, str(world)), DECISIONS):
            is_asked = action[0] in game.kinds(seat)
            if is_asked and game.state.turn != turn:
                return None
            turn = game.state.turn
            reason = _refusal_behind_its_step(game, seat, action)
            if is_asked and (reason is None or reason.id in game.presentation.missing_card_refusals):
                return None
            first = first or reason
            if is_asked and reason is not None:
                reasons.setdefault(reason.id, reason)
    if not reasons:  # where rounds have other questions, one of them will ask for it
        return None if table.kind.presentation.counts_rounds else first
    return next(iter(reasons.values())) if len(reasons) == 1 else None


async def offered_next(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    """Return what a seat might choose next after what it has ``planned``, whatever is drawn until then.

    It is asked for with every letter that somebody types, so it is remembered.
    """
    question_key = table.row.seed, table.row.version, seat, repr(planned)
    if question_key not in _kept:
        _kept[question_key] = await asyncio.to_thread(_in_all_worlds, table, seat, planned)
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return _kept[question_key]


def _in_all_worlds(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    coming = (to_come(table, seat, planned, str(world)) for world in range(WORLDS))
    legal, *others = (next((game.legal(seat) for game in world), []) for world in coming)
    return [action for action in legal if all(action in other for other in others)]


def _legal(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Iterator[Action]:
    """Yield what may be meant and played at once; of the beginning of several actions all of them."""
    match Reader(texts, game, seat, names).read(Utterance.of(typed)):
        case Play(action, ""):
            yield game.normal(seat, action)
        case Ask(actions, ()):
            yield from actions
        case Begin(prefix):
            yield from (action for action in game.legal(seat) if action[: len(prefix)] == prefix)
