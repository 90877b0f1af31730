"""The pages with which somebody comes in and goes out, and the language they read."""

from typing import Any

from django.conf import settings
from django.contrib.auth import views as auth_views
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View

from pages.account.form_page import PlainFormPage, ask_for, chosen_language, enter
from pages.account.forms import NewAccountForm, SignInForm
from pages.parts.fields import PageForm
from players.access.sign_in import account_for
from players.services import accounts
from web.addresses import client_address
from web.attempts import address_count, begin


class LanguagePage(View):
    """Lets the browser ask for a language from now on, and leads back to where the reader was."""

    action = "site.view"

    def get(self, request: HttpRequest, language: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        back, here = request.headers.get("Referer", ""), {request.get_host()}
        is_ours = url_has_allowed_host_and_scheme(back, here, require_https=request.is_secure())
        return ask_for(redirect(back if is_ours else "home"), language)


class SignInPage(auth_views.RedirectURLMixin, PlainFormPage):
    action = "account.sign_in"
    form_class = SignInForm
    template_name = "account/sign_in.html"
    next_page = settings.LOGIN_REDIRECT_URL

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return redirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def act(self, form: PageForm) -> None:
        enter(self.request, account_for(self.request, **form.cleaned_data))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        given = {"next": self.get_redirect_url(), "open_sign_up": settings.OPEN_SIGN_UP}
        return super().get_context_data(**context) | given


class SignOutPage(auth_views.LogoutView):
    action = "account.sign_in"


class SignUpPage(PlainFormPage):
    """An account for whoever wants one, where the installation is open."""

    action = "account.sign_in"
    form_class = NewAccountForm
    template_name = "account/sign_up.html"
    success_url = reverse_lazy("account")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.OPEN_SIGN_UP:
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def act(self, form: PageForm) -> None:
        begin(address_count("sign_up", client_address(self.request)))
        language = chosen_language(self.request)
        user = accounts.create_account(**form.cleaned_data, language=language)
        enter(self.request, user)
