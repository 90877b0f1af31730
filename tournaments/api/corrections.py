"""Corrections of standing results: what they would change, which there were, taking them back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Match
from games.selectors.matches import rules_at
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from tournaments.api.correcting import CorrectingView, VersionBody, WriteView, writes_match
from tournaments.api.fields import InstantField, Whether
from tournaments.api.hands import CorrectionBody, hand_correction
from tournaments.api.previews import CHOICES, LEVELS, PreviewsAnswer
from tournaments.api.results import ResultBody, result_entry
from tournaments.models import Correction
from tournaments.selectors.desk.corrections import corrections_of
from tournaments.selectors.events.access import acting_at, boards_visible_to
from tournaments.services.desk import results
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.match_edit import EditedMatch
from web.input import read_body
from web.schema import call

NOTHING_STANDS = N_("No result stands here yet: there is nothing to correct.")


class CorrectionShape(serializers.Serializer[Correction]):
    """A correction as it was made. `undoes` is the one that it took back; `undone` whether it was
    taken back itself."""

    id = serializers.IntegerField()
    match = serializers.IntegerField(source="board.match_id")
    kind = serializers.CharField()
    choice = serializers.ChoiceField(choices=CHOICES)
    level = serializers.ChoiceField(choices=LEVELS)
    reason = serializers.CharField()
    role = serializers.CharField()
    at = InstantField()
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)
    undone = Whether(lambda correction: hasattr(correction, "undone_by"))


class CorrectionPreviewView(CorrectingView):
    """What a correction would change; writes nothing."""

    def preview(
        self, body: Mapping[str, Any], service: Callable[..., EditedMatch], **told: Any
    ) -> Response:
        if self.board.match.state != Match.States.FINISHED:
            raise Refusal(Text("wrong_state", NOTHING_STANDS))
        return Response(self.previews(partial(service, **told, **self.write(body))))


class ResultPreviewView(CorrectionPreviewView):
    @call("match.correct", PreviewsAnswer, takes=ResultBody)
    def post(self, request: Request, match_id: int) -> Response:
        """What another result would change, in every way in which it can be done."""
        body = read_body(ResultBody, request)
        return self.preview(body, results.record_result, **result_entry(body))


class HandPreviewView(CorrectionPreviewView):
    @call("match.correct", PreviewsAnswer, takes=CorrectionBody)
    def post(self, request: Request, match_id: int, n: int) -> Response:
        """What a corrected hand would change, in every way in which it can be done."""
        body = read_body(CorrectionBody, request)
        said = hand_correction(body, rules_at(self.board.match))
        return self.preview(body, results.correct_hand, n=n, **said)


class MatchCorrectionsView(WriteView):
    @call("match.correct", CorrectionShape(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """List the corrections of a match, the newest first."""
        return self.answer_page(corrections_of(self.board), CorrectionShape().to_representation)


class UndoView(WriteView):
    """The match of the correction that the address names."""

    def load(self) -> Actor:
        boards = boards_visible_to(self.actor)
        self.board = get_object_or_404(boards, corrections=self.kwargs["correction_id"])
        return acting_at(self.actor, self.board)

    @writes_match("match.correct", VersionBody)
    def post(self, request: Request, correction_id: int) -> Response:
        """Take a correction back: everything is as it was before."""
        body = read_body(VersionBody, request)
        correction = corrections_of(self.board).get(pk=correction_id)
        version = body["version"]
        return self.answer(
            undo_correction(correction=correction, version=version, by=self.actor, now=self.now)
        )
