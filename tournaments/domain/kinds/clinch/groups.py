"""Groups of a round robin: what all ways in which the open matches can be won leave an entry.

In each of them the tie-breaks that follow from who won, as far as the event compares them first,
tell for certain who is level with whom. The next one, where it is games difference or net points,
parts those by bounds: a match won brings at least no game, one lost takes at most as many as win a
match, and net points are bounded by nothing. Whoever may be ahead counts as ahead; what comes after
is not looked at.

An entry in its last match may be sure with a small loss too: the margin is the least of what every
way of losing allows.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from math import inf
from operator import attrgetter

from kernel.text import Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.clinch import sentences
from tournaments.domain.kinds.clinch.points import Through, by_points
from tournaments.domain.kinds.clinch.ways import Endings, OpenGroup
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.domain.tiebreaks.records import records_of

MOST_ENTRIES, MOST_MATCHES = 8, 6

MARGINS: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "games_difference": (sentences.WITH_GAMES, sentences.WITH_DRAW_OR_GAMES),
    "net_points": (sentences.WITH_NET, sentences.WITH_DRAW_OR_NET),
}
"""The tie-breaks with bounds: what is said of a small loss, and of a draw or a small loss."""


def group_of(
    format: Format,
    table: Crosstable,
    entries: Sequence[int],
    matches: Sequence[Resolved],
    *,
    best_of: float,
) -> OpenGroup:
    """The group of these entries with all of its matches, as endings are sought for it."""
    found = meetings(table, matches, format.net_cap)
    decided = {entry: [*found[entry].values()] for entry in entries}
    order = [tiebreak_of(code) for code in format.tiebreaks]
    exact = list(takewhile(attrgetter("follows_from_winners"), order))
    following = [*format.tiebreaks[len(exact) :], ""][0]
    margins = dict.fromkeys(entries, (-inf, inf))
    if following in MARGINS:
        column = tiebreak_of(following).column(records_of(decided, all_drawn=True), [])
        margins = {entry: (own, own) for entry, own in zip(decided, column, strict=True)}
    return OpenGroup(
        decided,
        [(match.entries[0], match.entries[1]) for match in matches if match.decision is None],
        exact,
        following if following in MARGINS else "",
        margins,
        (best_of + 1) // 2 if following == "games_difference" and best_of < inf else inf,
        format.draws,
    )


@lru_cache(maxsize=256)  # a result changes one group; the others are asked as they were
def said_of(group: OpenGroup, through: Through) -> Mapping[int, Text]:
    """What is sure of each entry of a group."""
    if len(group.decided) <= MOST_ENTRIES and len(group.matches) <= MOST_MATCHES:
        endings = Endings(group)
        return {entry: _said(endings, entry, through) for entry in group.decided}
    if [tiebreak.code for tiebreak in group.exact[:1]] == ["match_points"]:
        points = {
            entry: sum(meeting.points for meeting in own) for entry, own in group.decided.items()
        }
        left = {entry: group.open_matches(entry) for entry in points}
        return by_points(points, left, through)
    return {}


def _said(endings: Endings, entry: int, through: Through) -> Text:
    low, group = through.low, endings.group
    if endings.is_within(entry, low):
        return through.sure()
    if not endings.may_be_within(entry, through.high):
        return through.out()
    left = group.open_matches(entry)
    if not left or not endings.is_within(entry, low, "won"):
        return sentences.STILL_OPEN
    with_draw = group.draws and endings.is_within(entry, low, "drawn")
    if group.draws and not with_draw:
        return sentences.with_result(sentences.WITH_WIN, low)
    margin = endings.margin(entry, low) if group.margin_code and left == 1 else inf
    if 1 <= margin < inf:
        said = MARGINS[group.margin_code][with_draw]
        return sentences.with_result(said, low, int(margin) + 1)
    return sentences.with_result(sentences.WITH_DRAW if with_draw else sentences.WITH_WIN, low)
