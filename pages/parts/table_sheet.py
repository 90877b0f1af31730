"""A match at a table, of which everybody has an account of their own: a column for each of them.

Three or more sit there, or two who play a game of which everybody's count is written down."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.gin.captain import CaptainRules
from games.engine.gin.scoring.game import box_points
from games.engine.scoring.counted import CountedRules, CountedScore
from games.engine.scoring.game_sheet import SheetGame
from games.engine.scoring.rules import AnyRules, FinishedGame
from games.engine.scoring.table_score import TableScore, added, differences
from games.selectors.matches import (
    MatchRecord,
    proposed_dealer,
    proposed_players,
    settled_so_far,
    waiting_seats,
)
from kernel.text import N_
from tournaments.domain.settlement import settle

ROLES = {
    "deals": N_("deals"),
    "plays": N_("plays"),
    "box": N_("in the box"),
    "box_deals": N_("in the box, deals"),
    "captain": N_("captain"),
    "captain_deals": N_("captain, deals"),
}


@dataclass(frozen=True, slots=True)
class SeatCell:
    """What a hand did for a seat: its `points`, and the `total` after it where that changed;
    `plays`: it was one of those who played, and `has_won` it; `count`: what it was left with, where
    everybody's count is written down."""

    plays: bool
    points: str = ""
    total: str = ""
    has_won: bool = False
    count: str = ""


@dataclass(frozen=True, slots=True)
class SeatHead:
    """A column of a game: whose it is, and how it stands."""

    name: str
    points: int
    boxes: int
    has_won: bool
    is_solo: bool


@dataclass(frozen=True, slots=True)
class SeatNow:
    """Somebody at the table: what they do in the next hand, their points in the game that is
    played, and their account."""

    name: str
    role: str
    waits: bool
    points: str
    account: str


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as it stands: everybody at it, and once the match is over who pays whom, in the
    fewest payments."""

    seats: Sequence[SeatNow]
    payments: Sequence[str]
    is_over: bool
    has_boxes: bool


def cells_of(game: SheetGame) -> list[Sequence[SeatCell]]:
    """What every hand of a game did, by seat."""
    found: list[Sequence[SeatCell]] = []
    before = [0] * len(game.score.points)
    for hand in game.hands:
        score, after = hand.score, list(hand.points)
        won = None if hand.after_end else score.winner
        if isinstance(score, CountedScore):
            found.append(_counted_cells(score, won, after, before))
            before = after
            continue
        found.append(
            [
                SeatCell(
                    seat in score.players,
                    f"+{score.points}" if seat == won else "",
                    str(total) if won is not None and total != had else "",
                    seat == won,
                )
                for seat, (total, had) in enumerate(zip(after, before, strict=True))
            ]
        )
        before = after
    return found


def _counted_cells(
    score: CountedScore, won: int | None, after: Sequence[int], before: Sequence[int]
) -> Sequence[SeatCell]:
    """What a hand did that everybody played."""
    counts = score.counts or ("",) * len(after)
    return [
        SeatCell(
            True,
            signed(entry) if entry else "",
            figure(total) if total != had or entry else "",
            seat == won,
            str(count),
        )
        for seat, (entry, total, had, count) in enumerate(
            zip(score.entries, after, before, counts, strict=True)
        )
    ]


def heads_of(score: FinishedGame, names: Sequence[str]) -> Sequence[SeatHead]:
    """The columns of a game at a table; none where two have theirs beside a spine."""
    if not isinstance(score, TableScore):
        return ()
    return [
        SeatHead(
            name, score.points[seat], score.boxes[seat], score.winner == seat, score.solo == seat
        )
        for seat, name in enumerate(names)
    ]


def standings_at(record: MatchRecord, names: Sequence[str]) -> TableNow:
    """Everybody at the table, in the order of the seats. An account has in it what the game that is
    played has come to so far: points and boxes, no bonus."""
    rules = record.game_rules
    running = _running(record)
    account = accounts_now(record)
    players = () if record.score.finished else _next_players(record)
    waiting = [] if record.score.finished else list(waiting_seats(record))
    dealer = proposed_dealer(record) if players else None
    seats = [
        SeatNow(
            name,
            _role(rules, seat, players, waiting, dealer),
            seat in waiting,
            figure(running.points[seat] if running else 0),
            signed(account[seat]),
        )
        for seat, name in enumerate(names)
    ]
    payments = [
        _("%(payer)s pays %(payee)s %(points)d.")
        % {"payer": names[one.payer], "payee": names[one.payee], "points": one.points}
        for one in (settle(dict(enumerate(account))).payments if record.score.finished else ())
    ]
    return TableNow(seats, payments, record.score.finished, rules.has_boxes)


def accounts_now(record: MatchRecord) -> tuple[int, ...]:
    """What everybody gets from the others as it stands."""
    found = settled_so_far(record)
    running = _running(record)
    if running is None:
        return found
    rules = record.game_rules
    if isinstance(rules, CountedRules):
        return added(found, rules.accounts_so_far(running))
    of_boxes = box_points(rules.knobs, running.boxes)
    return added(found, differences(added(running.points, of_boxes)))


def figure(points: int) -> str:
    """Points that may be below nothing: "40", "−40"."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Points of an account: "+40", "−40", "0"."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def listed(names: Sequence[str]) -> str:
    """Several names in a sentence: "Anna, Bo and Cem"."""
    if len(names) < 2:
        return "".join(names)
    values = {"first": ", ".join(names[:-1]), "last": names[-1]}
    return _("%(first)s and %(last)s") % values


def _running(record: MatchRecord) -> TableScore | None:
    games = record.sheet.games if record.sheet else ()
    score = games[-1].score if games else None
    return score if isinstance(score, TableScore) and not score.finished else None


def _next_players(record: MatchRecord) -> Sequence[int]:
    """Who play the next hand: all where everybody plays every hand."""
    return proposed_players(record) or range(record.game_rules.seats)


def _role(
    rules: AnyRules,
    seat: int,
    players: Sequence[int],
    waiting: Sequence[int],
    dealer: int | None,
) -> str:
    if seat in waiting:
        place = waiting.index(seat) + 1
        if place == 1:
            return _("sits out, comes in next")
        return _("sits out, place %(n)d in line") % {"n": place}
    if seat not in players:
        return ""
    if isinstance(rules, CaptainRules):
        role = "box" if seat == players[0] else "captain"
        return _(ROLES[f"{role}_deals" if seat == dealer else role])
    return _(ROLES["deals" if seat == dealer else "plays"])
