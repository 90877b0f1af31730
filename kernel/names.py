"""People's names: how they are kept, sorted and found, the same on every database.

SQLite sorts Zoe before anna and Šimek last, PostgreSQL by its collation; so both sort by keys that
are computed here.
"""

import re
import unicodedata
from collections.abc import Container, Iterable
from itertools import chain, count

from kernel.text import N_, refusal

MAX_LENGTH = 100
GUEST_NAME_LENGTH = 30
LONGEST_BYNAME = 40

# Letters that NFKD leaves whole.
_PLAIN = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"}
)


def normal_name(raw: str, field: str = "name", most: int = MAX_LENGTH) -> str:
    """The name as it is kept: NFC, single spaces. Raises Refusal, of `field`, when it is none, or
    has more than `most` characters."""
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not name:
        raise refusal("name_missing", N_("Write a name."), field)
    if len(name) > most:
        sentence = N_("This name has %(length)d characters; at most %(most)d fit.")
        raise refusal("name_too_long", sentence, field, length=len(name), most=most)
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"} for letter in name):
        sentence = N_("This name holds characters that cannot be shown. Type it again.")
        raise refusal("name_control", sentence, field)
    return name


def search_key(text: str) -> str:
    """Lower case without accents: `Šimek` and `simek` are found alike."""
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def sort_key(name: str) -> str:
    """The key by which a name is sorted: search key without punctuation."""
    return re.sub(r"[^\w ]", "", search_key(name))


def match_key(name: str) -> str:
    """Two spellings with the same key are the same name: NFC, case, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def likeness_key(name: str) -> str:
    """Names with the same key may be one person's: accents (`ü` or `ue`), punctuation, word order
    and the word that tells namesakes apart do not count."""
    words = sort_key(split_byname(name)[0].replace("-", " ")).split()
    return " ".join(sorted(re.sub(r"(?<=[aou])e", "", word) for word in words))


# Two people of one name ---------------------------------------------------------------------------


def split_byname(name: str) -> tuple[str, str]:
    """The name alone, and the word in brackets behind it by which its owner is told from somebody
    else of this name: `Jan Jansen (Bonn)`."""
    found = re.fullmatch(r"(.*\S) \(([^()]+)\)", name)
    return (found[1], found[2].strip()) if found else (name, "")


def with_byname(name: str, byname: str) -> str:
    """The name with the word that tells its owner from somebody else of this name."""
    return f"{name[: MAX_LENGTH - len(byname) - 3].rstrip()} ({byname})" if byname else name


def told_apart(name: str, words: Iterable[str], taken: Container[str]) -> str:
    """A name that nobody in `taken` (as `match_key`s) has: as it is, else with the first of `words`
    (a club, a year) that does it, else with a number."""
    alone, _byname = split_byname(name)
    candidates = (with_byname(alone, " ".join(word.split())) for word in words if fits_byname(word))
    numbered = (with_byname(alone, str(number)) for number in count(2))
    return next(
        candidate
        for candidate in chain([name], candidates, numbered)
        if match_key(candidate) not in taken
    )


def fits_byname(word: str) -> bool:
    """Whether a word can stand in brackets behind a name."""
    return bool(word.strip()) and not set("()") & set(word) and len(word) <= LONGEST_BYNAME
