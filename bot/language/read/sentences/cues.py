"""Put mentions into context: the unit of a number, the direction of a route, whether it is ruled out.

>>> from bot.language.read.words.lexicon import lexicon
>>> from bot.language.read.tokens.utterance import Utterance
>>> utterance = Utterance.of("two workers, depot 4")
>>> words = lexicon("burgundy", "en")
>>> [(cue.mention.text, sorted(cue.units)) for cue in in_context(words.mentions(utterance, {}), utterance, words)]
[('two', ['worker']), ('workers', []), ('depot', []), ('4', ['depot'])]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.language.read.sentences.number_context import NO_PARTNER, Numbers
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.language.read.words.lexicon import Lexicon

MOST_EQUAL = 6
"""Times that a number may be named at once: "two sixes"."""
PRICED_WITHIN = 2
"""Number of mentions before a number that may mark it as a price."""


@dataclass(frozen=True, kw_only=True)
class Cue:
    """A mention in its context.

    Of a number, ``units`` say what it counts, from the words that introduce or follow it. ``partner_start`` says
    beside which thing it stands, whether it counts that or not: in "the red five", five belongs to red and has no unit
    of its own. The partner tells features of one place apart, as of "the 6 ore and the 8 wool"; the unit tells features
    of different sorts apart, such as two steps and two workers.
    """

    mention: Mention
    units: frozenset[str] = frozenset()
    """Units of a number; empty: the text gives none."""
    partner_start: int = NO_PARTNER
    """First token of the thing that a number belongs to, or of the harbour of a thing."""
    counts_things: bool = False
    """True if a number counts things, and cannot be one that is printed on the board."""
    is_ordinal: bool = False
    """True for an ordinal number."""
    is_price: bool = False
    """True if the text calls a number a price."""
    is_introduced: bool = False
    """True for a number behind the unit that introduces it: field two."""
    end: str = ""
    """End of a route that the text gives: "from" or "to"; empty: neither."""
    is_all: bool = False
    """True if the text speaks of all or both of them."""
    is_excluded: bool = False
    """True if the text says that this is not meant."""

    @property
    def thing_start(self) -> int:
        """First token of the thing that the cue belongs to."""
        return self.mention.start if self.partner_start == NO_PARTNER else self.partner_start


def in_context(
    mentions: Sequence[Mention], utterance: Utterance, lexicon: Lexicon, excluded: frozenset[int] = frozenset()
) -> list[Cue]:
    """Return the mentions that have a meaning of their own, each in its context.

    Args:
        mentions: The mentions of the utterance, in order.
        utterance: The text.
        lexicon: The words of the game in the language of the text.
        excluded: Indices of the tokens that a negation rules out.
    """
    return _Context(mentions, utterance, lexicon, excluded).cues()


class _Context:
    """The mentions of an utterance and their neighbours."""

    def __init__(
        self, mentions: Sequence[Mention], utterance: Utterance, lexicon: Lexicon, excluded: frozenset[int]
    ) -> None:
        self.mentions = _spelled_out(mentions)
        self.utterance = utterance
        self.lexicon = lexicon
        self.excluded = excluded
        self.numbers = Numbers(self.mentions, utterance, lexicon)
        self.is_all = any(
            mention.values("grammar") & {"all", "both"} and mention.start not in excluded for mention in self.mentions
        )

    def cues(self) -> list[Cue]:
        """Return a cue for each mention that is more than grammar."""
        cues = [
            self._number(place, mention) if mention.number is not None else self._word(place, mention)
            for place, mention in enumerate(self.mentions)
            if mention.concepts and not mention.is_grammar and not self._is_direction(place)
        ]
        if len(cues) == 1 and self._is_sure_alone(cues[0].mention):
            return [replace(cues[0], mention=replace(cues[0].mention, is_weak=False))]  # "just one", Dutch "mijn"
        return cues

    def _is_sure_alone(self, mention: Mention) -> bool:
        """Return whether a word that may mean nothing has a meaning where it is the only one."""
        is_whole_text = len(self.utterance.words) == 1 and bool(mention.values("thing"))
        return mention.number is not None or mention.text in self.lexicon.things_by_exact_name or is_whole_text

    def _is_direction(self, place: int) -> bool:
        """Return whether a mention only gives the direction of a journey whose length is named."""
        mention = self.mentions[place]
        before = [token.word for token in self.utterance.tokens[: mention.start]]
        introducing = next((word for word in reversed(before) if word not in self.lexicon.common.articles), "")
        return introducing in self.lexicon.common.directions and any(
            number.number is not None and self.numbers.units(index) & self.lexicon.spoken.units.distances
            for index, number in enumerate(self.mentions)
        )

    def _number(self, place: int, mention: Mention) -> Cue:
        units = self.numbers.units(place)
        spoken = self.lexicon.spoken
        has_known_unit = bool(units & (spoken.units.vague | spoken.units.exact))
        follows_filler = place > 0 and self.mentions[place - 1].is_filler
        # "Two ships" count; "the two ship" is the one in depot 2, and "2 workers" are judged by their unit.
        counts_things = bool(units) and not (has_known_unit or follows_filler)
        before = self.mentions[max(0, place - PRICED_WITHIN) : place]
        return Cue(
            mention=mention,
            units=units,
            partner_start=self.numbers.partner_start(place),
            counts_things=counts_things,
            is_ordinal=mention.text in self.lexicon.common.ordinals,
            is_price=any("price" in mention.values("grammar") for mention in before),
            is_introduced=self.numbers.is_introduced(place),
            end=self._end(place),
            is_excluded=mention.start in self.excluded,
        )

    def _word(self, place: int, mention: Mention) -> Cue:
        return Cue(
            mention=mention,
            partner_start=self._harbour_start(place),
            end=self._end(place),
            is_all=self.is_all and bool(mention.values("thing")),
            is_excluded=mention.start in self.excluded,
        )

    def _harbour_start(self, place: int) -> int:
        """Return the first token of the harbour that a thing belongs to: "the brick harbour"."""
        mention = self.mentions[place]
        following = self.mentions[place + 1] if place + 1 < len(self.mentions) else None
        harbour = self.lexicon.spoken.places.harbour
        if following is None or harbour not in following.values("unit") or not mention.values("thing"):
            return NO_PARTNER
        is_adjacent = following.start in (mention.start, mention.stop)  # one word in German
        return following.start if is_adjacent else NO_PARTNER

    def _end(self, place: int) -> str:
        """Return the end of a route that prepositions before a mention give; empty: none."""
        mention = self.mentions[place]
        if ends := mention.values("end"):
            return min(ends) if mention.values("thing") else ""
        for before in reversed(self.mentions[:place]):
            if not before.is_weak:
                break
            if ends := before.values("end"):
                return min(ends)
        return ""


def _spelled_out(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions in which "two sixes" is six, six, "a six" is six and "the 4 ones" is 4."""
    spelled = list[Mention]()
    for mention in mentions:
        if mention.number is not None and spelled and _is_article(spelled[-1], mention):
            spelled.pop()
        is_plural = "plural" in mention.values("grammar") and mention.number is not None
        if is_plural and mention.is_weak and spelled and spelled[-1].number is not None:
            continue  # "the 4 ones"
        is_plural = is_plural and not mention.is_weak
        times = spelled[-1].number if is_plural and spelled else None
        if times is None or times > MOST_EQUAL:
            spelled.append(mention)
        else:
            spelled[-1:] = [mention] * times
    return spelled


def _is_article(mention: Mention, following: Mention) -> bool:
    """Return whether a word for one is only the article of the number behind it."""
    return mention.number == 1 and mention.is_weak and mention.stop == following.start
