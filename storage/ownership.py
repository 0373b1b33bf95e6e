"""Owners of files that a command writes as root.

A command such as ``sudo portolan restore`` works on files of the user under which the bot runs. New files are given to
that user; otherwise the bot could not open its own database afterwards.
"""

from __future__ import annotations

import os
from pathlib import Path


def resemble(path: Path, model: Path) -> None:
    """Give ``path`` the mode of the file ``model`` and, if this process is root, its owner. Raises OSError."""
    status = model.stat()
    path.chmod(status.st_mode & 0o777)
    _give(path, status)


def give_to_owner_of(path: Path, folder: Path) -> None:
    """Give ``path`` to the owner of ``folder`` if this process is root. Raises OSError."""
    _give(path, folder.stat())


def make_private_folder(folder: Path) -> None:
    """Make a private folder and missing parents, owned by the owner of the first existing parent. Raises OSError."""
    if folder.is_dir():
        return
    if not folder.parent.exists():
        make_private_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    give_to_owner_of(folder, folder.parent)


def _give(path: Path, status: os.stat_result) -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(path, status.st_uid, status.st_gid)
