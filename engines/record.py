"""A played game as a file: enough to play it again and to prove that the dice were fair."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engines import fair_dice
from engines.contract import Action, Game, IllegalAction, Message
from engines.fair_dice import LONGEST_NAME, Draw

FORMATS = (1, 2)
"""1: the seed itself was the secret, and committed to; 2: secret and clicks make the seed, and all is committed to."""
LONGEST_MOVE = 6000
"""Characters of a move, which a command of Discord can hold."""
LONGEST_FAULT = 300
"""Characters of what is said about a file that may hold anything."""


class RecordFault(Exception):
    """A record that does not replay to what it claims; the text names the first difference, not at any length."""

    def __init__(self, text: str) -> None:
        super().__init__(text if len(text) <= LONGEST_FAULT else f"{text[: LONGEST_FAULT - 1]}…")


class IllegalMove(RecordFault):
    """A decision of a record that the rules refuse; ``reason`` can be worded, with the words of the game."""

    def __init__(self, number: int, move: Move, reason: Message) -> None:
        self.before = f"move {number}, seat {move.seat}, {_short(move.words)}"
        self.reason = reason
        super().__init__(f"{self.before}: {reason.id}")


class Move(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Who played which words."""

    seat: int
    words: str


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished game: what it was played with, every decision, and what came out."""

    portolan: int = 1
    """One of FORMATS; the first did not say so."""
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    seed: str
    """32 hexadecimal digits, secret while the game ran."""
    commitment: str
    """Published when the game began: the SHA-256 of the seed; in format 2 of all that was agreed."""
    draw: Draw | None = None
    """How the table came by seed and seats; None in format 1."""
    players: list[str] = []
    moves: list[Move]
    scores: list[int]
    ranking: list[int]
    """The seats by place; empty where everybody is the first."""
    tied: bool = False
    """Everybody agreed to end the game as a draw before its rules end it."""


def commitment(seed: str) -> str:
    """What is published of a seed before a game without a draw: its SHA-256."""
    return fair_dice.hashed(seed)


def parse(words: str) -> Action:
    """The action of a notation; the inverse of joining its words by blanks."""
    return tuple(words.split())


def notation(action: Action) -> str:
    """The notation of an action: its words joined by blanks."""
    return " ".join(action)


def of(
    game: Game, seed: str, moves: list[Move], players: list[str], draw: Draw | None = None, *, tied: bool = False
) -> Record:
    """The record of a game that is over, or ``tied``; with the draw that led to its seed, where there was one."""
    record = Record(
        portolan=2 if draw else 1,
        game=game.key,
        rules=game.state.rules,
        seats=game.state.seats,
        options=dict(game.state.options),
        seed=seed,
        commitment=commitment(seed),
        draw=draw,
        players=players,
        moves=moves,
        scores=[score.total for score in game.scores()],
        ranking=[] if tied else game.ranking(),
        tied=tied,
    )
    return replace(record, commitment=fair_dice.commitment_of(_agreement(record, draw), draw.order)) if draw else record


def _agreement(record: Record, draw: Draw) -> str:
    return fair_dice.agreement(
        table=draw.table,
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=record.options,
        seating=draw.seating,
        turned=draw.turned,
        clicks_hash=draw.clicks_hash,
    )


def encode(record: Record) -> bytes:
    """The record as JSON, one click or move a line."""
    draw = record.draw and replace(record.draw, clicks=[])
    head = msgspec.json.format(msgspec.json.encode(replace(record, moves=[], draw=draw)), indent=1)
    if record.draw:
        clicks = b",\n   ".join(map(msgspec.json.encode, record.draw.clicks))
        head = head.replace(b'"clicks": []', b'"clicks": [\n   ' + clicks + b"\n  ]", 1)
    moves = b",\n  ".join(map(msgspec.json.encode, record.moves))
    return head.replace(b'"moves": []', b'"moves": [\n  ' + moves + b"\n ]", 1)


def decode(text: bytes) -> Record:
    """Raises RecordFault for anything that is not a record."""
    try:
        record = msgspec.json.decode(text, type=Record)
        json.loads(text.decode(), object_pairs_hook=_once)  # msgspec keeps the last of equal keys
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise RecordFault(f"this is not a Portolan record: {fault}") from fault
    if record.portolan not in FORMATS:
        raise RecordFault(f"the record has format {record.portolan}, this program reads {FORMATS[0]} to {FORMATS[-1]}")
    if (record.draw is None) != (record.portolan == 1):
        raise RecordFault(f"a record of format {record.portolan} has {'no' if record.draw else 'a'} draw")
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


def _check_dice(record: Record) -> None:
    """Raises RecordFault when seed and seats do not follow from what was published."""
    if record.draw is None:
        if commitment(record.seed) != record.commitment:
            raise RecordFault("the seed is not the one that was committed to")
        return
    if not record.players:
        raise RecordFault("a record with a draw names its players")
    agreed = _agreement(record, record.draw)
    try:
        fair_dice.check(record.draw, agreed, record.seed, record.commitment, record.players)
    except ValueError as fault:
        raise RecordFault(str(fault)) from fault


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
            raise IllegalMove(number, move, fault.reason) from fault
    return game


def verify(record: Record, games: Mapping[str, type[Game]]) -> Game:
    """Follows the way to the seed, replays, compares the result. Raises RecordFault with the first difference."""
    _check(record)
    _check_dice(record)
    game = replay(record, games)
    if game.to_act and not record.tied:
        raise RecordFault(f"after {len(record.moves)} moves the game is not over")
    if record.tied and not game.to_act:
        raise RecordFault(f"after {len(record.moves)} moves the game is over; nobody can agree to a draw any more")
    for what, found, claimed in (
        ("scores", [score.total for score in game.scores()], record.scores),
        ("ranking", [] if record.tied else game.ranking(), record.ranking),
    ):
        if found != claimed:
            raise RecordFault(f"{what}: played again {found}, in the record {claimed}")
    return game
