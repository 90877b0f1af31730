"""A round that is paired by itself, as its director reads it: who meets whom and why; changed while
it is a draft, then published."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from django.utils.translation import gettext as _

from kernel.names import match_key
from kernel.permissions import Actor
from kernel.seats import SIDES
from kernel.text import N_, Refusal, Text
from pages.director.draw_draft import shown_pairs
from pages.director.drawn_rooms import DraftRoomPage
from pages.parts.open_result_words import rests_words
from pages.parts.sheet_matches import SheetMatches
from tournaments.domain.lifecycle import RoundState
from tournaments.models import PairRule
from tournaments.selectors.events.entries import entry_rows
from tournaments.selectors.stages.bracket import bracket_of
from tournaments.selectors.stages.drafts import (
    Compared,
    DraftPair,
    absent_from,
    compared,
    draft_pairs,
)
from tournaments.services.stages import pairing, rounds
from tournaments.services.stages.next_round import is_out_of_date
from web.actors import say
from web.numbers import number_sent, numbers_in

PairRuleKinds = PairRule.Kinds
ON_A_PAGE = 128
SAID: Mapping[str, str] = {
    PairRuleKinds.FORBIDDEN: N_("%(first)s and %(second)s never meet."),
    PairRuleKinds.APART: N_("%(first)s and %(second)s are kept apart in the first rounds."),
}


class RoundRoomPage(DraftRoomPage):
    """One round of the current stage, which pairs round by round."""

    template = "director/round.html"
    acts = (
        *("exchange", "forbidden", "apart", "keep", "free"),
        *("draw", "publish", "publish_at", "unpublish", "drop", "swap"),
    )

    def find(self) -> Actor:
        actor = super().find()
        if not (self.stage.format_class.drawn_by_round and self.round):
            raise Http404
        return actor

    # Who meets whom

    def exchange(self, _key: str) -> str:
        first, second = self._two()
        both = [first, second]
        pairing.swap_in_draft(round=self.round.number, entries=both, **self.write())
        return f"{self.home}?exchanged={first}-{second}"

    def forbidden(self, _key: str) -> str:
        return self._part(PairRuleKinds.FORBIDDEN)

    def apart(self, _key: str) -> str:
        return self._part(PairRuleKinds.APART)

    def _part(self, kind: str) -> str:
        pairing.set_pair_rule(kind=kind, entries=self._two(), **self.write())
        return self.home + "#said"

    def keep(self, key: str) -> str:
        """These two meet when the round is drawn again."""
        entries = [number_sent(part) for part in key.split("-")]
        number = self.round.number
        pairing.set_pair_rule(
            kind=PairRuleKinds.FIXED, entries=entries, round=number, **self.write()
        )
        return self.home

    def free(self, key: str) -> str:
        """What was said of two holds no more."""
        pairing.end_pair_rule(rule_id=number_sent(key), **self.write())
        return self.home

    def _two(self) -> tuple[int, int]:
        chosen = [number_sent(sent) for sent in self.request.POST.getlist("entry")]
        chosen += self._typed()
        if len(chosen) != 2:
            sentence = N_("Choose two players, then say what is to be.")
            if self.tournament.has_teams:
                sentence = N_("Choose two teams, then say what is to be.")
            raise Refusal(Text("invalid", sentence))
        return chosen[0], chosen[1]

    def _typed(self) -> list[int]:
        """Somebody on another page of a long list, by their name."""
        typed = self.request.POST.get("typed", "").strip()
        if not typed:
            return []
        wanted, entrants = match_key(typed), self.record.entrants.items()
        found = [entry for entry, entrant in entrants if match_key(entrant.name) == wanted]
        if len(found) != 1:
            sentence = N_("Nobody, or more than one, is called %(name)s here.")
            raise Refusal(Text("invalid", sentence, {"name": typed[:100]}))
        return found

    # The round as a whole

    def draw(self, _key: str) -> str:
        rounds.draw_stage(**self.write())
        return self.done(_("The round is drawn again. What is kept has stayed."), self.home)

    def publish(self, _key: str) -> str:
        self.require("round.publish")
        self.require_seen()
        rounds.publish_round(number=self.round.number, **self.write())
        return self.done(_("The round is published. Everybody sees it."), self.address("rounds"))

    def require_seen(self) -> None:
        """A draft follows the facts: only the one that was shown is published."""
        if self.request.POST.get("seen") != self.seen:
            sentence = N_("This draft has changed since you looked at it. Look at it once more.")
            raise Refusal(Text("stale_draft", sentence))

    def unpublish(self, _key: str) -> str:
        self.require("round.publish")
        rounds.unpublish_round(number=self.round.number, **self.write())
        return self.done(_("The round is a draft: only staff see it."), self.home)

    def drop(self, _key: str) -> str:
        self.require("round.drop")
        rounds.drop_round(number=self.round.number, **self.write())
        said = _("The draft is dropped. It comes again at your word.")
        return self.done(said, self.address("rounds"))

    # What is shown

    @cached_property
    def pairs(self) -> tuple[DraftPair, ...]:
        return draft_pairs(self.record, self.round)

    @property
    def seen(self) -> str:
        """A digest of who meets whom."""
        entries = [pair.entries for pair in self.pairs]
        return sha256(repr(entries).encode()).hexdigest()[:16]

    def context(self) -> dict[str, Any]:
        pairs = shown_pairs(self.record, self.round.number, self.pairs, self.table_labels)
        byes = sum(pair.players[1] is None for pair in pairs)
        seats = max((len(pair.players) for pair in pairs), default=SIDES)
        pairs = [replace(pair, free_seats=seats - len(pair.players)) for pair in pairs]
        is_first = self.round.number == 1 and self.stage.number == 1
        name = say(self.record.format.round_name(self.record.table, self.round.number))
        return super().context() | {
            "round": self.round,
            "seats": seats,
            "round_name": name,
            "is_draft": self.round.state == RoundState.DRAFT,
            "page": Paginator(pairs, ON_A_PAGE).get_page(self.request.GET.get("page", "")),
            "seen": self.seen,
            "pairings": len(pairs) - byes,
            "byes": byes,
            "wrong": sum(pair.is_wrong for pair in pairs),
            "floats": sum(pair.is_float for pair in pairs),
            "changed": sum(pair.pair.is_changed for pair in pairs),
            "absent": [self._name(entry) for entry in absent_from(self.record, self.round.number)],
            "rests": self._rests(),
            "compared": [_compared(cost) for cost in compared(self.record, self.round)],
            "exchanged": self._exchanged(),
            "said": self._said(),
            "keeps_apart": bool(self.stage.settings.get("apart_rounds")),
            "qualified": self.qualified() if self.round.number == 1 else (),
            "why_not": self._why_not(),
            "why_no_unpublish": self.why_no("unpublish"),
            **(self.no_shows(entry_rows(self.tournament)) if is_first else {}),
        }

    def _rests(self) -> list[str]:
        """Without which matches it was paired."""
        maker = SheetMatches(bracket_of(self.record, full_names=True), numbered=True)
        return rests_words(maker, maker.rounds[self.round.number]) if self.round.left_open else []

    def _why_not(self) -> str:
        """What keeps the publication back; "" when nothing does."""
        if self.round.state == RoundState.DRAFT and is_out_of_date(self.round):
            return _("Something has changed since this draft was drawn: draw it again.")
        return self.blocked("publish_round")

    def _name(self, entry: int) -> str:
        return self.record.entrants[entry].name

    def _exchanged(self) -> dict[str, Any] | None:
        """Who was exchanged just now, and can be exchanged back."""
        two = self.request.GET.get("exchanged", "").split("-")
        known = numbers_in(two)
        if len(known) != 2 or not all(entry in self.record.entrants for entry in known):
            return None
        values = {"first": self._name(known[0]), "second": self._name(known[1])}
        sentence = _("%(first)s and %(second)s are exchanged.") % values
        return {"entries": known, "sentence": sentence}

    def _said(self) -> list[tuple[int, str]]:
        """Who never meets, or is kept apart, at the director's word."""
        rules = self.tournament.pair_rules.filter(superseded_at__isnull=True, kind__in=SAID)
        return [
            (
                rule.pk,
                _(SAID[rule.kind]) % {"first": rule.first.name, "second": rule.second.name},
            )
            for rule in rules.select_related("first", "second")
        ]


def _compared(cost: Compared) -> str:
    values = {"name": say(cost.name), "draft": cost.draft, "proposed": cost.proposed}
    return _("%(name)s: %(draft)d, in the program's own draw %(proposed)d") % values
