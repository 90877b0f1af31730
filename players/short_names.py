"""Names in parts, and as short as they can be without two people looking alike.

`Dr. Karl Friedrich Graf von der Tann (Bonn)` is a title, given names, a family name with its
particles, and behind it the word that tells two people of that name apart (`kernel.names`).
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kernel.names import search_key, split_byname

_Key = TypeVar("_Key", bound=Hashable)

_TITLES_TEXT = """
    dr prof professor mag ing dipl med phil jur rer nat habil hc univ msc bsc ba ma mba phd herr
    frau mr mrs ms miss mx sir dame lady lord rev fr pater pastor mme mlle
"""
TITLES = frozenset(_TITLES_TEXT.split())
_PARTICLES_TEXT = """
    von van vom de der den dem da das di del della dello degli dei du des do dos la le las los
    les zu zur zum ter ten te auf af av al el bin bint ibn ben abu o d l und y e graf grafin
    freiherr freifrau freiin baron baronin baroness furst furstin prinz prinzessin herzog
    herzogin ritter edler edle earl count countess st saint
"""
PARTICLES = frozenset(_PARTICLES_TEXT.split())
_SUFFIXES_TEXT = """
    jun jr junior sen sr senior ii iii iv
"""
SUFFIXES = frozenset(_SUFFIXES_TEXT.split())


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name as it is called: the family name with its particles and what stands behind it."""

    whole: str
    title: str
    given: tuple[str, ...]
    family: str
    byname: str

    @property
    def forms(self) -> tuple[str, ...]:
        """From the shortest form to the whole name: `Anna B.`, `Anna M. B.`, `Anna M. von der
        Berg`, all of it."""
        if not self.family:
            return (self.whole,)
        first, *more = self.given or (self.title or self.family.split()[0],)
        initials = [f"{_initial(word)}." for word in more]
        initial = f"{_initial(_core(self.family))}."
        return (
            self._join(first, initial),
            self._join(first, *initials, initial),
            self._join(first, *initials, self.family) if self.given else self.whole,
            self.whole,
        )

    def _join(self, *words: str) -> str:
        return " ".join([*words, *([f"({self.byname})"] if self.byname else [])])


def parts_of(name: str) -> NameParts:
    """The parts of a name, written `Given Family` or `Family, Given`. One word is a given name."""
    alone, byname = split_byname(name)
    family, comma, given = alone.partition(", ")
    turned = f"{given} {family}" if comma and given and "," not in given else alone
    words = turned.split()
    titles = 0
    while titles < len(words) - 1 and is_title(words[titles]):
        titles += 1
    title, words = " ".join(words[:titles]), words[titles:]
    end = len(words)
    while end > 2 and key_of(words[end - 1]) in SUFFIXES:
        end -= 1
    # The family name begins at the first particle, and is the last word where there is none.
    particles = (n for n, word in enumerate(words[: end - 1]) if key_of(word) in PARTICLES)
    begins = next(particles, end - 1)
    if len(words) == 1 and not title:
        begins = 1
    return NameParts(name, title, tuple(words[:begins]), " ".join(words[begins:]), byname)


def is_title(word: str) -> bool:
    """Whether a word before a name is a title: `Dr.`, `Dipl.-Ing.`, `h.c.`."""
    keys = [key_of(part) for part in re.split(r"[-/]", word) if part]
    return bool(keys) and all(key in TITLES for key in keys)


def short_name(name: str) -> str:
    """`Anna S.` for `Dr. Anna Maria Šimek`; one word stays."""
    return parts_of(name).forms[0]


def given_name(name: str) -> str:
    """What somebody is called at the table: the first given name, else all of the name."""
    given = parts_of(name).given
    return given[0] if given else name


def narrow_name(name: str) -> str:
    """`G. Abu-Hassan`: the initial of the given name with the family name and what stands behind
    it; the whole name where there is no family name to show."""
    parts = parts_of(name)
    if not parts.family or not parts.given:
        return name
    behind = f" ({parts.byname})" if parts.byname else ""
    return f"{_initial(parts.given[0])}. {parts.family}{behind}"


def namesakes(names: Iterable[str]) -> frozenset[str]:
    """Those of several names that are one name, but for the word that tells them apart."""
    alone = {name: search_key(split_byname(name)[0]) for name in names}
    times = Counter(alone.values())
    return frozenset(name for name, key in alone.items() if times[key] > 1)


def short_names(names: Mapping[_Key, str], others: Iterable[str] = ()) -> dict[_Key, str]:
    """Each name as short as it can be while no two of them look alike, nor like one of `others`,
    which are shown beside them."""
    forms = {key: parts_of(name).forms for key, name in names.items()}
    chosen = dict.fromkeys(names, 0)
    beside = Counter(search_key(other) for other in others)
    while True:
        shown = {key: forms[key][n] for key, n in chosen.items()}
        met = beside + Counter(search_key(name) for name in shown.values())
        alike = [
            key
            for key, text in shown.items()
            if met[search_key(text)] > 1 and chosen[key] < len(forms[key]) - 1
        ]
        if not alike:
            return shown
        for key in alike:
            chosen[key] += 1


def _core(family: str) -> str:
    """The last word of a family name that is neither a particle nor `Jr.`."""
    words = family.split()
    cores = [word for word in words if key_of(word) not in PARTICLES | SUFFIXES]
    return (cores or words)[-1]


def _initial(word: str) -> str:
    return next((letter for letter in word if letter.isalnum()), word[0])


def key_of(word: str) -> str:
    """A word as the lists above have it."""
    return re.sub(r"[\W_]", "", search_key(word))
