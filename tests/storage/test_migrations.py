"""Databases of before, brought up to date."""

import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlmodel import col, select

from storage import clicks, games, jobs, migrations, moves, people, results, seats, urls, votes
from storage.columns import utcnow
from storage.database import Database
from storage.errors import ChannelBusy, DatabaseUnreachable
from storage.migrations import __main__ as commands
from storage.models import JobRow, SeatOrder, Status, Stored
from tests.storage.messages import claimed_rows
from tests.storage.sample import CHANNEL, HOST, a_game, stored

STAMP = "2026-01-02 03:04:05.000000"
ROWS_OF_0001 = f"""
INSERT INTO game (id, key, guild_id, channel_id, status, host_id, seats, options, seed, commitment, rules_version,
    state, version, turn, created_at, updated_at)
    VALUES (7, 'macao', 1, {CHANNEL}, 'running', {HOST}, 2, '{{"map": "full"}}', 'aa', 'bb', 3,
    '{{"b": 1, "a": [2]}}', 1, 9, '{STAMP}', '{STAMP}');
INSERT INTO seat (game_id, number, user_id, name, resigned) VALUES (7, 0, {HOST}, 'Ada', false);
INSERT INTO seat (game_id, number, computer, name, resigned) VALUES (7, 1, 'random', 'Robot', true);
INSERT INTO move (game_id, version, kind, seat, words, interaction_id, undone, turn, events, scores, at)
    VALUES (7, 1, 'move', 0, 'pass', 5, false, 9, '[]', '[1, 2]', '{STAMP}');
INSERT INTO outbox (game_id, channel_id, kind, payload, nonce, created_at, attempts, next_attempt_at)
    VALUES (7, {CHANNEL}, 'ping', '{{"seat": 1}}', 'n', '{STAMP}', 2, '{STAMP}');
INSERT INTO result (game_id, seat, name, total, rank, sources, finished_at)
    VALUES (7, 0, 'Ada', 50, 1, '{{"cash": 50}}', '{STAMP}');
INSERT INTO guild (guild_id, locale, settings, created_at, updated_at) VALUES (1, 'de', '{{}}', '{STAMP}', '{STAMP}');
INSERT INTO person (user_id, name, updated_at) VALUES ({HOST}, 'Ada', '{STAMP}');
"""


SINCE_0013 = ("owner_id", "substitute", "returning_at", "stand_in", "offered_at", "candidates")


def insert_rows(connection: Connection, statements: str) -> None:
    """Execute statements whose moments are in UTC, whatever time zone the server has."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'")
    for statement in statements.split(";\n")[:-1]:
        connection.exec_driver_sql(statement)


@pytest.fixture
def old_url(empty_url: str) -> str:
    """Return a database as the first version left it, with a row in every table."""
    url = urls.normalise(empty_url)
    migrations.upgrade(url, "0001")
    with migrations.connecting(url) as connection:
        insert_rows(connection, ROWS_OF_0001)
        if connection.dialect.name == "postgresql":  # the id was written by hand
            connection.execute(text("SELECT setval('game_id_seq', 7)"))
    return empty_url


def differences(url: str) -> list[object]:
    """Return the differences between the tables of a database and the models."""
    with migrations.connecting(urls.normalise(url)) as connection:
        return list(compare_metadata(MigrationContext.configure(connection), Stored.metadata))


async def test_an_old_database_keeps_its_rows(old_url: str) -> None:
    async with Database.open(old_url) as database:
        await database.migrate()
        async with database.transaction() as session:
            game = await games.get(session, 7)
            assert game is not None
            assert (game.key, game.status, game.version, game.turn) == ("macao", Status.RUNNING, 1, 9)
            assert (game.state, game.options) == ({"b": 1, "a": [2]}, {"map": "full"})
            assert game.seat_order is SeatOrder.RANDOM
            assert (game.seed, game.commitment) == ("aa", "bb")
            assert (game.secret, game.clicks_hash, game.drawn_order, game.clock) == (None, None, None, None)
            assert (game.paused_at, game.pause) == (None, None)
            assert await clicks.of_game(session, 7) == []
            server = await people.guild(session, 1)
            assert server is not None
            assert (server.locale, server.left_at) == ("de", None)
            ada = await people.user(session, HOST)
            assert ada is not None
            assert (ada.name, ada.settings) == ("Ada", {})
            assert game.created_at.isoformat() == "2026-01-02T03:04:05+00:00"
            taken = await seats.of_game(session, 7)
            assert [(seat.name, seat.user_id, seat.resigned) for seat in taken] == [
                ("Ada", HOST, False),
                ("Robot", None, True),
            ]
            since = [getattr(seat, name) for seat in taken for name in SINCE_0013]
            assert set(since) == {None}
            assert [entry.scores for entry in await moves.log(session, 7)] == [[1, 2]]
            assert [row.sources for row in await results.seats_of_game(session, 7)] == [{"cash": 50}]
            assert [(entry.nonce, entry.attempts) for entry in await claimed_rows(session)] == [("n", 2)]
            with pytest.raises(ChannelBusy):
                await games.create(session, a_game())
        assert await stored(database, channel_id=1) > 7


def test_the_tables_are_those_of_the_models(empty_url: str) -> None:
    assert differences(empty_url) != []  # the comparison sees something
    migrations.upgrade(urls.normalise(empty_url))
    assert differences(empty_url) == []


def test_the_tables_of_an_old_database_become_those_of_the_models(old_url: str) -> None:
    assert differences(old_url) != []
    migrations.upgrade(urls.normalise(old_url))
    assert differences(old_url) == []


async def test_a_lobby_of_before_waits_as_long_as_one_of_now(old_url: str) -> None:
    url = urls.normalise(old_url)
    migrations.upgrade(url, "0009")
    with migrations.connecting(url) as connection:
        connection.exec_driver_sql(
            "INSERT INTO game (id, key, channel_id, status, host_id, seats, seat_order, options, seed, commitment, "
            f"rules_version, version, turn, created_at, updated_at) VALUES (8, 'macao', 5, 'lobby', {HOST}, 2, "
            f"'random', '{{}}', '', '', 3, 0, 0, '{STAMP}', '{STAMP}')"
        )
    async with Database.open(old_url) as database:
        await database.migrate()
        async with database.reading() as session:
            (timer,) = await jobs.timers_of(session, 8)
            assert (timer.kind, timer.seat, timer.attempts, timer.payload) == (jobs.Kind.LOBBY, 0, 0, {})
            assert timer.due_at - timer.set_at == timedelta(days=6)
            assert abs(timer.set_at - utcnow()) < timedelta(minutes=1)
            assert await jobs.timers_of(session, 7) == []


def moment(hours: int) -> str:
    """Return a moment so many hours after the stamp, as both databases take it."""
    return f"2026-01-02 {3 + hours:02}:04:05.000000"


MESSAGE = "INSERT INTO outbox (id, game_id, channel_id, kind, payload, nonce, created_at, attempts, next_attempt_at"
TIMER = "INSERT INTO timer (id, game_id, kind, seat, set_at, due_at, claimed_until, attempts, lost, data)"
WAITING_AT_0028 = f"""
DELETE FROM outbox;
{MESSAGE}, sent_at, message_id) VALUES
    (11, 7, {CHANNEL}, 'turn', '{{"kind": "turn"}}', 'n11', '{STAMP}', 0, '{STAMP}', '{moment(1)}', 99);
{MESSAGE}, failed) VALUES
    (12, 7, {CHANNEL}, 'notice', '{{}}', 'n12', '{STAMP}', 14, '{STAMP}', 'channel: 50013 Missing Permissions');
{MESSAGE}, postponed_at) VALUES
    (13, 7, {CHANNEL}, 'board', '{{"kind": "board"}}', 'n13', '{STAMP}', 2, '{moment(3)}', '{moment(2)}');
{MESSAGE}, claimed_until) VALUES
    (14, 7, {CHANNEL}, 'vote', '{{"vote": 1, "call": true}}', 'n14', '{moment(1)}', 0, '{moment(1)}', '{moment(2)}');
{MESSAGE}) VALUES
    (15, 7, {CHANNEL}, 'picture', '{{"kind": "picture"}}', 'n15', '{moment(1)}', 0, '{moment(1)}');
{TIMER} VALUES
    (3, 7, 'deadline', 0, '{STAMP}', '{moment(6)}', NULL, 0, 0, '{{"late": true}}');
{TIMER} VALUES
    (4, 7, 'vote', 0, '{STAMP}', '{moment(7)}', NULL, 0, 0, '{{"away": [5]}}');
{TIMER} VALUES
    (5, 7, 'computers', 0, '{STAMP}', '{STAMP}', '{moment(1)}', 1, 2, '{{}}');
{TIMER} VALUES
    (8, 7, 'gone', 1, '{STAMP}', '{STAMP}', NULL, 3, 0, '{{}}');
INSERT INTO vote (id, game_id, kind, seat, version, data, agreed, opened_at)
    VALUES (1, 7, 'end', 0, 1, '{{}}', '[0]', '{STAMP}');
"""


async def test_what_waits_at_the_joining_of_the_queues_is_carried_over(old_url: str) -> None:
    url = urls.normalise(old_url)
    migrations.upgrade(url, "0028")
    with migrations.connecting(url) as connection:
        insert_rows(connection, WAITING_AT_0028)
    stamp = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    hour = timedelta(hours=1)
    async with Database.open(old_url) as database:
        await database.migrate()
        async with database.transaction() as session:
            turn, notice, board, vote, picture = (
                await session.exec(select(JobRow).where(jobs.IS_MESSAGE).order_by(col(JobRow.id)))
            ).all()
            assert [job.id for job in (turn, notice, board, vote, picture)] == [11, 12, 13, 14, 15]
            assert [job.nonce for job in (turn, notice, board, vote, picture)] == ["n11", "n12", "n13", "n14", "n15"]
            assert (turn.sent_at, turn.message_id, turn.payload) == (stamp + hour, 99, {"kind": "turn"})
            assert (notice.failed, notice.attempts) == ("channel: 50013 Missing Permissions", 14)
            assert (board.set_at, board.due_at, board.attempts) == (stamp + 2 * hour, stamp + 3 * hour, 2)
            assert (vote.lane, vote.channel_id, vote.payload) == ("messages", CHANNEL, {"vote": 1, "call": True})
            assert (vote.created_at, vote.set_at, vote.claimed_until) == (stamp + hour, stamp + hour, stamp + 2 * hour)
            assert (picture.lane, picture.is_timer, picture.due_at) == ("pictures", False, stamp + hour)
            open_vote = await votes.open_of(session, 7)
            assert open_vote is not None
            assert open_vote.id == 1
            gathered = {timer.kind: timer for timer in await jobs.timers_of(session, 7)}
            assert {kind: (timer.lane, timer.seat, timer.due_at - stamp) for kind, timer in gathered.items()} == {
                "computers": ("computers", 0, 0 * hour),
                "gone": ("calls", 1, 0 * hour),
                "deadline": ("tables", 0, 6 * hour),
                "vote": ("tables", 0, 7 * hour),
            }
            assert {timer.set_at for timer in gathered.values()} == {stamp}
            assert [gathered[kind].payload for kind in ("deadline", "vote")] == [{"late": True}, {"away": [5]}]
            assert (gathered["computers"].attempts, gathered["computers"].lost) == (1, 2)
            assert gathered["gone"].nonce == "gone8", "Discord recognises what was sent before"
            assert len({timer.nonce for timer in gathered.values()}) == 4
        async with database.transaction() as session:
            now = stamp + 12 * hour
            claimed = {lane: await claimed_rows(session, lane, now=now) for lane in jobs.Lane}
            kinds = {lane: [job.kind for job in of_lane] for lane, of_lane in claimed.items()}
            assert kinds == {
                "messages": ["board"],
                "pictures": ["picture"],
                "computers": ["computers"],
                "calls": ["gone"],
                "tables": ["deadline", "vote"],
            }
            await jobs.mark_sent(session, claimed[jobs.Lane.MESSAGES][0], 99)
            assert [job.kind for job in await claimed_rows(session, now=now)] == ["vote"]
            later = await jobs.enqueue(session, 7, CHANNEL, "turn", {})
            assert later.id > max(timer.id for timer in gathered.values()) > picture.id
            await jobs.schedule(session, 7, jobs.Kind.DEADLINE, wait=hour)
            assert [timer.kind for timer in await jobs.timers_of(session, 7)].count("deadline") == 1


def test_what_the_comparison_does_not_see_survives_too(old_url: str) -> None:
    migrations.upgrade(urls.normalise(old_url))
    with migrations.connecting(urls.normalise(old_url)) as connection:
        inspector = inspect(connection)
        keys = {name: inspector.get_foreign_keys(name) for name in inspector.get_table_names()}
        assert {
            name: [key["options"].get("ondelete") for key in foreign_keys]
            for name, foreign_keys in keys.items()
            if foreign_keys
        } == {
            "click": ["CASCADE"],
            "seat": ["CASCADE"],
            "move": ["CASCADE"],
            "job": ["CASCADE"],
            "result": ["RESTRICT"],
            "outcome": ["RESTRICT"],
            "vote": ["CASCADE"],
            "plan": ["CASCADE"],
            "called": ["CASCADE"],
        }
        if connection.dialect.name == "sqlite":
            made = {row.name: row.sql for row in connection.exec_driver_sql("SELECT name, sql FROM sqlite_master")}
            assert "AUTOINCREMENT" in made["game"]
            assert "AUTOINCREMENT" in made["job"]
            assert made["uq_game_open_channel"].endswith("WHERE status IN ('lobby', 'running')")


async def test_migrating_again_changes_nothing(database: Database) -> None:
    game_id = await stored(database)
    await database.migrate()
    async with database.reading() as session:
        assert await games.get(session, game_id) is not None


def test_processes_that_start_at_once_migrate_once(empty_url: str) -> None:
    line = [sys.executable, "-m", "storage.migrations", "-x", f"url={empty_url}", "upgrade", "head"]
    processes = [subprocess.Popen(line, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    faults = [process.communicate()[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], faults
    assert differences(empty_url) == []


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_a_migration_that_orphans_rows_is_taken_back(old_url: str) -> None:
    url = urls.normalise(old_url)
    orphans = "rows of move, outbox, result, seat would belong to no game"
    with pytest.raises(RuntimeError, match=orphans), migrations.connecting(url) as connection:
        connection.exec_driver_sql("DELETE FROM game")
    with migrations.connecting(url) as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM game").scalar() == 1


async def test_tables_of_a_newer_version_are_left_alone(empty_url: str) -> None:
    async with Database.open(empty_url) as database:
        await database.migrate()
        with migrations.connecting(database.url) as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(DatabaseUnreachable, match="this program is older than the tables"):
            await database.migrate()


def test_revisions_form_one_line() -> None:
    script = ScriptDirectory.from_config(migrations.configuration())
    revisions = [revision.revision for revision in script.walk_revisions()]
    assert revisions == [f"{number:04}" for number in range(len(revisions), 0, -1)], (
        "each after the one before, none twice"
    )
    assert script.get_heads() == [migrations.head()] == revisions[:1]


@pytest.mark.parametrize("backend", ["sqlite", pytest.param("postgresql", marks=pytest.mark.proof)], indirect=True)
def test_only_what_is_needed_takes_memory(empty_url: str) -> None:
    """Alembic where the tables are not up to date, PostgreSQL's driver where it is PostgreSQL."""
    starts = """
import asyncio, sys
from storage.database import Database
from tests.storage.messages import claimed_rows

async def start():
    async with Database.open(sys.argv[1]) as database:
        await database.migrate()

asyncio.run(start())
print(*(name for name in ("alembic", "psycopg") if name in sys.modules))
"""
    line = [sys.executable, "-c", starts, empty_url]
    imported = [subprocess.run(line, check=True, capture_output=True, text=True).stdout.split() for _ in range(2)]
    driver = [] if empty_url.startswith("sqlite") else ["psycopg"]
    assert imported == [["alembic", *driver], driver]


def test_the_command_line_says_what_it_lacks(tmp_path: Path) -> None:
    root = Path(migrations.__file__).parents[2]
    line = [sys.executable, "-m", "storage.migrations", "current"]
    answer = subprocess.run(
        line, capture_output=True, text=True, env={"PYTHONPATH": str(root)}, cwd=tmp_path, check=False
    )
    assert answer.returncode == 1
    assert "DATABASE_URL" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_new_revision_gets_the_next_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The recipe of ``docs/internals.md``."""
    copied = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, copied)
    made = migrations.configuration()
    made.set_main_option("script_location", str(copied))
    monkeypatch.setattr(commands, "configuration", lambda: made)
    url = f"url=sqlite:///{tmp_path}/migrating.db"
    commands.main(["-x", url, "upgrade", "head"])
    commands.main(["-x", url, "revision", "--autogenerate", "-m", "its title"])
    following = f"{int(migrations.head()) + 1:04}"
    (revision,) = (copied / "versions").glob(f"{following}_*.py")
    assert f"revision = '{following}'" in revision.read_text(encoding="utf-8")
