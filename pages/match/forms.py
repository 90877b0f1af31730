"""What is typed about a match: a hand, a dispute, what is taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import CardSet, typed_cards
from games.engine.gin.game_rules import counted
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.scoring.showdown import HandCards
from games.models import GameDecision, HandFact
from games.services.scoresheet import HandEntry
from kernel.seats import opponent
from kernel.text import Refusal
from pages.parts.fields import counted_field
from web.actors import say

SEATS = (("0", "0"), ("1", "1"))
KINDS = (
    ("knock", gettext_lazy("Knock")),
    ("gin", gettext_lazy("Gin")),
    ("big_gin", gettext_lazy("Big gin")),
    ("refused", gettext_lazy("Double refused")),
    ("void", gettext_lazy("Void")),
)
DECISIONS = (
    (GameDecision.Decisions.PLAY_ON, gettext_lazy("It is played on")),
    (GameDecision.Decisions.LEADER, gettext_lazy("Who leads takes it")),
    (GameDecision.Decisions.VOID, gettext_lazy("It is void")),
)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = (
    ("S", gettext_lazy("spades")),
    ("H", gettext_lazy("hearts")),
    ("D", gettext_lazy("diamonds")),
    ("C", gettext_lazy("clubs")),
)
FACTORS = tuple(1 << power for power in range(15))
#: Kinds of which both counts are said.
BY_BOTH_COUNTS = ("knock", "refused")
#: Where a card says the knock limit: the field of the hand in which it stands.
LIMITING_CARDS: Mapping[object, str] = {"upcard": "upcard", "second_deck": "limit_card"}
LONGEST_REASON = 500
_FIELDS_OF_CARDS = ("knocker", "defender", "cards", "knocker_count")


def seat_field(**options: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(choices=SEATS, coerce=int, empty_value=None, **options)


def figure_field(largest: int = 9999) -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=0, max_value=largest)


class VersionForm(forms.Form):
    """A form on a match: the version that it showed."""

    version = counted_field()


class DisputeForm(VersionForm):
    """Why a report is wrong: in words, as another score (own games first), or `unfinished`."""

    reason = forms.CharField(max_length=LONGEST_REASON, required=False)
    instead = forms.RegexField("^[0-9]{1,2}–[0-9]{1,2}$", required=False)
    unfinished = forms.BooleanField(required=False)

    def clean(self) -> None:
        super().clean()
        if not any(self.cleaned_data.get(name) for name in ("reason", "instead", "unfinished")):
            self.add_error("reason", _("Say what is wrong: a referee will read it."))

    def words(self, name: str) -> str:
        """The reason, as a player of this name gives it."""
        said = self.cleaned_data
        if said["unfinished"]:
            return _("The match is not finished yet.")
        if said["instead"]:
            values = {"score": said["instead"], "name": name}
            return _("It was %(score)s, the games of %(name)s first.") % values
        return str(said["reason"])


class TakeBackForm(VersionForm):
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Say why: it stands in the record.")},
    )


class ScoreForm(VersionForm):
    """What is written down of a match by these rules, between two who are called so."""

    def __init__(self, *args: Any, rules: Rules, names: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.rules = rules
        self.names = names


class CardsField(forms.Field):
    """Cards as somebody types them; empty is None."""

    def to_python(self, value: str | None) -> CardSet | None:
        text = (value or "").strip()
        if not text:
            return None
        try:
            return typed_cards(text)
        except Refusal as refusal:
            raise forms.ValidationError(say(refusal.text)) from refusal


class HandForm(ScoreForm):
    """A hand by its counts or by its cards; both stand by seat as the columns of the sheet do.

    `n` is the hand that is said anew, empty for the next one. Between partners `players` are the
    two seats that played it ("0,3"), whose names are the form's; all else is by side. `may_double`
    is who may double next, empty for either: the pad keeps it while a hand is played, it is no part
    of the hand.
    """

    n = counted_field(required=False)
    players = forms.RegexField("^[0-9]{1,2},[0-9]{1,2}$", required=False)
    kind = forms.ChoiceField(choices=KINDS)
    knocker = seat_field(required=False)
    count_0 = figure_field(999)
    count_1 = figure_field(999)
    cards_0 = CardsField(required=False)
    cards_1 = CardsField(required=False)
    dealer = seat_field(required=False)
    card_rank = forms.ChoiceField(choices=[(rank, rank) for rank in RANKS], required=False)
    card_suit = forms.ChoiceField(choices=SUITS, required=False)
    factor = forms.TypedChoiceField(
        choices=[(factor, factor) for factor in FACTORS],
        coerce=int,
        empty_value=None,
        required=False,
    )
    may_double = seat_field(required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)
    if_unfinished = forms.ChoiceField(choices=DECISIONS, required=False)

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        kind, knocker = data.get("kind"), data.get("knocker")
        if kind in (None, "void") or self.errors:
            return
        if knocker is None:
            words = _("Say who doubled.") if kind == "refused" else _("Say who ended the hand.")
            self.add_error("knocker", words)
            return
        words = _("Enter the count of %(name)s.")
        if self._has_cards(data):
            words = _("Give the cards of %(name)s, too.")
        for name in self._needed(kind, knocker, by_cards=self._has_cards(data)):
            if data.get(name) is None:
                self.add_error(name, words % {"name": self.names[int(name[-1])]})

    @property
    def is_begun(self) -> bool:
        """Whether enough is typed to say what the hand would score."""
        kind, knocker = self.data.get("kind"), self.data.get("knocker")
        if kind == "void" or knocker not in ("0", "1"):
            return bool(kind == "void")
        typed = {name for name, text in self.data.items() if text.strip()}
        by_cards = kind != "refused" and not typed.isdisjoint({"cards_0", "cards_1"})
        return typed.issuperset(self._needed(kind, int(knocker), by_cards=by_cards))

    @staticmethod
    def _needed(kind: str | None, knocker: int, *, by_cards: bool) -> list[str]:
        """The fields without which a hand is not said."""
        if by_cards:
            return ["cards_0", "cards_1"]
        both = kind in BY_BOTH_COUNTS
        seats = (knocker, opponent(knocker)) if both else (opponent(knocker),)
        return [f"count_{seat}" for seat in seats]

    def entry(self) -> HandEntry:
        """The hand as the services take it. A void hand has no knocker and no counts, whatever was
        typed before somebody called it void."""
        data = self.cleaned_data
        if not data["players"]:
            return HandEntry(self._said(), data["dealer"])
        players = players_in(data["players"])
        dealer = None if data["dealer"] is None else players[data["dealer"]]
        return HandEntry(said_between(self._said(), players), dealer, players=players)

    def _said(self) -> HandCounts | HandCards:
        """What was typed, by side."""
        data = self.cleaned_data
        kind, knocker = data["kind"], data["knocker"]
        said: dict[str, Any] = {"factor": data["factor"] or 1}
        if self.rules.knock_limit in LIMITING_CARDS:
            card = data["card_rank"] + data["card_suit"] or None
            said[LIMITING_CARDS[self.rules.knock_limit]] = card
        if self._has_cards(data):
            cards, others = data[f"cards_{knocker}"].bits, data[f"cards_{opponent(knocker)}"].bits
            return HandCards(knocker, cards, others, **said)
        counts = HandCounts(kind=kind, **said)
        if kind != "void":
            deadwood = [data["count_0"], data["count_1"]]
            if kind not in BY_BOTH_COUNTS:
                deadwood[knocker] = None
            counts = replace(counts, knocker=knocker, counts=tuple(deadwood))
        return counts

    @staticmethod
    def _has_cards(data: Mapping[str, Any]) -> bool:
        """Whether the hand is said by its cards; one without a showdown never is."""
        if data.get("kind") in ("void", "refused"):
            return False
        return any(data.get(f"cards_{seat}") is not None for seat in (0, 1))

    def says(self, fact: HandFact) -> bool:
        """Whether a hand that stands is the very one that was typed."""
        if players_in(self.cleaned_data["players"]) != tuple(fact.players):
            return False
        stands, typed = typed_hand(fact), counted(self.rules, self._said())
        said = {"knocker": typed.knocker, "kind": typed.kind}
        if typed.knocker is not None:
            said |= {f"count_{seat}": count or 0 for seat, count in enumerate(typed.counts)}
        return all(stands.get(name) == value for name, value in said.items())

    def refuse(self, refusal: Refusal) -> None:
        """Say a refusal beside the field that it is about."""
        field = refusal.field
        knocker = self.cleaned_data.get("knocker") or 0
        if self._has_cards(self.cleaned_data) and field in _FIELDS_OF_CARDS:
            field = f"cards_{opponent(knocker) if field == 'defender' else knocker}"
        elif field == "knocker_count":
            field = f"count_{knocker}"
        elif field == "defender_count":
            field = f"count_{opponent(knocker)}"
        elif field in ("upcard", "limit_card"):
            field = "card_rank"
        self.add_error(field if field in self.fields else None, say(refusal.text))


def players_in(text: str) -> tuple[int, ...]:
    """The seats of who played a hand, as `text` has them."""
    return tuple(map(int, text.split(","))) if text else ()


def said_between(said: HandCounts | HandCards, players: Sequence[int]) -> HandCounts | HandCards:
    """A hand that was said by sides, of the two partners who played it."""
    if said.knocker is None:
        return said
    if isinstance(said, HandCards):
        return replace(said, knocker=players[said.knocker])
    counts = (said.knocker_count, said.defender_count)
    seat = players[said.knocker]
    return HandCounts.of(said.kind, seat, *counts, said.upcard, said.limit_card, said.factor)


def typed_hand(fact: HandFact) -> dict[str, Any]:
    """A fact as it would be typed into a HandForm."""
    card = fact.upcard or fact.limit_card
    players = fact.players or range(len(fact.counts))
    counts = {}
    if fact.knocker is not None:
        counts = {f"count_{side}": fact.counts[seat] for side, seat in enumerate(players)}
    return {
        "n": fact.hand.sequence,
        "players": ",".join(map(str, fact.players)),
        "kind": fact.kind,
        "knocker": None if fact.knocker is None else players.index(fact.knocker),
        "dealer": players.index(fact.dealer),
        "card_rank": card[:1],
        "card_suit": card[1:],
        "factor": fact.factor,
        **counts,
        **{
            f"cards_{seat}": cards for seat, cards in enumerate((fact.cards or {}).get("hands", []))
        },
    }
