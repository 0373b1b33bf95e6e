"""What remains of a sentence once a part of it has become a decision: what is done next, and what nothing came of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.wording.clauses import goes_on, says_where
from bot.wording.conversing import cuts, in_two, next_of
from bot.wording.finishing import ENDS
from bot.wording.folding import folded
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import base, idle_words
from bot.wording.offered import LONGEST, Understood
from bot.wording.reading import Reader
from bot.wording.reasons import refusal
from bot.wording.stems import stem
from bot.wording.texts import Texts, unformatted
from bot.wording.typed import understand
from engines import Action, Game
from engines.record import notation

PAIR = 2
NEXT = ", "
"""Between two decisions that are typed."""


class Ahead(NamedTuple):
    """What a player goes on with: the actions that were clearly said, and what was typed behind them."""

    actions: Sequence[Action] = ()
    rest: str = ""
    game: Game | None = None
    """As it is by then; None: that cannot be foreseen."""


def ahead(texts: Texts, game: Game, seat: int, names: Sequence[str], first: Action, rest: str) -> Ahead:
    """What is clearly said behind a decision, as far as nothing is revealed and its player still decides."""
    after, done, found = game.copy(), first, list[Action]()
    while done[0] not in game.needs_confirmation and refusal(after, seat, done) is None:
        if any(event.barrier for event in after.play(seat, done)):
            break
        following = next_of(texts, after, seat, names, rest) if rest and seat in after.to_act else None
        if following is None or following.understood.asked or not goes_on(texts, after, rest):
            return Ahead(found, rest, after)
        done, rest = following.understood.action, following.rest
        found.append(done)
    return Ahead(found, rest)


def typed_again(actions: Sequence[Action], rest: str) -> str:
    """Actions as they may be typed, and what was typed behind them."""
    return NEXT.join([*map(notation, actions), *filter(None, [rest])])


def surplus(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, action: Action) -> str:
    """What was typed behind a clause that says all of an action, where that is something else to do: "go to workers
    and hire one"; empty: nothing."""
    both = in_two(texts, game, seat, names, typed, clearly=True)
    if both and both.first == action:
        return both.rest
    for before, behind in cuts(texts, typed):
        found = understand(texts, game, seat, names, before)
        if found.action == action and not (found.asked or found.unknown or found.refused):
            return behind if says_more(texts, game, seat, names, behind, action) else ""
    return ""


def each_of_both(texts: Texts, game: Game, seat: int, typed: str, found: Understood) -> Sequence[Action]:
    """The two actions that are asked about where somebody says that both are meant, in an order in which they can be
    done; empty: nobody does."""
    asked = list(found.asked)
    if len(asked) != PAIR or len({action[0] for action in asked}) > 1 or not says_both(texts, game, typed):
        return ()
    for one, other in (asked, asked[::-1]):
        after = game.copy()
        if not any(event.barrier for event in after.play(seat, one)) and other in after.legal(seat):
            return one, other
    return ()


def says_both(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word says that something is done to both."""
    languages = (texts.name, FALLBACK)
    return any(atom.both for name in languages for atom in Reader(game.key, name, {}).atoms(typed[:LONGEST]))


def says_more(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str, action: Action) -> bool:
    """Whether a text says anything that what is said of an action, and of what it costs and brings, does not."""
    if says_where(texts, typed):
        return False
    here = texts.at(game)
    hint = game.hint(seat, action) if action in game.legal(seat) else None
    told = [here.action(game.key, action, names), here.answer(game.key, game, seat, action, names)]
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


def only_ends(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a text says no more than that somebody does no more: of a turn that is over nobody needs to be told."""
    atoms = [atom for atom in Reader(game.key, texts.name, {}).atoms(typed[:LONGEST]) if not atom.soft]
    return all(atom.of("noise") or not atom.of("verb").isdisjoint(ENDS) for atom in atoms)
