"""``portolan doctor``: what an installation lacks, a line each, with what to do about it."""

from __future__ import annotations

import asyncio
import errno
import platform
import shutil
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import discord
import typer

from bot import __version__
from bot.cli import environment_file, logs, trial
from bot.cli.configuration import read_settings
from bot.cli.discord_look import REACHABLE, Seen, TokenRefused, Unreachable, invitation, look, proxy_options
from bot.cli.refusal import WRONG, printable
from bot.cli.startup import PORTAL
from bot.settings import Settings
from storage import backup, migrations, urls
from storage.columns import utcnow
from storage.database import Database
from storage.errors import DatabaseUnreachable

ROOM = 500 * 2**20
"""Bytes that should be free on a disk that is written to."""
ASKEW = 5
"""Seconds by which a clock may differ from Discord's; answers to clicks are due in three."""
FEW_STARTS = 20
DOTS_IN_A_TOKEN = 2


@dataclass(frozen=True)
class Finding:
    """``look``: it works, and somebody should have a look."""

    mark: Literal["ok", "look", "fault"]
    about: str
    says: str

    def __str__(self) -> str:
        return f"{self.mark:<6}{self.about:<12}{printable(self.says)}"


def examine() -> None:
    """Prints every finding; ends the program with WRONG if anything keeps the bot from working."""
    settings = read_settings()
    logs.configure("critical", "text")  # what is wrong is said in one line
    found = []
    for finding in (*local(settings), *asyncio.run(remote(settings))):
        found.append(finding)
        typer.echo(str(finding))
    faults = sum(finding.mark == "fault" for finding in found)
    if faults:
        typer.echo("1 fault to correct" if faults == 1 else f"{faults} faults to correct")
        raise typer.Exit(WRONG)
    typer.echo("portolan run can start")


def local(settings: Settings) -> Iterator[Finding]:
    """Yield what can be tried without Discord, as ``portolan run`` does it."""
    yield versions()
    yield fonts()
    yield settings_file()
    yield from shadowed(Path.cwd())
    yield from database(settings)
    yield from backups(settings)
    yield from port(settings)
    yield picture(settings)
    yield thought(settings)


def versions() -> Finding:
    told = ", ".join(f"{name} {version(name)}" for name in ("discord.py", "SQLAlchemy", "Pillow"))
    return Finding("ok", "versions", f"portolan {__version__}, Python {platform.python_version()}, {told}")


def fonts() -> Finding:
    from render.kit import fonts as faces

    try:
        width = faces.width("Portolan äöß ĳ", 20, faces.SANS)
    except (OSError, ImportError) as fault:
        return Finding("fault", "fonts", f"pictures cannot be drawn: {fault}; install Portolan again")
    return Finding("ok", "fonts", f"they can be read (a line of text is {width} pixels wide)")


def settings_file() -> Finding:
    """Return where the settings come from, and whether others can read the token in them."""
    content = environment_file.read()
    file = content.path
    if not content.exists:
        return Finding("ok", "settings", f"from the environment alone; there is no {file.absolute()}")
    if content.unknown_names:
        unknown = ", ".join(content.unknown_names)
        return Finding("look", "settings", f"{file.absolute()} has names that Portolan does not know: {unknown}")
    if sys.platform != "win32" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return Finding("look", "settings", f"others may read {file.absolute()}, and the token in it: chmod 600 {file}")
    return Finding("ok", "settings", f"from {file.absolute()} and the environment")


def shadowed(folder: Path) -> Iterator[Finding]:
    """Yield a finding if the folder has something that might be taken for a part of Portolan."""
    if names := trial.shadows(folder):
        told = f"{folder} has {', '.join(names)}, named like a part of Portolan; better start in an empty folder"
        yield Finding("look", "folder", told)


def port(settings: Settings) -> Iterator[Finding]:
    """Yield whether figures and health can be served."""
    if not settings.metrics_port:
        return
    place = f"{settings.metrics_host}:{settings.metrics_port}"
    try:
        trial.listen_at(settings.metrics_host, settings.metrics_port)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE and trial.portolan_answers_at(settings.metrics_host, settings.metrics_port):
            yield Finding("ok", "metrics", f"a running process of Portolan answers at {place}")
            return
        reason = fault.strerror or str(fault)
        yield Finding("fault", "metrics", f"{place} cannot be listened to: {reason}; choose another METRICS_PORT")
    else:
        yield Finding("ok", "metrics", f"{place} can be listened to")


def picture(settings: Settings) -> Finding:
    """Return whether a board can be drawn."""
    try:
        size = asyncio.run(trial.draw_one(settings))
    except Exception as fault:  # noqa: BLE001 - whatever it is, boards would stay away
        return Finding("fault", "pictures", f"no board can be drawn: {type(fault).__name__}: {fault}")
    return Finding("ok", "pictures", f"a board was drawn ({size // 1024} KiB)")


def thought(settings: Settings) -> Finding:
    """Return whether computer players can decide."""
    try:
        asyncio.run(trial.think_once(settings))
    except Exception as fault:  # noqa: BLE001 - whatever it is, computers would not move
        return Finding("fault", "computers", f"no computer player can decide: {type(fault).__name__}: {fault}")
    return Finding("ok", "computers", "one has decided")


def database(settings: Settings) -> Iterator[Finding]:
    """Yield whether the database can be written to, and the disk of a file."""
    try:
        address = urls.normalise(settings.database_url)
        file = Path(address.database or "") if address.get_backend_name() == "sqlite" else None
        if file is not None and not file.exists():
            trial.write_into(file.absolute().parent)
            yield Finding("ok", "database", f"{file} does not exist yet; portolan run makes it")
            yield disk(file.absolute().parent)
            return
        revision = asyncio.run(_revision(settings.database_url))
    except OSError as fault:
        reason = fault.strerror or str(fault)
        yield Finding("fault", "database", f"the folder of {file} cannot be written to: {reason}")
        return
    except DatabaseUnreachable as fault:
        yield Finding("fault", "database", f"{fault}; is DATABASE_URL right, and may this user write there?")
        return
    if revision is None or revision < migrations.head():
        yield Finding(
            "ok", "database", f"portolan run brings its tables up to date (from revision {revision or 'none'})"
        )
    elif revision > migrations.head():
        yield Finding("fault", "database", migrations.difference(revision) or "")
    else:
        kind = "SQLite" if file is not None else "PostgreSQL"
        yield Finding("ok", "database", f"{kind}, can be written to, tables up to date (revision {revision})")
    if file is not None:
        yield disk(file)


async def _revision(url: str) -> str | None:
    async with Database.open(url) as opened:
        await opened.check()
        return await asyncio.to_thread(migrations.revision, opened.url)


def disk(place: Path) -> Finding:
    free = shutil.disk_usage(place).free
    told = f"{free // 2**20:,} MiB are free where {place} lies"
    return Finding("ok" if free >= ROOM else "look", "disk", told if free >= ROOM else f"only {told}; make room")


def backups(settings: Settings) -> Iterator[Finding]:
    if settings.backup_to is None:
        yield Finding("look", "backups", "the bot makes none; set BACKUP_TO to a folder, best on another disk")
        return
    try:
        trial.write_into(settings.backup_to)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        yield Finding("fault", "backups", f"BACKUP_TO={settings.backup_to} cannot be written to: {reason}")
        return
    made = [at for copy in backup.copies(settings.backup_to) if (at := backup.moment(copy))]
    if not made:
        yield Finding("ok", "backups", f"none in {settings.backup_to} yet; the bot makes the first when it starts")
        return
    age = utcnow() - max(made)
    late = age > 2 * settings.backup_every
    told = f"the newest in {settings.backup_to} is {age.total_seconds() / 3600:.0f} hours old"
    yield Finding(
        "look" if late else "ok", "backups", f"{told}; does the bot run, and is the disk full?" if late else told
    )


async def remote(settings: Settings) -> list[Finding]:
    """What Discord says."""
    token = settings.discord_token.get_secret_value().strip()
    if not token:
        return [Finding("fault", "token", f"DISCORD_TOKEN is not set; `portolan init` asks for it (from {PORTAL})")]
    if token.count(".") != DOTS_IN_A_TOKEN:
        says = f"DISCORD_TOKEN is no token: it has three parts with dots between them; copy it again at {PORTAL}"
        return [Finding("fault", "token", says)]
    try:
        return list(told(await look(token, proxy_options(settings))))
    except TokenRefused:
        return [Finding("fault", "token", f"Discord refuses it; copy the token of the bot again at {PORTAL}")]
    except Unreachable as fault:
        return [Finding("fault", "discord", f"{fault}; {REACHABLE}")]


def told(seen: Seen) -> Iterator[Finding]:
    """What was seen, in findings."""
    yield Finding("ok", "token", f"that of {seen.name} (application {seen.application_id})")
    yield Finding("ok", "invitation", invitation(seen.application_id))
    extra = f"; {', '.join(seen.intents)} could be switched off at {PORTAL}" if seen.intents else ""
    yield Finding("ok", "intents", f"Portolan needs no privileged one{extra}")
    few = seen.starts_left < FEW_STARTS
    left = f"the bot may log in {seen.starts_left} more times today"
    yield Finding(
        "look" if few else "ok", "logins", f"{left}; is something restarting it again and again?" if few else left
    )
    if abs(seen.ahead) > ASKEW:
        which = "ahead of" if seen.ahead > 0 else "behind"
        says = f"{abs(seen.ahead):.0f} seconds {which} Discord's; let NTP set it (timedatectl set-ntp true)"
        yield Finding("fault", "clock", says)
    else:
        yield Finding("ok", "clock", "agrees with Discord's")
    if not seen.servers:
        yield Finding("look", "servers", f"the bot is in none; invite it: {invitation(seen.application_id)}")
    for server in seen.servers:
        if server.lacking:
            lacks = ", ".join(_spoken(name) for name in server.lacking)
            says = f"{server.name}: lacks {lacks}; invite it again: {invitation(seen.application_id, server.id)}"
            yield Finding("fault", "permissions", says)
        else:
            says = f"{server.name}: all there (channels with their own: /portolan status)"
            yield Finding("ok", "permissions", says)


def _spoken(name: str) -> str:
    """A permission as Discord shows it in English."""
    assert name in discord.Permissions.VALID_FLAGS
    from bot.wording import texts_in

    return texts_in("en").say(f"permission.{name}").strip("“”")
