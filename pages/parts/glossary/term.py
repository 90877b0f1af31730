"""A word of the game in both languages."""

from dataclasses import dataclass
from typing import Literal

from kernel.names import sort_key

Language = Literal["en", "de"]


@dataclass(frozen=True, slots=True)
class Term:
    """A word: `code` is its anchor, `english` and `german` what it is called, the `also` others say
    for the same. `meaning` is an English template. `page` and `anchor` are where it is explained;
    `signs` the stems by which it is found in an English sentence.
    """

    code: str
    english: str
    german: str
    meaning: str
    english_also: tuple[str, ...] = ()
    german_also: tuple[str, ...] = ()
    page: str = ""
    anchor: str = ""
    signs: tuple[str, ...] = ()

    def word(self, language: str) -> str:
        """What it is called in this language, English where there is no other."""
        return self.german if language == "de" else self.english

    def also(self, language: str) -> tuple[str, ...]:
        """Other words for it in this language."""
        return self.german_also if language == "de" else self.english_also


def other(language: str) -> Language:
    """The language beside this one."""
    return "en" if language == "de" else "de"


def by_word(terms: tuple[Term, ...], language: str) -> list[Term]:
    """In the order of the alphabet of this language."""
    return sorted(terms, key=lambda term: sort_key(term.word(language)))
