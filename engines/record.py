"""Records of finished games: files with which a game can be replayed and its dice be proved fair.

``of`` makes a record, ``encode`` and ``decode`` write and read the file, ``replay`` plays its moves again, and
``verify`` checks all that it says.
"""

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
"""Versions of the format, by what was committed to and when.

1: the seed. 2: the secret and the clicks that make the seed, at the start of the game. 3: the table's number, game and
rules as well, when the lobby opens. 4: as 3, for a rematch in the order of the game before, which the players agree on
by their places in the lobby.
"""
LONGEST_MOVE = 6000
"""Characters of the longest move, which a command of Discord can hold."""
LONGEST_FAULT = 300
"""Characters of the longest message about a faulty record."""
_LONGEST_QUOTE = 60
"""Characters of the longest piece of a record that a message quotes."""


class RecordFault(Exception):
    """Raised for a record that is damaged or does not replay to its result.

    The text names the first difference for programmers; ``reason`` is the message for people.
    """

    def __init__(self, text: str, reason: Message) -> None:
        super().__init__(text if len(text) <= LONGEST_FAULT else f"{text[: LONGEST_FAULT - 1]}…")
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how the exception is pickled, so that it can be sent to another process."""
        return type(self), (self.args[0], self.reason)


class IllegalMove(RecordFault):
    """Raised for a move of a record that the rules refuse."""

    def __init__(self, number: int, move: Move, reason: Message) -> None:
        self.number = number
        self.move = move
        super().__init__(f"move {number}, seat {move.seat}, {_short(move.words)}: {reason.id}", reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how the exception is pickled."""
        return type(self), (self.number, self.move, self.reason)


class Move(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A move: the seat and the words of its action."""

    seat: int
    words: str


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished game: its settings, all moves, and the result."""

    portolan: int = 1
    """The version of the format; records of the first version do not name it."""
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    seed: str
    """The seed as 32 hexadecimal digits, secret while the game ran."""
    commitment: str
    """The SHA-256 that was published at the start: of the seed, from format 2 on of everything agreed."""
    draw: Draw | None = None
    """The draw of seed and seats; None in format 1."""
    players: list[str] = []
    moves: list[Move]
    scores: list[int]
    ranking: list[int]
    """The seats by place; empty if all are first."""
    tied: bool = False
    """True if the players agreed to end the game early as a draw."""


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed, which is published before a game of format 1."""
    return fair_dice.hashed(seed)


def parse(words: str) -> Action:
    """Return the action of a notation, the inverse of ``notation``."""
    return tuple(words.split())


def notation(action: Action) -> str:
    """Return the notation of an action: its words joined by blanks."""
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
    """Return the record of a finished game.

    Args:
        game: The game, which is over or ``tied``.
        seed: Its seed.
        moves: All its moves.
        players: The names of the players.
        draw: The draw of seed and seats; None: there was none.
        tied: Whether the players agreed to a draw.
        published: The commitment, for records that no longer contain all it was made of, since a player was forgotten.
    """
    record = Record(
        portolan=_format(draw),
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
    if published and draw.has_lost_agreement:
        return replace(record, commitment=published)
    return replace(record, commitment=fair_dice.commitment_of(_agreement(record, draw), draw.order))


def _format(draw: Draw | None) -> int:
    """Return the format of a record with this draw."""
    if draw is None:
        return 1
    return 4 if draw.places else fair_dice.format_of(draw)


def _opening(record: Record, draw: Draw) -> Opening:
    return Opening(record.portolan, draw.table, record.game, record.rules)


def _agreement(record: Record, draw: Draw) -> str:
    return fair_dice.agreement(
        _opening(record, draw),
        seats=record.seats,
        options=record.options,
        seating=draw.seating,
        planned_order=draw.turned,
        places=draw.places,
        clicks_hash=draw.clicks_hash,
    )


def encode(record: Record) -> bytes:
    """Return a record as JSON, with a line for each click and move.

    Indented JSON would give each part of a click or move a line of its own. So they are left out first, and then put
    into their empty lists.
    """
    draw = record.draw and replace(record.draw, clicks=[])
    head = msgspec.json.format(msgspec.json.encode(replace(record, moves=[], draw=draw)), indent=1)
    if record.draw:
        clicks = b",\n   ".join(map(msgspec.json.encode, record.draw.clicks))
        head = head.replace(b'"clicks": []', b'"clicks": [\n   ' + clicks + b"\n  ]", 1)
    moves = b",\n  ".join(map(msgspec.json.encode, record.moves))
    return head.replace(b'"moves": []', b'"moves": [\n  ' + moves + b"\n ]", 1)


def decode(text: bytes) -> Record:
    """Return the record of a file.

    Raises:
        RecordFault: The file is no record.
    """
    try:
        record = msgspec.json.decode(text, type=Record)
        json.loads(text.decode(), object_pairs_hook=_unique)  # msgspec keeps the last of equal keys
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
        rule = "has places of a rematch" if record.portolan == 4 else "has no places of a rematch"
        difference = f"a record of format {record.portolan} {rule}"
        raise RecordFault(difference, _reason("record.field_wrong", typed="draw.places"))
    return record


def _not_one(fault: Exception) -> Message:
    """Return the message for people why a file is no record."""
    description = str(fault)
    if isinstance(fault, msgspec.ValidationError):
        if field := re.search(r"missing required field `(.+?)`", description):
            return _reason("record.field_missing", typed=field[1])
        if field := re.search(r"unknown field `(.*?)`", description):
            return _reason("record.field_unknown", typed=field[1])
        if field := re.search(r" - at `\$\.(.+)`$", description):
            return _reason("record.field_wrong", typed=field[1])
        return _reason("record.not_one")
    return _reason("record.broken_off" if "truncated" in description else "record.no_json")


def _unique(pairs: list[tuple[str, Any]]) -> None:
    """Raise RecordFault for an object with the same key twice, which programs read differently."""
    names = set()
    for key, _ in pairs:
        if key in names:
            text = f"this is not a Portolan record: the key {_short(key)} stands there twice"
            raise RecordFault(text, _reason("record.twice", typed=key))
        names.add(key)


def _short(text: str) -> str:
    """Return a piece of a file for a message, shortened."""
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…")


def _reason(id: str, /, **args: int | str) -> Message:
    """Return the message for people with this text and what fills its blanks."""
    return Message(id, args)


def _check(record: Record) -> None:
    """Raise RecordFault for values that no game writes, before they are used."""
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
    """Raise RecordFault if the seed and the seats do not follow from what was published."""
    if record.draw is None:
        if commitment(record.seed) != record.commitment:
            raise RecordFault("the seed is not the one that was committed to", _reason("record.other_seed"))
        return
    if not record.players:
        raise RecordFault("a record with a draw names its players", _reason("record.nameless"))
    opening = _opening(record, record.draw)
    agreed = _agreement(record, record.draw)
    # Only the order of play of a rematch depends on who begins, which some games draw.
    playing = _new_game(record, games).order() if record.draw.seating == "turned" else ()
    try:
        fair_dice.check(record.draw, opening, agreed, record.seed, record.commitment, record.players, playing)
    except Fault as fault:
        raise RecordFault(str(fault), fault.reason) from fault


def _new_game(record: Record, games: Mapping[str, type[Game]]) -> Game:
    """Return the game before its first move; raise RecordFault if there is no such game."""
    if record.game not in games:
        raise RecordFault(f"there is no game {_short(record.game)}", _reason("record.no_game", typed=record.game))
    try:
        return games[record.game].by_rules(record.rules, record.seats, int(record.seed, 16), **record.options)
    except Fault as fault:
        raise RecordFault(str(fault), fault.reason) from fault


def replay(record: Record, games: Mapping[str, type[Game]], moves: int | None = None) -> Game:
    """Return the game after its first ``moves`` moves (None: all).

    Raises:
        RecordFault: A move is not legal, or the record is damaged.
    """
    _check(record)
    game = _new_game(record, games)
    for number, move in enumerate(record.moves[:moves], 1):
        try:
            game.play(move.seat, parse(move.words))
        except IllegalAction as fault:
            raise IllegalMove(number, move, fault.reason) from fault
    return game


def verify(record: Record, games: Mapping[str, type[Game]]) -> Game:
    """Check the draw of the seed, replay the game and compare its result.

    Raises:
        RecordFault: Something differs; the exception names the first difference.
    """
    _check(record)
    _check_dice(record, games)
    game = replay(record, games)
    if game.to_act and not record.tied:
        text = f"after {len(record.moves)} moves the game is not over"
        raise RecordFault(text, _reason("record.not_over", count=len(record.moves)))
    if record.tied and not game.to_act:
        text = f"after {len(record.moves)} moves the game is over; nobody can agree to a draw any more"
        raise RecordFault(text, _reason("record.over", count=len(record.moves)))
    scores = [score.total for score in game.scores()]
    ranking = [] if record.tied else game.ranking()
    if scores != record.scores:
        text = f"scores: played again {scores}, in the record {record.scores}"
        raise RecordFault(text, _other_scores(scores, record.scores))
    if ranking != record.ranking:
        text = f"ranking: played again {ranking}, in the record {record.ranking}"
        raise RecordFault(text, _other_ranking(ranking, record.ranking))
    return game


def _other_scores(scores: Sequence[int], claimed: Sequence[int]) -> Message:
    """Return the message about the first seat with different points."""
    if len(scores) != len(claimed):
        return _reason("record.scores", count=len(claimed), played=len(scores))
    seat = next(seat for seat, points in enumerate(scores) if points != claimed[seat])
    return _reason("record.score", seat=seat, found=scores[seat], claimed=claimed[seat])


def _other_ranking(ranking: Sequence[int], claimed: Sequence[int]) -> Message:
    """Return the message about the first place that another seat has."""
    if sorted(ranking) != sorted(claimed):
        return _reason("record.ranking" if ranking else "record.ranking_of_a_draw")
    place = next(place for place, seat in enumerate(ranking) if seat != claimed[place])
    return _reason("record.place", place=place + 1, seat=ranking[place], claimed_seat=claimed[place])
