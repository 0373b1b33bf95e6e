"""Put mentions into their context: what a number counts, from or to where something goes, what is not meant.

>>> from bot.language.read.lexicon import lexicon
>>> from bot.language.read.utterance import Utterance
>>> utterance = Utterance.of("two workers, depot 4")
>>> words = lexicon("burgundy", "en")
>>> [(cue.mention.text, sorted(cue.units)) for cue in in_context(words.mentions(utterance, {}), utterance, words)]
[('two', ['worker']), ('workers', []), ('depot', []), ('4', ['depot'])]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.language.read.concepts import Mention
from bot.language.read.lexicon import Lexicon
from bot.language.read.utterance import Utterance

NO_PARTNER = -1
"""What stands for the partner of a number that stands with no thing."""
PRICED_WITHIN = 2
"""Words before a number among which one may say that it is a price."""


@dataclass(frozen=True, kw_only=True)
class Cue:
    """A mention with what its neighbours say of it."""

    mention: Mention
    units: frozenset[str] = frozenset()
    """What a number counts, as far as that was said."""
    partner: int = NO_PARTNER
    """The first token of the thing that a number stands with."""
    is_count: bool = False
    """Whether a number certainly counts things, and is no printed one."""
    is_ordinal: bool = False
    """Whether a number says which one, not how many."""
    is_price: bool = False
    """Whether a number is said to be a price."""
    is_printed: bool = False
    """Whether a number stands behind what bears it: field two."""
    end: str = ""
    """Which end of a way it is said to be: "from" or "to"."""
    is_all: bool = False
    """Whether it was said of all of them, or of both."""
    is_excluded: bool = False
    """Whether it was said that this is not meant."""

    @property
    def thing(self) -> int:
        """The first token of the thing that is spoken of."""
        return self.mention.start if self.partner == NO_PARTNER else self.partner


def in_context(
    mentions: Sequence[Mention], utterance: Utterance, lexicon: Lexicon, denials: frozenset[int] = frozenset()
) -> list[Cue]:
    """Return the mentions that mean something, each in its context.

    Args:
        mentions: What the words of the utterance mean, in order.
        utterance: The text.
        lexicon: The words of the game in the language of the text.
        denials: The tokens of what is not meant.
    """
    return _Context(mentions, utterance, lexicon, denials).cues()


class _Context:
    """The mentions of an utterance, as neighbours of one another."""

    def __init__(
        self, mentions: Sequence[Mention], utterance: Utterance, lexicon: Lexicon, denials: frozenset[int]
    ) -> None:
        self.mentions = _spelled_out(mentions)
        self.utterance = utterance
        self.lexicon = lexicon
        self.denials = denials
        self.is_all = any(mention.values("grammar") & {"all", "both"} for mention in self.mentions)

    def cues(self) -> list[Cue]:
        """Return each mention that is more than grammar."""
        cues = [
            self._number(place, mention) if mention.number is not None else self._word(place, mention)
            for place, mention in enumerate(self.mentions)
            if mention.concepts and not mention.is_grammar
        ]
        if len(cues) == 1 and cues[0].mention.number is not None:
            return [replace(cues[0], mention=replace(cues[0].mention, is_weak=False))]  # "just one"
        return cues

    def _number(self, place: int, mention: Mention) -> Cue:
        units = self._counted_by(place)
        spoken = self.lexicon.spoken
        is_unit = bool(units & (spoken.vague_units | spoken.exact_units))
        previous = self.mentions[place - 1] if place else None
        before = self.mentions[max(0, place - PRICED_WITHIN) : place]
        return Cue(
            mention=mention,
            units=units,
            partner=self._partner(place),
            is_count=bool(units) and not is_unit and (previous is None or not previous.is_filler),
            is_ordinal=mention.text in self.lexicon.ordinals,
            is_price=any("price" in mention.values("grammar") for mention in before),
            is_printed=bool(units) and units <= spoken.introducing_units,
            end=self._end(place),
            is_excluded=mention.start in self.denials,
        )

    def _word(self, place: int, mention: Mention) -> Cue:
        return Cue(
            mention=mention,
            end=self._end(place),
            is_all=self.is_all and bool(mention.values("thing")),
            is_excluded=mention.start in self.denials,
        )

    def _end(self, place: int) -> str:
        """Return which end of a way the small words before a mention say that it is; empty: neither."""
        if self.mentions[place].values("end"):
            return ""
        for before in reversed(self.mentions[:place]):
            if not before.is_weak:
                break
            if ends := before.values("end"):
                return min(ends)
        return ""

    def _counted_by(self, place: int) -> frozenset[str]:
        """Return what a number counts: a unit that introduces it, or what stands behind it."""
        for before in reversed(self.mentions[:place]):
            if units := before.values("unit") & self.lexicon.spoken.introducing_units:
                return units
            has_article = before.stop < self.mentions[place].start  # "with the 6", not "sheep with three"
            if before.text in self.lexicon.using and has_article and not self._is_followed(place):
                return self.lexicon.spoken.tools
            if before.text in self.lexicon.joints or not before.is_filler:
                break
        for later in range(place + 1, len(self.mentions)):
            mention = self.mentions[later]
            is_apart = self._is_pause_between(self.mentions[place], mention) or mention.text in self.lexicon.joints
            if is_apart or mention.number is not None:
                break
            if not mention.is_filler:
                return frozenset() if self._has_own_number(later) else mention.values("unit") | mention.values("thing")
        return frozenset()

    def _is_followed(self, place: int) -> bool:
        """Return whether what a number counts stands right behind it: with 2 workers."""
        if place + 1 >= len(self.mentions):
            return False
        following = self.mentions[place + 1]
        is_adjacent = following.start == self.mentions[place].stop
        return is_adjacent and bool(following.values("unit") or following.values("thing"))

    def _has_own_number(self, place: int) -> bool:
        """Return whether what stands somewhere introduces the number behind it: "die 4", "Knowledge 16"."""
        following = self.mentions[place + 1] if place + 1 < len(self.mentions) else None
        if following is None or following.number is None:
            return False
        spoken = self.lexicon.spoken
        mention = self.mentions[place]
        introduces = mention.values("unit") & spoken.introducing_units
        return bool(introduces or mention.values("thing") & spoken.numbered.keys())

    def _partner(self, place: int) -> int:
        """Return the first token of the thing that a number stands with in its part of the sentence."""
        number = self.mentions[place]
        things = [
            mention
            for mention in self.mentions
            if mention is not number and mention.values("thing") and not self._bears_another_number(mention, number)
        ]
        after = [thing.start for thing in things if thing.start > number.start and not self._is_apart(number, thing)]
        before = [thing.start for thing in things if thing.start <= number.start and not self._is_apart(thing, number)]
        nearest = [*after[:1], *before[-1:]]
        return min(nearest, key=lambda start: (abs(start - number.start), start < number.start), default=NO_PARTNER)

    def _bears_another_number(self, thing: Mention, number: Mention) -> bool:
        """Return whether another number stands right behind a thing, as in "where the 6 meets the brick 10"."""
        return any(
            mention.number is not None and mention is not number and mention.start == thing.stop
            for mention in self.mentions
        )

    def _is_pause_between(self, first: Mention, second: Mention) -> bool:
        tokens = self.utterance.tokens[first.stop : second.start]
        return any(token.is_pause or token.is_stop for token in tokens)

    def _is_apart(self, first: Mention, second: Mention) -> bool:
        """Return whether something else begins between two mentions."""
        tokens = self.utterance.tokens[first.stop : second.start]
        return self._is_pause_between(first, second) or any(token.word in self.lexicon.onward for token in tokens)


def _spelled_out(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions with "two sixes" as six, six, and "a six" as six."""
    spelled = list[Mention]()
    for mention in mentions:
        if mention.number is not None and spelled and _is_article(spelled[-1], mention):
            spelled.pop()
        is_plural = "plural" in mention.values("grammar") and mention.number is not None and not mention.is_weak
        times = spelled[-1].number if is_plural and spelled else None
        if times is None:
            spelled.append(mention)
        else:
            spelled[-1:] = [mention] * times
    return spelled


def _is_article(mention: Mention, following: Mention) -> bool:
    """Return whether a word for one only introduces the number behind it."""
    return mention.number == 1 and mention.is_weak and mention.stop == following.start
