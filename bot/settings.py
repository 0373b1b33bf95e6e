"""Configuration from environment variables and an ``.env`` file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

LOWER = BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value)


class Settings(BaseSettings):
    """What whoever runs the bot may set; the README lists it."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    discord_token: SecretStr = Field(default=SecretStr(""))
    database_url: str = "sqlite:///var/portolan.db"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], LOWER] = "info"
    log_format: Annotated[Literal["text", "json"], LOWER] = "text"
    drawing_processes: Annotated[int, Field(ge=0, le=64)] = 1
    """Processes that draw pictures; 0: the bot's own. Each takes about 150 MiB and a core while it draws."""
    health_file: Path | None = None
    """A file that is touched every half minute while the bot is connected; the container's health check reads it."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """Where figures and health are served over HTTP; 0: nowhere."""
    metrics_host: str = "127.0.0.1"
