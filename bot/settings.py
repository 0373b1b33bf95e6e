"""Configuration from environment variables and an ``.env`` file."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AliasChoices, BeforeValidator, Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

LOWER = BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value)
EMPTY_IS_NONE = BeforeValidator(lambda value: None if value == "" else value)
MOST_SHARDS = 10_000
"""Largest number of shards that is accepted, far beyond any bot; a typing error shall not open connections for ever."""


def shard_numbers(written: str) -> tuple[int, ...]:
    """Return the numbers of shards in a list such as ``0,2-4``: 0, 2, 3, 4. Raises ValueError."""
    listed: list[int] = []
    for part in written.split(","):
        bounds = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", part)
        if bounds is None:
            raise ValueError("write numbers and ranges of them, such as 0,1 or 0-3")
        first, last = int(bounds[1]), int(bounds[2] or bounds[1])
        if last < first:
            raise ValueError(f"{first}-{last} is no range")
        listed += range(first, last + 1)
    if len(set(listed)) < len(listed):
        raise ValueError("a shard is named twice")
    return tuple(listed)


def server_ids(written: object) -> object:
    """Return the ids of servers in a list such as ``1234567890123, 2345678901234``. Raises ValueError.

    A value that is no text is returned as it is.
    """
    if not isinstance(written, str):
        return written
    parts = [part.strip() for part in written.split(",") if part.strip()]
    if not all(re.fullmatch(r"\d{1,20}", part) for part in parts):
        raise ValueError("write the numbers of servers, separated by commas")
    return tuple(map(int, parts))


def duration(written: object) -> object:
    """Return the duration, at least a minute, for a text such as ``24h``, ``30m`` or ``7d``. Raises ValueError.

    A value that is no text is returned as it is.
    """
    if not isinstance(written, str):
        return written
    match = re.fullmatch(r"\s*(\d{1,5})\s*([mhd])\s*", written)
    if match is None or int(match[1]) == 0:
        raise ValueError("write a number with m, h or d for minutes, hours or days, such as 24h")
    return int(match[1]) * {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}[match[2]]


def proxy_address(written: object) -> object:
    """Return the address of an HTTP proxy; ``host:port`` gets the scheme ``http``. Raises ValueError.

    A blank text is no proxy. A value that is no text is returned as it is.
    """
    if not isinstance(written, str):
        return written
    if not written.strip():
        return ""
    address = written.strip() if "://" in written else f"http://{written.strip()}"
    try:
        parts = urlsplit(address)
        complete = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        complete = False
    if not complete or parts.scheme not in ("http", "https"):
        raise ValueError("write http://host:port, or http://name:password@host:port; there is no other kind of proxy")
    return address


class Settings(BaseSettings):
    """The configuration of the bot; docs/configuration.md explains each setting for operators."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr = Field(default=SecretStr(""))
    https_proxy: Annotated[SecretStr, BeforeValidator(proxy_address)] = SecretStr("")
    """The HTTP proxy for connections to Discord; empty: none. It is secret because it may contain a password."""
    database_url: str = "sqlite:///var/portolan.db"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], LOWER] = "info"
    log_format: Annotated[Literal["text", "json"], LOWER] = "text"
    render_processes: int = Field(
        default=1, ge=0, le=64, validation_alias=AliasChoices("render_processes", "drawing_processes")
    )
    """Number of processes that draw pictures; 0: the bot draws itself. Each needs about 150 MiB, and a core while it
    draws. The setting was called DRAWING_PROCESSES in earlier versions."""
    think_processes: Annotated[int, Field(ge=0, le=64)] = 1
    """Number of processes in which computer players think; 0: a thread of the bot does it. Each needs a core while it
    thinks."""
    think_after: Annotated[int, Field(ge=0, le=86_400)] = 0
    """Seconds for which the bot leaves computers' turns to the processes of ``portolan think``; turns that none of them
    has begun by then are computed by the bot itself. 0: the bot begins at once."""
    health_file: Path | None = None
    """A file that is touched every half minute while the process is healthy and all its shards are connected to
    Discord; the container's health check reads it. None: there is no file."""
    wait_when_refused: bool = False
    """True if a process whose token Discord refuses waits idly until it is stopped. False: it ends. A supervisor that
    restarts ended processes would then restart it for ever."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """The port of the HTTP server with metrics and health check; 0: there is no server."""
    metrics_host: str = "127.0.0.1"
    """The address at which that server listens."""
    shard_count: Annotated[Annotated[int, Field(ge=1, le=MOST_SHARDS)] | None, EMPTY_IS_NONE] = None
    """Number of shards of all processes together; None: as many as Discord recommends, all in this process."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode, EMPTY_IS_NONE] = None
    """The shards of this process; None: all."""

    allowed_servers: Annotated[tuple[int, ...], NoDecode, BeforeValidator(server_ids)] = ()
    """The servers in which the bot stays; it leaves any other server to which it is invited. Empty: it stays in all."""
    retention_days: Annotated[int, Field(ge=0, le=36_500)] = 400
    """Days from the end of a game until its moves are deleted; 0: never. Managers of a server may choose fewer."""
    backup_to: Annotated[Path | None, EMPTY_IS_NONE] = None
    """The folder for automatic backups of the database; None: there are none."""
    backup_every: Annotated[timedelta, BeforeValidator(duration)] = timedelta(hours=24)
    """Time between two backups."""
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = 14
    """Number of backups that are kept."""
    operator_name: Annotated[str, Field(max_length=100)] = ""
    """The name of the person who runs the bot and is responsible for its data, for privacy policy and terms."""
    operator_contact: Annotated[str, Field(max_length=200)] = ""
    """A mail address or web page at which the operator can be reached."""

    @field_validator("think_after")
    @classmethod
    def _check_think_after(cls, value: int, info: ValidationInfo) -> int:
        if value and info.data.get("database_url", "").startswith("sqlite"):
            raise ValueError("other processes that think need PostgreSQL; with SQLite leave THINK_AFTER out")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _parse_shard_ids(cls, value: object) -> object:
        return shard_numbers(value) if isinstance(value, str) and value else value

    @field_validator("shard_ids")
    @classmethod
    def _check_shard_ids(cls, value: tuple[int, ...] | None, info: ValidationInfo) -> tuple[int, ...] | None:
        if value is None or "shard_count" not in info.data:  # an invalid SHARD_COUNT is reported by itself
            return value
        count = info.data["shard_count"]
        if count is None:
            raise ValueError("needs SHARD_COUNT, the number of shards of all processes together")
        if max(value) >= count:
            raise ValueError(f"there is no shard {max(value)}; with SHARD_COUNT={count} they are 0 to {count - 1}")
        if info.data.get("database_url", "").startswith("sqlite"):
            raise ValueError("several processes need PostgreSQL; with SQLite leave SHARD_IDS out")
        return value
