"""Who is meant by the lines of a roster.

A line is matched by its e-mail address, else by its name (`names.match_key`), with the word in
brackets or the club that tells namesakes apart. Where these do not agree, or another spelling is
close (`names.likeness_key`), the organiser is asked: a player is never made twice, nor two made
one, by a guess.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kernel.names import likeness_key, match_key, split_byname, told_apart
from kernel.text import N_, Text, refusal
from players.roster_rows import RosterRow
from players.selectors import RatedPlayer
from web.numbers import number_in

NEW = "new"
SKIP = "skip"
ALIKE = N_("This may be %(name)s, written differently. Is it the same person?")
BOTH_ASKED = N_(
    "This line names two people, and both are unclear. Write each on a line of its own."
)

RowKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RosterQuestion:
    """A line that may mean somebody known: one of `candidates` (ids), or somebody new, who would be
    called `name`."""

    line: int
    message: Text
    candidates: tuple[int, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class RowMatch:
    """Who a row means: a player, nobody yet (None), or a question that is open; `is_skipped` where
    it was answered that the line names nobody."""

    player: RatedPlayer | None = None
    question: RosterQuestion | None = None
    is_skipped: bool = False


@dataclass(slots=True)
class Plan:
    """What each row means, by its key; the names of those who are new, and the keys of all that
    are `taken` then; the questions that are open; answers that cannot be."""

    matches: dict[RowKey, RowMatch] = field(default_factory=dict)
    names: dict[RowKey, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    questions: list[RosterQuestion] = field(default_factory=list)
    errors: dict[RowKey, Text] = field(default_factory=dict)


def plan_roster(
    rows: Iterable[RosterRow], known: Iterable[RatedPlayer], answers: Mapping[str, str | int]
) -> Plan:
    """Find for each row who of `known` is meant.

    `answers` resolves questions: by line (as text) the id of a player, "new", or "skip" for a line
    that names nobody. Raises Refusal for an answer that is none of these.
    """
    return _Matcher(known, _checked_answers(answers)).plan(list(rows))


class _Matcher:
    """Finds for each row who is meant, among the club's players and the other rows."""

    def __init__(self, known: Iterable[RatedPlayer], answers: Mapping[int, int | str]) -> None:
        self.answers = answers
        self.by_id: dict[int, RatedPlayer] = {}
        self.by_email: dict[str, list[RatedPlayer]] = defaultdict(list)
        self.by_name: dict[str, list[RatedPlayer]] = defaultdict(list)
        self.by_likeness: dict[str, list[RatedPlayer]] = defaultdict(list)
        for player in known:
            self.by_id[player.pk] = player
            if player.email:
                self.by_email[player.email.lower()].append(player)
            self.by_name[_alone(player.name)].append(player)
            self.by_likeness[likeness_key(player.name)].append(player)

    def plan(self, rows: list[RosterRow]) -> Plan:
        plan = Plan({row.key: self._match(row) for row in rows})
        self._ask_about_doubles(rows, plan)
        for row in rows:
            if plan.matches[row.key].question is not None and row.line in self.answers:
                self._answer(row, plan)
        self._name_the_new(rows, plan)
        self._refuse_doubles(rows, plan)
        return plan

    def _match(self, row: RosterRow) -> RowMatch:
        match = self._who(row)
        if row.doubt is None or match.player is not None:
            return match
        return _ask(row, row.doubt, match.question.candidates if match.question else ())

    def _who(self, row: RosterRow) -> RowMatch:
        owners = self.by_email.get(row.email or "")
        if owners:
            return self._match_by_email(row, owners)
        namesakes = self._called_so(row)
        if len(namesakes) == 1:
            return self._match_by_name(row, namesakes[0])
        if namesakes:
            sentence = N_("There are %(count)d players of this name. Which one is it?")
            text = Text("name_ambiguous", sentence, {"count": len(namesakes)})
            return _ask(row, text, _ids(namesakes))
        alike = self.by_likeness.get(likeness_key(row.name))
        if alike:
            return _ask(row, Text("name_alike", ALIKE, {"name": alike[0].name}), _ids(alike))
        return RowMatch()

    def _called_so(self, row: RosterRow) -> list[RatedPlayer]:
        """Who has the name of a row; where several have it, who is told apart as the row says."""
        namesakes = self.by_name.get(_alone(row.name), [])
        said = match_key(row.club or split_byname(row.name)[1])
        if len(namesakes) < 2 or not said:
            return namesakes
        meant = [namesake for namesake in namesakes if said in _told_by(namesake)]
        return meant if len(meant) == 1 else namesakes

    def _match_by_email(self, row: RosterRow, owners: list[RatedPlayer]) -> RowMatch:
        same = [player for player in owners if _alone(player.name) == _alone(row.name)]
        if len(same) == 1:
            return RowMatch(same[0])
        namesakes = [player for player in self.by_name[_alone(row.name)] if player not in owners]
        sentence = N_(
            "This e-mail address belongs to %(name)s. If it is the same person, they are renamed "
            "as the line says."
        )
        text = Text("email_of_another", sentence, {"name": owners[0].name})
        if same:
            text = Text("name_ambiguous", N_("Several players have this name and e-mail address."))
        return _ask(row, text, _ids([*owners, *namesakes]))

    @staticmethod
    def _match_by_name(row: RosterRow, player: RatedPlayer) -> RowMatch:
        if row.email and player.email and row.email != player.email.lower():
            sentence = N_(
                "There is a player of this name with another e-mail address. Is it the same person?"
            )
            return _ask(row, Text("email_differs", sentence), [player.pk])
        byname, own = (split_byname(name)[1] for name in (row.name, player.name))
        if byname and match_key(byname) not in _told_by(player):
            return _ask(row, Text("name_alike", ALIKE, {"name": player.name}), [player.pk])
        from_club = player.home_club or own
        if row.club and from_club and match_key(row.club) not in _told_by(player):
            sentence = N_("There is a player of this name from %(club)s. Is it the same person?")
            return _ask(row, Text("club_differs", sentence, {"club": from_club}), [player.pk])
        if row.turned and not row.email:
            return _ask(row, Text("name_alike", ALIKE, {"name": player.name}), [player.pk])
        return RowMatch(player)

    @staticmethod
    def _ask_about_doubles(rows: Iterable[RosterRow], plan: Plan) -> None:
        """Ask about a row that may name the same person as an earlier one."""
        groups: dict[tuple[str, str], list[RosterRow]] = defaultdict(list)
        for row in rows:
            groups["name", likeness_key(row.name)].append(row)
            if row.email:
                groups["email", row.email].append(row)
        for group in groups.values():
            _ask_in_group(group, plan)

    def _answer(self, row: RosterRow, plan: Plan) -> None:
        answer = self.answers[row.line]
        if isinstance(answer, str):
            plan.matches[row.key] = RowMatch(is_skipped=answer == SKIP)
            return
        plan.matches[row.key] = RowMatch(self.by_id.get(answer))
        if answer not in self.by_id:
            sentence = N_("The club has no player with the id %(id)d.")
            plan.errors[row.key] = Text("player_unknown", sentence, {"id": answer})

    def _name_the_new(self, rows: Iterable[RosterRow], plan: Plan) -> None:
        """Call each who is new, or may be, as nobody else is called; then ask what is open."""
        plan.taken = {match_key(player.name) for player in self.by_id.values()}
        asked: set[int] = set()
        for row in rows:
            match = plan.matches[row.key]
            if match.player is not None or match.is_skipped or row.key in plan.errors:
                continue
            name = told_apart(row.name, [row.club or ""], plan.taken)
            plan.names[row.key] = name
            plan.taken.add(match_key(name))
            if match.question is not None and row.line in asked:
                plan.errors[row.key] = Text("two_people", BOTH_ASKED)
            elif match.question is not None:
                asked.add(row.line)
                plan.questions.append(replace(match.question, name=name))

    @staticmethod
    def _refuse_doubles(rows: Iterable[RosterRow], plan: Plan) -> None:
        """No player is meant by two rows."""
        lines: dict[int, RosterRow] = {}
        for row in rows:
            player = plan.matches[row.key].player
            if player is None:
                continue
            first = lines.setdefault(player.pk, row)
            if first is not row:
                sentence = N_(
                    "Line %(line)d means %(name)s already. Take one of the two lines out."
                )
                values = {"line": first.line, "name": player.name}
                plan.errors[row.key] = Text("player_twice", sentence, values)


def _ask_in_group(group: list[RosterRow], plan: Plan) -> None:
    """Ask about each row that means nobody known yet, or whom a row before it means already."""
    first = group[0].key
    known = next((row.key for row in group if plan.matches[row.key].player), None)
    key_of: dict[int, RowKey] = {}
    for row in group:
        match = plan.matches[row.key]
        if match.question is not None:
            continue
        if match.player is not None:
            twin = key_of.setdefault(match.player.pk, row.key)
        else:
            twin = first if row.key != first else known or first
        if twin != row.key:
            sentence = N_(
                "Line %(line)d may name the same person. Take one of the two lines out, or say "
                "that this is somebody else."
            )
            text = Text("line_twice", sentence, {"line": twin[0]})
            plan.matches[row.key] = _ask(row, text, [match.player.pk] if match.player else [])


def _ask(row: RosterRow, message: Text, candidates: Iterable[int]) -> RowMatch:
    return RowMatch(question=RosterQuestion(row.line, message, tuple(candidates)))


def _ids(players: Iterable[RatedPlayer]) -> list[int]:
    return [player.pk for player in players]


def _alone(name: str) -> str:
    """The key of a name without the word that tells it apart."""
    return match_key(split_byname(name)[0])


def _told_by(player: RatedPlayer) -> set[str]:
    """By what a player may be told from namesakes."""
    return {match_key(split_byname(player.name)[1]), match_key(player.home_club)} - {""}


def _checked_answers(answers: Mapping[str, str | int]) -> dict[int, int | str]:
    """Answers by line: the id of a player, "new" or "skip"."""
    checked: dict[int, int | str] = {}
    for line, answer in answers.items():
        number = number_in(line)
        meant = answer if answer in (NEW, SKIP) else number_in(str(answer))
        if number is None or meant is None:
            sentence = N_("Answer a line with “new”, “skip” or the id of a player.")
            raise refusal("answers_invalid", sentence, "answers")
        checked[number] = meant
    return checked
