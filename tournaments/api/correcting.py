"""How a write to a standing result is answered: what may be chosen, and what each way changes."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import GameDecision
from games.services.hands_before import IfChanged
from kernel.permissions import Actor
from kernel.text import Refusal
from tournaments.api.dependents import (
    DrawnShape,
    Person,
    PlaceShape,
    RestsOnShape,
    drawn_row,
    place_row,
    rests_on_rows,
)
from tournaments.api.match_shapes import pair
from tournaments.api.places import MatchView
from tournaments.domain import corrections
from tournaments.domain.crosstable import PairingKey
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.drawings import played_in
from tournaments.selectors.stages.sides import NamedSide, sides_of
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.previews import (
    CorrectionWrite,
    Place,
    Preview,
    Previews,
    preview_corrections,
)
from tournaments.services.stages.redrawing import RestsOn
from web.input import Body, ChoiceField, LineField

CHOICES = [str(choice) for choice in corrections.Choice]
ASKED = frozenset({"choice", "if_rests_on", "confirm"})
LEVELS = [str(level) for level in corrections.Level]


def if_unfinished_field() -> ChoiceField:
    """What is asked where a game does not end any more."""
    help_text = "What becomes of a game that did not end, with this, before later ones."
    return ChoiceField(choices=GameDecision.Decisions.values, required=False, help_text=help_text)


def if_changed_field() -> ChoiceField:
    """What is asked where the hand of a ruling is not as the ruling left it."""
    help_text = (
        "What becomes of a hand that somebody else has changed since the ruling: it stays as it "
        "is, or is what it was before. Left out there: 409 `choice_needed`."
    )
    return ChoiceField(
        choices=[str(choice) for choice in IfChanged], required=False, help_text=help_text
    )


class CorrectingBody(Body):
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
        found = super().to_internal_value(data)
        if "if_rests_on" in found:
            found["choice"] = found.pop("if_rests_on")
        return found


class PairingShape(serializers.Serializer):
    """A pairing of the bracket."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()


class MovedShape(PairingShape):
    """A seat in which another one sits."""

    seat = serializers.IntegerField()
    before = Person()
    after = Person()


class TableShape(PairingShape):
    """A match that gets, changes or loses its table."""

    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class ByeShape(PairingShape):
    """A pairing that becomes a bye, or is none any more."""

    bye = serializers.BooleanField()


class RankShape(serializers.Serializer):
    """A place in the standings."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()


class StandsShape(serializers.Serializer):
    """An entrant who stands elsewhere in the standings."""

    entry = Person()
    before = RankShape()
    after = RankShape()


class OfPersonShape(serializers.Serializer):
    """An entrant and a pairing."""

    entry = Person()
    round = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)


class PreviewShape(serializers.Serializer):
    """What a correction changes when it is done in one way."""

    choice = serializers.ChoiceField(choices=CHOICES)
    level = serializers.ChoiceField(choices=LEVELS)
    winner = serializers.ListField(child=Person(), help_text="Of the match, before and after.")
    games_won = serializers.ListField(child=pair(), help_text="Before and after.")
    state = serializers.ListField(
        child=serializers.CharField(), help_text="Of the tournament, before and after."
    )
    moved = MovedShape(many=True)
    void = PairingShape(many=True, help_text="Played, and to be played anew.")
    against = PairingShape(many=True, help_text="Stay against the results, and are marked.")
    tables = TableShape(many=True)
    standings = StandsShape(many=True)
    byes = ByeShape(many=True)
    penalties = OfPersonShape(many=True, help_text="They hit another match; null: the next one.")
    notices = OfPersonShape(many=True, help_text="Who is sent a message, about which match.")
    set_aside = PlaceShape(many=True, help_text="Drawn from the old result, and stands no more.")
    drawn = DrawnShape(many=True, help_text="What is drawn in its place.")
    stays = PlaceShape(many=True, help_text="Stays as it was drawn, and is marked.")


class PreviewsAnswer(serializers.Serializer):
    """All ways in which a correction can be done; the first is done of itself, unless `asked` says
    that nothing is. `confirm` is what is typed to make play void."""

    confirm = serializers.CharField()
    asked = serializers.BooleanField()
    rests_on = RestsOnShape(many=True, help_text="What was drawn from the result.")
    choices = PreviewShape(many=True)


def previews_row(previews: Previews, names: Mapping[int, NamedSide]) -> dict[str, Any]:
    """The answer to a preview."""
    rows = [_preview_row(choice, names) for choice in previews.choices]
    return {
        "confirm": previews.confirm,
        "asked": previews.is_asked,
        "rests_on": rests_on_rows(previews.rests, previews.played, names),
        "choices": rows,
    }


def _preview_row(preview: Preview, names: Mapping[int, NamedSide]) -> dict[str, Any]:
    def person(entry: int | None) -> dict[str, Any] | None:
        return None if entry is None else asdict(names[entry])

    return {
        "choice": preview.choice,
        "level": preview.level,
        "winner": [person(entry) for entry in preview.winner],
        "games_won": [list(won) for won in preview.games_won],
        "state": list(preview.state),
        "moved": [
            _pairing(side.key)
            | {"seat": side.seat, "before": person(side.before), "after": person(side.after)}
            for side in preview.moved
        ],
        "void": [_pairing(key) for key in preview.void],
        "against": [_pairing(key) for key in preview.against],
        "tables": [
            _pairing(key) | {"before": before, "after": after}
            for key, before, after in preview.tables
        ],
        "standings": [
            {"entry": person(entry), "before": _rank(before), "after": _rank(after)}
            for entry, before, after in preview.places
        ],
        "byes": [_pairing(key) | {"bye": is_bye} for key, is_bye in preview.byes],
        "penalties": [_pairing(key) | {"entry": person(entry)} for entry, key in preview.penalties],
        "notices": [_pairing(key) | {"entry": person(entry)} for entry, key in preview.notices],
        "set_aside": [place_row(place) for place in preview.set_aside],
        "drawn": [drawn_row(drawing, names) for drawing in preview.drawn],
        "stays": [place_row(stay) for stay in preview.stays],
    }


def _pairing(key: PairingKey | None) -> dict[str, Any]:
    round, number = key or (None, None)
    return {"round": round, "number": number}


def _rank(place: Place) -> dict[str, Any]:
    return {"rank": place[0], "shared": place[1]}


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


class CorrectingView(TellingWhatRests, MatchView):
    """A write to a match that may be the correction of a standing result."""

    asked: CorrectionWrite | None = None
    """The write that is being made, to be previewed where it needs a choice."""

    def correct(self, write: CorrectionWrite, body: Mapping[str, Any]) -> EditedMatch:
        self.asked = write
        return write(choice=body.get("choice"), confirm=body.get("confirm", ""))

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
