"""Decide what a sentence means: an action, a question, or a refusal with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.read.decisions.amounts import Amounts
from bot.language.read.decisions.declining import declined
from bot.language.read.decisions.position import Position
from bot.language.read.decisions.refusal_reasons import DOUBT, Reasons
from bot.language.read.decisions.trade import read_trade
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.candidates import words_of_actions
from bot.language.read.ranking.rank import Match, Ranking
from bot.language.read.readings import MOST_ASKED, Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.sentences.cues import Cue
from bot.language.read.sentences.sentence import Sentence
from bot.language.read.words.concepts import Concept, Mention
from bot.wording.lists import listed, ordinal
from engines import Action

MOST_STRANGE = 3
"""Unknown words in a text up to which the rest is still asked about."""
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
        self.candidates = position.candidates
        self.amounts = Amounts(position, sentence, self.candidates)
        self.reasons = Reasons(position, sentence, self.candidates)

    def reading(self) -> Reading:
        """Return the reading of the sentence."""
        reading = (
            read_trade(self.position, self.sentence)
            or self.reasons.of_label()
            or self._payment_that_keeps()
            or declined(self.position, self.sentence, self.candidates)
            or self._ranked()
        )
        if isinstance(reading, Unknown):
            reading = self._at_ordinal() or reading
        if isinstance(reading, Play) and not reading.rest and reading.action not in ENDING_ACTIONS:
            # "That's all" beside a move is read after it as a text of its own, since it ends the turn.
            reading = replace(reading, rest=self.sentence.mood.end_phrase)
        return reading

    # -- what is called by something else than its words ---------------------------------------------------------------

    def _at_ordinal(self) -> Ask | None:
        """Return the question about the action at the place in a short list that the sentence gives."""
        listed = self.game.distinct(self.position.legal)
        place = ordinal(self.sentence.lexicon.language, self.sentence.utterance.words)
        if place is None or place >= len(listed) or len(listed) > MOST_COUNTED:
            return None
        return Ask((listed[place],))

    # -- payments ------------------------------------------------------------------------------------------------------

    def _payment_that_keeps(self) -> Play | Ask | None:
        """Return the payment that leaves most of what the text keeps: "save the black"; None: it keeps nothing."""
        payments = [action for action in self.position.choices if self.spoken.verbs[action[0]].is_whole]
        mentions = [cue.mention for cue in self.sentence.cues if not cue.mention.is_weak]
        named = {thing for mention in mentions for thing in mention.values("thing")}
        ruled_out = {thing for cue in self.sentence.cues if cue.is_excluded for thing in cue.mention.values("thing")}
        spared_things = (ruled_out or named) & words_of_actions(payments)
        is_keeping = not self.sentence.lexicon.common.keeping.isdisjoint(self.sentence.utterance.words)
        if not is_keeping or len(spared_things) != 1:
            return None
        (thing,) = spared_things
        least_count = min(action.count(thing) for action in payments)
        fitting = [action for action in payments if action.count(thing) == least_count]
        return Play(fitting[0]) if len(fitting) == 1 else Ask.first_of(fitting)

    def _whole_payment(self) -> Action | None:
        """Return the only payment of all that is due, if the seat has nothing else to decide than how to pay."""
        payments = [action for action in self.position.legal if self.spoken.verbs[action[0]].is_whole]
        return payments[0] if self.position.asks_for_payment and len(payments) == 1 else None

    def _with_payment(self, ranking: Ranking) -> Play | Ask | None:
        """Return an action with its payment, which is a decision of its own, as the rest; None: no payment is named."""
        best = ranking.best
        if best is None or not best.unexplained or not best.is_named_by_word:
            return None
        if not (self._leaves_a_payment(best) and self._leaves_all_numbers(best)):
            return None
        equals = ranking.equals
        if best.missing_count and not (best.names_verb and len(equals) <= MOST_ASKED):
            return None
        if not best.missing_count and len(equals) > 1:
            equals = [match for match in equals if self._costs_as_much_as_said(match)]
            if not equals:
                return None
        payment = self._payment_text(equals[0])
        if best.missing_count and len(equals) > 1:
            return Ask(tuple(match.candidate.action for match in equals), rest=payment)
        return Play(equals[0].candidate.action, payment)

    def _costs_as_much_as_said(self, match: Match) -> bool:
        """Return whether a match costs as much as the payment that the text names: three spaces for "5 red"."""
        paid_count = next((mention.number for mention in match.unexplained if mention.number is not None), 1)
        hint = self.game.hint(self.seat, match.candidate.action)
        return hint is not None and paid_count in hint.args.values()

    def _payment_text(self, match: Match) -> str:
        """Return the text from the payment on, without the verb behind it: "black" of "a black for the wall"."""
        utterance = self.sentence.utterance
        start = min(mention.start for mention in match.unexplained)
        stop = max(mention.stop for mention in match.unexplained)
        following = next((mention for mention in self.sentence.certain if mention.start >= stop), None)
        if following is None or match.verb not in following.panel_verbs:
            return str(utterance.part(start))
        return f"{utterance.part(start, stop)} {utterance.part(following.stop)}".strip()

    def _leaves_a_payment(self, match: Match) -> bool:
        """Return whether the words that a match does not explain are a payment."""
        payable = self.spoken.payments.get(match.verb, frozenset())
        cues = [cue for cue in self.sentence.cues if cue.mention in match.unexplained]
        payments = [cue for cue in cues if (cue.mention.values("thing") | cue.units) & payable]
        other_cues = [cue for cue in cues if cue not in payments and cue.mention.number is None]
        return bool(payments) and not any(
            cue.mention.values("verb").isdisjoint(self.position.paying) for cue in other_cues
        )

    def _leaves_all_numbers(self, match: Match) -> bool:
        """Return whether a match that does not explain a thing does not explain the number beside it either.

        In "a store at nugget 8 for 2 ore" the 8 belongs to the nugget, so the store is not at ore 8. "One black" says
        no more than "black".
        """
        starts = {mention.start for mention in match.unexplained}
        return all(
            cue.mention in match.unexplained or cue.mention.number == 1
            for cue in self.sentence.cues
            if cue.partner_start in starts and not self._is_before_means(cue)
        )

    def _is_before_means(self, cue: Cue) -> bool:
        """Return whether a word for a means stands between a number and its thing: the 1 of "wall 1 with green"."""
        between = self.sentence.utterance.part(cue.mention.stop, cue.partner_start)
        return not listed(self.sentence.lexicon.language, "beside").isdisjoint(between.words)

    # -- the ranking ---------------------------------------------------------------------------------------------------

    def _ranked(self) -> Reading:
        """Return the reading by the ranking of legal actions.

        The cases in order: something explains more words than the best action does; a superlative chooses; nothing
        fits; words are left over; several actions fit equally; one fits, and is played if that is certain.
        """
        unknown = self.sentence.unknown
        ranking = Ranking(self.sentence.cues, self.candidates.legal, self.spoken)
        if (spared_mention := self.sentence.spared_mention) is not None:
            return self._all_but(ranking, spared_mention)
        if not unknown and (reading := self._explaining_more(ranking) or self._superlative(ranking)):
            return reading
        best = ranking.best
        if best is None:
            return self.amounts.greatest_choice() or self.reasons.of_understood() or Unknown(unknown)
        strange = unknown or tuple(mention.text for mention in best.unexplained)
        if strange:
            return self._doubtful(best, ranking.equals, strange)
        if len(ranking.equals) > 1:
            free = self._free_one(ranking.equals)
            return free or self.amounts.greatest_match(ranking.equals) or self._several(ranking.equals)
        return self._single(ranking)

    def _all_but(self, ranking: Ranking, spared_mention: Mention) -> Reading:
        """Return the reading of "all but one gold", or the question about what fits if there are not so many."""
        strange = (*self.sentence.unknown, spared_mention.text)
        if ranking.best is None:
            return self.amounts.greatest_choice() or Unknown(strange)
        is_clear = not (self.sentence.unknown or ranking.best.unexplained)
        greatest = self.amounts.greatest_match(ranking.equals) if is_clear else None
        return greatest or self._doubtful(ranking.best, ranking.equals, strange)

    def _explaining_more(self, ranking: Ranking) -> Reading | None:
        """Return the reading of words that name nothing of the best action; None: there are none, or it has none.

        They may name a payment, how often the action is meant, or an action that is not offered.
        """
        best = ranking.best
        texts = [mention.text for mention in self.sentence.certain]
        counts_by_repeating = len(set(texts)) < len(texts)  # "wood wood clay"
        leaves_nothing = best is not None and not (best.unexplained or best.doubts or self._names_another_place(best))
        if leaves_nothing and not counts_by_repeating:
            return None
        if (with_payment := self._with_payment(ranking)) is not None:
            return with_payment
        if best is not None and (matches := self._matches_of_doubted_verb(best, ranking)):
            return self._several(matches)
        unoffered = self.reasons.of_unoffered(best)
        if isinstance(unoffered, Play):
            return unoffered
        reading = self.amounts.repeated(ranking) or unoffered
        return self._other_building(best) if reading is None and best is not None else reading

    def _other_building(self, best: Match) -> Refuse | None:
        """Return the refusal of a building that is named where the best match builds another: a store, not a hall."""
        buildings = best.doubts & self.spoken.building
        return self.reasons.of_named_verb(
            mention for mention in self.sentence.certain if not mention.panel_verbs.isdisjoint(buildings)
        )

    def _matches_of_doubted_verb(self, best: Match, ranking: Ranking) -> list[Match]:
        """Return the cheapest offered matches that explain every word, and also a verb that the best one does not.

        In "put the ship" the best match may be to take another ship, which needs no field.
        """
        matches = [
            match
            for match in ranking.matches
            if match.verb in best.doubts
            and not (match.unexplained or match.doubts)
            and match.explained > best.explained
        ]
        least_price = min((match.candidate.price for match in matches), default=0)
        return [match for match in matches if match.candidate.price == least_price]

    def _names_another_place(self, match: Match) -> bool:
        """Return whether a sentence names a place to which the match only leads: "sail to Hamburg", two fields away."""
        common = self.sentence.lexicon.common
        if not common.directions.isdisjoint(self.sentence.utterance.words):
            return False
        named = self.sentence.certain_things
        slots = self.spoken.verbs[match.verb].slots
        places = {place for slot in slots if slot.end == "to" for place in slot.among}
        return not named.isdisjoint(places) and named.isdisjoint(match.candidate.action)

    def _superlative(self, ranking: Ranking) -> Reading | None:
        """Return the action that a superlative chooses; it is asked about first if it takes a toll, or is not free."""
        reading = self.amounts.superlative(ranking) if self.sentence.mood.superlative else None
        if isinstance(reading, Play) and (
            self._needs_warning(reading.action) or self._is_dearer_than_said(reading.action)
        ):
            return Ask((reading.action,), rest=reading.rest)
        return reading

    def _doubtful(self, best: Match, equals: Sequence[Match], strange: tuple[str, ...]) -> Reading:
        """Return the question about the best matches of a sentence of which some words are left over.

        It is refused instead if these words are another action that is not possible now.
        """
        is_card = best.verb == self.game.presentation.follow_ups.card  # which may be about a road
        is_named = is_card or (best.names_verb and not self._is_by_common_word(best))
        if not is_named:
            refused = self.reasons.of_named_verb(best.unexplained, only_of_panel=best.is_named_by_word)
            if refused is not None:
                return refused
        if not best.named:
            others = (mention for mention in self.sentence.certain if best.verb not in mention.values("verb"))
            if (refused := self.reasons.of_named_verb(others)) is not None:
                return refused  # "buy from the black depot" is not to take a tile, which some call buying
        if self.sentence.unknown and (refused := self.reasons.of_better_unoffered(best)) is not None:
            return refused
        if not (best.named or best.names_verb) or len(strange) > MOST_STRANGE:
            return Unknown(strange)
        if not best.named and (whole_payment := self._whole_payment()) is not None:
            return Ask((whole_payment,), strange)  # "first pay the 8"
        # Nobody is asked whether to give something up who has not said so.
        if best.verb in self.spoken.losses and not best.names_verb:
            return self.reasons.of_unoffered(None) or Unknown(strange)
        return Ask.first_of((match.candidate.action for match in equals), strange)

    def _free_one(self, matches: Sequence[Match]) -> Play | None:
        """Return the one of several equal matches that costs nothing, if all others cost more the farther they go."""
        hints = {match.candidate.action: self.game.hint(self.seat, match.candidate.action) for match in matches}
        free = [action for action, hint in hints.items() if hint is None]
        other_hints = [hint for hint in hints.values() if hint is not None]
        is_nearest = all(not self.spoken.distances.isdisjoint(hint.args) for hint in other_hints)
        return Play(free[0], explained=matches[0].explained) if len(free) == 1 and is_nearest else None

    def _several(self, matches: Sequence[Match]) -> Reading:
        """Return the question which of several actions is meant; of many, their common beginning."""
        actions = [match.candidate.action for match in matches]
        if len(actions) <= MOST_ASKED:
            return Ask(tuple(actions))
        if not matches[0].named and (whole_payment := self._whole_payment()) is not None:
            return Ask((whole_payment,))  # "just pay it"
        prefix = _common_beginning(actions)
        if len(prefix) <= 1:
            prefix = self._beginning_with_thing(actions) or prefix
        if not prefix:
            return Ask.first_of(actions)
        begun = [action for action in self.position.legal if action[: len(prefix)] == prefix]
        return Begin(prefix, fitting=tuple(actions) if len(actions) < len(begun) else ())

    def _beginning_with_thing(self, actions: Sequence[Action]) -> Action:
        """Return the beginning of actions that a sentence means which only names a thing for the first position.

        "Red" begins those that place red on space 1, though others place red on space 2. The beginning is empty if
        the sentence means another decision.
        """
        things = self.sentence.certain_things
        beginnings = {action[:2] for action in actions if things & set(action[1:2])}
        if len(beginnings) != 1 or len(self.sentence.certain) != 1:
            return ()
        (beginning,) = beginnings
        slots = self.spoken.verbs[beginning[0]].slots
        return beginning if slots and slots[0].kind == "position" else ()

    # -- whether one action is certain ---------------------------------------------------------------------------------

    def _single(self, ranking: Ranking) -> Play | Ask:
        """Return the reading of a sentence that one action fits best: that is played if it is certain."""
        (best,) = ranking.equals
        if relatives := self._relatives(ranking):
            return Ask.first_of((best.candidate.action, *relatives))
        if rivals := self._rivals(ranking):
            action = best.candidate.action
            return Ask.first_of((*rivals, action) if self._is_by_landmark(best) else (action, *rivals))
        action = best.candidate.action
        return Play(action, explained=best.explained) if self._is_certain(best) else Ask((action,))

    def _relatives(self, ranking: Ranking) -> list[Action]:
        """Return the cheapest action for each other thing of the family that the text names: "take a building"."""
        best = ranking.matches[0]
        base = self.sentence.lexicon.base
        families = [
            self.spoken.families[thing] for thing in self.sentence.certain_things if thing in self.spoken.families
        ]
        relatives = dict[str, Action]()
        for match in sorted(ranking.matches, key=lambda match: match.candidate.price):
            if match.verb == best.verb and not match.unexplained and match.named >= best.named:
                for thing in {word for word in match.candidate.action for family in families if word in family}:
                    relatives.setdefault(base(thing), match.candidate.action)
        return [action for action in relatives.values() if action != best.candidate.action]

    def _rivals(self, ranking: Ranking) -> list[Action]:
        """Return the actions of other verbs with the one thing that the text names: the pig to take, not to buy.

        What brings a thing is likelier than the way to its landmark: "silk" is the district rather than the port.
        """
        best = ranking.matches[0]
        if len(self.sentence.certain) > 1 or best.names_verb or not best.named:
            return []
        if self.sentence.wants_all and best.candidate.is_whole:
            return []  # "all red" pays all that is due, and not a part
        return [
            match.candidate.action
            for match in (ranking.matches if self._is_by_landmark(best) else ranking.within(DOUBT))
            if match.verb != best.verb and match.named == best.named and not match.unexplained
        ]

    def _is_certain(self, match: Match) -> bool:
        """Return whether the only match that fits best is named clearly, and nothing calls for a question."""
        is_named = match.is_named_by_word or self._is_number_of_place(match) or self._is_one_verb()
        is_described = match.is_complete and is_named  # "of 5, with two" names nothing
        names_nothing_else = match.explained >= len(self.sentence.certain)  # in contrast to "pay for the points"
        is_by_verb = match.names_verb and (not match.missing_count or bool(match.named) or names_nothing_else)
        is_clear = is_described or is_by_verb or self._is_clear_though_missing(match)
        calls_for_question = (
            match.uses_other_verb
            or self._is_bare(match)
            or self._needs_warning(match.candidate.action)
            or self._says_to_build(match)
            or self._is_dearer_than_said(match.candidate.action)
            or self._is_by_landmark(match)
            or self._is_name_of_another(match)
            or self._is_vague(match)
            or self._buys_by_another_verb(match)
            or self._is_by_panel_word_of_another(match)
        )
        return is_clear and not calls_for_question

    def _is_clear_though_missing(self, match: Match) -> bool:
        """Return whether a match is clear though not all of it is named: "put it in the city", or the only verb.

        A place is not clear by what lies around it, which may describe another place as well.
        """
        if not match.is_named_by_word or match.unexplained:
            return False
        names = self.sentence.certain_things
        if self.sentence.has_pronoun and names:
            return not names.isdisjoint(match.candidate.action[1:])
        is_by_neighbour = any(feature.group is not None for feature in match.candidate.features)
        return self._is_one_verb() and not is_by_neighbour

    def _is_one_verb(self) -> bool:
        """Return whether all choices have the same verb."""
        return len({action[0] for action in self.position.choices}) == 1

    def _is_number_of_place(self, match: Match) -> bool:
        """Return whether a number that is named is the name of a place: district 18."""
        units = self.spoken.units.numbered_places
        numbers = {Concept("number", str(cue.mention.number)) for cue in self.sentence.cues}
        return bool(units) and any(
            feature.units == units and not feature.concepts.isdisjoint(numbers) for feature in match.candidate.features
        )

    def _is_bare(self, match: Match) -> bool:
        """Return whether a sentence names only a thing where that is too little.

        "Market" is too little where it costs a ship to go there. Of an action that costs no distance, the exact name
        is enough, unless the action buys something that the player may have meant to take. Anything is enough where
        the seat has nothing else to decide than which of several things it pays for or gets.
        """
        cues = self.sentence.cues
        hint = self.game.hint(self.seat, match.candidate.action)
        if len(cues) > 1 or match.names_verb or cues[0].is_all or hint is None:
            return False
        if self._is_exact(cues[0].mention, match) and self.spoken.distances.isdisjoint(hint.args):
            return match.verb in self.spoken.buying and self.reasons.fit_another_verb(match)
        return not self._is_all_alike()

    def _is_exact(self, mention: Mention, match: Match) -> bool:
        """Return whether words are the exact name of a thing, mean one thing only, or are the number of a place."""
        if self.sentence.lexicon.things_by_exact_name.get(mention.text):
            return True
        is_one_thing = len(mention.values("thing")) == 1 and not mention.is_guessed
        return is_one_thing or (mention.number is not None and self._is_number_of_place(match))

    def _is_all_alike(self) -> bool:
        """Return whether all choices have the same verb, and each has a cost or gain."""
        answers = [action for action in self.position.choices if len(action) > 1]
        verbs = {action[0] for action in answers}
        return len(verbs) <= 1 and all(self.game.hint(self.seat, action) is not None for action in answers)

    def _needs_warning(self, action: Action) -> bool:
        """Return whether the panel warns of an action, and the text does not name the toll: "for 2 ships", "a ship"."""
        warning = self.position.warning(action)
        if warning is None:
            return False
        other_mentions = [mention for mention in self.sentence.certain if mention.values("thing").isdisjoint(action)]
        named = {mention.number for mention in self.sentence.certain if mention.number is not None}
        units = frozenset[str]().union(*(mention.values("unit") for mention in other_mentions))
        return named.isdisjoint(warning.args.values()) and units.isdisjoint(self.spoken.units.tolls)

    def _says_to_build(self, match: Match) -> bool:
        """Return whether the text says that something is built or placed, and the action does something else."""
        building = self.spoken.building
        return match.verb not in building and not match.names_verb and bool(match.doubts & building)

    def _is_dearer_than_said(self, action: Action) -> bool:
        """Return whether a text says that something costs nothing, and the action has a price: "the free knight"."""
        quote = self.position.quotes.get(action[0])
        has_price = quote is not None and any(quote.price.values())
        return has_price and not self.sentence.lexicon.common.free.isdisjoint(self.sentence.utterance.words)

    def _is_name_of_another(self, match: Match) -> bool:
        """Return whether the text is just the name of a thing that the match only costs: "red" for a card."""
        if len(self.sentence.certain) != 1 or match.verb in self.position.paying:
            return False
        named = self.sentence.certain[0].exact_names
        features_of_place = (part for part in match.candidate.features if part.is_own)
        named -= {concept.value for part in features_of_place for concept in part.concepts}  # the wool of the wool hex
        kinds = {*match.candidate.action, *map(self.sentence.lexicon.base, match.candidate.action)}
        families = {family for family, members in self.spoken.families.items() if not members.isdisjoint(kinds)}
        return bool(named) and named.isdisjoint(kinds | families)

    def _is_vague(self, match: Match) -> bool:
        """Return whether the text has no other word than one for what may be done to many things."""
        is_ending = match.verb in self.spoken.endings
        is_alone = len(self.sentence.certain) == 1 and not match.named
        return is_alone and not is_ending and not self._is_one_verb() and self._is_by_common_word(match)

    def _buys_by_another_verb(self, match: Match) -> bool:
        """Return whether the match buys what the text does otherwise: "grab a ship", where one can only be bought."""
        if match.names_verb or match.verb not in self.spoken.buying or self._is_number_of_place(match):
            return False
        verbs = frozenset[str]()
        for mention in self.sentence.mentions:
            if mention.is_only_verb:
                verbs |= mention.values("verb")
        return match.verb not in verbs and self.reasons.fit_verbs(verbs, match)

    def _is_by_panel_word_of_another(self, match: Match) -> bool:
        """Return whether the panel's word for another verb, of which nothing is offered now, names that of a match.

        "Promote the knight" is no promotion to captain where no knight can be promoted.
        """
        naming = [mention for mention in self.sentence.certain if match.verb in mention.values("verb")]
        called = frozenset[str]().union(*(mention.panel_verbs for mention in naming))
        is_by_others = bool(naming) and all(mention.panel_verbs for mention in naming) and match.verb not in called
        return is_by_others and self.reasons.of_named_verb(naming) is not None

    def _is_by_common_word(self, match: Match) -> bool:
        """Return whether the verb of a match is named only by words for what may be done to many things: "buy"."""
        naming = [mention for mention in self.sentence.certain if match.verb in mention.values("verb")]
        return all(len(mention.values("verb")) > 1 and match.verb not in mention.panel_verbs for mention in naming)

    def _is_by_landmark(self, match: Match) -> bool:
        """Return whether the text only names a thing at the place of the match: "the tea one" for the port of tea."""
        if match.names_verb or len(self.sentence.certain) > 1:
            return False
        things = self.sentence.certain_things
        return any(self.spoken.landmarks.get(word) in things for word in match.candidate.action[1:])


def _common_beginning(actions: Sequence[Action]) -> Action:
    """Return the words with which all of some actions begin."""
    beginning = list[str]()
    for words in zip(*actions, strict=False):
        if len(set(words)) > 1:
            break
        beginning.append(words[0])
    return tuple(beginning)
