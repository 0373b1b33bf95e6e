"""What is typed that makes sense only beside something else: which of several was meant, and two decisions at once."""

from __future__ import annotations

import pytest

import engines
from bot.wording import texts_in
from bot.wording.conversing import TwoDecisions, in_two, which
from bot.wording.offered import Understood
from bot.wording.typed import understand
from engines import Action, Game
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import room
from tests.bot.typing_words import sailing
from tests.bot.wording.test_typed_words import several_offices
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn
from tools.bench.phrases import played

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """Before the first field of the rondel is chosen."""
    return engines.new("navegador", seats=3, seed=7)


def first(game: Game) -> int:
    return game.to_act[0]


@pytest.mark.parametrize(
    ("language", "typed", "place"),
    [
        ("en", "1 ship", 0),
        ("en", "2", 1),
        ("en", "the second one", 1),
        ("de", "die erste bitte", 0),
        ("de", "das letzte", 1),
        ("nl", "de tweede", 1),
        ("nl", "2 schepen", 1),
        ("en", "from Portugal to Guiné with two", 1),
    ],
)
def test_an_answer_chooses_among_what_was_asked(language: str, typed: str, place: int) -> None:
    game = sailing()
    asked = [action for action in game.legal(first(game)) if action[0] == "sail" and action[-1] in ("1", "2")][:2]
    assert which(texts_in(language), game, first(game), NAMES, typed, asked) == [asked[place]]


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "the middle one"), ("de", "das mittlere bitte"), ("nl", "de middelste")]
)
def test_of_three_one_is_in_the_middle(language: str, typed: str) -> None:
    game = sailing()
    asked = [action for action in game.legal(first(game)) if action[0] == "sail"][:3]
    assert which(texts_in(language), game, first(game), NAMES, typed, asked) == [asked[1]]
    assert which(texts_in(language), game, first(game), NAMES, typed, asked[:2]) == []


@pytest.mark.parametrize("typed", ["the fifth", "market", "zebra", "3 ships"])
def test_what_is_none_of_them_chooses_none(typed: str) -> None:
    game = sailing()
    asked = [action for action in game.legal(first(game)) if action[0] == "sail" and action[-1] in ("1", "2")][:2]
    assert which(texts_in("en"), game, first(game), NAMES, typed, asked) == []


@pytest.mark.parametrize("typed", ["take two workers", "take 2 workers"])
def test_a_clear_move_of_another_kind_is_no_answer_though_it_names_what_the_others_cost(typed: str) -> None:
    game = burgundy.position(me={"dice": [1], "workers": 2}, depots={"3": ["ship"]})
    ship: Action = ("take", "3", "ship", "die", "1", "workers", "2")
    assert ship in game.legal(first(game))
    assert which(texts_in("en"), game, first(game), NAMES, typed, [ship]) == []
    assert which(texts_in("en"), game, first(game), NAMES, "the ship", [ship]) == [ship]


@pytest.mark.parametrize(
    ("language", "typed", "field", "rest"),
    [
        ("en", "builder, spice factory", "builder", "spice factory"),
        ("de", "auf Baumeister und ne Gewürzfabrik kaufen", "builder", "ne Gewürzfabrik kaufen"),
        ("nl", "werven en dan 1 arbeider", "workers", "1 arbeider"),
    ],
)
def test_a_field_and_what_is_done_there_are_two_decisions(
    opening: Game, language: str, typed: str, field: str, rest: str
) -> None:
    seat, legal = first(opening), opening.legal(first(opening))
    found = in_two(texts_in(language), opening, seat, NAMES, typed)
    assert found == TwoDecisions(("rondel", field), rest)
    assert opening.legal(seat) == legal, "nothing was played"


@pytest.mark.parametrize("typed", ["builder, zebra", "builder"])
def test_what_makes_no_sense_is_no_second_decision(opening: Game, typed: str) -> None:
    assert in_two(texts_in("en"), opening, first(opening), NAMES, typed) is None


@pytest.mark.parametrize("typed", ["builder and sailing", "go build some ships please"])
def test_nobody_is_told_to_be_where_the_first_of_two_decisions_would_lead(opening: Game, typed: str) -> None:
    assert in_two(texts_in("en"), opening, first(opening), NAMES, typed) is None


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


def test_the_question_says_more_than_the_notation_and_an_answer_may_use_it() -> None:
    game = sailing()
    asked = [action for action in game.legal(first(game)) if action[0] == "sail"][:3]
    texts = texts_in("en").at(game)
    places = [texts.word("navegador", action[2]) for action in asked]
    wanted = [action for action, place in zip(asked, places, strict=True) if place == places[0]]
    assert which(texts_in("en"), game, first(game), NAMES, f"to {places[0]} please", asked) in (wanted, [])


def test_what_is_paid_of_ones_own_makes_nothing_bought_ones_own() -> None:
    """ "My serf" is there already, "my lumber for a serf" buys one."""
    game = mmn.position(me={"hand": "1 lumber 1 paper"})
    both = in_two(texts_in("en"), game, 0, NAMES, "my lumber and paper for a serf and pass")
    assert both is not None
    assert both.first == ("serf",)


def test_a_second_decision_that_is_not_possible_gives_its_reason(opening: Game) -> None:
    found = in_two(texts_in("de"), opening, first(opening), NAMES, "zum Baumeister und eine Kirche bauen")
    assert found is not None
    assert found.first == ("rondel", "builder")
    assert [reason.id for reason in found.refused] == ["navegador.refuse.workers"]


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
