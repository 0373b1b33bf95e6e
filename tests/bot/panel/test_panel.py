"""The private move panel: what it asks, offers, narrows, takes back and confirms."""

from __future__ import annotations

import re
from typing import Any

import pytest

import engines
import render
from bot.panel import offers
from bot.wording import texts_in
from engines.mmn.board import KINDS
from storage.database import Database
from tests.bot.parts import asks, controls, labelled, labels, shown
from tests.bot.room import Room, open_room
from tests.engines.mmn.moves import load_dice
from tests.engines.mmn.positions import position as mmn_position
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import position, up_to

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_the_panel_asks_says_what_there_is_and_offers_buttons(room: Room) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    assert panel.flags.ephemeral
    assert panel.content == (
        "**Navegador** · round 1, turn 1\n"
        "Where do you start on the rondel? You may choose any space this time.\n"
        "You have 200 Cr · workers: 3 · ships on the board: 2"
    )
    assert labels(panel) == [
        "Sailing",
        "Workers",
        "Market (before Colony)",
        "Colony · nothing to do there now",
        "Privilege",
        "Ships",
        "Market (before Builder)",
        "Builder",
    ]
    assert shown(await person.slash(room.channel, "play")).content == panel.content


async def test_somebody_else_is_told_whose_turn_it_is(room: Room) -> None:
    person, other = await room.begin()
    panel = await room.open_panel(other)
    assert panel.content == f"It is **{person.name}**'s turn."
    assert labels(panel) == ["👋 Nudge"]


@pytest.mark.room("anna", "ben", "carla")
async def test_labels_carry_what_a_choice_costs_or_brings(room: Room) -> None:
    await room.open_table()
    await room.put(position(me={"stone": "sailing"}))
    panel = await room.open_panel(await room.at(0))
    assert labels(panel)[:4] == [
        "Workers",
        "Market (before Colony)",
        "Colony · nothing to do there now",
        "Privilege · costs 1 ship",
    ]
    await room.put(on("workers", me={"money": 400}))
    panel = await room.open_panel(await room.at(0))
    assert labels(panel)[:2] == ["1 worker · 50 Cr", "2 workers · 150 Cr"]


@pytest.mark.room("anna", "ben", "carla")
async def test_of_more_than_ten_choices_the_many_come_as_a_select_and_the_few_as_buttons(room: Room) -> None:
    await room.open_table()
    game = on("sailing", me={"fleet": {"portugal": 4}}, phase=3, discovered=up_to("angola"))
    await room.put(game)
    assert 10 < len(game.legal(0)) <= 25
    panel = await room.open_panel(await room.at(0))
    (select,) = (item for item in controls(panel) if item["type"] == 3)
    assert select["placeholder"] == "Sail …"
    discovery, done = labels(panel)
    assert discovery.startswith("Discover Cabo da Boa Esperança: 2 ships from Portugal")
    assert discovery.endswith(" · 1 ship is lost")
    assert done == "Done"
    assert len(select["options"]) == len(game.legal(0)) - 2
    panel = shown(await (await room.at(0)).select(panel, ["sail.portugal.bahia.2"]))
    assert panel.content.startswith("✓ Portugal → Bahia: 2 ships")


@pytest.mark.room("anna", "ben", "carla")
async def test_words_are_narrowed_one_by_one_and_back_leads_out_again(room: Room) -> None:
    await room.open_table()
    fleet = {"portugal": 5, "bahia": 2}
    await room.put(on("sailing", phase=3, me={"fleet": fleet}, discovered=up_to("timor")))
    anna = await room.at(0)
    panel = await room.open_panel(anna)
    assert (asks(panel), labels(panel)) == (["Sail …"], ["Done"])
    panel = await beyond_the_list(anna, panel)
    assert "So far: Sail" in panel.content
    assert asks(panel) == ["Portugal …", "Bahia …"]
    assert labels(panel) == ["Back"]
    panel = shown(await anna.click(panel, label="Back"))
    assert (asks(panel), labels(panel)) == (["Sail …"], ["Done"])
    assert "So far" not in panel.content


async def beyond_the_list(person: Any, panel: Any) -> Any:
    """Choose the last option of the panel's list, which leads to what has no room in it."""
    (menu,) = (item for item in controls(panel) if item["type"] == 3)
    last = menu["options"][-1]
    assert last["label"] == "More …"
    return shown(await person.select(panel, [last["value"]], custom_id=menu["custom_id"]))


@pytest.mark.room("anna", "ben", "carla")
async def test_a_turn_of_many_kinds_of_actions_shows_the_largest_kinds_as_selects_and_the_others_as_buttons(
    room: Room,
) -> None:
    """One tap or two for an action out of more than 25: its kind needs no press of its own."""
    await room.open_table("burgundy", options="mode=first")
    game = engines.new("burgundy", 3, 5, mode="first")
    seat = game.to_act[0]
    dump = game.dump()
    mine = {"silverlings": 2, "storage": ["ship"], "goods": {"turquoise": 1}, "workers": 1}
    dump["players"][seat] |= {**mine, "rolled": [1, 4], "unused": [1, 4]}
    await room.put(engines.load(dump))
    person = await room.at(seat)
    panel = await room.open_panel(person)
    assert asks(panel) == ["Take a tile …", "Buy a tile …"]
    assert [label.split(" (")[0] for label in labels(panel)] == [
        "Place Ship on d3",
        "Place Ship on d5",
        "Sell all turquoise goods",
        "Take workers",
        "Take workers",
    ]
    buy = next(item for item in controls(panel) if item.get("placeholder") == "Buy a tile …")
    panel = shown(await person.select(panel, [buy["options"][0]["value"]], custom_id=buy["custom_id"]))
    assert panel.content.startswith("✓ Buy ")


@pytest.mark.room("anna", "ben", "carla")
async def test_back_skips_words_that_left_no_choice(room: Room) -> None:
    await room.open_table()
    await room.put(on("sailing", phase=3, me={"fleet": {"portugal": 7}}, discovered=up_to("timor")))
    anna = await room.at(0)
    panel = await beyond_the_list(anna, await room.open_panel(anna))
    assert "So far: Sail › Portugal" in panel.content
    panel = shown(await anna.click(panel, label="Back"))
    assert (asks(panel), labels(panel)) == (["Sail …"], ["Done"])


@pytest.mark.room("anna", "ben", "carla")
async def test_a_long_list_is_spread_over_selects_that_say_what_they_hold(room: Room) -> None:
    person, _ = await room.begin("mmn")
    panel = await room.open_panel(person)
    first, second, third = (item for item in controls(panel) if item["type"] == 3)
    assert re.fullmatch(r"Settlement H3 \(.+\) … L9 \(.+\)", first["placeholder"])
    assert re.fullmatch(r"Settlement M1 \(.+\) … T4 \(.+\)", second["placeholder"])
    assert re.fullmatch(r"Settlement T5 \(.+\) … T8 \(.+\)", third["placeholder"])
    chosen = third["options"][-1]
    place = chosen["label"]
    assert (place[:4], chosen["value"]) == ("T8 (", "settlement.n54")
    panel = shown(await person.select(panel, [chosen["value"]], custom_id=third["custom_id"]))
    assert panel.content.startswith(f"✓ Settlement on {place}")


@pytest.mark.room("anna", "ben", "carla")
async def test_what_is_chosen_on_the_map_has_the_same_letter_in_the_panel(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    await room.put(mmn_position(me={"hand": "1 brick 1 lumber", "roads": ["n09-n13"]}))
    anna = await room.at(0)
    panel = await room.open_panel(anna)
    table = await room.table()
    view = table.game.view(0)
    legal = table.game.legal(0)
    letters = render.marks(view, legal, table.names)
    roads = [action for action in legal if action[0] == "road"]
    here_called = texts_in("en").at(table.game)
    assert len(roads) > 1
    for _, path in roads:
        assert f"Road {letters[path]} ({here_called.word('mmn', path)}) · brick and lumber" in labels(panel)


@pytest.mark.room("anna", "ben", "carla")
async def test_the_panel_tells_what_a_decision_revealed(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    game = mmn_position(phase="roll", me={"hand": "1 brick 1 lumber", "roads": ["n01-n04"]})
    load_dice(game, 1, 2, "ship")
    await room.put(game)
    anna = await room.at(0)
    panel = shown(await anna.click(await room.open_panel(anna), label="Roll the dice"))
    assert panel.content.startswith(
        "✓ Roll the dice\n🎲 **anna**: red 1, white 2, sum **3**; ship, trade\n⛵ The barbarians reach space 1 of 7\n"
    )
    road = next(label for label in labels(panel) if "Road" in label)
    panel = shown(await anna.click(panel, label=road))
    assert panel.content.split("\n")[1].startswith("**Power, Magic and Food (Catan)** · round ")


@pytest.mark.room("anna")
async def test_the_panel_tells_that_a_computer_took_the_offer(room: Room) -> None:
    await room.open_table("mmn", computers=2, order="joining")
    await room.put(mmn_position(me={"hand": "2 wool"}, others={1: {"hand": "4 brick"}}))
    anna = room["anna"]
    panel = shown(await anna.slash(room.channel, "play", move="offer 2 wool for 1 brick"))
    assert "accepts **anna**'s offer" in panel.content
    assert "Your hand: brick" in panel.content


@pytest.mark.room("anna", "ben", "carla")
async def test_several_cards_are_chosen_at_once_though_each_could_be_chosen_alone(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    game = mmn_position(phase="roll", me={"hand": "5 ore 4 wool"})
    load_dice(game, 3, 4)
    await room.put(game)
    anna = await room.at(0)
    panel = shown(await anna.click(await room.open_panel(anna), label="Roll the dice"))
    assert labels(panel) == ["Discard wool", "Discard ore", "Discard several …"]
    panel = shown(await anna.click(panel, label="Discard several …"))
    assert "Choose 4 cards to discard." in panel.content
    panel = shown(await anna.select(panel, ["1.wool", "3.ore"]))
    assert panel.content.startswith("✓ Discard 1 wool and 3 ore")
    assert "Your hand: wool ×3 and ore ×2" in panel.content


@pytest.mark.room("anna", "ben", "carla")
async def test_several_of_many_kinds_are_chosen_at_once_too(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    game = mmn_position(phase="roll", me={"hand": " ".join(f"1 {kind}" for kind in KINDS)})
    load_dice(game, 3, 4)
    await room.put(game)
    anna = await room.at(0)
    panel = shown(await anna.click(await room.open_panel(anna), label="Roll the dice"))
    assert len(KINDS) > 10
    assert labels(panel) == ["Discard several …"]
    panel = shown(await anna.click(panel, label="Discard several …"))
    assert "Choose 6 cards to discard." in panel.content


async def test_longer_lists_are_turned_page_by_page(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "ROWS", 1)
    async with open_room(database, "anna", "ben", "carla") as room:
        person, _ = await room.begin("mmn")
        panel = await room.open_panel(person)
        (select,) = (item for item in controls(panel) if item["type"] == 3)
        assert re.fullmatch(r"Settlement H3 \(.+\) … L9 \(.+\)", select["placeholder"])
        assert labels(panel) == ["▶"]
        panel = shown(await person.click(panel, label="▶"))
        assert labels(panel) == ["◀", "▶"]
        panel = shown(await person.click(panel, label="▶"))
        assert labels(panel) == ["◀"]
        (select,) = (item for item in controls(panel) if item["type"] == 3)
        assert re.fullmatch(r"Settlement T5 \(.+\) … T8 \(.+\)", select["placeholder"])
        panel = shown(await person.click(panel, label="◀"))
        (select,) = (item for item in controls(panel) if item["type"] == 3)
        assert select["options"][0]["value"] == "settlement.n26"
        panel = shown(await person.select(panel, ["settlement.n26"]))
        assert panel.content.startswith("✓ Settlement on ")


async def test_undo_in_the_panel_takes_the_last_choice_back(room: Room) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    assert "Undo" not in labels(panel)
    panel = shown(await person.click(panel, label="Workers"))
    assert panel.content.startswith("✓ Workers\n**Navegador** · round 1, turn 1\nHow many workers do you recruit?")
    panel = shown(await person.click(panel, label="Undo"))
    assert panel.content.startswith("↩ Taken back.\n**Navegador** · round 1, turn 1\nWhere do you start on the rondel?")
    assert "Undo" not in labels(panel)
    assert [(move.kind, move.undone) for move in await room.moves()] == [("move", True), ("undo", False)]
    assert "takes back a decision" in room.last.content


async def test_after_the_turn_undo_is_offered_until_somebody_else_moves(room: Room) -> None:
    person, other = await room.begin()
    panel = shown(await person.click(await room.open_panel(person), label="Workers"))
    panel = shown(await person.click(panel, label="1 worker · 50 Cr"))
    assert panel.content == f"✓ 1 worker\nIt is **{other.name}**'s turn."
    assert labels(panel) == ["Undo", "Start this turn over", "👋 Nudge"]
    await other.click(await room.open_panel(other), label="Ships")
    assert labels(await room.open_panel(person)) == ["👋 Nudge"]


async def test_a_discovery_is_confirmed_before_anything_is_revealed(room: Room) -> None:
    person, _ = await room.begin()
    panel = shown(await person.click(await room.open_panel(person), label="Sailing"))
    label = "Discover Guiné: 2 ships from Portugal · 1 ship is lost"
    question = shown(await person.click(panel, label=label))
    assert question.content == (
        "**Discover Guiné: 2 ships from Portugal · 1 ship is lost**\n"
        "This reveals something. After that, you can take it back only if everybody agrees. Go ahead?"
    )
    assert labels(question) == ["Yes, reveal", "Back"]
    assert (await room.table()).game.state.discovered == ["portugal"]
    panel = shown(await person.click(question, label="Back"))
    assert label in labels(panel)
    question = shown(await person.click(panel, label=label))
    panel = shown(await person.click(question, label="Yes, reveal"))
    assert panel.content.startswith("✓ Discover Guiné")
    assert "Undo" not in labels(panel)
    assert (await room.table()).game.state.discovered == ["portugal", "guine"]


@pytest.mark.room("anna", "ben", "carla")
async def test_done_ends_a_choice_of_many_things(room: Room) -> None:
    await room.open_table()
    await room.put(on("sailing", me={"fleet": {"portugal": 2}}, discovered=up_to("guine")))
    anna = await room.at(0)
    panel = await room.open_panel(await room.at(0))
    panel = shown(await anna.click(panel, label="Portugal → Guiné: 1 ship"))
    done = labelled(panel, "Done")
    assert done["style"] == 2  # beside the coloured choices it is a quiet one
    panel = shown(await anna.click(panel, label="Done"))
    assert panel.content.startswith("✓ Done\nIt is **")


@pytest.mark.room("anna", "ben", "carla")
async def test_a_panel_after_the_end_says_that_the_game_is_over(room: Room) -> None:
    await room.open_table()
    await room.put(on("workers", trigger="nagasaki", turns_left=1))
    anna = await room.at(0)
    panel = shown(await anna.click(await room.open_panel(anna), label="Nothing"))
    assert panel.content == "✓ Nothing\nThe game is over."
    assert labels(panel) == []
    assert "🏆" in room.last.content
