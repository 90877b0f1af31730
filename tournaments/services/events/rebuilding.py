"""Stored copies are dropped and made anew from the facts."""

from datetime import datetime
from itertools import zip_longest

from django.db.models import Q

from games.models import Adjustment, Match, Ruling
from games.selectors.matches import match_records
from games.services.first_deals import copy_first_dealers
from games.services.moves import copy_places
from games.services.stored import STORED, copy_fold
from kernel.permissions import Actor
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import PairingSide, Round, Stage, StandingTable, Tournament
from tournaments.selectors.stages.order import stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events.announcements import copy_announcement
from tournaments.services.gate.changes import changing
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.standings import write_standings

FED = [PairingSide.Kinds.WINNER, PairingSide.Kinds.LOSER]


def rebuild_tournament(*, tournament_id: int, by: Actor, now: datetime) -> Tournament:
    """Drop all that is only a copy (states, games won, winners, who came through, standings, the
    announcement) and make it anew; the facts are left as they are."""
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        newest = tournament.state_changes.last()
        tournament.state = newest.state if newest else TournamentState.DRAFT
        copy_announcement(tournament)
        change.record("tournament.rebuild", "bracket")
        stages = stages_of(tournament.pk)
        for stage, following in zip_longest(stages, stages[1:]):
            _drop_copies(stage)
            if stage.rounds.exists():
                advance_stage(change, stage)
                # Read anew: what a published round was drawn without is told by its state.
                write_standings(change, stage_record(stage), following)
    return tournament


def _drop_copies(stage: Stage) -> None:
    of_stage = Q(board__pairing__round__stage=stage)
    drawn = Match.objects.filter(of_stage | Q(board__pairing__round__set_aside_from=stage))
    # Online tables go on writing meanwhile, under the lock of their match alone.
    locked = Match.objects.select_for_update().filter(pk__in=drawn.values("pk"))
    matches = list(locked.order_by("pk"))
    ruled_on = set(Ruling.objects.filter(match__in=matches).values_list("match", flat=True))
    ruled_on |= set(Adjustment.objects.filter(match__in=matches).values_list("match", flat=True))
    for match in matches:
        match.is_ruled_on = match.pk in ruled_on
    copy_first_dealers(matches)
    copy_places(matches)
    for record in match_records(matches).values():
        copy_fold(record)
    copies = [*STORED, "is_ruled_on", "first_dealer", "moved_to"]
    Match.objects.bulk_update(matches, copies, batch_size=200)
    PairingSide.objects.filter(pairing__round__stage=stage, kind__in=FED).update(entry=None)
    Round.objects.filter(stage=stage).update(state=RoundState.DRAFT)
    StandingTable.objects.filter(stage=stage).delete()
    Stage.objects.filter(pk=stage.pk).update(repaired=[])
