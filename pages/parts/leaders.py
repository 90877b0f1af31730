"""The first of the standings, in short: by group, with what they are ranked by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pages.parts.place_words import PlaceWords
from tournaments.domain.standings import shown
from tournaments.domain.tiebreaks import AT_TABLES, TIEBREAKS
from tournaments.models import Stage
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.ranking import compared_in
from tournaments.selectors.stages.sides import sides_of
from web.actors import figure, say

MOST = 8
MOST_OF_A_GROUP = 4
MOST_GROUPS = 8  # with more, it would be the standings over again
NAMES = {tiebreak.code: tiebreak.name for tiebreak in (*TIEBREAKS, *AT_TABLES)}


@dataclass(frozen=True, slots=True)
class Leader:
    """A row of the standings. `score` is what they are ranked by first, empty where it is a place
    that is handed on, as on a ladder."""

    place: str
    is_first: bool
    shared: bool
    name: str
    score: str
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first of a group; `group` is empty where all play in one. `scored_by` says what `score`
    is of its rows."""

    group: str
    scored_by: str
    rows: Sequence[Leader]


def leaders_of(stage: Stage, *, full_names: bool) -> Sequence[Leaders]:
    """The standings of a stage in their order, as far as there are any."""
    table = standing_table(stage)
    if table is None:
        return ()
    sides = sides_of(stage.tournament_id, full_names=full_names)
    groups: dict[int | None, list[Mapping[str, Any]]] = {}
    for row in table.rows:
        groups.setdefault(row["group"], []).append(row)
    most = MOST if len(groups) == 1 else MOST_OF_A_GROUP
    scored_by, places = next(iter(compared_in(table)), ""), PlaceWords(table.rows)
    return [
        Leaders(
            "" if group is None else _("Group %(group)d") % {"group": group},
            say(NAMES[scored_by]) if scored_by else "",
            [
                _leader(row, places.words(row), sides[row["entry"]].name, scored_by)
                for row in rows[:most]
            ],
        )
        for group, rows in groups.items()
    ]


def champions_of(leaders: Sequence[Leaders]) -> str:
    """Who stands first, all of them where they share the place."""
    rows = [row for group in leaders for row in group.rows]
    return ", ".join(row.name for row in rows if row.is_first)


def _leader(row: Mapping[str, Any], place: str, name: str, scored_by: str) -> Leader:
    score = figure(shown(row["tiebreaks"][scored_by])) if scored_by else ""
    return Leader(place, row["rank"] == 1, row["shared"], name, score, row["won"], row["lost"])
