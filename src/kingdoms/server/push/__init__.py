"""Web Push notifications for players whose page is not visible."""
