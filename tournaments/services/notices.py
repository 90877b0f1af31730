"""Messages to players who want them: your next match, by e-mail, once."""

from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Match
from players.models import User
from players.permissions import Actor
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Notice, Pairing

NEXT_MATCH = "next_match"


def send_notices(*, stage_id: int, by: Actor, now: datetime) -> None:
    """Tell those who want to know of their next match. A message that was sent is not sent again;
    one that a dying worker had handed over may be."""
    pairings = (
        Pairing.objects.filter(round__stage_id=stage_id, boards__match__state=Match.States.OPEN)
        .exclude(round__state=RoundState.DRAFT)
        .exclude(sides__entry__isnull=True)
        .exclude(sides__entry__withdrawal__isnull=False)
        .select_related("table", "round__stage__tournament__club")
    )
    wanted = User.objects.filter(
        wants_notices=True,
        is_active=True,
        players__entry_members__entry__sides__pairing__round__stage_id=stage_id,
    ).exists()
    if not wanted:
        return
    for pairing in pairings.distinct():
        for user in _readers(pairing):
            Notice.objects.get_or_create(pairing=pairing, user=user, kind=NEXT_MATCH)
    _send_waiting(stage_id, now)


def _readers(pairing: Pairing) -> list[User]:
    return list(
        User.objects.filter(
            wants_notices=True,
            is_active=True,
            players__entry_members__entry__sides__pairing=pairing,
        ).distinct()
    )


def _send_waiting(stage_id: int, now: datetime) -> None:
    waiting = Notice.objects.filter(pairing__round__stage_id=stage_id, sent_at__isnull=True)
    for key in waiting.values_list("pk", flat=True):
        with transaction.atomic():
            notice = (
                Notice.objects.select_for_update(of=("self",))
                .select_related("user", "pairing__table", "pairing__round__stage__tournament")
                .get(pk=key)
            )
            if notice.sent_at is None:
                _send(notice)
                notice.sent_at = now
                notice.save(update_fields=["sent_at"])


def _send(notice: Notice) -> None:
    pairing, user = notice.pairing, notice.user
    tournament = pairing.round.stage.tournament
    opponents = pairing.sides.exclude(entry__members__player__user=user).select_related("entry")
    opponent = opponents[0].entry.name if opponents else ""
    with translation.override(user.language):
        place = (
            _("at table %(number)d") % {"number": pairing.table.number}
            if pairing.table
            else _("at the table that the director names")
        )
        values = {"tournament": tournament.name, "opponent": opponent, "place": place}
        send_mail(
            _("%(tournament)s: your next match") % values,
            _("You play against %(opponent)s, %(place)s.") % values,
            settings.DEFAULT_FROM_EMAIL,
            [user.email],
        )
