"""A list of players taken into the club: looked at first, asked about, then all of it or nothing.

The text stays in the page: a file is read into it, so that a line can be put right on the spot.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.doors.actors import say
from players.models import Player
from players.roster_text import decode
from players.selectors import players_visible_to
from players.services.roster import Import, Outcome, import_roster
from players.text import N_, Refusal, Text
from tournaments.models import EntryMember, Tournament
from tournaments.selectors.access import listed_tournaments
from tournaments.services.entries import enter_players
from tournaments.views.director.forms import RosterForm
from tournaments.views.director.places import ClubRoom

ANSWER = "answer-"
WORDS: Mapping[str, str] = {
    "created": N_("New"),
    "updated": N_("Known, changed"),
    "unchanged": N_("Known"),
    "question": N_("Question"),
    "error": N_("Not read"),
}
# The states of a match whose marks stand for the outcomes.
MARKS: Mapping[str, str] = {
    "created": "finished",
    "updated": "ready",
    "unchanged": "waiting",
    "question": "reported",
    "error": "disputed",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the preview: what it would do, or why it can't, or what is asked about it."""

    outcome: Outcome
    word: str
    mark: str
    message: str
    asked: bool
    candidates: Sequence[Player]


class BlockedError(Refusal):
    """A list with questions or errors, of which nothing is taken in yet."""

    def __init__(self, roster: str) -> None:
        super().__init__(Text("choice_needed", N_("Nothing is taken in yet: see each line.")))
        self.roster = roster


class Roster(ClubRoom):
    """Paste or choose a file, look, answer, take in."""

    action = "player.import"
    template = "director/roster.html"
    tab = "edit_players"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"take": self.take}

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.POST.get("act") == "look":
            try:
                return self._look(self._text())
            except Refusal as refusal:
                return self.refused(refusal)
        return super().post(request, **kwargs)

    def take(self, _key: str) -> str:
        text = self._text()
        self._keep(text)
        done = self._import(text, dry_run=False)
        if done.is_blocked:
            raise BlockedError(text)
        tournament = self._tournament()
        if tournament is None:
            messages.success(self.request, _taken(done))
            return self.here("edit_players")
        count = self._enter(done, tournament)
        sentence = ngettext(
            "%(count)d player is entered.", "%(count)d players are entered.", count
        ) % {"count": count}
        messages.success(self.request, f"{_taken(done)} {sentence}")
        return self.here("entries", tournament.slug)

    def refused(self, refusal: Refusal) -> HttpResponse:
        if isinstance(refusal, BlockedError):
            return self._look(refusal.roster, 409)
        return super().refused(refusal)

    def _look(self, text: str, status: int = 200) -> HttpResponse:
        self._keep(text)
        if not text.strip():
            raise Refusal(Text("roster_empty", N_("Paste the list, or choose a file.")))
        preview = self._import(text, dry_run=True)
        lines = self._lines(preview)
        shown = {ANSWER + str(line.outcome.line) for line in lines if line.asked}
        return self.page(
            status,
            preview=preview,
            lines=lines,
            counts=[
                (_(word), MARKS[code], n)
                for code, word in WORDS.items()
                if (n := sum(line.outcome.outcome == code for line in lines))
            ],
            answered=[
                (name, one) for name, one in self._answers(text).items() if name not in shown
            ],
            digest=_digest(text),
        )

    def _keep(self, text: str) -> None:
        self.forms["roster"] = RosterForm(initial={"text": text}, label_suffix="")

    def _enter(self, done: Import, tournament: Tournament) -> int:
        """Enter whoever is not in yet, with the seed that his line gives."""
        inside = EntryMember.objects.filter(tournament=tournament, entry__approval__isnull=False)
        already = set(inside.values_list("player", flat=True))
        rows = [row for row in done.rows if row.player not in already]
        known = Player.objects.in_bulk([row.player for row in rows])
        players = [(known[row.player], row.seed) for row in rows]
        enter_players(tournament_id=tournament.pk, players=players, **self.write())
        return len(players)

    def _import(self, text: str, *, dry_run: bool) -> Import:
        answers = {name.removeprefix(ANSWER): value for name, value in self._answers(text).items()}
        return import_roster(
            club=self.club, data=text, answers=answers, dry_run=dry_run, **self.write()
        )

    def _answers(self, text: str) -> dict[str, str]:
        """What was answered about this very text: in another one the lines may be others."""
        if self.request.POST.get("digest") != _digest(text):
            return {}
        given = self.request.POST.items()
        return {name: value for name, value in given if name.startswith(ANSWER) and value}

    def _text(self) -> str:
        file = self.request.FILES.get("file")
        return decode(file.read()) if file else self.request.POST.get("text", "")

    def _tournament(self) -> Tournament | None:
        """The tournament to enter them in, where one is named."""
        wanted = self.request.POST.get("tournament") or self.request.GET.get("tournament", "")
        return self._open_tournaments().filter(slug=wanted).first()

    def _open_tournaments(self) -> Any:
        before = ("draft", "registration", "check_in")
        mine = listed_tournaments(self.actor).filter(club=self.club, state__in=before)
        return mine.filter(stages__rounds__isnull=True).order_by("-id")

    def _lines(self, preview: Import) -> list[Line]:
        questions = {one.line: one for one in preview.questions}
        errors = {one.line: say(one.message) for one in preview.errors}
        ids = {pk for one in preview.questions for pk in one.candidates}
        known = players_visible_to(self.actor).filter(club=self.club).in_bulk(ids)
        lines = []
        for row in preview.rows:
            asked = questions.get(row.line)
            message = say(asked.message) if asked else errors.get(row.line, "")
            lines.append(
                Line(
                    outcome=row,
                    word=_(WORDS[row.outcome]),
                    mark=MARKS[row.outcome],
                    message=message,
                    asked=asked is not None,
                    candidates=[known[pk] for pk in asked.candidates if pk in known]
                    if asked
                    else [],
                )
            )
        return lines

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("roster", RosterForm(label_suffix=""))
        return super().context() | {
            "into": self._tournament(),
            "open_tournaments": self._open_tournaments(),
        }


def _taken(done: Import) -> str:
    """What was done, in figures."""
    values = {
        "created": done.count("created"),
        "updated": done.count("updated"),
        "unchanged": done.count("unchanged"),
    }
    return _("%(created)d new, %(updated)d changed, %(unchanged)d known already.") % values


def _digest(text: str) -> str:
    """The same for the same lines, however a browser ends them."""
    return sha256("\n".join(text.splitlines()).encode()).hexdigest()[:16]
