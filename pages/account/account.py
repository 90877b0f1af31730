"""The pages of an account: signing in, links that were handed out, the account itself.

Each view names its action in the permission table. A form's data goes to a service, and what the
service refuses is said beside the field, with all that was typed still there.
"""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from kernel.text import Refusal
from pages.account.forms import (
    AcceptForm,
    AccountForm,
    DeleteAccountForm,
    NewAccountForm,
    NewPasswordForm,
    PasswordChangeForm,
    SetUpForm,
    SignInForm,
)
from players.access.sign_in import BAD_LOGIN, account_for, asker_for, forget_tries, trying_password
from players.models import Club, Link, User
from players.selectors import link_by_token
from players.services import accounts, links
from players.services.links import NewAccount
from players.services.outbox import queue_password_reset
from web.actors import actor_of, say
from web.addresses import client_address
from web.attempts import address_count, begin, take_back, trying
from web.db.clock import now
from web.known_devices import digest, remember_device
from web.password_slots import TryAgain, asking
from web.throttle import seconds_to_wait
from web.try_again import later

RESETS_AT_ONCE = 3
RESETS_A_MINUTE = 1


class PlainFormPage(FormView):
    """A form on a page of its own, whose data goes to a service."""

    action: ClassVar[str]

    def act(self, form: Any) -> None:
        """Hand the form's data to the service, which may raise Refusal."""
        raise NotImplementedError

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            self.act(form)
        except TryAgain as refusal:
            form.add_error(None, say(refusal.text))
            return later(self.form_invalid(form), refusal)
        except Refusal as refusal:
            form.add_error(
                refusal.field if refusal.field in form.fields else None, say(refusal.text)
            )
            return self.form_invalid(form)
        return greet(super().form_valid(form), self.request)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"label_suffix": ""}


def enter(request: HttpRequest, user: User) -> None:
    """Sign in, in a session of its own: nothing of who sat here before stays."""
    request.session.flush()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def greet(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Let the browser ask for the language of the account that is signed in from now on, and be
    known to it."""
    if not request.user.is_authenticated:
        return response
    remember_device(response, request, request.user.email)
    return _ask_for(response, request.user.language)


def _ask_for(response: HttpResponse, language: str) -> HttpResponse:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        secure=settings.HTTPS,
        samesite="Lax",
    )
    return response


class LanguagePage(View):
    """Lets the browser ask for a language from now on, and leads back to where the reader was."""

    action = "site.view"

    def get(self, request: HttpRequest, language: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        back, here = request.headers.get("Referer", ""), {request.get_host()}
        is_ours = url_has_allowed_host_and_scheme(back, here, require_https=request.is_secure())
        return _ask_for(redirect(back if is_ours else "home"), language)


# In and out ---------------------------------------------------------------------------------------


@method_decorator([never_cache, sensitive_post_parameters("password")], name="dispatch")
class SignInPage(auth_views.RedirectURLMixin, PlainFormPage):
    action = "account.sign_in"
    form_class = SignInForm
    template_name = "account/sign_in.html"
    next_page = settings.LOGIN_REDIRECT_URL

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def act(self, form: SignInForm) -> None:
        enter(self.request, account_for(self.request, **form.cleaned_data))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        given = {"next": self.get_redirect_url(), "open_sign_up": settings.OPEN_SIGN_UP}
        return super().get_context_data(**context) | given


class SignOutPage(auth_views.LogoutView):
    action = "account.sign_in"


@method_decorator([never_cache, sensitive_post_parameters("password")], name="dispatch")
class SignUpPage(PlainFormPage):
    """An account for whoever wants one, where the installation is open."""

    action = "account.sign_in"
    form_class = NewAccountForm
    template_name = "account/sign_up.html"
    success_url = reverse_lazy("account")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.OPEN_SIGN_UP:
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def act(self, form: NewAccountForm) -> None:
        begin(address_count("sign_up", client_address(self.request)))
        user = accounts.create_account(**form.cleaned_data, language=get_language())
        enter(self.request, user)


# Links that were handed out -----------------------------------------------------------------------


@method_decorator([never_cache, sensitive_post_parameters("password")], name="dispatch")
class LinkPage(PlainFormPage):
    """The page of a link. A link that does not hold says so, and why."""

    action = "account.sign_in"
    kind: ClassVar[Link.Kinds]
    success_url = reverse_lazy("account")
    link: Link

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with trying(address_count("link", client_address(request))):
                self.link = link_by_token(kwargs["token"], self.kind, now())
        except TryAgain:
            raise
        except Refusal as refusal:
            context = {"reason": say(refusal.text)}
            response = render(request, "account/link_gone.html", context, status=404)
        else:
            response = super().dispatch(request, *args, **kwargs)
        # The token stands in the address: other sites must not be told it. (With `no-referrer` a
        # browser would send `Origin: null`, and the form would be taken for a forged one.)
        response["Referrer-Policy"] = "same-origin"
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**context) | {"link": self.link}


class SetUpPage(LinkPage):
    """Where the first owner makes their account and their club."""

    kind = Link.Kinds.SETUP
    form_class = SetUpForm
    template_name = "account/set_up.html"
    club: Club

    def act(self, form: SetUpForm) -> None:
        data = dict(form.cleaned_data)
        user, self.club = links.set_up(
            token=self.kwargs["token"],
            club_name=data.pop("club_name"),
            time_zone=data.pop("time_zone"),
            account=new_account(data),
            via="page",
            now=now(),
        )
        enter(self.request, user)
        messages.success(self.request, _("%(club)s is set up.") % {"club": self.club.name})

    def get_success_url(self) -> str:
        return reverse("club", args=[self.club.slug])


class AcceptPage(LinkPage):
    """A link that is accepted with an account, or with a new one that is made along the way."""

    accept: ClassVar[Any]
    accept_as_new: ClassVar[Any]

    def get_form_class(self) -> type[forms.Form]:
        return AcceptForm if self.request.user.is_authenticated else NewAccountForm

    def get_initial(self) -> dict[str, Any]:
        player = self.link.player
        return {"email": self.link.email, "name": player.name if player else ""}

    def act(self, form: forms.Form) -> None:
        token = self.kwargs["token"]
        if self.request.user.is_authenticated:
            self.accept(token=token, by=actor_of(self.request), now=now())
        else:
            account = new_account(form.cleaned_data)
            user, _made = self.accept_as_new(token=token, account=account, via="page", now=now())
            enter(self.request, user)
        messages.success(self.request, self.welcome())

    def welcome(self) -> str:
        raise NotImplementedError


class InvitationPage(AcceptPage):
    kind = Link.Kinds.INVITATION
    template_name = "account/invitation.html"
    accept = staticmethod(links.accept_invitation)
    accept_as_new = staticmethod(links.accept_invitation_as_new)

    def welcome(self) -> str:
        return _("You have joined %(club)s.") % {"club": self.link.club}


class ClaimPage(AcceptPage):
    kind = Link.Kinds.CLAIM
    template_name = "account/claim.html"
    accept = staticmethod(links.claim_player)
    accept_as_new = staticmethod(links.claim_player_as_new)

    def welcome(self) -> str:
        names = {"player": self.link.player, "club": self.link.club}
        return _("You play in %(club)s as %(player)s.") % names


def new_account(data: dict[str, Any]) -> NewAccount:
    """What was typed, in the language in which the form was read."""
    return NewAccount(**data, language=get_language())


# A forgotten password -----------------------------------------------------------------------------


class PasswordResetPage(auth_views.PasswordResetView):
    """Asks where to send the link. The answer is the same whether there is an account or not."""

    action = "account.sign_in"
    template_name = "account/password_reset.html"
    success_url = reverse_lazy("password_reset_sent")

    def form_valid(self, form: Any) -> HttpResponse:
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

    def form_valid(self, form: Any) -> HttpResponse:
        with asking(asker_for(self.request, self.user.email)):
            response = super().form_valid(form)
        forget_tries(self.user.email)
        remember_device(response, self.request, self.user.email)
        return response


class PasswordResetCompletePage(auth_views.PasswordResetCompleteView):
    action = "account.sign_in"
    template_name = "account/password_reset_complete.html"


# The account --------------------------------------------------------------------------------------


@method_decorator(never_cache, name="dispatch")
class AccountPage(LoginRequiredMixin, PlainFormPage):
    """My account: what I may change of it, my clubs, my players."""

    action = "account.edit"
    form_class = AccountForm
    template_name = "account/account.html"
    success_url = reverse_lazy("account")

    def get_initial(self) -> dict[str, Any]:
        user = self.request.user
        wishes = user.notice_wishes.values_list("kind", flat=True)
        return {"name": user.name, "language": user.language, **dict.fromkeys(wishes, True)}

    def act(self, form: AccountForm) -> None:
        self.request.user = accounts.edit_account(
            user=self.request.user,
            name=form.cleaned_data["name"],
            language=form.cleaned_data["language"],
            notices=form.notices,
        )
        messages.success(self.request, _("Saved."))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        user = self.request.user
        mine = {
            "memberships": user.memberships.select_related("club").order_by("club__name", "id"),
            "players": user.players.select_related("club").order_by("club__name", "id"),
        }
        return super().get_context_data(**context) | mine


@method_decorator(never_cache, name="dispatch")
class AccountExportPage(LoginRequiredMixin, View):
    """All that is kept of me, as a file."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        return JsonResponse(
            accounts.export_my_data(user=request.user),
            json_dumps_params={"ensure_ascii": False, "indent": 2},
            headers={"Content-Disposition": 'attachment; filename="undercut-my-data.json"'},
        )


@method_decorator(never_cache, name="dispatch")
class AccountDeletePage(LoginRequiredMixin, PlainFormPage):
    action = "account.edit"
    form_class = DeleteAccountForm
    template_name = "account/delete.html"
    success_url = reverse_lazy("home")

    def act(self, form: DeleteAccountForm) -> None:
        accounts.delete_account(
            user=self.request.user,
            typed=form.cleaned_data["typed"],
            by=actor_of(self.request),
            now=now(),
        )
        self.request.session.flush()
        messages.success(self.request, _("Your account is deleted."))


class PasswordChangePage(auth_views.PasswordChangeView):
    action = "account.edit"
    form_class = PasswordChangeForm
    template_name = "account/password_change.html"
    success_url = reverse_lazy("account")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = self.get_form()
        try:
            with trying_password(request, request.user.email):
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

    def form_valid(self, form: Any) -> HttpResponse:
        email = self.request.user.email
        with asking(asker_for(self.request, email)):
            response = super().form_valid(form)
        messages.success(self.request, _("Your password is changed."))
        forget_tries(email)
        remember_device(response, self.request, email)
        return response
