"""Rosters taken into a club: each line is a known player, a new one, or a question.

Who a line means is `roster_matching`'s business; what follows from it is worked out and saved here.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from kernel.names import match_key, split_byname, told_apart, with_byname
from kernel.permissions import Actor
from players.models import Club, ImportedPlayer, Player, Rating, RosterImport
from players.roster_rows import LineError, ReadRoster, RosterRow
from players.roster_text import parse_roster
from players.selectors import RatedPlayer, players_visible_to
from players.services.club_changes import changing, record_club_change
from players.services.roster_matching import Plan, RosterQuestion, RowKey, plan_roster
from players.signals import player_renamed


@dataclass(slots=True)
class LineOutcome:
    """What becomes of a line: created, updated, unchanged, question, error, or left_out, as it
    names nobody. A line that names two people has two.

    `player` is the id of a known or new player; None where there is none yet.
    """

    line: int
    name: str
    outcome: str
    player: int | None = None
    seed: int | None = None
    email: str = ""
    rating: int | None = None
    club: str = ""
    unused: tuple[str, ...] = ()


@dataclass(slots=True)
class Import:
    """What an import did, or on a dry run would do. With questions or errors nothing is saved.
    `pk` is that of the `RosterImport`; None where nothing has changed.
    """

    errors: list[LineError]
    questions: list[RosterQuestion]
    ignored: tuple[str, ...]
    rows: list[LineOutcome] = field(default_factory=list)
    pk: int | None = None

    @property
    def is_blocked(self) -> bool:
        return bool(self.errors or self.questions)

    @property
    def counts(self) -> dict[str, int]:
        """How many players were (or on a dry run would be) created, updated or left as they are."""
        found = Counter(row.outcome for row in self.rows if not self.is_blocked)
        return {word: found[word] for word in ("created", "updated", "unchanged")}


def import_roster(
    *,
    club: Club,
    data: bytes | str,
    answers: Mapping[str, str | int] | None = None,
    dry_run: bool = False,
    by: Actor,
    now: datetime,
) -> Import:
    """Take a roster (a file's bytes, or pasted text) into the club: all of it or nothing.

    `answers` resolves questions: for a line (its number as text) the id of a player, "new", or
    "skip" where it names nobody. An answer to a line that raises no question is not heeded, so that
    the same roster with the same answers, sent again, makes nobody twice. Raises Refusal where the
    whole cannot be read.
    """
    roster = parse_roster(data)
    with changing(club.pk) as club:
        known = list(players_visible_to(by).filter(club=club).order_by("id"))
        plan = plan_roster(roster.rows, known, answers or {})
        result = Import(_errors(roster, plan), plan.questions, roster.ignored)
        changes = _Changes(club, by, now)
        taken = [changes.take(row, plan) for row in roster.rows]
        result.rows += taken
        result.rows += [LineOutcome(error.line, "", "error") for error in roster.errors]
        result.rows += [LineOutcome(line.line, line.text, "left_out") for line in roster.left_out]
        result.rows.sort(key=lambda row: row.line)
        if not (dry_run or result.is_blocked):
            result.pk = changes.save()
            for row, outcome in zip(roster.rows, taken, strict=True):
                if row.key in changes.of:
                    outcome.player = changes.of[row.key].player.pk
            record_club_change(club, "roster.import", result.counts, by=by, now=now)
    return result


def _errors(roster: ReadRoster, plan: Plan) -> list[LineError]:
    """The lines that cannot be read, and those whose answers cannot be, in order."""
    found = [*roster.errors, *(LineError(key[0], text) for key, text in plan.errors.items())]
    return sorted(found, key=lambda error: error.line)


# What changes -------------------------------------------------------------------------------------


class _Changes:
    """Whom the lines bring or change, gathered line by line and saved in a few statements."""

    def __init__(self, club: Club, by: Actor, now: datetime) -> None:
        self.club, self.by, self.now = club, by, now
        self.of: dict[RowKey, ImportedPlayer] = {}

    def take(self, row: RosterRow, plan: Plan) -> LineOutcome:
        """Note what a line changes, and say what becomes of it."""
        match = plan.matches[row.key]
        name = plan.names.get(row.key, row.name)
        said = LineOutcome(
            row.line,
            name,
            "created",
            seed=row.seed,
            email=row.email or "",
            rating=row.rating,
            club=row.club or "",
            unused=row.unused,
        )
        if row.key in plan.errors:
            return replace(said, outcome="error")
        if match.question is not None:
            return replace(said, name=row.name, outcome="question")
        if match.is_skipped:
            return replace(said, outcome="left_out")
        if match.player is None:
            self._create(row, name)
            return said
        outcome = "updated" if self._update(match.player, row, plan) else "unchanged"
        return replace(said, name=match.player.name, outcome=outcome, player=match.player.pk)

    def save(self) -> int | None:
        """Write all, and what was written, so that it can be undone."""
        if not self.of:
            return None
        new = [row for row in self.of.values() if row.created]
        known = [row for row in self.of.values() if not row.created]
        Player.objects.bulk_create(row.player for row in new)
        self._save_changes([row for row in known if row.changes])
        Rating.objects.bulk_create(row.rating for row in self.of.values() if row.rating)
        done = RosterImport.objects.create(
            club=self.club,
            at=self.now,
            by_id=self.by.user_id,
            by_staff=self.by.staff_id,
            role=self.by.role,
            via=self.by.via,
        )
        for row in self.of.values():
            row.roster_import = done
        ImportedPlayer.objects.bulk_create([*new, *known])
        return done.pk

    def _save_changes(self, changed: list[ImportedPlayer]) -> None:
        fields = {name for row in changed for name in row.changes}
        if fields:
            keys = {"sort_key", "search_key"} if "name" in fields else set()
            players = [row.player for row in changed]
            Player.objects.bulk_update(players, sorted(fields | keys), batch_size=500)
        for row in changed:
            if "name" in row.changes:
                player_renamed.send(sender=Player, player=row.player, by=self.by, now=self.now)

    def _create(self, row: RosterRow, name: str) -> None:
        player = Player(
            club=self.club, name=name, email=row.email or "", home_club=self._home_club(row)
        )
        player.set_keys()
        rating = self._rating(player, row)
        self.of[row.key] = ImportedPlayer(player=player, created=True, rating=rating)

    def _update(self, player: RatedPlayer, row: RosterRow, plan: Plan) -> bool:
        """Take over what the line says and the player's row does not. Empty cells change nothing.

        A name that differs only in case or spaces stays as it is, and the word that tells its
        owner apart stays with it.
        """
        said = {"email": row.email, "home_club": self._home_club(row) if row.club else None}
        alone, byname = split_byname(player.name)
        if match_key(split_byname(row.name)[0]) != match_key(alone):
            wanted = with_byname(split_byname(row.name)[0], byname)
            said["name"] = name = told_apart(wanted, [player.home_club], plan.taken)
            plan.taken.add(match_key(name))
        changes = {
            name: [getattr(player, name), value]
            for name, value in said.items()
            if value is not None and value != getattr(player, name)
        }
        for name, (_before, value) in changes.items():
            setattr(player, name, value)
        if "name" in changes:
            player.set_keys()
        rating = self._rating(player, row) if row.rating != player.rating else None
        if changes or rating:
            self.of[row.key] = ImportedPlayer(
                player=player, created=False, changes=changes, rating=rating
            )
        return row.key in self.of

    def _rating(self, player: Player, row: RosterRow) -> Rating | None:
        if row.rating is None:
            return None
        return Rating(player=player, value=row.rating, source="import", at=self.now)

    def _home_club(self, row: RosterRow) -> str:
        """Where a guest comes from; the club's own players come from nowhere else."""
        own = match_key(row.club or "") == match_key(self.club.name)
        return "" if own else row.club or ""
