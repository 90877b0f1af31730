"""Passwords hashed in a moment."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """Argon2 at its cheapest; the product's hasher checks what it writes."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
