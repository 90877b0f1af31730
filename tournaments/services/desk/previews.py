"""Everything that a correction would change, found by making it and taking it back at once.

The very service that would make it runs in a transaction that is rolled back, and the stage is
compared before and after: what is shown is what then happens. Nothing is left behind, nobody is
told, no work is asked for: that all waits for a commit that does not come.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from kernel.text import Refusal
from tournaments.domain.corrections import Choice
from tournaments.domain.crosstable import PairingKey, fed_by
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import RoundState
from tournaments.models import (
    Board,
    EntryMember,
    Notice,
    PairingSide,
    Penalty,
    Round,
    Stage,
    Tournament,
)
from tournaments.selectors.stages.drawings import BegunMatch, Drawing, drawings_after, played_in
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.result_change import CorrectionOutcome, word_to_type
from tournaments.services.stages.notices import prepare_notices
from tournaments.services.stages.redrawing import RestsOn

Look = Callable[[str | None], tuple["Preview", CorrectionOutcome]]
"""One of the ways, by its choice, and what the service says of it."""

CorrectionWrite = Callable[..., EditedMatch]
"""A service with all that it is told but for `choice` and `confirm`."""

Entries = tuple[int | None, int | None]

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

    choice: str
    level: str
    winner: tuple[int | None, int | None]
    games_won: tuple[tuple[int, int], tuple[int, int]]
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
    notices: tuple[tuple[int, PairingKey], ...]
    """Who is sent a message, and about which match."""
    set_aside: tuple[Drawing, ...]
    """What was drawn from the old result and stands no more."""
    drawn: tuple[RedrawnRound, ...]
    """What is drawn in its place; nothing where a result is open by then."""
    stays: tuple[Drawing, ...]
    """What stays as it was drawn, and is marked."""


@dataclass(frozen=True, slots=True)
class Previews:
    """What may be chosen, each with what it changes, what is done of itself first; what has to be
    typed where play would be void; what was drawn from the old result and would be drawn otherwise
    now; and whether nothing is done of itself."""

    choices: tuple[Preview, ...]
    confirm: str
    rests: tuple[Drawing, ...]
    played: tuple[BegunMatch, ...]
    """What is played of everything that was drawn after the result."""
    is_asked: bool


@dataclass(frozen=True, slots=True)
class _Seen:
    """A stage at one moment."""

    facts: StageRecord
    resolved: Mapping[PairingKey, Resolved]
    places: Mapping[int, Place]
    penalties: Mapping[int, tuple[int, PairingKey | None]]
    notices: frozenset[int]
    state: str
    drawings: tuple[Drawing, ...]

    def same(self, other: "_Seen") -> list[PairingKey]:
        """The keys of pairings that both have; one that is drawn anew is another one."""
        ours, theirs = self.facts.pairings, other.facts.pairings
        both = [key for key in self.resolved if key in theirs]
        return [key for key in both if ours[key].pk == theirs[key].pk]


def preview_corrections(*, board: Board, write: CorrectionWrite, now: datetime) -> Previews:
    """All ways in which a correction can be done. What the service refuses is refused."""
    stage = board.pairing.round.stage
    with transaction.atomic():
        # Nobody may write to it between the looks.
        Tournament.objects.select_for_update().get(pk=stage.tournament_id)
        before = _look(stage_record(stage), now)
        confirm = word_to_type(before.facts, board.pairing.round.number)
        look = partial(_preview, board, write, confirm=confirm, before=before, now=now)
        choices, rests, is_asked = _all_ways(look, is_begun=_has_later_begun(before.facts, board))
        played = played_in(before.drawings)
        transaction.set_rollback(True)
    return Previews(tuple(choices), confirm, tuple(rests), played, is_asked)


def _all_ways(look: Look, *, is_begun: bool) -> tuple[list[Preview], Sequence[Drawing], bool]:
    """The ways, what was drawn from the result, and whether nothing is done of itself; `is_begun`:
    a match that rests on it in its bracket has, so that this is so unless nobody moves."""
    try:
        first, followed = look(Choice.VOID if is_begun else None)
    except RestsOn as refused:
        if not refused.choices:
            raise
        return _possible(look, refused.choices), refused.drawings, True
    rest = [choice for choice in followed.choices if choice != first.choice]
    is_asked = first.choice == Choice.VOID
    ways = [first, *_possible(look, rest)]
    order = {choice: place for place, choice in enumerate(followed.choices)}
    return sorted(ways, key=lambda way: order[way.choice]), followed.drawings, is_asked


def _possible(look: Look, choices: Sequence[Choice]) -> list[Preview]:
    found = []
    for choice in choices:
        with suppress(Refusal):  # which of them is possible shows when it is tried
            found.append(look(choice)[0])
    return found


def _has_later_begun(facts: StageRecord, board: Board) -> bool:
    later = fed_by(facts.table.plan, facts.key_of[board.pairing_id])
    return any(facts.pairings[key].has_begun for key in later)


def _preview(
    board: Board,
    write: CorrectionWrite,
    choice: str | None,
    *,
    confirm: str,
    before: _Seen,
    now: datetime,
) -> tuple[Preview, CorrectionOutcome]:
    """One way, and what the service says of it."""
    with transaction.atomic():
        left = write(choice=choice, confirm=confirm)
        assert left.followed is not None
        made = left.followed.correction.made.get("round", ())
        for stage in Stage.objects.filter(rounds__in=made).distinct():
            prepare_notices(stage_id=stage.pk, now=now)
        after = _look(left.followed.facts, now)
        preview = _compare(board, left, before, after)
        transaction.set_rollback(True)
    return preview, left.followed


def _look(facts: StageRecord, now: datetime) -> _Seen:
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
    return _Seen(
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


def _compare(board: Board, left: EditedMatch, before: _Seen, after: _Seen) -> Preview:
    assert left.followed is not None
    correction, key = left.followed.correction, after.facts.key_of[board.pairing_id]
    void = set(correction.made["void"])
    gone = set(correction.ended.get("round", ()))
    set_aside = [
        drawing for drawing in before.drawings if gone & {round.pk for round in drawing.rounds}
    ]
    return Preview(
        choice=correction.choice,
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
            for drawing in left.followed.drawings
            if drawing.is_published and drawing.place not in {other.place for other in set_aside}
        ),
    )


def _drawn(rounds: Sequence[int]) -> tuple[RedrawnRound, ...]:
    """The first of these rounds in each stage: those that follow it are not known yet."""
    found: dict[int, RedrawnRound] = {}
    rows = Round.objects.filter(pk__in=rounds).order_by("stage__number", "number")
    for round in rows.select_related("stage"):
        sides = PairingSide.objects.filter(pairing__round=round).order_by("pairing__number", "seat")
        entries = list(sides.values_list("entry", flat=True))
        pairs = tuple(zip(entries[::2], entries[1::2], strict=True))
        is_published = round.state != RoundState.DRAFT
        found.setdefault(
            round.stage_id, RedrawnRound(round.stage.number, round.number, pairs, is_published)
        )
    return tuple(found.values())


def _games_won(seen: _Seen, key: PairingKey, board: Board) -> tuple[int, int]:
    return seen.facts.pairings[key].boards[board.number - 1].match.games_won


def _moved(before: _Seen, after: _Seen) -> tuple[Moved, ...]:
    return tuple(
        Moved(key, seat, was.entry, now.entry)
        for key in after.same(before)
        for seat, (was, now) in enumerate(
            zip(before.resolved[key].occupants, after.resolved[key].occupants, strict=True)
        )
        if was.entry != now.entry
    )


def _tables(before: _Seen, after: _Seen) -> tuple[tuple[PairingKey, int | None, int | None], ...]:
    was, now = before.facts.pairings, after.facts.pairings
    both = ((key, was[key].table_number, now[key].table_number) for key in after.same(before))
    return tuple(change for change in both if change[1] != change[2])


def _penalties(before: _Seen, after: _Seen) -> tuple[tuple[int, PairingKey | None], ...]:
    """Those that hit another match than before; one that hits none any more waits for the next."""
    found = []
    for penalty in sorted(before.penalties.keys() | after.penalties.keys()):
        was, now = before.penalties.get(penalty), after.penalties.get(penalty)
        if now != was:
            found.append(now or (was[0], None))
    return tuple(found)


def _notices(before: _Seen, after: _Seen) -> tuple[tuple[int, PairingKey], ...]:
    new = Notice.objects.filter(pk__in=after.notices - before.notices)
    rows = set(new.values_list("user", "pairing__round__number", "pairing__number"))
    members = EntryMember.objects.filter(
        tournament=after.facts.stage.tournament_id, player__user__in=[user for user, *_ in rows]
    )
    entry_of = dict(members.values_list("player__user", "entry"))
    return tuple(sorted((entry_of[user], (round, number)) for user, round, number in rows))
