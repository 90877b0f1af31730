"""A penalty: what was done, who, the step that follows with its reason, or another one."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from kernel.names import search_key
from kernel.text import N_, Refusal, Text
from pages.match.asked import answer_to
from pages.match.penalties import what_is_asked
from pages.match.penalty_words import step_effect, step_words
from pages.match.stepwise import MOST_USED, OptionButton, StepwisePage
from tournaments.domain.penalties.escalation import Proposal
from tournaments.domain.penalties.infractions import CONDITIONS, INFRACTIONS, Infraction, is_severe
from tournaments.domain.penalties.ladder import LADDER, PenaltyStep
from tournaments.selectors.events.penalties import (
    Earlier,
    earlier_of,
    given_most,
    with_other_causes,
)
from tournaments.selectors.stages.clocks import minutes_since_start
from tournaments.selectors.stages.sides import NamedSide
from tournaments.services.desk import penalties
from tournaments.services.desk.penalties import PenaltyEntry
from tournaments.services.desk.result_change import CorrectionRequest
from web.actors import say
from web.numbers import number_in
from web.page import new_key

LONGEST_FACTS = 1000
SAY_WHAT = Text("infraction_needed", N_("Say what was done: choose an infraction."))
SAY_WHO = Text("entry_needed", N_("Say which of them it was."))
ASK_HEAD = N_("The head referee or a director gives this.")


class PenaltyPage(StepwisePage):
    action = "penalty.give"
    template = "match/penalty.html"

    def take(self) -> HttpResponse:
        return self.once(self._save)

    def _save(self) -> str:
        if self.infraction is None:
            raise Refusal(SAY_WHAT)
        if self.offender is None:
            raise Refusal(SAY_WHO)
        entry = PenaltyEntry(
            entry=self.offender.entry,
            infraction=self.infraction.id,
            occurrence=number_in(self.said.get("occurrence"), digits=9) or 0,
            step=self.said.get("option") or None,
            facts=self.facts,
            minutes=self.minutes,
            conditions=self.conditions,
            cause=number_in(self.said.get("cause")),
        )
        request = CorrectionRequest(
            "penalty",
            choice=self.said.get("choice") or None,
            confirm=self.said.get("confirm", ""),
            if_unfinished=answer_to("if_unfinished", self.said),
        )
        penalties.give_penalty(entry=entry, request=request, **self.told(self.version))
        return self.after(_("the penalty is given."))

    def wrong(self, refusal: Refusal) -> dict[str, Any]:
        """And what rests on a result that the penalty changes, with the ways there are."""
        return what_is_asked(refusal, self.said) | super().wrong(refusal) | {"key": new_key()}

    @cached_property
    def infraction(self) -> Infraction | None:
        return INFRACTIONS.get(self.said.get("rule", ""))

    @cached_property
    def seat(self) -> int | None:
        said, players = number_in(self.said.get("offender")), self.place.slot.players
        return None if said is None or said >= len(players) or players[said] is None else said

    @property
    def offender(self) -> NamedSide | None:
        """Who did it; of what both did, one of them."""
        players = self.place.slot.players
        if self.infraction is not None and self.infraction.target == "both":
            return next((player for player in players if player), None)
        return None if self.seat is None else players[self.seat]

    @cached_property
    def minutes(self) -> int | None:
        """As said, else by the round's clock, where they matter."""
        if self.infraction is None or not self.infraction.asks_minutes:
            return None
        said = number_in(self.said.get("minutes"), digits=9)
        return minutes_since_start(self.board, self.now) if said is None else said

    @property
    def conditions(self) -> list[str]:
        open_ones = self.infraction.conditions if self.infraction else ()
        return [code for code in open_ones if code in self.said.getlist("c")]

    @property
    def facts(self) -> str:
        return self.said.get("facts", "").strip()[:LONGEST_FACTS]

    @property
    def q(self) -> str:
        return self.said.get("q", "").strip()[:40]

    def shown(self) -> dict[str, Any]:
        infraction, offender = self.infraction, self.offender
        shown = {
            "groups": self._groups(),
            "q": self.q,
            "infraction": infraction,
            "asks_offender": infraction is not None and infraction.target == "offender",
            "seat": self.seat,
            "minutes": self.minutes,
            "questions": [
                (code, say(CONDITIONS[code]), code in self.conditions)
                for code in (infraction.conditions if infraction else ())
            ],
            "facts": self.facts,
            "cause": self.said.get("cause", ""),
            "earlier": self.earlier(),
        }
        if infraction is None or offender is None:
            return shown
        earlier, _same = with_other_causes(
            earlier_of(self.board, self.place.slot.players.index(offender)),
            infraction,
            self.board,
            number_in(self.said.get("cause")),
        )
        proposal = earlier.proposal(
            infraction, minutes=self.minutes or 0, conditions=self.conditions
        )
        return shown | self._steps(infraction, proposal, earlier)

    def _steps(
        self, infraction: Infraction, proposal: Proposal, earlier: Earlier
    ) -> dict[str, Any]:
        """The step that the table proposes, and the others."""
        said = self.said.get("option", "")
        was_proposed = self.said.get("proposed", "")
        # What was chosen stays chosen; what was only proposed follows the proposal.
        chosen = said if said in set(PenaltyStep) and said != was_proposed else proposal.step
        proposed = self._step(infraction, proposal.step, chosen)
        lines = [say(proposal.reason), *proposed.effects, *(say(text) for text in proposal.also)]
        others = [self._step(infraction, step, chosen) for step in LADDER if step != proposal.step]
        players = self.place.slot.players
        those = players if infraction.target == "both" else [self.offender]
        who = " + ".join(player.in_full for player in those if player)
        return {
            "proposed": replace(proposed, effects=lines),
            "others": others,
            "off": chosen != proposal.step,
            "occurrence": earlier.next_occurrence(infraction),
            "sum": f"{step_words(chosen)}, {who}",
        }

    def _step(self, infraction: Infraction, step: PenaltyStep, chosen: str) -> OptionButton:
        barred = is_severe(infraction, step) and not self.actor.may("penalty.severe")
        return OptionButton(
            step,
            step_words(step),
            [step_effect(step, self.record.game_rules)],
            chosen=step == chosen and not barred,
            closed=_(ASK_HEAD) if barred else "",
        )

    def _groups(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """What can have been done: what was searched for; else first what is given most."""
        words = search_key(self.q).split()
        named = {code: say(infraction.name) for code, infraction in INFRACTIONS.items()}
        found = [
            (code, name)
            for code, name in named.items()
            if all(word in search_key(name) for word in words)
        ]
        if words:
            return [(_("Found"), found)] if found else []
        often = given_most(self.tournament.club_id)[:MOST_USED]
        top = [(code, named[code]) for code in often]
        rest = [row for row in found if row not in top]
        return [(title, rows) for title, rows in ((_("Most used"), top), (_("All"), rest)) if rows]
