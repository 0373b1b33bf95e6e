"""Fixtures that every test may use, and the word at the end about tests that did not run."""

from __future__ import annotations

from _pytest.terminal import TerminalReporter

pytest_plugins = ["tests.storage.databases"]


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Names each test that was left out for want of something on this machine, and how to get it."""
    for report in terminalreporter.stats.get("skipped", []):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        terminalreporter.write_line(f"NOT RUN {report.nodeid}: {reason}", yellow=True)
