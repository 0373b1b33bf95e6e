"""Which view is drawn for whom, with which words, and what becomes of a picture that cannot be drawn."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest
from discord.http import handle_message_parameters
from structlog.testing import capture_logs

import engines
import render
from bot.delivery.board_description import ALT_LIMIT, alt_text
from bot.delivery.compose import CUT, fit
from bot.delivery.illustrating import (
    Attachment,
    board_picture,
    chart,
    decision_picture,
    files_of,
    hand_picture,
    tried_picture,
)
from bot.tables import Table
from bot.wording import texts_in
from engines import Event, Message
from render.shape import Shape
from tests.bot.stubs import stub_game, stub_table

WORDS = texts_in("en")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the arguments of every drawing."""
    calls: list[Any] = []

    def draw(*arguments: Any) -> bytes:
        calls.append(arguments)
        return b"png"

    for name in ("picture", "hand", "decision", "chart"):
        monkeypatch.setattr(render, name, draw)
    return calls


async def test_every_picture_of_a_table_has_the_colours_that_were_chosen(drawn: list[Any]) -> None:
    table = stub_table(engines.new("mmn", 3, 4), key="mmn")
    table.seats[1].colour = "black"
    await board_picture(table, WORDS, Shape.WIDE, [])
    await hand_picture(table, WORDS, Shape.WIDE, 1)
    await decision_picture(table, WORDS, Shape.WIDE, 0, table.game.legal(0))
    await tried_picture(table, WORDS, Shape.WIDE, [], 0)
    await chart(table, WORDS, [[0], [0], [0]])
    assert [next(argument for argument in call if isinstance(argument, render.Caption)).colours for call in drawn] == [
        ("", "black", "")
    ] * 5


async def test_everybody_is_drawn_what_that_seat_may_see(drawn: list[Any]) -> None:
    table = stub_table(engines.new("mmn", 3, 4), key="mmn")
    event = Event("settlement", 1, {"node": "n01"})
    public_board = await board_picture(table, WORDS, Shape.WIDE, [event])
    own_board = await board_picture(table, WORDS, Shape.WIDE, (), 2)
    hand = await hand_picture(table, WORDS, Shape.WIDE, 1)
    assert [call[0].viewer for call in drawn] == [None, 2, 1]
    assert [call[1].events for call in drawn] == [(event,), (), ()]
    assert all((call[1].names, call[1].locale) == (table.names, "en") for call in drawn)
    assert all(call[1].colours == ("", "", "") for call in drawn)
    assert [file.name for file in (public_board, own_board, hand)] == ["board.png", "board.png", "hand.png"]
    assert [file.alt for file in (public_board, own_board, hand)] == [
        alt_text(table, WORDS, None, [event]),
        alt_text(table, WORDS, 2),
        alt_text(table, WORDS, 1),
    ]


async def test_a_map_is_drawn_for_the_chooser_where_a_game_has_one(
    drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = engines.new("mmn", 3, 4)
    table = stub_table(game, key="mmn")
    seat = game.to_act[0]
    legal = game.legal(seat)[:3]
    map_file = await decision_picture(table, WORDS, Shape.WIDE, seat, legal)
    assert map_file is not None
    texts = WORDS.at(game, table.names)
    description = "; ".join(texts.action("mmn", action, table.names) for action in legal)
    assert (map_file.name, map_file.alt) == ("decision.png", description)
    assert all(f"{code} (" in description for code in render.marks(game.view(seat), legal, table.names).values())
    assert "n01" not in (map_file.alt or "n01")
    assert drawn[0][0].viewer == seat
    assert drawn[0][2] == legal
    long_map = await decision_picture(table, WORDS, Shape.WIDE, seat, game.legal(seat) * 5)
    assert long_map is not None
    assert ALT_LIMIT - 20 < len(long_map.alt or "") <= ALT_LIMIT
    assert (long_map.alt or "").endswith("…")
    assert len(drawn) == 2
    for fault, logged in ((LookupError("nothing to show"), 0), (ValueError("no such colour"), 1)):

        def fail(*_: object, fault: Exception = fault) -> bytes:
            raise fault

        monkeypatch.setattr(render, "decision", fail)
        with capture_logs() as logs:
            assert await decision_picture(table, WORDS, Shape.WIDE, seat, legal) is None
        assert len(logs) == logged


async def test_nobody_waits_long_for_a_map(drawn: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = engines.new("mmn", 3, 4)
    seat = game.to_act[0]
    for is_late, patience in ((False, "PATIENCE_SECONDS"), (True, "LATE_SECONDS")):
        monkeypatch.setattr(f"bot.delivery.illustrating.{patience}", 0)
        with pytest.raises(TimeoutError):
            await decision_picture(
                stub_table(game, key="mmn"), WORDS, Shape.WIDE, seat, game.legal(seat)[:3], is_late=is_late
            )


async def test_the_chart_is_told_in_words_too(drawn: list[Any]) -> None:
    table = stub_table(stub_game())
    chart_file = await chart(table, WORDS, [[1, 7], [2, 8], []])
    assert (chart_file.name, chart_file.alt) == (
        "scores.png",
        "Projected points through the game; at the end: anna 7 and ben 8.",
    )
    assert drawn[0][0] == [[1, 7], [2, 8], []]
    assert drawn[0][2:] == ("Projected points", "navegador", "Turns", 1)
    await chart(stub_table(stub_game(), key="macao"), WORDS, [[1], [2], [3]])
    assert drawn[1][2:] == ("Projected points", "macao", "Rounds", 1)


def table_with_description(*messages: Message) -> tuple[Table, list[int | None]]:
    """Return a table with this description, and the list of the seats that it was described for."""
    seats_described: list[int | None] = []

    def describe(seat: int | None) -> list[Message]:
        seats_described.append(seat)
        return list(messages)

    game: Any = SimpleNamespace(**vars(stub_game()) | {"describe": describe})
    return stub_table(game), seats_described


def test_an_alt_text_is_plain_and_that_of_its_reader() -> None:
    table, seats_described = table_with_description(Message("say.resigned", {"seat": 1, "player": "anna"}))
    table.seats[1].name = "b*n"
    assert alt_text(table, WORDS, 2) == "Navegador\nIt is anna's turn.\n🏳 anna resigns; b*n plays on."
    assert seats_described == [2]


@pytest.mark.parametrize("excess", [0, 1])
def test_an_alt_text_ends_with_the_last_whole_line_that_fits(excess: int) -> None:
    def line(letter: str, length: int) -> Message:
        return Message("lobby.option_short", {"option": "x", "value": letter * (length - len("x: "))})

    head = "Navegador\nIt is anna's turn."
    line_count, remainder = divmod(ALT_LIMIT - len(head), 81)
    table, _ = table_with_description(*[line("y", 80)] * line_count, line("z", remainder - 1 + excess), line("n", 4))
    lines = alt_text(table, WORDS).split("\n")
    assert [text[3:4] for text in lines[2:]] == ["y"] * line_count + ["z"] * (1 - excess)


async def test_files_carry_name_data_and_alt_text() -> None:
    first, second = files_of([Attachment("a.png", b"one", "what is seen"), Attachment("b.json", b"two")])
    assert (first.filename, first.description, first.fp.read()) == ("a.png", "what is seen", b"one")
    assert (second.filename, second.description, second.fp.read()) == ("b.json", None, b"two")


@pytest.mark.parametrize("excess", [0, 1])
def test_a_message_is_cut_only_where_it_would_be_too_long(excess: int) -> None:
    lines = ["a" * 998, "b" * (2000 - 998 - 1 + excess)]
    fitted = fit(lines)
    assert (fitted == "\n".join(lines)) is not excess
    assert (fitted.split("\n")[0] == CUT) is bool(excess)


def test_the_longer_part_loses_its_oldest_lines() -> None:
    fitted = fit(["a" * 100] * 3, [f"{number}" + "b" * 500 for number in range(4)]).split("\n")
    assert fitted[:4] == ["a" * 100] * 3 + [CUT]
    assert [line[0] for line in fitted[4:]] == ["1", "2", "3"]
    assert fit(["", "x", ""]) == "x"


def test_what_has_been_sent_needs_no_collector_to_be_gone() -> None:
    uploads = files_of([Attachment("board.png", b"png", "what it shows")])
    held = weakref.ref(uploads[0].fp)
    gc.disable()
    try:
        with handle_message_parameters(files=uploads):
            assert held() is not None
        del uploads
        assert held() is None
    finally:
        gc.enable()
