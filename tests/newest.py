"""Engines and storage on the newest Python that is there: part of ``make check``, or ``python -m tests.newest``.

The newest ``python3.N`` on the PATH that starts, other than the one of this environment, gets an environment of its own
below it, once for each set of requirements. It runs what of engines' and storage's tests touches the change, or a
sample of them where nothing does; ``--all``: all but whole games (marked ``slow``), which takes minutes.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tests import touched

ROOT = Path(__file__).parents[1]
OLDEST = 11
AFTER_NEWEST = 20
"""Second numbers of the Pythons that are looked for."""
REQUIREMENTS = ROOT / "requirements/dev.txt"
ALL = ["tests/engines", "tests/storage"]
SAMPLE = [file for file in touched.UNIT if file.startswith(tuple(ALL))]


def newest() -> str | None:
    """The newest other Python that is on the PATH and starts."""
    for minor in range(AFTER_NEWEST, OLDEST - 1, -1):
        python = shutil.which(f"python3.{minor}")
        if minor != sys.version_info.minor and python and _starts(python):
            return python
    return None


def _starts(python: str) -> bool:
    """A shim may stand for a Python that is not there, and Debian's may lack its ``venv``."""
    return subprocess.run([python, "-c", "import ensurepip"], capture_output=True, check=False).returncode == 0


def environment(python: str) -> str:
    """The Python of an environment made with another one, with all that tests need."""
    folder = Path(sys.prefix) / Path(python).name
    made = folder / f"made-{hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]}"
    inside = str(folder / "bin/python")
    if not made.exists():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        subprocess.run([inside, "-m", "pip", "install", "--quiet", "-r", str(REQUIREMENTS)], check=True)
        made.touch()
    return inside


def main() -> int:
    python = newest()
    if python is None:
        sys.stdout.write("no other Python is there: engines and storage ran on this one alone\n")
        return 0
    tests = ALL if "--all" in sys.argv else [file for file in touched.chosen() if file.startswith(tuple(ALL))] or SAMPLE
    command = [environment(python), "-m", "pytest", "-n", "2", "-m", "not slow", *tests]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
