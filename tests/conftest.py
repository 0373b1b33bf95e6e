"""Fixtures that every test may use, and the word at the end about tests that did not run."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections import defaultdict

import pytest
import structlog
from _pytest.terminal import TerminalReporter
from hypothesis import settings

# How long an example takes tells of the machine, not of us.
settings.register_profile("portolan", deadline=None, max_examples=40)
settings.load_profile("portolan")

# What a test logs of a fault is read where it fails; all the variables in sight would take longer than most tests.
structlog.get_config()["processors"][-1].exception_formatter = structlog.dev.plain_traceback

pytest_plugins = ["tests.storage.databases"]

# Hardly anything that is imported and collected may be freed, and little of what has outlived a few tests.
gc.set_threshold(20_000, 20, 100)

# Where Python is told to keep nothing it has compiled, every process that a test starts compiles everything anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The process has the time of Chatham, 12:45 or 13:45 ahead of UTC: what reads the local clock says so in a test.
os.environ["TZ"] = "Pacific/Chatham"
if hasattr(time, "tzset"):
    time.tzset()


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are processors, because many tests wait for another process."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that only ``make proof`` runs, and sort the others.

    The longest tests begin first, so that no worker is busy with one when all others have finished.
    """
    if "proof" not in config.option.markexpr:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("proof")])
        items[:] = [item for item in items if not item.get_closest_marker("proof")]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Exempt everything imported and collected from garbage collection, since it stays until the end."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """Name the order in which the tests ran if one of them failed."""
    seed = config.getoption("randomly_seed", None)
    if exitstatus and isinstance(seed, int):
        terminalreporter.write_line(f"The same order again: pytest --randomly-seed={seed}", yellow=True)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Print last what this machine lacks: how to get it, and which tests did not run without it."""
    terminalreporter = config.pluginmanager.get_plugin("terminalreporter")
    if not isinstance(terminalreporter, TerminalReporter):
        return
    left_out: dict[str, list[str]] = defaultdict(list)
    for report in terminalreporter.stats.get("skipped", []):
        left_out[str(report.longrepr[2]).removeprefix("Skipped: ")].append(report.nodeid)
    for reason, tests in left_out.items():
        terminalreporter.write_line(f"NOT RUN: {', '.join(tests)}: {reason}", yellow=True)
