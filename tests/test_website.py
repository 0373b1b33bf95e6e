"""The pages of the site that are made of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engines
from bot.interactions.permissions import NEEDED
from bot.tables.maintenance.retention import OFFERED
from bot.wording import LANGUAGES, texts_in
from tests.website import (
    ADMINISTRATORS,
    DEVELOPERS,
    OPERATORS,
    ROOT,
    commands_page,
    configuration,
    declare_languages,
    filled,
    game_page,
    linked,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_stands_in_the_list_of_each_language(language: str) -> None:
    page = commands_page(language)
    lines = re.findall(r"^- `/([^`]+)`: (.+)$", page, re.MULTILINE)
    assert len(lines) == len(set(lines)) > 40
    assert len([line for line in page.splitlines() if line]) == len(lines) + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_game_names_commands_and_buttons_as_they_are(language: str) -> None:
    page = filled((ROOT / f"docs/players/first-game.{language}.md").read_text(encoding="utf-8"), language)
    assert not re.search(r"\[[a-z_.]+\]", page)
    listed = commands_page(language)
    for command in re.findall(r"`/([^`]+)`", page):
        assert f"`/{command}`" in listed, command


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_a_game_has_a_picture_and_its_rules(key: str, language: str) -> None:
    page = game_page(key, language)
    assert page.startswith("# ")
    assert f"({key}.png)" in page
    assert page.count("\n## ") == (ROOT / f"docs/rules/{key}.md").read_text(encoding="utf-8").count("\n## ") > 0


def test_links_to_what_is_no_document_become_its_name() -> None:
    document = ROOT / "docs/costs.md"
    text = "[a](upgrading.md#x) [b](../Makefile) [c](https://example.org) [d](#e) ![f](macao.png)"
    assert linked(text, document) == text.replace("[b](../Makefile)", "b")


def test_a_link_that_leads_nowhere_is_a_fault() -> None:
    with pytest.raises(FileNotFoundError, match=r"docs/costs\.md leads to nowhere\.md"):
        linked("[a](nowhere.md#x)", ROOT / "docs/costs.md")


def test_the_site_is_searched_in_all_its_languages() -> None:
    assert configuration([])["plugins"] == {"search": {"lang": ["en", "de", "nl"]}}


def test_each_page_declares_its_language(tmp_path: Path) -> None:
    places = {"players/de/macao.html": "de", "docs/rules/mmn.nl.html": "nl", "docs/policies/en/TERMS.html": "en"}
    places |= {"docs/costs.html": "en", "404.html": "en"}
    for place in places:
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text('<!doctype html>\n<html lang="en" class="no-js"><p>…', encoding="utf-8")
    declare_languages(tmp_path)
    for place, language in places.items():
        assert f'<html lang="{language}" class' in (tmp_path / place).read_text(encoding="utf-8"), place


def test_what_server_managers_read_names_commands_permissions_and_buttons_as_they_are() -> None:
    page = (ROOT / "docs/administrators.md").read_text(encoding="utf-8")
    say = texts_in("en").say
    listed = commands_page("en")
    for command in re.findall(r"`/([^`]+)`", page):
        assert f"`/{command}`" in listed, command
    for permission, why in NEEDED.items():
        name = say(f"permission.{permission}").strip("“”")
        assert f"| {name} | {say(why).replace(' my ', ' its ')} |" in page
    for button in ("leave", "away", "open", "agree"):
        assert f"*{say(f'button.seats.{button}', name='…')}*" in page
    assert ", ".join(map(str, OFFERED[:-1])) + f" or {OFFERED[-1]} days" in page


def test_every_document_that_the_site_leads_to_is_there() -> None:
    for path in (*ADMINISTRATORS.values(), *OPERATORS.values(), *DEVELOPERS.values()):
        assert (ROOT / Path(path)).is_file(), path
