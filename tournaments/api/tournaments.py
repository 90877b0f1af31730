"""Tournaments: listed, made, changed, deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Prefetch
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.gin.bots.levels import LEVELS
from games.rule_books import AgreedRules, from_stored, most_like
from games.tables.clock import FLAGS, SPECTATORS
from kernel.permissions import Actor
from players.access.api_view import ApiView
from players.api.clubs import NameQuery
from players.selectors import base_roles, club_roles, clubs_visible_to
from tournaments.api.places import TournamentView
from tournaments.api.play_settings import ClockField
from tournaments.api.settlement import PointValueField, decimal_text
from tournaments.api.stage_shapes import (
    FORMAT_CODES,
    RulesField,
    SettingsField,
    StageAnswer,
    StageBody,
    stage_answers,
)
from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.domain.windows import LONGEST_WINDOW, UNPLAYED
from tournaments.models import Stage, Tournament
from tournaments.selectors.events.access import sees_drafts, tournaments_visible_to
from tournaments.selectors.stages.order import as_far_as_drawn, stages_of
from tournaments.services.events import editing, setup
from tournaments.services.stages.plans import MOST_STAGES
from web.input import (
    Body,
    ChoiceField,
    FlagField,
    LineField,
    MomentField,
    NumberField,
    read_body,
    read_query,
)
from web.lists import PageQuery
from web.schema import call

LEVEL_CODES = [level.code for level in LEVELS]
STATES = [str(state) for state in TournamentState]
ONLINE_ALONE = "Only where `play` is `online` or `hybrid`."
NULL_AT_THE_TABLE = "Null where `play` is `table`."
OF_ONE_STAGE = ("format", "format_settings", "third_place")


class TournamentChanges(Body):
    """What is to change in a tournament."""

    name = LineField(max_length=1000, required=False)
    rules = RulesField(required=False)
    format = ChoiceField(choices=FORMAT_CODES, required=False)
    format_settings = SettingsField(
        required=False,
        help_text="What `formats/` lists, of the first stage. Another format begins anew.",
    )
    stages = serializers.ListSerializer[object](
        child=StageBody(),
        required=False,
        max_length=MOST_STAGES,
        help_text="All stages, in place of `format` and its settings.",
    )
    boards = NumberField(
        min_value=1,
        max_value=MOST_BOARDS,
        required=False,
        help_text="How many boards a match has: 1 between players, more between teams.",
    )
    best_of = NumberField(min_value=1, required=False, help_text="An odd number of games.")
    target = NumberField(min_value=1, required=False, help_text="The points that end a game.")
    third_place = FlagField(required=False, help_text="Whether there is a match for third place.")
    place = LineField(max_length=100, required=False, allow_blank=True)
    starts_at = MomentField(required=False, allow_null=True)
    registration = ChoiceField(choices=Tournament.Registration.values, required=False)
    cap = NumberField(min_value=2, max_value=MOST_ENTRANTS, required=False, allow_null=True)
    seeding = ChoiceField(choices=Tournament.Seeding.values, required=False)
    publishing = ChoiceField(choices=Tournament.Publishing.values, required=False)
    protest_minutes = NumberField(max_value=1440, required=False)
    play = ChoiceField(choices=Tournament.Plays.values, required=False)
    clock = ClockField(required=False, help_text=ONLINE_ALONE)
    flag = ChoiceField(choices=FLAGS, required=False, help_text=f"What it costs. {ONLINE_ALONE}")
    spectators = ChoiceField(
        choices=SPECTATORS, required=False, help_text=f"What they see. {ONLINE_ALONE}"
    )
    assist = FlagField(required=False, help_text="Whether the page online proposes melds.")
    draws_first_deal = FlagField(
        required=False, help_text="Whether the pad asks what was drawn for the first deal."
    )
    settles = FlagField(required=False, help_text="Whether it is said who owes whom.")
    point_value = PointValueField(required=False, allow_null=True)
    point_unit = LineField(
        max_length=20, required=False, allow_blank=True, help_text="In what: `Cent`."
    )
    window_days = NumberField(
        min_value=1,
        max_value=LONGEST_WINDOW,
        required=False,
        allow_null=True,
        help_text="Within so many days each round is played; null: at its time.",
    )
    unplayed = ChoiceField(
        choices=UNPLAYED,
        required=False,
        help_text="What becomes of a match that was not begun within the window of its round.",
    )
    bye_opponent = ChoiceField(
        choices=LEVEL_CODES,
        required=False,
        allow_null=True,
        help_text="The computer player whom who has a bye may play meanwhile; null for none.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "stages" in attrs and not attrs.keys().isdisjoint(OF_ONE_STAGE):
            raise ValidationError({"stages": ["Give the stages or one format, not both."]})
        if "third_place" in attrs:
            settings = {"third_place": attrs.pop("third_place")}
            attrs["format_settings"] = attrs.get("format_settings", {}) | settings
        if "bye_opponent" in attrs:
            attrs["bye_opponent"] = attrs["bye_opponent"] or ""
        return attrs


class TournamentBody(TournamentChanges):
    """A new tournament; `best_of` and `target` left out are the rule set's own."""

    club = LineField(max_length=60, help_text="The club's slug.")
    name = LineField(max_length=1000)


class NameBody(Body):
    """The tournament's name, typed to be sure."""

    name = LineField(max_length=1000)


class TournamentQuery(PageQuery):
    """Which tournaments."""

    club = serializers.SlugField(required=False, max_length=60)
    state = serializers.ChoiceField(choices=STATES, required=False)


class RuleSetAnswer(serializers.Serializer[Mapping[str, object]]):
    """A rule set, and the knobs in which the tournament's rules differ from it."""

    code = serializers.CharField()
    differs = serializers.ListField(child=serializers.CharField())
    certainty = serializers.CharField(
        help_text="How sure its figures are: `published`, `told` among players, a `guess`, `ours`."
    )


class TournamentAnswer(serializers.Serializer[Mapping[str, object]]):
    """A tournament."""

    id = serializers.IntegerField()
    slug = serializers.CharField()
    club = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(choices=STATES)
    version = serializers.IntegerField()
    rules = serializers.DictField(help_text="Every knob with its value.")
    rule_set = RuleSetAnswer(help_text="What the rules are most like, their length apart.")
    format = serializers.ChoiceField(choices=FORMAT_CODES)
    best_of = serializers.IntegerField(
        allow_null=True, help_text="Null where a match is not a best of."
    )
    target = serializers.IntegerField()
    third_place = serializers.BooleanField()
    boards = serializers.IntegerField(help_text="1 between players, more between teams.")
    stages = StageAnswer(many=True)
    registration = serializers.ChoiceField(choices=Tournament.Registration.values)
    cap = serializers.IntegerField(allow_null=True)
    seeding = serializers.ChoiceField(choices=Tournament.Seeding.values)
    publishing = serializers.ChoiceField(choices=Tournament.Publishing.values)
    protest_minutes = serializers.IntegerField()
    play = serializers.ChoiceField(choices=Tournament.Plays.values)
    clock = ClockField(allow_null=True, help_text=NULL_AT_THE_TABLE)
    flag = serializers.ChoiceField(choices=FLAGS, allow_null=True, help_text=NULL_AT_THE_TABLE)
    spectators = serializers.ChoiceField(
        choices=SPECTATORS, allow_null=True, help_text=NULL_AT_THE_TABLE
    )
    assist = serializers.BooleanField()
    draws_first_deal = serializers.BooleanField()
    settles = serializers.BooleanField()
    point_value = PointValueField(allow_null=True)
    point_unit = serializers.CharField()
    window_days = serializers.IntegerField(allow_null=True)
    unplayed = serializers.ChoiceField(choices=UNPLAYED)
    bye_opponent = serializers.ChoiceField(choices=LEVEL_CODES, allow_null=True)


def listed_row(tournament: Tournament) -> dict[str, Any]:
    """A tournament in a list, which shows its stages as visitors see them; club and stages are
    read with it."""
    return _row(tournament, list(tournament.stages.all()), drafts=False)


def tournament_row(tournament: Tournament, actor: Actor) -> dict[str, Any]:
    """A tournament as the API shows it to this actor."""
    return _row(tournament, stages_of(tournament.pk), drafts=sees_drafts(actor))


def _row(tournament: Tournament, stages: Sequence[Stage], *, drafts: bool) -> dict[str, Any]:
    rules = from_stored(tournament.rules, tournament.rules_version)
    first, value = stages[0], tournament.point_value
    plain = ("slug", "name", "place", "starts_at", "state", "version", "registration")
    more = (
        "cap",
        "seeding",
        "publishing",
        "protest_minutes",
        *("play", "clock", "assist"),
        "draws_first_deal",
        *("settles", "point_unit"),
        *("window_days", "unplayed"),
        "rules",
        "boards",
    )
    return {
        "id": tournament.pk,
        "club": tournament.club.slug,
        **{name: getattr(tournament, name) for name in plain + more},
        "flag": tournament.flag or None,
        "spectators": tournament.spectators or None,
        "bye_opponent": tournament.bye_opponent or None,
        "point_value": None if value is None else decimal_text(value),
        "format": first.format,
        "third_place": bool(first.settings.get("third_place", False)),
        "stages": stage_answers(tournament, stages, drafts=drafts),
        "best_of": rules.match_n if rules.match_type in {"best_of", "single"} else None,
        "target": rules.target,
        "rule_set": rule_set_row(rules),
    }


def rule_set_row(rules: AgreedRules) -> dict[str, Any]:
    """What rules are most like, and in what they differ from it."""
    rule_set, knobs = most_like(rules)
    return {
        "code": rule_set.code,
        "differs": [knob.name for knob in knobs],
        "certainty": rule_set.certainty,
    }


class TournamentsView(ApiView):
    tag = "tournaments"

    def load(self) -> Actor:
        """A new tournament is of the club that the body names."""
        if self.request.method != "POST" or self.actor.user_id is None:
            return replace(self.actor, roles=base_roles(self.actor))
        self.body = read_body(TournamentBody, self.request)
        club = clubs_visible_to(self.actor).filter(slug=self.body.pop("club")).first()
        if club is None:
            raise ValidationError({"club": ["There is no such club."]})
        self.club = club
        return replace(self.actor, roles=club_roles(self.actor, self.club.pk))

    @call("tournament.view", TournamentAnswer(many=True), query=TournamentQuery)
    def get(self, request: Request) -> Response:
        """List tournaments."""
        asked = read_query(TournamentQuery, request)
        stages = Prefetch("stages", as_far_as_drawn())
        rows = tournaments_visible_to(self.actor).select_related("club").prefetch_related(stages)
        if "club" in asked:
            rows = rows.filter(club__slug=asked["club"])
        if "state" in asked:
            rows = rows.filter(state=asked["state"])
        return self.answer_page(rows.order_by("-starts_at", "-id"), listed_row)

    @call(
        "tournament.create",
        TournamentAnswer,
        takes=TournamentBody,
        status=201,
        examples=[
            OpenApiExample(
                "A club's knock-out evening",
                value={
                    "club": "tuesday-gin-club",
                    "name": "Autumn Cup",
                    "rules": "club",
                    "format": "single_elimination",
                    "best_of": 5,
                    "target": 100,
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Make a tournament, as a draft."""
        tournament = setup.create_tournament(
            club=self.club, **self.body, by=self.actor, now=self.now
        )
        return Response(tournament_row(tournament, self.actor), status=201)


class OneTournamentView(TournamentView):
    @call("tournament.view", TournamentAnswer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Show a tournament."""
        return Response(tournament_row(self.tournament, self.actor))

    @call("tournament.edit", TournamentAnswer, takes=TournamentChanges)
    def patch(self, request: Request, tournament_id: int) -> Response:
        """Change a tournament; what is left out stays."""
        changes = read_body(TournamentChanges, request)
        if changes:
            self.tournament = editing.edit_tournament(**changes, **self.write)
        return Response(tournament_row(self.tournament, self.actor))

    @call("tournament.delete", status=204, query=NameQuery)
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Delete a tournament with all that is in it, for good."""
        setup.delete_tournament(name=read_query(NameQuery, request)["name"], **self.write)
        return Response(status=204)
