"""/stats and /leaderboard: what the results of a server say, to one person and, by a button, to all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.features.statistics import SHOWN
from bot.wording.texts import texts_in
from engines.ratings import Unrated
from storage import people
from storage.database import Database
from tests.bot.endings import finished
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown
from tests.bot.room import Room, open_room

EN = texts_in("en")

pytestmark = sqlite


@asynccontextmanager
async def open_server(database: Database, games: int = 6) -> AsyncIterator[Room]:
    """Open a server where anna, ben and carla have played some games of Navegador, and dirk none."""
    async with open_room(database, "anna", "ben", "carla", "dirk") as room:
        anna, ben, carla = (room[name].id for name in ("anna", "ben", "carla"))
        for day in range(games):
            places = [(anna, 1 + day % 2), (ben, 2 - day % 2), (carla, 3)]
            await finished(room.database, *places, day=day, guild_id=room.guild.id)
        yield room


async def ask(room: Room, name: str, command: str, **options: object) -> discord.Message:
    answer = await room.ask(room[name], command, **options)
    assert answer.flags.ephemeral
    return answer


async def test_the_own_figures_are_told_in_words_and_drawn(database: Database) -> None:
    async with open_server(database) as room:
        answer = await ask(room, "anna", "stats player")
        lines = answer.content.splitlines()
        assert lines[0].startswith("## **player ")
        assert lines[1] == "6 games · 3 won · average place 1.5 · 90 seconds a decision"
        assert lines[2].startswith(
            "- **Navegador, 3 players**: 6 games · 3 won · average place 1.5 · "
            "85.0 points on average, best 90 · 0.0 points ahead on average · rating **"
        )
        assert lines[3:5] == [
            "-# Usual opening: Sailing › Workers › Sailing (6 of 6)",
            "-# Per game: Colonies 1.5",
        ]
        assert lines[5] == "Last games:"
        assert len(lines[6:11]) == SHOWN
        assert "Navegador, 3 players: second of three, 80 points · −" in lines[6]
        assert "behind a player rated lower" in lines[6]
        assert lines[-1] == english("stats.against_off").replace("{/me}", "/me").join(["-# ", ""])
        (picture,) = answer.attachments
        assert picture.filename == "figures.png"
        assert picture.description is not None
        assert "6 games · 3 won" in picture.description
        assert not {"**", "##", "-#", "<t:"} & {picture.description[index : index + 2] for index in range(900)}
        assert "<t:" not in picture.description
        assert "- 6 Mar 2026 Navegador, 3 players: second of three" in picture.description
        assert [control["label"] for control in controls(answer)] == [english("button.show_channel")]


async def test_a_button_shows_them_to_all_without_what_only_the_person_reads(database: Database) -> None:
    async with open_server(database) as room:
        answer = await ask(room, "anna", "stats player")
        await room["anna"].click(answer, label=english("button.show_channel"))
        posted = room.last
        assert not posted.flags.ephemeral
        assert posted.content.startswith(english("replay.shows", player="**anna**"))
        assert "6 games · 3 won" in posted.content
        assert english("stats.against_off")[:20] not in posted.content
        assert len(posted.attachments) == 1
        assert posted.mentions == []


async def test_the_figures_of_others_can_be_asked_for(database: Database) -> None:
    async with open_server(database) as room:
        answer = await ask(room, "dirk", "stats player", player=room["carla"].user)
        assert "6 games · 0 won · average place 3.0" in answer.content
        assert english("stats.against_off")[:20] not in answer.content


async def test_who_has_not_played_reads_so(database: Database) -> None:
    async with open_server(database) as room:
        assert (await ask(room, "dirk", "stats player")).content == english("stats.none.person", player="**dirk**")
        answer = await ask(room, "anna", "stats player", player=room["dirk"].user)
        assert answer.content == english("stats.none.person", player="**dirk**")
        assert (await ask(room, "anna", "stats game", game="macao")).content == english("stats.none.game", game="Macao")


async def test_on_a_server_without_games_there_is_nothing_to_tell(database: Database) -> None:
    async with open_server(database, games=0) as room:
        assert (await ask(room, "anna", "stats server")).content == english("stats.none.server")
        assert (await ask(room, "anna", "leaderboard")).content == english("stats.none.rated")
        answer = await ask(room, "anna", "leaderboard", game="macao", players=3)
        assert answer.content == english("stats.none.ladder", game="Macao", n=3)


async def allow_comparison(room: Room, *names: str) -> None:
    async with room.database.transaction() as session:
        for name in names:
            await people.change_settings(session, room[name].id, lambda _: {"rivals": True})


@pytest.mark.parametrize(
    ("allowing", "told"),
    [((), ()), (("anna",), ()), (("ben",), ()), (("ben", "carla"), ()), (("anna", "ben"), ("ben",))],
)
async def test_against_whom_somebody_played_is_told_where_both_allow_it(
    database: Database, allowing: tuple[str, ...], told: tuple[str, ...]
) -> None:
    async with open_server(database) as room:
        await allow_comparison(room, *allowing)
        content = (await ask(room, "anna", "stats player")).content
        assert ("Against:" in content) is bool(told)
        for name in ("ben", "carla"):
            assert (f"player {room[name].id}** 6 (before 3, behind 3)" in content) is (name in told)


async def test_it_is_told_to_nobody_else(database: Database) -> None:
    async with open_server(database) as room:
        await allow_comparison(room, "anna", "ben", "carla")
        answer = await ask(room, "anna", "stats player")
        assert "Against:" in answer.content
        assert "Against:" not in (await ask(room, "ben", "stats player", player=room["anna"].user)).content
        await room["anna"].click(answer, label=english("button.show_channel"))
        assert "Against:" not in room.last.content


async def test_a_game_and_a_server_have_figures(database: Database) -> None:
    async with open_server(database) as room:
        anna = room["anna"].id
        ben = room["ben"].id
        await finished(room.database, (anna, 1), (ben, 2), guild_id=room.guild.id, unrated=Unrated.FRIENDLY)
        lines = (await ask(room, "dirk", "stats game", game="navegador")).content.splitlines()
        assert lines[1] == "7 games · 6 rated · 3 people have played · 117 seconds a decision"
        assert lines[2] == (
            "- **Navegador, 3 players**: 6 games · the winner has 90.0 points on average, 10.0 more than the second"
        )
        assert lines[3].startswith("- **Navegador, 2 players**: 1 game · ")
        assert "-# Usual opening: Sailing › Workers › Sailing (20 of 20)" in lines
        assert any(line.startswith("Best results: ") and line.count(" 90") == 3 for line in lines)
        server = (await ask(room, "dirk", "stats server")).content
        assert "7 games · 6 rated · 3 people have played" in server
        assert f"Most games: **player {min(anna, ben)}** 7" in server


async def test_the_leaderboard_has_who_stands_high_and_who_has_played_little(database: Database) -> None:
    async with open_server(database, games=8) as room:
        anna = room["anna"].id
        dirk = room["dirk"].id
        await finished(room.database, (dirk, 1), (anna, 2), ("strong", 3), day=9, guild_id=room.guild.id)
        answer = await ask(room, "carla", "leaderboard")
        lines = answer.content.splitlines()
        assert lines[0].startswith("## 🏆 Navegador, 3 players, on **")
        assert [line[:3] for line in lines[1:4]] == ["1. ", "2. ", "3. "]
        assert f"player {room['carla'].id}" in lines[3]
        assert lines[4] == f"{english('ladder.provisional')}:"
        assert lines[5].startswith(f"- **player {dirk}** **")
        assert lines[6] == f"{english('ladder.computers')}:"
        assert {lines[7].split(" **")[0], lines[8].split(" **")[0]} == {"- Strong", "- all people together"}
        assert lines[-1] == f"-# {english('ladder.about')}"
        assert len(answer.attachments) == 1


async def test_another_ladder_can_be_chosen(database: Database) -> None:
    async with open_server(database) as room:
        anna = room["anna"].id
        ben = room["ben"].id
        await finished(room.database, (anna, 2), (ben, 1), guild_id=room.guild.id)
        leaderboard = await ask(room, "anna", "leaderboard")
        assert "3 players" in leaderboard.content
        select = next(control for control in controls(leaderboard) if control["custom_id"] == "pt:ladder")
        assert [option["value"] for option in select["options"]] == ["navegador:2"]
        answer = shown(await room["anna"].select(leaderboard, ["navegador:2"], custom_id="pt:ladder"))
        assert "2 players" in answer.content
        assert f"**player {ben}** **" in answer.content.splitlines()[2]
        await room["anna"].click(answer, label=english("button.show_channel"))
        assert "2 players" in room.last.content


@pytest.mark.parametrize("value", ["macao", "nothing:3", "navegador:", "navegador:333", "navegador:-1"])
async def test_a_forged_ladder_is_refused(database: Database, value: str) -> None:
    async with open_server(database, games=1) as room:
        anna = room["anna"]
        ben = room["ben"]
        await finished(room.database, (anna.id, 2), (ben.id, 1), guild_id=room.guild.id)
        leaderboard = await ask(room, "anna", "leaderboard")
        payload = room.click_payload_of(
            anna, leaderboard, {"custom_id": "pt:ladder", "component_type": 3, "values": [value]}
        )
        await room.deliver(payload)
        private_contents = [message.content for message in room.channel.history(viewer=anna) if message.flags.ephemeral]
        assert private_contents[-1] == english("error.damaged")


async def test_each_server_has_its_own_figures(database: Database) -> None:
    async with open_server(database) as room:
        anna, ben, carla = (room[name].id for name in ("anna", "ben", "carla"))
        await finished(room.database, (anna, 1), (ben, 2), (carla, 3), guild_id=room.guild.id + 1)
        assert "6 games · 3 won" in (await ask(room, "anna", "stats player")).content
        assert "6 games · 6 rated" in (await ask(room, "anna", "stats server")).content


@pytest.mark.parametrize("language", ["de", "nl"])
async def test_figures_speak_the_language_of_who_asks(database: Database, language: str) -> None:
    texts = texts_in(language)
    async with open_server(database) as room:
        async with room.database.transaction() as session:
            await people.set_user_locale(session, room["anna"].id, language)
        for command, head in (
            ("stats player", "stats.last"),
            ("stats server", "stats.column.games"),
            ("leaderboard", "ladder.about"),
        ):
            answer = await ask(room, "anna", command)
            heading = texts.say(head)
            assert heading in answer.content or head == "stats.column.games"
            assert "{" not in answer.content
            assert "stats." not in answer.content
