"""The public tabs of a tournament beside its bracket: matches, entrants, rules."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import get_language

from games.engine.chapters import Chapter
from games.rule_books import from_stored, is_playable
from pages.parts.bye_words import rule_words
from pages.parts.event_rules import event_chapters
from pages.parts.glossary import terms_in
from pages.parts.live_page import LivePage
from pages.parts.sheet_matches import SheetMatches
from pages.parts.times_words import window_words
from pages.parts.tournament_page import state_of
from players.models import Player
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.selectors.events.entries import (
    OUT,
    EntryRow,
    Member,
    entry_rows,
    in_seed_order,
    waitlist_of,
)
from tournaments.selectors.events.play import online_play
from tournaments.selectors.stages.bracket import BracketRound, bracket
from tournaments.services.stages.plans import plan_of
from web.actors import say

MOST_MATCHES = 192


class EventTabPage(LivePage):
    """One of the pages between which everybody changes by the tabs below a tournament's name."""

    def matter(self) -> dict[str, Any]:
        return {"state": state_of(self.tournament)}


class MatchesPage(EventTabPage):
    """All matches, round by round; where they are many, one round on a page. Byes are only in the
    bracket."""

    tab = "matches"
    asks = ("round",)

    def matter(self) -> dict[str, Any]:
        rounds = bracket(self.stage, full_names=self.full_names)
        if not rounds or (rounds[0].state == RoundState.DRAFT and not self.full_names):
            return super().matter() | {"rounds": []}
        maker = SheetMatches(rounds)
        is_long = len(maker.slots) > MOST_MATCHES
        shown = self._wanted(maker) if is_long else rounds
        return super().matter() | {
            "rounds": [
                {
                    "number": round.number,
                    "name": say(round.name),
                    "matches": [maker.match(slot) for slot in round.matches],
                }
                for round in shown
            ],
            "choices": [(round.number, say(round.name)) for round in rounds] if is_long else [],
        }

    def _wanted(self, maker: SheetMatches) -> Sequence[BracketRound]:
        """The round that the address asks for, else the one that is played."""
        wanted = self.request.GET.get("round", str(maker.current))
        found = [round for round in maker.bracket if str(round.number) == wanted]
        if not found:
            raise Http404
        return found


class EntrantsPage(EventTabPage):
    """Who takes part, who waits for a place, who has withdrawn."""

    tab = "entrants"
    is_of_stage = False
    is_kept = False  # no version tells of new ratings

    def matter(self) -> dict[str, Any]:
        rows = entry_rows(self.tournament)
        field = in_seed_order(self.tournament, rows)
        gone = [row for row in rows if row.status in OUT]
        return super().matter() | {
            "field": [self._entrant(row, row.entry.seed) for row in field],
            "waiting": [self._entrant(row, n) for n, row in enumerate(waitlist_of(rows), 1)],
            "gone": [self._entrant(row, row.entry.seed) for row in gone],
            "seeded": any(row.entry.seed for row in field),
            "rated": self.shows_ratings and any(row.rating is not None for row in field),
            "checking_in": self.tournament.state == TournamentState.CHECK_IN,
            "here": sum(row.checked_in for row in rows),
        }

    def _entrant(self, row: EntryRow, place: int | None) -> dict[str, object]:
        """An entrant in a list; `place` is the seed, or the place on the waitlist. Who hides the
        name has no page for the reader, and a team has none."""
        hidden = row.shown == Player.Shown.HIDDEN or row.members
        return {
            "place": place,
            "player": None if hidden else row.player_id,
            "name": row.name(full=self.full_names),
            "rating": row.rating,
            "checked_in": row.checked_in,
            "is_own": row.entry.pk == self.own_entry,
            "members": self._names(member for member in row.members if member.board),
            "stand_by": self._names(member for member in row.members if not member.board),
        }

    def _names(self, members: Iterable[Member]) -> str:
        return ", ".join(member.shown_name(full=self.full_names) for member in members)


class EventRulesPage(EventTabPage):
    """What is played, in plain words."""

    tab = "event_rules"
    is_of_stage = False

    def heading(self) -> dict[str, Any]:
        rules = from_stored(self.tournament.rules, self.tournament.rules_version)
        return {"tries_rules": is_playable(rules) and self.actor.may("club.try_rules")}

    def _chapters(self) -> list[Chapter]:
        event = self.tournament
        rules = from_stored(event.rules, event.rules_version)
        plans = [plan_of(stage) for stage in self.stages]
        return event_chapters(
            rules,
            plans,
            club_id=event.club_id,
            boards=event.boards,
            online=online_play(event),
            windows=window_words(event.window_days, event.unplayed),
            byes=rule_words(event.bye_opponent),
        )

    def matter(self) -> dict[str, Any]:
        language = get_language() or "en"
        return super().matter() | {
            "chapters": [
                (
                    say(chapter.title),
                    [say(sentence) for sentence in chapter.sentences],
                    [(term.word(language), term.code) for term in terms_in(chapter.sentences)],
                )
                for chapter in self._chapters()
            ]
        }
