"""That a stage was drawn from results that have been corrected since, in plain words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.reseeding import Reseeded, Reseeding
from tournaments.models import Stage
from tournaments.selectors.sides import sides_of

LINES = 8


@dataclass(frozen=True, slots=True)
class ReseedingWords:
    """What is said of it: what has happened and what that means, a line for each of the first of
    those whom it is about, and how many more they are; "" for none."""

    happened: str
    means: str
    lines: Sequence[str] = ()
    more: str = ""


def reseeding_words(stage: Stage, *, full_names: bool) -> ReseedingWords | None:
    """The words about a stage that is drawn; None where there is nothing to say. Without a query
    then."""
    found = Reseeding.from_stored(stage.redrawn)
    if found is None:
        return None
    if found.is_open:
        return ReseedingWords(
            _("A result of the stage before, from which this stage was drawn, is open again."),
            _("Who goes on is not known until it is in."),
        )
    sides = sides_of(stage.tournament_id, full_names=full_names)
    names = {entry: side.name for entry, side in sides.items()}
    left = len(found.entries) - LINES
    return ReseedingWords(
        _("A result of the stage before was corrected after this stage was drawn."),
        _("By the results as they are now it would be drawn otherwise:"),
        [_line(one, names) for one in found.entries[:LINES]],
        ngettext("And %(n)d more.", "And %(n)d more.", left) % {"n": left} if left > 0 else "",
    )


def _line(one: Reseeded, names: Mapping[int, str]) -> str:
    values = {"name": names[one.entry], "drawn": one.drawn, "now": one.now}
    if one.drawn is None:
        return _("%(name)s would have gone on, as number %(now)d in the draw.") % values
    if one.now is None:
        return _("%(name)s, number %(drawn)d in the draw, would not have gone on.") % values
    return _("%(name)s would be number %(now)d in the draw instead of %(drawn)d.") % values
