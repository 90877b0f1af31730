"""What an address below `tournaments/` or `matches/` names, and what the caller is there."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from kernel.permissions import Actor
from players.access.api_view import ApiView
from tournaments.api.match_shapes import match_answer
from tournaments.models import Board, Stage, Tournament
from tournaments.selectors.events.access import (
    acting_at,
    acting_in,
    boards_visible_to,
    sees_drafts,
    tournaments_visible_to,
)
from tournaments.selectors.stages.bracket import is_drawn_for_all
from tournaments.selectors.stages.order import current_stage, stages_of


class TournamentView(ApiView):
    """Something of the tournament that the address names."""

    tag = "tournaments"
    tournament: Tournament

    def load(self) -> Actor:
        self.tournament = get_object_or_404(
            tournaments_visible_to(self.actor).select_related("club"),
            pk=self.kwargs["tournament_id"],
        )
        return acting_in(self.actor, self.tournament)

    @cached_property
    def write(self) -> dict[str, Any]:
        """What every service is told: which tournament, who, when."""
        return {"tournament_id": self.tournament.pk, "by": self.actor, "now": self.now}

    def stage(self, number: int | None) -> Stage:
        """The stage of this number, the current one without."""
        if number is None:
            return current_stage(stages_of(self.tournament.pk), drafts=sees_drafts(self.actor))
        return get_object_or_404(self.tournament.stages, number=number)

    def is_shown(self, stage: Stage) -> bool:
        """Whether the caller may see what is drawn."""
        return sees_drafts(self.actor) or is_drawn_for_all(stage)


class MatchView(ApiView):
    """Something of the match that the address names."""

    tag = "matches"
    board: Board

    def load(self) -> Actor:
        self.board = get_object_or_404(self.boards(), match=self.kwargs["match_id"])
        return acting_at(self.actor, self.board)

    def boards(self) -> QuerySet[Board]:
        """The matches that the caller may see."""
        return boards_visible_to(self.actor)

    def current(self) -> dict[str, Any]:
        return match_answer(self.board, full_names=sees_drafts(self.actor))
