"""Lines name who did something, what goes, and to which turn it belongs: without a database and without Discord."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import engines
from bot.delivery import compose, vote_messages
from bot.delivery.compose import Post
from bot.delivery.posting import move_view
from bot.delivery.result import final_lines
from bot.features.log import log_lines
from bot.features.plans.plan_layout import try_panel
from bot.panel.choice_labels import Labels
from bot.panel.part_layout import part_panel
from bot.tables.analysis import practice_tables
from bot.tables.announcement import Announcement
from bot.tables.table_notes import Practice
from bot.wording import texts_in
from engines import Event, Score
from engines.macao.verbs.jokers import AvertEmptyStock
from engines.record import notation, parse
from storage.columns import utcnow
from storage.models import MoveRow
from tests.bot.reading import read
from tests.bot.stubs import stub_game, stub_table
from tests.engines.mmn.positions import market
from tests.engines.playing import act

LANGUAGES = ("en", "de", "nl")
WORDS = texts_in("en")


@pytest.mark.parametrize(("key", "begins"), [("macao", "**Round "), ("burgundy", ", round "), ("mmn", "**Turn ")])
def test_the_log_numbers_what_begins_a_round_with_that_round(key: str, begins: str) -> None:
    game = engines.new(key, 3, 7)
    rng = Random(7)
    entries: list[MoveRow] = []
    while game.to_act and game.state.turn < 4:
        seat = game.to_act[0]
        turn = game.state.turn
        action = game.sample(seat, rng)
        events = msgspec.to_builtins(game.play(seat, action))
        words = notation(action)
        entries.append(
            MoveRow(game_id=1, version=len(entries), seat=seat, words=words, turn=turn, events=events, scores=[])
        )
    lines = log_lines(stub_table(game, key=key), entries, WORDS.at(game))
    numbers = [int(line[1:4]) for line in lines]
    assert numbers == sorted(numbers)
    opened = [(number, line) for number, line in zip(numbers, lines, strict=True) if begins in line]
    assert [number for number, _ in opened] == [1, 2, 3, 4]
    assert all(f" {number}" in line.partition("`")[2] for number, line in opened)


def test_the_log_says_of_the_planned_move_and_not_of_what_it_brought_that_it_was_planned() -> None:
    game = engines.new("macao", 3, 7)
    rng = Random(7)
    while game.state.turn < 2:
        events = game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    event_data = msgspec.to_builtins(events)
    entry = MoveRow(game_id=1, version=0, seat=0, words="pass", turn=1, events=event_data, scores=[], planned=True)
    lines = log_lines(stub_table(game, key="macao"), [entry], WORDS.at(game))
    assert "Round 2" in "".join(lines[1:])
    assert [line.endswith("*(planned)*") for line in lines] == [True] + [False] * (len(lines) - 1)


@pytest.mark.parametrize(
    ("seat", "beginning"),
    [
        ({}, "🏆 <@100> wins"),
        ({"substitute": "dirk", "owner_id": 7}, "🏆 <@100> (for **anna**) wins"),
        ({"stand_in": "strong"}, "🏆 **anna** (a computer played) wins"),
        ({"resigned": True}, "🏆 🤖 **Computer 1** wins"),
        ({"user_id": None, "computer": "strong", "name": "Strong"}, "🏆 🤖 **Strong** wins"),
    ],
)
def test_the_line_of_the_winner_says_who_played_the_seat(seat: dict[str, Any], beginning: str) -> None:
    scores = [Score(place, 60 - place, {"ships": 60 - place}) for place in range(3)]
    table = stub_table(stub_game(over=True, scores=scores, ranking=(0, 1, 2)))
    for name, value in seat.items():
        setattr(table.seats[0], name, value)
    assert final_lines(table, WORDS)[0].startswith(beginning)


@pytest.mark.parametrize("paused", [False, True])
def test_a_paused_table_has_no_button_for_a_move(paused: bool) -> None:
    table = stub_table(stub_game(), pause={"name": "anna"} if paused else None, paused_at=utcnow() if paused else None)
    view = move_view(table, Post("", has_panel_button=True), WORDS)
    assert len(view.children) == (0 if paused else 3), "one's move, what was missed, the legend"


@pytest.mark.parametrize(
    ("language", "hand"), [("en", "'s hand (guessed): "), ("de", "Hand von "), ("nl", "hand van ")]
)
def test_trying_for_somebody_else_speaks_of_that_person(language: str, hand: str) -> None:
    game = engines.new("mmn", 3, 7)
    rng = Random(7)
    while not game.state.turn or ("pass",) not in game.legal(game.to_act[0]):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    seat = game.to_act[0]
    table = stub_table(game, key="mmn")
    viewer = (seat + 1) % 3
    texts = texts_in(language)
    tried = Practice(version=7, chance="1")
    of_the_other = try_panel(practice_tables.replay_practice(table, tried, viewer), tried, texts, 1).content
    of_themselves = try_panel(practice_tables.replay_practice(table, tried, seat), tried, texts, 1).content
    (line,) = [line for line in of_the_other.split("\n") if hand in line]
    assert f"**{table.names[seat]}**" in line
    assert hand not in of_themselves
    mine = texts.say("mmn.resources", cards="").rstrip(" :")
    assert mine in of_themselves
    assert mine not in of_the_other


def test_of_moves_that_would_go_the_table_reads_whose_they_were_and_what_all_saw() -> None:
    table = stub_table(stub_game())
    moved = Event("rondel", 0, {"field": "ships"})
    hidden = Event("drew", 1, {"card": "gold"}, seen_by=(1,))
    rows = [
        MoveRow(game_id=1, version=place, seat=seat, words="", turn=1, events=msgspec.to_builtins([event]), scores=[])
        for place, (seat, event) in enumerate([(0, moved), (1, hidden)])
    ]
    assert vote_messages.undone_move_lines(rows, table, WORDS) == [
        "· **anna** moves to **Ships**",
        "· **ben**: a move that not everybody has seen",
    ]
    many = vote_messages.undone_move_lines(rows[:1] * 20, table, WORDS)
    assert many[0] == "… 8 earlier moves"
    assert len(many) == 1 + vote_messages.MOST_LISTED


@pytest.mark.parametrize(
    ("language", "one_move", "two_moves"),
    [("en", "a move", "2 moves"), ("de", "einen Zug", "2 Züge"), ("nl", "een zet", "2 zetten")],
)
def test_a_question_to_take_back_two_moves_says_two(language: str, one_move: str, two_moves: str) -> None:
    questions = [texts_in(language).say("say.vote_undo", name="**anna**", n=n) for n in (1, 2)]
    assert one_move in questions[0]
    assert two_moves in questions[1]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {"choose a card", "choose two dice", "take your turn"}),
        ("de", {"eine Karte wählen", "zwei Würfel wählen", "deinen Zug machen"}),
        ("nl", {"kies een kaart", "kies twee dobbelstenen", "doe je beurt"}),
    ],
)
def test_calls_in_macao_say_what_for(language: str, said: set[str]) -> None:
    game = engines.new("macao", 2, 7)
    rng = Random(7)
    heard = set[str]()
    while game.state.turn < 3:
        called = list(game.blocking_seats)
        announcement = Announcement(kind="turn", version=7, turn=game.state.turn, ping=called)
        call = compose._call(
            stub_table(game, key="macao"), announcement, [100 + seat for seat in called], texts_in(language)
        )
        heard.add(call.partition(">: ")[2].partition(" (")[0])
        assert all(f"<@{100 + seat}>" in call for seat in called)
        game.play(called[0], game.sample(called[0], rng))
    assert said <= heard


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_decides_in_another_turn_is_told_what(language: str) -> None:
    """The message says why the table waits, so that nobody need open the panel for that."""
    texts = texts_in(language)
    heard = set[str]()
    for seed in range(2):
        game = engines.new("mmn", 4, seed)
        rng = Random(seed)
        while game.to_act:
            seat = rng.choice(game.to_act)
            if not game.has_turn(seat) and not game.prompt(seat).public_buttons:
                call = compose._task_phrase(stub_table(game, people=4, key="mmn"), [seat], texts)
                assert call, game.prompt(seat).message.id
                heard.add(call)
            game.play(seat, game.sample(seat, rng))
    assert texts.say("mmn.call.discard") in heard
    assert len(heard) > 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_of_a_counter_offer_repeats_the_offer(language: str) -> None:
    game = market()
    act(game, "offer 2 wool for 1 ore")
    table = stub_table(game, people=4, key="mmn")
    texts = texts_in(language)
    part = game.part(1, ("counter",))
    assert part is not None
    panel = part_panel(table, 1, texts, ("counter",), part)
    assert texts.message("mmn", game.prompt(1).message, table.names) in panel.content.split("\n")


@pytest.mark.parametrize(
    ("language", "only"), [("en", "Only **anna** can "), ("de", "Nur **anna** kann "), ("nl", "Alleen **anna** kan ")]
)
@pytest.mark.parametrize("typed", ["withdraw", "offer 1 ore for 1 wool"])
def test_withdrawing_anothers_offer_says_who_alone_can(language: str, only: str, typed: str) -> None:
    game = market()
    act(game, "offer 2 wool for 1 ore")
    with pytest.raises(engines.IllegalAction) as refused:
        game.check(1, parse(typed))
    refusal = texts_in(language).message("mmn", refused.value.reason, stub_table(game, people=4).names)
    assert refusal.startswith(only)


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_restate_the_offer(language: str) -> None:
    game = market()
    texts = texts_in(language)
    act(game, "offer 2 wool for 1 ore")
    wool = texts.word("mmn", "wool")
    ore = texts.word("mmn", "ore")
    for line in ("1: counter 1 jewel for 1 cloth", "2: decline"):
        (line_told,) = texts.events("mmn", act(game, line), ("anna", "ben", "carla", "dirk"))
        assert "**anna**" in line_told
        assert wool in line_told
        assert ore in line_told


@pytest.mark.parametrize(
    ("language", "penalty", "end"),
    [
        ("en", "Take the penalty marker", "Pass: end the turn"),
        ("de", "Strafmarker nehmen", "Passen: Zug beenden"),
        ("nl", "Strafmarker nemen", "Passen: beurt beëindigen"),
    ],
)
def test_passing_says_what_it_does_where_it_is_asked(language: str, penalty: str, end: str) -> None:
    game = engines.new("macao", 3, 7, jokers="any_time")
    rng = Random(7)
    while not game.has_turn(game.to_act[0]) or ("pass",) not in game.legal(game.to_act[0]):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    seat = game.to_act[0]
    texts = texts_in(language)
    labels = Labels(stub_table(game, key="macao"), seat, texts.at(game))
    assert labels.button(("pass",)) == end
    game.state.players[seat].jokers = 1
    game.push(AvertEmptyStock(seat=seat))
    assert labels.button(("pass",)) == penalty
    assert read(texts, game, seat, labels.table.names, penalty) == [("pass",)]
