"""From an address that a tournament had before it was renamed to the one that it has now."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournaments.selectors.events.access import tournaments_visible_to
from web.actors import actor_of


class OldAddresses:
    """Middleware: a page that is not found under a tournament's old slug is looked for under its
    new one. A form that was open meanwhile arrives there with all that was typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        found = request.resolver_match
        if not isinstance(exception, Http404) or found is None:
            return None
        given = found.kwargs
        if "club" not in given or "slug" not in given:
            return None
        moved = tournaments_visible_to(actor_of(request)).filter(
            old_slugs__club__slug=given["club"], old_slugs__slug=given["slug"]
        )
        slug = moved.exclude(slug=given["slug"]).values_list("slug", flat=True).first()
        if slug is None:
            return None
        address = reverse(found.url_name or "", kwargs={**given, "slug": slug})
        if request.GET:
            address += f"?{request.GET.urlencode()}"
        return redirect(address, permanent=True, preserve_request=request.method == "POST")
