"""``python -m tests.linted FOLDER [--all]``: programs that know Dockerfiles, workflows and compose files look at ours.

hadolint and actionlint are those in FOLDER, Docker Compose is the system's. A finding fails; a program that is not
there is named, and fails with ``--all``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = (2, 24)
"""The first Docker Compose that knows ``required: false``."""
GIVEN = {"DISCORD_TOKEN": "token", "POSTGRES_PASSWORD": "password"}
WAYS = (
    ("compose.sqlite.yaml",),
    ("compose.sqlite.yaml", "compose.build.yaml"),
    ("compose.yaml",),
    ("compose.yaml", "compose.build.yaml"),
)
SETTING = "OPERATOR_NAME: Somebody"


def run(*words: str | Path, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str] | None:
    """Run a program and return the ended process, or None if the program is not installed."""
    given = {**os.environ, **environment}
    try:
        return subprocess.run(words, cwd=folder, env=given, capture_output=True, text=True, check=False)
    except OSError:
        return None


def looked(*words: str | Path) -> list[str] | None:
    """Run a linter and return its findings, or None if it is not installed."""
    done = run(*words)
    if done is None:
        return None
    return (done.stdout + done.stderr).splitlines() or [f"exit status {done.returncode}"] if done.returncode else []


def compose() -> list[str] | None:
    """Return the words of a Docker Compose that is new enough."""
    for words in (["docker", "compose"], ["docker-compose"]):
        done = run(*words, "version", "--short")
        version = re.match(r"v?(\d+)\.(\d+)", done.stdout) if done is not None and done.returncode == 0 else None
        if version and (int(version[1]), int(version[2])) >= NEEDED:
            return words
    return None


def composed(words: Iterable[str]) -> list[str]:
    """Return Docker Compose's errors for each way to start the bot, with a file .env and, if optional, without."""
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ROOT.glob("compose*.yaml"):
            shutil.copy(file, folder)
        for compose_files in WAYS:
            files = [word for file in compose_files for word in ("--file", file)]
            for settings in (True, False):
                if settings:
                    (folder / ".env").write_text("OPERATOR_NAME=Somebody\n", encoding="utf-8")
                elif "compose.yaml" in compose_files:
                    continue
                else:
                    (folder / ".env").unlink()
                done = run(*words, *files, "--profile", "shards", "config", folder=folder, **GIVEN)
                where = f"{' and '.join(compose_files)} {'with' if settings else 'without'} a file .env"
                if done is None or done.returncode:
                    faults.append(f"{where}: {done.stderr.strip() if done else 'nothing was run'}")
                elif settings and SETTING not in done.stdout:
                    faults.append(f"{where}: its settings do not reach the bot")
    return faults


def lint(programs: Path) -> tuple[list[str], list[str]]:
    """Return the findings, and the programs that are missing."""
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    words = compose()
    findings_by_linter = {
        "hadolint": looked(programs / "hadolint", "Dockerfile"),
        "actionlint": looked(programs / "actionlint", *workflows),
        f"Docker Compose from {NEEDED[0]}.{NEEDED[1]} on": None if words is None else composed(words),
    }
    findings = [f"{name}: {line}" for name, lines in findings_by_linter.items() for line in lines or []]
    return findings, [name for name, lines in findings_by_linter.items() if lines is None]


def main(programs: Path, everything: bool) -> int:
    findings, missing = lint(programs.absolute())
    lines = [*findings, *(f"NOT LOOKED AT, because it is not here: {name}" for name in missing)]
    sys.stdout.writelines(f"{line}\n" for line in lines or ["nothing is found in what hosts the bot"])
    return bool(findings or (everything and missing))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), "--all" in sys.argv))
