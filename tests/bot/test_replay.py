"""/replay: earlier boards of a table, as each person knew it then."""

from __future__ import annotations

import asyncio
import re
import time
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import discord
import msgspec
import pytest
from simcord.actors import MemberActor

import engines
from bot import drawing
from bot.commands import replay
from bot.commands.replay import SHOWN_PICTURE
from bot.delivery.pictures import Attachment, board_picture
from bot.tables import Refused, story
from bot.tables.beside.knowing import Known, Span, known_to
from bot.tables.beside.replaying import of_kind, of_seat
from bot.wording import texts
from engines.players import PLAYERS
from engines.record import notation
from engines.scenes import MOVE, ROUND, TURN
from storage import games, moves, people
from storage.database import Database
from storage.models import MoveKind, MoveRow, Status
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.room import Room, controls, room, shape_buttons, shown

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int | None, int, list[str]]]:
    """As which seats boards are drawn, of which turn, with the marks of which events."""
    found = list[tuple[int | None, int, list[str]]]()

    async def drawing(
        table: Any, words: Any, shape: Any, events: Any, seat: int | None = None, **how: Any
    ) -> Attachment:
        found.append((seat, table.game.state.turn, [event.kind for event in events]))
        return await board_picture(table, words, shape, events, seat, **how)

    monkeypatch.setattr("bot.commands.replay.board_picture", drawing)
    return found


@asynccontextmanager
async def played(database: Database, turns: int = 6) -> AsyncIterator[tuple[Room, int]]:
    """Anna and Ben have had some turns of Navegador."""
    async with room(database) as here:
        game_id = (await here.open_table(order="joining")).row.id
        for _ in range(turns):
            await here.play_turn(Random(1))
        yield here, game_id


async def pressed(person: MemberActor, message: discord.Message, label: str) -> discord.Message:
    return shown(await person.click(message, label=label))


async def by(person: MemberActor, message: discord.Message, stride: str) -> discord.Message:
    """The same scene, with steps of another kind."""
    select = next(item["custom_id"] for item in controls(message) if item["type"] == 3)
    return shown(await person.select(message, [stride], custom_id=select))


def head(message: discord.Message) -> str:
    return message.content.split("\n")[0]


def counted(message: discord.Message) -> tuple[int, int]:
    """Which board of how many."""
    found = re.search(r"board (\d+) of (\d+)", head(message))
    assert found, message.content
    return int(found[1]), int(found[2])


def open_ways(message: discord.Message) -> str:
    """The signs of the steps that lead anywhere."""
    items = [item for item in controls(message) if item["custom_id"].startswith("pt:replay:")]
    return "".join(item["label"] for item in items if not item.get("disabled"))


async def test_steps_lead_through_the_turns_and_tell_what_happened(
    database: Database, drawn: list[tuple[int | None, int, list[str]]]
) -> None:
    async with played(database) as (here, _):
        anna = here["anna"]
        told = await here.ask(anna, "replay")
        assert told.flags.ephemeral
        assert counted(told) == (7, 7)
        assert open_ways(told) == "⏮◀"
        assert "turn 6" in head(told)
        before = await pressed(anna, told, "◀")
        assert (counted(before), open_ways(before)) == ((6, 7), "⏮◀▶⏭")
        entries = [each for each in await here.moves() if each.turn == 5]
        table = await here.table()
        expected = [line for each in entries for line in texts("en").events("navegador", events_of(each), table.names)]
        assert before.content.split("\n")[1:] == expected
        first = await pressed(anna, before, "⏮")
        assert (counted(first), open_ways(first)) == ((1, 7), "▶⏭")
        assert english("replay.beginning") in head(first)
        again = await pressed(anna, await pressed(anna, first, "▶"), "⏭")
        assert again.content == told.content
        turns = [turn for _, turn, _ in drawn]
        assert turns == [7, 6, 1, 2, 7], "the position after the turn"
        assert {seat for seat, _, _ in drawn} == {0}
        assert drawn[1][2] == [event.kind for each in entries for event in events_of(each)]


def events_of(move: MoveRow) -> list[engines.Event]:
    return story.events_of([move])


async def test_steps_by_move_round_player_and_kind_of_event(database: Database) -> None:
    async with played(database, 8) as (here, _):
        anna, entries = here["anna"], [each for each in await here.moves() if each.kind == MoveKind.MOVE]
        told = await by(anna, await here.ask(anna, "replay"), MOVE)
        assert counted(told) == (len(entries) + 1,) * 2
        told = await by(anna, told, "round")
        assert counted(told) == (5, 5)
        told = await by(anna, told, of_seat(1))
        assert counted(told) == (4, 4)
        assert "**ben**" in told.content
        told = await pressed(anna, told, "◀")
        assert counted(told) == (3, 4)
        third = [each.turn for each in entries if each.seat == 1 and each.words.startswith("rondel")][2]
        assert counted(await by(anna, told, TURN)) == (third + 1, 9)
        rounds = await by(anna, told, ROUND)
        assert counted(rounds) == ((third + 1) // 2 + 1, 5), "where one is, although that round goes on"


async def test_of_kinds_of_events_only_those_are_offered_that_have_happened(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with played(database, 8) as (here, _):
        anna, told = here["anna"], await here.ask(here["anna"], "replay")
        happened = {event.kind for each in await here.moves() for event in events_of(each)}
        (select,) = (item for item in controls(told) if item["type"] == 3)
        offered = {option["value"] for option in select["options"]}
        milestones = (await here.table()).kind.milestones
        assert offered & set(map(of_kind, milestones)) == {of_kind(kind) for kind in milestones if kind in happened}
        monkeypatch.setattr(here.bot.tables.replays, "kinds", AsyncMock(return_value={"phase"}))
        told = await pressed(anna, told, "◀")
        nothing = await by(anna, told, of_kind("phase"))
        assert nothing.content == english("replay.nothing"), "it was taken back since"
        assert counted(await by(anna, nothing, TURN))[1] == 9, "there is a way back"


async def test_a_decision_of_which_nothing_is_seen_yet_is_told_without_what_it_was(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        table = await here.open_table("burgundy", order="joining")
        game, decided, events = table.game.copy(), list[tuple[int, engines.Action]](), list[engines.Event]()
        while not decided or decided[-1][1][0] != "end" or events:  # the last end of a round begins the next one
            seat = game.to_act[0]
            ends = [action for action in game.legal(seat) if action[0] == "end"]
            decided.append((seat, ends[0] if ends else PLAYERS["greedy"](game, seat, Random(1))))
            events = game.play(*decided[-1])
        await here.skip(table, decided)
        who = decided[-1][0]
        name = (await here.table()).names[who]
        for person in ("anna", "ben", "carla"):
            told = (await by(here[person], await here.ask(here[person], "replay"), MOVE)).content.split("\n")[1:]
            own = here[person].id == table.user_at(who)
            action = texts("en").at(game).action("burgundy", ("end",), table.names)
            expected = f"**{name}**: {action}" if own else english("replay.quiet", player=f"**{name}**")
            assert told == [expected]


async def test_a_kind_of_event_leads_to_each_of_them(database: Database) -> None:
    async with room(database) as here:
        table = await here.open_table("burgundy", order="joining")
        game, decided = table.game.copy(), list[tuple[int, engines.Action]]()
        rng = Random(3)
        while len(decided) < 40:
            seat = game.to_act[0]
            places = [action for action in game.legal(seat) if action[0] == "place"]
            decided.append((seat, rng.choice(places or game.legal(seat))))
            game.play(*decided[-1])
        await here.skip(table, decided)
        expected = [each for each in await here.moves() if any(event["kind"] == "placed" for event in each.events)]
        assert len(expected) > 2
        told = await by(here["anna"], await here.ask(here["anna"], "replay"), of_kind("placed"))
        assert counted(told)[1] == len(expected)
        first = await pressed(here["anna"], told, "⏮")
        assert "places" in first.content


async def test_to_a_turn_by_number_as_an_option_and_in_a_form(database: Database) -> None:
    async with played(database) as (here, _):
        anna = here["anna"]
        told = await here.ask(anna, "replay", turn=3)
        assert (counted(told), "turn 3" in head(told)) == ((4, 7), True)
        assert counted(await here.ask(anna, "replay", turn=99)) == (7, 7)
        form = await anna.click(told, label=english("button.go_to"))
        assert form.modal is not None
        then = shown(await anna.submit_modal(form, {"typed": "5"}))
        assert counted(then) == (6, 7)
        form = await anna.click(then, label=english("button.go_to"))
        wrong = shown(await anna.submit_modal(form, {"typed": "soon"}))
        assert wrong.content == english("error.no_turn", typed="soon")


async def gone_to(person: MemberActor, message: discord.Message, number: int, button: str = "go_to") -> discord.Message:
    """What the form for a number leads to."""
    form = await person.click(message, label=english(f"button.{button}"))
    return shown(await person.submit_modal(form, {"typed": str(number)}))


async def test_whatever_the_steps_are_a_number_leads_to_its_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with played(database) as (here, _):
        anna, told = here["anna"], await here.ask(here["anna"], "replay")
        second = of_seat(next(entry.seat for entry in await here.moves() if entry.turn == 2 and entry.seat is not None))
        told = await gone_to(anna, await by(anna, told, second), 2)
        assert "turn 2 · board 1 of 3" in head(told), "of that player"
        told = await gone_to(anna, told, 3)
        assert "turn 3 · board 4 of 7" in head(told), "of the other one"
        monkeypatch.setattr(here.bot.tables.replays, "kinds", AsyncMock(return_value={"phase"}))
        nothing = await by(anna, await here.ask(anna, "replay"), of_kind("phase"))
        assert nothing.content == english("replay.nothing")
        assert "turn 3 · board 4 of 7" in head(await gone_to(anna, nothing, 3))


async def test_a_round_by_number_is_that_round(database: Database) -> None:
    async with room(database) as here:
        table, rng = await here.open_table("macao", order="joining"), Random(1)
        game, decided = table.game.copy(), list[tuple[int, engines.Action]]()
        while game.state.turn < 3:
            seat = game.to_act[0]
            decided.append((seat, PLAYERS["greedy"](game, seat, rng)))
            game.play(*decided[-1])
        await here.skip(table, decided)
        rounds = await by(here["anna"], await here.ask(here["anna"], "replay"), ROUND)
        assert "round 2 of 12" in head(await gone_to(here["anna"], rounds, 2, "go_to_round"))
        first = await pressed(here["anna"], rounds, "⏮")
        assert english("replay.beginning") in head(first)
        setup = head(await pressed(here["anna"], first, "▶"))
        assert texts("en").when("macao", 0) in setup, "in which everybody has decided something"
        assert english("replay.beginning") not in setup


def goes_on(game: engines.Game, seat: int, action: engines.Action) -> bool:
    """Whether the same seat decides next."""
    game.play(seat, action)
    return game.to_act == (seat,)


async def test_a_move_taken_back_meanwhile_does_not_break_the_replay(database: Database) -> None:
    async with played(database, 3) as (here, _):
        (who, _), table = await here.deciding(), await here.table()
        seat = table.game.to_act[0]
        begun = next(each for each in table.game.legal(seat) if goes_on(table.game.copy(), seat, each))
        await here.ask(who, "play", move=notation(begun))
        told = await by(who, await here.ask(who, "replay"), MOVE)
        place, count = counted(told)
        assert place == count
        await here.ask(who, "undo")
        for label in ("◀", "▶", "⏭", "⏮"):
            then = await pressed(who, told, label) if label in open_ways(told) else told
            assert counted(then)[1] == count - 1
            assert counted(then)[0] <= count - 1
            told = then
        table = await here.table()
        assert (await here.bot.tables.replays.course(table)).decisions[-1].version < table.row.version


async def test_what_is_shown_to_all_is_what_everybody_knows(
    database: Database, drawn: list[tuple[int | None, int, list[str]]]
) -> None:
    async with played(database) as (here, _):
        async with database.transaction() as session:
            await people.set_user_locale(session, here["anna"].id, "de")
        told = await here.ask(here["anna"], "replay", turn=4)
        await here["anna"].click(told, label=texts("de").say("button.show_channel"))
        posted = here.last
        assert not posted.flags.ephemeral
        assert posted.content.split("\n")[0] == english("replay.shows", player="**anna**")
        assert posted.content.split("\n")[1] == english(
            "replay.head", game="Navegador", table="1", turn="turn 4", place=5, count=7
        )
        assert [file.filename for file in posted.attachments] == [SHOWN_PICTURE]
        assert [seat for seat, _, _ in drawn] == [0, None]
        zoe = here.enter("zoe")
        told = await here.ask(zoe, "replay")
        assert drawn[-1][0] is None, "who watches sees what everybody sees"


async def test_elsewhere_nothing_can_be_shown_to_all(database: Database) -> None:
    async with played(database) as (here, number):
        elsewhere, anna, zoe = here.guild.create_text_channel("elsewhere"), here["anna"], here.enter("zoe")
        told = shown(await anna.slash(elsewhere, "replay", table=number))
        assert counted(told) == (7, 7)
        assert english("button.show_channel") not in [item.get("label") for item in controls(told)]
        refused = shown(await zoe.slash(elsewhere, "replay", table=number))
        assert refused.content == english("error.not_seated")
        direct = shown(await anna.user.slash("replay"))
        assert counted(direct) == (7, 7)


async def test_from_a_boards_message_on(database: Database) -> None:
    async with room(database) as here:
        await here.open_table(order="joining")
        await here.play_turn(Random(1))
        board = here.board()
        for _ in range(3):
            await here.play_turn(Random(1))
        told = shown(await here["anna"].context_menu(here.channel, "Replay from here", board))
        assert counted(told) == (2, 5)
        theirs = await here["anna"].send(here.channel, "hello")
        refused = shown(await here["anna"].context_menu(here.channel, "Replay from here", theirs))
        assert refused.content == english("error.no_board")


async def test_the_other_shape_shows_the_same_scene(database: Database) -> None:
    async with played(database) as (here, _):
        told = await here.ask(here["anna"], "replay", turn=2)
        ((custom_id, _),) = shape_buttons(told)
        then = shown(await here["anna"].click(told, custom_id=custom_id))
        assert then.content == told.content
        assert shape_buttons(then) != shape_buttons(told)


async def test_notes_of_the_turn_stand_below(database: Database) -> None:
    async with played(database, 2) as (here, _):
        await here.ask(here["anna"], "note", text="ships next")
        await here.play_turn(Random(1))
        assert "ships next" in (await here.ask(here["anna"], "replay", turn=3)).content
        assert "ships next" not in (await here.ask(here["anna"], "replay", turn=2)).content
        assert "ships next" not in (await here.ask(here["ben"], "replay", turn=3)).content


async def test_a_game_of_other_rules_is_told_from_its_log(database: Database) -> None:
    async with played(database) as (here, _):
        game = (await here.table()).game.copy()
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
        await here.put(game)  # what the log does not lead to
        last = await here.ask(here["anna"], "replay")
        assert last.attachments, "the board as it is can be drawn"
        assert english("replay.other_rules") not in last.content
        before = await pressed(here["anna"], last, "◀")
        assert before.attachments == []
        assert before.content.split("\n")[1] == english("replay.other_rules")
        assert "moves to" in before.content


async def test_a_picture_that_fails_leaves_the_words(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(database) as (here, _):

        async def fails(*asked: Any) -> bytes:
            raise RuntimeError("no ink")

        monkeypatch.setattr("bot.delivery.pictures.draw", fails)
        told = await here.ask(here["anna"], "replay")
        assert (counted(told), told.attachments) == ((7, 7), [])
        assert here.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_before_the_first_move_there_is_nothing(database: Database) -> None:
    async with room(database) as here:
        assert (await here.ask(here["anna"], "replay")).content == english("error.no_table_here")
        await here.open_table()
        assert (await here.ask(here["anna"], "replay")).content == english("error.nothing_to_replay")


async def test_a_finished_game_begins_at_its_beginning(database: Database) -> None:
    async with played(database) as (here, game_id):
        async with database.transaction() as session:
            version = (await here.table()).row.version
            assert await games.advance(session, game_id, version, status=Status.FINISHED)
        told = await here.ask(here["anna"], "replay")
        assert counted(told) == (1, 7)
        choices = await here["anna"].autocomplete(here.channel, "replay", "table", "")
        assert [choice["value"] for choice in choices] == [game_id]


async def test_neighbours_are_drawn_ahead(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(database) as (here, _):
        wanted = list[int]()
        done = asyncio.Event()

        async def drawing_ahead(table: Any, *asked: Any, **how: Any) -> Attachment:
            if how["within"] == replay.AHEAD_WITHIN:
                wanted.append(table.game.state.turn)
                if len(wanted) == 2:
                    done.set()
            return await board_picture(table, *asked, **how)

        monkeypatch.setattr("bot.commands.replay.board_picture", drawing_ahead)
        monkeypatch.setattr(drawing, "keeps", lambda: True)
        await here.ask(here["anna"], "replay", turn=3)
        async with asyncio.timeout(20):
            await done.wait()
        assert wanted == [5, 3], "the one behind first"


# -- who knows what ----------------------------------------------------------------------------------------------------


async def test_a_substitute_knows_the_seat_from_then_on_and_its_owner_until_then(
    database: Database, drawn: list[tuple[int | None, int, list[str]]]
) -> None:
    async with played(database, 4) as (here, game_id):
        zoe, ben = here.enter("zoe"), here["ben"]
        await here.bot.tables.seating.leave(game_id, ben.id)
        await here.bot.tables.seating.ask_for(game_id, 1, zoe.id, "zoe")
        await here.bot.tables.seating.agree(game_id, 1, zoe.id, here["anna"].id)
        here.people["zoe"] = zoe
        table = await here.table()
        seated = table.row.version
        await here.play_turn(Random(1))
        await here.play_turn(Random(1))
        course = await here.bot.tables.replays.course(await here.table())
        assert course.known_to(zoe.id) == Known((Span(1, seated, None),))
        (ends,) = {span.until for span in course.known_to(ben.id).spans}
        assert ends is not None
        assert ends < seated
        assert course.known_to(here["anna"].id) == Known((Span(0, 0, None),))
        assert course.known_to(1) == Known()
        told = await by(zoe, await here.ask(zoe, "replay"), of_seat(1))
        assert "**zoe**" in told.content
        await pressed(zoe, told, "⏮")
        assert [seat for seat, _, _ in drawn] == [1, 1, None]
        drawn.clear()
        told = await here.ask(ben, "replay")
        await pressed(ben, told, "⏮")
        assert [seat for seat, _, _ in drawn] == [None, 1]
        await here.bot.tables.seating.hand_back(game_id, zoe.id)
        await here.bot.tables.seating.come_back(game_id, ben.id)
        course = await here.bot.tables.replays.course(await here.table())
        assert course.known_to(ben.id) == Known((Span(1, 0, None),)), "and what was done meanwhile"
        (span,) = course.known_to(zoe.id).spans
        assert (span.seat, span.since) == (1, seated)
        assert span.until is not None


async def test_who_has_resigned_knows_the_seat_until_then(database: Database) -> None:
    async with played(database, 2) as (here, game_id):
        before = (await here.table()).row.version
        await here.bot.tables.seating.resign(game_id, here["ben"].id)
        table = await here.table()
        async with database.reading() as session:
            log = await moves.course(session, game_id)
        assert known_to(table, log, here["ben"].id) == Known((Span(1, 0, before),))


async def test_news_of_others_hands_are_never_told(database: Database) -> None:
    """What an event tells to some alone is told to those who sat there then."""
    async with room(database, "anna", "ben", "carla") as here:
        game_id = (await here.open_table("mmn", order="joining")).row.id
        table = await here.table()
        secret = engines.Event("stolen_card", 0, {"victim_seat": 1, "cards": ["coin"]}, True, (0, 1))
        seat = table.game.to_act[0]
        action = table.game.legal(seat)[0]
        await here.skip(table, [(seat, action)])
        version = (await here.moves())[-1].version
        async with database.transaction() as session:
            row = await moves.at(session, game_id, version)
            assert row is not None
            row.events = [*row.events, msgspec.to_builtins(secret)]
            session.add(row)
        replays = here.bot.tables.replays
        course = await replays.course(await here.table())
        (scene,) = course.cut(MOVE)[1:]
        told = {}
        for name in ("anna", "ben", "carla"):
            happened = await replays.happened(course, scene, course.known_to(here[name].id))
            told[name] = secret in happened[version]
        assert told == {"anna": True, "ben": True, "carla": False}
        assert secret not in (await replays.happened(course, scene, Known()))[version]


MOST = 6

# -- much --------------------------------------------------------------------------------------------------------------


async def test_two_thousand_moves_take_little_time_and_no_more_memory_than_one_game(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        table = await here.open_table("mmn", order="joining")
        game, rng, decided = table.game.copy(), Random(5), list[tuple[int, engines.Action]]()
        while game.to_act and len(decided) < 2000:
            seat = game.to_act[0]
            idle = [action for action in game.legal(seat) if action[0] in ("pass", "bank", "roll")]
            decided.append((seat, rng.choice(idle or game.legal(seat))))
            game.play(*decided[-1])
        await here.skip(table, decided)
        course = await here.bot.tables.replays.course(await here.table())
        assert len(course.decisions) == len(decided) > 1500
        middle = course.decisions[len(decided) // 2].version
        course.positions([middle])  # what a game needs at all is loaded
        tracemalloc.start()
        began = time.process_time()
        try:
            before, _ = tracemalloc.get_traced_memory()
            found = course.positions([middle - 1, middle, middle + 1])
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert time.process_time() - began < 20, "with every allocation traced"
        assert most - before < 4 << 20
        assert len(found) == 3
        expected = engines.GAMES["mmn"].by_rules(
            table.row.rules_version, 3, int(table.row.seed, 16), **table.row.options
        )
        for each in decided[: len(decided) // 2 + 1]:
            expected.play(*each)
        assert found[middle].game == expected
        assert notation(decided[len(decided) // 2][1]) == course.decisions[len(decided) // 2].words
        replays, began = here.bot.tables.replays, time.process_time()
        missed = await replays.missed(course, await replays.told(course, Known(), 0), MOST)
        assert time.process_time() - began < 5
        assert sum(each.table is not None for each in missed) <= MOST, "whatever has happened"
        assert sum(len(each.happened) for each in missed) == len(decided)


async def test_a_forged_stride_is_refused(database: Database) -> None:
    async with played(database, 1) as (here, _):
        course = await here.bot.tables.replays.course(await here.table())
        for stride in ("seat7", "on_nothing", "whatever"):
            with pytest.raises(Refused, match="damaged"):
                await here.bot.tables.replays.scenes(course, stride, Known())
