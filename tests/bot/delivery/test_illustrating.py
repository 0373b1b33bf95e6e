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
from bot.delivery.alt_texts import ALT_LIMIT, alt_text
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
    """What every drawing was given."""
    calls: list[Any] = []

    def draw(*given: Any) -> bytes:
        calls.append(given)
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
    assert [next(given for given in call if isinstance(given, render.Caption)).colours for call in drawn] == [
        ("", "black", "")
    ] * 5


async def test_everybody_is_drawn_what_that_seat_may_see(drawn: list[Any]) -> None:
    table = stub_table(engines.new("mmn", 3, 4), key="mmn")
    event = Event("settlement", 1, {"node": "n01"})
    public = await board_picture(table, WORDS, Shape.WIDE, [event])
    own = await board_picture(table, WORDS, Shape.WIDE, (), 2)
    cards = await hand_picture(table, WORDS, Shape.WIDE, 1)
    assert [call[0].viewer for call in drawn] == [None, 2, 1]
    assert [call[1].events for call in drawn] == [(event,), (), ()]
    assert all((call[1].names, call[1].locale) == (table.names, "en") for call in drawn)
    assert all(call[1].colours == ("", "", "") for call in drawn)
    assert [file.name for file in (public, own, cards)] == ["board.png", "board.png", "hand.png"]
    assert [file.alt for file in (public, own, cards)] == [
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
    found = await decision_picture(table, WORDS, Shape.WIDE, seat, legal)
    assert found is not None
    there = WORDS.at(game, table.names)
    said = "; ".join(there.action("mmn", action, table.names) for action in legal)
    assert (found.name, found.alt) == ("decision.png", said)
    assert all(f"{code} (" in said for code in render.marks(game.view(seat), legal, table.names).values())
    assert "n01" not in (found.alt or "n01")
    assert drawn[0][0].viewer == seat
    assert drawn[0][2] == legal
    many = await decision_picture(table, WORDS, Shape.WIDE, seat, game.legal(seat) * 5)
    assert many is not None
    assert ALT_LIMIT - 20 < len(many.alt or "") <= ALT_LIMIT
    assert (many.alt or "").endswith("…")
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
    for late, patience in ((False, "PATIENCE_SECONDS"), (True, "LATE_SECONDS")):
        monkeypatch.setattr(f"bot.delivery.illustrating.{patience}", 0)
        with pytest.raises(TimeoutError):
            await decision_picture(
                stub_table(game, key="mmn"), WORDS, Shape.WIDE, seat, game.legal(seat)[:3], late=late
            )


async def test_the_chart_is_told_in_words_too(drawn: list[Any]) -> None:
    table = stub_table(stub_game())
    found = await chart(table, WORDS, [[1, 7], [2, 8], []])
    assert (found.name, found.alt) == ("scores.png", "Projected points through the game; at the end: anna 7 and ben 8.")
    assert drawn[0][0] == [[1, 7], [2, 8], []]
    assert drawn[0][2:] == ("Projected points", "navegador", "Turns", 1)
    await chart(stub_table(stub_game(), key="macao"), WORDS, [[1], [2], [3]])
    assert drawn[1][2:] == ("Projected points", "macao", "Rounds", 1)


def described(*messages: Message) -> tuple[Table, list[int | None]]:
    """A table whose position is described so, and the seats it was described for."""
    asked: list[int | None] = []

    def describe(seat: int | None) -> list[Message]:
        asked.append(seat)
        return list(messages)

    game: Any = SimpleNamespace(**vars(stub_game()) | {"describe": describe})
    return stub_table(game), asked


def test_an_alt_text_is_plain_and_that_of_its_reader() -> None:
    table, asked = described(Message("say.resigned", {"seat": 1, "player": "anna"}))
    table.seats[1].name = "b*n"
    assert alt_text(table, WORDS, 2) == "Navegador\nIt is anna's turn.\n🏳 anna resigns; b*n plays on."
    assert asked == [2]


@pytest.mark.parametrize("over", [0, 1])
def test_an_alt_text_ends_with_the_last_whole_line_that_fits(over: int) -> None:
    def line(letter: str, length: int) -> Message:
        return Message("lobby.option_short", {"option": "x", "value": letter * (length - len("x: "))})

    head = "Navegador\nIt is anna's turn."
    whole, left = divmod(ALT_LIMIT - len(head), 81)
    table, _ = described(*[line("y", 80)] * whole, line("z", left - 1 + over), line("n", 4))
    lines = alt_text(table, WORDS).split("\n")
    assert [text[3:4] for text in lines[2:]] == ["y"] * whole + ["z"] * (1 - over)


async def test_files_carry_name_data_and_alt_text() -> None:
    first, second = files_of([Attachment("a.png", b"one", "what is seen"), Attachment("b.json", b"two")])
    assert (first.filename, first.description, first.fp.read()) == ("a.png", "what is seen", b"one")
    assert (second.filename, second.description, second.fp.read()) == ("b.json", None, b"two")


@pytest.mark.parametrize("over", [0, 1])
def test_a_message_is_cut_only_where_it_would_be_too_long(over: int) -> None:
    lines = ["a" * 998, "b" * (2000 - 998 - 1 + over)]
    fitted = fit(lines)
    assert (fitted == "\n".join(lines)) is not over
    assert (fitted.split("\n")[0] == CUT) is bool(over)


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
