"""/board, /score, /log and /games: looking without changing anything."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image
from sqlmodel import col, update

from bot.features import log
from storage import games, people
from storage.database import Database
from storage.models import GameRow
from tests.bot.english import english
from tests.bot.parts import controls, labels, shape_buttons, shown
from tests.bot.room import Room

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_the_board_is_shown_to_one_person_with_its_words(room: Room) -> None:
    await room.open_table()
    for person in (room["anna"], room.enter("zoe")):
        answer = await room.ask(person, "board")
        assert answer.flags.ephemeral
        (picture,) = answer.attachments
        assert "\nTurn 1, phase 1." in (picture.description or "")
        assert len(await picture.read()) > 10_000


@pytest.mark.usefixtures("plain_pictures")
async def test_before_the_start_there_is_no_board_and_no_score(room: Room) -> None:
    await room.ask(room["anna"], "game new", game="navegador")
    for command in ("board", "score"):
        assert (await room.ask(room["anna"], command)).content == english("error.not_started")
    assert (await room.ask(room["anna"], "log")).content == "Nothing has happened yet."


@pytest.mark.usefixtures("plain_pictures")
async def test_the_score_lists_everybodys_points_by_source(room: Room) -> None:
    await room.open_table(order="joining")
    lines = (await room.ask(room["ben"], "score")).content.split("\n")
    assert lines[0] == "Projected score, turn 1: what everybody would have if the game ended now"
    assert sorted(lines[2:4]) == ["A  anna", "B  ben"]
    assert sorted(lines[5].split()) == ["A", "B"]
    assert [line.split()[0] for line in lines[6:15]] == [
        "Colonies",
        "Factories",
        "Explorers",
        "Shipyards",
        "Churches",
        "King",
        "Workers",
        "Ships",
        "Money",
    ]
    total = sum(int(line.split()[1]) for line in lines[6:15])
    assert lines[16].split() == ["Total", str(total), str(total)]


@pytest.mark.usefixtures("plain_pictures")
async def test_the_log_has_a_line_per_event_in_pages_and_strikes_what_was_taken_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel workers")
    await room.ask(person, "undo")
    answer = await room.ask(room["ben"], "log")
    assert answer.content == (
        f"`  1` ~~**{person.name}** moves to **Workers**~~\n`  1` ↩ **{person.name}** takes back a decision."
    )
    monkeypatch.setattr(log, "LINES", 2)
    await room.ask(person, "play", move="rondel ships")
    newest = await room.ask(room["ben"], "log")
    assert newest.content.endswith(f"\n`  1` **{person.name}** moves to **Ships**")
    assert labels(newest) == ["◀"]
    oldest = shown(await room["ben"].click(newest, label="◀"))
    assert oldest.content == answer.content.split("\n")[0]
    assert labels(oldest) == ["▶"]
    assert shown(await room["ben"].click(oldest, label="▶")).content == newest.content


@pytest.mark.usefixtures("plain_pictures")
async def test_games_lists_ones_tables_with_links_those_where_one_is_to_move_first(room: Room) -> None:
    assert (await room.ask(room["anna"], "games")).content == english("games.none")
    first = await room.open_table()
    home = room.channel
    room.channel = room.guild.create_text_channel("elsewhere")
    second = await room.open_table()
    person, other_person = await room.deciding()
    room.channel = home
    if (await room.deciding())[0] is person:  # then make it the other's turn in the first channel
        await room.decide(person, "rondel", "workers")
        await room.decide(person, "pass")
    row = (await room.bot.tables.table(second.row.id)).row
    answer = await room.ask(person, "games")
    assert answer.flags.ephemeral
    lines = answer.content.split("\n")
    link = f"https://discord.com/channels/{room.guild.id}/{row.channel_id}/{row.live_message_id}"
    assert lines[0] == f"▶ **Navegador** #{second.row.id}, turn 1: your turn! {link}"
    assert lines[1].startswith(f"**Navegador** #{first.row.id}, turn ")
    assert f"waiting for **{other_person.name}**." in lines[1]


@pytest.mark.usefixtures("plain_pictures")
async def test_games_shows_a_broken_table_as_such_among_the_others(room: Room, database: Database) -> None:
    broken_table = await room.open_table()
    room.channel = room.guild.create_text_channel("elsewhere")
    sound_table = await room.open_table()
    async with database.transaction() as session:
        await games.advance(session, broken_table.row.id, broken_table.row.version, state={"game": 5})
    text = (await room.ask(room["anna"], "games")).content
    assert f"**Navegador** #{broken_table.row.id}: I cannot read this table; please tell the bot's operator." in text
    assert f"**Navegador** #{sound_table.row.id}, turn 1" in text


@pytest.mark.usefixtures("plain_pictures")
async def test_games_names_the_tables_that_pause(room: Room) -> None:
    table = await room.open_table()
    assert room.guild.id == table.row.guild_id
    await room.bot.tables.servers.leave(room.guild.id)
    (line,) = (await room.ask(room["anna"], "games")).content.split("\n")
    pause_words = f"⏸ **Navegador** #{table.row.id}, turn 1: paused, because Portolan was removed from its server. "
    assert line.startswith(pause_words)


async def test_the_legend_numbers_the_parts_of_the_board_and_says_what_they_are(room: Room) -> None:
    await room.open_table()
    person = room["anna"]
    board = await room.ask(person, "board")
    assert [item["label"] for item in controls(board)][-1] == "Legend"
    legend = shown(await person.click(board, label="Legend"))
    lines = legend.content.split("\n")
    assert [line.split(".")[0] for line in lines[:-1]] == [str(number) for number in range(1, len(lines))]
    assert any(line.endswith(english("navegador.part.lisbon")) for line in lines)
    assert lines[-1] == english("legend.changed")
    (picture,) = legend.attachments
    assert "Lisbon: everybody's workers" in (picture.description or "")
    assert legend.id != board.id


async def test_a_first_game_offers_the_legend_in_its_panel(room: Room, database: Database) -> None:
    person, _ = await room.begin()
    assert "Legend" not in [item.get("label") for item in controls(await room.open_panel(person))]
    async with database.transaction() as session:
        await people.change_settings(session, person.id, lambda _: {"learn": True})
    panel = await room.open_panel(person)
    assert "Legend" in [item.get("label") for item in controls(panel)]
    legend = shown(await person.click(panel, label="Legend"))
    assert legend.content.startswith("1. **")
    assert legend.id != panel.id


async def test_a_first_game_offers_hints_in_its_panel_unless_they_are_turned_off(
    room: Room, database: Database
) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    assert "Hint" not in labels(await room.open_panel(person)), "who knows the game has a command for it"
    async with database.transaction() as session:
        await people.change_settings(session, person.id, lambda _: {"learn": True})
    panel = await room.open_panel(person)
    hint = shown(await person.click(panel, label="Hint"))
    assert hint.content.startswith(english("hint.head"))
    assert hint.id != panel.id
    assert hint.content == (await room.ask(person, "hint")).content
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == table.row.id).values(hints=False))
    assert "Hint" not in labels(await room.open_panel(person))
    assert shown(await person.click(panel, label="Hint")).content == english("error.hints_off")


async def test_a_part_of_the_board_is_shown_alone(room: Room) -> None:
    await room.open_table()
    person = room["anna"]
    names = [choice["name"] for choice in await person.autocomplete(room.channel, "board", "part", "")]
    assert {"Market", "Lisbon", "anna", "ben"} <= set(names)
    assert [choice["name"] for choice in await person.autocomplete(room.channel, "board", "part", "marK")] == ["Market"]
    assert [choice["name"] for choice in await person.autocomplete(room.channel, "board", "part", "goa")] == ["Goa"]
    sizes = []
    for part in ("Market", "ben", "lis", "Goa"):
        answer = await room.ask(person, "board", part=part)
        assert answer.flags.ephemeral
        assert shape_buttons(answer) == [("pt:boardshape:wide:1:", "The whole board")]
        (picture,) = answer.attachments
        sizes.append(Image.open(BytesIO(await picture.read())).size)
    assert len(set(sizes)) == 4
    assert all(width < 1600 for width, _ in sizes)
    refusal = await room.ask(person, "board", part="moat")
    assert refusal.content == english("error.no_part", typed="moat")


@pytest.mark.usefixtures("plain_pictures")
async def test_without_a_table_no_part_is_proposed(room: Room) -> None:
    assert await room["anna"].autocomplete(room.channel, "board", "part", "") == []
    await room.ask(room["anna"], "game new", game="navegador")
    assert await room["anna"].autocomplete(room.channel, "board", "part", "") == []
