"""What a person typed, as actions: in the game's own notation, or in the words of the person's language or English.

Words become concepts (``lexicon``), and meant is the legal action that has all of them (``matching``); where none has,
the rules say why (``filling``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from re import findall, fullmatch
from typing import NamedTuple

import msgspec

from bot.wording.filling import known
from bot.wording.finishing import ENDS, is_enough
from bot.wording.folding import folded, joined, spellings
from bot.wording.journeys import by_steps
from bot.wording.labelled import labelled, named_alone
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import base, in_digits, lexicon, ordinal
from bot.wording.matching import meant
from bot.wording.phrases import Phrase, phrase
from bot.wording.reading import DESCRIBED, Atom, Reader, split
from bot.wording.reasons import Reasons, refusal
from bot.wording.surroundings import by_surroundings, named_places, with_between
from bot.wording.texts import SEAT, Texts, unformatted
from bot.wording.texts import texts as texts_in
from bot.wording.trading import PROPOSED, Trade, trade
from bot.wording.vocabulary import vocabulary
from engines import Action, Game, Message
from engines.notation import DIGITS
from engines.record import parse
from render.kit.initials import initials

LONGEST, MOST_WORDS = 1000, 28
"""Characters and words that are read; nothing that a game understands is longer."""
FEW_WORDS = 4
"""A text of fewer words is about one thing."""
MOST_MEANT = 3
"""Actions that are asked about."""
NONE = "none"
"""In an action: nothing of what it is about."""
BETWEEN = " · "
"""Between the parts of a label: the letters of a picture, the action, what it costs or brings."""
MARK = r"[A-Z]{1,2}\d?"
"""The letters of a picture, which say less than what stands behind them."""


class Understood(NamedTuple):
    """What somebody typed, and what is to be said or asked about it."""

    action: Action
    asked: Sequence[Action] = ()
    """Which of these is meant? All that it could mean, or the legal actions that come closest to what makes no sense,
    three at most."""
    refused: Sequence[Message] = ()
    """Whatever is meant, the rules refuse it, for one of these reasons."""
    unknown: Sequence[str] = ()
    """Words that mean nothing here."""


def read(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[Action]:
    """The one action that somebody typed, or the beginning of one; several when it could mean each of them.

    What is a legal action, or begins one, in the game's own notation is nothing else. What cannot be read is returned
    as typed.
    """
    found = understand(texts, game, seat, names, typed)
    if found.unknown:
        return [parse(typed.lower())]
    return list(found.asked) or [found.action]


def understand(
    texts: Texts,
    game: Game,
    seat: int,
    names: Sequence[str],
    typed: str,
    begun: Action = (),
    among: Sequence[Action] | None = None,
) -> Understood:
    """What somebody typed; neither asked about nor refused beforehand where it is clear. ``begun``: the words that the
    panel has chosen already, which what was typed may go on with; ``among``: nothing but these legal actions."""
    if begun and (further := _Table(texts, game, seat, names, begun).continued(typed)):
        return further
    found, sense = _read_once(texts, game, seat, names, typed, among)
    readable = len(typed) <= LONGEST and len(list(split(typed))) <= MOST_WORDS
    if readable and not sense and (digits := in_digits((texts.name, FALLBACK), typed)) != typed:
        again, sense = _read_once(texts, game, seat, names, digits, among)  # "grain three" is a place called grain 3
        found = again if sense else found
    if not found.unknown:
        return found
    written = {joined(folded(word)): word for word in findall(r"[^\W_]+", typed[:LONGEST])}
    return found._replace(unknown=[written.get(word, word) for word in found.unknown])


def _read_once(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, among: Sequence[Action] | None
) -> tuple[Understood, bool]:
    """What was typed, and whether that can be played, asked about or gone on with."""
    table = _Table(texts, game, seat, names, among=among)
    found = table.understand(typed)
    return found, table.makes_sense(found)


def examples(texts: Texts, game: Game, seat: int, names: Sequence[str]) -> list[str]:
    """How some of the legal actions may be typed, of different kinds as far as there are several: as the panel words
    them."""
    first: dict[str, Action] = {}
    legal = game.distinct(game.legal(seat))
    for action in legal:
        first.setdefault(action[0], action)
    texts = texts.at(game)
    said = [texts.answer(game.key, game, seat, action, names) for action in [*first.values(), *legal]]
    return list(dict.fromkeys(said))[:MOST_MEANT]


class _Table:
    """What can be typed where somebody is asked something."""

    def __init__(
        self,
        texts: Texts,
        game: Game,
        seat: int,
        names: Sequence[str],
        begun: Action = (),
        among: Sequence[Action] | None = None,
    ) -> None:
        self.begun = begun
        """Words that are chosen already: nothing else is legal than what they begin."""
        self.texts, self.game, self.seat, self.names = texts.at(game), game, seat, names
        self.languages = [self.texts] if texts.name == FALLBACK else [self.texts, texts_in(FALLBACK).at(game)]
        self.own = vocabulary(game.key)
        offered = game.legal(seat) if among is None else among
        self.legal = [action for action in offered if action[: len(begun)] == begun]
        self.distinct = game.distinct(self.legal)
        self.numbered = False
        """Whether a number was typed."""
        self.aside = ""
        """What is named beside what is meant."""
        self._has_aside = False

    def understand(self, typed: str) -> Understood:
        """See ``understand``."""
        self.numbered = any(map(str.isdigit, typed))
        if ordered := self._in_order(typed):
            return ordered
        proposed = self._proposed(typed)
        if proposed and (proposed.named or proposed.bank) and (traded := self._traded(proposed)):
            return traded
        found = self._among_effects(typed) or self._understood(typed)
        if found.asked or found.unknown or found.action not in self.legal:
            found = self._finished(typed) or found
        if proposed and not self.makes_sense(found):
            # What the bank gives for it nobody else is asked for.
            traded = self._traded(proposed._replace(bank=True)) or self._traded(proposed)
            found = traded._replace(asked=traded.asked or [traded.action]) if traded else found
        return self._unless_vague(self._unless_denied(found, typed), typed)

    def _proposed(self, typed: str) -> Trade | None:
        """The trade that somebody proposes; None: none, or there is no trade now."""
        if len(typed) > LONGEST or self.game.kinds(self.seat).isdisjoint(PROPOSED):
            return None
        found = (trade(self.game.key, texts.name, self._here, typed) for texts in self.languages)
        return next(filter(None, found), None)

    def _traded(self, told: Trade) -> Understood | None:
        """A trade with the bank or the others, or why they cannot have it; None: nobody trades so."""
        verbs = [verb for verb in PROPOSED if verb in self.game.kinds(self.seat)]
        offered = list(told.with_the_bank()) if told.bank else [each for verb in verbs for each in told.actions(verb)]
        reasons = [(action, self.refusal(action)) for action in offered]
        legal = [self.game.normal(self.seat, action) for action, reason in reasons if reason is None]
        if legal:
            unsaid = told.bank and not all(told.give.values())  # how many it costs
            return Understood(legal[0], legal[:MOST_MEANT] if len(legal) > 1 or told.unclear or unsaid else ())
        own = [(action, why) for action, why in reasons if why and "typed" not in why.args and not told.bank]
        return Understood(own[0][0], refused=[own[0][1]]) if own else None

    def _finished(self, typed: str) -> Understood | None:
        """The one action that does no more, where that is said however; None: it is not, or nothing ends so."""
        if len(typed) > LONGEST or len(list(split(typed))) > MOST_WORDS:
            return None
        if not any(self._says_enough(texts, typed) for texts in self.languages):
            return None
        if (alone := self._alone(typed)) and alone not in self.legal:
            return None  # what is called just so
        if ends := [action for action in self.legal if len(action) == 1 and action[0] in ENDS]:
            return Understood(ends[0]) if len(ends) == 1 else None
        reasons = {action: self.refusal((action,)) for action in ENDS if action in self.own.actions}
        told = [(action, why) for action, why in reasons.items() if why and "typed" not in why.args]
        return Understood((told[0][0],), refused=[told[0][1]]) if told else None

    def _says_enough(self, texts: Texts, typed: str) -> bool:
        reader = Reader(self.game.key, texts.name, {}, exact=texts is not self.texts)
        return is_enough(reader, texts.name, typed, self.legal)

    def _among_effects(self, typed: str) -> Understood | None:
        """What is meant where somebody names the tile or card as well that asks: "with the church I take the mine"."""
        asks = self.game.prompt(self.seat).message.id.rpartition(".")[2]
        if asks not in self.own.ids or any(asks in action for action in self.legal) or self.aside:
            return None
        self.aside = asks
        found = self._understood(typed)
        self.aside = ""
        return found if self._has_aside and (found.asked or found.action in self.legal) and not found.unknown else None

    def _in_order(self, typed: str) -> Understood | None:
        """ "The second": asked about is the one at that place, if there are as many, and what has the number."""
        words = list(split(typed[:LONGEST]))
        place = next((at for texts in self.languages if (at := ordinal(texts.name, words)) is not None), None)
        if place is None:
            return None
        numbered = self._understood(typed)
        those = [*self.distinct[place:][:1], *(numbered.asked or [numbered.action])]
        asked = list(dict.fromkeys(each for each in those if each in self.legal))[:MOST_MEANT]
        return Understood(asked[0], asked) if asked else Understood(parse(typed.lower()), unknown=words[-1:])

    def _unless_denied(self, found: Understood, typed: str) -> Understood:
        """Asked about where a word says that something is not meant."""
        no = {word for texts in self.languages for word in lexicon(self.game.key, texts.name).no}
        denied = len(found.action) > 1 and NONE not in found.action and not no.isdisjoint(split(typed[:LONGEST]))
        if denied:  # not as a part of what says what is done: "don't need"
            atoms = Reader(self.game.key, self.texts.name, {}).atoms(typed[:LONGEST])
            denied = any(atom.text in no for atom in atoms)
        if not denied or found.asked or found.action not in self.legal:
            return found
        return found._replace(asked=[found.action])

    def _unless_vague(self, found: Understood, typed: str) -> Understood:
        """Asked about where more than a few words end something, and none of them certainly says so: "the others over
        there"."""
        if found.asked or found.action not in {(end,) for end in ENDS} or len(list(split(typed))) < FEW_WORDS:
            return found
        for texts in self.languages:
            atoms = Reader(self.game.key, texts.name, {}, exact=texts is not self.texts).atoms(typed)
            said = any(found.action[0] in atom.of("verb") and not atom.soft for atom in atoms)
            if said or self._says_enough(texts, typed):
                return found
        return found._replace(asked=[found.action])

    def _understood(self, typed: str) -> Understood:
        found = self._read(typed)
        if BETWEEN in typed and not self.makes_sense(found):
            for number, part in enumerate(parts := typed[:LONGEST].split(BETWEEN)[:MOST_MEANT], 1):
                if self.makes_sense(shorter := self._read(part)) and not (shorter.asked and fullmatch(MARK, part)):
                    return self._noted(shorter, BETWEEN.join(parts[number:]))
        if not self.makes_sense(found) and (around := self._by_surroundings(typed)):
            return around
        return found

    def _by_surroundings(self, typed: str) -> Understood | None:
        """What was typed with a place as what lies around it; None: no such place may be meant now."""
        words = list(split(typed[:LONGEST]))
        places, rows = self.game.places(), self.game.rows(self.seat)
        wanted = {word for action in self.legal for word in action}
        if not (places or rows) or len(words) > MOST_WORDS:
            return None
        for texts in self.languages:
            reader = Reader(self.game.key, texts.name, {}, exact=texts is not self.texts)
            found = by_surroundings(reader, words, places, rows)
            if found and found.could_be(wanted):
                self._here.update({name: ids & wanted or ids for name, ids in found.ids.items()})
                said = self._read(found.typed)
                only = self._with_places == {said.action[:1]}
                clear = found.certain(said.action) and found.names(reader, said.action, only=only)
                if said.action in self.legal and not clear:
                    said = said._replace(asked=said.asked or [said.action])
                elif only and list(said.asked) == [said.action]:
                    said = said._replace(asked=())
                if said.refused or self.makes_sense(said):
                    return said
        return None

    def continued(self, typed: str) -> Understood | None:
        """What goes on with the words that are begun; None: what was typed need not do so."""
        further = self.begun + parse(typed.lower())
        if self._begins(further):
            return Understood(self._only(further) or further)
        found = self.understand(typed)
        fits = found.action[: len(self.begun)] == self.begun and len(found.action) > len(self.begun)
        return found if fits and not (found.unknown or found.refused) else None

    def _read(self, typed: str) -> Understood:
        action = parse(typed.lower())
        if not action or len(typed) > LONGEST or self._begins(action) or self.refusal(action) is None:
            return Understood(self._only(action) or action)
        if len(list(split(typed))) > MOST_WORDS:
            return Understood(action)
        phrases = list(self._phrases(typed))
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
            return self._another_copy(told) or told
        for said in phrases:
            if found := self._nearly_meant(said):
                return found
        if refused:
            return refused[0]
        if action[0] in self.own.actions and all(map(self._is_id, action)):
            return Understood(action)
        return Understood(action, unknown=() if self._known_reason(action) else phrases[0].unknown)

    def _phrases(self, typed: str) -> Iterator[Phrase]:
        """As the person's language reads it, and as English does where that leaves a word without meaning."""
        for texts in self.languages:
            reader = Reader(self.game.key, texts.name, self._here, exact=texts is not self.texts)
            atoms = self._without_aside(reader.atoms(typed))
            yield (said := phrase(with_between(atoms, self.game.between())))
            if not said.unknown and not any(DESCRIBED in atom.meanings for atom in atoms):
                return

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
        alone = len(said.words) == 1 and any(each[0] in said.words[0].atom.of("verb") for each in found.actions)
        if not found.actions or not (said.known.hard or found.sure or alone):
            return None
        if found.sure and not said.unknown:
            first = found.actions[0]
            return Understood(first, [first] if self._names_another(said, first) else ())
        if labelled := self._labelled(typed, found.actions):
            of_several = base(labelled[0][-1]) != labelled[0][-1] and len(said.hard) == 1
            return Understood(labelled[0]) if len(labelled) == 1 and not of_several else self._one_of(labelled)
        return self._one_of(found.actions, said.unknown, found.likeliest, alone=alone)

    def _nearly_meant(self, said: Phrase) -> Understood | None:
        """What a phrase might mean where nothing is done as it says: asked about."""
        loose = said.known.without_verbs
        if not loose.things:
            return None
        named = {str(value) for atom in loose.atoms for value in atom.of("word", "number")}
        found = meant(self.game, self.seat, self.distinct, loose)
        some = [action for action in found.actions[: found.likeliest or 1] if not named.isdisjoint(map(base, action))]
        return Understood(some[0], some[:MOST_MEANT]) if some else None

    def _another_copy(self, told: Understood) -> Understood | None:
        """The equal card with which the same is possible, where only that one is refused that is not there."""
        if not told.refused or any(reason.id not in self.game.absent for reason in told.refused):
            return None
        verb, thing, *_ = told.action
        others = [action for action in self.distinct if action[0] == verb and action[1] != thing]
        called = self.texts.word(self.game.key, thing)
        some = [action for action in others if self.texts.word(self.game.key, action[1]) == called]
        return Understood(some[0], some[:MOST_MEANT]) if some else None

    def _names_another(self, said: Phrase, action: Action) -> bool:
        """Whether the only word is just what the catalogue calls something that the action has not."""
        called = lexicon(self.game.key, self.texts.name).called.get(said.words[0].atom.text, set())
        return len(said.words) == 1 and bool(called) and called.isdisjoint(map(base, action))

    def _one_of(
        self, actions: Sequence[Action], unknown: Sequence[str] = (), likeliest: int = 0, *, alone: bool = False
    ) -> Understood:
        """Which of these is meant: asked where they are few, else the panel goes on with what the likeliest share,
        be that only the verb where it was typed ``alone``."""
        some = actions[:likeliest] or actions
        if len(some) > (1 if alone else MOST_MEANT) and not unknown:
            shared = tuple(
                words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*some, strict=False))
            )
            if len(shared) > 1 or (shared and alone):
                return Understood(shared)
        return Understood(actions[0], actions[:MOST_MEANT], unknown=unknown)

    def _labelled(self, typed: str, actions: Sequence[Action]) -> list[Action]:
        """See ``labelled``."""
        return labelled(self.languages, self.game, self.seat, self.names, typed, actions)

    def _alone(self, typed: str) -> Action:
        """See ``named_alone``."""
        return named_alone(self.languages, self.game.key, typed)

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
            return Understood(action, [action] if action in self.legal else ())
        if told.trades:  # nobody said how many; an offer of one is no risk
            harmless = len(told.trades) == 1 and told.trades[0][0] == "offer"
            return Understood(told.trades[0]) if harmless else self._one_of(told.trades)
        if told.refused:
            refused = told.refused[:MOST_MEANT]
            return Understood(refused[0][0], refused=[reason for _, reason in refused])
        return Understood(told.likely) if told.likely else None

    def _worded(self, message: Message) -> str:
        return self.texts.message(self.game.key, message, self.names)

    def refusal(self, action: Action) -> Message | None:
        """See ``refusal``."""
        return refusal(self.game, self.seat, action)

    @cached_property
    def _with_places(self) -> set[Action]:
        """What can be done with a place now."""
        places = {*self.game.places(), *self.game.rows(self.seat)}
        return {action[:1] for action in self.legal if not places.isdisjoint(action)}

    @property
    def _here_ids(self) -> set[str]:
        return {id for ids in self._here.values() for id in ids}

    @cached_property
    def _here(self) -> dict[str, set[str]]:
        """What is called by its own name at this table: places of a board, players, these by their letters too."""
        here: dict[str, set[str]] = defaultdict(set)
        for id in {word for action in self.legal for word in action}:
            if any(letter.isdigit() for letter in id) and not id.isdigit():
                here[id].add(id)
        places = self.game.places()
        for language in self.languages if places and self.numbered else ():  # their names have numbers
            for name, ids in named_places(language.name, self.game.key, msgspec.json.encode(places)).items():
                here[name] |= ids
        for number, name in enumerate(self.names, 1):
            for spelling in filter(None, spellings(name)):
                here[" ".join(spelling)].add(f"{SEAT}{number}")
        for number, letter in enumerate(initials(self.names)[: len(self.names)], 1):
            here.setdefault(" ".join(folded(letter)), {f"{SEAT}{number}"})  # as pictures call players
        return here

    def _begins(self, action: Action) -> bool:
        """Whether something legal begins so, listed or put together piece by piece."""
        if any(legal[: len(action)] == action for legal in self.legal):
            return True
        return self.game.part(self.seat, action) is not None

    def _only(self, begun: Action) -> Action:
        """The only legal action that begins so; empty: there are others, or none that is listed."""
        found = [] if begun in self.legal else [action for action in self.distinct if action[: len(begun)] == begun]
        return found[0] if len(found) == 1 else ()

    def makes_sense(self, found: Understood) -> bool:
        """Whether it can be played, asked about or gone on with."""
        if found.unknown:
            return False
        return bool(found.asked) or self._begins(found.action) or self.refusal(found.action) is None

    def _known_reason(self, action: Action) -> bool:
        reason = self.refusal(action)
        return reason is not None and "typed" not in reason.args

    def _noted(self, found: Understood, note: str) -> Understood:
        """Of several the one that costs or brings what was typed behind its label."""
        hints = {action: self.game.hint(self.seat, action) for action in found.asked}
        said = {action: self.texts.message(self.game.key, hint, self.names) for action, hint in hints.items() if hint}
        fitting = [action for action, text in said.items() if folded(unformatted(text)) == folded(note)]
        return Understood(fitting[0]) if len(fitting) == 1 else found

    def _is_id(self, word: str) -> bool:
        return word in self.own.ids or word in self.own.actions or is_number_or_place(word)


def is_number_or_place(word: str) -> bool:
    """Places that have no name have a number."""
    return len(word) <= DIGITS and fullmatch(r"(?=\D*\d)[a-z0-9_-]+", word) is not None
