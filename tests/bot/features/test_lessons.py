"""/learn: lessons of a game, alone and in private."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord
import pytest

import render
from bot.delivery.board_description import chapters, pages
from bot.delivery.illustrating import PICTURE
from bot.features.lessons import lesson_session
from bot.features.lessons.lesson_layout import course_id, text_id
from bot.interactions.custom_ids import join
from bot.tables.analysis.lesson_progress import SETTING, lesson_table, next_lesson, read_progress
from bot.wording import texts_in
from bot.wording.languages import LANGUAGES
from engines import GAMES, Action, View, lessons
from engines.lessons import LESSONS, Learned, next_in_course
from engines.record import notation, parse
from storage import people
from storage.database import Database
from tests.bot.english import english
from tests.bot.grey_pixels import grey_pixel
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, labels, shape_buttons, shown_message
from tests.bot.room import Room, open_room

pytestmark = pytest.mark.usefixtures("plain_pictures")

RONDEL = 101
DISCOVERY = 102
COLONY = 103
BUILDING = 104
MARKET = 105


async def learn(room: Room, game: str = "navegador") -> discord.Message:
    return shown_message(await room["anna"].slash(room.channel, "learn", game=game))


async def press(room: Room, message: discord.Message, label: str) -> discord.Message:
    return shown_message(await room["anna"].click(message, label=label))


async def choose_lesson(room: Room, number: int) -> discord.Message:
    """Choose a lesson from the list of all."""
    message = await press(room, await learn(room, LESSONS[number].game), english("button.lesson_all"))
    select = next(item["custom_id"] for item in controls(message) if item["type"] == 3)
    return shown_message(await room["anna"].select(message, [str(number)], custom_id=select))


async def say(room: Room, message: discord.Message, words: str) -> discord.Message:
    """Choose an action, word by word where the panel asks so."""
    target = join(parse(words))
    controls_by_action = list[tuple[str, str, str]]()
    for item in controls(message):
        if item["custom_id"].startswith(("pt:lw:", "pt:ls:")):
            values = [option["value"] for option in item["options"]] if item["type"] == 3 else [""]
            controls_by_action += [
                (value or item["custom_id"].rpartition(":")[2], item["custom_id"], value) for value in values
            ]
    fitting_controls = [entry for entry in controls_by_action if f"{target}.".startswith(f"{entry[0]}.")]
    chosen_prefix, custom_id, value = max(fitting_controls, key=lambda entry: len(entry[0]))
    if value:
        message = shown_message(await room["anna"].select(message, [value], custom_id=custom_id))
    else:
        message = shown_message(await room["anna"].click(message, custom_id=custom_id))
    return message if chosen_prefix == target else await say(room, message, words)


def listed_options(message: discord.Message) -> list[str]:
    """Return what the selects of a message list."""
    return [option["label"] for item in controls(message) if item["type"] == 3 for option in item["options"]]


async def pick(room: Room, message: discord.Message, label: str) -> discord.Message:
    """Press a button, or choose an option, with this label."""
    for item in controls(message):
        if item["type"] == 3:
            for option in item["options"]:
                if option["label"] == label:
                    return shown_message(
                        await room["anna"].select(message, [option["value"]], custom_id=item["custom_id"])
                    )
    return await press(room, message, label)


async def stored_progress(database: Database, user: int) -> Learned:
    async with database.reading() as session:
        return read_progress(await people.settings(session, user), "navegador")


@sqlite
async def test_a_lesson_is_told_done_and_followed_by_the_next(room: Room, database: Database) -> None:
    first = await learn(room)
    assert english("navegador.lesson.rondel.text") in first.content
    assert english("lesson.task", task=english("navegador.lesson.rondel.task")) in first.content
    assert len(first.attachments) == 1
    assert english("lesson.so_far") not in first.content
    assert "Lesson 1 of 9: " in first.content
    assert english("button.lesson_again") not in labels(first), "nothing has been decided"
    solved = await say(room, first, "rondel sailing")
    assert english("lesson.done", text=english("navegador.lesson.rondel.done")) in solved.content
    assert english("lesson.strong") in solved.content
    assert english("lesson.strong_would", action="Builder") in solved.content
    assert english("lesson.strong_other") in solved.content, "it begins at the builder's"
    assert (await stored_progress(database, room["anna"].id)).done == (RONDEL,)
    second = await press(room, solved, english("button.lesson_next"))
    assert english("navegador.lesson.discovery.text") in second.content
    assert (await stored_progress(database, room["anna"].id)).at == DISCOVERY
    assert english("navegador.lesson.discovery.text") in (await learn(room)).content, "taken up where it was left"
    await say(room, second, "discover bahia portugal portugal")
    solved = await say(room, await choose_lesson(room, COLONY), "colony angola")
    assert english("lesson.strong_same") in solved.content
    assert english("lesson.strong_other") not in solved.content


@sqlite
async def test_something_else_is_no_fault_but_not_the_task(room: Room, database: Database) -> None:
    first = await learn(room)
    answer = await say(room, first, "rondel workers")
    assert "is possible, too" in answer.content
    assert english("lesson.task", task=english("navegador.lesson.rondel.task")) in answer.content
    assert (await stored_progress(database, room["anna"].id)).done == ()
    solution = await press(room, answer, english("button.lesson_show"))
    assert english("lesson.shown", actions="Sailing") in solution.content


@sqlite
async def test_what_comes_of_a_try_is_told_without_the_introduction(room: Room) -> None:
    first = await learn(room)
    introduction = english("navegador.lesson.rondel.text"), english("navegador.lesson.begin")
    assert all(text in first.content for text in introduction)
    for answer in (
        await say(room, first, "rondel workers"),
        await press(room, first, english("button.lesson_show")),
    ):
        assert not any(text in answer.content for text in introduction)
        assert english("lesson.task", task=english("navegador.lesson.rondel.task")) in answer.content
    restarted = await press(room, answer, english("button.lesson_again"))
    assert all(text in restarted.content for text in introduction)


@sqlite
async def test_the_strong_player_says_what_the_task_gains_or_that_the_other_thing_is_good_too(
    room: Room,
) -> None:
    """The answer never says that the person has done better than the teacher asks."""
    worse = await say(room, await learn(room), "rondel workers")
    assert f"{english('lesson.rather')} What its whole turn brings: " in worse.content
    assert english("lesson.other_too") not in worse.content
    better = await say(room, await choose_lesson(room, BUILDING), "build church")
    assert english("lesson.other_too") in better.content
    assert english("lesson.rather") not in better.content


@sqlite
async def test_what_the_strong_player_gains_is_told_in_words(room: Room) -> None:
    solved = await say(room, await choose_lesson(room, BUILDING), "build factory_gold")
    heading_index = solved.content.splitlines().index(english("lesson.strong"))
    suggestion, comparison = solved.content.splitlines()[heading_index + 1 : heading_index + 3]
    assert comparison == f"-# {english('lesson.strong_other')}"
    assert suggestion.startswith("It would begin with “")
    assert " What its whole turn brings: 1 more point this turn, churches: 2, not 1" in suggestion


@sqlite
async def test_the_board_of_a_lesson_is_told_in_words(room: Room, database: Database) -> None:
    """The description is paged, and leads back to the lesson as the person has left it."""
    half_solved = await say(room, await choose_lesson(room, MARKET), "sell gold 1")
    assert half_solved.content.count(english("lesson.so_far")) == 1
    page = await press(room, half_solved, english("button.lesson_words"))
    page_texts = [page.content]
    count = int(next(label for label in labels(page) if label.startswith("Next, page")).split()[-1])
    while label := next((item["label"] for item in controls(page) if item["label"].startswith("Next, page")), ""):
        page = await press(room, page, label)
        page_texts.append(page.content)
        assert english("button.page_before", page=len(page_texts) - 1, count=count) in labels(page)
    assert len(page_texts) > 1
    table = lesson_table(
        LESSONS[MARKET], ["sell gold 1"], room["anna"].id, ("anna", "Aurora", "Bruno", "Cosima", "Dario")
    )
    expected_pages = pages(chapters(table, texts_in("en"), lessons.learner(LESSONS[MARKET])))[0]
    assert page_texts == list(expected_pages)
    lesson_message = await press(room, page, english("button.lesson_back"))
    assert english("lesson.task", task=english("navegador.lesson.market.task")) in lesson_message.content
    assert (await stored_progress(database, room["anna"].id)).decided == ("sell gold 1",)


@sqlite
async def test_an_offer_of_trade_in_a_lesson_is_answered(room: Room) -> None:
    """The offer is possible, though there are too many offers to list them."""
    message = await choose_lesson(room, next(lesson.number for lesson in LESSONS.values() if lesson.id == "trade"))
    for label in ("Offer a trade …", "1 nugget", "1 wool"):
        message = await pick(room, message, label)
    assert "is possible, too" in message.content


@sqlite
async def test_one_course_leads_to_the_next(room: Room) -> None:
    last = lessons.course("mmn", "knights")[-1]
    first = lessons.next_course(last)
    assert first is not None
    assert lessons.next_course(first) is None
    solved = await say(room, await choose_lesson(room, last.number), notation(lessons.solutions(last, [])[0]))
    label = english("button.lesson_course", course=english("mmn.course.power"))
    next_lesson_message = await press(room, solved, label)
    assert english("mmn.lesson.store.text") in next_lesson_message.content


@sqlite
async def test_a_task_of_several_decisions_can_be_begun_anew(room: Room, database: Database) -> None:
    market = await choose_lesson(room, MARKET)
    earlier_message = await learn(room)
    half_solved = await say(room, market, "sell gold 1")
    assert (await stored_progress(database, room["anna"].id)).decided == ("sell gold 1",)
    assert english("lesson.task", task=english("navegador.lesson.market.task")) in half_solved.content
    assert english("navegador.lesson.market.text") not in half_solved.content, "that has been read"
    stale_answer = await say(room, earlier_message, "process sugar 2")
    assert (await stored_progress(database, room["anna"].id)).decided == ("sell gold 1",), (
        "seen before that was decided"
    )
    assert stale_answer.content == half_solved.content
    restarted = await press(room, half_solved, english("button.lesson_again"))
    assert (await stored_progress(database, room["anna"].id)).decided == ()
    assert english("navegador.lesson.market.text") in restarted.content


@sqlite
async def test_the_buttons_of_a_lesson_are_about_that_one_whatever_was_begun_since(
    room: Room, database: Database
) -> None:
    first = await learn(room)
    half_solved = await say(room, await choose_lesson(room, MARKET), "sell gold 1")
    solution = await press(room, first, english("button.lesson_show"))
    assert english("lesson.shown", actions="Sailing") in solution.content
    assert english("navegador.lesson.rondel.task") in solution.content
    await press(room, half_solved, english("button.lesson_again"))
    reopened = await say(room, first, "rondel sailing")
    assert (await stored_progress(database, room["anna"].id)).at == RONDEL, (
        "whoever goes on with it has left the other one"
    )
    solved = await say(room, reopened, "rondel sailing")
    assert english("lesson.done", text=english("navegador.lesson.rondel.done")) in solved.content


@sqlite
async def test_where_the_strong_player_fails_a_lesson_is_done_all_the_same(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise ZeroDivisionError("no value")

    monkeypatch.setattr(lesson_session, "_best", fails)
    async with open_room(database) as room:
        solved = await say(room, await learn(room), "rondel sailing")
        assert english("lesson.done", text=english("navegador.lesson.rondel.done")) in solved.content
        assert english("lesson.strong") not in solved.content


@sqlite
async def test_the_board_of_a_lesson_is_shown_in_either_shape(room: Room) -> None:
    first = await learn(room)
    ((custom_id, shape),) = shape_buttons(first)
    reshaped = shown_message(await room["anna"].click(first, custom_id=custom_id))
    ((_, other_shape),) = shape_buttons(reshaped)
    assert (other_shape != shape, reshaped.content) == (True, first.content)


@sqlite
async def test_what_the_rules_forbid_is_refused_in_a_lesson_and_not_called_possible(room: Room) -> None:
    first = await learn(room)
    button = next(item["custom_id"] for item in controls(first) if item["custom_id"].endswith("rondel.sailing"))
    room.forge(first, button, forged := button.replace("rondel.sailing", "sell.gold.1"))
    refusal = shown_message(await room["anna"].click(first, custom_id=forged))
    assert "✗ " in refusal.content
    assert "is possible, too" not in refusal.content


@sqlite
async def test_who_has_done_everything_begins_the_first_lesson_anew(room: Room, database: Database) -> None:
    user = room["anna"].id
    all_done = Learned(RONDEL, ("rondel sailing",), tuple(LESSONS))
    await room.bot.tables.lessons.store(user, "navegador", all_done)
    assert english("lesson.task", task=english("navegador.lesson.rondel.task")) in (await learn(room)).content
    assert await stored_progress(database, user) == Learned(RONDEL, (), all_done.done)


@sqlite
async def test_the_last_lesson_says_what_wins(room: Room) -> None:
    last = [lesson for lesson in LESSONS.values() if lesson.game == "navegador"][-1]
    assert next_in_course(last) is None
    message = await choose_lesson(room, last.number)
    solved = await say(room, message, notation(lessons.solutions(last, [])[0]))
    assert "**What wins.**" in solved.content
    assert english("button.lesson_next") not in [item.get("label") for item in controls(solved)]


@sqlite
async def test_lessons_can_be_taken_in_direct_messages_and_each_language(room: Room) -> None:
    await room["anna"].slash(room.channel, "language", language="nl")
    message = shown_message(await room["anna"].user.slash("learn", game="navegador"))
    assert texts_in("nl").say("navegador.lesson.rondel.text") in message.content


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_is_told_within_a_message_in_each_language(language: str) -> None:
    texts = texts_in(language)
    for lesson in LESSONS.values():
        for part in ("title", "text", "task", "done"):
            assert texts.owns(f"{lesson.game}.lesson.{lesson.id}.{part}"), (lesson.id, part)
        part_texts = [texts.say(f"{lesson.game}.lesson.{lesson.id}.{part}") for part in ("text", "task", "done")]
        assert sum(map(len, part_texts)) < 1100
    for game in GAMES:
        for course in lessons.courses(game):
            first = lessons.course(game, course)[0]
            assert all(texts.owns(course_id(first, part)) for part in ("begin", "end"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_says_in_two_sentences_what_matters_and_why(language: str) -> None:
    texts = texts_in(language)
    for lesson in LESSONS.values():
        part_texts = {part: texts.say(text_id(lesson, part)) for part in ("text", "task", "done")}
        sentence_counts = {part: len(re.findall(r"[.!?](?=\s|$)", text)) for part, text in part_texts.items()}
        assert sentence_counts["text"] <= 2, part_texts["text"]
        assert sentence_counts["task"] <= 2, part_texts["task"]
        assert sentence_counts["done"] <= 2, part_texts["done"]
        assert len(part_texts["text"].split()) <= 60, part_texts["text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_value_of_a_penalty_is_said_wherever_one_is_met(language: str) -> None:
    texts = texts_in(language)
    marker = {"en": "penalty marker", "de": "Strafmarker", "nl": "strafmarker"}[language]
    begin = texts.say("macao.lesson.begin")
    assert [step in begin for step in ("1)", "2)", "3)")] == [True] * 3, "the steps of a round, in order"
    for id in ("macao.lesson.begin", "macao.lesson.cards.text", "macao.lesson.dice.done"):
        assert marker.lower() in texts.say(id).lower()
        assert re.search(r"\b3 (points|Punkte|punten)", texts.say(id)), id


@sqlite
@pytest.mark.parametrize("game", GAMES)
async def test_the_first_lesson_begins_with_how_the_game_is_won(room: Room, game: str) -> None:
    first = lessons.course(game, lessons.courses(game)[0])
    message = await learn(room, game)
    assert english(course_id(first[0], "begin")) in message.content
    second = await choose_lesson(room, first[1].number)
    assert english(course_id(first[0], "begin")) not in second.content


@sqlite
async def test_what_is_bought_in_a_lesson_is_paid_within_it(room: Room) -> None:
    serf = next(lesson for lesson in LESSONS.values() if lesson.id == "serf")
    message = await say(room, await choose_lesson(room, serf.number), "serf")
    assert english("lesson.task", task=english("mmn.lesson.serf.task")) in message.content
    solved = await say(room, message, "pay lumber")
    assert "pays lumber, paper" in solved.content or "serf" in solved.content.split("✓")[0], (
        "the board's story tells it"
    )


def test_what_is_kept_of_lessons_may_be_anything() -> None:
    sound_settings = {SETTING: {"navegador": {"at": MARKET, "decided": ["sell gold 1"], "done": [RONDEL]}}}
    assert read_progress(sound_settings, "navegador") == Learned(MARKET, ("sell gold 1",), (RONDEL,))
    for odd_settings in ({}, {SETTING: 7}, {SETTING: {"navegador": {"at": "x"}}}, {SETTING: {"navegador": None}}):
        assert read_progress(odd_settings, "navegador") == Learned()
    broken_settings = {SETTING: {"navegador": {"at": MARKET, "decided": ["fly"], "done": []}}}
    assert read_progress(broken_settings, "navegador") == Learned()
    assert next_lesson("navegador", Learned()).number == RONDEL
    assert next_lesson("navegador", Learned(done=(RONDEL,))).number == DISCOVERY
    all_numbers = tuple(LESSONS)
    assert next_lesson("navegador", Learned(RONDEL, (), all_numbers)).number == RONDEL


@sqlite
async def test_of_many_that_a_task_asks_for_some_are_named_and_all_counted(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await learn(room, "mmn")
    solution = await press(room, first, english("button.lesson_show"))
    (solution_line,) = (line for line in solution.content.splitlines() if line.startswith("💡 5 actions"))
    assert solution_line.count("Settlement") == 3
    monkeypatch.setattr(lesson_session, "MOST_SOLUTIONS", 5)
    solution = await press(room, first, english("button.lesson_show"))
    (solution_line,) = (line for line in solution.content.splitlines() if line.startswith("💡"))
    assert (solution_line.count("Settlement"), "5 actions" in solution_line) == (5, False), "these are all"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_names_the_ware_that_lies_on_its_quarter(language: str) -> None:
    lesson = next(lesson for lesson in LESSONS.values() if lesson.id == "quarter" and lesson.game == "macao")
    game = lessons.position(lesson)
    (action,) = [parse(words) for words in lesson.task]
    quarter = next(event for event in game.play(lessons.learner(lesson), action) if event.kind == "quarter")
    texts = texts_in(language)
    done_text = texts.say("macao.lesson.quarter.done")
    assert texts.word("macao", str(quarter.data["tile"])).lower() in done_text.lower()


@sqlite
@pytest.mark.room("anna")
async def test_of_two_cards_of_one_name_the_price_is_said(room: Room) -> None:
    message = await learn(room, "macao")
    label = next(item["label"] for item in controls(message) if "blue ×4" in (item.get("label") or ""))
    answer = await press(room, message, label)
    assert "blue ×4" in answer.content.split("is possible, too")[0]


@sqlite
@pytest.mark.parametrize("lesson", ["opening", "settlement", "captain"])
async def test_a_lesson_names_places_by_the_codes_of_its_picture_as_the_game_does(
    database: Database, lesson: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_actions = list[list[Action]]()

    def draw_map(view: View, caption: render.Caption, actions: Sequence[Action]) -> bytes:
        drawn_actions.append(list(actions))
        return grey_pixel()

    monkeypatch.setattr(render, "decision", draw_map)
    number = next(
        candidate.number for candidate in LESSONS.values() if (candidate.game, candidate.id) == ("mmn", lesson)
    )
    game = lessons.position(LESSONS[number])
    seat = lessons.learner(LESSONS[number])
    async with open_room(database, "anna") as room:
        message = await choose_lesson(room, number)
        wording = "\n".join([*labels(message), *listed_options(message)])
    codes = render.marks(game.view(seat), game.legal(seat))
    assert drawn_actions[-1] == game.distinct(game.legal(seat)), "the map with the codes is its picture"
    assert [code for code in codes.values() if not re.search(rf"\b{code}\b", wording)] == []


@sqlite
@pytest.mark.room("anna")
async def test_a_lesson_about_no_places_shows_the_board(room: Room) -> None:
    message = await learn(room, "navegador")
    assert [file.filename for file in message.attachments] == [PICTURE]


@sqlite
async def test_lists_carry_the_prices_of_what_they_offer(room: Room) -> None:
    quarter = next(lesson for lesson in LESSONS.values() if lesson.id == "quarter")
    lists = [item for item in controls(await choose_lesson(room, quarter.number)) if item["type"] == 3]
    priced = {option["label"]: option.get("description") for item in lists for option in item["options"]}
    assert priced["Quarter 23"] == "violet and black; silk"
    silverlings = next(lesson for lesson in LESSONS.values() if lesson.id == "silverlings")
    bought = [item.get("label") or "" for item in controls(await choose_lesson(room, silverlings.number))]
    assert "Buy Ship (black depot, 2 silverlings) · Goods of a depot, 1 step in turn order" in bought
    assert "Buy Sheep 3 (black depot, 2 silverlings)" in bought, "rather the price than what it brings"
