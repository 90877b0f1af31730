"""A tournament is made, changed, moved through its life, cancelled or deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from games.engine.rules import RULES_VERSION, Rules, as_dict, playable, rules_from, with_length
from games.models import Match
from players.models import Club
from players.names import normal_name, search_key
from players.permissions import Actor
from players.services import audit
from players.text import N_, Refusal, Text
from tournaments.domain import lifecycle
from tournaments.domain.formats.registry import format_of
from tournaments.models import OldSlug, Stage, StateChange, Table, Tournament
from tournaments.services.changes import Change, changing

DEFAULT_FORMAT = "single_elimination"
MOST_TABLES = 512
PLAIN_FIELDS = (
    "place",
    "starts_at",
    "registration",
    "cap",
    "seeding",
    "publishing",
    "protest_minutes",
)


def create_tournament(
    *,
    club: Club,
    name: str,
    by: Actor,
    now: datetime,
    rules: str | Mapping[str, object] = "club",
    best_of: int | None = None,
    target: int | None = None,
    format: str = DEFAULT_FORMAT,
    format_settings: Mapping[str, object] | None = None,
    kind: str = Tournament.Kinds.EVENT,
    **fields: Any,
) -> Tournament:
    """Make a tournament as a draft, with one stage.

    `best_of` and `target` left out are the rule set's own; `fields` are of PLAIN_FIELDS. Raises
    Refusal for rules or a format that can't be.
    """
    name = normal_name(name)
    chosen = _rules(rules, best_of, target)
    settings = dict(format_settings or {})
    format_of(format, settings)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        tournament = Tournament.objects.create(
            club=club,
            name=name,
            slug=_free_slug(club, name),
            kind=kind,
            rules=as_dict(chosen),
            rules_version=RULES_VERSION,
            **_plain(fields),
        )
        Stage.objects.create(tournament=tournament, format=format, settings=settings)
        audit.record(
            scope=f"tournament:{tournament.pk}",
            action="tournament.create",
            data={"club": club.pk, "rules": tournament.rules, "format": format} | settings,
            by=by,
            role=by.role,
            now=now,
        )
    return tournament


def edit_tournament(*, tournament_id: int, by: Actor, now: datetime, **fields: Any) -> Tournament:
    """Change what is given and nothing else.

    Rules, length and format can be changed until the start; name, place, time and the like as long
    as the tournament is not archived. A new name brings a new address, the old one leads to it.
    """
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        if tournament.state in {"archived", "cancelled"}:
            lifecycle.require(tournament.state, "change_settings")
        if fields.keys() & {"rules", "best_of", "target", "format", "format_settings", "cap"}:
            lifecycle.require(tournament.state, "change_settings")
        if "name" in fields:
            _rename(tournament, normal_name(fields["name"]))
        if fields.keys() & {"rules", "best_of", "target"}:
            given = fields.get("rules", tournament.rules)
            chosen = _rules(given, fields.get("best_of"), fields.get("target"))
            tournament.rules = as_dict(chosen)
        if fields.keys() & {"format", "format_settings"}:
            _change_format(tournament, fields)
        for field, value in _plain(fields).items():
            setattr(tournament, field, value)
        change.record("tournament.edit", {"fields": sorted(fields)}, changed="settings")
    return tournament


def move_tournament(
    *, tournament_id: int, action: str, by: Actor, now: datetime, name: str = ""
) -> Tournament:
    """Take a step of a tournament's life (an action of `lifecycle.ACTIONS` that leads somewhere).

    To cancel is asked for by typing the name. A step to where it stands already changes nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        if lifecycle.ACTIONS[action].leads_to == change.tournament.state:
            return change.tournament
        if action == "cancel":
            _require_name(change.tournament, name)
        enter_state(change, lifecycle.require(change.tournament.state, action))
    return change.tournament


def enter_state(change: Change, state: str) -> None:
    """Note that the tournament is now in `state`."""
    change.tournament.state = state
    StateChange.objects.create(tournament=change.tournament, state=state, **change.facts)
    change.record("tournament.state", {"state": state}, changed="state")


def delete_tournament(*, tournament_id: int, name: str, by: Actor, now: datetime) -> None:
    """Delete a tournament with all that hangs on it, asked for by typing its name.

    The club's audit keeps that it was there.
    """
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(of=("self",))
            .select_related("club")
            .filter(pk=tournament_id)
            .first()
        )
        if tournament is None:
            return
        lifecycle.require(tournament.state, "delete")
        _require_name(tournament, name)
        Club.objects.select_for_update().get(pk=tournament.club_id)
        audit.record(
            scope=f"club:{tournament.club_id}",
            action="tournament.delete",
            data={"tournament": tournament.pk},
            by=by,
            role=by.role,
            now=now,
        )
        _drop_rows(tournament)


def delete_club_tournaments(*, club: Club) -> None:
    """Delete all tournaments of a club that is about to be deleted itself."""
    for tournament in Tournament.objects.select_for_update().filter(club=club).order_by("pk"):
        _drop_rows(tournament)


def set_tables(
    *, tournament_id: int, tables: Sequence[tuple[int, str]], by: Actor, now: datetime
) -> list[Table]:
    """Set the tables by number and label; those left out go, unless a match stands at them."""
    numbers = [number for number, _ in tables]
    if len(set(numbers)) != len(numbers) or any(number < 1 for number in numbers):
        raise Refusal(Text("invalid", N_("Give each table a number of its own, from 1.")), "tables")
    if len(numbers) > MOST_TABLES:
        raise Refusal(
            Text("invalid", N_("At most %(most)d tables can be set."), {"most": MOST_TABLES}),
            "tables",
        )
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        old = Table.objects.filter(tournament=tournament)
        gone = old.exclude(number__in=numbers)
        used = gone.filter(pairings__isnull=False).values_list("number", flat=True).first()
        if used is not None:
            sentence = N_("A match is set at table %(number)d: move it before the table goes.")
            raise Refusal(Text("not_ready", sentence, {"number": used}), "tables")
        gone.delete()
        for number, label in tables:
            Table.objects.update_or_create(
                tournament=tournament, number=number, defaults={"label": label}
            )
        change.record("tournament.tables", {"tables": sorted(numbers)}, changed="tables")
    return list(old.all())


def _rules(rules: str | Mapping[str, object], best_of: int | None, target: int | None) -> Rules:
    chosen = with_length(rules_from(rules), best_of=best_of, target=target)
    playable(chosen)
    return chosen


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in PLAIN_FIELDS if name in fields}


def _free_slug(club: Club, name: str) -> str:
    """An address in the club that no tournament has or had: `autumn-cup`, `autumn-cup-2`, ..."""
    stem = slugify(search_key(name))[:70] or "tournament"
    taken = set(
        Tournament.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True)
    ) | set(OldSlug.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True))
    candidates = [stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))]
    return next(slug for slug in candidates if slug not in taken)


def _rename(tournament: Tournament, name: str) -> None:
    if name == tournament.name:
        return
    old = tournament.slug
    tournament.name = name
    tournament.slug = _free_slug(tournament.club, name)
    OldSlug.objects.create(club=tournament.club, slug=old, tournament=tournament)


def _change_format(tournament: Tournament, fields: Mapping[str, Any]) -> None:
    stage = tournament.stages.get(number=1)
    if stage.rounds.exists():
        raise Refusal(
            Text("not_ready", N_("The draw is made: take it back before you change the format.")),
            "format",
        )
    stage.format = fields.get("format", stage.format)
    stage.settings = dict(fields.get("format_settings", stage.settings))
    format_of(stage.format, stage.settings)
    stage.save()


def _require_name(tournament: Tournament, name: str) -> None:
    if " ".join(name.split()) != tournament.name:
        sentence = N_("Type the tournament's name, %(name)s, to do this: it can't be undone.")
        raise Refusal(Text("name_needed", sentence, {"name": tournament.name}), "name")


def _drop_rows(tournament: Tournament) -> None:
    """Delete from the facts upward: matches, then sides, then all that hangs on the tournament."""
    Match.objects.filter(board__pairing__round__stage__tournament=tournament).delete()
    tournament.stages.all().delete()
    tournament.delete()
