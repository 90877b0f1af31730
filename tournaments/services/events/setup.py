"""A tournament is made, moved through its life, given tables, cancelled or deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils.text import slugify

from games.rule_books import AgreedRules, as_dict, kept, rules_from, version_of, with_length
from kernel.names import normal_name, search_key
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Club
from players.services import audit
from players.services.club_changes import lock_club, record_club_change
from tournaments.domain import lifecycle
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.models import OldSlug, Table, Tournament
from tournaments.selectors.events.rule_sets import with_named_rules
from tournaments.services.events.play_settings import PlaySettings, settled_play
from tournaments.services.gate.changes import changing, enter_state
from tournaments.services.stages.dropping import drop_rows
from tournaments.services.stages.online_tables import stop_all_tables
from tournaments.services.stages.plans import (
    StagePlan,
    as_recorded,
    boards_under,
    change_stages,
    check_play,
    formats_under,
    require_byes,
)

MOST_TABLES = 512
LARGEST_TABLE_NUMBER = 9999
LONGEST_LABEL = 40
MOVES = frozenset(
    {"open_registration", "close_registration", "open_check_in", "archive", "unarchive", "cancel"}
)
# Addresses of a club's own pages, which no tournament can have.
RESERVED_SLUGS = frozenset({"members", "new", "play", "players", "roster", "settings"})


class StoredFields(TypedDict, total=False):
    """What is stored of a tournament as it is given."""

    place: str
    starts_at: datetime | None
    registration: str
    cap: int | None
    seeding: str
    publishing: str
    protest_minutes: int
    draws_first_deal: bool
    settles: bool
    point_value: Decimal | None
    point_unit: str
    window_days: int | None
    unplayed: str
    bye_opponent: str


class TournamentFields(StoredFields, PlaySettings, total=False):
    """What a tournament is made with beside its name, its rules and its stages."""


def create_tournament(
    *,
    club: Club,
    name: str,
    by: Actor,
    now: datetime,
    rules: str | Mapping[str, object] = "club",
    best_of: int | None = None,
    target: int | None = None,
    format: str | None = None,
    format_settings: Mapping[str, object] | None = None,
    stages: Sequence[StagePlan] | None = None,
    boards: int = 1,
    kind: str = Tournament.Kinds.EVENT,
    **fields: Unpack[TournamentFields],
) -> Tournament:
    """Make a tournament as a draft, with these stages, or one of `format` where none are given;
    left out, that is the usual one by its rules.

    `best_of` and `target` left out are the rule set's own; with more than one of `boards` teams of
    so many players meet. `rules` are those of a code, single knobs, or a set that the club has
    named (`with_named_rules`). Raises Refusal for rules or a format that can't be.
    """
    name = normal_name(name)
    check_boards(boards)
    chosen = rules_with_length(with_named_rules(club.pk, rules), best_of, target)
    format = format or formats_under(chosen)[0].code
    plans = [StagePlan(format, format_settings or {})] if stages is None else stages
    boards = boards_under(chosen, boards, plans)
    with transaction.atomic():
        lock_club(club.pk)
        tournament = Tournament.objects.create(
            club=club,
            name=name,
            slug=free_slug(club.pk, name),
            kind=kind,
            rules=as_dict(chosen),
            rules_version=version_of(chosen),
            boards=boards,
            **stored_fields(fields),
            **settled_play(Tournament(), fields),
        )
        check_play(tournament)
        change_stages(tournament, plans)
        require_byes(tournament)
        _begin_audit(tournament, plans, by, now)
    return tournament


def _begin_audit(
    tournament: Tournament, plans: Sequence[StagePlan], by: Actor, now: datetime
) -> None:
    begun = audit.record(
        scope=f"tournament:{tournament.pk}",
        action="tournament.create",
        data={
            "club": tournament.club_id,
            "rules": tournament.rules,
            "boards": tournament.boards,
            "stages": as_recorded(plans),
        },
        by=by,
        role=by.role,
        now=now,
    )
    tournament.audit_digest = begun.digest
    tournament.save(update_fields=["audit_digest"])


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
        if action == "cancel":
            stop_all_tables(change)
    return change.tournament


def delete_tournament(*, tournament_id: int, name: str, by: Actor, now: datetime) -> None:
    """Delete a tournament with all that hangs on it, asked for by typing its name.

    The club's audit keeps that it was there.
    """
    with transaction.atomic():
        lock_club_of(tournament_id)
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            return
        lifecycle.require(tournament.state, "delete")
        _require_name(tournament, name)
        data = {"tournament": tournament.pk, "audit_digest": tournament.audit_digest}
        record_club_change(tournament.club, "tournament.delete", data, by=by, now=now)
        drop_rows(tournament)


def delete_club_tournaments(*, club_id: int) -> None:
    """Delete all tournaments of a club that is about to be deleted itself."""
    for tournament in Tournament.objects.select_for_update().filter(club=club_id).order_by("pk"):
        drop_rows(tournament)


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
        known = tournament.tables.all()
        if dict(known.values_list("number", "label")) != wanted:
            gone = known.exclude(number__in=wanted)
            used = gone.filter(pairings__isnull=False).values_list("number", flat=True).first()
            if used is not None:
                sentence = N_("A match is set at table %(number)d, so this table stays.")
                raise refusal("not_ready", sentence, "tables", number=used)
            gone.delete()
            for number, label in wanted.items():
                tournament.tables.update_or_create(number=number, defaults={"label": label})
            change.record("tournament.tables", "tables", tables=sorted(wanted))
            change.unsettled.update(tournament.stages.values_list("pk", flat=True))
    return list(known.all())


def _check_tables(tables: Sequence[tuple[int, str]], wanted: Mapping[int, str]) -> None:
    if len(wanted) != len(tables) or any(
        not 1 <= number <= LARGEST_TABLE_NUMBER for number in wanted
    ):
        sentence = N_("Give each table a number of its own, from 1 to %(most)d.")
        raise refusal("invalid", sentence, "tables", most=LARGEST_TABLE_NUMBER)
    if len(wanted) > MOST_TABLES:
        sentence = N_("At most %(most)d tables can be set.")
        raise refusal("invalid", sentence, "tables", most=MOST_TABLES)
    if not all(label.isprintable() and len(label) <= LONGEST_LABEL for label in wanted.values()):
        sentence = N_("Give each table a label of at most %(most)d letters, or none.")
        raise refusal("invalid", sentence, "tables", most=LONGEST_LABEL)


def rules_with_length(
    rules: str | Mapping[str, object], best_of: int | None, target: int | None
) -> AgreedRules:
    """Rules, with a length of their own where one is given; refused where no tournament can keep
    them."""
    chosen = with_length(rules_from(rules), best_of=best_of, target=target)
    kept(chosen)
    return chosen


def stored_fields(fields: Mapping[str, object]) -> dict[str, Any]:
    """Those that are stored as they are given."""
    return {name: value for name, value in fields.items() if name in StoredFields.__annotations__}


def check_boards(boards: int) -> None:
    """Refuse more boards than a match can have."""
    if not 1 <= boards <= MOST_BOARDS:
        sentence = N_("A match has 1 board between players, or up to %(most)d between teams.")
        raise refusal("invalid", sentence, "boards", most=MOST_BOARDS)


def free_slug(club: int, name: str, own: Tournament | None = None) -> str:
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


def lock_club_of(tournament_id: int) -> None:
    """Lock the club, always before its tournament: addresses are unique in it."""
    club = Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True).first()
    if club is not None:
        lock_club(club)


def _require_name(tournament: Tournament, name: str) -> None:
    if " ".join(name.split()) != tournament.name:
        sentence = N_("Type the tournament's name, %(name)s, to do this: it can't be undone.")
        raise refusal("name_needed", sentence, "name", name=tournament.name)
