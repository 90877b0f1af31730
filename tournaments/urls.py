"""The addresses of the tournaments' pages."""

from django.urls import path

from tournaments.views import (
    event_tabs,
    match,
    passes,
    player,
    player_page,
    public,
    referee,
    result,
    score_pad,
)
from tournaments.views.director import (
    check_in,
    club,
    draw,
    entrants,
    people,
    roster,
    settings,
    wizard,
)

CLUB = "c/<slug:club>/"
EVENT = "c/<slug:club>/<slug:slug>/"
MATCH = "c/<slug:club>/<slug:slug>/matches/<int:match_id>/"

urlpatterns = [
    path("", public.Home.as_view(), name="home"),
    path("c/<slug:club>/", public.ClubPage.as_view(), name="club"),
    path("clubs/new/", club.NewClub.as_view(), name="new_club"),
    path(CLUB + "new/", wizard.NewTournament.as_view(), name="new"),
    path(CLUB + "roster/", roster.Roster.as_view(), name="roster"),
    path(CLUB + "members/", club.Members.as_view(), name="members"),
    path(CLUB + "members/leave/", club.LeaveClub.as_view(), name="leave_club"),
    path(CLUB + "settings/", club.ClubSettings.as_view(), name="club_settings"),
    path(CLUB + "players/edit/", people.EditPlayers.as_view(), name="edit_players"),
    path(CLUB + "players/<int:player>/edit/", people.EditPlayer.as_view(), name="edit_player"),
    path(CLUB + "players/<int:player>/", player_page.PlayerPage.as_view(), name="player"),
    path(EVENT + "entries/", entrants.Entries.as_view(), name="entries"),
    path(
        EVENT + "entries/<int:entry>/withdrawal/",
        entrants.EntryWithdrawal.as_view(),
        name="entry_withdrawal",
    ),
    path(EVENT + "check-in/", check_in.CheckIn.as_view(), name="check_in"),
    path(EVENT + "draw/", draw.DrawPage.as_view(), name="draw"),
    path(EVENT + "settings/", settings.Settings.as_view(), name="settings"),
    path(EVENT + "copy/", wizard.CopyTournament.as_view(), name="copy"),
    path("c/<slug:club>/<slug:slug>/", public.TournamentPage.as_view(), name="tournament"),
    path(EVENT + "matches/", event_tabs.Matches.as_view(), name="matches"),
    path(EVENT + "standings/", event_tabs.Standings.as_view(), name="standings"),
    path(EVENT + "entrants/", event_tabs.Entrants.as_view(), name="entrants"),
    path(EVENT + "rules/", event_tabs.EventRules.as_view(), name="event_rules"),
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
    path("me/", player.MyEvening.as_view(), name="me"),
    path("me/evenings/", player.MyEvenings.as_view(), name="my_evenings"),
    path(EVENT + "registration/", player.Registration.as_view(), name="registration"),
    path(EVENT + "door/<str:token>/", player.Door.as_view(), name="door"),
    path(EVENT + "withdrawal/", player.OwnWithdrawal.as_view(), name="withdrawal"),
    path(EVENT + "tables/", referee.Tables.as_view(), name="tables"),
    path(EVENT + "tables/<int:number>/", referee.TableCard.as_view(), name="table"),
]
