"""In an endless series a player gives notice that the running columns are the last (rulebook 4.4).

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
"""

from dataclasses import replace
from datetime import datetime

from games.models import SeriesNotice
from games.selectors.matches import MatchRecord, next_hand
from games.services import scoresheet
from games.services.stored import store, who
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, refusal


def give_notice(
    *, record: MatchRecord, seat: Seat | None, by: Actor, now: datetime
) -> tuple[MatchRecord, SeriesNotice]:
    """Note that the player in `seat`, left out who writes it down, gave notice in the running
    series: it holds from the next hand on.

    Refused (`no_notice`) where a series ends by itself, (`wrong_state`) where it is given already,
    (`match_over`, `not_by_hands`, `choice_needed`) where no hand could be written down.
    """
    if not record.game_rules.knows_notice:
        sentence = N_("Notice is given in an endless Hollywood series alone; this match has none.")
        raise refusal("no_notice", sentence)
    if seat is None:
        seat = record.seat_of(by.user_id)
    if seat is None:
        raise refusal("bad_seat", N_("Say which player gave notice."), "seat")
    record.game_rules.checked_seat(seat, "seat")
    game = _running_series(record)
    record = scoresheet.opened(record, by, now)
    if notice_in(record, game):
        raise refusal("wrong_state", N_("Notice is given in this series already."))
    notice = SeriesNotice.objects.create(
        match=record.match, seat=seat, game=game, after=len(record.facts), **who(by, now)
    )
    return store(replace(record, notices=(*record.notices, notice))), notice


def take_back_notice(
    *, record: MatchRecord, by: Actor, now: datetime
) -> tuple[MatchRecord, SeriesNotice]:
    """The notice in the running series was not given, while no hand came after it.

    Refused (`no_notice`) where none is given there, (`wrong_state`) where a hand came after it, and
    (`forbidden`) for a player who did not write it down.
    """
    notice = notice_in(record, _running_series(record))
    if notice is None:
        raise refusal("no_notice", N_("No notice is given in this series."))
    if len(record.facts) > notice.after:
        sentence = N_("A hand was played after the notice, so that it can't be taken back.")
        raise refusal("wrong_state", sentence)
    if not by.may("match.correct") and (by.user_id is None or notice.by_id != by.user_id):
        sentence = N_("Only who wrote the notice down, or a referee, can take it back.")
        raise refusal("forbidden", sentence)
    SeriesNotice.objects.filter(pk=notice.pk).update(superseded_at=now)
    rest = tuple(other for other in record.notices if other != notice)
    return store(scoresheet.unopened(replace(record, notices=rest), now)), notice


def notice_in(record: MatchRecord, game: int) -> SeriesNotice | None:
    """The notice that stands in a series."""
    return next((notice for notice in record.notices if notice.game == game), None)


def _running_series(record: MatchRecord) -> int:
    """The number of the series that the next hand joins."""
    if record.score.finished:
        raise refusal("match_over", N_("This match is over: no notice can be given or taken back."))
    _sequence, game, _number = next_hand(record)
    if not game:
        sentence = N_("A corrected game is unfinished: say first what is to become of it.")
        raise refusal("choice_needed", sentence)
    return game
