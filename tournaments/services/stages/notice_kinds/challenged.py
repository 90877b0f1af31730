"""Somebody challenges a player to a friendly."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.selectors.guests import guests_at
from kernel.text import N_
from tournaments.models import Challenge, Notice
from tournaments.selectors.events.friendlies import OPENER, board_of
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from web.links import from_anywhere


class Challenged(NoticeKind):
    """To the one who is challenged, as long as they have not answered."""

    code = "challenged"
    asks = N_("Tell me by e-mail when somebody challenges me to a friendly")
    called = N_("News of a challenge")
    foretold = N_("A message about a challenge goes to %(names)s.")
    is_online_alone = True

    def due(self, stage_id: int, now: datetime) -> Iterator[Due]:
        waiting = Challenge.objects.filter(
            self.wished_by("user"),
            friendly__tournament__stages=stage_id,
            friendly__claimed_at=None,
            declined_at=None,
        )
        for user in waiting.values_list("user", flat=True):
            yield Due(user, "")

    def letter(self, notice: Notice) -> Letter | None:
        challenge = Challenge.objects.filter(
            friendly__tournament=notice.stage.tournament_id,
            friendly__claimed_at=None,
            declined_at=None,
        ).first()
        if challenge is None:
            return None
        opener = guests_at(board_of(challenge.friendly).match_id)[OPENER]
        values = {"name": opener.name or _("Somebody")}
        said = _(
            "%(name)s challenges you to a game of Gin Rummy at an online table. You have a day to"
            " say yes or no."
        )
        link = from_anywhere(reverse("play"))
        body = f"{said % values}\n\n{link}" if link else said % values
        return Letter(_("%(name)s challenges you to a game") % values, body)
