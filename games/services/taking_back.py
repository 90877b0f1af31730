"""What stands of matches as ids of facts: ended, and put back as it was.

Nothing is overwritten: a fact that is ended stays with its end, one that is put back is a new row
that says the same as the old one, with who said it and when. The caller holds the locks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import CharField, Max, Value

from games.models import (
    Adjustment,
    Confirmation,
    Dispute,
    GameDecision,
    Hand,
    HandFact,
    Match,
    MatchSeat,
    Ruling,
    Submission,
    Superseding,
)
from games.selectors import match_records
from games.services.scoresheet import ASIDE, put_aside
from games.services.stored import STORED, copy_fold

Ids = Mapping[str, Sequence[int]]
"""Ids of facts by their kind."""

KINDS: Mapping[str, tuple[type[Superseding], str]] = {
    "submission": (Submission, "match"),
    "hand_fact": (HandFact, "hand__match"),
    "decision": (GameDecision, "match"),
    "ruling": (Ruling, "match"),
    "adjustment": (Adjustment, "match"),
}
"""For each kind its rows, and where they name their match."""

ANSWERS: tuple[type[Confirmation | Dispute], ...] = (Confirmation, Dispute)


def standing_facts(matches: Iterable[int]) -> dict[str, set[int]]:
    """The ids of all that stands of these matches, by kind: one query."""
    keys, found = list(matches), defaultdict(set)
    first, *others = (
        model.objects.filter(**{f"{match}__in": keys}, superseded_at__isnull=True)
        .order_by()
        .annotate(of_kind=Value(kind, CharField()))
        .values_list("of_kind", "pk")
        for kind, (model, match) in KINDS.items()
    )
    for kind, pk in first.union(*others, all=True):
        found[kind].add(pk)
    return found


def matches_of(facts: Ids) -> set[int]:
    """The matches of which these facts are."""
    return {
        match
        for kind, ids in facts.items()
        if kind in KINDS
        for match in KINDS[kind][0]
        .objects.filter(pk__in=ids)
        .values_list(f"{KINDS[kind][1]}_id", flat=True)
    }


def end_facts(*, facts: Ids, now: datetime) -> bool:
    """End what still stands of these; whether all of them did."""
    ended = [
        KINDS[kind][0]
        .objects.filter(pk__in=ids, superseded_at__isnull=True)
        .update(superseded_at=now)
        == len(ids)
        for kind, ids in facts.items()
        if kind in KINDS
    ]
    return all(ended)


def restore_facts(*, facts: Ids) -> dict[int, int]:
    """Let these stand again as new rows that say the same; for each adjustment the new one."""
    for kind, ids in facts.items():
        if kind in KINDS and kind != "adjustment":
            for old in KINDS[kind][0].objects.filter(pk__in=ids).order_by("pk"):
                new = copied(old)
                if kind == "submission":
                    _copy_answers(old.pk, new.pk)
    adjustments = Adjustment.objects.filter(pk__in=facts.get("adjustment", ())).order_by("pk")
    return {old.pk: copied(old).pk for old in adjustments}


def void_matches(*, matches: Sequence[int], now: datetime) -> None:
    """End all that stands of matches that are to be played anew.

    All hands leave their places, those of which nothing stands any more as well, so that those of
    the new play find them free.
    """
    facts = {kind: list(ids) for kind, ids in standing_facts(matches).items()}
    put_aside(Hand.objects.filter(match__in=matches, sequence__lt=ASIDE))
    end_facts(facts=facts, now=now)


def refold(matches: Iterable[int]) -> None:
    """Make the stored copies of matches anew; their versions go up."""
    found = list(Match.objects.filter(pk__in=list(matches)))
    for record in match_records(found).values():
        copy_fold(record).version += 1
    Match.objects.bulk_update(found, [*STORED, "version"])


def seats_of(matches: Sequence[int]) -> list[tuple[int, int, int]]:
    """Match, seat and player of each who sits there."""
    seats = MatchSeat.objects.filter(match__in=matches)
    return list(seats.order_by("match", "seat").values_list("match_id", "seat", "player_id"))


def places_of(matches: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Each hand with its place: sequence, game, number in it."""
    hands = Hand.objects.filter(match__in=matches).order_by("pk")
    return list(hands.values_list("pk", "sequence", "game", "number"))


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


def copied(old: Any, **changes: object) -> Any:
    """A new standing row that says what the old one says, but for what is named."""
    fields = {
        field.attname: getattr(old, field.attname)
        for field in old._meta.concrete_fields
        if not field.primary_key
    }
    fields |= {"superseded_at": None} | changes
    if "supersedes_id" in fields:
        newest = old
        while hasattr(newest, "next"):
            newest = newest.next
        fields["supersedes_id"] = newest.pk
    if "revision" in fields:
        identity = "hand_id" if "hand_id" in fields else "match_id"
        said = type(old).objects.filter(**{identity: fields[identity]})
        fields["revision"] = 1 + said.aggregate(last=Max("revision"))["last"]
    return type(old).objects.create(**fields)


def _copy_answers(old: int, new: int) -> None:
    """What was answered to a report, answered to its copy."""
    for model in ANSWERS:
        for answer in model.objects.filter(submission=old):
            answer.pk, answer.submission_id = None, new
            answer.save(force_insert=True)
