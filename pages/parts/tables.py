"""What tables are called."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.selectors.stages.bracket import BracketRound


def table_names(rounds: Iterable[BracketRound]) -> Mapping[int, str]:
    """What the tables of these rounds are called, by number."""
    return {
        slot.table: slot.table_label or _("Table %(number)d") % {"number": slot.table}
        for round in rounds
        for slot in round.slots
        if slot.table
    }


def table_name(number: int, label: str) -> str:
    """A table by its number, with its label where it has one."""
    name = _("Table %(number)d") % {"number": number}
    return f"{name}, {label}" if label else name
