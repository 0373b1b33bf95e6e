"""The ``.env`` file: whatever has written it is read, and every fault in it is named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import configuration
from bot.cli.configuration import read_settings
from tests.bot.command_line import portolan

pytestmark = pytest.mark.usefixtures("clean_place")
FILE = Path(".env")
TEXT = "# Käpt'n\nDISCORD_TOKEN=abc\nBACKUP_KEEP=3\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1"])
def test_every_usual_encoding_is_read(encoding: str) -> None:
    FILE.write_bytes(TEXT.encode(encoding))
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == "abc"
    assert settings.backup_keep == 3


def test_bytes_of_no_encoding_in_a_comment_do_no_harm() -> None:
    FILE.write_bytes(b"# \x81\xff\nBACKUP_KEEP=3\n")
    assert read_settings().backup_keep == 3


@pytest.mark.parametrize(
    "name", ["METRICS_PORT", "BACKUP_TO", "SHARD_COUNT", "LOG_LEVEL", "RETENTION_DAYS", "BACKUP_EVERY"]
)
def test_an_empty_value_is_the_default(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = read_settings()
    FILE.write_text(f"{name}=\n", encoding="utf-8")
    assert read_settings() == defaults
    monkeypatch.setenv(name, "")
    assert read_settings() == defaults


@pytest.mark.parametrize("command", ["run", "doctor", "migrate"])
def test_all_faults_are_named_at_once(command: str) -> None:
    FILE.write_text("BACKUP_KEEPS=3\nLOG_LEVEL=loud\nMETRICS_PORT=x\nfoo bar\nDISCORD_TOKEN\n", encoding="utf-8")
    result = portolan(command)
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert lines[0] == "portolan: .env, line 4: write NAME=value"
    assert lines[1] == "portolan: .env, line 5: DISCORD_TOKEN has no = and no value"
    assert lines[2] == "portolan: .env: there is no setting BACKUP_KEEPS; do you mean BACKUP_KEEP?"
    assert [line.split(":")[1] for line in lines[3:]] == [" LOG_LEVEL", " METRICS_PORT"]
    assert result.stdout == ""


def test_names_of_other_programs_are_let_be() -> None:
    FILE.write_text("POSTGRES_PASSWORD=x\nSOMETHING_ELSE=y\nDRAWING_PROCESSES=2\n", encoding="utf-8")
    assert read_settings().render_processes == 2
    assert configuration.read_environment_file().unknown_names == ["SOMETHING_ELSE"]


def test_a_file_that_cannot_be_read_is_one_line() -> None:
    FILE.mkdir()
    result = portolan("run")
    assert result.exit_code == 2
    assert result.stderr == "portolan: .env cannot be read: Is a directory\n"


def test_every_name_of_the_example_is_known() -> None:
    example = Path(__file__).parents[3] / ".env.example"
    names = {line.lstrip("#").partition("=")[0] for line in example.read_text(encoding="utf-8").splitlines()}
    settings = {name for name in names if name.isupper()}
    assert settings
    assert settings <= configuration.known_names()
