"""Read a text as a move: the front door of the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

import render
from bot.language.read.candidates import Candidates, everything
from bot.language.read.concepts import Concept, Mention
from bot.language.read.cues import Cue, in_context
from bot.language.read.features import Candidate
from bot.language.read.lexicon import Lexicon, Names, lexicon
from bot.language.read.mood import Mood, denied, mood
from bot.language.read.rank import Match, Ranking
from bot.language.read.refusals import ENDINGS, ENDS, refusal, says_why
from bot.language.read.superlatives import extreme
from bot.language.read.trade import proposed
from bot.language.read.unlisted import Unlisted
from bot.language.read.utterance import Utterance
from bot.wording.escaping import unformatted
from bot.wording.folding import folded, spellings
from bot.wording.languages import FALLBACK
from bot.wording.lists import ordinal
from bot.wording.texts import BETWEEN, SEAT, Texts
from engines import GAMES, Action, Game, Message
from engines.quotes import Quote
from engines.record import parse
from render.kit.initials import initials
from render.names import look_of, shown, spoken_initial

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
MOST_ASKED = 3
"""Actions that are asked about."""


@dataclass(frozen=True)
class Play:
    """The text means this action and no other."""

    action: Action
    rest: str = ""
    """What was typed behind it."""
    explained: int = 0
    """How many words of the text are in the action, as far as that was counted."""


@dataclass(frozen=True)
class Ask:
    """The text may mean each of these."""

    actions: tuple[Action, ...]
    unknown: tuple[str, ...] = ()
    """Words that mean nothing here."""
    rest: str = ""
    """What was typed behind it."""
    is_question: bool = False
    """Whether the text asks whether something is possible."""


@dataclass(frozen=True)
class Begin:
    """The text means one of many actions that begin so."""

    prefix: Action
    rest: str = ""


@dataclass(frozen=True)
class Refuse:
    """What the text means is not possible, for one of these reasons."""

    action: Action
    reasons: tuple[Message, ...]


@dataclass(frozen=True)
class Unknown:
    """The text means nothing here, for these words."""

    words: tuple[str, ...]


class Fitness(IntEnum):
    """How well a reason explains why what was named is not possible."""

    NONE = 0
    GENERAL = 1
    """It says only that this is not on offer."""
    MISSING = 2
    """It says that a card is not there, which may not have been meant."""
    OWN = 3
    """It is the rules' own."""


Reading = Play | Ask | Begin | Refuse | Unknown


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
        self.here = self._names_here()

    def says_what_is_done(self, typed: str) -> bool:
        """Return whether a text has a word for what is done, as the panel calls it or that means nothing else."""
        mentions = self.lexicons[0].mentions(Utterance.of(typed), self.here)
        return any(mention.proper or mention.by_kind.keys() == {"verb"} for mention in mentions if not mention.is_weak)

    def among(self, actions: Sequence[Action]) -> Reader:
        """Return a reader of answers to the question which of some actions is meant."""
        return Reader(self.texts, self.game, self.seat, self.names, actions)

    def read(self, typed: str) -> Reading:
        """Return what a text means; of a question it is asked whether that is meant."""
        reading = self._stated(typed)
        is_question = any(mood(Utterance.of(typed), words.language).is_question for words in self.lexicons)
        if is_question and isinstance(reading, Play) and not self._is_proposal(reading.action):
            return Ask((reading.action,), is_question=True)
        return reading

    def _is_proposal(self, action: Action) -> bool:
        """Return whether an action proposes a trade, which is a question to others."""
        trading = self.game.spoken.trading
        return trading is not None and action[0] in trading.proposing

    def _stated(self, typed: str) -> Reading:
        action = parse(typed.lower())
        if action in self.legal or (action and self._refusal(action) is None):
            return Play(action)
        if action and any(each[: len(action)] == action for each in self.legal):
            some = [each for each in self.game.distinct(self.legal) if each[: len(action)] == action]
            return Play(some[0]) if len(some) == 1 else Begin(action)
        if labelled := self._labelled(typed):
            return Play(labelled[0]) if len(labelled) == 1 else Ask(tuple(labelled[:MOST_ASKED]))
        utterance = Utterance.of(typed)
        if len(utterance.words) > MOST_WORDS:
            return Unknown(())
        reading = self._in_words(utterance)
        if isinstance(reading, Unknown) and action and action[0] in self.game.kinds(self.seat):
            reason = self._refusal(action)
            if reason is not None and says_why(reason):
                return Refuse(action, (reason,))
        return reading

    def _in_words(self, utterance: Utterance) -> Reading:
        """Return what a text means in the first language in which each of its words means something."""
        readings = list[Reading]()
        for number, words in enumerate(self.lexicons):
            reading, is_whole = self._read(words, utterance, exactly=number > 0)
            readings.append(reading)
            if is_whole:
                return reading
        return readings[0]

    def _read(self, words: Lexicon, utterance: Utterance, *, exactly: bool) -> tuple[Reading, bool]:
        """Return what a text means in a language, and whether each of its words means something."""
        mentions = words.mentions(utterance, self.here, exactly=exactly)
        known = [mention for mention in mentions if not mention.is_unknown]
        if (trade := self._traded(words, utterance, mentions)) is not None:
            return trade, True
        how = mood(utterance, words.language)
        best = [mention for mention in known if mention.values("thing") and mention.start in how.covered]
        if best:  # "lower" is a place of Macao as well
            how = replace(how, superlative="", covered=frozenset())
        if how.covered:
            known = [mention for mention in known if how.covered.isdisjoint(range(mention.start, mention.stop))]
        strange = [mention for mention in mentions if mention.is_unknown and mention.start not in how.covered]
        unknown = tuple(mention.text for mention in strange if mention.text not in words.negations)
        can_take_none = any(not self.game.spoken.nothing.isdisjoint(action) for action in self.legal)
        negations = frozenset[str]() if can_take_none else words.negations
        if len(known) > 1:
            known = [mention for mention in known if mention.text not in negations]
        denials = how.denials | denied(utterance, negations, words.contrasts, words.preferring)
        cues = in_context(known, utterance, words, denials)
        candidates = Candidates(self.game, self.seat, words, self.legal, is_answer=self.is_answering)
        if not self.is_answering and (refused := self._refused_label(str(utterance), cues, candidates)) is not None:
            return refused, True
        if how.is_unfinished and all(cue.mention.is_weak or cue.mention.values("verb") & ENDS for cue in cues):
            return Refuse((), (NOTHING_DONE,)), not unknown
        kept = [cue.mention for cue in cues if not cue.is_excluded and not cue.mention.is_weak]
        denying = [each for each in known if each.text in words.denials and each.start not in how.covered]
        is_denied = bool(denying) or any(cue.is_excluded for cue in cues)
        if is_denied and not how.is_enough and not any(_names_a_thing(mention) for mention in kept):
            return Refuse((), (NOTHING_DONE,)), not unknown
        ends = how.is_enough or any(cue.mention.values("verb") & ENDS for cue in cues)
        if ends and not self.is_answering and (ending := self._ending(cues, str(utterance))) is not None:
            return _doubted(ending, unknown), not unknown
        if kept and all(mention.values("ordinal") and not mention.values("grammar") for mention in kept):
            return self._counted_off(words.language, utterance) or Unknown(unknown), not unknown
        ranking = Ranking(cues, candidates.legal, words.spoken)
        reading = self._decided(ranking, cues, unknown, candidates, how)
        if isinstance(reading, Unknown):
            reading = self._counted_off(words.language, utterance) or reading
        return reading, not unknown

    def _counted_off(self, language: str, utterance: Utterance) -> Ask | None:
        """Return the question whether the action is meant that a text calls by its place in a short list."""
        listed = self.game.distinct(self.legal)
        place = ordinal(language, utterance.words)
        if place is None or place >= len(listed) or len(listed) > MOST_COUNTED:
            return None
        return Ask((listed[place],))

    def _ending(self, cues: Sequence[Cue], typed: str) -> Play | Refuse | None:
        """Return what ends a turn or a choice, where nothing else was said; None: something else was."""
        if any(not cue.mention.is_weak and not cue.mention.values("verb") & ENDS for cue in cues):
            return None
        endings = [action for action in self.legal if action in ENDINGS]
        if endings:
            return Play(endings[0]) if len(endings) == 1 else None
        known = [(verb,) for verb in self.game.spoken.verbs if verb in ENDS]
        called = [action for action in known if self._is_label(typed, action)] or known
        refused = [(action, reason) for action in called if (reason := self._refusal(action)) is not None]
        refused.sort(key=lambda each: "typed" in each[1].args)
        return Refuse(refused[0][0], (refused[0][1],)) if refused else None

    def _traded(self, words: Lexicon, utterance: Utterance, mentions: Sequence[Mention]) -> Reading | None:
        """Return the trade that a text proposes; None: it proposes none that may be proposed now."""
        trading = words.spoken.trading
        kinds = self.game.kinds(self.seat)
        if trading is None or kinds.isdisjoint(trading.proposing):
            return None
        proposal = proposed(self.game.key, words.language, trading, utterance, mentions)
        if proposal is None:
            return None
        verbs = [verb for verb in trading.proposing if verb in kinds]
        actions = [self.game.normal(self.seat, action) for action in proposal.actions(trading, verbs)]
        legal = [action for action in dict.fromkeys(actions) if self._refusal(action) is None]
        if not legal:
            reasons = [(action, reason) for action in reversed(actions) if (reason := self._refusal(action))]
            own = [each for each in reasons if "typed" not in each[1].args] or reasons
            return Refuse(own[-1][0], (own[-1][1],))
        if any(action[0] == trading.bank for action in legal) and all(proposal.give.values()):
            legal = [action for action in legal if action[0] == trading.bank]
        is_priced = legal[0][0] != trading.bank or all(proposal.give.values())
        if len(legal) == 1 and is_priced and not proposal.is_unclear:
            return Play(legal[0])
        return Ask(tuple(legal[:MOST_ASKED]))

    def _decided(
        self, ranking: Ranking, cues: Sequence[Cue], unknown: tuple[str, ...], candidates: Candidates, how: Mood
    ) -> Reading:
        best = ranking.best
        if (best is None or best.unexplained or best.doubts) and not unknown:
            if (paid := self._paid(best)) is not None:
                return paid
            if (refused := self._refused(cues, candidates, best)) is not None:
                return refused
        if best is None:
            if how.superlative and not unknown and not cues:
                return self._most(list(candidates.legal), how.superlative) or Unknown(())
            return Unknown(unknown)
        equals = ranking.equals
        if how.superlative and len(equals) > 1 and not unknown:
            extreme = self._most([match.candidate for match in equals], how.superlative)
            if extreme is not None:
                return extreme
        strange = unknown or tuple(mention.text for mention in best.unexplained)
        if strange:
            if not (best.named or best.names_verb) or len(strange) > MOST_STRANGE:
                return Unknown(strange)
            if best.candidate.action[0] in self.game.spoken.losses and not best.names_verb:
                return self._refused(cues, candidates, None) or Unknown(strange)
            return Ask(tuple(match.candidate.action for match in equals[:MOST_ASKED]), strange)
        if len(equals) > 1:
            return self._several(equals)
        action = best.candidate.action
        is_sure = best.is_complete or best.names_verb
        is_plain = is_sure and not best.is_other_verb and not self._is_bare(best, cues)
        return Play(action, explained=best.explained) if is_plain else Ask((action,))

    def _most(self, candidates: Sequence[Candidate], superlative: str) -> Play | Ask | None:
        """Return the one of several that costs, shows or is worth most or least; None: that cannot be told."""
        chosen = extreme(self.game, self.seat, [candidate.action for candidate in candidates], superlative)
        if not chosen or len(chosen) > MOST_ASKED:
            return None
        return Play(chosen[0]) if len(chosen) == 1 else Ask(tuple(chosen))

    def _paid(self, best: Match | None) -> Play | None:
        """Return an action with what it is paid with, which is a decision of its own; None: that was not said."""
        if best is None or best.unsaid or not best.unexplained or not best.is_called:
            return None
        payable = self.game.spoken.payments.get(best.candidate.action[0], frozenset())
        for mention in best.unexplained:
            is_payment = bool(mention.values("thing") & payable) or mention.number is not None
            if not is_payment and not mention.values("verb") & PAYING:
                return None
        if not any(mention.values("thing") & payable for mention in best.unexplained):
            return None
        return Play(best.candidate.action, " ".join(mention.text for mention in best.unexplained))

    def _is_bare(self, match: Match, cues: Sequence[Cue]) -> bool:
        """Return whether no more than a thing was named of something that costs or brings something."""
        is_alone = len(cues) == 1 and not match.names_verb and not cues[0].is_all
        if not is_alone or self.game.hint(self.seat, match.candidate.action) is None:
            return False
        answers = [action for action in self.legal if len(action) > 1]
        kinds = {action[0] for action in answers}
        return len(kinds) > 1 or any(self.game.hint(self.seat, action) is None for action in answers)

    def _several(self, matches: Sequence[Match]) -> Reading:
        actions = [match.candidate.action for match in matches]
        if len(actions) <= MOST_ASKED:
            return Ask(tuple(actions))
        prefix = list[str]()
        for words in zip(*actions, strict=False):
            if len(set(words)) > 1:
                break
            prefix.append(words[0])
        return Begin(tuple(prefix)) if prefix else Ask(tuple(actions[:MOST_ASKED]))

    def _refused(self, cues: Sequence[Cue], candidates: Candidates, best: Match | None) -> Reading | None:
        """Return why what was named is not possible; None: something possible fits as well."""
        if self.is_answering:
            return None
        ranking = Ranking(cues, Unlisted(candidates, cues).named(), self.game.spoken)
        if ranking.best is None or (best is not None and ranking.best.score <= best.score):
            return None
        if best is not None and not best.unexplained and ranking.best.candidate.action[0] not in best.doubts:
            return None
        if (unlisted := self._unlisted(ranking)) is not None:
            return unlisted
        refusals = [
            (self._fitness(match, reason), match.candidate.action, reason)
            for match in ranking.within(DOUBT)
            if (reason := self._refusal(match.candidate.action))
        ]
        fittest = max((fitness for fitness, _, _ in refusals), default=Fitness.NONE)
        if fittest is Fitness.NONE:
            return None
        verbs = list(self.game.spoken.verbs)
        told = [(action, reason) for fitness, action, reason in refusals if fitness is fittest]
        first = min((action for action, _ in told), key=lambda action: verbs.index(action[0]))
        reasons = [reason for action, reason in told if action[0] == first[0]]
        return Refuse(first, tuple(_distinct(reasons)[:MOST_ASKED]))

    def _fitness(self, match: Match, reason: Message) -> Fitness:
        """Return how well a reason explains why what was named is not possible."""
        presentation = self.game.presentation
        if not says_why(reason):
            return Fitness.GENERAL if match.names_verb else Fitness.NONE
        if reason.id in presentation.position_refusals:
            return Fitness.OWN if match.is_called and not match.unexplained else Fitness.NONE
        return Fitness.MISSING if reason.id in presentation.missing_card_refusals else Fitness.OWN

    def _unlisted(self, ranking: Ranking) -> Play | None:
        """Return what is possible though nobody is offered it, such as paying more than the least price."""
        kinds = self.game.kinds(self.seat)
        for match in ranking.within(DOUBT):
            if match.is_complete and match.candidate.action[0] in kinds:
                action = self.game.normal(self.seat, match.candidate.action)
                if self._refusal(action) is None:
                    return Play(action, explained=match.explained)
        return None

    def _refusal(self, action: Action) -> Message | None:
        """Return why an action is not legal; of one without its words, why none of its kind is offered."""
        reason = refusal(self.game, self.seat, action)
        if reason is not None and not says_why(reason) and len(action) == 1:
            quote = self.quotes.get(action[0])
            return quote.reason if quote is not None and quote.reason is not None else reason
        return reason

    @cached_property
    def quotes(self) -> Mapping[str, Quote]:
        """What the seat is offered, and why it is not offered the rest."""
        return self.game.view(self.seat).quotes

    def _is_label(self, typed: str, action: Action) -> bool:
        """Return whether the panel words an action just so, and says what is done."""
        label = folded(self.texts.action(self.game.key, action, self.names))
        return folded(typed) == label

    def _labelled(self, typed: str) -> list[Action]:
        """Return the legal actions whose label was typed, with what the panel notes before and behind it."""
        parts = typed.split(BETWEEN)
        legal = self.game.distinct(self.legal)
        labelled = [action for action in legal if any(self._is_label(part, action) for part in parts)]
        if len(labelled) < 2 or len(parts) < 2:
            return labelled
        hints = {action: self.game.hint(self.seat, action) for action in labelled}
        notes = {action: self.texts.message(self.game.key, hint, self.names) for action, hint in hints.items() if hint}
        noted = [action for action, note in notes.items() if folded(unformatted(note)) == folded(parts[-1])]
        return noted or labelled

    def _refused_label(self, typed: str, cues: Sequence[Cue], candidates: Candidates) -> Refuse | None:
        """Return why an action is not possible whose label was typed: nothing else is meant by that."""
        for action in Unlisted(candidates, cues).labelled():
            if action in ENDINGS or not self._is_label(typed, action):
                continue
            things = self.texts.words(self.game.key, action[1:], self.names)
            says_what_is_done = len(action) == 1 or folded(things) != folded(typed)
            if says_what_is_done and (reason := self._refusal(action)) is not None:
                return Refuse(action, (reason,))
        return None

    def _names_here(self) -> Names:
        """Return what is called so at this table: players, places of the board by id and by their code in pictures."""
        names = dict[str, set[Concept]]()

        def add(words: str, id: str) -> None:
            names.setdefault(words, set()).add(Concept("thing", id))

        places = self.game.places()
        for id in {*everything(self.legal), *places, *self.game.rows(self.seat)}:
            if any(letter.isdigit() for letter in id) and not id.isdigit():
                add(id, id)
        signs = render.marks(self.game.view(self.seat), [(id,) for id in places], self.names) if places else {}
        for id, sign in signs.items():
            add(sign.lower(), id)
        for number, stored in enumerate(self.names, 1):
            player = f"{SEAT}{number}"
            ways = [*spellings(shown(stored)), folded(look_of(stored)), *spellings(self.texts.unnamed(number))]
            for spelling in filter(None, ways):
                add(" ".join(spelling), player)
                possessive = f"{' '.join(spelling)}s"  # Carla's
                if not any(words.knows(possessive) for words in self.lexicons):
                    add(possessive, player)
        for number, (letter, stored) in enumerate(zip(initials(self.names), self.names, strict=True), 1):
            for typed in {letter, spoken_initial(stored)} - {""}:
                add(typed.lower(), f"{SEAT}{number}")
        return {words: frozenset(concepts) for words, concepts in names.items()}


def _doubted(reading: Play | Refuse, unknown: tuple[str, ...]) -> Reading:
    """Return a reading, or the question whether it is meant where words mean nothing."""
    return Ask((reading.action,), unknown) if unknown and isinstance(reading, Play) else reading


def _names_a_thing(mention: Mention) -> bool:
    """Return whether a word names a thing or a number, and does not say what is done."""
    return mention.number is not None or bool(mention.values("thing") and not mention.values("verb"))


def _distinct(reasons: Sequence[Message]) -> list[Message]:
    """Return reasons without those that say the same as another one."""
    distinct = list[Message]()
    for reason in reasons:
        if all(other.id != reason.id for other in distinct):
            distinct.append(reason)
    return distinct
