"""All words of the game, in both languages and from each to the other."""

from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kernel.names import sort_key
from pages.learn.page import LearnPage
from pages.parts.glossary import TERMS, Term, by_word, other


class GlossaryPage(LearnPage):
    """What each word means, in the order of the reader's language; then both as a dictionary."""

    tab = "glossary"
    game = ""
    template = "learn/glossary.html"

    def matter(self) -> dict[str, Any]:
        language = get_language() or "en"
        return {
            "terms": [_shown(term, language) for term in by_word(TERMS, language)],
            "language": language,
            "other_language": other(language),
            "dictionaries": [
                {"of": one, "to": other(one), "rows": _dictionary(one)}
                for one in (language, other(language))
            ],
        }


def _shown(term: Term, language: str) -> dict[str, Any]:
    there = f"{reverse(term.page)}#{term.anchor}" if term.page else ""
    return {
        "code": term.code,
        "word": term.word(language),
        "also": ", ".join(term.also(language)),
        "other": ", ".join((term.word(other(language)), *term.also(other(language)))),
        "meaning": _(term.meaning),
        "there": there,
    }


def _dictionary(language: str) -> list[dict[str, str]]:
    """Every word of one language, those that others say among them, with that of the other."""
    rows = [
        {"word": word, "to": term.word(other(language)), "code": term.code}
        for term in TERMS
        for word in (term.word(language), *term.also(language))
    ]
    return sorted(rows, key=lambda row: sort_key(row["word"]))
