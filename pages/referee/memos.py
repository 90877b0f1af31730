"""Private memos on somebody's conduct: for the head referee and the directors alone."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext_lazy

from kernel.text import Refusal
from pages.match.form_page import FormPage
from pages.parts.event_page import EventPage
from pages.parts.fields import PageForm
from pages.parts.score_sheet import role_words
from tournaments.selectors.events.memos import memos_visible_to
from tournaments.services.events.memos import KEEP_DAYS, MOST_DAYS, write_memo
from web.actors import say


class MemoForm(PageForm):
    """Whom it is about, what happened, how long it is kept."""

    entry = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("About"),
        error_messages={"required": gettext_lazy("Say whom it is about.")},
    )
    text = forms.CharField(
        label=gettext_lazy("What happened"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Say what happened.")},
    )
    keep_days = forms.IntegerField(
        label=gettext_lazy("Kept for days"), min_value=1, max_value=MOST_DAYS, initial=KEEP_DAYS
    )

    def __init__(self, *args: Any, entries: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("entry", [("", "---------"), *entries])


class MemosPage(FormPage[MemoForm], EventPage):
    """Those that are kept, and one more."""

    action = "memo.view"

    def form(self, data: QueryDict | None = None) -> MemoForm:
        entries = self.tournament.entries.order_by("name", "id").values_list("pk", "name")
        return MemoForm(data, entries=entries)

    def write(self, form: MemoForm) -> str:
        data = form.cleaned_data
        write_memo(
            tournament_id=self.tournament.pk,
            entry_id=data["entry"],
            text=data["text"],
            keep_days=data["keep_days"],
            by=self.actor,
            now=self.now,
        )
        return self.address("memos")

    def refused(self, form: MemoForm, refusal: Refusal) -> dict[str, Any]:
        form.add_error(None, say(refusal.text))
        return {}

    def show(self, form: MemoForm, status: int = 200, **context: Any) -> HttpResponse:
        found = memos_visible_to(self.actor, self.tournament, self.now)
        memos = [(memo, role_words(memo.role)) for memo in found]
        return self.answer("referee/memos.html", status, form=form, memos=memos)
