"""What a notice says of the match of its reader: against whom it is, where it is played online."""

from django.urls import reverse

from tournaments.models import Board, Notice, PairingSide
from web.links import from_anywhere


def opponent_of(notice: Notice) -> str:
    """Who meets them: a player, or the other team."""
    sides = PairingSide.objects.filter(pairing=notice.pairing)
    others = sides.exclude(entry__members__player__user=notice.user)
    other = others.select_related("entry").first()
    return other.entry.name if other and other.entry else ""


def own_board(notice: Notice) -> Board | None:
    """The match of the pairing in which they sit, None where somebody else does by now."""
    boards = Board.objects.filter(pairing=notice.pairing)
    return boards.filter(match__seats__player__user=notice.user).first()


def with_table(notice: Notice, body: str) -> str:
    """The words with the link to their online table, as far as it opens from anywhere."""
    tournament, board = notice.stage.tournament, own_board(notice)
    if board is None:
        return body
    event = tournament.club.slug, tournament.slug
    link = from_anywhere(reverse("online_table", args=[*event, board.match_id]))
    return f"{body}\n\n{link}" if link else body
