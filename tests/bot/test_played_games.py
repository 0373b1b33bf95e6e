"""The command line's games: what ``selfplay`` writes, what ``verify`` confirms and what it does not."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rich.progress import Progress
from typer.testing import Result

import engines
import render
from bot.cli.selfplay import PlayRequest, _begin, _play, _summary
from bot.wording import LANGUAGES, texts
from engines import record
from engines.navegador.game import Navegador
from engines.players import PLAYERS
from tests.bot.command_line import portolan, refusal

pytestmark = pytest.mark.usefixtures("clean_place")


@pytest.fixture
def few_pictures(monkeypatch: pytest.MonkeyPatch) -> list[render.Caption]:
    """Every fiftieth board is drawn, the others are empty files; all captions are kept."""
    captions: list[render.Caption] = []
    draw: Callable[..., bytes] = render.picture

    def picture(view: engines.View, caption: render.Caption) -> bytes:
        captions.append(caption)
        return b"" if view.turn % 50 != 1 and not view.over else draw(view, caption)

    monkeypatch.setattr(render, "picture", picture)
    return captions


def test_the_bars_of_selfplay_are_full_at_the_end(
    tmp_path: Path, few_pictures: list[render.Caption], monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = Progress(disable=True)
    monkeypatch.setattr("bot.cli.selfplay.progress", lambda console: bars)
    assert portolan("selfplay", "navegador", "--seed", "4", "--out", str(tmp_path)).exit_code == 0
    assert [bar.completed for bar in bars.tasks] == [bar.total for bar in bars.tasks]
    assert len(bars.tasks) == 2


def test_selfplay_writes_boards_record_and_summary_which_verify_confirms(
    tmp_path: Path, few_pictures: list[render.Caption]
) -> None:
    out = tmp_path / "game"
    out.mkdir()
    (out / "board-9999.png").write_bytes(b"of an earlier game")
    (out / "notes.txt").write_text("mine")
    words = ["selfplay", "navegador", "--seats", "2", "--seed", "4", "--out", str(out), "--option", "royal=goa"]
    result = portolan(*words, "--player", "greedy", "--player", "random", "--language", "de")
    assert result.exit_code == 0, result.output

    kept = record.decode((out / "record.json").read_bytes())
    assert kept.options == Navegador.defaults() | {"royal": "goa"}
    assert kept.seed == f"{4:032x}"
    game = record.verify(kept, engines.GAMES)
    boards = sorted(path.name for path in out.glob("board-*.png"))
    turns = len(set(turns_of(kept)))
    assert boards == [f"board-{number:04}.png" for number in range(1, turns + 1)]
    assert (out / "notes.txt").exists()
    assert Image.open(out / "board-0050.png").width == 1600
    assert Image.open(out / "summary-board.png").width == 1600
    assert Image.open(out / "summary-scores.png").width == 1600
    assert sum(bool(caption.events) for caption in few_pictures) >= turns - 1
    assert {caption.locale for caption in few_pictures} == {"de"}

    summary = (out / "summary.md").read_text(encoding="utf-8")
    german = texts("de")
    for score in game.scores():
        assert f"{kept.players[score.seat]}: {score.total}" in summary
        for source in score.sources:
            assert german.say(f"navegador.source.{source}") in summary
    assert kept.seed in summary

    checked = portolan("verify", str(out / "record.json"))
    assert checked.exit_code == 0
    assert f"{len(kept.moves)} moves" in checked.stdout


def turns_of(kept: record.Record) -> list[int]:
    """The turn in which each move was made."""
    game = record.replay(kept, engines.GAMES, 0)
    turns = []
    for move in kept.moves:
        turns.append(game.state.turn)
        game.play(move.seat, record.parse(move.words))
    return turns


def test_selfplay_lays_boards_hands_and_closeups_into_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every turn that is asked for, each picture as its seat's panel would show it."""
    drawn: list[tuple[str, int | None]] = []

    @cache
    def white(size: tuple[int, int]) -> bytes:
        file = io.BytesIO()
        Image.new("L", size, "white").save(file, "PNG")
        return file.getvalue()

    def draw(what: str) -> Callable[..., bytes]:
        def drawing(view: engines.View, caption: render.Caption, actions: list[engines.Action] | None = None) -> bytes:
            if what == "hand" and view.viewer == 1:
                raise LookupError("this one has none")
            assert (actions is not None) == (what == "decision")
            assert actions is None or (len(actions) > 0 and view.viewer is not None)
            drawn.append((what, view.viewer))
            return white((1600, 3000) if caption.shape == "tall" else (1600, 1000))

        return drawing

    for what in ("picture", "hand", "decision"):
        monkeypatch.setattr(render, what, draw(what))
    frames = tmp_path / "frames"
    frames.mkdir()
    (frames / "laptop-board-9999.png").write_bytes(b"of an earlier game")
    words = ["selfplay", "burgundy", "--seats", "2", "--seed", "4", "--out", str(tmp_path), "--shape", "tall"]
    result = portolan(*words, "--frames", "--every", "10")
    assert result.exit_code == 0, result.output
    written = {kind: [*tmp_path.glob(f"{kind}-*.png")] for kind in ("board", "hand", "decision")}
    for kind, paths in written.items():
        framed = [path for path in paths if int(path.stem.split("-")[1]) % 10 == 0]
        assert framed, kind
        assert (kind == "board") == (framed != paths)
        for device, size in (("laptop", (1280, 800)), ("phone", (2 * 1170 + 12, 2532))):
            laid = {path.name for path in frames.glob(f"{device}-{kind}-*.png")}
            assert laid == {f"{device}-{path.name}" for path in framed}
            assert {Image.open(frames / name).size for name in laid} == {size}
        assert len([*frames.glob(f"channel-{kind}-*.png")]) == -(-len(framed) // 12)
    private = [what for what, seat in drawn if seat is not None]
    assert sorted(private) == ["decision"] * len(written["decision"]) + ["hand"] * len(written["hand"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["navegador", "--seats", "6"], "seats 2 to 5 players"),
        (["navegador", "--seed", "-1"], "128 bits"),
        (["navegador", "--player", "clever"], "there is no computer player 'clever'"),
        (["navegador", "--player", "greedy", "--player", "random"], "one for each of the 3 seats"),
        (["navegador", "--name", "Anna"], "name each of the 3 seats"),
        (["navegador", "--option", "royal"], "name=value"),
        (["navegador", "--option", "royal=always"], "no option royal=always"),
        (["navegador", "--option", "seats=2"], "no option seats=2"),
        (["navegador", "--option", "cls=2"], "no option cls=2"),
        (["navegador", "--seats", "2", "--name", "a", "--name", "b" * 33], "a name has 1 to 32 characters"),
        (["navegador", "--language", "fr"], "no language 'fr'"),
    ],
)
def test_selfplay_refuses_what_does_not_exist(words: list[str], said: str, tmp_path: Path) -> None:
    out = tmp_path / "game"
    assert said in refusal(portolan("selfplay", *words, "--out", str(out)))
    assert not out.exists()


def asked(**changes: Any) -> PlayRequest:
    fields: dict[str, Any] = {"game": "mmn", "seats": 3, "seed": 4, "players": [], "names": [], "options": []}
    return PlayRequest(**(fields | {"language": "en"} | changes))


def test_selfplay_seats_the_players_that_were_named_or_numbers_them() -> None:
    usual = _begin(asked())
    assert (usual.kinds, usual.names) == (["greedy"] * 3, ("Greedy 1", "Greedy 2", "Greedy 3"))
    named = _begin(asked(players=["random", "greedy", "random"], names=["a", "b", "c"]))
    assert (named.kinds, named.names, named.seed) == (["random", "greedy", "random"], ("a", "b", "c"), f"{4:032x}")
    seats = named.table.seats
    assert [(seat.number, seat.computer, seat.name) for seat in seats] == [
        (0, "random", "a"),
        (1, "greedy", "b"),
        (2, "random", "c"),
    ]
    assert _begin(asked(seed=None)).seed != _begin(asked(seed=None)).seed


def test_selfplay_keeps_every_move_and_a_public_picture_of_every_turn() -> None:
    played, turns = _begin(asked(players=["random"])), list[int]()
    _play(played, lambda: turns.append(1))
    assert len(turns) == len(played.turns) == len({move.turn for move in played.moves})
    assert [move.version for move in played.moves] == list(range(1, len(played.moves) + 1))
    assert played.moves[-1].scores == [score.total for score in played.game.scores()]
    assert all(turn.view.viewer is None and turn.events for turn in played.turns)
    assert all(event.seen_by is None for turn in played.turns for event in turn.events)
    assert [turn.view.over for turn in played.turns][-2:] == [False, True]
    lines = _summary(played, played.table, texts("en")).split("\n")
    ranking, scores = played.game.ranking(), played.game.scores()
    assert lines[0] == f"# {texts('en').title('mmn')}"
    assert lines[2:5] == [
        f"{place}. {played.names[seat]}: {scores[seat].total}" for place, seat in enumerate(ranking, 1)
    ]
    assert any("in one day" in line for line in lines)
    assert lines[-2].startswith("- ")


def test_selfplay_refuses_a_folder_it_cannot_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "cannot be written to" in refusal(portolan("selfplay", "navegador", "--out", str(place)))


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """A right record, as plain JSON."""
    from random import Random

    game, rng, moves = engines.new("navegador", 2, 3), Random(1), []
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


@pytest.mark.parametrize("length", [5_000, 10_000_000])
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
    text, file = json.dumps(finished).encode(), tmp_path / "record.json"
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


NO_RECORDS = {
    "hello": "Sie ist nicht in JSON geschrieben.",
    '{"portolan":': "Die Datei bricht vorzeitig ab.",
    "{}": "Das Feld „game“ fehlt.",
    '{"portolan": 2, "zzz": 1}': "Ein Feld „zzz“ gibt es darin nicht.",
    '{"portolan": 2, "moves": [["1"]]}': "In „moves[0][0]“ steht etwas, das dort nicht hingehört.",
}


@pytest.mark.parametrize("text", NO_RECORDS)
def test_why_a_file_is_no_record_is_said_in_the_persons_language(text: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    told = refusal(portolan("verify", str(file), "--language", "de"), status=1)
    assert told.endswith(f"Das ist keine Aufzeichnung von Portolan: {NO_RECORDS[text]}")


# -- in the person's language ------------------------------------------------------------------------------------------

FAULTS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"scores": [999, 0]},
        "In der Aufzeichnung hat Anna am Ende 999 Punkte; nachgespielt sind es ",
        "Anna op 999; nagespeeld is het",
    ),
    ({"ranking": [1, 1]}, "Die Rangfolge in der Aufzeichnung", "De rangschikking in de opname"),
    ({"moves": [[0, "rondel gold"]]}, "Zug 1, Anna, „rondel gold“: ", "Zet 1, Anna, “rondel gold”: "),
    ({"moves": [[7, "rondel gold"]]}, "Zug 1, Platz 8, „rondel gold“: ", "Zet 1, plaats 8, “rondel gold”: "),
    ({"game": "chess"}, "Es gibt kein Spiel „chess“.", "Er is geen spel “chess”."),
    ({"seats": 9}, "2 Personen sind genannt, 9 haben", "Er worden 2 spelers genoemd, er speelden er 9."),
    ({"seats": 9, "players": []}, "Navegador spielt man zu 2 bis 5", "Navegador speel je met 2 tot 5 spelers"),
    ({"portolan": 99}, "Die Aufzeichnung hat Format 99", "De opname heeft formaat 99"),
]


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
