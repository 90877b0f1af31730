"""What entries are compared by: FIDE's Tie-Break Regulations C.07 (2023) and the Magic Tournament
Rules, appendix C; `tiebreaks` says what is Undercut's own."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from hashlib import sha256

from tournaments.domain.verification.events import Event

THIRD = Fraction(1, 3)


def match_points(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return event.points(entry)


def head_to_head(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    """The points of the tied against each other, where each of them has met each other one."""
    points = Fraction(0)
    for rival in tied:
        met = [line for line in event.lines[rival] if event.counts(line) and line.opponent in tied]
        if {line.opponent for line in met} != set(tied) - {rival}:
            return Fraction(0)
        if rival == entry:
            points = sum((line.points for line in met), Fraction(0))
    return points


def games_difference(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.games for line in event.played(entry)))


def boards_difference(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.boards for line in event.played(entry)))


def buchholz(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return sum((event.against(entry, line) for line in event.lines[entry]), Fraction(0))


def least(event: Event, entry: int) -> Fraction:
    """What a cut takes away: in a Swiss the least of the rounds that it gave up, else of all."""
    lines = event.lines[entry]
    given_up = [] if event.all_drawn else [line for line in lines if line.voluntary]
    scores = [event.against(entry, line) for line in given_up or lines]
    return min(scores, default=Fraction(0))


def buchholz_cut_1(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return buchholz(event, entry, tied) - least(event, entry)


def buchholz_median(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    scores = [event.against(entry, line) for line in event.lines[entry]]
    if len(scores) < 2:
        return Fraction(0)
    return buchholz(event, entry, tied) - least(event, entry) - max(scores)


def sonneborn_berger(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    lines = event.lines[entry]
    return sum((event.against(entry, line) * line.points for line in lines), Fraction(0))


def opponents_match_wins(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    shares = [
        share(event, line.opponent) for line in event.played(entry) if line.opponent is not None
    ]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def share(event: Event, entry: int) -> Fraction:
    """The part of the points of its played matches that an entry made, a third at least."""
    lines = event.played(entry)
    return max(THIRD, sum((line.points for line in lines), Fraction(0)) / len(lines))


def net_points(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.net for line in event.played(entry)))


def gins(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.gins for line in event.played(entry)))


def lots(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    """As the table of standings tells everybody how to check it."""
    place = list(event.lines).index(entry) + 1
    digest = sha256(f"undercut lots 1:{event.seed}:{place}".encode()).hexdigest()
    return Fraction(int(digest[:12], 16))


MeasureCheck = Callable[[Event, int, Collection[int]], Fraction]

MEASURES: Mapping[str, MeasureCheck] = {
    "match_points": match_points,
    "head_to_head": head_to_head,
    "boards_difference": boards_difference,
    "games_difference": games_difference,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "opponents_match_wins": opponents_match_wins,
    "net_points": net_points,
    "gins": gins,
    "lots": lots,
}
"""By code, what an entry has among those who are level with it so far."""
