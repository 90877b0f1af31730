"""What no format takes: too few or too many entrants, rounds and groups."""

from kernel.text import N_, Refusal, Text
from tournaments.domain.kinds.settings import MOST_ROUNDS

MOST_ENTRANTS = 4096
"""As many as any format takes."""

FEWEST = 2
"""As many as a field or a group has at least."""

NO_GROUPS = N_("There must be at least 1 group, not %(groups)d.")
TOO_FEW = N_(
    "%(groups)d groups need at least %(least)d entrants; there are %(count)d. "
    "Make fewer groups, or add or check in more."
)


def require_size(count: int, too_few: str, too_many: str) -> None:
    """Refuse a field with fewer than 2 or more than 4,096 entrants, with these sentences: they may
    name the `count` that there are, the `least` and the `most`, as in %(count)d."""
    values = {"count": count, "least": FEWEST, "most": MOST_ENTRANTS}
    if not FEWEST <= count <= MOST_ENTRANTS:
        raise Refusal(Text("not_ready", too_few if count < FEWEST else too_many, values))


def require_rounds(rounds: int, sentence: str) -> None:
    """Refuse other than 1 to 99 rounds, with this sentence of `rounds` and the `most`."""
    if not 1 <= rounds <= MOST_ROUNDS:
        values = {"most": MOST_ROUNDS, "rounds": rounds}
        raise Refusal(Text("invalid", sentence, values), "rounds")


def require_groups(count: int, groups: int) -> None:
    """Refuse no groups at all, and so many of fewer than two entrants."""
    values = {"count": count, "groups": groups, "least": FEWEST * groups}
    if groups < 1:
        raise Refusal(Text("invalid", NO_GROUPS, values), "groups")
    if count < FEWEST * groups:
        raise Refusal(Text("not_ready", TOO_FEW, values))
