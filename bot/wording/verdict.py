"""What there is to say of the record of a finished game: that it is right, or the first thing that is not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.wording.escaping import unformatted
from bot.wording.texts import Texts
from engines import Message
from engines.fair_dice import SHOWN_DIGITS, Draw, hashes
from engines.record import IllegalMove, Record, RecordFault
from render.names import isolated, shown

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""Its numbers count milliseconds from here, in their bits above the lowest 22."""


def wrong(texts: Texts, kept: Record | None, fault: RecordFault) -> str:
    """The first difference; ``kept``: the record, as far as it is one."""
    key, names = (kept.game, _names(texts, kept)) if kept else ("", [])
    reason = texts.message(key, fault.reason, names)
    if isinstance(fault, IllegalMove):
        seat = fault.move.seat
        who = names[seat] if 0 <= seat < len(names) else _seat(texts, seat)
        move = Message("record.move", {"number": fault.number, "player": who, "typed": fault.move.words})
        reason = f"{texts.message(key, move, names)} {reason}"
    return unformatted(reason)


def right(texts: Texts, kept: Record, turn: int) -> list[str]:
    """The result, and what is to be compared with what the channel showed; ``turn``: the last one."""
    say, names = texts.say, _names(texts, kept)
    title, moves = texts.title(kept.game), len(kept.moves)
    turns = texts.turns(kept.game, turn)
    lines = [say("record.right", game=title, players=kept.seats, moves=moves, turns=turns)]
    if kept.draw is None:
        lines.append(say("record.drawn_alone", seed=kept.seed))
        lines.append(say("record.sha", hash=kept.commitment))
    else:
        lines += _drawn(texts, kept, kept.draw)
        lines.append(say("record.seed_is", seed=kept.seed))
        lines.append(say("record.commitment", hash=kept.commitment))
    if kept.tied:
        lines.append(say("record.tied"))
    places = [(1, seat) for seat in range(kept.seats)] if kept.tied else enumerate(kept.ranking, 1)
    return [*lines, *(f"{rank}. {names[seat]}: {kept.scores[seat]}" for rank, seat in places)]


def _names(texts: Texts, kept: Record) -> list[str]:
    players = kept.players or [""] * kept.seats
    return [isolated(shown(name)) or _seat(texts, seat) for seat, name in enumerate(players)]


def _seat(texts: Texts, seat: int) -> str:
    return texts.say("record.nobody", number=seat + 1)


def _drawn(texts: Texts, kept: Record, draw: Draw) -> list[str]:
    """What a player can compare with what the lobby showed, and when."""
    say = texts.say
    lines = [
        say("record.secret_is", table=draw.table, rules=kept.rules, secret=draw.secret),
        say("record.secret_hash", hash=draw.secret_hash),
        say(f"record.fixed.{min(kept.portolan, 3)}"),
        say("record.clicks"),
    ]
    chained = hashes(draw.secret_hash, draw.clicks, draw.forgotten)
    for number, (click, clicks_hash) in enumerate(zip(draw.clicks, chained, strict=True), 1):
        place = "" if click.seat is None else f" ({say('record.click_at', place=click.seat)})"
        who = say("name.somebody") if str(number) in draw.forgotten else isolated(shown(click.text))
        done = f"{say(f'record.click.{click.what}', what=who)}{place}"
        lines.append(f"{number:3} {_moment(click.id)} {click.id} {clicks_hash[:SHOWN_DIGITS]} {done}")
    if draw.forgotten:
        lines.append(say("record.forgotten", clicks=sorted(draw.forgotten, key=int)))
    if draw.turned:
        lines.append(
            say("record.turned", names=", ".join(isolated(shown(name)) or say("name.somebody") for name in draw.turned))
        )
    if "" in draw.turned and not draw.places:
        lines.append(say("record.turned_forgotten"))
    return [*lines, say("record.seats_drawn", places=" ".join(map(str, draw.order)))]


def _moment(snowflake: str) -> str:
    """When Discord gave a number."""
    return f"{DISCORD_EPOCH + timedelta(milliseconds=int(snowflake) >> 22):%Y-%m-%d %H:%M:%S}"
