"""Nothing of a sentence is lost: it is done, asked about, or refused with a reason."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from storage.database import Database
from tests.bot.ear import NAMES
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.bot.room import open_room
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn

KNIGHTS = {"hand": "2 grain", "buildings": ["city n12"], "roads": ["n12-n17", "n17-n22"]}
SPENT = {"dice": [], "storage": ["castle"]}


def outcome_of(game: Game, language: str, typed: str) -> Understood:
    return understand(texts_in(language), game, 0, NAMES, typed)


def reasons(outcome: Understood) -> list[str]:
    return [reason.id.partition(".")[2] for reason in outcome.refused]


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "put the castle on e1, done"), ("de", "Burg auf e1, fertig"), ("nl", "kasteel op e1, klaar")],
)
def test_whoever_names_a_move_before_the_end_does_not_just_end_the_turn(language: str, typed: str) -> None:
    game = burgundy.position(me=SPENT)
    assert ("end",) in game.legal(0)
    outcome = outcome_of(game, language, typed)
    assert outcome.asked or outcome.action != ("end",)


BOTH = {
    "en": ("activate both knights", "activate both my knights"),
    "de": ("beide Ritter aktivieren",),
    "nl": ("activeer allebei mijn ridders",),
}


FAR = {"dice": [3], "workers": 0}


# -- at the table ------------------------------------------------------------------------------------------------------


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_a_button_goes_on_with_what_was_typed_as_yes_does(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("mmn", order="joining")
        await room.replace_game(mmn.position(me=KNIGHTS | {"knights": ["n17 basic", "n22 basic"]}))
        person = await room.person_at(0)
        question = await room.ask(person, "play", move="activate a knight, then activate the other")
        assert await room.moves() == []
        await person.click(question, label=labels(question)[0])
        assert len(await room.moves()) == 2
