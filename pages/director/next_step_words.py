"""The next step of the evening, in words: what it needs, and what keeps it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.director.desk_words import DeskWords
from pages.director.draw import Check
from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.selectors.stages.bracket import BracketRound, slots_of
from tournaments.selectors.stages.drafts import is_taken_back
from web.actors import say

DONE = (MatchState.FINISHED, "bye")


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of the evening: what it needs, and `why_not` it can't be taken. It is done by
    `act`, at `address`, or by itself (both empty)."""

    title: str
    checks: Sequence[Check]
    word: str = ""
    act: str = ""
    address: str = ""
    why_not: str = ""
    note: str = ""


class NextStepWords(DeskWords):
    """Says what comes next in one tournament."""

    def step(self) -> NextStep | None:
        """What comes next; None where nothing does."""
        if self.tournament.state != TournamentState.RUNNING:
            return None
        draft = self.first_draft()
        return self._before_round(draft) if draft else self._before_what_follows()

    def _before_round(self, draft: BracketRound) -> NextStep:
        row = self.tiles.stage.rounds.get(number=draft.number)
        name = say(draft.name)
        ready = any(all(slot.players) for slot in draft.slots)
        why_not, note = "", ""
        if row.publish_at:
            at = time_format(localtime(row.publish_at), "TIME_FORMAT")
            note = _("It publishes itself at %(at)s.") % {"at": at}
        elif self.tiles.stage.format_class.rounds_in_turn:
            note = self._says_when(draft)
        elif not ready:
            why_not = _("Opens when both sides of one of its matches are known.")
            if self.tournament.publishing == self.tournament.Publishing.AUTOMATIC:
                why_not = _("It publishes itself when both sides of one of its matches are known.")
        return NextStep(
            _("Before: %(round)s") % {"round": name},
            self._checks([round for round in self.tiles.rounds if round.number < draft.number]),
            _("Publish: %(round)s") % {"round": name},
            f"publish:{draft.number}",
            why_not=why_not,
            note=note,
        )

    def _says_when(self, draft: BracketRound) -> str:
        """When a round of which everybody knows whom they meet opens by itself."""
        is_automatic = self.tournament.publishing == self.tournament.Publishing.AUTOMATIC
        if not is_automatic or is_taken_back(self.tiles.stage, draft.number):
            return _("It opens at your word.")
        return _("It publishes itself with the last result before it. You may open it sooner.")

    def _before_what_follows(self) -> NextStep:
        title, follows = _("Before the end"), self.follows()
        note = _("The tournament finishes by itself with its last result.")
        if follows:
            title = _("Before: %(round)s") % {"round": capfirst(follows)}
            note = _("It is drawn by itself with the last result.")
        return NextStep(title, self._checks(self.tiles.rounds), note=note)

    def _checks(self, rounds: Sequence[BracketRound]) -> list[Check]:
        slots = [slot for slot in slots_of(rounds) if slot.state != "bye"]
        done = sum(slot.state in DONE for slot in slots)
        missing = [self.tiles.maker.match(slot) for slot in slots if slot.state not in DONE]
        if not rounds:
            return [Check("yes", _("The stage before is over"))]
        title = _("%(done)d of %(all)d results stand") % {"done": done, "all": len(slots)}
        names = "; ".join(match.where for match in missing[:12])
        detail = _("Missing: %(names)s") % {"names": names} if missing else ""
        results = Check("no" if missing else "yes", title, detail)
        checks = [results, self._disputes(), self._reports()]
        tables = len(self.tiles.tables)
        if tables:
            free = tables - len({one.slot.table for one in self.tiles.open} - {None})
            title = _("%(free)d of %(all)d tables free") % {"free": free, "all": tables}
            checks.append(Check("yes" if free else "mind", title))
        return checks

    def _disputes(self) -> Check:
        where = self._in_state(MatchState.DISPUTED)
        if not where:
            return Check("yes", _("Nothing is disputed"))
        words = ngettext("%(n)d result is disputed", "%(n)d results are disputed", len(where))
        return Check("no", words % {"n": len(where)}, "; ".join(where))

    def _reports(self) -> Check:
        where = self._in_state(MatchState.REPORTED)
        if not where:
            return Check("yes", _("No report waits for an answer"))
        words = ngettext(
            "%(n)d report waits for an answer", "%(n)d reports wait for an answer", len(where)
        )
        return Check("mind", words % {"n": len(where)}, "; ".join(where))

    def _in_state(self, state: str) -> list[str]:
        return [
            self.where(table_match)
            for table_match in self.tiles.open
            if table_match.slot.state == state
        ]
