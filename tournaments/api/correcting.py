"""Writes to a match; where a result stands, what may be chosen, and what each way changes."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import GameDecision
from games.services.hands_before import IfChanged
from kernel.permissions import Actor
from kernel.text import Refusal
from tournaments.api.match_shapes import MatchAnswer, match_answer
from tournaments.api.places import MatchView
from tournaments.api.previews import CHOICES, previews_row, rests_on_rows
from tournaments.domain import corrections
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.drawings import played_in
from tournaments.selectors.stages.sides import sides_of
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.previews import CorrectionWrite, preview_corrections
from tournaments.services.stages.redrawing import RestsOn
from web.input import Body, ChoiceField, LineField, NumberField
from web.schema import STALE, Method, call

ASKED = frozenset({"choice", "if_rests_on", "confirm"})


class VersionBody(Body):
    """The version last read."""

    version = NumberField(min_value=1)


class CorrectingBody(VersionBody):
    """How a standing result is corrected, where something rests on it. `choice` are the ways of the
    bracket in which the match is; `if_rests_on` are those of everything that rests on it."""

    choice = ChoiceField(
        choices=CHOICES,
        required=False,
        help_text=(
            "Where a result stands and somebody else goes on by it. Left out once matches that "
            "rest on it have begun: 409 `choice_needed`, with what each way changes in "
            "`error.preview`."
        ),
    )
    if_rests_on = ChoiceField(
        choices=[str(choice) for choice in corrections.OF_DRAWINGS],
        required=False,
        help_text=(
            "Where matches, a published round or a published stage rest on the result: `redraw` "
            "what is not played, `keep` and mark everything, or `void` what was played. Left out "
            "where it is needed: 409 `choice_needed`, with what rests on the result in "
            "`error.rests_on`."
        ),
    )
    confirm = LineField(
        max_length=200, required=False, help_text="With `void`: the name of the match's round."
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The one wish of both."""
        found: dict[str, Any] = super().to_internal_value(data)
        if "if_rests_on" in found:
            found["choice"] = found.pop("if_rests_on")
        return found


class HandsChangingBody(CorrectingBody):
    # One after which a game that was over may not end any more; callers read the text of the base.
    if_unfinished = ChoiceField(
        choices=GameDecision.Decisions.values,
        required=False,
        help_text="What becomes of a game that did not end, with this, before later ones.",
    )


class RulingEndingBody(HandsChangingBody):
    # One that ends a ruling, whose hand need not be as the ruling left it.
    if_changed = ChoiceField(
        choices=[str(choice) for choice in IfChanged],
        required=False,
        help_text=(
            "What becomes of a hand that somebody else has changed since the ruling: it stays as "
            "it is, or is what it was before. Left out there: 409 `choice_needed`."
        ),
    )


class TellingWhatRests(APIView):
    """A refusal because of what was drawn from a result says what that is."""

    actor: Actor

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if isinstance(exc, RestsOn):
            tournament = exc.drawings[0].stage.tournament_id
            names = sides_of(tournament, full_names=sees_drafts(self.actor))
            rows = rests_on_rows(exc.drawings, played_in(exc.drawings), names)
            response.data["error"]["rests_on"] = rows
        return response


def writes_match(
    action: str, takes: type[Body], *examples: OpenApiExample
) -> Callable[[Method], Method]:
    """A call that writes to a match, and answers with it."""
    return call(action, MatchAnswer, takes=takes, examples=[STALE, *examples])


class WriteView(MatchView):
    """A write to a match: from its version, answered with the match."""

    def write(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What every service is told."""
        version = body["version"]
        return {"board": self.board, "version": version, "by": self.actor, "now": self.now}

    def answer(self, left: EditedMatch) -> Response:
        return Response(
            match_answer(self.board, left.record, left.sides, full_names=sees_drafts(self.actor))
        )


class CorrectingView(WriteView, TellingWhatRests):
    # One that may be the correction of a standing result; its callers read the text of the base.
    asked: CorrectionWrite | None = None
    """The write that is being made, to be previewed where it needs a choice."""

    def correct(
        self, body: Mapping[str, Any], service: Callable[..., EditedMatch], **told: Any
    ) -> EditedMatch:
        """Make the write, by a service that is told this besides."""
        self.asked = partial(service, **told, **self.write(body))
        return self.asked(choice=body.get("choice"), confirm=body.get("confirm", ""))

    def previews(self, write: CorrectionWrite) -> dict[str, Any]:
        found = preview_corrections(board=self.board, write=write, now=self.now)
        tournament = self.board.pairing.round.stage.tournament_id
        return previews_row(found, sides_of(tournament, full_names=sees_drafts(self.actor)))

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        for_others = isinstance(exc, RestsOn) and not exc.choices
        asks = isinstance(exc, Refusal) and exc.field in ASKED
        if self.asked and asks and not for_others:
            response.data["error"]["preview"] = self.previews(self.asked)
        return response
