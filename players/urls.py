"""The addresses of an account's pages."""

from django.urls import path

from players import token_views, views

urlpatterns = [
    path("language/<slug:language>/", views.Language.as_view(), name="language"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", views.SignOut.as_view(), name="sign_out"),
    path("sign-up/", views.SignUp.as_view(), name="sign_up"),
    path("setup/<str:token>/", views.SetUp.as_view(), name="setup"),
    path("invitation/<str:token>/", views.Invitation.as_view(), name="invitation"),
    path("claim/<str:token>/", views.Claim.as_view(), name="claim"),
    path("password/", views.PasswordReset.as_view(), name="password_reset"),
    path("password/sent/", views.PasswordResetSent.as_view(), name="password_reset_sent"),
    path(
        "password/<str:uidb64>/<str:token>/",
        views.PasswordResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "password/complete/",
        views.PasswordResetComplete.as_view(),
        name="password_reset_complete",
    ),
    path("account/", views.Account.as_view(), name="account"),
    path("account/tokens/", token_views.Tokens.as_view(), name="tokens"),
    path("account/data/", views.AccountExport.as_view(), name="account_export"),
    path("account/deletion/", views.AccountDelete.as_view(), name="account_delete"),
    path("account/password/", views.PasswordChange.as_view(), name="password_change"),
]
