"""Your next match: against whom, and where."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from games.models import Match, MatchSeat
from kernel.text import N_
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Notice, Pairing, PairingSide
from tournaments.selectors.events.names import public_names_of
from tournaments.selectors.events.penalties import put_out
from tournaments.services.stages.notice_kinds.base import Due, Letter, NoticeKind
from tournaments.services.stages.notice_kinds.own_match import opponent_of, with_table


class NextMatch(NoticeKind):
    """To both players, once they are known and the match can be played."""

    code = "next_match"
    asks = N_("Tell me by e-mail when my next match is up")
    called = N_("News of the next match")
    foretold = N_("A message about the next match goes to %(names)s.")

    def due(self, stage_id: int, now: datetime) -> Iterator[Due]:
        readers = (
            PairingSide.objects.filter(
                self.wished_by("entry__members__player__user"),
                pairing__round__stage_id=stage_id,
                pairing__boards__match__state=Match.States.OPEN,
                pairing__boards__number=F("entry__members__board"),
            )
            .exclude(pairing__round__state=RoundState.DRAFT)
            .exclude(pairing__sides__entry__isnull=True)
            .exclude(pairing__sides__entry__withdrawal__isnull=False)
            .exclude(pairing__sides__entry__in=put_out(stage_id))
            .values_list("entry__members__player__user_id", "pairing_id")
        )
        for user, pairing in readers:
            yield Due(user, str(pairing), pairing)

    def letter(self, notice: Notice) -> Letter | None:
        pairing = notice.pairing
        assert pairing is not None
        tournament = notice.stage.tournament
        values = {
            "tournament": tournament.name,
            "place": _("online") if tournament.is_online else _place(pairing),
            "opponent": opponent_of(notice),
        }
        if tournament.plays_boards:
            other = _on_their_board(notice)
            if other is None or other.player_id is None:
                return None  # somebody else has taken their board since
            number = other.match.board.number
            values["place"] = _("on board %(number)d %(place)s") % {"number": number, **values}
            name = public_names_of(tournament.pk)[other.player_id]
            values["opponent"] = f"{name} ({values['opponent']})"
        said = _("You play against %(opponent)s, %(place)s.") % values
        return Letter(
            _("%(tournament)s: your next match") % values,
            with_table(notice, said) if tournament.is_online else said,
        )


def _place(pairing: Pairing) -> str:
    if pairing.table:
        return _("at table %(number)d") % {"number": pairing.table.number}
    return _("at the table that the director names")


def _on_their_board(notice: Notice) -> MatchSeat | None:
    """Where their opponent of a match between teams sits, None where they play on no board."""
    seats = MatchSeat.objects.filter(match__board__pairing=notice.pairing)
    own = seats.filter(player__user=notice.user)
    others = seats.filter(match__in=own.values("match")).exclude(player__user=notice.user)
    return others.select_related("player", "match__board").first()
