"""The words of the players, which nobody could know when the secrets were drawn (the contract of
the online table, the deal, 3): each is committed to by its hash, and opened when both hashes are
there."""

import hashlib
import unicodedata

from kernel.text import N_, refusal

MOST_CHARACTERS = 100


def word_of(typed: object) -> str:
    """A word as it is hashed, used and shown: in NFC. It may be empty.

    Refused (`bad_word`) is what is no text, has more than 100 characters, or one that can't be
    printed, as a line break.
    """
    word = unicodedata.normalize("NFC", typed) if isinstance(typed, str) else None
    if word is None or len(word) > MOST_CHARACTERS or not word.isprintable():
        sentence = N_(
            "A word has at most %(most)s characters, all of which can be printed, in one line. "
            "Choose another one."
        )
        raise refusal("bad_word", sentence, "word", most=MOST_CHARACTERS)
    return word


def word_hash(word: str) -> str:
    """What a player commits to their word by: hex SHA-256 of its UTF-8."""
    return hashlib.sha256(word.encode()).hexdigest()
