"""The addresses of the pages."""

from django.urls import include, path

from pages.account import account, tokens
from pages.club import club, players, roster
from pages.director import (
    announcement,
    audit,
    board,
    check_in,
    desk,
    draw,
    entrants,
    presence,
    round_room,
    rounds,
    settings,
    teams,
    wizard,
)
from pages.match import (
    appeals,
    confirmation,
    correcting,
    match,
    pad,
    penalties,
    penalty,
    result,
    ruling,
    taking_back,
    team_walkover,
)
from pages.paper import paper
from pages.player import evening, own_entry
from pages.public import (
    count,
    crosstable,
    home,
    player,
    standings,
    tabs,
    team_match,
    tournament,
    trust,
)
from pages.referee import case_law, memos, passes, tables

OF_ACCOUNT = [
    path("language/<slug:language>/", account.Language.as_view(), name="language"),
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-out/", account.SignOut.as_view(), name="sign_out"),
    path("sign-up/", account.SignUp.as_view(), name="sign_up"),
    path("setup/<str:token>/", account.SetUp.as_view(), name="setup"),
    path("invitation/<str:token>/", account.Invitation.as_view(), name="invitation"),
    path("claim/<str:token>/", account.Claim.as_view(), name="claim"),
    path("password/", account.PasswordReset.as_view(), name="password_reset"),
    path("password/sent/", account.PasswordResetSent.as_view(), name="password_reset_sent"),
    path(
        "password/<str:uidb64>/<str:token>/",
        account.PasswordResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "password/complete/",
        account.PasswordResetComplete.as_view(),
        name="password_reset_complete",
    ),
    path("account/", account.Account.as_view(), name="account"),
    path("account/tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("account/data/", account.AccountExport.as_view(), name="account_export"),
    path("account/deletion/", account.AccountDelete.as_view(), name="account_delete"),
    path("account/password/", account.PasswordChange.as_view(), name="password_change"),
]

OF_CLUB = [
    path("", home.ClubPage.as_view(), name="club"),
    path("new/", wizard.NewTournament.as_view(), name="new"),
    path("roster/", roster.Roster.as_view(), name="roster"),
    path("members/", club.Members.as_view(), name="members"),
    path("members/leave/", club.LeaveClub.as_view(), name="leave_club"),
    path("settings/", club.ClubSettings.as_view(), name="club_settings"),
    path("players/edit/", players.EditPlayers.as_view(), name="edit_players"),
    path("players/<id:player>/edit/", players.EditPlayer.as_view(), name="edit_player"),
    path("players/<id:player>/", player.PlayerPage.as_view(), name="player"),
]

OF_MATCH = [
    path("", match.PublicMatch.as_view(), name="match"),
    path("confirmation/", confirmation.Confirmation.as_view(), name="match_confirmation"),
    path("dispute/", confirmation.Dispute.as_view(), name="match_dispute"),
    path(
        "corrections/<id:correction>/undo/",
        correcting.UndoCorrection.as_view(),
        name="undo_correction",
    ),
    path("pad/", pad.ScorePad.as_view(), name="pad"),
    path("pad/preview/", pad.PadPreview.as_view(), name="pad_preview"),
    path("result/", result.Result.as_view(), name="result"),
    path("team-walkover/", team_walkover.TeamWalkover.as_view(), name="team_walkover"),
    path("report/", result.Report.as_view(), name="report"),
    path("appeals/ruling/<id:ruling>/", appeals.NewAppeal.as_view(), name="appeal_ruling"),
    path("appeals/penalty/<id:penalty>/", appeals.NewAppeal.as_view(), name="appeal_penalty"),
    path("penalty/", penalty.PenaltyPage.as_view(), name="penalty"),
    path("ruling/", ruling.RulingPage.as_view(), name="ruling"),
    path("rulings/<id:ruling>/", taking_back.TakeBack.as_view(), name="take_back_ruling"),
]

OF_TOURNAMENT = [
    path("", tournament.TournamentPage.as_view(), name="tournament"),
    path("matches/", tabs.Matches.as_view(), name="matches"),
    path("standings/", standings.Standings.as_view(), name="standings"),
    path("crosstable/", crosstable.Crosstable.as_view(), name="crosstable"),
    path("entrants/", tabs.Entrants.as_view(), name="entrants"),
    path("rules/", tabs.EventRules.as_view(), name="event_rules"),
    path("matches/teams/<id:pairing>/", team_match.TeamMatch.as_view(), name="team_match"),
    path("entries/", entrants.Entries.as_view(), name="entries"),
    path(
        "entries/<id:entry>/withdrawal/",
        entrants.EntryWithdrawal.as_view(),
        name="entry_withdrawal",
    ),
    path("entries/<id:entry>/presence/", presence.EntryPresence.as_view(), name="entry_presence"),
    path("entries/<id:entry>/lineup/", teams.LineUp.as_view(), name="lineup"),
    path("check-in/", check_in.CheckIn.as_view(), name="check_in"),
    path("draw/", draw.DrawPage.as_view(), name="draw"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<id:number>/", round_room.RoundRoom.as_view(), name="round"),
    path("board/", board.ResultsBoard.as_view(), name="board"),
    path("desk/", desk.Desk.as_view(), name="desk"),
    path("clock/", desk.Clock.as_view(), name="clock"),
    path("announcement/", announcement.AnnouncementPage.as_view(), name="announcement"),
    path("audit/", audit.Record.as_view(), name="audit"),
    path("audit/record.jsonl", audit.RecordAsLines.as_view(), name="audit_lines"),
    path("audit/record.csv", audit.RecordAsTable.as_view(), name="audit_table"),
    path("settings/", settings.Settings.as_view(), name="settings"),
    path("copy/", wizard.CopyTournament.as_view(), name="copy"),
    path("staff/", passes.StaffView.as_view(), name="staff"),
    path("pass/", passes.PinPassView.as_view(), name="staff_pin"),
    path("case-law/", case_law.CaseLaw.as_view(), name="case_law"),
    path("registration/", own_entry.Registration.as_view(), name="registration"),
    path("door/<str:token>/", own_entry.Door.as_view(), name="door"),
    path("withdrawal/", own_entry.OwnWithdrawal.as_view(), name="withdrawal"),
    path("print/", paper.PrintRoom.as_view(), name="print"),
    path("print/slips/", paper.Slips.as_view(), name="print_slips"),
    path("print/sheets/", paper.ScoreSheets.as_view(), name="print_sheets"),
    path("print/bracket/", paper.BracketOnPaper.as_view(), name="print_bracket"),
    path("print/tables/", paper.EntrantsByTable.as_view(), name="print_tables"),
    path("print/cards/", paper.TableCards.as_view(), name="print_cards"),
    path("penalties/", penalties.EventPenalties.as_view(), name="penalties"),
    path(
        "penalties/<id:penalty>/taking-back/",
        penalties.TakeBackPenalty.as_view(),
        name="take_back_penalty",
    ),
    path("memos/", memos.Memos.as_view(), name="memos"),
    path("appeals/", appeals.EventAppeals.as_view(), name="appeals"),
    path("appeals/<id:appeal>/", appeals.AppealDecisionPage.as_view(), name="appeal_decision"),
    path("tables/", tables.Tables.as_view(), name="tables"),
    path("tables/<id:number>/", tables.TableCard.as_view(), name="table"),
    path("matches/<id:match_id>/", include(OF_MATCH)),
]

urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("clubs/new/", club.NewClub.as_view(), name="new_club"),
    path("pass/<str:token>/", passes.TokenPassView.as_view(), name="staff_pass"),
    path("me/", evening.MyEvening.as_view(), name="me"),
    path("me/evenings/", evening.MyEvenings.as_view(), name="my_evenings"),
    path("c/<slug:club>/", include(OF_CLUB)),
    path("c/<slug:club>/<slug:slug>/", include(OF_TOURNAMENT)),
    path("count/", count.Count.as_view(), name="count"),
    path("trust/", trust.Trust.as_view(), name="trust"),
    path("trust/undercut.crt", trust.Authority.as_view(), name="authority"),
    *OF_ACCOUNT,
]
