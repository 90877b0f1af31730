"""Numbers that come as text."""

import re

import pytest
from django.core.exceptions import BadRequest

from config.embedded.options import ROOT
from web.numbers import number_in, number_sent, numbers_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        *((text, None) for text in (None, "", " 1", "-1", "+1", "1.0", "1_0", "²", "١", "１", "x")),
    ],
)
def test_a_number_is_what_ascii_digits_write(text: str | None, number: int | None) -> None:
    assert number_in(text) == number
    if number is None:
        with pytest.raises(BadRequest):
            number_sent(text)
    else:
        assert number_sent(text) == number


def test_a_number_has_so_many_digits_at_most() -> None:
    assert (number_in("9999", digits=4), number_in("10000", digits=4)) == (9999, None)
    assert numbers_in(["1", "x", "22", "333"], digits=2) == [1, 22]


def test_no_page_reads_numbers_in_its_own_way() -> None:
    own = re.compile(r"\.is(decimal|digit|numeric)\(")
    found = {path.name for path in (ROOT / "pages").rglob("*.py") if own.search(path.read_text())}
    assert found == {"audit_words.py"}  # which reads what the program has written
