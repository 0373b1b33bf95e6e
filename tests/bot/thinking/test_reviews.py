"""/review: what it finds in a game that is over, and how people see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from time import thread_time
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from sqlmodel import col, delete
from structlog.testing import capture_logs

import engines
from bot.features.review import Page, review_text
from bot.tables import Table, Tables
from bot.tables.analysis import losses, reviews
from bot.tables.analysis.losses import Loss
from bot.tables.analysis.reviews import choices, decisions, review
from bot.thinking.judging import Better, Measure, better_action, quick_gap
from bot.thinking.pool import Thinkers, in_processes
from bot.wording import LANGUAGES, texts_in
from bot.work.process_pool import PoolClosed
from engines import Action, Game
from engines.players import candidates
from engines.players.beam import Among, Budget, Line, imagined
from engines.players.skills import SKILLS
from engines.record import notation
from storage import games, named_values
from storage.database import Database
from storage.models import GameRow, MoveRow, Status
from tests.bot.english import english
from tests.bot.fake_discord import until
from tests.bot.hinted import idea, money
from tests.bot.lobbies import on_both, raises_refusal, sqlite
from tests.bot.mad_thinkers import hanging
from tests.bot.parts import labels, shape_buttons, shown_message
from tests.bot.room import Room, open_room
from tests.bot.stubs import stub_game, stub_table
from tests.bot.table_commands import damage
from tests.bot.table_commands import table_after_decisions as moved
from tests.bot.whole_games import deal, middle
from tests.engines.mmn.positions import about_to_win
from tests.engines.test_beam import at_a_decision

SEED = "7"
TITLES = {"navegador": "Navegador", "burgundy": "The Castles of Burgundy"}


def new_game(key: str) -> Game:
    return engines.new(key, 2 if key != "mmn" else 3, int(SEED))


def table_with_log(key: str, length: int, **options: Any) -> tuple[Table, list[MoveRow]]:
    """Return a table with the first decisions of a game, made by chance by people, and its log."""
    game = new_game(key)
    rng = Random(4)
    made = list[MoveRow]()
    for version in range(1, length + 1):
        seat = game.to_act[0]
        action = game.sample(seat, rng)
        row = MoveRow(game_id=1, version=version, seat=seat, words=notation(action), by_user_id=100 + seat)
        made.append(row)
        game.play(seat, action)
    table = SimpleNamespace(
        row=SimpleNamespace(id=1, seed=SEED, key=key), initial_game=lambda: new_game(key), game=game
    )
    return cast("Table", table), made


@pytest.mark.parametrize("key", engines.GAMES)
async def test_the_largest_losses_of_each_seat_are_found(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "MOST_EXAMINED", 1)
    table, made = table_with_log(key, 40)
    losses_found = await review(table, made)
    assert losses_found
    for loss in losses_found:
        assert loss.points >= losses.LEAST_LOSS
        assert loss.played != loss.better
        assert next(move.words for move in made if move.version == loss.version) == loss.played
    order = [(loss.seat, -loss.points) for loss in losses_found]
    assert order == sorted(order)


async def test_it_finds_the_same_however_often_it_is_asked() -> None:
    table, made = table_with_log("navegador", 30)
    losses_found = await review(table, made)
    assert len({loss.seat for loss in losses_found}) == 2
    assert losses_found == await review(table, made)
    assert max(sum(loss.seat == seat for loss in losses_found) for seat in (0, 1)) == losses.MOST_LOSSES


Judge = Callable[..., Any]


def failing_for(judge: Judge, seat: int, played: str) -> Judge:
    """Return a judge that fails for this decision."""

    def judging(game: Game, judged_seat: int, rng: Random, action: Action) -> Any:
        if (judged_seat, notation(action)) == (seat, played):
            raise ZeroDivisionError("no value")
        return judge(game, judged_seat, rng, action)

    return judging


@pytest.mark.parametrize("name", ["quick_gap", "better_action"])
async def test_a_decision_that_cannot_be_judged_is_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, made = table_with_log("navegador", 30)
    largest = (await review(table, made))[0]
    judge: Judge = getattr(losses, name)
    monkeypatch.setattr(losses, name, failing_for(judge, largest.seat, largest.played))
    with capture_logs() as logs:
        losses_found = await review(table, made)
    alike = {move.version for move in made if (move.seat, move.words) == (largest.seat, largest.played)}
    assert losses_found
    assert alike.isdisjoint({loss.version for loss in losses_found})
    assert {entry["event"] for entry in logs} == {"a decision could not be judged; looking back leaves it out"}
    assert largest.version in {entry["version"] for entry in logs} <= alike


@pytest.mark.parametrize("name", ["quick_gap", "better_action"])
async def test_where_nothing_can_be_judged_that_is_told_and_not_that_nothing_was_lost(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object) -> None:
        raise ZeroDivisionError("no value")

    monkeypatch.setattr(losses, name, fails)
    table, made = table_with_log("navegador", 12)
    with capture_logs() as logs, pytest.raises(ZeroDivisionError):
        await review(table, made)
    assert len(logs) > 4


async def ended_table(tables: Tables) -> Table:
    """Return a table of two people that is over after some moves."""
    row = (await moved(tables, 12)).row
    async with tables.database.transaction() as session:
        await games.advance(session, row.id, row.version + 1, status=Status.FINISHED)
    return await tables.table(row.id)


async def stored_review(database: Database, table: Table) -> str | None:
    async with database.reading() as session:
        return await named_values.value(session, f"review:{table.row.id}")


@sqlite
async def test_what_is_found_without_a_decision_that_fails_is_kept(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended_table(tables)
    first = (await tables.reviews.moves(table))[0]
    monkeypatch.setattr(losses, "better_action", failing_for(better_action, first.seat, first.words))
    monkeypatch.setattr(losses, "quick_gap", lambda game, seat, rng, action: float(notation(action) == first.words))
    result = await tables.reviews.make(table, 1)
    monkeypatch.setattr(losses, "better_action", never)
    assert await tables.reviews.make(table, 1) == result


def never(*arguments: object) -> None:
    raise AssertionError("it is thought about once")


@sqlite
async def test_a_bot_that_stops_meanwhile_keeps_nothing(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = await ended_table(tables)
    notes = tmp_path / "notes"
    notes.mkdir()
    monkeypatch.setenv("NOTES", str(notes))
    monkeypatch.setattr(losses, "quick_gap", hanging)
    async with in_processes(Thinkers(1)):
        thinking = asyncio.create_task(tables.reviews.make(table, 1))
        await until(lambda: any(notes.iterdir()))
    with pytest.raises(PoolClosed):
        await thinking
    assert await stored_review(database, table) is None


@sqlite
async def test_where_time_runs_out_before_anything_is_weighed_that_is_told_and_nothing_kept(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended_table(tables)
    monkeypatch.setattr(reviews, "review", partial(review, seconds=0))
    with raises_refusal("error.review_no_time"):
        await tables.reviews.make(table, 1)
    assert await stored_review(database, table) is None


async def test_where_nobody_decided_no_time_is_needed() -> None:
    table, made = table_with_log("navegador", 12)
    for move in made:
        move.by_user_id = None
    assert await review(table, made, seconds=0) == []


@on_both
async def test_of_a_table_that_is_deleted_meanwhile_nothing_is_kept(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended_table(tables)
    glancing = Event()
    go_on = Event()

    def slowly(*arguments: object) -> float:
        glancing.set()
        assert go_on.wait(60)
        return 0.0

    monkeypatch.setattr(losses, "quick_gap", slowly)
    thinking = asyncio.create_task(tables.reviews.make(table, 1))
    await until(glancing.is_set)
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == table.row.id))
    go_on.set()
    with raises_refusal("error.no_table"):
        await thinking
    assert await stored_review(database, table) is None


def test_only_what_people_chose_is_looked_at() -> None:
    table, made = table_with_log("navegador", 40)
    made[3].by_user_id = None
    looked = decisions(table, made)
    assert made[3].version not in {suspect.decision.version for suspect in looked}
    assert all(len(suspect.game.legal(suspect.decision.seat)) > 1 for suspect in looked)
    assert len(looked) > 10


def test_a_log_that_does_not_fit_is_refused() -> None:
    table, made = table_with_log("navegador", 10)
    with raises_refusal("error.review_log"):  # it does not lead to the end
        decisions(table, made[:-1])
    made[5].words = "sail nowhere"
    with raises_refusal("error.review_log"):
        decisions(table, made)


@sqlite
async def test_what_was_kept_of_a_log_that_does_not_fit_is_not_shown(database: Database, tables: Tables) -> None:
    table = await ended_table(tables)
    first = (await tables.reviews.moves(table))[0]
    await damage(database, table)
    table = await tables.table(table.row.id)
    loss = Loss(first.version, first.seat, 1, first.words, "pass", 3.0)
    with raises_refusal("error.review_log"):
        await tables.reviews.before(table, await tables.reviews.log(table), loss)


@pytest.mark.parametrize(
    ("key", "seed"), [("navegador", 2), ("burgundy", 18), ("macao", 3), pytest.param("mmn", 4, marks=pytest.mark.proof)]
)
def test_the_better_action_is_the_strong_player_s_whatever_is_hidden(key: str, seed: int) -> None:
    game = at_a_decision(key, seed)
    seat = game.to_act[0]
    lines = candidates(game, seat, Random(5))
    assert better_action(game, seat, Random(5), lines[0].first) is None, "it would have played the same"
    last = [action for action in game.legal(seat) if action != lines[0].first][-1]
    judged = better_action(game, seat, Random(5), last)
    assert judged is not None
    assert judged.action == lines[0].first
    assert judged.measure == "points"
    redrawn = game.determinize(seat, Random(99))
    assert judged == better_action(redrawn, seat, Random(5), last)
    assert quick_gap(game, seat, Random(5), last) == quick_gap(redrawn, seat, Random(5), last) >= 0


@pytest.mark.parametrize("seed", [8, pytest.param(24, marks=pytest.mark.proof)])
def test_the_best_action_is_behind_nothing_where_the_first_search_spends_everything(seed: int) -> None:
    game = at_a_decision("macao", seed)
    seat = game.to_act[0]
    quick = SKILLS["macao"].strong.quick
    best = candidates(game, seat, Random(5))[0].first
    budget = Budget(quick.positions, thread_time() + 60)
    lines = quick.lines(imagined(game, seat, Random(5)), seat, Random(5), budget)
    assert (budget.remaining, best in lines) == (0, False), "the search got no further than some other action"
    assert quick_gap(game, seat, Random(5), best) == 0


def test_actions_that_are_compared_get_as_much_each() -> None:
    game = at_a_decision("macao", 5)  # where each alone would spend everything
    seat = game.to_act[0]
    beam = SKILLS["macao"].strong.rest
    world = imagined(game, seat, Random(5))
    (first, *_, last) = game.legal(seat)

    def line(*actions: Action, positions: int) -> Line:
        among = Among(beam.value, width=beam.width, first=actions)
        return among.lines(world, seat, Random(5), Budget(positions, thread_time() + 60))[last]

    together = line(first, last, positions=600)
    alone = line(last, positions=300)
    assert (together.value, together.position) == (alone.value, alone.position)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_losses_of_a_player_are_told_and_one_is_marked(language: str) -> None:
    texts = texts_in(language)
    table = stub_table(stub_game(), people=2)
    bens_losses = [Loss(version, 1, 3, "rondel ships", "rondel workers", 2.5) for version in (1, 2)]
    page = Page([Loss(9, 0, 3, "pass", "rondel ships", 9.0), *bens_losses], 2, table, {})
    lines = review_text(page, texts, [idea(), idea(gap=1.0, reasons=(money(160, 80), money(9, 5, -0.5)))]).split("\n")
    assert lines[1] == "**ben**"
    assert [line[0] for line in lines[2:]] == ["·", "▶", "-"]
    why = texts.say("navegador.reason.money", own="160", other="80")
    assert lines[4] == f"-# {texts.say('review.why', reason=why)}"
    ships, workers = (texts.action("navegador", ("rondel", field)) for field in ("ships", "workers"))
    assert ships in lines[2]
    assert workers in lines[2]
    assert texts.decimal(2.5) in lines[2]


def test_a_win_that_was_missed_is_told_before_all_else_and_what_wins_is_no_loss() -> None:
    game = about_to_win()
    judged = better_action(game, 0, Random(1), ("pass",))
    assert judged is not None
    assert (judged.action, judged.measure) == (("settlement", "n37"), "win")
    assert quick_gap(game, 0, Random(1), ("pass",)) > 50
    roads = about_to_win("2 brick 2 lumber 1 wool 1 grain 1 ore")
    assert better_action(roads, 0, Random(1), ("road", "n32-n37")) is None


async def test_a_lost_win_comes_first_then_lost_chances_then_points(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(measure: Measure, points: float) -> Better:
        return Better(("pass",), measure, points)

    alternatives = {
        0: iter([judged("points", 9.0), judged("chances", 0.4), judged("win", -0.5), judged("points", 11.0)]),
        1: iter([judged("chances", -0.1), judged("points", 0.2), judged("points", losses.LEAST_LOSS)]),
    }
    monkeypatch.setattr(losses, "better_action", lambda game, seat, *arguments: next(alternatives[seat], None))
    order = [(loss.seat, loss.lost, loss.points) for loss in await review(*table_with_log("navegador", 30))]
    assert order == [
        (0, "win", -0.5),
        (0, "chances", 0.4),
        (0, "points", 11.0),
        (1, "chances", -0.1),
        (1, "points", losses.LEAST_LOSS),
    ], "the points of a chance, in which a part stands for winning, neither keep it nor drop it"


def test_of_missed_wins_and_lost_chances_the_earliest_comes_first_and_of_points_the_most() -> None:
    def loss(version: int, points: float, lost: Measure) -> Loss:
        return Loss(version, 0, 1, "pass", "rondel ships", points, lost)

    wins = [loss(4, 0.1, "win"), loss(6, 90.0, "win")]
    chances = [loss(3, 0.1, "chances"), loss(5, 40.0, "chances")]
    points = [loss(2, 8.0, "points"), loss(1, 3.0, "points")]
    assert sorted([*points, *reversed(chances), *reversed(wins)], key=lambda loss: loss.rank) == [
        *wins,
        *chances,
        *points,
    ]


@pytest.mark.parametrize(
    ("language", "win", "chances"),
    [
        ("en", ". This would have won the game.", " (a better chance of winning)"),
        ("de", ". Das hätte die Partie gewonnen.", " (größere Siegchance)"),
        ("nl", ". Daarmee was de partij gewonnen.", " (een grotere kans om te winnen)"),
    ],
)
def test_where_the_end_of_the_game_was_lost_no_points_are_told(language: str, win: str, chances: str) -> None:
    texts = texts_in(language)
    table = stub_table(stub_game(), people=2)
    both: list[Measure] = ["win", "chances"]
    lost = [Loss(version, 1, 3, "pass", "rondel workers", 145.9, kind) for version, kind in enumerate(both)]
    won, likelier = review_text(Page(lost, 0, table, {}), texts).split("\n")[2:]
    assert won.endswith(f"**{win}")
    assert likelier.endswith(f"**{chances}")
    assert "145" not in won + likelier


def test_reviews_that_were_kept_without_what_was_lost_stay_readable() -> None:
    before = b'[{"version":9,"seat":0,"turn":1,"played":"pass","better":"rondel ships","points":3.0}]'
    (loss,) = msgspec.json.decode(before, type=list[Loss])
    assert loss == Loss(9, 0, 1, "pass", "rondel ships", 3.0, "points")
    assert msgspec.json.decode(msgspec.json.encode([loss]), type=list[Loss]) == [loss]


async def play_it_all(room: Room, game: str) -> Table:
    """Play a game from the lobby to its end; the channel is told of the last turns only."""
    rng = Random(3)
    table = await room.skip(await room.open_table(game), middle(await room.table(), rng, 5))
    while (table := await room.table()).is_running:
        await room.play_turn(rng)
    return table


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.proof
@pytest.mark.parametrize("game", ["navegador", "burgundy"])
async def test_after_the_end_everybody_who_sat_there_looks_back(
    database: Database, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(losses, "MOST_EXAMINED", 1)
    deal(monkeypatch, 4)  # a game in which everybody loses something by what is looked at
    async with open_room(database, unabridged=True) as room:
        table = await play_it_all(room, game)
        anna = room["anna"]
        first_answer = await room.ask(anna, "review")
        assert first_answer.flags.ephemeral
        question = first_answer.content
        answered = shown_message(await anna.click(first_answer, label=labels(first_answer)[0]))
        numbered = [line[:4] for line in answered.content.split("\n") if line[3:4] == "."]
        assert numbered == ["**1.", "**2."], "why the one is better than the other"
        assert answered.content.count("points more") == 1, "one figure for one difference"
        assert "\n-# " in answered.content
        answer = shown_message(await anna.click(answered, label=english("button.review.all")))
        lines = answer.content.split("\n")
        assert lines[0].startswith(f"🔎 {TITLES[game]} #{table.row.id}: the costliest decisions")
        assert lines[1] == "**anna**", "the own loss comes first"
        assert lines[2].startswith("▶ ")
        assert len(answer.attachments) == 1

        async def never(*first_answer: Any) -> list[Loss]:
            raise AssertionError("it is thought about once")

        monkeypatch.setattr(reviews, "review", never)
        await room.restart()
        (button,) = labels(answer)
        asked_too = shown_message(await anna.click(answer, label=button))
        answer = shown_message(await anna.click(asked_too, label=english("button.review.all")))
        assert answer.content.split("\n")[1] == "**ben**"
        ((id, label),) = shape_buttons(answer)
        assert label == "Tall picture"
        tall = shown_message(await anna.click(answer, custom_id=id))
        assert (tall.content, labels(tall)) == (answer.content, labels(answer)), "the page stays"
        ((_, label),) = shape_buttons(await room.ask(anna, "review"))
        assert label == "Wide picture", "it is remembered"
        assert (await room.ask(room["ben"], "review")).content == asked_too.content
        assert (await room.ask(room.enter("zoe"), "review")).content == english("error.not_seated")
        await anna.slash(room.channel, "game new", game="macao")
        again = await room.ask(anna, "review")
        assert again.content == question, "what is played here next does not stand in the way"


def test_what_is_offered_has_what_was_played_and_what_was_better() -> None:
    game = engines.new("navegador", seats=3, seed=5)
    seat = game.to_act[0]
    first, second, *_ = game.legal(seat)
    loss = Loss(1, seat, 1, notation(first), notation(second), 2.0)
    offered = choices(game, loss)
    assert offered == choices(game, loss)
    assert {first, second} < set(offered)
    assert len(offered) == 3
    assert set(offered) <= set(game.legal(seat))
