"""What a phrase means of what somebody may decide: the one action, several of which it is asked which, or a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.filling import CENTRE, known
from bot.wording.finishing import ENDS
from bot.wording.journeys import by_steps
from bot.wording.lexicon import base, lexicon
from bot.wording.matching import has, meant
from bot.wording.offered import LONGEST, MOST_MEANT, MOST_WORDS, Offered, Understood, word_count
from bot.wording.phrases import Phrase, phrase
from bot.wording.printed_numbers import with_printed_numbers
from bot.wording.reading import DESCRIBED, Atom, Reader, split
from bot.wording.reasons import Reasons, says_why
from bot.wording.shapes import alike, on_a_place
from bot.wording.surroundings import with_between
from engines import Action
from engines.record import parse


class Understanding(Offered):
    """Reads one phrase."""

    def _read(self, typed: str) -> Understood:
        action = parse(typed.lower())
        if not action or len(typed) > LONGEST or self._begins(action) or self.refusal(action) is None:
            return Understood(self._only(action) or action)
        if len(list(split(typed))) > MOST_WORDS:
            return Understood(action)
        phrases = list(self.phrases(typed))
        alone = self._alone(typed)
        if alone in self.legal:
            return Understood(alone)
        if journey := self.game.journey(self.seat):
            for said in phrases:
                if not said.unknown and (ways := by_steps(said, journey, self.distinct)):
                    clear, some = ways.counted and len(ways.moves) == 1, ways.moves
                    return (
                        Understood(some[0][:1])
                        if len(some) > MOST_MEANT
                        else Understood(some[0], () if clear else some)
                    )
        if found := self._apart(typed, phrases):
            return found
        for said in phrases:
            if found := self._meant(said, typed):
                # What is called just so, but is not possible, is never played as something else unasked.
                return found._replace(asked=[found.action]) if alone and not found.asked else found
        if alone:
            return Understood(alone)
        if labelled := self._labelled(typed, self.legal):
            return Understood(labelled[0]) if len(labelled) == 1 else self._one_of(labelled)
        refused = [refused for said in phrases if (refused := self._refused(said))]
        if told := next((each for each in refused if each.refused or each.asked or each.action in self.legal), None):
            return self._another_copy(told) or self._with_a_die(told) or told
        for said in phrases:
            if found := self._nearly_meant(said):
                return found
        if refused:
            return refused[0]
        if action[0] in self.own.actions and all(map(self._is_id, action)):
            return Understood(action)
        return Understood(action, unknown=() if self._known_reason(action) else phrases[0].unknown)

    def phrases(self, typed: str) -> Iterator[Phrase]:
        """As the person's language reads it, and as English does where that leaves a word without meaning."""
        for texts in self.languages:
            reader = Reader(self.game.key, texts.name, self._here, exact=texts is not self.texts)
            atoms = self._without_aside(reader.atoms(typed))
            yield (said := self._of_the_map(phrase(with_between(atoms, self.game.between()))))
            if not said.unknown and not any(DESCRIBED in atom.meanings for atom in atoms):
                return

    def _of_the_map(self, said: Phrase) -> Phrase:
        """Return the phrase with numbers of the map as places, where something may be done with a place."""
        verbs = {str(verb) for atom in said.atoms for verb in atom.of("verb")} | {action[0] for action in self.legal}
        if not self.numbered or not any(on_a_place(self.game.key, verb) for verb in verbs):
            return said
        places = self.game.places()
        return with_printed_numbers(said, places, {word for action in self.legal for word in action if word in places})

    def _without_aside(self, atoms: Sequence[Atom]) -> Sequence[Atom]:
        if not self.aside:
            return atoms
        kept = [atom for atom in atoms if self.aside not in atom.of("word")]
        self._has_aside = len(kept) < len(atoms)
        return kept

    def _apart(self, typed: str, phrases: Sequence[Phrase]) -> Understood | None:
        """What is clear once words are no longer taken for the name of something that cannot be done now: "advance one
        space on the wall", where "Advance one space" is an answer to another question."""
        possible = {word for action in self.legal for word in action}
        for texts, said in zip(self.languages, phrases, strict=False):
            several = [atom for atom in said.atoms if " " in atom.text and (atom.proper or not atom.of("verb"))]
            names = [atom.of("verb", "word") for atom in several]
            idle = frozenset(str(name) for each in names if each.isdisjoint(possible) for name in each)
            named = {verb for atom in said.hard for verb in atom.of("verb") if atom.of("verb", "word") not in names}
            if idle and named:
                reader = Reader(self.game.key, texts.name, self._here, exact=texts is not self.texts, apart=idle)
                found = self._meant(phrase(reader.atoms(typed)), typed)
                if found and found.action[0] in named and not (found.asked or found.unknown):
                    return found  # another word says that this is done
        return None

    def _meant(self, said: Phrase, typed: str) -> Understood | None:
        """What a phrase means of what is legal; None: nothing. Of several, what the panel words just so."""
        if not said.hard and not any(atom.of("verb", "word", "number") for atom in said.atoms):
            return None
        found = meant(self.game, self.seat, self.distinct, said.known)
        only = said.known.atoms
        alone = len(only) == 1 and any(each[0] in only[0].of("verb") for each in found.actions)
        if alone and said.unknown and only[0].soft and not only[0].proper:
            return None
        if not found.actions or not (said.known.hard or found.sure or alone):
            return None
        if found.swapped and self._several_kinds:  # "place the church" takes none
            some = [action for action in self.distinct if action[0] in self._named(said)]
            own = meant(self.game, self.seat, some, said.known).actions if some else ()
            return self._one_of(own) if own else None
        if shut := self._shut(said, found.actions):
            return shut
        first = found.actions[0]
        if (len(first) == 1 or not found.whole) and self._called_otherwise(said, first[0]):
            return None  # "buy a city" hires no serf
        verbs = {verb for atom in said.atoms for verb in atom.of("verb")}
        if not (found.whole or said.things or any(action[0] in verbs for action in found.actions)):
            return None  # "sell my goods" uses no office
        if found.sure and not said.unknown:
            return Understood(first, [first] if self._names_another(said, first) else ())
        if labelled := self._labelled(typed, found.actions):
            of_several = base(labelled[0][-1]) != labelled[0][-1] and len(said.hard) == 1
            return Understood(labelled[0]) if len(labelled) == 1 and not of_several else self._one_of(labelled)
        named = self._named(said)
        if not alone and first[0] not in named and (own := [each for each in found.actions if each[0] in named]):
            return self._one_of(own, said.unknown)
        if not alone:
            return self._one_of(found.actions, said.unknown, found.likeliest)
        called = [each for each in found.actions if each[0] in (only[0].proper or only[0].of("verb"))]
        return self._one_of(called or found.actions, said.unknown, alone=True)

    def _named(self, said: Phrase) -> frozenset[str | int]:
        """What words that are no things say is done, those first that say it as the panel does."""
        doing = [atom for atom in said.atoms if not atom.of("from", "to", "break", "word")]
        called = frozenset[str | int]().union(*(atom.proper for atom in doing))
        return called or frozenset[str | int]().union(*(atom.of("verb") for atom in doing))

    def _shut(self, said: Phrase, instead: Sequence[Action]) -> Understood | None:
        """Why what a phrase begins with is not possible at all, where nothing but something else is, done with the same
        things: "move the knight" hires none."""
        first = said.atoms[0]
        others, possible = {action[0] for action in instead}, {action[0] for action in self.legal}
        if not others or first.of("word") or not first.of("verb").isdisjoint(possible | others):
            return None
        shut = [verb for verb in first.proper or first.of("verb") if others <= alike(self.game.key, str(verb))]
        reasons = [((str(verb),), self.refusal((str(verb),))) for verb in shut]
        told = [(action, reason) for action, reason in reasons if reason and says_why(reason)]
        return Understood(told[0][0], refused=[told[0][1]]) if len(told) == 1 else None

    def _nearly_meant(self, said: Phrase) -> Understood | None:
        """What a phrase might mean where nothing is done as it says: asked about."""
        loose = said.known.without_verbs
        if not loose.things:
            return None
        named = {str(value) for atom in loose.atoms for value in atom.of("word", "number")}
        found = meant(self.game, self.seat, self.distinct, loose)
        some = [action for action in found.actions[: found.likeliest or 1] if not named.isdisjoint(map(base, action))]
        kinds = {action[0] for action in self.legal}
        if called := {verb for atom in said.hard for verb in atom.proper & kinds} or self._said_to_be_done(said):
            some = [action for action in some if action[0] in called]  # "a store with my two wool" is no trade
        return Understood(some[0], some[:MOST_MEANT]) if some else None

    def _said_to_be_done(self, said: Phrase) -> set[str]:
        """What words may say that is done, where one of them certainly says so and there are several kinds to choose
        from; empty: none does."""
        certain = any(atom.proper or (atom.of("verb") and not atom.soft) for atom in said.atoms)
        return {str(verb) for atom in said.atoms for verb in atom.of("verb") if certain and self._several_kinds}

    @property
    def _several_kinds(self) -> bool:
        """Whether a word for what is done tells which of the legal actions are meant."""
        return len({action[0] for action in self.legal}.difference(ENDS)) > 1

    def out_of_place(self, typed: str) -> bool:
        """Whether every word of a phrase is known, and nothing that can be done now has all that it names."""
        for said in self.phrases(typed) if word_count(typed) <= MOST_WORDS else ():
            named = [atom.of("verb", "word") for atom in said.atoms if atom.proper or not atom.soft]
            named = [each for each in named if each]
            if named and not said.unknown:
                unlisted = set(self.game.prompt(self.seat).open)
                if any(unlisted & each for each in named):
                    return False
                return not any(all(has(self.game.key, action, each) for each in named) for action in self.legal)
        return False

    def _another_copy(self, told: Understood) -> Understood | None:
        """The equal card with which the same is possible, where only that one is refused that is not there."""
        if not told.refused or any(reason.id not in self.game.absent for reason in told.refused):
            return None
        verb, thing, *_ = told.action
        others = [action for action in self.distinct if action[0] == verb and action[1] != thing]
        called = self.texts.word(self.game.key, thing)
        some = [action for action in others if self.texts.word(self.game.key, action[1]) == called]
        return Understood(some[0], some[:MOST_MEANT]) if some else None

    def _with_a_die(self, told: Understood) -> Understood | None:
        """Return the ways to take with a die what cannot be bought, to be asked about: "buy" may mean either."""
        if told.action[:1] != ("buy",) or len(told.action) != len(("buy", "depot", "tile")) or not told.refused:
            return None
        _, depot, tile = told.action
        some = [action for action in self.distinct if action[0] == "take" and action[2] == tile]
        some = [action for action in some if depot in (CENTRE, action[1])]
        return Understood(some[0], some[:MOST_MEANT]) if some else None

    def _names_another(self, said: Phrase, action: Action) -> bool:
        """Whether the only word is just what the catalogue calls something that the action has not; or one that needs
        no more words is not called so, beside something that is no part of it: "buy a progress card"."""
        if len(action) == 1 and not any(action[0] in atom.proper for atom in said.atoms):
            beside = any(atom.of("unit") and action[0] not in atom.of("verb") for atom in said.atoms)
            if beside or said.described:
                return True
        called = lexicon(self.game.key, self.texts.name).called.get(said.words[0].atom.text, set())
        return len(said.words) == 1 and bool(called) and called.isdisjoint(map(base, action))

    def _called_otherwise(self, said: Phrase, verb: str) -> bool:
        """Whether what is done is named only by a word that others share, where another word is what the panel calls
        something else."""
        others = any(atom.proper and verb not in atom.of("verb") for atom in said.hard)
        return others and not any(verb in atom.proper for atom in said.atoms)

    def _refused(self, said: Phrase) -> Understood | None:
        """Why the rules refuse what a phrase would be; None: it would be nothing. Long actions that only the notation
        can name may turn out to be legal."""
        if said.unknown or not said.hard or (len(said.hard) == 1 and said.hard[0].text in self._here):
            return None  # a place alone may be the place of anything
        reasons = Reasons(self.game, self.seat, said, self.legal, self._worded)
        told = reasons.told(known([*self.own.ids, *self._here_ids]))
        if len(told.legal) > 1:
            return self._one_of(told.legal)
        for action in told.legal:
            return Understood(action, [action] if action in self.legal and not told.clear else ())
        if told.trades:  # nobody said how many; an offer of one is no risk
            harmless = len(told.trades) == 1 and told.trades[0][0] == "offer"
            return Understood(told.trades[0]) if harmless else self._one_of(told.trades)
        if told.refused:
            refused = told.refused[:MOST_MEANT]
            if shut := self._shut(said, [action for action, _ in refused]):
                return shut
            return Understood(refused[0][0], refused=[reason for _, reason in refused])
        return Understood(told.likely) if told.likely else None
