"""Tokens: taken with e-mail and password, given back."""

from django.contrib.auth import logout
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.access.api_view import ApiView
from players.access.sign_in import account_for
from players.models import ApiToken
from players.services.tokens import make_sign_in_token
from web.input import Body, LineField, read_body
from web.known_devices import remember_device
from web.schema import Shape, call


class LoginBody(Body):
    """An account's e-mail address and password."""

    email = LineField(max_length=254)
    password = LineField(max_length=1000, trim_whitespace=False)


class TokenAnswer(Shape):
    """A token for all that the account may do, and until when it holds: 30 days."""

    token = serializers.CharField()
    expiry = serializers.DateTimeField()


class LoginView(ApiView):
    tag = "auth"
    keeps_answers = False

    @call("account.sign_in", TokenAnswer, takes=LoginBody)
    def post(self, request: Request) -> Response:
        """Sign in: take a token."""
        body = read_body(LoginBody, request)
        user = account_for(request._request, email=body["email"], password=body["password"])
        made = make_sign_in_token(user=user, now=self.now)
        response = Response({"token": made.secret, "expiry": made.token.expiry})
        remember_device(response, request._request, body["email"].strip().lower())
        return response


class LogoutView(ApiView):
    """Every token may end itself, whatever it is for."""

    tag = "auth"
    for_every_scope = True
    keeps_answers = False

    @call("account.edit", status=204)
    def post(self, request: Request) -> Response:
        """Sign out: the token of this request ends."""
        if isinstance(request.auth, ApiToken):
            request.auth.delete()
        else:
            logout(request._request)
        return Response(status=204)
