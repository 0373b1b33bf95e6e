"""The command `portolan replay`: the boards of a recorded game as files, one a turn, and a clip."""

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
from bot.cli.board_files import board_file, prepare_folder, progress
from bot.cli.records import read_record
from bot.cli.refusal import WRONG, refuse, refuse_unknown
from bot.drawing.filming import ClipOrder, film
from bot.drawing.headline import headline
from bot.wording import Texts
from bot.wording.verdict import fault_sentence
from engines import record
from engines.record import parse
from engines.scenes import Watched, turns_with_events, with_views
from render.shape import Shape

CLIP = "game.webp"
AT_ONCE = 16
"""Positions that are in memory at once."""
T = TypeVar("T")


@dataclass(frozen=True)
class ReplayRequest:
    """A record as it is to be shown."""

    file: Path
    shape: str
    seat: int | None
    """The seat, from 1, whose knowledge is shown; None for what everybody knew."""
    clip: bool


def replay_to_folder(request: ReplayRequest, folder: Path, texts: Texts) -> None:
    """Draw the boards and write their files; end the program with one line if that is not possible."""
    refuse_unknown("shape", [request.shape], Shape)
    game_record = None
    try:
        game_record = read_record(request.file, texts)
        record.verify(game_record, engines.GAMES)
    except record.RecordFault as fault:
        refuse(f"{request.file}: {fault_sentence(texts, game_record, fault)}", WRONG)
    if request.seat is not None and request.seat > game_record.seats:
        refuse(f"{request.file}: the game has {game_record.seats} seats, not {request.seat}")
    order = _order(game_record, request, texts)
    moves = [(move.seat, parse(move.words)) for move in game_record.moves]
    scenes = turns_with_events(order.initial_game(), moves, order.seat)
    console = Console()
    try:
        prepare_folder(folder)
        with progress() as steps:
            drawing = steps.add_task("drawing", total=len(scenes))
            boards = with_views(order.initial_game(), moves, scenes, order.seat)
            _draw(order, boards, texts, folder, lambda: steps.advance(drawing))
            if request.clip:
                filming = steps.add_task("making the clip", total=None)
                data = film(order, lambda done, total: steps.update(filming, completed=done, total=total))
                (folder / CLIP).write_bytes(data)
    except OSError as fault:
        refuse(f"{folder} cannot be written to: {fault.strerror or fault}")
    written = f"{len(scenes)} boards" + (f" and a clip of {len(data) / 2**20:.1f} MiB" if request.clip else "")
    console.print(f"{written} are in {folder}", markup=False, highlight=False)


def _order(game_record: record.Record, request: ReplayRequest, texts: Texts) -> ClipOrder:
    names = game_record.players or [
        f"{texts.say('computer.greedy')} {seat}" for seat in range(1, game_record.seats + 1)
    ]
    return ClipOrder(
        game=game_record.game,
        rules=game_record.rules,
        seats=game_record.seats,
        seed=game_record.seed,
        options=game_record.options,
        moves=tuple((move.seat, move.words) for move in game_record.moves),
        names=tuple(names),
        locale=texts.name,
        shape=Shape(request.shape),
        seat=None if request.seat is None else request.seat - 1,
    )


def _draw(
    order: ClipOrder, boards: Iterable[Watched], texts: Texts, folder: Path, on_board_drawn: Callable[[], None]
) -> None:
    """Write a file for each board, AT_ONCE in parallel, so that no more positions are in memory."""

    def write(number: int, board: Watched) -> None:
        news = headline(order.game, texts, board.events, order.names)
        caption = render.Caption(order.names, board.events, texts.say, texts.name, shape=order.shape, news=news)
        board_file(folder, number).write_bytes(render.picture(board.view, caption))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch in batched(enumerate(boards), AT_ONCE):
            for _ in pool.map(lambda numbered_board: write(*numbered_board), batch):
                on_board_drawn()


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items in lists of this size, the last one perhaps shorter."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
