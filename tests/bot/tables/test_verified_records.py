"""``portolan verify``: what it confirms, what it does not, and in whose language it says so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import engines
from bot.wording import LANGUAGES
from engines import record
from engines.players import PLAYERS
from tests.bot.command_line import portolan, refusal

pytestmark = pytest.mark.usefixtures("clean_place")

NO_RECORDS = {
    "hello": "Sie ist nicht in JSON geschrieben.",
    '{"portolan":': "Die Datei bricht vorzeitig ab.",
    "{}": "Das Feld „game“ fehlt.",
    '{"portolan": 2, "zzz": 1}': "Ein Feld „zzz“ gibt es darin nicht.",
    '{"portolan": 2, "moves": [["1"]]}': "In „moves[0][0]“ steht etwas, das dort nicht hingehört.",
}
FAULTS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"scores": [999, 0]},
        "In der Aufzeichnung hat Anna am Ende 999 Punkte; nachgespielt sind es ",
        "Anna op 999 punten; nagespeeld is het",
    ),
    ({"ranking": [1, 1]}, "Die Rangfolge in der Aufzeichnung", "De rangschikking in de opname"),
    ({"moves": [[0, "rondel gold"]]}, "Zug 1, Anna, „rondel gold“: ", "Zet 1, Anna, “rondel gold”: "),
    ({"moves": [[7, "rondel gold"]]}, "Zug 1, Platz 8, „rondel gold“: ", "Zet 1, plaats 8, “rondel gold”: "),
    ({"game": "chess"}, "Es gibt kein Spiel „chess“.", "Er is geen spel “chess”."),
    ({"seats": 9}, "2 Personen sind genannt, 9 haben", "Er worden 2 spelers genoemd, er speelden er 9."),
    ({"seats": 9, "players": []}, "Navegador spielt man zu 2 bis 5", "Navegador speel je met 2 tot 5 spelers"),
    ({"portolan": 99}, "Die Aufzeichnung hat Format 99", "De opname heeft formaat 99"),
]


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """A right record, as plain JSON."""
    from random import Random

    game = engines.new("navegador", 2, 3)
    rng = Random(1)
    moves = []
    while game.to_act:
        action = PLAYERS["random"](game, game.to_act[0], rng)
        moves.append(record.Move(game.to_act[0], record.notation(action)))
        game.play(game.to_act[0], action)
    kept: dict[str, Any] = json.loads(record.encode(record.of(game, f"{3:032x}", moves, ["Anna", "Ben"])))
    return kept


def verified(kept: object, tmp_path: Path, *arguments: str) -> Result:
    file = tmp_path / "record.json"
    file.write_text(kept if isinstance(kept, str) else json.dumps(kept))
    return portolan("verify", str(file), *arguments)


def test_verify_confirms_a_right_record(finished: dict[str, Any], tmp_path: Path) -> None:
    result = verified(finished, tmp_path)
    assert result.exit_code == 0
    assert "The record is valid: Navegador, 2 players" in result.stdout
    assert finished["commitment"] in result.stdout
    assert "drawn by the bot alone" in result.stdout
    best = finished["ranking"][0]
    assert f"1. {finished['players'][best]}: {finished['scores'][best]}" in result.stdout


def test_verify_names_the_first_difference(finished: dict[str, Any], tmp_path: Path) -> None:
    moves = finished["moves"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seed": f"{4:032x}"}, "committed"),
        ({"moves": [*moves[:5], [moves[5][0], "sell everything"], *moves[6:]]}, "Move 6, "),
        ({"moves": [*moves[:5], [9, moves[5][1]], *moves[6:]]}, "Move 6, seat 10, "),
        ({"moves": moves[:-1]}, "not over"),
        ({"moves": [*moves, moves[-1]]}, f"Move {len(moves) + 1:,}, "),
        ({"scores": [finished["scores"][0] + 1, finished["scores"][1]]}, "In the record Anna ends with "),
        ({"ranking": finished["ranking"][::-1]}, " is in place 1; replaying the game puts "),
        ({"game": "chess"}, "no game “chess”"),
        ({"seats": 9}, "players"),
        ({"options": {"royal": "always"}}, "no option"),
        ({"portolan": 99}, "format 99"),
    ]
    for change, said in wrong:
        assert said in refusal(verified({**finished, **change}, tmp_path), status=1)


def test_verify_says_in_a_sentence_why_a_move_is_illegal(finished: dict[str, Any], tmp_path: Path) -> None:
    line = refusal(verified({**finished, "moves": [[0, "rondel gold"]]}, tmp_path), status=1)
    assert "record.json: Move 1, Anna, “rondel gold”: " in line
    assert line.endswith(".")
    assert not re.search(r"error\.|refuse\.|navegador\.|[{}]", line)


def test_verify_names_rules_that_this_program_does_not_know(finished: dict[str, Any], tmp_path: Path) -> None:
    line = refusal(verified({**finished, "rules": 999}, tmp_path), status=1)
    assert "not 999" in line


@pytest.mark.parametrize("name", ["seats", "seed", "cls", "rules", "self", "x" * 10_000])
def test_verify_knows_no_options_but_those_of_the_game(finished: dict[str, Any], name: str, tmp_path: Path) -> None:
    line = refusal(verified({**finished, "options": {**finished["options"], name: "1"}}, tmp_path), status=1)
    assert f"Navegador has no option “{name[:70]}" in line
    assert len(line) < 500


def test_verify_takes_a_seed_names_and_rules_only_as_a_game_writes_them(
    finished: dict[str, Any], tmp_path: Path
) -> None:
    seeds = ("3", f"0x{3:030x}", f"{3:033x}", f"{10:032X}", f"{3:32x}", f"{3:032x}\n", "٣" * 32, "")
    wrong: list[tuple[dict[str, Any], str]] = [
        *(({"seed": seed, "commitment": record.commitment(seed)}, "32 hexadecimal digits") for seed in seeds),
        ({"players": ["Anna"]}, "1 player is named, 2 played"),
        ({"players": ["Anna", "Ben", "Carla"]}, "3 players are named, 2 played"),
        ({"players": ["Anna", ""]}, "A name has 1 to 32 characters"),
        ({"players": ["Anna", "B" * 33]}, "A name has 1 to 32 characters"),
        *(({"rules": rules}, f"not {rules}") for rules in (0, -1, engines.GAMES["navegador"].rules_version + 1)),
        ({"rules": True}, "“rules” holds something"),
        ({"winner": "Ben"}, "no field “winner”"),
        ({"moves": [[*finished["moves"][0], "more"], *finished["moves"][1:]]}, "is not a Portolan record."),
    ]
    for change, said in wrong:
        assert said in refusal(verified({**finished, **change}, tmp_path), status=1)
    nameless = {**finished, "players": []}
    assert "1. seat " in verified(nameless, tmp_path).stdout


def test_verify_refuses_a_key_that_stands_twice(finished: dict[str, Any], tmp_path: Path) -> None:
    """Of equal keys some readers believe the first and some the last."""
    text = json.dumps(finished)
    for twice in (
        text.replace("{", '{"scores": [99, 0], ', 1),
        text.replace('"options": {', '"options": {"royal": "end", "royal": "goa", '),
        text.replace("{", '{"sc\\u006fres": [99, 0], ', 1),
    ):
        assert twice != text
        assert "appears in it twice" in refusal(verified(twice, tmp_path), status=1)


@pytest.mark.parametrize("length", [5_000, 2_000_000])
def test_verify_repeats_nothing_at_length(finished: dict[str, Any], length: int, tmp_path: Path) -> None:
    long = "x" * length
    for change in (
        {"moves": [[0, long], *finished["moves"]]},
        {"moves": [[0, "x " * (length // 2)], *finished["moves"]]},
        {"game": long},
        {"seed": long, "commitment": record.commitment(long)},
        {"players": [long, "Ben"]},
        {"options": {long: long}},
        {"scores": [0] * (length // 4)},
        {"ranking": [0] * (length // 4)},
        {long: 1},
    ):
        assert len(refusal(verified({**finished, **change}, tmp_path), status=1)) < 500


def test_verify_refuses_bytes_that_are_no_text(finished: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(finished).encode()
    file = tmp_path / "record.json"
    for wrong in (
        text.replace(b"Anna", b"\xff\xfe"),
        text.replace(b'"players"', b'"play\xffers"'),
        text.replace(b"Anna", b"\xed\xa0\x80"),
        text.replace(b"Anna", b"\\ud800"),
        text.decode().encode("utf-16"),
        text + b"\xff",
    ):
        assert wrong != text
        file.write_bytes(wrong)
        assert "This is not a Portolan record" in refusal(portolan("verify", str(file)), status=1)


def test_verify_is_not_shaken_by_other_files(tmp_path: Path) -> None:
    for nonsense in ("", "{", "[]", "\x00", '{"a":' * 100_000, '"' + "\x1b[2J" * 10):
        refusal(verified(nonsense, tmp_path), status=1)
    assert "There is no such file." in refusal(portolan("verify", "nowhere.json"))
    assert "This is a folder" in refusal(portolan("verify", str(tmp_path)))


def test_verify_lets_no_name_steer_the_terminal(finished: dict[str, Any], tmp_path: Path) -> None:
    result = verified({**finished, "players": ["\x1b[2JAnna", "Ben\n1. Ben: 999"]}, tmp_path)
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "\n1. Ben: 999" not in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("huge", [10**28, -(10**40), 10**4000])
@pytest.mark.parametrize("field", ["portolan", "rules", "scores"])
def test_a_number_that_fills_a_book_is_answered_in_a_sentence(
    finished: dict[str, Any], tmp_path: Path, field: str, huge: int, language: str
) -> None:
    changed = {**finished, field: [huge, 0] if field == "scores" else huge}
    told = refusal(verified(changed, tmp_path, "--language", language), status=1)
    assert told.endswith(".")
    assert len(told) < 600


@pytest.mark.parametrize("text", NO_RECORDS)
def test_why_a_file_is_no_record_is_said_in_the_persons_language(text: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    told = refusal(portolan("verify", str(file), "--language", "de"), status=1)
    assert told.endswith(f"Das ist keine Aufzeichnung von Portolan: {NO_RECORDS[text]}")


@pytest.mark.parametrize(("change", "german", "dutch"), FAULTS)
def test_what_is_wrong_with_a_record_is_said_in_the_language_of_the_person(
    finished: dict[str, Any], change: dict[str, Any], german: str, dutch: str, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**finished, **change}))
    for said, words, environment in (
        (german, ("--language", "de"), {}),
        (german, (), {"LC_ALL": "de_DE.UTF-8"}),
        (dutch, ("--language", "nl"), {"LC_ALL": "de_DE.UTF-8"}),
    ):
        line = refusal(portolan("verify", str(file), *words, **environment), status=1)
        assert said in line
        assert not re.search(r"record\.(?!json)|error\.|refuse\.|[{}]|\[\d", line), line


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"LC_ALL": "", "LC_MESSAGES": "nl_BE.UTF-8", "LANG": "de_DE.UTF-8"}, "Er is geen spel"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT"}, "Es gibt kein Spiel"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "There is no game"),
        ({"LC_ALL": "fr_FR.UTF-8"}, "There is no game"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "There is no game"),
    ],
)
def test_the_environment_says_which_language_that_is(
    finished: dict[str, Any], environment: dict[str, str], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**finished, "game": "chess"}))
    assert said in refusal(portolan("verify", str(file), **environment), status=1)


def test_a_right_record_is_confirmed_in_the_language_of_the_person(finished: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(finished))
    german = portolan("verify", str(file), "--language", "de").stdout
    assert german.startswith("Die Aufzeichnung ist gültig: Navegador, 2 Personen, ")
    assert "vom Bot allein gezogen" in german
    assert "There is" not in refusal(portolan("verify", "nowhere.json", "--language", "nl"))
    assert "'fr'" in refusal(portolan("verify", str(file), "--language", "fr"))
