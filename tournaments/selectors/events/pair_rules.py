"""What a stage that pairs round by round has to know besides results: who came late, who is away,
who is not to meet."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.domain.crosstable import Constraints, EntryPair
from tournaments.models import Absence, EntryMember, LateEntry, PairRule, Stage

LAST_ROUND = 64
"""No stage that pairs round by round has more rounds than this."""

OWN_CLUB = ""
"""The roster names the clubs of guests alone."""


@dataclass(frozen=True, slots=True)
class DrawConditions:
    """What a crosstable takes of it."""

    joined: Mapping[int, int] = field(default_factory=dict)
    absent: Mapping[int, frozenset[int]] = field(default_factory=dict)
    constraints: Constraints = field(default_factory=Constraints)


NO_CONDITIONS = DrawConditions()


def draw_conditions_of(
    stage: Stage, drawn: Sequence[int], entrants: Collection[int]
) -> DrawConditions:
    """What stands for a stage of which `drawn` are the entries of its draw."""
    late = LateEntry.objects.filter(stage=stage).order_by("id")
    joined = dict(late.values_list("entry_id", "from_round"))
    return DrawConditions(joined, _absent(stage), _constraints(stage, [*drawn, *joined]))


def _absent(stage: Stage) -> dict[int, frozenset[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    rows = Absence.objects.filter(stage=stage, superseded_at__isnull=True)
    for entry, first, last in rows.values_list("entry_id", "from_round", "until_round"):
        found[entry].update(range(first, (last or LAST_ROUND) + 1))
    return {entry: frozenset(rounds) for entry, rounds in found.items()}


def _constraints(stage: Stage, entries: Sequence[int]) -> Constraints:
    pairs: defaultdict[str, set[EntryPair]] = defaultdict(set)
    fixed: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    rules = PairRule.objects.filter(tournament=stage.tournament_id, superseded_at__isnull=True)
    columns = ("kind", "first_id", "second_id", "stage_id", "round")
    for kind, first, second, of_stage, round in rules.values_list(*columns):
        if kind != PairRule.Kinds.FIXED:
            pairs[kind].add(frozenset((first, second)))
        elif of_stage == stage.pk:
            fixed[round].append((first, second))
    if stage.settings.get("apart_rounds"):
        pairs[PairRule.Kinds.APART] |= _club_mates(entries)
    return Constraints(
        forbidden=frozenset(pairs[PairRule.Kinds.FORBIDDEN]),
        apart=frozenset(pairs[PairRule.Kinds.APART]),
        fixed={round: tuple(found) for round, found in fixed.items()},
    )


def _club_mates(entries: Sequence[int]) -> set[EntryPair]:
    """The pairs of guests from one club (its roster column); a club with more than half of the
    field can't be kept apart from itself, and is not."""
    of_members: defaultdict[int, Counter[str]] = defaultdict(Counter)
    lineups = EntryMember.objects.filter(entry__in=entries, board__gt=0).order_by("board")
    for entry, club in lineups.values_list("entry_id", "player__home_club"):
        of_members[entry][club] += 1
    guests: defaultdict[str, list[int]] = defaultdict(list)
    for entry, clubs in of_members.items():
        guests[_club_of(clubs)].append(entry)
    guests.pop(OWN_CLUB, None)
    return {
        frozenset(two)
        for mates in guests.values()
        if 2 * len(mates) <= len(entries)
        for two in combinations(mates, 2)
    }


def _club_of(clubs: Counter[str]) -> str:
    """The club of most who are lined up, by how many each has in order of the boards; of as many,
    that of the first of them."""
    return clubs.most_common(1)[0][0]
