"""Matches that go on while the next round is drawn, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from kernel.seats import Pair
from pages.parts.sheet_matches import SheetMatches
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.open_results import CountedAs
from tournaments.selectors.stages.bracket import BracketRound
from tournaments.selectors.stages.left_open import OpenMatch


@dataclass(frozen=True, slots=True)
class OpenMatchWords:
    """A match without which the next round may be drawn: where it is, who plays, and what it counts
    as it stands, empty where that is level. `said` is the code of what the director has said."""

    pairing: int
    where: str
    who: str
    as_it_stands: str
    said: str


def open_match_words(maker: SheetMatches, found: Sequence[OpenMatch]) -> list[OpenMatchWords]:
    """The same of each of them."""
    return [
        OpenMatchWords(
            match.pairing.pk,
            maker.match(maker.slots[match.pairing.plan.key]).where,
            _who(maker, match.pairing.plan.key),
            _score(match.won)
            if match.counted_as(CountedAs.AS_IT_STANDS).leader is not None
            else "",
            match.said.counted_as if match.said else CountedAs.LEVEL,
        )
        for match in found
    ]


def rests_words(maker: SheetMatches, round: BracketRound) -> list[str]:
    """Without which matches a round was paired, and as what each of them counted in it."""
    found = []
    for key, result in round.left_open:
        values = _match(maker, key) | {"score": _score(result.won)}
        if result.leader is None:
            found.append(_("Paired while %(match)s was open, counted as level.") % values)
        else:
            found.append(_("Paired while %(match)s was open, counted as %(score)s.") % values)
    return found


def waits_words(maker: SheetMatches) -> Iterator[str]:
    """Which matches before the round that is on are open still, and so not in the standings."""
    left_open = {key for round in maker.bracket for key, _result in round.left_open}
    for key in sorted(left_open):
        if maker.slots[key].decision is None:
            yield _("%(match)s is still open: it counts here when its result is in.") % _match(
                maker, key
            )


def _match(maker: SheetMatches, key: PairingKey) -> dict[str, object]:
    """A match by its table, or by its players, and its round."""
    table = maker.match(maker.slots[key]).table
    values = {"match": table or _who(maker, key), "round": key[0]}
    return {"match": _("%(match)s of round %(round)d") % values}


def _who(maker: SheetMatches, key: PairingKey) -> str:
    return " – ".join(line.name for line in maker.match(maker.slots[key]).lines)


def _score(won: Pair) -> str:
    return "–".join(map(str, won))
