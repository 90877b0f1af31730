"""What is written down at the tables: hands, results, confirmations, disputes, corrections."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import LAST_SEAT
from games.engine.gin.scoring.final_points import MOST_COLUMNS
from games.levels import HANDED_IN_WHOLE, payload_of
from tournaments.api.correcting import (
    CorrectingBody,
    CorrectingView,
    VersionBody,
    WriteView,
    writes_match,
)
from tournaments.api.fields import by_seat
from tournaments.api.match_shapes import MatchAnswer, match_answer
from tournaments.api.places import MatchView
from tournaments.selectors.events.access import boards_visible_to, sees_drafts
from tournaments.services.desk import results
from web.input import Body, FlagField, LineField, NumberField, read_body
from web.schema import call

MOST_GAMES = 99
LARGEST_SCORE = 1_000_000


class ColumnBody(Body):
    """A column of a Hollywood sheet as it ended, pairs by seat; boxes where they were kept."""

    points = by_seat(NumberField(max_value=LARGEST_SCORE))
    boxes = by_seat(NumberField(max_value=LARGEST_SCORE), required=False)


class GameBody(Body):
    """A game as it ended, pairs by seat; boxes where they were kept. On a Hollywood sheet it has
    its `columns` in place of both, at a table of three or more its `accounts`."""

    winner = NumberField(max_value=LAST_SEAT)
    points = by_seat(NumberField(max_value=LARGEST_SCORE), required=False)
    boxes = by_seat(NumberField(max_value=LARGEST_SCORE), required=False)
    columns = serializers.ListField(child=ColumnBody(), max_length=MOST_COLUMNS, required=False)
    accounts = by_seat(
        NumberField(min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE),
        required=False,
        help_text="Three or more at a table: what each gets from the others, or pays below 0.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not {"points", "columns", "accounts"} & attrs.keys():
            raise ValidationError({"points": [self.fields["points"].error_messages["required"]]})
        doubled = [name for name in ("points", "boxes") if name in attrs and "columns" in attrs]
        if doubled:
            sentence = _("The columns say this themselves: leave it out.")
            raise ValidationError({name: [sentence] for name in doubled})
        beside = [name for name in ("points", "boxes", "columns") if name in attrs]
        if "accounts" in attrs and beside:
            sentence = _("The accounts say this themselves: leave it out.")
            raise ValidationError({name: [sentence] for name in beside})
        return attrs


class ResultBody(CorrectingBody):
    """A result, by exactly one of `games`, `games_won`, `drawn`, `walkover`, `double_forfeit`."""

    games = serializers.ListField(
        child=GameBody(), min_length=1, max_length=MOST_GAMES, required=False
    )
    games_won = by_seat(NumberField(max_value=MOST_GAMES), required=False)
    drawn = by_seat(
        NumberField(max_value=MOST_GAMES),
        required=False,
        help_text="Games won by each when time was up, as many; where the event knows it.",
    )
    walkover = NumberField(
        max_value=LAST_SEAT, required=False, help_text="The seat that goes through."
    )
    double_forfeit = FlagField(required=False)
    reason = LineField(
        max_length=500, required=False, help_text="Needed where a result stands already."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        said = [level for level in HANDED_IN_WHOLE if level in attrs]
        if len(said) != 1 or attrs.get("double_forfeit") is False:
            raise ValidationError(
                _("Give the result by one of: %(ways)s.") % {"ways": ", ".join(HANDED_IN_WHOLE)}
            )
        return attrs


class TeamWalkoverBody(Body):
    """Which team goes through."""

    walkover = NumberField(max_value=1, help_text="The seat that wins each board.")


class DisputeBody(VersionBody):
    """Why the report is wrong."""

    reason = LineField(max_length=500)


def result_entry(body: Mapping[str, Any]) -> dict[str, Any]:
    """A result as the service is told."""
    level = next(level for level in HANDED_IN_WHOLE if level in body)
    return {
        "level": level,
        "payload": payload_of(level, body[level]),
        "reason": body.get("reason", ""),
    }


class ResultView(CorrectingView):
    @writes_match("match.score", ResultBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Hand in a result: by a referee it stands, by a player it is a report."""
        body = read_body(ResultBody, request)
        return self.answer(self.correct(body, results.record_result, **result_entry(body)))


class TeamWalkoverView(MatchView):
    @call(
        "match.enter",
        MatchAnswer(many=True),
        takes=TeamWalkoverBody,
        description=(
            "The address names one board, and the answer has all boards of its match. Boards of "
            "which something is written down are left as they are; doing it again changes nothing."
        ),
    )
    def post(self, request: Request, match_id: int) -> Response:
        """A team does not come: walkover on each board of its match that is not begun."""
        body = read_body(TeamWalkoverBody, request)
        results.forfeit_boards(
            board=self.board, walkover=body["walkover"], by=self.actor, now=self.now
        )
        boards = boards_visible_to(self.actor).filter(pairing=self.board.pairing_id)
        full_names = sees_drafts(self.actor)
        return Response(
            [match_answer(board, full_names=full_names) for board in boards.order_by("number")]
        )


class ConfirmationView(WriteView):
    @writes_match("match.answer", VersionBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Confirm the opponent's report."""
        body = read_body(VersionBody, request)
        return self.answer(results.confirm_result(**self.write(body)))


class DisputeView(WriteView):
    @writes_match("match.answer", DisputeBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Dispute the opponent's report: a referee decides."""
        body = read_body(DisputeBody, request)
        return self.answer(results.dispute_result(reason=body["reason"], **self.write(body)))
