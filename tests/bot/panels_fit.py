"""Check that panels and alt texts keep to Discord's limits in whole random games.

The tests look at some of them, ``python -m tests.proof`` at all of every table.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from random import Random

import discord
from msgspec.structs import replace

from bot.delivery.board_description import ALT_LIMIT, alt_text
from bot.features.plans.plan_layout import plan_panel, try_panel
from bot.interactions import components
from bot.panel.layout import confirm_panel, move_panel
from bot.tables import Table
from bot.tables.analysis.practice_tables import PracticeTable
from bot.tables.table_notes import MOST_ALTERNATIVES, MOST_DECISIONS, Plan, Practice, PracticeStep
from bot.tables.undo_rules import UndoPlan
from bot.wording import LANGUAGES, Texts, texts_in
from engines import Action
from engines.record import notation
from storage.models import GameRow, SeatRow, Status
from tests.engines.contract_suite import Case

LONG_NAME = "Maximiliane-Theodora von Hohenst"
BIG = 9_999_999


def table_of(case: Case, seed: int) -> Table:
    game = case.new(seed)
    row = GameRow(
        id=BIG,
        key=case.game.key,
        channel_id=1,
        status=Status.RUNNING,
        host_id=1,
        seats=case.seats,
        seed="0" * 32,
        commitment="0" * 64,
        rules_version=1,
        state=game.dump(),
        version=BIG,
    )
    return Table(row, [SeatRow(game_id=BIG, number=n, user_id=n + 1, name=LONG_NAME) for n in range(case.seats)])


def check_view(view: discord.ui.View) -> None:
    rows = view.to_components()
    assert len(rows) <= 5
    for row in rows:
        assert 1 <= len(row["components"]) <= 5
        for item in row["components"]:
            assert len(item["custom_id"]) <= 100, item
            assert 1 <= len(item.get("label", "x")) <= 80
            assert components.read(item["custom_id"]), item["custom_id"]
            for option in item.get("options", []):
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
            assert len(item.get("options", [])) <= 25


def check_panels(case: Case, seed: int, watch_every: int, *, tried: float = inf) -> None:
    """Check the panels of a random game of people with long names, in all languages in turn.

    Checked are every ``watch_every``-th decision and the first times that a question is asked, after each prefix of an
    action. What fails carries the command that plays the game again. ``tried``: how often the panels of imagined tables
    are checked for each question, with one prefix of each length; infinite: always, with every prefix.
    """
    with case.noted(seed):
        _check_panels(case, seed, watch_every, tried)


def _check_panels(case: Case, seed: int, watch_every: int, tried: float) -> None:
    rng = Random(seed)
    table = table_of(case, seed)
    back = UndoPlan(0, BIG, 1, None)
    turn = 0
    counts = Counter[str]()
    while table.game.to_act:
        texts = texts_in(LANGUAGES[turn % len(LANGUAGES)])
        turn += 1
        seat = rng.choice(table.game.to_act)
        legal = table.game.legal(seat)
        action = rng.choice(legal)
        counts[question := table.game.prompt(seat).message.id] += 1
        if turn % watch_every == 0 or counts[question] <= len(LANGUAGES):
            tries = set[int]()
            for prefix in {
                (): 0,
                **{action[:1]: 1 for action in legal},
                **{action[:2]: 2 for action in legal if len(action) > 2},
            }:
                panel = move_panel(table, seat, texts, back, prefix, heading="x" * 200)
                assert len(panel.content) <= 2000
                check_view(panel.view)
                if counts[question] <= tried and (tried == inf or len(prefix) not in tries):
                    tries.add(len(prefix))
                    _check_practice(table, seat, texts, prefix, rng.sample(legal, min(len(legal), MOST_ALTERNATIVES)))
            assert 40 < len(alt_text(table, texts)) <= ALT_LIMIT
        if action[0] in table.game.needs_confirmation:
            check_view(confirm_panel(table, seat, texts, action).view)
        table.game.play(seat, action)


def _check_practice(table: Table, seat: int, texts: Texts, prefix: Action, wanted: list[Action]) -> None:
    """Check the panels of an imagined table and of the longest plan."""
    alternatives = [notation(action) for action in wanted]
    steps = [PracticeStep(seat, alternatives)] * MOST_DECISIONS
    plan = Plan(version=BIG, decisions=[alternatives] * MOST_DECISIONS)
    plan = replace(plan, conditions=plan.facts(table.game, seat))
    for choosing in (False, True):
        tried = Practice(version=BIG, chance="0" * 16, steps=steps, choosing=choosing)
        for viewer in (seat, None):
            practice = PracticeTable(table, viewer, seat, [], is_revealing=False)
            instead = table.game.legal(seat) if choosing else ()
            shown = try_panel(
                practice, tried, texts, BIG, plan=plan, prefix=prefix, heading="x" * 200, alternatives=instead
            )
            assert len(shown.content) <= 2000
            check_view(shown.view)
    panel = plan_panel(table, seat, plan, texts, BIG, heading="x" * 200)
    assert len(panel.content) <= 2000
    check_view(panel.view)
