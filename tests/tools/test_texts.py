"""``python -m tools.texts``: every text filled, as it is read."""

from __future__ import annotations

import re

import pytest

from bot.wording.languages import LANGUAGES, about, catalogue
from tests.bot.command_line import invoke, refusal
from tools import texts as shown_texts
from tools.texts import app


def by_id(output: str) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for line in output.splitlines():
        id, _, text = line.partition(": ")
        texts.setdefault(id, []).append(text)
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_no_game_is_shown_with_no_blank_open(language: str) -> None:
    shown = by_id(invoke(app, language).stdout)
    general = {id for id in catalogue("en").texts if not re.match("navegador|macao|burgundy|mmn", id)}
    assert shown.keys() == general
    assert [id for id, lines in shown.items() if re.search(r"{|:R>", " ".join(lines))] == []
    assert about(language).soon in shown["panel.due"][0]


def test_one_and_many_are_shown_and_so_is_what_a_played_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_texts, "DECISIONS", 60)
    assert len(by_id(invoke(app, "en").stdout)["panel.waiting"]) == 2
    shown = by_id(invoke(app, "en", "navegador").stdout)
    assert shown.keys() == {id for id in catalogue("en").texts if id.startswith("navegador.")}
    assert all("‹" not in line for line in shown["navegador.does.sail"])
    assert re.match(rf"\*\*({'|'.join(shown_texts.NAMES)})\*\* moves to \*\*", shown["navegador.does.rondel"][0])


def test_a_language_or_game_that_there_is_not_is_refused() -> None:
    assert "'fr'" in refusal(invoke(app, "fr"))
    assert "'chess'" in refusal(invoke(app, "en", "chess"))


def test_what_a_language_lacks_is_said_in_english_and_printed_as_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    assert invoke(app, "de", "--missing").stdout == ""
    german = catalogue("de").texts
    assert isinstance(german, dict)
    monkeypatch.delitem(german, "say.gone")
    assert by_id(invoke(app, "de").stdout)["say.gone"] == by_id(invoke(app, "en").stdout)["say.gone"]
    entry = invoke(app, "de", "--missing").stdout
    assert 'msgid "say.gone"\nmsgstr ""\n' in entry
    assert "#. English: 🚪 {player} has left this server." in entry


def test_a_blank_that_the_english_text_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    german = catalogue("de").texts
    assert isinstance(german, dict)
    monkeypatch.setitem(german, "say.gone", ("{spieler} ist fort.",))
    result = invoke(app, "de")
    assert result.exit_code == 2
    assert result.stderr == "portolan: say.gone has a blank {spieler}, which the English text lacks\n"
