"""A further language costs a folder of files and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from bot.wording.catalogue import catalogue

ROOT = Path(__file__).parents[3]
FRENCH = Path(__file__).with_name("french")
POLISH = Path(__file__).with_name("polish")


def test_a_folder_of_a_hundred_texts_is_a_language(tmp_path: Path) -> None:
    """Try French in a copy of the program: what the folder lacks is English, what it has is understood and said.

    Polish stands beside it for its three plural forms.
    """
    shutil.copytree(ROOT / "bot", tmp_path / "bot")  # with what is compiled: the same source needs no other
    for language in (FRENCH / "fr", POLISH / "pl"):
        shutil.copytree(language, tmp_path / "bot" / "wording" / "locale" / language.name)
    for folder in ("engines", "render", "storage", "docs"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    env = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(FRENCH / "speaking.py")]
    ran = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_it_has_no_text_that_nobody_says() -> None:
    written = {
        line.split('"')[1]
        for file in (FRENCH / "fr").glob("*.po")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("msgid ") and line != 'msgid ""'
    }
    assert len(written) > 100
    assert written <= catalogue("en").texts.keys()
