"""A form on a page of its own, and what a browser keeps of who signs in with it.

A form's data goes to a service, and what the service refuses is said beside the field, with all
that was typed still there.
"""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from kernel.text import Refusal
from pages.parts.fields import PageForm
from players.access.page import AccountRequest
from players.models import User
from web.actors import say
from web.known_devices import remember_device
from web.password_slots import TryAgain
from web.try_again import later

if TYPE_CHECKING:
    PageFormView = FormView[PageForm]
else:
    PageFormView = FormView


@method_decorator([never_cache, sensitive_post_parameters("password")], name="dispatch")
class PlainFormPage(PageFormView):
    """A form on a page of its own, whose data goes to a service."""

    action: ClassVar[str]

    def act(self, form: PageForm) -> None:
        """Hand the form's data to the service, which may raise Refusal."""
        raise NotImplementedError

    def form_valid(self, form: PageForm) -> HttpResponse:
        try:
            self.act(form)
        except TryAgain as refusal:
            form.add_error(None, say(refusal.text))
            return later(self.form_invalid(form), refusal)
        except Refusal as refusal:
            if not form.refuse(refusal):
                form.add_error(None, say(refusal.text))
            return self.form_invalid(form)
        return self.taken(form)

    def taken(self, form: PageForm) -> HttpResponse:
        """The answer to a form that the service has taken."""
        return greet(super().form_valid(form), self.request)

    def form_invalid(self, form: PageForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class OwnAccountPage(LoginRequiredMixin, PlainFormPage):
    """A form of whoever is signed in, about their account."""

    action = "account.edit"
    request: AccountRequest


def enter(request: HttpRequest, user: User) -> None:
    """Sign in, in a session of its own: nothing of who sat here before stays."""
    request.session.flush()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def greet(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Let the browser be known to the account that is signed in, and ask for its language from now
    on. Where it has chosen none, the reader goes on in theirs."""
    if not request.user.is_authenticated:
        return response
    if request.user.email:
        remember_device(response, request, request.user.email)
    language = request.user.language
    return ask_for(response, language) if language else response


def chosen_language(request: HttpRequest) -> str:
    """The language that was chosen in this browser, "" where it only asks for one by itself."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return language if language in dict(settings.LANGUAGES) else ""


def ask_for(response: HttpResponse, language: str) -> HttpResponse:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        secure=settings.HTTPS,
        samesite="Lax",
    )
    return response
