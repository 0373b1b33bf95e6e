"""/undo: freely up to the last barrier, beyond it when everybody agrees."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.observers import voting
from storage import votes
from storage.database import Database
from storage.jobs import IS_TIMER
from storage.models import JobRow, MoveKind
from tests.bot.english import AGREE, REFUSE, WITHDRAW, english
from tests.bot.parts import labelled, labels, shown
from tests.bot.room import Room, room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def whole_turn(here: Room) -> MemberActor:
    """Whoever is to move spends a turn on the field for ships, without building any."""
    person, _ = await here.deciding()
    await here.decide(person, "rondel", "ships")
    await here.decide(person, "pass")
    return person


async def disputed(here: Room) -> tuple[MemberActor, list[MemberActor], discord.Message]:
    """Somebody wants back a move that the next player has answered: who, all others, and the public question."""
    await here.open_table()
    asker = await whole_turn(here)
    await whole_turn(here)
    told = await here.propose(asker, "undo")
    assert told.content == english("reply.vote_asked", withdraw=WITHDRAW)
    return asker, [person for person in here.people.values() if person is not asker], here.last


async def test_undo_takes_back_a_finished_turn_that_nobody_has_answered(here: Room) -> None:
    await here.open_table()
    start = (await here.table()).game
    person = await whole_turn(here)
    told = await here.propose(person, "undo")
    assert told.content.startswith("↩ Taken back.\n**Navegador** · round 1, turn 1\nHow many ships do you build?")
    assert (await here.deciding())[0] is person
    assert f"↩ **{person.name}** takes back a decision." in here.last.content
    assert here.called()[-1] == [person.id]
    await here.propose(person, "undo")
    assert (await here.table()).game == start
    nothing = await here.propose(person, "undo")
    assert nothing.content == english("error.nothing_to_undo")


@pytest.mark.room("anna")
async def test_moves_of_computers_go_back_with_the_move_before_them(here: Room) -> None:
    await here.open_table(computers=1)
    await here.ask(here["anna"], "play", move="rondel ships")
    before = (await here.table()).game
    await here.ask(here["anna"], "play", move="pass")
    told = await here.ask(here["anna"], "undo")
    assert told.content.startswith("↩")  # nobody else is there to be asked
    assert (await here.table()).game == before
    assert "takes back 3 decisions" in here.last.content


@pytest.mark.room("anna", "ben", "carla")
async def test_what_others_have_answered_is_taken_back_when_all_agree(here: Room) -> None:
    asker, others, question = await disputed(here)
    assert f"↩ **{asker.name}** asks to take back 3 moves" in question.content
    names = [
        next(user.name for user in here.people.values() if user.id == move.by_user_id) for move in await here.moves()
    ]
    gone = [line.split("**")[1] for line in question.content.split("\n") if line.startswith("· ")]
    assert gone == names[1:]
    assert all(person.mention in question.content for person in others)
    assert sorted(here.called()[-1]) == sorted(person.id for person in others)
    assert labels(question) == [AGREE, REFUSE, WITHDRAW]
    await others[0].click(question, label=AGREE)
    question = next(message for message in here.history() if message.id == question.id)
    assert others[0].mention not in question.content
    assert others[1].mention in question.content
    assert not any(move.undone for move in await here.moves())
    await others[1].click(question, label=AGREE)
    question = next(message for message in here.history() if message.id == question.id)
    assert question.content.endswith("\nEverybody agreed.")
    assert labels(question) == []
    moves = await here.moves()
    assert [move.undone for move in moves if move.kind == MoveKind.MOVE] == [False, True, True, True]
    assert f"↩ Everybody agreed: **{asker.name}** takes back 3 decisions." in here.last.content
    assert (await here.deciding())[0] is asker


@pytest.mark.room("anna", "ben", "carla")
async def test_two_who_agree_at_once_both_count(here: Room) -> None:
    asker, others, question = await disputed(here)
    await here.deliver(*(here.click_payload(person, question, AGREE) for person in others))
    assert (await here.deciding())[0] is asker
    assert sum(move.undone for move in await here.moves()) == 3


@pytest.mark.room("anna", "ben", "carla")
async def test_an_answer_to_a_question_that_is_settled_changes_nothing(here: Room) -> None:
    _, others, question = await disputed(here)
    late = here.click_payload(others[0], question, REFUSE)
    for person in others:
        await person.click(question, label=AGREE)
    await here.deliver(late)
    question = next(message for message in here.history() if message.id == question.id)
    assert question.content.endswith("\nEverybody agreed.")


@pytest.mark.room("anna", "ben", "carla")
async def test_one_who_agrees_twice_counts_once(here: Room) -> None:
    _, others, question = await disputed(here)
    for _ in range(2):
        await others[0].click(question, label=AGREE)
    assert not any(move.undone for move in await here.moves())


async def test_whoever_is_alone_with_computers_and_the_resigned_takes_back_unasked(here: Room) -> None:
    await here.open_table(order="joining")
    while (await here.table()).game.to_act != (0,):
        await whole_turn(here)
    anna, ben = here["anna"], here["ben"]
    for words in ("rondel ships", "pass"):
        await here.ask(anna, "play", move=words)
    await here.ask(ben, "play", move="rondel workers")  # stands in the way
    await ben.click(await here.ask(ben, "game resign"), label="Resign")
    told = await here.propose(anna, "undo")
    assert told.content.startswith("↩ Taken back.")
    assert labels(here.last) == ["Your move"]


@pytest.mark.parametrize("alone", [True, False])
async def test_who_is_shown_what_would_go_may_think_better_of_it(database: Database, alone: bool) -> None:
    async with room(database, *(("anna",) if alone else ("anna", "ben"))) as here:
        await here.open_table(computers=int(alone), order="joining")
        if alone:
            await here.ask(person := here["anna"], "play", move="rondel ships")
        else:
            person = await whole_turn(here)
        moves, version = len(await here.moves()), (await here.table()).row.version
        sure = await here.ask(person, "vote back", moves=1)
        assert labels(sure) == ["Take back" if alone else "Ask everybody", "Cancel"]
        told = shown(await person.click(sure, label="Cancel"))
        assert (told.content, labels(told)) == (english("reply.vote_not_asked"), [])
        assert (len(await here.moves()), (await here.table()).row.version) == (moves, version)
        assert await here.bot.tables.voting.open_vote((await here.table()).row.id) is None


@pytest.mark.room("anna", "ben", "carla")
async def test_one_refusal_settles_it(here: Room) -> None:
    _, others, question = await disputed(here)
    await others[1].click(question, label=REFUSE)
    question = next(message for message in here.history() if message.id == question.id)
    assert question.content.endswith(f"**{others[1].name}** does not agree, so nothing changes.")
    assert f"✗ **{others[1].name}**\n" in question.content
    assert labels(question) == []
    assert not any(move.undone for move in await here.moves())


def now(here: Room, question: discord.Message) -> discord.Message:
    """A message as it stands."""
    return next(message for message in here.history() if message.id == question.id)


@pytest.mark.room("anna", "ben", "carla")
async def test_an_answer_to_a_question_that_the_game_has_overtaken_asks_again(here: Room) -> None:
    """What was moved since is taken back with it only if everybody agrees to that."""
    asker, others, question = await disputed(here)
    await others[0].click(question, label=AGREE)
    await whole_turn(here)
    calls = len(here.called())
    await others[1].click(question, label=AGREE)
    asked = now(here, question)
    assert asked.content.startswith("Others have moved since this was asked, so")
    assert all(f"<@{person.id}>" in asked.content for person in others), "nobody has agreed to this yet"
    assert (labels(asked), len(here.called())) == ([AGREE, REFUSE, WITHDRAW], calls)
    assert not any(move.undone for move in await here.moves())
    for person in others:
        await person.click(asked, label=AGREE)
    assert now(here, question).content.endswith("\nEverybody agreed.")
    assert (await here.deciding())[0] is asker
    assert sum(move.undone for move in await here.moves()) > 3


@pytest.mark.room("anna", "ben", "carla")
async def test_a_move_in_the_moment_of_the_last_consent_is_not_taken_back_with_it(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, others, question = await disputed(here)
    await others[0].click(question, label=AGREE)
    find, first = votes.open_of, list[bool]()

    async def found(session: AsyncSession, game_id: int) -> Any:
        vote = await find(session, game_id)
        if vote is not None and len(vote.agreed) == 3 and not first:
            first.append(True)
            table = await here.table()
            seat = table.game.to_act[0]
            await here.bot.tables.play.act(game_id, table.user_at(seat) or 0, table.game.legal(seat)[0])
        return vote

    monkeypatch.setattr(votes, "open_of", found)
    await others[1].click(question, label=AGREE)
    assert first
    assert now(here, question).content.startswith("Others have moved since this was asked, so")
    assert not any(move.undone for move in await here.moves())


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_is_settled_when_whoever_asked_has_moved_on(here: Room) -> None:
    asker, others, question = await disputed(here)
    while (await here.deciding())[0] is not asker:
        await whole_turn(here)
    await here.play_turn(Random(1))
    await others[0].click(question, label=AGREE)
    assert now(here, question).content.endswith("\nThe game has moved on, so this vote is closed.")
    assert labels(now(here, question)) == []
    assert not any(move.undone for move in await here.moves())


async def test_a_question_is_settled_when_whoever_moved_since_has_taken_that_back(here: Room) -> None:
    """Whoever asked needs nobody's consent any more."""
    asker, (other,), question = await disputed(here)
    await here.propose(other, "undo")
    assert labels(now(here, question)) != []
    await here.propose(other, "undo")
    assert now(here, question).content.endswith("\nThe game has moved on, so this vote is closed.")
    assert labels(now(here, question)) == []
    assert (await here.propose(asker, "undo")).content.startswith("↩ Taken back.")
    assert (await here.deciding())[0] is asker


@pytest.mark.room("anna", "ben", "carla")
async def test_a_stranger_has_no_vote(here: Room) -> None:
    _, _, question = await disputed(here)
    told = shown(await here.enter("zoe").click(question, label=AGREE))
    assert told.content == english("error.not_seated")
    assert told.flags.ephemeral
    assert labels(now(here, question)) == [AGREE, REFUSE, WITHDRAW]


async def test_what_was_revealed_needs_consent_too_and_the_vote_outlives_a_restart(here: Room) -> None:
    person, other = await here.begin()
    await here.ask(person, "play", move="rondel sailing")
    question = await here.ask(person, "play", move="discover guine portugal portugal")
    panel = shown(await person.click(question, label="Yes, reveal"))
    assert "Undo" not in labels(panel)
    told = await here.propose(person, "undo")
    assert told.content == english("reply.vote_asked", withdraw=WITHDRAW)
    question = here.last
    await here.restart()
    await other.click(question, label=AGREE)
    assert (await here.table()).game.state.discovered == ["portugal"]


async def test_whoever_may_not_be_asked_in_the_channel_is_told_so(here: Room) -> None:
    await here.open_table()
    asker = await whole_turn(here)
    await whole_turn(here)
    here.forbid("send_messages")
    told = await here.propose(asker, "undo")
    assert told.content == "I am missing permissions here: “Send Messages”. Ask a server manager to grant them."


async def test_under_other_rules_nothing_is_taken_back(here: Room) -> None:
    person, _ = await here.begin()
    await here.ask(person, "play", move="rondel ships")
    game = (await here.table()).game
    game.state.players[0].money += 50
    await here.put(game)
    told = await here.propose(person, "undo")
    assert told.content.startswith("This game was started under earlier rules of Portolan")
    assert (await here.table()).game == game


PENDING = "The table is already voting on something, and there can only be one vote at a time: "


def asked(here: Room) -> list[list[int]]:
    """Whom each question to the table has pinged."""
    sent = here.requests("POST", f"/channels/{here.channel.id}/messages")
    questions = [entry.json or {} for entry in sent if "asks to take " in (entry.json or {})["content"]]
    return [[int(user) for user in question["allowed_mentions"].get("users", [])] for question in questions]


@pytest.mark.room("anna", "ben", "carla")
async def test_everybody_is_asked_once_however_often_somebody_wants_it(here: Room) -> None:
    asker, others, _ = await disputed(here)
    movers = {move.by_user_id for move in await here.moves()}
    other = next(person for person in others if person.id in movers)
    await whole_turn(here)  # or the other one would take back without asking
    assert (await here.propose(other, "undo")).content == english("reply.vote_asked", withdraw=WITHDRAW)
    link = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{here.last.id}"
    count = len(here.history())
    for person in (asker, other, *[asker] * 4):
        told = await here.propose(person, "undo")
        assert (told.content, told.flags.ephemeral) == (PENDING + link, True)
    await here.restart()
    assert (await here.propose(asker, "undo")).content == PENDING + link
    assert len(here.history()) == count
    assert len(asked(here)) == 2  # the first one was overtaken


@pytest.mark.room("anna", "ben", "carla")
async def test_two_who_want_it_at_once_ask_once(here: Room) -> None:
    await here.open_table()
    first, second = await whole_turn(here), await whole_turn(here)
    await whole_turn(here)
    sure = [(person, await here.ask(person, "undo")) for person in (first, second)]
    await here.deliver(*(here.click_payload(person, panel, "Ask everybody") for person, panel in sure))
    assert len(asked(here)) == 1


@pytest.mark.parametrize("how", ["refused", "withdrawn", "moved", "a day"])
@pytest.mark.room("anna", "ben", "carla")
async def test_a_new_question_follows_one_that_is_settled(here: Room, how: str) -> None:
    asker, others, question = await disputed(here)
    assert (await here.propose(asker, "undo")).content.startswith(PENDING)
    match how:
        case "refused":
            await others[0].click(question, label=REFUSE)
        case "withdrawn":
            await asker.click(question, label=WITHDRAW)
        case "moved":
            await whole_turn(here)
        case "a day":
            await pass_time(here, voting.OPEN_FOR - timedelta(minutes=1))
            assert (await here.propose(asker, "undo")).content.startswith(PENDING)
            await pass_time(here, timedelta(minutes=2))
            assert now(here, question).content.endswith("\nNot everybody agreed in time, so nothing changes.")
            assert labels(now(here, question)) == []
    told = await here.propose(asker, "undo")
    assert told.content == english("reply.vote_asked", withdraw=WITHDRAW)
    assert len(asked(here)) == 2
    assert (await here.propose(asker, "undo")).content.startswith(PENDING)
    assert labels(now(here, question)) == []


async def pass_time(here: Room, by: timedelta) -> None:
    """What is due later at the tables is due so much sooner."""
    async with here.database.transaction() as session:
        for timer in (await session.exec(select(JobRow).where(IS_TIMER))).all():
            timer.set_at, timer.due_at = timer.set_at - by, timer.due_at - by
            session.add(timer)
    await here.sweep()


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_that_was_deleted_is_posted_anew_with_its_answers_and_calls_nobody(here: Room) -> None:
    asker, others, question = await disputed(here)
    await others[0].click(question, label=AGREE)
    here.env.backend.delete_message(here.channel.id, question.id)
    assert (await here.propose(asker, "undo")).content.startswith(PENDING)
    anew = here.last
    assert f"✓ **{others[0].name}**" in anew.content
    assert [sorted(called) for called in asked(here)] == [sorted(person.id for person in others), []]
    link = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{anew.id}"
    assert (await here.propose(asker, "undo")).content == PENDING + link
    await others[1].click(anew, label=AGREE)
    assert (await here.deciding())[0] is asker


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_that_the_bot_may_not_read_stands(here: Room) -> None:
    asker, others, question = await disputed(here)
    here.forbid("read_message_history")
    assert (await here.propose(asker, "undo")).content.startswith(PENDING)
    here.forbid()
    await others[0].click(question, label=REFUSE)
    here.forbid("read_message_history")
    assert (await here.propose(asker, "undo")).content == english("reply.vote_asked", withdraw=WITHDRAW)


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_of_an_earlier_version_is_to_be_asked_anew(here: Room) -> None:
    _, others, question = await disputed(here)
    custom_id = labelled(question, AGREE)["custom_id"]
    here.forge(question, custom_id, "pt:v:1:6:4:0:3:agree")
    await others[0].click(question, custom_id="pt:v:1:6:4:0:3:agree")
    assert now(here, question).content.startswith("↩ This vote began before Portolan was updated")
    assert labels(now(here, question)) == []
    assert not any(move.undone for move in await here.moves())
