"""A deck of cards as one file: an SVG with a symbol for each face. Read before anything of Django,
so that a deck that lacks a card stops the start."""

from pathlib import Path
from xml.etree import ElementTree

from django.core.exceptions import ImproperlyConfigured

RANKS, SUITS = "a23456789tjqk", "shdc"

#: Each face and the same in large print, and the back.
NAMES = (
    *(f"{size}-{rank}{suit}" for size in "cl" for suit in SUITS for rank in RANKS),
    "c-back",
)
_SYMBOL = "{http://www.w3.org/2000/svg}symbol"
_NAMED = 5


def read_deck(path: str) -> bytes:
    """The file of a deck. Raises ImproperlyConfigured where it can't be read, is no SVG, or lacks a
    card."""
    try:
        content = Path(path).read_bytes()
        lacking = missing(content)
    except (OSError, ElementTree.ParseError) as error:
        raise ImproperlyConfigured(
            f"UNDERCUT_DECK is {path}, which is no deck: {error}."
        ) from error
    if lacking:
        named = ", ".join(lacking[:_NAMED]) + (" .." if len(lacking) > _NAMED else "")
        raise ImproperlyConfigured(
            f"UNDERCUT_DECK is {path}, where {len(lacking)} of {len(NAMES)} symbols with a viewBox "
            f"are missing: {named}. See docs/operations.md."
        )
    return content


def missing(content: bytes) -> list[str]:
    """The symbols that a deck lacks. Raises ParseError for what is no XML."""
    drawing = ElementTree.fromstring(content)  # noqa: S314 - of who runs the server
    found = {symbol.get("id") for symbol in drawing.iter(_SYMBOL) if symbol.get("viewBox")}
    return [name for name in NAMES if name not in found]
