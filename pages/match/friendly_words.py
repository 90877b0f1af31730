"""What the page of a friendly shows of it, beside the play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.selectors.tables import has_drawn, rematch_asked
from kernel.seats import opponent
from tournaments.selectors.desk.tables import TableReader
from tournaments.selectors.events.friendlies import (
    OPENER,
    friendly_at,
    invitation_path,
    rematch_of,
    seat_path,
    table_of,
)
from web.links import absolute_url, opens_only_here, qr_code


@dataclass(frozen=True, slots=True)
class FriendlyWords:
    """`invitation` is the opponent's link, as long as the reader may hand it out, `qr` its picture;
    `own` the reader's own link, "" with an account. `may_renew`: another link may still be made.
    `rematch` is the address of the next table; before there is one, `has_asked` and `is_asked` say
    who would play again. `may_report`: the name of who sits opposite is shown.
    """

    invitation: str
    qr: str
    own: str
    may_renew: bool
    rematch: str
    has_asked: bool
    is_asked: bool
    may_report: bool


def friendly_words(found: TableReader, view: Mapping[str, Any]) -> FriendlyWords | None:
    """What is shown of a friendly to who sits at it; None at all other tables."""
    seat, event = found.reader.seat, found.board.pairing.round.stage.tournament
    if seat is None or event.is_trial or not event.is_friendly:
        return None
    friendly = friendly_at(found.board)
    other = view["players"][opponent(seat)]
    is_early = seat == OPENER and not has_drawn(found.board.match)
    invitation = absolute_url(invitation_path(friendly)) if is_early and other.get("open") else ""
    next_one = rematch_of(friendly)
    asked = rematch_asked(found.board.match)
    return FriendlyWords(
        invitation=invitation,
        qr=qr_code(invitation) if invitation and not opens_only_here() else "",
        own=absolute_url(seat_path(friendly, seat)) if view["players"][seat].get("guest") else "",
        may_renew=is_early,
        rematch=table_of(next_one) if next_one else "",
        has_asked=asked[seat],
        is_asked=asked[opponent(seat)],
        may_report=bool(other["name"]),
    )
