"""An adjourned online match goes on at its hour."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.selectors.holds import Hold, holds_at
from kernel.text import N_
from tournaments.models import Board, Notice
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from tournaments.services.stages.notice_kinds.own_match import opponent_of, own_board, with_table

REMINDED_BEFORE = timedelta(minutes=30)


class Adjourned(NoticeKind):
    """To both players, when it is adjourned, and again shortly before its hour."""

    code = "adjourned"
    asks = N_("Tell me by e-mail when my adjourned online match goes on")
    called = N_("News of an adjourned match")
    foretold = N_("A message about the adjourned match goes to %(names)s.")
    is_online_alone = True

    def due(self, stage_id: int, now: datetime) -> Iterator[Due]:
        adjourned = Board.objects.filter(
            self.wished_by("match__seats__player__user"),
            pairing__round__stage=stage_id,
            match__table__events__kind="adjournment",
        )
        columns = ("match__seats__player__user", "pairing", "match")
        readers = set(adjourned.values_list(*columns))
        holds = holds_at({match for _user, _pairing, match in readers})
        for user, pairing, match in readers:
            hold = holds.get(match)
            if hold and hold.until and now < hold.until:
                yield Due(user, _about(hold, hold.until - now <= REMINDED_BEFORE), pairing)

    def letter(self, notice: Notice) -> Letter | None:
        board = own_board(notice)
        hold = holds_at([board.match_id]).get(board.match_id) if board else None
        if not hold or not hold.until or not notice.about.startswith(_about(hold, False)):
            return None  # it goes on already, or was adjourned to another hour
        tournament = notice.stage.tournament
        zone = ZoneInfo(tournament.club.time_zone)
        values = {
            "tournament": tournament.name,
            "opponent": opponent_of(notice),
            "hour": date_format(localtime(hold.until, zone), "DATETIME_FORMAT"),
        }
        said = _(
            "Your match against %(opponent)s is adjourned. It goes on by itself on %(hour)s, and "
            "the clocks with it: sit down at the table before."
        )
        return Letter(
            _("%(tournament)s: your match goes on at its hour") % values,
            with_table(notice, said % values),
        )


def _about(hold: Hold, is_soon: bool) -> str:
    """Which letter it is about which adjournment."""
    return f"{hold.event}:{'soon' if is_soon else ''}"
