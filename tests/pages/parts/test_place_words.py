"""Places in words: who shares one reads from where to where it goes."""

import pytest
from django.utils.translation import override

from pages.parts.place_words import PlaceWords, place_words


@pytest.mark.parametrize(
    ("rank", "holders", "english", "german"),
    [
        (1, 1, "1", "1"),
        (9, 8, "9–16", "9.–16."),
        (2, 2, "2–3", "2.–3."),
        (None, 4, "–", "–"),
    ],
)
def test_a_place_in_both_languages(rank, holders, english, german):
    assert place_words(rank, holders) == english
    with override("de"):
        assert place_words(rank, holders) == german


def test_a_place_is_shared_within_its_group_alone():
    rows = [{"group": group, "rank": rank} for group in (1, 2) for rank in (1, 2, 2)]
    assert [PlaceWords(rows).words(row) for row in rows] == ["1", "2–3", "2–3"] * 2
