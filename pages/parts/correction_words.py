"""What a correction changes, in plain words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.parts.drawing_words import drawing_name, drawn_words, rests_words, void_words
from pages.parts.sheet_matches import SheetMatches
from tournaments.domain.corrections import Choice, Level
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Stage
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.sides import entry_names
from tournaments.services.desk.comparing import Moved, Place, Preview
from tournaments.services.desk.previews import Previews
from tournaments.services.stages.notice_kinds import NOTICES

TITLES = {
    Choice.SCORE_ONLY: gettext_lazy("Everybody stays where they are"),
    Choice.REWIND: gettext_lazy("The bracket follows the new result"),
    Choice.VOID: gettext_lazy("What was played is void and is played anew"),
    Choice.KEEP: gettext_lazy("What was played stays"),
}
OF_DRAWINGS = {
    Choice.REDRAW: gettext_lazy("What is not played is drawn again"),
    Choice.KEEP: gettext_lazy("Everything stays as it was drawn"),
    Choice.VOID: gettext_lazy("What was played is void and is drawn again"),
}
"""The same where something was drawn from the result."""
LEVELS = {
    Level.WARNING: gettext_lazy("A later round is published: its players have read it already."),
    Level.DOUBLE: gettext_lazy("Matches that rest on this result have begun or are over."),
    Level.LEAVES_RULES: gettext_lazy(
        "This leaves the rules of the event. It is marked on every later page and in every export."
    ),
}
MARK = gettext_lazy(
    "This leaves the rules of the event: a result was corrected, and what it led to was kept."
)


class CorrectionWords:
    """The words of the previews of one match."""

    def __init__(self, stage: Stage, previews: Previews, *, full_names: bool) -> None:
        self.stage = stage
        self.previews = previews
        self.full_names = full_names

    @cached_property
    def people(self) -> Mapping[int, str]:
        return entry_names(self.stage.tournament_id, full_names=self.full_names)

    @cached_property
    def maker(self) -> SheetMatches:
        return SheetMatches(bracket(self.stage, full_names=self.full_names))

    def match(self, key: PairingKey) -> str:
        """What a pairing is called."""
        return self.maker.match(self.maker.slots[key]).name

    def result(self) -> str:
        """What becomes of the match itself, whichever way is chosen."""
        preview = self.previews.choices[0]
        before, after = preview.winner
        values = {"before": self._name(before), "after": self._name(after)}
        in_bracket = self.stage.format_class.is_bracket
        if after is None and before is None:
            return _("Nobody has won, as before.")
        if after is None:
            of_bracket = _("%(before)s has not won after all: nobody goes on from this match.")
            return (of_bracket if in_bracket else _("%(before)s has not won after all.")) % values
        if before == after:
            won = ["–".join(map(str, games)) for games in preview.games_won]
            values |= {"old": won[0], "new": won[1]}
            if won[0] == won[1]:
                of_bracket = _("%(after)s still wins: nobody else goes on.")
                return (of_bracket if in_bracket else _("%(after)s still wins.")) % values
            return _("%(after)s still wins, now %(new)s in games instead of %(old)s.") % values
        if before is None:
            return _("%(after)s wins.") % values
        return _("%(after)s wins, and not %(before)s.") % values

    def ways(self) -> list[dict[str, object]]:
        """The ways to do it: what each is called and all that it changes, line by line."""
        return [
            {
                "code": choice.choice,
                "title": self._title(choice),
                "lines": list(self._lines(choice)),
            }
            for choice in self.previews.choices
        ]

    def rests(self) -> list[dict[str, object]]:
        """What was drawn from the result and would be drawn otherwise now."""
        return rests_words(self.previews.rests, self.previews.played, self.people)

    def _title(self, preview: Preview) -> str:
        choice = Choice(preview.choice)
        of_drawings = self.previews.is_asked and self.previews.rests
        return str((OF_DRAWINGS if of_drawings else TITLES).get(choice, TITLES.get(choice)))

    def level(self) -> str:
        """By what has happened since the result stood."""
        level = Level(self.previews.choices[0].level)
        return "" if level == Level.LEAVES_RULES else str(LEVELS.get(level, ""))

    def _lines(self, preview: Preview) -> Iterator[str]:
        for key in preview.void:
            yield _("%(match)s is void, with all that was written down of it.") % self._at(key)
        for drawing in preview.set_aside:
            yield from void_words(drawing, self.previews.played, self.people)
        for drawn in preview.drawn:
            yield from drawn_words(drawn, self.people)
        if preview.set_aside and not preview.drawn:
            yield _("It is drawn when all results before it are in.")
        for drawing in preview.stays:
            words = _("%(name)s stays as it was drawn, and is marked as long as it differs.")
            yield words % {"name": drawing_name(drawing)}
        for key in preview.against:
            yield _("%(match)s stays as it is, against the result.") % self._at(key)
        yield from map(self._moved, preview.moved)
        for key, is_bye in preview.byes:
            words = _("%(match)s: a bye.") if is_bye else _("%(match)s: no bye any more.")
            yield words % self._at(key)
        for key, before, after in preview.tables:
            yield self._table(key, before, after)
        if preview.places:
            yield self._places(preview.places)
        for entry, hit in preview.penalties:
            yield self._penalty(entry, hit)
        for notice in NOTICES:
            told = [entry for kind, entry, _key in preview.notices if kind == notice.code]
            if told:
                yield _(notice.foretold) % {"names": ", ".join(map(self._name, told))}
        yield from self._state(preview.state)
        if preview.level == Level.LEAVES_RULES:
            yield str(LEVELS[Level.LEAVES_RULES])

    def _moved(self, moved: Moved) -> str:
        values = self._at(moved.key)
        values |= {"before": self._name(moved.before), "after": self._name(moved.after)}
        if moved.before is None:
            return _("%(match)s: %(after)s comes in.") % values
        if moved.after is None:
            return _("%(match)s: %(before)s goes, the place is open.") % values
        return _("%(match)s: %(after)s for %(before)s.") % values

    def _table(self, key: PairingKey, before: int | None, after: int | None) -> str:
        values = self._at(key) | {"before": before, "after": after}
        if after is None:
            return _("%(match)s gives up table %(before)d.") % values
        if before is None:
            return _("%(match)s gets table %(after)d.") % values
        return _("%(match)s goes from table %(before)d to table %(after)d.") % values

    def _places(self, places: Sequence[tuple[int, Place, Place]]) -> str:
        rows = [
            _("%(name)s: %(after)s (was %(before)s)")
            % {"name": self._name(entry), "before": _rank(before), "after": _rank(after)}
            for entry, before, after in places
        ]
        return _("Standings: %(rows)s.") % {"rows": "; ".join(rows)}

    def _penalty(self, entry: int, key: PairingKey | None) -> str:
        values = {"name": self._name(entry)}
        if key is None:
            return _("The penalty of %(name)s waits for the next match.") % values
        return _("The penalty of %(name)s hits: %(match)s.") % (values | self._at(key))

    @staticmethod
    def _state(states: tuple[str, str]) -> Iterator[str]:
        before, after = states
        if before != after:
            running = after == TournamentState.RUNNING
            yield _("The tournament runs again.") if running else _("The tournament is over.")

    def _at(self, key: PairingKey) -> dict[str, object]:
        return {"match": self.match(key)}

    def _name(self, entry: int | None) -> str:
        return self.people[entry] if entry is not None else _("nobody")


def _rank(place: Place) -> str:
    rank, shared = place
    if rank is None:
        return _("still in")
    return _("%(rank)d, shared") % {"rank": rank} if shared else str(rank)
