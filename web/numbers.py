"""Whole numbers that come as text, in the form or the address of a page."""

from collections.abc import Iterable

from django.core.exceptions import BadRequest

MOST_DIGITS = 18  # what every database holds as an id


def number_in(text: str | None, *, digits: int = MOST_DIGITS) -> int | None:
    """The number that so many ASCII digits at most write down; None for anything else."""
    if not text or not (text.isascii() and text.isdecimal()) or len(text) > digits:
        return None
    return int(text)


def numbers_in(texts: Iterable[str], *, digits: int = MOST_DIGITS) -> list[int]:
    """Those of them that are numbers."""
    found = (number_in(text, digits=digits) for text in texts)
    return [number for number in found if number is not None]


def number_sent(text: str | None, *, digits: int = MOST_DIGITS) -> int:
    """The same where the program's own pages send nothing else: BadRequest is raised for it."""
    number = number_in(text, digits=digits)
    if number is None:
        raise BadRequest("no such number")
    return number
