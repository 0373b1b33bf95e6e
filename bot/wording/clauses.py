"""Sentences that say a decision, and what goes with it: "take quarter 8, the one with rice, and pay with green".

What goes with it may be said already, or be asked later, or be no more than talk: so the decision is asked about, never
played, and only where the whole sentence means nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.wording.escaping import unformatted
from bot.wording.folding import folded
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import base
from bot.wording.lists import idle_words, listed_in
from bot.wording.mood import until_without
from bot.wording.offered import LONGEST, MOST_MEANT, MOST_SAID, MOST_WORDS, word_count
from bot.wording.reading import Atom, Reader
from bot.wording.reasons import own_reason, refusal
from bot.wording.shapes import shape
from bot.wording.stems import stem
from bot.wording.texts import Texts
from bot.wording.typed import understand
from engines import Action, Game, Message

MOST_CLAUSES = 6


class Clause(NamedTuple):
    """The legal actions that a part of a sentence may mean, and what was typed behind it."""

    actions: Sequence[Action] = ()
    rest: str = ""
    refused: Sequence[Message] = ()
    """Why what the sentence begins with is not possible."""


def of_a_clause(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Clause:
    """What a part of a sentence may mean, if it says what is done: of several parts the one that says most. Nothing
    where none does, or where the rules have a reason against what the sentence begins with."""
    if word_count(typed) > MOST_SAID:
        return Clause()
    legal = set(game.legal(seat))
    called = _called(texts, game, typed, legal)
    for clause, rest, before in _clauses(texts, typed):
        begins = not before.strip()
        if _says_price(texts, game, clause):
            continue
        if not begins and _goes_on_from(texts, game, before):
            return Clause()  # nobody who says "a city, then pass" just passes
        found = understand(texts, game, seat, names, clause)
        clear = not (found.asked or found.unknown)
        if begins and (found.refused or (clear and own_reason(game, seat, found.action))):
            said_so = any(atom.proper and not atom.soft for atom in _atoms(texts, game, clause))
            said_so = said_so or says_just(texts, game, clause, found.action)
            if said_so:
                why = found.refused or [reason for reason in [own_reason(game, seat, found.action)] if reason]
                return Clause(refused=why)
            return Clause(_with_what_is_named(texts, game, seat, typed))
        actions = found.asked or ([] if found.unknown or found.refused else [found.action])
        if called and not says_what_is_done(texts, game, clause) and called.isdisjoint(each[0] for each in actions):
            continue  # "a store with my two wool" is no trade
        if 0 < len(actions) <= MOST_MEANT and legal.issuperset(actions):
            said = _said(texts, game, clause)
            if all(not said.isdisjoint((*action, *map(base, action))) for action in actions):
                return Clause(actions, rest)
    return Clause(_with_what_is_named(texts, game, seat, typed))


def _goes_on_from(texts: Texts, game: Game, before: str) -> bool:
    """Whether what stands before a part of a sentence, with what joins them, is a decision of its own."""
    words = "|".join(map(re.escape, sorted(listed_in(texts.name, "onward"))))
    joined = re.search(rf"(?:[,;.:]|\s(?:{words}))\s*$", before, re.IGNORECASE)
    return bool(joined) and says_what_is_done(texts, game, before) and not _says_price(texts, game, before)


def _called(texts: Texts, game: Game, typed: str, legal: Iterable[Action]) -> set[str]:
    """What may be done and is called so by the panel's own words."""
    kinds = {action[0] for action in legal}
    return {verb for atom in _atoms(texts, game, typed) if not atom.soft for verb in atom.proper & kinds}


def _says_price(texts: Texts, game: Game, clause: str) -> bool:
    """Whether a part of a sentence begins with what something costs: "costing me a worker"."""
    for language in (texts.name, FALLBACK):
        atoms = [atom for atom in Reader(game.key, language, {}).atoms(clause[:LONGEST]) if not atom.of("noise")]
        if atoms and "cost" in atoms[0].of("unit"):
            return True
    return False


def _with_what_is_named(texts: Texts, game: Game, seat: int, typed: str) -> Sequence[Action]:
    """What may be done with the one thing that is named of those with which something may be done; the rest says what
    comes of it: "turn a violet into gold with the Administration"."""
    if word_count(typed) > MOST_WORDS:
        return ()
    said, found = _said(texts, game, typed), dict[str, list[Action]]()
    for action in game.distinct(game.legal(seat)):
        if len(action) > 1 and base(action[1]) in said and not action[1].isdigit():
            found.setdefault(base(action[1]), []).append(action)
    (actions,) = found.values() if len(found) == 1 else ([],)
    return actions if len(actions) <= MOST_MEANT else ()


def called_so(texts: Texts, game: Game, typed: str) -> set[str]:
    """What is done in the game and is called so by the panel's own words, whether it is possible now or not; nothing
    of what is longer than anybody's sentence."""
    if word_count(typed) > MOST_SAID:
        return set()
    return {str(verb) for atom in _atoms(texts, game, typed) if not atom.soft for verb in atom.proper & atom.of("verb")}


def says_just(texts: Texts, game: Game, typed: str, action: Action) -> bool:
    """Whether an action is done with all things that are named."""
    own = {*action, *map(base, action)}
    things = [atom.of("word") for atom in _atoms(texts, game, typed) if atom.of("word") and not atom.soft]
    return bool(things) and all(not each.isdisjoint(own) for each in things)


def says_that(texts: Texts, game: Game, typed: str, verb: str) -> bool:
    """Whether a word that means something in any case names what is done."""
    return any(verb in atom.of("verb") and not atom.soft for atom in _atoms(texts, game, typed))


def goes_on(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word names what is done in any case, or one that only may do so stands before a thing: "put the coin
    into politics"."""
    if says_what_is_done(texts, game, typed):
        return True
    for language in (texts.name, FALLBACK):
        atoms = Reader(game.key, language, {}).atoms(typed[:LONGEST])
        first = next((at for at, atom in enumerate(atoms) if atom.of("verb") and not atom.of("break")), len(atoms))
        if any(atom.of("word") and not atom.soft for atom in atoms[first + 1 :]):
            return True
    return False


def begun_by_name(texts: Texts, game: Game, seat: int, typed: str, read: Action) -> Action:
    """What is done, with nothing of what it is done with, where the panel's own words for one such thing are all that
    can be made of a sentence: "a store at my settlement on the coast". Empty: there is none, it needs no more, or the
    rules have a reason against what was ``read``."""
    if word_count(typed) > MOST_WORDS or own_reason(game, seat, read):
        return ()
    typed = until_without((texts.name, FALLBACK), typed) or typed
    kinds = {action[0] for action in game.legal(seat) if len(action) > 1}
    named = {verb for atom in _atoms(texts, game, typed) if not atom.soft for verb in atom.proper & kinds}
    beside = {word for verb in named for word, _ in shape(game.key, verb)[1]}
    return tuple(named - beside) if len(named - beside) == 1 else ()


def says_what_is_done(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word that means something in any case names something that may be done."""
    return any(atom.of("verb") and not atom.soft for atom in _atoms(texts, game, typed))


def names_anything(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word says what is done or with what, and not only how many: "number twenty-two"."""
    return bool(_said(texts, game, typed))


def names_its_things(texts: Texts, game: Game, typed: str, action: Action) -> bool:
    """Whether a word names something that an action is done with."""
    return not _said(texts, game, typed).isdisjoint(map(base, action[1:]))


def says_where(texts: Texts, typed: str) -> bool:
    """Whether something typed behind a decision only says where that is done: "next to my city"."""
    first = typed.split()[:1]
    return bool(first) and first[0].lower() in listed_in(texts.name, "where")


def says_more(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, action: Action) -> bool:
    """Whether a text says anything that what is said of an action, and of what it costs and brings, does not."""
    if says_where(texts, typed):
        return False
    here = texts.at(game)
    hint = game.hint(seat, action) if action in game.legal(seat) else None
    told = [here.words(game.key, action, names)]
    if refusal(game, seat, action) is None:  # of what is only begun the label would have blanks
        told += [here.action(game.key, action, names), here.answer(game.key, game, seat, action, names)]
        told += [
            here.name_of(names, each) for each in _concerned(game, seat, action)
        ]  # "steal from Carla" has happened
    told += [here.message(game.key, hint, names)] if hint else []
    known = {stem(word, texts.name) for text in told for word in folded(unformatted(text))}
    own = {*action, *map(base, action)}
    idle = idle_words(texts.name) | idle_words(FALLBACK)
    for atom in Reader(game.key, texts.name, {}).atoms(typed[:LONGEST]):
        words = [word for word in atom.text.split() if word not in idle]
        named = atom.of("verb", "word")
        if atom.soft or atom.of("noise") or not words or all(stem(word, texts.name) in known for word in words):
            continue
        other = atom.number is not None and str(atom.number) not in own
        if not atom.meanings or other or (named and named.isdisjoint(own)):
            return True
    return False


def _concerned(game: Game, seat: int, action: Action) -> set[int]:
    """The seats to which something happens by an action."""
    data = (event.data.items() for event in game.copy().play(seat, action))
    return {value for each in data for name, value in each if name.endswith("seat") and isinstance(value, int)}


def behind_the_way(texts: Texts, game: Game, typed: str, way: Action) -> str:
    """What was typed without its beginning, where that says no more than the way to the rest: "on to the market, two
    spaces ahead: I sell a gold"."""
    named = {name for each in map(base, way[1:]) for name in (each, each.rstrip("0123456789"))}
    for part in re.finditer(r"[,:;]", typed[:LONGEST]):
        before, behind = typed[: part.start()], typed[part.end() :].strip()
        others = (atom for atom in _atoms(texts, game, before) if not atom.soft and way[0] not in atom.of("verb"))
        if behind and named & _said(texts, game, before) and not any(atom.of("verb") for atom in others):
            return behind
    return typed


def names_a_thing(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word says with what something is done."""
    return bool(_things(texts, game, typed))


def with_more(texts: Texts, game: Game, rest: str, more: str) -> str:
    """What is to be done next where more was said than what was typed before: both, unless that names the same things
    or none."""
    before, behind = (_things(texts, game, typed) for typed in (rest, more))
    return f"{rest}, {more}" if before and behind and before.isdisjoint(behind) else more or rest


def _things(texts: Texts, game: Game, typed: str) -> set[str | int]:
    return {value for atom in _atoms(texts, game, typed) if not atom.soft for value in atom.of("word")}


def _said(texts: Texts, game: Game, typed: str) -> set[str | int]:
    """All that is named that may be done, and all things; not what may mean nothing."""
    return {value for atom in _atoms(texts, game, typed) if not atom.soft for value in atom.of("verb", "word")}


def _atoms(texts: Texts, game: Game, typed: str) -> Iterator[Atom]:
    for language in (texts.name, FALLBACK):
        yield from Reader(game.key, language, {}).atoms(typed[:LONGEST])


def _clauses(texts: Texts, typed: str) -> Iterator[tuple[str, str, str]]:
    """Parts of a sentence, cut where something is added, with what stands behind them, and before them together with
    the cut: those at its beginning, the longest first, then those at its end, then those between two cuts."""
    words = listed_in(texts.name, "onward") | listed_in(texts.name, "beside")
    said, some = typed[:LONGEST], "|".join(map(re.escape, sorted(words)))
    cuts = [*re.finditer(rf"\s*[,;.:()]+\s*|\s+(?:{some})\s+", said, re.IGNORECASE)][:MOST_CLAUSES]
    yield from ((said[: cut.start()], said[cut.end() :], "") for cut in reversed(cuts))
    yield from ((said[cut.end() :], "", said[: cut.end()]) for cut in cuts)
    yield from (
        (said[cut.end() : other.start()], said[other.end() :], said[: cut.end()]) for cut, other in pairwise(cuts)
    )
