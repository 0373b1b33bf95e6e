"""The display of people's names: one policy for texts, pictures and typed names.

The module is a leaf of `render` because pictures may not import the bot, and engines know no names of people. Names are
stored as Discord gives them; all code that shows one uses this module first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase
from unicodedata import bidirectional, category, name, normalize

LONGEST = 80
"""The largest number of grapheme clusters of a shown name; Discord allows 32 characters, of which some expand."""
ELLIPSIS = "…"
# "First strong isolate" and its end: the writing direction of the text between them does not affect the text around it.
ISOLATE = "\u2068"
POP = "\u2069"

_MOST_MARKS = 3
"""The largest number of combining marks on a letter: scripts need up to three, more would cover neighbouring lines."""
_INVISIBLE_KINDS = frozenset(("Cc", "Cf", "Cn", "Co", "Cs"))
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\ufff0-\ufffc\U00013441\U00013442"
    "\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
"""Characters that show nothing although their category is that of letters, marks or symbols."""
_FUTURE_EMOJI = range(0x1F000, 0x1FB00)
"""Code points that are or will be pictures, although this Python may not know them yet."""

_PICTOGRAM = "[\u00a9\u00ae\u2190-\u27ff\u2900-\u2bff\u3030\u303d\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
_STYLE = "[\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
_EMOJI = re.compile(f"[0-9#*]\ufe0f?\u20e3|{_FLAG}|{_PICTOGRAM}{_STYLE}(?:\u200d{_PICTOGRAM}{_STYLE}){{0,6}}")
"""Pattern of an emoji with all its parts: variation selector, skin tone, tags of a flag, joined pictures."""

_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))

_LATIN_OVERRIDES = {"Ð": "D", "Ŋ": "N", "Ə": "A"}
_CYRILLIC_OVERRIDES = {**dict(zip("ЕЁЄЙЛМНРСФЉЊ", "EEEJLMNRSFLN", strict=True)), "І": "I", "Ї": "I"}
"""Letters whose Unicode name begins with a different letter than their sound."""
_SPOKEN = re.compile(r"(?:LETTER|SYLLABLE|CHARACTER) (?:CAPITAL |SMALL |SHORT )*([A-Z])")

_LOOK_ALIKES = str.maketrans(
    "АВЕКМНОРСТУХЅІЈаеорсухѕіјһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονɡıⅼ",
    "ABEKMHOPCTYXSIJaeopcyxsijhdqwABEZHIKMNOPTYXovgil",
)
"""Letters of other alphabets that look like a Latin letter."""


@lru_cache(maxsize=2048)
def displayed_name(stored: str) -> str:
    """Return a name as it is shown; "" if it has no visible characters."""
    text = stored
    while (visible := _without_invisible(text)) != text:  # parts may have become adjacent and form one emoji now
        text = visible
    return shortened(text, LONGEST)


def _without_invisible(text: str) -> str:
    visible = normalize("NFC", "".join(_visible_units(_composed(text))))
    return " ".join(visible.split())


def numbered(word: str, number: int) -> str:
    """Return a substitute for an invisible name; ``word`` is "Player" in the reader's language."""
    return f"{word} {number}"


def clusters(text: str) -> list[str]:
    """Return the grapheme clusters of a text: a letter with its marks, or a whole emoji."""
    parts: list[str] = []
    for unit in _units(text):
        if parts and category(unit[0])[0] == "M":
            parts[-1] += unit
        else:
            parts.append(unit)
    return parts


def shortened(text: str, most: int) -> str:
    """Return a text of at most ``most`` grapheme clusters, cut with an ellipsis."""
    if len(text) <= most:
        return text
    parts = clusters(text)
    return text if len(parts) <= most else "".join(parts[: most - 1]).rstrip() + ELLIPSIS


def is_right_to_left(text: str) -> bool:
    """Return whether a text has right-to-left characters, which affect the direction of the text around it."""
    return not text.isascii() and any(bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)


def isolated(text: str) -> str:
    """Return a text that does not change the order of the text around it.

    Only texts with right-to-left characters need it; others are returned as they are, because isolates count as
    characters of a label.
    """
    return f"{ISOLATE}{text}{POP}" if is_right_to_left(text) else text


@lru_cache(maxsize=1024)
def look_of(stored: str) -> str:
    """Return a key that is equal for names that readers cannot tell apart."""
    lower = displayed_name(stored).translate(_LOOK_ALIKES).casefold()
    return "".join(letter for letter in normalize("NFKD", lower) if category(letter)[0] not in "MZ")


def latin_initial(stored: str) -> str:
    """Return the letter from A to Z with which a Latin name begins, without accents; empty for other names."""
    letter = _first_letter(stored)
    if "LATIN" not in name(letter or " ", ""):
        return ""
    return _LATIN_OVERRIDES.get(letter) or _bare(letter) or _spoken(letter)


def spoken_initial(stored: str) -> str:
    """Return the letter from A to Z by which a name of any script may be known; empty if there is none."""
    letter = _first_letter(stored)
    if not letter:
        return ""
    return latin_initial(stored) or _CYRILLIC_OVERRIDES.get(letter) or _bare(letter) or _spoken(letter)


def _first_letter(stored: str) -> str:
    """Return the first letter of a name as a capital; empty if it begins with a figure or has no letter."""
    first = next((character for character in displayed_name(stored) if character.isalnum()), "")
    return first.upper()[:1] if first.isalpha() else ""


def _bare(letter: str) -> str:
    base = normalize("NFKD", letter)[:1].upper()
    return base if base in ascii_uppercase else ""


def _spoken(letter: str) -> str:
    """Return the initial of a letter's Unicode name: its sound in most scripts, the base letter of a Latin one."""
    spoken = _SPOKEN.search(name(letter, ""))
    return spoken[1] if spoken else ""


def _composed(stored: str) -> str:
    """Return the NFKC form of a name, except for signs (a lone accent) that would become a blank with a mark."""
    if stored.isascii():
        return stored
    return normalize("NFC", "".join(map(_compatible, stored)))


def _compatible(character: str) -> str:
    simple = normalize("NFKC", character)
    return character if simple[:1] == " " and not character.isspace() else simple


def _units(text: str) -> Sequence[str]:
    """Split a text into whole emoji and single other characters."""
    if text.isascii():
        return text
    units: list[str] = []
    end = 0
    for emoji in _EMOJI.finditer(text):
        units += [*text[end : emoji.start()], emoji[0]]
        end = emoji.end()
    return [*units, *text[end:]]


def _visible_units(text: str) -> list[str]:
    """Return the visible pieces of a text; white space becomes blanks."""
    visible: list[str] = []
    marks = _MOST_MARKS  # a mark without a letter before it is dropped
    for unit in _units(text):
        if unit.isspace():
            visible.append(" ")
            marks = _MOST_MARKS
        elif len(unit) == 1 and _is_invisible(unit):
            continue
        elif category(unit[0])[0] != "M":
            visible.append(unit)
            marks = 0
        elif marks < _MOST_MARKS:
            visible.append(unit)
            marks += 1
    return visible


def _is_invisible(character: str) -> bool:
    if _INVISIBLE.match(character):
        return True
    return category(character) in _INVISIBLE_KINDS and ord(character) not in _FUTURE_EMOJI
