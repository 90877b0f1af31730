"""The addresses of the tournaments' pages."""

from django.urls import path

from tournaments.views import passes, public

urlpatterns = [
    path("", public.Home.as_view(), name="home"),
    path("c/<slug:club>/", public.ClubPage.as_view(), name="club"),
    path("c/<slug:club>/<slug:slug>/", public.TournamentPage.as_view(), name="tournament"),
    path("c/<slug:club>/<slug:slug>/staff/", passes.StaffView.as_view(), name="staff"),
    path("c/<slug:club>/<slug:slug>/pass/", passes.PinPassView.as_view(), name="staff_pin"),
    path("pass/<str:token>/", passes.TokenPassView.as_view(), name="staff_pass"),
]
