"""The secrets of a seating: a chain of hashes whose start is shown before anybody has said a word,
and whose links are shown one by one, each when its deal is over (the contract of the online table,
the deal, 2, 4 and 7).

    s_2000 (drawn by chance) -> s_1999 -> .. -> s_1 -> s_0 = the commitment

An arrow is SHA-256 over the raw bytes. The j-th deal of the seating has s_(j+1), so that hashing it
j + 1 times gives the commitment, and no secret gives one that comes after it.
"""

import hashlib

from kernel.text import N_, refusal

#: How often the last secret of a chain is hashed until it is the commitment.
LENGTH = 2000

#: The deals of a seating, the draw among them, are numbered from 0 to this; then it is used up.
LAST_DEAL = LENGTH - 2

BYTES = 32


class Secret(bytes):
    """Bytes from which cards follow. It shows none of them where it is printed; `hex` does."""

    def __repr__(self) -> str:
        return "<secret>"

    __str__ = __repr__


def secret_of(last: bytes, j: int, *, length: int = LENGTH) -> Secret:
    """The secret of the j-th deal, 0 to `LAST_DEAL`, of the chain that ends with `last` (32 bytes,
    `length` hashes from the commitment)."""
    if not 0 <= j <= min(LAST_DEAL, length - 1):
        raise ValueError("the chain is used up")
    return _hashed(last, length - 1 - j)


def commitment_of(last: bytes, *, length: int = LENGTH) -> str:
    """What is shown of a chain before anybody commits to a word, as hex."""
    return _hashed(last, length).hex()


def commitment_by(secret: bytes, j: int) -> str:
    """The commitment, as hex, that the secret of the j-th deal leads back to: whoever has kept the
    one that was shown compares the two."""
    return _hashed(secret, j + 1).hex()


def secret_from_hex(text: object, field: str) -> Secret:
    """A secret as it is published, or a refusal `bad_hex`."""
    return Secret(bytes.fromhex(checked_hex(text, field)))


def checked_hex(text: object, field: str) -> str:
    """32 bytes in lower-case hex, or a refusal `bad_hex`."""
    is_hex = isinstance(text, str) and len(text) == 2 * BYTES and not text.strip("0123456789abcdef")
    if not isinstance(text, str) or not is_hex:
        sentence = N_("%(field)s must be 64 hexadecimal digits, in small letters.")
        raise refusal("bad_hex", sentence, field, field=field)
    return text


def _hashed(value: bytes, times: int) -> Secret:
    if len(value) != BYTES:
        raise ValueError("a secret is 32 bytes")
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return Secret(value)
