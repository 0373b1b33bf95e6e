"""The long description and the addresses of the package, for the page that a package index shows.

README.md links to files of the repository and shows its pictures, which do not exist on an index. Where the address of
the repository is known, links and pictures lead there. Otherwise links become their text, and pictures are left out.

The address is `repository` in pyproject.toml, below [tool.hatch.metadata.hooks.custom], or else that of the repository
in which a workflow of GitHub builds the package (GITHUB_REPOSITORY).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


# No dataclass: hatchling executes this file without the module that a dataclass looks itself up in.
class Repository(NamedTuple):
    """The address of a repository on the web, and the tag or branch whose files are meant."""

    address: str
    revision: str

    def page_of(self, path: str) -> str:
        """Return the address at which people read a file."""
        return f"{self.address}/blob/{self.revision}/{path}"

    def content_of(self, path: str) -> str:
        """Return the address of a file's bytes, as a picture needs it."""
        return f"{self.address}/raw/{self.revision}/{path}"

    def urls(self) -> dict[str, str]:
        """Return the addresses that an index lists next to the description."""
        return {
            "Repository": self.address,
            "Documentation": self.page_of("docs/hosting/README.md"),
            "Changelog": self.page_of("CHANGELOG.md"),
            "Issues": f"{self.address}/issues",
        }


def find_repository(environment: Mapping[str, str], configured: str = "") -> Repository | None:
    """Return the repository that is configured or in which a workflow builds; None if neither is known."""
    address = configured.rstrip("/")
    if not address and environment.get("GITHUB_REPOSITORY"):
        server = environment.get("GITHUB_SERVER_URL", "https://github.com")
        address = f"{server}/{environment['GITHUB_REPOSITORY']}"
    if not address:
        return None
    is_release = environment.get("GITHUB_REF_TYPE") == "tag"
    return Repository(address, environment["GITHUB_REF_NAME"] if is_release else "HEAD")


def describe(readme: str, repository: Repository | None) -> str:
    """Return the text of README.md as an index can show it."""
    if repository is None:
        readme = TABLE.sub(lambda table: "" if "![" in table[0] else table[0], readme)
    text = LINK.sub(lambda link: _link(link, repository), readme)
    return re.sub(r"\n{3,}", "\n\n", text)


def _link(link: re.Match[str], repository: Repository | None) -> str:
    mark, text, target = link.groups()
    if "://" in target:
        return link[0]
    if repository is None:
        return "" if mark else text
    if target.startswith("#"):
        return f"[{text}]({repository.page_of('README.md')}{target})"
    address = repository.content_of(target) if mark else repository.page_of(target)
    return f"{mark}[{text}]({address})"


class CustomMetadataHook(MetadataHookInterface):
    """Fills in what pyproject.toml leaves open: the long description and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add ``readme`` and, where a repository is known, ``urls``."""
        repository = find_repository(os.environ, str(self.config.get("repository", "")))
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": describe(readme, repository)}
        if repository is not None:
            metadata["urls"] = repository.urls()
