"""Parsing and formatting of days and periods as people write them: 2026-12-24, 24.12.2026, 24.12., 24 Dec, Dec 24.

The names of months come from Babel. No general date parser is used, because such parsers read too much into a text:
they take 24.-28.12. for two years and 22.11. for a time of day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache

from babel import Locale
from babel.dates import format_date

from bot.wording.languages import FALLBACK, about

Period = tuple[date, date]
"""The first and the last day."""

_DASHES = r"[-\u2013\u2014\u2026]|\.{2,3}"
_ISO = r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})(?!\d)"
# 24.12.2026, 24-12-26, 24/12, 24.12.; the year has four digits or follows at once. "one" and "two" are the figures as
# they were typed: either may be the day.
_FIGURES = (
    r"(?P<one>\d{1,2})(?P<mark>[./-])\s?(?P<two>\d{1,2})(?!\d)"
    r"(?:(?P=mark)(?:\s?(?P<year>\d{4})|(?P<short>\d{2}))(?![\d./])|[./])?"
)
# "before" and "behind" are days before and behind the name of their month ("after" and "month"), with the years "then"
# and "later".
_DAY_OF = r"(?P<before>\d{{1,2}})(?:\.|{ordinals})?\s*(?P<after>{months})\b\.?(?:\s+(?P<then>\d{{4}})(?!\d))?"
_OF_DAY = r"(?P<month>{months})\b\.?\s*(?P<behind>\d{{1,2}})(?:{ordinals})?(?!\d)(?:,?\s+(?P<later>\d{{4}})(?!\d))?"


def seconds(moment: datetime) -> str:
    """Return a moment as Unix seconds, for Discord's timestamps ``<t:…>`` in texts of the catalogue."""
    return str(int(moment.timestamp()))


def time_left(moment: datetime) -> str:
    """Return the end of a sentence that says how much time is left, as a timestamp that Discord shows relatively."""
    return f" · ⏳ <t:{seconds(moment)}:R>"


def written(day: date, language: str) -> str:
    """Return a day as it is usually typed in a language, with its year; ``read_period`` understands it."""
    return format_date(day, about(language).date, locale=language)


def read_period(typed: str, language: str, today: date, *, month_first: bool = False) -> Period | None:
    """Return the period that one or two typed dates mean; None if the text cannot be understood.

    Args:
        typed: The text.
        language: The language of the names of months and of the words between the dates; English is read as well.
        today: The first date, if it has no year, is the next such day from today on; the second is the next such day
            from the first on.
        month_first: True if 1/2 means January 2. If that makes no sense, the other order is tried.

    >>> read_period("24.12. bis 2.1.", "de", date(2026, 11, 1))
    (datetime.date(2026, 12, 24), datetime.date(2027, 1, 2))
    """
    dates = list(_dates(language).finditer(typed))
    if not 1 <= len(dates) <= 2:
        return None
    first = dates[0]
    last = dates[-1]
    before = typed[: first.start()]
    separator = typed[first.end() : last.start()] if len(dates) == 2 else ""
    after = typed[last.end() :]
    if after.strip() or not _before_first_day(language).fullmatch(before):
        return None
    if not _between_days(language).fullmatch(separator):
        return None
    for order in (month_first, not month_first):
        begin = _day(first, language, today, month_first=order)
        end = _day(last, language, begin, month_first=order) if begin else None
        if begin and end:
            return begin, end
    return None


def _day(typed: re.Match[str], language: str, earliest: date, *, month_first: bool) -> date | None:
    """Return the day that a typed date means; None if there is no such day."""
    year: str | None
    if typed["iso"]:
        year, *rest = typed["iso"].split("-")
        month, day = map(int, rest)
    elif typed["one"]:
        year = typed["year"] or (f"20{typed['short']}" if typed["short"] else None)
        day = int(typed["one"])
        month = int(typed["two"])
        if month_first and typed["mark"] == "/":
            day, month = month, day
    else:
        year = typed["then"] or typed["later"]
        month = _months(language).get((typed["after"] or typed["month"]).casefold(), 0)
        day = int(typed["before"] or typed["behind"])
    if year:
        return _date(int(year), month, day)
    years = range(earliest.year, earliest.year + 9)  # a 29 February may be eight years away
    candidates = (_date(number, month, day) for number in years)
    return next((candidate for candidate in candidates if candidate and candidate >= earliest), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@cache
def _before_first_day(language: str) -> re.Pattern[str]:
    """Return a pattern for the text before the first day ("from"), in English or the language."""
    words = [*about(FALLBACK).since, *about(language).since]
    return re.compile(rf"\s*(?:{_any_of(words)})?\s*", re.IGNORECASE)


@cache
def _between_days(language: str) -> re.Pattern[str]:
    """Return a pattern for the text between two days ("to"), in English or the language."""
    words = [*about(FALLBACK).until, *about(language).until]
    return re.compile(rf"\s*,?\s*(?:{_DASHES}|{_any_of(words)})?\s*", re.IGNORECASE)


def _any_of(words: Sequence[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first)


@cache
def _dates(language: str) -> re.Pattern[str]:
    """Return a pattern for dates with the names of months in English and in the language."""
    months = "|".join(sorted(map(re.escape, _months(language)), key=len, reverse=True))
    ordinals = _any_of([*about(FALLBACK).ordinals, *about(language).ordinals])
    of_month = [pattern.format(months=months, ordinals=ordinals) for pattern in (_DAY_OF, _OF_DAY)]
    formats = (_ISO, _FIGURES, *of_month)
    return re.compile("|".join(formats), re.IGNORECASE)


@cache
def _months(language: str) -> dict[str, int]:
    """Return the numbers of months by their names in lower case, whole or abbreviated to at least three letters."""
    names: dict[str, int] = {}
    for locale in dict.fromkeys((FALLBACK, language)):
        for width in ("wide", "abbreviated"):
            for number, name in Locale(locale).months["format"][width].items():
                full_name = name.lower().rstrip(".")
                names |= {full_name[:letters]: number for letters in range(3, len(full_name) + 1)}
        names |= about(locale).months
    return names
