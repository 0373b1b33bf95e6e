"""Search for time zones as people type them: by city, country, common abbreviation, or offset from UTC."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import get_global

from bot.wording.languages import FALLBACK
from bot.wording.word_forms import folded, joined, spellings

MOST = 5
"""Largest number of proposals."""
SHORTEST_BEGINNING = 3
"""Smallest number of letters of a word that is searched for as the beginning of a name."""
SHORTEST_GUESSED = 5
"""Smallest number of letters of a word for which similar names are proposed; shorter ones are similar to too many."""
ABBREVIATIONS = {
    **dict.fromkeys(("cet", "cest", "met", "mest"), "Europe/Brussels"),
    **dict.fromkeys(("mez", "mesz"), "Europe/Berlin"),
    **dict.fromkeys(("wet", "west"), "Europe/Lisbon"),
    **dict.fromkeys(("eet", "eest"), "Europe/Athens"),
    "bst": "Europe/London",
    **dict.fromkeys(("et", "est", "edt"), "America/New_York"),
    **dict.fromkeys(("ct", "cst", "cdt"), "America/Chicago"),
    **dict.fromkeys(("mt", "mst", "mdt"), "America/Denver"),
    **dict.fromkeys(("pt", "pst", "pdt"), "America/Los_Angeles"),
    **dict.fromkeys(("akst", "akdt"), "America/Anchorage"),
    "hst": "Pacific/Honolulu",
    **dict.fromkeys(("nst", "ndt"), "America/St_Johns"),
    "adt": "America/Halifax",
    "brt": "America/Sao_Paulo",
    "clt": "America/Santiago",
    "cot": "America/Bogota",
    "msk": "Europe/Moscow",
    "trt": "Europe/Istanbul",
    "sast": "Africa/Johannesburg",
    "eat": "Africa/Nairobi",
    "pkt": "Asia/Karachi",
    "ict": "Asia/Bangkok",
    "wib": "Asia/Jakarta",
    "sgt": "Asia/Singapore",
    "hkt": "Asia/Hong_Kong",
    "pht": "Asia/Manila",
    "jst": "Asia/Tokyo",
    "kst": "Asia/Seoul",
    "awst": "Australia/Perth",
    **dict.fromkeys(("acst", "acdt"), "Australia/Adelaide"),
    **dict.fromkeys(("aest", "aedt"), "Australia/Sydney"),
    **dict.fromkeys(("nzst", "nzdt"), "Pacific/Auckland"),
}
"""Abbreviations, each with a zone that has the clock changes that people who type it usually mean."""
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-\u2212\u2013])\s*(\d{1,2})(?:[:.]?([0-5]\d))?(?:\s*h)?")
_MOST_EAST = 14
"""Largest number of whole hours ahead of UTC for which there is a zone."""
_MOST_WEST = 12
"""Largest number of whole hours behind UTC for which there is a zone."""


class Found(NamedTuple):
    """The result of a search: the zone if only one can be meant, else at most MOST proposals, the likeliest first."""

    zone: str | None
    proposals: tuple[str, ...] = ()


def find_zones(typed: str, language: str, now: datetime) -> Found:
    """Return the zones that somebody who speaks a language may mean. The first call is slow, as it reads many files."""
    searched_name = typed.strip().lower()
    if searched_name in ("utc", "gmt", "z"):
        return Found("UTC")
    if offset := _OFFSET.fullmatch(searched_name):
        return _at_offset(offset, now)
    word = joined(folded(searched_name))
    if word in ABBREVIATIONS:
        return Found(ABBREVIATIONS[word])
    names = _names(language)
    zones = names.get(word) or _in_city(word)
    if len(zones) == 1:
        return Found(zones[0])
    likely = (
        zones
        or _holding(word, names | _cities())
        or _similar_zones(word, names, 0.7)
        or _similar_zones(word, _cities(), 0.8)
    )
    return Found(None, tuple(dict.fromkeys(likely))[:MOST])


def zone_name(zone: str) -> str:
    """Return a zone as people read it: "America/New York", "UTC+2"."""
    if zone.startswith("Etc/GMT"):  # the signs of these names are reversed: Etc/GMT-2 is two hours ahead of UTC
        return f"UTC{zone.removeprefix('Etc/GMT').translate(str.maketrans('+-', '-+'))}"
    return zone.replace("_", " ")


def is_fixed(zone: str) -> bool:
    """Return whether a zone is an offset from UTC, without summer time."""
    return zone.startswith("Etc/")


def _at_offset(offset: re.Match[str], now: datetime) -> Found:
    """Return the zone of an offset in whole hours; for other offsets, propose the zones that have it now."""
    hours = int(offset[2])
    minutes = int(offset[3] or 0)
    is_west = offset[1] != "+"
    if hours == minutes == 0:
        return Found("UTC")
    if minutes == 0 and hours <= (_MOST_WEST if is_west else _MOST_EAST):
        return Found(f"Etc/GMT{'+' if is_west else '-'}{hours}")
    utc_offset = timedelta(hours=hours, minutes=minutes) * (-1 if is_west else 1)
    return Found(
        None, tuple(zone for zone in _zones() if now.astimezone(ZoneInfo(zone)).utcoffset() == utc_offset)[:MOST]
    )


def _in_city(word: str) -> tuple[str, ...]:
    """Return the zones of large cities with this name, and zones whose name contains the word (York in New_York)."""
    cities = _cities().get(word, ())
    parts = [zone for zone in _zones() if word in zone.rpartition("/")[2].lower().split("_")]
    return tuple(dict.fromkeys([*cities, *parts])) if cities else ()


def _holding(word: str, names: dict[str, tuple[str, ...]]) -> list[str]:
    """Return zones with a name that begins with a word, then, for longer words, those that contain it elsewhere."""
    if len(word) < SHORTEST_BEGINNING:
        return []
    begun = [zone for name, zones in names.items() if name.startswith(word) for zone in zones]
    if len(word) == SHORTEST_BEGINNING:
        return begun
    return begun + [zone for name, zones in names.items() if word in name for zone in zones]


def _similar_zones(word: str, names: dict[str, tuple[str, ...]], least_score: float) -> list[str]:
    """Return zones with a name whose similarity to a word, which may be misspelled, is at least ``least_score``."""
    if len(word) < SHORTEST_GUESSED:
        return []
    return [zone for name in get_close_matches(word, names, MOST, least_score) for zone in names[name]]


@cache
def _zones() -> tuple[str, ...]:
    """Return the zones of places, whose names begin with a region ("Europe/Berlin")."""
    return tuple(sorted(zone for zone in available_timezones() if "/" in zone and not is_fixed(zone)))


@cache
def _cities() -> dict[str, tuple[str, ...]]:
    """Return the zones of large cities, by the folded names of the city in several languages."""
    zones: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for line in (files("bot.wording") / "cities.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        zone, *names = line.split("\t")
        for name in names:
            for spelling in spellings(name):
                zones[joined(spelling)][zone] = None
    return {city: tuple(names) for city, names in zones.items()}


@cache
def _names(language: str) -> dict[str, tuple[str, ...]]:
    """Return zones by all their names in English and another language, folded and without blanks."""
    zones: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for locale in dict.fromkeys((language, FALLBACK)):
        for name, zone in _named(Locale(locale)):
            for spelling in spellings(name):
                zones[joined(spelling)][zone] = None
    return {name: tuple(same_name) for name, same_name in zones.items()}


def _named(locale: Locale) -> Iterator[tuple[str, str]]:
    countries = get_global("zone_territories")
    newer_names = get_global("zone_aliases")
    for name in _zones():
        zone = newer_names.get(name, name)
        if zone not in _zones():  # Babel knows of newer names than the system
            zone = name
        yield name, zone
        yield name.rpartition("/")[2].replace("_", " "), zone
        if city := locale.time_zones.get(name, {}).get("city"):
            yield city, zone
        if country := locale.territories.get(countries.get(name, "")):
            yield country, zone
