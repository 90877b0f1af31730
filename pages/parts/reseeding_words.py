"""That a stage was drawn from results that have been corrected since, in plain words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.parts.sheet_match import versus
from tournaments.domain.reseeding import Repairing, Reseeded, Reseeding
from tournaments.models import Stage
from tournaments.selectors.stages.sides import entry_names

LINES = 8


def reseeding_words(stage: Stage, *, full_names: bool) -> dict[str, object] | None:
    """The words about a stage that is drawn, and about its rounds: what has `happened` and what
    that `means`, with the first `lines` of whom it is about. None where there is nothing to say,
    without a query."""
    found = Reseeding.from_stored(stage.redrawn)
    if found is None and not stage.repaired:
        return None
    if found is not None and found.is_open:
        happened = _(
            "A result of the stage before, from which this stage was drawn, is open again."
        )
        return {"happened": happened, "means": _("Who goes on is not known until it is in.")}
    names = entry_names(stage.tournament_id, full_names=full_names)
    if found is not None:
        happened = _("A result of the stage before was corrected after this stage was drawn.")
        lines = [place_words(entry, names) for entry in found.entries]
    else:
        happened = _("A result was corrected after a later round was drawn from it.")
        lines = [words for row in stage.repaired for words in _round_words(row, names)]
    means = _("By the results as they are now it would be drawn otherwise:")
    return {"happened": happened, "means": means, "lines": first_lines(lines)}


def first_lines(lines: Iterable[str]) -> list[str]:
    """The first lines, and how many more there are."""
    said = list(lines)
    left = len(said) - LINES
    if left <= 0:
        return said
    return [*said[:LINES], ngettext("And %(n)d more.", "And %(n)d more.", left) % {"n": left}]


def _round_words(row: Sequence[Any], names: Mapping[int, str]) -> Iterator[str]:
    """What is said of a round that would be paired otherwise, as its stage keeps it."""
    number, *pairs = row
    found = Repairing.from_stored(pairs)
    if found.is_open:
        words = _("Round %(round)d: a result before it is open again.")
        yield words % {"round": number}
        return
    for words in pairs_words(found, names):
        yield _("Round %(round)d: %(words)s") % {"round": number, "words": words}


def pairs_words(found: Repairing, names: Mapping[int, str]) -> Iterator[str]:
    """Who would meet whom, and did not."""
    for two in found.now:
        if None in two:
            yield _("%(name)s would have the bye.") % {"name": names[next(filter(None, two))]}
        else:
            yield _("%(pair)s would meet.") % {"pair": pair_words(two, names)}
    for entry in found.goes_out:
        yield _("%(name)s would not be paired.") % {"name": names[entry]}


def pair_words(two: Sequence[int | None], names: Mapping[int, str]) -> str:
    """Two who meet; one who has the bye."""
    known = [names[entry] for entry in two if entry is not None]
    if None in two:
        return _("%(name)s: bye") % {"name": known[0]}
    return versus(known)


def place_words(place: Reseeded, names: Mapping[int, str]) -> str:
    """Where somebody would be drawn now."""
    values = {"name": names[place.entry], "drawn": place.drawn, "now": place.now}
    if place.drawn is None:
        return _("%(name)s would have gone on, as number %(now)d in the draw.") % values
    if place.now is None:
        return _("%(name)s, number %(drawn)d in the draw, would not have gone on.") % values
    return _("%(name)s would be number %(now)d in the draw instead of %(drawn)d.") % values
