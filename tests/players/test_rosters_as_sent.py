"""Lists of players as people send them. What is read of each was written down by hand."""

import io
import zipfile
from typing import Any

import pytest
from openpyxl import Workbook

from kernel.text import Refusal
from players.roster_rows import ReadRoster
from players.roster_text import parse_roster


def people(roster: ReadRoster) -> list[str]:
    """Those of whom there is no doubt."""
    return [row.name for row in roster.rows if row.doubt is None]


def doubts(roster: ReadRoster) -> dict[str, str]:
    return {row.name: row.doubt.code for row in roster.rows if row.doubt}


def left(roster: ReadRoster) -> list[str]:
    return [line.text for line in roster.left_out]


def codes(roster: ReadRoster) -> dict[int, str]:
    return {error.line: error.message.code for error in roster.errors}


def everything(roster: ReadRoster) -> list[tuple[Any, ...]]:
    return [(row.name, row.rating, row.email, row.club) for row in roster.rows]


def test_each_line_has_its_own_separator() -> None:
    roster = parse_roster(
        "Jürgen Müller, 1500, j.mueller@club.example\n"
        "Zoë Weiß, 1400, zoe@club.example\n"
        "Gülsüm Öztürk; 1720\n"
        "Íñigo Novák\t1610\tinigo@club.example\n"
        "Pat O'Connor <pat@club.example>\n"
        "Håkon Dvořák 1580\n"
        "Anna Šimek | 1490 | anna@club.example\n"
        "Chloé Roux: 1455\n"
    )
    assert (roster.errors, roster.left_out) == ((), ())
    assert everything(roster) == [
        ("Jürgen Müller", 1500, "j.mueller@club.example", None),
        ("Zoë Weiß", 1400, "zoe@club.example", None),
        ("Gülsüm Öztürk", 1720, None, None),
        ("Íñigo Novák", 1610, "inigo@club.example", None),
        ("Pat O'Connor", None, "pat@club.example", None),
        ("Håkon Dvořák", 1580, None, None),
        ("Anna Šimek", 1490, "anna@club.example", None),
        ("Chloé Roux", 1455, None, None),
    ]


def test_numbers_and_bullets() -> None:
    roster = parse_roster(
        "1. Anna Šimek\n2) Müller, Jürgen\n• Chloé Roux\n- Pat O'Connor\n(5) Zoë Weiß\n"
        "#6 Bob Jansen\n7 Dai Lee\n* Eva Lund\n☐ Uwe Rößler\n10.) Cleo Ro\n11.\tIda Holm\n"
        "12 - Max Roth\n"
    )
    assert (roster.errors, roster.left_out, doubts(roster)) == ((), (), {})
    assert people(roster) == [
        *("Anna Šimek", "Jürgen Müller", "Chloé Roux", "Pat O'Connor", "Zoë Weiß", "Bob Jansen"),
        *("Dai Lee", "Eva Lund", "Uwe Rößler", "Cleo Ro", "Ida Holm", "Max Roth"),
    ]
    assert all(row.rating is None for row in roster.rows)


MAIL = """Von: Petra Sommer <petra.sommer@club.example>
Betreff: Spieler für Samstag

Hallo Klaus,

hier kommen unsere Leute für Samstag:

Anna Šimek
Jürgen Müller, 1530
Gräfin Ida von der Tann (Bad Homburg)
Zoë Weiß, zoe@club.example

Wir freuen uns auf den Abend!
Bis dann und viele Grüße
Petra

--
Petra Sommer
Kartenclub Musterstadt e.V.
Tel. 0171 2345678
petra.sommer@club.example
"""


def test_a_mail_with_greeting_and_signature() -> None:
    roster = parse_roster(MAIL)
    assert people(roster) == ["Anna Šimek", "Jürgen Müller", "Gräfin Ida von der Tann", "Zoë Weiß"]
    assert roster.rows[2].club == "Bad Homburg"
    assert doubts(roster) == {
        "Petra": "signature",
        "Petra Sommer": "signature",
        "Kartenclub Musterstadt e.V.": "not_a_name",
    }
    assert codes(roster) == {}
    assert left(roster) == [
        "Von: Petra Sommer <petra.sommer@club.example>",
        "Betreff: Spieler für Samstag",
        "Hallo Klaus,",
        "hier kommen unsere Leute für Samstag:",
        "Wir freuen uns auf den Abend!",
        "Bis dann und viele Grüße",
        "--",
        "Tel. 0171 2345678",
        "petra.sommer@club.example",
    ]


ENGLISH_MAIL = """Dear Tom,

please find below the players for Tuesday.

> - Anna Simek
> - Bob Jansen 1720
> - Mary-Jane O'Neill

Kind regards
Sue
"""


def test_an_english_mail_that_quotes_the_list() -> None:
    roster = parse_roster(ENGLISH_MAIL)
    assert people(roster) == ["Anna Simek", "Bob Jansen", "Mary-Jane O'Neill"]
    assert (doubts(roster), codes(roster)) == ({"Sue": "signature"}, {})
    assert left(roster) == [
        "Dear Tom,",
        "please find below the players for Tuesday.",
        "Kind regards",
    ]


def test_two_columns_of_a_word_processor() -> None:
    names = [
        *("Anna Šimek", "Bob Jansen", "Jürgen Müller", "Chloé Roux"),
        *("Zoë Weiß", "Dai Lee", "Ida von der Tann"),
    ]
    tabs = (
        "Anna Šimek\tBob Jansen\nJürgen Müller\t\tChloé Roux\nZoë Weiß\tDai Lee\nIda von der Tann\n"
    )
    gaps = "Anna Šimek          Bob Jansen\nJürgen Müller       Chloé Roux\n"
    gaps += "Zoë Weiß            Dai Lee\nIda von der Tann\n"
    for text in (tabs, gaps):
        roster = parse_roster(text)
        assert (people(roster), codes(roster)) == (names, {})
    numbered = parse_roster("1. Anna Šimek\t3. Bob Jansen\n2.\tJürgen Müller\t4.\tChloé Roux\n")
    assert people(numbered) == names[:4]


def test_columns_that_may_be_names_and_clubs_are_not_guessed() -> None:
    roster = parse_roster("Anna Šimek\tBad Homburg\nBob Jansen\tBad Homburg\nDai Lee\tBonn\n")
    assert roster.rows == ()
    assert codes(roster) == dict.fromkeys((1, 2, 3), "two_people")


def test_a_ranking_with_points_behind() -> None:
    roster = parse_roster(
        "Stand nach Runde 3\n"
        "1. Anna Šimek 12,5 Punkte\n2. Jürgen Müller 11 Pkt.\n3. Bob Jansen ........ 10\n"
        "4. Zoë Weiß 9½\n5. Dai Lee - 9\n6. Chloé Roux  7 pts\n"
    )
    assert people(roster) == [
        *("Anna Šimek", "Jürgen Müller", "Bob Jansen", "Zoë Weiß", "Dai Lee", "Chloé Roux"),
    ]
    assert codes(roster) == {}
    assert next(row.unused for row in roster.rows if row.doubt is None) == ("12,5 Punkte",)


def test_guests_that_are_counted_keep_their_number() -> None:
    roster = parse_roster("Guest 1\nGuest 2\nPlayer 0001\nPlayer 0002; 1500\nBob\n")
    assert people(roster) == ["Guest 1", "Guest 2", "Player 0001", "Player 0002", "Bob"]
    assert people(parse_roster("Player 7")) == ["Player 7"]


def test_name_first_name_under_a_header() -> None:
    lines = "Müller, Jürgen\nvon der Tann, Ida\nO'Connor, Pat\n"
    for header in ("Name, Vorname", "Nachname, Vorname", "Surname, First name"):
        roster = parse_roster(f"{header}\n{lines}")
        assert people(roster) == ["Jürgen Müller", "Ida von der Tann", "Pat O'Connor"], header
    roster = parse_roster("Nr.;Name, Vorname;Verein\n1;Müller, Jürgen;SC Bonn\n2;Weiß, Zoë;\n")
    assert everything(roster) == [
        ("Jürgen Müller", None, None, "SC Bonn"),
        ("Zoë Weiß", None, None, None),
    ]
    assert [row.seed for row in roster.rows] == [1, 2]


CHAT = """[18:02, 12.3.2026] Petra Sommer: Wer kommt am Samstag?
[18:04, 12.3.2026] Jürgen Müller: bin dabei
[18:05, 12.3.2026] Zoë: Ich auch!
[18:07, 12.3.2026] Petra Sommer: Anna Šimek
[18:09, 12.3.2026] Jürgen Müller: wann geht es los?
"""
EXPORT = """12.03.26, 18:02 - Petra Sommer: Bitte tragt euch ein:
12.03.26, 18:04 - Petra Sommer: Bob Jansen, 1500
12.03.26, 18:05 - +49 171 2345678: Chloé Roux
"""


def test_a_copy_of_a_chat_with_times() -> None:
    roster = parse_roster(CHAT)
    assert people(roster) == ["Anna Šimek"]
    assert doubts(roster) == {"Petra Sommer": "sender", "Jürgen Müller": "sender", "Zoë": "sender"}
    assert left(roster) == ["[18:09, 12.3.2026] Jürgen Müller: wann geht es los?"]
    export = parse_roster(EXPORT)
    assert people(export) == ["Bob Jansen", "Chloé Roux"]
    assert (export.rows[1].rating, doubts(export)) == (1500, {"Petra Sommer": "sender"})
    times = parse_roster("18:45 Anna Šimek\n18:46 Bob Jansen\nCleo Ro 18:47\n")
    assert people(times) == ["Anna Šimek", "Bob Jansen", "Cleo Ro"]


def test_a_sheet_with_empty_columns() -> None:
    roster = parse_roster(
        ";;;;;\n;Vereinsabend 12. März;;;;\n;;;;;\n;Nr;;Name;;Elo\n;1;;Müller, Jürgen;;1530\n"
        ";;;;;\n;2;;Anna Šimek;;0\n;3;;Zoë Weiß;;\n;;;;;\n"
    )
    assert [(row.line, row.name, row.rating, row.seed) for row in roster.rows] == [
        (5, "Jürgen Müller", 1530, 1),
        (7, "Anna Šimek", None, 2),
        (8, "Zoë Weiß", None, 3),
    ]
    assert (codes(roster), left(roster), roster.ignored) == ({}, ["Vereinsabend 12. März"], ())


def test_marks_of_direction_and_others_that_nobody_sees() -> None:
    roster = parse_roster(
        "\u200eAnna Šimek\u200e\n\u202bיעל כהן\u202c\n\u2068Bob\u00a0Jansen\u2069; 1500\n"
        "محمد علي\u200f, 1610\nZo\u00adë\u200b Weiß\n"
    )
    assert [(row.name, row.rating) for row in roster.rows] == [
        ("Anna Šimek", None),
        ("יעל כהן", None),
        ("Bob Jansen", 1500),
        ("محمد علي", 1610),
        ("Zoë Weiß", None),
    ]
    assert (codes(roster), doubts(roster)) == ({}, {})


def test_a_double_surname_with_a_comma() -> None:
    roster = parse_roster(
        "Müller-Lüdenscheidt, Karl-Heinz\nvan der Berg, Jan\n"
        "Graf von der Tann, Dr. Karl Friedrich\nGarcía Márquez, Gabriel\nAnna Šimek, Bonn\n"
        "Smith, Jr.\nMeier, Dr.\n"
    )
    assert people(roster) == [
        *("Karl-Heinz Müller-Lüdenscheidt", "Jan van der Berg"),
        *("Dr. Karl Friedrich Graf von der Tann", "Smith Jr.", "Dr. Meier"),
    ]
    # A surname of two words and a given name, or a name and a town.
    assert doubts(roster) == {
        "Gabriel García Márquez": "name_turned",
        "Bonn Anna Šimek": "name_turned",
    }


def test_names_that_look_like_words_of_a_letter() -> None:
    names = [
        *(
            "Will Smith",
            "Susanne Sonntag",
            "Im Yoon-ah",
            "An Nguyen",
            "Dankwart Meier",
            "Joe Friday",
        ),
        *("Gruenwald Hans", "Bo Li", "Ute Abend", "P1", "Player2", "anna simek", "BOB JANSEN"),
    ]
    roster = parse_roster("\n".join(names))
    assert (people(roster), doubts(roster), left(roster)) == (names, {}, [])
    asked = parse_roster("Hi Tran\n1720 Anna Šimek\nkomme mit\n")
    assert doubts(asked) == dict.fromkeys(("Hi Tran", "1720 Anna Šimek", "komme mit"), "not_a_name")


def test_a_list_of_pairs() -> None:
    roster = parse_roster(
        "Paare:\n1. Anna Šimek / Bob Jansen\n2. Jürgen Müller & Zoë Weiß\n3. Dai Lee und Cleo Ro\n"
        "4. Eva Lund and Ida Holm\n5. Weiß, Chloé + Rößler, Uwe\n6. Max Roth – Pia Vogel\n"
        "7. Hans und Lisa Berg\n"
    )
    assert people(roster) == [
        *("Anna Šimek", "Bob Jansen", "Jürgen Müller", "Zoë Weiß", "Dai Lee", "Cleo Ro"),
        *("Eva Lund", "Ida Holm", "Chloé Weiß", "Uwe Rößler"),
    ]
    # A dash may stand before a club; and who Hans is, is not said.
    assert codes(roster) == {7: "two_people", 8: "two_people"}
    assert [row.part for row in roster.rows] == [0, 1] * 5


def test_phone_numbers() -> None:
    roster = parse_roster(
        "Anna Šimek 0171 2345678\nJürgen Müller, +49 (0)30 123456, 1530\n"
        "Bob Jansen; Tel.: 089/1234567; bob@club.example\nZoë Weiß (Handy 0160-9876543)\n"
        "Pat O'Connor 555-867-5309\n"
    )
    assert codes(roster) == {}
    assert everything(roster) == [
        ("Anna Šimek", None, None, None),
        ("Jürgen Müller", 1530, None, None),
        ("Bob Jansen", None, "bob@club.example", None),
        ("Zoë Weiß", None, None, None),
        ("Pat O'Connor", None, None, None),
    ]
    assert all(row.unused for row in roster.rows)


def test_a_start_list_with_clubs_in_brackets() -> None:
    roster = parse_roster(
        "Startliste\n 1. Anna Šimek (SC Bonn) 1744\n 2. Müller, Jürgen [Köln], 1690\n"
        " 3. Bob Jansen (1612)\n 4. Zoë Weiß (SC Bonn, 1580)\n 5. Jan Jansen (jun.)\n"
        " 6. Dai Lee (1987)\n 7. Cleo Ro (1987), 1500\n 8. Anna (Annie) Holm\n"
    )
    assert everything(roster) == [
        ("Anna Šimek", 1744, None, "SC Bonn"),
        ("Jürgen Müller", 1690, None, "Köln"),
        ("Bob Jansen", 1612, None, None),
        ("Zoë Weiß", 1580, None, "SC Bonn"),
        ("Jan Jansen (jun.)", None, None, None),
        ("Cleo Ro (1987)", 1500, None, None),
        ("Anna (Annie) Holm", None, None, None),
    ]
    # A year of birth or a rating?
    assert codes(roster) == {7: "number_unclear"}


def of_trf(number: int, sex: str, title: str, name: str, rating: int, country: str) -> str:
    """A line 001, with its columns where FIDE's handbook has them."""
    player = f"001 {number:>4} {sex}{title:>3} {name:<33} {rating:>4} {country} {'':>11}"
    return f"{player} 1980/04/12  2.0 {number:>4}     2 w 1\n"


TRF = """012 Mai-Open 2026
022 Musterstadt
032 GER
042 2026/05/01
052 2026/05/03
062 4
092 Individual: Swiss-System
102 Klaus Winter
"""
TRF += of_trf(1, "m", "FM", "Mueller,Juergen", 2310, "GER")
TRF += of_trf(2, "w", "", "Simek, Anna", 1744, "CZE")
TRF += of_trf(3, "m", "", "van der Berg, Jan", 0, "NED")
TRF += of_trf(4, "m", "", "Weiß, Zoë", 0, "GER")


def test_a_tournament_report() -> None:
    for data in (TRF, TRF.encode(), TRF.replace("\n", "\r\n").encode("cp1252")):
        roster = parse_roster(data)
        assert [(row.line, row.name, row.rating, row.club, row.seed) for row in roster.rows] == [
            (9, "Juergen Mueller", 2310, "GER", 1),
            (10, "Anna Simek", 1744, "CZE", 2),
            (11, "Jan van der Berg", None, "NED", 3),
            (12, "Zoë Weiß", None, "GER", 4),
        ]
    at_home = parse_roster(TRF.replace("CZE", "GER").replace("NED", "GER"))
    assert {row.club for row in at_home.rows} == {None}
    with pytest.raises(Refusal, match="TRF"):
        parse_roster("012 Mai-Open 2026\n022 Musterstadt\n032 GER\n")


SWISS_MANAGER = """Mai-Open 2026
Startrangliste

Snr;;Name;FideID;Land;EloI;EloN;Verein/Ort
1;FM;Müller, Jürgen;4612345;GER;2310;2295;SC Bonn
2;;Šimek, Anna;;CZE;0;1744;Kartenclub Süd
3;;van der Berg, Jan;;NED;0;0;
4;;Weiß, Zoë;;GER;0;1580;SC Bonn

Programm Swiss-Manager von Heinz Herzog
"""


def test_a_csv_of_swiss_manager() -> None:
    data = SWISS_MANAGER.replace("Š", "S").encode("cp1252")
    roster = parse_roster(data)
    assert [(row.name, row.rating, row.club, row.seed) for row in roster.rows] == [
        ("Jürgen Müller", 2310, "SC Bonn", 1),
        ("Anna Simek", 1744, "Kartenclub Süd", 2),
        ("Jan van der Berg", None, None, 3),
        ("Zoë Weiß", 1580, "SC Bonn", 4),
    ]
    assert codes(roster) == {}
    assert left(roster) == [
        "Mai-Open 2026",
        "Startrangliste",
        "Programm Swiss-Manager von Heinz Herzog",
    ]
    assert roster.ignored == ("#2", "FideID", "Land")


def test_a_mail_around_a_table() -> None:
    roster = parse_roster(
        "Hallo Klaus,\n\nName;Elo;Verein\nMüller, Jürgen;1530;SC Bonn\nZoë Weiß, 1580, SC Bonn\n"
        "Anna Šimek\n\nViele Grüße\n"
    )
    assert left(roster) == ["Hallo Klaus,"]
    assert people(roster) == ["Jürgen Müller", "Zoë Weiß", "Anna Šimek"]
    assert (roster.rows[1].rating, doubts(roster)) == (1580, {"Viele Grüße": "not_a_name"})


def workbook(*rows: tuple[Any, ...], title: str = "Tabelle1") -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    book.create_sheet("Notizen")
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_with_a_heading() -> None:
    roster = parse_roster(
        workbook(
            ("Clubabend", None, None, None, None),
            (),
            (None, "Nr.", "Name", "Rating", "E-Mail"),
            (None, 1, "Müller, Jürgen", 1530.0, "j@club.example"),
            (None, 2, "Anna Šimek", None, None),
            (None, 3, "Zoë\u00a0Weiß", 1580, None),
        )
    )
    assert [(row.line, row.name, row.rating, row.email, row.seed) for row in roster.rows] == [
        (4, "Jürgen Müller", 1530, "j@club.example", 1),
        (5, "Anna Šimek", None, None, 2),
        (6, "Zoë Weiß", 1580, None, 3),
    ]
    assert (left(roster), roster.ignored) == (["Clubabend"], ("Notizen",))


def test_a_workbook_without_a_heading() -> None:
    roster = parse_roster(workbook(("Anna Šimek", 1744), ("Müller, Jürgen", None), (None, "Bob")))
    assert everything(roster) == [
        ("Anna Šimek", 1744, None, None),
        ("Jürgen Müller", None, None, None),
        ("Bob", None, None, None),
    ]


def test_files_in_other_encodings() -> None:
    text = "1. Jürgen Müller, 1530\n2. Zoë Weiß; 1580\n"
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        roster = parse_roster(text.encode(encoding))
        assert [(row.name, row.rating) for row in roster.rows] == [
            ("Jürgen Müller", 1530),
            ("Zoë Weiß", 1580),
        ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"{\\rtf1\\ansi Anna}", "RTF"),
        (b"<!DOCTYPE html><p>Anna</p>", "web page"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old workbook"),
    ],
)
def test_other_files_are_refused_by_name(data: bytes, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        parse_roster(data)


def test_nothing_that_was_typed_is_lost() -> None:
    for text in (MAIL, ENGLISH_MAIL, CHAT, EXPORT):
        roster = parse_roster(text)
        told = {
            *(row.line for row in roster.rows),
            *(error.line for error in roster.errors),
            *(line.line for line in roster.left_out),
        }
        assert told == {n for n, line in enumerate(text.splitlines(), 1) if line.strip()}


# Workbooks that are none, or too large ------------------------------------------------------------


def zipped(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name.replace("__", "/").replace("_", "."), content)
    return file.getvalue()


WHOLE = workbook(("Name",), ("Anna",))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped(xl__workbook_xml=b"", bomb_xml=b"\0" * (33 * 2**20)), "too_large"),
        (zipped(**{f"part{n}": b"" for n in range(501)}), "too_large"),
        (WHOLE + b"\0" * (2 * 2**20), "too_large"),
        (zipped(word__document_xml=b"Anna"), "not_text"),
        (zipped(content_xml=b"Anna"), "not_text"),
        (zipped(readme_txt=b"Anna"), "not_text"),
        (zipped(xl__workbook_xml=b"<not xml"), "not_text"),
        (WHOLE[: len(WHOLE) // 2], "not_text"),
        (workbook(*[("Anna",)] * 5_003), "too_many_lines"),
        (workbook((), (None,)), "roster_empty"),
    ],
)
def test_a_workbook_is_read_within_bounds(data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_roster(data)
    assert caught.value.text.code == code


def test_no_more_columns_of_a_workbook_are_read_than_a_list_has() -> None:
    roster = parse_roster(workbook(("Name", "Elo", *range(5_000)), ("Anna", 1500, *range(5_000))))
    assert everything(roster) == [("Anna", 1500, None, None)]
    assert len(roster.ignored) < 70


@pytest.mark.parametrize("run", [".", "a ", "1 ", "(", "- ", "@", "a@", ", ", "0", "/ "])
def test_a_long_line_is_refused_before_it_is_looked_at_closely(run: str) -> None:
    roster = parse_roster(f"Anna Šimek\nBob{run * (10**6 // len(run))}x\n")
    assert (people(roster), codes(roster)) == (["Anna Šimek"], {2: "line_too_long"})
