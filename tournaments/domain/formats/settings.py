"""What the formats and their settings mean, in words, and which values a setting takes.

Each setting of each format has its words here. One that several formats have means the same in all
of them, but for those of OWN.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kernel.text import N_, Refusal, Text
from tournaments.domain.formats.registry import format_of, standard_settings
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.pairing import dutch
from tournaments.domain.tiebreaks import tiebreak_of

MOST_ROUNDS = 99
MOST_GROUPS = 2048
MOST_NET_POINTS = 10_000

OUT_OF_RANGE = N_("%(setting)s: give a whole number from %(least)d to %(most)d, not %(value)d.")
UNKNOWN_CHOICE = N_("%(setting)s: there is no %(value)s. Choose one of: %(known)s.")
NO_TIEBREAK = N_("Choose at least one tie-break.")
TWICE = N_("Each tie-break can stand in the order only once.")

FORMATS: Mapping[str, Text] = {
    text.code: text
    for text in (
        Text(
            "single_elimination",
            N_(
                "Who loses a match is out. Everybody is drawn at once, byes go to the top seeds, "
                "and the bracket is known to the end."
            ),
        ),
        Text(
            "double_elimination",
            N_(
                "Who loses twice is out. Who loses for the first time goes on in the lower half "
                "of the bracket, and can still win the event."
            ),
        ),
        Text(
            "swiss",
            N_(
                "Everybody plays every round, against somebody with as many points, and nobody "
                "meets the same opponent twice. Each round is drawn when the one before it is over."
            ),
        ),
        Text(
            "round_robin",
            N_(
                "Everybody plays everybody, in one table or in groups. All rounds are known from "
                "the start."
            ),
        ),
        Text(
            "ladder",
            N_(
                "King of the hill: who wins goes up a table, who loses goes down. At the end the "
                "order of the tables is the result."
            ),
        ),
        Text(
            "qualifying",
            N_(
                "Everybody plays a set number of matches against opponents drawn by lot. The best "
                "records go through."
            ),
        ),
    )
}
"""What each format leads to."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its title, what it means, and what it may be: a whole number from `least` to
    `most`, one of `choices` by code, yes or no where there is neither. A choice that is in
    `only_if` is offered where that holds."""

    title: Text
    says: Text
    least: int = 0
    most: int = 0
    choices: Mapping[str, Text] = field(default_factory=dict)
    only_if: Mapping[str, Callable[[], bool]] = field(default_factory=dict)

    def offered(self, now: object = None) -> dict[str, Text]:
        """The choices that there are here, and the one that is chosen `now` in any case."""
        return {
            code: words
            for code, words in self.choices.items()
            if code == now or code not in self.only_if or self.only_if[code]()
        }


def _words(code: str, title: str, says: str) -> tuple[Text, Text]:
    return Text(code, title), Text(f"{code}_says", says)


COMMON: Mapping[str, Setting] = {
    "third_place": Setting(
        *_words(
            "third_place",
            N_("A match for third place"),
            N_("The losers of the semi-finals play for place 3, beside the final."),
        )
    ),
    "consolation": Setting(
        *_words(
            "consolation",
            N_("Full consolation"),
            N_(
                "Who loses plays on for the places below, so that everybody is placed; the match "
                "for third place is part of it."
            ),
        )
    ),
    "final": Setting(
        *_words(
            "final",
            N_("Grand final"),
            N_("What it takes to beat who comes to the grand final without a defeat."),
        ),
        choices={
            "once": Text("final_once", N_("One match decides")),
            "twice": Text("final_twice", N_("A second match if the unbeaten one loses the first")),
            "advantage": Text("final_advantage", N_("The unbeaten one begins one game ahead")),
        },
    ),
    "rounds": Setting(
        *_words("rounds", N_("Rounds"), N_("How many rounds are played.")),
        least=1,
        most=MOST_ROUNDS,
    ),
    "first_round": Setting(
        *_words(
            "first_round",
            N_("First round"),
            N_("How entrants without results are paired."),
        ),
        choices={
            "slide": Text("first_slide", N_("Top half against bottom half, by seed")),
            "rating": Text("first_rating", N_("Neighbours by seed: 1 and 2, 3 and 4, ...")),
            "random": Text("first_random", N_("By lot")),
            "accelerated": Text(
                "first_accelerated",
                N_("Accelerated: for two rounds the top half plays among itself"),
            ),
        },
    ),
    "system": Setting(
        Text("system", N_("Pairing system")),
        Text(
            "system_says",
            N_(
                "How opponents with about as many points are found. FIDE Dutch also lets everybody "
                "take turns at being named first at the table, as with white and black in chess; "
                "it takes at most %(most)d entrants, and pairs the first round by seed."
            ),
            {"most": dutch.MOST},
        ),
        choices={
            "least_cost": Text(
                "system_least_cost", N_("The smallest differences of points there can be")
            ),
            "dutch": Text("system_dutch", N_("FIDE Dutch (rules until January 2026)")),
        },
        only_if={"dutch": dutch.is_available},
    ),
    "apart_rounds": Setting(
        *_words(
            "apart_rounds",
            N_("Kept apart in the first rounds"),
            N_("For so many rounds entrants of one club, and pairs that you name, don't meet."),
        ),
        most=MOST_ROUNDS,
    ),
    "half_points": Setting(
        *_words(
            "half_points",
            N_("Half points for missed rounds"),
            N_("So many rounds that one misses count half a point each; 0: they count none."),
        ),
        most=MOST_ROUNDS,
    ),
    "groups": Setting(
        *_words(
            "groups",
            N_("Groups"),
            N_("Into how many groups the field is divided, by seeds; 1: one table for all."),
        ),
        least=1,
        most=MOST_GROUPS,
    ),
    "double": Setting(
        *_words(
            "double",
            N_("Everybody twice"),
            N_("Each two meet a second time, with seats changed."),
        )
    ),
    "draws": Setting(
        *_words(
            "draws",
            N_("Drawn matches"),
            N_("A match may end level; it counts half a point for both."),
        )
    ),
    "annul_before_half": Setting(
        *_words(
            "annul_before_half",
            N_("Annul the matches of who leaves early"),
            N_(
                "Who withdraws before half of the own matches stands last, and none of them "
                "counts for anybody."
            ),
        )
    ),
    "net_cap": Setting(
        *_words(
            "net_cap",
            N_("Most net points of a game"),
            N_("A game counts at most so many net points in the tie-break of that name."),
        ),
        most=MOST_NET_POINTS,
    ),
    "tiebreaks": Setting(
        *_words(
            "tiebreaks",
            N_("Tie-breaks"),
            N_("What the table is ordered by: the first that parts two entrants decides."),
        )
    ),
}

OWN: Mapping[tuple[str, str], Setting] = {
    ("swiss", "rounds"): Setting(
        *_words(
            "swiss_rounds",
            N_("Rounds"),
            N_("0: as many as it takes until only one can have won every match."),
        ),
        most=MOST_ROUNDS,
    ),
    ("qualifying", "rounds"): Setting(
        *_words(
            "qualifying_rounds",
            N_("Matches of each entrant"),
            N_("How many everybody plays; fewer where a group has not that many opponents."),
        ),
        least=1,
        most=MOST_ROUNDS,
    ),
}


def setting_of(format: str, name: str) -> Setting:
    """What a setting of a format means."""
    return OWN.get((format, name)) or COMMON[name]


def check_settings(format: str, settings: Mapping[str, object]) -> None:
    """Refuse a format that there is not, settings that it has not or that can't have this value,
    and those that don't go together (field: the setting)."""
    chosen = format_of(format, settings)
    for name in settings.keys() & standard_settings(type(chosen)).keys():
        value = settings[name]
        if isinstance(value, list | tuple):
            _check_tiebreaks(value)
        else:
            _check_value(name, setting_of(format, name), value)
    if isinstance(chosen, Swiss):
        chosen.check()


def _check_value(name: str, setting: Setting, value: object) -> None:
    if isinstance(value, str) and value not in setting.choices:
        known = ", ".join(setting.choices)
        values: dict[str, object] = {"setting": name, "value": value, "known": known}
        raise Refusal(Text("invalid", UNKNOWN_CHOICE, values), name)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and not setting.least <= int(str(value)) <= setting.most:
        values = {"setting": name, "least": setting.least, "most": setting.most, "value": value}
        raise Refusal(Text("invalid", OUT_OF_RANGE, values), name)


def _check_tiebreaks(codes: list[str] | tuple[str, ...]) -> None:
    if not codes:
        raise Refusal(Text("invalid", NO_TIEBREAK), "tiebreaks")
    if len(set(codes)) < len(codes):
        raise Refusal(Text("invalid", TWICE), "tiebreaks")
    for code in codes:
        tiebreak_of(code)
