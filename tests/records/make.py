"""Plays the tables of the corpus that have no record yet: ``python -m tests.records.make [--again]``.

To add a game, add a line to ``TABLES`` and run it. ``--again`` plays and overwrites every table; that is right only
after a change of the rules, because a record is worth something as long as nobody touches it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, NamedTuple

import typer
from rich.progress import track

import engines
from engines.players import PLAYERS, Player
from engines.record import Move, Record, encode, notation, of
from tests.engines.contract_suite import cases
from tests.records.explorer import explorer

FOLDER = Path(__file__).parent
KINDS: dict[str, Player] = {**PLAYERS, "explorer": explorer}


class Table(NamedTuple):
    """Who plays what; the seed is that of the game and of the players' chances."""

    game: str
    name: str
    players: str
    seed: int
    options: dict[str, str]

    @property
    def path(self) -> Path:
        return FOLDER / self.game / f"{self.name}.json"


TABLES = [
    Table("navegador", "2-builders", "greedy greedy", 1, {"royal": "end"}),
    Table("navegador", "2-builders-goa", "greedy greedy", 2, {"royal": "goa"}),
    Table("navegador", "2-explorer", "explorer greedy", 3, {"royal": "end"}),
    Table("navegador", "3-builders", "greedy greedy greedy", 4, {"royal": "end"}),
    Table("navegador", "3-builders-goa", "greedy greedy greedy", 5, {"royal": "goa"}),
    Table("navegador", "3-explorers-goa", "explorer greedy explorer", 6, {"royal": "goa"}),
    Table("navegador", "4-builders", "greedy greedy greedy greedy", 7, {"royal": "end"}),
    Table("navegador", "4-builders-goa", "greedy greedy greedy greedy", 8, {"royal": "goa"}),
    Table("navegador", "4-chance", "greedy random greedy random", 9, {"royal": "end"}),
    Table("navegador", "4-explorers", "explorer greedy explorer greedy", 10, {"royal": "end"}),
    Table("navegador", "4-explorers-goa", "greedy explorer greedy explorer", 11, {"royal": "goa"}),
    Table("navegador", "5-builders", "greedy greedy greedy greedy greedy", 12, {"royal": "end"}),
    Table("navegador", "5-builders-goa", "greedy greedy greedy greedy greedy", 13, {"royal": "goa"}),
    Table("macao", "2-in-order", "greedy greedy", 21, {"dice": "in_order"}),
    Table("macao", "2-together", "greedy greedy", 22, {"dice": "together"}),
    Table("macao", "2-again", "greedy greedy", 23, {"dice": "in_order"}),
    Table("macao", "3-in-order", "greedy greedy greedy", 24, {"dice": "in_order"}),
    Table("macao", "3-together", "greedy greedy greedy", 25, {"dice": "together"}),
    Table("macao", "3-again", "greedy greedy greedy", 26, {"dice": "in_order"}),
    Table("macao", "3-chance", "greedy random greedy", 27, {"dice": "together"}),
    Table("macao", "4-in-order", "greedy greedy greedy greedy", 28, {"dice": "in_order"}),
    Table("macao", "4-together", "greedy greedy greedy greedy", 29, {"dice": "together"}),
    Table("macao", "4-again", "greedy greedy greedy greedy", 30, {"dice": "in_order"}),
    Table("macao", "4-chance", "greedy random greedy random", 31, {"dice": "in_order"}),
    Table("macao", "2-second-rules", "greedy greedy", 97, {"dice": "in_order"}),
    Table("macao", "4-second-rules", "greedy random greedy random", 98, {"dice": "together"}),
    Table("navegador", "5-explorers", "explorer greedy explorer greedy explorer", 14, {"royal": "end"}),
    Table("mmn", "3-third-rules", "random random random", 165, {}),
    Table("mmn", "3-ninth-rules", "random random random", 167, {}),
]


def every_way(key: str, first_seed: int, rules: int | None = None) -> Iterator[Table]:
    """A table for each way in which the contract suite opens the game, or opened it when its options were those of
    earlier ``rules``; at every fourth, chance plays with."""
    for seed, case in enumerate(cases([engines.GAMES[key]], rules), first_seed):
        players = ["greedy", "random" if seed % 4 == 0 else "greedy"] * case.seats
        yield Table(key, f"{case.seats}-{seed}", " ".join(players[: case.seats]), seed, case.options)


TABLES += [*every_way("burgundy", 41), *every_way("mmn", 61, rules=1), *every_way("mmn", 81, rules=6)]
TABLES += [*every_way("macao", 201), *every_way("mmn", 221, rules=7), *every_way("mmn", 241)]


def play(table: Table) -> Record:
    """The record of the table, played to its end."""
    kinds = table.players.split()
    rng = Random(table.seed)
    game = engines.new(table.game, len(kinds), table.seed, **table.options)
    moves: list[Move] = []
    while game.to_act:
        seat = game.blocking_seats[0]
        action = KINDS[kinds[seat]](game, seat, rng)
        game.play(seat, action)
        moves.append(Move(seat, notation(action)))
    return of(game, f"{table.seed:032x}", moves, kinds)


def make(again: Annotated[bool, typer.Option("--again", help="Also play those that have a record.")] = False) -> None:
    """Writes the records that are missing."""
    for table in track(TABLES, "playing"):
        if again or not table.path.exists():
            table.path.parent.mkdir(exist_ok=True)
            table.path.write_bytes(encode(play(table)) + b"\n")


if __name__ == "__main__":
    typer.run(make)
