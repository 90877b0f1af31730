"""Rosters as people have them, read without a database."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.embedded.options import ROOT
from kernel.names import normal_name
from kernel.text import Refusal
from players.roster_rows import ReadRoster, RosterRow
from players.roster_text import parse_roster

EVENING = ROOT / "tests" / "data" / "night-11" / "roster.csv"


def codes(roster: ReadRoster) -> dict[int, str]:
    return {error.line: error.message.code for error in roster.errors}


def names(roster: ReadRoster) -> list[str]:
    return [row.name for row in roster.rows]


def refusal_of(data: bytes | str) -> str:
    with pytest.raises(Refusal) as caught:
        parse_roster(data)
    assert str(caught.value)
    return caught.value.text.code


def test_a_real_evenings_file() -> None:
    roster = parse_roster(EVENING.read_bytes())
    assert (roster.errors, roster.ignored, len(roster.rows)) == ((), (), 11)
    assert roster.rows[0] == RosterRow(
        2, "Anna Šimek", "player01@club.example", rating=1744, seed=1
    )
    assert roster.rows[9].name == "Jürgen Nguyễn"


TABLE = "Name{0}Rating{0}E-Mail\nPat O'Connor{0}1500{0}pat@club.example\nJan van der Berg{0}{0}\n"
TABLE_ROWS = (
    RosterRow(2, "Pat O'Connor", "pat@club.example", 1500),
    RosterRow(3, "Jan van der Berg"),
)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_way_in_which_spreadsheets_save(separator: str, line_end: str, encoding: str) -> None:
    text = TABLE.format(separator).replace("\n", line_end)
    assert parse_roster(text.encode(encoding)).rows == TABLE_ROWS
    assert parse_roster(text).rows == TABLE_ROWS


def test_windows_1252() -> None:
    roster = parse_roster("Name;Verein\nBjörn Müller;Bad Šmaus\nZoë “Z” Weiß;\n".encode("cp1252"))
    assert names(roster) == ["Björn Müller", "Zoë “Z” Weiß"]
    assert roster.rows[0].club == "Bad Šmaus"


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("Name,Rating,Email,Club,Seed", "Anna Šimek,1744,a@b.example,North,3"),
        ("SETZPLATZ,Verein,E-Mail,Wertungszahl,Spieler", "3,North,a@b.example,1744,Anna Šimek"),
        ("Vorname,Nachname,Elo,Mail,Heimatverein,Nr.", "Anna,Šimek,1744,a@b.example,North,3."),
        ("Name,Vorname,Wertung,E-Mail-Adresse,Klub,#", "Šimek,Anna,1744,a@b.example,North,3"),
        (
            "first_name,Last Name,rating,E-mail address,club,No",
            "Anna,Šimek,1744,A@B.example,North,3",
        ),
    ],
)
def test_columns_in_any_order_in_english_and_german(heading: str, row: str) -> None:
    roster = parse_roster(f"{heading}\n{row}\n")
    assert roster.rows == (RosterRow(2, "Anna Šimek", "a@b.example", 1744, "North", 3),)
    assert roster.ignored == ()


def test_a_name_with_a_comma_has_the_family_name_first() -> None:
    assert names(parse_roster('Name,Rating\n"Weiß, Chloé",1620\n')) == ["Chloé Weiß"]
    assert names(parse_roster('Name\n"Weiß, Chloé"\n"Novák, Íñigo"\n')) == [
        "Chloé Weiß",
        "Íñigo Novák",
    ]
    assert names(parse_roster('Name\n"King, Martin, Jr."\n"1, 2"')) != ["Martin King"]


def test_columns_that_mean_nothing_are_named() -> None:
    roster = parse_roster("Name;Telefon;;Rating;Email;Email\nAnna;1;x;2;a@b.example;other\n")
    assert roster.ignored == ("Telefon", "#3", "Email")
    assert roster.rows == (RosterRow(2, "Anna", "a@b.example", 2),)


def test_numbers_that_are_no_seeds_are_ignored() -> None:
    roster = parse_roster("Nr;Name\nA-17;Anna\n2;Bob\n")
    assert (names(roster), roster.ignored) == (["Anna", "Bob"], ("Nr",))


def test_empty_rows_and_cells_of_spreadsheets() -> None:
    roster = parse_roster("Name;Rating;;\n;;;\n\nAnna;1;;\n   ;;;\nBob;2;;\n")
    assert [(row.line, row.name) for row in roster.rows] == [(4, "Anna"), (6, "Bob")]
    assert (roster.errors, roster.ignored) == ((), ())


def test_a_cell_over_several_lines_keeps_the_numbers_of_lines() -> None:
    roster = parse_roster('Name;Notes\nAnna;"one\ntwo"\nBob;\n')
    assert [(row.line, row.name) for row in roster.rows] == [(2, "Anna"), (4, "Bob")]


def test_the_first_line_that_excel_writes_for_itself() -> None:
    roster = parse_roster("sep=;\r\nName;Elo\r\nWeiß, Chloé;1620\r\n")
    assert roster.rows == (RosterRow(3, "Chloé Weiß", rating=1620, turned=True),)


def test_pasted_lines() -> None:
    roster = parse_roster(
        "Anna Šimek\n\n  Pat   O'Connor \nBob; 1500\nCleo; cleo@club.example; 1400\n"
        "Dai <dai@club.example>\nWeiß, Chloé\n"
    )
    assert roster.errors == ()
    assert roster.rows == (
        RosterRow(1, "Anna Šimek"),
        RosterRow(3, "Pat O'Connor"),
        RosterRow(4, "Bob", rating=1500),
        RosterRow(5, "Cleo", "cleo@club.example", 1400),
        RosterRow(6, "Dai", "dai@club.example"),
        RosterRow(7, "Chloé Weiß", turned=True),
    )


def test_what_pasted_lines_cannot_mean() -> None:
    roster = parse_roster(
        "Weiß; Chloé\nBob,1,2\nCleo,a@b.example,c@d.example\nx@y.example\nDai,1\n"
    )
    assert codes(roster) == {
        1: "cell_unknown",
        2: "cell_unknown",
        3: "cell_unknown",
        4: "name_is_email",
    }
    assert names(roster) == ["Dai"]


WRONG = f"""Name,Rating,Email,Club,Seed
Good,1500,good@club.example,,
,1500,,,
{"x" * 300},,,,
Bell\x07,,,,
Rated,abc,,,
Rated,17.5,,,
Rated,5001,,,
Rated,-1,,,
Rated,{"9" * 5000},,,
Mailed,,nobody,,
Mailed,,{"a" * 300}@b.example,,
Clubbed,,,{"y" * 300},
Seeded,,,,0
Seeded,,,,first
Long,1,,,,more
"Unmatched" quotes,1,,,
"Two
lines",1,,,
Zero\0,,,,
"""


def test_wrong_lines_are_told_each_with_its_reason() -> None:
    roster = parse_roster(WRONG)
    assert names(roster) == ["Good"]
    assert codes(roster) == {
        3: "name_missing",
        4: "name_too_long",
        5: "name_control",
        6: "rating_not_whole",
        7: "rating_not_whole",
        8: "rating_range",
        9: "rating_range",
        10: "rating_range",
        11: "email_invalid",
        12: "email_invalid",
        13: "club_invalid",
        14: "seed_invalid",
        15: "seed_invalid",
        16: "too_many_cells",
        17: "unmatched_quotes",
        18: "unmatched_quotes",
        20: "name_control",
    }
    assert all(len(str(error.message)) < 200 for error in roster.errors)


def test_a_quotation_mark_that_is_never_closed_swallows_no_line() -> None:
    roster = parse_roster('Name;Rating\n"Anna;1\nBob;2\n')
    assert codes(roster) == {2: "unmatched_quotes"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "roster_empty"),
        (b"\xef\xbb\xbf", "roster_empty"),
        ("\n;;\n", "roster_empty"),
        ("Name;Rating\n", "roster_empty"),
        ("Rating;Email\n1;a@b.example\n", "no_name_column"),
        (b"PK\x03\x04rest of a workbook", "not_text"),
        (b"\xd0\xcf\x11\xe0\x00\x00", "not_text"),
        (b"\xff\xfea", "not_text"),
        (b"Name\n\x81", "not_text"),
        ("Name\n\ud800", "not_text"),
        (b"x" * (2 * 2**20 + 1), "too_large"),
        ("ä" * (2**20 + 1), "too_large"),
        ("x\n" * 5001, "too_many_lines"),
    ],
)
def test_what_cannot_be_read_at_all(data: bytes | str, code: str) -> None:
    assert refusal_of(data) == code


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_anything_is_read_or_refused(data: bytes | str) -> None:
    try:
        roster = parse_roster(data)
    except Refusal:
        return
    keys = [row.key for row in roster.rows]
    keys += [(error.line, 0) for error in (*roster.errors, *roster.left_out)]
    assert len(keys) == len(set(keys))
    for row in roster.rows:
        assert row.name == normal_name(row.name)


LETTERS = st.characters(categories=["L", "N", "P", "S"], exclude_characters="@,")
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=8), min_size=1, max_size=3)
NAMES = WORDS.map(" ".join).map(normal_name)


@given(
    st.lists(st.tuples(NAMES, st.none() | st.integers(0, 5000)), min_size=1, max_size=8),
    st.sampled_from(",;\t"),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.booleans(),
)
def test_what_a_spreadsheet_saves_is_read_again(
    players: list[tuple[str, int | None]], separator: str, encoding: str, turned: bool
) -> None:
    saved = io.StringIO()
    writer = csv.writer(saved, delimiter=separator)
    order = -1 if turned else 1
    for row in [("Name", "Rating"), *players]:
        writer.writerow(row[::order])
    roster = parse_roster(saved.getvalue().encode(encoding))
    assert roster.errors == ()
    assert [(row.name, row.rating) for row in roster.rows] == players
