"""The public tabs of a tournament beside its bracket: matches, standings, entrants, rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.engine.rules import from_stored
from players.doors.actors import say
from players.models import Player
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import EntryMember, Stage
from tournaments.selectors.access import sees_drafts
from tournaments.selectors.audiences import seen_as
from tournaments.selectors.bracket import (
    bracket,
    is_drawn_for_all,
    matches_of,
    sides_of,
    standing_table,
)
from tournaments.selectors.entries import EntryRow, entry_rows, waitlist_of
from tournaments.selectors.seeding import in_seed_order
from tournaments.views.draw_sheet import DrawSheetMaker, SheetMatch
from tournaments.views.event import EventPage
from tournaments.views.rule_words import rule_words
from tournaments.views.tournament_page import state_of, table_names


class EventTab(EventPage):
    """One of the pages between which everybody changes by the tabs below a tournament's name."""

    action = "tournament.view"
    tab: str

    @cached_property
    def stage(self) -> Stage:
        return self.tournament.stages.get(number=1)

    @cached_property
    def full_names(self) -> bool:
        return sees_drafts(self.actor)

    @cached_property
    def is_drawn(self) -> bool:
        """Whether there is a draw for these eyes."""
        return self.stage.rounds.exists() if self.full_names else is_drawn_for_all(self.stage)

    @cached_property
    def own_entry(self) -> int | None:
        """The entry of the reader's own player."""
        if self.actor.user_id is None:
            return None
        own = EntryMember.objects.filter(
            tournament=self.tournament, player__user=self.actor.user_id
        )
        return own.values_list("entry_id", flat=True).first()

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        """The page; to htmx its live part alone."""
        template = f"public/{self.tab}.html" + ("#live" if request.htmx else "")
        return self.answer(
            template,
            tab=self.tab,
            state=state_of(self.tournament),
            seen=seen_as(self.actor, self.tournament),
            **self.matter(),
        )

    def matter(self) -> dict[str, Any]:
        """What the page itself shows."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class MatchesOfRound:
    """A round's name and its matches; byes are only in the bracket."""

    number: int
    name: str
    matches: Sequence[SheetMatch]


class Matches(EventTab):
    """All matches, round by round."""

    tab = "matches"

    def matter(self) -> dict[str, Any]:
        return {"rounds": self._rounds()}

    def _rounds(self) -> list[MatchesOfRound]:
        rounds = bracket(self.stage, full_names=self.full_names)
        if not rounds or (rounds[0].state == RoundState.DRAFT and not self.full_names):
            return []
        maker = DrawSheetMaker(rounds, {}, table_names(self.tournament))
        return [
            MatchesOfRound(
                round.number,
                say(round.name),
                [maker.match(slot) for slot in matches_of((round,))],
            )
            for round in rounds
        ]


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the standings. `rank` is None while the entrant is still in."""

    rank: int | None
    shared: bool
    name: str
    played: int
    won: int
    lost: int
    reason: str
    is_own: bool


class Standings(EventTab):
    """The newest standings as a worker has computed them, with the reason for each place."""

    tab = "standings"

    def matter(self) -> dict[str, Any]:
        table = standing_table(self.stage) if self.is_drawn else None
        if table is None:
            return {"places": []}
        sides = sides_of(self.tournament.pk, full_names=self.full_names)
        names = {entry: side.name for entry, side in sides.items()}
        places = [self._place(row, names) for row in table.rows]
        return {
            "places": places,
            "own": next((place for place in places if place.is_own), None),
            "computed_at": table.computed_at,
        }

    def _place(self, row: Mapping[str, Any], names: Mapping[int, str]) -> Place:
        return Place(
            rank=row["rank"],
            shared=row["shared"],
            name=names[row["entry"]],
            played=row["played"],
            won=row["won"],
            lost=row["lost"],
            reason=say(text_from(row["reason"], names)),
            is_own=row["entry"] == self.own_entry,
        )


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant in a list; `place` is his seed, or his place on the waitlist.

    `player` is None where he has no page for the reader.
    """

    place: int | None
    player: int | None
    name: str
    rating: int | None
    checked_in: bool
    is_own: bool


class Entrants(EventTab):
    """Who takes part, who waits for a place, who has withdrawn."""

    tab = "entrants"

    def matter(self) -> dict[str, Any]:
        rows = entry_rows(self.tournament)
        field = in_seed_order(self.tournament, rows)
        gone = [row for row in rows if row.status in ("withdrawn", "swapped")]
        return {
            "field": [self._entrant(row, row.entry.seed) for row in field],
            "waiting": [self._entrant(row, n) for n, row in enumerate(waitlist_of(rows), 1)],
            "gone": [self._entrant(row, row.entry.seed) for row in gone],
            "seeded": any(row.entry.seed for row in field),
            "rated": any(row.rating is not None for row in field),
            "checking_in": self.tournament.state == TournamentState.CHECK_IN,
            "here": sum(row.checked_in for row in rows),
        }

    def _entrant(self, row: EntryRow, place: int | None) -> Entrant:
        hidden = row.shown == Player.Shown.HIDDEN
        return Entrant(
            place=place,
            player=None if hidden else row.player_id,
            name=row.name(full=self.full_names),
            rating=row.rating,
            checked_in=row.checked_in,
            is_own=row.entry.pk == self.own_entry,
        )


class EventRules(EventTab):
    """What is played, in plain words."""

    tab = "event_rules"

    def matter(self) -> dict[str, Any]:
        chapters = rule_words(from_stored(self.tournament.rules, self.tournament.rules_version))
        return {
            "chapters": [
                (say(chapter.title), [say(one) for one in chapter.sentences])
                for chapter in chapters
            ]
        }
