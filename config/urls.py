"""All addresses: the API, then the pages; and what errors outside the views look like."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from django.utils.translation import gettext as _
from django.views import defaults

from config.away import answer_when_away
from config.home_screen import Favicon, Manifest
from config.offline import Offline, ServiceWorker
from web.errors import is_for_api, json_error

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("config.api")),
    path("offline/", Offline.as_view(), name="offline"),
    path("service-worker.js", ServiceWorker.as_view(), name="service_worker"),
    path("favicon.ico", Favicon.as_view(), name="favicon"),
    path("manifest.webmanifest", Manifest.as_view(), name="manifest"),
    path("", include("pages.urls")),
]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_for_api(request):
        return json_error(400, "malformed", _("This request can't be read."))
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_for_api(request):
        return json_error(404, "not_found", _("There is nothing at this address."))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if away := answer_when_away(request):
        return away
    if is_for_api(request):
        return json_error(500, "server_error", _("This is a fault of the server; it is noted."))
    return defaults.server_error(request)


handler400 = bad_request
handler404 = not_found
handler500 = server_error
