"""The page of a tournament with its bracket, which everybody may read."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.rule_books import from_stored
from pages.parts.bye_words import rule_words
from pages.parts.correction_words import MARK
from pages.parts.live_page import LivePage
from pages.parts.play_words import in_short
from pages.parts.times_words import window_words
from pages.parts.tournament_page import TournamentContent, match_words, page_of, state_of
from tournaments.domain.formats.registry import format_of
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import NextStep
from tournaments.domain.tonight.spectator import SpectatorFacts, next_step
from tournaments.selectors.events.entries import EntryRow, entry_rows, field_of, players_ask
from tournaments.selectors.events.play import online_play
from web.actors import say
from web.links import absolute_url


@dataclass(frozen=True, slots=True)
class ShownStep:
    """What is next in words; `does` is what the button opens."""

    sentence: str
    button: str
    does: str


class TournamentPage(LivePage):
    """State, how to enter, what is played now, the bracket or the pairs of a round, results."""

    tab = "tournament"
    asks = ("section", "round")
    marks_own = True

    @cached_property
    def own_entry(self) -> int | None:
        """Asked for only while one can enter: later the page is the same for all its readers."""
        is_open = self.tournament.state == TournamentState.REGISTRATION
        return super().own_entry if is_open else None

    def matter(self) -> dict[str, Any]:
        tournament, stage = self.tournament, self.stage
        is_bracket = stage.format_class.is_bracket
        part = self.asked_number("section" if is_bracket else "round")
        is_last = stage == self.stages[-1]
        page = page_of(tournament, stage, self.seen, part, is_last=is_last)
        rows = [] if page else entry_rows(tournament)
        rules = from_stored(tournament.rules | stage.rules, tournament.rules_version)
        online = online_play(tournament)
        windows = window_words(tournament.window_days, tournament.unplayed)
        return {
            "state": state_of(tournament, page),
            "format": say(format_of(stage.format, stage.settings).name),
            "rules": rules,
            "match_words": match_words(rules),
            "entrants": page.entrants if page else len(field_of(rows)),
            "page": page,
            "step": _shown(next_step(self._facts(rows, page))),
            "is_last": is_last,
            "link": absolute_url(self.address("tournament")),
            "mark": MARK,
            "windows": [say(sentence) for sentence in windows],
            "byes": [say(sentence) for sentence in rule_words(tournament.bye_opponent)],
            "online": [say(sentence) for sentence in in_short(online)] if online else [],
        }

    def _facts(self, rows: Sequence[EntryRow], page: TournamentContent | None) -> SpectatorFacts:
        """What is next for who reads it; `rows` are its entries where it is not drawn."""
        event = self.tournament
        return SpectatorFacts(
            event.pk,
            TournamentState(event.state),
            may_enter=players_ask(event),
            own=next((row.status for row in rows if row.entry.pk == self.own_entry), ""),
            entered=sum(row.status == "entered" for row in rows),
            cap=event.cap,
            is_drawn=page is not None,
            cut=page.cut if page else None,
            is_bracket=self.stage.format_class.is_bracket,
        )


def _shown(step: NextStep | None) -> ShownStep | None:
    if step is None:
        return None
    return ShownStep(say(step.sentence), say(step.button.words), step.button.does)
