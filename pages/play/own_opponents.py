"""Opponents of one's own: made, changed, taken away."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.gin.bots.characters import CHARACTERS
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.manners import PARAMETERS, Parameter, as_dict, manner_from
from games.engine.gin.bots.roster import CODES, manner_of
from games.selectors.opponents import OwnOpponent, own_opponent
from games.services.opponents import add_opponent, change_opponent, remove_opponent
from kernel.permissions import Actor
from pages.parts.fields import PageForm, name_field
from pages.parts.rooms import RoomPage

_PACES = {
    "quick": _("quick"),
    "even": _("like most people"),
    "slow": _("slow"),
}


def _number_field(parameter: Parameter) -> forms.IntegerField:
    return forms.IntegerField(
        label=_(parameter.title),
        help_text=_(parameter.says),
        min_value=parameter.least,
        max_value=parameter.most,
        required=not parameter.may_be_none,
    )


class OpponentForm(PageForm):
    """The name, the face, and how they play."""

    name = name_field(_("Name"))
    portrait = forms.ChoiceField(label=_("Portrait"))
    level = forms.ChoiceField(
        label=pgettext_lazy("opponent", "Level"), help_text=_("How well they play.")
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        help_text=_("How long they take over a move."),
        choices=list(_PACES.items()),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("portrait", [(one.code, gettext(one.name)) for one in CHARACTERS])
        self.offer("level", [(one.code, gettext(one.name)) for one in LEVELS])
        self.fields |= {one.name: _number_field(one) for one in PARAMETERS}

    @property
    def said(self) -> dict[str, Any]:
        """What a valid form says, as the services take it."""
        data = dict(self.cleaned_data)
        return {"name": data.pop("name"), "portrait": data.pop("portrait"), "manner": data}

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The fields of the style."""
        return [self[one.name] for one in PARAMETERS]


class RemoveForm(PageForm):
    """That they are sure who take one away."""

    sure = forms.BooleanField(label=_("Take away"))


class NewOpponentPage(RoomPage):
    """One is made; it begins as somebody of the house plays, or as nobody in particular."""

    action = "opponent.edit"
    template = "play/own_opponent.html"
    acts: ClassVar[Sequence[str]] = ("save",)
    form_classes: ClassVar[Mapping[str, type[PageForm]]] = {"opponent": OpponentForm}

    def form_options(self, name: str) -> dict[str, Any]:
        like = self.request.GET.get("like", "")
        manner = manner_of(like) if like in CODES else manner_from({})
        portrait = next((one.code for one in CHARACTERS if one.code == like), CHARACTERS[0].code)
        return {"initial": {"portrait": portrait, **as_dict(manner)}}

    def save(self, _key: str) -> str:
        self.sent("opponent")
        made = add_opponent(**self.typed().said, **self.write())
        said = gettext("%(name)s is one of your opponents now.") % {"name": made.name}
        return self.done(said, reverse("opponents"))

    def typed(self) -> OpponentForm:
        form = self.forms["opponent"]
        assert isinstance(form, OpponentForm)
        return form

    def context(self) -> dict[str, Any]:
        return {"form": self.typed(), "characters": CHARACTERS}


class OneOpponentPage(NewOpponentPage):
    """One of the reader's own is changed, or taken away."""

    acts = ("save", "remove")
    form_classes = {"opponent": OpponentForm, "remove": RemoveForm}
    opponent: OwnOpponent

    def find(self) -> Actor:
        actor = super().find()
        found = own_opponent(actor, self.kwargs["opponent"])
        if found is None:
            raise Http404
        self.opponent = found
        return actor

    def form_options(self, name: str) -> dict[str, Any]:
        one = self.opponent
        shown = {"name": one.name, "portrait": one.portrait, **as_dict(manner_from(one.manner))}
        return {"initial": shown} if name == "opponent" else {}

    def save(self, _key: str) -> str:
        self.sent("opponent")
        said = self.typed().said
        changed = change_opponent(opponent=self.opponent.number, by=self.actor, **said)
        return self.done(gettext("%(name)s is changed.") % {"name": changed.name}, self._back)

    def remove(self, _key: str) -> str:
        self.sent("remove")
        remove_opponent(opponent=self.opponent.number, by=self.actor)
        said = gettext("%(name)s is taken away.") % {"name": self.opponent.name}
        return self.done(said, self._back)

    @property
    def _back(self) -> str:
        return reverse("opponents")

    def context(self) -> dict[str, Any]:
        return super().context() | {"opponent": self.opponent}
