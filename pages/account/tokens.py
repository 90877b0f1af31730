"""The page of an account's tokens: made, shown once, listed, revoked."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from kernel.permissions import Scope
from pages.account.form_page import OwnAccountPage
from pages.account.forms import TokenForm
from players.selectors import tokens_of
from players.services.tokens import make_token, revoke_token
from web.db.clock import now


class TokensPage(OwnAccountPage):
    """My tokens. A new one is shown in the answer to the form that made it, and never again."""

    form_class = TokenForm
    template_name = "account/tokens.html"
    http_method_names = ["get", "head", "post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if digest := request.POST.get("revoke"):
            if revoke_token(user=self.request.user, digest=digest):
                messages.success(request, _("The token is revoked."))
            return redirect("tokens")
        return super().post(request, *args, **kwargs)

    def act(self, form: TokenForm) -> None:
        typed = form.cleaned_data
        self.made = make_token(
            user=self.request.user,
            name=typed["name"],
            scope=Scope(typed["scope"]),
            days=int(typed["days"]),
            now=now(),
        )

    def taken(self, form: TokenForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=TokenForm(), made=self.made))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        mine = {"tokens": tokens_of(self.request.user, now())}
        return super().get_context_data(**context) | mine
