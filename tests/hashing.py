"""Passwords hashed in a moment."""

from web.password_hashing import Argon2


class QuickArgon2(Argon2):
    """Argon2 at its cheapest; the product's hasher checks what it writes."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
