"""The picture behind a shared link of an event: what stands in it tonight, 1200 by 630.

Before it begins its date and rules, while it is played the matches or the first of the standings,
and at its end who won. A name in letters that the fonts do not have would leave a gap: where one
would stand there, the rules stay, and of an event that is called so there is no picture.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rule_books import from_stored
from pages.parts.event_page import EventPage
from pages.parts.leaders import leaders_of
from pages.parts.podium import EndWords
from pages.parts.sheet_match import IN_PLAY, SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.tournament_page import match_words, state_of
from tournaments.domain.formats.registry import format_of
from tournaments.domain.lifecycle import PLAYED_OUT, TournamentState
from tournaments.models import Stage
from tournaments.selectors.events.entries import size_of_field
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.order import current_stage, is_published, stages_of
from tournaments.selectors.stages.podium import ending_of
from tournaments.selectors.stages.sides import entry_names
from web.actors import say
from web.kept_copies import find_copy, keep_copy
from web.pictures import is_drawn, png

KEPT_SECONDS = 24 * 3600
ROWS = 3
TOPS = (334, 440, 546)  # where the rows stand
NOT_SHOWN = (TournamentState.DRAFT, TournamentState.CANCELLED)
WIDTH, PANEL = 600, 380  # of the left side and of the felt, in the picture's own units
LETTER = 0.57  # how wide a letter is at most on average, in sizes of the type


class Fitted(NamedTuple):
    """Words, and the size of type at which they fit."""

    words: str
    size: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the picture: a name, the rank where there is one, a note in small type below."""

    name: str
    rank: str = ""
    note: str = ""


class PicturePage(EventPage):
    """The picture, as everybody may see it; kept for each version of the event. Without an address
    that others can open there is none: nobody could fetch it."""

    action = "tournament.view"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        event = self.tournament
        if not settings.IS_REACHABLE or event.state in NOT_SHOWN:
            raise Http404
        if not is_drawn(event.name + event.club.name):
            raise Http404
        key = self._key()
        unchanged = get_conditional_response(request, etag=f'"{key}"')
        if unchanged is not None:
            return unchanged
        picture = find_copy(key, bytes)
        if picture is None:
            with timezone.override(ZoneInfo(event.club.time_zone)):
                picture = png(render_to_string("public/picture.svg", self._drawing()))
            keep_copy(key, picture, KEPT_SECONDS)
        return HttpResponse(picture, content_type="image/png", headers={"ETag": f'"{key}"'})

    def _key(self) -> str:
        event = self.tournament
        place = (event.club.name, event.club.time_zone, get_language(), settings.RELEASE)
        whole = ("picture", event.pk, event.public_version, *place)
        return hashlib.sha256(repr(whole).encode()).hexdigest()[:32]

    def _drawing(self) -> dict[str, Any]:
        stage = current_stage(stages_of(self.tournament.pk), drafts=False)
        head, rows = self._matter(stage)
        return {
            "title": fitted(self.tournament.name, WIDTH, 68, 34),
            "place": fitted(self._place(), WIDTH, 24, 20),
            "head": fitted(head, PANEL, 46, 26),
            "under": fitted(self.tournament.club.name, PANEL, 22, 18),
            "rows": list(_placed(rows)),
        }

    def _place(self) -> str:
        """When it is, and how many play."""
        number = size_of_field(self.tournament)
        players = ngettext("%(number)d player", "%(number)d players", number)
        teams = ngettext("%(number)d team", "%(number)d teams", number)
        counted = (teams if self.tournament.has_teams else players) % {"number": number}
        begins = self.tournament.starts_at
        day = date_format(localtime(begins), "DATE_FORMAT") if begins else ""
        return " · ".join(part for part in (day, counted if number else "") if part)

    def _matter(self, stage: Stage) -> tuple[str, Sequence[Row]]:
        """What the picture is about: its heading, and the rows."""
        state = self.tournament.state
        if state in (TournamentState.RUNNING, *PLAYED_OUT) and is_published(stage):
            head, rows = self._played(stage)
            if all(is_drawn(row.name + row.note) for row in rows):
                return head, rows
        return state_of(self.tournament).word, self._announced(stage)

    def _played(self, stage: Stage) -> tuple[str, Sequence[Row]]:
        """The same of what is being played, or was."""
        rounds = bracket(stage)
        maker = SheetMatches(rounds)
        if self.tournament.state in PLAYED_OUT:
            return _("The podium"), _podium(stage, maker)
        head = say(maker.rounds[maker.current].name)
        first = () if stage.format_class.is_knock_out else self._first(stage)
        return head, first or _matches(maker)

    def _announced(self, stage: Stage) -> Sequence[Row]:
        """When it begins, what is played, and how long a match is."""
        event = self.tournament
        rules = from_stored(event.rules | stage.rules, event.rules_version)
        begins = event.starts_at and time_format(localtime(event.starts_at), "TIME_FORMAT")
        words = [
            begins or "",
            say(format_of(stage.format, stage.settings).name),
            match_words(rules),
        ]
        return [Row(one) for one in words if one]

    def _first(self, stage: Stage) -> Sequence[Row]:
        """The first of the standings; of several groups none, as nobody is first of all."""
        groups = leaders_of(stage, full_names=False)
        if len(groups) != 1:
            return []
        return [
            Row(
                row.name,
                row.place,
                _("%(won)d won, %(lost)d lost") % {"won": row.won, "lost": row.lost},
            )
            for row in groups[0].rows[:ROWS]
        ]


def _podium(stage: Stage, maker: SheetMatches) -> Sequence[Row]:
    """Who stands on it, with what the page says of them; of those who share a place as many as
    there is room for."""
    ending = ending_of(stage, maker.bracket)
    if ending is None:
        return ()
    names = entry_names(stage.tournament_id, full_names=False)
    steps = EndWords(ending, names, maker.slots).steps()
    rows = [
        Row(holder.name, str(step.place), ", ".join(holder.words))
        for step in steps
        for holder in step.holders
    ]
    return rows[:ROWS]


def _matches(maker: SheetMatches) -> Sequence[Row]:
    """Those of the round that is played, what is in play first."""
    slots = [slot for slot in maker.rounds[maker.current].slots if all(slot.players)]
    slots.sort(key=lambda slot: slot.state not in IN_PLAY)
    return [_match(maker.match(slot)) for slot in slots[:ROWS]]


def _match(match: SheetMatch) -> Row:
    games = [str(line.games) for line in match.lines if line.games is not None]
    begun = len(games) == len(match.lines)
    return Row(match.versus, note="–".join(games) if begun else match.word)


def fitted(words: str, width: int, largest: int, smallest: int) -> Fitted:
    """The words in the largest type in which they take no more than that width; what is too long
    for the smallest one is cut, with an ellipsis."""
    size = min(largest, int(width / (LETTER * max(1, len(words)))))
    if size >= smallest:
        return Fitted(words, size)
    most = int(width / (LETTER * smallest))
    return Fitted(words[: most - 1].rstrip() + "…", smallest)


def _placed(rows: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """The rows with where they stand: the first of a table in the largest type."""
    for number, row in enumerate(rows):
        is_first, indent = number == 0 and bool(row.rank), 56 if row.rank else 0
        size = 58 if is_first else 42
        yield {
            "rank": fitted(row.rank, 2 * indent, size, 20) if row.rank else None,
            "name": fitted(row.name, WIDTH - indent, size, 24),
            "note": fitted(row.note, WIDTH - indent, 24, 20),
            "is_first": is_first,
            "indent": indent,
            "top": TOPS[number],
            "line": TOPS[number] + 62,
        }
