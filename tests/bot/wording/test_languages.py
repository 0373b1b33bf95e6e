"""Who is spoken to in which language."""

from __future__ import annotations

import pytest

from bot.features.server_settings import LANGUAGE_NAMES
from bot.wording import texts_in
from storage.database import Database
from tests.bot.english import english
from tests.bot.parts import labels, shown
from tests.bot.room import room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_one_person_is_spoken_to_in_the_language_chosen_while_the_channel_stays_english(
    database: Database,
) -> None:
    async with room(database) as here:
        told = await here.ask(here["ben"], "language", language="de")
        assert told.content.startswith("Ab jetzt spreche ich Deutsch mit dir.\n")
        await here.open_table()
        assert "it is your turn" in here.last.content
        assert (await here.ask(here["ben"], "score")).content.startswith("Voraussichtlicher Stand")
        assert (await here.ask(here["anna"], "score")).content.startswith("Projected score")
        assert (await here.ask(here["ben"], "language", language="auto")).content == english("reply.language_me")


async def test_public_posts_are_in_the_language_of_the_server_and_panels_in_that_of_the_person(
    database: Database,
) -> None:
    async with room(database) as here:
        manager = here.enter("mona", manages=True)
        await here.ask(manager, "language", language="nl", scope="server")
        await here.ask(here["anna"], "game new", game="navegador", seats=2)
        lobby = here.last
        join, _, _, start, *_ = labels(lobby)
        await here["ben"].click(lobby, label=join)
        await here["anna"].click(lobby, label=start)
        board = here.last
        assert "jij bent aan de beurt" in board.content
        person, _ = await here.deciding()
        button = labels(board)[0]
        assert button != "Your move"
        panel = (await person.click(board, label=button)).response
        assert panel is not None
        assert "Where do you start on the rondel?" in panel.content


async def test_only_who_manages_the_server_sets_its_language(database: Database) -> None:
    async with room(database) as here:
        told = await here.ask(here["anna"], "language", language="de", scope="server")
        assert told.content == english("error.not_admin")
        await here.open_table()
        assert "begins. Good luck!" in here.last.content


async def test_without_a_choice_public_posts_follow_the_servers_own_language_also_after_a_restart(
    database: Database,
) -> None:
    async with room(database) as here:
        here.guild = here.env.create_guild("Freunde", preferred_locale="de")
        here.channel = here.guild.create_text_channel("spiele")
        here.people = {name: here.guild.add_member(here.env.create_user(name)) for name in ("dirk", "emma")}
        await here.spare_questions()
        await here.ask(here["dirk"], "game new", game="navegador", seats=2)
        lobby = here.last
        join, _, _, start, *_ = labels(lobby)
        assert (join, start) == ("Mitspielen", "Beginnen")
        await here["emma"].click(lobby, label=join)
        await here["dirk"].click(lobby, label=start)
        assert "du bist am Zug" in here.last.content

        person, _ = await here.deciding()
        here.bot.tables.repository.committed = lambda: None  # the process dies before it can send anything
        await here.ask(person, "play", move="rondel ships")
        await here.ask(person, "play", move="pass")
        before = len(here.history())
        await here.restart()
        assert len(here.history()) == before + 1
        assert "du bist am Zug" in here.last.content


@pytest.mark.parametrize(("language", "join"), [("de", "Mitspielen"), ("nl", "Meedoen"), ("en", "Join")])
async def test_where_no_language_was_ever_set_public_posts_follow_whoever_opens_the_first_table(
    database: Database, language: str, join: str
) -> None:
    async with room(database) as here:
        await here.spare_questions()
        await here.ask(here["anna"], "language", language=language)
        await here.ask(here["anna"], "game new", game="navegador", seats=2)
        assert labels(here.last)[0] == join
        await here.ask(here["ben"], "language", language="de" if language == "nl" else "nl")
        here.channel = here.guild.create_text_channel("more")
        await here.ask(here["ben"], "game new", game="navegador", seats=2)
        assert labels(here.last)[0] == join
        shown = await here.ask(here["anna"], "settings")
        source = "settings.language_of_discord" if language == "en" else "settings.language_of_opener"
        spoken = texts_in(language)
        assert spoken.say(source, language=LANGUAGE_NAMES[language]) in shown.content


async def test_a_community_whose_language_is_english_stays_english(database: Database) -> None:
    async with room(database) as here:
        guild = here.bot.get_guild(here.guild.id)
        assert guild is not None
        guild.features.append("COMMUNITY")
        await here.spare_questions()
        await here.ask(here["anna"], "language", language="de")
        await here.ask(here["anna"], "game new", game="navegador", seats=2)
        assert labels(here.last)[0] == "Join"


async def test_every_post_that_all_can_read_is_in_the_server_s_language_whoever_caused_it(database: Database) -> None:
    """The server speaks Dutch, those who press speak English."""
    dutch, english = texts_in("nl"), texts_in("en")
    async with room(database) as here:
        await here.ask(here.enter("mona", manages=True), "language", language="nl", scope="server")
        anna, ben = here["anna"], here["ben"]
        await here.spare_questions()
        await here.ask(anna, "game new", game="navegador", seats=3, order="joining")
        lobby = here.last
        assert f"1. {anna.mention} (gastheer)" in lobby.content
        assert labels(lobby) == [
            *(dutch.say(f"lobby.button.{verb}") for verb in ("join", "leave", "computer", "start", "cancel")),
            *(dutch.say(f"lobby.button.{form}") for form in ("options", "clock")),
            dutch.say("button.fair"),
            dutch.say("lobby.button.learn"),
        ]
        await ben.click(lobby, label=dutch.say("lobby.button.join"))
        assert dutch.say("lobby.ready") in here.last.content
        asked = shown(await anna.click(lobby, label=dutch.say("lobby.button.computer")))
        assert asked.content == english.say("lobby.which_computer")
        told = shown(await anna.click(asked, label=english.say("computer.easy.long")))
        assert told.content == english.say("lobby.now_full", name=f"{dutch.say('computer.easy')} 1")
        assert f"3. 🤖 {dutch.say('computer.easy')} 1" in here.last.content
        assert dutch.say("lobby.ready") in here.last.content
        offer = await here.ask(ben, "game new", game="navegador")
        assert labels(offer) == [english.say("button.thread")]
        await ben.click(offer, label=english.say("button.thread"))
        (thread,) = here.channel.threads
        assert thread.name == dutch.say("say.thread", game="Navegador", name="ben")

        await anna.click(lobby, label=dutch.say("lobby.button.start"))
        assert dutch.say("lobby.started") in next(m for m in here.history() if m.id == lobby.id).content
        while (await here.table()).game.to_act != (0,):
            await here.ask((await here.deciding())[0], "play", move="rondel ships")
            await here.ask((await here.deciding())[0], "play", move="pass")
        for person in (anna, ben):
            for words in ("rondel workers", "pass"):
                await here.ask(person, "play", move=words)
        proposed_to = english.say("reply.vote_asked", withdraw=dutch.say("button.withdraw"))
        assert (await here.propose(anna, "undo")).content == proposed_to
        question = here.last
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
        refused = shown(await here.enter("zoe").click(question, label=dutch.say("button.agree")))
        assert refused.content == english.say("error.not_seated")
        await ben.click(question, label=dutch.say("button.agree"))
        closed = next(message for message in here.history() if message.id == question.id)
        assert closed.content == f"{proposed}\n✓ **anna**\n✓ **ben**\n{dutch.say('say.vote_agreed')}"
