"""Why two meet, or why somebody has the bye, in words."""

from collections.abc import Sequence

from kernel.text import N_, Text
from tournaments.domain.pairing.costs import faults
from tournaments.domain.pairing.field import PairingMethod, ScoredContender

FIXED = Text("fixed", N_("Set by the director"))
RANDOM = Text("random", N_("Drawn at random"))
RATING = Text("rating", N_("Next to each other in the order of seed, or as near as may be"))
SLIDE = ("slide", N_("Both have %(points)s: the top half of them meets the bottom half"))
EQUAL = ("equal", N_("Both have %(points)s, and they have not met"))
FLOAT = ("float", N_("%(points)s against %(lower)s: not everybody could meet an equal"))
ACCELERATED = (
    "accelerated",
    N_("%(points)s against %(lower)s, a win more for the top half of the field counted in"),
)
DUTCH = (
    "dutch",
    N_(
        "Both have %(points)s, have not played each other, and their turns at being named first fit"
    ),
)
NOT_DUTCH = Text(
    "not_dutch",
    N_("No round is legal by FIDE Dutch: paired by the smallest differences of points instead"),
)
BYE = ("bye", N_("Bye with %(points)s: the lowest who may have it and can be left out"))
FAULTS = {
    "forbidden": N_("A forbidden pair: no round without one was found"),
    "second_bye": N_("A second bye: no round without one was found"),
    "rematch": N_("They have met before: no round without a rematch was found"),
    "kept_apart": N_("They were to be kept apart: no round that does so was found"),
}
SENTENCES: tuple[Text | tuple[str, str], ...] = (
    *(FIXED, RANDOM, RATING, NOT_DUTCH),
    *(SLIDE, EQUAL, FLOAT, ACCELERATED, DUTCH, BYE),
    *FAULTS.items(),
)


def reason(
    upper: ScoredContender,
    lower: ScoredContender | None,
    field: Sequence[ScoredContender],
    method: PairingMethod,
) -> tuple[Text, tuple[str, ...]]:
    """The sentence, and the codes of the faults that it tells, the worst first."""
    wrong = faults(upper, lower, field)
    if wrong:
        return Text(wrong[0], FAULTS[wrong[0]]), wrong
    points = f"{upper.score / 2:g}"
    if lower is None:
        return Text(*BYE, {"points": points}), ()
    if method == "random":
        return RANDOM, ()
    if method == "rating":
        return RATING, ()
    values = {"points": points, "lower": f"{lower.score / 2:g}"}
    return Text(*_among_points(upper, lower, method), values), ()


def _among_points(
    upper: ScoredContender, lower: ScoredContender, method: PairingMethod
) -> tuple[str, str]:
    if method == "accelerated":
        return ACCELERATED
    if upper.score > lower.score:
        return FLOAT
    return SLIDE if lower.position - upper.position == upper.ideal else EQUAL
