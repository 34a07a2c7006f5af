"""The report of a study: an HTML page, its plots, and all figures as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from kingdoms.arena.errors import write_error
from kingdoms.files import write_atomic
from kingdoms.lab.dataset import Dataset
from kingdoms.lab.findings import Findings
from kingdoms.lab.page import page
from kingdoms.lab.plots import plots
from kingdoms.lab.study import LabError
from kingdoms.texts import text

PAGE: Final = "index.html"
FIGURES: Final = "findings.json"
REPORT: Final = "report"


def findings(path: Path) -> Findings:
    """Return the findings of the study in a folder.

    Raises:
        KingdomsError: the folder holds no study, has no games yet, or has a file that cannot be read.
    """
    dataset = Dataset(path)
    if not any(data.number for data in dataset.cells.values()):
        raise LabError(text("study.no_games", path=path))
    return Findings(dataset)


def write_report(results: Findings, out: Path) -> dict[str, Any]:
    """Write the report into a new folder, or over an older report, and return its data.

    Raises:
        KingdomsError: the folder cannot be written, or holds other files.
    """
    report = results.to_json()
    try:
        if out.exists() and any(out.iterdir()) and not (out / FIGURES).exists():
            raise LabError(text("study.other_files", out=out))
        out.mkdir(parents=True, exist_ok=True)
        drawn = list(plots(report, results.game))
        write_atomic(out / FIGURES, (json.dumps(report, indent=1) + "\n").encode())
        for plot in drawn:
            write_atomic(out / f"{plot.name}.svg", plot.svg.encode())
            write_atomic(out / f"{plot.name}.png", plot.png)
        write_atomic(out / PAGE, page(report, results.game, drawn).encode())
    except OSError as error:
        raise write_error(out, error) from None
    return report
