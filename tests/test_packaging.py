"""What is shipped, and that the documents, the locked files and the program agree."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Collection, Iterator
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from typer import BadParameter
from typer.main import get_command
from typer.testing import CliRunner

import engines
from bot import __version__
from bot.cli import app
from bot.cli.refusal import PASSING, USAGE
from bot.interactions.permissions import NEEDED
from bot.settings import Settings, shard_numbers
from bot.wording import LANGUAGES, texts_in
from bot.wording.policies import POLICIES
from tests.image import instructions, let_through
from tests.storage.postgresql import SHIPPED
from tools import arena, fit, icon_sheet, texts, tune
from tools.bench import __main__ as bench
from tools.frames import __main__ as frames

ROOT = Path(__file__).parents[1]


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


README = read(ROOT / "README.md")
CONFIGURATION = read(ROOT / "docs" / "configuration.md")
CONTRIBUTING = read(ROOT / "CONTRIBUTING.md")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
GROUPS = SETTINGS["dependency-groups"]
BUILDER = SETTINGS["build-system"]["requires"]
TOOLS = {
    "arena": arena.app,
    "bench": bench.app,
    "fit": fit.app,
    "frames": frames.app,
    "icon_sheet": icon_sheet.app,
    "texts": texts.app,
    "tune": tune.app,
}
"""What developers run as ``python -m tools.NAME``."""
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def documents_with(things: Callable[[Path], Collection[object]]) -> list[Any]:
    """Return the documents that have something to be checked, as parameters of a test."""
    return [pytest.param(document, id=document.name) for document in DOCUMENTS if things(document)]


# -- the wheel ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Return the names of the files in a wheel built from this checkout."""
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(out), "."]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (file,) = out.glob("portolan_bot-*.whl")
    return set(zipfile.ZipFile(file).namelist())


def test_the_wheel_holds_everything_the_program_reads(wheel: set[str]) -> None:
    texts = ("portolan", *engines.GAMES)
    needed = {f"bot/wording/locale/{language}/{name}.po" for language in LANGUAGES for name in texts}
    needed |= {f"bot/wording/locale/{language}/rules_synonyms.toml" for language in LANGUAGES}
    needed |= {f"bot/wording/rules/{file.name}" for file in (ROOT / "docs" / "rules").iterdir()}
    needed |= {f"bot/wording/policies/{language}/{name}.md" for language in LANGUAGES for name in POLICIES}
    needed.add("storage/migrations/script.py.mako")
    for pattern in (
        "engines/*/data/*.json",
        "render/*/icons/*.svg",
        "render/fonts/*",
        "storage/migrations/versions/*.py",
    ):
        files = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)}
        assert files, pattern
        needed |= files
    assert needed - wheel == set()


def test_the_wheel_holds_every_module_and_nothing_else_of_the_project(wheel: set[str]) -> None:
    packages = ("bot", "engines", "render", "storage")
    modules = {path.relative_to(ROOT).as_posix() for package in packages for path in (ROOT / package).rglob("*.py")}
    assert modules - wheel == set()
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == set(packages)


def test_the_wheel_lacks_the_tools_of_developers(wheel: set[str]) -> None:
    assert not [name for name in wheel if name.startswith("tools/")]
    assert not {*TOOLS} & {*cast("Any", get_command(app)).commands}


def test_the_program_has_every_command_that_players_and_hosts_are_told_of() -> None:
    assert {
        *("run", "init", "doctor", "migrate", "backup", "restore", "think"),
        *("tables", "people", "servers", "ratings", "stats"),
        *("sandbox", "selfplay", "replay", "verify"),
    } == {*cast("Any", get_command(app)).commands}


def test_every_tool_has_a_help() -> None:
    for name, tool in TOOLS.items():
        result = CliRunner().invoke(tool, ["--help"])
        assert (result.exit_code, "Usage: " in result.stdout) == (0, True), name


def test_the_wheel_carries_the_licences(wheel: set[str]) -> None:
    licences = [name for name in wheel if ".dist-info/licenses/" in name]
    assert any(name.endswith("/LICENSE") for name in licences)
    assert sum(name.endswith("OFL.txt") for name in licences) == len(list((ROOT / "render/fonts").glob("*.txt")))


def test_the_newest_files_are_the_only_ones_of_the_package_that_make_leaves(tmp_path: Path) -> None:
    """Several files would match the pattern with which the documents install the package."""
    environment = tmp_path / "environment"
    dist = tmp_path / "dist"
    python = environment / "build" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    for stamp in (".made", ".build"):
        (environment / stamp).touch()
    dist.mkdir()
    for name in ("portolan_bot-1.9.0-py3-none-any.whl", "portolan_bot-1.10.0.tar.gz", "notes.txt"):
        (dist / name).touch()
    build = ["make", "package", f"VENV={environment}", f"DIST={dist}"]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    names = sorted(file.name for file in dist.iterdir())
    assert names == ["notes.txt", f"portolan_bot-{__version__}-py3-none-any.whl", f"portolan_bot-{__version__}.tar.gz"]


# -- the locked files --------------------------------------------------------------------------------------------------

LOCKED = {
    "runtime": [],
    "sandbox": ["sandbox"],
    "dev": ["dev", "sandbox"],
    "bench": ["sandbox"],
    "mutants": ["mutants", "dev", "sandbox"],
}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(name: str) -> dict[str, str]:
    """Return the package and version of every requirement of a locked file; each has its hashes."""
    versions = {}
    text = (ROOT / "requirements" / f"{name}.txt").read_text().replace("\\\n", " ")
    for line in text.splitlines():
        requirement = line.partition("#")[0].strip()
        if requirement:
            requirement_pattern = r"([a-z0-9-]+)(?:\[[a-z, ]+\])?==([\w.]+)"
            match = re.fullmatch(requirement_pattern + r"( ; [^-]+?)?((?:\s+--hash=sha256:[0-9a-f]{64})+)", requirement)
            assert match, f"{name}.txt: {line}"
            versions[match[1]] = match[2]
    return versions


@pytest.mark.parametrize(("name", "extras"), LOCKED.items())
def test_locked_files_hold_every_dependency_and_name_no_index(name: str, extras: list[str]) -> None:
    wanted = list(PROJECT["dependencies"])
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    names = {canonical(re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0]) for requirement in wanted}
    assert names - set(pinned(name)) == set()
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert not re.search(r"://|^-|file:", text, re.MULTILINE)


def test_the_extra_that_mutants_need_is_locked_by_its_name() -> None:
    """Pip, when it checks hashes, takes ``coverage[toml]`` for another package than ``coverage``."""
    assert re.search(r"^coverage\[toml\]==", (ROOT / "requirements" / "mutants.txt").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", ["bench", "build", "audit", "site", "hosting", "actionlint"])
def test_what_builds_and_what_audits_is_locked_too(name: str) -> None:
    wanted = GROUPS[name]
    assert wanted
    assert set(wanted) - set(pinned(name)) == set()
    assert set(BUILDER) <= set(GROUPS["build"])


def test_nothing_is_installed_or_built_from_without_a_hash() -> None:
    """pip asks for hashes where the file has them; of what it builds it would fetch the builder without."""
    makefile = re.sub(r"\\\n\s*", "", (ROOT / "Makefile").read_text())
    docker = (ROOT / "Dockerfile").read_text()
    installs = re.findall(r"pip (?:install|wheel) (?!--quiet uv\b)([^&\n]*)", makefile + docker + README + CONTRIBUTING)
    assert len(installs) >= 8
    for given in installs:
        if "-r requirements/" in given:
            assert "-e" not in given.split(), given
        else:
            assert "--no-deps" in given, given
            assert "--no-build-isolation" in given or given.endswith(".whl"), given


def test_the_image_is_named_by_its_digest() -> None:
    images = re.findall(r"^FROM (\S+)(?: AS (\w+))?$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    stages = {name for _, name in images}
    outside = [image for image, _ in images if image not in stages]
    assert len(outside) == 1
    assert re.fullmatch(r"python:3\.\d+-slim@sha256:[0-9a-f]{64}", outside[0])


COMPOSE = {file.name: file.read_text(encoding="utf-8") for file in sorted(ROOT.glob("compose*.yaml"))}


def test_images_of_others_are_named_by_their_digests_and_ours_by_the_release() -> None:
    """The release puts the digest of its image into these places."""
    assert len(COMPOSE) == 3
    release = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert r"s#\${PORTOLAN_IMAGE:-portolan:1}#" in release
    for name, compose in COMPOSE.items():
        for image in re.findall(r"^ +image: (\S+)$", compose, re.MULTILINE):
            own_image = "portolan:1" if name == "compose.build.yaml" else "${PORTOLAN_IMAGE:-portolan:1}"
            assert image == own_image or re.fullmatch(r"postgres:\d+-alpine@sha256:[0-9a-f]{64}", image), name
        assert name == "compose.build.yaml" or f"{name}" in release


def test_compose_ships_the_postgresql_that_is_tested() -> None:
    assert f"image: postgres:{SHIPPED}-alpine@" in COMPOSE["compose.yaml"]
    assert f"PostgreSQL {SHIPPED}" in read(ROOT / "docs" / "hosting" / "postgresql.md")


def test_no_process_of_the_compose_files_is_restarted_for_ever_for_its_token() -> None:
    for name in ("compose.yaml", "compose.sqlite.yaml"):
        assert "restart: unless-stopped" in COMPOSE[name]
        assert 'WAIT_WHEN_REFUSED: "true"' in COMPOSE[name]


def test_sqlite_alone_needs_a_token_and_nothing_else() -> None:
    compose = COMPOSE["compose.sqlite.yaml"]
    assert re.findall(r"\$\{(\w+):?[?]", compose) == ["DISCORD_TOKEN"]
    assert "postgres" not in compose


@pytest.mark.parametrize("name", ["compose.yaml", "compose.sqlite.yaml"])
def test_every_setting_in_a_file_env_reaches_the_bot_but_for_places_in_the_container(name: str) -> None:
    """The image has its own places for the database and the health file; those of ``.env`` are of another machine."""
    handed_on = {"compose.yaml": " .env\n", "compose.sqlite.yaml": "\n      - path: .env\n        required: false\n"}
    assert COMPOSE[name].count(f"  env_file:{handed_on[name]}") == 1
    set_here = set(re.findall(r"^ +([A-Z_]+): ", COMPOSE[name], re.MULTILINE))
    assert {"DATABASE_URL", "HEALTH_FILE", "BACKUP_TO"} <= set_here


def test_what_the_image_is_built_from_gets_through_to_it() -> None:
    """A folder that .dockerignore holds back ends a build, and no container daemon runs where these tests do."""
    files = [
        path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts
    ]
    through = let_through((ROOT / ".dockerignore").read_text(), files)
    for name, arguments in instructions((ROOT / "Dockerfile").read_text()):
        if name == "COPY" and "--from" not in arguments:
            for source in arguments.split()[:-1]:
                wanted = [file for file in files if file == source or file.startswith(f"{source}/")]
                assert wanted, source
                assert {file for file in wanted if "__pycache__" not in file} <= set(through), source
    assert not any(part in file for file in through for part in ("tests/", "tools/", ".env", ".git/"))


def test_a_unit_of_systemd_starts_nothing_again_that_another_start_does_not_mend() -> None:
    unit = (ROOT / "deploy/portolan.service").read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={USAGE}" in unit.splitlines()
    assert {"NoNewPrivileges=yes", "ProtectSystem=strict", "DynamicUser=yes"} <= set(unit.splitlines())
    for name in re.findall(r"([A-Z_]{4,})=\S*/", unit.partition("[Unit]")[2]):
        assert name.lower() in Settings.model_fields


def test_systemd_starts_the_bot_again_for_as_long_as_an_outage_lasts() -> None:
    """But never so often in a day that Discord, which allows 1,000 logins, takes the token away."""
    given = dict(re.findall(r"^(\w+)=(.+)$", (ROOT / "deploy/portolan.service").read_text(), re.MULTILINE))
    assert (given["Restart"], given["StartLimitIntervalSec"]) == ("on-failure", "0")
    assert str(PASSING) not in given["RestartPreventExitStatus"].split()
    assert 24 * 60 * 60 / int(given["RestartSec"]) < 1000


def test_commands_for_operators_run_as_the_unit_of_systemd_does(tmp_path: Path) -> None:
    calls = tmp_path / "systemd-run.calls"
    stubs = {"systemctl": "echo /mnt/disk/portolan", "systemd-run": f'printf "%s\\n" "$@" > {calls}'}
    for name, line in stubs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:/usr/bin:/bin"
    subprocess.run([ROOT / "deploy/portolan-admin", "people", "data", "1"], env={"PATH": path}, check=True)
    words = calls.read_text().splitlines()
    properties = {word.removeprefix("--property=") for word in words if word.startswith("--property=")}
    unit = set(read(ROOT / "deploy/portolan.service").splitlines())
    assert properties - unit == {"ReadWritePaths=/mnt/disk/portolan"}
    assert {"DynamicUser=yes", "User=portolan", "EnvironmentFile=/etc/portolan/env"} <= properties
    assert words[-4:] == ["/opt/portolan/bin/portolan", "people", "data", "1"]


def test_locked_files_agree_on_versions() -> None:
    versions: dict[str, set[str]] = {}
    for name in (*LOCKED, "build"):
        for package, version in pinned(name).items():
            versions.setdefault(package, set()).add(version)
    assert {package: different for package, different in versions.items() if len(different) > 1} == {}
    assert set(pinned("runtime")) < set(pinned("sandbox")) < set(pinned("dev"))


UNBOUND = {"tzdata"}
"""Its versions are dates, and the newest is always the right one."""


@pytest.mark.parametrize("wanted", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["sandbox"]])
def test_no_dependency_may_pass_its_major_version_and_the_locked_one_is_allowed(wanted: str) -> None:
    requirement = Requirement(wanted)
    locked = Version(pinned("sandbox")[canonical(requirement.name)])
    assert locked in requirement.specifier
    assert any(bound.operator in (">=", "==") for bound in requirement.specifier)
    beyond = Version(f"{locked.major + 1}")
    assert beyond not in requirement.specifier or requirement.name in UNBOUND


# -- the documents -----------------------------------------------------------------------------------------------------


def test_every_setting_is_documented() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for field in Settings.model_fields:
        assert re.search(rf"^\| `{field.upper()}` \|", CONFIGURATION, re.MULTILINE), field
        assert re.search(rf"^#?{field.upper()}=", example, re.MULTILINE), field
    rows = re.findall(r"^\| `([A-Z_]+)` \|", CONFIGURATION, re.MULTILINE)
    assert {row.lower() for row in rows} == set(Settings.model_fields)


def test_the_processes_of_the_compose_file_share_all_shards() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    shards = re.findall(r'SHARD_COUNT: "(.+)"\n +SHARD_IDS: "(.+)"', compose)
    (count,) = {int(count) for count, _ in shards}
    assert sorted(shard for _, ids in shards for shard in shard_numbers(ids)) == list(range(count))
    assert count > 1
    command = "docker compose --profile shards up --detach --scale bot=0"
    documents = [ROOT / "docs" / "hosting" / "shards.md", ROOT / "docs" / "hosting" / "docker.md"]
    for document in (compose, *(path.read_text(encoding="utf-8") for path in documents)):
        assert command in document


def commands(document: Path) -> Iterator[list[str]]:
    """Yield every command of the shell blocks of a document, as words without the assignments before it."""
    for block in re.findall(
        r"^ *```(?:sh|bash)\n(.*?)^ *```", document.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    ):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            for joined, group in groupby(words, lambda word: word in ("&&", "|")):
                command = list(group)
                while command and re.match(r"[A-Z_]+=", command[0]):
                    command.pop(0)
                if command and not joined:
                    yield command


USAGE_ERROR = cast("type[Exception]", BadParameter.__bases__[0])
"""The class of all faults in the words of a command, which typer does not export."""
MAKE_TARGETS = set(re.findall(r"^([a-z]+):", read(ROOT / "Makefile"), re.MULTILINE))


def own_commands(document: Path) -> list[list[str]]:
    """Return the documented commands whose words the project defines: those of make, ``portolan`` and the tools."""
    return [words for words in commands(document) if is_own(words[0].rpartition("/")[2], words[1:])]


def is_own(program: str, arguments: list[str]) -> bool:
    if program == "python":
        return arguments[1].startswith("tools.")
    return program in ("make", "portolan")


def fault_of(words: list[str]) -> str:
    """Return what is wrong with a command of the project; empty if it would be understood."""
    program = words[0].rpartition("/")[2]
    arguments = words[1:]
    if program == "make":
        return " ".join({word for word in arguments if "=" not in word} - MAKE_TARGETS)
    command: Any = get_command(app)
    if program == "python":
        command = get_command(TOOLS[arguments[1].removeprefix("tools.")])
        arguments = arguments[2:]
    if arguments == ["--help"]:
        return ""
    while subcommands := getattr(command, "commands", None):
        if arguments[0] not in subcommands:
            return f"no command {arguments[0]}"
        command = subcommands[arguments[0]]
        arguments = arguments[1:]
    filled = ["1" if re.fullmatch(r"[A-Z]{2,}", word) else word for word in arguments]  # ID stands for a number
    try:
        command.make_context("documented", filled)
    except USAGE_ERROR as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize("document", documents_with(own_commands))
def test_documented_commands_exist(document: Path) -> None:
    faults = {" ".join(words): fault_of(words) for words in own_commands(document)}
    assert {words: fault for words, fault in faults.items() if fault} == {}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("make everything", "everything"),
        (".venv/bin/portolan tables draw 1", "no command draw"),
        ("portolan selfplay macao --chairs 3", "No such option: --chairs"),
        ("python -m tools.bench load --chairs 3", "No such option: --chairs"),
    ],
)
def test_a_command_that_does_not_exist_is_found(line: str, fault: str) -> None:
    assert fault in fault_of(line.split())


def test_the_two_commands_and_the_same_without_make_are_documented() -> None:
    documented = list(commands(ROOT / "README.md"))
    assert ["make", "sandbox"] in documented
    assert ["make", "test"] in documented
    without_make = list(commands(ROOT / "CONTRIBUTING.md"))
    makefile = (ROOT / "Makefile").read_text()
    steps = re.search(r"^test:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert steps
    checks = re.sub(r"test -e .*--collect-only.*; \\\n", "", steps[1])  # what makes the rest faster checks nothing
    named = re.findall(r"\.venv/bin/[^;&\n]+", checks.replace("$(BIN)", ".venv/bin"))
    assert len(named) == 5
    for command in named:
        assert shlex.split(command) in without_make, command


def inner_links(document: Path) -> list[str]:
    """Return the targets of a document's links and pictures that lie in the project."""
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", read(document)) if "://" not in target]


@pytest.mark.parametrize("document", documents_with(inner_links))
def test_links_and_pictures_of_documents_exist(document: Path) -> None:
    for target in inner_links(document):
        name, _, anchor = target.partition("#")
        linked = document.parent / name if name else document
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def anchors(document: Path) -> set[str]:
    """Return the anchors that a reader's program makes of the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", read(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def named_files(document: Path) -> list[str]:
    """Return the modules, files and folders that a document names."""
    return re.findall(r"`((?:bot|engines|render|storage|tests|tools|docs|requirements)/[\w./]+)`", read(document))


@pytest.mark.parametrize("document", documents_with(named_files))
def test_modules_and_files_that_documents_name_exist(document: Path) -> None:
    assert [name for name in named_files(document) if not (ROOT / name).exists()] == []


def quoted_code(document: Path) -> list[str]:
    """Return the blocks of Python in a document."""
    return re.findall(r"^```python\n(.*?)^```", read(document), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", documents_with(quoted_code))
def test_code_in_documents_is_quoted_from_the_file_it_names(document: Path) -> None:
    for block in quoted_code(document):
        place, _, code = block.partition("\n")
        assert code in read(ROOT / place.removeprefix("# ")), code


def test_permissions_are_listed_in_one_document_to_which_the_readme_leads() -> None:
    say = texts_in("en").say
    assert "[six permissions](docs/administrators.md#invite-it)" in README
    assert len(NEEDED) == 6
    lists = [
        path for path in DOCUMENTS if all(say(why).replace(" my ", " its ") in read(path) for why in NEEDED.values())
    ]
    assert lists == [ROOT / "docs" / "administrators.md"]


def test_the_readme_is_short_and_names_windows_only_to_lead_to_its_page() -> None:
    assert len(README.split()) <= 1000
    for line in README.splitlines():
        assert "Windows" not in line or "windows.md" in line or "on Windows in" in line, line


# -- messages that documents quote -------------------------------------------------------------------------------------


def texts_of_the_program() -> Iterator[str]:
    """Yield every text in the source and the catalogues, with … for what is filled in."""
    for package in ("bot", "storage"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(read(path))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    for path in (ROOT / "bot" / "wording" / "locale" / "en").glob("*.po"):
        yield re.sub(r"\{[^}]*\}", "…", "".join(re.findall(r'^(?:msgstr )?"(.*)"$', read(path), re.MULTILINE)))


OF_OTHERS = {"portolan: command not found", "file is not a database", "unable to open database file"}
"""Messages of the shell and of SQLite."""
OF_OTHERS |= {"attempt to write a readonly database"}


def test_messages_that_troubleshooting_quotes_are_those_of_the_program() -> None:
    page = read(ROOT / "docs" / "hosting" / "troubleshooting.md")
    seen = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    quoted = {message for cell in seen for message in re.findall(r"`([^`]+)`", cell) if " " in message}
    assert len(quoted) > 10
    program = "\n".join(texts_of_the_program())
    for message in sorted(quoted - OF_OTHERS):
        assert re.sub(r"\d+", "…", message).strip("… ") in program, message


def test_every_game_is_named_in_the_readme() -> None:
    for key in engines.GAMES:
        assert key in README.lower()


def test_the_newest_version_of_the_changelog_is_this_one() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *releases = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    versions, dates = zip(*(release.split(" - ") for release in releases), strict=True)
    assert (first, versions[0]) == ("Unreleased", __version__)
    assert list(versions) == sorted(versions, key=Version, reverse=True)
    assert list(dates) == sorted(map(str, map(date.fromisoformat, dates)), reverse=True)
    upgrading = (ROOT / "docs/upgrading.md").read_text(encoding="utf-8")
    assert f"to {__version__.rpartition('.')[0]}\n" in upgrading
