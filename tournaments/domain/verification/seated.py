"""The table of an event at tables of more than two."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tournaments.domain.crosstable import Crosstable, Outcome, PairingPlan
from tournaments.domain.verification.events import MISSED, EntryRound, Event, Measure
from tournaments.domain.verification.facts import TableRow, entries_of, outcome_of
from tournaments.domain.verification.tables import ranked


def seated_rows(
    table: Crosstable, measures: Sequence[Measure], cap: int = 0, *, partners: bool = False
) -> Iterator[TableRow]:
    """One table of all, by what they made round by round."""
    return ranked(seated_event(table, cap, partners=partners), measures)


def seated_event(table: Crosstable, cap: int = 0, *, partners: bool = False) -> Event:
    """What everybody made round by round; a game between partners counts at most `cap` net
    points."""
    lines: dict[int, list[EntryRound]] = {entry: [] for entry in table.entries}
    for number in range(1, max(plan.round for plan in table.plan) + 1):
        drawn = {
            entry: plan for plan in table.plan if plan.round == number for entry in entries_of(plan)
        }
        for entry, own in lines.items():
            own += _round(table, drawn.get(entry), entry, number, cap, partners=partners)
    return Event(lines, all_drawn=False, seed=table.seed)


def _round(
    table: Crosstable,
    plan: PairingPlan | None,
    entry: int,
    number: int,
    cap: int,
    *,
    partners: bool,
) -> Iterator[EntryRound]:
    """What one did in a round; nothing while it is open."""
    if plan is None:
        yield MISSED
        return
    together = entries_of(plan)
    if len(together) == 1:
        bye = EntryRound(None, played=False, voluntary=False, points=Fraction(1))
        yield bye if table.plays(entry, number) else MISSED
        return
    outcome = outcome_of(table, plan)
    here = [other for other in together if table.plays(other, number)]
    if outcome is None:
        if len(here) < len(together):
            missing = len(together) - len(here)
            above = Fraction(1) if partners else _between(missing, len(together) - 1, together)
            yield _unplayed(above if entry in here else Fraction(0))
    elif outcome.kind in ("walkover", "double_forfeit"):
        seat = together.index(entry)
        own = seat % 2 if partners else seat
        yield _unplayed(Fraction(outcome.winner == own))
    else:
        yield (_with_partner if partners else _alone)(outcome, together.index(entry), cap)


def _between(lowest: int, highest: int, together: Sequence[int]) -> Fraction:
    """The mean of what the places bring that leave so many to so many others behind."""
    return Fraction(lowest + highest, 2 * (len(together) - 1))


def _unplayed(points: Fraction) -> EntryRound:
    return EntryRound(None, False, not points, points, at_table=True)


def _alone(outcome: Outcome, seat: int, cap: int) -> EntryRound:
    """By the place at the table: the places of those who are level are added up and shared."""
    seats = len(outcome.entries)
    won = Counter(game.winner for game in outcome.games)
    settled = outcome.accounts or (0,) * seats
    if any(settled):
        made = [(account, 0) for account in settled]
    else:
        made = [(won[other], int(other == outcome.winner)) for other in range(seats)]
    order = sorted(made)
    level = [place for place, value in enumerate(order) if value == made[seat]]
    points = Fraction(sum(level), len(level) * (seats - 1))
    games = won[seat] - sum(times for other, times in won.items() if other != seat)
    return EntryRound(
        None, True, False, points, games, settled[seat], outcome.gins[seat], at_table=True
    )


def _with_partner(outcome: Outcome, seat: int, cap: int) -> EntryRound:
    own = seat % 2
    points = Fraction(1, 2) if outcome.winner is None else Fraction(outcome.winner == own)
    mine = [min(game.net, cap) for game in outcome.games if game.winner == own]
    theirs = [min(game.net, cap) for game in outcome.games if game.winner != own]
    games, net = len(mine) - len(theirs), sum(mine) - sum(theirs)
    return EntryRound(None, True, False, points, games, net, outcome.gins[own], at_table=True)
