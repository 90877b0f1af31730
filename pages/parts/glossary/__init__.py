"""Every word of the game, in English and German: for the page of words, and whoever names one.

A further word is one more entry of `HAND_TERMS`, `SCORE_TERMS` or `RUMMY_TERMS`.
"""

import re
from collections.abc import Iterable
from functools import cache

from kernel.text import Text
from pages.parts.glossary.hand_terms import HAND_TERMS
from pages.parts.glossary.rummy_terms import RUMMY_TERMS
from pages.parts.glossary.score_terms import SCORE_TERMS
from pages.parts.glossary.term import Term, by_word, other

__all__ = ["TERMS", "Term", "by_word", "other", "terms_in"]

TERMS: tuple[Term, ...] = (*HAND_TERMS, *SCORE_TERMS, *RUMMY_TERMS)


def terms_in(sentences: Iterable[Text]) -> list[Term]:
    """The words that these sentences use: found in their English, so the same for every reader."""
    said = " ".join(str(sentence) for sentence in sentences)
    return [term for term in TERMS if term.signs and _signs_of(term).search(said)]


@cache
def _signs_of(term: Term) -> re.Pattern[str]:
    stems = "|".join(re.escape(sign) for sign in term.signs)
    return re.compile(rf"\b(?:{stems})", re.IGNORECASE)
