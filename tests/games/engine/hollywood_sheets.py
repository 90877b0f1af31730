"""Five Hollywood sheets worked by hand, A in seat 0 and B in seat 1: entered anywhere, on the pad
or by the API, they must come to the same.

A hand is written as it is on the pad: how it ended, who ended it, their count, the other's. Beside
it stand its points and where it is entered; behind the hands, column by column, what adds up.
"""

from typing import Any, NamedTuple

from games.engine.gin.rules import Rules, rules_from
from games.engine.gin.scoring.hand import HandCounts
from kernel.seats import Pair

A, B = 0, 1


class Hand(NamedTuple):
    """A hand, and what it must come to: `points` to `winner`, entered in `columns`."""

    kind: str
    knocker: int | None = None
    knocker_count: int | None = None
    defender_count: int | None = None
    winner: int | None = None
    points: int = 0
    columns: tuple[int, ...] = ()

    @property
    def counts(self) -> HandCounts:
        """As the engine takes it."""
        return HandCounts.of(self.kind, self.knocker, self.knocker_count, self.defender_count)

    @property
    def body(self) -> dict[str, Any]:
        """As the API takes it."""
        names = ("kind", "knocker", "knocker_count", "defender_count")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


class Column(NamedTuple):
    """A closed column by seat, and by how much its winner has won it."""

    points: Pair
    boxes: Pair
    totals: Pair
    winner: int
    net: int
    shutout: bool = False


class Sheet(NamedTuple):
    """A series from the first hand to the last. `notice` is after how many hands it was given, by
    A; `knobs` are over the club's rules unless they name others."""

    code: str
    knobs: dict[str, Any]
    hands: tuple[Hand, ...]
    columns: tuple[Column, ...]
    winner: int
    net: int
    notice: int | None = None

    @property
    def rules(self) -> Rules:
        return rules_from({"sheet": "hollywood", **self.knobs})

    @property
    def series_net(self) -> int:
        """A's less B's."""
        return self.net if self.winner == A else -self.net


# Club rules: to 100, gin 25, undercut 25, game 100, shutout 100 more, box 25.
FIRST_COLUMN_SHUT = Sheet(
    "first column shut",
    {},
    (
        # 30 - 4 = 26. A's first: column 1.                         c1 26:0
        Hand("knock", A, 4, 30, A, 26, (1,)),
        # 25 + 20 = 45. A's second: columns 1 and 2.                c1 71:0    c2 45:0
        Hand("gin", A, 0, 20, A, 45, (1, 2)),
        # 40 - 9 = 31. A's third: all. Column 1 closes, B has no entry in it.
        #                                                           c1 102:0   c2 76:0    c3 31:0
        Hand("knock", A, 9, 40, A, 31, (1, 2, 3)),
        # Undercut 25 + 8 - 5 = 28. B's first, blanked in column 1: column 2.
        #                                                                      c2 76:28   c3 31:0
        Hand("knock", A, 8, 5, B, 28, (2,)),
        # 25 + 33 = 58. B's second entry goes one further: 2 and 3. c2 76:86   c3 31:58
        Hand("gin", B, 0, 33, B, 58, (2, 3)),
        # 31 - 6 = 25. Column 2 closes.                             c2 101:86  c3 56:58
        Hand("knock", A, 6, 31, A, 25, (2, 3)),
        Hand("void"),
        # 24 - 10 = 14.                                                        c3 56:72
        Hand("knock", B, 10, 24, B, 14, (3,)),
        # 25 + 6 = 31. Column 3 closes.                                        c3 56:103
        Hand("gin", B, 0, 6, B, 31, (3,)),
    ),
    (
        # A 102, 3 boxes 75, game 100, shutout 100 = 377; B nothing. Net 377.
        Column((102, 0), (3, 0), (377, 0), A, 377, shutout=True),
        # A 101 (45 + 31 + 25), 3 boxes 75, game 100 = 276; B 86, 2 boxes 50 = 136. Net 140.
        Column((101, 86), (3, 2), (276, 136), A, 140),
        # B 103 (58 + 14 + 31), 3 boxes 75, game 100 = 278; A 56 (31 + 25), 2 boxes 50 = 106.
        Column((56, 103), (2, 3), (106, 278), B, 172),
    ),
    # A has two columns of three. 377 + 140 - 172 = 345.
    winner=A,
    net=345,
)

# As before, but the net decides, and a shutout doubles everything.
LAST_COLUMN_SHUT = Sheet(
    "last column shut",
    {"hollywood_winner": "net", "shutout_rule": "double_all"},
    (
        # 25 + 40 = 65. B's first.                                  c1 0:65
        Hand("gin", B, 0, 40, B, 65, (1,)),
        # 35 - 5 = 30. A's first.                                   c1 30:65
        Hand("knock", A, 5, 35, A, 30, (1,)),
        # 47 - 7 = 40. A's second.                                  c1 70:65   c2 40:0
        Hand("knock", A, 7, 47, A, 40, (1, 2)),
        # 25 + 80 = 105. B's second: columns 1 and 2 close at once. c1 70:170  c2 40:105
        Hand("gin", B, 0, 80, B, 105, (1, 2)),
        # 25 + 31 = 56. A's third.                                                        c3 56:0
        Hand("gin", A, 0, 31, A, 56, (3,)),
        # 48 - 2 = 46. Column 3 closes, B has no entry in it.                             c3 102:0
        Hand("knock", A, 2, 48, A, 46, (3,)),
    ),
    (
        # B 170, 2 boxes 50, game 100 = 320; A 70, 2 boxes 50 = 120. Net 200.
        Column((70, 170), (2, 2), (120, 320), B, 200),
        # B 105, 1 box 25, game 100 = 230; A 40, 1 box 25 = 65. Net 165.
        Column((40, 105), (1, 1), (65, 230), B, 165),
        # A 102, game 100, 2 boxes 50 = 252, twice = 504; B nothing. Net 504.
        Column((102, 0), (2, 0), (504, 0), A, 504, shutout=True),
    ),
    # B has two columns, but 504 - 200 - 165 = 139 for A, and the net decides.
    winner=A,
    net=139,
)

# Club rules; a column opens when one closes, until A gives notice after the third hand.
ENDLESS = Sheet(
    "endless with notice",
    {"hollywood_endless": True},
    (
        # 25 + 75 = 100. Column 1 closes at once, column 4 opens.   c1 100:0
        Hand("gin", A, 0, 75, A, 100, (1,)),
        # 43 - 3 = 40. B's first, blanked in 1: column 2.           c2 0:40
        Hand("knock", B, 3, 43, B, 40, (2,)),
        # 25 + 45 = 70. One further: 2 and 3. Column 2 closes, column 5 opens.
        #                                                           c2 0:110   c3 0:70
        Hand("gin", B, 0, 45, B, 70, (2, 3)),
        # Notice: 3, 4 and 5 are the last.
        # 66 - 6 = 60. A's second, to column 3, the first open.                c3 60:70
        Hand("knock", A, 6, 66, A, 60, (3,)),
        # 25 + 30 = 55. One further: 3 and 4. Column 3 closes, none opens.
        #                                                           c3 115:70  c4 55:0
        Hand("gin", A, 0, 30, A, 55, (3, 4)),
        # 50 - 9 = 41. B one further than column 3: column 4.       c4 55:41
        Hand("knock", B, 9, 50, B, 41, (4,)),
        # 46 - 1 = 45. A one further: 4 and 5. Column 4 closes.     c4 100:41  c5 45:0
        Hand("knock", A, 1, 46, A, 45, (4, 5)),
        # 25 + 80 = 105. B one further: column 5, the last.                    c5 45:105
        Hand("gin", B, 0, 80, B, 105, (5,)),
    ),
    (
        # A 100, 1 box 25, game 100, shutout 100 = 325.
        Column((100, 0), (1, 0), (325, 0), A, 325, shutout=True),
        # B 110, 2 boxes 50, game 100, shutout 100 = 360.
        Column((0, 110), (0, 2), (0, 360), B, 360, shutout=True),
        # A 115, 2 boxes 50, game 100 = 265; B 70, 1 box 25 = 95. Net 170.
        Column((115, 70), (2, 1), (265, 95), A, 170),
        # A 100, 2 boxes 50, game 100 = 250; B 41, 1 box 25 = 66. Net 184.
        Column((100, 41), (2, 1), (250, 66), A, 184),
        # B 105, 1 box 25, game 100 = 230; A 45, 1 box 25 = 70. Net 160.
        Column((45, 105), (1, 1), (70, 230), B, 160),
    ),
    # A has three columns of five. 325 - 360 + 170 + 184 - 160 = 159.
    winner=A,
    net=159,
    notice=3,
)

# Club rules but to 125, box 20; the net of the third column counts twice.
THIRD_DOUBLE = Sheet(
    "third column double",
    {"hollywood_third_double": True, "target": 125, "box_bonus": 20},
    (
        # 25 - 10 = 15.                                             c1 15:0
        Hand("knock", A, 10, 25, A, 15, (1,)),
        # 60 - 5 = 55.                                              c1 15:55
        Hand("knock", B, 5, 60, B, 55, (1,)),
        # 25 + 50 = 75. Column 1 closes.                            c1 15:130  c2 0:75
        Hand("gin", B, 0, 50, B, 75, (1, 2)),
        # 25 + 65 = 90. A's second.                                            c2 90:75
        Hand("gin", A, 0, 65, A, 90, (2,)),
        # Undercut 25 + 9 - 4 = 30.                                            c2 120:75  c3 30:0
        Hand("knock", B, 9, 4, A, 30, (2, 3)),
        # Equal counts are an undercut: 25. B's third.                         c2 120:100 c3 30:25
        Hand("knock", A, 6, 6, B, 25, (2, 3)),
        # 8 - 2 = 6. Column 2 closes.                                          c2 126:100 c3 36:25
        Hand("knock", A, 2, 8, A, 6, (2, 3)),
        # 25 + 70 = 95. Column 3 closes.                                                  c3 131:25
        Hand("gin", A, 0, 70, A, 95, (3,)),
    ),
    (
        # B 130, 2 boxes 40, game 100 = 270; A 15, 1 box 20 = 35. Net 235.
        Column((15, 130), (1, 2), (35, 270), B, 235),
        # A 126, 3 boxes 60, game 100 = 286; B 100, 2 boxes 40 = 140. Net 146.
        Column((126, 100), (3, 2), (286, 140), A, 146),
        # A 131, 3 boxes 60, game 100 = 291; B 25, 1 box 20 = 45. Net 246.
        Column((131, 25), (3, 1), (291, 45), A, 246),
    ),
    # A has two columns of three. 146 - 235 + 2 x 246 = 403.
    winner=A,
    net=403,
)

# Round the corner: to 125, gin 20, undercut 20, game 100, box 20; one lays off on gin too.
TEDESCO = Sheet(
    "Tedesco",
    {"preset": "round-the-corner"},
    (
        # 20 + 68 = 88.                                             c1 88:0
        Hand("gin", A, 0, 68, A, 88, (1,)),
        # B laid everything off on the gin: nobody's.
        Hand("gin", A, 0, 0),
        # Undercut 20 + 8 - 3 = 25. A's second.                     c1 113:0   c2 25:0
        Hand("knock", B, 8, 3, A, 25, (1, 2)),
        # 51 - 4 = 47. B's first.                                   c1 113:47  c2 25:0
        Hand("knock", B, 4, 51, B, 47, (1,)),
        # 25 - 10 = 15. A's third. Column 1 closes.                 c1 128:47  c2 40:0    c3 15:0
        Hand("knock", A, 10, 25, A, 15, (1, 2, 3)),
        # 20 + 90 = 110. B's second.                                           c2 40:110  c3 15:0
        Hand("gin", B, 0, 90, B, 110, (2,)),
        # 21 - 6 = 15. B's third. Column 2 closes at 125 exactly.              c2 40:125  c3 15:15
        Hand("knock", B, 6, 21, B, 15, (2, 3)),
        # 20 + 79 = 99.                                                                   c3 15:114
        Hand("gin", B, 0, 79, B, 99, (3,)),
        # 20 + 95 = 115. Column 3 closes.                                                 c3 130:114
        Hand("gin", A, 0, 95, A, 115, (3,)),
    ),
    (
        # A 128, 3 boxes 60, game 100 = 288; B 47, 1 box 20 = 67. Net 221.
        Column((128, 47), (3, 1), (288, 67), A, 221),
        # B 125, 2 boxes 40, game 100 = 265; A 40, 2 boxes 40 = 80. Net 185.
        Column((40, 125), (2, 2), (80, 265), B, 185),
        # A 130, 2 boxes 40, game 100 = 270; B 114, 2 boxes 40 = 154. Net 116.
        Column((130, 114), (2, 2), (270, 154), A, 116),
    ),
    # A has two columns of three. 221 - 185 + 116 = 152.
    winner=A,
    net=152,
)

SHEETS = (FIRST_COLUMN_SHUT, LAST_COLUMN_SHUT, ENDLESS, THIRD_DOUBLE, TEDESCO)


def mirrored(hand: Hand) -> Hand:
    """The same hand with the seats exchanged."""
    other = {None: None, A: B, B: A}
    return hand._replace(knocker=other[hand.knocker], winner=other[hand.winner])
