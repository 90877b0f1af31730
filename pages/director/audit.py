"""The record of a tournament: what was done, by whom and why; in plain words, or as a file."""

import csv
import io
import json
from typing import Any, ClassVar

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.director.audit_words import AuditWords
from pages.parts.fields import PageForm
from pages.parts.rooms import TournamentRoomPage
from players.services.audit import sealed
from tournaments.selectors.desk.audit import KINDS, AuditFilter, audit_of, people_in

ON_A_PAGE = 50
KIND_WORDS = {
    "results": gettext_lazy("Results"),
    "corrections": gettext_lazy("Corrections"),
    "rulings": gettext_lazy("Rulings and penalties"),
    "entries": gettext_lazy("Entries"),
    "rounds": gettext_lazy("Draw, rounds, clocks"),
    "settings": gettext_lazy("Settings"),
    "staff": gettext_lazy("Staff"),
}


class AskedForm(PageForm):
    """Which entries are shown: of a person, a table, a kind, or all."""

    person = forms.ChoiceField(required=False, label=gettext_lazy("Who"))
    table = forms.TypedChoiceField(
        required=False, label=gettext_lazy("Table"), coerce=int, empty_value=None
    )
    kind = forms.ChoiceField(required=False, label=gettext_lazy("What"))

    def __init__(
        self, data: QueryDict, people: dict[str, str], tables: list[tuple[int, str]]
    ) -> None:
        super().__init__(data)
        names = [(code, name or _("The program")) for code, name in people.items()]
        self.offer("person", [("", _("Everybody")), *names])
        self.offer("table", [("", _("All tables")), *tables])
        self.offer("kind", [("", _("Everything")), *((code, KIND_WORDS[code]) for code in KINDS)])


class RecordPage(TournamentRoomPage):
    """Everything that was done, the newest first."""

    action = "tournament.audit"
    template = "director/audit.html"
    tab = "audit"

    def context(self) -> dict[str, Any]:
        form = AskedForm(self.request.GET, dict(people_in(self.tournament)), self._tables())
        self.forms["asked"] = form
        asked = AuditFilter(**form.cleaned_data) if form.is_valid() else AuditFilter()
        found = audit_of(self.tournament, asked)
        page = Paginator(found, ON_A_PAGE).get_page(self.request.GET.get("page"))
        return super().context() | {
            "page": page,
            "lines": AuditWords(self.tournament, page).lines(),
            "is_part": asked != AuditFilter(),
        }

    def _tables(self) -> list[tuple[int, str]]:
        rows = self.tournament.tables.order_by("number").values_list("number", "label")
        return [
            (number, label or _("Table %(number)d") % {"number": number}) for number, label in rows
        ]


class RecordFilePage(TournamentRoomPage):
    """The whole record in ids and codes, the oldest first, each entry with what its digest covers:
    whoever keeps it can tell later whether the record is still the same."""

    action = "tournament.audit"
    ending: ClassVar[str]
    content_type: ClassVar[str]

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        name = f"{self.club.slug}-{self.tournament.slug}-record.{self.ending}"
        rows = [sealed(entry) for entry in audit_of(self.tournament).order_by("number")]
        return HttpResponse(
            self.written(rows),
            content_type=self.content_type,
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    def written(self, rows: list[dict[str, Any]]) -> str:
        raise NotImplementedError


class RecordAsLinesPage(RecordFilePage):
    """A JSON object a line."""

    ending = "jsonl"
    content_type = "application/x-ndjson"

    def written(self, rows: list[dict[str, Any]]) -> str:
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


class RecordAsTablePage(RecordFilePage):
    """A row an entry, for spreadsheets."""

    ending = "csv"
    content_type = "text/csv; charset=utf-8"

    def written(self, rows: list[dict[str, Any]]) -> str:
        file = io.StringIO(newline="")
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        for row in rows:
            table.writerow(row | {"data": json.dumps(row["data"], ensure_ascii=False)})
        return file.getvalue()
