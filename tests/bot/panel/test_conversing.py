"""What is typed that makes sense only beside something else: which of several was meant, and two decisions at once."""

from __future__ import annotations

import pytest

import engines
from bot.wording import texts_in
from engines import Action, Game
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.bot.room import room
from tests.bot.wording.test_typed_words import several_offices
from tools.bench.phrases import played

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """Before the first field of the rondel is chosen."""
    return engines.new("navegador", seats=3, seed=7)


def first(game: Game) -> int:
    return game.to_act[0]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_at_the_table_the_first_is_played_and_the_second_asked_about(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        games = (engines.new("navegador", seats=3, seed=seed) for seed in range(20))
        person = await seated(here, next(game for game in games if first(game) == 0), "en")
        asked = await here.ask(person, "play", move="workers, 1 worker")
        assert [move.words for move in await here.moves()] == ["rondel workers"]
        assert asked.content.startswith("✓ Workers\nDid you mean **")
        await here.ask(person, "play", move="yes")
        moves: list[Action] = [tuple(move.words.split()) for move in await here.moves()]
        assert moves[1][:1] == ("workers",)


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_at_the_table_the_second_of_what_was_asked_is_played(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, several_offices(), "nl")
        await here.ask(person, "play", move="TOL activeren")
        await here.ask(person, "play", move="de tweede")
        assert [move.words for move in await here.moves()] == ["activate zoll_4"]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_at_the_table_no_may_be_followed_by_what_is_wanted_instead(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, several_offices(), "nl")
        await here.ask(person, "play", move="TOL activeren")
        told = await here.ask(person, "play", move="nee, pas")
        assert "passen" in told.content.lower()
        assert not told.content.startswith("✗")


def dice_chosen() -> tuple[Game, int]:
    """Macao, where two dice are chosen."""
    for seed in range(20):
        for position in played("macao", seed):
            if ("dice", "red", "green") in position.game.legal(position.seat):
                return position.game, position.seat
    raise AssertionError


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the red {red} and the green {green}"),
        ("de", "die grüne {green} und die rote {red}"),
        ("nl", "rood {red}, groen {green}"),
    ],
)
def test_dice_may_be_named_with_their_pips(language: str, text: str) -> None:
    game, seat = dice_chosen()
    hint = game.hint(seat, ("dice", "red", "green"))
    assert hint
    red, green = hint.args["first"], hint.args["second"]
    typed = text.format(red=red, green=green)
    assert understand(texts_in(language), game, seat, NAMES, typed) == Understood(("dice", "red", "green"))
    wrong = understand(texts_in(language), game, seat, NAMES, text.format(red=9, green=green))
    assert wrong.action != ("dice", "red", "green") or wrong.asked


@pytest.mark.parametrize(("language", "text"), [("en", "the {} quarter"), ("de", "das {}viertel"), ("nl", "{} nemen")])
def test_a_quarter_is_called_by_its_ware(language: str, text: str) -> None:
    for seed in range(20):
        for position in played("macao", seed):
            game, seat = position.game, position.seat
            tiles = {action: game.hint(seat, action) for action in game.legal(seat) if action[0] == "quarter"}
            if len(tiles) == 1 and (hint := next(iter(tiles.values()))):
                ware = texts_in(language).word("macao", str(hint.args["tile"]))
                found = understand(texts_in(language), game, seat, NAMES, text.format(ware))
                if all(action[0] not in ("gain", "use") for action in game.legal(seat)):
                    assert next(iter(tiles)) in found.asked
                    return
    raise AssertionError
