"""People's names: how they are kept, sorted and found, the same on every database.

SQLite sorts Zoe before anna and Šimek last, PostgreSQL by its collation; so both sort by keys that
are computed here.
"""

import re
import unicodedata

from players.text import N_, Refusal, Text

MAX_LENGTH = 100

# Letters that NFKD leaves whole.
_PLAIN = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"}
)


def normal_name(raw: str) -> str:
    """The name as it is kept: NFC, single spaces. Raises Refusal when it is none."""
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not name:
        raise Refusal(Text("name_missing", N_("Write a name.")), "name")
    if len(name) > MAX_LENGTH:
        raise Refusal(
            Text(
                "name_too_long",
                N_("This name has %(length)d characters; at most %(most)d fit."),
                {"length": len(name), "most": MAX_LENGTH},
            ),
            "name",
        )
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"} for letter in name):
        raise Refusal(
            Text(
                "name_control",
                N_("This name holds characters that cannot be shown. Type it again."),
            ),
            "name",
        )
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
    """Names with the same key may be one person's: accents, punctuation and word order apart."""
    return " ".join(sorted(sort_key(name.replace("-", " ")).split()))


def short_name(name: str) -> str:
    """`Anna S.` for `Anna Šimek`: the first word and the initial of the last; one word stays."""
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest else first
