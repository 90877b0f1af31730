"""What was drawn from a result that is corrected, in plain words."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from pages.parts.reseeding_words import first_lines, pair_words, pairs_words, place_words
from pages.parts.stage_switch import stage_name
from tournaments.domain.reseeding import Repairing, Reseeding
from tournaments.selectors.stages.drawings import BegunMatch, Drawing, Otherwise
from tournaments.services.desk.comparing import RedrawnRound

Names = Mapping[int, str]


def rests_words(
    drawings: Sequence[Drawing], played: Sequence[BegunMatch], names: Names
) -> list[dict[str, object]]:
    """What is said of everything that would be drawn otherwise: what it is called and how it
    stands, how it would be drawn now, what is played of it."""
    return [
        {
            "name": drawing_name(drawing),
            "state": _state(drawing),
            "lines": first_lines(_otherwise(drawing.found, names)),
            "played": first_lines(_played(each, names) for each in played if drawing.has(each)),
        }
        for drawing in drawings
        if drawing.found
    ]


def drawing_name(drawing: Drawing) -> str:
    """What a drawing is called: a round, with its stage where it is the first of it, or a stage."""
    stage, round = drawing.stage, drawing.rounds[0].number
    if not drawing.is_round:
        return stage_name(stage)
    if round == 1:
        return _("%(stage)s, round %(round)d") % {"stage": stage_name(stage), "round": round}
    return _("Round %(round)d") % {"round": round}


def drawn_words(drawn: RedrawnRound, names: Names) -> Iterator[str]:
    """What is drawn in the place of it."""
    pairs = [pair_words(two, names) for two in drawn.pairs if any(two)]
    values = {"round": drawn.round, "pairs": "; ".join(first_lines(pairs))}
    if drawn.is_published:
        yield _("Round %(round)d is drawn again and published at once: %(pairs)s.") % values
    else:
        yield _("Round %(round)d is drawn again, as a draft for the director: %(pairs)s.") % values


def void_words(drawing: Drawing, played: Sequence[BegunMatch], names: Names) -> Iterator[str]:
    """What is set aside, and what is void with it."""
    values = {"name": drawing_name(drawing)}
    yield _("%(name)s is set aside as it was drawn.") % values
    for match in played:
        if drawing.has(match):
            yield _("Void: %(match)s.") % {"match": _played(match, names)}


def _state(drawing: Drawing) -> str:
    if not drawing.is_published:
        return _("A draft: it is drawn again of itself.")
    if drawing.has_begun:
        return _("It is published, and was played in.")
    return _("It is published, and nothing of it is played.")


def _otherwise(found: Otherwise | None, names: Names) -> Iterator[str]:
    if found is None:
        return
    if found.is_open:
        yield _("A result before it would be open: it can't be drawn until that is in.")
    elif isinstance(found, Reseeding):
        yield from (place_words(entry, names) for entry in found.entries)
    elif isinstance(found, Repairing):
        yield from pairs_words(found, names)


def _played(played: BegunMatch, names: Names) -> str:
    values = {
        "pair": pair_words(played.entries, names),
        "score": "–".join(map(str, played.games_won)),
        "round": played.round,
        "table": played.table,
    }
    if played.state == "finished":
        return _("%(pair)s, round %(round)d: over, %(score)s in games") % values
    if played.table is None:
        return _("%(pair)s, round %(round)d: under way, %(score)s in games") % values
    return _("%(pair)s, round %(round)d, table %(table)d: under way, %(score)s in games") % values
