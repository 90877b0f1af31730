"""The options of a ruling as buttons: what each does to the hand that it is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.gin.irregularities.effects import further_rows
from games.engine.gin.irregularities.remedies import Effect
from games.engine.gin.irregularities.row import Irregularity
from games.engine.gin.irregularities.table import IRREGULARITIES, open_options
from games.ruled_games import standing
from games.ruled_words import effect_in
from games.selectors.matches import MatchRecord
from games.services.rulings import preview_ruling
from kernel.text import Refusal
from pages.match.ruling_state import RulingState
from pages.match.ruling_words import option_words
from pages.match.stepwise import OptionButton
from pages.parts.game_words import reached_words
from pages.parts.score_sheet import SheetMaker
from web.actors import say


@dataclass(frozen=True, slots=True)
class OptionMaker:
    """Makes the buttons of what was said so far. `names` are those of all accounts, by seat,
    `in_hand` those of the two who play the hand."""

    state: RulingState
    names: Sequence[str]
    in_hand: Sequence[str]

    def buttons(self) -> tuple[list[OptionButton], list[Irregularity]]:
        """All options, and the rows that the rule sends on to."""
        row = self.state.row
        if row is None:
            return [], []
        buttons: list[OptionButton] = []
        follow: dict[str, Irregularity] = {}
        codes = [option.code for option in row.options]
        for code in [*codes, *([""] if "" in row.effects else [])]:
            button, further = self._button(row, code)
            buttons.append(button)
            rows = [IRREGULARITIES[on] for on in further]
            follow |= {on.id: on for on in rows if standing(on, self.state.record.rules).applies}
        open_ones = [button for button in buttons if not button.closed]
        if len(open_ones) == 1:
            only = buttons.index(open_ones[0])
            buttons[only] = replace(buttons[only], chosen=True)
        return buttons, list(follow.values())

    def _button(self, row: Irregularity, code: str) -> tuple[OptionButton, Sequence[str]]:
        """An option, and the ids of the rows to which it sends on."""
        state = self.state
        label, needs = option_words(row, code)
        is_open = {option.code for option in open_options(row, state.conditions, state.phase)}
        if code and code not in is_open:
            return OptionButton(code, label, closed=needs), ()
        try:
            effects = state.effects(code)
        except Refusal as refusal:
            return OptionButton(code, label, [say(refusal.text)], chosen=state.option == code), ()
        rules = state.record.game_rules
        lines = [say(effect_in(effect, self.in_hand, rules)) for effect in effects]
        verdict, points, to = self._verdict(effects, code)
        chosen = "option" in state.data and state.option == code
        button = OptionButton(code, label, [*verdict, *lines], points, to, chosen=chosen)
        return button, further_rows(effects)

    def _verdict(self, effects: Sequence[Effect], code: str) -> tuple[list[str], str, str]:
        """What the hand would come to: in words, the points, and whose they are."""
        state = self.state
        entry = state.entry(effects, code)
        if state.n is None or (entry.hand is None and state.fact is None):
            return [], "", ""
        try:
            return self._words_of(preview_ruling(record=state.record, entry=entry), state.n)
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
        total = reached_words(hands[0].so_far, hands[0].columns, score.winner)
        values = {"name": self.names[score.winner], "total": total}
        reached = _("%(name)s then has %(total)s.") % values
        to = _("to %(name)s") % values
        return [f"{words}. {reached}"], str(score.points), to
