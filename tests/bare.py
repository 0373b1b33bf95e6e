"""The README's two commands on machines that have nothing: ``make bare``, as root on a Debian or its kin.

``python -m tests.bare [bookworm trixie sid python3.12 ...]`` makes each Debian anew with debootstrap (Python, its venv,
make and git, no more), clones the last commit into it and runs ``make sandbox`` until its page answers, then ``make
test``. The name or path of a Python stands for a clone on this machine, made with that Python; ``wheel`` for a Debian
with pipx and the built wheel alone, where the README's lines host tables to their ends and a disk is lost and restored.
It says how long each took and what was installed, and where the output of a command is that failed. It needs nothing
but Python itself.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PROJECT = Path(__file__).parents[1]
MACHINES = ("wheel", "bookworm", "trixie", "sid", "python3.12")
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,make,git"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Those of this machine are taken along: it may reach the packages through a proxy of its own."""
HANDED_ON = ("http_proxy", "https_proxy", "no_proxy")
INSIDE = """
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
exec chroot "$0" env -i "$@"
"""
"""What a name space of its own begins with, so that nothing stays mounted."""
WHEEL = "wheel"
HOST = "trixie"
"""A machine with nothing but the wheel, and which Debian that is."""
HOSTED = 2
"""Tables, of two games."""
PATIENCE = 3600
"""Seconds for either command."""


class Machine:
    """A place with make and a Python in which shell commands run."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.log = folder / "output.txt"

    def make(self) -> None:
        """Makes it, and a clean clone in it."""
        self.source.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(self.source)], check=True)

    @property
    def source(self) -> Path:
        return self.folder / "source"

    def command(self, line: str) -> list[str]:
        return ["sh", "-c", f"cd {shlex.quote(str(self.source))} && {line}"]

    def begin(self, line: str) -> subprocess.Popen[bytes]:
        """Starts a shell command with a process group of its own; what it prints is added to the log."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.command(line),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell in the background ignores it
            )

    def run(self, line: str) -> float:
        """The seconds a shell command takes. Raises CalledProcessError."""
        began = time.monotonic()
        process = self.begin(line)
        try:
            if process.wait(PATIENCE):
                raise subprocess.CalledProcessError(process.returncode, line)
        finally:
            end(process)
        return time.monotonic() - began

    def answer(self, line: str) -> str:
        return subprocess.run(self.command(line), capture_output=True, text=True, check=True).stdout.strip()

    def packages(self) -> set[str]:
        """The system's packages."""
        return set()


class HostPython(Machine):
    """A Python of this machine, with everything else that is on it."""

    def command(self, line: str) -> list[str]:
        return super().command(f"export CI=true PYTHON={shlex.quote(self.name)} && {line}")


class Debian(Machine):
    """A Debian with nothing in it, seen as root."""

    suite = ""
    brought = PACKAGES

    def make(self) -> None:
        self.folder.chmod(0o755)  # the root of a machine is open to all of its users
        suite = self.suite or self.name
        brought = f"--include={self.brought}"
        line = ["debootstrap", "--variant=minbase", brought, suite, str(self.folder), MIRROR]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        if CERTIFICATES.exists():
            (self.folder / CERTIFICATES.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CERTIFICATES, self.folder / CERTIFICATES.relative_to("/"))
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        super().make()

    @property
    def source(self) -> Path:
        return self.folder / "root/source"

    def command(self, line: str) -> list[str]:
        settings = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        settings |= {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "dumb", "CI": "true"}
        if CERTIFICATES.exists():
            settings["PIP_CERT"] = str(CERTIFICATES)
        inside = [*(f"{name}={value}" for name, value in settings.items()), "sh", "-c", f"cd /root/source && {line}"]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", INSIDE, str(self.folder), *inside]

    def packages(self) -> set[str]:
        return set(self.answer("dpkg-query --show --showformat='${Package}\\n'").split())


class Host(Debian):
    """A Debian with pipx, and nothing of this project but its wheel."""

    suite = HOST
    brought = "python3,python3-venv,pipx"

    def make(self) -> None:
        super().make()
        self.run("python3 -m venv /tmp/built && /tmp/built/bin/pip wheel --quiet --no-deps -w /root/dist .")
        shutil.copy(self.source / "tests/hosting.py", self.folder / "root")
        shutil.rmtree(self.source)
        self.source.mkdir()

    def host(self) -> float:
        """The seconds from installing it to tables that are over, and a disk lost and restored. Raises
        CalledProcessError."""
        portolan = "~/.local/bin/portolan"
        data = "export DATABASE_URL=sqlite:///$PWD/portolan.db"
        python = "~/.local/share/pipx/venvs/portolan-bot/bin/python"
        return sum(
            map(
                self.run,
                (
                    "pipx install /root/dist/portolan_bot-*.whl",
                    f"{data}; {python} /root/hosting.py $DATABASE_URL {HOSTED}",
                    f"{data}; {portolan} backup --to copies && rm portolan.db*",
                    f"{data}; {portolan} restore copies/* && {portolan} tables list",
                ),
            )
        )


def sandbox(machine: Machine) -> float:
    """The seconds from ``make sandbox`` to a page that answers. Raises TimeoutError, OSError."""
    began = time.monotonic()
    process = machine.begin("make sandbox")
    try:
        while process.poll() is None and time.monotonic() - began < PATIENCE:
            if found := re.search(r"http://127\.0\.0\.1:\d+/", machine.log.read_text(errors="replace")):
                with urllib.request.urlopen(found.group(), timeout=30) as page:
                    page.read()
                return time.monotonic() - began
            time.sleep(0.2)
        raise TimeoutError("make sandbox printed no address")
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Interrupts it as Ctrl+C does, with all that it has begun."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def tried(machine: Machine) -> bool:
    """Print how the commands end on a machine, and return whether they succeed."""
    try:
        machine.make()
        before = machine.packages()
        if isinstance(machine, Host):
            took = machine.host()
            hosted = [line for line in machine.log.read_text(errors="replace").splitlines() if " decisions, " in line]
            say(f"{machine.name}: {HOST}, pipx and the wheel; hosted, lost and restored in {took:.0f} s", *hosted)
            shutil.rmtree(machine.folder)
            return True
        page = sandbox(machine)
        tests = machine.run("make test")
    except (OSError, subprocess.SubprocessError) as fault:
        say(f"{machine.name}: {fault}; see {machine.log}")
        return False
    python = machine.answer(".venv/bin/python --version")
    wheels = len(machine.answer(".venv/bin/pip list --format=freeze").splitlines())
    closing = [line for line in machine.log.read_text(errors="replace").splitlines() if re.search(r"\d passed", line)]
    added = len(machine.packages() - before)
    say(f"{machine.name}: {python}; make sandbox {page:.0f} s, make test {tests:.0f} s")
    say(
        f"  installed: {wheels} wheels, {added} packages of the system",
        *(f"  {line.strip('= ')}" for line in closing[-1:]),
    )
    shutil.rmtree(machine.folder)
    return True


def say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def main(names: list[str]) -> int:
    if os.geteuid() or not shutil.which("debootstrap"):
        say("make bare makes whole machines: run it as root, with debootstrap (Debian: apt-get install debootstrap)")
        return 2
    good = True
    for name in names or MACHINES:
        kind = HostPython if Path(name).name.startswith("python") else Host if name == WHEEL else Debian
        good = tried(kind(name, Path(tempfile.mkdtemp(prefix="portolan-bare-", dir="/var/tmp")))) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
