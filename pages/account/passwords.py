"""The pages of a password that was forgotten, or is to be another one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth import forms as auth_forms
from django.contrib.auth import views as auth_views
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from kernel.text import Refusal
from pages.account.forms import NewPasswordForm, PasswordChangeForm, PasswordForm
from players.access.page import AccountRequest
from players.access.sign_in import BAD_LOGIN, asker_for, forget_tries, trying_password
from players.services.outbox import queue_password_reset
from web.actors import say
from web.addresses import client_address
from web.attempts import address_count, begin, take_back
from web.db.clock import now
from web.known_devices import digest, remember_device
from web.password_slots import TryAgain, asking
from web.throttle import seconds_to_wait
from web.try_again import later

RESETS_AT_ONCE = 3
RESETS_A_MINUTE = 1


class PasswordResetPage(auth_views.PasswordResetView):
    """Asks where to send the link. The answer is the same whether there is an account or not."""

    action = "account.sign_in"
    template_name = "account/password_reset.html"
    success_url = reverse_lazy("password_reset_sent")

    def form_valid(self, form: auth_forms.PasswordResetForm) -> HttpResponse:
        who = f"reset:{digest(form.cleaned_data['email'].lower())}"
        try:
            begin(address_count("reset", client_address(self.request)))
        except TryAgain as refusal:
            form.add_error(None, say(refusal.text))
            return later(self.form_invalid(form), refusal)
        if seconds_to_wait(who, a_minute=RESETS_A_MINUTE, at_once=RESETS_AT_ONCE):
            return redirect(self.get_success_url())
        queue_password_reset(email=form.cleaned_data["email"].lower(), now=now())
        return redirect(self.get_success_url())


class PasswordResetSentPage(auth_views.PasswordResetDoneView):
    action = "account.sign_in"
    template_name = "account/password_reset_sent.html"


class PasswordResetConfirmPage(auth_views.PasswordResetConfirmView):
    """Where the mailed link leads: the token goes from the address into the session."""

    action = "account.sign_in"
    form_class = NewPasswordForm
    template_name = "account/password_reset_confirm.html"
    success_url = reverse_lazy("password_reset_complete")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        tries = address_count("link", client_address(request))
        begin(tries)
        response = super().dispatch(request, *args, **kwargs)
        if response.status_code == 302 or self.validlink:
            take_back(tries)
        return response

    def form_valid(self, form: PasswordForm) -> HttpResponse:
        assert form.user.email, "a pass is never sent such a link"
        return known_again(self.request, form.user.email, partial(super().form_valid, form))


class PasswordResetCompletePage(auth_views.PasswordResetCompleteView):
    action = "account.sign_in"
    template_name = "account/password_reset_complete.html"


class PasswordChangePage(auth_views.PasswordChangeView):
    action = "account.edit"
    request: AccountRequest
    form_class = PasswordChangeForm
    template_name = "account/password_change.html"
    success_url = reverse_lazy("account")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_of_pass:
            return redirect("keep_account")
        return super().dispatch(request, *args, **kwargs)

    @property
    def email(self) -> str:
        assert self.request.user.email, "others are led elsewhere"
        return self.request.user.email

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = self.get_form()
        try:
            with trying_password(request, self.email):
                form.full_clean()
                if form.has_error("old_password"):
                    raise Refusal(BAD_LOGIN)
        except TryAgain:
            raise
        except Refusal:
            return self.form_invalid(form)
        if not form.is_valid():
            return self.form_invalid(form)
        return self.form_valid(form)

    def form_valid(self, form: auth_forms.PasswordChangeForm) -> HttpResponse:
        save = partial(super().form_valid, form)
        response = known_again(self.request, self.email, save)
        messages.success(self.request, _("Your password is changed."))
        return response


def known_again(request: HttpRequest, email: str, save: Callable[[], HttpResponse]) -> HttpResponse:
    """What `save` answers, which sets the password: tries before it count no more, and the browser
    is known to the account."""
    with asking(asker_for(request, email)):
        response = save()
    forget_tries(email)
    remember_device(response, request, email)
    return response
