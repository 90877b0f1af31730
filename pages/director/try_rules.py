"""Rules are tried before anybody plays by them: what they are in words, and a table at which one
person plays both seats, for whoever belongs to the club."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from games.rule_books import AgreedRules, as_dict, from_stored, most_like
from kernel.text import N_, refusal
from pages.parts import consequences
from pages.parts.knob_words import differences
from pages.parts.rooms import ClubRoomPage
from pages.parts.rules_form import RulesForm
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.rule_sets import rule_sets_of
from tournaments.selectors.events.trials import OwnTrial, own_trials
from tournaments.services.events.trials import MOST_AT_ONCE, close_trial, open_trial
from web.actors import say
from web.numbers import number_in

UNFIT = N_("These rules can’t be played as they are. Change them where you chose them.")


class TriedEvent(NamedTuple):
    """An event whose rules are tried."""

    slug: str
    name: str
    rules: AgreedRules


class TryRulesPage(ClubRoomPage):
    """The rules that an address names, as a form of rules sends them or as an event has them."""

    action = "club.try_rules"
    template = "director/try_rules.html"
    acts = ("open", "close")

    def open(self, _key: str) -> str:
        if self.rules is None:
            raise refusal("bad_rules", UNFIT)
        board = open_trial(club_id=self.club.pk, rules=as_dict(self.rules), **self.write())
        return self._table(board.pairing.round.stage.tournament.slug, board.match_id)

    def close(self, key: str) -> str:
        match = number_in(key, digits=18)
        if match is None:
            raise Http404
        close_trial(match_id=match, by=self.actor)
        return self.done(_("The table is closed."), self.request.get_full_path())

    @property
    def rules(self) -> AgreedRules | None:
        """The rules that are tried; None where they can't be played."""
        if self.event:
            return self.event.rules
        return self.chosen.chosen if not self.chosen.is_bound or self.chosen.is_valid() else None

    @cached_property
    def event(self) -> TriedEvent | None:
        """The event whose rules they are."""
        slug = self.request.GET.get("event")
        if slug is None:
            return None
        found = tournaments_visible_to(self.actor).filter(club=self.club, slug=slug).first()
        if found is None:
            raise Http404
        return TriedEvent(found.slug, found.name, from_stored(found.rules, found.rules_version))

    @cached_property
    def chosen(self) -> RulesForm:
        """The form from which they come, as it was sent; without one the rules of the house."""
        asked = self.request.GET
        data = asked if "rules" in asked else None
        return RulesForm(data, own=rule_sets_of(self.club.pk))

    def context(self) -> dict[str, Any]:
        rules, tables = self.rules, own_trials(self.actor, self.club.pk)
        return super().context() | {
            "event": self.event,
            "words": None if rules is None else rule_words(rules),
            "errors": [] if self.event else _errors(self.chosen),
            "tables": [self._row(trial) for trial in tables],
            "is_full": len(tables) >= MOST_AT_ONCE,
            "most": MOST_AT_ONCE,
        }

    def _row(self, trial: OwnTrial) -> Mapping[str, object]:
        return {
            "match": trial.match,
            "address": self._table(trial.slug, trial.match),
            "words": rule_words(trial.rules),
            "opened_at": trial.opened_at,
            "expires_at": trial.expires_at,
        }

    def _table(self, slug: str, match: int) -> str:
        return self.address("online_table", slug, match)


def rule_words(rules: AgreedRules) -> Mapping[str, object]:
    """Rules in short: what they are like, in what they differ, how long a match is."""
    like, _knobs = most_like(rules)
    return {
        "like": _(like.called),
        "differs": [say(one) for one in differences(rules)],
        "length": consequences.of_length(rules),
    }


def _errors(form: RulesForm) -> Sequence[str]:
    """What is wrong with the rules, in sentences that name no field of another page."""
    return [str(error) for errors in form.errors.values() for error in errors]
