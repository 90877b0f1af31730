"""The record of what was done: which chains there are, and the entries that are asked for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Model, Q, QuerySet

from games.models import (
    Dispute,
    FirstDeal,
    HandFact,
    Match,
    MatchMove,
    Ruling,
    Submission,
    TableEvent,
)
from games.selectors.deal_records import digest_of_nothing, log_digests
from kernel.text import N_, Text
from players.models import AuditEntry, Club, Player, User
from tournaments.models import (
    Appeal,
    AppealDecision,
    Correction,
    Entry,
    PairingSide,
    Penalty,
    Round,
    Staff,
    Tournament,
    Withdrawal,
)

# What an entry is about, by how its action begins.
KINDS: Mapping[str, tuple[str, ...]] = {
    "results": (
        *("match.first_deal", "match.hand", "match.result", "match.confirm", "match.dispute"),
        *("match.notice", "match.take_back_notice", "match.flag", "match.resign"),
        *("match.ask_to_move", "match.take_back_ask", "match.move"),
    ),
    "corrections": ("match.correct", "match.undo_correction", "correction."),
    "rulings": (
        "match.ruling",
        "match.take_back_ruling",
        "penalty.",
        "appeal.",
        "memo.",
        "call.",
        "table.",
    ),
    "entries": ("entries.",),
    "rounds": ("round.", "stage.", "standings."),
    "settings": ("tournament.",),
    "staff": ("staff.",),
}
PROGRAM = "program"
LINE_UP = "entries.line_up"
# Where the reason for what an entry tells stands: by the name of the reference, the fact, the field
# that the reference gives, and the field of the reason.
REASONS: Mapping[str, tuple[type[Model], str, str]] = {
    "facts": (HandFact, "pk", "reason"),
    "submission": (Submission, "pk", "reason"),
    "first_deal": (FirstDeal, "pk", "reason"),
    "move": (MatchMove, "pk", "reason"),
    "ruling": (Ruling, "pk", "facts"),
    "penalty": (Penalty, "pk", "facts"),
    "correction": (Correction, "pk", "reason"),
    "appeal": (Appeal, "pk", "reason"),
    "dispute": (Dispute, "submission", "reason"),
    "withdrawal": (Withdrawal, "entry", "reason"),
    "decision": (AppealDecision, "appeal", "reason"),
    "end": (Penalty, "pk", "end_reason"),
    "ruling_end": (Ruling, "pk", "end_reason"),
    "table_event": (TableEvent, "pk", "data__reason"),
}
# Where it stands in none of what an entry names: the fact, and the reference that leads to it.
ELSEWHERE: Mapping[str, tuple[str, str]] = {
    "entries.withdraw": ("withdrawal", "entry"),
    "match.dispute": ("dispute", "submission"),
    "match.take_back_ruling": ("ruling_end", "ruling"),
    "penalty.take_back": ("end", "penalty"),
    "appeal.make": ("appeal", "appeal"),
    "appeal.decide": ("decision", "appeal"),
}


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries are asked for; all that is left out leaves all.

    `person` is who did it (`user-3`, `staff-8`, `program`), or an entrant whom it concerns
    (`entry-12`); `table` is its number; `kind` is one of KINDS.
    """

    person: str = ""
    table: int | None = None
    kind: str = ""


def audit_scopes() -> Mapping[str, str]:
    """Every chain by its scope, with the digest that is noted as its newest, "" for none.

    That of a deleted tournament stands in the entry of its club which says that it was deleted. A
    friendly has no chain, nor has the club that holds those by link.
    """
    scopes = AuditEntry.objects.order_by("scope").values_list("scope", flat=True).distinct()
    found = dict.fromkeys(scopes, "")
    deletions = AuditEntry.objects.filter(action="tournament.delete")
    for data in deletions.values_list("data", flat=True):
        found[f"tournament:{data['tournament']}"] = data.get("audit_digest", "")
    clubs, events = Club.objects.filter(is_hidden=False), Tournament.objects.listed()
    for kind, rows in (("club", clubs), ("tournament", events)):
        for key, digest in rows.order_by("pk").values_list("pk", "audit_digest"):
            found[f"{kind}:{key}"] = digest
    return found


def changed_logs(scope: str) -> list[Text]:
    """The hands of online tables of which the log is not what the audit of this scope says by its
    digest: those that are over, and those that were broken off by a move."""
    told: defaultdict[int, list[AuditEntry]] = defaultdict(list)
    telling = AuditEntry.objects.filter(scope=scope, action__in=("match.hand", "match.move"))
    for entry in telling.order_by("number"):
        if entry.data.get("log"):
            told[entry.data["match"]].append(entry)
    sentence = N_("entry %(number)d: the log of hand %(n)d is not the one that was told")
    return [
        Text("audit_log", sentence, {"number": entry.number, "n": entry.data["n"]})
        for match, entries in told.items()
        for digests in [log_digests(match)]
        for entry in entries
        if digests.get(entry.data["deal"], digest_of_nothing()) != entry.data["log"]
    ]


def audit_of(tournament: Tournament, asked: AuditFilter = AuditFilter()) -> QuerySet[AuditEntry]:
    """What was done in a tournament, the newest first."""
    entries = AuditEntry.objects.filter(scope=f"tournament:{tournament.pk}").order_by("-number")
    if asked.kind:
        wanted = Q()
        for beginning in KINDS[asked.kind]:
            wanted |= Q(action__startswith=beginning)
        entries = entries.filter(wanted)
    if asked.table is not None:
        at_table = Match.objects.filter(
            board__pairing__table__tournament=tournament,
            board__pairing__table__number=asked.table,
        )
        entries = entries.filter(_about(at_table) | Q(data__table=asked.table))
    return entries.filter(_person(tournament, asked.person)) if asked.person else entries


def _about(matches: QuerySet[Match]) -> Q:
    return Q(data__match__in=list(matches.order_by().values_list("pk", flat=True)))


def _person(tournament: Tournament, person: str) -> Q:
    kind, _hyphen, key = person.partition("-")
    if kind == PROGRAM:
        return Q(by__isnull=True, by_staff__isnull=True)
    number = int(key)
    if kind == "entry":
        return _concerns(tournament, number)
    return Q(by=number) if kind == "user" else Q(by_staff=number)


def _concerns(tournament: Tournament, entry: int) -> Q:
    """What was done to an entrant, in their matches, or by the entrant."""
    sides = PairingSide.objects.filter(entry=entry, entry__tournament=tournament)
    matches = Match.objects.filter(board__pairing__in=sides.order_by().values("pairing"))
    users = User.objects.filter(
        players__entry_members__entry=entry, players__entry_members__tournament=tournament
    )
    return (
        _about(matches)
        | Q(data__entry=entry)
        | Q(data__out=entry)
        | Q(by__in=list(users.values_list("pk", flat=True)))
    )


def people_in(tournament: Tournament) -> Mapping[str, str]:
    """The names of those who can be asked for, by a person's code: who did something, then the
    entrants. The program itself has none."""
    entries = audit_of(tournament).order_by()
    users = User.objects.filter(pk__in=entries.values_list("by", flat=True).distinct())
    passes = Staff.objects.filter(pk__in=entries.values_list("by_staff", flat=True).distinct())
    entrants = Entry.objects.filter(tournament=tournament).order_by("name", "pk")
    return {
        **{
            f"user-{pk}": name
            for pk, name in users.order_by("name", "pk").values_list("pk", "name")
        },
        **{f"staff-{row.pk}": row.name for row in passes.order_by("name", "pk")},
        PROGRAM: "",
        **{f"entry-{row.pk}": row.name for row in entrants},
    }


@dataclass(frozen=True, slots=True)
class CurrentNames:
    """The names of today, by id."""

    users: Mapping[int, str]
    passes: Mapping[int, str]
    entrants: Mapping[int, str]
    players: Mapping[int, str]


def named_in(tournament: Tournament, entries: Iterable[AuditEntry]) -> CurrentNames:
    """Whom these entries of a tournament's audit name by their ids; staff with an account by the
    account's name. Players are those of line-ups."""
    entries = list(entries)
    users = User.objects.filter(pk__in={entry.by for entry in entries if entry.by is not None})
    staff = Staff.objects.filter(tournament=tournament).select_related("user")
    return CurrentNames(
        dict(users.values_list("pk", "name")),
        {row.pk: row.user.name if row.user else row.name for row in staff},
        dict(Entry.objects.filter(tournament=tournament).values_list("pk", "name")),
        dict(Player.objects.filter(pk__in=_lined_up(entries)).values_list("pk", "name")),
    )


def giver_of(staff: Staff) -> str:
    """Who gave somebody a pass; empty where that account is gone."""
    given = AuditEntry.objects.filter(
        scope=f"tournament:{staff.tournament_id}", action="staff.pass", data__staff=staff.pk
    )
    users = User.objects.filter(pk__in=given.values("by"))
    return users.values_list("name", flat=True).first() or ""


def _lined_up(entries: Iterable[AuditEntry]) -> set[int]:
    """The players who came to another board."""
    changes = (entry.data.get("after", {}) for entry in entries if entry.action == LINE_UP)
    return {int(player) for after in changes for player in after}


def rounds_of(tournament: Tournament) -> Mapping[int, tuple[int, int]]:
    """The place of each round by its id: the id of its stage, and its number there."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    return {
        pk: (stage, number) for pk, stage, number in rounds.values_list("pk", "stage", "number")
    }


def reasons_of(entries: Iterable[AuditEntry]) -> Mapping[int, str]:
    """The reasons that were given, by the number of the entry. The audit names only the facts in
    which they stand."""
    wanted: defaultdict[str, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        for name, key in _references(entry):
            wanted[name][key].append(entry.number)
    found: dict[int, str] = {}
    for name, numbers in wanted.items():
        model, field, reason = REASONS[name]
        rows = model._default_manager.filter(**{f"{field}__in": numbers}).values_list(field, reason)
        found |= {number: text for key, text in rows if text for number in numbers[key]}
    return found


def _references(entry: AuditEntry) -> Iterator[tuple[str, int]]:
    data = entry.data
    if entry.action in ELSEWHERE:
        name, reference = ELSEWHERE[entry.action]
        yield name, data[reference]
        return
    for name in REASONS.keys() & data.keys():
        keys = data[name]
        yield from ((name, key) for key in (keys if isinstance(keys, list) else [keys]))
