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

from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.language.read.words.lexicon import Lexicon

NO_PARTNER = -1
"""Start of the partner of a number that belongs to no thing."""
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
        self.is_all = any(mention.values("grammar") & {"all", "both"} for mention in self.mentions)

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
        return mention.number is not None or mention.text in self.lexicon.things_by_exact_name

    def _is_direction(self, place: int) -> bool:
        """Return whether a mention only gives the direction of a journey whose length is named."""
        mention = self.mentions[place]
        before = [token.word for token in self.utterance.tokens[: mention.start]]
        introducing = next((word for word in reversed(before) if word not in self.lexicon.common.articles), "")
        return introducing in self.lexicon.common.directions and any(
            number.number is not None and self._units_of(index) & self.lexicon.spoken.units.distances
            for index, number in enumerate(self.mentions)
        )

    def _number(self, place: int, mention: Mention) -> Cue:
        units = self._units_of(place)
        spoken = self.lexicon.spoken
        has_known_unit = bool(units & (spoken.units.vague | spoken.units.exact))
        follows_filler = place > 0 and self.mentions[place - 1].is_filler
        # "Two ships" count; "the two ship" is the one in depot 2, and "2 workers" are judged by their unit.
        counts_things = bool(units) and not (has_known_unit or follows_filler)
        before = self.mentions[max(0, place - PRICED_WITHIN) : place]
        return Cue(
            mention=mention,
            units=units,
            partner_start=self._partner_start(place),
            counts_things=counts_things,
            is_ordinal=mention.text in self.lexicon.common.ordinals,
            is_price=any("price" in mention.values("grammar") for mention in before),
            is_introduced=bool(units) and units <= spoken.units.introducing and self._is_introduced(place, units),
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

    def _is_introduced(self, place: int, units: frozenset[str]) -> bool:
        """Return whether the unit of a number stands before it: "field two", not "two fields"."""
        return any(units & before.values("unit") for before in self.mentions[:place])

    def _units_of(self, place: int) -> frozenset[str]:
        """Return the units of a number: of a word that introduces it, or of the words behind it."""
        number = self.mentions[place]
        for before in reversed(self.mentions[:place]):
            units = before.values("unit") & self.lexicon.spoken.units.introducing
            if units and "price" in before.values("grammar"):
                return units | self._units_behind(place)  # "costs 2 workers" may be a price or workers
            if units:
                return units  # "depot 4"
            is_apart = before.stop < number.start  # "with the 6", not "sheep with three"
            if before.text in self.lexicon.common.using and is_apart and not self._is_followed(place):
                return self.lexicon.spoken.units.tools
            if before.text in self.lexicon.common.joints or not before.is_filler:
                break  # a word in between belongs to another part: "depot of the castle, 4"
        return self._units_behind(place)

    def _units_behind(self, place: int) -> frozenset[str]:
        """Return the units of a number in the words behind it: "two of the workers"."""
        if self._follows_its_thing(place):
            return frozenset()
        number = self.mentions[place]
        for later in range(place + 1, len(self.mentions)):
            mention = self.mentions[later]
            is_apart = self._is_pause_between(number, mention, self.lexicon.common.negations)
            if is_apart or mention.text in self.lexicon.common.joints or mention.number is not None:
                break  # "4, workers", "4 and workers", "4 5 workers"
            if self._has_own_number(later):
                break  # "4 depot 2"
            if not mention.is_filler:
                return mention.values("unit") | mention.values("thing")
        return frozenset()

    def _follows_its_thing(self, place: int) -> bool:
        """Return whether a number is one of several that each follow their thing: "nugget 8 ore 5 lumber 9"."""
        first = place
        while first and self._alternate(first - 1):
            first -= 1
        last = place
        while last + 1 < len(self.mentions) and self._alternate(last):
            last += 1
        begins_with_thing = self.mentions[first].number is None
        return begins_with_thing and self.mentions[last].number is not None and last - first > 1

    def _alternate(self, place: int) -> bool:
        """Return whether a mention and the next one are adjacent, one of them a number and the other a thing."""
        pair = self.mentions[place : place + 2]
        numbers = [mention for mention in pair if mention.number is not None]
        things = [mention for mention in pair if mention.number is None and mention.values("thing")]
        return len(numbers) == 1 and len(things) == 1 and pair[0].stop == pair[1].start

    def _is_followed(self, place: int) -> bool:
        """Return whether a unit or thing follows a number directly: with 2 workers."""
        if place + 1 >= len(self.mentions):
            return False
        following = self.mentions[place + 1]
        is_adjacent = following.start == self.mentions[place].stop
        return is_adjacent and bool(following.values("unit") or following.values("thing"))

    def _has_own_number(self, place: int) -> bool:
        """Return whether a mention introduces the number behind it: "die 4", "Knowledge 16"."""
        following = self.mentions[place + 1] if place + 1 < len(self.mentions) else None
        if following is None or following.number is None:
            return False
        spoken = self.lexicon.spoken
        mention = self.mentions[place]
        introduces = mention.values("unit") & spoken.units.introducing
        return bool(introduces or mention.values("thing") & spoken.numbered.keys())

    def _partner_start(self, place: int) -> int:
        """Return the first token of the thing that a number belongs to: the nearest in its clause."""
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
        """Return whether another number follows a thing directly: "where the 6 meets the brick 10"."""
        return any(
            mention.number is not None and mention is not number and mention.start == thing.stop
            for mention in self.mentions
        )

    def _is_pause_between(self, first: Mention, second: Mention, separating: frozenset[str] = frozenset()) -> bool:
        """Return whether a mark, or one of some words, stands between two mentions."""
        tokens = self.utterance.tokens[first.stop : second.start]
        return any(token.is_pause or token.is_stop or token.word in separating for token in tokens)

    def _is_apart(self, first: Mention, second: Mention) -> bool:
        """Return whether a mark or a joining word separates two mentions."""
        return self._is_pause_between(first, second, self.lexicon.common.onward)


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
