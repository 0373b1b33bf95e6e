"""The page of the package on an index: its description and its addresses, in the metadata that is built."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RELEASE = {"GITHUB_REPOSITORY": "somebody/Portolan", "GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v9.8.7"}
BRANCH = {**RELEASE, "GITHUB_REF_TYPE": "branch", "GITHUB_REF_NAME": "main"}
ADDRESS = "https://github.com/somebody/Portolan"
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")


def hatch(folder: Path, target: str, out: Path, environment: dict[str, str]) -> None:
    """Build the sdist or the wheel of a source folder, in a workflow that has this environment."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    build = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    subprocess.run(build, cwd=folder, check=True, capture_output=True, env=surroundings | environment)


def built(tmp_path: Path, environment: dict[str, str]) -> tuple[Message, str]:
    """Return the metadata of an sdist, and the description in it."""
    hatch(ROOT, "sdist", tmp_path, environment)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        content = archive.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert content is not None
        metadata = message_from_string(content.read().decode())
    return metadata, str(metadata.get_payload())


def test_without_a_repository_the_description_has_neither_dead_links_nor_pictures(tmp_path: Path) -> None:
    metadata, description = built(tmp_path, {})
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert description.lstrip().startswith("# Portolan\n")
    assert [target for _, target in LINK.findall(description) if "://" not in target] == []
    assert "![" not in description
    assert "How to contribute" in description
    assert "| `navegador` |" in description
    assert metadata.get_all("Project-URL") is None


def test_in_a_release_links_and_pictures_lead_to_the_files_of_its_tag(tmp_path: Path) -> None:
    metadata, description = built(tmp_path, RELEASE)
    targets = LINK.findall(description)
    assert [target for _, target in targets if "://" not in target] == []
    pictures = [target for mark, target in targets if mark]
    assert f"{ADDRESS}/raw/v9.8.7/docs/channel.png" in pictures
    files = [target.partition("#")[0] for _, target in targets if target.startswith(ADDRESS)]
    missing = [file for file in files if not (ROOT / re.sub(r".*/v9\.8\.7/", "", file)).is_file()]
    assert missing == []
    urls = dict(entry.split(", ") for entry in metadata.get_all("Project-URL") or [])
    assert urls["Repository"] == ADDRESS
    assert urls["Changelog"] == f"{ADDRESS}/blob/v9.8.7/CHANGELOG.md"


def test_a_build_of_a_branch_links_to_the_newest_files(tmp_path: Path) -> None:
    _, description = built(tmp_path, BRANCH)
    assert f"({ADDRESS}/blob/HEAD/docs/playing.md)" in description


@pytest.mark.slow
def test_a_wheel_made_of_the_sdist_elsewhere_keeps_what_the_release_wrote(tmp_path: Path) -> None:
    metadata, description = built(tmp_path, RELEASE)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path)
    hatch(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path, {})
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive_of_wheel:
        (name,) = [name for name in archive_of_wheel.namelist() if name.endswith(".dist-info/METADATA")]
        content = message_from_string(archive_of_wheel.read(name).decode())
    assert content.get_payload() == description
    assert content.get_all("Project-URL") == metadata.get_all("Project-URL")
