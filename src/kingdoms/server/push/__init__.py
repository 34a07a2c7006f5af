"""Web Push: calling people on devices that do not look at the page."""
