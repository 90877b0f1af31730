"""Who goes on from one stage to the next, in which order."""

from collections.abc import Mapping

from players.text import Text
from tournaments.domain.cuts import Cut, for_knock_out, qualifiers
from tournaments.domain.formats.registry import BRACKETS
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import STANDARD
from tournaments.models import EntryMember, Penalty, Stage, Withdrawal
from tournaments.selectors.stages import StageTable


def order_of_next(facts: StageTable, following: Stage) -> tuple[int, ...] | None:
    """The entries of the stage after this one in order of seed; None while this one is not over.

    In a bracket mates of one group, then of one club, are kept from meeting first.
    """
    if not facts.format.is_over(facts.table):
        return None
    places = facts.format.places(facts.table)
    order = tuple(who_goes_on(facts, following, places))
    if following.format not in BRACKETS:
        return order
    groups = {one.entry: one.group for one in places if one.group is not None}
    return for_knock_out(order, groups, _clubs(facts))


def who_goes_on(
    facts: StageTable, following: Stage, places: tuple[Standing, ...]
) -> Mapping[int, Text]:
    """The entries that go on by these places of a stage, the best first, each with the reason."""
    tiebreaks = facts.stage.settings.get("tiebreaks", STANDARD)
    cut, seed = Cut(**following.cut), facts.table.seed
    return qualifiers(places, cut, tiebreaks=tiebreaks, gone=gone_of(facts.stage), seed=seed)


def gone_of(stage: Stage) -> set[int]:
    """Who withdrew from the event of a stage or was put out of it, whenever it was."""
    withdrawn = Withdrawal.objects.filter(entry__tournament=stage.tournament_id)
    out = Penalty.objects.filter(
        tournament=stage.tournament_id, superseded_at__isnull=True, out_from__isnull=False
    )
    return {*withdrawn.values_list("entry", flat=True), *out.values_list("entry", flat=True)}


def _clubs(facts: StageTable) -> dict[int, object]:
    """The clubs from which guests come, by entry."""
    members = EntryMember.objects.filter(tournament=facts.stage.tournament_id, board=1)
    guests = members.exclude(player__home_club="")
    return dict(guests.values_list("entry_id", "player__home_club"))
