"""Read a text as a move: the front door of the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property

from bot.language.read.candidates import Candidates
from bot.language.read.concepts import Mention
from bot.language.read.labels import Labels
from bot.language.read.lexicon import Lexicon, lexicon
from bot.language.read.match_features import Candidate
from bot.language.read.mood import mood
from bot.language.read.names import names_at_table
from bot.language.read.rank import Match, Ranking, matched
from bot.language.read.readings import MOST_ASKED, Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.refusals import ENDINGS, ENDS, refusal, says_why
from bot.language.read.sentence import Sentence, sentence_of
from bot.language.read.superlatives import extreme
from bot.language.read.trade import Proposal, proposed
from bot.language.read.unoffered import Unoffered
from bot.language.read.utterance import Utterance
from bot.wording.languages import FALLBACK
from bot.wording.lists import ordinal
from bot.wording.texts import Texts
from engines import GAMES, Action, Game, Message
from engines.quotes import Quote
from engines.record import parse

NOTHING_DONE = Message("error.nothing_done")
"""What is said where all that somebody typed is what is not meant."""
PAYING = frozenset[str]().union(*(kind.presentation.follow_ups.payments for kind in GAMES.values()))
"""Verbs that pay for what was decided before."""
MOST_STRANGE = 3
"""Words that are not understood in a text of which the rest is asked about."""
DOUBT = 1.5
"""Candidates within this of the best may be what was meant where the best is not possible."""
MOST_WORDS = 28
"""Words that are read: no decision takes more."""
MOST_COUNTED = 8
"""Actions of which one may be called by its place among them."""


class Fitness(IntEnum):
    """How well a reason explains why what was named is not possible."""

    NONE = 0
    GENERAL = 1
    """It says only that this is not on offer."""
    MISSING = 2
    """It says that a card is not there, which may not have been meant."""
    OWN = 3
    """It is the rules' own."""


class Reader:
    """Reads texts of a seat at a position."""

    def __init__(
        self, texts: Texts, game: Game, seat: int, names: Sequence[str], legal: Sequence[Action] | None = None
    ) -> None:
        self.texts = texts.at(game)
        self.game = game
        self.seat = seat
        self.names = names
        self.legal = game.legal(seat) if legal is None else legal
        self.is_answering = legal is not None
        """Whether only what was asked about may be meant."""
        self.lexicons = [lexicon(game.key, code) for code in dict.fromkeys((texts.name, FALLBACK))]
        self.labels = Labels(self.texts, game, seat, names)
        self.names_here = names_at_table(self.texts, game, seat, names, self.legal, self.lexicons)

    def says_what_is_done(self, utterance: Utterance) -> bool:
        """Return whether a text has a word for what is done, as the panel calls it or that means nothing else."""
        mentions = self.lexicons[0].mentions(utterance, self.names_here)
        return any(mention.proper or mention.by_kind.keys() == {"verb"} for mention in mentions if not mention.is_weak)

    def among(self, actions: Sequence[Action]) -> Reader:
        """Return a reader of answers to the question which of some actions is meant."""
        return Reader(self.texts, self.game, self.seat, self.names, actions)

    def read(self, utterance: Utterance) -> Reading:
        """Return what a text means; of a question it is asked whether that is meant."""
        reading = self._in_notation(utterance) or self._labelled(utterance) or self._in_words(utterance)
        is_question = any(mood(utterance, words.language).is_question for words in self.lexicons)
        if is_question and isinstance(reading, Play) and not self._is_proposal(reading.action):
            return Ask((reading.action,), is_question=True)
        return reading

    def _is_proposal(self, action: Action) -> bool:
        """Return whether an action proposes a trade, which is a question to others."""
        trading = self.game.spoken.trading
        return trading is not None and action[0] in trading.proposing

    # -- what the panel and records write ------------------------------------------------------------------------------

    def _in_notation(self, utterance: Utterance) -> Reading | None:
        """Return the action, or its beginning, that a text writes as records do."""
        action = parse(str(utterance).lower())
        if not action:
            return None
        if action in self.legal or self.refusal(action) is None:
            return Play(action)
        beginning = [legal for legal in self.legal if legal[: len(action)] == action]
        if not beginning:
            return None
        distinct = self.game.distinct(beginning)
        return Play(distinct[0]) if len(distinct) == 1 else Begin(action)

    def _labelled(self, utterance: Utterance) -> Reading | None:
        """Return the action that the panel calls just so."""
        labelled = self.labels.labelled(str(utterance), self.game.distinct(self.legal))
        if not labelled:
            return None
        return Play(labelled[0]) if len(labelled) == 1 else Ask(tuple(labelled[:MOST_ASKED]))

    # -- words ---------------------------------------------------------------------------------------------------------

    def _in_words(self, utterance: Utterance) -> Reading:
        """Return what a text means, in words or, where it begins as a decision does, as its refused notation."""
        if len(utterance.words) > MOST_WORDS:
            return Unknown(())
        reading = self._in_any_language(utterance)
        action = parse(str(utterance).lower())
        if isinstance(reading, Unknown) and action and action[0] in self.game.kinds(self.seat):
            reason = self.refusal(action)
            if reason is not None and says_why(reason):
                return Refuse(action, (reason,))
        return reading

    def _in_any_language(self, utterance: Utterance) -> Reading:
        """Return what a text means in the first language in which each of its words means something."""
        readings = list[Reading]()
        for number, words in enumerate(self.lexicons):
            reading, is_whole = self._in_language(words, utterance, exactly=number > 0)
            if is_whole:
                return reading
            readings.append(reading)
        return readings[0]

    def _in_language(self, words: Lexicon, utterance: Utterance, *, exactly: bool) -> tuple[Reading, bool]:
        """Return what a text means in a language, and whether each of its words means something."""
        can_take_none = any(not self.game.spoken.nothing.isdisjoint(action) for action in self.legal)
        sentence = sentence_of(words, utterance, self.names_here, can_take_none=can_take_none, exactly=exactly)
        return _Decision(self, sentence).reading()

    def refusal(self, action: Action) -> Message | None:
        """Return why an action is not legal; of one without its words, why none of its kind is offered."""
        reason = refusal(self.game, self.seat, action)
        if reason is not None and not says_why(reason) and len(action) == 1:
            quote = self.quotes.get(action[0])
            return quote.reason if quote is not None and quote.reason is not None else reason
        return reason

    @cached_property
    def quotes(self) -> Mapping[str, Quote]:
        """The quotes of what the seat is offered, with why it is not offered the rest."""
        return self.game.view(self.seat).quotes


class _Decision:
    """What a sentence means at the reader's position."""

    def __init__(self, reader: Reader, sentence: Sentence) -> None:
        self.reader = reader
        self.game = reader.game
        self.seat = reader.seat
        self.legal = reader.legal
        self.endings = [action for action in reader.legal if action in ENDINGS]
        self.choices = [action for action in reader.legal if action not in ENDINGS]
        self.spoken = reader.game.spoken
        self.sentence = sentence
        self.candidates = Candidates(self.game, self.seat, sentence.lexicon, self.legal, is_answer=reader.is_answering)

    def reading(self) -> tuple[Reading, bool]:
        """Return what the sentence means, and whether each of its words means something."""
        if (reading := self._trade() or self._refused_label()) is not None:
            return reading, True
        for step in (self._none_of_it, self._nothing, self._end, self._counted_off):
            if (reading := step()) is not None:
                return reading, not self.sentence.unknown
        reading = self._ranked()
        if isinstance(reading, Unknown):
            reading = self._by_place() or reading
        if isinstance(reading, Play) and not reading.rest:
            reading = replace(reading, rest=self.sentence.mood.enough)
        return reading, not self.sentence.unknown

    # -- what needs no ranking -----------------------------------------------------------------------------------------

    def _trade(self) -> Reading | None:
        """Return the trade that is proposed; None: none is proposed that may be now."""
        trading = self.spoken.trading
        kinds = self.game.kinds(self.seat)
        if trading is None or kinds.isdisjoint(trading.proposing):
            return None
        sentence = self.sentence
        proposal = proposed(self.game.key, sentence.lexicon.language, trading, sentence.utterance, sentence.mentions)
        if proposal is None:
            return None
        verbs = [verb for verb in trading.proposing if verb in kinds]
        actions = [self.game.normal(self.seat, action) for action in proposal.actions(trading, verbs)]
        legal = [action for action in dict.fromkeys(actions) if self.reader.refusal(action) is None]
        return self._legal_trade(proposal, legal, trading.bank) if legal else self._refused_trade(actions)

    def _legal_trade(self, proposal: Proposal, actions: Sequence[Action], bank: str) -> Reading:
        """Return one of several trades, that with the bank if it is as good, or the question which is meant."""
        is_exact = all(proposal.give.values())
        with_bank = [action for action in actions if action[0] == bank]
        if with_bank and is_exact:
            actions = with_bank
        is_priced = actions[0][0] != bank or is_exact
        if len(actions) == 1 and is_priced and not proposal.is_unclear:
            return Play(actions[0])
        return Ask(tuple(actions[:MOST_ASKED]))

    def _refused_trade(self, actions: Sequence[Action]) -> Refuse:
        """Return why none of several trades is possible, by the rules' own reason if there is one."""
        reasons = [(action, reason) for action in actions if (reason := self.reader.refusal(action)) is not None]
        explained = [(action, reason) for action, reason in reasons if says_why(reason)]
        action, reason = (explained or reasons)[0]
        return Refuse(action, (reason,))

    def _refused_label(self) -> Refuse | None:
        """Return why an action is not possible whose label was typed: nothing else is meant by that."""
        if self.reader.is_answering:
            return None
        typed = str(self.sentence.utterance)
        labels = self.reader.labels
        for action in Unoffered(self.candidates, self.sentence.cues).labelled():
            if action in ENDINGS or not labels.is_label(typed, action) or not labels.says_what_is_done(typed, action):
                continue
            if (reason := self.reader.refusal(action)) is not None:
                return Refuse(action, (reason,))
        return None

    def _none_of_it(self) -> Reading | None:
        """Return what ends a choice where somebody denies all that can be chosen: "no new workers"."""
        denied = [cue for cue in self.sentence.cues if cue.is_excluded]
        if len(self.endings) != 1 or not denied or self.sentence.certain or self.reader.is_answering:
            return None
        choices = [candidate for candidate in self.candidates.legal if candidate.action not in ENDINGS]
        are_all_denied = all(matched([cue], choice, self.spoken) is None for cue in denied for choice in choices)
        return self._unless_strange(self.endings[0]) if are_all_denied else None

    def _nothing(self) -> Refuse | None:
        """Return that nothing is done where somebody only says what is not meant: "not the church", "not done yet"."""
        sentence = self.sentence
        if sentence.mood.is_unfinished and sentence.says_only_that_it_ends:
            return Refuse((), (NOTHING_DONE,))
        names_nothing = not any(_names_a_thing(mention) for mention in sentence.certain)
        if sentence.is_denial and not sentence.mood.is_enough and names_nothing:
            return Refuse((), (NOTHING_DONE,))
        return None

    def _end(self) -> Reading | None:
        """Return what ends a turn or a choice, where nothing else was said."""
        endings = self.endings
        if self.reader.is_answering or not self.sentence.ends:
            return None
        if not self.sentence.says_only_that_it_ends:
            return Ask((endings[0],)) if len(endings) == 1 and self._ends_what_is_decided() else None
        if endings:
            return self._unless_strange(endings[0]) if len(endings) == 1 else None
        typed = str(self.sentence.utterance)
        known = [(verb,) for verb in self.spoken.verbs if verb in ENDS]
        labelled = [action for action in known if self.reader.labels.is_label(typed, action)]
        reasons = [(action, self.reader.refusal(action)) for action in labelled or known]
        refused = [(action, reason) for action, reason in reasons if reason is not None]
        if not refused:
            return None
        action, reason = min(refused, key=lambda pair: not says_why(pair[1]))
        return Refuse(action, (reason,))

    def _ends_what_is_decided(self) -> bool:
        """Return whether nothing is said but that what is being decided ends: "finished trading"."""
        verbs = {action[0] for action in self.choices}
        mentions = [mention for mention in self.sentence.certain if not mention.values("verb") & ENDS]
        first = min((mention.start for mention in self.sentence.mentions if mention.values("verb") & ENDS), default=0)
        ends_first = self.sentence.mood.is_enough or all(mention.start > first for mention in mentions)
        return ends_first and all(mention.values("verb") & verbs and not mention.exact_names for mention in mentions)

    def _unless_strange(self, action: Action) -> Play | Ask:
        """Return an action, or the question whether it is meant where words mean nothing."""
        return Ask((action,), self.sentence.unknown) if self.sentence.unknown else Play(action)

    def _counted_off(self) -> Reading | None:
        """Return what is called by nothing but its place in a list: "the second"."""
        mentions = self.sentence.certain
        if mentions and all(mention.values("ordinal") and not mention.values("grammar") for mention in mentions):
            return self._by_place() or Unknown(self.sentence.unknown)
        return None

    def _by_place(self) -> Ask | None:
        """Return the question whether the action is meant that is called by its place in a short list."""
        listed = self.game.distinct(self.legal)
        place = ordinal(self.sentence.lexicon.language, self.sentence.utterance.words)
        if place is None or place >= len(listed) or len(listed) > MOST_COUNTED:
            return None
        return Ask((listed[place],))

    # -- what is named -------------------------------------------------------------------------------------------------

    def _ranked(self) -> Reading:
        """Return the legal action that was named best, the question which is meant, or why it is not possible."""
        sentence = self.sentence
        ranking = Ranking(sentence.cues, self.candidates.legal, self.spoken)
        best = ranking.best
        if not sentence.unknown and (best is None or best.unexplained or best.doubts):
            if (paid := self._paid(best)) is not None:
                return paid
            if (refused := self._refused(best)) is not None:
                return refused
        if sentence.mood.superlative and not sentence.unknown and (extreme := self._extreme(ranking)) is not None:
            return extreme
        if best is None:
            return self._all_of_them() or Unknown(sentence.unknown)
        strange = sentence.unknown or tuple(mention.text for mention in best.unexplained)
        if strange:
            return self._doubtful(best, ranking.equals, strange)
        if len(ranking.equals) > 1:
            return self._all_of_it(ranking.equals) or self._several(ranking.equals)
        action = best.candidate.action
        is_sure = (best.is_complete or best.names_verb) and not best.is_other_verb and not self._is_bare(best)
        return Play(action, explained=best.explained) if is_sure else Ask((action,))

    def _doubtful(self, best: Match, equals: Sequence[Match], strange: tuple[str, ...]) -> Reading:
        """Return the question whether the best is meant although some words are not explained by it."""
        if not (best.named or best.names_verb) or len(strange) > MOST_STRANGE:
            return Unknown(strange)
        if best.candidate.action[0] in self.spoken.losses and not best.names_verb:
            return self._refused(None) or Unknown(strange)
        return Ask(tuple(match.candidate.action for match in equals[:MOST_ASKED]), strange)

    def _extreme(self, ranking: Ranking) -> Play | Ask | None:
        """Return the one of several that costs, shows or is worth most or least; None: that cannot be told."""
        if ranking.best is None and not self.sentence.cues:
            several: list[Candidate] = list(self.candidates.legal)
        elif ranking.best is not None and len(ranking.equals) > 1:
            several = [match.candidate for match in ranking.equals]
        else:
            return None
        actions = [candidate.action for candidate in several]
        chosen = extreme(self.game, self.seat, actions, self.sentence.mood.superlative)
        if not chosen or len(chosen) > MOST_ASKED:
            return None
        return Play(chosen[0]) if len(chosen) == 1 else Ask(tuple(chosen))

    def _paid(self, best: Match | None) -> Play | None:
        """Return an action with what it is paid with, which is a decision of its own; None: none was named."""
        if best is None or best.unsaid or not best.unexplained or not best.is_called:
            return None
        payable = self.spoken.payments.get(best.candidate.action[0], frozenset())
        for mention in best.unexplained:
            is_payment = bool(mention.values("thing") & payable) or mention.number is not None
            if not is_payment and not mention.values("verb") & PAYING:
                return None
        if not any(mention.values("thing") & payable for mention in best.unexplained):
            return None
        return Play(best.candidate.action, " ".join(mention.text for mention in best.unexplained))

    def _is_bare(self, match: Match) -> bool:
        """Return whether no more than a thing was named of something that costs or brings something."""
        cues = self.sentence.cues
        is_alone = len(cues) == 1 and not match.names_verb and not cues[0].is_all
        if not is_alone or self.game.hint(self.seat, match.candidate.action) is None:
            return False
        answers = [action for action in self.legal if len(action) > 1]
        verbs = {action[0] for action in answers}
        return len(verbs) > 1 or any(self.game.hint(self.seat, action) is None for action in answers)

    def _all_of_them(self) -> Play | None:
        """Return the greatest number of what is being decided, where nothing is said but that all there is is meant."""
        if self.sentence.unknown or self.sentence.certain or not self.choices:
            return None
        return self._greatest(self.choices)

    def _all_of_it(self, matches: Sequence[Match]) -> Play | None:
        """Return the action with the greatest number where somebody wants all there is: "sell all the gold"."""
        greatest = self._greatest([match.candidate.action for match in matches])
        return replace(greatest, explained=matches[0].explained) if greatest else None

    def _greatest(self, actions: Sequence[Action]) -> Play | None:
        """Return the one of several that differ only in how many, with most, if all there is is meant."""
        slots = self.spoken.verbs[actions[0][0]].slots if actions[0][0] in self.spoken.verbs else ()
        places = [place for place, slot in enumerate(slots, 1) if slot.kind == "count"]
        if len(places) != 1 or not self.sentence.wants_all:
            return None
        (place,) = places
        others = {(*action[:place], *action[place + 1 :]) for action in actions}
        if len(others) > 1 or any(len(action) <= place or not action[place].isdigit() for action in actions):
            return None
        return Play(max(actions, key=lambda action: int(action[place])))

    def _several(self, matches: Sequence[Match]) -> Reading:
        """Return the question which of some actions is meant, or of many, how they all begin."""
        actions = [match.candidate.action for match in matches]
        if len(actions) <= MOST_ASKED:
            return Ask(tuple(actions))
        prefix = list[str]()
        for words in zip(*actions, strict=False):
            if len(set(words)) > 1:
                break
            prefix.append(words[0])
        return Begin(tuple(prefix)) if prefix else Ask(tuple(actions[:MOST_ASKED]))

    # -- what is not possible ------------------------------------------------------------------------------------------

    def _refused(self, best: Match | None) -> Reading | None:
        """Return why what was named is not possible; None: something possible fits as well."""
        if self.reader.is_answering:
            return None
        ranking = Ranking(self.sentence.cues, Unoffered(self.candidates, self.sentence.cues).named(), self.spoken)
        if ranking.best is None or (best is not None and ranking.best.score <= best.score):
            return None
        if best is not None and not best.unexplained and ranking.best.candidate.action[0] not in best.doubts:
            return None
        if (possible := self._possible_unoffered(ranking)) is not None:
            return possible
        refusals = [
            (self._fitness(match, reason), match.candidate.action, reason)
            for match in ranking.within(DOUBT)
            if (reason := self.reader.refusal(match.candidate.action))
        ]
        fittest = max((fitness for fitness, _, _ in refusals), default=Fitness.NONE)
        if fittest is Fitness.NONE:
            return None
        verbs = list(self.spoken.verbs)
        fit = [(action, reason) for fitness, action, reason in refusals if fitness is fittest]
        first = min((action for action, _ in fit), key=lambda action: verbs.index(action[0]))
        reasons = [reason for action, reason in fit if action[0] == first[0]]
        return Refuse(first, tuple(_distinct(reasons)[:MOST_ASKED]))

    def _fitness(self, match: Match, reason: Message) -> Fitness:
        """Return how well a reason explains why what was named is not possible."""
        presentation = self.game.presentation
        if not says_why(reason):
            return Fitness.GENERAL if match.names_verb else Fitness.NONE
        if reason.id in presentation.position_refusals:
            return Fitness.OWN if match.is_called and not match.unexplained else Fitness.NONE
        return Fitness.MISSING if reason.id in presentation.missing_card_refusals else Fitness.OWN

    def _possible_unoffered(self, ranking: Ranking) -> Play | None:
        """Return what is possible though nobody is offered it, such as paying more than the least price."""
        kinds = self.game.kinds(self.seat)
        for match in ranking.within(DOUBT):
            if match.is_complete and match.candidate.action[0] in kinds:
                action = self.game.normal(self.seat, match.candidate.action)
                if self.reader.refusal(action) is None:
                    return Play(action, explained=match.explained)
        return None


def _names_a_thing(mention: Mention) -> bool:
    """Return whether a word names a thing or a number, and does not say what is done."""
    return mention.number is not None or bool(mention.values("thing") and not mention.values("verb"))


def _distinct(reasons: Sequence[Message]) -> list[Message]:
    """Return reasons without those that say the same as an earlier one."""
    by_id: dict[str, Message] = {}
    for reason in reasons:
        by_id.setdefault(reason.id, reason)
    return list(by_id.values())
