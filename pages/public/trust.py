"""How a device comes to trust the club's own certificate, where the server runs with `--tls`."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from web.certificate import own_fingerprint


class TrustPage(View):
    """The page with the steps. It is opened past the browser's warning, so it says what to compare
    before anything is installed."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "public/trust.html", {"fingerprint": own_fingerprint()})


class AuthorityPage(View):
    """The certificate of the authority as a file that a device offers to install."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        if not settings.TLS_AUTHORITY:
            raise Http404
        return HttpResponse(
            Path(settings.TLS_AUTHORITY).read_bytes(),
            content_type="application/x-x509-ca-cert",
            headers={"Content-Disposition": 'attachment; filename="undercut.crt"'},
        )
