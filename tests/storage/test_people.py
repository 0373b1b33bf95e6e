"""What people and servers have chosen, and how games ended."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import people, results
from storage.columns import utcnow
from storage.database import Database
from storage.models import Json, ResultRow, Status, User
from tests.storage.databases import locale_of
from tests.storage.sample import GUILD, ended, stored


async def server_locale(session: AsyncSession, guild_id: int) -> str | None:
    """Return the language that a server has chosen."""
    known = await people.guild(session, guild_id)
    return known.locale if known else None


async def test_choosing_a_language_changes_nothing_else_of_a_person(database: Database) -> None:
    async with database.transaction() as session:
        assert await people.user(session, 1) is None
        assert await locale_of(session, 1) is None
        session.add(User(user_id=1, name="Ada"))
        await session.flush()
        await people.set_user_locale(session, 1, "nl")
        known = await people.user(session, 1)
        assert known is not None
        assert (known.name, known.locale) == ("Ada", "nl")
        await people.set_user_locale(session, 1, None)
        assert await locale_of(session, 1) is None


async def test_what_a_person_chooses_changes_nothing_else(database: Database) -> None:
    async with database.transaction() as session:
        assert await people.settings(session, 1) == {}
        await people.set_user_locale(session, 1, "nl")
        assert await people.change_settings(session, 1, lambda stands: {"call": "dm"}) == {"call": "dm"}
        assert await people.change_settings(session, 2, lambda stands: {"call": "none"}) == {"call": "none"}
        both = {"call": "dm", "zone": "UTC"}
        assert await people.change_settings(session, 1, lambda stands: {"zone": "UTC"}) == both
        assert await people.change_settings(session, 1, lambda stands: {"call": stands["call"] * 2}) == (
            both | {"call": "dmdm"}
        )
    async with database.reading() as session:
        assert await people.settings(session, 1) == {"call": "dmdm", "zone": "UTC"}
        assert await locale_of(session, 1) == "nl"
        assert await people.settings(session, 2) == {"call": "none"}


async def test_a_choice_that_is_refused_changes_nothing(database: Database) -> None:
    def refuse(stands: Json) -> Json:
        raise ValueError(stands["call"])

    async with database.transaction() as session:
        await people.change_settings(session, 1, lambda stands: {"call": "dm"})
    with pytest.raises(ValueError, match="dm"):
        async with database.transaction() as session:
            await people.change_settings(session, 1, refuse)
    async with database.reading() as session:
        assert await people.settings(session, 1) == {"call": "dm"}


async def test_choices_made_at_once_are_all_kept(database: Database) -> None:
    async def choose(name: str) -> None:
        async with database.transaction() as session:
            await people.change_settings(session, 1, lambda stands: {name: 1, "all": stands.get("all", 0) + 1})

    await asyncio.gather(*(choose(f"key{number}") for number in range(12)))
    async with database.reading() as session:
        settings = await people.settings(session, 1)
    assert settings == {f"key{number}": 1 for number in range(12)} | {"all": 12}


@pytest.mark.parametrize("damaged", ['"no object"', "[1]", "null"])
async def test_damaged_choices_are_none_and_can_be_made_anew(database: Database, damaged: str) -> None:
    if database.url.get_backend_name() == "sqlite":
        damaged = damaged[:-1]  # which PostgreSQL would not store: no JSON
    async with database.transaction() as session:
        await people.set_user_locale(session, 1, "nl")
        await (await session.connection()).execute(text("UPDATE person SET settings = :it"), {"it": damaged})
    async with database.reading() as session:
        assert await people.settings(session, 1) == {}
    async with database.transaction() as session:
        assert await people.change_settings(session, 1, lambda stands: {"call": "dm"}) == {"call": "dm"}
    async with database.reading() as session:
        assert await people.settings(session, 1) == {"call": "dm"}
        assert await locale_of(session, 1) == "nl"


async def test_a_server_has_a_language_of_its_own(database: Database) -> None:
    async with database.transaction() as session:
        assert await people.guild(session, GUILD) is None
        await people.set_guild_locale(session, GUILD, "de")
        known = await people.guild(session, GUILD)
        assert known is not None
        assert await server_locale(session, GUILD) == "de"
        assert await server_locale(session, GUILD + 1) is None


async def test_a_server_is_left_and_joined_again_once(database: Database) -> None:
    async with database.transaction() as session:
        await people.set_guild_locale(session, GUILD, "de")
        assert not await people.note_back(session, GUILD)
        assert not await people.has_left(session, GUILD)
        await people.note_left(session, GUILD)
        await people.note_left(session, GUILD + 1)
        assert await people.has_left(session, GUILD)
        assert await people.servers_left(session) == {GUILD, GUILD + 1}
        assert await server_locale(session, GUILD) == "de"
        assert await people.note_back(session, GUILD)
        assert not await people.note_back(session, GUILD)
        assert not await people.has_left(session, GUILD)
        assert await people.servers_left(session) == {GUILD + 1}


async def test_a_person_may_first_choose_many_times_at_once(database: Database) -> None:
    languages = ["en", "de", "nl"] * 4

    async def choose(locale: str) -> None:
        async with database.transaction() as session:
            await people.set_user_locale(session, 1, locale)

    await asyncio.gather(*(choose(locale) for locale in languages))
    async with database.reading() as session:
        assert await locale_of(session, 1) in languages


async def test_results_come_by_rank_and_a_person_s_newest_first(database: Database) -> None:
    """Seats of one rank as they sit; a person's from all servers, the later game first where two ended at once."""
    now = utcnow()
    last, earlier, same_age = [await stored(database, status=Status.FINISHED, guild_id=number) for number in (1, 2, 3)]
    async with database.transaction() as session:
        for game_id, age in ((last, 0), (earlier, 1), (same_age, 1)):
            rows = [
                ResultRow(
                    game_id=game_id,
                    seat=seat,
                    user_id=user_id,
                    name=name,
                    total=total,
                    rank=rank,
                    sources={"cash": total},
                    finished_at=now - timedelta(days=age),
                )
                for seat, user_id, name, total, rank in (
                    (2, 2, "Bo", 50, 2),
                    (0, 1, "Ada", 50, 2),
                    (1, None, "Robot", 60, 1),
                )
            ]
            await ended(session, game_id, *rows)
    async with database.reading() as session:
        of_game = await results.seats_of_game(session, earlier)
        assert [(row.seat, row.name, row.total, row.rank, row.sources) for row in of_game] == [
            (1, "Robot", 60, 1, {"cash": 60}),
            (0, "Ada", 50, 2, {"cash": 50}),
            (2, "Bo", 50, 2, {"cash": 50}),
        ]


async def test_a_game_ends_once(database: Database) -> None:
    game_id = await stored(database, status=Status.FINISHED)
    for total in (1, 2):
        async with database.transaction() as session:
            await ended(session, game_id, ResultRow(game_id=game_id, seat=0, name="Ada", total=total, rank=1))
    async with database.reading() as session:
        assert [row.total for row in await results.seats_of_game(session, game_id)] == [2]
