"""The settings of formats: fields of their classes, each with its words and the values it takes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kernel.text import N_, Refusal, Text
from tournaments.domain.tiebreaks import STANDARD, TIEBREAKS, unknown_tiebreak

MOST_ROUNDS = 99
MOST_GROUPS = 2048
MOST_NET_POINTS = 10_000

OUT_OF_RANGE = N_("%(setting)s: give a whole number from %(least)d to %(most)d, not %(value)d.")
UNKNOWN_CHOICE = N_("%(setting)s: there is no %(value)s. Choose one of: %(known)s.")
NO_TIEBREAK = N_("Choose at least one tie-break.")
TWICE = N_("Each tie-break can stand in the order only once.")

ROUNDS_TOLD = N_("Rounds: %(n)d.")

SETTING = "setting"
"""Where a field has its `Setting`."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its title, what it means, the value that it has when nothing is said, and what it
    may be: a whole number from `least` to `most`, one of `choices` by code, some of them in order,
    or yes or no where there is neither.

    A choice that is in `only_if` is offered where that holds. `told` is what a number comes to, by
    the least one of which it is said. What `is_fine` a first setting-up leaves as it is.
    """

    title: Text
    says: Text
    standard: object
    least: int = 0
    most: int = 0
    choices: Mapping[str, Text] = field(default_factory=dict)
    only_if: Mapping[str, Callable[[], bool]] = field(default_factory=dict)
    told: Mapping[int, str] = field(default_factory=dict)
    is_fine: bool = False

    def offered(self, now: object = None) -> dict[str, Text]:
        """The choices that there are here, and the one that is chosen `now` in any case."""
        return {
            code: words
            for code, words in self.choices.items()
            if code == now or code not in self.only_if or self.only_if[code]()
        }

    def number_told(self, value: int) -> Text | None:
        """What a number comes to, None where it is not spoken of."""
        told = [words for least, words in sorted(self.told.items()) if least <= value]
        return Text("told", told[-1], {"n": value}) if told else None

    def check(self, name: str, value: object) -> None:
        """Refuse a value of its type that it can't have (field: its name)."""
        if isinstance(value, list | tuple):
            _check_tiebreaks(value, self.choices)
        if isinstance(value, str) and value not in self.choices:
            known = ", ".join(self.choices)
            values: dict[str, object] = {"setting": name, "value": value, "known": known}
            raise Refusal(Text("invalid", UNKNOWN_CHOICE, values), name)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and not self.least <= int(str(value)) <= self.most:
            values = {"setting": name, "least": self.least, "most": self.most, "value": value}
            raise Refusal(Text("invalid", OUT_OF_RANGE, values), name)


def _check_tiebreaks(codes: Sequence[str], known: Mapping[str, Text]) -> None:
    if not codes:
        raise Refusal(Text("invalid", NO_TIEBREAK), "tiebreaks")
    if len(set(codes)) < len(codes):
        raise Refusal(Text("invalid", TWICE), "tiebreaks")
    for code in codes:
        if code not in known:
            raise unknown_tiebreak(code)


def setting(
    standard: _T,
    title: str,
    says: str | Text,
    *,
    least: int = 0,
    most: int = 0,
    choices: Mapping[str, str] | None = None,
    only_if: Mapping[str, Callable[[], bool]] | None = None,
    told: Mapping[int, str] | None = None,
    is_fine: bool = False,
) -> _T:
    """A field of a format, as `Setting` has it."""
    words = {code: Text(code, choice) for code, choice in (choices or {}).items()}
    means = Setting(
        Text("title", title),
        says if isinstance(says, Text) else Text("says", says),
        standard,
        least,
        most,
        words,
        only_if or {},
        told or {},
        is_fine,
    )
    return field(default=standard, metadata={SETTING: means})


# What several formats have --------------------------------------------------------------------


def groups() -> int:
    return setting(
        1,
        N_("Groups"),
        N_("Into how many groups the field is divided, by seeds; 1: one table for all."),
        least=1,
        most=MOST_GROUPS,
        told={2: N_("The field is divided into %(n)d groups, by seeds.")},
    )


def draws() -> bool:
    return setting(
        False, N_("Drawn matches"), N_("A match may end level; it counts half a point for both.")
    )


def net_cap() -> int:
    return setting(
        300,
        N_("Most net points of a game"),
        N_("A game counts at most so many net points in the tie-break of that name."),
        most=MOST_NET_POINTS,
        is_fine=True,
    )


def tiebreaks() -> tuple[str, ...]:
    return setting(
        STANDARD,
        N_("Tie-breaks"),
        N_("What the table is ordered by: the first that parts two entrants decides."),
        choices={tiebreak.code: tiebreak.name.template for tiebreak in TIEBREAKS},
        is_fine=True,
    )
