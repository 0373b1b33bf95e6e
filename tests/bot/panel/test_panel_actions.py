"""Presses and typed moves change the table and the person's panel, without Discord."""

from __future__ import annotations

from typing import Any

import pytest

import render
from bot.interactions.faults import RefusedByRules
from bot.panel import actions
from bot.panel.session import play_pieces
from bot.panel.typed_moves import TableSession
from bot.tables import Refused, Table, Tables
from bot.tables.gameplay import ActionResult, Gameplay
from bot.wording import texts_in
from storage import games, people
from storage.database import Database
from storage.models import SeatOrder, Status
from tests.bot.clicking import Click
from tests.bot.lobbies import MANAGER, next_click
from tests.engines.mmn.positions import position
from tests.engines.navegador.moves import on

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

WORDS = texts_in("en")
MOVED_ON = WORDS.say("error.moved_on")
ANNA = 11
BEN = 12
CARLA = 13
ZOE = 99


async def start_table_of_three(database: Database, key: str = "navegador") -> Table:
    """Start a table of Anna (the host), Ben and Carla in this order."""
    lobby = Tables(database).lobby
    table = await lobby.open(
        key, guild_id=9, channel_id=5, host=(ANNA, "anna"), click=next_click(), seats_wanted=3, order=SeatOrder.JOINING
    )
    await lobby.join(table.row.id, BEN, "ben", click=next_click())
    await lobby.join(table.row.id, CARLA, "carla", click=next_click())
    return await lobby.start(table.row.id, user_id=ANNA)


@pytest.fixture(autouse=True)
async def nobody_is_asked_before_a_turn_ends(database: Database) -> None:
    async with database.transaction() as session:
        for user in (ANNA, BEN, CARLA):
            await people.change_settings(session, user, lambda _: {"ask_end": False})


async def replace_game(database: Database, table: Table, game: Any) -> Table:
    """Replace the position of a table, and return the table."""
    async with database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version, state=game.dump(), turn=game.state.turn)
    return await Tables(database).table(table.row.id)


async def played_words(database: Database, table: Table) -> list[str]:
    return [row.words for row in await Tables(database).log(table.row.id)]


def button_labels(click: Click) -> list[str]:
    ids = [item["custom_id"] for row in click.options[-1]["view"].to_components() for item in row["components"]]
    return [id for id in ids if "shape:" not in id]


async def test_only_a_panel_of_this_version_plays(database: Database) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("workers"))
    version = table.row.version
    for old in (version - 1, version + 1):
        click = Click(database, ANNA)
        await actions.play_words(click.given, table.row.id, ("workers", "1"), version=old)
        assert click.said[0].startswith(MOVED_ON + "\n**Navegador**")
        await actions.take_back(click.given, table.row.id, version=old)
        assert click.said[1].startswith(MOVED_ON + "\n**Navegador**")
    assert await played_words(database, table) == []
    click = Click(database, ANNA)
    await actions.play_words(click.given, table.row.id, ("workers", "1"), version=version)
    assert click.said[0].startswith("✓ 1 worker\n")
    assert await played_words(database, table) == ["workers 1"]
    (row,) = await Tables(database).log(table.row.id)
    assert row.interaction_id == click.id


async def test_only_a_button_of_this_version_fills_the_panel_in(database: Database) -> None:
    """Otherwise the advice of a hint of some turns ago would look like advice of now."""
    table = await replace_game(database, await start_table_of_three(database), on("workers"))
    version = table.row.version
    for seen, text in ((version, "So far: Workers"), (version - 1, MOVED_ON)):
        click = Click(database, ANNA)
        await actions.show_panel(click.given, table.row.id, prefix=("workers",), version=seen)
        assert text in click.said[0]
        assert (MOVED_ON in click.said[0]) == (seen != version)
        assert ("So far" in click.said[0]) == (seen == version)


@pytest.mark.parametrize("person", [ANNA, BEN, CARLA])
async def test_after_a_draw_nobody_is_offered_anything(database: Database, person: int) -> None:
    table = await start_table_of_three(database)
    async with database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version, status=Status.FINISHED)
    assert table.game.to_act, "by the rules it would go on"
    for prefix in ((), table.game.legal(table.game.to_act[0])[0][:1]):
        click = Click(database, person)
        await actions.show_panel(click.given, table.row.id, prefix=prefix)
        assert click.said == ["The game is over."]
        assert not button_labels(click)


async def test_strangers_and_tables_that_do_not_run_have_no_panel(database: Database) -> None:
    table = await start_table_of_three(database)
    tables = Tables(database)

    async def reason(user: int, game_id: int = table.row.id) -> str:
        with pytest.raises(Refused) as raised:
            await actions.show_panel(Click(database, user).given, game_id)
        return raised.value.message.id

    assert await reason(ZOE) == "error.not_seated"
    lobby = await tables.lobby.open("navegador", guild_id=9, channel_id=6, host=(ANNA, "anna"), click=next_click())
    assert await reason(ANNA, lobby.row.id) == "error.not_started"
    with pytest.raises(Refused) as raised:
        await actions.play_words(Click(database, ZOE).given, table.row.id, ("rondel", "ships"))
    assert raised.value.message.id == "error.not_seated"
    await tables.play.end(table.row.id, MANAGER, admin=True)
    assert await reason(ANNA) == "error.game_over"


async def test_who_is_not_to_move_reads_why_not(database: Database) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("workers"))
    with pytest.raises(RefusedByRules) as raised:
        await actions.play_words(Click(database, BEN).given, table.row.id, ("workers", "1"))
    assert raised.value.names == ("anna", "ben", "carla")
    assert raised.value.key == "navegador"
    click = Click(database, BEN)
    await actions.show_panel(click.given, table.row.id)
    assert click.said == ["It is **anna**'s turn."]
    wrong = Click(database, ANNA)
    await actions.play_words(wrong.given, table.row.id, ("workers", "40"))
    assert wrong.said[0].startswith("✗ ")
    assert "How many workers" in wrong.said[0]


async def test_what_needs_confirmation_is_played_when_it_is_confirmed(database: Database) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("sailing"))
    action = next(action for action in table.game.legal(0) if action[0] == "discover")
    click = Click(database, ANNA)
    await actions.play_words(click.given, table.row.id, action)
    assert button_labels(click)[0].startswith(f"pt:c:{table.row.id}:{table.row.version}:discover.")
    assert await played_words(database, table) == []
    await actions.play_words(click.given, table.row.id, action, confirmed=True)
    assert await played_words(database, table) == [" ".join(action)]
    assert "discovers" in click.said[-1], "what was revealed is told at once"


async def test_the_beginning_of_an_action_narrows_the_offer(database: Database) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("sailing"))
    click = Click(database, ANNA)
    await actions.play_words(click.given, table.row.id, ("discover",))
    assert await played_words(database, table) == []
    assert not click.said[0].startswith(("✗", "✓"))


async def test_an_action_is_put_together_and_played_when_it_is_whole(database: Database) -> None:
    game = position(me={"hand": "2 wool 1 ore"}, others={1: {"hand": "1 brick"}, 2: {"hand": "1 grain"}})
    table = await replace_game(database, await start_table_of_three(database, "mmn"), game)
    version = table.row.version
    click = Click(database, ANNA)
    await actions.play_words(click.given, table.row.id, ("offer",), version=version)
    assert "What do you give?" in click.said[-1]
    session = TableSession(click.given, table.row.id)
    await play_pieces(session, ("offer",), [("1", "wool"), ("1", "ore")], version=version)
    assert "What do you want" in click.said[-1]
    words = ("offer", "1", "wool", "1", "ore", "for")
    late = Click(database, ANNA)
    await play_pieces(TableSession(late.given, table.row.id), words, [("1", "brick")], version=version - 1)
    assert late.said[0].startswith(MOVED_ON)
    stranger = TableSession(Click(database, ZOE).given, table.row.id)
    with pytest.raises(Refused):
        await play_pieces(stranger, words, [("1", "brick")], version=version)
    await play_pieces(session, words, [("1", "brick")], version=version)
    assert await played_words(database, table) == ["offer 1 wool 1 ore for 1 brick"]

    offered = await Tables(database).table(table.row.id)
    mark = offered.question_digest(1)
    early = Click(database, BEN)
    await actions.play_words(early.given, table.row.id, ("decline",), mark="0" * 12)
    assert early.said[0].startswith(MOVED_ON)
    assert len(await played_words(database, table)) == 1
    with pytest.raises(RefusedByRules) as others:
        await actions.play_words(Click(database, ANNA).given, table.row.id, ("accept",), mark=mark)
    assert others.value.message.id == "error.others_answer", "the offer stands, but not for Anna"
    await actions.play_words(Click(database, CARLA).given, table.row.id, ("decline",), mark=mark)
    answer = Click(database, BEN)
    await actions.play_words(answer.given, table.row.id, ("accept",), mark=mark)
    assert (await played_words(database, table))[1:] == ["decline", "accept"]
    await actions.play_words(answer.given, table.row.id, ("accept",), mark=mark)
    assert answer.said[-1].startswith(MOVED_ON), "nothing is asked of Ben any more"


@pytest.mark.parametrize("reason", ["error.moved_on", "error.already_done", "error.game_over"])
async def test_a_lost_race_shows_the_fresh_panel_and_other_refusals_are_told(
    database: Database, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("workers"))
    given: list[dict[str, Any]] = []

    async def lose(self: object, game_id: int, user_id: int, words: object, **options: Any) -> ActionResult:
        given.append(options)
        raise Refused(reason)

    monkeypatch.setattr(Gameplay, "make_decision", lose)
    click = Click(database, ANNA)
    if reason == "error.game_over":
        with pytest.raises(Refused) as raised:
            await actions.play_words(click.given, table.row.id, ("workers", "1"))
        assert (raised.value.message.id, click.said) == (reason, [])
        return
    await actions.play_words(click.given, table.row.id, ("workers", "1"))
    assert click.said[0].startswith(WORDS.say(reason) + "\n**Navegador**")
    assert [(call["loaded"].row.version, call["interaction_id"]) for call in given] == [(table.row.version, click.id)]


async def test_a_public_answer_that_lost_a_race_is_tried_again_while_its_question_stands(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("workers"))
    decide = Gameplay.make_decision
    tries = []

    async def lose_once(self: Gameplay, *given: Any, **options: Any) -> ActionResult:
        tries.append(options)
        if len(tries) == 1:
            raise Refused("error.moved_on")
        return await decide(self, *given, **options)

    monkeypatch.setattr(Gameplay, "make_decision", lose_once)
    click = Click(database, ANNA)
    await actions.play_words(click.given, table.row.id, ("workers", "1"), mark=table.question_digest(0))
    assert (len(tries), await played_words(database, table)) == (2, ["workers 1"])


async def test_a_mover_hears_which_permissions_the_channel_denies(database: Database) -> None:
    table = await replace_game(database, await start_table_of_three(database), on("workers"))
    click = Click(database, ANNA, lacks=("attach_files",))
    await actions.play_words(click.given, table.row.id, ("workers", "1"))
    named = [WORDS.say("permission.attach_files")]
    assert WORDS.say("error.cannot_post", permissions=named) in click.said[0].split("\n")


async def test_undo_is_offered_and_done_for_the_own_decision(database: Database) -> None:
    table = await start_table_of_three(database)
    mover = table.user_at(table.game.to_act[0]) or 0
    click = Click(database, mover)
    await actions.show_panel(click.given, table.row.id)
    assert not any(custom_id.startswith("pt:u") for custom_id in button_labels(click))
    await actions.play_words(click.given, table.row.id, ("rondel", "ships"))
    version = (await Tables(database).table(table.row.id)).row.version
    assert f"pt:u:{table.row.id}:{version}" in button_labels(click)
    await actions.take_back(click.given, table.row.id, version=version)
    assert click.said[-1].startswith(WORDS.say("panel.undone") + "\n")
    assert (await Tables(database).table(table.row.id)).game == table.game
    with pytest.raises(Refused) as raised:
        await actions.take_back(click.given, table.row.id)
    assert raised.value.message.id == "error.nothing_to_undo"


async def test_of_two_presses_of_undo_one_takes_a_decision_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_table_of_three(database)
    mover = table.user_at(table.game.to_act[0]) or 0
    click = Click(database, mover)
    await actions.play_words(click.given, table.row.id, ("rondel", "ships"))
    after_first = await Tables(database).table(table.row.id)
    await actions.play_words(click.given, table.row.id, after_first.game.legal(after_first.game.to_act[0])[0])
    version = (await Tables(database).table(table.row.id)).row.version

    async def undo_meanwhile(*_: object) -> None:
        monkeypatch.undo()
        await Tables(database).play.undo(table.row.id, mover, version=version)

    monkeypatch.setattr(actions, "check_there", undo_meanwhile)
    with pytest.raises(Refused) as raised:
        await actions.take_back(click.given, table.row.id, version=version)
    assert raised.value.message.id == "error.moved_on"
    assert (await Tables(database).table(table.row.id)).row.version == version + 1


async def test_the_panel_shows_a_map_of_the_places_on_offer_where_there_is_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_maps: list[Any] = []

    def places(view: Any, caption: render.Caption, offered: Any) -> bytes:
        drawn_maps.append((view.viewer, list(offered)))
        return b"map"

    monkeypatch.setattr(render, "decision", places)
    table = await start_table_of_three(database, "mmn")
    seat = table.game.to_act[0]
    click = Click(database, table.user_at(seat) or 0)
    await actions.show_panel(click.given, table.row.id)
    assert drawn_maps == [(seat, table.game.legal(seat))]
    (file,) = click.options[0]["files"] if "files" in click.options[0] else click.options[0]["attachments"]
    assert file.filename == "decision.png"
    other_click = Click(database, next(user for user in (ANNA, BEN, CARLA) if user != table.user_at(seat)))
    await actions.show_panel(other_click.given, table.row.id)
    assert len(drawn_maps) == 1
