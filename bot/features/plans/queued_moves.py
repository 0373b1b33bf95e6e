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

MOST_CACHED = 100
"""The most entries in the cache of ``offered_next``."""
_offers: dict[tuple[object, ...], list[Action]] = {}


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """The meaning of a text in one random future."""

    decisions: tuple[Action, ...] = ()
    uncertain_actions: tuple[Action, ...] = ()
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
        positions = future_positions(table, seat, [*planned, *([notation(action)] for action in decisions)], world)
        meaning = _next_decision(texts, seat, table.names, islice(positions, DECISIONS), rest)
        if not meaning.decisions:
            return replace(meaning, decisions=tuple(decisions), left=rest)
        decisions += meaning.decisions
        rest = meaning.left
    return Foreseen(decisions=tuple(decisions), left=rest)


def _next_decision(texts: Texts, seat: int, names: Sequence[str], positions: Iterable[Game], typed: str) -> Foreseen:
    """Return the first decision that a text means in the coming positions in which the seat decides.

    A clear meaning in a later position wins over an ambiguous one in an earlier position: "green and black" are dice,
    although a card earlier may be paid with those colours. It does not win if the ambiguous one has the same verb: then
    the text is about the earlier position and says too little.
    """
    refused: Message | None = None
    perhaps: tuple[Action, ...] = ()
    for game in positions:
        ambiguous_verbs = {candidate[0] for candidate in perhaps}
        match Conversation(texts, game, seat, names).read(typed):
            case Play(action, rest) if action[0] not in ambiguous_verbs:
                return Foreseen(decisions=(game.normal(seat, action),), left=rest)
            case Ask((action,), (), rest) if rest and action[0] not in ambiguous_verbs:
                # The only candidate is taken, since the owner sees the plan before anything of it is played.
                return Foreseen(decisions=(game.normal(seat, action),), left=rest)
            case Ask(actions, ()):
                perhaps = perhaps or actions
            case Begin(prefix, _, fitting):
                begun = tuple(action for action in game.legal(seat) if action[: len(prefix)] == prefix)
                perhaps = perhaps or fitting or begun
            case Refuse(_, reasons) if refused is None:
                about_position = game.presentation.position_refusals
                explanations = (reason for reason in reasons if says_why(reason) and reason.id not in about_position)
                refused = next(explanations, None)
    return Foreseen(uncertain_actions=perhaps, refused=refused)


def _refusal_behind_its_step(game: Game, seat: int, action: Action) -> Message | None:
    """Return why an action is refused; if it needs another step first, why it is refused after that step."""
    reason = refusal(game, seat, action)
    if reason is None:
        return None
    for earlier_step in game.leading_to(seat, reason)[:1]:
        after = game.copy()
        after.play(seat, earlier_step)
        if seat in after.to_act:
            return refusal(after, seat, action)
    return reason


def lasting_refusal(table: Table, seat: int, planned: Sequence[Sequence[str]], action: Action) -> Message | None:
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
            if is_asked and game.state.turn != turn:  # much may change before that turn begins
                return None
            turn = game.state.turn
            reason = _refusal_behind_its_step(game, seat, action)
            if is_asked and (reason is None or reason.id in game.presentation.missing_card_refusals):
                return None
            first = first or reason
            if is_asked and reason is not None:
                reasons.setdefault(reason.id, reason)
    if not reasons:  # no decision asks for such an action; in games with rounds, one of a later round may
        return None if table.kind.presentation.counts_rounds else first
    return next(iter(reasons.values())) if len(reasons) == 1 else None


async def offered_next(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    """Return the actions that a seat can choose after its ``planned`` ones in all worlds, whatever is drawn.

    The result is cached because completions ask for it with every letter that a person types.
    """
    cache_key = table.row.seed, table.row.version, seat, repr(planned)
    if cache_key not in _offers:
        _offers[cache_key] = await asyncio.to_thread(_in_all_worlds, table, seat, planned)
        while len(_offers) > MOST_CACHED:
            oldest = next(iter(_offers))
            del _offers[oldest]
    return _offers[cache_key]


def _in_all_worlds(table: Table, seat: int, planned: Sequence[Sequence[str]]) -> list[Action]:
    """Return the actions that are legal in the next position of every world; none if a world has no such position."""
    worlds = (future_positions(table, seat, planned, str(number)) for number in range(WORLDS))
    first, *later_worlds = (next((game.legal(seat) for game in positions), []) for positions in worlds)
    return [action for action in first if all(action in legal for legal in later_worlds)]
