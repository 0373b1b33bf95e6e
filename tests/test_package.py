"""Wheel and sdist as somebody has them who never saw the repository: in an environment without the source."""

from __future__ import annotations

import os
import re
import signal
import site
import sqlite3
import subprocess
import sys
import tarfile
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot import __version__
from bot.cli.sandbox.page import PEOPLE

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


class Place(NamedTuple):
    """An environment, and an empty folder to work in."""

    bin: Path
    folder: Path

    def run(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment; only these settings and the folders of programs reach it."""
        line = [str(self.bin / words[0]), *words[1:]]
        surroundings = self.surroundings(**settings)
        return subprocess.run(
            line, cwd=self.folder, env=surroundings, capture_output=True, text=True, check=False, timeout=120
        )

    def surroundings(self, **settings: str) -> dict[str, str]:
        return {"PATH": os.defpath, "HOME": str(self.folder), "TERM": "dumb", "LANG": "C.UTF-8", **settings}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist, and with the wheel that was made of it alone."""
    folder = tmp_path_factory.mktemp("dist")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run([*hatch, "-t", "sdist"], cwd=ROOT, check=True, capture_output=True)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian's 3.11 has none yet
        archive.extractall(folder)
    inside = folder / sdist.name.removesuffix(".tar.gz")
    subprocess.run([*hatch, "-t", "wheel"], cwd=inside, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def place(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return the wheel installed beside its dependencies, which are those of this environment, and beside no source
    of it."""
    folder = tmp_path_factory.mktemp("elsewhere")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    # Links of packages to their source are files beside them, which are not read in a folder that is named like this.
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()))
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin/python"), "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--ignore-installed", str(wheel)], check=True, capture_output=True)
    work = folder / "work"
    work.mkdir()
    return Place(environment / "bin", work)


def test_they_are_called_as_the_package_index_knows_them(built: Path) -> None:
    names = sorted(file.name for file in built.iterdir() if file.is_file())
    assert names == [f"portolan_bot-{__version__}-py3-none-any.whl", f"portolan_bot-{__version__}.tar.gz"]


def test_nothing_of_the_source_is_used(place: Place) -> None:
    script = (
        "import bot.cli, engines, render, storage; print(bot.__file__, engines.__file__); bot.cli.app(['--version'])"
    )
    result = place.run("python", "-c", script)
    assert result.stdout.count(str(place.bin.parent)) == 2, result
    assert result.stdout.endswith(f"\nportolan {__version__}\n")


@pytest.mark.proof
def test_a_whole_game_is_played_and_its_record_holds(place: Place) -> None:
    game = ("burgundy", "--seats", "2", "--seed", "3", "--out", "out", "--player", "random", "--language", "de")
    played = place.run("portolan", "selfplay", *game)
    assert played.returncode == 0, played.stderr
    assert list((place.folder / "out").glob("*.png"))
    verified = place.run("portolan", "verify", "out/record.json", "--language", "nl")
    assert verified.returncode == 0, verified


def test_rules_policies_lessons_and_fonts_are_there(place: Place) -> None:
    read = """
import engines
from engines import lessons
from bot.wording import LANGUAGES, rule_documents, texts_in
from bot.wording.policies import POLICIES, policy
import render.kit
for language in LANGUAGES:
    assert all(policy(what, texts_in(language), operator="", contact="", days=1) for what in POLICIES)
    assert all(rule_documents.sections(game, language) for game in engines.GAMES)
assert all(lessons.courses(game) for game in engines.GAMES)
"""
    done = place.run("python", "-c", read)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.proof
def test_the_database_is_migrated(place: Place) -> None:
    """So is that of the sandbox, in every run."""
    done = place.run("portolan", "migrate", DATABASE_URL="sqlite:///new.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert (place.folder / "new.db").stat().st_size > 0


@pytest.mark.proof
def test_without_a_token_one_line_says_what_is_missing(place: Place) -> None:
    done = place.run("portolan", "run")
    assert done.returncode == 2
    assert re.fullmatch(r"portolan: DISCORD_TOKEN is not set; .*\n", done.stderr)


def test_the_sandbox_opens_its_page_with_a_table_at_which_players_are_seated(place: Place) -> None:
    command = ["sandbox", "--game", "navegador", "--players", "3", "--folder", "sandbox"]
    process = subprocess.Popen(
        [str(place.bin / "portolan"), *command],
        cwd=place.folder,
        env=place.surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what a shell runs beside itself
    )
    try:
        assert process.stdout is not None
        output = ""
        for line in process.stdout:
            output += line
            if page := re.search(r"http://127\.0\.0\.1:\d+/\S*", line):
                break
        else:
            pytest.fail(output)
        with urllib.request.urlopen(page[0], timeout=30) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 0
    with closing(sqlite3.connect(place.folder / "sandbox/portolan.db")) as database:
        seated = database.execute("SELECT status, name FROM game JOIN seat ON game_id = game.id ORDER BY name")
        assert seated.fetchall() == [("running", name) for name in PEOPLE[:3]]
