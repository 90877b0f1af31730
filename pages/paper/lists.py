"""Lists on paper: the standings with all ranks, the rules, and who is entered, to be called at the
door."""

from functools import cached_property
from typing import Any

from games.rule_books import from_stored
from kernel.names import sort_key
from pages.paper.paper import PaperRoomPage
from pages.parts.bye_words import rule_words
from pages.parts.event_rules import event_chapters, in_short
from pages.parts.rank_table import RankTable, rank_table
from pages.parts.times_words import window_words
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.selectors.events.play import online_play
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.ranking import compared_in
from tournaments.selectors.stages.sides import entry_names
from tournaments.services.stages.plans import plans_of
from web.actors import say

ON_THE_LIST = ("entered", "waitlist", "requested")
BLANK_LINES = 4


class StandingsOnPaperPage(PaperRoomPage):
    """The newest standings: all ranks, with their reasons where they are asked for; at the end of
    an event the final table."""

    template = "paper/standings.html"

    @cached_property
    def table(self) -> RankTable | None:
        found = standing_table(self.stage) if self.rounds else None
        if found is None:
            return None
        names = entry_names(self.tournament.pk, full_names=True)
        return rank_table(found.rows, compared_in(found), names)

    def context(self) -> dict[str, Any]:
        asked = self.request.GET
        return super().context() | {
            "table": self.table,
            "with_reasons": "reasons" in asked,
            "on_wall": "wall" in asked,
        }


class RulesOnPaperPage(PaperRoomPage):
    """What is played, in short and in full."""

    template = "paper/rules.html"

    def context(self) -> dict[str, Any]:
        event = self.tournament
        rules, plans = from_stored(event.rules, event.rules_version), plans_of(event)
        length, short = in_short(rules, plans)
        chapters = event_chapters(
            rules,
            plans,
            club_id=event.club_id,
            boards=event.boards,
            online=online_play(event),
            windows=window_words(event.window_days, event.unplayed),
            byes=rule_words(event.bye_opponent),
        )
        return super().context() | {
            "length": length,
            "short": short,
            "chapters": [
                (say(chapter.title), [say(sentence) for sentence in chapter.sentences])
                for chapter in chapters
            ],
        }


class RollCallPage(PaperRoomPage):
    """Everybody who is entered, by name, with a box to tick; who waits for a place stands below."""

    template = "paper/roll_call.html"

    def context(self) -> dict[str, Any]:
        rows = [row for row in entry_rows(self.tournament) if row.status in ON_THE_LIST]
        rows.sort(key=lambda row: sort_key(row.entry.name))
        return super().context() | {
            "entered": [_line(row) for row in rows if row.status == "entered"],
            "waiting": [_line(row) for row in rows if row.status != "entered"],
            "blank": range(BLANK_LINES),
        }


def _line(row: EntryRow) -> dict[str, object]:
    members = ", ".join(member.name for member in row.members)
    return {"name": row.entry.name, "seed": row.entry.seed, "members": members}
