"""The people on a line of a roster, and what it says of them: rating, e-mail address, club, number.

What is certain is taken, what may be meant otherwise is told as a doubt, and what can't be is
refused in words.
"""

import csv
import re
from collections.abc import Sequence

from kernel.names import fits_byname, with_byname
from kernel.text import N_, Refusal, Text, refusal
from players.roster_rows import (
    UNMATCHED_QUOTES,
    RosterRow,
    read_club,
    read_email,
    read_name,
    read_rating,
    short,
)
from players.roster_words import TextKind, kind_of
from players.short_names import PARTICLES, SUFFIXES, is_title, key_of

NOT_A_NAME = N_("“%(text)s” may not be a name. Is it a player?")
TURNED = N_(
    "Is “%(family)s” the family name and “%(given)s” the given name? If not, put the line right."
)
UNKNOWN_CELL = N_(
    "After the name stand a rating and an e-mail address at most, not “%(cell)s”. "
    "A name that holds the separator goes in quotation marks."
)
TWO_TEXTS = N_(
    "“%(first)s” and “%(second)s”: two people, or a name and a club? Write each player on a line "
    "of its own, and a club in brackets."
)
NUMBER_UNCLEAR = N_("Is %(number)s a year or a rating? Write a rating behind a comma.")

CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_ADDRESS = re.compile(r"[<(\[]{0,2}(?:mailto:)?([^\s<>()\[\],;|]*@[^\s<>()\[\],;|]*)[>)\]]*")
_PHONE = re.compile(
    r"(?:\b(?:tel|phone|mobile?|handy|fon|telefon|mob)\b\.?:?\s*)?"
    r"(?<![\w.])(?:(?:\+|00?)\s?[\d(](?:[\s/().-]*\d){5,}|\d{3}[-.\s]\d{3}[-.\s]\d{4})(?!\w)",
    re.IGNORECASE,
)
_RATING = re.compile(r"\b(?:elo|dwz|rating|rtg|wertung)\b\.?:?\s*(\d{3,4})\b", re.IGNORECASE)
_POINTS = re.compile(
    r"(?<![\w.,])(?:\d{1,4}(?:[.,]\d+|½)?\s*(?:pkte?|punkte?|points?|pts?|p)\b\.?|"
    r"\d{1,3}(?:[.,]5|½)|½)(?=$|[\s;,|])",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]](?=\s*(?:$|[\t;,|\d+–-]))")
LAST_NUMBER = re.compile(r"(?<=[^\W\d])[\s:=–-]+(\d{1,4})\s*$")
_LAST_TIME = re.compile(rf"\s+{CLOCK}$")
_LEADER = re.compile(r"\s*(?:\.{3,}|…+|_{2,})\s*")
_PAIR = re.compile(r"\s+(?:/|&|\+|und|and|u\.)\s+|\s*/\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9][0-9.,']*")
_YEARS = range(1900, 2031)
LOWEST_RATING = 100  # of a number behind a name that nothing parts from it


def words_of(text: str) -> str:
    """What is left of a line to be looked at: is it a name?"""
    found = (_PHONE, _RATING, _POINTS, _LAST_TIME, _BRACKET)
    for pattern in (_ADDRESS, *found) if "@" in text else found:
        text = pattern.sub(" ", text)
    return text.strip(" \t;|-–")


class LineParts:
    """What a line says beside the name, taken out of it piece by piece. `is_counted`: the number
    at its end is of the name, as in `Guest 1`, `Guest 2`."""

    def __init__(self, text: str, *, is_counted: bool) -> None:
        self.text = text
        self.is_counted = is_counted
        self.unused: list[str] = []
        self.ratings: list[str] = []
        self.bynames: list[str] = []
        self.clubs: list[str] = []
        self.emails = list(dict.fromkeys(address.lower() for address in self._take(_ADDRESS)))
        self.unused += self._take(_PHONE, 0)
        self.ratings += self._take(_RATING)
        self.unused += self._take(_POINTS, 0)
        self.unused += self._take(_LAST_TIME, 0)
        self.brackets = self._take(_BRACKET)
        self.text = _LEADER.sub(self._gap, self.text).strip()

    def _take(self, pattern: re.Pattern[str], group: int = 1) -> list[str]:
        if pattern is _ADDRESS and "@" not in self.text:
            return []
        found = [match[group].strip(" \t:=–-") for match in pattern.finditer(self.text)]
        self.text = pattern.sub(" ", self.text)
        return [text for text in found if text]

    @staticmethod
    def _gap(leader: re.Match[str]) -> str:
        """Dots lead to a number behind the name, or to another cell."""
        return " " if leader.string[leader.end() : leader.end() + 1].isdigit() else "\t"

    def sort_brackets(self, has_number: bool) -> None:
        """A word in brackets is a club, unless it can only tell namesakes apart."""
        held = (word.strip() for text in self.brackets for word in re.split("[,;]", text))
        for text in filter(None, held):
            number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None
            if number is not None and number > 99 and not has_number:
                if number in _YEARS:
                    raise refusal("number_unclear", NUMBER_UNCLEAR, number=text)
                self.ratings.append(text)
            elif number is not None or key_of(text) in SUFFIXES:
                self.bynames.append(text)
            else:
                self.clubs.append(text)
        for several in (self.clubs, self.bynames):
            if len(several) > 1:
                raise Refusal(_unknown_cell(several[1]))


def read_people(number: int, text: str, *, is_counted: bool) -> list[RosterRow]:
    """The person on a line, or the two."""
    parts = LineParts(text, is_counted=is_counted)
    pair = [word.strip() for word in _PAIR.split(parts.text)]
    if len(pair) > 1 and not re.search(r"[\t;|]", parts.text):
        if len(pair) > 2 or not _are_people(pair) or parts.emails or parts.brackets:
            raise refusal("two_people", TWO_TEXTS, first=short(pair[0]), second=short(pair[1]))
        return [RosterRow(number, read_name(turned_name(person) or person)) for person in pair]
    texts, ratings = _split(parts)
    if not texts:
        raise Refusal(no_name(parts))
    parts.sort_brackets(bool(ratings))
    ratings += parts.ratings
    for several in (parts.emails, ratings):
        if len(several) > 1:
            raise Refusal(_unknown_cell(several[1]))
    name, turned, doubt = _name_of(texts)
    if re.search(r"(?<!\w)\d+(?!\w)", re.sub(r" \d+$", "", name)):
        doubt = Text("not_a_name", NOT_A_NAME, {"text": short(name)})
    byname = parts.bynames[0] if parts.bynames else ""
    row = RosterRow(
        line=number,
        name=read_name(with_byname(name, byname) if fits_byname(byname) else name),
        email=read_email(parts.emails[0]) if parts.emails else None,
        rating=read_rating(ratings[0]) if ratings else None,
        club=read_club(parts.clubs[0]) if parts.clubs else None,
        turned=turned,
        doubt=doubt,
        unused=tuple(parts.unused),
    )
    return [row]


def no_name(parts: LineParts) -> Text:
    if parts.emails:
        sentence = N_("“%(name)s” is not a name: it holds an e-mail address.")
        return Text("name_is_email", sentence, {"name": short(parts.emails[0])})
    return Text("name_missing", N_("Write a name."))


def _split(parts: LineParts) -> tuple[list[str], list[str]]:
    """The cells of a line that are text, and those that are numbers."""
    separator = next((mark for mark in "\t;|," if mark in parts.text), "\t")
    try:
        cells = next(csv.reader([parts.text], delimiter=separator, strict=True))
    except (csv.Error, StopIteration) as error:
        raise Refusal(UNMATCHED_QUOTES) from error
    cells = [cell.strip(" \t–:=") for cell in cells]
    cells = [cell.removesuffix(" -").removeprefix("- ").strip() for cell in cells]
    numbers = [cell for cell in cells if _NUMBER.fullmatch(cell)]
    texts = [cell for cell in cells if cell and not _NUMBER.fullmatch(cell)]
    last = LAST_NUMBER.search(texts[0]) if texts and not numbers and not parts.is_counted else None
    if last and (int(last[1]) >= LOWEST_RATING or " " in texts[0][: last.start()]):
        texts[0] = texts[0][: last.start()].strip()
        (numbers if int(last[1]) >= LOWEST_RATING else parts.unused).append(last[1])
    if len(texts) == 1:
        texts = [word.strip() for word in texts[0].split(",") if word.strip()]
    elif len(texts) > 1 and separator != ",":
        code = "cell_unknown" if separator == ";" else "two_people"
        values = {"first": short(texts[0]), "second": short(texts[1])}
        text = Text(code, TWO_TEXTS, values)
        raise Refusal(_unknown_cell(texts[1]) if separator == ";" else text)
    return texts, numbers


def _name_of(texts: Sequence[str]) -> tuple[str, bool, Text | None]:
    """The name, whether it was turned round from `Family, Given`, and what is doubtful in that."""
    if len(texts) == 1:
        dashed = re.split(r"\s+[-–—]\s+", texts[0])
        if len(dashed) > 1:
            raise refusal("two_people", TWO_TEXTS, first=short(dashed[0]), second=short(dashed[1]))
        return texts[0], False, None
    family, given, *more = texts
    if more:
        raise Refusal(_unknown_cell(more[0]))
    if all(is_title(word) for word in given.split()):
        return f"{given} {family}", False, None
    if key_of(given) in SUFFIXES:
        return f"{family} {given}", False, None
    if given[0].islower() and not family[0].islower() and key_of(given.split()[0]) not in PARTICLES:
        raise Refusal(_unknown_cell(given))
    one_word = len(_core(family)) == 1
    if not one_word and len(_core(given)) > 1:
        raise refusal("two_people", TWO_TEXTS, first=short(family), second=short(given))
    values = {"family": short(family), "given": short(given)}
    doubt = None if one_word else Text("name_turned", TURNED, values)
    return f"{given} {family}", True, doubt


def turned_name(name: str) -> str | None:
    """`Given Family` for `Family, Given`; None for a name that is not written so."""
    texts = [word.strip() for word in name.split(",")]
    if len(texts) != 2 or not all(texts) or not all(map(_is_written, texts)):
        return None
    family, given = texts
    return f"{family} {given}" if key_of(given) in SUFFIXES else f"{given} {family}"


def _is_written(text: str) -> bool:
    return any(letter.isalpha() for letter in text) and not any(
        character.isdigit() for character in text
    )


def _core(text: str) -> list[str]:
    """The words of a name that are neither particles nor titles."""
    words = text.split()
    return [word for word in words if key_of(word) not in PARTICLES and not is_title(word)] or words


def _are_people(texts: Sequence[str]) -> bool:
    """Whether each is a name, all of them whole, or all of them given names."""
    sizes = {min(len(text.replace(",", " ").split()), 2) for text in texts}
    return len(sizes) == 1 and all(
        kind_of(text) == TextKind.NAME and not re.search(r"\d", text) for text in texts
    )


def _unknown_cell(cell: str) -> Text:
    return Text("cell_unknown", UNKNOWN_CELL, {"cell": short(cell)})
