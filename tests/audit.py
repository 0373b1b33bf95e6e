"""``python -m tests.audit PIP_AUDIT``: whether a weakness is known of anything in requirements/.

Fails on a finding. Where the list of known weaknesses cannot be reached or a mirror lacks it, one line says so.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

FILES = ("mutants", "bench", "build", "pip", "audit", "site", "hosting", "actionlint")
"""The first holds what runs the bot, the sandbox and the tests."""
UNREACHABLE = re.compile(r"ConnectionError|ServiceError|HTTPError|Max retries exceeded|[Tt]imed out|Timeout")


def audit(program: str, files: list[Path]) -> tuple[int, str]:
    """Run pip-audit, and return the exit status and the report."""
    looked_up: dict[str, dict[str, Any]] = {}
    for file in files:
        line = [program, "--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
        ran = subprocess.run([*line, "-r", str(file)], capture_output=True, text=True, check=False)
        try:
            looked_up |= {package["name"]: package for package in json.loads(ran.stdout)["dependencies"]}
        except (ValueError, KeyError):
            if UNREACHABLE.search(ran.stderr):
                return 0, "NOT AUDITED: the list of known weaknesses cannot be reached from here"
            return 1, f"pip-audit failed:\n{ran.stderr}"
    findings = sorted(
        f"{entry['name']} {entry['version']}: {weakness['id']}, "
        f"mended in {', '.join(weakness['fix_versions']) or 'none'}"
        for entry in looked_up.values()
        for weakness in entry.get("vulns", [])
    )
    left_out = sorted(package["name"] for package in looked_up.values() if "skip_reason" in package)
    lines = list(findings)
    if left_out:
        scope = "all" if len(left_out) == len(looked_up) else ", ".join(left_out)
        lines.append(f"NOT AUDITED, because the list of known weaknesses lacks them from here: {scope}")
    return bool(findings), "\n".join(lines) or f"no weakness is known of {len(looked_up)} packages"


if __name__ == "__main__":
    status, output = audit(sys.argv[1], [Path("requirements", f"{name}.txt") for name in FILES])
    print(output)  # noqa: T201
    sys.exit(status)
