"""Find what a number counts (its unit), and which thing it stands beside (its partner).

The unit is given by the first of these rules that applies:

1. The number is a part of a rate, such as 3:1, and belongs to a harbour.
2. A unit introduces the number: "depot 4". Behind a word for a price, "costs 2 workers", words behind the number may
   be its unit as well.
3. The number is what something is done with: the six of "with the 6" is a die.
4. It is one of several numbers that each follow their thing, and counts nothing: "nugget 8 ore 5 lumber 9".
5. A unit or a thing stands behind it: "two of the workers".

>>> from bot.language.read.words.lexicon import lexicon
>>> utterance = Utterance.of("two workers with the 6")
>>> words = lexicon("burgundy", "en")
>>> mentions = words.mentions(utterance, {})
>>> numbers = Numbers(mentions, utterance, words)
>>> [(mention.text, sorted(numbers.units(place))) for place, mention in enumerate(mentions) if mention.number]
[('two', ['worker']), ('6', ['die'])]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.language.read.words.lexicon import Lexicon

NO_PARTNER = -1
"""Start of the partner of a number that stands beside no thing."""


class Numbers:
    """The numbers of a sentence among its other mentions; a place is the index of a mention."""

    def __init__(self, mentions: Sequence[Mention], utterance: Utterance, lexicon: Lexicon) -> None:
        self.mentions = mentions
        self.utterance = utterance
        self.spoken = lexicon.spoken
        self.common = lexicon.common

    # -- units ---------------------------------------------------------------------------------------------------------

    def units(self, place: int) -> frozenset[str]:
        """Return the units of a number; empty: the text gives none."""
        number = self.mentions[place]
        if self.spoken.places.harbour and self._is_in_rate(number):
            return frozenset((self.spoken.places.harbour,))
        for before in reversed(self.mentions[:place]):
            units = before.values("unit") & self.spoken.units.introducing
            if units and "price" in before.values("grammar"):
                return units | self._units_behind(place)
            if units:
                return units
            has_word_between = before.stop < number.start  # "with the 6", not "sheep with three"
            if before.text in self.common.using and has_word_between and not self._is_followed(place):
                return self.spoken.units.tools
            if before.text in self.common.joints or not before.is_filler:
                break  # a word in between belongs to another part: "depot of the castle, 4"
        return self._units_behind(place)

    def _is_in_rate(self, number: Mention) -> bool:
        """Return whether a number is one of the two in "3:1"."""
        number_and_neighbours = self.utterance.tokens[max(0, number.start - 1) : number.start + 2]
        return any(
            first.word.isdigit()
            and second.word.isdigit()
            and self.utterance.text[first.end : second.start].strip() == ":"
            for first, second in pairwise(number_and_neighbours)
        )

    def is_introduced(self, place: int) -> bool:
        """Return whether all units of a number introduce it, one of them before it: "field two", not "two fields"."""
        units = self.units(place)
        is_before = any(units & before.values("unit") for before in self.mentions[:place])
        return is_before and units <= self.spoken.units.introducing

    def _units_behind(self, place: int) -> frozenset[str]:
        """Return the units of a number in the words behind it, unless the number follows its thing."""
        if self._follows_its_thing(place):
            return frozenset()
        number = self.mentions[place]
        for later_place in range(place + 1, len(self.mentions)):
            mention = self.mentions[later_place]
            is_apart = self._is_pause_between(number, mention, self.common.negations)
            if is_apart or mention.text in self.common.joints or mention.number is not None:
                break  # "4, workers", "4 and workers", "4 5 workers"
            if self._introduces_a_number(later_place):
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
        """Return whether what a number counts follows it directly: "with 2 workers".

        Things that bear numbers are not counted so: the 4 of "with the 4 Knowledge to e3" is a die.
        """
        if place + 1 >= len(self.mentions):
            return False
        following = self.mentions[place + 1]
        is_adjacent = following.start == self.mentions[place].stop
        is_counted = following.values("unit") or following.values("thing") - self.spoken.numbered.keys()
        return is_adjacent and bool(is_counted)

    def _introduces_a_number(self, place: int) -> bool:
        """Return whether a mention introduces the number behind it: "die 4", "Knowledge 16"."""
        following = self.mentions[place + 1] if place + 1 < len(self.mentions) else None
        if following is None or following.number is None:
            return False
        mention = self.mentions[place]
        introduces = mention.values("unit") & self.spoken.units.introducing
        return bool(introduces or mention.values("thing") & self.spoken.numbered.keys())

    # -- partners ------------------------------------------------------------------------------------------------------

    def partner_start(self, place: int) -> int:
        """Return the first token of the thing that a number belongs to: the nearest in its clause, else NO_PARTNER."""
        number = self.mentions[place]
        things = [
            mention
            for mention in self.mentions
            if mention is not number
            and mention.values("thing")
            and not mention.is_weak
            and not self._bears_another_number(mention, number)
        ]
        after = [thing.start for thing in things if thing.start > number.start and not self._is_apart(number, thing)]
        before = [thing.start for thing in things if thing.start <= number.start and not self._is_apart(thing, number)]
        nearest = [*after[:1], *before[-1:]]
        return min(nearest, key=lambda start: (abs(start - number.start), start < number.start), default=NO_PARTNER)

    def _bears_another_number(self, thing: Mention, number: Mention) -> bool:
        """Return whether another number follows a thing directly: "where the 6 meets the brick 10".

        In "8 grain 5 wool" the 5 belongs to the thing behind it.
        """
        return any(
            mention.number is not None
            and mention is not number
            and mention.start == thing.stop
            and (self._follows_its_thing(place) or not self._is_followed(place))
            for place, mention in enumerate(self.mentions)
        )

    def _is_apart(self, first: Mention, second: Mention) -> bool:
        """Return whether a mark or a joining word separates two mentions."""
        return self._is_pause_between(first, second, self.common.separators)

    def _is_pause_between(self, first: Mention, second: Mention, separating: frozenset[str]) -> bool:
        """Return whether a mark, or one of some words, stands between two mentions."""
        tokens = self.utterance.tokens[first.stop : second.start]
        return any(token.is_pause or token.is_stop or token.word in separating for token in tokens)
