"""The browser that the sandbox's page is tested in: a Chromium or Chrome that is there, else one that is fetched.

``python -m tests.browser`` looks for one and, if none starts, tries in turn Debian's package (as root, or where sudo
asks for no password) and Playwright's own with the libraries it needs. It never fails: without a browser the tests
leave out what needs one and say so at the end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOW_TO_GET_ONE = (
    "install Chromium or Chrome (Debian: sudo apt-get install chromium libatomic1; elsewhere: .venv/bin/playwright "
    "install --with-deps chromium), then run make test again"
)
PATIENCE = 900
"""Seconds an installation may take."""


def candidates() -> Iterator[str | None]:
    """Yield the system's browsers that are there; None stands for Playwright's own."""
    for path in (*map(shutil.which, NAMES), *PLACES):
        if path and Path(path).exists():
            yield path
    yield None


@contextmanager
def opened() -> Iterator[Browser | None]:
    """Return the first browser that starts; None: there is none, or it or what drives it lacks libraries."""
    if not run([sys.executable, "-m", "playwright", "--version"]):  # a driver that does not start raises no Error
        yield None
        return
    with sync_playwright() as playwright:
        browser = _launch(playwright)
        yield browser
        if browser is not None:
            browser.close()


def _launch(playwright: Playwright) -> Browser | None:
    for path in candidates():
        try:
            return playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error:  # not there, a placeholder for another package system, or without its libraries
            continue
    return None


def starts() -> bool:
    """Return whether a browser can be started."""
    with opened() as browser:
        return browser is not None


def ways() -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the ways to install a browser: the name of the package and the commands."""
    root = os.geteuid() == 0
    sudo = [] if root else ["sudo", "-n"]
    rights = root or (shutil.which("sudo") is not None and run(["sudo", "-n", "true"]))
    if rights and shutil.which("apt-get"):
        apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
        # Playwright's driver needs the second, which a bare Debian lacks.
        packages = ["install", "-qq", "-y", "--no-install-recommends", "chromium", "libatomic1"]
        yield "Debian's package", [[*apt, "update", "-qq"], [*apt, *packages]]
    libraries = ["--with-deps"] if rights else []  # it would ask for a password
    yield "Playwright's own", [[sys.executable, "-m", "playwright", "install", "--only-shell", *libraries, "chromium"]]


def run(command: list[str]) -> bool:
    """Run a command without output, and return whether it succeeds."""
    try:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0


def main() -> None:
    if starts():
        return
    for name, commands in ways():
        typer.echo(f"no browser starts, fetching one: {name}")
        for command in commands:  # lists that could not be updated may still name what is there
            run(command)
        if starts():
            return
    typer.echo(f"no browser could be had: {HOW_TO_GET_ONE}")


if __name__ == "__main__":
    main()
