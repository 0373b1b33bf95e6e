"""A played game as a file: enough to play it again and to prove that the dice were fair."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engines import fair_dice
from engines.contract import Action, Game, IllegalAction, Message
from engines.fair_dice import LONGEST_NAME, Draw, Opening
from engines.messages import Fault

FORMATS = (1, 2, 3, 4)
"""1: the seed itself was the secret, and committed to; 2: secret and clicks make the seed, and all is committed to when
the game begins; 3: the table's number, game and rules are already when its lobby opens; 4: the same of a rematch in the
order of the game before, which is agreed on by places in the lobby."""
LONGEST_MOVE = 6000
"""Characters of a move, which a command of Discord can hold."""
LONGEST_FAULT = 300
"""Characters of what is said about a file that may hold anything."""


class RecordFault(Exception):
    """A record that does not replay to what it claims; the text names the first difference, not at any length, and
    ``reason`` says it to people."""

    def __init__(self, text: str, reason: Message) -> None:
        super().__init__(text if len(text) <= LONGEST_FAULT else f"{text[: LONGEST_FAULT - 1]}…")
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can go from one process to another."""
        return type(self), (self.args[0], self.reason)


class IllegalMove(RecordFault):
    """A decision of a record, of that ``number``, that the rules refuse."""

    def __init__(self, number: int, move: Move, reason: Message) -> None:
        self.number, self.move = number, move
        super().__init__(f"move {number}, seat {move.seat}, {_short(move.words)}: {reason.id}", reason)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.number, self.move, self.reason)


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
    """Published when the game began: the SHA-256 of the seed; from format 2 on of all that was agreed."""
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
    game: Game,
    seed: str,
    moves: list[Move],
    players: list[str],
    draw: Draw | None = None,
    *,
    tied: bool = False,
    published: str = "",
) -> Record:
    """The record of a game that is over, or ``tied``; with the draw that led to its seed, where there was one.

    ``published``: the commitment, where it cannot be worked out any more, since somebody has been forgotten.
    """
    record = Record(
        portolan=(4 if draw.places else fair_dice.format_of(draw)) if draw else 1,
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
    if draw is None:
        return record
    if published and "" in draw.turned and not draw.places:
        return replace(record, commitment=published)
    return replace(record, commitment=fair_dice.commitment_of(_agreement(record, draw), draw.order))


def _opening(record: Record, draw: Draw) -> Opening:
    return Opening(record.portolan, draw.table, record.game, record.rules)


def _agreement(record: Record, draw: Draw) -> str:
    return fair_dice.agreement(
        _opening(record, draw),
        seats=record.seats,
        options=record.options,
        seating=draw.seating,
        turned=draw.turned,
        places=draw.places,
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
        raise RecordFault(f"this is not a Portolan record: {fault}", _not_one(fault)) from fault
    if record.portolan not in FORMATS:
        raise RecordFault(
            f"the record has format {record.portolan}, this program reads {FORMATS[0]} to {FORMATS[-1]}",
            _reason("record.format", given=record.portolan, low=FORMATS[0], high=FORMATS[-1]),
        )
    if (record.draw is None) != (record.portolan == 1):
        raise RecordFault(
            f"a record of format {record.portolan} has {'no' if record.draw else 'a'} draw",
            _reason("record.draw_too_much" if record.draw else "record.draw_missing", given=record.portolan),
        )
    if (record.portolan == 4) != bool(record.draw and record.draw.places):
        some = "no " * (record.portolan < 4)
        said = f"a record of format {record.portolan} has {some}places of a rematch"
        raise RecordFault(said, _reason("record.field_wrong", typed="draw.places"))
    return record


def _not_one(fault: Exception) -> Message:
    """Why a file is no record, without the English of the library that read it."""
    said = str(fault)
    if isinstance(fault, msgspec.ValidationError):
        if found := re.search(r"missing required field `(.+?)`", said):
            return _reason("record.field_missing", typed=found[1])
        if found := re.search(r"unknown field `(.*?)`", said):
            return _reason("record.field_unknown", typed=found[1])
        if found := re.search(r" - at `\$\.(.+)`$", said):
            return _reason("record.field_wrong", typed=found[1])
        return _reason("record.not_one")
    return _reason("record.broken_off" if "truncated" in said else "record.no_json")


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Raises RecordFault for an object that has a key twice: readers differ in which of them they believe."""
    seen = set()
    for key, _ in pairs:
        if key in seen:
            text = f"this is not a Portolan record: the key {_short(key)} stands there twice"
            raise RecordFault(text, _reason("record.twice", typed=key))
        seen.add(key)


def _short(text: str) -> str:
    """Something out of a file in a message."""
    return repr(text if len(text) <= 60 else f"{text[:59]}…")


def _reason(id: str, /, **args: int | str) -> Message:
    return Message(id, args)


def _check(record: Record) -> None:
    """Raises RecordFault for what no game writes, before anything is made of it."""
    if not re.fullmatch("[0-9a-f]{32}", record.seed):
        text = f"a seed is 32 hexadecimal digits in small letters, not {_short(record.seed)}"
        raise RecordFault(text, _reason("record.seed", typed=record.seed))
    if record.players and len(record.players) != record.seats:
        text = f"{len(record.players)} players are named, {record.seats} have played"
        raise RecordFault(text, _reason("record.players", count=len(record.players), played=record.seats))
    for name in record.players:
        if not 1 <= len(name) <= LONGEST_NAME:
            text = f"a name has 1 to {LONGEST_NAME} characters, unlike {_short(name)}"
            raise RecordFault(text, _reason("record.name", most=LONGEST_NAME, typed=name))
    for number, move in enumerate(record.moves, 1):
        if len(move.words) > LONGEST_MOVE:
            text = f"move {number} has more than {LONGEST_MOVE} characters"
            raise RecordFault(text, _reason("record.long_move", number=number, most=LONGEST_MOVE))


def _check_dice(record: Record, games: Mapping[str, type[Game]]) -> None:
    """Raises RecordFault when seed and seats do not follow from what was published."""
    if record.draw is None:
        if commitment(record.seed) != record.commitment:
            raise RecordFault("the seed is not the one that was committed to", _reason("record.other_seed"))
        return
    if not record.players:
        raise RecordFault("a record with a draw names its players", _reason("record.nameless"))
    opening, agreed = _opening(record, record.draw), _agreement(record, record.draw)
    playing = _begun(record, games).order() if record.draw.seating == "turned" else ()
    try:
        fair_dice.check(record.draw, opening, agreed, record.seed, record.commitment, record.players, playing)
    except Fault as fault:
        raise RecordFault(str(fault), fault.reason) from fault


def _begun(record: Record, games: Mapping[str, type[Game]]) -> Game:
    """The game before its first decision. Raises RecordFault for what no game has."""
    if record.game not in games:
        raise RecordFault(f"there is no game {_short(record.game)}", _reason("record.no_game", typed=record.game))
    try:
        return games[record.game].by_rules(record.rules, record.seats, int(record.seed, 16), **record.options)
    except Fault as fault:
        raise RecordFault(str(fault), fault.reason) from fault


def replay(record: Record, games: Mapping[str, type[Game]], moves: int | None = None) -> Game:
    """The game after its first ``moves`` decisions (None: all). Raises RecordFault when one was not legal."""
    _check(record)
    game = _begun(record, games)
    for number, move in enumerate(record.moves[:moves], 1):
        try:
            game.play(move.seat, parse(move.words))
        except IllegalAction as fault:
            raise IllegalMove(number, move, fault.reason) from fault
    return game


def verify(record: Record, games: Mapping[str, type[Game]]) -> Game:
    """Follows the way to the seed, replays, compares the result. Raises RecordFault with the first difference."""
    _check(record)
    _check_dice(record, games)
    game = replay(record, games)
    if game.to_act and not record.tied:
        text = f"after {len(record.moves)} moves the game is not over"
        raise RecordFault(text, _reason("record.not_over", count=len(record.moves)))
    if record.tied and not game.to_act:
        text = f"after {len(record.moves)} moves the game is over; nobody can agree to a draw any more"
        raise RecordFault(text, _reason("record.over", count=len(record.moves)))
    scores, ranking = [score.total for score in game.scores()], [] if record.tied else game.ranking()
    if scores != record.scores:
        text = f"scores: played again {scores}, in the record {record.scores}"
        raise RecordFault(text, _other_scores(scores, record.scores))
    if ranking != record.ranking:
        text = f"ranking: played again {ranking}, in the record {record.ranking}"
        raise RecordFault(text, _other_ranking(ranking, record.ranking))
    return game


def _other_scores(found: Sequence[int], claimed: Sequence[int]) -> Message:
    """The first seat with other points."""
    if len(found) != len(claimed):
        return _reason("record.scores", count=len(claimed), played=len(found))
    seat = next(seat for seat, points in enumerate(found) if points != claimed[seat])
    return _reason("record.score", seat=seat, found=found[seat], claimed=claimed[seat])


def _other_ranking(found: Sequence[int], claimed: Sequence[int]) -> Message:
    """The first place that somebody else has."""
    if sorted(found) != sorted(claimed):
        return _reason("record.ranking" if found else "record.ranking_of_a_draw")
    place = next(place for place, seat in enumerate(found) if seat != claimed[place])
    return _reason("record.place", place=place + 1, seat=found[place], claimed_seat=claimed[place])
