"""The formats that there are: a new one is one file beside this one and one name in FORMATS."""

from collections.abc import Mapping
from json import dumps

from kernel.text import N_, Refusal, Text
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.ladder import Ladder
from tournaments.domain.formats.qualifying import Qualifying
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.scramble import Scramble
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.formats.table_knock_out import TableKnockOut
from tournaments.domain.formats.table_ladder import TableLadder
from tournaments.domain.formats.table_rounds import TableRounds
from tournaments.domain.kinds.base import Format, Meets

FORMATS: tuple[type[Format], ...] = (
    SingleElimination,
    DoubleElimination,
    Swiss,
    RoundRobin,
    Ladder,
    Qualifying,
    TableRounds,
    TableKnockOut,
    TableLadder,
    Scramble,
)
KNOCK_OUT = SingleElimination.code
"""What a tournament is of which nothing is said."""
KNOCK_OUTS: Mapping[Meets, str] = {"two": KNOCK_OUT, "table": TableKnockOut.code}
"""By who plays a match, the knock-out that follows where the table of another format is made."""
DRAWN_BY_ROUND = frozenset(format.code for format in FORMATS if format.drawn_by_round)
"""The codes of those that draw one round after the other, for queries."""

UNKNOWN_FORMAT = N_("There is no format %(given)s. Choose one of: %(known)s.")
UNKNOWN_SETTING = N_("The format %(format)s has no setting %(given)s. It has: %(known)s.")
WRONG_SETTING = N_("The setting %(given)s can't be %(value)s: give a value such as %(example)s.")


def format_class(code: str) -> type[Format]:
    """The format of that code, whatever its settings; refuses an unknown one (field "format")."""
    found = next((format for format in FORMATS if format.code == code), None)
    if found is None:
        known = ", ".join(format.code for format in FORMATS)
        raise Refusal(Text("invalid", UNKNOWN_FORMAT, {"given": code, "known": known}), "format")
    return found


def format_of(code: str, settings: Mapping[str, object]) -> Format:
    """The format of a stage with its settings; what is left out has the format's own value.

    Refuses an unknown code (field "format"), an unknown setting and one of the wrong type (field
    the setting).
    """
    chosen = format_class(code)
    known = chosen.settings()
    settings = {name: _frozen(value) for name, value in settings.items()}
    for name, value in settings.items():
        if name not in known:
            values = {"format": code, "given": name, "known": ", ".join(known)}
            raise Refusal(Text("invalid", UNKNOWN_SETTING, values), name)
        standard = known[name].standard
        if type(value) is not type(standard):
            values = {"given": name, "value": repr(value), "example": dumps(standard)}
            raise Refusal(Text("invalid", WRONG_SETTING, values), name)
    return chosen(**settings)


def _frozen(value: object) -> object:
    """A list of words as the formats take it."""
    if isinstance(value, list) and all(isinstance(element, str) for element in value):
        return tuple(str(element) for element in value)
    return value


def check_settings(code: str, settings: Mapping[str, object]) -> None:
    """Refuse a format that there is not, settings that it has not or that can't have this value,
    and those that don't go together (field: the setting)."""
    chosen = format_of(code, settings)
    for name, value in settings.items():
        chosen.settings()[name].check(name, value)
    chosen.check()
