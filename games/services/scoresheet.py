"""What is written down of a match: hands, results, corrections, confirmations, disputes.

The caller holds the lock of the match, has checked that it can be played, and has read its record
under that lock. Every function returns the record as it is afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, F, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.cut_offs import CutOff
from games.levels import HANDED_IN_WHOLE, ResultLevel
from games.models import (
    Confirmation,
    Dispute,
    Hand,
    HandFact,
    Match,
    Ruling,
    Submission,
)
from games.selectors.matches import (
    MatchRecord,
    is_in_round,
    next_hand,
    proposed_dealer,
    proposed_players,
    remedies_on,
)
from games.selectors.tables import has_dealt, running_hand
from games.services.stored import store, who
from games.services.unfinished import Correction, decided
from games.tables.records import OnlineHand
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, Refusal, Text

States = Match.States

#: Further than any match goes: there lie the hands that are void, each at a place of its own.
ASIDE = 1_000_000

MATCH_OVER = N_("This match is over: no hand can be added. Correct the result instead.")
NO_HAND = N_("There is no hand %(n)d in this match.")
PLAYERS_STAY = N_("Who played a hand stays: correct the hand of those who played this one.")
RULED_OTHERWISE = N_(
    "A ruling stands on a hand of this round that one of these played with somebody else: write "
    "down who played it, or take the ruling back."
)
DEALS_NOT = N_("Who dealt the hand is one of those who played it.")
SITS_OUT = N_(
    "They sit out the hand that is played at the online table, and can't lose it. Give the penalty "
    "when they play again, or as points."
)
NOT_BY_HANDS = N_("This match was entered as a result, not hand by hand. Correct the result.")


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand as somebody enters it: `said` as its game takes it, a void one if it is null. A dealer
    or players left out are the proposed ones. `online` is there where no person enters it, but its
    table."""

    said: Any
    dealer: int | None = None
    online: OnlineHand | None = None
    players: Sequence[int] | None = None


VOID = HandEntry(None)


def add_hand(*, record: MatchRecord, entry: HandEntry, by: Actor, now: datetime) -> MatchRecord:
    """Write down the next hand; it joins the running game, a new one begins by itself."""
    return store(with_hand(record=opened(record, by, now), entry=entry, by=by, now=now))


def with_hand(
    *,
    record: MatchRecord,
    entry: HandEntry,
    by: Actor,
    now: datetime,
    ruling: Ruling | None = None,
    cut_off: CutOff | None = None,
    seat: Seat | None = None,
) -> MatchRecord:
    """The next hand is written down, with the `ruling` on it if it is, the match not yet settled:
    for what writes more than that. `cut_off`: by what it ends if it is played at an online table,
    where it is the hand of the deal that is played there, of several that of `seat`."""
    sequence, game, number = next_hand(record)
    if record.score.finished:
        raise Refusal(Text("match_over", MATCH_OVER))
    if not game:
        sentence = N_("A corrected game is unfinished: say first what is to become of it.")
        raise Refusal(Text("choice_needed", sentence))
    if cut_off:
        online = running_hand(record.match, cut_off, seat)
        entry = replace(entry, online=online)
        if online is not None and online.players:
            if seat is not None and record.game_rules.place_of(seat, online.players) is None:
                raise Refusal(Text("wrong_state", SITS_OUT))
            entry = replace(entry, players=online.players, dealer=online.dealer)
    place = {"sequence": sequence, "game": game, "number": number}
    return _with_fact(record, place, entry, ruling=ruling, **who(by, now))


def add_cut_off_hand(
    *, record: MatchRecord, entry: HandEntry, game: int, number: int, by: Actor, now: datetime
) -> MatchRecord:
    """Write down a hand of an online table that was cut off as the next of the match, in the game
    in which it was dealt: this may be over by now, and the match with it."""
    place = {"sequence": len(record.facts) + 1, "game": game, "number": number}
    return store(_with_fact(record, place, entry, ruling=None, **who(by, now)))


def _with_fact(
    record: MatchRecord,
    place: Mapping[str, int],
    entry: HandEntry,
    *,
    ruling: Ruling | None,
    **said: object,
) -> MatchRecord:
    """The record with a hand at this place."""
    fields, online = _next_fields(record, place["sequence"], entry), entry.online
    if online is not None:
        fields |= {"log_digest": online.log_digest, "cut_off": online.cut_off}
    deal = online.deal if online else None
    hand = Hand.objects.create(match=record.match, deal=deal, **place)
    fact = HandFact.objects.create(hand=hand, ruling=ruling, **fields, **said)
    return replace(record, facts=(*record.facts, fact))


def without_last_hand(*, record: MatchRecord, now: datetime) -> MatchRecord:
    """The hand that was written down last is being played again, the match not yet settled. It
    leaves its place to what it will come to. One of an online table stays, cut off: no deal is
    played on there, and the next one takes its place in the play."""
    *facts, last = record.facts
    if last.hand.deal is not None:
        return record
    HandFact.objects.filter(pk=last.pk).update(superseded_at=now)
    put_aside(Hand.objects.filter(pk=last.hand_id))
    return replace(record, facts=tuple(facts))


def correct_hand(
    *,
    record: MatchRecord,
    n: int,
    entry: HandEntry,
    reason: str,
    if_unfinished: str | None,
    by: Actor,
    now: datetime,
) -> MatchRecord:
    """Say anew what the n-th hand of the match was; the old fact is kept.

    Where that leaves a game unfinished behind which others were played, `if_unfinished` says what
    becomes of it: play_on, leader or void; left out there it is refused (`choice_needed`).
    """
    correction = Correction(reason, by, now, if_unfinished)
    return store(with_corrected_hand(record, n, entry, correction))


def with_corrected_hand(
    record: MatchRecord, n: int, entry: HandEntry, correction: Correction
) -> MatchRecord:
    """The hand is said anew, the match not yet settled: for what writes more than that."""
    if not record.is_by_hands:
        raise Refusal(Text("not_by_hands", NOT_BY_HANDS))
    old = _fact_of(record, n)
    _require_may_correct(record, old, correction.by)
    fields = _corrected_fields(record, old, entry)
    HandFact.objects.filter(pk=old.pk).update(superseded_at=correction.now)
    fact = HandFact.objects.create(
        hand=old.hand,
        revision=old.revision + 1,
        reason=correction.reason,
        supersedes=old,
        ruling=correction.ruling,
        **fields,
        **who(correction.by, correction.now),
    )
    return decided(record.said_anew(old, fact), correction, old.hand.game)


def submit_result(
    *,
    record: MatchRecord,
    level: str,
    payload: Mapping[str, object],
    reason: str,
    by: Actor,
    now: datetime,
) -> MatchRecord:
    """Hand in a result at a level above hands; it takes the place of what was there.

    What staff hand in stands, with a reason where a result stands already. What a player hands in
    is a report, and is taken only where nothing but the player's own report was there.
    """
    if level not in HANDED_IN_WHOLE:
        raise ValueError(f"{level} is not a level at which a result is handed in")
    if level == ResultLevel.WALKOVER:
        record.game_rules.checked_seat(payload.get("walkover"), "walkover")
    old = record.submission
    if old and not by.may("match.enter"):
        _require_own_report(record, old, by)
    if record.state == States.FINISHED and not reason:
        sentence = N_("A result stands already: give the reason for the correction.")
        raise Refusal(Text("reason_needed", sentence), "reason")
    if old:
        Submission.objects.filter(pk=old.pk).update(superseded_at=now)
    submission = Submission(
        match=record.match,
        level=level,
        payload=dict(payload),
        reason=reason,
        supersedes=old,
        **who(by, now),
    )
    _save(submission)
    return store(replace(record, submission=submission, facts=(), decisions=None))


def confirm_result(*, record: MatchRecord, by: Actor, now: datetime) -> MatchRecord:
    """The opponent, or a referee, says that the report is right. Twice changes nothing."""
    if record.state == States.FINISHED:
        return record
    submission = _require_report(record, by)
    Confirmation.objects.filter(submission=submission).delete()
    submission.confirmation = Confirmation.objects.create(submission=submission, **who(by, now))
    return store(replace(record))


def dispute_result(*, record: MatchRecord, reason: str, by: Actor, now: datetime) -> MatchRecord:
    """The opponent says that the report is wrong: it waits for a referee."""
    submission = _require_report(record, by)
    if record.state == States.DISPUTED:
        return record
    Dispute.objects.filter(submission=submission).delete()
    submission.dispute = Dispute.objects.create(
        submission=submission, reason=reason, **who(by, now)
    )
    return store(replace(record))


def preview_hand(*, record: MatchRecord, entry: HandEntry) -> MatchRecord:
    """The record as it would be with one more hand; writes nothing."""
    sequence, game, number = next_hand(record)
    if record.score.finished or not game:
        raise Refusal(Text("match_over", MATCH_OVER))
    fields = _next_fields(record, sequence, entry)
    hand = Hand(match=record.match, sequence=sequence, game=game, number=number)
    fact = HandFact(hand=hand, **fields)
    submission = record.submission or Submission(match=record.match, level=ResultLevel.HANDS)
    return replace(record, submission=submission, facts=(*record.facts, fact))


def preview_correction(*, record: MatchRecord, n: int, entry: HandEntry) -> MatchRecord:
    """The record as it would be with another fact for its n-th hand; writes nothing."""
    old = _fact_of(record, n)
    fields = _corrected_fields(record, old, entry)
    return record.said_anew(old, HandFact(hand=old.hand, **fields))


def opened(record: MatchRecord, by: Actor, now: datetime) -> MatchRecord:
    """The record with a submission of hands: the standing one, or a new one."""
    if record.submission is not None:
        if not record.is_by_hands:
            code = "match_over" if record.state == States.FINISHED else "not_by_hands"
            raise Refusal(Text(code, NOT_BY_HANDS))
        return record
    submission = Submission(match=record.match, level=ResultLevel.HANDS, **who(by, now))
    _save(submission)
    return replace(record, submission=submission)


def _fact_of(record: MatchRecord, n: int) -> HandFact:
    fact = record.fact_of(n)
    if fact is None:
        raise Refusal(Text("not_found", NO_HAND, {"n": n}))
    return fact


def _next_fields(record: MatchRecord, n: int, entry: HandEntry) -> dict[str, object]:
    """What is stored of the hand that comes next."""
    rules, dealer, players = record.game_rules, proposed_dealer(record), proposed_players(record)
    if entry.players is not None:
        dealt = record.sheet.dealt if record.sheet else ()
        players = rules.checked_players(dealt, entry.players)
        dealer = rules.dealer_among(players, dealer)
    _require_as_ruled(record, n, players)
    return _fields(record, n, entry, dealer, players)


def _require_as_ruled(record: MatchRecord, n: int, players: Sequence[Seat]) -> None:
    """Refuse a hand of a round that a ruling says was played by one of these and somebody else."""
    for ruling in record.rulings:
        if len({*ruling.players} & {*players}) == 1 and is_in_round(record, ruling, n):
            raise Refusal(Text("bad_players", RULED_OTHERWISE), "players")


def _corrected_fields(record: MatchRecord, old: HandFact, entry: HandEntry) -> dict[str, object]:
    """What is stored of a hand that is said anew. Who played it stays: what belongs to others is
    another hand of the round, and corrected there."""
    players = tuple(old.players)
    if entry.players is not None and sorted(entry.players) != sorted(players):
        raise Refusal(Text("bad_players", PLAYERS_STAY), "players")
    return _fields(record, old.hand.sequence, entry, old.dealer, players)


def _fields(
    record: MatchRecord, n: int, entry: HandEntry, dealer: Seat, players: Sequence[Seat]
) -> dict[str, object]:
    """What is stored of the n-th hand, by default of this dealer; refused where the rules and
    rulings give it no price."""
    rules, said = record.game_rules, entry.dealer
    dealt = dealer if said is None else rules.checked_seat(said, "dealer")
    if players and dealt not in players:
        raise Refusal(Text("bad_seat", DEALS_NOT), "dealer")
    if entry.said is None:
        return void_hand(record, players) | {"dealer": dealt}
    priced = rules.stored(entry.said, remedies_on(record, n, players), players)
    return {**priced, "dealer": dealt, "players": list(players)}


def void_hand(record: MatchRecord, players: Sequence[Seat]) -> dict[str, object]:
    """What is stored of a hand of which nothing counts."""
    counts = [None] * record.game_rules.seats
    return {"kind": "void", "counts": counts, "players": list(players)}


def _require_may_correct(record: MatchRecord, fact: HandFact, by: Actor) -> None:
    """Referees correct any hand; others the last of a running match, where they entered it."""
    if by.may("match.correct"):
        return
    last = record.facts[-1].hand.sequence == fact.hand.sequence
    if record.match.state == States.FINISHED or not last or fact.by_id != by.user_id:
        sentence = N_(
            "Only a referee can correct this hand. You can correct the last hand of a "
            "running match if you entered it."
        )
        raise Refusal(Text("forbidden", sentence))


def _require_own_report(record: MatchRecord, old: Submission, by: Actor) -> None:
    if ResultLevel(old.level).is_by_hands:
        sentence = N_("The hands of this match are written down: its result follows from them.")
        raise Refusal(Text("wrong_state", sentence))
    if record.state == States.DISPUTED:
        sentence = N_("This result is disputed: a referee decides.")
        raise Refusal(Text("wrong_state", sentence))
    if record.state != States.REPORTED or old.by_id != by.user_id:
        sentence = N_("A result is handed in already: confirm or dispute it.")
        raise Refusal(Text("wrong_state", sentence))


def _require_report(record: MatchRecord, by: Actor) -> Submission:
    if record.submission is None or record.state not in {States.REPORTED, States.DISPUTED}:
        raise Refusal(Text("wrong_state", N_("There is no report here that waits for an answer.")))
    if not by.may("match.enter") and record.side_of(by.user_id) == record.reporter:
        sentence = N_("You reported this yourself: it is your opponent who confirms or disputes.")
        raise Refusal(Text("forbidden", sentence))
    return record.submission


def _save(submission: Submission) -> None:
    """Store what was handed in as the next revision of its match.

    The statement that writes it counts those before it, which saves asking for their number. It is
    loaded where somebody wants to know it.
    """
    same_match = Submission.objects.filter(match=submission.match_id).order_by().values("match")
    before = Subquery(same_match.annotate(count=Count("pk")).values("count"))
    submission.revision = Coalesce(before, 0) + 1
    submission.save(force_insert=True)
    del submission.revision


def unopened(record: MatchRecord, now: datetime) -> MatchRecord:
    """The record without its submission where nothing is left that was written down by hands: the
    match is as if it had not begun."""
    said = record.submission
    if said is None or not record.is_by_hands:
        return record
    if record.facts or record.adjustments or record.notices or has_dealt(record.match):
        return record
    Submission.objects.filter(pk=said.pk).update(superseded_at=now)
    return replace(record, submission=None)


def put_aside(hands: QuerySet[Hand]) -> None:
    """Let hands leave their places, so that others find them free."""
    hands.update(sequence=F("pk") + ASIDE, game=F("pk") + ASIDE)
