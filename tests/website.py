"""The documents as a site, in three languages for players: ``make site``, or ``python -m tests.website MKDOCS``.

Gathers what is there into ``out/site-source`` and has MkDocs make ``out/site`` of it, where a link that leads nowhere
is a fault. Players' pages are made of the program itself: commands and buttons from its catalogues, each game's rules,
and a board of a game that computers play for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

import engines
from bot import features
from bot.wording import LANGUAGES, texts_in
from engines.lessons import FIRST_GAMES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "out/site-source"
SITE = ROOT / "out/site"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
HEADS = {
    "en": ("For players", "A first game", "Commands", "Every command, with what Discord shows about it."),
    "de": ("Für Spieler", "Die erste Partie", "Befehle", "Alle Befehle, mit dem, was Discord dazu zeigt."),
    "nl": ("Voor spelers", "Het eerste spel", "Opdrachten", "Alle opdrachten, met wat Discord erbij toont."),
}
BOARD = {
    "en": "A board in the middle of a game between computers.",
    "de": "Ein Spielplan mitten in einer Partie von Computern.",
    "nl": "Een bord midden in een spel tussen computers.",
}
SEED = 7
PROGRAM = "from bot.cli import app; app()"
NAMES = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}

ADMINISTRATORS = {"On your server": "docs/administrators.md", "Ratings": "docs/ratings.md"}
ADMINISTRATORS |= {"Fair dice": "docs/fair-dice.md", "Help": "SUPPORT.md"}
ADMINISTRATORS |= {"Privacy": "docs/policies/en/PRIVACY.md", "Terms": "docs/policies/en/TERMS.md"}
OPERATORS = {
    "Run your own": "docs/hosting/README.md",
    "Configuration": "docs/configuration.md",
    "Backup": "docs/hosting/backup.md",
    "Moderation": "docs/hosting/moderation.md",
    "People's data": "docs/hosting/people.md",
    "Tables": "docs/hosting/tables.md",
    "Monitoring": "docs/hosting/monitoring.md",
    "PostgreSQL": "docs/hosting/postgresql.md",
    "Shards and processes": "docs/hosting/shards.md",
    "Troubleshooting": "docs/hosting/troubleshooting.md",
    "Costs": "docs/costs.md",
}
OPERATORS |= {"Upgrading": "docs/upgrading.md", "Security": "SECURITY.md", "Changelog": "CHANGELOG.md"}
DEVELOPERS = {"Contributing": "CONTRIBUTING.md", "Architecture": "docs/architecture.md"}
DEVELOPERS |= {"Internals": "docs/internals.md", "Failures": "docs/failures.md", "Typed text": "docs/typed-text.md"}
DEVELOPERS |= {"Adding a game": "docs/adding-a-game.md", "Pictures": "docs/pictures.md"}
DEVELOPERS |= {"Benchmarks": "docs/benchmarks.md", "Opponents": "docs/opponents.md", "Vocabulary": "docs/vocabulary.md"}
DEVELOPERS |= {"Glossary": "docs/glossary.md"}
DEVELOPERS |= {"Code of conduct": "CODE_OF_CONDUCT.md"}


def gather() -> None:
    """Yield every document of the repository, at the place it has there; links to other files become their names."""
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*")]:
        place = path.relative_to(ROOT)
        if path.suffix == ".png":
            (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, SOURCE / place)
        elif path.suffix == ".md" and not place.is_relative_to("docs/players"):
            (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
            (SOURCE / place).write_text(linked(path.read_text(encoding="utf-8"), path), encoding="utf-8")


def linked(text: str, path: Path) -> str:
    """Return the text with the names of files that are no part of the site in the place of links to them.

    Raises FileNotFoundError for a link that leads nowhere.
    """

    def link(match: re.Match[str]) -> str:
        target, _, _ = match[3].partition("#")
        if "://" in target or not target:
            return match[0]
        target_path = (path.parent / target).resolve()
        if not target_path.exists():
            raise FileNotFoundError(f"{path.relative_to(ROOT)} leads to {target}, which does not exist")
        is_in_project = (
            target_path.is_relative_to(ROOT) and target_path.suffix in (".md", ".png") and target_path.is_file()
        )
        return match[0] if is_in_project else match[2]

    return LINK.sub(link, text)


def filled(text: str, language: str) -> str:
    """Return a page with the program's own words in place of ``[their.id]``."""
    say = texts_in(language).say
    return re.sub(r"\[([a-z_]+(?:\.[a-z_]+)+)\]", lambda found: say(found[1]), text)


def every_command() -> list[app_commands.Command[Any, ..., Any]]:
    client = discord.Client(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)
    features.add_commands(tree)
    commands = [command for command in tree.walk_commands() if isinstance(command, app_commands.Command)]
    return sorted(commands, key=lambda command: command.qualified_name)


def commands_page(language: str) -> str:
    """Return all commands as Discord shows them in a language."""
    say = texts_in(language).say
    lines = [f"# {HEADS[language][2]}", "", HEADS[language][3], ""]
    for command in every_command():
        path = command.qualified_name.split()
        words = [say(f"command.{'.'.join(path[:n])}.name") for n in range(1, len(path) + 1)]
        about = say(f"command.{'.'.join(path)}.description")
        lines.append(f"- `/{' '.join(words)}`: {about}")
    return "\n".join(lines) + "\n"


def game_page(key: str, language: str) -> str:
    """Return a board that computers have played to, and the rules."""
    translation = ROOT / f"docs/rules/{key}.{language}.md"
    rules = (translation if translation.is_file() else ROOT / f"docs/rules/{key}.md").read_text(encoding="utf-8")
    head, _, rest = linked(rules, translation).partition("\n")
    plain = LINK.sub(lambda link: link[0] if "://" in link[3] or link[3][0] == "#" else link[2], rest)
    return f"{head}\n\n![{BOARD[language]}]({key}.png)\n\n*{BOARD[language]}*\n{plain}"


def board(key: str, language: str, target: Path) -> None:
    """Draw a board from the middle of a game that ``portolan selfplay`` plays, the same every time."""
    folder = ROOT / f"out/site-boards/{key}-{language}"
    if not folder.exists():
        seats = FIRST_GAMES[key].seats
        play = [sys.executable, "-c", PROGRAM, "selfplay", key, "--seats", str(seats), "--seed", str(SEED)]
        given = ["--player", "greedy", "--language", language, "--out", str(folder)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run([*play, *given], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=environment)
    boards = sorted(folder.glob("*.png"))
    shutil.copy(boards[len(boards) // 2], target)


def players(language: str) -> dict[str, Any]:
    """Write the pages of a language, and return their part of the navigation."""
    folder = SOURCE / "players" / language
    folder.mkdir(parents=True)
    first = (ROOT / f"docs/players/first-game.{language}.md").read_text(encoding="utf-8")
    (folder / "first-game.md").write_text(filled(first, language), encoding="utf-8")
    (folder / "commands.md").write_text(commands_page(language), encoding="utf-8")
    part: list[dict[str, str]] = [{HEADS[language][1]: f"players/{language}/first-game.md"}]
    part.append({HEADS[language][2]: f"players/{language}/features.md"})
    for key in engines.GAMES:
        board(key, language, folder / f"{key}.png")
        (folder / f"{key}.md").write_text(game_page(key, language), encoding="utf-8")
        part.append({texts_in(language).say(f"game.{key}"): f"players/{language}/{key}.md"})
    return {f"{HEADS[language][0]} ({NAMES[language]})": part}


def configuration(nav: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the configuration of MkDocs, which is YAML, and so also JSON.

    Nothing is fetched from elsewhere while somebody reads.
    """
    return {
        "site_name": "Portolan",
        "docs_dir": str(SOURCE),
        "site_dir": str(SITE),
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False, "features": ["navigation.tabs", "navigation.top", "toc.follow"]},
        "plugins": {"search": {"lang": list(LANGUAGES)}},
        "markdown_extensions": ["tables", "fenced_code", "attr_list", "sane_lists", {"toc": {"permalink": True}}],
        "validation": {"links": {"anchors": "warn", "not_found": "warn", "unrecognized_links": "warn"}},
        "nav": nav,
        "not_in_nav": "/docs/**\n/*.md",
    }


def language_of(page: Path) -> str:
    """Return the language of a page by its folder (``players/de/…``) or its name (``macao.de.html``)."""
    names = {*page.parts, *page.name.split(".")}
    return next((language for language in LANGUAGES if language in names), "en")


def declare_languages(site: Path) -> None:
    """Declare the language of each page for screen readers; the theme knows one for the site."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        language = language_of(page.relative_to(site))
        page.write_text(text.replace('<html lang="en"', f'<html lang="{language}"', 1), encoding="utf-8")


def main(mkdocs: str) -> int:
    shutil.rmtree(SOURCE, ignore_errors=True)
    gather()
    nav: list[dict[str, Any]] = [players(language) for language in LANGUAGES]
    for name, part in (
        ("For server managers", ADMINISTRATORS),
        ("For operators", OPERATORS),
        ("For developers", DEVELOPERS),
    ):
        nav.append({name: [{title: path} for title, path in part.items()]})
    file = ROOT / "out/mkdocs.json"
    file.write_text(json.dumps(configuration(nav), ensure_ascii=False), encoding="utf-8")
    made = subprocess.run([mkdocs, "build", "--strict", "--quiet", "-f", str(file)], check=False).returncode
    declare_languages(SITE)
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
