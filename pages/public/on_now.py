"""What is on in a running event, in short: how far its round is, and a few tables to watch.

For the front page, which shows it of several events. To work it out is to read the whole stage, so
it is kept by the version that visitors have of the event, as its own pages are (decision 0005).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice, zip_longest
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, ngettext

from pages.parts.sheet_match import IN_PLAY, SheetMatch
from pages.parts.sheet_matches import SheetMatches
from tournaments.models import Tournament
from tournaments.selectors.desk.results import records_of
from tournaments.selectors.events.play import plays_online
from tournaments.selectors.stages.bracket import Slot, bracket
from tournaments.selectors.stages.order import current_stage, is_published, stages_of
from web.actors import say
from web.kept_copies import find_copy, keep_copy

KEPT_SECONDS = 300
TO_WATCH = 3
"""Tables on the front page, and so at most of one event."""


@dataclass(frozen=True, slots=True)
class WatchedLine:
    """A player of a watched match: games won, and the points of the game in play as far as there
    is one."""

    name: str
    games: int
    points: int | None
    leads: bool


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """A match in play; `path` leads to it below the matches of its event, `table` to its online
    table where everybody may look on. `where` is its table or its name, `progress` the game and
    hand, or the word for its state."""

    path: str
    table: str
    where: str
    state: str
    progress: str
    lines: tuple[WatchedLine, ...]


@dataclass(frozen=True, slots=True)
class OnNow:
    """A running event: the name of its round, how many of its matches are over, and whom to
    watch."""

    round: str
    progress: str
    matches: tuple[WatchedMatch, ...]


def on_now(tournament: Tournament) -> Mapping[str, Any]:
    """What visitors may know of a running event, as the fields of `OnNow`; {} while no round of it
    is published."""
    depends_on = (tournament.pk, tournament.public_version, get_language(), settings.RELEASE)
    key = hashlib.sha256(repr(("on now", *depends_on)).encode()).hexdigest()[:32]
    found = find_copy(key, str)
    if found is None:
        made = _made(tournament)
        found = json.dumps(asdict(made) if made else {})
        keep_copy(key, found, KEPT_SECONDS)
    fields: Mapping[str, Any] = json.loads(found)
    return fields


def to_watch(
    events: Iterable[tuple[Tournament, Mapping[str, Any]]],
) -> Sequence[tuple[Tournament, Mapping[str, Any]]]:
    """A few matches of several events with what is `on_now`: the first of each, then the second
    ones."""
    each = ([(event, match) for match in now.get("matches", ())] for event, now in events)
    in_turn = chain.from_iterable(zip_longest(*each))
    return list(islice((one for one in in_turn if one), TO_WATCH))


def _made(tournament: Tournament) -> OnNow | None:
    stage = current_stage(stages_of(tournament.pk), drafts=False)
    if not is_published(stage):
        return None
    rounds = bracket(stage)
    slots = [slot for slot in SheetMatches(rounds).slots_in_play if slot.state in IN_PLAY]
    watched = slots[:TO_WATCH]
    maker = SheetMatches(rounds, records_of([slot.match.pk for slot in watched if slot.match]))
    current = maker.rounds[maker.current]
    over = sum(slot.decision is not None for slot in current.matches)
    words = ngettext(
        "%(over)d of %(count)d match is over",
        "%(over)d of %(count)d matches are over",
        len(current.matches),
    )
    return OnNow(
        say(current.name),
        words % {"over": over, "count": len(current.matches)},
        tuple(
            _watched(maker.match(slot), may_watch=_may_watch(tournament, slot)) for slot in watched
        ),
    )


def _may_watch(tournament: Tournament, slot: Slot) -> bool:
    """Whether everybody may look on at the online table of a match, which is played there."""
    moved_to = slot.match.moved_to if slot.match else ""
    return tournament.has_spectators and plays_online(tournament, moved_to)


def _watched(match: SheetMatch, *, may_watch: bool) -> WatchedMatch:
    lines = (
        WatchedLine(line.name, line.games or 0, line.points, match.leader == seat)
        for seat, line in enumerate(match.lines)
    )
    return WatchedMatch(
        match.slot.path,
        match.table_path if may_watch else "",
        match.where,
        match.state,
        match.progress or match.word,
        tuple(lines),
    )
