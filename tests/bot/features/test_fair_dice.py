"""What a lobby publishes of its dice, what it keeps of every click, and that the record at the end holds to it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import discord
import pytest
from msgspec.structs import replace
from sqlmodel import col, update

import engines
from bot.delivery.compose import compose
from bot.features.fair_dice import fair_dice as explained
from bot.features.lobby.lobby_message import lobby_view
from bot.features.lobby.lobby_text import lobby_text
from bot.tables import Refused, Table, Tables, fair_dice_log
from bot.tables.announcement import Announcement
from bot.tables.event_log import Narration
from bot.tables.maintenance import transfer
from bot.wording import LANGUAGES, texts_in
from engines import Action, Game, fair_dice, record
from engines.navegador.game import Navegador
from engines.players import PLAYERS
from engines.record import encode
from storage import clicks, migrations, urls
from storage.database import Database
from storage.models import ClickRow, GameRow, SeatOrder, Status
from tests.bot.command_line import portolan, refusal
from tests.bot.english import english
from tests.bot.filling import fill
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, next_click, on_both, open_lobby, sqlite
from tests.bot.lobbies import refusal as refused
from tests.bot.parts import labels, record_in, shown_message
from tests.bot.room import Room, open_room
from tests.bot.stubs import stub_game, stub_table
from tests.bot.whole_games import middle
from tests.engines.navegador.moves import on
from tests.storage.sample import CHANNEL


async def published(room: Room, lobby: discord.Message) -> tuple[str, str]:
    """Return the hash of the secret and that of the clicks, as the button of a lobby shows them."""
    explanation = shown_message(await room["carla"].click(lobby, label="Fair dice"))
    assert explanation.flags.ephemeral
    secret, clicked = re.findall("`([0-9a-f]+)`", explanation.content)
    return secret, clicked


async def stored_clicks(database: Database, game_id: int) -> Sequence[ClickRow]:
    async with database.reading() as session:
        return await clicks.of_game(session, game_id)


def click_contents(rows: Sequence[ClickRow]) -> list[tuple[str, int | None, str]]:
    return [(row.what, row.seat, row.text) for row in rows]


async def play_on(room: Room) -> None:
    """Play the game to its end by random decisions, all but the last ones without messages."""
    rng = Random(1)
    table = await room.skip(await room.table(), middle(await room.table(), rng, last=2))
    while table.is_running:
        await room.play_turn(rng, "random")
        table = await room.table()


@sqlite
@pytest.mark.slow
@pytest.mark.usefixtures("plain_pictures", "clean_place")
async def test_what_lobby_and_start_have_published_stands_in_the_record_which_verifies(
    database: Database, tmp_path: Path
) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        anna = room["anna"]
        ben = room["ben"]
        carla = room["carla"]
        await anna.slash(room.channel, "game new", game="navegador", seats=4)
        lobby = room.last
        published_hashes = [await published(room, lobby)]

        for person, label in ((ben, "Join"), (carla, "Join"), (ben, "Leave"), (ben, "Join")):
            await person.click(lobby, label=label)
            published_hashes.append(await published(room, lobby))
        await fill(anna, await anna.click(lobby, label="Options …"), royal="goa")
        published_hashes.append(await published(room, lobby))
        question = shown_message(await anna.click(lobby, label="Add computer"))
        await anna.click(question, label="Easy: goes for quick points and makes mistakes now and then")
        published_hashes.append(await published(room, lobby))
        assert len({secret for secret, _ in published_hashes}) == 1, "the secret is fixed before anybody joins"
        assert len({clicked for _, clicked in published_hashes}) == len(published_hashes), (
            "everybody sees each click count"
        )
        secret = (await room.table()).row.secret
        assert secret is not None
        assert secret not in "".join(message.content for message in room.history())

        await anna.click(lobby, label="Start")
        committed = shown_message(await carla.click(room.last, label="Fair dice")).content
        row = (await room.table()).row
        assert f"Table {row.id}" in committed
        assert f"`{row.commitment}`" in committed
        await room.restart()
        await play_on(room)
        summary = room.last
        file = tmp_path / "record.json"
        file.write_bytes(await record_in(summary))
        revealed = shown_message(await carla.click(summary, label="Fair dice")).content

    game_record = record.decode(file.read_bytes())
    draw = game_record.draw
    assert draw is not None
    assert (draw.table, game_record.options, draw.seating) == (
        row.id,
        Navegador.defaults() | {"royal": "goa"},
        "random",
    )
    assert [(click.what, click.text) for click in draw.clicks] == [
        ("open", "anna"),
        ("join", "ben"),
        ("join", "carla"),
        ("leave", "ben"),
        ("join", "ben"),
        ("option", "royal=goa"),
        ("computer", "Easy 1"),
    ]
    expected_hashes = fair_dice.hashes(draw.secret_hash, draw.clicks)
    assert published_hashes == [(draw.secret_hash, entry) for entry in expected_hashes]
    assert f"`{game_record.commitment}`" in committed
    for value in (draw.secret, game_record.seed, game_record.commitment):
        assert f"`{value}`" in revealed

    result = portolan("verify", str(file))
    assert result.exit_code == 0, result.output
    for text in (draw.secret_hash, game_record.commitment, game_record.seed, "ben leaves (place 1)"):
        assert text in result.stdout
    assert all(entry.id in result.stdout for entry in draw.clicks)
    for _, clicks_hash in published_hashes:
        assert clicks_hash[:16] in result.stdout
    file.write_bytes(file.read_bytes().replace(b'"ben"]', b'"bob"]'))
    assert "The clicks are not those" in refusal(portolan("verify", str(file)), status=1)


def order_of_play(table: Table) -> list[str]:
    """Return the names of the players in the order in which the game has begun."""
    return [table.names[seat] for seat in table.initial_game().order()]


@sqlite
@pytest.mark.slow
@pytest.mark.usefixtures("plain_pictures", "clean_place")
async def test_a_rematch_is_played_in_the_order_that_its_lobby_has_named_which_its_record_proves(
    database: Database, tmp_path: Path
) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        first, *others = order_of_play(await room.open_table(order="joining"))
        rotated = [*others, first]
        await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
        await room["anna"].click(await room.open_panel(room["anna"]), label="Nothing")
        await room["anna"].click(room.last, label="Rematch")
        lobby = room.last
        for name in ("carla", "ben"):
            await room[name].click(lobby, label="Join")
        await room["anna"].click(lobby, label="Start")
        table = await room.table()
        assert order_of_play(table) == rotated
        assert f"Order of play: **{rotated[0]}** › {rotated[1]} › {rotated[2]}" in room.last.content
        exported = transfer.decode(await room.bot.tables.transfer.export_table(table.row.id))
        assert transfer.check(exported).names == table.names
        await room.restart()
        await play_on(room)
        file = tmp_path / "record.json"
        file.write_bytes(await record_in(room.last))

    game_record = record.decode(file.read_bytes())
    assert game_record.draw is not None
    assert (game_record.draw.seating, game_record.draw.turned) == ("turned", rotated)
    assert game_record.players == list(table.names)
    result = portolan("verify", str(file))
    assert result.exit_code == 0, result.output
    assert (
        f"Order of play, rotated by one after the game before: {', '.join(rotated)} (compare it with the lobby)"
        in result.stdout
    )
    assert (game_record.portolan, sorted(game_record.draw.places)) == (4, [0, 1, 2])
    other_draw = replace(game_record.draw, turned=rotated[::-1])
    file.write_bytes(encode(replace(game_record, draw=other_draw)))
    assert "for other people than those who sat" in refusal(portolan("verify", str(file)), status=1)
    file.write_bytes(encode(replace(game_record, draw=replace(other_draw, places=game_record.draw.places[::-1]))))
    assert "is not what was committed to" in refusal(portolan("verify", str(file)), status=1)
    for damaged in (replace(game_record, portolan=3), replace(game_record, draw=replace(game_record.draw, places=[]))):
        file.write_bytes(encode(damaged))
        assert "draw.places" in refusal(portolan("verify", str(file)), status=1)


@sqlite
async def test_a_click_that_arrives_twice_counts_once(room: Room, database: Database) -> None:
    await room["anna"].slash(room.channel, "game new", game="navegador", seats=4)
    lobby = room.last
    game_id = (await room.table()).row.id
    join = room.click_payload(room["ben"], lobby, "Join")
    await room.deliver(join, join)
    assert [click[0] for click in click_contents(await stored_clicks(database, game_id))] == ["open", "join"]
    await room["ben"].click(lobby, label="Leave")
    await room.deliver(join)
    assert [click[0] for click in click_contents(await stored_clicks(database, game_id))] == ["open", "join", "leave"]
    assert (await room.table()).names == ("anna",)


@sqlite
async def test_every_deed_in_a_lobby_is_done_once_for_each_click(database: Database, tables: Tables) -> None:
    table = await open_lobby(tables, BEN, CARLA)
    game_id = table.row.id
    lobby = tables.lobby
    click = next_click()
    await lobby.add_computer(game_id, "random", "Random", user_id=ANNA, click=click)
    before = (await tables.table(game_id)).row
    for repeat in (
        lambda: lobby.join(game_id, DIRK, "dirk", click=click),
        lambda: lobby.leave(game_id, CARLA, click=click),
        lambda: lobby.add_computer(game_id, "random", "Random", user_id=ANNA, click=click),
        lambda: lobby.set_options(game_id, {"royal": "goa"}, user_id=ANNA, click=click),
        lambda: open_lobby(tables, channel_id=77, click=click),
    ):
        with pytest.raises(Refused) as raised:
            await repeat()
        assert refused(raised) == "error.already_done"
    after = await tables.table(game_id)
    assert (after.row.version, after.row.clicks_hash) == (before.version, before.clicks_hash)
    assert (after.row.options, after.names) == (Navegador.defaults(), ("anna", "ben", "carla", "Random 1"))
    assert len(await stored_clicks(database, game_id)) == 4


@on_both
async def test_of_those_who_join_at_once_nobody_is_missing(database: Database) -> None:
    # each `Tables` stands for a process
    tables = Tables(database)
    other_tables = Tables(database)
    table = await open_lobby(tables)
    joining = (
        process.lobby.join(table.row.id, user, name, click=next_click())
        for process, user, name in ((tables, BEN, "ben"), (other_tables, CARLA, "carla"), (tables, DIRK, "dirk"))
    )
    await asyncio.gather(*joining)
    rows = await stored_clicks(database, table.row.id)
    table_joined = await tables.table(table.row.id)
    assert [row.number for row in rows] == [1, 2, 3, 4]
    assert sorted(row.text for row in rows) == ["anna", "ben", "carla", "dirk"]
    counted_clicks = [fair_dice.Click(str(row.interaction_id), row.what, row.seat, row.text) for row in rows]  # type: ignore[arg-type]
    assert fair_dice.sitting(counted_clicks) == list(table_joined.names)
    assert table_joined.row.secret is not None
    assert (
        fair_dice.hashes(
            fair_dice_log.lobby_opening(table_joined.row).promise(table_joined.row.secret), counted_clicks
        )[-1]
        == table_joined.row.clicks_hash
    )


@sqlite
async def test_what_was_refused_is_no_click(database: Database, tables: Tables) -> None:
    table = await open_lobby(tables, BEN, seats_wanted=2)
    for refused_work in (
        tables.lobby.join(table.row.id, BEN, "ben", click=next_click()),
        tables.lobby.join(table.row.id, CARLA, "carla", click=next_click()),
        tables.lobby.leave(table.row.id, CARLA, click=next_click()),
        tables.lobby.set_options(table.row.id, {"royal": "goa"}, user_id=BEN, click=next_click()),
    ):
        with pytest.raises(Refused):
            await refused_work
    assert click_contents(await stored_clicks(database, table.row.id)) == [("open", 0, "anna"), ("join", 1, "ben")]


@sqlite
async def test_a_lobby_does_not_start_by_other_rules_than_it_promised(database: Database, tables: Tables) -> None:
    table = await open_lobby(tables, BEN)
    before = await open_lobby(tables, BEN, channel_id=51)
    rules = table.kind.rules_version
    async with database.transaction() as session:  # both were opened by a version with other rules; one promised none
        await session.exec(update(GameRow).values(rules_version=rules + 1))
        await session.exec(update(GameRow).where(col(GameRow.id) == before.row.id).values(lobby_hash=None))
    with pytest.raises(Refused) as fault:
        await tables.lobby.start(table.row.id, user_id=ANNA)
    assert fault.value.message.id == "error.lobby_of_other_rules"
    assert (await tables.table(table.row.id)).row.status == Status.LOBBY
    assert (await tables.lobby.start(before.row.id, user_id=ANNA)).game.state.rules == rules


@sqlite
async def test_two_tables_of_the_same_people_have_other_secrets_seeds_and_commitments(database: Database) -> None:
    tables = Tables(database)
    rows = list[GameRow]()
    for channel in (50, 51):
        lobby = await open_lobby(tables, BEN, channel_id=channel)
        rows.append((await tables.lobby.start(lobby.row.id, user_id=ANNA)).row)
    first, second = rows
    for name in ("secret", "seed", "commitment", "clicks_hash"):
        assert getattr(first, name) != getattr(second, name)
    assert first.seed != first.secret


@sqlite
async def test_every_language_shows_both_hashes_of_a_lobby_and_of_one_of_before_none(database: Database) -> None:
    """The lobby's button shows them without the secret; the lobby's text has none of it."""
    table = await open_lobby(Tables(database), BEN)
    assert table.row.secret is not None
    hashes = [fair_dice_log.lobby_opening(table.row).promise(table.row.secret), str(table.row.clicks_hash)]
    for language in LANGUAGES:
        texts = texts_in(language)
        button = lobby_view(table, texts).children[-1].to_component_dict()
        assert (button["custom_id"], button["label"]) == (f"pt:fair:{table.row.id}", texts.say("button.fair"))
        explanation = explained(table.row, texts)
        assert re.findall("`([0-9a-f]+)`", explanation) == hashes
        assert table.row.secret not in explanation
        assert not any(digits[:16] in lobby_text(table, texts) for digits in hashes)
    table.row.lobby_hash = None  # an earlier version showed the hash of the secret, and named neither number
    assert fair_dice.hashed(table.row.secret) in explained(table.row, texts_in("en"))
    assert f"able {table.row.id}" not in explained(table.row, texts_in("en"))
    table.row.secret = table.row.clicks_hash = None
    assert all(
        "pt:fair" not in item.to_component_dict()["custom_id"] for item in lobby_view(table, texts_in("en")).children
    )


OLD_SEED = "5eed" * 8


@sqlite
@pytest.mark.parametrize("order", SeatOrder)
async def test_a_lobby_opened_by_an_earlier_version_starts_as_it_would_have(
    database: Database, order: SeatOrder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.fair_dice_log.SystemRandom.shuffle", lambda _, order: order.reverse())
    tables = Tables(database)
    table = await open_lobby(tables, BEN, order=order)
    async with database.transaction() as session:
        old_values = {"seed": OLD_SEED, "commitment": record.commitment(OLD_SEED), "secret": None, "clicks_hash": None}
        await session.exec(update(GameRow).where(col(GameRow.id) == table.row.id).values(**old_values))
        await session.exec(ClickRow.__table__.delete())  # type: ignore[attr-defined]
    await tables.lobby.join(table.row.id, CARLA, "carla", click=next_click())
    started = await tables.lobby.start(table.row.id, user_id=ANNA)
    joined = ("anna", "ben", "carla")
    assert started.names == (joined if order == SeatOrder.JOINING else joined[::-1])
    assert (started.row.seed, started.row.commitment) == (OLD_SEED, record.commitment(OLD_SEED))
    assert started.game == engines.new("navegador", 3, int(OLD_SEED, 16))
    assert record.commitment(OLD_SEED) in explained(started.row, texts_in("en"))


@on_both
async def test_a_table_begun_before_the_migration_plays_on_and_ends_with_a_record_of_the_first_format(
    empty_url: str,
) -> None:
    game = engines.new("navegador", 2, int(OLD_SEED, 16))
    rng = Random(2)
    log = list[tuple[int, Action]]()
    while game.to_act:
        log.append((game.to_act[0], PLAYERS["random"](game, game.to_act[0], rng)))
        game.play(*log[-1])
    stored_game = engines.new("navegador", 2, int(OLD_SEED, 16))
    for seat, action in log[:-LATE]:
        stored_game.play(seat, action)
    url = urls.normalise(empty_url)
    migrations.upgrade(url, "0004")
    with migrations.connecting(url) as connection:
        for statement in rows_of_0004(stored_game, log[:-LATE]):
            connection.exec_driver_sql(statement)

    async with Database.open(empty_url) as database:
        await database.migrate()
        tables = Tables(database)
        for seat, action in log[-LATE:]:
            table = await tables.play.act(7, (BEN, ANNA)[seat], action)
        post = await compose(
            database, table, Announcement(kind="summary", version=table.row.version), Narration(), texts_in("en")
        )
    assert (table.row.status, table.game) == (Status.FINISHED, game)
    game_record = record.decode(post.files[-1].data)
    assert (game_record.portolan, game_record.draw, game_record.seed, game_record.players) == (
        1,
        None,
        OLD_SEED,
        ["ben", "anna"],
    )
    assert b"portolan" not in post.files[-1].data
    assert record.verify(game_record, engines.GAMES) == game
    assert post.has_fair_dice_button
    revealed = explained(table.row, texts_in("en"))
    assert (OLD_SEED in revealed, record.commitment(OLD_SEED) in revealed) == (True, True)


LATE = 6
"""So many decisions are made after the migration."""


def rows_of_0004(game: Game, log: Sequence[tuple[int, Action]]) -> Iterator[str]:
    """Yield the statements that store a running table of Ben and Anna as version 0004 of the schema did."""
    stamp = "2026-01-02 03:04:05.000000"
    yield f"""INSERT INTO game (id, key, channel_id, status, host_id, seats, seat_order, options, seed, commitment,
        rules_version, state, version, turn, created_at, updated_at, started_at) VALUES (7, 'navegador', {CHANNEL},
        'running', {ANNA}, 2, 'random', '{{"royal": "end"}}', '{OLD_SEED}', '{record.commitment(OLD_SEED)}',
        {game.state.rules}, '{json.dumps(game.dump())}', {len(log)}, {game.state.turn}, '{stamp}', '{stamp}',
        '{stamp}')"""
    for seat, user, name in ((0, BEN, "ben"), (1, ANNA, "anna")):
        yield f"INSERT INTO seat (game_id, number, user_id, name, resigned) VALUES (7, {seat}, {user}, '{name}', false)"
    for version, (seat, action) in enumerate(log, 1):
        yield f"""INSERT INTO move (game_id, version, kind, seat, words, undone, turn, events, scores, at)
            VALUES (7, {version}, 'move', {seat}, '{record.notation(action)}', false, 1, '[]', '[0, 0]', '{stamp}')"""


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_the_whole_commitment_stands_behind_a_button_that_stays_under_the_first_board(room: Room) -> None:
    row = (await room.open_table()).row
    start = room.last
    assert row.commitment[:16] not in start.content
    person, _ = await room.deciding()
    for move in ("rondel ships", "pass"):
        await room.ask(person, "play", move=move)
    first_board = next(message for message in room.history() if message.id == start.id)
    assert labels(first_board) == ["Fair dice"]
    answer = shown_message(await room["ben"].click(first_board, label="Fair dice"))
    assert answer.flags.ephemeral
    for number in (f"Table {row.id}", f"rules version {row.rules_version}", row.commitment, "portolan verify"):
        assert number in answer.content


def test_of_a_table_of_an_earlier_version_the_button_shows_the_hash_of_the_seed() -> None:
    row = stub_table(stub_game(), secret=None).row
    assert f"`{row.commitment}`" in explained(row, texts_in("en"))


def test_of_a_table_without_a_result_nothing_is_revealed_and_nothing_promised() -> None:
    row = stub_table(stub_game()).row
    row.status = Status.ABANDONED
    assert explained(row, texts_in("en")) == english("reply.fair_dice_without_result")


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_the_end_reveals_secret_and_seed_behind_its_button(room: Room) -> None:
    await room.open_table()
    await room.replace_game(on("workers", seats=2, trigger="nagasaki", turns_left=1))
    person, _ = await room.deciding()
    before = (await room.table()).row
    while_running = explained(before, texts_in("en"))
    assert (before.secret or "") not in while_running
    assert before.seed not in while_running
    await room.ask(person, "play", move="pass")
    row = (await room.table()).row
    answer = shown_message(await room["ben"].click(room.last, label="Fair dice"))
    for number in (f"Table {row.id}", f"rules version {row.rules_version}", row.secret, row.seed, row.commitment):
        assert str(number) in answer.content
    assert "/verify" in answer.content
