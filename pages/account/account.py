"""The pages of the account itself: what may be changed, its tokens, the export, the end."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache

from kernel.permissions import Scope
from pages.account.form_page import OwnAccountPage, enter
from pages.account.forms import AccountForm, DeleteAccountForm, KeepAccountForm, TokenForm
from pages.parts.fields import PageForm
from players.access.page import AccountRequest, Page
from players.selectors import blocks_of, tokens_of
from players.services import accounts
from players.services.blocks import unblock
from players.services.passes import keep_account
from players.services.tokens import make_token, revoke_token
from web.actors import actor_of
from web.db.clock import now


class AccountPage(OwnAccountPage):
    """My account: what I may change of it, my clubs, my players."""

    form_class = AccountForm
    template_name = "account/account.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"by_mail": not self.request.user.is_of_pass}

    def get_initial(self) -> dict[str, Any]:
        user = self.request.user
        wishes = user.notice_wishes.values_list("kind", flat=True)
        return {"name": user.name, "language": user.language, **dict.fromkeys(wishes, True)}

    def act(self, form: PageForm) -> None:
        assert isinstance(form, AccountForm)
        self.request.user = accounts.edit_account(
            user=self.request.user,
            name=form.cleaned_data["name"],
            language=form.cleaned_data["language"],
            notices=form.notices,
        )
        messages.success(self.request, _("Saved."))

    def taken(self, form: PageForm) -> HttpResponse:
        response = super().taken(form)
        if form.initial["language"] and not self.request.user.language:
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        user = self.request.user
        mine = {
            "memberships": user.memberships.select_related("club").order_by("club__name", "id"),
            "blocks": blocks_of(user.pk),
            "players": user.players.select_related("club").order_by("club__name", "id"),
        }
        return super().get_context_data(**context) | mine


class UnblockPage(Page):
    """Somebody may be met again."""

    action = "account.edit"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, block: int) -> HttpResponse:
        found = get_object_or_404(blocks_of(self.actor.account_id), pk=block)
        unblock(by=self.actor.account_id, user=found.user_id)
        return redirect("account")


class KeepAccountPage(OwnAccountPage):
    """Where who came by a pass makes the account their own."""

    form_class = KeepAccountForm
    template_name = "account/keep.html"
    success_url = reverse_lazy("account")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_of_pass:
            return redirect("account")
        return super().dispatch(request, *args, **kwargs)

    def act(self, form: PageForm) -> None:
        by = actor_of(self.request)
        user = keep_account(user=self.request.user, **form.cleaned_data, by=by, now=now())
        enter(self.request, user)
        messages.success(self.request, _("The account is yours. From now on sign in with it."))


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

    def act(self, form: PageForm) -> None:
        typed = form.cleaned_data
        self.made = make_token(
            user=self.request.user,
            name=typed["name"],
            scope=Scope(typed["scope"]),
            days=int(typed["days"]),
            now=now(),
        )

    def taken(self, form: PageForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=TokenForm(), made=self.made))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        mine = {"tokens": tokens_of(self.request.user, now())}
        return super().get_context_data(**context) | mine


@method_decorator(never_cache, name="dispatch")
class AccountExportPage(LoginRequiredMixin, View):
    """All that is kept of me, as a file."""

    action = "account.edit"
    request: AccountRequest

    def get(self, request: HttpRequest) -> HttpResponse:
        return JsonResponse(
            accounts.export_my_data(user=self.request.user),
            json_dumps_params={"ensure_ascii": False, "indent": 2},
            headers={"Content-Disposition": 'attachment; filename="undercut-my-data.json"'},
        )


class AccountDeletePage(OwnAccountPage):
    form_class = DeleteAccountForm
    template_name = "account/delete.html"
    success_url = reverse_lazy("home")

    def get_form(self, form_class: type[PageForm] | None = None) -> PageForm:
        form = super().get_form(form_class)
        if self.request.user.is_of_pass:
            form.fields["typed"].label = _("Type your name to delete the account")
        return form

    def act(self, form: PageForm) -> None:
        accounts.delete_account(
            user=self.request.user,
            typed=form.cleaned_data["typed"],
            by=actor_of(self.request),
            now=now(),
        )
        self.request.session.flush()
        messages.success(self.request, _("Your account is deleted."))
