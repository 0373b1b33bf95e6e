"""The options of a game in the lobby: one form for each game, or two, and the lists of earlier lobbies."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.enums import InteractionType

import engines
from bot.features.lobby.lobby_message import OptionSelect
from bot.interactions.components import Sent
from bot.tables import Table, fair_dice_log
from engines.fair_dice import LONGEST_OPTION
from engines.navegador.game import Navegador
from storage import clicks
from storage.database import Database
from tests.bot.filling import BOXES, fill, option_values, parts, submitted_values
from tests.bot.parts import controls
from tests.bot.room import Room, open_room
from tests.bot.tables.test_lobby import OPTIONS, opened

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_the_options_of_every_game_fit_into_forms_and_are_chosen_at_once(room: Room, database: Database) -> None:
    anna = room["anna"]
    for key, kind in engines.GAMES.items():
        await anna.slash(room.channel, "game new", game=key)
        table = await room.table()
        lobby = room.last
        chosen = dict[str, str]()
        for button in [control for control in controls(lobby) if control["custom_id"].startswith("pt:options:")]:
            form = await anna.click(lobby, custom_id=button["custom_id"])
            filled_values: dict[str, Any] = {}
            for name, part in parts(form).items():
                if part["type"] == BOXES:
                    filled_values[name] = [
                        value for value in option_values(form, name) if value not in submitted_values(form)[name]
                    ]
                    chosen |= {
                        value: "on" if value in filled_values[name] else "off" for value in option_values(form, name)
                    }
                else:
                    chosen[name] = filled_values[name] = option_values(form, name)[-1]
            await fill(anna, form, **filled_values)
        assert chosen.keys() == {option.id for option in kind.options}
        assert all(value != kind.defaults()[name] for name, value in chosen.items())
        assert (await room.bot.tables.table(table.row.id)).row.options == chosen
        async with database.reading() as session:
            click_rows = await clicks.of_game(session, table.row.id)
        fair_dice_log.check_lobby(await room.bot.tables.table(table.row.id), click_rows)
        assert [click.what for click in click_rows] == ["open", *["option"] * (len(click_rows) - 1)]
        assert all(len(click.text) <= LONGEST_OPTION for click in click_rows)
        await anna.click(lobby, label="Cancel")


async def test_what_a_form_leaves_as_it_is_is_no_click(room: Room) -> None:
    lobby = await opened(room)
    before = (await room.table()).row
    await fill(room["anna"], await room["anna"].click(lobby, custom_id=OPTIONS))
    after = (await room.table()).row
    assert (after.version, after.clicks_hash) == (before.version, before.clicks_hash)


@pytest.mark.parametrize("about", ["", ":1", ":1:1", ":1:7", ":9:0"])
async def test_a_form_of_options_that_does_not_exist_changes_nothing(room: Room, about: str) -> None:
    lobby = await opened(room)
    radio = {"type": 21, "id": 2, "custom_id": "royal", "value": "goa"}
    data = {"custom_id": f"pt:form:options{about}", "components": [{"type": 18, "id": 1, "component": radio}]}
    payload = room.click_payload_of(room["anna"], lobby, data)
    await room.deliver(payload | {"type": int(InteractionType.MODAL_SUBMIT)})
    assert (await room.table()).row.options == Navegador.defaults()
    assert room.logs == []


async def test_switches_that_an_outdated_form_lacks_stay_as_they_are(room: Room) -> None:
    anna = room["anna"]
    await anna.slash(room.channel, "game new", game="mmn")
    lobby = room.last
    form = await anna.click(lobby, custom_id="pt:options:1:1")
    (switches,) = [name for name, part in parts(form).items() if part["type"] == BOXES]
    await fill(anna, form, **{switches: option_values(form, switches)})
    chosen = (await room.table()).row.options
    assert chosen[switches] == "on"
    payload = room.click_payload_of(anna, lobby, {"custom_id": "pt:form:options:1:1", "components": []})
    await room.deliver(payload | {"type": int(InteractionType.MODAL_SUBMIT)})
    assert (await room.table()).row.options == chosen


async def test_the_select_of_earlier_lobbies_still_changes_an_option(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def earlier(table: Table, *_: object) -> Sent:
        values = [discord.SelectOption(label=value, value=value) for value in ("royal=goa", "royal=end")]
        return OptionSelect(table.row.id).select(values)

    monkeypatch.setattr("bot.features.lobby.lobby_message.extras_select", earlier)
    async with open_room(database) as room:
        lobby = await opened(room)
        await room["anna"].select(lobby, ["royal=goa"], custom_id="pt:o:1")
        assert (await room.table()).row.options["royal"] == "goa"
        await room.enter("mona", manages=True).select(lobby, ["royal=end"], custom_id="pt:o:1")
        assert (await room.table()).row.options["royal"] == "end", "who manages the server may, too"
