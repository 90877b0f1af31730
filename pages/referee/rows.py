"""The tables that need a referee, in words, each with at most three ways to go on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from pages.match.lateness import NO_SHOW_AFTER
from pages.parts.call_words import call_subject
from pages.parts.clocks import minutes_and_seconds
from pages.parts.sheet_match import SheetMatch, score_of
from pages.parts.table_cards import Tiles
from tournaments.domain.tonight.referee import Does, Need, TableInNeed, button
from tournaments.selectors.stages.bracket import matches_of
from web.actors import say


@dataclass(frozen=True, slots=True)
class Way:
    """A link; with `posts` a form that is sent there, `take_over` with it. `is_main`: the next
    thing to do on the page."""

    words: str
    address: str
    posts: bool = False
    take_over: bool = False
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class NeedRow:
    """A table that needs a referee: `subject` is what it calls for, `who` the two, `since` "1:52"
    and `seconds` the same."""

    one: TableInNeed
    number: str
    title: str
    subject: str
    who: str
    where: str
    detail: str
    since: str
    ways: tuple[Way, ...]

    @property
    def kind(self) -> str:
        return self.one.need.value


class RowWords:
    """Says them for one of the staff; `address` gives the addresses of the event's pages."""

    def __init__(self, tiles: Tiles, address: Callable[..., str]) -> None:
        self.tiles = tiles
        self.address = address
        self.slots = {slot.match.pk: slot for slot in matches_of(tiles.rounds) if slot.match}

    def rows(self, tables: Sequence[TableInNeed]) -> list[NeedRow]:
        """In this order; the first way of the first is the next step, if the reader may take it."""
        rows = [self._row(one) for one in tables]
        if rows and rows[0].one.mine and rows[0].one.need != Need.TAKEN:
            first, *others = rows[0].ways
            rows[0] = replace(rows[0], ways=(replace(first, is_main=True), *others))
        return rows

    def _row(self, one: TableInNeed) -> NeedRow:
        slot = self.slots.get(one.match or 0)
        match = self.tiles.maker.match(slot) if slot else None
        return NeedRow(
            one,
            number="" if one.table is None else str(one.table),
            title=self._title(one, match),
            subject=call_subject(one.about, one.said) if one.need == Need.CALLED else "",
            who=match.versus if match else "",
            where=say(one.where),
            detail=self._detail(one, match),
            since=minutes_and_seconds(one.seconds),
            ways=tuple(self._ways(one, match)),
        )

    def _title(self, one: TableInNeed, match: SheetMatch | None) -> str:
        titles: Mapping[Need, str] = {
            Need.CALLED: _("Called:"),
            Need.GOING: _("You are on your way"),
            Need.DISPUTED: _("Disputed"),
            Need.APPEAL: _("Under appeal"),
            Need.LATE: _("The time is up"),
            Need.ABSENT: _("Not begun yet"),
            Need.UNANSWERED: _("One report, no answer"),
            Need.TAKEN: _("%(name)s is on the way") % {"name": one.taker},
        }
        return titles[one.need]

    def _detail(self, one: TableInNeed, match: SheetMatch | None) -> str:
        """How far the match is, and what was said of it."""
        where = "" if one.table is not None else say(one.where)
        board = "" if match is None or not match.slot.board else match.where
        held = self.tiles.hold_words(one.match)
        parts = [where, board, match.progress if match else "", held, self._said(one)]
        return " ".join(f"{part.rstrip('.')}." for part in parts if part)

    def _said(self, one: TableInNeed) -> str:
        record = self.tiles.maker.records.get(one.match or 0)
        if one.about and one.need != Need.CALLED:
            return _("Called for: %(subject)s") % {"subject": call_subject(one.about, one.said)}
        if one.need == Need.DISPUTED and record is not None:
            return getattr(getattr(record.submission, "dispute", None), "reason", "")
        if one.need == Need.UNANSWERED and record is not None and record.reporter is not None:
            match = self.tiles.maker.match(self.slots[record.match.pk])
            won, reporter = record.score.games_won, record.reporter
            values = {
                "reporter": match.lines[reporter].name,
                "score": score_of(won, reporter),
            }
            return _("%(reporter)s reported %(score)s") % values
        return ""

    def _ways(self, one: TableInNeed, match: SheetMatch | None) -> list[Way]:
        if match is None or one.match is None:
            return [self._first(one)]
        page = Way(_("The match"), self.address("match", one.match))
        if not one.mine:
            return [page]
        pad = Way(_("Pad"), self.address("pad", one.match))
        result = Way(_("Result"), self.address("result", one.match))
        if one.match in self.tiles.dealt_online:
            pad = result = Way(_("The table’s card"), self.address("online_card", one.match))
        ruling = Way(_("Ruling"), self.address("ruling", one.match))
        if one.need in (Need.GOING, Need.TAKEN):
            done = Way(_("Sorted out"), self.address("end_call", one.match, one.key), posts=True)
            return [self._first(one), ruling if one.need == Need.GOING else pad, done]
        on_the_pad = [pad] if self._is_by_hands(match) else []
        others: Mapping[Need, list[Way]] = {
            Need.CALLED: [ruling, pad],
            Need.DISPUTED: [*(on_the_pad or [ruling]), result],
            Need.APPEAL: [page],
            Need.LATE: [pad, ruling],
            Need.ABSENT: [pad, self._award(one) or result],
            Need.UNANSWERED: [*on_the_pad, result],
        }
        return [self._first(one), *others[one.need]]

    def _award(self, one: TableInNeed) -> Way | None:
        """What lateness costs by now, for those who may give it; there they say who is late."""
        if not self.tiles.actor.may("penalty.severe"):
            return None
        page = self.address("penalty", one.match)
        if one.seconds >= 60 * NO_SHOW_AFTER:
            return Way(_("Award the match"), f"{page}?rule=T_NOSHOW")
        return Way(_("Award the game"), f"{page}?rule=T_LATE")

    def _is_by_hands(self, match: SheetMatch) -> bool:
        record = self.tiles.maker.records.get(match.slot.match.pk) if match.slot.match else None
        return record is not None and record.sheet is not None

    def _first(self, one: TableInNeed) -> Way:
        """What the step of the page would be, were there this table alone."""
        step = button(one)
        words = say(step.words)
        if step.does == Does.TAKE:
            address = self.address("take_call", one.match, one.key)
            return Way(words, address, posts=True, take_over=one.need == Need.TAKEN)
        if step.does in (Does.PAD, Does.RESULT) and one.match in self.tiles.dealt_online:
            return Way(_("The table’s card"), self.address("online_card", one.match))
        pages = {Does.APPEAL: "appeal_decision", Does.TABLE: "table"}
        return Way(words, self.address(pages.get(Does(step.does), step.does), step.key))
