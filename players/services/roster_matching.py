"""Who is meant by the lines of a roster.

A line is matched by its e-mail address, else by its name (`names.match_key`). Where both do not
agree, or another spelling is close (`names.likeness_key`), the organiser is asked: a player is
never made twice, nor two made one, by a guess.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from players.models import Player
from players.names import likeness_key, match_key
from players.roster_text import RosterRow
from players.text import N_, Refusal, Text

NEW = "new"


@dataclass(frozen=True, slots=True)
class Question:
    """A line that may mean somebody known: one of `candidates` (ids), or somebody new."""

    line: int
    message: Text
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Who a line means: a player, nobody yet (None), or a question that is open."""

    player: Player | None = None
    question: Question | None = None


@dataclass(slots=True)
class Plan:
    """What each line means, by line; the questions that are open; answers that cannot be."""

    matches: dict[int, Match] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    errors: dict[int, Text] = field(default_factory=dict)


def plan_roster(
    rows: Iterable[RosterRow], known: Iterable[Player], answers: Mapping[str, str | int]
) -> Plan:
    """Find for each line who of `known` is meant.

    `answers` resolves questions: by line (as text) the id of a player, or "new". Raises Refusal for
    an answer that is neither.
    """
    return _Matcher(known, _checked_answers(answers)).plan(list(rows))


class _Matcher:
    """Finds for each line who is meant, among the club's players and the other lines."""

    def __init__(self, known: Iterable[Player], answers: Mapping[int, int | None]) -> None:
        self.answers = answers
        self.by_id: dict[int, Player] = {}
        self.by_email: dict[str, list[Player]] = defaultdict(list)
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        self.by_likeness: dict[str, list[Player]] = defaultdict(list)
        for player in known:
            self.by_id[player.pk] = player
            if player.email:
                self.by_email[player.email.lower()].append(player)
            self.by_name[match_key(player.name)].append(player)
            self.by_likeness[likeness_key(player.name)].append(player)

    def plan(self, rows: list[RosterRow]) -> Plan:
        plan = Plan({row.line: self._match(row) for row in rows})
        self._ask_about_doubles(rows, plan)
        for row in rows:
            question = plan.matches[row.line].question
            if question is not None and row.line in self.answers:
                self._answer(row, plan)
            elif question is not None:
                plan.questions.append(question)
        self._refuse_doubles(rows, plan)
        return plan

    def _match(self, row: RosterRow) -> Match:
        owners = self.by_email.get(row.email or "")
        if owners:
            return self._match_by_email(row, owners)
        namesakes = self.by_name.get(match_key(row.name), [])
        if len(namesakes) == 1:
            return self._match_by_name(row, namesakes[0])
        if namesakes:
            sentence = N_("There are %(count)d players of this name. Which one is it?")
            return _ask(row, Text("name_ambiguous", sentence, {"count": len(namesakes)}), namesakes)
        alike = self.by_likeness.get(likeness_key(row.name))
        if alike:
            sentence = N_("This may be %(name)s, written differently. Is it the same person?")
            return _ask(row, Text("name_alike", sentence, {"name": alike[0].name}), alike)
        return Match()

    def _match_by_email(self, row: RosterRow, owners: list[Player]) -> Match:
        same = [player for player in owners if match_key(player.name) == match_key(row.name)]
        if len(same) == 1:
            return Match(same[0])
        namesakes = [one for one in self.by_name[match_key(row.name)] if one not in owners]
        sentence = N_(
            "This e-mail address belongs to %(name)s. If it is the same person, they are renamed "
            "as the line says."
        )
        text = Text("email_of_another", sentence, {"name": owners[0].name})
        if same:
            text = Text("name_ambiguous", N_("Several players have this name and e-mail address."))
        return _ask(row, text, [*owners, *namesakes])

    @staticmethod
    def _match_by_name(row: RosterRow, player: Player) -> Match:
        if row.email and player.email and row.email != player.email.lower():
            sentence = N_(
                "There is a player of this name with another e-mail address. Is it the same person?"
            )
            return _ask(row, Text("email_differs", sentence), [player])
        if row.club and player.home_club and match_key(row.club) != match_key(player.home_club):
            sentence = N_("There is a player of this name from %(club)s. Is it the same person?")
            return _ask(row, Text("club_differs", sentence, {"club": player.home_club}), [player])
        return Match(player)

    @staticmethod
    def _ask_about_doubles(rows: Iterable[RosterRow], plan: Plan) -> None:
        """Ask about a line that may name the same person as an earlier one."""
        groups: dict[tuple[str, str], list[RosterRow]] = defaultdict(list)
        for row in rows:
            groups["name", likeness_key(row.name)].append(row)
            if row.email:
                groups["email", row.email].append(row)
        for group in groups.values():
            _ask_in_group(group, plan)

    def _answer(self, row: RosterRow, plan: Plan) -> None:
        answer = self.answers[row.line]
        player = self.by_id.get(answer) if answer is not None else None
        plan.matches[row.line] = Match(player)
        if answer is not None and player is None:
            sentence = N_("The club has no player with the id %(id)d.")
            plan.errors[row.line] = Text("player_unknown", sentence, {"id": answer})

    @staticmethod
    def _refuse_doubles(rows: Iterable[RosterRow], plan: Plan) -> None:
        """No player is meant by two lines."""
        lines: dict[int, int] = {}
        for row in rows:
            player = plan.matches[row.line].player
            if player is None:
                continue
            first = lines.setdefault(player.pk, row.line)
            if first != row.line:
                sentence = N_(
                    "Line %(line)d means %(name)s already. Take one of the two lines out."
                )
                values = {"line": first, "name": player.name}
                plan.errors[row.line] = Text("player_twice", sentence, values)


def _ask_in_group(group: list[RosterRow], plan: Plan) -> None:
    """Ask about each line that means nobody known yet, or whom a line before it means already."""
    first = group[0].line
    known = next((row.line for row in group if plan.matches[row.line].player), None)
    line_of: dict[int, int] = {}
    for row in group:
        match = plan.matches[row.line]
        if match.question is not None:
            continue
        if match.player is not None:
            twin = line_of.setdefault(match.player.pk, row.line)
        else:
            twin = first if row.line != first else known or first
        if twin != row.line:
            sentence = N_(
                "Line %(line)d may name the same person. Take one of the two lines out, or say "
                "that this is somebody else."
            )
            text = Text("line_twice", sentence, {"line": twin})
            plan.matches[row.line] = _ask(row, text, [match.player] if match.player else [])


def _ask(row: RosterRow, message: Text, candidates: Iterable[Player]) -> Match:
    ids = tuple(player.pk for player in candidates)
    return Match(question=Question(row.line, message, ids))


def _checked_answers(answers: Mapping[str, str | int]) -> dict[int, int | None]:
    """Answers by line: the id of a player, or None for somebody new."""
    checked: dict[int, int | None] = {}
    for line, answer in answers.items():
        if not _is_number(line) or not (answer == NEW or _is_number(answer)):
            sentence = N_("Answer a line with “new” or with the id of a player.")
            raise Refusal(Text("answers_invalid", sentence), "answers")
        checked[int(line)] = None if answer == NEW else int(answer)
    return checked


def _is_number(value: str | int) -> bool:
    digits = str(value)
    return (
        not isinstance(value, bool) and digits.isascii() and digits.isdigit() and len(digits) < 19
    )
