"""What a correction changes: a stage at the moment before it, and as it left it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kernel.seats import PerSeat
from tournaments.domain.corrections import Choice
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, EntryMember, Notice, PairingSide, Penalty, Round, Tournament
from tournaments.selectors.stages.drawings import Drawing, drawings_after
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.desk.result_change import CorrectionOutcome
from tournaments.services.stages.notices import prepare_notices

Entries = tuple[int | None, ...]

Place = tuple[int | None, bool]
"""A rank, and whether it is shared."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A side of a pairing on which another entry sits, before and after; None is nobody yet."""

    key: PairingKey
    seat: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RedrawnRound:
    """A round as a correction draws it anew: its stage, its pairs (None: a bye, or not known yet),
    and whether everybody sees it at once."""

    stage: int
    round: int
    pairs: tuple[Entries, ...]
    is_published: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction changes when it is done in one way.

    Pairings go by their keys, people by their entries. `winner` and `games_won` are those of the
    match itself, before and after, as is `state` of the tournament.
    """

    choice: Choice
    level: str
    winner: tuple[int | None, int | None]
    games_won: tuple[PerSeat, PerSeat]
    state: tuple[str, str]
    moved: tuple[Moved, ...]
    """Who sits elsewhere."""
    void: tuple[PairingKey, ...]
    """What was played and is to be played anew."""
    against: tuple[PairingKey, ...]
    """What stays as it is against the results, and is marked."""
    tables: tuple[tuple[PairingKey, int | None, int | None], ...]
    """Matches that lose or get a table: its number before and after."""
    places: tuple[tuple[int, Place, Place], ...]
    """Entries that stand elsewhere in the table."""
    byes: tuple[tuple[PairingKey, bool], ...]
    """Pairings that become a bye (True) or are none any more."""
    penalties: tuple[tuple[int, PairingKey | None], ...]
    """Entries whose penalty hits another match, and which; None: it waits for one."""
    notices: tuple[tuple[str, int, PairingKey], ...]
    """Who is sent a message of which kind, and about which match."""
    set_aside: tuple[Drawing, ...]
    """What was drawn from the old result and stands no more."""
    drawn: tuple[RedrawnRound, ...]
    """What is drawn in its place; nothing where a result is open by then."""
    stays: tuple[Drawing, ...]
    """What stays as it was drawn, and is marked."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A stage at one moment, and what hangs on it."""

    facts: StageRecord
    resolved: Mapping[PairingKey, Resolved]
    places: Mapping[int, Place]
    penalties: Mapping[int, tuple[int, PairingKey | None]]
    notices: frozenset[int]
    state: str
    drawings: tuple[Drawing, ...]

    def same(self, other: "Moment") -> list[PairingKey]:
        """The keys of pairings that both have; one that is drawn anew is another one."""
        ours, theirs = self.facts.pairings, other.facts.pairings
        both = [key for key in self.resolved if key in theirs]
        return [key for key in both if ours[key].pk == theirs[key].pk]


def look_at(facts: StageRecord, now: datetime) -> Moment:
    """A stage as it is now, whoever is to be told included."""
    stage = facts.stage
    prepare_notices(stage_id=stage.pk, now=now)
    key_of = {
        board.match.pk: key for key, pairing in facts.pairings.items() for board in pairing.boards
    }
    of_event = Notice.objects.filter(stage__tournament=stage.tournament_id, pairing__isnull=False)
    hitting = Penalty.objects.filter(
        tournament=stage.tournament_id,
        superseded_at__isnull=True,
        adjustment__superseded_at__isnull=True,
    )
    return Moment(
        facts,
        {pairing.plan.key: pairing for pairing in facts.resolved()},
        {place.entry: (place.rank, place.shared) for place in facts.format.places(facts.table)},
        {
            penalty: (entry, key_of.get(match))
            for penalty, entry, match in hitting.values_list("pk", "entry", "adjustment__match")
        },
        frozenset(of_event.values_list("pk", flat=True)),
        Tournament.objects.values_list("state", flat=True).get(pk=stage.tournament_id),
        drawings_after(facts.rounds[0]),
    )


def compare(board: Board, done: CorrectionOutcome, before: Moment, after: Moment) -> Preview:
    """What a correction of a match has changed."""
    correction, key = done.correction, after.facts.key_of[board.pairing_id]
    void = set(correction.made["void"])
    gone = set(correction.ended.get("round", ()))
    set_aside = [
        drawing for drawing in before.drawings if gone & {round.pk for round in drawing.rounds}
    ]
    return Preview(
        choice=Choice(correction.choice),
        level=correction.level,
        winner=(before.resolved[key].winner.entry, after.resolved[key].winner.entry),
        games_won=(_games_won(before, key, board), _games_won(after, key, board)),
        state=(before.state, after.state),
        moved=_moved(before, after),
        void=tuple(
            key
            for key, pairing in after.facts.pairings.items()
            if any(other.match.pk in void for other in pairing.boards)
        ),
        against=tuple(sorted(after.facts.against_results(tuple(after.resolved.values())))),
        tables=_tables(before, after),
        places=tuple(
            (entry, before.places[entry], place)
            for entry, place in after.places.items()
            if before.places[entry] != place
        ),
        byes=tuple(
            (pairing, after.resolved[pairing].is_bye)
            for pairing in after.same(before)
            if after.resolved[pairing].is_bye != before.resolved[pairing].is_bye
        ),
        penalties=_penalties(before, after),
        notices=_notices(before, after),
        set_aside=tuple(set_aside),
        drawn=_drawn(correction.made.get("round", ())),
        stays=tuple(
            drawing
            for drawing in done.drawings
            if drawing.is_published and drawing.place not in {other.place for other in set_aside}
        ),
    )


def _drawn(rounds: Sequence[int]) -> tuple[RedrawnRound, ...]:
    """The first of these rounds in each stage: those that follow it are not known yet."""
    found: dict[int, RedrawnRound] = {}
    rows = Round.objects.filter(pk__in=rounds).order_by("stage__number", "number")
    for round in rows.select_related("stage"):
        sides = PairingSide.objects.filter(pairing__round=round).order_by("pairing__number", "seat")
        together: dict[int, list[int | None]] = {}
        for number, entry in sides.values_list("pairing__number", "entry"):
            together.setdefault(number, []).append(entry)
        pairs = tuple(map(tuple, together.values()))
        is_published = round.state != RoundState.DRAFT
        found.setdefault(
            round.stage.pk, RedrawnRound(round.stage.number, round.number, pairs, is_published)
        )
    return tuple(found.values())


def _games_won(seen: Moment, key: PairingKey, board: Board) -> PerSeat:
    return seen.facts.pairings[key].boards[board.number - 1].match.games_won


def _moved(before: Moment, after: Moment) -> tuple[Moved, ...]:
    return tuple(
        Moved(key, seat, was.entry, now.entry)
        for key in after.same(before)
        for seat, (was, now) in enumerate(
            zip(before.resolved[key].occupants, after.resolved[key].occupants, strict=True)
        )
        if was.entry != now.entry
    )


def _tables(before: Moment, after: Moment) -> tuple[tuple[PairingKey, int | None, int | None], ...]:
    was, now = before.facts.pairings, after.facts.pairings
    both = ((key, was[key].table_number, now[key].table_number) for key in after.same(before))
    return tuple(change for change in both if change[1] != change[2])


def _penalties(before: Moment, after: Moment) -> tuple[tuple[int, PairingKey | None], ...]:
    """Those that hit another match than before; one that hits none any more waits for the next."""
    was, now = before.penalties, after.penalties
    waiting = {penalty: (entry, None) for penalty, (entry, _match) in was.items()}
    left = {**waiting, **now}
    return tuple(left[key] for key in sorted(left) if was.get(key) != now.get(key))


def _notices(before: Moment, after: Moment) -> tuple[tuple[str, int, PairingKey], ...]:
    new = Notice.objects.filter(pk__in=after.notices - before.notices)
    rows = set(new.values_list("kind", "user", "pairing__round__number", "pairing__number"))
    members = EntryMember.objects.filter(
        tournament=after.facts.stage.tournament_id, player__user__in=[user for _, user, *_ in rows]
    )
    entry_of = dict(members.values_list("player__user", "entry"))
    return tuple(
        sorted((kind, entry_of[user], (round, number)) for kind, user, round, number in rows)
    )
