"""Published tables, numbers alone: what each entry did round by round.

A round is the opponent with + (won), - (lost) or = (drawn), with f behind it where it was decided
by walkover; U is a bye, H a round missed for half a point, Z one missed for nothing.

A crosstable has a row and a column for each entry and the results of the row in its cells: 1, 0 and
= (drawn), one for each time that the two met, ** where an entry would meet itself.
"""

from tournaments.domain.tiebreaks.records import Meeting

HELD_SWISS_5 = """
 1: 9+ 13= 2= 15+ 4=
 2: 10+ 7+ 1= 16+ 3=
 3: 11= 6+ 8+ 4= 2=
 4: 12+ H 13+ 3= 1=
 5: 13- 15- 11+ 7= 10+
 6: 14- 3- U 10+ 8+
 7: 15+ 2- 16- 5= 11-
 8: 16= 14+ 3- 13+ 6-
 9: 1- 10- H 11-f U
10: 2- 9+ 15- 6- 5-
11: 3= 16- 5- 9+f 7+
12: 4- U 14+f Z Z
13: 5+ 1= 4- 8- 14-
14: 6+ 8- 12-f Z 13+
15: 7- 5+ 10+ 1- 16-
16: 8= 11+ 7+ 2- 15+
"""
"""Mario Held, Exercises in Tie-Breaking (FIDE C.07-2023, revision of March 2024), exercises 1 to
24: sixteen entrants with byes, walkovers and missed rounds."""

HELD_SWISS_9 = """
 1: 9+ 13= 2= 15+ 4= 6= 3= 16= 8+
 2: 10+ 7+ 1= 16+ 3+ 4= 6- 15= 5=
 3: 11= 6+ 8+ 4= 2- 16+ 1= 14+ 10+
 4: 12+ H 13+ 3= 1= 2= 16= 6= 15+
 5: 13- 15- 11+ 7= 10+ 14- 9+ 8- 2=
 6: 14- 3- U 10+ 8+ 1= 2+ 4= 16+
 7: 15+ 2- 16- 5= 11- 10- 13+ 9+ 14+
 8: 16= 14+ 3- 13+ 6- 11= 15= 5+ 1-
 9: 1- 10- H 11-f U 13+ 5- 7- 12=
10: 2- 9+ 15- 6- 5- 7+ 12+ 11+ 3-
11: 3= 16- 5- 9+f 7+ 8= 14- 10- 13=
12: 4- U 14+f Z Z 15- 10- 13= 9=
13: 5+ 1= 4- 8- 14- 9- 7- 12= 11=
14: 6+ 8- 12-f Z 13+ 5+ 11+ 3- 7-
15: 7- 5+ 10+ 1- 16- 12+ 8= 2= 4-
16: 8= 11+ 7+ 2- 15+ 3- 4= 1= 6-
"""
"""The same exercises, number 25: the event of the first five rounds played on to nine."""

HELD_ROUND_ROBIN = """
1: 5= 2+ 3+ 4- 6+
2: 6+ 1- 5+ 3= 4+
3: 4+ 6+ 1- 2= 5+
4: 3- 5- 6= 1+ 2-
5: 1= 4+ 2- 6-f 3-
6: 2- 3- 4= 5+f 1-
"""
"""The same exercises, numbers 14 to 16 and 26: a round robin with a walkover."""

MANY_UNPLAYED = """
 1: 8= 6+ 3= 14+f 5= 2- 9=
 2: 9- 11+ 15+ 5-f 7+ 1+ 5-
 3: 10+f 7+ 1= 9= H Z H
 4: 11-f 13-f 6-f U 8= 15= 6=
 5: 13+ 9= 7= 2+f 1= 11= 2+
 6: 14= 1- 4+f 7= 9- 10- 4=
 7: 15+ 3- 5= 6= 2- 14- U
 8: 1= 14-f Z Z 4= 13+ 14-
 9: 2+ 5= H 3= 6+ H 1=
10: 3-f 15-f 13= 15+ 14+ 6+ 11-
11: 4-f 2- U 13+ 15+ 5= 10+
12: H U 14+ H Z U Z
13: 5- 4-f 10= 11- U 8- 15-
14: 6= 8+f 12- 1-f 10- 7+ 8+
15: 7- 10+f 2- 10- 11- 4= 13+
"""
"""Fifteen entrants, seven rounds, many of them unplayed: swiss_with_many_unplayed_rounds in the
tests of TieBreakServer, which began at the FIDE Technical Commission; by the rules of before March
2026."""

UZ_CHESS_CUP_2025 = """
 1: 10= 8+ 7= 3+ 5- 6- 9= 4+ 2+
 2: 8+ 3= 6+ 4= 10+ 7- 5+ 9= 1-
 3: 9+ 2= 8= 1- 6+ 4= 10+ 7= 5=
 4: 7+ 5= 9= 2= 8+ 3= 6= 1- 10=
 5: 6= 4= 10= 7+ 1+ 9= 2- 8- 3=
 6: 5= 9= 2- 8= 3- 1+ 4= 10+ 7=
 7: 4- 10+ 1= 5- 9= 2+ 8= 3= 6=
 8: 2- 1- 3= 6= 4- 10= 7= 5+ 9+
 9: 3- 6= 4= 10= 7= 5= 1= 2= 8-
10: 1= 7- 5= 9= 2- 8= 3- 6- 4=
"""
"""Uz Chess Cup 2025, Tashkent, ten entrants, the table as in the tie-break tests of scalachess
(uzchesscup)."""

AVRO_1938 = """
** 1= == == == 1= 1= ==
0= ** 1= 11 10 10 == 1=
== 0= ** 1= =0 1= =1 ==
== 00 0= ** 1= == =1 =1
== 01 =1 0= ** 0= 01 1=
0= 01 0= == 1= ** == 1=
0= == =0 =0 10 == ** 1=
== 0= == =0 0= 0= 0= **
"""
"""AVRO 1938, the Netherlands, eight entrants, each against each twice: Keres, Fine, Botvinnik,
Alekhine, Euwe, Reshevsky, Capablanca, Flohr (crosstable at chessgames.com, tid 79229, after the
reprint of the British Chess Magazine). Keres won "by virtue of his 1½-½ score" against Fine
(Wikipedia, AVRO 1938 chess tournament)."""

ZURICH_1953 = """
** == =1 11 == == 11 =0 == == == == 1= 11 1=
== ** 11 1= == == =0 == 1= == == 01 1= == ==
=0 00 ** == == == == 10 == =1 =1 1= =1 11 1=
00 0= == ** =1 == =1 == == 0= 11 1= =1 == 11
== == == =0 ** 0= == == 00 == == 11 =1 1= 11
== == == == 1= ** 00 1= 1= =0 == == == 0= 11
00 =1 == =0 == 11 ** =0 01 == 01 1= =1 01 ==
=1 == 01 == == 0= =1 ** 10 1= 00 10 1= 0= 01
== 0= == == 11 0= 10 01 ** 10 == == =0 0= 11
== == =0 1= == =1 == 0= 01 ** == == 0= 11 00
== == =0 00 == == 10 11 == == ** =0 == =1 ==
== 10 0= 0= 00 == 0= 01 == == =1 ** 1= == 1=
0= 0= =0 =0 =0 == =0 0= =1 1= == 0= ** =1 11
00 == 00 == 0= 1= 10 1= 1= 00 =0 == =0 ** 1=
0= == 0= 00 00 00 == 10 00 11 == 0= 00 0= **
"""
"""Candidates tournament, Neuhausen and Zurich 1953, fifteen entrants, each against each twice, from
Smyslov to Stahlberg (crosstable, points, games won and lost at chessgames.com, tid 79420; the same
table at Wikipedia, Candidates Tournament 1953)."""

POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}
UNPAIRED = {
    "U": Meeting("bye", points=1.0),
    "H": Meeting("missed", points=0.5),
    "Z": Meeting("missed"),
}


def rounds_of(table: str) -> dict[int, list[Meeting]]:
    """The rounds by entry, in order of number."""
    rows = (line.split(":") for line in table.strip().splitlines())
    return {int(entry): [_meeting(word) for word in words.split()] for entry, words in rows}


def _meeting(word: str) -> Meeting:
    if word in UNPAIRED:
        return UNPAIRED[word]
    kind = "walkover" if word.endswith("f") else "played"
    word = word.rstrip("f")
    return Meeting(kind, int(word[:-1]), POINTS[word[-1]])


def cells_of(table: str) -> list[list[str]]:
    """A crosstable: the results of each row against each column, meeting after meeting."""
    return [line.split() for line in table.strip().splitlines()]
