"""Who runs a tournament: directors and referees with accounts, and passes for one night."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from kernel.names import normal_name
from kernel.permissions import Actor
from kernel.text import N_, refusal
from kernel.tokens import new_token, token_hash
from players.models import User
from tournaments.models import Staff, Tournament
from tournaments.services.gate.changes import Change, changing

PASS_HOURS = 18
PIN_DIGITS = 8
WRONG_PASS = N_("This pass is not valid, or not any more. Ask the director for a new one.")


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass as it is handed out: the only moment at which its token and PIN are known."""

    staff: Staff
    token: str
    pin: str


def appoint_staff(
    *,
    tournament_id: int,
    user: User,
    role: str,
    by: Actor,
    now: datetime,
    tables: Sequence[int] = (),
) -> Staff:
    """Give an account a role in a tournament; whoever has one gets the new one instead.

    There is one head referee: naming another makes the former one a referee.
    """
    with changing(tournament_id, by=by, now=now) as change:
        _check_tables(change.tournament, tables, role)
        if role == Staff.Roles.HEAD_REFEREE:
            heads = change.tournament.staff.filter(role=role, ended_at__isnull=True)
            heads.exclude(user=user).update(role=Staff.Roles.REFEREE)
        staff, _ = change.tournament.staff.update_or_create(
            user=user,
            ended_at=None,
            defaults={"role": role, "name": user.name, "tables": sorted(set(tables))},
        )
        _note(change, "staff.appoint", staff)
    return staff


def issue_pass(
    *,
    tournament_id: int,
    name: str,
    by: Actor,
    now: datetime,
    tables: Sequence[int] = (),
    hours: int = PASS_HOURS,
) -> Pass:
    """Make a referee's pass for one night, for these tables or for all: a token and a PIN."""
    token, pin = new_token(), f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
    with changing(tournament_id, by=by, now=now) as change:
        _check_tables(change.tournament, tables, Staff.Roles.REFEREE)
        staff = Staff.objects.create(
            tournament=change.tournament,
            name=normal_name(name),
            role=Staff.Roles.REFEREE,
            tables=sorted(set(tables)),
            token_hash=token_hash(token),
            pin_hash=_pin_hash(tournament_id, pin),
            expires_at=now + timedelta(hours=hours),
        )
        _note(change, "staff.pass", staff)
    return Pass(staff, token, pin)


def end_staff(*, tournament_id: int, staff_id: int, by: Actor, now: datetime) -> None:
    """End a role or a pass at once. Ending it twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        staff = Staff.objects.filter(tournament=change.tournament, pk=staff_id).first()
        if staff is None:
            raise refusal("not_found", N_("There is no such role in this tournament."))
        if staff.ended_at is None:
            staff.ended_at = now
            staff.save(update_fields=["ended_at"])
            _note(change, "staff.end", staff)


def staff_of_token(*, token: str, now: datetime) -> Staff:
    """The pass with this token; refused when there is none that holds."""
    return _valid_pass(now, token_hash=token_hash(token))


def staff_of_pin(*, pin: str, now: datetime, tournament_id: int | None = None) -> Staff:
    """The pass with this PIN, of this tournament or of any; the caller counts the tries."""
    places = {tournament_id}
    if tournament_id is None:
        places = set(_holding(now).values_list("tournament_id", flat=True))
    typed = pin.replace(" ", "")
    return _valid_pass(now, pin_hash__in=[_pin_hash(place, typed) for place in places])


def _valid_pass(now: datetime, **known_by: object) -> Staff:
    found = _holding(now).filter(**known_by).select_related("tournament__club").first()
    if found is None:
        raise refusal("bad_pass", WRONG_PASS, "pin")
    return found


def _holding(now: datetime) -> QuerySet[Staff]:
    return Staff.objects.filter(user=None, ended_at=None, expires_at__gt=now)


def _pin_hash(tournament_id: int | None, pin: str) -> str:
    """A PIN is too short for a plain hash: the installation's secret goes into it."""
    return salted_hmac(f"staff-pin:{tournament_id}", pin, algorithm="sha256").hexdigest()


def _check_tables(tournament: Tournament, tables: Sequence[int], role: str) -> None:
    known = set(tournament.tables.values_list("number", flat=True))
    unknown = sorted(set(tables) - known)
    if unknown:
        sentence = N_("There is no table %(number)d in this tournament.")
        raise refusal("invalid", sentence, "tables", number=unknown[0])
    if tables and role != Staff.Roles.REFEREE:
        raise refusal("invalid", N_("Directors and head referees have all tables."), "tables")


def _note(change: Change, action: str, staff: Staff) -> None:
    change.record(
        action, "staff", public=False, staff=staff.pk, role=staff.role, tables=staff.tables
    )
