"""Which decision the strong player says cost the most, told in the message of the end once it is found."""

from __future__ import annotations

import discord
import structlog

from bot.delivery.compose import CONTENT_LIMIT
from bot.delivery.requests import UNEDITABLE, in_time
from bot.delivery.result import closing_lines
from bot.delivery.turning_points import POINT
from bot.interactions.refusals import Scope, scope_of
from bot.interactions.services import Services
from bot.tables import Refused, Table
from bot.tables.beside.reviewing import costliest
from bot.thinking import pool
from bot.thinking.losses import largest
from bot.wording import Texts
from bot.work.process_pool import PoolClosed
from engines.record import parse

log = structlog.get_logger()


async def add(services: Services, table: Table, message: discord.Message, texts: Texts) -> None:
    """Adds the sentence. Where nothing is to be told, or Discord takes it no more, the message stays as it is. Raises
    what Discord answers when it has no time, and PoolClosed."""
    if not pool.apart() or (told := await sentence(services, table, texts)) is None:
        return
    said = within_the_end(message.content, POINT + told, "\n".join(closing_lines(table, texts)))
    if said is None or POINT + told in message.content.split("\n"):  # an attempt that failed has reached Discord
        return
    try:
        await in_time(message.edit(content=said, allowed_mentions=discord.AllowedMentions.none()))
    except discord.HTTPException as fault:
        if fault.code not in UNEDITABLE and scope_of(fault) is not Scope.MESSAGE:
            raise
        log.info("the costliest decision could not be added", reason=str(fault))


def within_the_end(content: str, line: str, closing: str) -> str | None:
    """The text of the end with a line more, in front of what closes it; None: there is no room for it."""
    body = content.removesuffix(closing).rstrip("\n")
    said = "\n".join(filter(None, (body, line, closing if content.endswith(closing) else "")))
    return said if len(said) <= CONTENT_LIMIT else None


async def sentence(services: Services, table: Table, texts: Texts) -> str | None:
    """What cost somebody the most who has not won; None: nobody knows, or nothing cost much."""
    reviews, key = services.tables.reviews, table.row.key
    losers = set(range(len(table.seats))) - (set() if table.drawn else {table.game.ranking()[0]})
    try:
        thought = await reviews.known(table)
        if thought is None:
            loss = await costliest(table, await reviews.moves(table), losers, of=(table.row.guild_id,))
        else:
            loss = largest([each for each in thought if each.seat in losers])
        if loss is None:
            return None
        course = await services.tables.replays.course(table)
        names = course.names(loss.version)
        before = await reviews.before(table, await reviews.log(table), loss)
    except PoolClosed:
        raise
    except Refused:
        log.info("a game of other rules has no costliest decision")
        return None
    except Exception:
        log.exception("the costliest decision could not be found; the end goes without")
        return None
    at = texts.at(before.game, before.names)
    played, better = (f"**{at.action(key, parse(text), names)}**" for text in (loss.played, loss.better))
    where = {
        "player": texts.player(names, loss.seat),
        "turn": texts.when(key, loss.turn),
        "played": played,
        "better": better,
    }
    if loss.lost == "win":
        return texts.say("say.cost_win", **where)
    return texts.say("say.cost_points", **where, points=texts.decimal(loss.points))
