"""Says how to install what an optional part of this package needs."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import urlsplit
from urllib.request import url2pathname

from kingdoms.texts import text


def install_command(extra: str) -> str:
    """Return the command that installs an extra: from the folder that the package came from, if that is known.

    No package index is named, because it might have another package of this name.

    Examples:
        >>> install_command("cli").endswith('[cli]"')
        True
    """
    folder = _source()
    return text("install.checkout", extra=extra) if folder is None else text("install.folder", extra=extra, folder=folder)


def _source() -> str | None:
    """Return the folder that the package was installed from, as the installer has noted it, or None."""
    try:
        noted = json.loads(distribution("kingdoms").read_text("direct_url.json") or "{}")
        url = urlsplit(str(noted["url"]))
    except (PackageNotFoundError, ValueError, KeyError, TypeError):
        return None
    return url2pathname(url.path) if url.scheme == "file" and "dir_info" in noted else None
