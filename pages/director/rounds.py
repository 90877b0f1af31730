"""The rounds of a stage that is paired round by round: how far each is, and what comes next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from kernel.text import N_, Refusal
from pages.director.drawn_rooms import StageRoomPage
from pages.parts.fields import PageForm
from pages.parts.open_result_words import open_match_words
from pages.parts.sheet_matches import SheetMatches
from pages.parts.sheet_words import BYE
from pages.parts.table_cards import LAST
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.selectors.stages.bracket import BracketRound, bracket_of, matches_of
from tournaments.selectors.stages.left_open import may_be_left_open
from tournaments.selectors.stages.order import stages_after
from tournaments.services.stages import rounds as services
from tournaments.services.stages.leaving_open import draw_without
from web.actors import say
from web.numbers import number_sent

COUNTS = "counts-"
"""What the fields are called that say as what an open match counts, before the id of its pairing.
"""

WORDS: Mapping[str, tuple[str, str]] = {
    RoundState.DRAFT: (N_("Draft"), "waiting"),
    RoundState.PUBLISHED: (N_("Published"), "ready"),
    RoundState.RUNNING: (N_("In play"), "running"),
    RoundState.COMPLETE: (N_("Finished"), "finished"),
}


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round with its state, how many of its matches are decided, and the form of its plan, None
    once it is finished."""

    number: int
    name: str
    word: str
    mark: str
    done: int
    matches: int
    form: PageForm | None


class RoundsPage(StageRoomPage):
    """All rounds that there are, and the next step."""

    template = "director/rounds.html"
    acts = ("draw", "draw_without", "plan")

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Before the draw, and where all rounds are planned at once, the draw has it all."""
        if not self.has_rounds:
            return redirect(self.address("draw"))
        return super().get(request, **kwargs)

    def refused(self, refusal: Refusal) -> HttpResponse:
        """What is refused because there are no rounds is said on the page of the draw."""
        if self.has_rounds:
            return super().refused(refusal)
        messages.error(self.request, say(refusal.text))
        return redirect(self.address("draw"))

    def draw(self, _key: str) -> str:
        services.draw_stage(**self.write())
        return self.address("draw")

    def draw_without(self, key: str) -> str:
        """Draw that round while matches go on, each counted as it was chosen."""
        number = number_sent(key, digits=2)
        said = {
            number_sent(name.removeprefix(COUNTS)): self.request.POST.get(name, "")
            for name in self.request.POST
            if name.startswith(COUNTS)
        }
        draw_without(number=number, open_results=said, **self.write())
        return self.address("round", number)

    @property
    def plans(self) -> str:
        return self.address("rounds")

    def context(self) -> dict[str, Any]:
        stage, facts = self.stage, self.record
        shown = bracket_of(facts, full_names=True)
        maker = SheetMatches(shown, numbered=True)
        draft = next((round for round in facts.rounds if round.state == RoundState.DRAFT), None)
        missing = [] if draft else list(self._missing(shown, maker))
        running = self.tournament.state == TournamentState.RUNNING
        over = facts.format.is_over(facts.table)
        has_later = stages_after(stage).exists()
        number = facts.rounds[-1].number
        more = facts.format.rounds_left(facts.table, number) > 0
        return super().context() | {
            "lines": [*self._lines(shown)],
            "sits_more": self.stage.format_class.meets != "two",
            "draft": draft,
            "missing": missing,
            "open_matches": open_match_words(maker, may_be_left_open(facts)) if missing else [],
            "why_wait": _(facts.format.waits_for_results) if facts.format.waits_for_results else "",
            "may_draw": running and not draft and not missing and (not over or has_later),
            "next_number": number + 1,
            "follows": "round" if more else "stage" if has_later else "",
            "next_is_stage": over,
            "qualified": self.qualified(),
        }

    def _missing(
        self, rounds: Sequence[BracketRound], maker: SheetMatches
    ) -> Iterator[tuple[int, str]]:
        """The matches of published rounds that have no result yet and where they are, by table."""
        published = [round for round in rounds if round.state != RoundState.DRAFT]
        slots = [slot for slot in matches_of(published) if slot.decision is None]
        for slot in sorted(slots, key=lambda slot: slot.table or LAST):
            assert slot.match is not None
            who = " – ".join(player.name for player in slot.players if player)
            yield slot.match.pk, f"{maker.match(slot).where}: {who}"

    def _lines(self, shown: Sequence[BracketRound]) -> Iterator[RoundLine]:
        rows = {round.number: round for round in self.stage.rounds.all()}
        for round in shown:
            word, mark = WORDS[round.state]
            matches = [slot for slot in round.slots if slot.state != BYE]
            done = sum(slot.decision is not None for slot in matches)
            open_still = round.state != RoundState.COMPLETE
            form = self.plan_form(rows[round.number]) if open_still else None
            yield RoundLine(round.number, say(round.name), _(word), mark, done, len(matches), form)
