"""Messages to players who want them: your next match, by e-mail, once."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Match, MatchSeat
from kernel.permissions import Actor
from players.models import Mail
from players.services.outbox import queue_message
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Notice, PairingSide
from tournaments.selectors.events.names import public_names_of
from tournaments.selectors.events.penalties import put_out

NEXT_MATCH = "next_match"


def send_notices(*, stage_id: int, by: Actor, now: datetime) -> None:
    """Write to those who want to know of their next match; the outbox sends it, and tries again."""
    prepare_notices(stage_id=stage_id, now=now)
    for notice in _waiting(stage_id).select_related(
        "user", "pairing__table", "pairing__round__stage__tournament__club"
    ):
        with transaction.atomic():
            # Of this row alone: with a join PostgreSQL would not look again after a lock.
            if Notice.objects.filter(pk=notice.pk, sent_at=None).update(sent_at=now):
                _write(notice, now)


def prepare_notices(*, stage_id: int, now: datetime) -> bool:
    """Note who is to be told of their next match; whether a message waits to be sent."""
    readers = (
        PairingSide.objects.filter(
            pairing__round__stage_id=stage_id,
            pairing__boards__match__state=Match.States.OPEN,
            pairing__boards__number=F("entry__members__board"),
            entry__members__player__user__wants_notices=True,
            entry__members__player__user__is_active=True,
        )
        .exclude(pairing__round__state=RoundState.DRAFT)
        .exclude(pairing__sides__entry__isnull=True)
        .exclude(pairing__sides__entry__withdrawal__isnull=False)
        .exclude(pairing__sides__entry__in=put_out(stage_id))
        .values_list("pairing_id", "entry__members__player__user_id")
    )
    known = set(
        Notice.objects.filter(pairing__round__stage_id=stage_id, kind=NEXT_MATCH).values_list(
            "pairing_id", "user_id"
        )
    )
    new = set(readers) - known
    Notice.objects.bulk_create(
        (Notice(pairing_id=pairing, user_id=user, kind=NEXT_MATCH) for pairing, user in new),
        ignore_conflicts=True,
    )
    return _waiting(stage_id).exists()


def _waiting(stage_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(sent_at=None, pairing__round__stage_id=stage_id)


def _write(notice: Notice, now: datetime) -> None:
    pairing, user = notice.pairing, notice.user
    tournament = pairing.round.stage.tournament
    with translation.override(user.language):
        place = (
            _("at table %(number)d") % {"number": pairing.table.number}
            if pairing.table
            else _("at the table that the director names")
        )
        values = {"tournament": tournament.name, "place": place}
        if tournament.has_teams:
            other = _on_own_board(notice)
            if other is None:
                return  # somebody else has taken the board since
            number = other.match.board.number
            values["place"] = _("on board %(number)d %(place)s") % {"number": number, **values}
            name = public_names_of(tournament.pk)[other.player_id]
            values["opponent"] = f"{name} ({_opponent(notice)})"
        else:
            values["opponent"] = _opponent(notice)
        queue_message(
            kind=Mail.Kinds.NEXT_MATCH,
            user=user,
            subject=_("%(tournament)s: your next match") % values,
            body=_("You play against %(opponent)s, %(place)s.") % values,
            club=tournament.club,
            now=now,
        )


def _opponent(notice: Notice) -> str:
    """Who meets the reader: a player, or the other team."""
    sides = notice.pairing.sides.exclude(entry__members__player__user=notice.user)
    other = sides.select_related("entry").first()
    return other.entry.name if other and other.entry else ""


def _on_own_board(notice: Notice) -> MatchSeat | None:
    """Where the reader's opponent of a match between teams sits, None for who plays on no board."""
    seats = MatchSeat.objects.filter(match__board__pairing=notice.pairing)
    own = seats.filter(player__user=notice.user)
    others = seats.filter(match__in=own.values("match")).exclude(player__user=notice.user)
    return others.select_related("player", "match__board").first()
