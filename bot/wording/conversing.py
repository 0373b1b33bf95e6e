"""What somebody typed that makes sense only beside something else: which of several actions that were asked about, or a
decision with the next one in the same text ("Builder, a spice factory")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from bot.wording.clauses import called_so, goes_on, names_anything, says_more, says_that, says_what_is_done
from bot.wording.cutting import MOST_CUTS, cuts
from bot.wording.finishing import ENDINGS, only_ends
from bot.wording.folding import folded
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import lexicon
from bot.wording.lists import idle_words, listed, listed_in, ordinal
from bot.wording.offered import LONGEST, MOST_SAID, Understood, word_count
from bot.wording.paying import (
    asks_for_payment,
    extra_of,
    is_spent,
    needs_payment,
    paid_beside,
    with_payment,
    without_paid,
)
from bot.wording.quantifiers import wants_all
from bot.wording.reading import Reader, split
from bot.wording.reasons import own_reason, refusal
from bot.wording.shapes import COST, features
from bot.wording.stems import stem
from bot.wording.texts import Texts, texts_in
from bot.wording.typed import MOST_ORDERING, understand
from engines import Action, Game, Message


class TwoDecisions(NamedTuple):
    """A legal action, and what was typed behind it; ``refused``: why that would not be possible then."""

    first: Action
    rest: str
    refused: Sequence[Message] = ()


def which(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, asked: Sequence[Action]
) -> list[Action]:
    """Those of the actions that somebody was asked about whom an answer means: "the second", or words that the others
    have not. Empty: it says something else, as several words do that clearly mean a move of another kind."""
    words = list(split(typed[:LONGEST]))
    for language in (texts.name, FALLBACK) if len(words) <= MOST_ORDERING else ():
        if (place := ordinal(language, words)) is not None:
            return [asked[place]] if -len(asked) <= place < len(asked) else []
        telling = [word for word in words if word not in idle_words(language)]
        if len(telling) == 1 and telling[0] in listed(language, "middle") and len(asked) % 2:
            return [asked[len(asked) // 2]]
    typed = without_agreement(texts, typed) or typed
    if _another(texts, game, seat, names, typed, asked):
        return []
    found = understand(texts, game, seat, names, typed, among=asked)
    read = [] if found.unknown or found.refused else found.asked or [found.action]
    meant = [action for action in read if action in asked]
    if 0 < len(meant) < len(asked):
        return meant
    if by_label := _by_label(texts, game, names, words, asked):
        return by_label
    parts = re.split(r"[,;]\s", typed[:LONGEST])  # "the middle one, lumber 9"
    each = [which(texts, game, seat, names, part, asked) for part in parts] if len(parts) > 1 else []
    return next((chosen for chosen in each if len(chosen) == 1), meant)


def which_and_more(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, asked: Sequence[Action]
) -> tuple[list[Action], str]:
    """See ``which``; and what was typed behind it: "the first one, and then I'm done moving"."""
    for before, behind in cuts(texts, typed):
        if goes_on(texts, game, behind) and len(chosen := which(texts, game, seat, names, before, asked)) == 1:
            return chosen, behind
    return which(texts, game, seat, names, typed, asked), ""


def more_behind_yes(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, asked: Action
) -> tuple[bool, str]:
    """Whether words of agreement mean what alone was asked about, and what is to be done next by whoever goes on: "yes,
    and sell my sugar there". They do not where something else of the kind is clearly named behind them: "right, the
    other one: Angola to Rio"."""
    said = without_agreement(texts, typed)
    if not said:
        return True, ""
    words = listed_in(texts.name, "onward")
    begun = re.match(rf"(?:(?:{'|'.join(map(re.escape, sorted(words)))})\b[\s,]*)+", said, re.IGNORECASE)
    if begun:
        return True, said[begun.end() :]
    same = understand(texts, game, seat, names, said, among=[asked])
    if asked in (same.asked or [same.action]) and not (same.unknown or same.refused):
        return True, ""  # "yes, spend the worker"
    found = understand(texts, game, seat, names, said)
    other = _is_clear(found) and found.action in game.legal(seat) and found.action != asked
    if other and found.action[0] == asked[0] and names_anything(texts, game, said):
        return False, ""
    return True, said if goes_on(texts, game, said) else ""


def _another(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, asked: Sequence[Action]) -> bool:
    """Whether somebody has turned to another kind of move than any that was asked about: one word may be an answer."""
    telling = [word for word in split(typed[:LONGEST]) if word not in idle_words(texts.name)]
    found = understand(texts, game, seat, names, typed)
    kinds = {action[0] for action in asked}
    return len(telling) > 1 and _is_clear(found) and found.action[0] not in kinds and found.action in game.legal(seat)


def _by_label(
    texts: Texts, game: Game, names: Sequence[str], words: Sequence[str], asked: Sequence[Action]
) -> list[Action]:
    """Those of which the question itself says all that is typed: "the brick"."""
    idle = idle_words(texts.name)
    wanted = {stem(word, texts.name) for word in words if word not in idle and word != ","}
    said = {
        action: {stem(word, texts.name) for word in folded(texts.at(game).action(game.key, action, names))}
        for action in asked
    }
    found = [action for action in asked if wanted <= said[action]]
    return found if wanted and len(found) < len(asked) else []


def in_two(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, *, clearly: bool = False
) -> TwoDecisions | None:
    """A text that names a decision and the next one of the same player, perhaps more of them behind it, where nothing
    is revealed between the first two. ``clearly``: each is said with a verb of its own, since all of it may be one."""
    impossible = None
    if word_count(typed) > MOST_SAID:
        return None
    paid = list(_paid_next(texts, game, seat, typed))
    plainly = (*paid, *cuts(texts, typed), *islice(_taken_out(texts, game, seat, typed), MOST_CUTS))
    behind_places = islice(_behind_a_place(texts, game, seat, typed), MOST_CUTS)
    for number, (before, behind) in enumerate((*plainly, *behind_places, *_at_small_words(texts, game, typed))):
        over = only_ends((texts.name, FALLBACK), game.key, behind) and not says_no(texts, game, behind)
        clear = not clearly or (says_what_is_done(texts, game, before) and goes_on(texts, game, behind))
        if not (over or clear):
            continue
        found = understand(texts, game, seat, names, before)
        if over and _ends_with(game, seat, found):
            return TwoDecisions(found.action, "")  # "a church, done"
        if not clear:
            continue
        first = None if found.asked and wants_all(texts.name, before) else _certain(game, seat, found)
        if first is None or first[0] in game.needs_confirmation:
            continue
        if number < len(paid) and not needs_payment(game, first):
            continue
        if is_spent((texts.name, FALLBACK), game.key, before, first[0]):
            continue
        if len(first) == 1 and called_so(texts, game, before) - {first[0]}:
            continue  # "my serf becomes a servant"
        after = game.copy()
        happened = after.play(seat, first)
        if any(event.barrier for event in happened) or seat not in after.to_act:
            continue
        behind = _without_the_same(texts, game, seat, names, behind, first)
        if number < len(paid) and not (behind := without_paid(texts, after, seat, behind)):
            return TwoDecisions(first, "")
        if needs_payment(game, first) and asks_for_payment(after, seat) and number < len(plainly):
            return TwoDecisions(first, behind)  # it is done once that is paid
        if further := next_of(texts, after, seat, names, behind):
            if number < len(plainly) or further.understood.action[0] not in {action[0] for action in game.legal(seat)}:
                return TwoDecisions(first, behind)
        elif impossible is None and not clearly:
            second = understand(texts, after, seat, names, behind)
            same = number < len(plainly) and second.action[:1] == first[:1]
            told = same or says_what_is_done(texts, game, behind)
            reasons = reason_of_a_part(texts, after, seat, names, behind) if told else []
            reasons = [reason for reason in reasons if reason.id not in game.whereabouts]
            impossible = TwoDecisions(first, behind, reasons) if reasons else None
    return impossible


class Next(NamedTuple):
    """What is to be asked about next, and what was typed behind it."""

    understood: Understood
    rest: str = ""


def next_of(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Next | None:
    """The legal actions that a text means, or its beginning where it names several decisions; None: there are none, or
    the rules refuse the whole."""
    typed = without_paid(texts, game, seat, typed)
    whole = understand(texts, game, seat, names, typed)
    if _is_on_offer(game, seat, whole) and not (whole.asked or whole.refused):
        first = first_asked(texts, game, seat, names, typed) if whole.action in ENDINGS else None
        if first and first.understood.action not in ENDINGS:
            return first  # "walk a space and pass"
        return Next(whole, surplus(texts, game, seat, names, typed, whole.action))
    for before, behind in (*cuts(texts, typed), *islice(_taken_out(texts, game, seat, typed), MOST_CUTS)):
        found = understand(texts, game, seat, names, before)
        if is_part(found.asked or [found.action], whole):
            return None
        if names_anything(texts, game, before) and _reasons(game, seat, found):
            return None  # what stands behind it is not done instead
        if _is_on_offer(game, seat, found) and not (found.asked and _is_on_offer(game, seat, whole)):
            return Next(found, behind)
    return Next(whole) if _is_on_offer(game, seat, whole) and not whole.refused else None


def surplus(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, action: Action) -> str:
    """What was typed behind a clause that says all of an action, where that is something else: "go to workers and hire
    one"; empty: nothing."""
    for before, behind in cuts(texts, typed):
        found = understand(texts, game, seat, names, before)
        if found.action == action and _is_clear(found):
            if says_more(texts, game, seat, names, behind, action):
                return behind  # where the action is only begun, how it ends may be said there
            if refusal(game, seat, action):
                return ""
            after = game.copy()
            after.play(seat, action)
            on = goes_on(texts, after, behind) and seat in after.to_act
            return behind if on and next_of(texts, after, seat, names, behind) else ""
    return ""


def is_part(actions: Sequence[Action], whole: Understood) -> bool:
    """Whether actions are no more than a part of the one that the rules refuse: of "a church and a factory" nobody
    builds just the church unasked."""
    return bool(whole.refused) and all(set(action) < set(whole.action) for action in actions)


def first_asked(
    texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, whole: Sequence[Action] = ()
) -> Next | None:
    """What is asked about first of several decisions, each with a word of its own for what is done, where the text as a
    whole may mean one of them: "promote my knight and put the coin into politics"; or why that is refused, where the
    ``whole`` means nothing but what is said behind it: "a city, then pass". None: it is no such text."""
    paid = list(_paid_next(texts, game, seat, typed))
    for number, (before, behind) in enumerate((*paid, *cuts(texts, typed))):
        if number < len(paid) or (says_what_is_done(texts, game, before) and goes_on(texts, game, behind)):
            found = understand(texts, game, seat, names, before)
            if number < len(paid) and not needs_payment(game, found.action):
                continue
            if _is_on_offer(game, seat, found):
                return Next(found._replace(asked=found.asked or [found.action]), behind)
            if found.refused and whole and not any(says_that(texts, game, before, action[0]) for action in whole):
                return Next(found, behind)
    return None


def _is_on_offer(game: Game, seat: int, found: Understood) -> bool:
    """Whether something that may be done now is clearly meant, or asked about."""
    if found.unknown:
        return False
    if found.asked:
        return any(refusal(game, seat, action) is None for action in found.asked)
    return not found.refused and refusal(game, seat, found.action) is None


def _ends_with(game: Game, seat: int, found: Understood) -> bool:
    """Whether something is clearly meant with which a turn ends by itself."""
    if not _is_clear(found) or found.action in ENDINGS or found.action not in game.legal(seat):
        return False
    after = game.copy()
    after.play(seat, found.action)
    return seat not in after.to_act


def _certain(game: Game, seat: int, found: Understood) -> Action | None:
    """The action that is played as the first of several: the only one that may be meant, if it costs nothing."""
    if found.refused or found.unknown or len(found.asked) > 1 or refusal(game, seat, found.action):
        return None
    costly = found.asked and (
        any(feature.need == COST for feature in features(game.key, found.action)) or extra_of(game, seat, found.action)
    )
    return None if costly or (found.asked and found.asked[0] != found.action) else found.action


def _without_the_same(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, first: Action) -> str:
    """What was typed without a beginning that says nothing but the first decision in other words: "the second market,
    the one before the builder; ...\"."""
    for before, behind in cuts(texts, typed):
        if _certain(game, seat, understand(texts, game, seat, names, before)) == first:
            return behind
    return typed


def says_again(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, asked: Action) -> bool:
    """Whether an answer names what alone was asked about, perhaps with words of agreement around it: "a spice factory,
    correct"."""
    said = without_agreement(texts, typed)
    if not said or says_no(texts, game, said):
        return False
    found = understand(texts, game, seat, names, said)
    if found.unknown or found.refused:
        return False
    begun = len(found.action) > 1 and not found.asked and asked[: len(found.action)] == found.action
    return begun or asked in (found.asked or [found.action])


def without_agreement(texts: Texts, typed: str) -> str:
    """What was said without words of agreement before or behind it."""
    said = typed[:LONGEST].strip()
    for each in (texts, texts_in(FALLBACK)):
        yes = sorted((word.strip() for word in each.say("typed.yes").split(",")), key=len, reverse=True)
        words = "|".join(map(re.escape, yes))
        said = re.sub(rf"^(?:{words})\b[\s,;.!:]*|[\s,;.!:]+(?:{words})\W*$", "", said, flags=re.IGNORECASE)
    return said


def reason_of_a_part(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Sequence[Message]:
    """Why what was typed is refused, or a part of it; empty: it is not. Of what is longer than anybody's sentence no
    parts are read."""
    parts = () if word_count(typed) > MOST_SAID else _parts(texts, game, typed)
    for part in chain((typed,), parts):
        if reasons := _reasons(game, seat, understand(texts, game, seat, names, part)):
            return reasons
    return []


def _reasons(game: Game, seat: int, found: Understood) -> Sequence[Message]:
    """Why the rules refuse what was understood; empty: they have nothing to say against it."""
    reason = None if found.refused or found.asked or found.unknown else own_reason(game, seat, found.action)
    return [reason] if reason else found.refused


def _parts(texts: Texts, game: Game, typed: str) -> Iterator[str]:
    """What stands before a place where a text may be cut in two, and behind it where that says what is done."""
    for before, behind in cuts(texts, typed):
        yield before
        if says_what_is_done(texts, game, behind):
            yield behind


def says_no(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word says that something is not meant."""
    said = set(split(typed[:LONGEST]))
    return any(not lexicon(game.key, name).no.isdisjoint(said) for name in (texts.name, FALLBACK))


def _taken_out(texts: Texts, game: Game, seat: int, typed: str) -> Iterator[tuple[str, str]]:
    """What is done that needs no more words and is called by its name, and all else that was typed: "sail with the
    Navegador card from Angola to Rio"."""
    alone = {action[0] for action in game.legal(seat) if len(action) == 1}
    text = " ".join(split(typed[:LONGEST]))
    if says_no(texts, game, typed):
        return
    mine = listed_in(texts.name, "mine")
    for language in (texts.name, FALLBACK) if alone else ():
        atoms = [atom for atom in Reader(game.key, language, {}).atoms(text) if not atom.of("noise")]
        for at, atom in enumerate(atoms):
            before, found, behind = text.partition(atom.text)
            if before.split()[-1:] and before.split()[-1] in mine:
                continue  # "my serf becomes a servant"
            if any(other.of("word") and not other.soft for other in atoms[at + 1 : at + 2]):
                continue  # "buy the customs office"
            said = (other.of("verb") for other in atoms if other is not atom and not other.soft)
            if any(verbs & atom.of("verb") - alone for verbs in said):
                continue  # "buy a district": both words say the same
            if found and " ".join((before, behind)).strip() and atom.proper & alone and not atom.soft:
                yield atom.text, f"{before}{behind}"


def _paid_next(texts: Texts, game: Game, seat: int, typed: str) -> Iterator[tuple[str, str]]:
    """What is paid for, and behind it what is paid and all else, in whatever order that was said."""
    for before, behind in (*cuts(texts, typed), (typed, "")):
        if paid := paid_beside(texts, game, seat, before):
            yield paid.without, with_payment(paid.said, behind)
            if not behind:
                yield from ((first, with_payment(paid.said, rest)) for first, rest in cuts(texts, paid.without))


def _behind_a_place(texts: Texts, game: Game, seat: int, typed: str) -> Iterator[tuple[str, str]]:
    """What says where somebody goes, and what is done there: "to Ships to build two". That is an action of two words
    of which the second one is named."""
    there = {action[1] for action in game.legal(seat) if len(action[1:]) == 1}
    text = " ".join(split(typed[:LONGEST]))
    for language in (texts.name, FALLBACK) if there else ():
        for atom in Reader(game.key, language, {}).atoms(text):
            before, _, behind = text.partition(atom.text)
            if behind.strip() and not atom.soft and atom.of("word") & there:
                yield f"{before}{atom.text}", behind


def _at_small_words(texts: Texts, game: Game, typed: str) -> Iterator[tuple[str, str]]:
    """What is done, and behind a small word what with: "a store on lumber 4 for two ore"."""
    words, reader = list(split(typed[:LONGEST])), Reader(game.key, texts.name, {})
    places = [at for at in range(1, len(words)) if any(atom.of("break") for atom in reader.atoms(words[at]))]
    for at in reversed(places[-MOST_CUTS:]):
        if words[at] != "," and words[at + 1 :]:
            yield " ".join(words[:at]), " ".join(words[at + 1 :])


def _is_clear(found: Understood) -> bool:
    return not (found.asked or found.refused or found.unknown)
