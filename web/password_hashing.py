"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from web.password_slots import SLOTS


class Argon2(Argon2PasswordHasher):
    """Argon2id at the leanest setting that OWASP names (Password Storage Cheat Sheet), hashed in
    one of the process's slots. A hash of another setting is replaced at the next sign-in."""

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with SLOTS.one():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        with SLOTS.one():
            return bool(super().verify(password, encoded))
