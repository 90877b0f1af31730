"""A ruling: what happened, who, what the rule says, what may be chosen, and what each choice does.

One page for one hand and a noisy room.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.gin.irregularities.remedies import ONLINE_REMEDIES, Effect
from games.engine.gin.irregularities.row import CONDITIONS, Irregularity
from games.engine.gin.rules import Rules
from games.ruled_games import those_of
from games.ruled_words import said_in, without_meaning
from games.selectors.tables import running_deal
from kernel.names import search_key
from kernel.seats import SIDES, PerSeat
from kernel.text import N_, Refusal, Text
from pages.match.asked import answer_to
from pages.match.correcting import CorrectingPage
from pages.match.ruling_options import OptionMaker
from pages.match.ruling_state import WHEN, RulingState, running_pairs, target_of
from pages.match.ruling_words import (
    EXTRAS,
    FREE_REMEDIES,
    PHASE_WORDS,
    RULED_OFTEN,
    WHEN_WORDS,
    chooser_words,
    free_effects,
    hand_words,
    nameless,
    ruling_words,
    source_words,
)
from pages.match.stepwise import MOST_USED, OptionButton, StepwisePage
from pages.parts.event_page import EventPage
from pages.parts.game_words import score_words
from pages.parts.score_sheet import KINDS
from tournaments.selectors.desk import rulings as ruled
from tournaments.services.desk import rulings
from tournaments.services.desk.match_edit import EditedMatch

CHOOSE_ONE = Text("option_needed", N_("Say what was chosen."))
SAY_WHAT_HAPPENED = Text("rule_needed", N_("Say what happened: choose an irregularity."))
SAY_WHY = Text("facts_needed", N_("Say what happened and why this follows."))


class RulingPage(StepwisePage, CorrectingPage):
    action = "ruling.make"
    template = "match/ruling.html"
    preview_words = (N_("What the ruling changes"), N_("Record the ruling"), N_("the ruling"))

    @property
    def state(self) -> RulingState:
        return RulingState(self.said, self.record)

    def take(self) -> HttpResponse:
        state = self.state
        option = self._option(state)
        effects = self._effects(state, option)
        return self.correct(
            rulings.record_ruling,
            self.version,
            entry=state.entry(effects, option),
            extra_minutes=state.extra,
            if_unfinished=answer_to("if_unfinished", self.said),
        )

    def corrected(self, left: EditedMatch) -> str:
        """To the match, where the ruling is named."""
        ruling = ruling_words(left.record.rulings[-1], self.names, left.record.game_rules)
        said = ". ".join(part for part in (ruling.name, ruling.chosen) if part)
        return self.after(f"{said}.", f"{self.address('match')}?ruled={ruling.ruling.pk}")

    def _option(self, state: RulingState) -> str:
        """The option that was chosen; the only one there is need not be."""
        if state.row is None or not state.row.options:
            return ""
        codes = [option.code for option in state.row.options]
        if state.option in codes or "" in state.row.effects:
            return state.option if state.option in codes else ""
        raise Refusal(CHOOSE_ONE, "option")

    def _effects(self, state: RulingState, option: str) -> Sequence[Effect]:
        if state.row is not None:
            return state.effects(option)
        if not state.free:
            raise Refusal(SAY_WHAT_HAPPENED, "rule")
        if not state.facts:
            raise Refusal(SAY_WHY, "facts")
        there = state.record.game_rules.seats_of_hand
        return free_effects(state.remedy, state.offender, state.cards, there, state.others_too)

    def shown(self) -> dict[str, Any]:
        state = self.state
        shown = {"state": state, "row": state.row, "names": self._in_hand(state)}
        shown |= self._hits(state) | self._context(state)
        if state.row is None and not state.free:
            return shown
        choices, follow = OptionMaker(state, self.names, self._in_hand(state)).buttons()
        best = next((choice for choice in choices if choice.chosen), None)
        rules = self.record.game_rules
        asks_hand = not self._is_online(state) and not state.free and self._asks_hand(state)
        return shown | {
            "choices": choices,
            "follow": [_hit(row) for row in follow],
            "chooser": chooser_words(state.row, state.offender, self._in_hand(state)),
            "sum": self._sum(state, best),
            "phases": [(code, _(PHASE_WORDS[code])) for code in state.phases],
            "targets": self._targets(),
            "questions": [
                (code, _(CONDITIONS[code]), code in state.conditions) for code in state.questions
            ],
            "asks_cards": _("Missing cards") if self._asks_cards(state) else "",
            "asks_hand": _("The counts") if asks_hand else "",
            "asks_knocker": asks_hand
            and (state.row is None or state.row.offender not in ("knocker", "defender")),
            "kinds": [(code, _(KINDS[code])) for code in state.kinds],
            "rule_text": _(said_in(state.row.text, rules)) if state.row else "",
            "rule_changes": [_(how) for how in state.changes],
            "rule_source": source_words(state.row) if state.row else "",
            "remedies": [
                (code, _(word))
                for code, word in FREE_REMEDIES.items()
                if code not in without_meaning(rules)
                and (code in ONLINE_REMEDIES or not self._is_online(state))
            ],
            "may_extend": self.board.pairing.table is not None and self.actor.may("round.clock"),
            "extras": EXTRAS,
        }

    def _in_hand(self, state: RulingState) -> Sequence[str]:
        """What the two are called who play the hand; between partners their sides."""
        if not self.is_table or not state.players:
            return self.names
        return [self.names[seat] for seat in state.players]

    def _hits(self, state: RulingState) -> dict[str, Any]:
        """What can have happened: what was searched for, else what is ruled on most, by phase."""
        phases, online = WHEN.get(state.when, ()), self._is_online(state)
        found = _matching(self.record.rules, state.q, phases, online=online)
        often = ruled.ruled_most(self.tournament.club_id, RULED_OFTEN)
        named = {row.id: row for row in found}
        top = [] if state.q else [named[rule] for rule in often if rule in named][:MOST_USED]
        groups = [(_("Most used"), [_hit(row) for row in top])] if top else []
        for code, phases in WHEN.items():
            rows = [row for row in found if row.phases[0] in phases and row not in top]
            if rows and (state.q or state.when or not top):
                groups.append((_(WHEN_WORDS[code]), [_hit(row) for row in rows]))
        return {
            "groups": groups,
            "found": len(found),
            "when": [("", _("All")), *((code, _(word)) for code, word in WHEN_WORDS.items())],
        }

    def _asks_hand(self, state: RulingState) -> bool:
        """Whether there is a choice with which the hand is over, so that its counts are wanted."""
        assert state.row is not None
        return any(
            state.asks_hand({consequence.remedy for consequence in consequences})
            for consequences in state.row.effects.values()
        )

    def _asks_cards(self, state: RulingState) -> bool:
        if state.row is None:
            return state.remedy == "deadwood_surcharge"
        return any(
            consequence.remedy == "deadwood_surcharge" for consequence in state.row.consequences
        )

    def _sum(self, state: RulingState, choice: OptionButton | None) -> str:
        """What is recorded, in a few words over the button."""
        if state.row is None:
            return _("Free ruling")
        if choice is None:
            return _(state.row.name)
        parts = [choice.label or _(state.row.name)]
        if choice.points == "0":
            parts.append(_("nobody scores"))
        elif choice.points:
            parts.append(f"{choice.points} {choice.to}")
        return ", ".join(parts)

    def _targets(self) -> list[tuple[str, str]]:
        """The hand that is being played, those that are written down, the last one first, then the
        games and the match."""
        record = self.record
        written = range(len(record.facts), 0, -1)
        targets = [(str(n), capfirst(hand_words(record, n))) for n in written]
        if not record.score.finished and self._is_hand_played():
            targets = [*self._running_hands(len(written) + 1), *targets]
        games = sorted({fact.hand.game for fact in record.facts})
        targets += [(f"g{game}", _("Game %(game)d") % {"game": game}) for game in games]
        return [*targets, ("m", _("The whole match"))]

    def _running_hands(self, n: int) -> list[tuple[str, str]]:
        """The hand that is being played; between partners those of the round, by who play them."""
        playing = _("The hand that is being played")
        pairs = running_pairs(self.record)
        if not pairs:
            return [(str(n), playing)]
        names = [[self.people[seat] for seat in two] for two in pairs]
        return [
            (
                target_of(n, two),
                _("%(hand)s: %(first)s v %(second)s")
                % {"hand": playing, "first": first, "second": second},
            )
            for two, (first, second) in zip(pairs, names, strict=True)
        ]

    def _is_online(self, state: RulingState) -> bool:
        """Whether what is ruled on was dealt at an online table, or is to be."""
        return self.is_online if state.fact is None else state.fact.hand.deal is not None

    def _is_hand_played(self) -> bool:
        """Whether a hand is being played, which nobody says of a table in a room."""
        return not self.is_online or running_deal(self.board.match) is not None

    def _context(self, state: RulingState) -> dict[str, Any]:
        """What is known of the two, of the rule, and of where they stand."""
        record = self.record
        precedents = ruled.case_law(self.tournament.club_id, state.rule) if state.rule else None
        stand = [(_("Dealer"), self._in_hand(state)[state.dealer])]
        if record.sheet is not None and record.sheet.games:
            stand.append((_("Score"), score_words(record.sheet.games[-1].score, self.names)))
        stand.append((_("Games"), _games_words(record.score.games_won)))
        table = self.board.pairing.table
        return {
            "earlier": self.earlier(),
            "precedents": [
                ruling_words(precedent, nameless(), record.game_rules)
                for precedent in (precedents or ())[: ruled.MOST_PRECEDENTS]
            ],
            "case_law": f"{EventPage.address(self, 'case_law')}?rule={state.rule}",
            "stand": stand,
            "table_number": table.number if table else None,
        }


def _games_words(won: PerSeat) -> str:
    """Games won: "2 to 1"."""
    if len(won) > SIDES:
        return " – ".join(map(str, won))
    return _("%(first)d to %(second)d") % {"first": won[0], "second": won[1]}


def _matching(rules: Rules, q: str, phases: Sequence[str], *, online: bool) -> list[Irregularity]:
    """The rows that can apply under these rules in these phases, at an online table if it is one,
    and in which every word of the search stands."""
    words = search_key(q).split()
    return [
        row
        for row in those_of(rules)
        if (not phases or set(phases) & set(row.phases))
        and (row.online or not online)
        and all(word in search_key(f"{_(row.name)} {_(row.text)}") for word in words)
    ]


def _hit(row: Irregularity) -> dict[str, str]:
    """An irregularity in the list of what can have happened."""
    when = " · ".join(_(PHASE_WORDS[phase]) for phase in row.phases[:2])
    return {"id": row.id, "name": _(row.name), "when": when}
