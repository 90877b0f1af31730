"""Playing against the computer: one press, no account, no name; or an opponent by choice."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.gin.bots.characters import CHARACTERS, Character
from games.engine.gin.bots.levels import LEVELS, Level
from games.engine.gin.bots.measured import Strength, strength_of
from games.engine.gin.bots.roster import CODES
from games.engine.gin.rules import PARTNERSHIP
from games.engine.scoring.rules import AnyRules
from games.rule_books import rules_from, scoring_of
from games.selectors.opponents import OwnOpponent, own_opponents
from kernel.permissions import Actor
from kernel.seats import SIDES
from kernel.text import N_
from pages.parts import consequences
from pages.parts.fields import PageForm
from pages.parts.hand_offer import hand_offer
from pages.play.forms import CLOCKS
from pages.play.seat_page import SeatFormPage
from tournaments.selectors.events.friendlies import table_of
from tournaments.services.events.friendlies import Asked, open_friendly
from web.addresses import client_address

PARTNERS = "partners"
ALL_AT_ONCE = N_(
    "All at the table play every hand. The others are of the same level as the one whom you choose."
)
TWO_MORE = N_(
    "Two hands at once that count together, to 125. Your partner, and who plays with the one whom "
    "you choose, are of the same level."
)
#: What can be played, by its code in a form: what it is called, and its rules. The draw says who
#: deals: nobody is asked anything before the first card.
GAMES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "regular": (N_("Regular"), {"preset": "club", "first_dealer": "random"}),
    "oklahoma": (N_("Oklahoma"), {"preset": "oklahoma", "first_dealer": "random"}),
    "straight": (N_("Straight"), {"preset": "straight", "first_dealer": "random"}),
    "hollywood": (
        N_("Hollywood"),
        {"preset": "club", "first_dealer": "random", "sheet": "hollywood"},
    ),
    PARTNERS: (
        N_("With a partner, against two"),
        {"preset": "club", "first_dealer": "random", "variant": PARTNERSHIP},
    ),
    "battle-royal": (
        N_("Battle Royal, three at a table"),
        {"preset": "club", "first_dealer": "random", "variant": "battle_royal", "target": 200},
    ),
    "rummy": (N_("Rummy, four at a table"), {"game": "rummy", "table_size": 4}),
    "rummy-of-two": (N_("Rummy, between two"), {"game": "rummy", "table_size": 2}),
    "knock-rummy": (
        N_("Knock rummy, four at a table"),
        {"game": "rummy", "preset": "knock-rummy", "table_size": 4},
    ),
}


class HandForm(PageForm):
    """Whom one plays, by the button that was pressed: a level, a character, or one of `own`."""

    bot = forms.ChoiceField()
    game = forms.ChoiceField(label=_("The game"), required=False)

    def __init__(self, *args: Any, own: Sequence[OwnOpponent] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("bot", [(code, code) for code in (*CODES, *(one.code for one in own))])
        self.offer("game", [(code, code) for code in GAMES])


class PlayHandPage(SeatFormPage):
    """Leads to a table at which the computer sits already: one game, by the club rules where
    nothing else was chosen, without a clock."""

    action = "friendly.open"
    template = "play/hand.html"
    form_class = HandForm

    @cached_property
    def own(self) -> Sequence[OwnOpponent]:
        """The opponents that the reader has made."""
        return own_opponents(self.actor)

    def form(self, data: QueryDict | None = None) -> PageForm:
        game = self.request.GET.get("game", "regular")
        return HandForm(data, own=self.own, initial={"game": game if game in GAMES else "regular"})

    def seat(self, form: PageForm, by: Actor) -> str:
        bot, game = form.cleaned_data["bot"], form.cleaned_data["game"] or "regular"
        # Who comes back to the page and chooses another opponent or game means another table.
        key = f"{self.key} {bot} {game}" if self.key else ""
        address = client_address(self.request)
        friendly = open_friendly(
            asked=Asked(by, self.now, address, key, self.digest),
            rules=GAMES[game][1],
            best_of=1,
            clock=CLOCKS["none"],
            bots=self.company(bot, scoring_by(GAMES[game][1]).seats - 1),
        )
        return table_of(friendly)

    def company(self, bot: str, others: int) -> list[str]:
        """Who sits in so many other seats: whom one plays, and others of the house and of the same
        level. Between partners the second is one's partner."""
        at_home = {one.code: one.level for one in CHARACTERS}
        made = {one.code: str(one.manner["level"]) for one in self.own}
        level = at_home.get(bot) or made.get(bot) or bot
        same = [code for code, own in at_home.items() if own == level]
        return [bot, *[code for code in (*same, level) if code != bot]][:others]

    def context(self, form: PageForm) -> dict[str, Any]:
        return dict(hand_offer(self.actor, self.key))


class OpponentsPage(PlayHandPage):
    """The players of the house, those of each level together: whoever is pressed sits down."""

    template = "play/opponents.html"

    def post(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        """Where nobody was pressed, the game alone is chosen."""
        if not request.POST.get("bot"):
            return redirect(f"{request.path}?{urlencode({'game': request.POST.get('game', '')})}")
        return super().post(request, **kwargs)

    def context(self, form: PageForm) -> dict[str, Any]:
        chosen = str(form["game"].value())
        return super().context(form) | {
            "are_measured": chosen in GAMES and not scoring_by(GAMES[chosen][1]).endings,
            "own": [(one, say_level(one)) for one in self.own],
            "by_level": [(level, strength_of(level.code), _at_home(level)) for level in LEVELS],
            "game_options": [
                (code, gettext(title), _leads_to(code, rules), code == chosen)
                for code, (title, rules) in GAMES.items()
            ],
        }


def say_level(one: OwnOpponent) -> str:
    """The level at which an opponent plays, by its name."""
    return next(gettext(level.name) for level in LEVELS if level.code == one.manner["level"])


def scoring_by(rules: Mapping[str, object]) -> AnyRules:
    """By what a match is scored at a table at which these rules are played."""
    return scoring_of(rules_from(rules))


def _leads_to(game: str, rules: Mapping[str, object]) -> str:
    """What there is to play, and with whom."""
    if game == PARTNERS:
        return gettext(TWO_MORE)
    said = [consequences.of_rules(rules_from(rules))]
    if scoring_by(rules).seats > SIDES:
        said.append(gettext(ALL_AT_ONCE))
    return " ".join(said)


def _at_home(level: Level) -> Sequence[tuple[Character, Strength]]:
    return [(one, strength_of(one.code)) for one in CHARACTERS if one.level == level.code]
