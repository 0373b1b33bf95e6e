"""Tables that count for ratings: what the lobby says of it, and what the end tells."""

from __future__ import annotations

import discord
import pytest

from bot.delivery.result import rating_lines
from bot.features.hint import seat_asking
from bot.tables import Table, Tables
from bot.wording import LANGUAGES
from bot.wording.texts import texts_in
from engines.ratings import Rating, Unrated, rate
from storage.database import Database
from tests.bot.endings import BEGAN, play_finished_game, result_rows, start_before_the_end
from tests.bot.english import english
from tests.bot.lobbies import ANNA, BEN, CARLA, open_lobby, queued_announcements, raises_refusal, sqlite, start_table
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room
from tests.engines.navegador.moves import on

pytestmark = pytest.mark.usefixtures("plain_pictures")
EN = texts_in("en")
EXTRAS = "pt:q:1"


async def lobby(room: Room) -> discord.Message:
    await room["anna"].slash(room.channel, "game new", game="navegador", seats=3)
    return room.last


@sqlite
async def test_the_host_chooses_whether_a_game_counts_and_where_it_does_there_are_no_hints(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    assert "Rating: **no, a friendly game**" in (await lobby(room)).content
    await ben.click(room.last, label="Join")
    assert shown_message(await ben.select(room.last, ["rated=on"], custom_id=EXTRAS)).content == english(
        "error.not_host"
    )
    options = next(control for control in controls(room.last) if control["custom_id"] == EXTRAS)["options"]
    assert english("lobby.rated.on.said") in [option["label"] for option in options]
    await anna.select(room.last, ["rated=on"], custom_id=EXTRAS)
    assert "Rating: **yes, the result counts**" in room.last.content
    assert "Hints: **off**" in room.last.content
    await anna.select(room.last, ["hints=on"], custom_id=EXTRAS)
    assert "Hints: **on**" in room.last.content
    assert (await room.table()).row.rated, "the host may allow them all the same"
    await anna.select(room.last, ["rated=off"], custom_id=EXTRAS)
    assert "Rating: **no, a friendly game**" in room.last.content
    assert "Hints: **on**" in room.last.content


@sqlite
async def test_the_lobby_says_beforehand_why_a_game_will_not_count(room: Room) -> None:
    anna = room["anna"]
    message = await lobby(room)
    await anna.select(message, ["rated=on"], custom_id=EXTRAS)
    reason = f"-# {english('unrated.computers.so_far')}"
    assert reason not in room.last.content
    await anna.click(shown_message(await anna.click(message, label="Add computer")), custom_id="pt:k:1:easy")
    assert reason in room.last.content
    await room["ben"].click(message, label="Join")
    assert reason not in room.last.content
    await anna.click(message, label="Start")
    assert (await room.table()).row.rated


@sqlite
async def test_where_a_table_forbids_hints_nobody_gets_one(tables: Tables) -> None:
    table = await start_before_the_end(tables)
    assert not table.row.hints
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    with raises_refusal("error.hints_off"):
        seat_asking(table, user)


@sqlite
async def test_a_rematch_counts_as_the_game_before(tables: Tables) -> None:
    for rated, channel in ((True, 5), (False, 6)):
        before = await play_finished_game(tables, rated=rated, channel_id=channel)
        rematch = await open_lobby(tables, after=before, guild_id=before.row.guild_id, channel_id=channel)
        assert (rematch.row.rated, rematch.row.hints) == (rated, not rated)


@sqlite
async def test_a_table_that_has_begun_cannot_be_made_to_count(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    with raises_refusal("error.not_in_lobby"):
        await tables.lobby.set_rated(table.row.id, rated=True, user_id=ANNA)


# -- the end -----------------------------------------------------------------------------------------------------------


async def end_game(room: Room, *, rated: bool) -> str:
    """Play a game of three to its end and return its last message."""
    message = await lobby(room)
    for name in ("ben", "carla"):
        await room[name].click(message, label="Join")
    if rated:
        await room["anna"].select(room.last, ["rated=on"], custom_id=EXTRAS)
    await room["anna"].click(message, label="Start")
    await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
    mover, _ = await room.deciding()
    await room.bot.tables.play.act((await room.table()).row.id, mover.id, ("pass",))
    await room.bot.worker.idle()
    return room.last.content


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_the_end_tells_each_player_how_the_rating_changed_and_why(room: Room) -> None:
    lines = (await end_game(room, rated=True)).splitlines()
    table = await room.table()
    names = [table.names[seat] for seat in table.game.ranking()]
    gain = rate((1, 2, 3), [Rating()] * 3)[0].mu - 25
    heading_index = lines.index(english("rating.heading", game="Navegador", n=3))
    assert lines[heading_index + 1 : heading_index + 4] == [
        f"- **{names[0]}** +{gain:.1f} → **{25 + gain:.1f}** (provisional): first of three, among equals",
        f"- **{names[1]}** 0.0 → **25.0** (provisional): second of three, among equals",
        f"- **{names[2]}** −{gain:.1f} → **{25 - gain:.1f}** (provisional): third of three, among equals",
    ]
    assert len("\n".join(lines)) <= 2000


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_the_end_of_a_friendly_game_says_that_it_changes_nothing(room: Room) -> None:
    assert f"-# {english('unrated.friendly')}" in (await end_game(room, rated=False)).splitlines()


def test_where_the_ladder_of_computers_changes_the_end_of_a_friendly_game_says_so() -> None:
    outcome, rows = result_rows(
        1, BEGAN, [(ANNA, 1), ("easy", 2)], unrated="friendly", ladder={"easy": [[25, 8], [24, 8]]}
    )
    (line,) = rating_lines(outcome, rows, EN, friendly=True)
    assert line == f"-# {english('unrated.friendly')} {english('unrated.but_computers')}"


@sqlite
@pytest.mark.parametrize("rated", [True, False])
async def test_a_game_that_is_broken_off_says_so_if_it_was_to_count(tables: Tables, rated: bool) -> None:
    table = await start_before_the_end(tables, rated=rated)
    await tables.play.end(table.row.id, 99, admin=True)
    message_ids = [line.id for line in (await queued_announcements(tables.database, table.row.id))[-1].introduction]
    assert message_ids == ["say.ended", *(["unrated.abandoned"] if rated else [])]


@sqlite
@pytest.mark.parametrize("rated", [True, False])
async def test_so_does_one_that_the_operator_ends(database: Database, tables: Tables, rated: bool) -> None:
    table: Table = await start_before_the_end(tables, rated=rated)
    await tables.repair.end(table.row.id)
    message_ids = [line.id for line in (await queued_announcements(database, table.row.id))[-1].introduction]
    assert message_ids == ["say.ended_by_operator", *(["unrated.abandoned"] if rated else [])]


def rating_sentences(before: list[Rating], places: list[int], language: str = "en") -> list[str]:
    """Return what the end says of the ratings of players who are called player 0, 1 and so on."""
    outcome, rows = result_rows(1, BEGAN, [(number, place) for number, place in enumerate(places)])
    for row, rating_before, rating_after in zip(rows, before, rate(places, before), strict=True):
        (row.mu_before, row.sigma_before) = rating_before
        (row.mu, row.sigma) = rating_after
    return rating_lines(outcome, rows, texts_in(language), friendly=False)[1:]


HIGH = Rating(32, 3)
MIDDLE = Rating(25, 3)
LOW = Rating(18, 3)


@pytest.mark.parametrize(
    ("before", "places", "why"),
    [
        (
            [LOW, HIGH],
            [1, 2],
            ["first of two, before a player rated higher", "second of two, behind a player rated lower"],
        ),
        ([HIGH, LOW], [1, 2], ["first of two, as was to be expected", "second of two, as was to be expected"]),
        (
            [MIDDLE, LOW, HIGH, HIGH],
            [2, 1, 3, 4],
            [
                "first of four, before 3 players rated higher",
                "second of four, before 2 players rated higher and behind a player rated lower",
                "third of four, behind 2 players rated lower",
                "fourth of four, behind 2 players rated lower",
            ],
        ),
        (
            [HIGH, MIDDLE, LOW],
            [1, 2, 2],
            [
                "first of three, as was to be expected",
                "second of three, with others, as was to be expected",
                "second of three, with others, as was to be expected",
            ],
        ),
    ],
)
def test_a_sentence_says_who_ended_where_nobody_expected_it(
    before: list[Rating], places: list[int], why: list[str]
) -> None:
    assert [line.split(": ", 1)[1] for line in rating_sentences(before, places)] == why


def test_a_rating_that_is_sure_is_not_called_provisional() -> None:
    (first, _) = rating_sentences([LOW, HIGH], [1, 2])
    assert first.startswith("- **player 0** +")
    assert "provisional" not in first


def test_who_is_not_known_any_more_is_somebody() -> None:
    outcome, rows = result_rows(1, BEGAN, [(ANNA, 1), (BEN, 2)])
    for row, now in zip(rows, rate((1, 2), [MIDDLE, MIDDLE]), strict=True):
        (row.mu_before, row.sigma_before) = MIDDLE
        (row.mu, row.sigma) = now
    rows[1].name = ""
    rows[1].user_id = None
    assert rating_lines(outcome, rows, EN, friendly=False)[-1].startswith("- somebody −")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Unrated)
def test_every_reason_why_a_game_does_not_count_is_told(language: str, reason: Unrated) -> None:
    outcome, rows = result_rows(1, BEGAN, [(ANNA, 1), (CARLA, 2)], unrated=reason)
    (line,) = rating_lines(outcome, rows, texts_in(language), friendly=False)
    assert line == f"-# {texts_in(language).say(f'unrated.{reason}')}"
    assert "unrated" not in line
    friendly_line = f"-# {texts_in(language).say('unrated.friendly')}"
    assert rating_lines(outcome, rows, texts_in(language), friendly=True) == [friendly_line]
