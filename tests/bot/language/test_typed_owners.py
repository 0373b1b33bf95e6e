"""Of whom something is may be said, and says nothing else: "the robber on Carla's lumber 10"."""

from __future__ import annotations

from typing import Any

import pytest

from bot.wording import texts_in
from engines import Game
from engines.record import notation
from storage.database import Database
from tests.bot.ear import played
from tests.bot.lobbies import sqlite
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.reading import understand
from tests.bot.room import open_room
from tests.engines.mmn import positions as mmn

HAND = {"hand": "3 wool", "buildings": ["city n12"]}


def robbing() -> Game:
    """Carla has a building in one corner of the board."""
    waits: list[Any] = [{"type": "Turn", "seat": 0}, {"type": "MoveFigure", "seat": 0, "figures": ["robber"]}]
    carla = {"buildings": ["settlement n01"], "hand": "1 ore"}
    return mmn.position(me=HAND, others={2: carla}, stack=waits)


def hex_of(game: Game, language: str) -> tuple[str, str]:
    """What the hex at Carla's building is called, to which the robber may go, and the move."""
    action = next(each for each in game.legal(0) if each[0] == "robber" and 2 in game.company(0, each))
    return texts_in(language).at(game).word("mmn", action[1]), notation(action)


@pytest.mark.parametrize("typed", ["Carla's ore for my wool", "my wool for Carlas ore"])
def test_whose_a_card_is_says_who_is_asked_for_it(typed: str) -> None:
    assert played(mmn.position(me=HAND), "en", typed) == "offer 1 wool for 1 ore to seat3"


def test_what_means_something_of_its_own_is_no_owner() -> None:
    names = ("Anna", "Ore", "Road")
    reading = understand(texts_in("en"), mmn.position(me={"hand": "2 ore"}), 0, names, "offer 2 ores for a wool")
    assert notation(reading.action) == "offer 2 ore for 1 wool"


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_a_word_that_nobody_knows_leaves_the_rest_to_be_asked_about(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        game = robbing()
        person = await seated(room, game, "en")
        place, _ = hex_of(game, "en")
        text = (await room.ask(person, "play", move=f"robber on xyzzy {place}")).content
        assert text.startswith("I could not place *xyzzy*.\nDid you mean **Robber to "), text
        assert f" ({place})**?" in text
