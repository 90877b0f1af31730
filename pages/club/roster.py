"""A list of players taken into the club: looked at first, asked about, then all of it or nothing.

The text stays in the page: a file is read into it, so that a line can be put right on the spot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.names import match_key
from kernel.text import N_, Refusal, Text
from pages.club.forms import RosterForm
from pages.parts.rooms import ClubRoomPage
from players.models import Player
from players.roster_text import text_of
from players.selectors import imports_of, players_by_id, players_visible_to
from players.services.roster import Import, LineOutcome, import_roster
from players.services.roster_matching import RosterQuestion
from players.services.roster_undo import undo_import
from tournaments.models import Tournament
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.entries import approved_players
from tournaments.services.events.entries import enter_players
from web.actors import say
from web.numbers import number_in

ANSWER = "answer-"
IMPORTS_SHOWN = 5
TAKEN = ("created", "updated", "unchanged")
# The word of each outcome, and the state of a match whose mark stands for it.
WORDS: Mapping[str, tuple[str, str]] = {
    "created": (N_("New"), "finished"),
    "updated": (N_("Known, changed"), "ready"),
    "unchanged": (N_("Known"), "waiting"),
    "left_out": (N_("No player"), "locked"),
    "question": (N_("Question"), "reported"),
    "error": (N_("Not read"), "disputed"),
}


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the preview: what it would do, or why it can't, or what is asked about it."""

    outcome: LineOutcome
    word: str
    mark: str
    message: str
    asked: RosterQuestion | None
    candidates: Sequence[Player]

    @property
    def likely(self) -> int | None:
        """The one candidate whose name is that of the line, the family name written first."""
        if self.asked is None or self.asked.message.code != "name_alike":
            return None
        name = match_key(self.outcome.name)
        same = [player.pk for player in self.candidates if match_key(player.name) == name]
        return same[0] if len(same) == 1 else None

    @property
    def said(self) -> str:
        """What the line says of the player beside the name."""
        read = self.outcome
        return " · ".join(str(part) for part in (read.rating, read.email, read.club) if part)


class BlockedError(Refusal):
    """A list with questions or errors, of which nothing is taken in yet."""

    def __init__(self, roster: str) -> None:
        super().__init__(Text("choice_needed", N_("Nothing is taken in yet: see each line.")))
        self.roster = roster


class RosterPage(ClubRoomPage):
    """Paste or choose a file, look, answer, take in."""

    action = "player.import"
    template = "club/roster.html"
    tab = "edit_players"
    acts = ("take", "undo")
    form_classes = {"roster": RosterForm}

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
            return self.done(_taken(done), self.address("edit_players"))
        count = self._enter(done, tournament)
        sentence = ngettext(
            "%(count)d player is entered.", "%(count)d players are entered.", count
        ) % {"count": count}
        said = f"{_taken(done)} {sentence}"
        return self.done(said, self.address("entries", tournament.slug))

    def undo(self, key: str) -> str:
        done = undo_import(club=self.club, import_id=number_in(key) or 0, **self.write())
        values = {"removed": done.removed, "restored": done.restored}
        sentence = _("%(removed)d taken off the list, %(restored)d as before.") % values
        if done.kept:
            more = ngettext(
                "%(count)d was changed since and stays.",
                "%(count)d were changed since and stay.",
                done.kept,
            )
            sentence = f"{sentence} {more % {'count': done.kept}}"
        return self.done(sentence, self.address("roster"))

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
                (_(word), mark, n)
                for code, (word, mark) in WORDS.items()
                if (n := sum(line.outcome.outcome == code for line in lines))
            ],
            taken=sum(line.outcome.outcome in TAKEN for line in lines),
            answered=[
                (name, answer) for name, answer in self._answers(text).items() if name not in shown
            ],
            digest=_digest(text),
        )

    def _keep(self, text: str) -> None:
        self.forms["roster"] = RosterForm(initial={"text": text})

    def _enter(self, done: Import, tournament: Tournament) -> int:
        """Enter whoever is not in yet, with the seed that their line gives."""
        already = set(approved_players(tournament))
        rows = {row.player: row.seed for row in done.rows if row.player not in already}
        known = players_by_id([player for player in rows if player is not None])
        players = [(player, rows[pk]) for pk, player in known.items()]
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
        given = self.request.POST
        named = [name for name in given if name.startswith(ANSWER)]
        return {name: answer for name in named if (answer := given.get(name))}

    def _text(self) -> str:
        file = self.request.FILES.get("file")
        if not file:
            return self.request.POST.get("text", "")
        text, others = text_of(file.read())
        if others:
            sentence = _("Only the first sheet is read, not: %(sheets)s.")
            messages.info(self.request, sentence % {"sheets": ", ".join(others)})
        return text

    def _tournament(self) -> Tournament | None:
        """The tournament to enter them in, where one is named."""
        wanted = self.request.POST.get("tournament") or self.request.GET.get("tournament", "")
        return self._open_tournaments().filter(slug=wanted).first()

    def _open_tournaments(self) -> QuerySet[Tournament]:
        before = ("draft", "registration", "check_in")
        mine = tournaments_visible_to(self.actor).filter(club=self.club, state__in=before)
        return mine.filter(stages__rounds__isnull=True).order_by("-id")

    def _lines(self, preview: Import) -> list[PreviewLine]:
        questions = {question.line: question for question in preview.questions}
        errors = {error.line: error.message for error in preview.errors}
        ids = {pk for question in preview.questions for pk in question.candidates}
        known = players_visible_to(self.actor).filter(club=self.club).in_bulk(ids)
        lines = []
        for row in preview.rows:
            word, mark = WORDS[row.outcome]
            asked = questions.get(row.line) if row.outcome == "question" else None
            message = errors.get(row.line) if row.outcome == "error" else None
            candidates = [known[pk] for pk in asked.candidates if pk in known] if asked else []
            lines.append(
                PreviewLine(
                    outcome=row,
                    word=_(word),
                    mark=mark,
                    message=say(asked.message) if asked else say(message) if message else "",
                    asked=asked,
                    candidates=candidates,
                )
            )
        return lines

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "into": self._tournament(),
            "imports": imports_of(self.club)[:IMPORTS_SHOWN],
            "open_tournaments": self._open_tournaments(),
        }


def _taken(done: Import) -> str:
    """What was done, in figures."""
    return _("%(created)d new, %(updated)d changed, %(unchanged)d known already.") % done.counts


def _digest(text: str) -> str:
    """The same for the same lines, however a browser ends them."""
    return sha256("\n".join(text.splitlines()).encode()).hexdigest()[:16]
