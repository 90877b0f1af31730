"""The rules to which a club gives names: listed, made, changed, retired."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from games.rule_books import BOOKS, GIN, RUMMY, as_dict, book_of, most_like
from kernel.permissions import Actor
from pages.director.settings import rules_chosen
from pages.parts import consequences, single_rules
from pages.parts.book_form import BookForm, rules_outcome
from pages.parts.fields import PageForm, counted_field, name_field
from pages.parts.knob_words import differences
from pages.parts.offered_rules import OWN_RULES, rule_set_options
from pages.parts.rooms import ClubRoomPage
from pages.parts.rules_form import RulesForm
from pages.parts.rummy_form import RummyForm
from tournaments.selectors.events.rule_sets import (
    NamedRules,
    events_by_rule_set,
    rule_set_at,
    rule_sets_of,
)
from tournaments.services.events.rule_sets import add_rule_set, change_rule_set, retire_rule_set
from web.actors import say


class ClubRulesForm(BookForm):
    """Rules and their name. `version` is the one that was read of a set that is there."""

    name = name_field()
    version = counted_field(required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("Name of the rules")
        self.fields["version"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        typed = {name: self.cleaned_data.get(name) for name in ("name", "version")}
        return super().clean() | typed


class GinClubRulesForm(ClubRulesForm, RulesForm):
    """Those of gin. Teams play by the rules of two: who plays is said with the event."""

    may_be_teams = False


class RummyClubRulesForm(ClubRulesForm, RummyForm):
    """Those of rummy."""


FORMS: Mapping[str, type[ClubRulesForm]] = {
    GIN.game: GinClubRulesForm,
    RUMMY.game: RummyClubRulesForm,
}


class RetireForm(PageForm):
    """That they are sure who retire a set."""

    sure = forms.BooleanField()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["sure"].label = _("Offer it no more")


class ClubRulesRoomPage(ClubRoomPage):
    """A page of the club's rule sets."""

    action = "club.rule_sets"
    tab = "club_settings"

    def of_club(self) -> dict[str, Any]:
        """What every service asks for."""
        return {"club_id": self.club.pk, **self.write()}


class ClubRulesPage(ClubRulesRoomPage):
    """The sets by name, each with what it is most like, and in what it differs."""

    template = "director/club_rules.html"

    def context(self) -> dict[str, Any]:
        kept = rule_sets_of(self.club.pk)
        events = events_by_rule_set(kept, self.club.pk)
        rows = [_row(rule_set, events.get(rule_set.number, 0)) for rule_set in kept]
        games = [(book.game, _(book.called)) for book in BOOKS.values()]
        return super().context() | {"rows": rows, "games": games}


def _row(rule_set: NamedRules, events: int) -> dict[str, Any]:
    rules = rule_set.rules
    like, _knobs = most_like(rules)
    return {
        "set": rule_set,
        "game": _(book_of(rules).called),
        "like": _(like.called),
        "differs": [say(one) for one in differences(rules)],
        "length": consequences.of_length(rules),
        "events": events,
    }


class ClubRulesFormPage(ClubRulesRoomPage):
    """A page with the rules one by one."""

    template = "director/club_rule_set.html"
    acts: ClassVar[Sequence[str]] = ("save",)
    form_classes: ClassVar[Mapping[str, type[PageForm]]] = {"set": ClubRulesForm}

    @property
    def game(self) -> str:
        """The game whose rules they are."""
        raise NotImplementedError

    def form(self, name: str, data: QueryDict | None = None) -> PageForm:
        kind = FORMS[self.game] if name == "set" else self.form_classes[name]
        return kind(data, **self.form_options(name))

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """With what is chosen on the page already, to say at once where it leads."""
        if "rules" in request.GET:
            self.forms["set"] = self.form("set", request.GET)
            self.forms["set"].is_valid()
        return super().get(request, **kwargs)

    def save(self, _key: str) -> str:
        self.sent("set")
        form = self.rules_form()
        self.keep(form)
        name = form.cleaned_data["name"]
        return self.done(_("“%(name)s” is kept.") % {"name": name}, self.address("club_rules"))

    def keep(self, form: ClubRulesForm) -> None:
        """Save what was sent."""
        raise NotImplementedError

    def rules_form(self) -> ClubRulesForm:
        form = self.forms["set"]
        assert isinstance(form, ClubRulesForm)
        return form

    def context(self) -> dict[str, Any]:
        form = self.rules_form()
        kept = form.sets.get(OWN_RULES)
        return super().context() | {
            "form": form,
            **rule_set_options(form.book, str(form["rules"].value()), form.own, kept),
            "game_called": _(form.book.called),
            "is_open": True,
            "outcome": rules_outcome(form),
            "single_rules": single_rules.groups(form, form.chosen),
            "renewed": single_rules.renewed(form.book),
            "renewed_at": self.request.get_full_path(),
        }


class NewClubRulesPage(ClubRulesFormPage):
    """Rules of the game that the address names are given a name."""

    @property
    def game(self) -> str:
        asked = self.request.GET.get("game", GIN.game)
        if asked not in BOOKS:
            raise Http404
        return asked

    def form_options(self, name: str) -> dict[str, Any]:
        return {"own": rule_sets_of(self.club.pk)}

    def keep(self, form: ClubRulesForm) -> None:
        name = form.cleaned_data["name"]
        add_rule_set(name=name, rules=as_dict(form.chosen), **self.of_club())


class OneClubRulesPage(ClubRulesFormPage):
    """A set is changed, called otherwise, or retired."""

    acts = ("save", "retire")
    form_classes = {"set": ClubRulesForm, "retire": RetireForm}
    rule_set: NamedRules

    @property
    def game(self) -> str:
        return book_of(self.rule_set.rules).game

    def find(self) -> Actor:
        actor = super().find()
        if actor.may(self.action):
            found = rule_set_at(self.club.pk, self.kwargs["number"])
            if found is None:
                raise Http404
            self.rule_set = found
        return actor

    def form_options(self, name: str) -> dict[str, Any]:
        if name == "retire":
            return {}
        rules = self.rule_set.rules
        named = {"name": self.rule_set.name, "version": self.rule_set.version}
        return {"kept": rules, "initial": rules_chosen(rules, 1, ()) | named}

    def keep(self, form: ClubRulesForm) -> None:
        change_rule_set(
            number=self.rule_set.number,
            version=form.cleaned_data["version"] or 0,
            name=form.cleaned_data["name"],
            rules=as_dict(form.chosen),
            **self.of_club(),
        )

    def retire(self, _key: str) -> str:
        self.sent("retire")
        retire_rule_set(number=self.rule_set.number, **self.of_club())
        said = _("“%(name)s” is retired.") % {"name": self.rule_set.name}
        return self.done(said, self.address("club_rules"))

    def context(self) -> dict[str, Any]:
        events = events_by_rule_set([self.rule_set], self.club.pk)
        return super().context() | {
            "set": self.rule_set,
            "events": events.get(self.rule_set.number, 0),
        }
