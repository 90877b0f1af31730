"""A tournament is changed: its name, with its address, its rules, its stages, and the like."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Unpack

from django.db import transaction

from games.rule_books import as_dict, rules_from, version_of
from kernel.names import normal_name
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Board, OldSlug, Round, Tournament
from tournaments.selectors.events.rule_sets import with_named_rules
from tournaments.services.events.play_settings import PLAY_SETTINGS, settled_play
from tournaments.services.events.setup import (
    TournamentFields,
    check_boards,
    free_slug,
    lock_club_of,
    rules_with_length,
    stored_fields,
)
from tournaments.services.gate.changes import changing, difference
from tournaments.services.stages.plans import (
    StagePlan,
    as_recorded,
    bring_rules_up_to_date,
    change_stages,
    check_play,
    formats_under,
    plans_of,
    require_byes,
    set_boards,
)

DRAWN_WITH = frozenset(
    {"rules", "best_of", "target", "format", "format_settings", "stages", "boards"}
)
AS_RULES_SAY = ("seats", "uneven", "partners")
"""The settings of formats that follow the rules where nothing else is said."""
CODED_FIELDS = (
    "registration",
    "cap",
    "seeding",
    "publishing",
    "protest_minutes",
    "boards",
    "draws_first_deal",
    "settles",
    *("window_days", "unplayed"),
    "bye_opponent",
    *sorted(PLAY_SETTINGS),
)
"""What is no word of people: the audit tells it."""


class TournamentChanges(TournamentFields, total=False):
    """What can be changed of a tournament: as it is made with."""

    name: str
    rules: str | Mapping[str, object]
    best_of: int | None
    target: int | None
    format: str
    format_settings: Mapping[str, object]
    stages: Sequence[StagePlan]
    boards: int


def edit_tournament(
    *, tournament_id: int, by: Actor, now: datetime, **fields: Unpack[TournamentChanges]
) -> Tournament:
    """Change what is given and nothing else.

    Rules, length and format can be changed until the draw, where it is played and its clock until
    a round is published or an online table opened; name, place, time and the like as long as the
    tournament is not archived. A new name brings a new address, the old one leads to it.
    """
    with transaction.atomic():
        if "name" in fields:
            lock_club_of(tournament_id)
        with changing(tournament_id, by=by, now=now) as change:
            tournament = change.tournament
            _require_editable(tournament, fields)
            if fields.keys() & DRAWN_WITH:
                bring_rules_up_to_date(tournament)
            before = _codes(tournament)
            if "name" in fields:
                _rename(tournament, normal_name(fields["name"]))
            changed = _change_what_is_drawn_with(tournament, fields)
            for field, value in stored_fields(fields).items():
                setattr(tournament, field, value)
            if fields.keys() & PLAY_SETTINGS:
                for field, value in settled_play(tournament, fields).items():
                    setattr(tournament, field, value)
            check_play(tournament)
            require_byes(tournament)
            data = {"fields": sorted(fields), **changed, **difference(before, _codes(tournament))}
            change.record("tournament.edit", "settings", public=True, **data)
    return tournament


def _rename(tournament: Tournament, name: str) -> None:
    """Give it another name; from the address that it had it is still reached."""
    old = tournament.slug
    tournament.name = name
    tournament.slug = free_slug(tournament.club_id, name, own=tournament)
    if tournament.slug != old:
        OldSlug.objects.filter(tournament=tournament, slug=tournament.slug).delete()
        OldSlug.objects.create(club_id=tournament.club_id, slug=old, tournament=tournament)


def _codes(tournament: Tournament) -> dict[str, object]:
    """What can be changed of a tournament and is no word of people: its rules one by one."""
    starts = tournament.starts_at
    plain = {field: getattr(tournament, field) for field in CODED_FIELDS}
    plain["point_value"] = tournament.point_value and f"{tournament.point_value.normalize():f}"
    return {**tournament.rules, **plain, "starts_at": starts and starts.astimezone(UTC).isoformat()}


def _require_editable(tournament: Tournament, fields: TournamentChanges) -> None:
    """What a draw was made with stays as long as it stands; cap and play change until a round is
    published or an online table is there; most else until the archive."""
    over = {TournamentState.ARCHIVED, TournamentState.CANCELLED}
    if tournament.state in over or fields.keys() & (DRAWN_WITH | PLAY_SETTINGS | {"cap"}):
        lifecycle.require(tournament.state, "change_settings")
    drawn = fields.keys() & DRAWN_WITH
    if drawn and Round.objects.filter(stage__tournament=tournament).exists():
        sentence = N_("The draw is made: take it back before you change rules, length or format.")
        raise refusal("not_ready", sentence, min(drawn))
    play = fields.keys() & PLAY_SETTINGS
    if play and _has_online_tables(tournament):
        sentence = N_(
            "Somebody has been at an online table of this event already: take the draw back before "
            "you change where it is played, its clock, or what goes with it."
        )
        raise refusal("not_ready", sentence, min(play))


def _has_online_tables(tournament: Tournament) -> bool:
    """Whether a table was opened, which keeps the clock that it was opened with."""
    boards = Board.objects.filter(pairing__round__stage__tournament=tournament)
    return boards.filter(match__table__isnull=False).exists()


def _change_what_is_drawn_with(
    tournament: Tournament, fields: TournamentChanges
) -> dict[str, object]:
    """Change rules and stages; the stages for the audit, where they are others now."""
    if fields.keys() & {"rules", "best_of", "target"}:
        given = with_named_rules(tournament.club_id, fields.get("rules", tournament.rules))
        chosen = rules_with_length(given, fields.get("best_of"), fields.get("target"))
        tournament.rules, tournament.rules_version = as_dict(chosen), version_of(chosen)
    stages = _stages(tournament, fields)
    asked = fields.get("boards", tournament.boards)
    check_boards(asked)
    set_boards(tournament, asked, stages)
    if fields.keys().isdisjoint(DRAWN_WITH):
        return {}
    return {"stages": as_recorded(stages)} if change_stages(tournament, stages) else {}


def _following(fields: TournamentChanges, plan: StagePlan) -> StagePlan:
    """A stage as it goes on: with other rules it seats as many as these say."""
    if "rules" not in fields:
        return plan
    kept = {name: value for name, value in plan.settings.items() if name not in AS_RULES_SAY}
    return replace(plan, settings=kept)


def _stages(tournament: Tournament, fields: TournamentChanges) -> Sequence[StagePlan]:
    """The stages after a change: all of them as given, or the first in another format, which
    begins with the settings that are given, or with other settings of the same one. Where by the
    new rules others play a match than in any of these formats, it is one of the usual format."""
    if "stages" in fields:
        return fields["stages"]
    first, *later = (_following(fields, plan) for plan in plans_of(tournament))
    known = [format.code for format in formats_under(rules_from(tournament.rules))]
    if "format" not in fields and not {plan.format for plan in (first, *later)} <= {*known}:
        return [StagePlan(known[0], fields.get("format_settings", {}))]
    format = fields.get("format", first.format)
    kept = first.settings if format == first.format else {}
    settings = {**kept, **fields.get("format_settings", {})}
    return [replace(first, format=format, settings=settings), *later]
