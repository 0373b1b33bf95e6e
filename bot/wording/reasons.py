"""What a phrase would be by the rules where nothing on offer is meant: a long action that only the notation can name,
or one that is not legal, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.wording.filling import COLOURS, filled
from bot.wording.phrases import ACTING, Phrase
from bot.wording.shapes import alike, fixed, on_a_place, shape
from bot.wording.vocabulary import vocabulary
from engines import Action, Game, IllegalAction, Message

RARE, PRICE = frozenset(("hire",)), 2
"""What is done only where the rules allow it for once, and not meant where it is not called so; its workers."""
TRADES = frozenset(("bank", "offer"))
"""What is done with several cards at once in MMN."""

NOT_OFFERED = Message("error.not_offered", {"typed": ""})
"""The reason that only quotes what was typed."""
VAGUE = frozenset(("mmn.refuse.own_offer", "mmn.refuse.offer_stands", "mmn.refuse.no_harbour_card"))
"""Reasons against whatever is no answer to a question, which say nothing of what was typed."""

NOTHING_TO_PAY = "macao.refuse.nothing_to_pay"
"""The reason against a payment where none is asked for; whoever says what else is done pays for that."""
NO_PLACE = "mmn.refuse.no_place"
"""The reason that quotes the place that was typed."""
BY_NAME = frozenset(
    (
        *("macao.refuse.no_joker", "macao.refuse.joker_later", "mmn.refuse.bank_words", "mmn.refuse.offer_words"),
        "burgundy.refuse.black_only",
    )
)
"""Reasons that say something only to whoever has called the thing by its name."""


def says_why(reason: Message | None) -> bool:
    """Whether a reason says more than that something is not on offer; that there is no such place does."""
    if reason is None or reason.id in VAGUE:
        return False
    typed = str(reason.args.get("typed", ""))
    return "typed" not in reason.args or (reason.id == NO_PLACE and any(map(str.isdigit, typed)))


def refusal(game: Game, seat: int, action: Action) -> Message | None:
    """Why an action is not legal; None: it is."""
    try:
        game.check(seat, action)
    except IllegalAction as fault:
        return fault.reason
    return None


def own_reason(game: Game, seat: int, action: Action) -> Message | None:
    """The same where the rules have more to say than that it is not on offer; None, too, where it only begins what can
    be typed."""
    reason = refusal(game, seat, action)
    return reason if says_why(reason) and game.part(seat, action) is None else None


class Told(NamedTuple):
    """What a phrase would be by the rules."""

    legal: Sequence[Action] = ()
    """All that it may be, of one kind."""
    trades: Sequence[Action] = ()
    """Legal trades of which nobody said how many."""
    refused: Sequence[tuple[Action, Message]] = ()
    """Why it is not possible, each reason with what would be done, the likeliest first."""
    clear: bool = False
    """Whether the one that is legal was named as the rules alone know it: "deliver the jade"."""
    likely: Action = ()
    """What it says, and what is not on offer; empty: it says nothing."""


class Reasons:
    """Asks the rules about everything that a phrase of somebody may be."""

    def __init__(
        self, game: Game, seat: int, said: Phrase, legal: Sequence[Action], worded: Callable[[Message], str]
    ) -> None:
        self.game, self.seat, self.said, self.worded = game, seat, said, worded
        self.legal = legal
        self.kinds, self.possible = game.kinds(seat), {action[0] for action in legal}
        self.named = {verb for atom in said.atoms if not atom.of("from", "to", "break") for verb in atom.of("verb")}
        self.bare = len(said.words) == 1 and bool(said.words[0].atom.of("word"))
        """Whether it is a thing and nothing else."""
        self.counted = any(atom.number is not None for atom in said.atoms)
        self.otherwise = not self.counted and any(atom.of("verb") and not atom.of("word") for atom in said.hard)
        """Whether a word says what is done, and counts nothing: "the violet die" is no joker."""

    def told(self, ids: frozenset[str]) -> Told:
        """``ids``: the words of the notation that have names."""
        legal, trades, likely, clear = dict[Action, Action](), list[Action](), Action(), False
        refused: dict[str, tuple[Action, Message]] = {}
        for action in filled(self.game.key, self._verbs(), ids, self.said):
            verb = action[0]
            later = any(self._rank(verb) > self._rank(other[0]) for other, _ in refused.values())
            another = bool(legal) and verb != next(iter(legal.values()))[0]
            if (later and not (trades and verb in TRADES)) or another:
                break
            reason = refusal(self.game, self.seat, action)
            if reason is None:
                typed, action = action, self.game.normal(self.seat, action)
                clear = clear or (typed != action and verb in self.named)
                if verb in TRADES and not self.counted:
                    trades.append(action)
                else:
                    legal.setdefault(self.game.gist(action), action)
                continue
            begun = [each for each in self.legal if each[: len(action)] == action] if self._is_open(action) else []
            if begun:
                legal.update({self.game.gist(each): each for each in begun})
                continue  # that it is not all that can be said is no reason
            if not likely and verb in self.named and (verb in self.kinds or not self._is_thing(verb)):
                likely = action
            if likely and verb not in self.named and not self.bare:
                break
            again = verb not in self.named and (
                self.otherwise or reason.id in [other.id for _, other in refused.values()]
            )
            called = reason.id not in BY_NAME or self._weight(verb)[1]  # "cash in a cube" is no joker
            if reason.id == NOTHING_TO_PAY:
                called = len(action) > 1 and COLOURS.issuperset(action[1:]) and self._only_pays(verb)
            if says_why(reason) and not again and called:
                refused.setdefault(self.worded(reason), (action, reason))
        if not (legal or trades or refused):
            refused = {self.worded(reason): (action, reason) for action, reason in self._closed()}
        why = self._likeliest(list(refused.values()))
        return Told(list(legal.values()), list(dict.fromkeys(trades)), why, clear and len(legal) == 1, likely)

    def _only_pays(self, verb: str) -> bool:
        """Return whether all words may say that cubes are paid, and one does."""
        doing = [atom.of("verb") for atom in self.said.hard if atom.of("verb") and not atom.of("word")]
        things = [atom.of("word") for atom in self.said.hard if atom.of("word")]
        others = [words for words in things if COLOURS.isdisjoint(map(str, words))]
        return bool(doing) and not others and all(verb in verbs for verbs in doing)

    def _is_thing(self, verb: str) -> bool:
        """Return whether only the name of a thing may say that this is done: "castle" of the start castle."""
        return all(atom.of("word") for atom in self.said.atoms if verb in atom.of("verb"))

    def _closed(self) -> Iterator[tuple[Action, Message]]:
        """Why nothing of a kind is possible that is called by its name, whatever it would be done with."""
        named = [atom for atom in self.said.atoms if not atom.soft]
        proper = [self._simplest(atom.proper) for atom in named if atom.proper]
        # Without the panel's own word one that can say nothing else: "vaar" instead of "zeil".
        proper = proper or [sorted(map(str, atom.of("verb"))) for atom in named if len(atom.of("verb")) == 1]
        for verb in sorted(verb for verbs in proper for verb in verbs):
            if fixed(self.game.key, verb) and any(
                atom.of("word") and verb not in atom.of("verb") for atom in self.said.hard
            ):
                continue  # who buys a card buys no prestige
            for action in ((verb,), *self._with_the_same(verb)) if verb not in self.possible | TRADES else ():
                reason = refusal(self.game, self.seat, action)
                if reason and says_why(reason) and (reason.id != NOTHING_TO_PAY or self._only_pays(verb)):
                    yield action, reason
                    break

    def _with_the_same(self, verb: str) -> Iterator[Action]:
        """What is done with each piece with which something of the kind is possible: the knight that may be promoted
        has a captain."""
        others = alike(self.game.key, verb) - ACTING if on_a_place(self.game.key, verb) and verb not in ACTING else ()
        yield from ((verb, *action[1:2]) for action in self.legal if action[0] in others)

    def _is_open(self, action: Action) -> bool:
        """Whether it is no more than begun, by something that it is done with: not where a number is wrong."""
        numbers = {str(atom.number) for atom in self.said.atoms if atom.number is not None and not atom.soft}
        return len(action) > 1 and numbers <= set(action)

    def _simplest(self, verbs: Iterable[str]) -> Sequence[str]:
        """Those of what is called so that need the fewest words: a knight is hired rather than moved."""
        words = {verb: len(shape(self.game.key, verb)[0]) for verb in verbs}
        return [verb for verb, number in words.items() if number == min(words.values())]

    def _likeliest(self, refused: Sequence[tuple[Action, Message]]) -> Sequence[tuple[Action, Message]]:
        there = [each for each in refused if each[1].id not in self.game.absent]
        if not self.named:  # the likeliest of what may be done with it
            there = [each for each in there if each[0][0] == there[0][0][0]]
        if not self._beside(self.possible).isdisjoint(action[0] for action, _ in there):
            return ()
        at = self._beside(action[0] for action, _ in there)
        there = [each for each in there if each[0][0] not in at] or there
        most = max(map(self._weight, (action[0] for action, _ in there)), default=(0, 0, 0))
        if most[1]:  # a settlement is built, not turned into a city
            there = [each for each in there if self._weight(each[0][0]) == most]
        return there or refused[:1]

    def _beside(self, verbs: Iterable[str]) -> set[str]:
        """What may be said beside those of the verbs that the panel's own words name: a store at a settlement."""
        named = [verb for verb in verbs if self._weight(verb)[1]]
        return {word for verb in named for word, _ in shape(self.game.key, verb)[1]}

    def _weight(self, verb: str) -> tuple[int, int, int]:
        """How many words say that this is done, how many of them the panel says it with, and how early the first is
        ("a store at my settlement")."""
        atoms = [atom for atom in self.said.atoms if verb in atom.of("verb") and not atom.soft]
        first = self.said.atoms.index(atoms[0]) if atoms else 0
        return len(atoms), sum(verb in atom.proper for atom in atoms), -first

    def _rank(self, verb: str) -> int:
        """What is named comes before what is asked; but a thing alone answers what is asked."""
        not_named, not_asked = verb not in self.named, verb not in self.kinds
        return 2 * not_asked + not_named if self.bare else 2 * not_named + not_asked

    def _verbs(self) -> list[str]:
        """All that may be meant, the likeliest first."""
        meant = {verb for atom in self.said.atoms for verb in atom.of("verb") if atom.of("verb") <= RARE}
        if any("worker" in word.role and word.atom.number == PRICE for word in self.said.words):
            meant |= self.kinds
        verbs = vocabulary(self.game.key).actions
        possible = (verb for verb in verbs if verb not in RARE or verb in meant | self.possible)
        return sorted(possible, key=lambda verb: (self._rank(verb), verb not in self.possible, verb))
