"""What is proposed while somebody still types, and what may be kept for later: actions by their letters or concepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.wording.folding import folded, spellings
from bot.wording.matching import begun
from bot.wording.offered import LONGEST, MOST_WORDS, is_number_or_place, word_count
from bot.wording.phrases import phrase
from bot.wording.reading import Reader
from bot.wording.texts import Texts
from bot.wording.vocabulary import vocabulary
from engines import Action
from engines.record import notation, parse


def sensible(texts: Texts, key: str, typed: str) -> Action | None:
    """What somebody typed in the notation of a game, wherever it may be legal; None: no such words are known there."""
    action, own = parse(typed.lower()), vocabulary(key)
    if len(typed) > LONGEST or not action or action[0] not in own.actions:
        return None
    sound = all(word in own.ids or word in own.actions or is_number_or_place(word) for word in action[1:])
    return action if sound else None


def completions(
    texts: Texts, key: str, legal: Iterable[Action], names: Sequence[str], typed: str
) -> list[tuple[str, str]]:
    """Actions as notation and phrase that have all that was typed so far, be it as letters or as concepts."""
    parts, actions = folded(typed[:LONGEST]), list(legal)
    found, others = list[tuple[str, str]](), list[Action]()
    for action in actions:
        text, phrased = notation(action), texts.action(key, action, names)
        said = " ".join(
            " ".join(way) for part in (text, phrased, texts.words(key, action, names)) for way in spellings(part)
        )
        if all(part in said for part in parts):
            found.append((text, phrased))
        else:
            others.append(action)
    if not found and parts:
        for action in _as_concepts(texts, key, others, typed):
            found.append((notation(action), texts.action(key, action, names)))
    return found


def _as_concepts(texts: Texts, key: str, actions: Sequence[Action], typed: str) -> Iterator[Action]:
    """The actions that have all concepts that were typed, the last word perhaps only begun."""
    here = {
        id: {id} for action in actions for id in action if any(letter.isdigit() for letter in id) and not id.isdigit()
    }
    if word_count(typed) > MOST_WORDS:
        return
    said = phrase(Reader(key, texts.name, here).atoms(typed[:LONGEST], unfinished=True))
    if said.hard and not said.unknown and len(said.atoms) <= MOST_WORDS:
        yield from begun(key, actions, said.known)
