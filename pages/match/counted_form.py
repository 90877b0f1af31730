"""A hand of which everybody's count is written down, as it is typed on the pad."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.scoring.counted import MOST_COUNTED, CountedHand
from games.engine.scoring.facts import StoredHand
from games.engine.scoring.rules import AnyRules, Ending
from games.services.scoresheet import HandEntry
from kernel.text import Refusal
from pages.match.forms import (
    DECISIONS,
    LONGEST_REASON,
    RANKS,
    SUITS,
    VersionForm,
    figure_field,
)
from pages.parts.fields import counted_field
from web.actors import say
from web.numbers import number_in


class CountedForm(VersionForm):
    """A hand by how it ended, who ended it, and what everybody was left with, `count_0` for the
    first seat. `names` are by seat; `n` is the hand that is said anew, empty for the next one."""

    n = counted_field(required=False)
    card_rank = forms.ChoiceField(choices=[(rank, rank) for rank in RANKS], required=False)
    card_suit = forms.ChoiceField(choices=SUITS, required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)
    if_unfinished = forms.ChoiceField(choices=DECISIONS, required=False)

    def __init__(self, *args: Any, rules: AnyRules, names: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.rules = rules
        self.names = names
        self.endings: Mapping[str, Ending] = {one.code: one for one in rules.endings}
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        for name in ("knocker", "dealer"):
            self.fields[name] = forms.TypedChoiceField(
                choices=seats, coerce=int, empty_value=None, required=False
            )
        self.fields["kind"] = forms.ChoiceField(
            choices=[(one.code, _(one.called)) for one in rules.endings]
        )
        for seat, _name in enumerate(names):
            self.fields[f"count_{seat}"] = figure_field(MOST_COUNTED)

    @property
    def counts(self) -> Sequence[forms.BoundField]:
        """The fields of the counts, by seat."""
        return [self[f"count_{seat}"] for seat in range(len(self.names))]

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        ending = self.endings.get(data.get("kind", ""))
        if ending is None or ending.code == "void" or self.errors:
            return
        if ending.by_somebody and data.get("knocker") is None:
            self.add_error("knocker", _("Say who ended the hand."))
            return
        words = _("Enter the count of %(name)s.")
        for seat in self._needed(ending, data["knocker"]):
            if data.get(f"count_{seat}") is None:
                self.add_error(f"count_{seat}", words % {"name": self.names[seat]})

    @property
    def is_begun(self) -> bool:
        """Whether enough is typed to say what the hand would score."""
        ending, knocker = self.endings.get(self.data.get("kind", "")), self.data.get("knocker")
        if ending is None or ending.code == "void":
            return ending is not None
        if ending.by_somebody and not knocker:
            return False
        seats = self._needed(ending, number_in(knocker, digits=2))
        return all(self.data.get(f"count_{seat}", "").strip() for seat in seats)

    def _needed(self, ending: Ending, ended_by: int | None) -> Sequence[int]:
        """The seats without whose count a hand is not said."""
        nothing_left = ended_by if ending.leaves_nothing else None
        return [seat for seat in range(len(self.names)) if seat != nothing_left]

    def entry(self) -> HandEntry:
        """The hand as the services take it."""
        return HandEntry(self._said(), self.cleaned_data["dealer"])

    def _said(self) -> CountedHand:
        """What was typed. A void hand has no counts, and a blocked one nobody who ended it,
        whatever was typed before somebody called it so."""
        data = self.cleaned_data
        ending = self.endings[data["kind"]]
        knocker = data["knocker"] if ending.by_somebody else None
        card = data["card_rank"] + data["card_suit"] or None
        if ending.code == "void":
            return CountedHand(ending.code, upcard=card)
        counts = [data[f"count_{seat}"] for seat in range(len(self.names))]
        if ending.leaves_nothing and knocker is not None:
            counts[knocker] = 0
        return CountedHand(ending.code, knocker, tuple(counts), card)

    def says(self, fact: StoredHand) -> bool:
        """Whether a hand that stands is the very one that was typed."""
        said = self._said()
        counts = list(said.counts) or [None] * len(self.names)
        return (fact.kind, fact.knocker, list(fact.counts)) == (said.kind, said.ended_by, counts)

    def refuse(self, refusal: Refusal) -> None:
        """Say a refusal beside the field that it is about."""
        field = (refusal.field or "").replace("counts.", "count_")
        field = "card_rank" if field == "upcard" else field
        self.add_error(field if field in self.fields else None, say(refusal.text))


def typed_counts(fact: StoredHand, n: int, dealer: int) -> dict[str, Any]:
    """A fact as it would be typed into a CountedForm."""
    return {
        "n": n,
        "kind": fact.kind,
        "knocker": fact.knocker,
        "dealer": dealer,
        "card_rank": fact.upcard[:1],
        "card_suit": fact.upcard[1:],
        **{f"count_{seat}": count for seat, count in enumerate(fact.counts)},
    }


def counted_fields(rules: AnyRules) -> dict[str, Any]:
    """What the pad asks for beyond the counts: the ways in which a hand ends, and the card that
    sets the knock limit, where one does. Where there is a limit, `is_limited`, ten cards leave
    less than a hundred."""
    limit = getattr(rules.knobs, "knock_limit", None)
    by_upcard = limit == "upcard"
    return {
        "is_limited": limit is not None,
        "endings": rules.endings,
        "card": _("Upcard") if by_upcard else None,
        "ranks": RANKS,
        "suits": SUITS,
    }
