"""Changes of simcord's page that its public interface does not offer."""

from __future__ import annotations

from simcord.preview import _assets
from simcord.preview._media import MediaInfo, MediaWorker

MOST_PICTURES = 200
"""Checked pictures that are cached, the newest ones: about 20 MB."""


class CachingMediaWorker(MediaWorker):
    """Check each picture of the channel once.

    Simcord's own worker forgets every picture when the page becomes somebody else, and starts a process of 0.2 to 0.3
    seconds for each of up to 50 pictures again. After twenty turns the page was blocked for 14 to 24 seconds at each
    change of person; with this class it is blocked for less than one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._checked: dict[tuple[str, float | None], MediaInfo] = {}

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return the properties of a picture. Raises MediaError as simcord's own worker does."""
        cache_key = (key, media_time)
        if cache_key not in self._checked:
            self._checked[cache_key] = await super().validate(key, blob, media_time=media_time)
            while len(self._checked) > MOST_PICTURES:
                del self._checked[next(iter(self._checked))]
        return self._checked[cache_key]


def check_pictures_once() -> None:
    """Have pages use `CachingMediaWorker`; simcord has no parameter for its worker."""
    setattr(_assets, MediaWorker.__name__, CachingMediaWorker)
