"""The stages of an event as links: each page of a stage leads to the same page of the others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.formats.registry import format_of
from tournaments.models import Stage
from web.actors import say


@dataclass(frozen=True, slots=True)
class NumberedLink:
    """One of several stages, or parts of a page, by its number; None of what no number leads to."""

    number: int | None
    name: str
    is_shown: bool


def stage_links(stages: Sequence[Stage], shown: Stage) -> Sequence[NumberedLink]:
    """All stages with their names; none where there is only one."""
    if len(stages) == 1:
        return ()
    names = [stage_name(stage) for stage in stages]
    often = Counter(names)
    return [
        NumberedLink(
            stage.number,
            name if often[name] == 1 else _numbered(stage.number, name),
            stage.number == shown.number,
        )
        for stage, name in zip(stages, names, strict=True)
    ]


def stage_name(stage: Stage) -> str:
    """The format of a stage, as players call it."""
    return say(format_of(stage.format, stage.settings).title)


def _numbered(number: int, name: str) -> str:
    return _("Stage %(number)d: %(name)s") % {"number": number, "name": name}
