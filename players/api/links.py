"""Links that are handed out and used: invitations into a club, claims of a player."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.access.api_view import ApiView
from players.api.clubs import ClubView
from players.services import clubs, links
from web.addresses import client_address
from web.attempts import address_count, trying
from web.input import Body, ChoiceField, LineField, read_body
from web.schema import Shape, call


class InvitationBody(Body):
    """Whom to invite, and as what."""

    email = LineField(max_length=254)
    role = ChoiceField(choices=list(clubs.GIVEN_ROLES))


class TokenBody(Body):
    """The token of a link: what its address ends in."""

    token = LineField(max_length=200)


class LinkAnswer(Shape):
    """A link, told this once: only a hash of it is kept, so no answer of these calls is."""

    url = serializers.CharField()
    expires_at = serializers.DateTimeField(source="link.expires_at")


class ClaimedAnswer(Shape):
    """The player who is the caller's now."""

    club = serializers.CharField(help_text="The club's slug.")
    player = serializers.IntegerField()


class InvitationsView(ClubView):
    keeps_answers = False

    @call("club.invite", LinkAnswer, takes=InvitationBody, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Invite somebody into the club; an older invitation of the address ends."""
        body = read_body(InvitationBody, request)
        issued = links.invite(club=self.club, **body, by=self.actor, now=self.now)
        return Response(LinkAnswer(issued).data, status=201)


class ClaimsView(ApiView):
    tag = "players"

    @call("player.claim", ClaimedAnswer, takes=TokenBody)
    def post(self, request: Request) -> Response:
        """Claim a player with the token of the player's link."""
        token = read_body(TokenBody, request)["token"]
        with trying(address_count("link", client_address(request._request))):
            player = links.claim_player(token=token, by=self.actor, now=self.now)
        return Response({"club": player.club.slug, "player": player.pk})
