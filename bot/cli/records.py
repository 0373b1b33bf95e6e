"""Checking the record of a finished game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import typer

import engines
from bot.cli.refusal import WRONG, printable, refuse
from bot.wording.texts import refusal
from engines import Game, record
from engines.fair_dice import SHOWN_DIGITS, Draw, hashes

LARGEST = 16 << 20
"""Bytes; records have some tens of thousands."""
DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""Its numbers count milliseconds from here, in their bits above the lowest 22."""


def verify_file(file: Path) -> None:
    """Says that the record is right, or ends the program with the first difference."""
    kept = _read(file)
    try:
        game = record.verify(kept, engines.GAMES)
    except record.IllegalMove as fault:
        refuse(f"{file}: {fault.before}: {refusal(kept.game, fault.reason, _names(kept))}", WRONG)
    except record.RecordFault as fault:
        refuse(f"{file}: {fault}", WRONG)
    typer.echo("\n".join(_confirmed(kept, game)))


def _read(file: Path) -> record.Record:
    try:
        with file.open("rb") as source:
            content = source.read(LARGEST + 1)
    except OSError as fault:
        refuse(f"{file}: {fault.strerror}")
    if len(content) > LARGEST:
        refuse(f"{file}: this is not a Portolan record: it has more than {LARGEST >> 20} MiB", WRONG)
    try:
        return record.decode(content)
    except record.RecordFault as fault:
        refuse(f"{file}: {fault}", WRONG)
    except RecursionError:
        refuse(f"{file}: this is not a Portolan record: it is nested too deeply", WRONG)


def _names(kept: record.Record) -> list[str]:
    return kept.players or [f"seat {seat + 1}" for seat in range(kept.seats)]


def _confirmed(kept: record.Record, game: Game) -> list[str]:
    names = dict(enumerate(kept.players))
    lines = [
        f"The record is right: {kept.game}, {kept.seats} players, {len(kept.moves)} moves, {game.state.turn} turns.",
    ]
    if kept.draw is None:
        lines.append(f"Seed {kept.seed}, drawn by the bot alone (record of format 1)")
        lines.append(f"SHA-256 {kept.commitment} (compare it with the message at the start of the game)")
    else:
        lines += [*_drawn(kept.draw), f"Seed {kept.seed}"]
        lines.append(f"Commitment {kept.commitment} (compare it with the message at the start of the game)")
    if kept.tied:
        lines.append("The players agreed to end it as a draw; the points as they stood:")
    places = [(1, seat) for seat in range(kept.seats)] if kept.tied else enumerate(kept.ranking, 1)
    for rank, seat in places:
        lines.append(f"{rank}. {printable(names.get(seat, f'seat {seat + 1}'))}: {kept.scores[seat]}")
    return lines


def _drawn(draw: Draw) -> list[str]:
    """What a player can compare with what the lobby showed, and when."""
    lines = [
        f"Table {draw.table}, secret {draw.secret}",
        f"SHA-256 {draw.secret_hash} (compare it with the lobby)",
        "Clicks, with the time in Discord's number (UTC) and what the lobby showed afterwards:",
    ]
    shown = hashes(draw.secret_hash, draw.clicks)
    for number, (click, clicks_hash) in enumerate(zip(draw.clicks, shown, strict=True), 1):
        place = "" if click.seat is None else f" (place {click.seat})"
        done = f"{click.what} {printable(click.text)}{place}"
        lines.append(f"{number:3} {_moment(click.id)} {click.id} {clicks_hash[:SHOWN_DIGITS]} {done}")
    if draw.turned:
        names = ", ".join(map(printable, draw.turned))
        lines.append(f"Seats turned by one after the game before: {names} (compare it with the lobby)")
    return [*lines, f"Seats, by place in the lobby: {' '.join(map(str, draw.order))}"]


def _moment(snowflake: str) -> str:
    """When Discord gave a number."""
    return f"{DISCORD_EPOCH + timedelta(milliseconds=int(snowflake) >> 22):%Y-%m-%d %H:%M:%S}"
