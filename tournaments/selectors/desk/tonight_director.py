"""What is next for the director: the facts of one event from which it follows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django.utils.formats import time_format

from kernel.text import N_, Refusal, Text
from tournaments.domain.formats.registry import format_of
from tournaments.domain.kinds.base import ROUND
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState
from tournaments.domain.tonight.director_facts import DirectorFacts, Draft, OpenMatch, RoundFacts
from tournaments.models import Stage, StateChange, Tournament
from tournaments.selectors.desk.results import records_of
from tournaments.selectors.events.appeals import appeals_of
from tournaments.selectors.events.entries import EntryRow, entry_rows, field_of
from tournaments.selectors.stages.bracket import (
    BracketRound,
    Slot,
    bracket_of,
    matches_of,
    names_by_side,
)
from tournaments.selectors.stages.clocks import Clocks, clocks_of
from tournaments.selectors.stages.drafts import is_taken_back
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.left_open import may_be_left_open
from tournaments.selectors.stages.order import current_stage, is_drawn, stages_of
from tournaments.selectors.stages.qualifying import order_of_next
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.selectors.stages.sides import sides_of
from tournaments.selectors.stages.tables import TableMatch, open_matches
from tournaments.selectors.stages.windows import are_open

BEFORE = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.CHECK_IN)
PLAYED = (RoundState.PUBLISHED, RoundState.RUNNING)


@dataclass(frozen=True)  # without slots, for what is found when it is first asked for
class EventAt:
    """An event as it is at an instant: its stages, and the one that is on as far as it is drawn."""

    tournament: Tournament
    now: datetime

    @cached_property
    def stages(self) -> Sequence[Stage]:
        return stages_of(self.tournament.pk)

    @cached_property
    def stage(self) -> Stage:
        return current_stage(self.stages)

    @cached_property
    def record(self) -> StageRecord:
        return stage_record(self.stage)

    @cached_property
    def rounds(self) -> Sequence[BracketRound]:
        """With full names; empty while nothing is drawn."""
        return bracket_of(self.record, full_names=True) if self.record.rounds else ()

    @cached_property
    def open(self) -> Sequence[TableMatch]:
        """The matches that can be played or wait for a word, the most urgent first."""
        return open_matches(self.rounds)

    @cached_property
    def windows(self) -> Mapping[int, bool]:
        """The rounds that are played by days, by number: whether their days still run."""
        return are_open(self.stage)

    @cached_property
    def clocks(self) -> Clocks:
        return clocks_of(self.stage, self.rounds)


def director_facts(at: EventAt) -> DirectorFacts:
    """What the director's next step follows from, for who may run the event: names are whole."""
    state = TournamentState(at.tournament.state)
    titles = tuple(format_of(stage.format, stage.settings).title for stage in at.stages)
    facts = DirectorFacts(at.tournament.pk, state, stages=titles, stage=at.stage.number)
    if state in BEFORE:
        return _before(at, facts)
    return _running(at, facts) if state == TournamentState.RUNNING else _over(at, facts)


# Before the start


def _before(at: EventAt, facts: DirectorFacts) -> DirectorFacts:
    rows = entry_rows(at.tournament)
    field = field_of(rows)
    here = [row for row in rows if row.checked_in and row.status in ("entered", "waitlist")]
    missing = [row.entry.name for row in rows if row.status == "entered" and not row.checked_in]
    pairs_all = at.stage.format_class.drawn_by_round or at.stage.format_class.has_free_rounds
    first = is_drawn(at.stage)
    return replace(
        facts,
        is_due=_is_due(at),
        field=len(field),
        here=len(here),
        missing=tuple(missing) if here else (),
        requests=sum(row.status == "requested" for row in rows),
        why_no_draw=_why_no_draw(at.stage, field),
        has_bye=pairs_all and len(field) % 2 == 1,
        rounds=tuple(_rounds(at)) if first else (),
        to_come=_to_come(at) if first else (),
        draft=_draft(at) if first else None,
    )


def _is_due(at: EventAt) -> bool:
    """Whether it starts today by the club's clock, should have begun, or has no date."""
    starts_at, zone = at.tournament.starts_at, ZoneInfo(at.tournament.club.time_zone)
    return starts_at is None or starts_at.astimezone(zone).date() <= at.now.astimezone(zone).date()


def _why_no_draw(stage: Stage, field: Sequence[EntryRow]) -> Text | None:
    return _unfit(stage, [row.entry.pk for row in field])


def _unfit(stage: Stage, entries: Sequence[int]) -> Text | None:
    """Why these can't be drawn in a stage; None when they can."""
    try:
        format_of(stage.format, stage.settings).validate(entries)
    except Refusal as refusal:
        return refusal.text
    return None


# While it runs


def _running(at: EventAt, facts: DirectorFacts) -> DirectorFacts:
    follows, why = _follows(at)
    return replace(
        facts,
        field=len(at.record.table.entries),
        here=sum(row.checked_in for row in entry_rows(at.tournament)),
        rounds=tuple(_rounds(at)),
        to_come=_to_come(at),
        draft=_draft(at),
        follows=follows,
        why_no_draw=why,
        by_window=_is_by_window(at),
        open=tuple(_open(at)),
        appeals=_appeals(at.tournament),
    )


def _over(at: EventAt, facts: DirectorFacts) -> DirectorFacts:
    return replace(
        facts,
        field=len(at.record.table.entries),
        rounds=tuple(_rounds(at)),
        appeals=_appeals(at.tournament),
        protests_until=_protests_until(at),
        champion=_champion(at.stage),
    )


def _appeals(tournament: Tournament) -> tuple[int, ...]:
    waiting = appeals_of(tournament).filter(decision__isnull=True)
    return tuple(waiting.values_list("pk", flat=True))


def _protests_until(at: EventAt) -> str:
    ended = StateChange.objects.filter(
        tournament=at.tournament, state=TournamentState.FINISHED
    ).last()
    if ended is None:
        return ""
    until = ended.at + timedelta(minutes=at.tournament.protest_minutes)
    zone = ZoneInfo(at.tournament.club.time_zone)
    return time_format(until.astimezone(zone), "TIME_FORMAT") if until > at.now else ""


def _champion(stage: Stage) -> str:
    """Who stands first, all of them where they share the place."""
    table = standing_table(stage)
    if table is None:
        return ""
    sides = sides_of(stage.tournament_id, full_names=True)
    return ", ".join(sides[row["entry"]].name for row in table.rows if row["rank"] == 1)


def _rounds(at: EventAt) -> Iterator[RoundFacts]:
    for round in at.rounds:
        matches = matches_of([round])  # between teams each board
        yield RoundFacts(
            round.number,
            _name(at, round.number),
            RoundState(round.state),
            sum(slot.decision is not None for slot in matches),
            len(matches),
            round.minutes or 0,
            bool(round.minutes) and round.state in PLAYED and not at.clocks.of(round.number),
        )


def _name(at: EventAt, number: int) -> Text:
    """What a round is called among the others; a round of a knock-out has a name."""
    if at.stage.format_class.is_knock_out:
        return at.record.format.round_name(at.record.table, number)
    return Text(*ROUND, {"number": number})


def _to_come(at: EventAt) -> tuple[Text, ...]:
    """The rounds of the stage of which nothing is known."""
    last = len(at.rounds)
    if not last or not at.stage.format_class.drawn_by_round:
        return ()
    left = at.record.format.rounds_left(at.record.table, last)
    return tuple(_name(at, number) for number in range(last + 1, last + 1 + left))


def _follows(at: EventAt) -> tuple[Text | None, Text | None]:
    """What is drawn once all results are in, None where nothing is; and why it can't be."""
    if to_come := _to_come(at):
        return to_come[0], None
    later = next((stage for stage in at.stages if stage.number == at.stage.number + 1), None)
    if later is None:
        return None, None
    order = order_of_next(at.record, later) if at.rounds else None
    title = format_of(later.format, later.settings).title
    return title, None if order is None else _unfit(later, order)


def _is_automatic(at: EventAt) -> bool:
    return at.tournament.publishing == Tournament.Publishing.AUTOMATIC


def _is_by_window(at: EventAt) -> bool:
    """Whether what follows comes by itself, but waits for a window that runs."""
    has_windows = at.tournament.window_days is not None and _is_automatic(at)
    return has_windows and any(at.windows.values())


def _draft(at: EventAt) -> Draft | None:
    """The first round that nobody but the staff sees."""
    found = next((round for round in at.rounds if round.state == RoundState.DRAFT), None)
    if found is None:
        return None
    format_class, number = at.stage.format_class, found.number
    row = next(round for round in at.record.rounds if round.number == number)
    earlier = [round for round in at.rounds if round.number < number]
    waits = format_class.rounds_in_turn and not all(_is_decided(round) for round in earlier)
    planned_together = number > 1 and not format_class.drawn_by_round
    zone = ZoneInfo(at.tournament.club.time_zone)
    return Draft(
        number,
        _name(at, number),
        is_ready=format_class.rounds_in_turn or any(all(slot.players) for slot in found.slots),
        has_turn=not waits,
        by_itself=planned_together and _is_automatic(at) and not is_taken_back(at.stage, number),
        at=time_format(row.publish_at.astimezone(zone), "TIME_FORMAT") if row.publish_at else "",
        is_shown=planned_together,
        is_stale=format_class.drawn_by_round and _is_stale(at, found),
    )


def _is_decided(round: BracketRound) -> bool:
    return all(slot.decision for slot in round.slots)


def _is_stale(at: EventAt, draft: BracketRound) -> bool:
    """Whether somebody who is in the draft is not there for it, or the other way round."""
    table = at.record.table
    drawn = {side.entry for slot in draft.slots for side in slot.players if side}
    return drawn != {*at.record.format.who_plays(table.before(draft.number), draft.number)}


def _open(at: EventAt) -> Iterator[OpenMatch]:
    reported = [one.slot.match.pk for one in at.open if _is_reported(one.slot) and one.slot.match]
    records = records_of(reported)
    left_open = {one.pairing.pk: one.won for one in may_be_left_open(at.record)}
    for one in at.open:
        slot, match = one.slot, one.slot.match
        assert match is not None, "what is open is a match"
        clock = at.clocks.of(slot.round, slot.table)
        left = clock.left_at(at.now) if clock else 0
        lost = clock.lost_at(at.now) // 60 if clock else 0
        has_begun = slot.state != MatchState.READY or not slot.table
        record = records.get(match.pk)
        won = record.score.games_won if record else slot.games_won
        yield OpenMatch(
            key=match.pk,
            round=slot.round,
            where=_where(at, slot),
            players=names_by_side(slot),
            state=MatchState(slot.state),
            minutes=_minutes(one, at.now),
            score=tuple(won),
            reporter=record.reporter if record else None,
            table=slot.table,
            pairing=slot.pairing,
            version=match.version,
            has_clock=clock is not None and bool(slot.table),
            is_late=clock is not None and not left,
            not_begun=0 if has_begun else lost,
            is_in_window=at.windows.get(slot.round),
            may_be_left_open=slot.pairing in left_open,
            stands=left_open.get(slot.pairing, (0, 0)),
        )


def _is_reported(slot: Slot) -> bool:
    return slot.state in (MatchState.REPORTED, MatchState.DISPUTED)


def _minutes(match: TableMatch, now: datetime) -> int:
    """How many whole minutes a match has been in its state; 0 where nobody knows."""
    return max(0, int((now - match.since).total_seconds() // 60)) if match.since else 0


def _where(at: EventAt, slot: Slot) -> Text:
    """Its table, between teams with the board; its name where it has no table."""
    if not slot.table:
        return at.record.format.full_name(at.record.table, slot.key)
    values = {"number": slot.table, "board": slot.board}
    if slot.board:
        return Text("table_and_board", N_("Table %(number)d, board %(board)d"), values)
    return Text("table_number", N_("Table %(number)d"), values)
