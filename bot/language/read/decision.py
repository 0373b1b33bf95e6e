"""Decide what a sentence means: an action, a question, or a refusal with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.language.read.amounts import Amounts
from bot.language.read.candidates import Candidates
from bot.language.read.concepts import Concept
from bot.language.read.declining import declined
from bot.language.read.position import PAYING, Position
from bot.language.read.rank import Match, Ranking
from bot.language.read.readings import MOST_ASKED, Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.refusal_reasons import DOUBT, Reasons
from bot.language.read.refusals import says_why
from bot.language.read.sentence import Sentence
from bot.language.read.superlatives import STEPS
from bot.language.read.trade import Negotiation, Proposal
from bot.wording.lists import ordinal
from engines import Action
from engines.record import notation
from engines.spoken import Trading

MOST_STRANGE = 3
"""Unknown words in a text up to which the rest is still asked about."""
SHORTEST_PART = 4
"""Letters of the shortest word that identifies an action as a part of its label."""
MOST_COUNTED = 8
"""Actions of a list in which one may be called by its place: "the second"."""


class Decision:
    """The meaning of a sentence at a position."""

    def __init__(self, position: Position, sentence: Sentence) -> None:
        self.position = position
        self.game = position.game
        self.seat = position.seat
        self.spoken = position.spoken
        self.sentence = sentence
        self.candidates = Candidates(
            position.game, position.seat, sentence.lexicon, position.legal, is_answer=position.is_answer
        )
        self.amounts = Amounts(position, sentence, self.candidates)
        self.reasons = Reasons(position, sentence, self.candidates)

    def reading(self) -> Reading:
        """Return the reading of the sentence."""
        reading = (
            self._trade()
            or self.reasons.of_label()
            or self.amounts.kept()
            or declined(self.position, self.sentence, self.candidates)
            or self._counted_off()
            or self._ranked()
        )
        if isinstance(reading, Unknown):
            reading = self._by_place() or self._by_letters() or reading
        if isinstance(reading, Play) and not reading.rest:
            reading = replace(reading, rest=self.sentence.mood.enough)
        return reading

    def _trade(self) -> Reading | None:
        """Return the trade that the sentence proposes; None: it proposes none, or none may be proposed now."""
        trading = self.spoken.trading
        kinds = self.game.kinds(self.seat)
        if trading is None or kinds.isdisjoint(trading.proposing):
            return None
        sentence = self.sentence
        language = sentence.lexicon.language
        negotiation = Negotiation(self.game.key, language, trading, sentence.utterance, sentence.mentions)
        offer = self._offer(trading)
        proposal = negotiation.countered(*offer) if offer is not None else negotiation.proposed()
        if proposal is None:
            return None
        if offer == (proposal.give, proposal.want):
            return Ask(((trading.accepting,),))
        verbs = [verb for verb in trading.proposing if verb in kinds]
        actions = [self.game.normal(self.seat, action) for action in proposal.actions(trading, verbs)]
        legal = [action for action in dict.fromkeys(actions) if self.position.refusal(action) is None]
        return self._legal_trade(proposal, legal, trading) if legal else self._refused_trade(actions)

    def _offer(self, trading: Trading) -> tuple[Mapping[str, int], Mapping[str, int]] | None:
        """Return what the seat would give and get by the offer that it is asked about; None: there is none."""
        offer = self.game.prompt(self.seat).message.args
        given = offer.get(trading.offered)
        wanted = offer.get(trading.wanted)
        if (
            (trading.accepting,) not in self.position.legal
            or not isinstance(given, list)
            or not isinstance(wanted, list)
        ):
            return None
        return Counter(wanted), Counter(given)

    def _legal_trade(self, proposal: Proposal, actions: Sequence[Action], trading: Trading) -> Reading:
        """Return one of several trades, preferably with the bank, or the question which of them is meant."""
        is_exact = all(proposal.give.values())
        bank = trading.bank
        with_bank = [action for action in actions if action[0] == bank]
        if with_bank and is_exact and len(with_bank) == len(proposal.want):
            others = ", ".join(notation(action) for action in with_bank[1:])  # "two nuggets for brick and wool"
            return Play(with_bank[0], others)
        one_for_one = [action for action in with_bank if action[1] == "1"]
        if with_bank and (is_exact or len(one_for_one) == 1):
            actions = with_bank if is_exact else one_for_one
        if not (with_bank or proposal.partners or proposal.addresses_others):
            exchanges = [action for action in proposal.at_rates(trading) if self.position.refusal(action) is None]
            if exchanges:
                return Ask((*exchanges[:1], *actions[: MOST_ASKED - 1]))
        is_priced = actions[0][0] != bank or is_exact or actions[0][1] == "1"  # "a nugget for ore"
        if len(actions) == 1 and is_priced and not proposal.is_unclear and not self.sentence.wants_all:
            return Play(actions[0])
        return Ask(tuple(actions[:MOST_ASKED]))

    def _refused_trade(self, actions: Sequence[Action]) -> Refuse:
        """Return why none of several trades is legal, with the most specific reason."""
        reasons = [(action, reason) for action in actions if (reason := self.position.refusal(action)) is not None]
        explained = [(action, reason) for action, reason in reasons if says_why(reason)]
        action, reason = (explained or reasons)[0]
        return Refuse(action, (reason,))

    def _counted_off(self) -> Reading | None:
        """Return the reading of a sentence that is nothing but an ordinal: "the second"."""
        mentions = self.sentence.certain
        if mentions and all(mention.values("ordinal") and not mention.values("grammar") for mention in mentions):
            return self._by_place() or Unknown(self.sentence.unknown)
        return None

    def _by_place(self) -> Ask | None:
        """Return the question about the action that the sentence calls by its place in a short list."""
        listed = self.game.distinct(self.position.legal)
        place = ordinal(self.sentence.lexicon.language, self.sentence.utterance.words)
        if place is None or place >= len(listed) or len(listed) > MOST_COUNTED:
            return None
        return Ask((listed[place],))

    def _by_letters(self) -> Ask | None:
        """Return the question about the few actions whose labels contain all words of the sentence."""
        idle = self.sentence.lexicon.common.is_idle
        words = [word for word in self.sentence.utterance.words if not idle(word)]
        if not words or any(len(word) < SHORTEST_PART for word in words):
            return None
        labelled = self.position.labels.containing(words, self.position.choices)
        distinct = self.game.distinct(labelled)
        return Ask(tuple(distinct)) if 0 < len(distinct) <= MOST_ASKED else None

    # -- what is named -------------------------------------------------------------------------------------------------

    def _ranked(self) -> Reading:
        """Return the reading by the ranking of legal actions.

        The cases in order: a payment is named with the action; an action that is not offered fits better; an action is
        repeated; a superlative chooses; nothing fits; words are left over; several actions fit equally; one fits, and
        is played if that is certain.
        """
        sentence = self.sentence
        ranking = Ranking(sentence.cues, self.candidates.legal, self.spoken)
        best = ranking.best
        if not sentence.unknown and (best is None or best.unexplained or best.doubts):
            if (paid := self._paid(ranking)) is not None:
                return paid
            unoffered = self.reasons.of_unoffered(best)
            if isinstance(unoffered, Play):
                return unoffered
            if (alternative := self.amounts.repeated(ranking) or unoffered) is not None:
                return alternative
        if (
            sentence.mood.superlative
            and not sentence.unknown
            and (extreme := self.amounts.extreme(ranking)) is not None
        ):
            return extreme
        if best is None:
            return self.amounts.all_of_them() or Unknown(sentence.unknown)
        strange = sentence.unknown or tuple(mention.text for mention in best.unexplained)
        if strange:
            return self._doubtful(best, ranking.equals, strange)
        if len(ranking.equals) > 1:
            free = self._free_one(ranking.equals)
            return free or self.amounts.all_of_it(ranking.equals) or self._several(ranking.equals)
        return self._single(ranking)

    def _single(self, ranking: Ranking) -> Play | Ask:
        """Return the reading of a sentence that one action fits best: that is played if it is certain."""
        (best,) = ranking.equals
        if rivals := self._rivals(ranking):
            return Ask((best.candidate.action, *rivals[: MOST_ASKED - 1]))
        action = best.candidate.action
        return Play(action, explained=best.explained) if self._is_certain(best) else Ask((action,))

    def _is_certain(self, match: Match) -> bool:
        """Return whether the only match that fits best is named clearly, and nothing calls for a question."""
        is_named = match.is_named_by_word or self._is_number_of_place(match) or self._is_one_verb()
        is_described = match.is_complete and is_named  # "of 5, with two" names nothing
        is_clear = is_described or match.names_verb or self._is_only_one(match)
        calls_for_question = (
            match.uses_other_verb
            or self._is_bare(match)
            or self._needs_warning(match.candidate.action)
            or self._says_to_build(match)
            or self._is_by_landmark(match)
        )
        return is_clear and not calls_for_question

    def _free_one(self, matches: Sequence[Match]) -> Play | None:
        """Return the one of several equal matches that costs nothing, if all others cost more the farther they go."""
        hints = {match.candidate.action: self.game.hint(self.seat, match.candidate.action) for match in matches}
        free = [action for action, hint in hints.items() if hint is None]
        others = [hint for hint in hints.values() if hint is not None]
        is_nearest = all(not STEPS.isdisjoint(hint.args) for hint in others)
        return Play(free[0], explained=matches[0].explained) if len(free) == 1 and is_nearest else None

    def _rivals(self, ranking: Ranking) -> list[Action]:
        """Return the actions of other verbs with the one thing that the text names: the pig to take, not to buy."""
        best = ranking.matches[0]
        if len(self.sentence.certain) > 1 or best.names_verb or not best.named:
            return []
        if self.sentence.wants_all and best.candidate.is_whole:
            return []  # "all red" pays all that is due, and not a part
        verb = best.candidate.action[0]
        return [
            match.candidate.action
            for match in ranking.within(DOUBT)
            if match.candidate.action[0] != verb and match.named == best.named and not match.unexplained
        ]

    def _needs_warning(self, action: Action) -> bool:
        """Return whether the panel warns of an action, and the text does not name the toll: "for 2 ships", "a ship"."""
        warning = self.position.warning(action)
        if warning is None:
            return False
        others = [mention for mention in self.sentence.certain if mention.values("thing").isdisjoint(action)]
        named = {mention.number for mention in self.sentence.certain if mention.number is not None}
        units = frozenset[str]().union(*(mention.values("unit") for mention in others))
        return named.isdisjoint(warning.args.values()) and units.isdisjoint(self.spoken.toll_units)

    def _says_to_build(self, match: Match) -> bool:
        """Return whether the text says that something is built or placed, and the action does something else."""
        building = self.spoken.building
        return match.candidate.action[0] not in building and not match.names_verb and bool(match.doubts & building)

    def _is_by_landmark(self, match: Match) -> bool:
        """Return whether the text only names a thing at the place of the match: "the tea one" for the port of tea."""
        if match.names_verb or len(self.sentence.certain) > 1:
            return False
        things = {thing for mention in self.sentence.certain for thing in mention.values("thing")}
        return any(self.spoken.landmarks.get(word) in things for word in match.candidate.action[1:])

    def _doubtful(self, best: Match, equals: Sequence[Match], strange: tuple[str, ...]) -> Reading:
        """Return the question about the best matches of a sentence of which some words are left over."""
        if not (best.named or best.names_verb) or len(strange) > MOST_STRANGE:
            return Unknown(strange)
        if best.candidate.action[0] in self.spoken.losses and not best.names_verb:
            return self.reasons.of_unoffered(None) or Unknown(strange)
        return Ask(tuple(match.candidate.action for match in equals[:MOST_ASKED]), strange)

    def _paid(self, ranking: Ranking) -> Play | None:
        """Return an action with its payment, which is a decision of its own, as the rest; None: no payment is named."""
        best = ranking.best
        if best is None or not best.unexplained or not best.is_named_by_word:
            return None
        if best.missing and not (best.names_verb and len(ranking.equals) == 1):
            return None
        payable = self.spoken.payments.get(best.candidate.action[0], frozenset())
        units = {cue.mention: cue.units for cue in self.sentence.cues}
        is_named = False
        for mention in best.unexplained:
            is_payable = bool((mention.values("thing") | units.get(mention, frozenset())) & payable)
            if not is_payable and mention.number is None and not mention.values("verb") & PAYING:
                return None
            is_named = is_named or is_payable
        if not is_named:
            return None
        first = min(mention.start for mention in best.unexplained)
        return Play(best.candidate.action, str(self.sentence.utterance.part(first)))

    def _is_only_one(self, match: Match) -> bool:
        """Return whether a match is clear in spite of missing features: as the only choice, or by a pronoun."""
        if not match.is_named_by_word or match.unexplained:
            return False
        names = {name for mention in self.sentence.certain for name in mention.values("thing")}
        if self.sentence.has_pronoun and names:
            return not names.isdisjoint(match.candidate.action[1:])
        is_by_neighbour = any(feature.group is not None for feature in match.candidate.features)
        return self._is_one_verb() and not is_by_neighbour

    def _is_one_verb(self) -> bool:
        """Return whether all choices have the same verb."""
        return len({action[0] for action in self.position.choices}) == 1

    def _is_bare(self, match: Match) -> bool:
        """Return whether a sentence names only a thing where that is too little: "market", which costs a ship.

        The exact name of a thing that costs nothing is enough, unless it can only be bought and the player may have
        meant to take it.
        """
        cues = self.sentence.cues
        hint = self.game.hint(self.seat, match.candidate.action)
        if len(cues) > 1 or match.names_verb or cues[0].is_all or hint is None:
            return False
        mention = cues[0].mention
        is_exact = bool(self.sentence.lexicon.things_by_exact_name.get(mention.text))
        is_exact = is_exact or (len(mention.values("thing")) == 1 and not mention.is_guessed)
        is_exact = is_exact or (mention.number is not None and self._is_number_of_place(match))
        if is_exact and STEPS.isdisjoint(hint.args):
            return match.candidate.action[0] in self.spoken.buying and self.reasons.fit_another_verb(match)
        return not self._is_all_alike()

    def _is_number_of_place(self, match: Match) -> bool:
        """Return whether a number that is named is the name of a place: district 18."""
        units = self.spoken.units.numbered_places
        numbers = {Concept("number", str(cue.mention.number)) for cue in self.sentence.cues}
        return bool(units) and any(
            feature.units == units and not feature.concepts.isdisjoint(numbers) for feature in match.candidate.features
        )

    def _is_all_alike(self) -> bool:
        """Return whether all choices have the same verb, and each has a cost or gain."""
        answers = [action for action in self.position.choices if len(action) > 1]
        verbs = {action[0] for action in answers}
        return len(verbs) <= 1 and all(self.game.hint(self.seat, action) is not None for action in answers)

    def _begun_with_thing(self, matches: Sequence[Match]) -> Action:
        """Return the beginning of the actions whose first word is the only thing named; empty: there is none."""
        things = frozenset[str]().union(*(mention.values("thing") for mention in self.sentence.certain))
        beginnings = {match.candidate.action[:2] for match in matches if things & set(match.candidate.action[1:2])}
        slots = {self.spoken.verbs[verb].slots[0].kind for verb, *_ in beginnings if self.spoken.verbs[verb].slots}
        is_one = len(beginnings) == 1 and len(self.sentence.certain) == 1 and slots == {"position"}
        return beginnings.pop() if is_one else ()

    def _several(self, matches: Sequence[Match]) -> Reading:
        """Return the question which of several actions is meant; of many, their common beginning."""
        actions = [match.candidate.action for match in matches]
        if len(actions) <= MOST_ASKED:
            return Ask(tuple(actions))
        prefix = list[str]()
        for words in zip(*actions, strict=False):
            if len(set(words)) > 1:
                break
            prefix.append(words[0])
        if len(prefix) <= 1 and (beginning := self._begun_with_thing(matches)):
            prefix = list(beginning)
        if not prefix:
            return Ask(tuple(actions[:MOST_ASKED]))
        begun = [action for action in self.position.legal if action[: len(prefix)] == tuple(prefix)]
        return Begin(tuple(prefix), fitting=tuple(actions) if len(actions) < len(begun) else ())
