"""The stages of reading, each by itself: tokens, meanings of words, mood, features, trades, answers."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.read.conversation.answers import Agreed, Chosen, Declined, Pending, answer_to
from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.decisions.reader import Reader
from bot.language.read.decisions.trade import Negotiation
from bot.language.read.possible_actions.candidates import Candidates
from bot.language.read.ranking.rank import Ranking
from bot.language.read.readings import Ask, Begin, Play, Refuse, Unknown
from bot.language.read.sentences.cues import in_context
from bot.language.read.sentences.mood import mood
from bot.language.read.sentences.sentence import excluded_tokens
from bot.language.read.tokens.asides import corrected
from bot.language.read.tokens.cuts import joined_alternatives
from bot.language.read.tokens.letters import spelled_out
from bot.language.read.tokens.utterance import LONGEST, Utterance
from bot.language.read.words.concepts import Concept
from bot.language.read.words.lexicon import lexicon
from bot.wording import texts_in
from engines import Game
from engines.record import parse
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

NAMES = ("Anna", "Ben", "Carla")


def reading(game: Game, typed: str, language: str = "en") -> Any:
    """Return what a text of the first to act means."""
    return Reader(texts_in(language), game, game.to_act[0], NAMES[: game.state.seats]).read(Utterance.of(typed))


# -- utterance -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Sell 2 sugar!", ("sell", "2", "sugar")),
        ("road 6U/7U", ("road", "6u", "7u")),
        ("Moçambique's", ("mocambiques",)),
        ("settlement <#1> <:dice:8>", ("settlement",)),
        ("  ", ()),
    ],
)
def test_a_text_is_folded_into_words_without_mentions(typed: str, words: tuple[str, ...]) -> None:
    assert Utterance.of(typed).words == words


@pytest.mark.parametrize(
    ("typed", "remainder"),
    [
        ("sail, no wait, build", "build"),
        ("sail, no wait build", "build"),
        ("sail no wait build", "build"),
        ("sail, <@123> no wait build", "build"),
        ("<@123> sail no wait build", "build"),
        ("sail, build I mean", "build I mean"),
        ("gold or sugar... gold", "gold"),
        ("no gold", "no gold"),
    ],
)
def test_what_is_taken_back_is_left_out(typed: str, remainder: str) -> None:
    assert str(corrected(Utterance.of(typed), "en")) == remainder


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        ("RVV", "red 2 violet"),
        ("R + K, then the scholar comes", "red black, then the scholar comes"),
        ("k", "k"),
        ("RR, then G", "2 red then green"),
        ("G E E", "green 2 grey"),
        ("V and two E", "violet and two grey"),
        ("take the rag", "take the rag"),
    ],
)
def test_letters_of_pictures_stand_for_colours(typed: str, spelled: str) -> None:
    assert str(spelled_out(Utterance.of(typed), "macao", "en")).lower() == spelled


def test_clauses_end_at_marks_and_keep_their_text() -> None:
    clauses = Utterance.of("Take it, then (perhaps) sell. Done?").clauses
    assert [str(clause) for clause in clauses] == ["Take it", "then", "perhaps", "sell", "Done"]


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert len(str(Utterance.of("word " * LONGEST))) <= LONGEST


# -- lexicon -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "language", "typed", "concept"),
    [
        ("navegador", "en", "selling", Concept("verb", "sell")),
        ("navegador", "en", "suger", Concept("thing", "sugar")),
        ("navegador", "de", "Zuckers", Concept("thing", "sugar")),
        ("burgundy", "de", "braunen", Concept("thing", "brown")),
        ("burgundy", "en", "fourth", Concept("number", "4")),
        ("mmn", "nl", "graan", Concept("thing", "grain")),
        ("macao", "en", "x3", Concept("number", "3")),
    ],
)
def test_a_word_means_what_it_stands_for(key: str, language: str, typed: str, concept: Concept) -> None:
    (mention,) = lexicon(key, language).mentions(Utterance.of(typed), {})
    assert concept in mention.concepts


def test_a_compound_is_read_as_its_parts() -> None:
    mentions = lexicon("navegador", "de").mentions(Utterance.of("Kirchenprivileg"), {})
    assert [sorted(mention.values("thing")) for mention in mentions] == [["church"], ["privilege"]]


def test_a_word_that_nobody_knows_means_nothing() -> None:
    (mention,) = lexicon("macao", "en").mentions(Utterance.of("zyzzyva"), {})
    assert mention.is_unknown


def test_a_number_of_many_digits_is_no_number() -> None:
    (mention,) = lexicon("macao", "en").mentions(Utterance.of("2147483648"), {})
    assert mention.number is None


# -- mood ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["can I take the crane", "the crane?", "should I pass"])
def test_a_question_asks(typed: str) -> None:
    assert mood(Utterance.of(typed), "en").is_question


def test_a_superlative_is_found_among_other_words() -> None:
    assert mood(Utterance.of("the least expensive one please"), "en").superlative == "cheapest"


@pytest.mark.parametrize(
    ("typed", "words"),
    [("not the church, the mine", ["the", "church"]), ("the church not", ["the", "church"]), ("the church", [])],
)
def test_a_denial_reaches_to_the_end_of_its_part(typed: str, words: list[str]) -> None:
    utterance = Utterance.of(typed)
    places = excluded_tokens(utterance, frozenset(("not",)), lexicon("navegador", "en"))
    assert [utterance.tokens[place].word for place in sorted(places)] == words


# -- ranking -------------------------------------------------------------------------------------------------------


def test_what_explains_more_words_ranks_first() -> None:
    game = on("market1", me={"colonies": {"gold": 3, "sugar": 2}})
    words = lexicon("navegador", "en")
    utterance = Utterance.of("sell two gold")
    mentions = in_context(words.mentions(utterance, {}), utterance, words)
    ranking = Ranking(mentions, Candidates(game, 0, words, game.legal(0)).legal, words.spoken)
    assert ranking.best is not None
    assert ranking.best.candidate.action == ("sell", "gold", "2")
    assert len(ranking.equals) == 1


def test_a_number_counts_what_stands_behind_it() -> None:
    words = lexicon("burgundy", "en")
    utterance = Utterance.of("depot 4 with the 2 and two workers")
    mentions = in_context(words.mentions(utterance, {}), utterance, words)
    units = {
        found_mention.mention.text: found_mention.units
        for found_mention in mentions
        if found_mention.mention.number is not None
    }
    assert units["4"] == {"depot"}
    assert units["two"] == {"worker"}
    assert units["2"] == {"die"}


# -- readings ------------------------------------------------------------------------------------------------------


def test_a_verb_alone_begins_its_actions() -> None:
    assert reading(on("market1", me={"colonies": {"gold": 3, "sugar": 2}}), "sell") == Begin(("sell",))


def test_what_is_not_possible_is_refused_with_the_engines_reason() -> None:
    game = on("workers", me={"money": 100})
    match reading(game, "3 workers"):
        case Refuse(action, (reason,)):
            assert (action, reason.id) == (("workers", "3"), "navegador.refuse.money")
        case other:
            pytest.fail(f"{other}")


def test_a_word_that_means_nothing_is_asked_about_and_never_played() -> None:
    match reading(on("builder", me={"workers": 9, "money": 900}), "build a church zyzzyva"):
        case Ask((("build", "church"),), ("zyzzyva",)):
            pass
        case other:
            pytest.fail(f"{other}")


def test_what_nobody_can_understand_is_unknown() -> None:
    assert reading(navegador.position(), "zyzzyva qwxz") == Unknown(("zyzzyva", "qwxz"))


def test_a_question_is_asked_about() -> None:
    game = on("builder", me={"workers": 9, "money": 900})
    assert reading(game, "should I build a church?") == Ask((("build", "church"),), is_question=True)


def test_nothing_is_done_of_what_is_denied() -> None:
    match reading(on("builder", me={"workers": 9, "money": 900}), "all but the church"):
        case Refuse(_, (reason,)):
            assert reason.id == "error.nothing_done"
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize("typed", ["settlement between the wool 12 and the lumber 12", "road naar R5"])
def test_a_place_is_named_by_what_lies_around_it_or_not_at_all(typed: str) -> None:
    assert not isinstance(reading(mmn.position(), typed), Play)


# -- trades --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "typed", "give", "want"),
    [
        ("en", "my wool for one of your bricks", {"wool": 0}, {"brick": 0}),
        ("en", "could I have an ore for four wool", {"wool": 4}, {"ore": 1}),
        ("de", "ich gebe zwei Holz für ein Erz", {"lumber": 2}, {"ore": 1}),
        ("nl", "ik wil een erts voor twee wol", {"wool": 2}, {"ore": 1}),
    ],
)
def test_cards_lie_on_the_side_that_is_said(
    language: str, typed: str, give: dict[str, int], want: dict[str, int]
) -> None:
    words = lexicon("mmn", language)
    trading = words.spoken.trading
    assert trading is not None
    utterance = Utterance.of(typed)
    mentions = words.mentions(utterance, {}, exactly=True)
    proposal = Negotiation("mmn", language, trading, utterance, mentions).proposed()
    assert proposal is not None
    assert {kind: min(count, 4) for kind, count in proposal.give.items()}.keys() == give.keys()
    assert proposal.want.keys() == want.keys()


# -- conversations -------------------------------------------------------------------------------------------------

CHURCH_OR_MINE = Pending((parse("build church"), parse("build shipyard")))


def conversation(game: Game, language: str = "en") -> Conversation:
    """Return the conversation of the first to act."""
    return Conversation(texts_in(language), game, game.to_act[0], NAMES[: game.state.seats])


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("the second", Chosen(parse("build shipyard"))),
        ("the church please", Chosen(parse("build church"))),
        ("the first, then done", Chosen(parse("build church"), "done")),
        ("no", Declined()),
        ("no, a factory for gold", Declined("a factory for gold")),
        ("a factory for gold", None),
    ],
)
def test_an_answer_chooses_declines_or_is_none(typed: str, answer: object) -> None:
    game = on("builder", me={"workers": 9, "money": 900})
    assert answer_to(CHURCH_OR_MINE, typed, conversation(game)) == answer


@pytest.mark.parametrize("typed", ["!", "...", "🙂", "<@123>"])
def test_a_text_without_words_is_no_answer(typed: str) -> None:
    game = on("builder", me={"workers": 9, "money": 900})
    assert answer_to(Pending((parse("build church"),)), typed, conversation(game)) is None


@pytest.mark.parametrize(
    ("typed", "rest"), [("yes", ""), ("yes, then done", "done"), ("ok do it", ""), ("sure thing", "")]
)
def test_yes_may_be_followed_by_more(typed: str, rest: str) -> None:
    game = on("builder", me={"workers": 9, "money": 900})
    assert answer_to(Pending((parse("build church"),)), typed, conversation(game)) == Agreed(rest)


def test_the_first_of_two_decisions_is_played_and_the_rest_kept() -> None:
    game = on("builder", me={"workers": 9, "money": 900})
    match conversation(game).read("build a church, then a shipyard"):
        case Play(("build", "church"), rest):
            assert rest == "a shipyard"
        case other:
            pytest.fail(f"{other}")


def test_what_leads_to_a_decision_is_played_before_it() -> None:
    game = navegador.position()
    match conversation(game).read("recruit one worker"):
        case Play(("rondel", "workers"), rest):
            assert rest == "recruit one worker"
        case other:
            pytest.fail(f"{other}")


def test_how_a_decision_is_paid_for_is_kept_for_the_question() -> None:
    game = macao.position(me={"stock": "RRRGG", "ship": "start"})
    match conversation(game).read("sail to Lisbon with red cubes"):
        case Play(("ship", "lisboa"), rest):
            assert "red" in rest
        case other:
            pytest.fail(f"{other}")


def test_a_tile_that_is_bought_may_be_meant_to_be_taken() -> None:
    game = burgundy.position()
    takes = {action[2] for action in game.legal(0) if action[0] == "take"}
    tile = sorted(takes)[0]
    match reading(game, f"buy the {texts_in('en').word('burgundy', tile)}"):
        case Ask(actions, ()):
            assert {action[0] for action in actions} == {"take"}
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize("typed", ["", "or", ", or", "the market, or", "!"])
def test_alternatives_that_are_not_named_join_nothing(typed: str) -> None:
    joined = joined_alternatives(Utterance.of(typed), {"or"})
    assert joined.words == Utterance.of(typed).words
