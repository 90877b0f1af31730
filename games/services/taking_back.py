"""What stands of matches as ids of facts: ended, and put back as it was.

Nothing is overwritten: a fact that is ended stays with its end, one that is put back is a new row
that says the same as the old one, with who said it and when. The caller holds the locks.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Manager

from games.models import (
    Adjustment,
    Confirmation,
    Dispute,
    FirstDeal,
    GameDecision,
    Hand,
    HandFact,
    Match,
    MatchSeat,
    Ruling,
    SeriesNotice,
    Submission,
)
from games.selectors.matches import match_records
from games.services.first_deals import copy_first_dealers
from games.services.hands_before import facts_before, is_said_with, restored
from games.services.scoresheet import ASIDE, put_aside
from games.services.stored import STORED, copied, copy_fold
from kernel.text import N_, Refusal, Text
from web.db.kinds import Kind, rows_by_kind

WRITTEN_WITH_IT = N_(
    "Hand %(n)d was written down with a ruling that was taken back since: correct the hand instead."
)

Ids = Mapping[str, Sequence[int]]
"""Ids of facts by their kind."""

KINDS: Mapping[str, tuple[Manager[Any], str]] = {
    "submission": (Submission.objects, "match"),
    "hand_fact": (HandFact.objects, "hand__match"),
    "decision": (GameDecision.objects, "match"),
    "first_deal": (FirstDeal.objects, "match"),
    "ruling": (Ruling.objects, "match"),
    "adjustment": (Adjustment.objects, "match"),
    "notice": (SeriesNotice.objects, "match"),
}
"""For each kind its rows, and where they name their match."""

ANSWERS: tuple[type[Confirmation | Dispute], ...] = (Confirmation, Dispute)


def standing_kinds(matches: Iterable[int]) -> dict[str, Kind]:
    """All that stands of these matches, by kind."""
    keys = list(matches)
    return {
        kind: Kind(rows.filter(**{f"{match}__in": keys}, superseded_at__isnull=True))
        for kind, (rows, match) in KINDS.items()
    }


def standing_facts(matches: Iterable[int]) -> dict[str, set[int]]:
    """The ids of all that stands of these matches, by kind: one query."""
    return rows_by_kind(standing_kinds(matches))


def matches_of(facts: Ids) -> set[int]:
    """The matches of which these facts are."""
    return {
        match
        for kind, ids in facts.items()
        if kind in KINDS
        for match in KINDS[kind][0]
        .filter(pk__in=ids)
        .values_list(f"{KINDS[kind][1]}_id", flat=True)
    }


def end_facts(*, facts: Ids, now: datetime) -> bool:
    """End what still stands of these; whether all of them did."""
    ended = [
        KINDS[kind][0].filter(pk__in=ids, superseded_at__isnull=True).update(superseded_at=now)
        == len(ids)
        for kind, ids in facts.items()
        if kind in KINDS
    ]
    return all(ended)


def standing_for(facts: Iterable[int]) -> list[int]:
    """Facts of hands, each by the one that stands in its place where it was put back since."""
    found = []
    for fact in HandFact.objects.filter(pk__in=facts).order_by("pk"):
        again = HandFact.objects.filter(
            restores=fact.restores_id or fact.pk, superseded_at__isnull=True
        )
        is_ended = fact.superseded_at is not None
        found.append(again[0].pk if is_ended and again else fact.pk)
    return found


def restore_facts(*, facts: Ids) -> dict[str, dict[int, int]]:
    """Let these stand again as new rows that say the same; by kind for each the new one.

    What was written down with a ruling that was taken back since does not: in its place stands what
    was said of the hand before.
    """
    found: dict[str, dict[int, int]] = {}
    for kind in ("submission", "ruling", "decision", "adjustment", "notice", "first_deal"):
        rows = KINDS[kind][0].filter(pk__in=facts.get(kind, ())).order_by("pk")
        found[kind] = {old.pk: copied(old).pk for old in rows}
    for old, new in found["submission"].items():
        _copy_answers(old, new)
    for fact in HandFact.objects.filter(pk__in=facts.get("hand_fact", ())).order_by("pk"):
        _restore_hand(fact)
    return found


def _restore_hand(fact: HandFact) -> None:
    of_match = {"match": fact.hand.match_id, "superseded_at__isnull": True}
    standing = list(Ruling.objects.filter(**of_match))
    for older in (fact, *facts_before(fact)):
        if older.ruling is None or is_said_with(older, standing):
            restored(older)
            return
    if fact.hand.deal is not None:  # what was dealt online keeps its place, as a hand of nobody
        copied(fact, ruling_id=None)
        return
    later = Hand.objects.filter(match=fact.hand.match_id, sequence__lt=ASIDE)
    if later.filter(sequence__gt=fact.hand.sequence, facts__superseded_at__isnull=True).exists():
        raise Refusal(Text("wrong_state", WRITTEN_WITH_IT, {"n": fact.hand.sequence}))
    put_aside(Hand.objects.filter(pk=fact.hand_id))


def void_matches(*, matches: Sequence[int], now: datetime) -> None:
    """End all that stands of matches that are to be played anew.

    All hands leave their places, those of which nothing stands any more as well, so that those of
    the new play find them free. At an online table their deals keep the numbers by which they were
    dealt, and are hands of the match no more.
    """
    facts = {kind: list(ids) for kind, ids in standing_facts(matches).items()}
    put_aside(Hand.objects.filter(match__in=matches, sequence__lt=ASIDE))
    end_facts(facts=facts, now=now)


def refold(matches: Iterable[int]) -> None:
    """Make the stored copies of matches anew; their versions go up. It locks them: at an online
    table players write without any other lock."""
    found = list(Match.objects.select_for_update().filter(pk__in=list(matches)).order_by("pk"))
    copy_first_dealers(found)
    for record in match_records(found).values():
        copy_fold(record).version += 1
    Match.objects.bulk_update(found, [*STORED, "first_dealer", "version"])


def seats_of(matches: Sequence[int]) -> Kind:
    """Match, seat and player of each who sits there."""
    return Kind(MatchSeat.objects.filter(match__in=matches), ("match_id", "seat", "player_id"))


def places_of(matches: Sequence[int]) -> Kind:
    """Each hand with its place: sequence, game, number in it."""
    return Kind(Hand.objects.filter(match__in=matches), ("pk", "sequence", "game", "number"))


def restore_seats(*, left: Iterable[Sequence[int]], held: Iterable[Sequence[int]]) -> None:
    """Those who sit at `left` get up, those of `held` sit down again."""
    for match, seat, _player in left:
        MatchSeat.objects.filter(match=match, seat=seat).delete()
    MatchSeat.objects.bulk_create(
        MatchSeat(match_id=match, seat=seat, player_id=player) for match, seat, player in held
    )


def restore_places(*, places: Iterable[Sequence[int]]) -> None:
    """Put hands where they were."""
    for hand, sequence, game, number in places:
        Hand.objects.filter(pk=hand).update(sequence=sequence, game=game, number=number)


def _copy_answers(old: int, new: int) -> None:
    """What was answered to a report, answered to its copy."""
    for model in ANSWERS:
        for answer in model.objects.filter(submission=old):
            answer.pk, answer.submission_id = None, new
            answer.save(force_insert=True)
