"""Single sentences that say what a reader would otherwise have to guess, as a native would say them."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

import pytest

import engines
from bot.delivery.compose import CONTENT_LIMIT
from bot.features.lobby.lobby_text import clock_lines, lobby_text
from bot.features.lobby.option_forms import option_pages, options_part
from bot.tables import Table
from bot.tables.observers.clocks import Clock
from bot.wording import texts_in
from engines import Event, Game, Message
from engines.record import notation
from storage.models import SeatRow, Status
from tests.bot.everything_said import NAMES
from tests.bot.reading import understand
from tests.bot.stubs import stub_game, stub_table
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tools.bench.phrases import played

LANGUAGES = ("en", "de", "nl")


def each_language(*columns: str, **values: tuple[object, ...]) -> pytest.MarkDecorator:
    """Return a parametrization by language, with the values of the other columns for it."""
    return pytest.mark.parametrize(("language", *columns), [(name, *values[name]) for name in LANGUAGES])


@each_language(
    "off", "on",
    en=("Weekends do not count", "Weekends count"),
    de=("Wochenenden zählen nicht mit", "Wochenenden zählen mit"),
    nl=("Weekends tellen niet mee", "Weekends tellen mee"),
)  # fmt: skip
def test_weekends_are_told_in_a_sentence(language: str, off: str, on: str) -> None:
    texts = texts_in(language)
    assert [texts.setting("lobby.clock", "weekends", value) for value in ("off", "on")] == [off, on]
    assert f"**{off}**" in clock_lines(Clock(hours=24, weekends_off=True), texts)


@each_language(
    "first", "further",
    en=("the first for 50 Cr, each further one for 100 Cr", "the first 2 for 50 Cr each, each further one for 100 Cr"),
    de=("der erste für 50 Cr, jeder weitere für 100 Cr", "die ersten 2 für je 50 Cr, jeder weitere für 100 Cr"),
    nl=("de eerste voor 50 Cr, elke volgende voor 100 Cr", "de eerste 2 voor elk 50 Cr, elke volgende voor 100 Cr"),
)  # fmt: skip
def test_what_the_first_and_each_further_worker_cost(language: str, first: str, further: str) -> None:
    for cheap, cost in ((1, first), (2, further)):
        prompt = Message("navegador.prompt.workers", {"have": 3, "cap": 9, "n": cheap, "extra": 100})
        assert cost in texts_in(language).message("navegador", prompt, NAMES)


@each_language(
    "one_ship", "two_ships",
    en=("1 ship lost", "2 ships lost"),
    de=("1 Schiff verloren", "2 Schiffe verloren"),
    nl=("1 schip verloren", "2 schepen verloren"),
)  # fmt: skip
def test_lost_ships_are_counted(language: str, one_ship: str, two_ships: str) -> None:
    for lost, count in ((1, one_ship), (2, two_ships)):
        data: dict[str, int | str | list[str]] = {"region": "angola", "lost": lost, "bonus": 90, "tokens": ["60"]}
        assert f": {count}, " in texts_in(language).event("navegador", Event("discover", 0, data=data), NAMES)


@each_language(
    "button", "tall", en=("Tall picture", "tall"), de=("Hochformat",) * 2, nl=("Staand beeld", "staand beeld")
)  # fmt: skip
def test_the_shape_for_phones_is_called_as_people_call_it(language: str, button: str, tall: str) -> None:
    texts = texts_in(language)
    assert texts.say("button.shape.tall") == button
    for id in ("settings.shape", "settings.table"):
        assert tall in texts.say(id, shape=texts.say("lobby.shape.tall"))
    assert tall in texts.setting("lobby", "shape", "tall")
    assert tall in texts.say("me.shape.tall")


@each_language(
    "nothing", "used",
    en=("empty", "Dice: none left;"), de=("leer", "Würfel: keine mehr;"), nl=("leeg", "Dobbelstenen: geen meer;"),
)  # fmt: skip
def test_an_empty_store_is_called_empty_but_not_dice_that_are_used(language: str, nothing: str, used: str) -> None:
    has = Message("burgundy.resources", {"dice": [], "workers": 1, "silverlings": 1, "storage": []})
    text = texts_in(language).message("burgundy", has, NAMES)
    assert text.startswith(used)
    assert text.endswith(f": {nothing}")


@each_language(
    "black", "second",
    en=("Buy Mine (black depot, 2 silverlings)", "Buy Mine (depot 2, 2 silverlings)"),
    de=("Mine kaufen (schwarzes Depot, 2 Silberlinge)", "Mine kaufen (Depot 2, 2 Silberlinge)"),
    nl=("Mijn kopen (zwart depot, 2 zilverlingen)", "Mijn kopen (depot 2, 2 zilverlingen)"),
)  # fmt: skip
def test_the_black_depot_is_called_as_the_others_are(language: str, black: str, second: str) -> None:
    texts = texts_in(language)
    assert [texts.action("burgundy", ("buy", depot, "mine")) for depot in ("black", "2")] == [black, second]


@each_language(
    "activate", "promote",
    en=("Activate the knight at P", "Promote the knight at P"),
    de=("Ritter bei P aktivieren", "Ritter bei P aufwerten"),
    nl=("Ridder op P activeren", "Ridder op P bevorderen"),
)  # fmt: skip
def test_a_knight_is_named_before_its_place(language: str, activate: str, promote: str) -> None:
    texts = texts_in(language)
    assert texts.action("mmn", ("activate", "P")) == activate
    assert texts.action("mmn", ("promote", "P")) == promote


@pytest.mark.parametrize("id", ["error.not_host", "error.not_admin"])
def test_german_says_who_alone_may(id: str) -> None:
    assert texts_in("de").say(id).startswith("Das kann nur ")


@each_language(
    "beginning",
    en=("There are no hands of cards in Navegador;",),
    de=("In Navegador hat niemand Handkarten;",),
    nl=("In Navegador heeft niemand handkaarten;",),
)
def test_a_game_without_cards_says_so(language: str, beginning: str) -> None:
    assert (
        texts_in(language)
        .message("navegador", Message("error.no_hand", {"game": "navegador"}), NAMES)
        .startswith(beginning)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_gives_an_example_of_one_game_alone_for_a_plan(language: str) -> None:
    description = texts_in(language).say("command.plan.move.description")
    assert "dice" not in description


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_of_other_rules_names_the_command_that_opens_a_new_one(language: str) -> None:
    texts = texts_in(language)
    assert texts.command("game new") in texts.say("error.lobby_of_other_rules")


PLANNED = {
    "navegador": (engines.new("navegador", 3, 1), "rondel sailing"),
    "macao": (macao.position(phase="dice"), "dice red blue"),
    "burgundy": (burgundy.position(me={"dice": [3, 5]}), "workers die 3"),
    "mmn": (mmn.position(phase="roll"), "roll"),
}
"""By game where its example of a plan can be played, and what it means there."""


@cache
def planned(key: str) -> tuple[Game, str]:
    """Return where the example of a plan can be played, and what it means there: of a further game, in English."""
    if key in PLANNED:
        return PLANNED[key]
    texts = texts_in("en")
    example = texts.say(f"{key}.plan_example")
    for game, seat in chain.from_iterable(played(key, seed) for seed in range(3)):
        action = understand(texts, game, seat, NAMES[: game.state.seats], example).action
        if action in game.legal(seat):
            return game.copy(), notation(action)
    raise LookupError(f"nowhere in three random games {example!r} can be played")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_a_plan_has_an_example_in_the_own_language(language: str, key: str) -> None:
    """The example may be typed just so; it is in the panel, and in the answer to an unknown text."""
    texts = texts_in(language)
    (game, action) = planned(key)
    example = texts.say(f"{key}.plan_example")
    reading = understand(texts, game, game.to_act[0], ("Anna", "Ben", "Carla")[: game.state.seats], example)
    assert notation(reading.action) == action
    for id in ("panel.no_plan", "error.not_planned"):
        assert example in texts.say(id, example=example, typed="abc")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_explains_its_house_rules_and_fits_into_a_message(language: str) -> None:
    texts = texts_in(language)
    clock = {"hours": 24, "weekends_off": True, "time_up": "stand_in"}
    fixed: dict[str, Any] = {
        "secret": "0" * 32,
        "clicks_hash": "0" * 64,
        "lobby_hash": "0" * 64,
        "clock": clock,
        "options": {},
    }
    row = stub_table(stub_game(), id=10**9, key="mmn", status=Status.LOBBY, seats=6, **fixed).row
    names = [SeatRow(game_id=1, number=seat, user_id=10**19 + seat, name="n" * 32) for seat in range(6)]
    text = lobby_text(Table(row, tuple(names)), texts)
    about = [f"-# {texts.say(f'mmn.option.{option.id}.about')}" for option in engines.GAMES["mmn"].options]
    assert [line for line in text.split("\n") if line in about] == [], "what is usual needs no room"
    assert len(text) <= CONTENT_LIMIT
    row.options = {"building_phase": "between_turns", "robber_moves": "if_wanted"}
    changed = [f"-# {texts.say(f'mmn.option.{id}.about')}" for id in ("robber_moves", "building_phase")]
    text = lobby_text(Table(row, tuple(names)), texts)
    assert [line for line in text.split("\n") if line in changed] == changed, "what the host has changed is explained"
    assert len(text) <= CONTENT_LIMIT
    row.options = {}
    table = Table(row, tuple(names))
    for options in [options for page in option_pages(table) for options in page]:
        part: Any = options_part(table, options, texts).to_component_dict()
        descriptions = [texts.say(f"mmn.option.{option.id}.about") for option in options]
        if len(options) > 1:
            assert [choice["description"] for choice in part["component"]["options"]] == descriptions, "uncut"
        else:
            assert ([part["description"]], part["label"]) == (descriptions, texts.say(f"mmn.option.{options[0].id}"))
