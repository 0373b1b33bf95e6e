"""How one text is read is shown: its words, the matches, and the reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.command_line import invoke, refusal
from tools.bench import __main__ as bench

RECORD = str(sorted((Path(__file__).parents[1] / "records" / "burgundy").glob("*.json"))[0])

pytestmark = pytest.mark.usefixtures("clean_place")


def test_a_text_is_shown_as_each_stage_sees_it() -> None:
    result = invoke(bench.app, "explain", "navegador", "church, done", "--moves", "3", COLUMNS="120")
    assert result.exit_code == 0, result.output
    for shown in ("Seat ", "thing: church", "Mood: end: 'done'", "Offered", "Not offered", "This decision: "):
        assert shown in result.output, shown


def test_a_text_is_read_at_a_moment_of_a_record_in_any_language() -> None:
    result = invoke(bench.app, "explain", "burgundy", "schip?", "--language", "nl", "--record", RECORD, "--move", "9")
    assert result.exit_code == 0, result.output
    assert "Mood: question" in result.output


def test_what_cannot_be_shown_is_refused() -> None:
    assert "there is no game" in refusal(invoke(bench.app, "explain", "chess", "e4"))
    assert "there is no language" in refusal(invoke(bench.app, "explain", "mmn", "road", "--language", "xx"))
    of_another = invoke(bench.app, "explain", "mmn", "road", "--record", RECORD)
    assert "a game of burgundy, not mmn" in refusal(of_another)
    over = invoke(bench.app, "explain", "burgundy", "ship", "--record", RECORD, "--move", "9999")
    assert "the game is over" in refusal(over)
