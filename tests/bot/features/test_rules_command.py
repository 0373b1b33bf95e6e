"""/rules: the section that answers stands there at once, and leads to others."""

from __future__ import annotations

import re

import pytest

import engines
from bot.features.rules import Topic, answering, cards_of, linked, page, topic_of, topics
from bot.wording import LANGUAGES, texts_in
from bot.wording.rule_documents import MAINTAINERS, sections
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, labels, shown
from tests.bot.room import Room


def numbers(found_topics: list[Topic]) -> list[str]:
    return [found_topic.section.number for found_topic in found_topics]


def topic(id: str, language: str = "en") -> Topic:
    found_topic = topic_of(id, language)
    assert found_topic is not None
    return found_topic


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_called_as_the_lobby_calls_them(language: str) -> None:
    texts = texts_in(language)
    dice_page = page(topic("macao:4.2", language))
    for name in ("dice", "dice.together", "dice.in_order"):
        assert f"*{texts.say(f'macao.option.{name}')}*" in dice_page
    boards = page(topic("burgundy:3.1", language))
    assert f"- *{texts.say('burgundy.option.mode.random')}*" in boards, "what belongs to the option before"
    ids = {
        word for key in engines.GAMES for option in engines.GAMES[key].options for word in (option.id, *option.values)
    }
    pages = [page(any_topic) for key in engines.GAMES for any_topic in topics(key, language)]
    assert [word for text in pages for word in re.findall(r"`(\w+)`", text) if word in ids] == []


# -- what answers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["navegador:7.7", "Navegador: 7.7 Privilege", "navegador privilege", "7.7 PRIVILEGE", "7.7"]
)
def test_a_section_is_found_by_what_it_is_called(typed: str) -> None:
    assert answering("navegador", "en", typed)[0].id == "navegador:7.7"


def test_only_the_game_of_the_channel_answers_unless_nothing_of_it_fits() -> None:
    assert {any_topic.key for any_topic in answering("macao", "de", "Gleichstand")} == {"macao"}
    assert answering("macao", "en", "barbarians?")[0].key == "mmn"
    assert len({any_topic.key for any_topic in answering(None, "en", "end of the game")}) > 1
    assert answering("macao", "en", "qqqqqq") == []


def test_the_game_that_is_named_answers() -> None:
    assert {any_topic.key for any_topic in answering("macao", "en", "navegador sailing")} == {"navegador"}
    assert numbers(answering("macao", "en", "sail navegador"))[0] == "7.3"
    assert answering("navegador", "en", "Navegador card")[0].section.number == "9"


def test_the_name_of_a_game_leads_to_what_it_is_about() -> None:
    first_topic = answering("mmn", "en", "macao")[0]
    assert first_topic.title == "Macao: In short"
    assert [linked_topic.section.number for linked_topic in linked(first_topic)][:3] == ["1", "2", "3"]


def test_texts_for_maintainers_are_no_topics() -> None:
    maintainers_sections = {
        (key, section.number) for key in engines.GAMES for section in sections(key, "en") if section.mark == MAINTAINERS
    }
    assert {("macao", "10.1"), ("navegador", "15"), ("burgundy", "16"), ("mmn", "23")} <= maintainers_sections
    assert not maintainers_sections & {
        (key, topic.section.number) for key in engines.GAMES for topic in topics(key, "en")
    }
    for key in engines.GAMES:
        marks = [[section_marked.mark for section_marked in sections(key, language)] for language in LANGUAGES]
        assert marks[0] == marks[1] == marks[2], key


def test_every_section_fits_into_a_message_with_its_title_in_every_language() -> None:
    for any_topic in (topic for language in LANGUAGES for key in engines.GAMES for topic in topics(key, language)):
        longest = max(
            (any_topic._replace(line=line) for line in any_topic.section.text.splitlines()),
            key=lambda quoted: len(page(quoted)),
        )
        assert len(page(longest, "**Now:** " + "x" * 900, texts_in(any_topic.language).say("rules.or"))) <= 2000, (
            any_topic.id
        )


# -- where a topic leads -----------------------------------------------------------------------------------------------


def test_a_section_leads_to_its_parts_and_to_those_it_names() -> None:
    assert [linked_topic.section.number for linked_topic in linked(topic("macao:8"))] == []
    assert [linked_topic.section.number for linked_topic in linked(topic("macao:5.3"))] == ["8"]
    assert [linked_topic.section.number for linked_topic in linked(topic("navegador:8"))] == ["4.5"]
    assert [linked_topic.section.number for linked_topic in linked(topic("navegador:11"))][:4] == [
        "11.1",
        "11.2",
        "11.3",
        "11.4",
    ]
    assert [linked_topic.section.number for linked_topic in linked(topic("burgundy:13"))] == ["15"]


@pytest.mark.parametrize("key", engines.GAMES)
def test_a_section_leads_to_the_same_ones_in_every_language(key: str) -> None:
    for english_topic in topics(key, "en"):
        english = {linked_topic.section.number for linked_topic in linked(english_topic)}
        for language in ("de", "nl"):
            assert {
                linked_topic.section.number for linked_topic in linked(topic(english_topic.id, language))
            } == english, (english_topic.id, language)


def test_cards_are_those_typed_in_any_language_then_those_of_the_text() -> None:
    card_ids = cards_of(topic("macao:5.1"), "what does the Graf do")
    assert card_ids[0] == "graf"
    assert {"archiv", "kran", "heiler", "handwerker"} <= set(card_ids)
    assert cards_of(topic("burgundy:7"), "Wissen 12")[0] == "k12"
    assert cards_of(topic("navegador:7.1"), "Graf") == []


# -- in Discord --------------------------------------------------------------------------------------------------------


@sqlite
async def test_the_best_text_stands_there_at_once_with_the_line_that_fits_first(room: Room) -> None:
    anna = room["anna"]
    await room.ask(anna, "game new", game="macao")
    answer = await room.ask(anna, "rules", topic="wall price")
    title, first, *_ = answer.content.splitlines()
    assert title == "**Macao: 5.3 Advancing on the wall**"
    assert first.startswith("> One space costs 1 cube")
    assert answer.content.endswith("-# Or did you mean one of these?")
    await room.ask(anna, "language", language="de")
    answer = await room.ask(anna, "rules", topic="was kostet die mauer")
    assert answer.content.startswith("**Macao: 5.3 Auf der Mauer vorrücken**\n> ")


@sqlite
async def test_what_else_may_have_been_meant_stays_after_a_press(room: Room) -> None:
    anna = room["anna"]
    await room.ask(anna, "game new", game="macao")
    answer = await room.ask(anna, "rules", topic="wall")
    other_labels = labels(answer)[:4]
    second = shown(await anna.click(answer, label=other_labels[1]))
    assert second.content.startswith(f"**Macao: {other_labels[1]}**")
    first_title = {answer.content.splitlines()[0].removeprefix("**Macao: ").removesuffix("**")}
    assert set(labels(second)[:4]) == {*other_labels, *first_title} - {other_labels[1]}
    third = shown(await anna.click(second, label=first_title.pop()))
    assert third.content.splitlines()[0] == answer.content.splitlines()[0]


@sqlite
async def test_a_reference_and_a_card_can_be_pressed(room: Room, plain_pictures: None) -> None:
    anna = room["anna"]
    answer = await room.ask(anna, "rules", topic="macao:5.1")
    select = next(item for item in controls(answer) if item["type"] == 3)
    assert "graf" in [option["value"] for option in select["options"]]
    card = shown(await anna.select(answer, ["graf"], custom_id=select["custom_id"]))
    assert card.flags.ephemeral
    assert [attachment.filename for attachment in card.attachments] == ["card.png"]
    answer = await room.ask(anna, "rules", topic="macao:5.3")
    assert labels(answer) == ["8 Wall and order of play"]
    assert shown(await anna.click(answer, label="8 Wall and order of play")).content.startswith("**Macao: 8 ")


@sqlite
async def test_what_fits_nothing_leads_to_what_the_games_are_about(room: Room) -> None:
    await room.ask(room["anna"], "game new", game="mmn")
    answer = await room.ask(room["anna"], "rules", topic="qqqqqq")
    assert answer.content == "There is no such topic. Ask with other words, or begin here:"
    assert {label.partition(":")[0] for label in labels(answer)} == {texts_in("en").title(key) for key in engines.GAMES}
    assert labels(answer)[0].startswith(texts_in("en").title("mmn"))


@sqlite
async def test_completions_rank_like_answers(room: Room) -> None:
    anna = room["anna"]
    assert await anna.autocomplete(room.channel, "rules", "topic", "qqqqqq") == []
    beginnings = await anna.autocomplete(room.channel, "rules", "topic", "")
    assert [choice["value"] for choice in beginnings] == [f"{key}:0" for key in engines.GAMES]
    await room.ask(anna, "game new", game="navegador")
    for typed, wanted in (("chu", "4.4"), ("sail", "7.3"), ("how far can my sh", "7.3")):
        choices = await anna.autocomplete(room.channel, "rules", "topic", typed)
        ids = [choice["value"] for choice in choices]
        assert f"navegador:{wanted}" in [choice_id for choice_id in ids if " " not in choice_id][:3], typed
        assert all(choice_id.startswith("navegador:") for choice_id in ids)
    assert len(await anna.autocomplete(room.channel, "rules", "topic", "")) == 25


@sqlite
@pytest.mark.parametrize(
    ("typed", "question", "answered"),
    [
        ("what does the chu", "What does the church do?", "recruits one worker for 50 Cr"),
        ("how do i wi", "How do I win?", "most points"),
        ("macao joker worth", "Macao: What is a joker worth?", "3 GM"),
    ],
)
async def test_who_is_typing_is_offered_whole_questions_that_are_answered_at_once(
    room: Room, typed: str, question: str, answered: str
) -> None:
    anna = room["anna"]
    await room.ask(anna, "game new", game="navegador")
    first, *further_choices = await anna.autocomplete(room.channel, "rules", "topic", typed)
    assert first["name"] == question
    quotation = (await room.ask(anna, "rules", topic=first["value"])).content.split("\n")[1]
    assert quotation.startswith("> ")
    assert answered in quotation
    answers = [choice["value"] for choice in further_choices]
    assert len(answers) == len({*answers})
    assert len([answer for answer in answers if " " in answer]) < 8, "sections are offered below"


@sqlite
async def test_what_the_position_knows_more_comes_first(room: Room, plain_pictures: None) -> None:
    await room.open_table("navegador")
    anna = room["anna"]
    answer = await room.ask(anna, "rules", topic="church price")
    assert "Church costs 150 Cr" in answer.content.splitlines()[1]
    assert answer.content.splitlines()[2] == "> Prices from the cheapest on: Churches: 150, then 50 more each"
    answer = await room.ask(anna, "rules", topic="macao:4.1")
    assert "Now:" not in answer.content
