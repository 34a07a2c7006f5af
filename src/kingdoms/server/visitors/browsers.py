"""Names of browsers, for the list of devices."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What a user agent contains, and the name of the browser; the first match counts."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
"""What a user agent contains, and the name of the system; the first match counts."""


def browser_name(user_agent: str) -> str:
    """Return the browser and the system of a user agent; "" for unknown ones.

    Examples:
        >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
        'Firefox, Linux'
        >>> browser_name("curl/8.0")
        ''
    """
    matches = (next((name for part, name in names if part in user_agent), None) for names in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in matches if name is not None)
