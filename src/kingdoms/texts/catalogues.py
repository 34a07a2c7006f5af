"""The catalogues of a checkout or an installation as files, for translators: their folders, and writing a language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from kingdoms.texts.locale import ENGLISH, FOLDER

PACKAGE: Final = FOLDER.parent
"""The folder of the package."""


def catalogue_folders() -> Sequence[Path]:
    """Return the folders of all catalogues: those of the package, and in a checkout those of the page.

    Examples:
        >>> [folder.parent.name for folder in catalogue_folders()][:3]
        ['kingdoms', 'middlesea', 'rivers']
    """
    page = PACKAGE.parent.parent / "web" / "src"
    folders = [FOLDER, *sorted(PACKAGE.glob("games/*/texts"))]
    return folders + [folder for folder in (page / "texts", *sorted(page.glob("games/*/texts"))) if folder.is_dir()]


def label_of(folder: Path) -> str:
    """Return a short name for a folder, as in "web/src/games/rivers/texts"; the whole path of one of another package."""
    for root in (PACKAGE.parent.parent, PACKAGE.parent):
        if folder.is_relative_to(root):
            return folder.relative_to(root).as_posix()
    return folder.as_posix()


def read_part(path: Path) -> dict[str, str]:
    """Return the entries in a file.

    Raises:
        ValueError: it is no JSON.
    """
    entries: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return entries


def write_part(folder: Path, tag: str, part: str, texts: Mapping[str, str]) -> None:
    """Write the entries of one part in a language, in the order of the English ones; others are left out."""
    english = read_part(folder / ENGLISH / f"{part}.json")
    rows = [
        f"  {json.dumps(name)}: {json.dumps(texts[name], ensure_ascii=False)}"
        for name in english
        if texts.get(name) is not None
    ]
    path = folder / tag / f"{part}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
