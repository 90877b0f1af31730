"""What pages say of moving a match to an online table, and back."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.selectors.moves import asked_to_move
from kernel.seats import Seat, opponent
from pages.match.match import MatchPage
from tournaments.selectors.events.play import ONLINE, TABLE
from tournaments.selectors.stages.bracket import Slot

STAY = "stay"
"""Where the match goes with an ask that is taken back."""


@dataclass(frozen=True, slots=True)
class MovePanel:
    """Where the match can go (`to`, as the form sends it), who has asked for it (`said`), and the
    words of the button; who has asked already takes it back with it. `asks_reason`: an official may
    say why."""

    to: str
    said: str
    words: str
    asks_reason: bool


def move_panel(page: MatchPage) -> MovePanel:
    """As the reader has it: one of the two seats, or an official."""
    match, to = page.board.match, _other_place(page.is_online)
    asked = asked_to_move(match.pk, match.version)
    said = _said(page, to, asked)
    if page.seat is not None and asked[page.seat]:
        return MovePanel(STAY, said, _("Take it back"), asks_reason=False)
    return MovePanel(to, said, _words(page, to, asked), page.seat is None)


def panel_of_asked(
    slot: Slot, names: Sequence[str], seat: Seat, *, is_online: bool
) -> MovePanel | None:
    """What the other one asks a player of a match for; None where they ask for nothing."""
    match, other = slot.match, opponent(seat)
    if match is None or not asked_to_move(match.pk, match.version)[other]:
        return None
    to = _other_place(is_online)
    return MovePanel(to, _asks(names[other], to), _moves(to), asks_reason=False)


def _other_place(is_online: bool) -> str:
    return TABLE if is_online else ONLINE


def _said(page: MatchPage, to: str, asked: tuple[bool, bool]) -> str:
    """Who has asked, of whom there is one at most: with the second the match moves."""
    if not any(asked):
        return ""
    seat = asked.index(True)
    if seat == page.seat:
        values = {"name": page.names[opponent(seat)]}
        if to == ONLINE:
            return _("You asked to play on online. It moves when %(name)s asks, too.") % values
        return _("You asked to go back to the table. It moves when %(name)s asks, too.") % values
    return _asks(page.names[seat], to)


def _asks(name: str, to: str) -> str:
    if to == ONLINE:
        return _("%(name)s asks to play on online.") % {"name": name}
    return _("%(name)s asks to go back to the table.") % {"name": name}


def _words(page: MatchPage, to: str, asked: tuple[bool, bool]) -> str:
    if page.seat is None or asked[opponent(page.seat)]:
        return _moves(to)
    return _("Ask to play on online") if to == ONLINE else _("Ask to go back to the table")


def _moves(to: str) -> str:
    return _("Play on online") if to == ONLINE else _("Back to the table")
