"""The addresses of the tournaments' pages."""

from django.urls import path

from tournaments.views import match, passes, public, result, score_pad

MATCH = "c/<slug:club>/<slug:slug>/matches/<int:match_id>/"

urlpatterns = [
    path("", public.Home.as_view(), name="home"),
    path("c/<slug:club>/", public.ClubPage.as_view(), name="club"),
    path("c/<slug:club>/<slug:slug>/", public.TournamentPage.as_view(), name="tournament"),
    path("c/<slug:club>/<slug:slug>/staff/", passes.StaffView.as_view(), name="staff"),
    path("c/<slug:club>/<slug:slug>/pass/", passes.PinPassView.as_view(), name="staff_pin"),
    path("pass/<str:token>/", passes.TokenPassView.as_view(), name="staff_pass"),
    path(MATCH, match.PublicMatch.as_view(), name="match"),
    path(MATCH + "confirmation/", match.Confirmation.as_view(), name="match_confirmation"),
    path(MATCH + "dispute/", match.Dispute.as_view(), name="match_dispute"),
    path(MATCH + "pad/", score_pad.ScorePad.as_view(), name="pad"),
    path(MATCH + "pad/preview/", score_pad.PadPreview.as_view(), name="pad_preview"),
    path(MATCH + "result/", result.Result.as_view(), name="result"),
    path(MATCH + "report/", result.Report.as_view(), name="report"),
]
