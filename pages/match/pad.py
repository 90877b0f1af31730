"""The score pad: the next hand of a match under one thumb, the last one corrected by a tap."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.engine.gin.partnership import PartnershipRules
from games.engine.gin.tables import TableRules
from games.engine.scoring.rules import DealtHand
from games.models import HandFact, Match
from games.selectors.matches import is_ruled_on, next_hand, proposed_dealer
from kernel.seats import opponent
from kernel.text import Refusal
from pages.match.correcting import CorrectingPage
from pages.match.counted_form import CountedForm, counted_fields, typed_counts
from pages.match.doubling import fields_of, kept_doubles, offers_of
from pages.match.first_deal import FirstDealForm, asked_of, asks_draw, draw_of
from pages.match.form_page import FormPage
from pages.match.forms import DECISIONS, typed_hand
from pages.match.match import PLAYABLE
from pages.match.pad_preview import PadPage, PadPreviewVerdict, TypedHand
from pages.match.ruling_words import ruling_words
from pages.match.series_notice import notice_panel
from pages.parts.clocks import ShownClock, shown_clock
from pages.parts.score_sheet import GamePage
from pages.parts.table_sheet import listed
from tournaments.domain.lifecycle import MatchState
from tournaments.selectors.events.audiences import seen_by
from tournaments.selectors.stages.clocks import clocks_of
from tournaments.services.desk import results
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.played_online import WRITTEN_BY_TABLE
from web.actors import say
from web.numbers import number_in
from web.page import new_key


class ScorePadPage(PadPage, FormPage[TypedHand], CorrectingPage):
    """The pad. `?hand=n` corrects a hand, `?game=n` goes on after the pause between two games; what
    was doubled in the hand that is being played stands there too (`doubling`)."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        if number_in(request.GET.get("hand"), digits=6) is None:
            return self.show(self.form(initial=self._begun()))
        if self.fact is None:
            raise Http404
        if not self.may_correct(self.fact):
            return self.show(self.form(), fact=None, refused=self.why_not_correct(self.fact))
        return self.show(self.form(initial=self._typed(self.fact)))

    def _typed(self, fact: HandFact) -> dict[str, Any]:
        """A hand that is written down as it would be typed."""
        if self.is_counted:
            return typed_counts(fact, fact.hand.sequence, fact.dealer)
        return typed_hand(fact)

    def _begun(self) -> dict[str, Any]:
        """What the address says of the hand that is being played."""
        if self.is_counted:
            return {}
        players = self.request.GET.get("players", "")
        return kept_doubles(self.request.GET, self.record.rules) | {"players": players}

    @property
    def fact(self) -> HandFact | None:
        """The hand that is corrected: of the form, or of the address."""
        request = self.request
        said = request.POST.get("n") if request.method == "POST" else request.GET.get("hand")
        n = number_in(said, digits=6)
        return self.sheet.facts.get(n) if n else None

    def take(self, form: TypedHand) -> HttpResponse:
        data = form.cleaned_data
        if not data["n"]:
            return super().take(form)
        return self.correct(
            results.correct_hand,
            data["version"],
            n=data["n"],
            entry=form.entry(),
            reason=data["reason"].strip(),
            if_unfinished=data["if_unfinished"] or None,
        )

    def write(self, form: TypedHand) -> str:
        version = form.cleaned_data["version"]
        left = results.record_hand(entry=form.entry(), **self.told(version))
        return self._saved_at(left.record.facts[-1].hand.sequence)

    def corrected(self, left: EditedMatch) -> str:
        return self._saved_at(number_in(self.request.POST.get("n"), digits=6))

    def _saved_at(self, n: int | None) -> str:
        """The pad, saying what the n-th hand has come to."""
        return f"{self.address('pad')}?saved={n}"

    def refused(self, form: TypedHand, refusal: Refusal) -> dict[str, Any]:
        """Why it was not taken, and what changed meanwhile."""
        code = refusal.text.code
        if code in ("stale", "idempotency_mismatch", "match_over", "not_by_hands"):
            meanwhile = self.meanwhile(form.cleaned_data["version"])
            facts = self.record.facts
            return {
                "stale": bool(meanwhile) or code != "match_over",
                "meanwhile": meanwhile,
                "same": not form.cleaned_data["n"] and bool(facts) and form.says(facts[-1]),
                "refused": "" if meanwhile else say(refusal.text),
                "key": new_key(),
            }
        if code == "choice_needed":
            return {"choice": say(refusal.text)}
        form.refuse(refusal)
        return {}

    def show(self, form: TypedHand, status: int = 200, **context: Any) -> HttpResponse:
        fact = context.pop("fact", self.fact)
        games = self.sheet.games()
        mode = self._mode(form, fact, games, context)
        n, game, number = next_hand(self.record)
        if fact:
            n, game, number = fact.hand.sequence, fact.hand.game, fact.hand.number
        reporter = self.record.reporter if self.place.state == MatchState.REPORTED else None
        partial = bool(self.request.htmx) and status == 200
        players = () if self.is_counted else self.players_of(str(form["players"].value() or ""))
        return self.answer(
            "match/pad.html#live" if partial else "match/pad.html",
            status,
            **{
                "seen": seen_by(self.actor, self.tournament),
                "mode": mode,
                "at_the_tables": self.is_at_the_tables,
                "games": games,
                "strip": self._strip(games),
                "game": self._shown_game(games, mode, game),
                "game_number": game,
                "hand_number": number,
                "form": form,
                "fact": fact,
                "version": self.board.match.version,
                **self._asked(form, mode),
                "dealer": self._dealer(form, fact, players),
                "players": ",".join(map(str, players)),
                "in_hand": form.names,
                "coming": self._coming(players),
                "others": self._other_hands(players) if mode == "enter" else (),
                "asks_reason": self.record.state == Match.States.FINISHED,
                "correctable": [
                    fact.hand.sequence for fact in self.record.facts if self.may_correct(fact)
                ],
                "blocked": self._blocked(),
                "saved": self._saved(),
                "ended": self._ended(games, mode),
                "waits_for": self._others_than(reporter) if reporter is not None else "",
                "seat": self.seat,
                "notice": notice_panel(self.record, self.names),
                "clock": self._clock() if mode != "over" else None,
                "decisions": DECISIONS,
                "draw": self._draw(mode),
                "ruled": [
                    ruling_words(ruling, self.names, self.record.game_rules)
                    for ruling in self.record.rulings
                    if is_ruled_on(self.record, ruling, n, players)
                ],
            }
            | context,
        )

    def _asked(self, form: TypedHand, mode: str) -> Mapping[str, Any]:
        """What the pad asks for beyond who played, and the counts."""
        if isinstance(form, CountedForm):
            return {"fields": counted_fields(self.record.game_rules)}
        offers = offers_of(form, self.record.rules, self.names, self.request.GET)
        fields = fields_of(self.record.rules)
        return {"fields": fields, "doubles": offers if mode == "enter" else None}

    def _draw(self, mode: str) -> Mapping[str, object]:
        """The form of the draw for the deal, or what it was, until the first hand is written."""
        if mode == "draw":
            return asked_of(FirstDealForm(names=self.names), self.record, self.names)
        return draw_of(self) if mode == "enter" and not self.record.facts else {}

    def may_correct(self, fact: HandFact) -> bool:
        """Referees correct any hand; others the last of a running match, where they entered it."""
        if fact.hand.deal is not None or self.blocked("correct_result"):
            return False
        if self.actor.may("match.correct"):
            return True
        last = self.record.facts[-1].hand_id == fact.hand_id
        running = self.record.state != Match.States.FINISHED
        return last and running and fact.by_id == self.actor.user_id

    def why_not_correct(self, fact: HandFact) -> str:
        if fact.hand.deal is not None:
            return _(WRITTEN_BY_TABLE)
        return self.blocked("correct_result") or _(
            "Only a referee can correct this hand. You can correct the last hand of a running "
            "match if you entered it."
        )

    def _mode(
        self,
        form: TypedHand,
        fact: HandFact | None,
        games: Sequence[GamePage],
        context: dict[str, Any],
    ) -> str:
        """`correct`, `enter`, `draw` (before that it is asked who deals first), `check` (a game has
        just ended), `over`, `undecided` or `blocked`."""
        if fact is not None:
            return "correct"
        if self.record.score.finished and self.record.sheet is not None:
            return "over"
        if self._blocked() and not form.is_bound:
            return "blocked"
        _n, game, hand = next_hand(self.record)
        if not game:
            return "undecided"
        pause = game > 1 and hand == 1 and bool(games)
        if self.request.GET.get("notice") and notice_panel(self.record, self.names):
            return "notice"
        checked = form.is_bound or number_in(self.request.GET.get("game"), digits=6) == game
        if pause and not checked and not context.get("stale"):
            return "check"
        return "draw" if not form.is_bound and asks_draw(self) else "enter"

    def _blocked(self) -> str:
        """Why no hand can be written down, empty when one can."""
        refused = self.blocked("enter_result")
        if refused or self.is_online:
            return refused or _(WRITTEN_BY_TABLE)
        if self.record.submission is not None and self.record.sheet is None:
            return _("This match was entered as a result, not hand by hand.")
        if self.place.state not in PLAYABLE and self.record.sheet is None:
            if self.place.state == MatchState.FINISHED:
                return _("This match is decided without play.")
            return _("The players of this match are not known yet, or its round is not open.")
        return ""

    def _shown_game(self, games: Sequence[GamePage], mode: str, number: int) -> GamePage | None:
        """The game whose hands stand above the entry."""
        if mode in ("check", "over", "undecided", "blocked"):
            return games[-1] if games else None
        return next((game for game in games if game.number == number), None)

    def _strip(self, games: Sequence[GamePage]) -> Sequence[GamePage | int]:
        """The games of the match: those that are written down, then the numbers of the others."""
        rules = self.record.game_rules
        most = rules.match_n if rules.match_type == "best_of" else len(games)
        return [*games, *range(len(games) + 1, most + 1)] if most > 1 else []

    def _dealer(self, form: TypedHand, fact: HandFact | None, players: Sequence[int]) -> int:
        given = number_in(str(form["dealer"].value()), digits=1)
        if given is not None and given < len(form.names):
            return given
        dealer = fact.dealer if fact else proposed_dealer(self.record)
        if not players:
            return dealer
        return players.index(self.record.game_rules.dealer_among(players, dealer))

    def _other_hands(self, players: Sequence[int]) -> Sequence[Mapping[str, str]]:
        """The other hands that are missing of a round between partners; at a table of three or
        more, who else can play."""
        rules, (number, dealt) = self.record.game_rules, self._running()
        due: Sequence[Sequence[int]] = ()
        if isinstance(rules, PartnershipRules):
            due = rules.still_to_play(number, dealt)
        elif isinstance(rules, TableRules):
            due = rules.may_meet(dealt)
        return [
            {"players": ",".join(map(str, two)), "names": self._against(two)}
            for two in due
            if two != tuple(players)
        ]

    def _coming(self, players: Sequence[int]) -> str:
        """The hands after this one as pad.js goes on to them without a network: of this round, and
        of the next; "" where everybody plays every hand."""
        rules, of_game = self.record.game_rules, self._running()
        if not isinstance(rules, PartnershipRules):
            return ""
        left = [two for two in rules.still_to_play(*of_game) if two != tuple(players)]
        coming = [
            {"players": ",".join(map(str, two)), "names": self.names_in_hand(two)}
            for two in (*left, *rules.due_later(*of_game))
        ]
        return json.dumps(coming)

    def _running(self) -> tuple[int, Sequence[DealtHand]]:
        """The number of the running game, and its hands."""
        sheet = self.record.sheet
        return (sheet.running_game or 1, sheet.dealt) if sheet else (1, ())

    def _against(self, players: Sequence[int]) -> str:
        first, second = self.names_in_hand(players)
        return _("%(first)s v %(second)s") % {"first": first, "second": second}

    def _others_than(self, seat: int) -> str:
        return listed([self.names[side] for side in self.record.game_rules.other_sides(seat)])

    def _saved(self) -> PadPreviewVerdict | None:
        """The hand that was saved last, as it is said after the redirect."""
        n = number_in(self.request.GET.get("saved"), digits=6)
        if n is None or n not in self.sheet.facts:
            return None
        return self.verdict_of(self.record, n)

    def _clock(self) -> ShownClock | None:
        round, table = self.board.pairing.round, self.board.pairing.table
        number = table.number if table else None
        return shown_clock(clocks_of(round.stage, [round]), round.number, self.place.name, number)

    def _ended(self, games: Sequence[GamePage], mode: str) -> str:
        """What is to be checked before play goes on."""
        if mode == "check":
            # A penalty may already have given points in the game that comes next.
            return next((game.outcome for game in reversed(games) if game.outcome), "")
        score = self.record.score
        if mode == "over" and score.winner is not None and self.is_table:
            return _("%(name)s wins the match") % {"name": self.place.lines[score.winner].name}
        if mode == "over" and score.winner is not None:
            won = (score.games_won[score.winner], score.games_won[opponent(score.winner)])
            values = {"name": self.place.lines[score.winner].name, "own": won[0], "other": won[1]}
            return _("%(name)s wins the match, %(own)d–%(other)d") % values
        return ""
