"""What the channel is told after a change, and how it is worded: without a database and without Discord."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

import render
from bot.delivery.compose import Post, PublicAnswer, answers_in_public, compose
from bot.delivery.posting import move_view
from bot.tables import announcement
from bot.tables.announcement import Announcement, Remark
from bot.tables.change_announcements import AnnouncementRequest, announcement_after
from bot.tables.event_log import Narration
from bot.wording import texts_in
from engines import Event, Message, Prompt
from storage import people
from storage.database import Database
from tests.bot.stubs import stub_game, stub_table

WORDS = texts_in("en")
NO_DATABASE = cast("Database", SimpleNamespace(reading=nullcontext))
"""A database in which nobody has chosen how to be called."""

BEGINS = Message("say.begins", {"game": "navegador"})
MOVED = Event("rondel", 1, {"field": "ships"})
REMARK = Remark(3, Message("say.offer_withdrawn"))
POSTED = Announcement(
    kind="turn", version=4, turn=3, introduction=[BEGINS], since=2, remarks=[REMARK], ping=[1, 2], has_own_picture=True
)
STOPPED = Message("say.plan_stopped", {"seat": 1})


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[render.Caption]:
    """Record the captions of the pictures that are drawn."""
    captions: list[render.Caption] = []

    def draw(view: object, caption: render.Caption) -> bytes:
        captions.append(caption)
        return b"png"

    async def no_settings(session: object, users: object) -> dict[Any, Any]:
        return {}

    monkeypatch.setattr(render, "picture", draw)
    monkeypatch.setattr("bot.drawing.picture_order.headline", lambda *_: ())  # it can word real games alone
    monkeypatch.setattr(people, "settings_of", no_settings)
    monkeypatch.setattr(people, "guild_settings", no_settings)
    return captions


def test_a_payload_of_an_earlier_version_of_the_program_is_read_as_it_was_meant() -> None:
    stored: dict[str, Any] = {
        "kind": "board",
        "version": 9,
        "turn": 3,
        "leads": [{"id": "say.begins", "args": {"game": "navegador"}}, {"id": "say.ended", "args": {}}],
        "told": [{"kind": "rondel", "seat": 1, "data": {"field": "ships"}, "barrier": False, "seen_by": None}],
        "events": [{"kind": "recruited", "seat": 1, "data": {"n": 2}, "barrier": True, "seen_by": [1]}],
        "ping": [2, 1],
    }
    decoded = announcement.decode(stored)
    assert decoded == Announcement(
        kind="board",
        version=9,
        turn=3,
        introduction=[Message("say.begins", {"game": "navegador"}), Message("say.ended")],
        since=8,
        called=8,
        copied=[Event("rondel", 1, {"field": "ships"}), Event("recruited", 1, {"n": 2}, barrier=True, seen_by=(1,))],
        ping=[2, 1],
    )
    assert announcement.decode({"kind": "notice", "version": 1}) == Announcement(kind="notice", version=1)


def test_a_payload_is_read_as_it_was_stored() -> None:
    for stored in (
        POSTED,
        Announcement(kind="notice", version=1),
        announcement_after(BOARD, POSTED, None, AnnouncementRequest()),
    ):
        assert announcement.decode(stored.payload()) == stored
        assert not {"events", "told", "continues", "skipped"} & stored.payload().keys()


BOARD = stub_table(stub_game(blocking=(2, 1)))
"""A table at version 7."""


def test_an_update_within_the_turn_keeps_what_the_post_said_and_adds_to_it() -> None:
    update = announcement_after(BOARD, POSTED, None, AnnouncementRequest(lines=[STOPPED, STOPPED], lines_version=5))
    assert update == Announcement(
        kind="board",
        version=7,
        turn=3,
        introduction=[BEGINS],
        since=2,
        called=4,
        remarks=[REMARK, Remark(5, STOPPED)],
        ping=[2, 1],
    )
    assert announcement_after(BOARD, POSTED, update, AnnouncementRequest()) == update


def test_a_new_post_tells_what_those_did_who_were_called_before() -> None:
    update = announcement_after(
        stub_table(stub_game(blocking=(1,))), POSTED, None, AnnouncementRequest(lines=[STOPPED], lines_version=5)
    )
    post = announcement_after(stub_table(stub_game(blocking=(0,))), POSTED, update, AnnouncementRequest())
    assert (post.kind, post.since, post.called) == ("turn", 4, None)
    assert post.remarks == [Remark(5, STOPPED)], "what was said before the call is told"
    assert update.continues_in(post)
    assert not POSTED.continues_in(post), "what led to a message is told before it calls"


def test_a_message_goes_on_from_what_the_newest_board_has_shown() -> None:
    update = announcement_after(stub_table(stub_game(blocking=(1,))), POSTED, None, AnnouncementRequest())
    post = announcement_after(stub_table(stub_game(blocking=(0,))), POSTED, update, AnnouncementRequest())
    assert post.continued_from(None, repeats_all=False) is post
    assert post.continued_from(update, repeats_all=True) is post, "the turn is told whole, from the call on"
    assert post.continued_from(update, repeats_all=False).since == update.version, (
        "what was told below the call is told there"
    )
    assert post.continued_from(POSTED, repeats_all=False) is post
    shortened_post = msgspec.structs.replace(POSTED, since=3)
    assert update.continued_from(shortened_post, repeats_all=False).since == 3, (
        "what was left out when it was sent stays so"
    )
    later_post = msgspec.structs.replace(POSTED, version=6, since=5)
    assert update.continued_from(later_post, repeats_all=False) is update, "it is no update of that board"


def test_a_call_shares_the_picture_of_one_that_prepares_the_same() -> None:
    first_call = Announcement(kind="turn", version=5, turn=3, is_preparing=True)
    sharing_call = msgspec.structs.replace(first_call, board=1000)
    call = msgspec.structs.replace(first_call, version=7)
    assert call.with_shared_picture(first_call, 1001).board == 1001
    assert call.with_shared_picture(sharing_call, 1001).board == 1000, "that of the one before it"
    for changes in ({"has_own_picture": True}, {"turn": 4}, {"is_preparing": False}, {"kind": "summary"}):
        assert msgspec.structs.replace(call, **changes).with_shared_picture(first_call, 1001).board is None, changes
    assert call.with_shared_picture(msgspec.structs.replace(first_call, is_preparing=False), 1001).board is None
    assert call.with_shared_picture(None, None) is call
    update = msgspec.structs.replace(call, kind="board")
    assert [update.with_shared_picture(board, 1001).board for board in (first_call, sharing_call)] == [None, 1000], (
        "as the board that it updates"
    )


def test_a_board_that_is_posted_again_alone_tells_of_nothing_else() -> None:
    bare_post = Announcement(kind="turn", version=7, since=7, introduction=[Message(announcement.POSTED_AGAIN)])
    contents: list[dict[str, Any]] = [
        {"since": 5},
        {"remarks": [REMARK]},
        {"copied": [Event("rondel")]},
        {"introduction": []},
        {"introduction": [BEGINS, *bare_post.introduction]},
    ]
    assert bare_post.is_bare
    assert not any(msgspec.structs.replace(bare_post, **content).is_bare for content in contents)


def test_a_post_anew_repeats_what_led_to_the_last_one() -> None:
    update = announcement_after(stub_table(stub_game(blocking=(1,))), POSTED, None, AnnouncementRequest())
    for news, is_lost in (
        (AnnouncementRequest(repeats_last=True, lines=[STOPPED]), False),
        (AnnouncementRequest(lines=[STOPPED]), True),
    ):
        new_post = announcement_after(stub_table(stub_game(blocking=(1,))), POSTED, update, news, is_lost=is_lost)
        assert (new_post.kind, new_post.since, new_post.remarks, new_post.has_own_picture) == (
            "turn",
            2,
            [REMARK],
            True,
        )
        assert new_post.introduction == ([BEGINS, STOPPED] if is_lost else [STOPPED])
        assert not update.continues_in(new_post)


@pytest.mark.parametrize(
    ("game", "fresh"),
    [
        (stub_game(blocking=(1,), turn=4), False),
        (stub_game(blocking=(0,)), False),  # somebody who was not called must be
        (stub_game(blocking=(0, 1, 2)), False),
        (stub_game(blocking=(1,)), True),
    ],
)
def test_whoever_was_not_called_for_this_turn_is_called_by_a_new_post(game: Any, fresh: bool) -> None:
    post = announcement_after(stub_table(game), POSTED, None, AnnouncementRequest(lines=[BEGINS], as_new_message=fresh))
    assert post == Announcement(
        kind="turn",
        version=7,
        turn=game.state.turn,
        introduction=[BEGINS],
        since=4,
        ping=list(game.blocking_seats),
        has_own_picture=fresh,
    )


def test_the_first_post_tells_everything_and_the_end_what_is_new() -> None:
    first = announcement_after(stub_table(stub_game(blocking=(1,))), None, None, AnnouncementRequest())
    assert (first.kind, first.since) == ("turn", 0)
    last_post = announcement_after(
        stub_table(stub_game(blocking=(), over=True)), POSTED, None, AnnouncementRequest(lines=[BEGINS])
    )
    assert last_post == Announcement(kind="summary", version=7, turn=3, introduction=[BEGINS], since=4)


def test_only_people_who_still_play_are_called() -> None:
    table = stub_table(stub_game(blocking=(3, 2, 1, 0)), people=3, computers=1, resigned=[1])
    assert table.deciding_seats == [2, 0]


async def test_a_post_tells_what_happened_then_calls_in_the_order_of_play(drawn: list[render.Caption]) -> None:
    table = stub_table(stub_game(blocking=(2, 0), order=(2, 0, 1)), resigned=[1])
    call = Announcement(kind="turn", version=7, turn=3, introduction=[Message("say.ended")], ping=[2, 0, 1])
    post = await compose(NO_DATABASE, table, call, Narration([MOVED], marked=[MOVED]), WORDS)
    assert post.content.split("\n") == [
        WORDS.say("say.ended"),
        "**Computer 2** moves to **Ships**",
        "",
        "▶ <@102> and <@100>, you have a decision to make (turn 3).",
        "-# Order of play: **carla** › **anna** › **Computer 2**",
    ]
    assert (post.pings, post.has_panel_button) == ([102, 100], True)
    assert [(file.name, file.data) for file in post.files] == [("board.png", b"png")]
    assert (drawn[0].events, drawn[0].names, drawn[0].locale) == ((MOVED,), ("anna", "Computer 2", "carla"), "en")


async def test_an_updated_post_keeps_its_call_in_its_place_and_pings_nobody(drawn: list[render.Caption]) -> None:
    table = stub_table(stub_game(blocking=(1,), order=(1, 2, 0)))
    update = Announcement(kind="board", version=7, turn=3, introduction=[Message("say.ended")], called=6, ping=[1])
    post = await compose(NO_DATABASE, table, update, Narration([MOVED], [MOVED]), WORDS)
    assert post.content.split("\n") == [
        WORDS.say("say.ended"),
        "**ben** moves to **Ships**",
        "",
        "▶ <@101>, it is your turn (turn 3).",
        "-# Order of play: **ben** › carla › anna",
        "**ben** moves to **Ships**",
    ]
    assert post.pings == []


async def test_a_post_that_calls_nobody_says_which_computers_think_as_long_as_they_do(
    drawn: list[render.Caption],
) -> None:
    table = stub_table(stub_game(blocking=(2, 3, 1)), people=3, computers=1, resigned=[1])
    turn_post = Announcement(kind="turn", version=7, turn=3)
    post = await compose(NO_DATABASE, table, turn_post, Narration([MOVED]), WORDS)
    assert post.content.split("\n") == [
        "**Computer 2** moves to **Ships**",
        "",
        f"🤖 **{table.names[3]}** and **Computer 2** are thinking.",
    ]
    assert post.pings == []
    table.row.version += 1
    assert "🤖" not in (await compose(NO_DATABASE, table, turn_post, Narration([MOVED]), WORDS)).content


@pytest.mark.parametrize(("version", "marked"), [(7, (MOVED,)), (6, ()), (8, ())])
async def test_a_board_that_has_moved_on_is_drawn_without_marks(
    drawn: list[render.Caption], version: int, marked: tuple[Event, ...]
) -> None:
    turn_post = Announcement(kind="turn", version=version)
    await compose(NO_DATABASE, stub_table(stub_game()), turn_post, Narration([MOVED], marked=[MOVED]), WORDS)
    assert drawn[0].events == marked


async def test_a_notice_is_lines_alone(drawn: list[render.Caption]) -> None:
    notice = Announcement(kind="notice", version=7, introduction=[Message("say.ended"), Message("say.posted_again")])
    post = await compose(NO_DATABASE, stub_table(stub_game()), notice, Narration(), WORDS)
    assert post.content == f"{WORDS.say('say.ended')}\n{WORDS.say('say.posted_again')}"
    assert (post.has_panel_button, post.files, post.answers, drawn) == (False, [], [], [])


def test_public_answers_are_offered_once_for_those_the_game_waits_for() -> None:
    prompt = Prompt(Message("mmn.ask.offer", {"give": "2 wool"}), public_buttons=("accept", "decline"))
    table = stub_table(stub_game(blocking=(1, 2), acting=(0, 1, 2), prompt=prompt))
    mark = table.question_digest(1)
    assert answers_in_public(table) == [(mark, ("accept",)), (mark, ("decline",))]
    finished_table = stub_table(stub_game(blocking=(1,), prompt=prompt), status="finished")
    assert answers_in_public(finished_table) == []


def test_the_mark_of_a_question_changes_with_the_turn_the_question_and_what_it_is_about() -> None:
    def mark(id: str = "mmn.ask.offer", turn: int = 3, **args: int | str) -> str:
        return stub_table(stub_game(turn=turn, prompt=Prompt(Message(id, args)))).question_digest(0)

    assert mark(give="wool", n=1) == mark(n=1, give="wool")
    marks = [mark(), mark(turn=4), mark("mmn.ask.counter"), mark(give="wool"), mark(give="ore"), mark(get="wool")]
    assert len(set(marks)) == len(marks)


def test_the_mark_of_a_question_is_short_and_stays_for_buttons_posted_long_ago() -> None:
    prompt = Prompt(Message("mmn.prompt.offer", {"seat": 1}))
    assert stub_table(stub_game(turn=7, prompt=prompt)).question_digest(0) == "cadcb155edb5"


def test_the_button_stands_under_boards_of_running_tables_with_the_public_answers() -> None:
    table = stub_table(stub_game())
    answers = [PublicAnswer("ab12", ("accept",)), PublicAnswer("ab12", ("decline",))]
    view = move_view(table, Post("", has_panel_button=True, answers=answers), WORDS)
    assert [item.to_component_dict()["custom_id"] for item in view.children] == [
        "pt:m:1",
        "pt:a:1:ab12:accept",
        "pt:a:1:ab12:decline",
        "pt:missed:1",
        "pt:legend:1",
    ]
    assert move_view(table, Post("", has_panel_button=False, answers=answers), WORDS).children == []
    finished_table = stub_table(stub_game(), status="finished")
    assert move_view(finished_table, Post("", has_panel_button=True, answers=answers), WORDS).children == []
