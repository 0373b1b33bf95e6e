"""How a panel is laid out: texts, buttons, selects, pages and the last row, for games made to measure."""

from __future__ import annotations

from typing import Any

import discord
import pytest

import engines
from bot.interactions import components, controls
from bot.interactions.components import Component
from bot.panel.actions import MOST_EVENTS, _without_oldest
from bot.panel.layout import Kit, Panel, confirm_panel, move_panel, title_line, waiting_panel, with_notes
from bot.panel.panel_controls import (
    ConfirmButton,
    PageButton,
    PartSelect,
    SessionKind,
    StartOverButton,
    UndoButton,
    WordsButton,
    WordsSelect,
)
from bot.panel.part_layout import part_panel
from bot.tables.analysis.lesson_progress import lesson_table
from bot.tables.undo_rules import UndoPlan
from bot.wording import LANGUAGES, texts_in
from bot.wording.escaping import within
from engines import Action, Event, Message, Prompt, lessons
from engines.messages import OVER, PartialAction
from tests.bot.stubs import stub_game, stub_table
from tests.engines.burgundy import positions as burgundy
from tools.bench.taps import count_taps

WORDS = texts_in("en")
FREE = UndoPlan(1, 4, 1, None)
BARRED = UndoPlan(1, 4, 1, "revealed")
ASKED = Prompt(Message("say.ended"), resources=Message("say.posted_again"))


def rows(panel: Panel) -> list[list[dict[str, Any]]]:
    return [row["components"] for row in panel.view.to_components()]


def row_labels(panel: Panel) -> list[list[str]]:
    """Return the labels of buttons and selects, row by row."""
    return [[item.get("label") or item["placeholder"] for item in row] for row in rows(panel)]


def select_options(panel: Panel) -> list[list[tuple[str, str, str | None]]]:
    """Return label, value and note of the options of each select."""
    return [
        [(option["label"], option["value"], option.get("description")) for option in item["options"]]
        for row in rows(panel)
        for item in row
        if item["type"] == 3
    ]


def picks(count: int, word: str = "x") -> list[Action]:
    return [(word, str(number)) for number in range(count)]


def test_few_actions_are_buttons_with_their_notes_five_in_a_row_and_declining_is_quiet() -> None:
    game = stub_game(
        prompt=ASKED,
        legal=[*picks(5), ("done",)],
        hints={("x", "1"): Message("say.ended")},
    )
    panel = move_panel(stub_table(game), 1, WORDS, None, heading="✓ x")
    assert panel.content.split("\n") == [
        "✓ x",
        "**Navegador** · round 1, turn 3",
        WORDS.say("say.ended"),
        WORDS.say("say.posted_again"),
    ]
    assert row_labels(panel) == [["x 0", f"x 1 · {WORDS.say('say.ended')}", "x 2", "x 3", "x 4"], ["Done"]]
    styles = [item["style"] for row in rows(panel) for item in row]
    assert styles == [discord.ButtonStyle.primary.value] * 5 + [discord.ButtonStyle.secondary.value]
    assert rows(panel)[0][1]["custom_id"] == "pt:w:1:7:x.1"
    assert panel.offer == [*picks(5), ("done",)]


def test_many_actions_come_in_a_select_that_says_so_and_more_of_them_name_their_ends() -> None:
    single = move_panel(stub_table(stub_game(prompt=ASKED, legal=picks(25))), 1, WORDS, None)
    assert row_labels(single) == [["Choose …"]]
    assert select_options(single)[0][24] == ("x 24", "x.24", None)
    two = move_panel(stub_table(stub_game(prompt=ASKED, legal=picks(26))), 1, WORDS, None)
    assert row_labels(two) == [["x 0 … x 24"], ["x 25"]]
    assert [row[0]["custom_id"] for row in rows(two)] == ["pt:s:1:7:0", "pt:s:1:7:1"]
    assert WORDS.say("panel.words", words="x") not in two.content, "a word without a choice is no way to go back"


@pytest.mark.parametrize(
    ("count", "page", "ways"),
    [(100, 0, []), (101, 0, ["▶"]), (101, 1, ["◀"]), (201, 1, ["◀", "▶"]), (201, 2, ["◀"])],
)
def test_only_pages_that_exist_can_be_turned_to(count: int, page: int, ways: list[str]) -> None:
    panel = move_panel(stub_table(stub_game(prompt=ASKED, legal=picks(count))), 1, WORDS, None, page=page)
    assert row_labels(panel)[-1] == (ways or ["x 75 … x 99"])
    turned = [item["custom_id"] for item in rows(panel)[-1] if item["type"] == 2]
    assert turned == [f"pt:p:1:7:{page + (1 if arrow == '▶' else -1)}:x" for arrow in ways]


def test_a_kind_of_its_own_is_a_select_before_the_buttons_and_only_whole_actions_have_notes() -> None:
    legal = [*picks(12, "a"), ("b", "c"), ("pass",)]
    game = stub_game(prompt=ASKED, legal=legal, hints={("a", "3"): Message("say.ended")})
    panel = move_panel(stub_table(game), 1, WORDS, FREE)
    assert row_labels(panel) == [["a …"], ["b c", "Nothing"], ["Undo"]]
    assert select_options(panel)[0][2:4] == [("a 2", "a.2", None), ("a 3", "a.3", WORDS.say("say.ended"))]


def test_a_beginning_of_actions_is_a_button_of_its_last_word_that_leads_on_and_back_out() -> None:
    legal = [("a", word, str(number)) for word in "bc" for number in range(30)] + [("pass",)]
    table = stub_table(stub_game(prompt=ASKED, legal=legal))
    assert row_labels(move_panel(table, 1, WORDS, None)) == [["a", "Nothing"]]
    inside = move_panel(table, 1, WORDS, BARRED, ("a",))
    assert row_labels(inside) == [["b", "c"], ["Back"]]
    assert inside.content.endswith("\nSo far: a")
    assert rows(inside)[0][1]["custom_id"] == "pt:w:1:7:a.c"
    assert rows(inside)[1][0]["custom_id"] == "pt:p:1:7:0:"
    deeper = move_panel(table, 1, WORDS, FREE, ("a", "c"))
    assert deeper.content.endswith("\nSo far: a › c")
    assert row_labels(deeper)[-1] == ["Back", "Undo"]
    assert rows(deeper)[-1][0]["custom_id"] == "pt:p:1:7:0:a"
    assert deeper.offer == legal[30:60]


def test_actions_put_together_piece_by_piece_are_offered_at_the_beginning_alone() -> None:
    prompt = Prompt(Message("say.ended"), open=("offer", "bank"))
    part = PartialAction(Message("say.posted_again"), [("1", "wool"), ("2", "wool")], 2, ("for",))
    legal = [*picks(12, "a"), *picks(30, "b")]
    game = stub_game(prompt=prompt, legal=legal, parts={("offer",): part, ("offer", "1", "wool"): part})
    table = stub_table(game)
    panel = move_panel(table, 1, WORDS, None)
    assert row_labels(panel)[-1] == ["offer …"], "what has no next piece is only typed"
    assert rows(panel)[-1][0]["style"] == discord.ButtonStyle.secondary.value
    assert rows(panel)[-1][0]["custom_id"] == "pt:w:1:7:offer"
    assert row_labels(move_panel(table, 1, WORDS, None, ("b",)))[-1] == ["Back"]
    first = part_panel(table, 1, WORDS, ("offer",), part)
    assert first.content == f"**Navegador** · round 1, turn 3\n{WORDS.say('say.posted_again')}"
    assert row_labels(first) == [["Choose …"], ["Back"]]
    assert select_options(first) == [[("1 wool", "1.wool", None), ("2 wool", "2.wool", None)]]
    select = rows(first)[0][0]
    assert (select["min_values"], select["max_values"], select["custom_id"]) == (1, 2, "pt:x:1:7:offer")
    assert "So far" in part_panel(table, 1, WORDS, ("offer", "1", "wool"), part).content


def test_what_a_piece_starts_from_is_chosen_in_its_list_and_a_button_as_far_as_that_has_room() -> None:
    wool = ("1", "wool")
    part = PartialAction(Message("say.posted_again"), [wool, ("2", "wool")], 2, ("for",), likely=(wool,))
    table = stub_table(stub_game(prompt=Prompt(Message("say.ended"), open=("offer",))))
    panel = part_panel(table, 1, WORDS, ("offer",), part)
    assert [option.get("default", False) for option in rows(panel)[0][0]["options"]] == [True, False]
    assert row_labels(panel) == [["Choose …"], ["Continue with 1 wool", "Back"]]
    assert rows(panel)[1][0]["custom_id"] == "pt:w:1:7:offer.1.wool.for"
    long = ("offer", *["1", "ore"] * 11)
    assert row_labels(part_panel(table, 1, WORDS, long, part)) == [["Choose …"], ["Back"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("end", "question"), [(None, ""), (OVER, "?"), ("rolled", "?")])
def test_what_is_asked_once_more_is_named_with_what_it_costs(language: str, end: str | None, question: str) -> None:
    action = ("x", "1")
    texts = texts_in(language)
    table = stub_table(stub_game(legal=picks(2), hints={action: Message("say.ended")}), key="burgundy")
    panel = confirm_panel(table, 1, texts, action, end)
    assert panel.content.startswith(f"**x 1 · {texts.say('say.ended')}{question}**\n")
    assert panel.content.endswith("?") is (end is None)


@pytest.mark.parametrize(
    ("language", "whole", "begun"),
    [
        ("en", "Take Castle from depot 2", "Take a tile: 2"),
        ("de", "Burg aus Depot 2 nehmen", "Plättchen nehmen: 2"),
        ("nl", "Kasteel uit depot 2 nemen", "Tegel nemen: 2"),
    ],
)
def test_the_beginning_of_an_action_is_a_phrase(language: str, whole: str, begun: str) -> None:
    game = burgundy.position(me={"dice": [2, 3], "workers": 4}, depots={"2": ["castle", "ship"]})
    table = stub_table(game, people=2, key="burgundy")
    beginnings = [("take", "2", "castle"), ("take", "2")]
    assert with_notes(table, 0, texts_in(language), beginnings) == [whole, begun]


def test_what_reveals_is_asked_once_more() -> None:
    action = ("x", "1")
    table = stub_table(stub_game(legal=picks(2), hints={action: Message("say.ended")}))
    panel = confirm_panel(table, 1, WORDS, action)
    assert [item["custom_id"] for row in rows(panel) for item in row] == ["pt:c:1:7:x.1", "pt:p:1:7:0:"]
    assert WORDS.say("say.ended") not in confirm_panel(table, 1, WORDS, ("x", "0")).content


@pytest.mark.parametrize(("plan", "ways"), [(None, []), (BARRED, []), (FREE, [["Undo"]])])
def test_who_waits_may_undo_what_nothing_bars(plan: UndoPlan | None, ways: list[list[str]]) -> None:
    table = stub_table(stub_game(blocking=(2, 0)))
    panel = waiting_panel(table, 1, WORDS, plan, "✓ x")
    assert panel.content == "✓ x\nThe table is waiting for **carla** and **anna**."
    assert row_labels(panel) == [[*(label for row in ways for label in row), "👋 Nudge"]]
    assert row_labels(waiting_panel(table, None, WORDS, plan)) == [], "a stranger undoes nothing and nudges nobody"
    alone = stub_table(stub_game(blocking=(1,)))
    assert row_labels(waiting_panel(alone, 1, WORDS, plan)) == ways, "nobody nudges himself"
    over = waiting_panel(stub_table(stub_game(over=True)), 1, WORDS, None)
    assert over.content == "The game is over."


def test_that_the_game_is_over_is_said_once() -> None:
    over = stub_table(stub_game(over=True))
    text = f"✓ x\n{WORDS.say(f'{over.row.key}.event.over')}"
    assert waiting_panel(over, 1, WORDS, None, text).content == text


def test_labels_options_and_placeholders_that_are_too_long_end_after_a_whole_word() -> None:
    legal = [(*["seven77"] * 20, str(number)) for number in range(12)]
    panel = move_panel(stub_table(stub_game(prompt=ASKED, legal=legal)), 1, WORDS, None)
    assert {label for label, _, _ in select_options(panel)[0]} == {" ".join(["seven77"] * 12) + "…"}
    few = move_panel(stub_table(stub_game(prompt=ASKED, legal=legal[:2])), 1, WORDS, None)
    assert row_labels(few)[0] == [" ".join(["seven77"] * 10) + "…"] * 2
    many = [(*["seven77"] * 20, str(number)) for number in range(30)]
    labels = row_labels(move_panel(stub_table(stub_game(prompt=ASKED, legal=many)), 1, WORDS, None))
    assert labels[0][0] == " ".join(["seven77"] * 18) + "…"


def test_a_note_that_does_not_fit_on_a_button_is_left_out_not_cut() -> None:
    legal: list[Action] = [("one",), ("two",)]
    hints: dict[Action, Message] = {("one",): Message("said.short"), ("two",): Message("said." + "w" * 75)}
    panel = move_panel(stub_table(stub_game(prompt=ASKED, legal=legal, hints=hints)), 1, WORDS, None)
    assert ["·" in label for label in row_labels(panel)[0]] == [True, False]


@pytest.mark.parametrize(
    ("text", "most", "shortened"),
    [("as long as it", 13, "as long as it"), ("as long as it", 12, "as long as…"), ("one, two", 6, "one…")],
)
def test_a_text_that_is_too_long_ends_after_a_whole_word(text: str, most: int, shortened: str) -> None:
    assert within(text, most) == shortened


def test_a_single_word_that_is_too_long_is_all_that_is_ever_cut() -> None:
    assert within("w" * 9, 8) == "w" * 7 + "…"


def test_of_long_news_the_oldest_public_ones_go_and_private_ones_stay() -> None:
    private = Event("drew", 0, seen_by=(0,))
    public = [Event("rolled", 0, {"n": number}) for number in range(MOST_EVENTS + 2)]
    assert _without_oldest([private, *public]) == [private, *public[2:]]
    assert _without_oldest([*public[:MOST_EVENTS], private]) == [*public[:MOST_EVENTS], private]
    assert _without_oldest([private]) == [private]


@pytest.mark.parametrize(
    ("custom_id", "kind", "fields"),
    [
        ("pt:m:12", controls.MoveButton, {"game_id": 12}),
        ("pt:a:12:ab3f:counter", controls.AnswerButton, {"game_id": 12, "mark": "ab3f", "words": ("counter",)}),
        ("pt:w:12:7:sell.gold.3", WordsButton, {"game_id": 12, "version": 7, "words": ("sell", "gold", "3")}),
        ("pt:s:12:7:2", WordsSelect, {"game_id": 12, "version": 7}),
        ("pt:x:12:7:offer.wool*2", PartSelect, {"version": 7, "words": ("offer", "wool", "wool")}),
        ("pt:p:12:7:2:sell.gold", PageButton, {"version": 7, "page": 2, "words": ("sell", "gold")}),
        ("pt:p:12:7:0:", PageButton, {"version": 7, "page": 0, "words": ()}),
        ("pt:c:12:7:discover.guine", ConfirmButton, {"version": 7, "words": ("discover", "guine")}),
        ("pt:u:12:7", UndoButton, {"game_id": 12, "version": 7}),
        ("pt:over:12:7:yes", StartOverButton, {"game_id": 12, "version": 7, "sure": True}),
    ],
)
def test_buttons_posted_by_earlier_versions_of_the_program_are_understood(
    custom_id: str, kind: type[Component], fields: dict[str, Any]
) -> None:
    """Custom ids stand in messages for ever."""
    control = components.read(custom_id)
    assert type(control) is kind
    assert {name: getattr(control, name) for name in fields} == fields
    assert control.custom_id == custom_id


def test_taps_count_a_button_once_a_select_twice_and_every_page_turned() -> None:
    few = picks(10)
    assert count_taps(few, few[3]) == 1
    many = picks(250)
    assert [count_taps(many, many[number]) for number in (0, 99, 100, 200)] == [2, 2, 3, 4]
    mixed = [*picks(12, "a"), *picks(30, "b"), ("pass",)]
    assert count_taps(mixed, ("a", "3")) == 2
    assert [count_taps(mixed, ("b", number)) for number in ("3", "29")] == [2, 4]
    assert count_taps(mixed, ("pass",)) == 1


def test_on_an_imagined_table_what_lies_open_is_nobody_s() -> None:
    table = stub_table(engines.new("mmn", 3, 5, number_chips="laid"), key="mmn")
    panel = move_panel(table, 0, texts_in("en"), None, kit=Kit(1, SessionKind.PRACTICE, viewer=2))
    assert "Chips left: 2, 3 ×2, 4 ×2" in panel.content
    again = move_panel(table, 0, texts_in("en"), None)
    assert "Which number chip do you lay, and on which hex?" in again.content


def test_what_no_button_has_room_for_is_said_above_the_buttons() -> None:
    lesson = next(candidate for candidate in lessons.LESSONS.values() if candidate.id == "captain")
    table = lesson_table(lesson, (), 1, ("Anna", "Ben", "Carla", "Dirk", "Emma"))
    panel = move_panel(table, lessons.learner(lesson), WORDS, None, kit=Kit(0, SessionKind.PRACTICE))
    assert any(label.startswith("Store on") and "resources" not in label for row in row_labels(panel) for label in row)
    assert "-# Journeyman: a resource and its commodity; Store: two identical resources" in panel.content


@pytest.mark.parametrize(
    ("language", "round_text"), [("en", "round 2, turn 4"), ("de", "Runde 2, Zug 4"), ("nl", "ronde 2, beurt 4")]
)
def test_turns_of_everybody_are_told_with_their_round(language: str, round_text: str) -> None:
    game = engines.new("mmn", seats=3, seed=1)
    game.state.turn = 4
    assert title_line(stub_table(game, key="mmn"), texts_in(language)).endswith(f"** · {round_text}")


def test_rounds_are_told_alone() -> None:
    game = engines.new("macao", seats=3, seed=1)
    game.state.turn = 4
    assert title_line(stub_table(game, key="macao"), WORDS).endswith("** · round 4 of 12")
