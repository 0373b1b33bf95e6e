"""A further option costs a game one line and its texts: lobby, dice, record and replay need no other change.

Tables, records and states from before the option go on, although they do not name it. The option of ``tests/monsoon``
is entered as it would be in Navegador itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import engines
from bot.features.lobby.lobby_text import lobby_text
from bot.tables import Table, Tables, fair_dice_log
from bot.tables.undo_rules import rebuild_game
from bot.wording import LANGUAGES, languages, texts_in
from engines import lessons, record
from engines.contract import Game
from engines.navegador.game import Navegador
from engines.record import Move, Record, decode, encode, verify
from storage import clicks, moves
from tests import monsoon, records
from tests.bot.everything_said import check_words
from tests.bot.lobbies import ANNA, BEN, next_click, open_lobby, sqlite, start_table
from tests.bot.wording import test_wording
from tests.engines.contract_suite import Case, play_out, sample
from tests.monsoon import Monsoon

RECORDS = sorted((Path(records.__file__).parent / "navegador").glob("*.json"))
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

Upgrade = Callable[[], None]


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Iterator[Upgrade]:
    """Return a function that adds the option to the game."""

    def enter() -> None:
        catalogues = Path(monsoon.__file__).parent / "locale"
        monkeypatch.setitem(engines.GAMES, Monsoon.key, Monsoon)
        monkeypatch.setattr(languages, "FOLDERS", [*languages.FOLDERS, catalogues])
        forget_texts()

    yield enter
    forget_texts()


@pytest.fixture
def upgraded(upgrade: Upgrade) -> None:
    upgrade()


def forget_texts() -> None:
    languages.catalogue.cache_clear()
    texts_in.cache_clear()


# -- a game with it ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("upgraded")
@EVERY_LANGUAGE
def test_its_texts_are_held_to_what_all_texts_are_held_to(language: str) -> None:
    test_wording.test_every_language_has_every_text_with_the_same_blanks(language)
    test_wording.test_every_text_stands_once_in_the_file_of_its_game(language)
    test_wording.test_every_text_tells_its_translator_where_it_is_read_and_what_fills_its_blanks(language)
    test_wording.test_every_option_has_texts(language)


@pytest.mark.usefixtures("upgraded")
def test_it_keeps_every_promise_of_the_contract_and_its_record_verifies() -> None:
    tables = [*sample([Monsoon])]
    assert {case.options["monsoon"] for case in tables} == {"late", "early"}
    for seed, case in enumerate(tables, 1):
        played = play_out(case, seed, watch_every=200)
        game_record = record.of(played.game, f"{seed:032x}", played.moves, [])
        assert game_record.options == case.options
        verify(decode(encode(game_record)), engines.GAMES)
    check_words(Case(Monsoon, 2, {"royal": "goa", "monsoon": "early"}), seed=1, most=1)


@sqlite
@pytest.mark.usefixtures("upgraded")
async def test_a_lobby_offers_it_and_the_table_is_played_with_it_dice_and_all(tables: Tables) -> None:
    lobby = await open_lobby(tables, BEN)
    assert {language: texts_of_option(lobby, language) for language in LANGUAGES} == LATE
    await tables.lobby.set_options(lobby.row.id, {"monsoon": "early"}, user_id=ANNA, click=next_click())
    assert "Monsoon: **early**" in lobby_text(await tables.table(lobby.row.id), texts_in("en"))
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    assert table.game.state.options == Navegador.defaults() | {"monsoon": "early"}
    await check_dice_and_log(tables, await play_on(tables, table))


LATE = {"en": "Monsoon: **late**", "de": "Monsun: **spät**", "nl": "Moesson: **laat**"}


def texts_of_option(lobby: Table, language: str) -> str:
    begins = texts_in(language).say("navegador.option.monsoon")
    (line,) = (line for line in lobby_text(lobby, texts_in(language)).split("\n") if line.startswith(begins))
    return line


# -- what is older than it ---------------------------------------------------------------------------------------------


def test_a_state_of_before_is_read_and_written_as_ever_and_plays_the_default(upgrade: Upgrade) -> None:
    before = engines.new("navegador", seats=3, seed=5, royal="goa")
    upgrade()
    read = engines.load(before.dump())
    assert isinstance(read, Monsoon)
    assert read.dump() == before.dump()
    assert read.option("monsoon") == "late"
    assert read.view(None).options == {"royal": "goa", "monsoon": "late"}


@pytest.mark.usefixtures("upgraded")
@pytest.mark.parametrize("file", RECORDS[::3], ids=lambda file: file.stem)
def test_a_record_of_before_verifies_and_leads_to_the_same_state(file: Path) -> None:
    game_record: Record = decode(file.read_bytes())
    assert "monsoon" not in game_record.options
    game = verify(game_record, engines.GAMES)
    assert game.state.options == game_record.options
    assert record.of(game, game_record.seed, game_record.moves, game_record.players).options == game_record.options


def test_a_lesson_of_before_begins_as_ever(upgrade: Upgrade) -> None:
    of_game = [lesson for lesson in lessons.LESSONS.values() if lesson.game == Navegador.key]
    before = [lessons.position(lesson).dump() for lesson in of_game]
    upgrade()
    lessons.start_position.cache_clear()
    assert before == [lessons.position(lesson).dump() for lesson in of_game]
    lessons.start_position.cache_clear()


@sqlite
async def test_a_table_of_before_is_played_on_taken_back_and_proved(tables: Tables, upgrade: Upgrade) -> None:
    table = await play_on(tables, await start_table(tables, BEN))
    upgrade()
    assert isinstance((await tables.table(table.row.id)).game, Monsoon)
    await check_dice_and_log(tables, await play_on(tables, table))


@sqlite
async def test_a_lobby_of_before_is_started_with_it(tables: Tables, upgrade: Upgrade) -> None:
    lobby = await open_lobby(tables, BEN)
    upgrade()
    assert texts_of_option(lobby, "en") == LATE["en"]
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    assert table.row.options == table.game.state.options == Monsoon.defaults()
    await check_dice_and_log(tables, await play_on(tables, table))


async def play_on(tables: Tables, table: Table) -> Table:
    """Play two decisions, and return the table."""
    rng = Random(3)
    for _ in range(2):
        table = await tables.table(table.row.id)
        seat = table.game.to_act[0]
        action = rng.choice(table.game.legal(seat))
        table = await tables.play.act(table.row.id, table.user_at(seat) or 0, action)
    return await tables.table(table.row.id)


async def check_dice_and_log(tables: Tables, table: Table) -> None:
    """Check that seed and seats follow from the agreement, and that the log leads to the stored state and back."""
    async with tables.play.repository.database.reading() as session:
        made = await clicks.of_game(session, table.row.id)
        log = await moves.effective(session, table.row.id)
    fair_dice_log.check_draw(table, made)
    begun: Game = rebuild_game(table, log, log[0].version)
    assert begun == table.initial_game()
    draw = fair_dice_log.read_draw(table.row, made)
    played = [Move(move.seat, move.words) for move in log]
    verify(record.of(table.game, table.row.seed, played, list(table.initial_names), draw, tied=True), engines.GAMES)
