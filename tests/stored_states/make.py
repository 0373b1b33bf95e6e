"""Stores games in the middle: ``python -m tests.stored_states.make``.

Existing files are never rewritten: they are what earlier versions have stored, and every later version must be able to
go on from them. Only what is missing is made: a file for a new record, and for a game without one the file
``made.json`` of positions made to measure, for what no recorded game shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from rich.progress import track

import engines
from engines.contract import Game, Json
from engines.macao.verbs.jokers import AvertEmptyStock
from engines.record import Record, decode, notation, parse, replay
from tests import records
from tests.engines.macao import positions as macao
from tests.engines.macao.moves import owning
from tests.engines.mmn import positions as mmn
from tests.engines.mmn.asking import decisions
from tests.engines.playing import act

FOLDER = Path(__file__).parent
RECORDS = sorted(Path(records.__file__).parent.glob("*/*.json"))
SIXTHS = (1, 3, 5)
"""How far a recorded game is when it is stored in any case: early, in the middle, late."""


class Position(msgspec.Struct, kw_only=True):
    """A stored game that waits for somebody."""

    state: Json
    asks: dict[str, str]
    """The id of the question by seat."""


class Reached(Position, kw_only=True):
    """A position of a recorded game."""

    moves: int
    """So many have been played."""


class Made(Position, kw_only=True):
    """A position made to measure."""

    legal: dict[str, list[str]]
    """What may be played by seat, each in its notation."""


class Stored(msgspec.Struct, kw_only=True):
    """Positions of the recorded game of the same name, and how it ends."""

    positions: list[Reached]
    final: str
    """SHA-256 of the last state."""
    scores: list[int]


def canonical(data: object) -> bytes:
    """Compact JSON, the keys sorted."""
    return msgspec.json.encode(data, order="sorted")


def digest(state: Json) -> str:
    return sha256(canonical(state)).hexdigest()


def asks(game: Game) -> dict[str, str]:
    return {str(seat): game.prompt(seat).message.id for seat in game.to_act}


def legal(game: Game) -> dict[str, list[str]]:
    return {str(seat): [notation(action) for action in game.legal(seat)] for seat in game.to_act}


def shown(game: Game) -> set[str]:
    """What a stored position proves: what is asked, which step asks, which wait, and which fields hold something."""
    tags = [step.__struct_config__.tag for step in game.state.stack]
    return {
        *asks(game).values(),
        *(f"{tag} asks" for tag in tags[-1:]),
        *(f"{tag} waits" for tag in tags[:-1]),
        *filled(game.state),
    }


def filled(record: object) -> Iterator[str]:
    """Every field that holds something, of a record and of those in it."""
    if isinstance(record, msgspec.Struct):
        for name in record.__struct_fields__:
            if getattr(record, name):
                yield f"{type(record).__name__}.{name}"
                yield from filled(getattr(record, name))
    elif isinstance(record, list | dict):
        for each in record.values() if isinstance(record, dict) else record:
            yield from filled(each)


def of_record(record: Record, known: set[str]) -> Stored:
    """A few depths, and wherever something is shown that is not yet known."""
    game = replay(record, engines.GAMES, moves=0)
    depths = {len(record.moves) * sixth // 6 for sixth in SIXTHS}
    found = []
    for moves in range(len(record.moves) + 1):
        if moves in depths or not shown(game) <= known:
            known |= shown(game)
            found.append(Reached(state=game.dump(), asks=asks(game), moves=moves))
        for move in record.moves[moves : moves + 1]:
            game.play(move.seat, parse(move.words))
    return Stored(positions=found, final=digest(game.dump()), scores=[score.total for score in game.scores()])


def of_macao() -> Mapping[str, Game]:
    """Decisions of rare cards, and that of a switched ruling."""
    games = {
        "avert empty stock": macao.position(me={"jokers": 1}),
        "return": owning("kathedrale", stock="RGB"),
        "steps": owning("segelmacherei"),
        "waive": owning("kran", stock="RRBB", me={"tableau": ["bank"]}),
    }
    games["avert empty stock"].push(AvertEmptyStock(seat=0))
    act(games["return"], "use kathedrale")
    act(games["steps"], "use segelmacherei")
    act(games["waive"], "activate bank")
    return games


def of_mmn() -> Mapping[str, Game]:
    """One position for every kind of decision, that of an intrigue with two victims too."""
    intrigue = mmn.position(
        me={"cards": ["intrigue"], "roads": mmn.chain("n14", "n19", "n24", "n30"), "hand": "1 jewel"},
        others={1: {"knights": ["n14", "n24"]}},
    )
    act(intrigue, "play intrigue")
    return {**decisions(), "intrigue of two": intrigue}


BY_HAND: dict[str, Callable[[], Mapping[str, Game]]] = {"macao": of_macao, "mmn": of_mmn}


def by_hand(key: str, known: set[str]) -> Iterator[tuple[str, Made]]:
    """Positions by name that show what is not yet known."""
    for name, game in BY_HAND.get(key, dict)().items():
        if not shown(game) <= known:
            known |= shown(game)
            yield name, Made(state=game.dump(), asks=asks(game), legal=legal(game))


def positions_of(file: Path) -> list[Position]:
    """Those of a file, whichever it is."""
    text = file.read_bytes()
    if file.stem == "made":
        return [*msgspec.json.decode(text, type=dict[str, Made]).values()]
    return [*msgspec.json.decode(text, type=Stored).positions]


def make() -> None:
    """Writes the files that are missing."""
    for key, kind in engines.GAMES.items():
        folder = FOLDER / key
        folder.mkdir(exist_ok=True)
        stored = [each for file in folder.glob("*.json") for each in positions_of(file)]
        known = set[str]().union(*(shown(kind.load(each.state)) for each in stored))
        for file in track([file for file in RECORDS if file.parent.name == key], key):
            if not (folder / file.name).exists():
                write(folder / file.name, of_record(decode(file.read_bytes()), known))
        if not (folder / "made.json").exists() and (made := dict(by_hand(key, known))):
            write(folder / "made.json", made)


def write(path: Path, data: object) -> None:
    """Raises FileExistsError rather than write a file again."""
    with path.open("xb") as file:
        file.write(canonical(data) + b"\n")


if __name__ == "__main__":
    make()
