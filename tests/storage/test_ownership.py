"""Files that root writes for a service belong to the service."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from storage import backup, urls
from storage.database import Database

SERVICE = 61_234
"""The number of a user that the service runs as."""


@pytest.fixture
def owners(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Return the new owners of files by their names; the process is root, and everything belongs to the service."""
    given: dict[str, int] = {}
    status_of = os.stat

    def as_service(path: Path, **options: bool) -> os.stat_result:
        status = list(status_of(path, **options))
        status[stat.ST_UID] = SERVICE
        return os.stat_result(status)

    def note(path: Path, user: int, _group: int) -> None:
        given[Path(path).name] = user

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", note)
    monkeypatch.setattr(os, "stat", as_service)
    return given


async def database_at(file: Path) -> str:
    url = f"sqlite:///{file}"
    async with Database.open(url) as database:
        await database.migrate()
    return url


async def test_a_restored_file_keeps_owner_and_mode_of_the_one_it_replaces(
    tmp_path: Path, owners: dict[str, int]
) -> None:
    file = tmp_path / "portolan.db"
    url = await database_at(file)
    copy = backup.back_up(url, tmp_path / "copies", 1)
    file.chmod(0o640)
    owners.clear()
    backup.restore(url, copy, replace=True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [user for name, user in owners.items() if name.startswith(".portolan.db.")] == [SERVICE]


async def test_a_file_that_replaces_none_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, owners: dict[str, int]
) -> None:
    url = await database_at(tmp_path / "portolan.db")
    copy = backup.back_up(url, tmp_path / "copies", 1)
    assert owners["copies"] == SERVICE
    owners.clear()
    backup.restore(f"sqlite:///{tmp_path}/lost/var/portolan.db", copy)
    assert {"lost", "var"} <= set(owners)
    assert [user for name, user in owners.items() if name.startswith(".portolan.db.")] == [SERVICE]
    assert stat.S_IMODE((tmp_path / "lost/var/portolan.db").stat().st_mode) == 0o600


def test_a_new_database_belongs_to_the_owner_of_its_folder(tmp_path: Path, owners: dict[str, int]) -> None:
    urls.make_private(urls.normalise(f"sqlite:///{tmp_path}/var/portolan.db"))
    assert owners == {"var": SERVICE, "portolan.db": SERVICE}


def test_nothing_is_given_away_by_another_user_than_root(
    tmp_path: Path, owners: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    urls.make_private(urls.normalise(f"sqlite:///{tmp_path}/var/portolan.db"))
    assert owners == {}
