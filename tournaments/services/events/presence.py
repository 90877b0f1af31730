"""Who is there for which round of a stage that pairs round by round: late ones, absent ones, and
tables of their own."""

from dataclasses import replace
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from games.services.stored import copied
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Player
from tournaments.models import Absence, Approval, Entry, LateEntry, Stage, Tournament
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.events.presence import next_round
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.events.entering import remaining_entry
from tournaments.services.events.entries import entry_for
from tournaments.services.events.teams import Team, team_for
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.advancing import advance_current, advance_stage
from tournaments.services.stages.tables import table_numbered

PLANNED = N_(
    "All rounds of this stage are drawn already, so nobody can join it or sit out a round. "
    "Who can't play a match loses it by walkover."
)
KNOCK_OUT = N_(
    "In a knock-out nobody sits out a round. Who can't play withdraws, or loses the match by "
    "walkover."
)
NO_ROUND_LEFT = N_("No round is left to play in: the last one is drawn and published.")

Newcomer = Player | Team
"""Who comes late."""


def enter_late(*, tournament_id: int, who: Newcomer, by: Actor, now: datetime) -> Entry:
    """Enter a player, or a team, into an event that runs, to play from the next round that is not
    published.

    What they get for the rounds they missed is a setting of the format. Who waits is taken from
    the waitlist; who is in already, or has withdrawn, is refused.
    """
    with changing(tournament_id, by=by, now=now, action="enter_late") as change:
        facts = _facts(change.tournament)
        if facts.stage.number > 1:
            sentence = N_("Only the best of the stage before play in this one: nobody can join it.")
            raise refusal("not_ready", sentence)
        round = next_round(facts.stage)
        if round > 1 and facts.format.why_no_late:
            raise refusal("not_ready", facts.format.why_no_late)
        entry = entry_of_newcomer(change, who, facts)
        joined = {**facts.table.joined, entry.pk: round}
        table = replace(facts.table, entries=(*facts.table.entries, entry.pk), joined=joined)
        if facts.format.leaves_from(table, entry.pk) is None:
            raise refusal("not_ready", NO_ROUND_LEFT)
        highest = change.tournament.entries.aggregate(highest=Max("seed"))["highest"]
        if isinstance(who, Player):
            entry.name = who.name
        entry.seed = (highest or 0) + 1
        entry.save(update_fields=["name", "seed"])
        Approval.objects.get_or_create(entry=entry, defaults=change.facts)
        LateEntry.objects.create(entry=entry, stage=facts.stage, from_round=round, **change.facts)
        change.record("entries.late", "entrants", entry=entry.pk, number=round)
        advance_stage(change, facts.stage)
    return entry


def entry_of_newcomer(change: Change, who: Newcomer, facts: StageRecord) -> Entry:
    """The entry of who comes late, made or found; refused for who is in the stage already."""
    if isinstance(who, Team):
        return team_for(change, who)
    return entry_for(change, who, taken=facts.table.entries)


def note_absence(
    *,
    tournament_id: int,
    entry_id: int,
    by: Actor,
    now: datetime,
    from_round: int | None = None,
    until_round: int | None = None,
) -> None:
    """An entrant sits out rounds: from the next one that is not published, unless another is named;
    up to `until_round`, or until they come back. Noting it twice changes nothing."""
    with changing(tournament_id, by=by, now=now, action="note_absence") as change:
        entry, facts = remaining_entry(change.tournament, entry_id), _facts(change.tournament)
        if facts.stage.format_class.is_knock_out:
            raise refusal("not_ready", KNOCK_OUT)
        coming = next_round(facts.stage)
        first = coming if from_round is None else from_round
        if first < coming:
            sentence = N_(
                "Round %(round)d is published. Who does not come to it loses by walkover."
            )
            raise refusal("not_ready", sentence, "from_round", round=first)
        if until_round is not None and not first <= until_round <= LAST_ROUND:
            raise refusal("invalid", N_("An absence can't end before it begins."), "until_round")
        absences = _absences(facts.stage, entry)
        if absences.filter(from_round=first, until_round=until_round).exists():
            return
        absences.filter(from_round=first).update(superseded_at=now)
        said = {"from_round": first, "until_round": until_round}
        Absence.objects.create(entry=entry, stage=facts.stage, **said, **change.facts)
        change.record("entries.absent", "entrants", entry=entry.pk, number=first, until=until_round)
        advance_stage(change, facts.stage)


def end_absence(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> None:
    """An entrant is there again from the next round that is not published; what they have missed
    stays missed. For who is not away nothing changes."""
    with changing(tournament_id, by=by, now=now, action="note_absence") as change:
        entry, facts = remaining_entry(change.tournament, entry_id), _facts(change.tournament)
        coming = next_round(facts.stage)
        lasting = Q(until_round__isnull=True) | Q(until_round__gte=coming)
        away = _absences(facts.stage, entry).filter(lasting)
        ended = list(away)
        if not ended:
            return
        away.update(superseded_at=now)
        for absence in ended:
            if absence.from_round < coming:
                copied(absence, until_round=coming - 1, **change.facts)
        change.record("entries.back", "entrants", entry=entry.pk, number=coming)
        advance_stage(change, facts.stage)


def fix_table(
    *, tournament_id: int, entry_id: int, table: int | None, by: Actor, now: datetime
) -> Entry:
    """Give an entrant a table of their own, by its number, or none; they always play there."""
    with changing(tournament_id, by=by, now=now) as change:
        entry = remaining_entry(change.tournament, entry_id)
        found = table_numbered(change.tournament, table)
        if entry.fixed_table == found:
            return entry
        entry.fixed_table = found
        entry.save(update_fields=["fixed_table"])
        change.record("entries.table", "entrants", entry=entry.pk, table=table)
        advance_current(change)
    return entry


def _facts(tournament: Tournament) -> StageRecord:
    """The current stage; refused where it does not pair round by round."""
    stage = current_stage(stages_of(tournament.pk))
    if not stage.format_class.drawn_by_round:
        raise refusal("not_ready", PLANNED)
    return stage_record(stage)


def _absences(stage: Stage, entry: Entry) -> QuerySet[Absence]:
    return Absence.objects.filter(stage=stage, entry=entry, superseded_at__isnull=True)
