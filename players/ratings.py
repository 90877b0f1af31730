"""Ratings: what a number must be to be one."""

from kernel.text import N_, refusal

LOWEST, HIGHEST = 0, 5000


def checked_rating(value: int) -> int:
    """A rating that can be. Raises Refusal for any other."""
    if not LOWEST <= value <= HIGHEST:
        sentence = N_("A rating lies between %(lowest)d and %(highest)d.")
        raise refusal("rating_range", sentence, "rating", lowest=LOWEST, highest=HIGHEST)
    return value
