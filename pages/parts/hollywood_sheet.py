"""A series as it stands on a Hollywood sheet: three columns side by side, each of two players.

A hand has one line; where it was entered stands its winner's new total of that column. Who has
nothing in a column is blank there, and on a schneider once the other has scored. Of more columns
than three (`hollywood_endless`) the last three, which are those in play, stand on a table of their
own, with the hands that were entered there; those before them above.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hollywood import COLUMNS, HollywoodScore
from games.engine.scoring.game_score import GameScore
from kernel.names import search_key
from kernel.seats import PerSeat

#: What a hand is shown by, as whoever asks for the sheet has it.
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ColumnCell:
    """What a hand did for one player in one column: their new `total`, None where it did nothing.

    `state`: `closes` in the column that the hand ended, `closed` below that.
    """

    total: int | None
    state: str = ""


@dataclass(frozen=True, slots=True)
class ColumnLine(Generic[Row]):
    """A hand, and two cells for each column of its table."""

    row: Row
    cells: Sequence[ColumnCell]


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column, and who on a schneider in it; `winner` None while it is open."""

    number: int
    winner: int | None
    schneider: int | None
    counts_twice: bool


@dataclass(frozen=True, slots=True)
class FootCell:
    """A figure below a column; a `blank` stands for a player who has no entry in it."""

    figure: str
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class ColumnFoot:
    """A line below the hands; `kind` is `total` and `net` for those that count, `had` for what the
    players have so far."""

    label: str
    cells: Sequence[FootCell]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ColumnTable(Generic[Row]):
    """Up to three columns with all that stands in them."""

    columns: Sequence[ColumnHead]
    lines: Sequence[ColumnLine[Row]]
    foot: Sequence[ColumnFoot]

    @property
    def has_schneider(self) -> bool:
        return any(column.schneider is not None for column in self.columns)

    @property
    def is_closed(self) -> bool:
        return all(column.winner is not None for column in self.columns)

    @property
    def width(self) -> int:
        """How many cells a line has, that of the hand among them."""
        return 1 + 2 * len(self.columns)


@dataclass(frozen=True, slots=True)
class HollywoodSheet(Generic[Row]):
    """A whole series; `net` is that of all closed columns, for the seat `net_to`. `marks` stand for
    the `names` where there is no room for these."""

    names: Sequence[str]
    marks: tuple[str, str]
    tables: Sequence[ColumnTable[Row]]
    columns_won: PerSeat
    net: int
    net_to: int | None
    is_finished: bool


@dataclass(frozen=True, slots=True)
class EnteredHand(Generic[Row]):
    """A hand of the series: who won it, the columns from 1 in which it was entered, and the series
    with it."""

    row: Row
    winner: int | None
    columns: Sequence[int]
    so_far: HollywoodScore


def hollywood_sheet(
    rules: Rules,
    score: HollywoodScore,
    hands: Sequence[EnteredHand[Row]],
    names: Sequence[str],
) -> HollywoodSheet[Row]:
    """The sheet of a series with these hands, in their order."""
    count = len(score.columns)
    # The table with fewer than three is the first.
    ends = range(count % COLUMNS or COLUMNS, count + 1, COLUMNS)
    net = score.series_net
    return HollywoodSheet(
        names=names,
        marks=marks_of(names),
        tables=[_table(rules, score, hands, end) for end in ends],
        columns_won=score.columns_won,
        net=abs(net),
        net_to=None if not net else int(net < 0),
        is_finished=score.finished,
    )


def marks_of(names: Sequence[str]) -> tuple[str, str]:
    """As few letters as tell the two apart in a narrow column; A and B where three would not."""
    for letters in range(1, 4):
        first, second = (name[:letters] for name in names)
        if search_key(first) != search_key(second):
            return first, second
    return "A", "B"


def _table(
    rules: Rules,
    score: HollywoodScore,
    hands: Sequence[EnteredHand[Row]],
    end: int,
) -> ColumnTable[Row]:
    numbers = range(max(1, end - COLUMNS + 1), end + 1)
    columns = [score.columns[number - 1] for number in numbers]
    last = {number: _last_entry(score, hands, number) for number in numbers}
    here = _hands_of(hands, numbers)
    return ColumnTable(
        columns=[
            _head(rules, column, number) for number, column in zip(numbers, columns, strict=True)
        ],
        lines=[
            ColumnLine(
                hands[place].row,
                [
                    _cell(hands[place], number, seat, place, last[number])
                    for number in numbers
                    for seat in (0, 1)
                ],
            )
            for place in here
        ],
        foot=_foot(rules, columns, numbers),
    )


def _hands_of(hands: Sequence[EnteredHand[Row]], numbers: range) -> Sequence[int]:
    """The places of the hands that belong on a table: entered there, or nowhere while it is the
    one that was written on."""
    found, current = [], 1
    for place, hand in enumerate(hands):
        if hand.columns:
            current = hand.columns[0]
        if any(column in numbers for column in hand.columns or (current,)):
            found.append(place)
    return found


def _last_entry(score: HollywoodScore, hands: Sequence[EnteredHand[Row]], number: int) -> int:
    """The place of the hand that closed a column; behind all hands while it is open."""
    if not score.columns[number - 1].finished:
        return len(hands)
    entered = [place for place, hand in enumerate(hands) if number in hand.columns]
    return entered[-1] if entered else -1


def _cell(hand: EnteredHand[Row], number: int, seat: int, place: int, last: int) -> ColumnCell:
    state = "closes" if place == last else "closed" if place > last else ""
    if number not in hand.columns or hand.winner != seat:
        return ColumnCell(None, state)
    return ColumnCell(hand.so_far.columns[number - 1].points[seat], state)


def _head(rules: Rules, column: GameScore, number: int) -> ColumnHead:
    blank = [seat for seat in (0, 1) if _is_blank(column, seat)]
    return ColumnHead(
        number=number,
        winner=column.winner,
        schneider=blank[0] if len(blank) == 1 else None,
        counts_twice=number == COLUMNS and rules.hollywood_third_double,
    )


def _is_blank(column: GameScore, seat: int) -> bool:
    """Whether a player has no entry in a column; a won hand may bring a box and no points."""
    return not column.points[seat] and not column.boxes[seat]


def _foot(
    rules: Rules, columns: Sequence[GameScore], numbers: Sequence[int]
) -> Sequence[ColumnFoot]:
    points = [
        FootCell(str(column.points[seat]), is_blank=_is_blank(column, seat))
        for column in columns
        for seat in (0, 1)
    ]
    lines = [ColumnFoot(_("Points"), points, "had")]
    if not all(column.finished for column in columns):
        needed = _figures(
            columns,
            [[rules.target - had for had in column.points] for column in columns],
            open=True,
        )
        lines.append(ColumnFoot(_("Needs"), needed, "had"))
    lines.append(
        ColumnFoot(_("Boxes"), [FootCell(str(n or "")) for column in columns for n in column.boxes])
    )
    return [*lines, *_bonuses(rules, columns), *_nets(rules, columns, numbers)]


def _bonuses(rules: Rules, columns: Sequence[GameScore]) -> Sequence[ColumnFoot]:
    """What closed columns bring on top of their points, and their totals."""
    given = [
        (f"{_('Boxes')} × {rules.box_bonus}", [column.bonuses.box for column in columns]),
        (_("Game bonus"), [column.bonuses.game for column in columns]),
        (_("Shutout"), [column.bonuses.shutout for column in columns]),
    ]
    lines = [
        ColumnFoot(label, _figures(columns, figures)) for label, figures in given if _any(figures)
    ]
    if lines:
        totals = _figures(columns, [column.totals for column in columns])
        lines.append(ColumnFoot(_("Total"), totals, "total"))
    return lines


def _nets(
    rules: Rules, columns: Sequence[GameScore], numbers: Sequence[int]
) -> Sequence[ColumnFoot]:
    if not any(column.finished for column in columns):
        return []
    nets = [(column.net or 0, column.winner or 0) for column in columns]
    lines = [ColumnFoot(_("Net"), _figures(columns, [_pair(*net) for net in nets]), "net")]
    if rules.hollywood_third_double and COLUMNS in numbers:
        twice = [
            _pair(2 * net if number == COLUMNS else 0, winner)
            for number, (net, winner) in zip(numbers, nets, strict=True)
        ]
        if _any(twice):
            lines.append(ColumnFoot(_("Counts twice"), _figures(columns, twice), "net"))
    return lines


def _pair(net: int, winner: int) -> PerSeat:
    return (net, 0) if winner == 0 else (0, net)


def _any(figures: Sequence[Sequence[int]]) -> bool:
    return any(figure for pair in figures for figure in pair)


def _figures(
    columns: Sequence[GameScore], figures: Sequence[Sequence[int]], *, open: bool = False
) -> Sequence[FootCell]:
    """Those of the closed columns, or of the open ones; nothing stands for 0."""
    return [
        FootCell(str(figure).replace("-", "−") if figure and column.finished != open else "")
        for column, pair in zip(columns, figures, strict=True)
        for figure in pair
    ]
