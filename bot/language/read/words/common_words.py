"""The words of a language that mean the same in every game, and relate or weigh what others name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.wording.lists import typed_words, words_in, words_of_groups
from bot.wording.word_forms import joined, spellings


@dataclass(frozen=True, kw_only=True)
class CommonWords:
    """Sets of folded words."""

    soft: frozenset[str]
    """Words that often have no bearing on a move: "take", "with"."""
    noise: frozenset[str]
    """Words that never have a bearing on a move, unless they name something: "please"."""
    negations: frozenset[str]
    """Words that rule out what they stand beside, or are an answer by themselves: "not the church", "none"."""
    strict_negations: frozenset[str]
    """The negations that are no answer by themselves: "not", "without"."""
    replacing: frozenset[str]
    """Negations that rule out nothing before them: "gold instead", but "instead of gold"."""
    contrasts: frozenset[str]
    """Words that introduce what is meant instead: "but"."""
    pronouns: frozenset[str]
    """Pronouns: "it"."""
    articles: frozenset[str]
    """Articles: "the"."""
    directions: frozenset[str]
    """Words that give the direction of a journey, not its end: "towards"."""
    joints: frozenset[str]
    """Words that join or separate parts of a sentence: "and", "for"."""
    using: frozenset[str]
    """Words that introduce a tool: "with"."""
    keeping: frozenset[str]
    """Words that say that something is not paid or given away: "keep"."""
    free: frozenset[str]
    """Words that say that something costs nothing: "gratis"."""
    purposes: frozenset[str]
    """Words that introduce what something is for: "for"."""
    onward: frozenset[str]
    """Words that join a move to the next one, or parts of one move: "and", "then"."""
    ordinals: frozenset[str]
    """Ordinal numbers: "second"."""

    def is_idle(self, words: str) -> bool:
        """Return whether words have no bearing on a move, or need not have one."""
        return words in self.soft or words in self.noise


@cache
def common_words(language: str) -> CommonWords:
    """Return the common words of a language."""
    lists = typed_words(language)["common"]

    def words(*entries: str) -> frozenset[str]:
        names = [name for entry in entries for name in words_in(lists.get(entry, ""))]
        return frozenset(joined(spelling) or name for name in names for spelling in spellings(name))

    return CommonWords(
        soft=words("soft", "breaks", "from", "to", "one"),
        noise=words("noise"),
        negations=words("no", "none"),
        strict_negations=words("no"),
        replacing=words("instead"),
        contrasts=words("against"),
        pronouns=words("pronouns"),
        articles=words("articles"),
        directions=words("heading_for"),
        joints=words("breaks"),
        using=words("using"),
        keeping=words("keeping"),
        free=words("free"),
        purposes=words("purpose"),
        onward=words("onward"),
        ordinals=words_of_groups(language, "ordinals") - words_of_groups(language, "numbers"),
    )
