"""Requests spoiled on purpose are noticed, each by what it breaks; what Discord takes is not held against anybody."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from tests.discord.description import Asked, File
from tests.discord.yardstick import Yardstick, faults_of

Json = dict[str, Any]

BUTTON: Json = {"type": 2, "style": 1, "label": "Your move", "custom_id": "a", "disabled": False}
LINK: Json = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org/rules"}
SELECT: Json = {"type": 3, "custom_id": "b", "placeholder": "Which?", "min_values": 1, "max_values": 1}
SELECT |= {"options": [{"label": str(number), "value": str(number)} for number in range(25)]}
POST = Asked(
    "POST",
    "/channels/20/messages",
    body={
        "content": "é" * 2000,
        "nonce": "n" * 25,
        "enforce_nonce": True,
        "flags": 1 << 12,
        "allowed_mentions": {"parse": [], "users": [7], "replied_user": False},
        "components": [{"type": 1, "components": [BUTTON, LINK]}, {"type": 1, "components": [SELECT]}],
        "attachments": [{"id": 0, "filename": "board.png", "description": "d" * 1024}],
    },
    files={"files[0]": File("board.png", 10 * 2**20)},
)
EDIT = Asked(
    "PATCH",
    "/channels/20/messages/1456074443980800042",
    body={"content": "x", "tts": False, "attachments": [{"id": 1456074443980800043}], "components": []},
)
ANSWER = Asked(
    "POST",
    "/interactions/1/token/callback",
    {"with_response": "true"},
    {"type": 4, "data": {"content": "x", "flags": 64, "embeds": [{"title": "t" * 200, "description": "d" * 4000}]}},
)
COMPLETIONS = Asked(
    "POST",
    "/interactions/1/token/callback",
    body={"type": 8, "data": {"choices": [{"name": "n" * 100, "value": "v" * 100} for _ in range(25)]}},
)
FORM = Asked(
    "POST",
    "/interactions/1/token/callback",
    body={
        "type": 9,
        "data": {
            "custom_id": "form",
            "title": "t" * 45,
            "components": [
                {"type": 18, "label": "One", "component": {"type": 4, "custom_id": "one", "style": 1}},
                {"type": 18, "label": "Two", "component": {"type": 4, "custom_id": "two", "style": 2}},
            ],
        },
    },
)
SECOND_KIND = Asked(
    "POST",
    "/webhooks/30/token",
    {"wait": "true"},
    {"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 4000}]},
)
MOVE: Json = {"type": 3, "name": "move", "description": "d" * 100, "required": True, "autocomplete": True}
MOVE |= {"name_localizations": {"de": "zug", "nl": "zet", "hi": "चाल"}}
NOTE: Json = {"type": 3, "name": "note", "description": "What to note", "required": False}
PLAY: Json = {"name": "play", "type": 1, "description": "Play a move", "nsfw": False, "options": [MOVE, NOTE]}
PLAY |= {"description_localizations": {"de": "Mache einen Zug"}, "contexts": [0], "integration_types": [0]}
LOOK: Json = {"name": "Show Board", "type": 3}
COMMANDS = Asked("PUT", "/applications/30/commands", body=[PLAY, LOOK])
THREAD = Asked("POST", "/channels/20/threads", body={"name": "n" * 100, "auto_archive_duration": 10080, "type": 11})
SERVER = Asked("GET", "/guilds/10", {"with_counts": 0})
GOOD = (POST, EDIT, ANSWER, COMPLETIONS, FORM, SECOND_KIND, COMMANDS, THREAD, SERVER)

GONE = object()
FIRST_BUTTON = "components.0.components.0"
SECOND_BUTTON = "components.0.components.1"
SELECTION = "components.1.components.0"


def spoiled(asked: Asked, place: str, value: Any) -> Asked:
    """With another value in one place of its body; ``GONE``: nothing is there; a place ending with "+": one more."""
    whole = {"": deepcopy(asked.body)}
    inside: Any = whole
    *way, last = ["", *(int(word) if word.isdecimal() else word for word in place.split(".") if word)]
    for word in way:
        inside = inside[word]
    if value is GONE:
        del inside[last]
    elif last == "+":
        inside.append(value)
    else:
        inside[last] = value
    return replace(asked, body=whole[""])


def row(number: int) -> Json:
    return {"type": 1, "components": [BUTTON | {"custom_id": f"row {number}"}]}


def texts_in(number: int) -> Json:
    return {"type": 17, "components": [{"type": 14}] * number}


def part(number: int) -> Json:
    return {"type": 18, "label": "x", "component": {"type": 4, "custom_id": str(number), "style": 1}}


CHOICE: Json = {"label": "a", "value": "a"}
RADIO: Json = {"type": 21, "custom_id": "one"}
STANDS_AT = {"default": True}
STANDS = CHOICE | STANDS_AT
OTHER = {"label": "b", "value": "b"}
EMPTY: Json = {"type": 22, "custom_id": "one", "options": [CHOICE], "min_values": 0}
CHOICES: list[Json] = [{"name": "c" * 100, "value": "v" * 100}] * 25
WIDE = [NOTE | {"name": f"n{number}", "choices": CHOICES} for number in range(3)]
"""Two hundred characters a choice, 25 choices an option."""
GERMAN: list[Json] = [{"name": "c", "value": "v", "name_localizations": {"de": "c" * 100}}] * 25
WIDE_IN_GERMAN = [NOTE | {"name": f"n{number}", "choices": GERMAN} for number in range(4)]
NAMES = "0.options.0.name_localizations"

SPOILED: tuple[tuple[str, Asked, str, Any], ...] = (
    ("is longer than 25 characters", POST, "nonce", "1" * 30),
    ("content of 2001", POST, "content", "x" * 2001),
    ("content of 2001", EDIT, "content", "x" * 2001),
    ("'contents' was unexpected", POST, "contents", "x"),
    ('1 is not of types "null", "string"', POST, "content", 1),
    ("longer than 1024 characters", POST, "attachments.0.description", "d" * 1025),
    ("attachment 1, which is not sent", POST, "attachments.+", {"id": 1}),
    ("attachment 0 twice", POST, "attachments.+", {"id": "0"}),
    ("file 0 is sent and not mentioned", POST, "attachments", []),
    ("attachment 0, which is not sent", EDIT, "attachments.+", {"id": 0}),
    ("has more than 10 items", EDIT, "attachments", [{"id": 10**18 + number} for number in range(11)]),
    ("map.png is shown and not sent", POST, "embeds", [{"image": {"url": "attachment://map.png"}}]),
    ("custom id twice: a", POST, f"{SELECTION}.custom_id", "a"),
    ("longer than 100 characters", POST, f"{FIRST_BUTTON}.custom_id", "c" * 101),
    ("shorter than 1 character", POST, f"{FIRST_BUTTON}.custom_id", ""),
    ("longer than 80 characters", POST, f"{FIRST_BUTTON}.label", "l" * 81),
    ("without label and emoji", POST, f"{FIRST_BUTTON}.label", GONE),
    ("style 1 with other than custom_id", POST, f"{FIRST_BUTTON}.custom_id", GONE),
    ("style 5 with other than url", POST, f"{SECOND_BUTTON}.custom_id", "c"),
    ("longer than 512 characters", POST, f"{SECOND_BUTTON}.url", f"https://example.org/{'x' * 493}"),
    ("style: ", POST, f"{FIRST_BUTTON}.style", 7),
    ("'tooltip' was unexpected", POST, f"{FIRST_BUTTON}.tooltip", "x"),
    ("has more than 25 items", POST, f"{SELECTION}.options.+", {"label": "25", "value": "25"}),
    ("has less than 1 item", POST, f"{SELECTION}.options", []),
    ("value twice in a select: 0", POST, f"{SELECTION}.options.1.value", "0"),
    ("longer than 100 characters", POST, f"{SELECTION}.options.1.label", "l" * 101),
    ("longer than 100 characters", POST, f"{SELECTION}.options.1.value", "v" * 101),
    ("longer than 100 characters", POST, f"{SELECTION}.options.1.description", "d" * 101),
    ("longer than 150 characters", POST, f"{SELECTION}.placeholder", "p" * 151),
    ("at least 2 and at most 1", POST, f"{SELECTION}.min_values", 2),
    ("not alone in its row", POST, "components.1.components.+", BUTTON | {"custom_id": "c"}),
    ("has more than 5 items", POST, "components.0.components", [row(each)["components"][0] for each in range(6)]),
    ("6 rows", POST, "components", [row(number) for number in range(6)]),
    ("types [10] without their flag", POST, "components.+", {"type": 10, "content": "x"}),
    ("content beside components", SECOND_KIND, "content", "x"),
    ("components with 4001 characters", SECOND_KIND, "components.+", {"type": 10, "content": "y"}),
    ("41 components", SECOND_KIND, "components", [texts_in(20), texts_in(19)]),
    ("flags of 64", POST, "flags", 64),
    ("flags of 4096", EDIT, "flags", 1 << 12),
    ("users of allowed_mentions both", POST, "allowed_mentions.parse", ["users"]),
    ("has more than 100 items", POST, "allowed_mentions.users", list(range(101))),
    ("has non-unique elements", POST, "allowed_mentions.users", [7, 7]),
    ("allowed_mentions.parse.0", POST, "allowed_mentions.parse", ["everybody"]),
    ("embeds with 6001 characters", ANSWER, "data.embeds.+", {"description": "e" * 1801}),
    ("longer than 256 characters", ANSWER, "data.embeds.0.title", "t" * 257),
    ("longer than 4096 characters", ANSWER, "data.embeds.0.description", "d" * 4097),
    ("longer than 2000 characters", ANSWER, "data.content", "x" * 2001),
    ("an empty message", ANSWER, "data", {"flags": 64}),
    ("'ephemeral' was unexpected", ANSWER, "data.ephemeral", True),
    ("has more than 25 items", COMPLETIONS, "data.choices.+", {"name": "n", "value": "v"}),
    ("longer than 100 characters", COMPLETIONS, "data.choices.0.name", "n" * 101),
    ("a value of 101", COMPLETIONS, "data.choices.0.value", "v" * 101),
    ("longer than 45 characters", FORM, "data.title", "t" * 46),
    ("longer than 45 characters", FORM, "data.components.0.label", "l" * 46),
    ("custom id twice in a form: one", FORM, "data.components.1.component.custom_id", "one"),
    ("value twice in a select: a", FORM, "data.components.0.component", RADIO | {"options": [CHOICE, CHOICE]}),
    ("must be filled in, with nothing", FORM, "data.components.0.component", EMPTY),
    ("stands at several", FORM, "data.components.0.component", RADIO | {"options": [STANDS, OTHER | STANDS_AT]}),
    ("a form of 6 parts", FORM, "data.components", [part(number) for number in range(6)]),
    ("/play has 1", COMMANDS, "0.options", [MOVE, *WIDE]),
    ("/play has 1", COMMANDS, "0.options", [MOVE, *WIDE_IN_GERMAN]),
    ("no name: 'Zug'", COMMANDS, f"{NAMES}.de", "Zug"),
    ("no name: 'mein zug'", COMMANDS, f"{NAMES}.de", "mein zug"),
    ("no name: 'my move'", COMMANDS, "0.name", "my move"),
    ("no language: en", COMMANDS, f"{NAMES}.en", "move"),
    ("longer than 32 characters", COMMANDS, f"{NAMES}.de", "z" * 33),
    ("longer than 100 characters", COMMANDS, "0.description_localizations.de", "d" * 101),
    ("two commands play", COMMANDS, "+", PLAY),
    ("two options move", COMMANDS, "0.options.1.name", "move"),
    ("play is not described", COMMANDS, "0.description", GONE),
    ("a description, which", COMMANDS, "1.description", "Shows the board"),
    ("options, which", COMMANDS, "1.options", [MOVE]),
    ("required after", COMMANDS, "0.options", [NOTE, MOVE]),
    ("choices and completions", COMMANDS, "0.options.0.choices", [{"name": "a", "value": "b"}]),
    ("a value of 101", COMMANDS, "0.options.1.choices", [{"name": "a", "value": "v" * 101}]),
    ("16 commands of type 3", COMMANDS, "", [LOOK | {"name": f"Show {number}"} for number in range(16)]),
    ("has more than 25 items", COMMANDS, "0.options", [NOTE | {"name": f"n{number}"} for number in range(26)]),
    ("has non-unique elements", COMMANDS, "0.contexts", [0, 0]),
    ("longer than 100 characters", THREAD, "name", "n" * 101),
    ("shorter than 1 character", THREAD, "name", ""),
    ("auto_archive_duration: ", THREAD, "auto_archive_duration", 90),
)


@pytest.mark.parametrize("asked", GOOD, ids=lambda asked: f"{asked.method} {asked.path}")
def test_what_discord_takes_is_well(asked: Asked) -> None:
    assert faults_of(asked) == []


@pytest.mark.parametrize(("fault", "asked", "place", "value"), SPOILED, ids=[each[0] for each in SPOILED])
def test_what_is_spoiled_is_noticed_for_what_it_is(fault: str, asked: Asked, place: str, value: Any) -> None:
    found = faults_of(spoiled(asked, place, value))
    assert len(found) == 1, found
    assert fault in found[0]


@pytest.mark.parametrize(
    ("fault", "asked"),
    [
        ("not among the operations", replace(POST, path="/channels/20/message")),
        ("not among the operations", replace(POST, path="/channels/20/messages/")),
        ("not among the operations", replace(POST, method="PUT")),
        ("channel_id: the whole", replace(POST, path="/channels/games/messages")),
        ("no such parameter of the query: wait", replace(POST, query={"wait": "true"})),
        ("with_counts: the whole", replace(SERVER, query={"with_counts": "many"})),
        ("a body where none is described", replace(SERVER, body={})),
        ("no body", replace(THREAD, body=None)),
        ("type: 3 is not one of", replace(ANSWER, body={"type": 3})),
        ("files where none are described", replace(COMMANDS, files=POST.files)),
        ("no such part: file", replace(POST, files={"file": File("board.png", 1), **POST.files})),
        ("no such part: files[10]", replace(POST, files={"files[10]": File("board.png", 1), **POST.files})),
        ("a file of 10485761 bytes", replace(POST, files={"files[0]": File("board.png", 10 * 2**20 + 1)})),
    ],
    ids=str,
)
def test_so_is_what_is_asked_in_the_wrong_place_or_way(fault: str, asked: Asked) -> None:
    assert fault in faults_of(asked)[0]


def test_files_together_are_small() -> None:
    files = {f"files[{number}]": File(f"{number}.png", 9 * 2**20) for number in range(3)}
    body = {"attachments": [{"id": number} for number in range(3)]}
    assert faults_of(replace(POST, body=body, files=files)) == [f"files of {27 * 2**20} bytes"]


def test_commands_are_measured_in_their_longest_language() -> None:
    """8,000 characters are well, one more is too much: 32 and 100 of names and descriptions, 100 of a value."""
    words = {"name": "n", "description": "d", "type": 3}
    choices = [{"name": "c" * 79, "value": "v", "name_localizations": {"de": "ä" * 99}}] * 20
    command: Json = {"name": "n", "description": "d" * 17, "type": 1}
    command["options"] = [words | {"name": f"n{number}", "choices": choices} for number in range(4)]
    assert 18 + 4 * (3 + 20 * 100) > 8000
    assert "/n has 8030 characters" in faults_of(replace(COMMANDS, body=[command]))
    command["options"][3]["choices"] = [*choices[:19], {"name": "c" * 69, "value": "v"}]
    assert faults_of(replace(COMMANDS, body=[command])) == []
    command["description"] = "d" * 18
    assert faults_of(replace(COMMANDS, body=[command])) == ["/n has 8001 characters"]


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (None, {"id": "1"}, "required property"),
        (200, {"id": "1"}, "required property"),
        (None, None, "no answer"),
        (429, {"message": "slow down", "global": False, "code": 0}, "retry_after"),
        (404, {"message": "Unknown Channel"}, "code"),
    ],
)
def test_what_discord_would_not_answer_is_noticed(status: int | None, body: Any, fault: str) -> None:
    yardstick = Yardstick()
    yardstick.answered(POST, body, status)
    assert fault in yardstick.faults[0]
    with pytest.raises(AssertionError, match=fault):
        yardstick.check()


def test_what_it_would_answer_is_well() -> None:
    yardstick = Yardstick()
    yardstick.answered(replace(ANSWER, query={}), None, 204)
    yardstick.answered(POST, {"message": "slow", "retry_after": 0.5, "global": True, "code": 0}, 429)
    yardstick.answered(POST, {"message": "Unknown Channel", "code": 10003}, 404)
    yardstick.check()
