"""Checking the record of a finished game."""

from __future__ import annotations

from pathlib import Path

import typer

import engines
from bot.cli.refusal import WRONG, printable, refuse
from engines import Game, record

LARGEST = 16 << 20
"""Bytes; records have some tens of thousands."""


def verify_file(file: Path) -> None:
    """Says that the record is right, or ends the program with the first difference."""
    kept = _read(file)
    try:
        game = record.verify(kept, engines.GAMES)
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


def _confirmed(kept: record.Record, game: Game) -> list[str]:
    names = dict(enumerate(kept.players))
    lines = [
        f"The record is right: {kept.game}, {kept.seats} players, {len(kept.moves)} moves, {game.state.turn} turns.",
        f"Seed {kept.seed}",
        f"SHA-256 {kept.commitment} (compare it with the message at the start of the game)",
    ]
    for rank, seat in enumerate(kept.ranking, 1):
        lines.append(f"{rank}. {printable(names.get(seat, f'seat {seat + 1}'))}: {kept.scores[seat]}")
    return lines
