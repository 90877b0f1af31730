"""Playing against the computer by rules that are set one by one."""

from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext

from games.engine.gin.bots.characters import CHARACTERS
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.rules import as_dict, length_knobs
from games.selectors.opponents import own_opponents
from kernel.permissions import Actor
from pages.parts import single_rules
from pages.parts.book_form import rules_outcome
from pages.parts.fields import PageForm
from pages.parts.hand_offer import hand_offer
from pages.parts.length_form import BEST_OF
from pages.parts.offered_rules import rule_set_options
from pages.parts.rules_form import RulesForm
from pages.play.forms import CLOCKS
from pages.play.seat_page import SeatFormPage
from tournaments.selectors.events.friendlies import table_of
from tournaments.services.events.friendlies import Asked, open_friendly
from web.addresses import client_address


class ManualForm(RulesForm):
    """The rules, of one game at first, and whom one plays by them: by the button that was pressed,
    "" for nobody yet."""

    bot = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, players: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, initial={"length": BEST_OF, "best_of": 1}, **options)
        self.offer("bot", players)
        if not self.is_bound:
            self.chosen = replace(self.chosen, **length_knobs(1))

    def clean(self) -> dict[str, Any]:
        bot = self.cleaned_data.get("bot", "")
        return super().clean() | {"bot": bot}


class ManualPage(SeatFormPage):
    """Every rule as the reader likes; whoever is pressed sits down."""

    action = "friendly.open"
    template = "play/manual.html"
    form_class = ManualForm

    def form(self, data: QueryDict | None = None) -> PageForm:
        return ManualForm(data, players=self.players())

    def get(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        """With what is chosen on the page already, to say at once where it leads."""
        form = self.form(request.GET if "rules" in request.GET else None)
        if form.is_bound:
            form.is_valid()
        return self.page(form)

    def post(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        """Where nobody was pressed, what is chosen stays, and is looked at."""
        form = self.form(request.POST)
        if not request.POST.get("bot"):
            return self.page(form, 200 if form.is_valid() else 400)
        return super().post(request, **kwargs)

    def seat(self, form: PageForm, by: Actor) -> str:
        assert isinstance(form, ManualForm)
        # Who comes back to the page and changes anything means another table.
        key = f"{self.key} {self.digest}" if self.key else ""
        friendly = open_friendly(
            asked=Asked(by, self.now, client_address(self.request), key, self.digest),
            rules=as_dict(form.chosen),
            clock=CLOCKS["none"],
            bots=[form.cleaned_data["bot"]],
        )
        return table_of(friendly)

    def players(self) -> list[tuple[str, str]]:
        """Whom one can play, by code and name: one's own, the levels, the characters."""
        own = [(one.code, one.name) for one in own_opponents(self.actor)]
        house = [(one.code, gettext(one.name)) for one in (*LEVELS, *CHARACTERS)]
        return [*own, *house]

    def context(self, form: PageForm) -> dict[str, Any]:
        assert isinstance(form, ManualForm)
        return {
            **hand_offer(self.actor, self.key),
            **rule_set_options(form.book, str(form["rules"].value()), ()),
            "players": self.players(),
            "outcome": rules_outcome(form),
            "single_rules": single_rules.groups(form, form.chosen, of_two=True),
            "renewed": single_rules.renewed(form.book),
            "renewed_at": self.request.path,
            "is_open": True,
        }
