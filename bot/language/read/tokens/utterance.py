"""Tokenise a typed text once: every later stage works on tokens, never on the text.

>>> utterance = Utterance.of("Sell 2 sugar, then 3 gold!")
>>> [clause.words for clause in utterance.clauses]
[('sell', '2', 'sugar'), ('then', '3', 'gold')]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.wording.word_forms import folded

LONGEST = 1000
"""Characters of a text that are read; no move is longer."""
LONGEST_PHRASE = 8
"""Words of a common phrase, at most."""
LONGEST_WORD = 40
"""Letters of the longest word that is looked up."""
PAUSES = frozenset(",;/()+-–—")
"""Marks that separate parts of a sentence."""
STOPS = frozenset(".!?…\n")
"""Marks that end a sentence."""
QUESTION_MARK = "?"
DOT = "·"
"""A mark without meaning: labels contain it, and it replaces Discord's codes for people, channels and emoji."""

_MENTION = re.compile(r"<(?:@[!&]?|#|t:|id:|a?:\w+:|/[^:<>]+:)[^<>\s]*>")
_SHORT = {"w": "with", "w/": "with", "w/o": "without"}
"""Abbreviations, with a mark or as a word."""
# A token is an abbreviation such as "w/", a word, perhaps with an apostrophe in it, an arrow or a die, or a mark. A
# hyphen is a mark only between blanks, a full stop only before one, and a plus not before a number.
_TOKEN = re.compile(
    r"\bw/o?(?=\W|$)|[^\W_]+(?:['’´`_][^\W_]+)*|->|→|🎲|[,;!?…·/()]|\+(?!\d)|(?<=\s)[-–—](?=\s)|\.(?=\s|$)|\n"
)


@dataclass(frozen=True)
class Token:
    """A word or mark of a text."""

    word: str
    """Without case, accents and hyphens."""
    start: int
    """Position of the first character in the text."""
    end: int
    """Position behind the last character in the text."""
    is_capital: bool = False
    """True if it begins with a capital letter."""

    @property
    def is_pause(self) -> bool:
        """True if it is a mark within a sentence."""
        return self.word in PAUSES

    @property
    def is_stop(self) -> bool:
        """True if it is a mark that ends a sentence."""
        return self.word in STOPS


@dataclass(frozen=True)
class Utterance:
    """A text, or a part of one, as tokens."""

    text: str
    """The whole text, even of a part."""
    tokens: tuple[Token, ...]

    @classmethod
    def of(cls, text: str) -> Utterance:
        """Tokenise a text; Discord's codes for people, channels and emoji become a mark without meaning."""
        text = text[:LONGEST]
        bare = _MENTION.sub(lambda match: DOT.ljust(len(match[0])), text)
        return cls(text, tuple(_tokens(bare)))

    @cached_property
    def word_tokens(self) -> tuple[Token, ...]:
        """The tokens that are no marks."""
        return tuple(token for token in self.tokens if not (token.is_pause or token.is_stop or token.word == DOT))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words without marks."""
        return tuple(token.word for token in self.word_tokens)

    @property
    def is_question(self) -> bool:
        """True if it has a question mark."""
        return any(token.word == QUESTION_MARK for token in self.tokens)

    @cached_property
    def clauses(self) -> tuple[Utterance, ...]:
        """The parts of the text between its marks."""
        parts = list[list[Token]]([[]])
        for token in self.tokens:
            if token.is_pause or token.is_stop:
                parts.append([])
            else:
                parts[-1].append(token)
        return tuple(Utterance(self.text, tuple(part)) for part in parts if part)

    def part(self, start: int, stop: int | None = None) -> Utterance:
        """Return the part of the utterance between two tokens."""
        return Utterance(self.text, self.tokens[start:stop])

    def beginning_at(self, token: Token | None) -> Utterance:
        """Return the part of the utterance that begins with one of its tokens; None: the empty part at its end."""
        return self.part(self.tokens.index(token) if token else len(self))

    def without(self, place: int) -> str:
        """Return the text without one token."""
        return " ".join(filter(None, (str(self.part(0, place)), str(self.part(place + 1)))))

    def as_typed(self, words: str) -> str:
        """Return the part of the text that has these words, as it was typed; the words if it has no such part.

        >>> Utterance.of("Plan LÖSCHEN!").as_typed("loschen")
        'LÖSCHEN'
        """
        sought = words.split()
        for start in range(len(self.tokens) - len(sought) + 1):
            tokens = self.tokens[start : start + len(sought)]
            if [token.word for token in tokens] == sought:
                return str(Utterance(self.text, tokens))
        return words

    def __str__(self) -> str:
        """Return the text as it was typed."""
        return self.text[self.tokens[0].start : self.tokens[-1].end] if self.tokens else ""

    def __len__(self) -> int:
        return len(self.tokens)


def phrase_length(words: Sequence[str], start: int, phrases: Collection[str]) -> int:
    """Return the number of words of the longest known phrase that begins at a place; 0: there is none.

    >>> phrase_length(("no", "wait", "gold"), 0, {"no", "no wait"})
    2
    """
    stops = range(min(len(words), start + LONGEST_PHRASE), start, -1)
    return next((stop - start for stop in stops if " ".join(words[start:stop]) in phrases), 0)


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        for word in folded(_SHORT.get(match[0].lower(), match[0])) or (match[0],):
            yield Token(word, start, end, match[0][:1].isupper())
