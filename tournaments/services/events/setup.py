"""A tournament is made, changed, moved through its life, cancelled or deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from games.engine.gin.rules import RULES_VERSION, Rules, as_dict, playable, rules_from, with_length
from games.models import Match
from kernel.names import normal_name, search_key
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from players.models import Club
from players.services import audit
from players.services.club_changes import lock_club, record_club_change
from tournaments.domain import lifecycle
from tournaments.domain.formats.registry import KNOCK_OUT
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.models import OldSlug, Round, Table, Tournament
from tournaments.services.gate.changes import changing, difference
from tournaments.services.gate.states import enter_state
from tournaments.services.stages.plans import StagePlan, as_recorded, change_stages, plans_of

MOST_TABLES = 512
LARGEST_TABLE_NUMBER = 9999
LONGEST_LABEL = 40
MOVES = frozenset(
    {
        "open_registration",
        "close_registration",
        "open_check_in",
        "archive",
        "unarchive",
        "cancel",
    }
)
DRAWN_WITH = frozenset(
    {"rules", "best_of", "target", "format", "format_settings", "stages", "boards"}
)
# Addresses of a club's own pages, which no tournament can have.
RESERVED_SLUGS = frozenset({"members", "new", "players", "roster", "settings"})
CODED_FIELDS = ("registration", "cap", "seeding", "publishing", "protest_minutes")
PLAIN_FIELDS = ("place", "starts_at", *CODED_FIELDS)


def create_tournament(
    *,
    club: Club,
    name: str,
    by: Actor,
    now: datetime,
    rules: str | Mapping[str, object] = "club",
    best_of: int | None = None,
    target: int | None = None,
    format: str = KNOCK_OUT,
    format_settings: Mapping[str, object] | None = None,
    stages: Sequence[StagePlan] | None = None,
    boards: int = 1,
    kind: str = Tournament.Kinds.EVENT,
    **fields: Any,
) -> Tournament:
    """Make a tournament as a draft, with these stages, or one of `format` where none are given.

    `best_of` and `target` left out are the rule set's own; with more than one of `boards` teams of
    so many players meet; `fields` are of PLAIN_FIELDS. Raises Refusal for rules or a format that
    can't be.
    """
    name = normal_name(name)
    _check_boards(boards)
    chosen = _rules(rules, best_of, target)
    plans = [StagePlan(format, format_settings or {})] if stages is None else stages
    with transaction.atomic():
        lock_club(club.pk)
        tournament = Tournament.objects.create(
            club=club,
            name=name,
            slug=_free_slug(club, name),
            kind=kind,
            rules=as_dict(chosen),
            rules_version=RULES_VERSION,
            boards=boards,
            **_plain(fields),
        )
        change_stages(tournament, plans)
        _record_creation(tournament, plans, by, now)
    return tournament


def edit_tournament(*, tournament_id: int, by: Actor, now: datetime, **fields: Any) -> Tournament:
    """Change what is given and nothing else.

    Rules, length and format can be changed until the draw; name, place, time and the like as long
    as the tournament is not archived. A new name brings a new address, the old one leads to it.
    """
    with transaction.atomic():
        if "name" in fields:
            _lock_club_of(tournament_id)
        with changing(tournament_id, by=by, now=now) as change:
            tournament = change.tournament
            _require_editable(tournament, fields)
            before = _codes(tournament)
            if "name" in fields:
                _rename(tournament, normal_name(fields["name"]))
            changed = _change_what_is_drawn_with(tournament, fields)
            for field, value in _plain(fields).items():
                setattr(tournament, field, value)
            data = {"fields": sorted(fields)} | changed | difference(before, _codes(tournament))
            change.record("tournament.edit", data, changed="settings")
    return tournament


def _record_creation(
    tournament: Tournament, plans: Sequence[StagePlan], by: Actor, now: datetime
) -> None:
    """Begin the audit of a tournament."""
    data = {
        "club": tournament.club_id,
        "rules": tournament.rules,
        "boards": tournament.boards,
        "stages": as_recorded(plans),
    }
    entry = audit.record(
        scope=f"tournament:{tournament.pk}",
        action="tournament.create",
        data=data,
        by=by,
        role=by.role,
        now=now,
    )
    tournament.audit_digest = entry.digest
    tournament.save(update_fields=["audit_digest"])


def _codes(tournament: Tournament) -> dict[str, object]:
    """What can be changed of a tournament and is no word of people: its rules one by one."""
    starts = tournament.starts_at
    plain = {field: getattr(tournament, field) for field in (*CODED_FIELDS, "boards")}
    return {**tournament.rules, **plain, "starts_at": starts and starts.astimezone(UTC).isoformat()}


def move_tournament(
    *, tournament_id: int, action: str, by: Actor, now: datetime, name: str = ""
) -> Tournament:
    """Take a step of a tournament's life, one of MOVES; the others are taken by what they follow
    from: a start, a publication, the last result.

    To cancel is asked for by typing the name. A step to where it stands already changes nothing.
    """
    if action not in MOVES:
        raise ValueError(f"{action} is no step of its own")
    with changing(tournament_id, by=by, now=now) as change:
        if lifecycle.ACTIONS[action].leads_to == change.tournament.state:
            return change.tournament
        if action == "cancel":
            _require_name(change.tournament, name)
        enter_state(change, lifecycle.require(change.tournament.state, action))
    return change.tournament


def delete_tournament(*, tournament_id: int, name: str, by: Actor, now: datetime) -> None:
    """Delete a tournament with all that hangs on it, asked for by typing its name.

    The club's audit keeps that it was there.
    """
    with transaction.atomic():
        _lock_club_of(tournament_id)
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            return
        lifecycle.require(tournament.state, "delete")
        _require_name(tournament, name)
        data = {"tournament": tournament.pk, "audit_digest": tournament.audit_digest}
        record_club_change(tournament.club, "tournament.delete", data, by=by, now=now)
        _drop_rows(tournament)


def delete_club_tournaments(*, club: Club) -> None:
    """Delete all tournaments of a club that is about to be deleted itself."""
    for tournament in Tournament.objects.select_for_update().filter(club=club).order_by("pk"):
        _drop_rows(tournament)


def set_tables(
    *, tournament_id: int, tables: Sequence[tuple[int, str]], by: Actor, now: datetime
) -> list[Table]:
    """Set the tables by number and label; those left out go, unless a match stands at them.

    Matches that wait for a table come to the new ones. Setting what is set changes nothing.
    """
    wanted = {number: " ".join(label.split()) for number, label in tables}
    _check_tables(tables, wanted)
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        known = Table.objects.filter(tournament=tournament)
        if dict(known.values_list("number", "label")) != wanted:
            gone = known.exclude(number__in=wanted)
            used = gone.filter(pairings__isnull=False).values_list("number", flat=True).first()
            if used is not None:
                sentence = N_("A match is set at table %(number)d, so this table stays.")
                raise Refusal(Text("not_ready", sentence, {"number": used}), "tables")
            gone.delete()
            for number, label in wanted.items():
                Table.objects.update_or_create(
                    tournament=tournament, number=number, defaults={"label": label}
                )
            change.record("tournament.tables", {"tables": sorted(wanted)}, changed="tables")
            change.unsettled.update(tournament.stages.values_list("pk", flat=True))
    return list(known.all())


def _check_tables(tables: Sequence[tuple[int, str]], wanted: Mapping[int, str]) -> None:
    if len(wanted) != len(tables) or any(
        not 1 <= number <= LARGEST_TABLE_NUMBER for number in wanted
    ):
        sentence = N_("Give each table a number of its own, from 1 to %(most)d.")
        raise Refusal(Text("invalid", sentence, {"most": LARGEST_TABLE_NUMBER}), "tables")
    if len(wanted) > MOST_TABLES:
        sentence = N_("At most %(most)d tables can be set.")
        raise Refusal(Text("invalid", sentence, {"most": MOST_TABLES}), "tables")
    if not all(label.isprintable() and len(label) <= LONGEST_LABEL for label in wanted.values()):
        sentence = N_("Give each table a label of at most %(most)d letters, or none.")
        raise Refusal(Text("invalid", sentence, {"most": LONGEST_LABEL}), "tables")


def _lock_club_of(tournament_id: int) -> None:
    """Lock the club, always before its tournament: addresses are unique in it."""
    club = Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True).first()
    if club is not None:
        lock_club(club)


def _require_editable(tournament: Tournament, fields: Mapping[str, Any]) -> None:
    """What a draw was made with stays as long as it stands; most else until the archive."""
    over = {TournamentState.ARCHIVED, TournamentState.CANCELLED}
    if tournament.state in over or fields.keys() & (DRAWN_WITH | {"cap"}):
        lifecycle.require(tournament.state, "change_settings")
    drawn = fields.keys() & DRAWN_WITH
    if drawn and Round.objects.filter(stage__tournament=tournament).exists():
        sentence = N_("The draw is made: take it back before you change rules, length or format.")
        raise Refusal(Text("not_ready", sentence), min(drawn))


def _rules(rules: str | Mapping[str, object], best_of: int | None, target: int | None) -> Rules:
    chosen = with_length(rules_from(rules), best_of=best_of, target=target)
    playable(chosen)
    return chosen


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in PLAIN_FIELDS if name in fields}


def _free_slug(club: Club, name: str, own: Tournament | None = None) -> str:
    """An address in the club that no other tournament has or had: `autumn-cup`, `autumn-cup-2`,
    ..."""
    stem = slugify(search_key(name))[:70] or "tournament"
    others = Tournament.objects.filter(club=club, slug__startswith=stem)
    gone = OldSlug.objects.filter(club=club, slug__startswith=stem)
    if own:
        others, gone = others.exclude(pk=own.pk), gone.exclude(tournament=own)
    taken = {*others.values_list("slug", flat=True), *gone.values_list("slug", flat=True)}
    taken |= RESERVED_SLUGS
    candidates = [stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))]
    return next(slug for slug in candidates if slug not in taken)


def _rename(tournament: Tournament, name: str) -> None:
    old = tournament.slug
    tournament.name = name
    tournament.slug = _free_slug(tournament.club, name, own=tournament)
    if tournament.slug != old:
        OldSlug.objects.filter(tournament=tournament, slug=tournament.slug).delete()
        OldSlug.objects.create(club=tournament.club, slug=old, tournament=tournament)


def _change_what_is_drawn_with(
    tournament: Tournament, fields: Mapping[str, Any]
) -> dict[str, object]:
    """Change rules and stages; the stages for the audit, where they are others now."""
    if fields.keys() & {"rules", "best_of", "target"}:
        given = fields.get("rules", tournament.rules)
        chosen = _rules(given, fields.get("best_of"), fields.get("target"))
        tournament.rules = as_dict(chosen)
    if fields.get("boards", tournament.boards) != tournament.boards:
        _set_boards(tournament, fields["boards"])
    if fields.keys().isdisjoint(DRAWN_WITH):
        return {}
    stages = _stages(tournament, fields)
    return {"stages": as_recorded(stages)} if change_stages(tournament, stages) else {}


def _set_boards(tournament: Tournament, boards: int) -> None:
    _check_boards(boards)
    if tournament.entries.exists():
        sentence = N_("Somebody is entered already: how many boards a match has stays as it is.")
        raise Refusal(Text("not_ready", sentence), "boards")
    tournament.boards = boards


def _check_boards(boards: int) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        sentence = N_("A match has 1 board between players, or up to %(most)d between teams.")
        raise Refusal(Text("invalid", sentence, {"most": MOST_BOARDS}), "boards")


def _stages(tournament: Tournament, fields: Mapping[str, Any]) -> Sequence[StagePlan]:
    """The stages after a change: all of them as given, or the first in another format, which
    begins with the settings that are given, or with other settings of the same one."""
    if "stages" in fields:
        return fields["stages"]
    first, *later = plans_of(tournament)
    given = dict(fields.get("format_settings", {}))
    if fields.get("format", first.format) == first.format:
        first = replace(first, settings={**first.settings, **given})
    else:
        first = replace(first, format=fields["format"], settings=given)
    return [first, *later]


def _require_name(tournament: Tournament, name: str) -> None:
    if " ".join(name.split()) != tournament.name:
        sentence = N_("Type the tournament's name, %(name)s, to do this: it can't be undone.")
        raise Refusal(Text("name_needed", sentence, {"name": tournament.name}), "name")


def _drop_rows(tournament: Tournament) -> None:
    """Delete from the facts upward: matches, then sides, then all that hangs on the tournament."""
    for stage in ("stage", "set_aside_from"):
        of_event = {f"board__pairing__round__{stage}__tournament": tournament}
        Match.objects.filter(**of_event).delete()
    tournament.stages.all().delete()
    tournament.delete()
