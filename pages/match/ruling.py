"""A ruling: what happened, who, what the rule says, what may be chosen, and what each choice does.

One page for one hand and a noisy room. Every step follows from what was said before; a script asks
for the part that changes (`part`), without it the page shows the same by its button.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.gin.irregularities.effects import further_rows
from games.engine.gin.irregularities.remedies import Effect
from games.engine.gin.irregularities.row import Irregularity
from games.engine.gin.irregularities.table import IRREGULARITIES, open_options
from games.engine.gin.irregularities.words import effect_text
from games.selectors import MatchRecord
from games.services.rulings import preview_ruling
from kernel.names import search_key
from kernel.text import N_, Refusal, Text
from pages.match.asked import answer_to, asked_by
from pages.match.correcting import CorrectingPage
from pages.match.earlier_cases import earlier_shown
from pages.match.ruling_state import WHEN, RulingState
from pages.match.ruling_words import (
    EXTRAS,
    FREE_REMEDIES,
    KIND_WORDS,
    PHASE_WORDS,
    RULED_OFTEN,
    WHEN_WORDS,
    chooser_words,
    free_effects,
    hand_words,
    nameless,
    option_words,
    question_words,
    ruling_words,
    source_words,
)
from pages.parts.score_sheet import SheetMaker
from tournaments.selectors.desk import rulings as ruled
from tournaments.services.desk import rulings
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.previews import CorrectionWrite
from web.actors import say
from web.errors import status_of
from web.numbers import number_in
from web.page import new_key

PARTS = ("hits", "detail", "options")
MOST_USED = 6

CHOOSE_ONE = Text("option_needed", N_("Say what was chosen."))
SAY_WHAT_HAPPENED = Text("rule_needed", N_("Say what happened: choose an irregularity."))
SAY_WHY = Text("facts_needed", N_("Say what happened and why this follows."))


@dataclass(frozen=True, slots=True)
class Hit:
    """An irregularity in the list of what can have happened."""

    id: str
    name: str
    when: str


@dataclass(frozen=True, slots=True)
class HitGroup:
    name: str
    rows: Sequence[Hit]


@dataclass(frozen=True, slots=True)
class OptionButton:
    """An option as a button: what it does to this hand. `closed` says why it can't be chosen."""

    code: str
    label: str
    effects: Sequence[str] = ()
    points: str = ""
    to: str = ""
    closed: str = ""
    chosen: bool = False


class RulingPage(CorrectingPage):
    """The page, and its parts as they change."""

    action = "ruling.make"
    preview_words = (N_("What the ruling changes"), N_("Record the ruling"), N_("the ruling"))

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        state = RulingState(request.GET, self.record)
        part = request.GET.get("part", "")
        if self.request.htmx and part in PARTS:
            return self.answer(f"match/ruling.html#{part}", **self.shown(state))
        return self.show(state)

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        state = RulingState(request.POST, self.record)
        try:
            return self.correct(self._write(state))
        except Refusal as refusal:
            return self._refused(state, refusal)

    def _write(self, state: RulingState) -> CorrectionWrite:
        option = self._option(state)
        effects = self._effects(state, option)
        return partial(
            rulings.record_ruling,
            board=self.board,
            version=self.version,
            entry=state.entry(effects, option),
            extra_minutes=state.extra,
            if_unfinished=answer_to("if_unfinished", self.request.POST),
            by=self.actor,
            now=self.now,
        )

    def corrected(self, left: EditedMatch) -> str:
        """To the match, where the ruling is named."""
        return f"{self.address('match')}?ruled={left.record.rulings[-1].pk}"

    @property
    def version(self) -> int:
        return number_in(self.request.POST.get("version"), digits=9) or 0

    def _refused(self, state: RulingState, refusal: Refusal) -> HttpResponse:
        status = status_of(refusal.text.code)
        if refusal.text.code in ("stale", "idempotency_mismatch"):
            meanwhile = self.meanwhile(self.version or None)
            state = RulingState(state.data, self.record)
            refused = "" if meanwhile else say(refusal.text)
            return self.show(state, status, meanwhile=meanwhile, refused=refused, key=new_key())
        asked = asked_by(refusal, self.request.POST)
        if asked:
            return self.show(state, status, key=new_key(), **asked)
        return self.show(state, status, errors=[say(refusal.text)])

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
        return free_effects(state.remedy, state.offender, state.cards)

    def show(self, state: RulingState, status: int = 200, **context: Any) -> HttpResponse:
        return self.answer("match/ruling.html", status, **self.shown(state) | context)

    def shown(self, state: RulingState) -> dict[str, Any]:
        """What the page and its parts show of what was said so far."""
        shown = {"state": state, "row": state.row, "free": state.free} | self._hits(state)
        shown |= self._context(state)
        if state.row is None and not state.free:
            return shown
        choices, follow = self._choices(state)
        best = next((choice for choice in choices if choice.chosen), None)
        asks_hand = not state.free and self._asks_hand(state)
        return shown | {
            "choices": choices,
            "follow": follow,
            "chooser": self._chooser(state),
            "sum": self._sum(state, best),
            "asks_offender": state.asks_offender,
            "phases": [(code, _(PHASE_WORDS[code])) for code in state.phases],
            "targets": self._targets(),
            "questions": [
                (code, question_words(code), code in state.conditions) for code in state.questions
            ],
            "asked": state.rule,
            "asks_cards": _("Missing cards") if self._asks_cards(state) else "",
            "asks_hand": _("The counts") if asks_hand else "",
            "asks_knocker": asks_hand
            and (state.row is None or state.row.offender not in ("knocker", "defender")),
            "kinds": [(code, _(word)) for code, word in KIND_WORDS.items()],
            "rule_text": _(state.row.text) if state.row else "",
            "rule_source": source_words(state.row) if state.row else "",
            "remedies": [(code, _(word)) for code, word in FREE_REMEDIES.items()],
            "may_extend": self.board.pairing.table is not None and self.actor.may("round.clock"),
            "extras": EXTRAS,
        }

    def _hits(self, state: RulingState) -> dict[str, Any]:
        """What can have happened: what was searched for, else what is ruled on most, by phase."""
        found = _matching(state.q, WHEN.get(state.when, ()))
        often = ruled.ruled_most(self.tournament.club_id, RULED_OFTEN)
        named = {row.id: row for row in found}
        top = [] if state.q else [named[rule] for rule in often if rule in named][:MOST_USED]
        groups = [HitGroup(_("Most used"), [_hit(row) for row in top])] if top else []
        for code, phases in WHEN.items():
            rows = [row for row in found if row.phases[0] in phases and row not in top]
            if rows and (state.q or state.when or not top):
                groups.append(HitGroup(_(WHEN_WORDS[code]), [_hit(row) for row in rows]))
        return {
            "groups": groups,
            "found": len(found),
            "when": [("", _("All")), *((code, _(word)) for code, word in WHEN_WORDS.items())],
        }

    def _choices(self, state: RulingState) -> tuple[list[OptionButton], list[Hit]]:
        """The options with what each does to this hand, and the rows that the rule sends on to."""
        if state.row is None:
            return [], []
        choices, follow = [], []
        codes = [option.code for option in state.row.options]
        for code in [*codes, *([""] if "" in state.row.effects else [])]:
            choice, rows = self._choice(state, code)
            choices.append(choice)
            follow += [row for row in rows if row not in follow]
        open_ones = [offered for offered in choices if not offered.closed]
        if len(open_ones) == 1 and not open_ones[0].chosen:
            choices = [
                replace(offered, chosen=True) if offered is open_ones[0] else offered
                for offered in choices
            ]
        return choices, follow

    def _choice(self, state: RulingState, code: str) -> tuple[OptionButton, list[Hit]]:
        assert state.row is not None
        label, needs = option_words(state.row, code)
        is_open = {option.code for option in open_options(state.row, state.conditions, state.phase)}
        if code and code not in is_open:
            return OptionButton(code, label, closed=needs), []
        try:
            effects = state.effects(code)
        except Refusal as refusal:
            return OptionButton(code, label, [say(refusal.text)], chosen=state.option == code), []
        rows = [_hit(IRREGULARITIES[row]) for row in further_rows(effects)]
        lines = [say(effect_text(effect, self.names)) for effect in effects]
        verdict, points, to = self._verdict(state, effects, code)
        chosen = "option" in state.data and state.option == code
        return OptionButton(code, label, [*verdict, *lines], points, to, chosen=chosen), rows

    def _verdict(
        self, state: RulingState, effects: Sequence[Effect], code: str
    ) -> tuple[list[str], str, str]:
        """What the hand would come to: in words, the points, and whose they are."""
        entry = state.entry(effects, code)
        if state.n is None or (entry.hand is None and state.fact is None):
            return [], "", ""
        try:
            return self._words_of(preview_ruling(record=self.record, entry=entry), state.n)
        except Refusal as refusal:
            return [say(refusal.text)], "", ""

    def _words_of(self, after: MatchRecord, n: int) -> tuple[list[str], str, str]:
        assert after.sheet is not None
        hands = [hand for game in after.sheet.games for hand in game.hands if hand.n == n]
        if not hands:
            return [], "", ""
        score = hands[0].score
        words = SheetMaker(after, self.names).said(score)
        if score.winner is None:
            return [words], "0", _("nobody")
        total = hands[0].points[score.winner]
        values = {"name": self.names[score.winner], "total": total}
        reached = _("%(name)s then has %(total)d.") % values
        to = _("to %(name)s") % values
        return [f"{words}. {reached}"], str(score.points), to

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

    def _chooser(self, state: RulingState) -> str:
        offender = None if state.row is None else state.offender
        return chooser_words(state.row, offender, self.names)

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
        if not record.score.finished:
            targets.insert(0, (str(len(written) + 1), _("The hand that is being played")))
        games = sorted({fact.hand.game for fact in record.facts})
        targets += [(f"g{game}", _("Game %(game)d") % {"game": game}) for game in games]
        return [*targets, ("m", _("The whole match"))]

    def _context(self, state: RulingState) -> dict[str, Any]:
        """What is known of the two, of the rule, and of where they stand."""
        record = self.record
        precedents = ruled.case_law(self.tournament.club_id, state.rule) if state.rule else None
        stand = [(_("Games"), _("%(first)d to %(second)d") % _pair(record.score.games_won))]
        if record.sheet is not None and record.sheet.games:
            stand.insert(
                0,
                (
                    _("Score"),
                    ", ".join(
                        f"{name} {points}"
                        for name, points in zip(
                            self.names, record.sheet.games[-1].score.points, strict=True
                        )
                    ),
                ),
            )
        stand.insert(0, (_("Dealer"), self.names[state.dealer]))
        table = self.board.pairing.table
        return {
            "earlier": earlier_shown(self.board, self.place.slot.players, self.names),
            "precedents": [
                ruling_words(precedent, nameless())
                for precedent in (precedents or ())[: ruled.MOST_PRECEDENTS]
            ],
            "case_law": f"{self._case_law()}?rule={state.rule}",
            "stand": stand,
            "table_number": table.number if table else None,
        }

    def _case_law(self) -> str:
        tournament = self.tournament
        return reverse("case_law", args=[tournament.club.slug, tournament.slug])


def _matching(q: str, phases: Sequence[str]) -> list[Irregularity]:
    """The rows that can apply in these phases and in which every word of the search stands."""
    words = search_key(q).split()
    return [
        row
        for row in IRREGULARITIES.values()
        if (not phases or set(phases) & set(row.phases))
        and all(word in search_key(f"{_(row.name)} {_(row.text)}") for word in words)
    ]


def _hit(row: Irregularity) -> Hit:
    return Hit(row.id, _(row.name), " · ".join(_(PHASE_WORDS[phase]) for phase in row.phases[:2]))


def _pair(pair: Sequence[int]) -> dict[str, int]:
    return {"first": pair[0], "second": pair[1]}
