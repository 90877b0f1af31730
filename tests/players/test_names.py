"""Names: kept, shown short, and compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names import likeness_key, match_key, normal_name, short_name
from players.text import Refusal


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Šimek", "Anna Š."),
        ("Jan van der Berg", "Jan B."),
        ("Cher", "Cher"),
        ("Pat O'Connor", "Pat O."),
    ],
)
def test_short_name(name: str, short: str) -> None:
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Šimek", "anna simek"),
        ("Weiß, Chloé", "Chloe Weiss"),
        ("Pat O'Connor", "Pat O’Connor"),
        ("Gülsüm Abu-Hassan", "Gulsum Abu Hassan"),
    ],
)
def test_names_that_may_be_one_persons(one: str, other: str) -> None:
    assert likeness_key(one) == likeness_key(other)
    assert match_key(one) != match_key(other)


def test_case_spaces_and_composition_make_no_other_name() -> None:
    assert match_key("  ANNA   S\u030cimek ") == match_key("Anna Šimek")


@given(st.text())
def test_a_kept_name_is_kept_as_it_is(raw: str) -> None:
    try:
        name = normal_name(raw)
    except Refusal:
        return
    assert normal_name(name) == name
    assert short_name(name)
