"""Secret tokens of links, passes and codes: random, handed out once, kept as a hash only."""

import base64
import hashlib
import hmac
import secrets


def new_token() -> str:
    """A token of 256 bits that fits into an address."""
    return secrets.token_urlsafe(32)


CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_LENGTH = 8


def new_code() -> str:
    """A code of 40 bits for typing, such as `K7QM-3XTD`: safe only where tries are counted."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def plain_code(typed: str) -> str:
    """A code as somebody types it, without what does not matter: case, spaces, hyphens."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())


def derived_token(key: str, seed: str) -> str:
    """The token that belongs to a random `seed`: who knows the seed and not the key knows nothing.

    So a link can be written into a mail later, though no token is kept.
    """
    digest = hmac.digest(key.encode(), b"undercut.link:" + seed.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def token_hash(token: str) -> str:
    """What is kept of a token: its SHA-256 in hex. A random token needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
