"""Custom ids and values that the bot has never given: damaged, forged, from another version."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest

import engines
from bot.interactions.components import KINDS
from bot.interactions.custom_ids import split
from engines import IllegalAction
from engines.players import PLAYERS
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")

DAMAGED = english("error.damaged")
HUGE = "9" * 60
WORDS = [
    "a*90000000",
    "a*x",
    "a*99.b*99.c*99",
    "x" * 90,
    "²",
    "rondel.²",
    "rondel*99",
    "*3",
    "**",
    "seat1",
    "seat9999999",
]

UNREADABLE = [
    f"pt:w:{HUGE}:1:rondel",
    f"pt:w:1:{HUGE}:rondel",
    "pt:w:x:1:rondel",
    "pt:w:١:1:rondel",
    "pt:w:1:1:",
    "pt:w:1:1:.",
    "pt:w:1:1:" + "x" * 5000,
    f"pt:p:1:1:{HUGE}:",
    f"pt:u:1:{HUGE}",
    f"pt:over:1:{HUGE}:ask",
    f"pt:m:{HUGE}",
    f"pt:g:1:{HUGE}",
    f"pt:l:{HUGE}:join",
    "pt:l:1:dance",
    f"pt:k:{HUGE}:greedy",
    f"pt:y:1:resign:{HUGE}",
    f"pt:v:1:1:1:{HUGE}:1:agree",
    f"pt:v:1:1:1:0:{HUGE}:agree",
    f"pt:vote:1:{HUGE}:agree",
    "pt:vote:1:1:abstain",
    f"pt:a:{HUGE}:abc:bid",
    f"pt:seat:{HUGE}:back:0:",
    f"pt:seat:1:agree:0:{HUGE}",
    "pt:seat:1:dance:0:",
    "pt:t:navegador:99999:random:00",
    "pt:t:navegador:2:sideways:00",
    f"pt:figures:player:{HUGE}::0",
    "pt:figures:everything:::0",
    "pt:figures:ladder::navegador:999",
    "pt:zz:1",
    "something else",
    "pt:w:1:1:a\nb",
]

NAMING_NOTHING = [
    ("pt:m:999999999", english("error.no_table")),
    ("pt:w:999999999:1:rondel", english("error.no_table")),
    ("pt:w:1:999999999:rondel", "The game has moved on"),
    ("pt:p:1:{version}:999999999:a*90000000", "**Navegador** · round 1, turn 1"),
    ("pt:p:1:999999999:0:", "The game has moved on"),
    ("pt:g:1:999999999", "Nothing has happened yet."),
    ("pt:y:1:resign:99", english("error.nobody_there")),
    ("pt:y:1:resign:", english("error.not_seated")),
    ("pt:v:1:1:1:99:1:agree", "↩ This vote began before Portolan was updated"),
    ("pt:vote:1:99:agree", english("error.vote_gone")),
    ("pt:vote:1:0:agree", english("error.vote_gone")),
    ("pt:vote:999999999:1:agree", english("error.no_table")),
    ("pt:k:1:clever", english("error.not_in_lobby")),
    ("pt:l:999999999:join", english("error.not_in_lobby")),
    (
        "pt:t:chess:2:random:00",
        "There is no game called “chess”. Choose one of the suggestions.",
    ),
    (
        "pt:t:navegador:99:random:99999",
        "This game is for 2 to 5 players. Choose a number between these.",
    ),
    ("pt:a:1:nonsense:bid", "The game has moved on"),
    ("pt:seat:999999999:leave:0:", english("error.no_table")),
    ("pt:seat:1:take:99:", english("error.nobody_there")),
    ("pt:seat:1:take:0:", "**anna** is playing this seat"),
    ("pt:seat:1:agree:99:5", english("error.nobody_there")),
    ("pt:seat:1:agree:0:99999999999999999999", "**anna** is playing this seat"),
    ("pt:seat:1:open:99:", english("error.nobody_there")),
    ("pt:seat:1:host:99:", english("error.nobody_there")),
    ("pt:figures:player:99999999999999999999::0", DAMAGED),
    ("pt:figures:player:5::0", "No game of"),
    ("pt:figures:ladder::chess:3", DAMAGED),
    ("pt:figures:ladder:::0", DAMAGED),
    ("pt:figures:game::chess:0", DAMAGED),
]


def without_faults(room: Room, caplog: pytest.LogCaptureFixture) -> bool:
    """Return whether neither the bot nor discord.py has logged an exception."""
    own_faults = [entry for entry in room.logs if entry["log_level"] in ("error", "critical")]
    return not own_faults and not [
        entry for entry in caplog.records if entry.levelno >= logging.ERROR and entry.exc_info
    ]


@sqlite
async def test_words_that_were_never_offered_are_refused_in_words(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    for words in WORDS:
        for kind in ("w", "c"):
            panel = await room.open_panel(person)
            button = next(item["custom_id"] for item in controls(panel) if item["custom_id"].startswith("pt:w"))
            forged = f"pt:{kind}:{table.row.id}:{table.row.version}:{words}"
            room.forge(panel, button, forged)
            answer = shown(await person.click(panel, custom_id=forged))
            assert answer.content.startswith("✗ ") or "**Navegador** · round 1, turn 1" in answer.content, (
                words,
                answer.content,
            )
            assert len(answer.content) < 2000
    assert await room.moves() == []
    assert without_faults(room, caplog)


@sqlite
async def test_a_custom_id_that_no_button_has_is_refused_in_a_sentence(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    for forged in UNREADABLE:
        panel = await room.open_panel(person)
        room.forge(panel, next(controls(panel))["custom_id"], forged)
        answer = shown(await person.click(panel, custom_id=forged))
        assert answer.content == DAMAGED, forged
    assert without_faults(room, caplog)


@sqlite
async def test_what_a_custom_id_names_may_not_exist(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    person, _ = await room.begin(order="joining")
    version = (await room.table()).row.version
    for pattern, wording in NAMING_NOTHING:
        forged = pattern.format(version=version)
        panel = await room.open_panel(person)
        room.forge(panel, next(controls(panel))["custom_id"], forged)
        answer = shown(await person.click(panel, custom_id=forged))
        assert answer.content.startswith(wording), (forged, answer.content)
    assert without_faults(room, caplog)


@sqlite
@pytest.mark.parametrize("kind", ["s:1:{version}:0", "x:1:{version}:rondel", "o:1"])
@pytest.mark.room("anna")
async def test_values_that_no_select_holds_are_refused(room: Room, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    await room.ask(room["anna"], "game new", game="navegador", seats=2)
    lobby = room.last
    if kind != "o:1":
        question = await room["anna"].click(lobby, label="Add computer")
        await room["anna"].click(shown(question), label="Easy: goes for quick points and makes mistakes now and then")
        await room["anna"].click(lobby, label="Start")
    table = await room.table()
    forged = "pt:" + kind.format(version=table.row.version)
    select = next(item for item in controls(lobby) if item["type"] == 3)
    for values in (["a*90000000"], ["a*x"], ["y" * 100_000], [], [""], ["."], [HUGE]):
        panel = lobby if kind == "o:1" else await room.open_panel(room["anna"])
        stored = room.env.backend.get_message(panel.channel.id, panel.id)
        stored.components = [{"type": 1, "components": [{**select, "custom_id": forged}]}]
        payload = room.click_payload_of(
            room["anna"], panel, {"custom_id": forged, "component_type": 3, "values": values}
        )
        await room.deliver(payload)
        assert (await room.table()).row.version == table.row.version
        assert without_faults(room, caplog)
        newest = [message.content for message in room.channel.history(viewer=room["anna"]) if message.flags.ephemeral]
        assert newest[-1].startswith((DAMAGED, "✗", "**Navegador**", "This game has no option")), newest


def test_every_template_is_bounded() -> None:
    """A custom id is known to be short before it is parsed."""
    for kind in KINDS.values():
        pattern = kind.PATTERN.pattern
        assert not any(endless in pattern for endless in ("+", "*")), pattern


@pytest.mark.parametrize("key", engines.GAMES)
def test_no_words_shake_a_game(key: str) -> None:
    game = engines.new(key, 3, 7)
    rng = Random(1)
    for _ in range(60):
        seat = game.to_act[0]
        first = {action[0] for action in game.legal(seat)} | set(game.prompt(seat).open)
        nonsense: list[Any] = [*(split(text) for text in WORDS), ("9" * 5000,), ("seat" + "9" * 5000,), ("x" * 5000,)]
        nonsense += [(word, *words) for word in sorted(first) for words in nonsense if words]
        for words in [*nonsense, ()]:
            game.normal(seat, words)
            game.part(seat, words)
            with pytest.raises(IllegalAction):
                game.play(seat, words)
        game.play(seat, PLAYERS["random"](game, seat, rng))
