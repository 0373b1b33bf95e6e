"""A further language costs a folder of files and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.wording import languages
from bot.wording.languages import catalogue

ROOT = Path(__file__).parents[3]
FRENCH = Path(__file__).with_name("french")
POLISH = Path(__file__).with_name("polish")


def test_a_folder_of_a_hundred_texts_is_a_language(tmp_path: Path) -> None:
    """Try French in a copy of the program: what the folder lacks is English, what it has is understood and said.

    Polish stands beside it for its three plural forms, and Italian, which has no text yet.
    """
    # With what is compiled, as the same source needs no other; without these languages, which somebody may have added.
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("fr", "it", "pl"))
    for language in (FRENCH / "fr", POLISH / "pl"):
        shutil.copytree(language, tmp_path / "bot" / "wording" / "locale" / language.name)
    italian = tmp_path / "bot" / "wording" / "locale" / "it"
    italian.mkdir()
    (italian / "language.toml").write_text('name = "Italiano"\n', encoding="utf-8")
    for folder in ("engines", "render", "storage", "docs"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    env = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(FRENCH / "speaking.py")]
    ran = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_files_with_different_plural_forms_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx").mkdir()
    for file, rule in (("one.po", "n != 1"), ("two.po", "n > 1")):
        header = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=({rule});\\n"\n'
        (tmp_path / "xx" / file).write_text(header, encoding="utf-8")
    monkeypatch.setattr(languages, "FOLDERS", [tmp_path])
    with pytest.raises(ValueError, match="files of 'xx' have different Plural-Forms"):
        catalogue("xx")


def test_it_has_no_text_that_nobody_says() -> None:
    written = {
        line.split('"')[1]
        for file in (FRENCH / "fr").glob("*.po")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("msgid ") and line != 'msgid ""'
    }
    assert len(written) > 100
    assert written <= catalogue("en").texts.keys()
