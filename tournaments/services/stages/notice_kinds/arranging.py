"""In an event by windows: hours for a match are proposed or agreed, and its time comes or runs
out."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.selectors.seats import accounts_at
from kernel.seats import Seat, opponent
from kernel.text import N_
from players.selectors import wishers
from tournaments.domain.lifecycle import MatchState
from tournaments.models import AgreedTime, Board, Notice, RoundWindow, TimeProposal
from tournaments.selectors.desk.arranging import times_of
from tournaments.selectors.stages.windows import windows_of
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from tournaments.services.stages.notice_kinds.own_match import opponent_of, own_board
from web.links import from_anywhere

BEFORE_MATCH = timedelta(hours=1)
BEFORE_END = timedelta(days=1)


class _News(NamedTuple):
    """What is to be told to who sits in a seat of a match."""

    match: int
    seat: Seat
    about: str
    pairing: int


class TimesProposed(NoticeKind):
    """To the other of the two, as long as they have not answered."""

    code = "times_proposed"
    asks = N_("Tell me by e-mail when my opponent proposes times for our match, or takes one")
    called = N_("News of the time of a match")
    foretold = N_("A message about the time of the match goes to %(names)s.")
    is_of_windows = True

    def due(self, stage_id: int, now: datetime) -> Iterator[Due]:
        for letter, said in (("p", TimeProposal.objects), ("a", AgreedTime.objects)):
            rows = said.filter(_of_open(stage_id, "board"), superseded_at=None)
            found = rows.values_list("pk", "board__match", "board__pairing", "seat")
            yield from _wished(
                self.code,
                [
                    _News(match, opponent(seat), f"{letter}{row}", pairing)
                    for row, match, pairing, seat in found
                ],
            )

    def letter(self, notice: Notice) -> Letter | None:
        board = own_board(notice)
        about = notice.about[1:]
        if board is None:
            return None
        if notice.about.startswith("p"):
            proposal = TimeProposal.objects.filter(pk=about, superseded_at=None).first()
            return _proposed(notice, board, proposal) if proposal else None
        agreed = AgreedTime.objects.filter(pk=about, superseded_at=None).first()
        if agreed is None:
            return None
        said = _("%(opponent)s takes one of your times: you play on %(hour)s.")
        values = {"opponent": opponent_of(notice), "hour": _hour(notice, agreed.time)}
        return _letter(notice, board, _("%(tournament)s: you have a time"), said % values)


class MatchTime(NoticeKind):
    """To both, an hour before they play, and a day before the end of the window of a match that has
    no hour."""

    code = "match_time"
    asks = N_("Remind me by e-mail of the time of my match, and of the end of the round")
    called = N_("Reminder of a match in its window")
    foretold = N_("A reminder of the match goes to %(names)s.")
    is_of_windows = True

    def due(self, stage_id: int, now: datetime) -> Iterator[Due]:
        agreed = AgreedTime.objects.filter(
            _of_open(stage_id, "board"), superseded_at=None, time__gt=now
        )
        soon = agreed.filter(time__lte=now + BEFORE_MATCH)
        times = soon.values_list("pk", "board__match", "board__pairing")
        ending = RoundWindow.objects.filter(
            superseded_at=None,
            until__range=(now, now + BEFORE_END),
            round__stage=stage_id,
        )
        without = Board.objects.filter(
            _of_open(stage_id, ""), pairing__round__in=ending.values("round")
        ).exclude(pk__in=agreed.values("board"))
        windows = dict(ending.values_list("round", "pk"))
        boards = without.values_list("match", "pairing", "pairing__round") if windows else ()
        told = [(match, f"t{row}", pairing) for row, match, pairing in times]
        told += [(match, f"w{windows[round]}", pairing) for match, pairing, round in boards]
        yield from _wished(
            self.code,
            [_News(match, seat, about, to) for match, about, to in told for seat in (0, 1)],
        )

    def letter(self, notice: Notice) -> Letter | None:
        board = own_board(notice)
        if board is None:
            return None
        about, values = notice.about[1:], {"opponent": opponent_of(notice)}
        if notice.about.startswith("t"):
            agreed = AgreedTime.objects.filter(pk=about, superseded_at=None).first()
            if agreed is None:
                return None
            values["hour"] = _hour(notice, agreed.time)
            said = _("You play against %(opponent)s on %(hour)s.") % values
            return _letter(notice, board, _("%(tournament)s: your match comes"), said)
        window = RoundWindow.objects.filter(pk=about, superseded_at=None).first()
        if window is None:
            return None
        values["hour"] = _hour(notice, window.until)
        said = _(
            "Your match against %(opponent)s is not played yet. The round ends on %(hour)s: agree"
            " on a time, or play now."
        )
        return _letter(notice, board, _("%(tournament)s: your round ends"), said % values)


def _of_open(stage: int, board: str) -> Q:
    """That a match of a stage is not over, by the path to its board."""
    path = f"{board}__" if board else ""
    is_over = Q(**{f"{path}match__state": MatchState.FINISHED})
    return ~is_over & Q(**{f"{path}pairing__round__stage": stage})


def _wished(kind: str, news: Sequence[_News]) -> Iterator[Due]:
    """Of this, what is for somebody who wishes for it."""
    sits = accounts_at({one.match for one in news}) if news else {}
    wish = wishers(set(sits.values()), {kind}) if sits else {}
    for one in news:
        user = sits.get((one.match, one.seat))
        if user is not None and user in wish:
            yield Due(user, one.about, one.pairing)


def _proposed(notice: Notice, board: Board, proposal: TimeProposal) -> Letter | None:
    round = board.pairing.round_id
    until = windows_of([round]).get(round)
    if until is None:
        return None
    said = _("%(opponent)s proposes for your match:") % {"opponent": opponent_of(notice)}
    hours = "\n".join(f"- {_hour(notice, time)}" for time in times_of(proposal))
    end = _("Take one of them, or propose others: the round ends on %(hour)s.")
    body = f"{said}\n{hours}\n\n{end % {'hour': _hour(notice, until)}}"
    return _letter(notice, board, _("%(tournament)s: times for your match"), body)


def _letter(notice: Notice, board: Board, subject: str, body: str) -> Letter:
    """The words, with the link to the match as far as it opens from anywhere."""
    event = notice.stage.tournament
    link = from_anywhere(reverse("match", args=[event.club.slug, event.slug, board.match_id]))
    return Letter(subject % {"tournament": event.name}, f"{body}\n\n{link}" if link else body)


def _hour(notice: Notice, at: datetime) -> str:
    zone = ZoneInfo(notice.stage.tournament.club.time_zone)
    return date_format(localtime(at, zone), "DATETIME_FORMAT")
