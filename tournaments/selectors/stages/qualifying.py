"""Who goes on from one stage to the next, in which order."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Q

from kernel.text import Text
from tournaments.domain.cuts import Cut, qualifiers
from tournaments.domain.reseeding import Reseeding
from tournaments.domain.separation import for_knock_out
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import STANDARD
from tournaments.models import Draw, EntryMember, Penalty, Stage, Withdrawal
from tournaments.selectors.stages.record import StageRecord


def order_of_next(
    facts: StageRecord, following: Stage, gone: Collection[int] | None = None
) -> tuple[int, ...] | None:
    """The entries of the stage after this one in order of seed; None while this one is not over.

    In a bracket mates of one group, then of one club, are kept from meeting first. `gone` are those
    who were out already, left out: who is out by now.
    """
    if not facts.format.is_over(facts.table):
        return None
    places = facts.format.places(facts.table)
    order = tuple(who_goes_on(facts, following, places, gone))
    if not following.format_class.is_bracket:
        return order
    groups = {place.entry: place.group for place in places if place.group is not None}
    return for_knock_out(order, groups, _clubs(facts))


def reseeding(facts: StageRecord, following: Stage) -> Reseeding | None:
    """How the stage after this one, which is drawn, would be drawn now; None where it would be
    drawn as it was. Who left after the draw is taken for one who goes on, as they did."""
    draw = Draw.objects.get(stage=following, superseded_at__isnull=True)
    return Reseeding.of(draw.order, order_of_next(facts, following, _gone_at(facts.stage, draw.at)))


def who_goes_on(
    facts: StageRecord,
    following: Stage,
    places: tuple[Standing, ...],
    gone: Collection[int] | None = None,
) -> Mapping[int, Text]:
    """The entries that go on by these places of a stage, the best first, each with the reason."""
    tiebreaks = facts.stage.settings.get("tiebreaks", STANDARD)
    cut, seed = Cut(**following.cut), facts.table.seed
    gone = gone_of(facts.stage) if gone is None else gone
    return qualifiers(places, cut, tiebreaks=tiebreaks, gone=gone, seed=seed)


def gone_of(stage: Stage) -> set[int]:
    """Who withdrew from the event of a stage or was put out of it, whenever it was."""
    return _gone(stage, Q(), Q(superseded_at__isnull=True))


def _gone_at(stage: Stage, at: datetime) -> set[int]:
    """Who was out of the event of a stage at a time."""
    stood = Q(superseded_at__isnull=True) | Q(superseded_at__gt=at)
    return _gone(stage, Q(at__lte=at), Q(at__lte=at) & stood)


def _gone(stage: Stage, withdrawals: Q, penalties: Q) -> set[int]:
    withdrawn = Withdrawal.objects.filter(withdrawals, entry__tournament=stage.tournament_id)
    out = Penalty.objects.filter(penalties, tournament=stage.tournament_id, out_from__isnull=False)
    return {*withdrawn.values_list("entry", flat=True), *out.values_list("entry", flat=True)}


def _clubs(facts: StageRecord) -> dict[int, object]:
    """The clubs from which guests come, by entry."""
    members = EntryMember.objects.filter(tournament=facts.stage.tournament_id, board=1)
    guests = members.exclude(player__home_club="")
    return dict(guests.values_list("entry_id", "player__home_club"))
