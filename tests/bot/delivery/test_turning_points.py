"""What decided a game is told in sentences: from the points of its log and from what everybody was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import engines
from bot.delivery.compose import CONTENT_LIMIT, compose
from bot.delivery.turning_points import MOST, turning_points
from bot.tables import Table
from bot.tables.announcement import Announcement
from bot.tables.event_log import Narration
from bot.wording import LANGUAGES, texts_in
from engines import Event
from storage.database import Database
from storage.models import MoveRow, Status
from tests.bot.stubs import stub_game, stub_table

WORDS = texts_in("en")


def ended_table(ranking: Sequence[int] = (1, 2, 0), over: bool = True, **row: Any) -> Table:
    return stub_table(stub_game(blocking=(), over=over, ranking=ranking), status=Status.FINISHED, **row)


def log(*turns: tuple[list[int], list[Event]], first: int = 0) -> list[MoveRow]:
    return [
        MoveRow(
            game_id=1,
            version=number + 1,
            seat=number % 3,
            words="",
            turn=first + number,
            scores=scores,
            events=[msgspec.to_builtins(event) for event in events],
        )
        for number, (scores, events) in enumerate(turns)
    ]


def points(*scores: list[int]) -> list[MoveRow]:
    return log(*((score, []) for score in scores))


def test_who_led_last_since_when_and_how_often_it_had_changed() -> None:
    sentences = turning_points(
        ended_table(), points([0, 0, 0], [5, 1, 0], [5, 5, 0], [5, 8, 9], [5, 10, 9], [5, 10, 9]), WORDS
    )
    assert sentences[0] == "- The lead changed 2 times; **ben** took it for good in turn 4."
    single_change = turning_points(ended_table(), points([0, 0, 0], [5, 1, 0], [5, 8, 0]), WORDS)
    assert single_change[0] == "- The lead changed once: **ben** took it for good in turn 2."


def test_a_lead_that_was_kept_from_the_first_is_said_so_and_being_level_changes_nothing() -> None:
    sentences = turning_points(ended_table(), points([0, 1, 0], [0, 2, 2], [0, 7, 2], [7, 7, 2], [7, 8, 2]), WORDS)
    assert sentences[0] == "- **ben** took the lead in turn 2 and never gave it up."


def test_of_a_draw_or_of_who_wins_by_a_tie_break_no_lead_is_told_for_good() -> None:
    scores = points([0, 0, 0], [5, 1, 0], [5, 8, 0], [8, 8, 0])
    assert turning_points(ended_table((0, 1, 2)), scores, WORDS)[0] == "- The lead changed once."
    assert turning_points(ended_table((1, 0, 2), over=False), scores, WORDS)[0] == "- The lead changed once."
    sentences = turning_points(ended_table((0, 1, 2)), points([0, 0, 0], [1, 5, 0], [5, 5, 0]), WORDS)
    assert not any("lead" in line for line in sentences)


def test_the_largest_gain_and_loss_of_a_turn_are_told_of_equal_ones_the_first() -> None:
    sentences = turning_points(ended_table(), points([9, 9, 9], [9, 15, 15], [2, 21, 15], [1, 21, 20]), WORDS)
    assert sentences[1:] == [
        "- **ben** made the biggest leap: 6 points in turn 1.",
        "- **anna** lost the most at once: 7 points in turn 2.",
    ]
    assert turning_points(ended_table(), points([9, 9, 9], [9, 8, 9]), WORDS) == [], "a single point is lost in passing"


def discovery(seat: int, **changes: Any) -> Event:
    return msgspec.structs.replace(Event("discover", seat, {"region": "guine"}), **changes)


def test_firsts_and_mosts_come_from_what_everybody_was_told() -> None:
    unchanged = [3, 3, 3]
    sentences = turning_points(
        ended_table(),
        log(
            (unchanged, [discovery(0)]),
            (unchanged, [discovery(0, seen_by=(0,)), Event("rondel", 0), Event("phase", None, {"phase": 2})]),
            (unchanged, [discovery(2)]),
            (
                unchanged,
                [discovery(0), discovery(0), discovery(2), *(Event("build", 1) for _ in range(3)), Event("build", 0)],
            ),
        ),
        WORDS,
    )
    assert sentences == ["- **carla** made the first discovery, in turn 2.", "- **ben** put up the most buildings: 3."]


def test_of_what_two_did_equally_often_or_one_once_nobody_did_the_most() -> None:
    unchanged = [3, 3, 3]
    assert turning_points(ended_table(), log((unchanged, []), (unchanged, [Event("build", 1)])), WORDS) == []
    level = [Event("build", seat) for seat in (0, 1, 0, 1)]
    assert turning_points(ended_table(), log((unchanged, []), (unchanged, level)), WORDS) == []


def test_goods_count_by_the_piece() -> None:
    sales = [Event("sold", 0, {"count": 5}), Event("sold", 1, {"count": 1}), Event("sold", 1, {"count": 2})]
    sentences = turning_points(ended_table(key="burgundy"), log(([3, 3, 3], []), ([3, 3, 3], sales)), WORDS)
    assert sentences == ["- **anna** sold the most goods: 5."]


def test_what_a_game_counts_in_pieces_is_a_milestone_that_may_be_told() -> None:
    for kind in engines.GAMES.values():
        assert kind.presentation.event_counts.keys() <= kind.presentation.milestones.keys()
        assert all(WORDS.has(f"{kind.key}.most.{count}") for count in kind.presentation.event_counts)


@pytest.mark.parametrize("name", LANGUAGES)
def test_names_format_nothing_and_call_nobody(name: str) -> None:
    table = ended_table()
    for seat in table.seats:
        seat.name = "@everyone *b*"
    scores = log(([9, 9, 9], []), ([9, 15, 8], [discovery(1)]), ([2, 21, 8], [discovery(1)]))
    sentences = turning_points(table, scores, texts_in(name))
    assert len(sentences) == MOST
    assert not any("@everyone" in line or "*b*" in line.replace("\\*b\\*", "") for line in sentences)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("lines", [1, 200])
async def test_they_make_room_for_the_result_and_for_what_led_to_the_end(
    database: Database, monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    sentences = ["- " + "x" * 400 for _ in range(MOST)]
    monkeypatch.setattr("bot.delivery.compose.turning_points", lambda *_: list(sentences))
    game = engines.new("navegador", 3, 5)
    table = stub_table(game, key="navegador", version=3, status=Status.FINISHED)
    events = [Event("rondel", 1, {"field": ("ships", "workers")[number % 2]}) for number in range(lines)][::-1]
    post = await compose(database, table, Announcement(kind="summary", version=3), Narration(events), WORDS)
    assert len(post.content) <= CONTENT_LIMIT
    assert "The points at that moment:" in post.content
    assert "thank you for playing" in post.content
    assert "moves to **Ships**" in post.content
    sentence_count = post.content.count(sentences[0])
    assert sentence_count == (3 if lines == 1 else 1)
