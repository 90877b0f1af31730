"""FIDE Dutch, where this computer has it."""

import pytest

from tournaments.domain.pairing import dutch

needs_dutch = pytest.mark.skipif(
    not dutch.is_available(), reason="py4swiss, which pairs by FIDE Dutch, is not installed here"
)
