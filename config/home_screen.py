"""What a browser asks for by itself: the icon at the root, and what the program is called on a
telephone's home screen."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import View

from config.styles import PAPER


class Favicon(View):
    """The icon for those who don't read the page's own link to one."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        icon = (settings.BASE_DIR / "static" / "img" / "favicon.ico").read_bytes()
        headers = {"Cache-Control": "public, max-age=86400"}
        return HttpResponse(icon, content_type="image/x-icon", headers=headers)


class Manifest(View):
    """The program as an entry on a home screen."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        icons = [
            {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ]
        manifest = {
            "name": "Undercut",
            "short_name": "Undercut",
            "description": _("Gin Rummy tournaments for clubs"),
            "start_url": reverse("home"),
            "display": "minimal-ui",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": icons,
        }
        return JsonResponse(manifest, content_type="application/manifest+json")
