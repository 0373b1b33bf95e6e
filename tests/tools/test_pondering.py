"""A thinking process that takes its time answers what a quick one answers."""

from __future__ import annotations

import pytest

from bot.thinking.order import DecisionOrder, carry_out
from engines import Action
from tests.bot.thinking.test_thinking import asked
from tools.bench.load import pondering


def test_who_ponders_answers_the_same_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    times = list[DecisionOrder]()
    moments = iter([0.0, 0.4, 0.9, 1.0, 1.6])

    def noted(what: DecisionOrder) -> Action:
        times.append(what)
        action: Action = carry_out(what)
        return action

    monkeypatch.setattr(pondering, "carry_out", noted)
    monkeypatch.setattr(pondering, "monotonic", lambda: next(moments))
    assert pondering.ponder(asked()) == carry_out(asked())
    assert times == [asked()] * 3
