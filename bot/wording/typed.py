"""What a person typed, as actions: in the game's own notation, or in the words of the person's language or English.

Words become concepts (``lexicon``), and meant is the legal action that has all of them (``matching``); where none has,
the rules say why (``filling``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from re import findall, fullmatch, sub

from bot.wording.finishing import ENDINGS, ENDS, how_many, is_enough
from bot.wording.folding import folded, joined
from bot.wording.label_parsing import Labelled, actions_labelled
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import base, lexicon
from bot.wording.lists import idle_words, in_digits, listed_in, ordinal, without
from bot.wording.mood import affirmed, asks, going_on, until_without, weighs
from bot.wording.offered import LONGEST, MOST_MEANT, MOST_WORDS, Understood, is_readable
from bot.wording.paying import asks_for_payment, extra_of, extra_said, is_spent, paid_alike
from bot.wording.proposing import Proposing
from bot.wording.quantifiers import all_of, several, wants_all
from bot.wording.reading import Reader, split, without_mentions
from bot.wording.reasons import BY_NAME, says_why
from bot.wording.superlatives import extreme
from bot.wording.surroundings import by_surroundings
from bot.wording.texts import SEAT, Texts
from bot.wording.trading import PROPOSED
from engines import Action, Game, Message
from engines.record import parse

MOST_ORDERING = 5
"""Words of a text that says no more than which of several is meant."""
FEW_WORDS = 4
"""A text of fewer words is about one thing."""
TURN_ENDS, PASSES = ("end",), ("pass",)
"""What ends a turn, and what may be said for it."""
MOST_LETTERS = 60
"""Of a text that says no more than what is paid."""
SOLD_IN_ALL = {"burgundy": frozenset(("sell",))}
"""What is done with all things of a kind at once, so that their number says nothing more."""
TWO = "2"
LOSSES = frozenset(("discard", "giveup", "lose"))
"""What is done that only costs something; nobody is asked about it who has not spoken of it."""
NOTHING_DONE = Message("error.nothing_done")
"""What is said where all that somebody typed is what is not meant."""
NONE = "none"
"""In an action: nothing of what it is about."""
BETWEEN = " · "
"""Between the parts of a label: the letters of a picture, the action, what it costs or brings."""
MARK = r"[A-Z]{1,2}\d?|\d[A-Z]"
"""The letters of a picture, which say less than what stands behind them."""


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
    typed = without_mentions(typed)
    if begun and (further := _Table(texts, game, seat, names, begun).continued(typed)):
        return further
    if among is None and (refused := _Table(texts, game, seat, names).refused_label(typed)):
        return refused
    readable = is_readable(typed)
    extra = readable and among is None and any(extra_of(game, seat, action) for action in game.legal(seat))
    if extra and (priced := extra_said((texts.name, FALLBACK), game.key, typed)):
        found = understand(texts, game, seat, names, priced.without)
        if list(found.asked) == [found.action] and (cost := extra_of(game, seat, found.action)):
            return found._replace(asked=found.asked if cost != priced.number else ())
    found, sense = _read_once(texts, game, seat, names, typed, among)
    if readable and not sense and (digits := in_digits((texts.name, FALLBACK), typed)) != typed:
        again, sense = _read_once(texts, game, seat, names, digits, among)  # "grain three" is a place called grain 3
        better = any(reason.id in BY_NAME for reason in found.refused) and bool(again.refused)
        found = again if sense or better else found
    if readable and not sense and (one := without((texts.name, FALLBACK), "both", typed)) != typed:
        again, _ = _read_once(texts, game, seat, names, one, among)  # of both it is asked, and never just one played
        found = again if len(again.asked) > 1 else found
    if extra and extra_of(game, seat, found.action):
        return found._replace(asked=found.asked or [found.action])
    if readable and not sense and among is None and (sold := _sold_in_all(texts, game, seat, names, typed)):
        return sold
    if among is None:
        table = _Table(texts, game, seat, names)
        found = table.without_a_loss(typed, table.unlike_label(typed, found))
        found = found if sense else table.refused_thing(typed, found) or found
    if not found.unknown:
        return found
    return found._replace(unknown=_as_written(typed, _telling(texts, found.unknown) or found.unknown))


def _sold_in_all(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Understood | None:
    """Return what is sold where a number says how many things that are: all of them always are. It is asked about where
    there are not as many."""
    one = without((texts.name, FALLBACK), "both", typed)
    digits = in_digits((texts.name, FALLBACK), one)
    counts = findall(r"\b\d+\b", digits) or ([TWO] if one != " ".join(typed.split()) else [])
    if len(counts) > 1 or not any(action[0] in SOLD_IN_ALL.get(game.key, ()) for action in game.legal(seat)):
        return None
    found, sense = _read_once(texts, game, seat, names, sub(r"\b\d+\b", " ", digits), None)
    some = found.asked or [found.action]
    if not sense or any(action not in game.legal(seat) or action[0] not in SOLD_IN_ALL[game.key] for action in some):
        return None
    if found.asked or not counts:
        return found if counts else None
    if "workers" in found.action:
        return found._replace(asked=[found.action])  # which are never spent unsaid
    events = game.copy().play(seat, found.action)
    is_said = any(int(counts[0]) == value for event in events for value in event.data.values())
    return found._replace(asked=() if is_said else [found.action])


def _telling(texts: Texts, unknown: Sequence[str]) -> list[str]:
    """Words that mean nothing here, but for those of the person's language that are no English, and known all the
    same."""
    idle = idle_words(texts.name)
    return [word for word in unknown if word not in idle]


def _as_written(typed: str, words: Sequence[str]) -> list[str]:
    written = {joined(folded(word)): word for word in findall(r"[^\W_]+", typed[:LONGEST])}
    return [written.get(word, word) for word in words]


def strange_words(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[str]:
    """Words of what was typed that mean nothing here, whatever else it says."""
    table = _Table(texts, game, seat, names)
    table.numbered = any(map(str.isdigit, typed))
    if not is_readable(typed):
        return []
    unknown = min((said.unknown for said in table.phrases(typed)), key=len)
    return _as_written(typed, _telling(texts, unknown))


def is_out_of_place(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> bool:
    """Whether somebody clearly says something that cannot be done now."""
    return _Table(texts, game, seat, names).out_of_place(typed)


def _read_once(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, among: Sequence[Action] | None
) -> tuple[Understood, bool]:
    """What was typed, and whether that can be played, asked about or gone on with."""
    table = _Table(texts, game, seat, names, among=among)
    found = table.understand(typed)
    return found, table.makes_sense(found)


def example(texts: Texts, game: Game, seat: int, names: Sequence[str]) -> str:
    """How a legal action may be typed, as the panel words it: one that goes on rather than ends something."""
    legal = game.distinct(game.legal(seat))
    action = next((each for each in legal if each not in ENDINGS), legal[0])
    return texts.at(game, names).answer(game.key, game, seat, action, names)


class _Table(Proposing):
    """What can be typed where somebody is asked something."""

    def understand(self, typed: str) -> Understood:
        """See ``understand``. Nothing is done of what is denied, and nothing unasked that is a question."""
        if len(typed) > LONGEST:
            return self._stated(typed)
        languages = [texts.name for texts in self.languages]
        if asks(languages, typed):
            found = self._stated(typed)
            proposed = found.action[:1] and found.action[0] in PROPOSED and not weighs(languages, typed)
            clear = not (found.asked or found.refused or found.unknown) and self.refusal(found.action) is None
            return found._replace(asked=[found.action]) if clear and not proposed else found
        kept = going_on(languages, typed)
        found = self._stated(kept)
        if (
            found.action not in ENDINGS
            and NONE not in found.action
            and (meant := affirmed(self.game.key, languages, kept)) != kept
        ):
            kept, found = meant, self._stated(meant)
        sense = self.makes_sense(found)
        if (found.asked or not sense) and (before := until_without(languages, kept)):
            end = self._stated(before)
            if end.action in ENDINGS and not (sense or end.asked or end.unknown):
                found = end
            elif some := self._without(end.asked or [end.action], kept[len(before) :]):
                found = Understood(some[0], some)
        if kept != typed and not (kept and (self.makes_sense(found) or found.refused)):
            return Understood(parse(typed.lower()), refused=[NOTHING_DONE])
        return found

    def refused_label(self, typed: str) -> Understood | None:
        """Return why the action whose own label was typed is not possible; None where it is, where the rules have no
        reason of their own, or where nothing is called so.

        What ends something is left out: another word for the same end may be meant.
        """
        named = self._impossible_labels(typed)
        return self._told(named) if named else None

    def unlike_label(self, typed: str, found: Understood) -> Understood:
        """Return what was understood, but never another action unasked where the own label of one that is not possible
        was typed, nor the reason against another."""
        named = self._impossible_labels(typed)
        verbs = {action[0] for action in named}
        if not named or found.asked or not found.action or found.action[0] in verbs:
            return found
        if found.refused or self.refusal(found.action):
            return Understood(named[0])
        return found._replace(asked=[found.action])

    def without_a_loss(self, typed: str, found: Understood) -> Understood:
        """Return what was understood, but with no question about the loss of something where a word says that something
        else is done, or nothing that would be lost is named."""
        some = found.asked
        if not some or not all(action[0] in LOSSES for action in some):
            return found
        atoms = [
            atom
            for texts in self.languages
            for atom in Reader(self.game.key, texts.name, self._here, exact=texts is not self.texts).atoms(typed)
            if not atom.soft
        ]
        named = {str(verb) for atom in atoms if not atom.of("word") for verb in atom.of("verb")}
        things = {str(thing) for atom in atoms for thing in atom.of("word")}
        is_named = any(not things.isdisjoint((*action[1:], *map(base, action[1:]))) for action in some)
        if named & LOSSES or (is_named and not named):
            return found
        others: list[Action] = [(verb,) for verb in sorted(named)]
        return self._told(others or [parse(typed.lower())]) or Understood(parse(typed.lower()))

    def _impossible_labels(self, typed: str) -> list[Action]:
        """Return the actions of which the own label was typed, which says what is done, where none of them is legal."""
        labels = self._labels_typed(typed)
        named = [label.action for label in labels if label.is_named and label.action[0] not in ENDS]
        if not named or any(self._begins(label.action) or self.refusal(label.action) is None for label in labels):
            return []
        return [] if self._labelled(typed, self.legal) else named

    def _labels_typed(self, typed: str) -> list[Labelled]:
        return [
            label
            for texts in self.languages
            for label in actions_labelled(texts, self.game, self.seat, self.names, typed)
        ]

    def refused_thing(self, typed: str, instead: Understood) -> Understood | None:
        """Return why what is asked cannot be answered with a thing of which the name alone was typed; None where that
        is no label, or where ``instead`` is an answer with the same thing."""
        kinds = self.game.kinds(self.seat)
        labels = [
            label.action for label in self._labels_typed(typed) if not label.is_named and label.action[0] in kinds
        ]
        things = {tuple(map(base, action[1:])) for action in labels}
        is_answer = instead.action[:1] and instead.action[0] in kinds
        is_there = instead.refused and all(reason.id not in self.game.absent for reason in instead.refused)
        if is_answer and is_there and tuple(map(base, instead.action[1:])) in things:
            return None
        return self._told(labels)

    def _told(self, actions: Sequence[Action]) -> Understood | None:
        """Return the reasons against actions, those against things that are there before others; None: the rules have
        none of their own."""
        reasons = {action: self.refusal(action) for action in actions}
        told = {action: reason for action, reason in reasons.items() if reason and says_why(reason)}
        there = {action: reason for action, reason in told.items() if reason.id not in self.game.absent} or told
        if not there:
            return None
        return Understood(next(iter(there)), refused=self._once(there.values())[:MOST_MEANT])

    def _once(self, reasons: Iterable[Message]) -> list[Message]:
        """Return the reasons without those that say the same in words."""
        return list({self._worded(reason): reason for reason in reasons}.values())

    def _without(self, actions: Sequence[Action], typed: str) -> list[Action]:
        """The legal ones of some actions that have nothing of what is said they are done without."""
        atoms = [atom for texts in self.languages for atom in Reader(self.game.key, texts.name, {}).atoms(typed)]
        named = {id for atom in atoms for id in atom.of("verb", "word")}
        return [action for action in actions if action in self.legal and named and named.isdisjoint(action)]

    def _stated(self, typed: str) -> Understood:
        """The same of a plain sentence."""
        if wants_all(self.texts.name, typed):
            self.numbered = True  # as it is tried with numbers
            offered = self._proposed(typed) is not None
            if found := all_of(self.texts.name, typed, self.legal, offered, self._counted, self.refusal):
                return found
        found = self._counted(typed)
        return several(self.texts.name, typed, found, self.legal) if found.action not in ENDINGS else found

    def _counted(self, typed: str) -> Understood:
        typed = self._how_many(typed) or typed
        self.numbered = any(map(str.isdigit, typed))
        if paid := self._paid_alike(typed):
            return paid
        if ordered := self._in_order(typed) or self._most_or_least(typed):
            return ordered
        proposed = self._proposed(typed)
        if proposed and (proposed.named or proposed.bank) and (traded := self._traded(proposed)):
            return traded
        found = self._among_effects(typed) or self._understood(typed)
        if found.asked or found.unknown or found.action not in self.legal:
            found = self._finished(typed) or found
        if found.action == PASSES and not found.unknown and not self.makes_sense(found):
            found = self._ended(found, alone=self._alone(typed) == found.action)
        if proposed and (not self.makes_sense(found) or self._turned_round(found, proposed)):
            found = self._perhaps_traded(proposed) or found
        found = self._unless_of_others(found, typed)
        return self._unless_vague(self._unless_spent(self._unless_denied(found, typed), typed), typed)

    def _paid_alike(self, typed: str) -> Understood | None:
        """A payment with things of one kind; None: it is none, or there are not so many."""
        if len(typed) > MOST_LETTERS or not asks_for_payment(self.game, self.seat):
            return None
        if any(" ".join(folded(typed)) in lexicon(self.game.key, texts.name).called for texts in self.languages):
            return None  # a colour alone begins what a button says
        for texts in self.languages if self.refusal(parse(typed.lower())) else ():
            reader = Reader(self.game.key, texts.name, {}, exact=texts is not self.texts)
            if (found := paid_alike(reader, self.game, self.seat, typed)) is None:
                continue
            possible = self.refusal(found.action) is None
            return Understood(found.action, () if found.said else [found.action]) if possible else None
        return None

    def _how_many(self, typed: str) -> str:
        """The number alone of "one is enough", where something is counted."""
        counted = {word for action in self.legal for word in action[1:]}
        for texts in self.languages if len(typed) <= LONGEST else ():
            if rest := how_many(texts.name, typed):
                numbers = {str(atom.number) for atom in Reader(self.game.key, texts.name, {}).atoms(rest)}
                return rest if numbers & counted else ""
        return ""

    def _finished(self, typed: str) -> Understood | None:
        """The one action that does no more, where that is said however; None: it is not, or nothing ends so."""
        if not is_readable(typed):
            return None
        if not any(self._says_enough(texts, typed) for texts in self.languages):
            return None
        if (alone := self._alone(typed)) and alone not in self.legal:
            return None  # what is called just so
        return self._at_its_end()

    def _at_its_end(self) -> Understood | None:
        """The one action that does no more, or why it is not possible yet; None: there is none, or several."""
        if ends := [action for action in self.legal if len(action) == 1 and action[0] in ENDS]:
            return Understood(ends[0]) if len(ends) == 1 else None
        reasons = {action: self.refusal((action,)) for action in ENDS if action in self.own.actions}
        told = [(action, why) for action, why in reasons.items() if why and says_why(why)]
        return Understood((told[0][0],), refused=[told[0][1]]) if told else None

    def _ended(self, found: Understood, *, alone: bool) -> Understood:
        """The end of the turn, or why it cannot end yet, where whoever passes can do nothing else; asked about where
        something else is called just so (``alone``)."""
        end = None if self._known_reason(found.action) else self._at_its_end()
        if end is None or (end.action != TURN_ENDS and end.refused):
            return found
        return end._replace(asked=[end.action]) if alone and not end.refused else end

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
        if len(words) > MOST_ORDERING:
            return None  # "first I use my card"
        place = next((at for texts in self.languages if (at := ordinal(texts.name, words)) is not None), None)
        if place is None:
            return None
        numbered = self._understood(typed)
        those = [*self.distinct[place:][:1], *(numbered.asked or [numbered.action])]
        asked = list(dict.fromkeys(each for each in those if each in self.legal))[:MOST_MEANT]
        return Understood(asked[0], asked) if asked else Understood(parse(typed.lower()), unknown=words[-1:])

    def _most_or_least(self, typed: str) -> Understood | None:
        """See ``extreme``."""
        if not is_readable(typed):
            return None
        for texts in self.languages:
            reader = Reader(self.game.key, texts.name, {}, exact=texts is not self.texts)
            if found := extreme(reader, self.game, self.seat, typed, self.distinct):
                clear = found.sure and len(found.actions) == 1
                meant = Understood(found.actions[0], () if clear else found.actions[:MOST_MEANT])
                return self._unless_denied(meant, typed)
        return None

    def _unless_denied(self, found: Understood, typed: str) -> Understood:
        """Asked about where a word says that something is not meant."""
        no = {word for texts in self.languages for word in lexicon(self.game.key, texts.name).no}
        means = bool(found.action) and NONE not in found.action and found.action not in ENDINGS
        denied = means and not no.isdisjoint(split(typed[:LONGEST]))
        if denied:  # not as a part of what says what is done: "don't need", or of what is no more than that
            atoms = Reader(self.game.key, self.texts.name, {}).atoms(typed[:LONGEST])
            alone = len(found.action) == 1
            denied = any(atom.text in no and not (alone and found.action[0] in atom.of("verb")) for atom in atoms)
        if not denied or found.asked or found.action not in self.legal:
            return found
        return found._replace(asked=[found.action])

    def _unless_of_others(self, found: Understood, typed: str) -> Understood:
        """Asked about where a place is said to be somebody's who has built nothing there: "Ben's lumber 10"."""
        there = [owners for word in found.action[1:] if (owners := self.game.owners(word)) is not None]
        if not there or found.asked or found.action not in self.legal:
            return found
        atoms = Reader(self.game.key, self.texts.name, self._here).atoms(typed[:LONGEST])
        named = {str(id) for atom in atoms if atom.soft and atom.text not in self._here for id in atom.of("word")}
        whose = {int(id.removeprefix(SEAT)) - 1 for id in named if id.startswith(SEAT)}
        return found._replace(asked=() if whose.issubset(frozenset().union(*there)) else [found.action])

    def _unless_spent(self, found: Understood, typed: str) -> Understood:
        """Refused, or asked about, where what seems to say what is done is only spent, "I spend one worker"; asked
        about where it is to be done twice and is once."""
        if found.refused or not found.action or len({action[0] for action in found.asked}) > 1:
            return found
        spent = is_spent([texts.name for texts in self.languages], self.game.key, typed, found.action[0])
        if spent and self.texts.has(id := f"{self.game.key}.spent.{found.action[0]}"):
            return Understood(found.action[:1], refused=[Message(id)])
        if found.asked:
            return found
        said = set(split(typed[:LONGEST]))
        twice = said & listed_in(self.texts.name, "twice") and TWO not in found.action and found.action in self.legal
        return found._replace(asked=[found.action]) if (spent and self.makes_sense(found)) or twice else found

    def _unless_vague(self, found: Understood, typed: str) -> Understood:
        """Asked about where more than a few words end something, and none of them certainly says so: "the others over
        there"."""
        if found.asked or found.refused or found.action not in ENDINGS or len(list(split(typed))) < FEW_WORDS:
            return found
        ends = {found.action[0]}
        if found.action == TURN_ENDS:
            ends.update(PASSES)
        for texts in self.languages:
            atoms = Reader(self.game.key, texts.name, {}, exact=texts is not self.texts).atoms(typed)
            said = any(ends & atom.of("verb") and not atom.soft for atom in atoms)
            if said or self._says_enough(texts, typed):
                return found
        return found._replace(asked=[found.action])

    def _understood(self, typed: str) -> Understood:
        found = self._by_parts(typed)
        if BETWEEN not in typed:
            return found
        parts = typed[:LONGEST].split(BETWEEN)[:MOST_MEANT]
        name, *note = [part for part in parts if not fullmatch(MARK, part)] or [""]
        labelled = self._labelled(name, self.legal)  # word by word, whatever else it may mean
        if not labelled or (note and {*found.asked, found.action} <= {*labelled}):  # the note says which
            return found
        return Understood(labelled[0]) if len(labelled) == 1 else self._one_of(labelled)

    def _by_parts(self, typed: str) -> Understood:
        found = self._read(typed)
        sensible = self.makes_sense(found)
        if BETWEEN in typed and (found.asked or found.action not in self.legal):
            begun, parts = sensible and not found.asked, typed[:LONGEST].split(BETWEEN)[:MOST_MEANT]
            labels = [number for number, part in enumerate(parts) if not fullmatch(MARK, part)]
            for number in labels or range(len(parts)):
                shorter = self._read(parts[number])
                vague = shorter.asked and sensible
                if self.makes_sense(shorter) and not vague and (shorter.action in self.legal or not begun):
                    return self._noted(shorter, BETWEEN.join(parts[number + 1 :]))
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
            named = {verb for atom in reader.atoms(typed) if not atom.soft for verb in atom.proper}
            doing = [action for action in self.legal if self.answering or action[0] in named]
            offered = {word for action in doing for word in action[1:]}
            found = by_surroundings(reader, words, places, rows, offered)
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
        if not self.makes_sense(found):  # "beside my city" is where the store is put
            found = self.understand(f"{self.texts.words(self.game.key, self.begun[:1], self.names)} {typed}")
        fits = found.action[: len(self.begun)] == self.begun and len(found.action) > len(self.begun)
        return found if fits and not (found.unknown or found.refused) else None
