"""The two forms of gin in which three play at once: who gets what (rulebook 4.7, 4.9)."""

from games.engine.gin.royal.hand import SEATS, EndingKind, Form
from games.engine.gin.rules import Rules
from kernel.seats import PerSeat, Seat, nothing, others


def _battle_royal(rules: Rules, kind: EndingKind, knocker: Seat, counts: PerSeat) -> PerSeat:
    """Whoever has the lowest count scores the counts of both others less their own (RG), with gin
    the bonus as well; a knocker who does not have it loses the undercut bonus, which nobody gets.
    Level with the knocker another one wins; two others who are level win nothing (REC)."""
    lowest = min(counts)
    if kind == "gin":
        winners = [knocker]
    else:
        winners = [seat for seat in others(knocker, SEATS) if counts[seat] == lowest] or [knocker]
    points = list(nothing(SEATS))
    if len(winners) == 1:
        (winner,) = winners
        points[winner] = sum(counts) - 2 * counts[winner]
    if kind == "gin":
        points[knocker] += rules.gin_bonus
    if knocker not in winners:
        points[knocker] = -rules.undercut_bonus
    return tuple(points)


def _jersey(rules: Rules, kind: EndingKind, knocker: Seat, counts: PerSeat) -> PerSeat:
    """The knocker meets each of the others as in a hand of two: what the higher count is higher by,
    with gin the bonus of each, and an undercut for who is not above the knocker (REC: the source
    breaks off before its values)."""
    points = list(nothing(SEATS))
    for seat in others(knocker, SEATS):
        difference = counts[seat] - counts[knocker]
        if kind == "gin":
            points[knocker] += difference + rules.gin_bonus
        elif difference > 0:
            points[knocker] += difference
        else:
            points[seat] = rules.undercut_bonus - difference
    return tuple(points)


BATTLE_ROYAL = Form("battle_royal", live=2, offers=True, pays=_battle_royal)
JERSEY = Form("jersey", live=1, offers=False, pays=_jersey)
FORMS = {form.code: form for form in (BATTLE_ROYAL, JERSEY)}
