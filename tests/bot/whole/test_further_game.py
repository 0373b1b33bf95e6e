"""A further game touches nothing but its own folders, its catalogues and a line in each registry.

The tests' own little game is entered as ``docs/adding-a-game.md`` says, with the pictures and texts of
``tests/pebbles``, and played in a German server by a person who speaks English and one who speaks Dutch.
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
from bot.wording import LANGUAGES, languages, texts_in
from tests import pebbles
from tests.bot.command_line import portolan
from tests.bot.everything_said import check_words
from tests.bot.filling import fill
from tests.bot.parts import labels, record_in, shown_message
from tests.bot.room import Room
from tests.bot.whole_games import check_summary
from tests.bot.wording import test_wording
from tests.engines.contract_suite import Case, cases
from tests.engines.tiny import ROUNDS, Pebbles

OPTIONS = "pt:options:1:0"

EVERY_LANGUAGE = pytest.mark.parametrize("name", LANGUAGES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make Pebbles one of the games."""
    catalogues = Path(pebbles.__file__).parent / "locale"
    monkeypatch.setitem(engines.GAMES, Pebbles.key, Pebbles)
    monkeypatch.setitem(render.PICTURES, Pebbles.key, pebbles.PICTURES)
    monkeypatch.setattr(languages, "FOLDERS", [*languages.FOLDERS, catalogues])
    forget_texts()
    yield
    forget_texts()


def forget_texts() -> None:
    languages.catalogue.cache_clear()
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
    file = tmp_path / "record.json"
    file.write_bytes(await record_in(summary))
    assert "The record is valid: Pebbles, 3 players" in portolan("verify", str(file)).stdout
    assert [entry for entry in room.logs if entry["log_level"] in ("warning", "error")] == []
    texts_sent = list(everything_sent(room))
    assert "🎲 Der Würfel zeigt" in "".join(texts_sent)
    assert [text for text in texts_sent if has_gaps(text)] == []


def settle_in_germany(room: Room) -> None:
    """Make the server of the room German."""
    room.guild = room.env.create_guild("Freunde", preferred_locale="de")
    room.channel = room.guild.create_text_channel("spiele")
    room.people = {name: room.guild.add_member(room.env.create_user(name)) for name in ("anna", "ben")}


async def open_table(room: Room, anna: MemberActor, ben: MemberActor) -> None:
    """Check that the game is offered with its option; show the lobby, change the option there, and start the game."""
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
    kinds = shown_message(await anna.click(lobby, label=computer))
    await anna.click(kinds, label=labels(kinds)[0])
    await ben.click(lobby, label=join)
    await anna.click(lobby, label=start)
    assert "Es geht los: **Kiesel**. Viel Glück!" in room.last.content
    assert "(Runde 1)" in room.last.content


async def hide(room: Room, person: MemberActor, count: int, label: str) -> None:
    """Hide pebbles through the panel, on a button that begins with ``label``."""
    opening = labels(room.board())[0]
    panel = shown_message(await person.click(room.board(), label=opening))
    assert any(text.startswith(label) for text in labels(panel))
    await room.choose(person, panel, ("hide", str(count)))


async def wager(room: Room, ben: MemberActor) -> None:
    """Type a wager, as there are too many to list: an odd number is refused, an even one is played and announced."""
    refused = await room.ask(ben, "play", move="wager 41")
    assert refused.content.startswith("✗ Zet een even getal tot 1.000.000 in.")
    assert "`/spelen wager 40`" in refused.content
    played = await room.ask(ben, "play", move="wager 4000")
    assert played.content.startswith("✓ 4000 kiezels inzetten")
    assert "**ben** wettet um 4.000 Kiesel" in room.board().content


async def look_around(room: Room, anna: MemberActor, ben: MemberActor) -> None:
    """Look at everything that anybody may look at, in the person's language; what the game lacks is left out."""
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
    """Yield every text that the bot has handed to Discord: messages, buttons, completions, alt texts."""
    for entry in room.env.http_requests:
        yield from strings(entry.json)


def strings(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            yield from strings(list(data.values()))
        case list():
            for part in data:
                yield from strings(part)


def has_gaps(text: str) -> bool:
    """Return whether the id of a text is in it, or a blank that was not filled."""
    areas = {id.partition(".")[0] for id in languages.catalogue("en").texts}
    return re.search(rf"\b({'|'.join(areas)})\.\w|{{\w*}}", text) is not None


def test_an_id_and_an_open_blank_would_be_noticed() -> None:
    assert has_gaps("**ben** pebbles.does.hid")
    assert has_gaps("**ben** wagers {count} pebbles")
    assert not has_gaps("**ben** wagers 4,000 pebbles.")
