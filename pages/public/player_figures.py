"""The figures of a player: for themselves alone, until they let others see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rule_books import BOOKS, offered
from games.selectors.seats import Sitting
from kernel.permissions import Actor
from kernel.text import N_
from pages.parts.figure_words import KINDS, ShownFigure, one_decimal
from pages.public.player import OnePlayerPage
from players.selectors import figures_shown, shown_name
from players.services.figures import show_figures
from tournaments.selectors.desk.player_figures import (
    NOTHING_PLAYED,
    Opponent,
    PlayerFigures,
    RuledBy,
    figures_against_the_house,
    figures_of_player,
)
from tournaments.selectors.events.names import called

NOT_KNOWN = "–"
CALLED = {rule_set.code: rule_set.called for book in BOOKS.values() for rule_set in offered(book)}
#: What a match of more than two is called, by its variant.
FORMS = {
    "partnership": N_("partners"),
    "cutthroat": N_("Cutthroat"),
    "captain": N_("Captain"),
    "battle_royal": N_("Battle Royal"),
    "jersey": N_("Jersey"),
}


@dataclass(frozen=True, slots=True)
class FiguresRow:
    """A line of a table: what the matches were, where that leads, and their figures, written out;
    a figure of which nothing is known is a dash. `line` has the lesser ones that are known, for a
    narrow page."""

    name: str
    address: str
    matches: str
    won: str
    gins: str
    undercuts: str
    knock: str
    boxes: str
    line: str


class _FiguresPage(OnePlayerPage):
    """The figures of one player, for themselves or for all."""

    def find(self) -> Actor:
        actor = super().find()
        if not self.is_own and not figures_shown(self.player):
            raise Http404
        return actor

    @property
    def address(self) -> str:
        return reverse("player_figures", args=[self.club.slug, self.player.pk])


class PlayerFiguresPage(_FiguresPage):
    """All their figures: together, by rule set, by opponent and by event."""

    action = "club.view"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        found = figures_of_player(self.actor, self.player.pk)
        house = figures_against_the_house(self.actor, self.player.pk) if self.is_own else ()
        context = {
            "house": [_row(called(Sitting(bot=code)), "", own) for code, own in house],
            "house_total": sum((own for _code, own in house), start=NOTHING_PLAYED),
            "club": self.club,
            "player": self.player,
            "name": self.player.name if self.is_own else shown_name(self.player, self.actor.roles),
            "is_own": self.is_own,
            "is_shown": figures_shown(self.player),
            "total": found.total,
            "figures": list(shown_figures(found.total)),
            "by_rules": [_row(_called(by), "", own) for by, own in found.by_rules.items()],
            "by_opponent": [
                _row(opponent.name, self._page_of(opponent), own)
                for opponent, own in found.by_opponent
            ],
            "by_event": [
                _row(event.name, reverse("tournament", args=[self.club.slug, event.slug]), own)
                for event, own in found.by_event
            ],
        }
        with timezone.override(ZoneInfo(self.club.time_zone)):
            return render(request, "public/player_figures.html", context)

    def _page_of(self, opponent: Opponent) -> str:
        """The page of somebody they met; who hides their name has none."""
        if opponent.player is None:
            return ""
        return reverse("player", args=[self.club.slug, opponent.player])


class ShowFiguresPage(_FiguresPage):
    """Where a player lets others see their figures, and takes that back."""

    action = "player.show_own_figures"
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        if not self.is_own:
            raise Http404
        return self.once(self._show)

    def _show(self) -> str:
        shown = "shown" in self.request.POST
        show_figures(player=self.player, shown=shown, by=self.actor, now=self.now)
        told = _("Others see your figures now.") if shown else _("Only you see your figures now.")
        messages.success(self.request, told)
        return self.address


def _called(ruled_by: RuledBy) -> str:
    name = _(CALLED[ruled_by.rule_set])
    if ruled_by.is_hollywood:
        name = _("%(rule_set)s, Hollywood") % {"rule_set": name}
    if ruled_by.form:
        name = _("%(rule_set)s, %(form)s") % {"rule_set": name, "form": _(FORMS[ruled_by.form])}
    return name


def shown_figures(own: PlayerFigures) -> Iterator[ShownFigure]:
    """What is known, each figure with one line that says of what it is."""
    if own.hands:
        line = ngettext("in %(count)d hand", "in %(count)d hands", own.hands)
        yield ShownFigure(_("Gins"), _share(own.gins, own.hands), line % {"count": own.hands})
    if own.points:
        line = ngettext("in %(count)d hand won", "in %(count)d hands won", own.hands_won)
        line %= {"count": own.hands_won}
        yield ShownFigure(_("Points in hands"), str(own.points), line)
    if own.knocks_met:
        line = ngettext(
            "%(part)d of %(count)d hand that others knocked",
            "%(part)d of %(count)d hands that others knocked",
            own.knocks_met,
        )
        yield _part(_("Undercuts given"), line, own.undercuts_given, own.knocks_met)
    if own.knocks:
        line = ngettext("%(part)d of %(count)d knock", "%(part)d of %(count)d knocks", own.knocks)
        yield _part(_("Undercuts suffered"), line, own.undercuts_suffered, own.knocks)
        line = _("what was left, on average")
        yield ShownFigure(_("Count at the knock"), _mean(own.average_knock), line)
    if own.boxed_games:
        line = ngettext("in %(count)d game", "in %(count)d games", own.boxed_games)
        line %= {"count": own.boxed_games}
        yield ShownFigure(_("Boxes a game"), _mean(own.boxes_a_game), line)
    if own.biggest:
        kind = _(KINDS[own.biggest.kind]) if own.biggest.kind in KINDS else ""
        yield ShownFigure(_("Biggest hand"), str(own.biggest.points), kind)


def _part(name: str, line: str, part: int, of: int) -> ShownFigure:
    return ShownFigure(name, _share(part, of), line % {"part": part, "count": of})


def _row(name: str, address: str, own: PlayerFigures) -> FiguresRow:
    undercuts = f"{own.undercuts_given} : {own.undercuts_suffered}" if own.hands else ""
    knock, boxes = _mean(own.average_knock), _mean(own.boxes_a_game)
    known = [
        undercuts and _("undercuts %(figure)s") % {"figure": undercuts},
        knock and _("knock %(figure)s") % {"figure": knock},
        boxes and _("boxes %(figure)s") % {"figure": boxes},
    ]
    return FiguresRow(
        name,
        address,
        # Where more than two sit at a match, hands alone are somebody's own.
        matches=str(own.matches) if own.matches else NOT_KNOWN,
        won=str(own.matches_won) if own.matches else NOT_KNOWN,
        gins=str(own.gins) if own.hands else NOT_KNOWN,
        undercuts=undercuts or NOT_KNOWN,
        knock=knock or NOT_KNOWN,
        boxes=boxes or NOT_KNOWN,
        line=", ".join(filter(None, known)),
    )


def _share(part: int, of: int) -> str:
    return _("%(share)s %%") % {"share": _mean(100 * part / of)}


def _mean(value: float | None) -> str:
    """Empty where it is not known."""
    return "" if value is None else one_decimal(value)
