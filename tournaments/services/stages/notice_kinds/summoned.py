"""You are waited for at your online table."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from kernel.text import N_
from tournaments.models import Notice, Summons
from tournaments.selectors.desk.missing import CALLED_FOR, is_called
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from tournaments.services.stages.notice_kinds.own_match import opponent_of, with_table


class Summoned(NoticeKind):
    """To a player whom the director calls, as they are not at their online table."""

    code = "summoned"
    asks = N_("Tell me by e-mail when I am missing at my online table")
    called = N_("A call to an online table")
    foretold = N_("A call to their online table goes to %(names)s.")
    is_online_alone = True

    def due(self, stage_id: int, now: datetime) -> Iterator[Due]:
        seats = "board__match__seats"
        called = Summons.objects.filter(
            self.wished_by(f"{seats}__player__user"),
            **{f"{seats}__seat": F("seat")},
            board__pairing__round__stage=stage_id,
            at__gt=now - CALLED_FOR,
        )
        rows = called.values_list(f"{seats}__player__user", "pk", "board__pairing")
        for user, pk, pairing in rows:
            yield Due(user, str(pk), pairing)

    def letter(self, notice: Notice) -> Letter | None:
        call = Summons.objects.filter(pk=notice.about).select_related("board").first()
        if call is None or not is_called(call.board.match_id, call.seat, call.at):
            return None  # they have come since
        values = {"tournament": notice.stage.tournament.name, "opponent": opponent_of(notice)}
        said = _("You are called to your online table: you play %(opponent)s, and are not there.")
        return Letter(
            _("%(tournament)s: you are called to your table") % values,
            with_table(notice, said % values),
        )
