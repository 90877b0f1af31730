"""Names: kept, shown short, and compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.names import (
    MAX_LENGTH,
    likeness_key,
    match_key,
    normal_name,
    split_byname,
    told_apart,
    with_byname,
)
from kernel.text import Refusal
from players.short_names import (
    given_name,
    namesakes,
    narrow_name,
    parts_of,
    short_name,
    short_names,
)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Šimek", "Anna Š."),
        ("Jan van der Berg", "Jan B."),
        ("Cher", "Cher"),
        ("Pat O'Connor", "Pat O."),
        ("Dr. Karl Friedrich Graf von der Tann", "Karl T."),
        ("Prof. Dr.-Ing. Anna Maria Šimek", "Anna Š."),
        ("Dr. Meier", "Dr. M."),
        ("Graf von der Tann", "Graf T."),
        ("John Smith Jr.", "John S."),
        ("Weiß, Chloé", "Chloé W."),
        ("Jan Jansen (Bonn)", "Jan J. (Bonn)"),
        ("Cher (2)", "Cher (2)"),
    ],
)
def test_short_name(name: str, short: str) -> None:
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna Šimek", "anna simek"),
        ("Weiß, Chloé", "Chloe Weiss"),
        ("Pat O'Connor", "Pat O’Connor"),
        ("Gülsüm Abu-Hassan", "Gulsum Abu Hassan"),
        ("Jürgen Müller", "Mueller, Juergen"),
        ("Søren Ærø", "Soeren Aeroe"),
        ("Jan Jansen (Bonn)", "Jan Jansen (Köln)"),
    ],
)
def test_names_that_may_be_one_persons(name: str, other: str) -> None:
    assert likeness_key(name) == likeness_key(other)
    assert match_key(name) != match_key(other)


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


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Anna Šimek", "Bob Jansen"], ["Anna Š.", "Bob J."]),
        (["Anna Maria Šimek", "Anna Šmid"], ["Anna M. Š.", "Anna Š."]),
        (["Anna Šimek", "Anna Šmid"], ["Anna Šimek", "Anna Šmid"]),
        (
            ["Jan van der Berg", "Jan van den Bos", "Jan Bos"],
            ["Jan van der Berg", "Jan van den Bos", "Jan Bos"],
        ),
        (
            ["Dr. Karl Friedrich Graf von der Tann", "Karl Franz Graf von der Trave"],
            ["Karl F. Graf von der Tann", "Karl F. Graf von der Trave"],
        ),
        (["Dr. Anna Šimek", "Anna Šimek"], ["Dr. Anna Šimek", "Anna Šimek"]),
        (["John Smith Jr.", "John Smith Sr."], ["John Smith Jr.", "John Smith Sr."]),
        (["Jan Jansen", "Jan Jansen (2)"], ["Jan J.", "Jan J. (2)"]),
    ],
)
def test_short_names_that_would_look_alike_are_longer(names: list[str], shown: list[str]) -> None:
    assert list(short_names(dict(enumerate(names))).values()) == shown


def test_a_short_name_is_longer_beside_a_whole_one_that_looks_so() -> None:
    assert short_names({1: "Anna Šimek"}, ["Anna Š."]) == {1: "Anna Šimek"}


WORDS = st.sampled_from(
    ["Anna", "Maria", "Dr.", "Graf", "von", "der", "Tann", "Tal", "Jr.", "A.", "ß", "O'Neil"]
)
SOME_NAMES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


@given(st.sets(SOME_NAMES, max_size=8), st.sets(SOME_NAMES, max_size=3))
def test_no_two_short_names_are_the_same(names: set[str], others: set[str]) -> None:
    names -= others
    shown = short_names({name: name for name in names}, others)
    assert len({*shown.values(), *others}) == len(names) + len(others)


@pytest.mark.parametrize(
    ("name", "given", "narrow"),
    [
        ("Dr. Karl Friedrich Graf von der Tann", "Karl", "K. Graf von der Tann"),
        ("Gülsüm Abu-Hassan", "Gülsüm", "G. Abu-Hassan"),
        ("Cher", "Cher", "Cher"),
        ("Dr. Meier", "Dr. Meier", "Dr. Meier"),
        ("Jan Jansen (Bonn)", "Jan", "J. Jansen (Bonn)"),
    ],
)
def test_what_one_is_called_at_the_table_and_in_a_narrow_column(
    name: str, given: str, narrow: str
) -> None:
    assert (given_name(name), narrow_name(name)) == (given, narrow)


def test_the_parts_of_a_name_with_everything() -> None:
    parts = parts_of("Dr. Karl Friedrich Graf von der Tann (Bonn)")
    assert (parts.title, parts.given) == ("Dr.", ("Karl", "Friedrich"))
    assert (parts.family, parts.byname) == ("Graf von der Tann", "Bonn")


def test_what_tells_namesakes_apart() -> None:
    people = ["Jan Jansen", "Jan Jansen (Bonn)", "Jan Smid", "Jo Ro (2)"]
    assert namesakes(people) == {"Jan Jansen", "Jan Jansen (Bonn)"}
    assert split_byname("Jan Jansen (Bonn)") == ("Jan Jansen", "Bonn")
    assert split_byname("Jan (Johnny) Jansen") == ("Jan (Johnny) Jansen", "")
    assert split_byname("(Bonn)") == ("(Bonn)", "")
    assert len(with_byname("x" * MAX_LENGTH, "Bonn")) == MAX_LENGTH
    taken = {match_key("Jan Jansen")}
    assert told_apart("Bob", ["Bonn"], taken) == "Bob"
    assert told_apart("JAN JANSEN", [" SC  Bonn "], taken) == "JAN JANSEN (SC Bonn)"
    assert told_apart("Jan Jansen", ["", "a (b)", "y" * 60], taken) == "Jan Jansen (2)"
    taken |= {match_key("Jan Jansen (2)"), match_key("Jan Jansen (Bonn)")}
    assert told_apart("Jan Jansen (2)", ["Bonn"], taken) == "Jan Jansen (3)"
