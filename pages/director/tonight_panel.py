"""The director's next step as the desk shows it: buttons with what they do, cures to choose from,
the line of the evening with its pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.tonight.director import Panel
from tournaments.domain.tonight.director_blocks import Block, Cure
from tournaments.domain.tonight.director_facts import Does
from tournaments.domain.tonight.director_line import LineStep, Place
from tournaments.domain.tonight.next_step import Button
from web.actors import say

ACTS = frozenset(
    {
        Does.OPEN_REGISTRATION,
        Does.OPEN_CHECK_IN,
        Does.DRAW,
        Does.PUBLISH,
        Does.START_CLOCK,
        Does.ARCHIVE,
    }
)
"""What a button of the desk does at once; the others lead to a page."""

PAGES: Mapping[str, str] = {
    Does.ENTRIES: "entries",
    Does.CHECK_IN: "check_in",
    Does.LOOK_AT_DRAFT: "draw",
    Does.MATCH: "match",
    Does.TABLE: "table",
    Does.RESULTS: "board",
    Does.APPEAL: "appeal_decision",
    Does.FINAL_TABLE: "print_standings",
    Does.EVENT: "tournament",
}
KEYED = (Does.MATCH, Does.TABLE, Does.APPEAL)
"""Pages of one match, of one table, or of one appeal."""

LINE_PAGES: Mapping[str, str] = {
    Place.ENTRIES: "entries",
    Place.PUBLIC: "settings_public",
    Place.CHECK_IN: "check_in",
    Place.DRAW: "draw",
    Place.ROUND: "rounds",
    Place.FINISH: "standings",
}


@dataclass(frozen=True, slots=True)
class ShownButton:
    """Its words, and either the `act` that it sends or the `address` to which it leads."""

    words: str
    act: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class ShownCure:
    """A cure as a choice: `value` is what is sent, `button` what the button says while it is
    chosen."""

    value: str
    title: str
    consequence: str
    price: str
    unit: str
    button: str


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """`version` is that of the match that the cures are about."""

    heading: str
    sentence: str
    is_blocked: bool
    button: ShownButton
    others: Sequence[ShownButton]
    question: str = ""
    cures: Sequence[ShownCure] = ()
    version: int = 0


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of the line; `address` is empty for what has no page yet."""

    name: str
    note: str
    standing: str
    address: str


class PanelWords:
    """`address` gives the addresses of the pages of the tournament; `by_round`: each round has a
    page of its own draft."""

    def __init__(self, address: Callable[..., str], *, by_round: bool) -> None:
        self.address = address
        self.by_round = by_round

    def panel(self, panel: Panel) -> ShownPanel:
        block = panel.block
        return ShownPanel(
            say(panel.heading),
            say(panel.sentence),
            block is not None,
            self._button(panel.button),
            [self._button(button) for button in panel.others],
            say(block.question) if block and block.cures else "",
            [_cure(block, cure) for cure in block.cures] if block else (),
            block.match.version if block else 0,
        )

    def line(self, steps: Sequence[LineStep]) -> list[ShownStep]:
        return [
            ShownStep(
                say(step.name),
                say(step.note) if step.note else "",
                step.standing,
                self.address(LINE_PAGES[step.place]) if _has_page(step) else "",
            )
            for step in steps
        ]

    def _button(self, button: Button) -> ShownButton:
        words, key = say(button.words), button.key
        if button.does in ACTS:
            return ShownButton(words, f"{button.does}:{key}" if key else str(button.does))
        if button.does not in PAGES:
            return ShownButton(words)  # what a cure does is sent with the choice
        if button.does == Does.LOOK_AT_DRAFT and self.by_round:
            return ShownButton(words, address=self.address("round", key))
        more = [key] if button.does in KEYED else []
        return ShownButton(words, address=self.address(PAGES[button.does], *more))


def _cure(block: Block, cure: Cure) -> ShownCure:
    seat = "" if cure.seat is None else f":{cure.seat}"
    return ShownCure(
        f"{cure.does}:{block.match.key}{seat}",
        say(cure.title),
        say(cure.consequence),
        cure.price,
        say(cure.unit),
        say(cure.button),
    )


def _has_page(step: LineStep) -> bool:
    return step.place in LINE_PAGES and (step.place != Place.ROUND or step.key is not None)
