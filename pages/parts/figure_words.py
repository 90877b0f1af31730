"""The evening in figures, in words: a figure, and one line that tells whose it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.seats import SIDES
from kernel.text import N_
from pages.parts.table_sheet import listed
from tournaments.selectors.desk.figures import Figures, Sides

KINDS = {"gin": N_("gin"), "big_gin": N_("big gin"), "undercut": N_("undercut")}


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """What it is, the figure, and the line below it."""

    name: str
    figure: str
    line: str


def figure_words(figures: Figures, names: Mapping[int, str]) -> Sequence[ShownFigure]:
    """What is known of an event, with the names of its players as the reader sees them."""
    return list(_shown(figures, names))


def _shown(figures: Figures, names: Mapping[int, str]) -> Iterator[ShownFigure]:
    if figures.hands:
        games = ngettext("in %(count)d game", "in %(count)d games", figures.games)
        line = games % {"count": figures.games}
        yield ShownFigure(_("Hands played"), str(figures.hands), line)
    if closest := figures.closest:
        own, other = closest.points
        margin = ngettext("%(count)d point", "%(count)d points", own - other)
        values = {
            **dict(zip(("first", "second"), _sides(closest.sides, names), strict=True)),
            "game": closest.game,
            "score": f"{own}–{other}",
        }
        line = _("%(first)s v %(second)s, game %(game)d %(score)s") % values
        yield ShownFigure(_("Closest match"), margin % {"count": own - other}, line)
    if gins := figures.gins:
        yield ShownFigure(_("Most gins"), str(gins.number), _named(gins.players, names))
    if biggest := figures.biggest:
        line = names[biggest.player]
        if biggest.kind in KINDS:
            line = f"{line}: {_(KINDS[biggest.kind])}"
        yield ShownFigure(_("Biggest hand"), str(biggest.points), line)
    if figures.undercuts:
        often = round(figures.hands / figures.undercuts)
        line = ngettext("one hand in %(count)d", "one hand in %(count)d", often) % {"count": often}
        if most := figures.most_undercuts:
            values = {"names": _named(most.players, names), "count": most.number}
            line = f"{line}, {_('most by %(names)s: %(count)d') % values}"
        yield ShownFigure(_("Undercuts"), str(figures.undercuts), line)
    if figures.average_knock is not None:
        line = _("what was left, on average")
        yield ShownFigure(_("Count at the knock"), one_decimal(figures.average_knock), line)
    if figures.boxes_a_game is not None:
        line = _("of both together")
        yield ShownFigure(_("Boxes a game"), one_decimal(figures.boxes_a_game), line)
    if longest := figures.longest:
        hands = ngettext("%(count)d hand", "%(count)d hands", longest.hands)
        sides = _sides(longest.sides, names)
        line = _("%(first)s v %(second)s") % {"first": sides[0], "second": sides[1]}
        line = line if len(sides) == SIDES else listed(sides)
        yield ShownFigure(_("Longest match"), hands % {"count": longest.hands}, line)


def _sides(sides: Sides, names: Mapping[int, str]) -> Sequence[str]:
    return [" & ".join(names[player] for player in own) for own in sides]


def one_decimal(value: float) -> str:
    """A mean as it is read: rounded, where `number_format` alone cuts off."""
    return number_format(round(value, 1), 1)


def _named(players: Sequence[int], names: Mapping[int, str]) -> str:
    if len(players) == 1:
        return names[players[0]]
    first, second = (names[player] for player in players)
    return _("%(first)s and %(second)s") % {"first": first, "second": second}
