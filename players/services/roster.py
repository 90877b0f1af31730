"""Rosters taken into a club: each line is a known player, a new one, or a question.

Who a line means is `roster_matching`'s business; what follows from it is worked out and saved here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from players.models import Club, Player, Rating
from players.names import match_key, search_key, sort_key
from players.permissions import Actor
from players.roster_text import LineError, Roster, RosterRow, parse_roster
from players.selectors import players_visible_to
from players.services.club_changes import lock_club, record_club_change
from players.services.roster_matching import Plan, Question, plan_roster
from players.text import Text


@dataclass(slots=True)
class Outcome:
    """What becomes of a line: created, updated, unchanged, question or error.

    `player` is the id of a known or new player; None where there is none yet.
    """

    line: int
    name: str
    outcome: str
    player: int | None = None
    seed: int | None = None


@dataclass(slots=True)
class Import:
    """What an import did, or on a dry run would do. With questions or errors nothing is saved."""

    errors: list[LineError]
    questions: list[Question]
    ignored: tuple[str, ...]
    rows: list[Outcome] = field(default_factory=list)

    @property
    def is_blocked(self) -> bool:
        return bool(self.errors or self.questions)

    def count(self, outcome: str) -> int:
        """How many players were (or on a dry run would be) created, updated or left as they are."""
        return 0 if self.is_blocked else sum(row.outcome == outcome for row in self.rows)

    def as_json(self, say: Callable[[Text], str]) -> dict[str, Any]:
        """The answer of the API; `say` puts sentences into the reader's language."""
        return {
            "created": self.count("created"),
            "updated": self.count("updated"),
            "unchanged": self.count("unchanged"),
            "questions": [
                {
                    "line": question.line,
                    "message": say(question.message),
                    "candidates": list(question.candidates),
                }
                for question in self.questions
            ],
            "errors": [
                {"line": error.line, "message": say(error.message)} for error in self.errors
            ],
            "ignored": list(self.ignored),
            "rows": [
                {
                    "line": row.line,
                    "name": row.name,
                    "outcome": row.outcome,
                    "player": row.player,
                    "seed": row.seed,
                }
                for row in self.rows
            ],
        }


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

    `answers` resolves questions: for a line (its number as text) the id of a player, or "new". An
    answer to a line that raises no question is not needed and not heeded, so that the same roster
    with the same answers, sent again, makes nobody twice. Raises Refusal where the whole cannot be
    read.
    """
    roster = parse_roster(data)
    with transaction.atomic():
        club = lock_club(club.pk)
        known = list(players_visible_to(by).filter(club=club).order_by("id"))
        plan = plan_roster(roster.rows, known, answers or {})
        result = Import(_errors(roster, plan), plan.questions, roster.ignored)
        changes = _Changes(club, now)
        result.rows = [changes.take(row, plan) for row in roster.rows]
        result.rows += [Outcome(error.line, "", "error") for error in roster.errors]
        result.rows.sort(key=lambda row: row.line)
        if not (dry_run or result.is_blocked):
            changes.save(result.rows)
            counts = {word: result.count(word) for word in ("created", "updated", "unchanged")}
            record_club_change(club, "roster.import", counts, by=by, now=now)
    return result


def _errors(roster: Roster, plan: Plan) -> list[LineError]:
    """The lines that cannot be read, and those whose answers cannot be, in order."""
    found = [*roster.errors, *(LineError(line, text) for line, text in plan.errors.items())]
    return sorted(found, key=lambda error: error.line)


# What changes -------------------------------------------------------------------------------------


class _Changes:
    """The rows to write, gathered line by line and saved in a few statements."""

    def __init__(self, club: Club, now: datetime) -> None:
        self.club, self.now = club, now
        self.created: list[Player] = []
        self.updated: list[Player] = []
        self.fields: set[str] = set()
        self.ratings: list[Rating] = []
        self.outcome_of: dict[int, Player] = {}

    def take(self, row: RosterRow, plan: Plan) -> Outcome:
        """Note what a line changes, and say what becomes of it."""
        match = plan.matches[row.line]
        said = Outcome(row.line, row.name, "created", seed=row.seed)
        if match.question is not None:
            return replace(said, outcome="question")
        if row.line in plan.errors:
            return replace(said, outcome="error")
        if match.player is None:
            self._create(row)
            return said
        outcome = "updated" if self._update(match.player, row) else "unchanged"
        return replace(said, outcome=outcome, player=match.player.pk)

    def save(self, outcomes: Iterable[Outcome]) -> None:
        """Write all, and tell the outcomes of new players their ids."""
        Player.objects.bulk_create(self.created)
        if self.updated:
            Player.objects.bulk_update(self.updated, sorted(self.fields), batch_size=500)
        Rating.objects.bulk_create(self.ratings)
        for outcome in outcomes:
            if outcome.line in self.outcome_of:
                outcome.player = self.outcome_of[outcome.line].pk

    def _create(self, row: RosterRow) -> None:
        player = Player(
            club=self.club, name=row.name, email=row.email or "", home_club=self._home_club(row)
        )
        self._key(player)
        self._rate(player, row)
        self.created.append(player)
        self.outcome_of[row.line] = player

    def _update(self, player: Player, row: RosterRow) -> bool:
        """Take over what the line says and the player's row does not. Empty cells change nothing.

        A name that differs only in case or spaces stays as it is.
        """
        said = {"email": row.email, "home_club": self._home_club(row) if row.club else None}
        if match_key(row.name) != match_key(player.name):
            said["name"] = row.name
        changed = {
            name: value
            for name, value in said.items()
            if value is not None and value != getattr(player, name)
        }
        for name, value in changed.items():
            setattr(player, name, value)
        if "name" in changed:
            self._key(player)
            self.fields |= {"sort_key", "search_key"}
        if changed:
            self.updated.append(player)
            self.fields |= changed.keys()
        rated = row.rating is not None and row.rating != player.rating
        if rated:
            self._rate(player, row)
        return bool(changed) or rated

    def _rate(self, player: Player, row: RosterRow) -> None:
        if row.rating is not None:
            rating = Rating(player=player, value=row.rating, source="import", at=self.now)
            self.ratings.append(rating)

    def _home_club(self, row: RosterRow) -> str:
        """Where a guest comes from; the club's own players come from nowhere else."""
        own = match_key(row.club or "") == match_key(self.club.name)
        return "" if own else row.club or ""

    @staticmethod
    def _key(player: Player) -> None:
        """What `Player.save` does, which bulk statements pass by."""
        player.sort_key, player.search_key = sort_key(player.name), search_key(player.name)
