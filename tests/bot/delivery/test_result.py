"""The end of a game as the channel reads it: who won, points by source, chart, length, seed, record."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

import engines
import render
from bot.delivery.compose import compose
from bot.delivery.result import about_sources, closing_lines, final_lines, score_history, score_table
from bot.tables.announcement import Announcement
from bot.tables.event_log import Narration
from bot.wording import texts_in
from engines import Event, Message, Score
from engines.navegador.game import Navegador
from storage import games, moves, seats
from storage.database import Database
from storage.models import MoveRow, Status
from tests.bot.stubs import stub_game, stub_table

WORDS = texts_in("en")
SCORES = [
    Score(0, 31, {"colony": 21, "church": 10}),
    Score(1, 148, {"colony": 47, "church": 101}),
    Score(2, 9, {"colony": 6, "church": 3}),
]
RANKING = (1, 2, 0)
START = datetime(2026, 3, 1, 22, 0, tzinfo=UTC)


def ended_table(**row: Any) -> Any:
    return stub_table(stub_game(blocking=(), over=True, turn=12, scores=SCORES, ranking=RANKING), **row)


def test_points_stand_in_the_column_of_their_seat_in_the_order_of_the_ranking() -> None:
    table = ended_table()
    assert score_table(table.game.view(None), SCORES, table, WORDS) == [
        "B  ben",
        "C  carla",
        "A  anna",
        "",
        "             B     C     A",
        "Colonies    47     6    21",
        "Churches   101     3    10",
        "──────────────────────────",
        "Total      148     9    31",
    ]


def test_a_name_cannot_break_out_of_the_table_of_points() -> None:
    table = ended_table()
    table.seats[1].name = "`b`"
    assert score_table(table.game.view(None), SCORES, table, WORDS)[0] == "B  'b'"


@pytest.mark.parametrize(
    ("lasted", "length_line"),
    [
        (timedelta(minutes=5), "12 turns in one day."),
        (timedelta(hours=23, minutes=59), "12 turns in one day."),
        (timedelta(days=1), "12 turns over 2 days."),
        (timedelta(days=9, hours=1), "12 turns over 10 days."),
    ],
)
def test_the_result_names_winner_points_and_length(lasted: timedelta, length_line: str) -> None:
    table = ended_table(started_at=START, finished_at=START + lasted)
    first, opening, *points, closing, length = final_lines(table, WORDS)
    assert first == "🏆 <@101> wins with 148 points!"
    assert (opening, closing) == ("```", "```")
    assert points == score_table(table.game.view(None), SCORES, table, WORDS)
    assert length == length_line
    assert not any("ab" * 16 in line or "cd" * 32 in line for line in closing_lines(table, WORDS))


def test_rows_of_points_that_somebody_has_are_explained_where_their_names_do_not_tell() -> None:
    table = ended_table()
    scores = [Score(0, 5, {"colony": 3, "royal": 2}), Score(1, 0, {"colony": 0, "royal": 0})]
    explanation = "-# King: the King's privilege, which counts where it brings most"
    assert about_sources(scores, table, WORDS) == [explanation]
    assert about_sources(scores[1:], table, WORDS) == [], "of a row of noughts there is nothing to ask"


def test_a_winner_who_resigned_or_is_a_computer_is_named_not_mentioned() -> None:
    table = ended_table()
    table.seats[1].resigned = True
    assert final_lines(table, WORDS)[0] == "🏆 🤖 **Computer 2** wins with 148 points!"
    assert not any("days" in line for line in final_lines(table, WORDS)), "nobody knows when it began"
    table.row.started_at = START
    assert not any("turns" in line for line in final_lines(table, WORDS)), "nobody knows when it ended"


def test_the_chart_has_every_seats_points_after_the_last_decision_of_each_turn() -> None:
    log = [
        MoveRow(game_id=1, version=version, seat=0, words="", turn=turn, scores=scores)
        for version, turn, scores in ((1, 0, [1, 2, 3]), (2, 2, [4, 5, 6]), (3, 1, [9, 9, 9]), (4, 2, [7, 8, 0]))
    ]
    assert score_history(ended_table(), log) == [[1, 9, 7], [2, 9, 8], [3, 9, 0]]


async def test_the_summary_has_lines_board_chart_and_record_of_what_counted(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def draw(picture: bytes, *arguments: Any) -> bytes:
        drawn.append(arguments)
        return picture

    monkeypatch.setattr(render, "picture", partial(draw, b"board"))
    monkeypatch.setattr(render, "chart", partial(draw, b"chart"))
    presentation = replace(Navegador.presentation, result_events=frozenset(("victory",)))
    monkeypatch.setattr(Navegador, "presentation", presentation)
    game = engines.new("navegador", 3, 5)
    table = stub_table(game, key="navegador", version=3, started_at=START, finished_at=START, status=Status.FINISHED)
    async with database.transaction() as session:
        await games.create(session, table.row.unkept(status=Status.LOBBY, state=game.dump()))
        for number in range(3):
            await seats.join(session, table.row.id, name=table.names[number], user_id=100 + number)
        for version, words, undone in ((1, "rondel ships", True), (2, "rondel workers", False), (3, "pass", False)):
            row = MoveRow(game_id=1, version=version, seat=version % 2, words=words, undone=undone, turn=version)
            row.scores = [version, 2 * version, 3 * version]
            await moves.record(session, row)
    move_event = Event("rondel", 1, {"field": "ships"})
    wins = Event("victory", 1, {"points": 6})
    summary = Announcement(kind="summary", version=3, introduction=[Message("say.ended")])
    post = await compose(database, table, summary, Narration([move_event, wins]), WORDS)
    lines = post.content.split("\n")
    assert lines[:3] == ["**ben** moves to **Ships**", WORDS.say("say.ended"), ""]
    looking = "/review looks back at the game, /replay shows it again board by board."
    thanks = f"<@100>, <@101> and <@102>, thank you for playing! {looking}"
    leap = "- **carla** made the biggest leap: 3 points in turn 3."
    assert lines[3:] == [*final_lines(table, WORDS), leap, *closing_lines(table, WORDS)]
    assert lines[-1] == thanks
    assert post.has_fair_dice_button, "what lets everybody check the game stands behind a button"
    assert [(file.name, file.data) for file in post.files[:2]] == [("board.png", b"board"), ("scores.png", b"chart")]
    assert post.files[1].alt == "Projected points through the game; at the end: anna 3, ben 6 and carla 9."
    (view, caption), (series, names, *chart_words) = drawn
    assert (view.viewer, caption.events) == (None, ()), "what the last move changed is marked no longer"
    assert (series, names.names) == ([[2, 3], [4, 6], [6, 9]], table.names)
    assert chart_words == ["Projected points", "navegador", "Turns", 2]
    record = json.loads(post.files[2].data)
    assert post.files[2].name == "portolan-navegador-1.json"
    assert (record["seed"], record["players"]) == ("ab" * 16, ["anna", "ben", "carla"])
    assert record["moves"] == [[0, "rondel workers"], [1, "pass"]]
    assert (post.pings, post.has_panel_button, post.has_rematch_button, post.answers) == (
        [100, 101, 102],
        False,
        True,
        [],
    )
