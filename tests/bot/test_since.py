"""Under Apps on a board's message: what happened since the reader's own last move."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import discord
import msgspec
import pytest
from simcord.actors import MemberActor
from sqlalchemy import update
from sqlmodel import col

import engines
import render
from bot.commands import look, since, your_move
from bot.delivery import recap
from bot.delivery.pictures import PICTURE
from bot.interactions.hindsight import MissedSelect, MissedShape
from bot.interactions.limits import CHOICES
from bot.tables import Refused, Table
from bot.tables.beside.knowing import Known
from bot.tables.beside.replaying import Course, Told
from bot.wording import texts
from bot.wording.texts import unformatted
from engines import Action, Event
from engines.players import PLAYERS
from engines.record import parse
from engines.scenes import TURN, Decision, Scene
from render import Missed
from render.shape import Shape
from storage import games, moves, outbox, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveRow, SeatRow, Status
from tests.bot.clicking import Click
from tests.bot.conftest import grey_pixel
from tests.bot.english import english
from tests.bot.room import Room, controls, room, shape_buttons, shown
from tests.bot.test_direct_calls import turn_passes, wait, wants
from tests.bot.test_next_table import elsewhere, opened

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
NAME = "What happened since my last move"
DISCOVERY = "discover guine portugal portugal"


async def asked(here: Room, person: MemberActor, message: discord.Message, menu: str = NAME) -> str:
    """What the person is told of a message."""
    told = shown(await person.context_menu(here.channel, menu, message))
    assert told.flags.ephemeral
    return told.content


def head(what: str, table: Table) -> str:
    return english(f"since.{what}", game=english("navegador.title"), table=str(table.row.id))


async def lines_after(here: Room, table: Table, version: int, person: MemberActor) -> list[str]:
    entries = [entry for entry in await here.moves() if entry.game_id == table.row.id]
    knows = Known.always(table.seat_of(person.id))
    return look.log_lines(table, entries, texts("en").at(table.game), knows, after=version)


async def test_players_read_what_others_did_since_their_own_last_move(database: Database) -> None:
    async with room(database) as here:
        anna, ben = here["anna"], here["ben"]
        await opened(here, "navegador", anna)
        before = here.board()
        assert (await asked(here, anna, before)).startswith(head("start", await here.table()))
        await here.play_turn(Random(1))
        table = await here.table()
        nothing = await asked(here, anna, here.board())
        assert nothing.split("\n")[:2] == [head("move", table), english("since.nothing")]
        own = table.row.version
        await here.play_turn(Random(1))
        table = await here.table()
        expected = await lines_after(here, table, own, anna)
        assert expected
        for message in (here.board(), before):  # on an old board as well
            told = (await asked(here, anna, message)).split("\n")
            assert told[:-1] == [head("move", table), *expected]
            assert told[-1] == english("since.yours"), "nobody is called by name to themselves"
        unchanged = (await asked(here, ben, before)).split("\n")
        assert unchanged[1:] == [english("since.nothing"), english("panel.waiting", players=[f"**{anna.name}**"], n=1)]


async def test_it_is_told_in_the_readers_language(database: Database) -> None:
    async with room(database) as here:
        await opened(here, "navegador", here["anna"])
        async with database.transaction() as session:
            await people.set_user_locale(session, here["anna"].id, "de")
        told = await asked(here, here["anna"], here.board())
        assert texts("de").say("since.start", game="Navegador", table="1") in told


async def test_who_watches_reads_what_happened_since_the_message(database: Database) -> None:
    async with room(database) as here:
        await opened(here, "navegador", here["anna"])
        zoe, first, version = here.enter("zoe"), here.board(), (await here.table()).row.version
        await here.play_turn(Random(1))
        await here.play_turn(Random(1))
        table = await here.table()
        told = (await asked(here, zoe, here.board())).split("\n")
        assert told[:2] == [head("message", table), english("since.nothing")]
        told = (await asked(here, zoe, first)).split("\n")
        assert told[0] == head("message", table)
        every = await lines_after(here, table, version, zoe)
        assert told[1:-1], "the first board tells the mover's steps as they are made"
        assert every[-len(told[1:-1]) :] == told[1:-1]


async def test_the_panel_opens_from_any_board_of_the_table(database: Database) -> None:
    async with room(database) as here:
        anna, ben, zoe = here["anna"], here["ben"], here.enter("zoe")
        await opened(here, "navegador", anna)
        board = here.board()
        await here.play_turn(Random(1))
        await here.play_turn(Random(1))
        panel = shown(await anna.context_menu(here.channel, "Your move", board))
        assert panel.flags.ephemeral
        game = (await here.table()).game
        await here.choose(anna, panel, PLAYERS["greedy"](game, game.to_act[0], Random(1)))
        waiting = english("panel.waiting", players=[f"**{anna.name}**"], n=1)
        assert (await asked(here, ben, board, "Your move")).startswith(waiting)
        assert await asked(here, zoe, board, "Your move") == waiting, "who watches is told whose turn it is"
        await here.bot.tables.play.end((await here.table()).row.id, 0, admin=True)
        assert await asked(here, anna, board, "Your move") == english("error.game_over")
        assert await asked(here, zoe, board, "Your move") == english("error.game_over")
        theirs = await anna.send(here.channel, "hello")
        assert await asked(here, anna, theirs, "Your move") == english("error.no_board")


async def test_on_a_call_the_panel_opens_in_direct_messages(database: Database) -> None:
    async with room(database) as here:
        await here.open_table()
        await wants(here, "dm", "anna", "ben")
        called = await turn_passes(here)
        await wait(here)
        (message,) = called.user.dm_channel.history()
        click = Click(database, called.id, channel=message.channel.id, guild=None)
        click.client = here.bot
        await your_move.your_move(click.given, message)
        offered = [each.to_component_dict()["custom_id"] for each in click.options[-1]["view"].children]
        assert any(each.startswith("pt:w:1:") for each in offered), click.said


async def test_what_is_no_board_is_told_so(database: Database) -> None:
    async with room(database) as here:
        anna = here["anna"]
        theirs = await anna.send(here.channel, "hello", attachments=[(PICTURE, b"x")])
        assert await asked(here, anna, theirs) == english("error.no_board")
        await anna.slash(here.channel, "game new", game="navegador", seats=2)
        assert await asked(here, anna, here.last) == english("error.no_board")


async def test_after_the_end_too(database: Database) -> None:
    async with room(database) as here:
        await opened(here, "navegador", here["anna"])
        board = here.board()
        await here.bot.tables.play.end((await here.table()).row.id, 0, admin=True)
        await here.bot.outbox_worker.idle()
        told = await asked(here, here["anna"], board)
        assert told.startswith(head("start", await here.table()))


async def test_on_a_call_in_direct_messages_too(database: Database) -> None:
    async with room(database) as here:
        await here.open_table()
        await wants(here, "dm", "anna", "ben")
        called = await turn_passes(here)
        await wait(here)
        (message,) = called.user.dm_channel.history()
        table = await here.table()
        click = Click(database, called.id, channel=message.channel.id, guild=None)
        click.client = here.bot
        await since.what_happened(click.given, message)
        assert click.said[-1].startswith((head("move", table), head("start", table)))


async def test_a_board_of_long_ago_is_known_by_its_time_and_place(database: Database) -> None:
    async with room(database) as here:
        table = await opened(here, "navegador", here["anna"])
        await here.play_turn(Random(1))
        message: Any = type("Message", (), {})()
        message.id, message.components, message.channel = 5, [], type("Channel", (), {"id": here.channel.id})()
        message.author = here.bot.user
        message.attachments = [type("File", (), {"filename": PICTURE})()]
        click = Click(database, here["anna"].id, channel=here.channel.id)
        click.client = here.bot
        message.created_at = utcnow() + timedelta(hours=1)
        assert await since.shown_by(click.given, message) == since.Shown(table.row.id, None)
        async with database.reading() as session:
            assert await moves.version_at(session, table.row.id, message.created_at) == (await here.moves())[-1].version
            assert await moves.version_at(session, table.row.id, utcnow() - timedelta(days=1)) == 0
            assert await games.played_at(session, here.channel.id, utcnow() - timedelta(days=1)) is None
            assert await outbox.sent_as(session, 5, ["turn"], game_id=None, channel_id=here.channel.id) is None
        message.created_at = utcnow() - timedelta(days=1)
        assert await since.shown_by(click.given, message) is None, "before anything was played there"
        message.attachments = []
        assert await since.shown_by(click.given, message) is None


@pytest.fixture
def recaps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Missed], str]]:
    """The boards with their words that are drawn, and what is told behind them."""
    found = list[tuple[list[Missed], str]]()

    def drawing(missed: list[Missed], caption: render.Caption, after: str) -> bytes:
        found.append((missed, after))
        return grey_pixel()

    monkeypatch.setattr(render, "recap", drawing)
    return found


async def test_boards_on_which_something_of_weight_happened_are_one_picture(
    database: Database, recaps: list[tuple[list[Missed], str]]
) -> None:
    async with room(database) as here:
        table, anna = await here.open_table(order="joining"), here["anna"]
        while table.game.to_act[0] != 0:
            await here.play_turn(Random(1))
            table = await here.table()
        await here.play_turn(Random(1))
        own = (await here.table()).row.version
        game, decided = (await here.table()).game.copy(), list[tuple[int, Action]]()
        while game.state.turn < table.game.state.turn + 20:
            seat = game.to_act[0]
            decided.append((seat, PLAYERS["greedy"](game, seat, Random(2))))
            game.play(*decided[-1])
        table = await here.skip(await here.table(), decided)
        async with database.transaction() as session:  # all of it was the others' doing
            others = update(MoveRow).where(col(MoveRow.version) > own).values(by_user_id=here["ben"].id)
            await session.exec(others)
        told = shown(await anna.context_menu(here.channel, NAME, here.board()))
        (file,) = told.attachments
        assert file.filename == recap.NAME
        ((missed, _),) = recaps
        assert len(missed) == recap.MOST[Shape.WIDE]
        course = await here.bot.tables.replays.course(table)
        turns = {scene.turn: scene for scene in course.cut(TURN)}
        numbers = [int(each.title.split()[1]) for each in missed]
        assert numbers == sorted(numbers)
        for number, each in zip(numbers, missed, strict=True):
            assert any(event.kind in table.kind.milestones for event in each.events)
            (then,) = course.positions([turns[number].until]).values()
            assert each.view == then.game.view(0)
            assert each.title == f"Turn {number} · {table.names[turns[number].seat or 0]}"
        assert file.description is not None
        assert f"{missed[0].title}:\n{missed[0].lines[0]}" in file.description
        ((custom_id, _),) = shape_buttons(told)
        again = shown(await anna.click(told, custom_id=custom_id))
        assert again.content == told.content
        tall, _ = recaps[1]
        assert len(tall) == recap.MOST[Shape.TALL], "a phone's screen"
        whole = {each.title: each for each in missed}
        assert all((each.view, each.events) == whole[each.title][:2] for each in tall)
        left_out = [each for each in missed if each.title not in {other.title for other in tall}]
        told_shortly = "\n".join(each.before for each in tall) + recaps[1][1]
        for each in left_out:
            milestones = [event for event in each.events if event.kind in table.kind.milestones]
            largest = max(milestones, key=lambda event: table.kind.milestones[event.kind])
            (line,) = texts("en").events("navegador", [largest], table.names)
            assert unformatted(line) in told_shortly, "nothing of weight falls out"
        replayed = shown(await anna.click(again, label=english("button.replay")))
        assert "board" in replayed.content.split("\n")[0]


async def test_dull_turns_are_folded(database: Database, recaps: list[tuple[list[Missed], str]]) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        table = await here.open_table(order="joining")
        course = Course(table, [])
        names = table.names

        def turn(version: int, seat: int, words: str) -> Told:
            course.decisions.append(Decision(version, seat, version, words))
            happened = {version: [Event("rondel", seat, {"field": words.split()[1]})]}
            return Told(Scene(version - 1, version, version, seat), happened, None)

        dull = [turn(1, 0, "rondel workers"), turn(2, 1, "rondel workers"), turn(3, 2, "rondel ships")]
        said = recap.folded(course, dull, texts("en"))
        assert said == f"{names[0]} and {names[1]}: Workers · {names[2]}: Ships"
        dull.append(turn(4, 2, "rondel workers"))
        assert recap.folded(course, dull, texts("de")) == f"3 Spieler: Arbeiter · {names[2]}: Schiffe"


async def test_what_a_seat_has_chosen_in_secret_is_not_told_where_its_turn_is_folded(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        table = await here.open_table("mmn", order="joining")
        course, rolled = Course(table, []), Event("rolled", 0, {"white": 3, "red": 4})
        for version, (seat, made) in enumerate(((0, "roll"), (1, "discard wool"), (0, "discard ore")), 1):
            course.decisions.append(Decision(version, seat, 4, made))
        scene, happened = Scene(0, 3, 4, 0), {1: [rolled], 2: list[Event](), 3: list[Event]()}
        words, names = texts("en"), table.names
        for viewer in (None, 1, 2):
            said = recap.folded(course, [Told(scene, happened, viewer)], words)
            assert said == f"{names[0]}: Discard several", "nor what Ben has discarded, whose turn it is not"


async def test_dull_turns_are_folded_in_a_long_message_and_nothing_of_weight_is(database: Database) -> None:
    async with room(database) as here:
        table = await here.open_table(order="joining")
        game, decided = table.game.copy(), list[tuple[int, Action]]()
        for text in ("rondel ships", "ships 1", "rondel ships", "ships 1", "rondel sailing", DISCOVERY):
            decided.append((game.to_act[0], parse(text)))
            game.play(*decided[-1])
        while game.state.turn < 10:
            decided.append((game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], Random(2))))
            game.play(*decided[-1])
        await here.skip(table, decided)
        async with database.transaction() as session:
            await session.exec(update(MoveRow).values(by_user_id=None))
        anna, table = here["anna"], await here.table()
        whole = await lines_after(here, table, 0, anna)
        told = (await asked(here, anna, here.board())).split("\n")[1:-1]
        assert len(whole) > since.FEW
        assert len(told) < len(whole)
        names = [f"**{table.names[each]}**" for each in (decided[0][0], decided[2][0])]
        assert told[0] == f"`  1–2` {names[0]} and {names[1]}: Ships"
        heavy = [line for line in whole if line.startswith("`  3`")]
        assert any("discovers" in line for line in heavy)
        assert told[1 : 1 + len(heavy)] == heavy


async def test_what_was_done_at_a_table_beside_the_game_is_never_folded(database: Database) -> None:
    async with room(database) as here:
        table = await here.open_table(order="joining")
        seat, other = table.game.to_act[0], 1 - table.game.to_act[0]
        table = await here.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))])
        await here.bot.tables.seating.leave(table.row.id, here["ben"].id)
        await here.bot.tables.seating.come_back(table.row.id, here["ben"].id)
        table = await here.skip(await here.table(), [(other, ("rondel", "ships")), (other, ("ships", "1"))])
        course = await here.bot.tables.replays.course(table)
        knows = Known.always(0)
        entries = await here.bot.tables.log(table.row.id)
        words = texts("en").at(table.game)
        found = list(look.lines_by_entry(table, entries, words, knows, after=0))
        told = recap.shortened(course, await here.bot.tables.replays.told(course, knows, 0), found, words)
        between = [line for entry, each in found for line in each if entry.kind != "move"]
        assert told[1:-1] == between
        assert len(between) == 2
        assert [line[len("`  1` ") :] for line in (told[0], told[-1])] == [
            f"**{table.names[each]}**: Ships" for each in (seat, other)
        ]


async def discovered(here: Room) -> None:
    """Somebody has discovered a region, which was no person's doing."""
    table = await here.table()
    seat = table.game.to_act[0]
    await here.skip(table, [(seat, ("rondel", "sailing")), (seat, parse(DISCOVERY))])
    async with here.database.transaction() as session:
        await session.exec(update(MoveRow).values(by_user_id=None))


async def test_nothing_of_weight_makes_no_picture_and_lines_remain_where_it_fails(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(database) as here:
        anna, table = here["anna"], await here.open_table()
        seat = table.game.to_act[0]
        table = await here.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))])
        async with database.transaction() as session:
            await session.exec(update(MoveRow).values(by_user_id=None))
        told = shown(await anna.context_menu(here.channel, NAME, here.board()))
        assert ("builds 1 ship" in told.content, told.attachments) == (True, [])
        await discovered(here)

        def fails(*asked: Any) -> bytes:
            raise RuntimeError("no ink")

        monkeypatch.setattr(render, "recap", fails)
        told = shown(await anna.context_menu(here.channel, NAME, here.board()))
        assert "discovers" in told.content
        assert told.attachments == []
        assert here.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_a_picture_that_takes_long_is_added(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(database) as here:
        anna = here["anna"]
        await here.open_table()
        await discovered(here)
        monkeypatch.setattr(since, "PATIENCE_SECONDS", -1)
        told = shown(await anna.context_menu(here.channel, NAME, here.board()))
        assert [file.filename for file in told.attachments] == [recap.NAME]
        monkeypatch.setattr(since, "LATE_SECONDS", -1)
        told = shown(await anna.context_menu(here.channel, NAME, here.board()))
        assert ("discovers" in told.content, told.attachments) == (True, [])


async def test_a_button_under_every_board_tells_the_same(database: Database) -> None:
    async with room(database) as here:
        anna, zoe = here["anna"], here.enter("zoe")
        await here.open_table()
        labels = [item.get("label") for item in controls(here.board())]
        assert english("button.move") in labels
        assert english("button.missed") not in labels, "before anything has happened"
        await here.play_turn(Random(1))
        await here.play_turn(Random(1))
        told = shown(await anna.click(here.board(), label=english("button.missed")))
        assert told.flags.ephemeral
        assert told.content == await asked(here, anna, here.board())
        told = shown(await zoe.click(here.board(), label=english("button.missed")))
        assert told.content == await asked(here, zoe, here.board())


async def test_games_says_how_much_was_missed_and_leads_there(database: Database) -> None:
    async with room(database) as here:
        anna, ben = here["anna"], here["ben"]
        table = await opened(here, "navegador", anna)
        nothing = await here.ask(anna, "games")
        assert list(controls(nothing)) == []
        await here.play_turn(Random(1))
        await here.play_turn(Random(1))
        async with database.reading() as session:
            made = await moves.made_since(session, table.row.id, anna.id)
            assert await moves.made_since(session, table.row.id, ben.id) == 0
        assert made > 0
        told = await here.ask(anna, "games")
        assert english("games.missed", link="", n=made) in told.content
        (select,) = controls(told)
        then = shown(await anna.select(told, [str(table.row.id)], custom_id=select["custom_id"]))
        assert then.content == await asked(here, anna, here.board())


async def test_somebody_at_very_many_tables_is_offered_as_many_as_a_select_holds(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(database) as here:
        anna, boards = here["anna"], list[int]()
        for number in range(27):
            here.channel = here.guild.create_text_channel(f"games-{number}")
            row = GameRow(
                key="navegador",
                channel_id=here.channel.id,
                host_id=anna.id,
                seats=2,
                seed="0",
                commitment="",
                rules_version=1,
            )
            game = engines.new("navegador", 2, number)
            row.guild_id, row.status, row.state, row.turn = here.guild.id, Status.RUNNING, game.dump(), 1
            row.started_at = utcnow()
            async with database.transaction() as session:
                boards.append((await games.create(session, row)).id)
                session.add_all(
                    SeatRow(game_id=row.id, number=n, user_id=user.id, name="x")
                    for n, user in enumerate((anna, here["ben"]))
                )
        monkeypatch.setattr(here.bot.tables, "missed", AsyncMock(return_value=dict.fromkeys(boards, 3)))
        told = await here.ask(anna, "games")
        assert len(told.content) <= 2000
        (select,) = controls(told)
        assert len(select["options"]) == CHOICES


async def test_somebody_in_twenty_servers_looks_back_at_each_table_from_anywhere(database: Database) -> None:
    async with room(database) as here:
        tables = list[Table]()
        for number in range(20):
            if number:
                await elsewhere(here)
            table = await here.open_table()
            seat = table.game.to_act[0]
            tables.append(await here.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))]))
        assert len({table.row.guild_id for table in tables}) == 20
        anna = here["anna"]
        async with database.transaction() as session:  # the first step was hers, the second one somebody else's
            for words, person in (("rondel ships", "anna"), ("ships 1", "ben")):
                own = update(MoveRow).where(col(MoveRow.words) == words).values(by_user_id=here[person].id)
                await session.exec(own)
        told = await here.ask(anna, "games")
        assert len(told.content) <= 2000
        (select,) = controls(told)
        assert [option["value"] for option in select["options"]] == [str(table.row.id) for table in tables]
        for table in tables[::6]:
            told = await here.ask(anna, "games")
            then = shown(await anna.select(told, [str(table.row.id)], custom_id=select["custom_id"]))
            assert then.content.split("\n")[0] == head("move", table)
            assert "builds 1 ship" in then.content
        replayed = shown(await anna.user.slash("replay", table=tables[7].row.id))
        assert f"#{tables[7].row.id}" in replayed.content


async def test_a_table_of_others_is_not_told(database: Database) -> None:
    async with room(database) as here:
        table = await opened(here, "navegador", here["anna"])
        click = Click(database, 5)
        click.client = here.bot
        with pytest.raises(Refused, match="not_seated"):
            await since.tell_missed_at(click.given, MissedSelect(), [str(table.row.id)])
        for words in ((), ("x", "move"), ("3", "else")):
            with pytest.raises(Refused, match="damaged"):
                await since.show_missed_anew(click.given, MissedShape(Shape.WIDE, table.row.id, words))


async def test_what_only_others_know_is_told_to_nobody_who_came_later(database: Database) -> None:
    """News of a hand stay with whoever sat there then, in the lines as well as in /log."""
    async with room(database, "anna", "ben", "carla") as here:
        game_id = (await here.open_table("mmn", order="joining")).row.id
        table = await here.table()
        seat = table.game.to_act[0]
        await here.skip(table, [(seat, table.game.legal(seat)[0])])
        secret = Event("stolen_card", 0, {"victim_seat": 1, "cards": ["coin"]}, True, (0, 1))
        async with database.transaction() as session:
            row = await moves.at(session, game_id, (await here.moves())[-1].version)
            assert row is not None
            row.events, row.by_user_id = [*row.events, msgspec.to_builtins(secret)], None
            session.add(row)
        zoe = here.enter("zoe")
        seating = here.bot.tables.seating
        line = "took coin from **ben**"
        assert line in await asked(here, here["ben"], here.board())
        await seating.leave(game_id, here["ben"].id)
        await seating.ask_for(game_id, 1, zoe.id, "zoe")
        await seating.agree(game_id, 1, zoe.id, here["anna"].id)
        here.people["zoe"] = zoe
        await here.bot.outbox_worker.idle()
        assert line not in await asked(here, zoe, here.board())
        assert line not in (await here.ask(zoe, "log")).content
        assert line in (await here.ask(here["ben"], "log")).content


async def test_more_lines_than_a_message_holds_end_with_the_newest(database: Database) -> None:
    async with room(database) as here:
        table = await opened(here, "navegador", here["anna"])
    lines = [f"`{number:>3}` {'x' * 90}" for number in range(50)]
    whole = since.told(table, lines, texts("en"), "since.move")
    assert len(whole) <= 2000
    assert whole.startswith(head("move", table))
    assert whole.split("\n")[-2] == lines[-1]
