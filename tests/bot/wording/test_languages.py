"""Who is spoken to in which language."""

from __future__ import annotations

import pytest

from bot.features.server_settings import LANGUAGE_NAMES
from bot.wording import texts_in
from storage.database import Database
from tests.bot.english import english
from tests.bot.parts import labels, shown
from tests.bot.room import open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_one_person_is_spoken_to_in_the_language_chosen_while_the_channel_stays_english(
    database: Database,
) -> None:
    async with open_room(database) as room:
        answer = await room.ask(room["ben"], "language", language="de")
        assert answer.content.startswith("Ab jetzt spreche ich Deutsch mit dir.\n")
        await room.open_table()
        assert "it is your turn" in room.last.content
        assert (await room.ask(room["ben"], "score")).content.startswith("Voraussichtlicher Stand")
        assert (await room.ask(room["anna"], "score")).content.startswith("Projected score")
        assert (await room.ask(room["ben"], "language", language="auto")).content == english("reply.language_me")


async def test_public_posts_are_in_the_language_of_the_server_and_panels_in_that_of_the_person(
    database: Database,
) -> None:
    async with open_room(database) as room:
        manager = room.enter("mona", manages=True)
        await room.ask(manager, "language", language="nl", scope="server")
        await room.ask(room["anna"], "game new", game="navegador", seats=2)
        lobby = room.last
        join, _, _, start, *_ = labels(lobby)
        await room["ben"].click(lobby, label=join)
        await room["anna"].click(lobby, label=start)
        board = room.last
        assert "jij bent aan de beurt" in board.content
        person, _ = await room.deciding()
        button = labels(board)[0]
        assert button != "Your move"
        panel = (await person.click(board, label=button)).response
        assert panel is not None
        assert "Where do you start on the rondel?" in panel.content


async def test_only_who_manages_the_server_sets_its_language(database: Database) -> None:
    async with open_room(database) as room:
        answer = await room.ask(room["anna"], "language", language="de", scope="server")
        assert answer.content == english("error.not_admin")
        await room.open_table()
        assert "begins. Good luck!" in room.last.content


async def test_without_a_choice_public_posts_follow_the_servers_own_language_also_after_a_restart(
    database: Database,
) -> None:
    async with open_room(database) as room:
        room.guild = room.env.create_guild("Freunde", preferred_locale="de")
        room.channel = room.guild.create_text_channel("spiele")
        room.people = {name: room.guild.add_member(room.env.create_user(name)) for name in ("dirk", "emma")}
        await room.spare_questions()
        await room.ask(room["dirk"], "game new", game="navegador", seats=2)
        lobby = room.last
        join, _, _, start, *_ = labels(lobby)
        assert (join, start) == ("Mitspielen", "Beginnen")
        await room["emma"].click(lobby, label=join)
        await room["dirk"].click(lobby, label=start)
        assert "du bist am Zug" in room.last.content

        person, _ = await room.deciding()
        room.bot.tables.repository.committed = lambda: None  # the process dies before it can send anything
        await room.ask(person, "play", move="rondel ships")
        await room.ask(person, "play", move="pass")
        before = len(room.history())
        await room.restart()
        assert len(room.history()) == before + 1
        assert "du bist am Zug" in room.last.content


@pytest.mark.parametrize(("language", "join"), [("de", "Mitspielen"), ("nl", "Meedoen"), ("en", "Join")])
async def test_where_no_language_was_ever_set_public_posts_follow_whoever_opens_the_first_table(
    database: Database, language: str, join: str
) -> None:
    async with open_room(database) as room:
        await room.spare_questions()
        await room.ask(room["anna"], "language", language=language)
        await room.ask(room["anna"], "game new", game="navegador", seats=2)
        assert labels(room.last)[0] == join
        await room.ask(room["ben"], "language", language="de" if language == "nl" else "nl")
        room.channel = room.guild.create_text_channel("more")
        await room.ask(room["ben"], "game new", game="navegador", seats=2)
        assert labels(room.last)[0] == join
        shown = await room.ask(room["anna"], "settings")
        source = "settings.language_of_discord" if language == "en" else "settings.language_of_opener"
        spoken = texts_in(language)
        assert spoken.say(source, language=LANGUAGE_NAMES[language]) in shown.content


async def test_a_community_whose_language_is_english_stays_english(database: Database) -> None:
    async with open_room(database) as room:
        guild = room.bot.get_guild(room.guild.id)
        assert guild is not None
        guild.features.append("COMMUNITY")
        await room.spare_questions()
        await room.ask(room["anna"], "language", language="de")
        await room.ask(room["anna"], "game new", game="navegador", seats=2)
        assert labels(room.last)[0] == "Join"


async def test_every_post_that_all_can_read_is_in_the_server_s_language_whoever_caused_it(database: Database) -> None:
    """The server speaks Dutch, those who press speak English."""
    dutch = texts_in("nl")
    english = texts_in("en")
    async with open_room(database) as room:
        await room.ask(room.enter("mona", manages=True), "language", language="nl", scope="server")
        anna = room["anna"]
        ben = room["ben"]
        await room.spare_questions()
        await room.ask(anna, "game new", game="navegador", seats=3, order="joining")
        lobby = room.last
        assert f"1. {anna.mention} (gastheer)" in lobby.content
        assert labels(lobby) == [
            *(dutch.say(f"lobby.button.{verb}") for verb in ("join", "leave", "computer", "start", "cancel")),
            *(dutch.say(f"lobby.button.{form}") for form in ("options", "clock")),
            dutch.say("button.fair"),
            dutch.say("lobby.button.learn"),
        ]
        await ben.click(lobby, label=dutch.say("lobby.button.join"))
        assert dutch.say("lobby.ready") in room.last.content
        asked = shown(await anna.click(lobby, label=dutch.say("lobby.button.computer")))
        assert asked.content == english.say("lobby.which_computer")
        answer = shown(await anna.click(asked, label=english.say("computer.easy.long")))
        assert answer.content == english.say("lobby.now_full", name=f"{dutch.say('computer.easy')} 1")
        assert f"3. 🤖 {dutch.say('computer.easy')} 1" in room.last.content
        assert dutch.say("lobby.ready") in room.last.content
        offer = await room.ask(ben, "game new", game="navegador")
        assert labels(offer) == [english.say("button.thread")]
        await ben.click(offer, label=english.say("button.thread"))
        (thread,) = room.channel.threads
        assert thread.name == dutch.say("say.thread", game="Navegador", name="ben")

        await anna.click(lobby, label=dutch.say("lobby.button.start"))
        assert dutch.say("lobby.started") in next(m for m in room.history() if m.id == lobby.id).content
        while (await room.table()).game.to_act != (0,):
            await room.ask((await room.deciding())[0], "play", move="rondel ships")
            await room.ask((await room.deciding())[0], "play", move="pass")
        for person in (anna, ben):
            for words in ("rondel workers", "pass"):
                await room.ask(person, "play", move=words)
        proposed_to = english.say("reply.vote_asked", withdraw=dutch.say("button.withdraw"))
        assert (await room.propose(anna, "undo")).content == proposed_to
        question = room.last
        first, *going, mine, theirs, until = question.content.split("\n")
        proposed = dutch.say("say.vote_undo", name="**anna**", n=len(going))
        answers = [first, mine, theirs]
        computer = dutch.say("computer.easy")
        who = [next(name for name in ("anna", "ben", computer) if name in line) for line in going]
        assert who[:4] == ["anna", "ben", "ben", computer]
        assert set(who[4:]) <= {computer}
        assert "· **anna** doet niets (Arbeiders)" in going
        assert answers == [proposed, "✓ **anna**", f"… {ben.mention}"]
        assert until.startswith("-# ⌛ <t:")
        assert labels(question) == [dutch.say(f"button.{word}") for word in ("agree", "refuse", "withdraw")]
        refused = shown(await room.enter("zoe").click(question, label=dutch.say("button.agree")))
        assert refused.content == english.say("error.not_seated")
        await ben.click(question, label=dutch.say("button.agree"))
        closed = next(message for message in room.history() if message.id == question.id)
        assert closed.content == f"{proposed}\n✓ **anna**\n✓ **ben**\n{dutch.say('say.vote_agreed')}"
