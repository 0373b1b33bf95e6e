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
"""Far beyond any bot; a slip of the finger shall not connect for ever."""


def numbers(written: str) -> tuple[int, ...]:
    """``0,2-4`` as 0, 2, 3, 4. Raises ValueError."""
    found: list[int] = []
    for part in written.split(","):
        bounds = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", part)
        if bounds is None:
            raise ValueError("write numbers and ranges of them, such as 0,1 or 0-3")
        first, last = int(bounds[1]), int(bounds[2] or bounds[1])
        if last < first:
            raise ValueError(f"{first}-{last} is no range")
        found += range(first, last + 1)
    if len(set(found)) < len(found):
        raise ValueError("a shard is named twice")
    return tuple(found)


def server_ids(written: object) -> object:
    """Return the numbers of servers in a list such as ``1234567890123, 2345678901234``. Raises ValueError."""
    if not isinstance(written, str):
        return written
    parts = [part.strip() for part in written.split(",") if part.strip()]
    if not all(re.fullmatch(r"\d{1,20}", part) for part in parts):
        raise ValueError("write the numbers of servers, separated by commas")
    return tuple(map(int, parts))


def duration(written: object) -> object:
    """``24h``, ``30m`` or ``7d`` as a length of time of at least a minute. Raises ValueError."""
    if not isinstance(written, str):
        return written
    found = re.fullmatch(r"\s*(\d{1,5})\s*([mhd])\s*", written)
    if found is None or int(found[1]) == 0:
        raise ValueError("write a number with m, h or d for minutes, hours or days, such as 24h")
    return int(found[1]) * {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}[found[2]]


def proxy_address(written: object) -> object:
    """Return the address of an HTTP proxy; ``host:port`` is one without its scheme. Raises ValueError."""
    if not isinstance(written, str) or not written.strip():
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
    """The settings of an operator; docs/configuration.md lists them."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr = Field(default=SecretStr(""))
    https_proxy: Annotated[SecretStr, BeforeValidator(proxy_address)] = SecretStr("")
    """The HTTP proxy through which Discord is reached; empty: none. It may hold a password."""
    database_url: str = "sqlite:///var/portolan.db"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], LOWER] = "info"
    log_format: Annotated[Literal["text", "json"], LOWER] = "text"
    render_processes: int = Field(
        default=1, ge=0, le=64, validation_alias=AliasChoices("render_processes", "drawing_processes")
    )
    """Processes that draw pictures; 0: the bot's own. Each takes about 150 MiB and a core while it draws. It was called
    DRAWING_PROCESSES."""
    think_processes: Annotated[int, Field(ge=0, le=64)] = 1
    """Processes in which computer players think; 0: a thread of the bot's own. Each takes a core while it thinks."""
    think_after: Annotated[int, Field(ge=0, le=86_400)] = 0
    """Seconds for which the bot leaves computers' turns to `portolan think`; then it thinks itself about what nobody
    has begun. 0: at once."""
    health_file: Path | None = None
    """A file that is touched every half minute while every shard of this process is connected to Discord and all is
    well; the container's health check reads it."""
    wait_when_refused: bool = False
    """Whether a process whose token Discord refuses waits, not at work, until it is told to stop; whatever starts again
    what has ended would do so for ever."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """Where figures and health are served over HTTP; 0: nowhere."""
    metrics_host: str = "127.0.0.1"
    shard_count: Annotated[Annotated[int, Field(ge=1, le=MOST_SHARDS)] | None, EMPTY_IS_NONE] = None
    """Of all processes together; None: as many as Discord recommends, all in this process."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode, EMPTY_IS_NONE] = None
    """Those of this process; None: all."""

    allowed_servers: Annotated[tuple[int, ...], NoDecode, BeforeValidator(server_ids)] = ()
    """The only servers that the bot is for; it leaves others when it is invited there. Empty: all."""
    retention_days: Annotated[int, Field(ge=0, le=36_500)] = 400
    """Days after the end of a game until its moves are deleted; 0: never. Managers of a server may choose fewer."""
    backup_to: Annotated[Path | None, EMPTY_IS_NONE] = None
    """The folder to which the bot backs up its database by itself; None: it does not."""
    backup_every: Annotated[timedelta, BeforeValidator(duration)] = timedelta(hours=24)
    """Between two backups."""
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = 14
    """How many stay."""
    operator_name: Annotated[str, Field(max_length=100)] = ""
    """Who runs the bot and answers for what it keeps; it stands in the privacy policy and the terms."""
    operator_contact: Annotated[str, Field(max_length=200)] = ""
    """Where that one can be reached: an address for mail, or that of a page."""

    @field_validator("think_after")
    @classmethod
    def _leave(cls, value: int, info: ValidationInfo) -> int:
        if value and info.data.get("database_url", "").startswith("sqlite"):
            raise ValueError("other processes that think need PostgreSQL; with SQLite leave THINK_AFTER out")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _read(cls, value: object) -> object:
        return numbers(value) if isinstance(value, str) and value else value

    @field_validator("shard_ids")
    @classmethod
    def _check(cls, value: tuple[int, ...] | None, info: ValidationInfo) -> tuple[int, ...] | None:
        if value is None or "shard_count" not in info.data:
            return value
        count = info.data["shard_count"]
        if count is None:
            raise ValueError("needs SHARD_COUNT, the number of shards of all processes together")
        if max(value) >= count:
            raise ValueError(f"there is no shard {max(value)}; with SHARD_COUNT={count} they are 0 to {count - 1}")
        if info.data.get("database_url", "").startswith("sqlite"):
            raise ValueError("several processes need PostgreSQL; with SQLite leave SHARD_IDS out")
        return value
