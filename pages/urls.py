"""The addresses of the pages."""

from django.urls import URLPattern, URLResolver, include, path

from pages.account import account, links, passes, passwords, sign_in
from pages.club import club, players, roster
from pages.club import passes as club_passes
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
    settings_life,
    stages,
    teams,
    wizard,
)
from pages.match import (
    appeals,
    calls,
    confirmation,
    correcting,
    pad,
    pad_preview,
    penalties,
    penalty,
    public_match,
    result,
    ruling,
    taking_back,
    team_walkover,
)
from pages.paper import certificates, lists, paper
from pages.paper import passes as paper_passes
from pages.player import own_entry, tonight
from pages.public import (
    count,
    crosstable,
    files,
    home,
    picture,
    player,
    standings,
    tabs,
    team_match,
    tournament,
    trust,
)
from pages.referee import case_law, memos, staff, tables

OF_ACCOUNT = [
    path("language/<slug:language>/", sign_in.LanguagePage.as_view(), name="language"),
    path("sign-in/", sign_in.SignInPage.as_view(), name="sign_in"),
    path("sign-out/", sign_in.SignOutPage.as_view(), name="sign_out"),
    path("sign-up/", sign_in.SignUpPage.as_view(), name="sign_up"),
    path("setup/<str:token>/", links.SetUpPage.as_view(), name="setup"),
    path("invitation/<str:token>/", links.InvitationPage.as_view(), name="invitation"),
    path("claim/<str:token>/", links.ClaimPage.as_view(), name="claim"),
    path("password/", passwords.PasswordResetPage.as_view(), name="password_reset"),
    path("password/sent/", passwords.PasswordResetSentPage.as_view(), name="password_reset_sent"),
    path(
        "password/<str:uidb64>/<str:token>/",
        passwords.PasswordResetConfirmPage.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "password/complete/",
        passwords.PasswordResetCompletePage.as_view(),
        name="password_reset_complete",
    ),
    path("account/", account.AccountPage.as_view(), name="account"),
    path("account/keep/", account.KeepAccountPage.as_view(), name="keep_account"),
    path("account/tokens/", account.TokensPage.as_view(), name="tokens"),
    path("account/data/", account.AccountExportPage.as_view(), name="account_export"),
    path("account/deletion/", account.AccountDeletePage.as_view(), name="account_delete"),
    path("account/password/", passwords.PasswordChangePage.as_view(), name="password_change"),
]

OF_CLUB = [
    path("", home.ClubPage.as_view(), name="club"),
    path("new/", wizard.NewTournamentPage.as_view(), name="new"),
    path("roster/", roster.RosterPage.as_view(), name="roster"),
    path("passes/", club_passes.PassesPage.as_view(), name="passes"),
    path("passes/print/", paper_passes.PassesOnPaperPage.as_view(), name="print_passes"),
    path("members/", club.MembersPage.as_view(), name="members"),
    path("members/leave/", club.LeaveClubPage.as_view(), name="leave_club"),
    path("settings/", club.ClubSettingsPage.as_view(), name="club_settings"),
    path("players/roster.csv", players.RosterFilePage.as_view(), name="roster_file"),
    path("players/edit/", players.EditPlayersPage.as_view(), name="edit_players"),
    path("players/<id:player>/edit/", players.EditPlayerPage.as_view(), name="edit_player"),
    path("players/<id:player>/", player.PlayerPage.as_view(), name="player"),
]

OF_MATCH = [
    path("", public_match.PublicMatchPage.as_view(), name="match"),
    path("confirmation/", confirmation.ConfirmationPage.as_view(), name="match_confirmation"),
    path("dispute/", confirmation.DisputePage.as_view(), name="match_dispute"),
    path(
        "corrections/<id:correction>/undo/",
        correcting.UndoCorrectionPage.as_view(),
        name="undo_correction",
    ),
    path("calls/", calls.NewCallPage.as_view(), name="call"),
    path("calls/<id:call>/taker/", calls.TakeCallPage.as_view(), name="take_call"),
    path("calls/<id:call>/end/", calls.EndCallPage.as_view(), name="end_call"),
    path("pad/", pad.ScorePadPage.as_view(), name="pad"),
    path("pad/preview/", pad_preview.PadPreviewPage.as_view(), name="pad_preview"),
    path("result/", result.ResultPage.as_view(), name="result"),
    path("team-walkover/", team_walkover.TeamWalkoverPage.as_view(), name="team_walkover"),
    path("report/", result.ReportPage.as_view(), name="report"),
    path("appeals/ruling/<id:ruling>/", appeals.NewAppealPage.as_view(), name="appeal_ruling"),
    path("appeals/penalty/<id:penalty>/", appeals.NewAppealPage.as_view(), name="appeal_penalty"),
    path("penalty/", penalty.PenaltyPage.as_view(), name="penalty"),
    path("ruling/", ruling.RulingPage.as_view(), name="ruling"),
    path("rulings/<id:ruling>/", taking_back.TakeBackPage.as_view(), name="take_back_ruling"),
]

OF_SETTINGS = [
    path("", settings.SettingsIndexPage.as_view(), name="settings"),
    path("when/", settings.WhenSettingsPage.as_view(), name="settings_when"),
    path("rules/", settings.RulesSettingsPage.as_view(), name="settings_rules"),
    path("players/", settings.PlayersSettingsPage.as_view(), name="settings_players"),
    path("rounds/", stages.RoundsSettingsPage.as_view(), name="settings_rounds"),
    path("rounds/<id:number>/", stages.StageSettingsPage.as_view(), name="settings_stage"),
    path("tables/", settings.TablesSettingsPage.as_view(), name="settings_tables"),
    path("public/", settings_life.PublicSettingsPage.as_view(), name="settings_public"),
    path("danger/", settings_life.DangerSettingsPage.as_view(), name="settings_danger"),
]

OF_TOURNAMENT: list[URLPattern | URLResolver] = [
    path("", tournament.TournamentPage.as_view(), name="tournament"),
    path("matches/", tabs.MatchesPage.as_view(), name="matches"),
    path("standings/", standings.StandingsPage.as_view(), name="standings"),
    path("crosstable/", crosstable.CrosstablePage.as_view(), name="crosstable"),
    path("entrants/", tabs.EntrantsPage.as_view(), name="entrants"),
    path("picture.png", picture.PicturePage.as_view(), name="picture"),
    path("results.csv", files.ResultsFilePage.as_view(), name="results_file"),
    path("standings.csv", files.StandingsFilePage.as_view(), name="standings_file"),
    path("entrants.csv", files.EntrantsFilePage.as_view(), name="entrants_file"),
    path("rules/", tabs.EventRulesPage.as_view(), name="event_rules"),
    path("matches/teams/<id:pairing>/", team_match.TeamMatchPage.as_view(), name="team_match"),
    path("entries/", entrants.EntriesPage.as_view(), name="entries"),
    path(
        "entries/<id:entry>/withdrawal/",
        presence.EntryWithdrawalPage.as_view(),
        name="entry_withdrawal",
    ),
    path(
        "entries/<id:entry>/presence/", presence.EntryPresencePage.as_view(), name="entry_presence"
    ),
    path("entries/<id:entry>/lineup/", teams.LineUpPage.as_view(), name="lineup"),
    path("check-in/", check_in.CheckInPage.as_view(), name="check_in"),
    path("draw/", draw.DrawPage.as_view(), name="draw"),
    path("rounds/", rounds.RoundsPage.as_view(), name="rounds"),
    path("rounds/<id:number>/", round_room.RoundRoomPage.as_view(), name="round"),
    path("board/", board.ResultsBoardPage.as_view(), name="board"),
    path("desk/", desk.DeskPage.as_view(), name="desk"),
    path("clock/", desk.ClockPage.as_view(), name="clock"),
    path("announcement/", announcement.AnnouncementPage.as_view(), name="announcement"),
    path("audit/", audit.RecordPage.as_view(), name="audit"),
    path("audit/record.jsonl", audit.RecordAsLinesPage.as_view(), name="audit_lines"),
    path("audit/record.csv", audit.RecordAsTablePage.as_view(), name="audit_table"),
    path("settings/", include(OF_SETTINGS)),
    path("copy/", wizard.CopyTournamentPage.as_view(), name="copy"),
    path("staff/", staff.StaffPage.as_view(), name="staff"),
    path("pass/", passes.EventCodePage.as_view(), name="staff_pin"),
    path("case-law/", case_law.CaseLawPage.as_view(), name="case_law"),
    path("registration/", own_entry.RegistrationPage.as_view(), name="registration"),
    path("door/<str:token>/", own_entry.DoorPage.as_view(), name="door"),
    path("withdrawal/", own_entry.OwnWithdrawalPage.as_view(), name="withdrawal"),
    path("print/", paper.PrintRoomPage.as_view(), name="print"),
    path("print/slips/", paper.SlipsPage.as_view(), name="print_slips"),
    path("print/sheets/", paper.ScoreSheetsPage.as_view(), name="print_sheets"),
    path("print/bracket/", paper.BracketOnPaperPage.as_view(), name="print_bracket"),
    path("print/tables/", paper.EntrantsByTablePage.as_view(), name="print_tables"),
    path(
        "print/certificates/",
        certificates.CertificatesPage.as_view(),
        name="print_certificates",
    ),
    path("print/standings/", lists.StandingsOnPaperPage.as_view(), name="print_standings"),
    path("print/roll-call/", lists.RollCallPage.as_view(), name="print_roll_call"),
    path("print/cards/", paper.TableCardsPage.as_view(), name="print_cards"),
    path("penalties/", penalties.EventPenaltiesPage.as_view(), name="penalties"),
    path(
        "penalties/<id:penalty>/taking-back/",
        penalties.TakeBackPenaltyPage.as_view(),
        name="take_back_penalty",
    ),
    path("memos/", memos.MemosPage.as_view(), name="memos"),
    path("appeals/", appeals.EventAppealsPage.as_view(), name="appeals"),
    path("appeals/<id:appeal>/", appeals.AppealDecisionPage.as_view(), name="appeal_decision"),
    path("tables/", tables.TablesPage.as_view(), name="tables"),
    path("tables/<id:number>/", tables.TableCardPage.as_view(), name="table"),
    path("matches/<id:match_id>/", include(OF_MATCH)),
]

urlpatterns = [
    path("", home.HomePage.as_view(), name="home"),
    path("clubs/new/", club.NewClubPage.as_view(), name="new_club"),
    path("pass/", passes.CodePage.as_view(), name="pass"),
    path("pass/<str:token>/", passes.StaffTokenPage.as_view(), name="staff_pass"),
    path("pass/player/<str:token>/", passes.PlayerTokenPage.as_view(), name="player_pass"),
    path("me/", tonight.TonightPage.as_view(), name="me"),
    path("me/evenings/", tonight.MyEveningsPage.as_view(), name="my_evenings"),
    path("c/<slug:club>/", include(OF_CLUB)),
    path("c/<slug:club>/<slug:slug>/", include(OF_TOURNAMENT)),
    path("count/", count.CountPage.as_view(), name="count"),
    path("trust/", trust.TrustPage.as_view(), name="trust"),
    path("trust/undercut.crt", trust.AuthorityPage.as_view(), name="authority"),
    *OF_ACCOUNT,
]
