"""How a stage would be drawn otherwise."""

from tournaments.domain.reseeding import Reseeded, Reseeding


def test_who_would_be_seeded_elsewhere_comes_in_would_not_be_in() -> None:
    found = Reseeding.of([11, 12, 13, 14], [12, 11, 13, 15])
    assert found
    assert found.entries == (
        Reseeded(12, 2, 1),
        Reseeded(11, 1, 2),
        Reseeded(15, None, 4),
        Reseeded(14, 4, None),
    )
    assert not found.is_open
    assert Reseeding.from_stored(found.stored()) == found


def test_the_same_order_is_nothing_to_say() -> None:
    assert Reseeding.of([11, 12], (11, 12)) is None
    assert Reseeding.from_stored(None) is None


def test_while_a_result_is_open_nobody_knows() -> None:
    found = Reseeding.of([11, 12], None)
    assert found
    assert found.is_open
    assert Reseeding.from_stored(found.stored()) == found
