"""The deck that the pages show: the product's, or the file that a club has brought along."""

import hashlib
from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static

from config.deck_file import read_deck

register = template.Library()


@register.simple_tag
def deck() -> str:
    """The address of the deck; behind it `#c-as` is the ace of spades, `#c-back` the back."""
    found = club_deck()
    return found[0] if found else static("img/cards.svg")


def club_deck() -> tuple[str, bytes] | None:
    """The address and the content of a club's own deck; None where it has none. The address holds a
    digest, so the file may be kept for ever."""
    return _kept(settings.DECK) if settings.DECK else None


@cache
def _kept(path: str) -> tuple[str, bytes]:
    content = read_deck(path)
    digest = hashlib.sha256(content).hexdigest()[:12]
    return f"{settings.STATIC_URL}deck.{digest}.svg", content
