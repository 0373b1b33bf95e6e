"""Analyse a text in one language: mentions, mood, cues with their context, and what the text rules out.

In "the mine, not the church" the church is ruled out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.language.read.possible_actions.action_features import ENDING_VERBS
from bot.language.read.sentences.cues import Cue, in_context
from bot.language.read.sentences.mood import Mood, mood
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.language.read.words.lexicon import Lexicon, Names


def excluded_tokens(
    utterance: Utterance, negations: frozenset[str], lexicon: Lexicon, *, phrase_tokens: Collection[int] = ()
) -> frozenset[int]:
    """Return the indices of the tokens that negations rule out: behind the negation, else before it.

    A negation rules out words of its own clause only, and none behind "but". "Instead" rules out nothing before it
    ("gold instead"), and nothing behind it where the text goes on with "and" ("gold instead and sell it").

    Args:
        utterance: The text.
        negations: Words that rule something out.
        lexicon: The words of the language.
        phrase_tokens: Indices of the tokens of phrases, in which a negation rules out nothing: "don't have any".
    """
    excluded = set[int]()
    part = list[int]()
    negation: int | None = None
    for place, token in enumerate(utterance.tokens):
        if token.is_pause or token.is_stop or token.word in lexicon.common.contrasts:
            excluded |= _excluded_of(part, negation, utterance, lexicon)
            part = []
            negation = None
        elif token.word in lexicon.common.replacing and _word_behind(utterance, place) in lexicon.common.separators:
            continue
        elif token.word in negations and place not in phrase_tokens:
            if negation is None:
                negation = place  # "no church and no mine": what is behind the first one is ruled out
        else:
            part.append(place)
    return frozenset(excluded | _excluded_of(part, negation, utterance, lexicon))


def spared_number(
    mentions: Sequence[Mention], utterance: Utterance, excluded: frozenset[int], lexicon: Lexicon
) -> Mention | None:
    """Return the number that a text leaves of all there are: the one of "all but one gold"; None: it leaves none.

    Args:
        mentions: The mentions of the utterance, in order.
        utterance: The text.
        excluded: Indices of the tokens that the text rules out.
        lexicon: The words of the language.
    """
    if not any("all" in mention.values("grammar") for mention in mentions):
        return None
    ruled_out = [mention for mention in mentions if mention.start in excluded and mention.concepts]
    behind_contrast = (
        mention
        for mention in mentions
        if mention.start and utterance.tokens[mention.start - 1].word in lexicon.common.contrasts
    )
    spared_mention = ruled_out[0] if ruled_out else next(behind_contrast, None)  # "all ships but one"
    return (
        spared_mention
        if spared_mention is not None and _is_number_of_things(spared_mention, utterance, lexicon)
        else None
    )


def without_spared(excluded: frozenset[int], spared_mention: Mention) -> frozenset[int]:
    """Return the excluded tokens without a spared number and what it counts: "all but *one gold*" is about gold."""
    stop = spared_mention.start
    while stop in excluded:
        stop += 1
    return excluded - set(range(spared_mention.start, stop))


def _is_number_of_things(mention: Mention, utterance: Utterance, lexicon: Lexicon) -> bool:
    """Return whether a mention is a number that counts, in contrast to articles, ordinals and names: "but the 6"."""
    before = utterance.tokens[mention.start - 1].word if mention.start else ""
    is_figure = bool(mention.number) and not mention.values("ordinal")
    return is_figure and lexicon.common.articles.isdisjoint((mention.text, before))


def _word_behind(utterance: Utterance, place: int) -> str:
    return utterance.tokens[place + 1].word if place + 1 < len(utterance) else ""


def _excluded_of(part: list[int], negation: int | None, utterance: Utterance, lexicon: Lexicon) -> set[int]:
    """Return the tokens of a part of a text that its negation rules out."""
    if negation is None:
        return set()
    following = {place for place in part if place > negation}
    if following or utterance.tokens[negation].word in lexicon.common.replacing:
        return following
    return set(part)


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A text, analysed without the game's state apart from the words of the legal actions."""

    lexicon: Lexicon
    """The words of the language in the game."""
    utterance: Utterance
    mentions: tuple[Mention, ...]
    """All words with their meanings, words without meaning included."""
    mood: Mood
    cues: tuple[Cue, ...]
    """The mentions with meaning, each in its context."""
    excluded: frozenset[int]
    """Indices of the tokens that the text rules out."""
    unknown: tuple[str, ...]
    """Words without meaning in this language."""
    rules_something_out: bool
    """True if the text rules something out."""
    extremes: Mention | None = None
    """The number beside a superlative: "the *two* cheapest"."""
    spared_mention: Mention | None = None
    """The number that is left of all there are: "all but *one* gold"."""

    @cached_property
    def certain(self) -> tuple[Mention, ...]:
        """The mentions that certainly have a meaning and are not ruled out."""
        return tuple(cue.mention for cue in self.cues if not cue.is_excluded and not cue.mention.is_weak)

    @cached_property
    def certain_things(self) -> frozenset[str]:
        """All things that the certain mentions may name."""
        return frozenset[str]().union(*(mention.values("thing") for mention in self.certain))

    @property
    def wants_all(self) -> bool:
        """True if all there are is meant, in contrast to "not all of it"."""
        return any(
            "all" in mention.values("grammar") and mention.start not in self.excluded for mention in self.mentions
        )

    @property
    def has_pronoun(self) -> bool:
        """True if the text has a pronoun: "put it there"."""
        return not self.lexicon.common.pronouns.isdisjoint(self.utterance.words)

    @property
    def ends(self) -> bool:
        """True if the text ends the turn or the choice."""
        return self.mood.is_enough or any(_is_end(cue.mention) for cue in self.cues)

    @property
    def says_only_end(self) -> bool:
        """True if the text says only that the player ends, or does not end yet."""
        return not self.mood.superlative and all(cue.mention.is_weak or _is_end(cue.mention) for cue in self.cues)


def sentence_of(
    lexicon: Lexicon, utterance: Utterance, names: Names, *, offered: Collection[str], exactly: bool
) -> Sentence:
    """Analyse a text in a language.

    Args:
        lexicon: The words of the game in the language.
        utterance: The text.
        names: Names of players and places at this table.
        offered: The words of all actions that the text may mean.
        exactly: True to recognise no misspelt and no abbreviated words.
    """
    mentions = lexicon.mentions(utterance, names, exactly=exactly)
    how_meant = _mood(lexicon, utterance, mentions, offered)
    uncovered = [mention for mention in mentions if how_meant.covered.isdisjoint(range(mention.start, mention.stop))]
    known_mentions = [mention for mention in uncovered if not mention.is_unknown]
    known_mentions = _without_purposes(known_mentions, utterance, lexicon, offered)
    extremes = _extremes(known_mentions, how_meant, lexicon)
    known_mentions = _without_comparison(known_mentions, how_meant, extremes)
    can_take_none = not lexicon.spoken.nothing.isdisjoint(offered)
    negations = frozenset[str]() if can_take_none else lexicon.common.negations
    if len(known_mentions) > 1:
        known_mentions = [mention for mention in known_mentions if mention.text not in negations]
    excluded = how_meant.exceptions | excluded_tokens(
        utterance,
        negations | _keeping(mentions, lexicon, offered),
        lexicon,
        phrase_tokens=_tokens_of_ends(known_mentions),
    )
    if (spared_mention := spared_number(mentions, utterance, excluded, lexicon)) is not None:
        excluded = without_spared(excluded, spared_mention)
        known_mentions = [mention for mention in known_mentions if mention is not spared_mention]
    cues = in_context(known_mentions, utterance, lexicon, excluded)
    strange = [mention.text for mention in uncovered if mention.is_unknown]
    denies = any(mention.text in lexicon.common.strict_negations for mention in known_mentions)
    return Sentence(
        lexicon=lexicon,
        utterance=utterance,
        mentions=tuple(mentions),
        mood=how_meant,
        cues=tuple(cues),
        excluded=excluded,
        unknown=tuple(word for word in strange if word not in lexicon.common.negations),
        rules_something_out=denies or any(cue.is_excluded for cue in cues),
        extremes=extremes,
        spared_mention=spared_mention,
    )


def _mood(lexicon: Lexicon, utterance: Utterance, mentions: list[Mention], offered: Collection[str]) -> Mood:
    """Return the mood; words that name a choice are no superlative: "lower" is a place of Macao."""
    how_meant = mood(utterance, lexicon.language)
    things = [mention.values("thing") for mention in mentions if mention.start in how_meant.covered]
    if any(not names.isdisjoint(offered) for names in things):
        return replace(how_meant, superlative="", covered=frozenset())
    return how_meant


def _keeping(mentions: list[Mention], lexicon: Lexicon, offered: Collection[str]) -> frozenset[str]:
    """Return the words that say to keep something, and so rule it out, unless keeping is on offer."""
    words = (mention for mention in mentions if mention.text in lexicon.common.keeping)
    return frozenset(mention.text for mention in words if mention.values("verb").isdisjoint(offered))


def _without_comparison(mentions: list[Mention], how_meant: Mood, extremes: Mention | None) -> list[Mention]:
    """Return the mentions without numbers that belong to a superlative: "the *two* cheapest", "the cheapest *one*"."""
    if not how_meant.superlative:
        return mentions
    is_alone = len(mentions) == 1
    return [mention for mention in mentions if mention is not extremes and not _is_pronoun(mention, is_alone=is_alone)]


def _is_pronoun(mention: Mention, *, is_alone: bool) -> bool:
    """Return whether a number beside a superlative only stands for things: "the cheapest one", "cheaper of both"."""
    return mention.number == 1 or (not is_alone and "both" in mention.values("grammar"))


def _tokens_of_ends(mentions: list[Mention]) -> frozenset[int]:
    """Return the tokens of phrases that end something, in which a negation rules out nothing: "don't want any more"."""
    ends = [mention for mention in mentions if _is_end(mention) and mention.stop - mention.start > 1]
    return frozenset(token for mention in ends for token in range(mention.start, mention.stop))


def _without_purposes(
    mentions: list[Mention], utterance: Utterance, lexicon: Lexicon, offered: Collection[str]
) -> list[Mention]:
    """Return the mentions without those that only say what a choice is for: "red and black for the gunner".

    They stay if the text names nothing else, or if they are on offer.
    """
    words = [token.word for token in utterance.tokens]
    if lexicon.common.purposes.isdisjoint(words):
        return mentions
    verbs = [lexicon.spoken.verbs[word] for word in offered if word in lexicon.spoken.verbs]
    remarked = [remark.word for verb in verbs for remark in verb.remarks]
    landmarks = [thing for place, thing in lexicon.spoken.landmarks.items() if place in offered]
    kinds = {lexicon.base(word) for word in (*offered, *remarked, *landmarks)}

    def is_purpose(mention: Mention) -> bool:
        things = mention.values("thing") if mention.number is None else frozenset[str]()
        before = (word for word in reversed(words[: mention.start]) if word not in lexicon.common.articles)
        return next(before, "") in lexicon.common.purposes and bool(things) and things.isdisjoint(kinds)

    return [mention for mention in mentions if not is_purpose(mention)] or mentions


def _extremes(mentions: list[Mention], how_meant: Mood, lexicon: Lexicon) -> Mention | None:
    """Return the number beside the superlative, unless it counts what an action brings: "free 3 points"."""
    if not how_meant.superlative:
        return None
    gains = {mention.start for mention in mentions if mention.values("unit") & lexicon.spoken.gained_units}
    for mention in mentions:
        is_beside = mention.stop in how_meant.covered or mention.start - 1 in how_meant.covered
        if is_beside and mention.number is not None and mention.number > 1 and mention.stop not in gains:
            return mention
    return None


def _is_end(mention: Mention) -> bool:
    return bool(mention.values("verb") & ENDING_VERBS)
