"""A further game touches nothing but its own folders, its catalogues and a line in each registry.

The tests' own little game is entered as ``docs/adding-a-game.md`` says, with the pictures and texts of
``tests/pebbles``, and played in a German server by somebody who speaks English and somebody who speaks Dutch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

import engines
import render
from bot.wording import LANGUAGES, catalogue, languages, texts_in
from tests import pebbles
from tests.bot.command_line import portolan
from tests.bot.everything_said import check_words
from tests.bot.filling import fill
from tests.bot.parts import labels, shown
from tests.bot.room import Room
from tests.bot.whole_games import check_summary
from tests.bot.wording import test_wording
from tests.engines.contract_suite import Case, cases
from tests.engines.tiny import ROUNDS, Pebbles

OPTIONS = "pt:options:1:0"

EVERY_LANGUAGE = pytest.mark.parametrize("name", LANGUAGES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pebbles is one of the games."""
    own = Path(pebbles.__file__).parent / "locale"
    monkeypatch.setitem(engines.GAMES, Pebbles.key, Pebbles)
    monkeypatch.setitem(render.PICTURES, Pebbles.key, pebbles.PICTURES)
    monkeypatch.setattr(languages, "FOLDERS", [*languages.FOLDERS, own])
    forget_texts()
    yield
    forget_texts()


def forget_texts() -> None:
    catalogue.catalogue.cache_clear()
    texts_in.cache_clear()


# -- the words ---------------------------------------------------------------------------------------------------------


@EVERY_LANGUAGE
def test_its_catalogues_are_held_to_what_all_catalogues_are_held_to(name: str) -> None:
    assert texts_in(name).has("pebbles.title")
    test_wording.test_every_language_has_every_text_with_the_same_blanks(name)
    test_wording.test_every_text_stands_once_in_the_file_of_its_game(name)
    test_wording.test_every_text_tells_its_translator_where_it_is_read_and_what_fills_its_blanks(name)
    assert texts_in(name).has(pebbles.picture.HIDDEN)


@pytest.mark.parametrize("case", [*cases([Pebbles])], ids=str)
def test_everything_it_says_can_be_worded_in_every_language(case: Case) -> None:
    check_words(case, seed=3)


# -- a whole game ------------------------------------------------------------------------------------------------------

BEN = 2
"""His seat: behind all others, so that he may wager whenever he guesses what the die will show."""


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_it_is_played_from_lobby_to_summary_in_three_languages(room: Room, tmp_path: Path) -> None:
    settle_in_germany(room)
    anna = room["anna"]
    ben = room["ben"]
    await room.ask(ben, "language", language="nl")
    await open_table(room, anna, ben)
    wagers = 0
    while (table := await room.table()).is_running:
        eyes = table.game.copy().state.dice.roll(3)
        await hide(room, anna, 1 + eyes % 3, f"Hide {1 + eyes % 3} pebble")
        await hide(room, ben, eyes, f"{eyes} kiezel")
        table = await room.table()
        if table.is_running:
            assert table.game.to_act == (BEN,)
            await wager(room, ben)
            wagers += 1
        await look_around(room, anna, ben)
    assert wagers == ROUNDS - 1
    await check_summary(room)
    summary = room.last
    assert "🏁 Das Spiel ist zu Ende" in summary.content
    assert re.search(r"^Kiesel +4 +\d +\d$", summary.content, re.MULTILINE)
    kept = tmp_path / "record.json"
    kept.write_bytes(await summary.attachments[2].read())
    assert "The record is valid: Pebbles, 3 players" in portolan("verify", str(kept)).stdout
    assert [entry for entry in room.logs if entry["log_level"] in ("warning", "error")] == []
    said = list(everything_sent(room))
    assert "🎲 Der Würfel zeigt" in "".join(said)
    assert [text for text in said if left_open(text)] == []


def settle_in_germany(room: Room) -> None:
    """The room moves to a German server."""
    room.guild = room.env.create_guild("Freunde", preferred_locale="de")
    room.channel = room.guild.create_text_channel("spiele")
    room.people = {name: room.guild.add_member(room.env.create_user(name)) for name in ("anna", "ben")}


async def open_table(room: Room, anna: MemberActor, ben: MemberActor) -> None:
    """The game is offered with its option; the lobby shows it, lets it be changed, and starts the game."""
    for locale, title in (("en", "Pebbles"), ("nl", "Kiezels")):
        assert (await room.games_offered(locale))["pebbles"] == title
    options = await anna.autocomplete(room.channel, "game new", "options", "", game="pebbles")
    assert [option["name"] for option in options] == ["Wagers: allowed", "Wagers: none"]
    await room.ask(anna, "game new", game="pebbles", seats=3, order="joining", options=options[1]["value"])
    lobby = room.last
    assert lobby.content.startswith("## Kiesel\n")
    assert "Wetten: **keine**" in lobby.content
    await fill(anna, await anna.click(lobby, custom_id=OPTIONS), wager="yes")
    assert "Wetten: **erlaubt**" in room.last.content
    join, _, computer, start, *_ = labels(lobby)
    kinds = shown(await anna.click(lobby, label=computer))
    await anna.click(kinds, label=labels(kinds)[0])
    await ben.click(lobby, label=join)
    await anna.click(lobby, label=start)
    assert "Es geht los: **Kiesel**. Viel Glück!" in room.last.content
    assert "(Runde 1)" in room.last.content


async def hide(room: Room, person: MemberActor, count: int, label: str) -> None:
    """Through the panel, on a button that begins with ``label``."""
    opening = labels(room.board())[0]
    panel = shown(await person.click(room.board(), label=opening))
    assert any(each.startswith(label) for each in labels(panel))
    await room.choose(person, panel, ("hide", str(count)))


async def wager(room: Room, ben: MemberActor) -> None:
    """Typed, because there are too many to list: an odd number is refused, an even one is played and told."""
    refused = await room.ask(ben, "play", move="wager 41")
    assert refused.content.startswith("✗ Zet een even getal tot 1.000.000 in.")
    assert "`/spelen wager 40`" in refused.content
    played = await room.ask(ben, "play", move="wager 4000")
    assert played.content.startswith("✓ 4000 kiezels inzetten")
    assert "**ben** wettet um 4.000 Kiesel" in room.board().content


async def look_around(room: Room, anna: MemberActor, ben: MemberActor) -> None:
    """What anybody may look at, in the language of whoever looks; what the game does not have is missing quietly."""
    for person, title, points in ((anna, "Pebbles", "ben has"), (ben, "Kiezels", "ben heeft")):
        (picture,) = (await room.ask(person, "board")).attachments
        assert picture.description is not None
        assert picture.description.startswith(f"{title}\n")
        assert points in picture.description
        assert re.search(rf"^{title} +\d +\d +\d$", (await room.ask(person, "score")).content, re.MULTILINE)
        assert title in (await room.ask(person, "hand")).content
        topics = await person.autocomplete(room.channel, "rules", "topic", title)
        assert not any(title in topic["name"] for topic in topics), "it has none"
        assert title not in (await room.ask(person, "rules", topic=title)).content
        assert await person.autocomplete(room.channel, "card", "name", title) == []
    mine = (await room.ask(anna, "log")).content
    others = (await room.ask(ben, "log")).content
    assert "**ben** hides some pebbles" in mine
    assert "De dobbelsteen toont" in others
    assert "**anna** closes the hand over" in mine
    assert "**anna** sluit de hand om" not in others
    assert "schließt die Hand" not in "".join(message.content for message in room.history())


def everything_sent(room: Room) -> Iterator[str]:
    """Every text that the bot has handed to Discord: messages, buttons, what it offers to complete, alt texts."""
    for entry in room.env.http_requests:
        yield from strings(entry.json)


def strings(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            yield from strings(list(data.values()))
        case list():
            for each in data:
                yield from strings(each)


def left_open(text: str) -> bool:
    """Whether the id of a text stands in it, or a blank that nobody filled."""
    areas = {id.partition(".")[0] for id in catalogue.catalogue("en").texts}
    return re.search(rf"\b({'|'.join(areas)})\.\w|{{\w*}}", text) is not None


def test_an_id_and_an_open_blank_would_be_noticed() -> None:
    assert left_open("**ben** pebbles.does.hid")
    assert left_open("**ben** wagers {count} pebbles")
    assert not left_open("**ben** wagers 4,000 pebbles.")
