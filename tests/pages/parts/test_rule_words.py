"""The rules of an event in words: each sentence decides a game, and the game goes as it says."""

import ast
import inspect
import re
from dataclasses import replace

import pytest

from games.engine.gin import rule_words
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.gin.rules import KNOBS, PLAYABLE_RULE_SETS, RULE_SETS, Rules, playable, words
from kernel.text import Refusal, Text
from pages.match import ruling_words
from tests.pages.parts.rule_games import refused, taken_in_a_row
from tests.pages.parts.rule_rows import HAND, SCORING, Row
from tests.pages.parts.rule_rows_of_games import DEAL, GAME, MATCH
from tests.pages.parts.rule_rows_of_partners import PARTNERS_ROWS
from tests.pages.parts.rule_rows_of_series import SERIES
from tests.pages.parts.rule_rows_of_tables import TABLE_ROWS

RULES = {rule_set.code: rule_set.rules for rule_set in PLAYABLE_RULE_SETS}
ROWS = (*HAND, *SCORING, *DEAL, *GAME, *MATCH, *SERIES, *PARTNERS_ROWS, *TABLE_ROWS)
IDS = [f"{row.knob}={row.value}: {row.opens[0][:40]}" for row in ROWS]


def said(rules: Rules) -> list[Text]:
    """All that the page of an event and the wizard say of these rules."""
    page = [sentence for chapter in rule_words.rule_words(rules) for sentence in chapter.sentences]
    return [*page, *short(rules)]


def short(rules: Rules) -> list[Text]:
    return [*words.in_short(rules), *words.of_match(rules)]


def marked(module: object) -> set[str]:
    """The sentences that a module marks, but titles of chapters."""
    tree = ast.parse(inspect.getsource(module))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = {ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "N_"}
    titles = {chapter.title.template for chapter in rule_words.rule_words(Rules())}
    return found - titles


OF_KNOBS = {text for knob in KNOBS for told in knob.told.values() for text in told if text}
TEMPLATES = marked(rule_words) | marked(words) | OF_KNOBS


def template(opens: str) -> str:
    found = [sentence for sentence in TEMPLATES if sentence == opens] or [
        sentence for sentence in TEMPLATES if sentence.startswith(opens)
    ]
    assert len(found) == 1, (opens, found)
    return found[0]


#: What holds under all rules, with what comes of it.
ALWAYS = {"After %(n)d cards in a row taken from the discard pile": (taken_in_a_row, 50)}


def test_every_sentence_has_a_row() -> None:
    rows = {template(opens) for row in ROWS for opens in row.opens}
    assert rows | {template(opens) for opens in ALWAYS} == TEMPLATES


@pytest.mark.parametrize("opens", ALWAYS)
@pytest.mark.parametrize("code", RULES)
def test_what_always_holds_is_always_said(opens: str, code: str) -> None:
    plays, told = ALWAYS[opens]
    (sentence,) = (text for text in said(RULES[code]) if text.template == template(opens))
    assert plays(RULES[code]) == told
    assert str(told) in str(sentence)


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_a_sentence_is_said_where_it_holds_and_only_there(row: Row) -> None:
    here, there = said(row.rules(row.value)), said(row.rules(row.other))
    for opens in row.opens:
        (sentence,) = (text for text in here if text.template == template(opens))
        assert str(sentence) not in map(str, there)


PLAYED = [(row, name) for row, name in zip(ROWS, IDS, strict=True) if row.plays]


@pytest.mark.parametrize("row", [row for row, _ in PLAYED], ids=[name for _, name in PLAYED])
def test_the_game_goes_as_the_sentence_says(row: Row) -> None:
    assert row.plays is not None
    assert refused(row.plays, row.rules(row.value)) == row.told
    assert refused(row.plays, row.rules(row.other)) != row.told


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_the_summary_tells_every_knob(row: Row) -> None:
    here, there = short(row.rules(row.value)), short(row.rules(row.other))
    assert [str(text) for text in here] != [str(text) for text in there]


def test_every_knob_and_every_choice_that_is_played_is_told() -> None:
    told = {(row.knob, row.value) for row in ROWS}
    assert {knob.name for knob in KNOBS} == {knob for knob, _ in told}
    for knob in KNOBS:
        values = [True, False] if knob.type == "bool" else knob.choices
        for value in values:
            assert (knob.name, value) in told or not is_playable(knob.name, value)
    assert {row.knob for row in ROWS if row.plays is None} == {"first_dealer"}


def is_playable(knob: str, value: object) -> bool:
    try:
        playable(replace(Rules(), **{knob: value}))  # type: ignore[arg-type]
    except Refusal:
        return False
    return True


# The rule sets ------------------------------------------------------------------------------------

# What the summary must say of a rule set, and what nobody may say of it.
SHORT = {
    "german": ("Eleven cards for the non-dealer, no upcard", "Loser deals", "Box 20"),
    "round-the-corner": (
        "Runs round the corner (K-A-2)",
        "Loose ace 15",
        "Layoffs on gin too",
        "Discards lie open",
    ),
    "oklahoma": (
        "Ace as upcard: only gin",
        "Spade as upcard: hand doubled",
        "Extra boxes for gin: 2",
        "Extra boxes for an undercut: 1",
    ),
    "straight": ("No knocking, only gin",),
    "gra": ("One hand decides the match", "Equal counts: nobody scores"),
    "rummy-games": ("500 points from the differences of their own won games",),
    "rummytalk": ("Hollywood sheet", "Third column double", "One Hollywood series"),
    "worldclub": ("Won knock 15 more", "Big gin 35"),
}
NEVER = {
    "straight": ("undercut", "Equal counts", "equal counts"),
    "gra": ("ame bonus", "hutout", "1 hands", "target", "first reaches"),
    "oklahoma": ("for big gin", "Big gin earns"),
    "club": ("xtra boxes", "spade", "ouble"),
    "rummy-games": ("ahead",),
    "vegas-1964": ("worth",),
}


@pytest.mark.parametrize("code", RULES)
def test_a_rule_set_says_what_matters_and_nothing_else(code: str) -> None:
    summary = "\n".join(map(str, short(RULES[code])))
    for phrase in SHORT.get(code, ()):
        assert phrase in summary, phrase
    everything = "\n".join(map(str, said(RULES[code])))
    for phrase in NEVER.get(code, ()):
        assert phrase not in everything, phrase
    assert "%(" not in everything


def test_no_two_rule_sets_read_alike() -> None:
    summaries = {code: "\n".join(map(str, short(rules))) for code, rules in RULES.items()}
    assert len(set(summaries.values())) == len(summaries)


def test_rule_sets_bear_names_of_their_own() -> None:
    names = [rule_set.called for rule_set in RULE_SETS]
    assert len(set(names)) == len(names)
    assert not {"Wikipedia", "Pagat", "GRA"} & set(names)


@pytest.mark.parametrize("value", [1, 3])
def test_the_best_of_one_is_one_game(value: int) -> None:
    rules = replace(Rules(), match_n=value)
    assert ("A match is one game." in map(str, said(rules))) == (value == 1)


def test_no_page_names_a_source_by_its_tag() -> None:
    for row in IRREGULARITIES.values():
        told = ruling_words.source_words(row)
        assert not re.search(r"\b(S[0-4]|R|RT|RG|BI|ACC|GW|RGA)\b", told), told
        assert any(told.startswith(f"This rule: {how}") for how in ("as ", "our guess")), told
