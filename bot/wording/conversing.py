"""What somebody typed that makes sense only beside something else: which of several actions that were asked about, or a
decision with the next one in the same text ("Builder, a spice factory")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.wording.clauses import says_what_is_done
from bot.wording.folding import folded
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import idle_words, onward, ordinal
from bot.wording.reading import Reader, split
from bot.wording.reasons import refusal
from bot.wording.stems import stem
from bot.wording.texts import Texts
from bot.wording.typed import LONGEST, Understood, understand
from engines import Action, Game, Message

FEWEST_LETTERS = 2
"""Of what stands before or behind where a text is cut in two."""
MOST_CUTS = 4


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
    for language in (texts.name, FALLBACK):
        if (place := ordinal(language, words)) is not None:
            return [asked[place]] if -len(asked) <= place < len(asked) else []
    if _another(texts, game, seat, names, typed, asked):
        return []
    found = understand(texts, game, seat, names, typed, among=asked)
    if not (found.unknown or found.refused):
        chosen = [action for action in (found.asked or [found.action]) if action in asked]
        if chosen:
            return chosen
    return _by_label(texts, game, names, words, asked)


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


def in_two(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> TwoDecisions | None:
    """A text that names a decision and the next one of the same player, where nothing is revealed between them."""
    impossible = None
    for before, behind in (*_cuts(texts, typed), *_taken_out(texts, game, seat, typed)):
        found = understand(texts, game, seat, names, before)
        if not _is_clear(found) or found.action not in game.legal(seat) or found.action[0] in game.needs_confirmation:
            continue
        after = game.copy()
        happened = after.play(seat, found.action)
        if any(event.barrier for event in happened) or seat not in after.to_act:
            continue
        further = understand(texts, after, seat, names, behind)
        legal = after.legal(seat)
        if not further.unknown and (
            set(further.asked) & set(legal) or (_is_clear(further) and further.action in legal)
        ):
            return TwoDecisions(found.action, behind)
        if further.refused and impossible is None and says_what_is_done(texts, game, behind):
            impossible = TwoDecisions(found.action, behind, further.refused)
    return impossible


def reason_of_a_part(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Sequence[Message]:
    """Why a part of what was typed is refused, where the rules have no reason for the whole; empty: for no part."""
    for part in _parts(texts, game, typed):
        found = understand(texts, game, seat, names, part)
        if found.refused:
            return found.refused
        reason = None if found.asked or found.unknown else refusal(game, seat, found.action)
        if reason and "typed" not in reason.args and game.part(seat, found.action) is None:
            return [reason]
    return []


def _parts(texts: Texts, game: Game, typed: str) -> Iterator[str]:
    """What stands before a place where a text may be cut in two, and behind it where that says what is done."""
    for before, behind in _cuts(texts, typed):
        yield before
        if says_what_is_done(texts, game, behind):
            yield behind


def _taken_out(texts: Texts, game: Game, seat: int, typed: str) -> Iterator[tuple[str, str]]:
    """What is done that needs no more words and is called by its name, and all else that was typed: "sail with the
    Navegador card from Angola to Rio"."""
    alone = {action[0] for action in game.legal(seat) if len(action) == 1}
    text = " ".join(split(typed[:LONGEST]))
    for language in (texts.name, FALLBACK) if alone else ():
        for atom in Reader(game.key, language, {}).atoms(text):
            before, found, behind = text.partition(atom.text)
            if found and " ".join((before, behind)).strip() and atom.proper & alone and not atom.soft:
                yield atom.text, f"{before}{behind}"


def _is_clear(found: Understood) -> bool:
    return not (found.asked or found.refused or found.unknown)


def _cuts(texts: Texts, typed: str) -> Iterator[tuple[str, str]]:
    """Where a text may be cut in two: at commas, and at small words that go on."""
    words = "|".join(map(re.escape, sorted(onward(texts.name) | onward(FALLBACK))))
    places = re.finditer(rf"\s*[,;.:]\s+(?:(?:{words})\s+)*|\s+(?:(?:{words})\s+)+", typed[:LONGEST], re.IGNORECASE)
    for _, cut in zip(range(MOST_CUTS), places, strict=False):
        before, behind = typed[: cut.start()], typed[cut.end() : LONGEST]
        if min(sum(map(len, folded(before))), sum(map(len, folded(behind)))) >= FEWEST_LETTERS:
            yield before, behind
