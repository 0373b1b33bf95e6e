"""A played game as a file: enough to play it again and to prove that the dice were fair."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from engines.contract import Action, Game, IllegalAction

FORMAT = 1
LONGEST_NAME = 32
"""Characters of a player's name, which Discord allows as many."""
LONGEST_MOVE = 6000
"""Characters of a move, which a command of Discord can hold."""
LONGEST_FAULT = 300
"""Characters of what is said about a file that may hold anything."""


class RecordFault(Exception):
    """A record that does not replay to what it claims; the text names the first difference, not at any length."""

    def __init__(self, text: str) -> None:
        super().__init__(text if len(text) <= LONGEST_FAULT else f"{text[: LONGEST_FAULT - 1]}…")


class Move(msgspec.Struct, frozen=True, array_like=True):
    """Who played which words."""

    seat: int
    words: str


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished game: what it was played with, every decision, and what came out."""

    portolan: int = msgspec.field(default=FORMAT)
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    seed: str
    """The secret seed, 32 hexadecimal digits."""
    commitment: str
    """SHA-256 of the seed, published when the game began."""
    players: list[str] = []
    moves: list[Move]
    scores: list[int]
    ranking: list[int]


def commitment(seed: str) -> str:
    """What is published of a seed before the game: its SHA-256."""
    return sha256(seed.encode()).hexdigest()


def parse(words: str) -> Action:
    """The action of a notation; the inverse of joining its words by blanks."""
    return tuple(words.split())


def notation(action: Action) -> str:
    """The notation of an action: its words joined by blanks."""
    return " ".join(action)


def of(game: Game, seed: str, moves: list[Move], players: list[str]) -> Record:
    """The record of a game that is over."""
    return Record(
        game=game.key,
        rules=game.state.rules,
        seats=game.state.seats,
        options=dict(game.state.options),
        seed=seed,
        commitment=commitment(seed),
        players=players,
        moves=moves,
        scores=[score.total for score in game.scores()],
        ranking=game.ranking(),
    )


def encode(record: Record) -> bytes:
    """The record as JSON, one move a line."""
    head = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(record, moves=[])), indent=1)
    moves = b",\n  ".join(map(msgspec.json.encode, record.moves))
    return head.replace(b'"moves": []', b'"moves": [\n  ' + moves + b"\n ]", 1)


def decode(text: bytes) -> Record:
    """Raises RecordFault for anything that is not a record."""
    try:
        record = msgspec.json.decode(text, type=Record)
        json.loads(text.decode(), object_pairs_hook=_once)  # msgspec keeps the last of equal keys
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise RecordFault(f"this is not a Portolan record: {fault}") from fault
    if record.portolan != FORMAT:
        raise RecordFault(f"the record has format {record.portolan}, this program reads {FORMAT}")
    return record


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Raises ValueError for an object that has a key twice: readers differ in which of them they believe."""
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise ValueError(f"the key {_short(key)} stands there twice")
        seen.add(key)


def _short(text: str) -> str:
    """Something out of a file in a message."""
    return repr(text if len(text) <= 60 else f"{text[:59]}…")


def _check(record: Record) -> None:
    """Raises RecordFault for what no game writes, before anything is made of it."""
    if not re.fullmatch("[0-9a-f]{32}", record.seed):
        raise RecordFault(f"a seed is 32 hexadecimal digits in small letters, not {_short(record.seed)}")
    if record.players and len(record.players) != record.seats:
        raise RecordFault(f"{len(record.players)} players are named, {record.seats} have played")
    for name in record.players:
        if not 1 <= len(name) <= LONGEST_NAME:
            raise RecordFault(f"a name has 1 to {LONGEST_NAME} characters, unlike {_short(name)}")
    for number, move in enumerate(record.moves, 1):
        if len(move.words) > LONGEST_MOVE:
            raise RecordFault(f"move {number} has more than {LONGEST_MOVE} characters")


def replay(record: Record, games: Mapping[str, type[Game]], moves: int | None = None) -> Game:
    """The game after its first ``moves`` decisions (None: all). Raises RecordFault when one was not legal."""
    _check(record)
    if record.game not in games:
        raise RecordFault(f"there is no game {_short(record.game)}")
    try:
        game = games[record.game].by_rules(record.rules, record.seats, int(record.seed, 16), **record.options)
    except ValueError as fault:
        raise RecordFault(str(fault)) from fault
    for number, move in enumerate(record.moves[:moves], 1):
        try:
            game.play(move.seat, parse(move.words))
        except IllegalAction as fault:
            raise RecordFault(f"move {number}, seat {move.seat}, {_short(move.words)}: {fault}") from fault
    return game


def verify(record: Record, games: Mapping[str, type[Game]]) -> Game:
    """Replays a record and compares seed, scores and ranking. Raises RecordFault with the first difference."""
    _check(record)
    if commitment(record.seed) != record.commitment:
        raise RecordFault("the seed is not the one that was committed to")
    game = replay(record, games)
    if game.to_act:
        raise RecordFault(f"after {len(record.moves)} moves the game is not over")
    for what, found, claimed in (
        ("scores", [score.total for score in game.scores()], record.scores),
        ("ranking", game.ranking(), record.ranking),
    ):
        if found != claimed:
            raise RecordFault(f"{what}: played again {found}, in the record {claimed}")
    return game
