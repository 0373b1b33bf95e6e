"""The lowest and the newest dependencies that pyproject.toml allows: ``make bounds``, or ``python -m tests.bounds``.

Each set gets an environment of its own below ``.venv``, in which engines' and storage's tests run, all but whole games
(marked ``slow``). ``--python 3.13`` tries another Python. Says what was installed of what the project names.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SETS = {"lowest": "lowest-direct", "newest": "highest"}
"""Each with how uv calls it."""


def lines(*said: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in said)
    sys.stdout.flush()


def environment(name: str, python: str) -> str:
    """Return the Python of a new environment with one set of dependencies; the newest are others every week."""
    folder = Path(sys.prefix) / f"{name}-{python}"
    shutil.rmtree(folder, ignore_errors=True)
    uv = str(Path(sys.executable).with_name("uv"))
    subprocess.run([uv, "venv", "--quiet", "--python", python, str(folder)], check=True)
    inside = str(folder / "bin/python")
    chosen = folder / "chosen.txt"
    compiled = [uv, "pip", "compile", "--quiet", "pyproject.toml", "--python", inside, "--no-annotate"]
    subprocess.run([*compiled, "--resolution", SETS[name], "-o", str(chosen)], cwd=ROOT, check=True)
    wanted = [*PROJECT["optional-dependencies"]["dev"], "-c", str(chosen)]
    subprocess.run([uv, "pip", "install", "--quiet", "--python", inside, "-r", str(chosen), *wanted], check=True)
    direct = [requirement.split("[")[0].split(">")[0].split("=")[0] for requirement in PROJECT["dependencies"]]
    versions = dict(line.split("==") for line in chosen.read_text().splitlines() if "==" in line)
    lines(
        f"{name}: "
        + ", ".join(f"{package} {versions[package.replace('.', '-')]}" for package in direct if package != "tzdata")
    )
    return inside


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", default=f"3.{sys.version_info.minor}")
    parser.add_argument("sets", nargs="*", default=list(SETS), metavar="lowest|newest")
    given = parser.parse_args()
    worst = 0
    for name in given.sets:
        tests = ["-m", "pytest", "-n", "2", "-m", "not slow", "tests/engines", "tests/storage"]
        done = subprocess.run([environment(name, given.python), *tests], cwd=ROOT, check=False)
        lines(f"{name}, Python {given.python}: {'well' if done.returncode == 0 else 'FAILED'}")
        worst = max(worst, done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
