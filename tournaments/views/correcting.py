"""A standing result is corrected: first what that changes is shown, and how it can be done."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from games.models import Match
from players.doors.actors import say
from players.doors.errors import status_of
from players.doors.pages import KEY, new_key
from players.text import Refusal
from tournaments.domain.corrections import Choice
from tournaments.selectors.access import sees_drafts
from tournaments.selectors.corrections import corrections_of
from tournaments.services.corrections import undo_correction
from tournaments.services.previews import Write, preview_corrections
from tournaments.views.answers import AnswerPage
from tournaments.views.correction_words import CorrectionWords
from tournaments.views.match import MatchPage
from tournaments.views.match_forms import VersionForm

NOT_SENT_AGAIN = ("csrfmiddlewaretoken", KEY, "choice", "confirm")


class CorrectingPage(MatchPage):
    """A form whose write, where a result stands, is previewed and sent again with a choice."""

    def correct(self, write: Write) -> HttpResponse:
        """Make the write where it need not be looked at first, or was. What is refused for another
        reason than the choice is raised."""
        stands = self.record.state == Match.States.FINISHED
        choice = self.request.POST.get("choice")
        if stands and choice is None:
            return self._preview(write)
        confirm = self.request.POST.get("confirm", "")
        try:
            return self.once(lambda: self.corrected(write(choice=choice or None, confirm=confirm)))
        except Refusal as refusal:
            if refusal.field not in ("choice", "confirm"):
                raise
            return self._preview(write, refusal)

    def corrected(self, left: Any) -> str:
        """The address to which a write leads."""
        return self.address("match")

    def _preview(self, write: Write, refusal: Refusal | None = None) -> HttpResponse:
        previews = preview_corrections(board=self.board, write=write, now=self.now)
        stage = self.board.pairing.round.stage
        words = CorrectionWords(stage, previews, full_names=sees_drafts(self.actor))
        sent = self.request.POST
        return self.answer(
            "referee/correction.html",
            status_of(refusal.text.code) if refusal else 200,
            ways=words.ways(),
            level=words.level(),
            result=words.result(),
            reason=sent.get("reason", ""),
            word=previews.confirm,
            asks_word=any(one.choice == Choice.VOID for one in previews.choices),
            chosen=sent.get("choice") or ("" if previews.is_asked else previews.choices[0].choice),
            typed=sent.get("confirm", ""),
            refused={refusal.field: say(refusal.text)} if refusal else {},
            fields=[
                (name, value)
                for name, values in sent.lists()
                if name not in NOT_SENT_AGAIN
                for value in values
            ],
            key=new_key(),
        )


class UndoCorrection(AnswerPage):
    """A correction is taken back."""

    action = "match.correct"

    def write(self, form: VersionForm) -> None:
        found = corrections_of(self.board)
        undo_correction(
            correction=get_object_or_404(found, pk=self.kwargs["correction"]),
            version=form.cleaned_data["version"],
            by=self.actor,
            now=self.now,
        )
