"""Secret tokens of links, passes and codes: random, handed out once, kept as a hash only."""

import base64
import hashlib
import hmac
import secrets


def new_token() -> str:
    """A token of 256 bits that fits into an address."""
    return secrets.token_urlsafe(32)


def derived_token(key: str, seed: str) -> str:
    """The token that belongs to a random `seed`: who knows the seed and not the key knows nothing.

    So a link can be written into a mail later, though no token is kept.
    """
    digest = hmac.digest(key.encode(), b"undercut.link:" + seed.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def token_hash(token: str) -> str:
    """What is kept of a token: its SHA-256 in hex. A random token needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
