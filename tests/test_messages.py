"""The German of the program: nothing is left in English, and nothing of a sentence is lost."""

import ast
import re
from collections import Counter
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Message

from tests import messages

KEYS = sorted(messages.written(), key=str)
WRITTEN = messages.written()
# What is filled in, and markup: both stand in the German as in the English.
FIXED = re.compile(r"%\(\w+\)[a-z]|%%|%[a-z]|\{\w*\}|</?[a-z]+[^>]*>|&\w+;")


def forms(words: str | tuple[str, ...]) -> list[str]:
    """The one form of a sentence, or those for one and for many."""
    return [words] if isinstance(words, str) else list(words)


def fixed(words: str) -> Counter:
    return Counter(FIXED.findall(words))


def faults_of(entry: Message) -> list[str]:
    wanted = [fixed(words) for words in forms(entry.id)]
    return [words for words in forms(entry.string) if fixed(words) not in wanted]


def test_the_german_file_has_what_the_sources_mark() -> None:
    assert messages.as_text(messages.catalogue()) == messages.WRITTEN.read_bytes(), (
        "run bin/messages, and translate what it finds"
    )


def test_the_program_reads_what_is_written() -> None:
    with messages.COMPILED.open("rb") as file:
        compiled = GNUTranslations(file)
    for context, english in KEYS:
        entry = WRITTEN[context, english]
        if isinstance(entry.id, str):
            said = compiled.pgettext(context, english) if context else compiled.gettext(english)
            assert said == entry.string
        else:
            assert [compiled.ngettext(*entry.id, n) for n in (1, 2)] == list(entry.string)
    assert len(compiled._catalog) - 1 == sum(len(forms(entry.id)) for entry in WRITTEN.values())


def test_every_sentence_has_its_german() -> None:
    waiting = [entry.id for entry in WRITTEN.values() if not messages.is_translated(entry)]
    assert waiting == []


def test_places_and_markup_of_a_sentence_are_in_its_german() -> None:
    assert [faults_of(entry) for entry in WRITTEN.values() if faults_of(entry)] == []


@pytest.mark.parametrize(
    ("english", "german", "is_right"),
    [
        ("%(n)s hands", "%(n)s Spiele", True),
        ("%(n)s hands", "%(number)s Spiele", False),
        ("<b>%(n)s</b> left", "noch <b>%(n)s</b>", True),
        ("<b>%(n)s</b> left", "noch %(n)s", False),
        (("One hand", "%(n)s hands"), ("%(n)s Spiel", "%(n)s Spiele"), True),
        (("%(n)s hand", "%(n)s hands"), ("%(n)s Spiel", "Spiele"), False),
    ],
)
def test_a_place_that_is_lost_is_found(english, german, is_right) -> None:
    assert (faults_of(Message(english, german)) == []) is is_right


def test_sources_call_gettext_by_names_that_are_collected() -> None:
    unknown = {
        alias.asname or alias.name
        for path in messages.sources()
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if "gettext" in alias.name
    } - messages.MARKS.keys()
    assert unknown == set()


def test_people_are_they_in_english() -> None:
    """But for the words of the rulebook, which are as published."""
    said = re.compile(r"\b(he|his|him|himself|she|her|hers)\b", re.I)
    found = [
        entry.id
        for entry in messages.collected().values()
        if said.search(str(entry.id))
        and any(
            not name.startswith("games/engine/gin/irregularities") for name, _ in entry.locations
        )
    ]
    assert found == ["Official rules in his own match"]  # as published: rulebook 5.1


def test_what_a_choice_is_called_is_translated() -> None:
    """Django gives the label of a choice in English."""
    shown = re.compile(r"\{\{[^}]*_display[^}]*\}\}")
    assert not [path for path in messages.sources() if shown.search(path.read_text())]


# Words that readers took amiss, or that are the program's own.
WRONG_IN_GERMAN = (
    r"^Lassen$",
    r"^Leben$",
    r"^Verloren$",
    r"(^|\W)Leiter(\W|$)",
    r"wartet auf ein Wort",
    r"am Spielen",
    r"Abendpass (machen|ausstellen)",
    r"so viel hat sonst",
    r"\d=",
    r"(^|\W)[a-zäöü]*finale(\W|$)",
    r"Referee",
    r"Quelle [A-Z]\d",
    r"Wikipedia",
)
WRONG_IN_ENGLISH = (
    r"^Leave it$",
    r"^Look at it$",
    r"^Life$",
    r"finals is\b",
    r"slide partner",
    r"[Ss]ource S\d",
    r"Wikipedia",
)


@pytest.mark.parametrize("wrong", WRONG_IN_GERMAN)
def test_a_german_word_that_was_wrong_does_not_come_back(wrong: str) -> None:
    said = [words for entry in WRITTEN.values() for words in forms(entry.string)]
    assert [words for words in said if re.search(wrong, words)] == []


@pytest.mark.sampled
@pytest.mark.parametrize("wrong", WRONG_IN_ENGLISH)
def test_an_english_word_that_was_wrong_does_not_come_back(wrong: str) -> None:
    said = [words for entry in messages.collected().values() for words in forms(entry.id)]
    assert [words for words in said if re.search(wrong, words)] == []


@pytest.mark.parametrize(
    ("key", "german"),
    [
        (("a form", "Cancel"), "Abbrechen"),
        ((None, "Referee"), "Schiedsrichter"),
        ((None, "Ladder"), "Rangleiter"),
        ((None, "Now playing"), "Laufende Matches"),
        ((None, "Lost"), "Niederlagen"),
    ],
)
def test_the_better_word_is_said(key: messages.Key, german: str) -> None:
    assert WRITTEN[key].string == german
