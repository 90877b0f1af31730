"""Everything that a correction would change, found by making it and taking it back at once.

The very service that would make it runs in a transaction that is rolled back, and the stage is
compared before and after: what is shown is what then happens. Nothing is left behind, nobody is
told, no work is asked for: that all waits for a commit that does not come.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from players.text import Refusal
from tournaments.domain.corrections import Choice
from tournaments.domain.crosstable import Key, fed_by
from tournaments.domain.formats.base import Resolved
from tournaments.models import Board, EntryMember, Notice, Penalty, Tournament
from tournaments.selectors.stages import StageFacts, stage_facts
from tournaments.services.following import word_to_type
from tournaments.services.notices import prepare_notices
from tournaments.services.writing import Recorded

Write = Callable[..., Recorded]
"""A service with all that it is told but for `choice` and `confirm`."""

Place = tuple[int | None, bool]
"""A rank, and whether it is shared."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A side of a pairing on which another entry sits, before and after; None is nobody yet."""

    key: Key
    seat: int
    before: int | None
    after: int | None


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
    void: tuple[Key, ...]
    """What was played and is to be played anew."""
    against: tuple[Key, ...]
    """What stays as it is against the results, and is marked."""
    tables: tuple[tuple[Key, int | None, int | None], ...]
    """Matches that lose or get a table: its number before and after."""
    places: tuple[tuple[int, Place, Place], ...]
    """Entries that stand elsewhere in the table."""
    byes: tuple[tuple[Key, bool], ...]
    """Pairings that become a bye (True) or are none any more."""
    penalties: tuple[tuple[int, Key | None], ...]
    """Entries whose penalty hits another match, and which; None: it waits for one."""
    notices: tuple[tuple[int, Key], ...]
    """Who is sent a message, and about which match."""


@dataclass(frozen=True, slots=True)
class Previews:
    """What may be chosen, each with what it changes, what is done of itself first; and what has to
    be typed where play would be void."""

    choices: tuple[Preview, ...]
    confirm: str

    @property
    def is_asked(self) -> bool:
        """Whether nothing is done of itself."""
        return self.choices[0].choice == Choice.VOID


@dataclass(frozen=True, slots=True)
class _Seen:
    """A stage at one moment."""

    facts: StageFacts
    resolved: Mapping[Key, Resolved]
    places: Mapping[int, Place]
    penalties: Mapping[int, tuple[int, Key | None]]
    notices: frozenset[int]
    state: str


def preview_corrections(*, board: Board, write: Write, now: datetime) -> Previews:
    """All ways in which a correction can be done. What the service refuses is refused."""
    stage = board.pairing.round.stage
    with transaction.atomic():
        # Nobody may write to it between the looks.
        Tournament.objects.select_for_update().get(pk=stage.tournament_id)
        before = _look(stage_facts(stage), now)
        confirm = word_to_type(before.facts, board.pairing.round.number)
        # Once a later match has begun nothing is done of itself, unless nobody moves.
        likely = Choice.VOID if _has_later_begun(before.facts, board) else None
        first, rest = _preview(board, write, likely, confirm, before, now)
        choices = [first]
        for choice in rest:
            with suppress(Refusal):  # which of them is possible shows when it is tried
                choices.append(_preview(board, write, choice, confirm, before, now)[0])
        transaction.set_rollback(True)
    return Previews(tuple(choices), confirm)


def _has_later_begun(facts: StageFacts, board: Board) -> bool:
    later = fed_by(facts.table.plan, facts.key_of[board.pairing_id])
    return any(facts.has_begun(key) for key in later)


def _preview(
    board: Board, write: Write, choice: str | None, confirm: str, before: _Seen, now: datetime
) -> tuple[Preview, Sequence[str]]:
    """One way, and the other ways in which it can be done."""
    with transaction.atomic():
        left = write(choice=choice, confirm=confirm)
        assert left.followed is not None
        after = _look(left.followed.facts, now)
        preview = _compare(board, left, before, after)
        transaction.set_rollback(True)
    return preview, [one for one in left.followed.choices if one != preview.choice]


def _look(facts: StageFacts, now: datetime) -> _Seen:
    stage = facts.stage
    prepare_notices(stage_id=stage.pk, now=now)
    key_of = {one.match.pk: key for key, boards in facts.boards.items() for one in boards}
    hitting = Penalty.objects.filter(
        tournament=stage.tournament_id,
        superseded_at__isnull=True,
        adjustment__superseded_at__isnull=True,
    )
    return _Seen(
        facts,
        {one.plan.key: one for one in facts.resolved()},
        {one.entry: (one.rank, one.shared) for one in facts.format.places(facts.table)},
        {
            penalty: (entry, key_of.get(match))
            for penalty, entry, match in hitting.values_list("pk", "entry", "adjustment__match")
        },
        frozenset(Notice.objects.filter(pairing__round__stage=stage).values_list("pk", flat=True)),
        Tournament.objects.values_list("state", flat=True).get(pk=stage.tournament_id),
    )


def _compare(board: Board, left: Recorded, before: _Seen, after: _Seen) -> Preview:
    assert left.followed is not None
    correction, key = left.followed.correction, after.facts.key_of[board.pairing_id]
    void = set(correction.made["void"])
    return Preview(
        choice=correction.choice,
        level=correction.level,
        winner=(before.resolved[key].winner.entry, after.resolved[key].winner.entry),
        games_won=(_games_won(before, key, board), _games_won(after, key, board)),
        state=(before.state, after.state),
        moved=_moved(before, after),
        void=tuple(
            key
            for key, boards in sorted(after.facts.boards.items())
            if any(one.match.pk in void for one in boards)
        ),
        against=tuple(sorted(after.facts.against_results(tuple(after.resolved.values())))),
        tables=_tables(before, after),
        places=tuple(
            (entry, before.places[entry], place)
            for entry, place in after.places.items()
            if before.places[entry] != place
        ),
        byes=tuple(
            (one, now.is_bye)
            for one, now in after.resolved.items()
            if now.is_bye != before.resolved[one].is_bye
        ),
        penalties=_penalties(before, after),
        notices=_notices(before, after),
    )


def _games_won(seen: _Seen, key: Key, board: Board) -> tuple[int, int]:
    first, second = seen.facts.boards[key][board.number - 1].match.games_won
    return first, second


def _moved(before: _Seen, after: _Seen) -> tuple[Moved, ...]:
    return tuple(
        Moved(key, seat, was.entry, now.entry)
        for key, one in after.resolved.items()
        for seat, (was, now) in enumerate(
            zip(before.resolved[key].occupants, one.occupants, strict=True)
        )
        if was.entry != now.entry
    )


def _tables(before: _Seen, after: _Seen) -> tuple[tuple[Key, int | None, int | None], ...]:
    def number(seen: _Seen, key: Key) -> int | None:
        table = seen.facts.pairings[key].table
        return table.number if table else None

    both = ((key, number(before, key), number(after, key)) for key in after.resolved)
    return tuple(one for one in both if one[1] != one[2])


def _penalties(before: _Seen, after: _Seen) -> tuple[tuple[int, Key | None], ...]:
    """Those that hit another match than before; one that hits none any more waits for the next."""
    found = []
    for penalty in sorted(before.penalties.keys() | after.penalties.keys()):
        was, now = before.penalties.get(penalty), after.penalties.get(penalty)
        if now != was:
            found.append(now or (was[0], None))
    return tuple(found)


def _notices(before: _Seen, after: _Seen) -> tuple[tuple[int, Key], ...]:
    new = Notice.objects.filter(pk__in=after.notices - before.notices)
    rows = set(new.values_list("user", "pairing"))
    members = EntryMember.objects.filter(
        tournament=after.facts.stage.tournament_id, player__user__in=[user for user, _ in rows]
    )
    entry_of = dict(members.values_list("player__user", "entry"))
    return tuple(sorted((entry_of[user], after.facts.key_of[pairing]) for user, pairing in rows))
