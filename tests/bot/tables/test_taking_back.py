"""/undo: freely up to the last barrier, beyond it when everybody agrees."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.observers import voting
from storage import votes
from storage.database import Database
from storage.models import MoveKind
from tests.bot.asking_all import reload_message
from tests.bot.english import AGREE, REFUSE, WITHDRAW, english
from tests.bot.parts import button_labelled, labels, shown_message
from tests.bot.room import Room, open_room
from tests.bot.waiting import bring_timers_forward

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def play_whole_turn(room: Room) -> MemberActor:
    """Spend a turn on the field for ships, without building any; return whose turn it was."""
    person, _ = await room.deciding()
    await room.decide(person, "rondel", "ships")
    await room.decide(person, "pass")
    return person


async def ask_to_undo(room: Room) -> tuple[MemberActor, list[MemberActor], discord.Message]:
    """Ask to take back a move that the next player has answered; return the asker, the others, and the question."""
    await room.open_table()
    asker = await play_whole_turn(room)
    await play_whole_turn(room)
    answer = await room.propose(asker, "undo")
    assert answer.content == english("reply.vote_asked", withdraw=WITHDRAW)
    return asker, [person for person in room.people.values() if person is not asker], room.last


async def test_undo_takes_back_a_finished_turn_that_nobody_has_answered(room: Room) -> None:
    await room.open_table()
    start = (await room.table()).game
    person = await play_whole_turn(room)
    answer = await room.propose(person, "undo")
    assert answer.content.startswith("↩ Taken back.\n**Navegador** · round 1, turn 1\nHow many ships do you build?")
    assert (await room.deciding())[0] is person
    assert f"↩ **{person.name}** takes back a decision." in room.last.content
    assert room.pinged_users()[-1] == [person.id]
    await room.propose(person, "undo")
    assert (await room.table()).game == start
    nothing = await room.propose(person, "undo")
    assert nothing.content == english("error.nothing_to_undo")


@pytest.mark.room("anna")
async def test_moves_of_computers_go_back_with_the_move_before_them(room: Room) -> None:
    await room.open_table(computers=1)
    await room.ask(room["anna"], "play", move="rondel ships")
    before = (await room.table()).game
    await room.ask(room["anna"], "play", move="pass")
    answer = await room.ask(room["anna"], "undo")
    assert answer.content.startswith("↩")  # nobody else is there to be asked
    assert (await room.table()).game == before
    assert "takes back a decision, and what the computers have done since." in room.last.content


@pytest.mark.room("anna", "ben", "carla")
async def test_what_others_have_answered_is_taken_back_when_all_agree(room: Room) -> None:
    asker, others, question = await ask_to_undo(room)
    assert f"↩ **{asker.name}** asks to take back 3 moves" in question.content
    names = [
        next(user.name for user in room.people.values() if user.id == move.by_user_id) for move in await room.moves()
    ]
    gone = [line.split("**")[1] for line in question.content.split("\n") if line.startswith("· ")]
    assert gone == names[1:]
    assert all(person.mention in question.content for person in others)
    assert sorted(room.pinged_users()[-1]) == sorted(person.id for person in others)
    assert labels(question) == [AGREE, REFUSE, WITHDRAW]
    await others[0].click(question, label=AGREE)
    question = next(message for message in room.history() if message.id == question.id)
    assert others[0].mention not in question.content
    assert others[1].mention in question.content
    assert not any(move.undone for move in await room.moves())
    await others[1].click(question, label=AGREE)
    question = next(message for message in room.history() if message.id == question.id)
    assert question.content.endswith("\nEverybody agreed.")
    assert labels(question) == []
    moves = await room.moves()
    assert [move.undone for move in moves if move.kind == MoveKind.MOVE] == [False, True, True, True]
    assert f"↩ Everybody agreed: **{asker.name}** takes back 3 decisions." in room.last.content
    assert (await room.deciding())[0] is asker


@pytest.mark.room("anna", "ben", "carla")
async def test_two_who_agree_at_once_both_count(room: Room) -> None:
    asker, others, question = await ask_to_undo(room)
    await room.deliver(*(room.click_payload(person, question, AGREE) for person in others))
    assert (await room.deciding())[0] is asker
    assert sum(move.undone for move in await room.moves()) == 3


@pytest.mark.room("anna", "ben", "carla")
async def test_an_answer_to_a_question_that_is_settled_changes_nothing(room: Room) -> None:
    _, others, question = await ask_to_undo(room)
    late = room.click_payload(others[0], question, REFUSE)
    for person in others:
        await person.click(question, label=AGREE)
    await room.deliver(late)
    question = next(message for message in room.history() if message.id == question.id)
    assert question.content.endswith("\nEverybody agreed.")


@pytest.mark.room("anna", "ben", "carla")
async def test_one_who_agrees_twice_counts_once(room: Room) -> None:
    _, others, question = await ask_to_undo(room)
    for _ in range(2):
        await others[0].click(question, label=AGREE)
    assert not any(move.undone for move in await room.moves())


async def test_whoever_is_alone_with_computers_and_the_resigned_takes_back_unasked(room: Room) -> None:
    await room.open_table(order="joining")
    while (await room.table()).game.to_act != (0,):
        await play_whole_turn(room)
    anna = room["anna"]
    ben = room["ben"]
    for words in ("rondel ships", "pass"):
        await room.ask(anna, "play", move=words)
    await room.ask(ben, "play", move="rondel workers")  # stands in the way
    await ben.click(await room.ask(ben, "game resign"), label="Resign")
    answer = await room.propose(anna, "undo")
    assert answer.content.startswith("↩ Taken back.")
    assert labels(room.last) == ["Your move"]


@pytest.mark.parametrize("alone", [True, False])
async def test_who_is_shown_what_would_go_may_think_better_of_it(database: Database, alone: bool) -> None:
    async with open_room(database, *(("anna",) if alone else ("anna", "ben"))) as room:
        await room.open_table(computers=int(alone), order="joining")
        if alone:
            await room.ask(person := room["anna"], "play", move="rondel ships")
        else:
            person = await play_whole_turn(room)
        moves = len(await room.moves())
        version = (await room.table()).row.version
        sure = await room.ask(person, "vote back", moves=1)
        assert labels(sure) == ["Take back" if alone else "Ask everybody", "Cancel"]
        answer = shown_message(await person.click(sure, label="Cancel"))
        assert (answer.content, labels(answer)) == (english("reply.vote_not_asked"), [])
        assert (len(await room.moves()), (await room.table()).row.version) == (moves, version)
        assert await room.bot.tables.voting.open_vote((await room.table()).row.id) is None


@pytest.mark.room("anna", "ben", "carla")
async def test_one_refusal_settles_it(room: Room) -> None:
    _, others, question = await ask_to_undo(room)
    await others[1].click(question, label=REFUSE)
    question = next(message for message in room.history() if message.id == question.id)
    assert question.content.endswith(f"**{others[1].name}** does not agree, so nothing changes.")
    assert f"✗ **{others[1].name}**\n" in question.content
    assert labels(question) == []
    assert not any(move.undone for move in await room.moves())


@pytest.mark.room("anna", "ben", "carla")
async def test_an_answer_to_a_question_that_the_game_has_overtaken_asks_again(room: Room) -> None:
    """Moves made since the question are taken back with it only if everybody agrees to that."""
    asker, others, question = await ask_to_undo(room)
    await others[0].click(question, label=AGREE)
    await play_whole_turn(room)
    calls = len(room.pinged_users())
    await others[1].click(question, label=AGREE)
    new_question = reload_message(room, question)
    assert new_question.content.startswith("Others have moved since this was asked, so")
    assert all(f"<@{person.id}>" in new_question.content for person in others), "nobody has agreed to this yet"
    assert (labels(new_question), len(room.pinged_users())) == ([AGREE, REFUSE, WITHDRAW], calls)
    assert not any(move.undone for move in await room.moves())
    for person in others:
        await person.click(new_question, label=AGREE)
    assert reload_message(room, question).content.endswith("\nEverybody agreed.")
    assert (await room.deciding())[0] is asker
    assert sum(move.undone for move in await room.moves()) > 3


@pytest.mark.room("anna", "ben", "carla")
async def test_a_move_in_the_moment_of_the_last_consent_is_not_taken_back_with_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, others, question = await ask_to_undo(room)
    await others[0].click(question, label=AGREE)
    find = votes.open_of
    first = list[bool]()

    async def found(session: AsyncSession, game_id: int) -> Any:
        vote = await find(session, game_id)
        if vote is not None and len(vote.agreed) == 3 and not first:
            first.append(True)
            table = await room.table()
            seat = table.game.to_act[0]
            await room.bot.tables.play.act(game_id, table.user_at(seat) or 0, table.game.legal(seat)[0])
        return vote

    monkeypatch.setattr(votes, "open_of", found)
    await others[1].click(question, label=AGREE)
    assert first
    assert reload_message(room, question).content.startswith("Others have moved since this was asked, so")
    assert not any(move.undone for move in await room.moves())


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_is_settled_when_whoever_asked_has_moved_on(room: Room) -> None:
    asker, others, question = await ask_to_undo(room)
    while (await room.deciding())[0] is not asker:
        await play_whole_turn(room)
    await room.play_turn(Random(1))
    await others[0].click(question, label=AGREE)
    assert reload_message(room, question).content.endswith("\nThe game has moved on, so this vote is closed.")
    assert labels(reload_message(room, question)) == []
    assert not any(move.undone for move in await room.moves())


async def test_a_question_is_settled_when_whoever_moved_since_has_taken_that_back(room: Room) -> None:
    """The person who asked needs nobody's consent any more."""
    asker, (other_person,), question = await ask_to_undo(room)
    await room.propose(other_person, "undo")
    assert labels(reload_message(room, question)) != []
    await room.propose(other_person, "undo")
    assert reload_message(room, question).content.endswith("\nThe game has moved on, so this vote is closed.")
    assert labels(reload_message(room, question)) == []
    assert (await room.propose(asker, "undo")).content.startswith("↩ Taken back.")
    assert (await room.deciding())[0] is asker


@pytest.mark.room("anna", "ben", "carla")
async def test_a_stranger_has_no_vote(room: Room) -> None:
    _, _, question = await ask_to_undo(room)
    answer = shown_message(await room.enter("zoe").click(question, label=AGREE))
    assert answer.content == english("error.not_seated")
    assert answer.flags.ephemeral
    assert labels(reload_message(room, question)) == [AGREE, REFUSE, WITHDRAW]


async def test_what_was_revealed_needs_consent_too_and_the_vote_outlives_a_restart(room: Room) -> None:
    person, other_person = await room.begin()
    await room.ask(person, "play", move="rondel sailing")
    question = await room.ask(person, "play", move="discover guine portugal portugal")
    panel = shown_message(await person.click(question, label="Yes, reveal"))
    assert "Undo" not in labels(panel)
    answer = await room.propose(person, "undo")
    assert answer.content == english("reply.vote_asked", withdraw=WITHDRAW)
    question = room.last
    await room.restart()
    await other_person.click(question, label=AGREE)
    assert (await room.table()).game.state.discovered == ["portugal"]


async def test_whoever_may_not_be_asked_in_the_channel_is_told_so(room: Room) -> None:
    await room.open_table()
    asker = await play_whole_turn(room)
    await play_whole_turn(room)
    room.forbid("send_messages")
    answer = await room.propose(asker, "undo")
    assert answer.content == "I am missing permissions here: “Send Messages”. Ask a server manager to grant them."


async def test_under_other_rules_nothing_is_taken_back(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel ships")
    game = (await room.table()).game
    game.state.players[0].money += 50
    await room.replace_game(game)
    answer = await room.propose(person, "undo")
    assert answer.content.startswith("This game was started under earlier rules of Portolan")
    assert (await room.table()).game == game


PENDING = "The table is already voting on something, and there can only be one vote at a time: "


def pinged_by_questions(room: Room) -> list[list[int]]:
    """Return whom each question to the table has pinged."""
    sent = room.requests("POST", f"/channels/{room.channel.id}/messages")
    questions = [entry.json or {} for entry in sent if "asks to take " in (entry.json or {})["content"]]
    return [[int(user) for user in question["allowed_mentions"].get("users", [])] for question in questions]


@pytest.mark.room("anna", "ben", "carla")
async def test_everybody_is_asked_once_however_often_somebody_wants_it(room: Room) -> None:
    asker, others, _ = await ask_to_undo(room)
    movers = {move.by_user_id for move in await room.moves()}
    other_person = next(person for person in others if person.id in movers)
    await play_whole_turn(room)  # or the other one would take back without asking
    assert (await room.propose(other_person, "undo")).content == english("reply.vote_asked", withdraw=WITHDRAW)
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.last.id}"
    count = len(room.history())
    for person in (asker, other_person, *[asker] * 4):
        answer = await room.propose(person, "undo")
        assert (answer.content, answer.flags.ephemeral) == (PENDING + link, True)
    await room.restart()
    assert (await room.propose(asker, "undo")).content == PENDING + link
    assert len(room.history()) == count
    assert len(pinged_by_questions(room)) == 2  # the first one was overtaken


@pytest.mark.room("anna", "ben", "carla")
async def test_two_who_want_it_at_once_ask_once(room: Room) -> None:
    await room.open_table()
    first = await play_whole_turn(room)
    second = await play_whole_turn(room)
    await play_whole_turn(room)
    sure = [(person, await room.ask(person, "undo")) for person in (first, second)]
    await room.deliver(*(room.click_payload(person, panel, "Ask everybody") for person, panel in sure))
    assert len(pinged_by_questions(room)) == 1


@pytest.mark.parametrize("end", ["refused", "withdrawn", "moved", "a day"])
@pytest.mark.room("anna", "ben", "carla")
async def test_a_new_question_follows_one_that_is_settled(room: Room, end: str) -> None:
    asker, others, question = await ask_to_undo(room)
    assert (await room.propose(asker, "undo")).content.startswith(PENDING)
    match end:
        case "refused":
            await others[0].click(question, label=REFUSE)
        case "withdrawn":
            await asker.click(question, label=WITHDRAW)
        case "moved":
            await play_whole_turn(room)
        case "a day":
            await pass_time(room, voting.OPEN_FOR - timedelta(minutes=1))
            assert (await room.propose(asker, "undo")).content.startswith(PENDING)
            await pass_time(room, timedelta(minutes=2))
            assert reload_message(room, question).content.endswith(
                "\nNot everybody agreed in time, so nothing changes."
            )
            assert labels(reload_message(room, question)) == []
    answer = await room.propose(asker, "undo")
    assert answer.content == english("reply.vote_asked", withdraw=WITHDRAW)
    assert len(pinged_by_questions(room)) == 2
    assert (await room.propose(asker, "undo")).content.startswith(PENDING)
    assert labels(reload_message(room, question)) == []


async def pass_time(room: Room, wait: timedelta) -> None:
    """Bring forward all timers of the tables, and do what is due then."""
    await bring_timers_forward(room.database, wait)
    await room.sweep()


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_that_was_deleted_is_posted_anew_with_its_answers_and_calls_nobody(room: Room) -> None:
    asker, others, question = await ask_to_undo(room)
    await others[0].click(question, label=AGREE)
    room.env.backend.delete_message(room.channel.id, question.id)
    assert (await room.propose(asker, "undo")).content.startswith(PENDING)
    anew = room.last
    assert f"✓ **{others[0].name}**" in anew.content
    assert [sorted(called) for called in pinged_by_questions(room)] == [sorted(person.id for person in others), []]
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{anew.id}"
    assert (await room.propose(asker, "undo")).content == PENDING + link
    await others[1].click(anew, label=AGREE)
    assert (await room.deciding())[0] is asker


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_that_the_bot_may_not_read_stands(room: Room) -> None:
    asker, others, question = await ask_to_undo(room)
    room.forbid("read_message_history")
    assert (await room.propose(asker, "undo")).content.startswith(PENDING)
    room.forbid()
    await others[0].click(question, label=REFUSE)
    room.forbid("read_message_history")
    assert (await room.propose(asker, "undo")).content == english("reply.vote_asked", withdraw=WITHDRAW)


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_of_an_earlier_version_is_to_be_asked_anew(room: Room) -> None:
    _, others, question = await ask_to_undo(room)
    custom_id = button_labelled(question, AGREE)["custom_id"]
    room.forge(question, custom_id, "pt:v:1:6:4:0:3:agree")
    await others[0].click(question, custom_id="pt:v:1:6:4:0:3:agree")
    assert reload_message(room, question).content.startswith("↩ This vote began before Portolan was updated")
    assert labels(reload_message(room, question)) == []
    assert not any(move.undone for move in await room.moves())
