"""Where a text with several decisions may be cut in two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.wording.folding import folded
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, in_digits, listed_in
from bot.wording.offered import LONGEST
from bot.wording.texts import Texts

FEWEST_LETTERS = 2
"""Of what stands before or behind where a text is cut in two."""
MOST_CUTS = 4
"""Places where a text is cut in two."""


def cuts(texts: Texts, typed: str) -> Iterator[tuple[str, str]]:
    """Where a text may be cut in two: at commas, and at small words that go on."""
    words = "|".join(map(re.escape, sorted(listed_in(texts.name, "onward"))))
    places = re.finditer(rf"\s*[,;.:]\s+(?:(?:{words})\s+)*|\s+(?:(?:{words})\s+)+", typed[:LONGEST], re.IGNORECASE)
    for _, cut in zip(range(MOST_CUTS), places, strict=False):
        before = typed[: cut.start()]
        behind = _of_the_same_kind(texts, before, typed[cut.end() : LONGEST])
        if min(sum(map(len, folded(before))), sum(map(len, folded(behind)))) >= FEWEST_LETTERS:
            yield before, behind


def _of_the_same_kind(texts: Texts, before: str, behind: str) -> str:
    """What stands behind a decision, with what a number alone leaves unsaid: "quarter 7, then 18" means quarter 18."""
    idle, words = idle_words(texts.name), in_digits((texts.name, FALLBACK), behind).split()
    while words and words[0].lower() in idle:
        words.pop(0)
    number, *further = re.split(r"(?<=\d)(?=\D)", " ".join(words), maxsplit=1)
    joins = "|".join(map(re.escape, sorted(listed_in(texts.name, "onward"))))
    alone = number.isdigit() and re.match(rf"[,;.:!]|\s+(?:{joins})\s|$", "".join(further))
    same, times = re.subn(r"\b\d+\b", number, in_digits((texts.name, FALLBACK), before)) if alone else ("", 0)
    return same + "".join(further) if times == 1 else behind
