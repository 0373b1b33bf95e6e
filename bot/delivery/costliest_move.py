"""The sentence on the costliest decision of a game, which is added to its result once the analysis has found it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import discord
import structlog

from bot.delivery.compose import CONTENT_LIMIT
from bot.delivery.reason_phrases import better_phrases
from bot.delivery.requests import in_time
from bot.delivery.result import closing_lines
from bot.delivery.turning_points import POINT
from bot.interactions.error_codes import UNEDITABLE, Scope, scope_of
from bot.interactions.services import Services
from bot.tables import Refused, Table
from bot.tables.analysis.losses import Loss, largest
from bot.tables.analysis.reviews import costliest
from bot.thinking import pool
from bot.thinking.ideas import Idea
from bot.wording import Texts
from bot.work.process_pool import PoolClosed
from engines.record import parse

log = structlog.get_logger()


async def add(services: Services, table: Table, message: discord.Message, texts: Texts) -> None:
    """Add the sentence to the message with the result; a message that Discord no longer lets us edit stays as it is.

    Raises:
        discord.HTTPException: a passing error of Discord; the job is tried again.
        PoolClosed: the bot shuts down.
    """
    costliest_move = await sentence(services, table, texts) if pool.has_processes() else None
    if costliest_move is None:
        return
    line = POINT + costliest_move
    content = within_the_end(message.content, line, "\n".join(closing_lines(table, texts)))
    # An earlier attempt may have added the line although Discord's answer was lost.
    if content is None or line in message.content.split("\n"):
        return
    try:
        await in_time(message.edit(content=content, allowed_mentions=discord.AllowedMentions.none()))
    except discord.HTTPException as fault:
        if fault.code not in UNEDITABLE and scope_of(fault) is not Scope.MESSAGE:
            raise
        log.info("the costliest decision could not be added", reason=str(fault))


def within_the_end(content: str, line: str, closing: str) -> str | None:
    """Return the text of the result with one more line before its closing lines; None if the line does not fit."""
    body = content.removesuffix(closing).rstrip("\n")
    longer = "\n".join(filter(None, (body, line, closing if content.endswith(closing) else "")))
    return longer if len(longer) <= CONTENT_LIMIT else None


class _CostliestMove(NamedTuple):
    """The costliest decision, with what its sentence says."""

    loss: Loss
    before: Table
    """The table before the decision."""
    names: Sequence[str]
    """The names of the players at that time."""
    ideas: Sequence[Idea]
    """The better move and the played one; empty if nothing is to be said about why."""


async def sentence(services: Services, table: Table, texts: Texts) -> str | None:
    """Return the sentence on the decision that cost a player who did not win the most.

    None: the analysis failed, or no decision cost much. Raises PoolClosed while the bot shuts down.
    """
    losers = set(range(len(table.seats))) - (set() if table.is_drawn else {table.game.ranking()[0]})
    try:
        costliest_move = await _find(services, table, losers)
    except PoolClosed:
        raise
    except Refused:
        log.info("a game of other rules has no costliest decision")
        return None
    except Exception:
        log.exception("the costliest decision could not be found; the end goes without")
        return None
    return _worded(costliest_move, texts) if costliest_move is not None else None


async def _find(services: Services, table: Table, losers: Collection[int]) -> _CostliestMove | None:
    """Return the costliest decision of ``losers``; None if no decision cost much."""
    reviews = services.tables.reviews
    losses = await reviews.known(table)
    if losses is None:
        loss = await costliest(table, await reviews.moves(table), losers, groups=(table.row.guild_id,))
    else:
        loss = largest([loss for loss in losses if loss.seat in losers])
    if loss is None:
        return None
    history = await services.tables.replays.load_history(table)
    before = await reviews.before(table, await reviews.log(table), loss)
    # A lost victory is reason enough.
    ideas = [] if loss.lost == "win" else await reviews.reasons(before, loss)
    return _CostliestMove(loss, before, history.names(loss.version), ideas)


def _worded(costliest_move: _CostliestMove, texts: Texts) -> str:
    loss, before, names, ideas = costliest_move
    key = before.row.key
    texts_then = texts.at(before.game, before.names)
    played, better = (f"**{texts_then.action(key, parse(text), names)}**" for text in (loss.played, loss.better))
    where = {
        "player": texts.player(names, loss.seat),
        "turn": texts.when(key, loss.turn),
        "played": played,
        "better": better,
    }
    if loss.lost == "win":
        return texts.say("say.cost_win", **where)
    cost = texts.say("say.cost_points", **where, points=texts.decimal(loss.points))
    if len(ideas) != 2:
        return cost
    _, played_idea = ideas
    phrases = better_phrases(before, texts_then, played_idea)
    return f"{cost} {texts.say('review.why', reason='; '.join(phrases))}" if phrases else cost
