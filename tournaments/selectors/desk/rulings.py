"""Rulings that were made: against a player in this event, and by rule in the club."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count, F, QuerySet

from games.models import Match, Ruling
from games.selectors.matches import rules_at
from kernel.seats import SIDES
from tournaments.models import Tournament

MOST_PRECEDENTS = 6
_EVENT = "match__board__pairing__round__stage__tournament"


def rulings_against(tournament: Tournament, match: Match, entrants: int) -> Sequence[list[Ruling]]:
    """By entrant of this match, as many as meet there, what was ruled against their players in
    this event, the newest first. Partners are ruled on together, whoever they were then."""
    found: Sequence[list[Ruling]] = [[] for _ in range(entrants)]
    by_side = rules_at(match).sides == SIDES
    rulings = (
        _standing()
        .filter(**{_EVENT: tournament}, match__seats__player__match_seats__match=match)
        .annotate(sat=F("match__seats__seat"), against=F("match__seats__player__match_seats__seat"))
    )
    for ruling in rulings.order_by("-at", "-id"):
        own = found[ruling.against % entrants]
        if ruling.offender == (ruling.sat % SIDES if by_side else ruling.sat) and ruling not in own:
            own.append(ruling)
    return found


def case_law(club_id: int, rule: str = "", text: str = "") -> QuerySet[Ruling]:
    """What was ruled in a club, by rule or by a word of its facts, the newest first."""
    rulings = _standing().filter(**{f"{_EVENT}__club": club_id})
    if rule:
        rulings = rulings.filter(rule=rule)
    if text:
        rulings = rulings.filter(facts__icontains=text)
    return rulings.select_related(
        "match__board__pairing__table", "match__board__pairing__round__stage__tournament"
    ).order_by("-at", "-id")


def ruled_most(club_id: int, otherwise: Sequence[str]) -> list[str]:
    """The rules that a club needs most, filled up with `otherwise`."""
    rows = (
        _standing()
        .filter(**{f"{_EVENT}__club": club_id})
        .exclude(rule="")
        .values_list("rule")
        .annotate(times=Count("id"))
    )
    often = [rule for rule, _times in Counter(dict(rows)).most_common()]
    return [*often, *(rule for rule in otherwise if rule not in often)]


def _standing() -> QuerySet[Ruling]:
    return Ruling.objects.filter(superseded_at__isnull=True)
