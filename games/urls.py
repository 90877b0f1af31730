"""The address of the page on which any hand is counted."""

from django.urls import path

from games.views import Count

urlpatterns = [path("count/", Count.as_view(), name="count")]
