"""Every instruction of the Dockerfile, carried out without a container daemon: ``make image``, as root on a Debian.

``python -m tests.image`` makes a Debian with debootstrap in the place of the base image (with Debian's Python, which
is another than that of the image), copies what ``.dockerignore`` lets through, runs each RUN in a root of its own, and
then starts the program as the image would: as its user, with its environment, in its folder. It checks that a game is
played, that a missing token ends in one line, that with WAIT_WHEN_REFUSED it is not started again and again, and that
the user can write nowhere but in its folders.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE

from tests.bare import CERTIFICATES, HANDED_ON, INSIDE, MIRROR

PROJECT = Path(__file__).parents[1]
DEBIAN = "trixie"
PACKAGES = "python3,python3-venv,python-is-python3"
CARRIED_OUT = {"FROM", "RUN", "COPY", "ENV", "WORKDIR", "USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
HOSTED = 2
"""Tables that are played to their ends, one of each game, the shortest games first."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Yield the instructions, each with its arguments, lines joined, comments left out."""
    lines = [line for line in dockerfile.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            name, _, arguments = line.strip().partition(" ")
            if name not in CARRIED_OUT:
                raise ValueError(f"nobody carries out {name}")
            yield name, arguments.strip()


def let_through(ignore: str, files: list[str]) -> list[str]:
    """Return the files that a .dockerignore of ``*``, ``!path`` and ``**/name`` leaves in the context."""
    included = []
    for file in files:
        parts = Path(file).parts
        wanted = True
        for line in (line.strip() for line in ignore.splitlines() if line.strip() and line[0] != "#"):
            inverse = line.startswith("!")
            pattern = line.removeprefix("!")
            if pattern.startswith("**/"):
                matches = any(fnmatch.fnmatch(part, pattern[3:]) for part in parts)
            else:
                matches = any(fnmatch.fnmatch("/".join(parts[:n]), pattern) for n in range(1, len(parts) + 1))
            wanted = inverse if matches else wanted
        if wanted:
            included.append(file)
    return included


@dataclass
class Stage:
    """A root that becomes an image."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    user: str = "0:0"
    folder: str = "/"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)

    def words(self, *command: str, **more: str) -> list[str]:
        settings = [f"{name}={value}" for name, value in {**self.environment, **more}.items()]
        inside = [*settings, "sh", "-c", f'cd {shlex.quote(self.folder)} && exec "$@"', "sh", *command]
        unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec"]
        return [*unshare, INSIDE.replace("chroot", f"chroot --userspec={self.user}"), str(self.root), *inside]

    def run(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.words(*command, **more), capture_output=True, text=True, check=False)


def base(work: Path) -> Path:
    root = work / "debian"
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", DEBIAN, str(root), MIRROR]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    root.chmod(0o755)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if CERTIFICATES.exists():
        (root / CERTIFICATES.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
    return root


def outside() -> dict[str, str]:
    """Return the environment of this machine that build commands need to download packages."""
    settings = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
    return settings | ({"PIP_CERT": str(CERTIFICATES)} if CERTIFICATES.exists() else {})


def build(work: Path) -> Stage:
    """Build the last stage of the Dockerfile. Raises CalledProcessError for an instruction that fails."""
    context = work / "context"
    tracked = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    for file in let_through((PROJECT / ".dockerignore").read_text(), tracked.splitlines()):
        (context / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(PROJECT / file, context / file)
    stages: dict[str, Stage] = {}
    stage = Stage(work)
    for name, arguments in instructions((PROJECT / "Dockerfile").read_text()):
        say(f"  {name} {arguments[:100]}")
        if name == "FROM":
            image, _, called = arguments.partition(" AS ")
            root = work / f"stage-{len(stages)}"
            if image in stages:
                subprocess.run(["cp", "-a", "--reflink=auto", str(stages[image].root), str(root)], check=True)
            else:
                root = base(work).rename(root)
            stage = stages[called or "last"] = Stage(root)
        elif name == "RUN":
            done = stage.run("sh", "-ec", arguments, **outside())
            if done.returncode:
                say(done.stdout + done.stderr)
                done.check_returncode()
        elif name == "COPY":
            copy(arguments, stage, context, stages)
        elif name == "ENV":
            for word in shlex.split(arguments):
                key, _, value = word.partition("=")
                stage.environment[key] = value.replace("$PATH", stage.environment["PATH"])
        elif name == "WORKDIR":
            stage.folder = arguments
            (stage.root / arguments.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif name == "USER":
            stage.user = arguments
        elif name == "VOLUME":
            stage.volumes.append(arguments)
        elif name == "HEALTHCHECK":
            stage.health = json.loads(arguments.partition("CMD")[2])
        elif name == "ENTRYPOINT":
            stage.entrypoint = json.loads(arguments)
        elif name == "CMD":
            stage.command = json.loads(arguments)
    return stage


def copy(arguments: str, stage: Stage, context: Path, stages: dict[str, Stage]) -> None:
    """Carry out COPY, from the context or another stage: a folder's content, or files into a folder."""
    *sources, target = [word for word in arguments.split() if not word.startswith("--")]
    origin = re.search(r"--from=(\S+)", arguments)
    top = stages[origin[1]].root if origin else context
    destination = stage.root / (Path(stage.folder) / target).relative_to("/")
    for source in sources:
        source_path = top / source.lstrip("/")
        if source_path.is_dir():
            destination.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-a", f"{source_path}/.", str(destination)], check=True)
        else:
            into = destination / source_path.name if target.endswith("/") else destination
            into.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source_path, into)


def tried(image: Stage) -> list[str]:
    """Check a built image, and return the names of the checks that fail."""
    faults = []

    def check(true: bool, description: str) -> None:
        say(f"  {'well' if true else 'FAULT'}: {description}")
        if not true:
            faults.append(description)

    started = image.run(*image.entrypoint, *image.command)
    line = started.stderr.strip()
    check(started.returncode == 2 and "DISCORD_TOKEN is not set" in line, f"no token: {line}")
    check(not image.user.startswith("0"), f"it runs as {image.user}")
    played = image.run(*image.entrypoint, "selfplay", "macao", "--seats", "2", "--player", "random", "--out", "/tmp/o")
    check(played.returncode == 0, f"a game is played: {(played.stdout + played.stderr).strip().splitlines()[-1]}")
    verified = image.run(*image.entrypoint, "verify", "/tmp/o/record.json")
    check(verified.returncode == 0, "its record holds")
    migrated = image.run(*image.entrypoint, "migrate")
    check(migrated.returncode == 0, f"the database is made: {(migrated.stdout + migrated.stderr).strip()}")
    saved = image.run(*image.entrypoint, "backup", "--to", "/data/backups")
    check(saved.returncode == 0, f"and backed up: {(saved.stdout + saved.stderr).strip()}")
    check(image.run(*image.health).returncode == 1, "the health check fails while nothing runs")
    image.run("touch", image.environment["HEALTH_FILE"])
    check(image.run(*image.health).returncode == 0, "and passes when the file is fresh")
    written = image.run("sh", "-c", "echo x > /opt/portolan/x; echo x > /usr/x; echo x > /data/x; ls /data/x")
    check(
        written.stdout.strip() == "/data/x" and written.stderr.count("ermission denied") == 2,
        "it writes in /data alone",
    )
    # A session of its own: who becomes another user is no longer killed with the process that has started it.
    waiting = subprocess.Popen(
        image.words(*image.entrypoint, *image.command, WAIT_WHEN_REFUSED="true"), stderr=PIPE, start_new_session=True
    )
    time.sleep(8)
    check(waiting.poll() is None, "with WAIT_WHEN_REFUSED it waits instead of being started for ever")
    os.killpg(waiting.pid, signal.SIGKILL)
    waiting.communicate()
    shutil.copy(PROJECT / "tests/hosting.py", image.root / "data")
    hosted = image.run("python", "hosting.py", image.environment["DATABASE_URL"], str(HOSTED))
    check(hosted.returncode == 0, f"tables are hosted to their ends: {hosted.stdout or hosted.stderr}")
    return faults


def main() -> int:
    if os.geteuid() or not shutil.which("debootstrap"):
        say("make image makes a whole machine: run it as root, with debootstrap (Debian: apt-get install debootstrap)")
        return 2
    work = Path(tempfile.mkdtemp(prefix="portolan-image-", dir="/var/tmp"))
    work.chmod(0o755)
    try:
        return 1 if tried(build(work)) else 0
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())
