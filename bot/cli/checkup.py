"""The command `portolan doctor`: checks of an installation, each with a line that says what to do."""

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
from bot.cli import configuration, logs, trial
from bot.cli.bot_account import (
    REACHABLE_QUESTION,
    BotAccount,
    TokenRefused,
    Unreachable,
    fetch_account,
    invitation,
    proxy_options,
)
from bot.cli.configuration import read_settings
from bot.cli.refusal import WRONG, printable
from bot.cli.startup import PORTAL
from bot.settings import Settings
from storage import backup, migrations, urls
from storage.columns import utcnow
from storage.database import Database
from storage.errors import DatabaseUnreachable

LEAST_FREE_BYTES = 500 * 2**20
"""Bytes that should be free on the disks of database and backups."""
MOST_CLOCK_ERROR = 5
"""Seconds by which the clock may differ from Discord's, whose moments of messages are compared with stored ones."""
FEW_LOGINS = 20
"""Remaining logins of a day below which a warning is given."""
DOTS_IN_A_TOKEN = 2


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    mark: Literal["ok", "look", "fault"]
    """The severity; "look" means that the bot works, but somebody should have a look."""
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.mark:<6}{self.subject:<12}{printable(self.text)}"


def examine() -> None:
    """Print all findings; end the program with WRONG if one of them prevents the bot from working."""
    settings = read_settings()
    logs.configure("critical", "text")  # each finding has one line
    findings = [*check_machine(settings), *asyncio.run(check_discord(settings))]
    for finding in findings:
        typer.echo(str(finding))
    faults = sum(finding.mark == "fault" for finding in findings)
    if faults:
        typer.echo("1 fault to correct" if faults == 1 else f"{faults} faults to correct")
        raise typer.Exit(WRONG)
    typer.echo("portolan run can start")


def check_machine(settings: Settings) -> Iterator[Finding]:
    """Check what `portolan run` needs apart from Discord."""
    yield check_versions()
    yield check_fonts()
    yield from check_settings_file()
    yield from check_folder(Path.cwd())
    yield from check_database(settings)
    yield from check_backups(settings)
    yield from check_port(settings)
    yield check_pictures(settings)
    yield check_computers(settings)


def check_versions() -> Finding:
    libraries = ", ".join(f"{name} {version(name)}" for name in ("discord.py", "SQLAlchemy", "Pillow"))
    return Finding("ok", "versions", f"portolan {__version__}, Python {platform.python_version()}, {libraries}")


def check_fonts() -> Finding:
    try:
        from render.kit import fonts as faces

        width = faces.width("Portolan äöß ĳ", 20, faces.SANS)
    except (OSError, ImportError) as fault:
        return Finding("fault", "fonts", f"pictures cannot be drawn: {fault}; install Portolan again")
    return Finding("ok", "fonts", f"they can be read (a line of text is {width} pixels wide)")


def check_settings_file() -> Iterator[Finding]:
    """Check where the settings come from, and that others cannot read the token in them."""
    content = configuration.read_environment_file()
    file = content.path
    if not content.exists:
        yield Finding("ok", "settings", f"from the environment alone; there is no {file.absolute()}")
        return
    is_exposed = sys.platform != "win32" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    if content.unknown_names:
        unknown = ", ".join(content.unknown_names)
        yield Finding("look", "settings", f"{file.absolute()} has names that Portolan does not know: {unknown}")
    if is_exposed:
        yield Finding("look", "settings", f"others may read {file.absolute()}, and the token in it: chmod 600 {file}")
    if not content.unknown_names and not is_exposed:
        yield Finding("ok", "settings", f"from {file.absolute()} and the environment")


def check_folder(folder: Path) -> Iterator[Finding]:
    """Check that the folder has nothing that Python would import in place of a part of Portolan."""
    names = trial.shadows(folder)
    if names:
        text = f"{folder} has {', '.join(names)}, named like a part of Portolan; better start in an empty folder"
        yield Finding("look", "folder", text)


def check_port(settings: Settings) -> Iterator[Finding]:
    """Check that metrics and health can be served."""
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


def check_pictures(settings: Settings) -> Finding:
    """Check that a board can be drawn."""
    try:
        size = asyncio.run(trial.draw_one(settings))
    except Exception as fault:  # noqa: BLE001 - whatever it is, boards would stay away
        return Finding("fault", "pictures", f"no board can be drawn: {type(fault).__name__}: {fault}")
    return Finding("ok", "pictures", f"a board was drawn ({size // 1024} KiB)")


def check_computers(settings: Settings) -> Finding:
    """Check that computer players can decide."""
    try:
        asyncio.run(trial.think_once(settings))
    except Exception as fault:  # noqa: BLE001 - whatever it is, computers would not move
        return Finding("fault", "computers", f"no computer player can decide: {type(fault).__name__}: {fault}")
    return Finding("ok", "computers", "one has decided")


def check_database(settings: Settings) -> Iterator[Finding]:
    """Check that the database can be written to, and for SQLite that its disk has space."""
    try:
        address = urls.normalise(settings.database_url)
        file = Path(address.database or "") if address.get_backend_name() == "sqlite" else None
        if file is not None and not file.exists():
            trial.write_into(file.absolute().parent)
            yield Finding("ok", "database", f"{file} does not exist yet; portolan run makes it")
            yield check_disk(file.absolute().parent)
            return
        revision = asyncio.run(_revision(settings.database_url))
    except OSError as fault:  # only for SQLite; faults of a server are DatabaseUnreachable
        reason = fault.strerror or str(fault)
        yield Finding("fault", "database", f"the folder of {file} cannot be written to: {reason}")
        return
    except DatabaseUnreachable as fault:
        yield Finding("fault", "database", f"{fault}; is DATABASE_URL right, and may this user write there?")
        return
    # Revisions are numbers of four digits.
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
        yield check_disk(file)


async def _revision(url: str) -> str | None:
    async with Database.open(url) as opened:
        await opened.check()
        return await asyncio.to_thread(migrations.revision, opened.url)


def check_disk(place: Path) -> Finding:
    """Check the free space of a disk."""
    free = shutil.disk_usage(place).free
    text = f"{free // 2**20:,} MiB are free where {place} lies"
    if free < LEAST_FREE_BYTES:
        return Finding("look", "disk", f"only {text}; make room")
    return Finding("ok", "disk", text)


def check_backups(settings: Settings) -> Iterator[Finding]:
    """Check that there are recent backups, and that further ones can be written."""
    if settings.backup_to is None:
        yield Finding("look", "backups", "the bot makes none; set BACKUP_TO to a folder, best on another disk")
        return
    try:
        trial.write_into(settings.backup_to)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        yield Finding("fault", "backups", f"BACKUP_TO={settings.backup_to} cannot be written to: {reason}")
        return
    made_at = backup.newest_moment(settings.backup_to)
    if made_at is None:
        yield Finding("ok", "backups", f"none in {settings.backup_to} yet; the bot makes the first when it starts")
        return
    age = utcnow() - made_at
    text = f"the newest in {settings.backup_to} is {age.total_seconds() / 3600:.0f} hours old"
    if age > 2 * settings.backup_every:
        yield Finding("look", "backups", f"{text}; does the bot run, and is the disk full?")
    else:
        yield Finding("ok", "backups", text)


async def check_discord(settings: Settings) -> list[Finding]:
    """Check the token and what Discord says of its bot."""
    token = settings.discord_token.get_secret_value().strip()
    if not token:
        return [Finding("fault", "token", f"DISCORD_TOKEN is not set; `portolan init` asks for it (from {PORTAL})")]
    if token.count(".") != DOTS_IN_A_TOKEN:
        text = f"DISCORD_TOKEN is no token: it has three parts with dots between them; copy it again at {PORTAL}"
        return [Finding("fault", "token", text)]
    try:
        return list(check_account(await fetch_account(token, proxy_options(settings))))
    except TokenRefused:
        return [Finding("fault", "token", f"Discord refuses it; copy the token of the bot again at {PORTAL}")]
    except Unreachable as fault:
        return [Finding("fault", "discord", f"{fault}; {REACHABLE_QUESTION}")]


def check_account(account: BotAccount) -> Iterator[Finding]:
    """Check what Discord says of the bot."""
    yield Finding("ok", "token", f"that of {account.name} (application {account.application_id})")
    yield Finding("ok", "invitation", invitation(account.application_id))
    extra = f"; {', '.join(account.intents)} could be switched off at {PORTAL}" if account.intents else ""
    yield Finding("ok", "intents", f"Portolan needs no privileged one{extra}")
    logins = f"the bot may log in {account.logins_left} more times today"
    if account.logins_left < FEW_LOGINS:
        yield Finding("look", "logins", f"{logins}; is something restarting it again and again?")
    else:
        yield Finding("ok", "logins", logins)
    if abs(account.clock_error) > MOST_CLOCK_ERROR:
        direction = "ahead of" if account.clock_error > 0 else "behind"
        text = (
            f"{abs(account.clock_error):.0f} seconds {direction} Discord's; let NTP set it (timedatectl set-ntp true)"
        )
        yield Finding("fault", "clock", text)
    else:
        yield Finding("ok", "clock", "agrees with Discord's")
    if not account.servers:
        yield Finding("look", "servers", f"the bot is in none; invite it: {invitation(account.application_id)}")
    for server in account.servers:
        if server.lacking:
            lacks = ", ".join(_permission_text(name) for name in server.lacking)
            text = f"{server.name}: lacks {lacks}; invite it again: {invitation(account.application_id, server.id)}"
            yield Finding("fault", "permissions", text)
        else:
            text = f"{server.name}: all there (channels with their own: /portolan status)"
            yield Finding("ok", "permissions", text)


def _permission_text(name: str) -> str:
    """Return a permission as Discord shows it in English, without the quotation marks of the bot's texts."""
    assert name in discord.Permissions.VALID_FLAGS
    from bot.wording import texts_in

    return texts_in("en").say(f"permission.{name}").strip("“”")
