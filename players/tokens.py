"""Secret tokens of links, passes and codes: random, handed out once, kept as a hash only."""

import hashlib
import secrets


def new_token() -> str:
    """A token of 256 bits that fits into an address."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of a token: its SHA-256 in hex. A random token needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
