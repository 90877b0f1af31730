"""The form in which rules of gin are chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.gin.rules import (
    ALL_PLAY,
    KNOBS,
    PARTNERSHIP,
    PLAYABLE_RULE_SETS,
    Rules,
    usual_target,
    written_for,
)
from games.engine.gin.rules.model import together
from games.engine.gin.rules.side_knobs import usual_knobs
from games.engine.gin.rules.variants import SEATS_OF_ALL
from games.rule_books import GIN
from kernel.text import N_
from pages.parts import consequences, single_rules
from pages.parts.book_form import BookForm
from pages.parts.length_form import GinLength
from pages.parts.offered_rules import OWN_RULES, gin_rules_by_code, names_by_code, rule_set_of
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.selectors.events.rule_sets import NamedRules
from web.numbers import number_in

OF_PARTNERS_ALONE = N_("These are rules of partners: choose how many of them play on a side.")
OTHER_FORM = N_(
    "Partners play the game as usual. Choose that form here, or choose other players above."
)

OTHER_FORM_AT_A_TABLE = N_(
    "Three and more at a table play the game as usual. Choose that form here, or choose other "
    "players above."
)

PARTNERS = "partners-"
"""What stands before the number of partners in the choice of who plays."""
AT_TABLE = {
    "cutthroat": N_("Cutthroat, %(n)d at a table"),
    "captain": N_("Captain, %(n)d at a table"),
    "battle_royal": N_("Battle Royal, %(n)d at a table, who all play"),
    "jersey": N_("Jersey, %(n)d at a table, who all play (from incomplete sources)"),
}
"""Who plays at a table of three or more, by variant: "cutthroat-3"."""
TABLE_SIZE = next(knob for knob in KNOBS if knob.name == "table_size")
SIDE_SIZE = next(knob for knob in KNOBS if knob.name == "side_size")
PLAYERS = (("1", _("players, one against one")),)
KNOWN_TO_ALL = frozenset(rule_set.code for rule_set in PLAYABLE_RULE_SETS)


class RulesForm(BookForm):
    """Rules of gin: who plays, by which rules, and how long a match is.

    `boards` are those of a match: "1" where players meet, "k" between teams of k, "partners-k"
    where k partners share a match, "cutthroat-k" and "captain-k" where k sit at a table. A valid
    form says it as a number, and in the rules.
    """

    book = GIN
    boards = forms.ChoiceField(label=_("Who plays"), initial="1", required=False)
    field_order = ("boards",)
    may_be_teams = True

    def set_up(self) -> None:
        self.fields["rules"].initial = "club"
        by_code = gin_rules_by_code(self.own)
        self.sets = {code: of_two(rules) for code, rules in by_code.items()}
        self.of_partners = {code for code in by_code if by_code[code].variant == PARTNERSHIP}
        sets: dict[str, object] = dict(names_by_code(GIN, self.own))
        if self.kept is not None and set_of(self.kept, self.own) == OWN_RULES:
            self.sets |= {OWN_RULES: of_two(self.kept)}
            sets[OWN_RULES] = _("As they are")
        self.offer("rules", sets.items())
        teams = [(str(n), _("teams of %d") % n) for n in range(2, MOST_BOARDS + 1)]
        others = [*partners_offered(), *tables_offered()]
        self.offer("boards", [*PLAYERS, *(teams if self.may_be_teams else ()), *others])
        self.match_length = GinLength(
            self,
            _("A match is"),
            _("as the rules have it"),
            kept=self.kept,
            empty=_("Left empty: as the rules have it, or as is usual for so many partners."),
        )

    @property
    def who(self) -> forms.BoundField:
        return self["boards"]

    def key(self, code: str) -> str:
        """Of a set that all know, which are written for two, with the form for which it is written
        otherwise: "club/battle_royal"."""
        table = table_of(self._who())
        is_written_otherwise = table and code in KNOWN_TO_ALL and usual_knobs(table[0])
        return f"{code}/{table[0]}" if table and is_written_otherwise else code

    def is_key(self, key: str) -> bool:
        return _code_of(key) in self.sets

    def written(self, key: str) -> Rules:
        """The rule set of a key, between two, as it is played in its form."""
        _code, _slash, variant = key.partition("/")
        return written_for(self.sets[_code_of(key)], variant)

    def check(self, changed: Mapping[str, Any]) -> None:
        """Refuse partners by another form of the game, and rules of partners without them."""
        are_partners = self._who().startswith(PARTNERS)
        if not are_partners and self.code in self.of_partners:
            self.add_error("boards", _(OF_PARTNERS_ALONE))
        elif (are_partners or table_of(self._who())) and (
            changed.get("variant", self.base.variant) != "standard"
        ):
            sentence = OTHER_FORM if are_partners else OTHER_FORM_AT_A_TABLE
            self.add_error(f"{single_rules.PREFIX}variant", _(sentence))

    def together(self, field: str) -> Sequence[str]:
        return together(field)

    def plain(self, rules: Rules) -> Rules:
        return of_two(rules)

    def boards_of_match(self) -> int:
        return who_plays(self.cleaned_data["boards"])

    def _who(self) -> str:
        return str(self["boards"].value() or "1")

    def players(self) -> Mapping[str, Any]:
        """The knobs of a table of three or more, and those of partners, where they play: with the
        usual target for so many, where a set that all know is chosen, which are written for two."""
        who = self._who()
        if table := table_of(who):
            return {"variant": table[0], "table_size": table[1]}
        if not who.startswith(PARTNERS):
            return {}
        size = who_plays(who)
        usual = {"target": usual_target(size, self.code)} if self.code in KNOWN_TO_ALL else {}
        return {"variant": PARTNERSHIP, "side_size": size, **usual}

    def outcome(self) -> str:
        who = self._who()
        number, length = who_plays(who), consequences.of_length(self.chosen)
        if table_of(who):
            return f"{consequences.of_table(self.chosen)} {length}".strip()
        if not who.startswith(PARTNERS):
            return f"{consequences.of_boards(number)} {length}".strip()
        usual = usual_target(number, self.code)
        said = [consequences.of_partners(number), length]
        if self.match_length.has_target and self.chosen.target != usual:
            said.append(consequences.of_usual_target(number, usual))
        return " ".join(said)


def _code_of(key: str) -> str:
    """The rule set of a key."""
    return key.partition("/")[0]


def partners_offered() -> list[tuple[str, object]]:
    """How many partners can play on a side, to choose from."""
    sizes = range(SIDE_SIZE.least, SIDE_SIZE.most + 1)
    return [(f"{PARTNERS}{n}", _("partners, %d against %d") % (n, n)) for n in sizes]


def who_plays(said: str) -> int:
    """How many play for an entry, as the form says it."""
    return 1 if table_of(said) else int(said.removeprefix(PARTNERS) or 1)


def tables_offered() -> list[tuple[str, object]]:
    """The forms of three and more, with how many sit at a table, to choose from."""
    return [
        (f"{variant}-{n}", gettext(words) % {"n": n})
        for variant, words in AT_TABLE.items()
        for n in _sizes(variant)
    ]


def _sizes(variant: str) -> Sequence[int]:
    """How many can sit at a table in a form."""
    if variant in ALL_PLAY:
        return (SEATS_OF_ALL,)
    return range(TABLE_SIZE.least, TABLE_SIZE.most + 1)


def table_of(said: str) -> tuple[str, int] | None:
    """The variant and the size of a table of three or more, as the form says it."""
    variant, _dash, written = said.partition("-")
    number = number_in(written)
    return None if variant not in AT_TABLE or number is None else (variant, number)


def said_of(rules: Rules, boards: int) -> str:
    """Who plays by these rules, as the form says it."""
    if rules.variant == PARTNERSHIP:
        return f"{PARTNERS}{rules.side_size}"
    return f"{rules.variant}-{rules.table_size}" if rules.variant in AT_TABLE else str(boards)


def set_of(rules: Rules, own: Sequence[NamedRules]) -> str:
    """The code of the rule set that these rules are: one of partners, or one for two, as who plays
    is said beside it; OWN_RULES for none."""
    code = rule_set_of(rules, own)
    return rule_set_of(of_two(rules), own, rules.variant) if code == OWN_RULES else code


def of_two(rules: Rules) -> Rules:
    """The same rules, between two: who plays is said beside them."""
    if rules.variant != PARTNERSHIP and rules.variant not in AT_TABLE:
        return rules
    usual: dict[str, Any] = {"side_size": SIDE_SIZE.default, "table_size": TABLE_SIZE.default}
    return replace(rules, variant="standard", **usual)
