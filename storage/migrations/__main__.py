"""Alembic's command line with the configuration of this package."""

from __future__ import annotations

import sys

from alembic.config import CommandLine

from storage.migrations import configuration, head


def main(arguments: list[str]) -> None:
    """Run a command of Alembic; a new revision gets the next number."""
    line = CommandLine(prog="python -m storage.migrations")
    options = line.parser.parse_args(arguments)
    if not hasattr(options, "cmd"):
        line.parser.error("which command?")
    if getattr(options, "rev_id", "") is None:  # the option is only there for a new revision
        options.rev_id = f"{int(head()) + 1:04}"
    config = configuration()
    config.cmd_opts = options
    line.run_cmd(config, options)


if __name__ == "__main__":
    main(sys.argv[1:])
