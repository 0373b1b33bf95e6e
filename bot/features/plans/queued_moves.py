"""Interpretation of moves that are typed for a turn that has not come yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.possible_actions.refusals import refusal, says_why
from bot.language.read.readings import Ask, Begin, Play, Refuse
from bot.tables import Table
from bot.tables.analysis.practice_tables import future_positions
from bot.tables.table_notes import MOST_DECISIONS
from bot.wording import Texts
from engines import Action, Game, Message
from engines.record import notation

WORLDS = 3
"""The number of random futures (worlds) in which a text is read.

Its meaning depends on dice and cards that nobody knows yet; it is clear if it is the same in all worlds.
"""
DECISIONS = 6
"""The number of the person's future decisions that are looked at in each world."""

KEPT = 100
"""The largest number of offers in the cache of ``offered_next``."""
_kept: dict[tuple[object, ...], list[Action]] = {}


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """The meaning of a text in one random future."""

    decisions: tuple[Action, ...] = ()
    perhaps: tuple[Action, ...] = ()
    """The candidates for the next decision, if the text is ambiguous."""
    refused: Message | None = None
    """The reason why the next decision is not possible."""
    left: str = ""
    """The rest of the text behind the decisions."""

    @property
    def is_whole(self) -> bool:
        """True if all of the text is understood."""
        return bool(self.decisions) and not self.left


def foreseen(texts: Texts, table: Table, seat: int, planned: Sequence[Sequence[str]], typed: str) -> list[Foreseen]:
    """Return the meaning of a text in each of several random futures, after the moves that a seat has ``planned``."""
    return [_foreseen(texts, table, seat, planned, typed, str(world)) for world in range(WORLDS)]


def _foreseen(
    texts: Texts, table: Table, seat: int, planned: Sequence[Sequence[str]], typed: str, world: str
) -> Foreseen:
    decisions = list[Action]()
    rest = typed
    while rest and len(decisions) < MOST_DECISIONS:
        coming = future_positions(table, seat, [*planned, *([notation(action)] for action in decisions)], world)
        following = _next_decision(texts, seat, table.names, islice(coming, DECISIONS), rest)
        if not following.decisions:
            return replace(following, decisions=tuple(decisions), left=rest)
        decisions += following.decisions
        rest = following.left
    return Foreseen(decisions=tuple(decisions), left=rest)


def _next_decision(texts: Texts, seat: int, names: Sequence[str], coming: Iterable[Game], typed: str) -> Foreseen:
    """Return the first decision that a text means in the coming positions in which the seat decides.

    A clear meaning in a later position wins over an ambiguous one in an earlier position: "green and black" are dice,
    although a card earlier may be paid with those colours.
    """
    refused: Message | None = None
    perhaps: tuple[Action, ...] = ()
    for game in coming:
        match Conversation(texts, game, seat, names).read(typed):
            case Play(action, rest) if action[0] not in {may_be[0] for may_be in perhaps}:
                return Foreseen(decisions=(game.normal(seat, action),), left=rest)
            case Ask((action,), (), rest) if rest and action[0] not in {may_be[0] for may_be in perhaps}:
                return Foreseen(
                    decisions=(game.normal(seat, action),), left=rest
                )  # its owner sees it before it is played
            case Ask(actions, ()):
                perhaps = perhaps or actions
            case Begin(prefix, _, fitting):
                begun = tuple(action for action in game.legal(seat) if action[: len(prefix)] == prefix)
                perhaps = perhaps or fitting or begun
            case Refuse(_, reasons) if refused is None:
                of_question = game.presentation.position_refusals
                refused = next(
                    (reason for reason in reasons if says_why(reason) and reason.id not in of_question), None
                )
    return Foreseen(perhaps=perhaps, refused=refused)


def _refusal_behind_its_step(game: Game, seat: int, action: Action) -> Message | None:
    """Return why an action is refused; if it needs another step first, why it is refused after that step."""
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
    """Return the rules' reason why an action will never be possible; None if it may become possible.

    It may become possible if the first decision of a future turn asks for such an action, if it is legal in one of the
    worlds, or if it is refused for different reasons or only because a card is not there yet.
    """
    reasons = dict[str, Message]()
    first: Message | None = None
    for world in range(WORLDS):
        turn = -1
        for game in islice(future_positions(table, seat, planned, str(world)), DECISIONS):
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
    if not reasons:  # in games with rounds, a later round may still ask for it
        return None if table.kind.presentation.counts_rounds else first
    return next(iter(reasons.values())) if len(reasons) == 1 else None


async def offered_next(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    """Return the actions that a seat can choose after its ``planned`` ones in all worlds, whatever is drawn.

    The result is cached because completions ask for it with every letter that a person types.
    """
    question_key = table.row.seed, table.row.version, seat, repr(planned)
    if question_key not in _kept:
        _kept[question_key] = await asyncio.to_thread(_in_all_worlds, table, seat, planned)
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return _kept[question_key]


def _in_all_worlds(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    coming = (future_positions(table, seat, planned, str(world)) for world in range(WORLDS))
    legal, *others = (next((game.legal(seat) for game in world), []) for world in coming)
    return [action for action in legal if all(action in other for other in others)]
