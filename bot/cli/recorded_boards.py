"""The boards of a recorded game as files: one a turn, and the clip."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from rich.console import Console

import engines
import render
from bot.cli.board_files import board_file, prepare
from bot.cli.progress import progress
from bot.cli.records import read_record
from bot.cli.refusal import WRONG, refuse, refuse_unknown
from bot.drawing.filming import ClipOrder, film
from bot.drawing.headline import headline
from bot.wording import Texts
from bot.wording.verdict import wrong
from engines import record
from engines.record import parse
from engines.scenes import Watched, shown, watch
from render.shape import Shape

CLIP = "game.webp"
AT_ONCE = 16
T = TypeVar("T")


@dataclass(frozen=True)
class ReplayRequest:
    """A record as it is to be shown. ``seat``: what that one knew, counted from 1; None: everybody."""

    file: Path
    shape: str
    seat: int | None
    clip: bool


def replay_to_folder(wanted: ReplayRequest, folder: Path, texts: Texts) -> None:
    """Draws and writes; ends the program with one line when that is not possible."""
    refuse_unknown("shape", [wanted.shape], Shape)
    kept = None
    try:
        kept = read_record(wanted.file, texts)
        record.verify(kept, engines.GAMES)
    except record.RecordFault as fault:
        refuse(f"{wanted.file}: {wrong(texts, kept, fault)}", WRONG)
    if wanted.seat is not None and wanted.seat > kept.seats:
        refuse(f"{wanted.file}: the game has {kept.seats} seats, not {wanted.seat}")
    order = _order(kept, wanted, texts)
    moves = [(move.seat, parse(move.words)) for move in kept.moves]
    told = watch(order.begun(), moves, order.seat)
    console = Console()
    try:
        prepare(folder)
        with progress() as steps:
            drawing = steps.add_task("drawing", total=len(told))
            boards = shown(order.begun(), moves, told, order.seat)
            _draw(order, boards, texts, folder, lambda: steps.advance(drawing))
            if wanted.clip:
                filming = steps.add_task("making the clip", total=None)
                data = film(order, lambda done, of: steps.update(filming, completed=done, total=of))
                (folder / CLIP).write_bytes(data)
    except OSError as fault:
        refuse(f"{folder} cannot be written to: {fault.strerror or fault}")
    written = f"{len(told)} boards" + (f" and a clip of {len(data) / 2**20:.1f} MiB" if wanted.clip else "")
    console.print(f"{written} are in {folder}", markup=False, highlight=False)


def _order(kept: record.Record, wanted: ReplayRequest, texts: Texts) -> ClipOrder:
    names = kept.players or [f"{texts.say('computer.greedy')} {seat}" for seat in range(1, kept.seats + 1)]
    return ClipOrder(
        game=kept.game,
        rules=kept.rules,
        seats=kept.seats,
        seed=kept.seed,
        options=kept.options,
        moves=tuple((move.seat, move.words) for move in kept.moves),
        names=tuple(names),
        locale=texts.name,
        shape=Shape(wanted.shape),
        seat=None if wanted.seat is None else wanted.seat - 1,
    )


def _draw(order: ClipOrder, boards: Iterable[Watched], texts: Texts, folder: Path, done: Callable[[], None]) -> None:
    """A file for each board. As many positions are in memory as are drawn at once."""

    def write(number: int, board: Watched) -> None:
        news = headline(order.game, texts, board.events, order.names)
        caption = render.Caption(order.names, board.events, texts.say, texts.name, shape=order.shape, news=news)
        board_file(folder, number).write_bytes(render.picture(board.view, caption))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for some in batched(enumerate(boards), AT_ONCE):
            for _ in pool.map(lambda each: write(*each), some):
                done()


def batched(found: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of so many, the last one shorter."""
    left = iter(found)
    while some := list(islice(left, size)):
        yield some
