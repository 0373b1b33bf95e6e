"""How long a decision may take is agreed upon in the lobby."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.features.lobby.lobby_message import ClockSelect
from bot.features.lobby.lobby_text import lobby_text
from bot.features.lobby.option_forms import clock_parts
from bot.interactions.components import Sent
from bot.tables import Refused, Table, Tables
from bot.tables.observers.clocks import Clock, TimeUp, read_clock
from bot.wording import LANGUAGES, texts_in
from storage import clicks, games
from storage.columns import UNREADABLE
from storage.database import Database
from tests.bot.english import english
from tests.bot.features.test_lobby_message import lobby
from tests.bot.filling import fill, stands
from tests.bot.lobbies import ANNA, BEN, CARLA, next_click, opened, refusal, refused_as, sqlite
from tests.bot.parts import shown
from tests.bot.room import Room, open_room


@pytest.mark.parametrize(
    "damaged", [None, [], "24", UNREADABLE, {"hours": 23}, {"hours": "24"}, {"hours": 24, "time_up": "resign"}]
)
def test_what_cannot_be_read_is_no_limit(damaged: Any) -> None:
    assert read_clock(damaged) == Clock()


def test_what_a_later_version_adds_does_not_hide_the_limit() -> None:
    assert read_clock({"hours": 72, "more": 1}) == Clock(72)


async def test_the_host_chooses_and_the_dice_do_not_notice(database: Database, tables: Tables) -> None:
    table = await opened(tables, BEN)
    fair = table.row.clicks_hash
    game_id = table.row.id
    for name, value in (("limit", "24"), ("weekends", "off"), ("time_up", "play")):
        await tables.lobby.set_clocks(game_id, {name: value}, user_id=ANNA)
    table = await tables.table(game_id)
    assert read_clock(table.row.clock) == Clock(24, True, TimeUp.PLAY)
    await tables.lobby.set_clocks(game_id, {"limit": "168"}, user_id=CARLA, admin=True)
    await tables.lobby.set_clocks(game_id, {"weekends": "on"}, user_id=ANNA)
    table = await tables.table(game_id)
    assert read_clock(table.row.clock) == Clock(168, False, TimeUp.PLAY)
    assert table.row.clicks_hash == fair
    async with database.reading() as session:
        assert [click.what for click in await clicks.of_game(session, game_id)] == ["open", "join"]
    started = await tables.lobby.start(game_id, user_id=ANNA)
    assert read_clock(started.row.clock) == Clock(168, False, TimeUp.PLAY)


@sqlite
async def test_nobody_else_chooses_and_nothing_else_is_chosen(tables: Tables) -> None:
    game_id = (await opened(tables, BEN)).row.id

    async def reason(name: str, value: str, user_id: int = ANNA) -> str:
        with pytest.raises(Refused) as raised:
            await tables.lobby.set_clocks(game_id, {name: value}, user_id=user_id)
        return refusal(raised)

    assert await reason("limit", "24", BEN) == "error.not_host"
    for name, value in (("limit", "23"), ("limit", ""), ("hours", "24"), ("weekends", "24"), ("time_up", "resign")):
        assert await reason(name, value) == "error.unknown_option"
    assert (await tables.table(game_id)).row.clock is None
    await tables.lobby.start(game_id, user_id=ANNA)
    assert await reason("limit", "24") == "error.not_in_lobby"


@sqlite
async def test_a_choice_on_what_somebody_changed_meanwhile_is_refused(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = (await opened(tables)).row.id
    load = tables.lobby.load_hosted

    async def load_and_let_join(*arguments: Any, **options: Any) -> Any:
        result = await load(*arguments, **options)
        await tables.lobby.join(game_id, BEN, "ben", click=next_click())
        return result

    monkeypatch.setattr(tables.lobby, "load_hosted", load_and_let_join)
    with refused_as("error.moved_on"):
        await tables.lobby.set_clocks(game_id, {"limit": "24"}, user_id=ANNA)
    assert (await tables.table(game_id)).row.clock is None


async def test_a_damaged_clock_hides_no_table(database: Database, tables: Tables) -> None:
    table = await opened(tables)
    async with database.transaction() as session:
        await games.advance(session, table.row.id, table.row.version, clock={"hours": "soon"})
    assert lobby_text(await tables.table(table.row.id), texts_in("en")).count("Time for each decision") == 0


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_lobby_says_what_is_agreed_and_offers_the_rest(name: str) -> None:
    texts = texts_in(name)
    plain = lobby_text(lobby(), texts).split("\n")
    agreed = lobby(clock={"hours": 24, "weekends_off": True, "time_up": "play"})
    added = [line for line in lobby_text(agreed, texts).split("\n") if line not in plain]
    assert len(added) == 3
    if name == "en":
        assert added == [
            "Time for each decision: **24 hours**",
            "**Weekends do not count**",
            "When time is up: **a computer makes this one move**",
        ]
    parts: list[Any] = [part.to_component_dict() for part in clock_parts(read_clock(agreed.row.clock), texts)]
    assert [[option["value"] for option in part["component"]["options"]] for part in parts] == [
        ["0", "12", "24", "48", "72", "168"],
        ["remind", "play", "stand_in", "open"],
        ["on"],
    ]
    stands = [option["value"] for part in parts for option in part["component"]["options"] if option.get("default")]
    assert stands == ["24", "play"]
    labels = [item["label"] for part in parts for item in (part, *part["component"]["options"])]
    assert not [text for text in labels if text.startswith("lobby.")]


@sqlite
async def test_the_host_sets_it_on_the_message_and_a_guest_may_not(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await anna.slash(room.channel, "game new", game="navegador", seats=2)
    refusal = shown(await ben.click(room.last, label="Time limit …"))
    assert refusal.content == english("error.not_host")
    form = await anna.click(room.last, label="Time limit …")
    assert stands(form) == {"limit": "0", "time_up": "remind", "weekends": ["on"]}
    await room.restart()
    await fill(anna, form, limit="24", time_up="play")
    assert "Time for each decision: **24 hours**" in room.last.content
    assert "When time is up: **a computer makes this one move**" in room.last.content
    assert read_clock((await room.table()).row.clock) == Clock(24, False, TimeUp.PLAY)
    await fill(anna, await anna.click(room.last, label="Time limit …"), weekends=[])
    assert "**Weekends do not count**" in room.last.content
    assert read_clock((await room.table()).row.clock) == Clock(24, True, TimeUp.PLAY)


@sqlite
async def test_the_select_of_earlier_lobbies_still_sets_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    choices = [discord.SelectOption(label=value, value=value) for value in ("limit=24", "time_up=play")]

    def earlier(table: Table, *_: object) -> Sent:
        return ClockSelect(table.row.id, "limit").select(choices)

    monkeypatch.setattr("bot.features.lobby.lobby_message.extras_select", earlier)
    async with open_room(database, "anna", "ben") as room:
        await room["anna"].slash(room.channel, "game new", game="navegador", seats=2)
        lobby = room.last
        manager = room.enter("mona", manages=True)
        for person, choice in ((room["anna"], "limit=24"), (manager, "time_up=play")):
            await person.select(lobby, [choice], custom_id="pt:z:1:limit")
        assert read_clock((await room.table()).row.clock) == Clock(24, False, TimeUp.PLAY)
