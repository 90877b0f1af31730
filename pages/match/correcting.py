"""A standing result is corrected: first what that changes is shown, and how it can be done."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.models import Match
from kernel.text import N_, Refusal
from pages.match.confirmation import AnswerPage
from pages.match.forms import VersionForm
from pages.match.match import MatchPage
from pages.parts.correction_words import CorrectionWords
from pages.parts.drawing_words import rests_words
from tournaments.domain.corrections import Choice
from tournaments.selectors.desk.corrections import corrections_of
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.drawings import played_in
from tournaments.selectors.stages.sides import entry_names
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.previews import CorrectionWrite, preview_corrections
from tournaments.services.stages.redrawing import RestsOn
from web.actors import say
from web.errors import status_of
from web.page import KEY, new_key

ASKED = frozenset({"choice", "if_rests_on", "confirm"})
NOT_SENT_AGAIN = ("csrfmiddlewaretoken", KEY, "choice", "confirm")


class CorrectingPage(MatchPage):
    """A form whose write, where a result stands, is previewed and sent again with a choice."""

    #: What the preview is called, what its button does, what waits for the network.
    preview_words = (
        N_("What the correction changes"),
        N_("Save the correction"),
        N_("the correction"),
    )

    def correct(
        self, service: Callable[..., EditedMatch], version: int, **told: Any
    ) -> HttpResponse:
        """Make the write where it need not be looked at first, or was, by a service that is told
        this besides. What is refused for another reason than the choice is raised."""
        write = partial(service, **told, **self.told(version))
        stands = self.record.state == Match.States.FINISHED
        choice = self.request.POST.get("choice")
        if stands and choice is None:
            return self._preview(write)
        confirm = self.request.POST.get("confirm", "")
        try:
            return self.once(lambda: self.corrected(write(choice=choice or None, confirm=confirm)))
        except Refusal as refusal:
            if refusal.field not in ASKED:
                raise
            return self._preview(write, refusal)

    def corrected(self, left: Any) -> str:
        """The address to which a write leads."""
        return self.after(self.result_said())

    def _shown(self, refusal: Refusal | None, **shown: Any) -> HttpResponse:
        """The page of the preview, with what is refused."""
        heading, save, waits = map(_, self.preview_words)
        return self.answer(
            "match/correction.html",
            status_of(refusal.text.code) if refusal else 200,
            heading=heading,
            save=save,
            waits=waits,
            reason=self.request.POST.get("reason", ""),
            refused=_refused(refusal),
            **shown,
        )

    def _preview(self, write: CorrectionWrite, refusal: Refusal | None = None) -> HttpResponse:
        try:
            previews = preview_corrections(board=self.board, write=write, now=self.now)
        except RestsOn as for_others:
            return self._for_others(for_others)
        stage = self.board.pairing.round.stage
        words = CorrectionWords(stage, previews, full_names=sees_drafts(self.actor))
        sent = self.request.POST
        return self._shown(
            refusal,
            ways=words.ways(),
            level=words.level(),
            result=words.result(),
            rests=words.rests(),
            word=previews.confirm,
            asks_word=any(choice.choice == Choice.VOID for choice in previews.choices),
            chosen=sent.get("choice") or ("" if previews.is_asked else previews.choices[0].choice),
            typed=sent.get("confirm", ""),
            fields=[
                (name, value)
                for name, values in sent.lists()
                if name not in NOT_SENT_AGAIN
                for value in values
            ],
            key=new_key(),
        )

    def _for_others(self, refusal: RestsOn) -> HttpResponse:
        """Somebody else has to choose: what rests on the result is shown, and nothing is saved."""
        tournament = self.board.pairing.round.stage.tournament_id
        names = entry_names(tournament, full_names=sees_drafts(self.actor))
        rests = rests_words(refusal.drawings, played_in(refusal.drawings), names)
        return self._shown(refusal, rests=rests, for_others=True)


def _refused(refusal: Refusal | None) -> dict[str, str]:
    """What is refused, beside the word that is typed or beside the choice."""
    if refusal is None:
        return {}
    return {"confirm" if refusal.field == "confirm" else "choice": say(refusal.text)}


class UndoCorrectionPage(AnswerPage):
    """A correction is taken back."""

    action = "match.correct"

    def write(self, form: VersionForm) -> str:
        found = corrections_of(self.board)
        undo_correction(
            correction=get_object_or_404(found, pk=self.kwargs["correction"]),
            version=form.cleaned_data["version"],
            by=self.actor,
            now=self.now,
        )
        return self.address("match")
