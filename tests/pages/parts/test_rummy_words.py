"""The rules of rummy in words: each sentence decides a game, and the game goes as it says."""

import pytest

from games.engine.rummy import words
from games.engine.rummy.pack import read_card, value_of
from games.engine.rummy.play import begin
from games.engine.rummy.presets import RULE_SETS
from games.engine.rummy.rules import KNOBS, RummyRules
from games.engine.rummy.scoring import RummyScoring
from kernel.text import Refusal, Text
from tests.games.engine.rummy.laid_out import SEED, code_of, hand_of, played
from tests.pages.parts.rule_rows_of_rummy import ROWS, Row, fifty_taken
from tests.pages.parts.test_rule_words import marked

IDS = [f"{row.knob}={row.value}: {row.opens[0][:40]}" for row in ROWS]
TITLES = {chapter.title.template for chapter in words.rule_words(RummyRules())}
OF_KNOBS = {text for knob in KNOBS for told in knob.told.values() for text in told if text}
TEMPLATES = (marked(words) | OF_KNOBS) - TITLES


def said(rules: RummyRules) -> list[Text]:
    """All that pages say of these rules."""
    page = [sentence for chapter in words.rule_words(rules) for sentence in chapter.sentences]
    return [*page, *short(rules)]


def short(rules: RummyRules) -> list[Text]:
    return [*words.in_short(rules), *words.of_match(rules)]


def template(opens: str) -> str:
    found = [sentence for sentence in TEMPLATES if sentence == opens] or [
        sentence for sentence in TEMPLATES if sentence.startswith(opens)
    ]
    assert len(found) == 1, (opens, found)
    return found[0]


def turn(rules: RummyRules) -> object:
    """Who begins, and that a card that was taken is not thrown."""
    state = begin(rules, 3, 1, SEED)
    taken = played(hand_of("5S 6H", "8S", discards="KC", variant=rules.variant), "take")
    return state.turn, code_of(taken, "discard KC")


def low_cards(rules: RummyRules) -> object:
    """Who deals by the cards that are drawn; level, nobody."""
    scoring = RummyScoring(rules)
    cards = ["5C", "AS", "9D", "KD", "2C", "3D"][: rules.table_size]
    level = ["5C", "5S", "9D", "KD", "7C", "8D"][: rules.table_size]
    with pytest.raises(Refusal, match="draw again"):
        scoring.drawn(level)
    return scoring.drawn(cards)[1]


#: What holds under all rules, with what comes of it.
ALWAYS = {
    "A turn: one card": (turn, (2, "illegal_action")),
    "After %(n)d discards taken in a row": (fifty_taken, 50),
    "Kings, queens and jacks count 10": (
        lambda _rules: [value_of(read_card(card, "card"), 1) for card in ("KS", "QH", "JC", "7D")],
        [10, 10, 10, 7],
    ),
    "For the first deal everybody draws": (low_cards, 1),
}


def test_every_sentence_has_a_row() -> None:
    rows = {template(opens) for row in ROWS for opens in row.opens}
    assert rows | {template(opens) for opens in ALWAYS} == TEMPLATES


@pytest.mark.parametrize("opens", ALWAYS)
@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.code)
def test_what_always_holds_is_always_said(opens, rule_set) -> None:
    plays, told = ALWAYS[opens]
    assert [text for text in said(rule_set.rules) if text.template == template(opens)]
    assert plays(rule_set.rules) == told


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_a_sentence_is_said_where_it_holds_and_only_there(row: Row) -> None:
    here, there = said(row.rules(row.value)), said(row.rules(row.other))
    for opens in row.opens:
        found = [text for text in here if text.template == template(opens)]
        assert found
        assert not {str(text) for text in found} & {*map(str, there)}


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_the_game_goes_as_the_sentence_says(row: Row) -> None:
    assert refused(row, row.value) == row.told
    assert refused(row, row.other) != row.told


def refused(row: Row, value: object) -> object:
    """What is played, or the code with which the engine refuses it."""
    try:
        return row.plays(row.rules(value))
    except Refusal as refusal:
        return refusal.text.code


def test_every_knob_and_every_choice_is_told() -> None:
    told = {(row.knob, row.value) for row in ROWS}
    said_otherwise = {"target", "rounds", "match_n"}  # the figures in sentences of others
    assert {knob.name for knob in KNOBS} - said_otherwise == {knob for knob, _ in told}
    for knob in KNOBS:
        values = [True, False] if knob.type == "bool" else knob.choices
        for value in values:
            silent = not knob.told.get(value, ("", ""))[0] and knob.told
            assert (knob.name, value) in told or silent or (knob.name, value) == ("end", "target")


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.code)
def test_no_figure_is_left_open(rule_set) -> None:
    assert "%(" not in "\n".join(map(str, said(rule_set.rules)))


def test_no_two_rule_sets_read_alike() -> None:
    summaries = {"\n".join(map(str, short(rule_set.rules))) for rule_set in RULE_SETS}
    assert len(summaries) == len(RULE_SETS)
