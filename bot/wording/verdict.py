"""Texts on the check of a finished game's record: its result, or the first fault."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.wording.escaping import unformatted
from bot.wording.texts import Texts
from engines import Message
from engines.fair_dice import SHOWN_DIGITS, Draw, hashes
from engines.record import IllegalMove, Record, RecordFault
from render.names import displayed_name, isolated

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The moment from which Discord's ids count milliseconds, in their bits above the lowest 22."""


def fault_sentence(texts: Texts, record: Record | None, fault: RecordFault) -> str:
    """Return a sentence about the first fault; ``record`` is None if the file could not be read as a record."""
    key = record.game if record else ""
    names = _names(texts, record) if record else []
    reason = texts.message(key, fault.reason, names)
    if isinstance(fault, IllegalMove):
        seat = fault.move.seat
        player = names[seat] if 0 <= seat < len(names) else _seat(texts, seat)
        move = Message("record.move", {"number": fault.number, "player": player, "typed": fault.move.words})
        reason = f"{texts.message(key, move, names)} {reason}"
    return unformatted(reason)


def verified_lines(texts: Texts, record: Record, turn: int) -> list[str]:
    """Return lines on a record that was found right: what it is, values to compare with the channel, and the places.

    Args:
        texts: The texts.
        record: The record.
        turn: The last turn of its game.
    """
    say = texts.say
    names = _names(texts, record)
    title = texts.title(record.game)
    moves = len(record.moves)
    turns = texts.turns(record.game, turn)
    lines = [say("record.right", game=title, players=record.seats, moves=moves, turns=turns)]
    if record.draw is None:
        lines.append(say("record.drawn_alone", seed=record.seed))
        lines.append(say("record.sha", hash=record.commitment))
    else:
        lines += _draw_lines(texts, record, record.draw)
        lines.append(say("record.seed_is", seed=record.seed))
        lines.append(say("record.commitment", hash=record.commitment))
    if record.tied:
        lines.append(say("record.tied"))
    places = [(1, seat) for seat in range(record.seats)] if record.tied else enumerate(record.ranking, 1)
    return [*lines, *(f"{rank}. {names[seat]}: {record.scores[seat]}" for rank, seat in places)]


def _names(texts: Texts, record: Record) -> list[str]:
    players = record.players or [""] * record.seats
    return [isolated(displayed_name(name)) or _seat(texts, seat) for seat, name in enumerate(players)]


def _seat(texts: Texts, seat: int) -> str:
    return texts.say("record.nobody", number=seat + 1)


def _draw_lines(texts: Texts, record: Record, draw: Draw) -> list[str]:
    """Return lines with the clicks and the draw, for comparison with the messages of the lobby."""
    say = texts.say
    lines = [
        say("record.secret_is", table=draw.table, rules=record.rules, secret=draw.secret),
        say("record.secret_hash", hash=draw.secret_hash),
        say(f"record.fixed.{min(record.portolan, 3)}"),
        say("record.clicks"),
    ]
    chained = hashes(draw.secret_hash, draw.clicks, draw.forgotten)
    for number, (click, clicks_hash) in enumerate(zip(draw.clicks, chained, strict=True), 1):
        place = "" if click.seat is None else f" ({say('record.click_at', place=click.seat)})"
        name_or_option = say("name.somebody") if str(number) in draw.forgotten else isolated(displayed_name(click.text))
        click_text = f"{say(f'record.click.{click.what}', what=name_or_option)}{place}"
        lines.append(f"{number:3} {_moment(click.id)} {click.id} {clicks_hash[:SHOWN_DIGITS]} {click_text}")
    if draw.forgotten:
        lines.append(say("record.forgotten", clicks=sorted(draw.forgotten, key=int)))
    if draw.turned:
        lines.append(
            say(
                "record.turned",
                names=", ".join(isolated(displayed_name(name)) or say("name.somebody") for name in draw.turned),
            )
        )
    if "" in draw.turned and not draw.places:
        lines.append(say("record.turned_forgotten"))
    return [*lines, say("record.seats_drawn", places=" ".join(map(str, draw.order)))]


def _moment(snowflake: str) -> str:
    """Return the moment at which Discord made an id, which the id contains."""
    return f"{DISCORD_EPOCH + timedelta(milliseconds=int(snowflake) >> 22):%Y-%m-%d %H:%M:%S}"
