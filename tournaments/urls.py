"""The addresses of the tournaments' pages."""

from django.urls import path

from tournaments.views import passes, public

urlpatterns = [
    path("", public.home, name="home"),
    path("c/<slug:club>/", public.club_page, name="club"),
    path("c/<slug:club>/<slug:tournament>/", public.tournament_page, name="tournament"),
    path("c/<slug:club>/<slug:slug>/staff/", passes.StaffView.as_view(), name="staff"),
    path("c/<slug:club>/<slug:slug>/pass/", passes.PinPassView.as_view(), name="staff_pin"),
    path("pass/<str:token>/", passes.TokenPassView.as_view(), name="staff_pass"),
]
