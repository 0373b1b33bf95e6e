"""Recorded games are replayed for ever: the same moves are legal and lead to the same scores."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

import engines
from engines.contract import Event, Game
from engines.mmn.effects import EFFECTS
from engines.mmn.effects.common import Barter
from engines.mmn.verbs.cards import CardQuestion
from engines.record import Move, Record, RecordFault, decode, encode, parse, replay, verify
from tests import records
from tests.engines.contract_suite import cases, play_out

FILES = sorted(Path(records.__file__).parent.glob("*/*.json"))
EVERY_RECORD = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
ONE_RECORD_IN_TEN = pytest.mark.parametrize("file", FILES[::10], ids=lambda file: f"{file.parent.name}-{file.stem}")
LARGEST = 60_000
AUDIT_EVERY = 60
"""Positions from one audit to the next; ``make proof`` audits every position of other games."""

NAVEGADOR = {
    *("rondel", "giveup", "passed", "over", "ending", "phase", "phase_triggered", "card", "card_used", "card_expired"),
    *("sail", "discover", "workers", "ships", "surplus", "colony", "build", "sell", "process", "privilege", "royal"),
}
"""Every kind of event of Navegador."""


@cache
def record(file: Path) -> Record:
    return decode(file.read_bytes())


@cache
def played(file: Path) -> tuple[Game, list[tuple[int, Event]]]:
    """A recorded game at its end, and what happened in it, each with its turn."""
    game = replay(record(file), engines.GAMES, 0)
    happened = []
    for number, move in enumerate(record(file).moves):
        turn = game.state.turn
        happened += [(turn, event) for event in game.play(move.seat, parse(move.words))]
        assert number % AUDIT_EVERY or game.audit() == []
    return game, happened


def told(file: Path) -> list[tuple[int, Event]]:
    return played(file)[1]


def told_in(game: str) -> list[list[tuple[int, Event]]]:
    return [told(file) for file in FILES if file.parent.name == game]


@EVERY_RECORD
def test_a_record_replays_to_its_scores_and_ranking_through_sound_positions(file: Path) -> None:
    game, happened = played(file)
    assert record(file).game == file.parent.name
    assert record(file).rules == game.state.rules
    assert [score.total for score in game.scores()] == record(file).scores
    assert game.ranking() == record(file).ranking
    assert game.audit() == []
    assert game.to_act == ()
    assert happened[-1][1].kind == "over"


@ONE_RECORD_IN_TEN
def test_a_record_verifies(file: Path) -> None:
    assert verify(record(file), engines.GAMES) == played(file)[0]


@pytest.mark.proof
@EVERY_RECORD
def test_every_record_verifies(file: Path) -> None:
    assert verify(record(file), engines.GAMES).ranking() == record(file).ranking


@pytest.mark.proof
@EVERY_RECORD
def test_every_position_of_a_record_is_sound(file: Path) -> None:
    game = replay(record(file), engines.GAMES, 0)
    for move in record(file).moves:
        game.play(move.seat, parse(move.words))
        assert game.audit() == []


@EVERY_RECORD
def test_a_record_is_written_as_it_was_read(file: Path) -> None:
    assert encode(record(file)) + b"\n" == file.read_bytes()
    assert file.stat().st_size < LARGEST


def altered(file: Path, number: int, words: str) -> Record:
    moves = list(record(file).moves)
    moves[number] = Move(moves[number].seat, words)
    return msgspec.structs.replace(record(file), moves=moves)


@ONE_RECORD_IN_TEN
def test_a_tampered_record_is_refused_with_the_first_difference(file: Path) -> None:
    sound = record(file)
    middle = len(sound.moves) // 2
    other_seed = f"{int(sound.seed, 16) + 1:032x}"
    better = [sound.scores[0] + 1, *sound.scores[1:]]
    shifted = [*sound.ranking[1:], sound.ranking[0]]
    moved = [*sound.moves[:-1], Move((sound.moves[-1].seat + 1) % sound.seats, sound.moves[-1].words)]
    for tampered, said in (
        (msgspec.structs.replace(sound, seed=other_seed), "not the one that was committed to"),
        (msgspec.structs.replace(sound, scores=better), rf"scores: played again .* in the record \[{better[0]},"),
        (msgspec.structs.replace(sound, ranking=shifted), "ranking: played again"),
        (msgspec.structs.replace(sound, moves=sound.moves[:-1]), "is not over"),
        (msgspec.structs.replace(sound, moves=[*sound.moves, sound.moves[-1]]), f"move {len(sound.moves) + 1}, "),
        (msgspec.structs.replace(sound, moves=moved), f"move {len(moved)}, seat {moved[-1].seat}"),
        (altered(file, middle, "sell the queen"), f"move {middle + 1}, seat {sound.moves[middle].seat}, 'sell the q"),
        (msgspec.structs.replace(sound, game="chess"), "no game 'chess'"),
        (msgspec.structs.replace(sound, seats=9), "9"),
    ):
        with pytest.raises(RecordFault, match=said):
            verify(tampered, engines.GAMES)


def test_a_file_that_is_no_record_is_refused() -> None:
    text = FILES[0].read_bytes()
    for nonsense in (b"", b"{}", b"[1]", text[: len(text) // 2], text.replace(b'"moves"', b'"mives"')):
        with pytest.raises(RecordFault, match="not a Portolan record"):
            decode(nonsense)
    with pytest.raises(RecordFault, match="format 9"):
        decode(encode(msgspec.structs.replace(record(FILES[0]), portolan=9)))


def test_what_a_command_of_discord_can_hold_is_a_move_and_nothing_longer() -> None:
    """Discord takes up to 6000 characters for an option of a command."""
    file = FILES[0]
    with pytest.raises(RecordFault, match="move 1, seat"):  # read by the rules, and refused by them
        verify(altered(file, 0, "x" * 6000), engines.GAMES)
    with pytest.raises(RecordFault, match="move 1 has more than 6000 characters"):
        verify(altered(file, 0, "x" * 6001), engines.GAMES)


@pytest.mark.parametrize("key", engines.GAMES)
def test_every_game_has_records_of_every_number_of_seats_and_every_option(key: str) -> None:
    """An option that no record names yet is younger than they are: ``tests.records.make`` adds records of it."""
    records = [record(file) for file in FILES if file.parent.name == key]
    named = {name for record in records for name in record.options}
    wanted = [(case.seats, named_of(case.options, named)) for case in cases([engines.GAMES[key]])]
    assert all((seats, options) in [(each.seats, each.options) for each in records] for seats, options in wanted)


def named_of(options: dict[str, str], names: set[str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name in names}


def test_the_records_of_navegador_show_every_kind_of_event_and_both_ends() -> None:
    games = told_in("navegador")
    assert len(games) >= 10
    assert {event.kind for game in games for _, event in game} == NAVEGADOR
    ends = Counter(event.data["trigger"] for game in games for _, event in game if event.kind == "ending")
    assert set(ends) == {"nagasaki", "buildings"}
    assert {event.data["phase"] for game in games for _, event in game if event.kind == "phase"} == {2, 3}


def test_a_record_of_navegador_has_two_discoveries_in_one_turn() -> None:
    """One with the card, one with the stone on Sailing (rules 9)."""
    most = [
        max(Counter(turn for turn, event in game if event.kind == "discover").values()) for game in told_in("navegador")
    ]
    assert max(most) == 2


def test_a_record_of_mmn_asks_whether_more_is_paid_as_the_third_rules_do() -> None:
    """By public numbers alone, of Black Market and of Transmutation."""
    file = Path(records.__file__).parent / "mmn" / "3-third-rules.json"
    assert record(file).rules == 3
    asked = set()
    game = replay(record(file), engines.GAMES, 0)
    for move in record(file).moves:
        step = game.state.stack[-1]
        if (
            isinstance(step, CardQuestion)
            and isinstance(EFFECTS[step.card], Barter)
            and game.prompt(move.seat).optional
        ):
            asked.add(step.card)
        game.play(move.seat, parse(move.words))
    assert asked == {"black_market", "transmutation"}


def test_no_game_of_navegador_tells_anything_else() -> None:
    for case in cases([engines.GAMES["navegador"]]):
        seed = Random(str(case)).getrandbits(32)
        assert {event.kind for event in play_out(case, seed).events} <= NAVEGADOR
