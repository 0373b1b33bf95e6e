"""Whoever must decide something in somebody else's turn (MMN) is never told that it is theirs; what several decide at
once is told once, when all have decided."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from tests.bot.room import Room
from tests.engines.macao import positions as macao
from tests.engines.mmn.moves import load_dice
from tests.engines.mmn.positions import position

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

PEOPLE = ("anna", "ben", "carla")


async def seated(room: Room, game: Mmn) -> None:
    """Anna, whose turn it is, Ben and Carla."""
    await room.open_table("mmn", order="joining")
    await room.put(game)


async def seven(room: Room, **hands: str) -> None:
    """Anna rolls it; these people hold so much."""
    others = {PEOPLE.index(name): {"hand": hand} for name, hand in hands.items()}
    game = position(phase="roll", me={"hand": "1 ore"}, others=others)
    load_dice(game, 3, 4)
    await seated(room, game)
    await room.ask(room["anna"], "play", move="roll")


@pytest.mark.room(*PEOPLE)
async def test_help_tells_what_one_is_asked_and_not_that_it_is_ones_turn(room: Room) -> None:
    await seven(room, ben="9 wool")
    text = (await room.ask(room["ben"], "help")).content
    assert "It is somebody else's turn, but you have a question to answer." in text
    assert "A seven: you must discard 4 cards." in text
    assert "your turn." not in text
    text = (await room.ask(room["carla"], "help")).content
    assert "The table is waiting for **ben**." in text
    await room.ask(room["ben"], "play", move="discard 4 wool")
    assert "It is your turn." in (await room.ask(room["anna"], "help")).content


@pytest.mark.room(*PEOPLE)
async def test_an_offer_of_trade_is_no_turn_either(room: Room) -> None:
    await seated(room, position(me={"hand": "1 ore"}, others={1: {"hand": "1 brick"}}))
    await room.ask(room["anna"], "play", move="offer 1 ore for 1 brick")
    assert "you have a question to answer" in (await room.ask(room["ben"], "help")).content
    assert "It is your turn." in (await room.ask(room["anna"], "help")).content


@pytest.mark.room(*PEOPLE)
async def test_the_channel_the_panel_and_the_list_of_tables_ask_for_a_decision(room: Room) -> None:
    await seven(room, ben="9 wool")
    assert f"▶ {room['ben'].mention}: discard cards for the seven (turn " in room.last.content
    assert "The table is waiting for **ben**." in (await room.open_panel(room["carla"])).content
    assert "your answer is needed!" in (await room.ask(room["ben"], "games")).content
    refused = (await room.ask(room["anna"], "play", move="pass")).content
    assert refused == "Others must answer before you can continue your turn; the table is waiting for **ben**."
    assert (await room.ask(room["anna"], "hint")).content == refused
    assert (await room.ask(room["carla"], "play", move="pass")).content.startswith("It is not your turn;")


@pytest.mark.room(*PEOPLE)
async def test_a_seven_is_told_once_when_all_have_chosen(room: Room) -> None:
    await seven(room, ben="9 wool", carla="8 ore")
    assert f"{room['ben'].mention} and {room['carla'].mention}: discard cards for the seven" in room.last.content
    await room.ask(room["ben"], "play", move="discard 4 wool")
    assert f"▶ {room['carla'].mention}: discard cards for the seven" in room.last.content
    panel = await room.ask(room["carla"], "play", move="discard 4 ore")
    story = "\n".join(message.content for message in room.history())
    assert "has chosen" not in story + panel.content
    assert story.count(" discards ") == 2


@pytest.mark.room(*PEOPLE)
async def test_dice_chosen_all_at_once_are_told_when_they_are_revealed(room: Room) -> None:
    await room.open_table("macao", order="joining")
    await room.put(macao.position(phase="dice", dice="together"))
    for name in PEOPLE:
        panel = await room.ask(room[name], "play", move="dice red green")
    story = "\n".join(message.content for message in room.history())
    assert "has chosen" not in story + panel.content
    assert story.count("Everybody takes red 1 and green 1") == 1


@pytest.mark.room(*PEOPLE)
async def test_who_lets_both_figures_stay_after_a_seven_is_not_told_to_have_ended_the_turn(room: Room) -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, options={"robber_moves": "if_wanted"})
    load_dice(game, 3, 4)
    await seated(room, game)
    await room.ask(room["anna"], "play", move="roll")
    panel = await room.choose(room["anna"], await room.open_panel(room["anna"]), ("pass",))
    assert panel.content.startswith("✓ Leave both where they are\n")
    assert "What do you do?" in panel.content
