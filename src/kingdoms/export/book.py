"""The rules of a game as a PDF, with diagrams, a reference card, and what can be printed to play; needs the extra `print`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from font_source_serif_pro import font_files_ttf
from PIL import Image as Pixels
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    Image,
    KeepInFrame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)
from reportlab.platypus.tableofcontents import TableOfContents

from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.printing import Cutouts, Diagram, Printing
from kingdoms.drawing.png import png_of
from kingdoms.texts import text

PAPERS: Final = {"a4": A4, "letter": LETTER}
"""Name of a paper -> width and height in points."""
MARGIN: Final = 15 * mm
TIGHT: Final = 12 * mm
"""The margin of boards, cards and cut-outs."""
HEAD: Final = 10 * mm
"""The height of a heading above a board or a sheet."""
SPACE: Final = 2 * mm
"""The room below pieces to cut out."""
MARK: Final = 3 * mm
"""How far cutting lines reach beyond the pieces."""
DOTS: Final = 200
"""The dots per inch of pictures."""
WIDEST, HIGHEST = 150 * mm, 105 * mm
"""The greatest size of a diagram."""

FONT, BOLD, SLANTED = "Book", "Book-Bold", "Book-Italic"
FILES: Final = {FONT: "SourceSerifPro", BOLD: "SourceSerifProBold", SLANTED: "SourceSerifProIt"}

BODY: Final = ParagraphStyle("body", fontName=FONT, fontSize=10, leading=13.5, spaceAfter=3)
CLAUSE: Final = ParagraphStyle("clause", BODY, leftIndent=20 * mm, bulletIndent=0, bulletFontName=BOLD, bulletFontSize=9)
TITLE: Final = ParagraphStyle("title", BODY, fontName=BOLD, fontSize=26, leading=32, spaceAfter=6)
CHAPTER: Final = ParagraphStyle("chapter", BODY, fontName=BOLD, fontSize=15, leading=19, spaceBefore=14, keepWithNext=1)
ABOVE: Final = ParagraphStyle("chapter", CHAPTER, keepWithNext=0)
"""The heading of a chapter that begins with a diagram."""
CONTENTS: Final = ParagraphStyle("contents", CHAPTER)
CAPTION: Final = ParagraphStyle("caption", BODY, fontName=SLANTED, fontSize=9, leading=12, alignment=TA_CENTER, spaceAfter=8)
CARD: Final = ParagraphStyle("card", BODY, fontSize=8, leading=10, leftIndent=10 * mm, bulletFontName=BOLD, bulletFontSize=7)
CARD_HEADING: Final = ParagraphStyle("card heading", BODY, fontName=BOLD, fontSize=10, spaceBefore=5, keepWithNext=1)


def write_book(game: type[Game], paper: str = "a4") -> bytes:
    """Return the rules of a game as a PDF.

    Args:
        game: the game.
        paper: one of `PAPERS`.

    Raises:
        KingdomsError: the game has no text of its rules.
    """
    if not any(game.chapters.values()):
        raise KingdomsError(text("export.no_rules", game=game.title), code="no_rules")
    for name, file in FILES.items():
        pdfmetrics.registerFont(TTFont(name, font_files_ttf[file]))
    pdfmetrics.registerFontFamily(FONT, normal=FONT, bold=BOLD, italic=SLANTED, boldItalic=BOLD)
    written = BytesIO()
    _Book(game, PAPERS[paper], written).write()
    return written.getvalue()


class _Book(BaseDocTemplate):  # type: ignore[misc]
    def __init__(self, game: type[Game], size: tuple[float, float], out: BytesIO) -> None:
        title = text("export.rules_of", game=game.title)
        super().__init__(out, pagesize=size, title=title, author="kingdoms", lang="en", invariant=1)
        self.game = game
        self.parts: Printing = game.printing()
        width, height = size
        room = width - 2 * MARGIN, height - 2 * MARGIN - 6 * mm
        self.wide, self.high = width - 2 * TIGHT, height - 2 * TIGHT - 4 * mm
        frames = {
            "rules": Frame(MARGIN, MARGIN + 3 * mm, *room, 0, 0, 0, 0),
            "sheet": Frame(TIGHT, TIGHT + 4 * mm, self.wide, self.high, 0, 0, 0, 0),
        }
        self.addPageTemplates([PageTemplate(name, [frame]) for name, frame in frames.items()])

    def write(self) -> None:
        """Write the PDF. It is laid out several times, until the page numbers of the contents are right."""
        self.multiBuild(list(self.story()), canvasmaker=_NumberedCanvas)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  the name is ReportLab's
        """Note headings for the contents and the outline."""
        if isinstance(flowable, Paragraph) and flowable.style.name in (CHAPTER.name, SHEET.name):
            title, key = flowable.getPlainText(), f"heading-{self.seq.nextf('heading')}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(title, key)
            self.notify("TOCEntry", (0, escape(title), self.page, key))

    def story(self) -> Iterator[Flowable]:
        game = self.game
        yield Paragraph(escape(game.title), TITLE)
        for paragraph in (self.parts.credits(), game.introduction, game.aim):
            if paragraph:
                yield Paragraph(escape(paragraph), BODY)
        yield Paragraph(text("export.contents"), CONTENTS)
        contents = TableOfContents(dotsMinLevel=0)
        contents.levelStyles = [ParagraphStyle("entry", BODY, spaceAfter=0)]
        yield contents
        yield PageBreak()
        diagrams = self.parts.diagrams()
        for title, clauses in game.chapters.items():
            if clauses:
                drawn = diagrams.get(title, ())
                if drawn:
                    yield KeepTogether([Paragraph(escape(title), ABOVE), *_diagrams(drawn)])
                else:
                    yield Paragraph(escape(title), CHAPTER)
                yield from (_clause(name, clause, CLAUSE) for name, clause in clauses.items())
        yield from self.card()
        for panel in self.parts.panels():
            yield from self.sheet(panel.title, [_picture(panel.svg, panel.width * mm)])
        yield from self.pieces()

    def card(self) -> Iterator[Flowable]:
        """Yield the reference card, in two columns on one page."""
        card = self.parts.card()
        if not card:
            return
        clauses = {name: clause for chapter in self.game.chapters.values() for name, clause in chapter.items()}
        parts = []
        for heading, names in card.items():
            parts.append([Paragraph(escape(heading), CARD_HEADING), *(_clause(name, clauses[name], CARD) for name in names)])
        width, height = self.wide / 2 - 3 * mm, self.high - HEAD
        heights = [sum(flowable.wrap(width, height)[1] + 5 for flowable in part) for part in parts]
        first = min(range(len(parts) + 1), key=lambda at: max(sum(heights[:at]), sum(heights[at:])))
        columns = [
            KeepInFrame(width, height, [flowable for part in half for flowable in part])
            for half in (parts[:first], parts[first:])
        ]
        table = Table([columns], colWidths=[self.wide / 2] * 2, style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *_NO_PADDING])
        yield from self.sheet(text("export.card", game=self.game.title), [table])

    def sheet(self, title: str, content: Sequence[Flowable]) -> Iterator[Flowable]:
        """Yield a page of its own with a heading."""
        yield NextPageTemplate("sheet")
        yield PageBreak()
        yield Paragraph(escape(title), SHEET)
        yield from content

    def pieces(self) -> Iterator[Flowable]:
        """Yield all pieces to cut out. Several kinds share a page where there is room; a single row is never alone on one."""
        blocks: list[list[Flowable]] = []
        for cutouts in self.parts.cutouts():
            for grid in self.cut(cutouts):
                block = [Paragraph(escape(cutouts.title), SHEET), grid, Spacer(0, SPACE)]
                blocks.append(blocks.pop() + block if grid.rows == 1 and blocks else block)
        if blocks:
            yield from (NextPageTemplate("sheet"), PageBreak())
        yield from map(KeepTogether, blocks)

    def cut(self, cutouts: Cutouts) -> Iterator[_Grid]:
        """Yield the grids of pieces of one kind, each for one page at most."""
        side = cutouts.size * mm
        columns, rows = int((self.wide - 2 * MARK) / side), int((self.high - HEAD - SPACE - 2 * MARK) / side)
        if rows > 2 and -(-len(cutouts.pieces) // columns) % rows == 1:
            rows -= 1
        for at in range(0, len(cutouts.pieces), columns * rows):
            pieces = cutouts.pieces[at : at + columns * rows]
            yield _Grid(pieces, side, min(columns, len(pieces)))


_NO_PADDING: Final = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
SHEET: Final = ParagraphStyle("sheet title", CHAPTER, fontSize=13, leading=16, spaceBefore=0, spaceAfter=4)


def _clause(name: str, clause: str, style: ParagraphStyle) -> Paragraph:
    """Return a clause with its id in a column of its own."""
    return Paragraph(escape(clause), style, bulletText=name)


def _diagrams(diagrams: Sequence[Diagram]) -> Iterator[Flowable]:
    for diagram in diagrams:
        wide, high = _size_of(diagram.svg)
        yield _picture(diagram.svg, min(WIDEST, HIGHEST * wide / high))
        yield Paragraph(escape(diagram.caption), CAPTION)


def _size_of(svg: str) -> tuple[float, float]:
    match = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', svg)
    if match is None:
        raise ValueError("the picture has no viewBox")
    return float(match[1]), float(match[2])


@lru_cache(64)
def _pixels(svg: str, width: float) -> bytes:
    """Return an SVG document as a PNG on white, for a width in points."""
    with Pixels.open(BytesIO(png_of(svg, round(width / 72 * DOTS)))) as image:
        flat = Pixels.new("RGB", image.size, "white")
        flat.paste(image, mask=image.getchannel("A") if "A" in image.getbands() else None)
    written = BytesIO()
    flat.save(written, "PNG", compress_level=1)
    return written.getvalue()


def _picture(svg: str, width: float) -> Image:
    wide, high = _size_of(svg)
    return Image(BytesIO(_pixels(svg, width)), width, width * high / wide)


class _Grid(Flowable):  # type: ignore[misc]
    """Pieces side by side, with the lines to cut along.

    Args:
        pieces: an SVG document for each piece.
        side: the side of a piece in points.
        columns: the number of pieces in a row.
    """

    def __init__(self, pieces: Sequence[str], side: float, columns: int) -> None:
        super().__init__()
        self.pieces = pieces
        self.side = side
        self.columns = columns
        self.rows = -(-len(pieces) // columns)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return self.columns * self.side + 2 * MARK, self.rows * self.side + 2 * MARK

    def draw(self) -> None:
        canvas, side = self.canv, self.side
        images = {svg: ImageReader(BytesIO(_pixels(svg, side))) for svg in dict.fromkeys(self.pieces)}
        for at, svg in enumerate(self.pieces):
            row, column = divmod(at, self.columns)
            canvas.drawImage(images[svg], MARK + column * side, MARK + (self.rows - 1 - row) * side, side, side)
        canvas.setLineWidth(0.4)
        canvas.setStrokeGray(0.35)
        right, top = self.columns * side, self.rows * side
        for column in range(self.columns + 1):
            canvas.line(MARK + column * side, 0, MARK + column * side, top + 2 * MARK)
        for row in range(self.rows + 1):
            canvas.line(0, MARK + row * side, right + 2 * MARK, MARK + row * side)


class _NumberedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that writes the title and the number of each page, out of how many, at its foot."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.states: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  the name is ReportLab's
        """Keep a page until the number of pages is known."""
        self.states.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Number all pages and write them."""
        for number, state in enumerate(self.states, 1):
            self.__dict__.update(state)
            width, _ = self._pagesize
            self.setFont(FONT, 8)
            self.setFillGray(0.3)
            self.drawString(MARGIN, 8 * mm, self._doc.info.title)
            self.drawRightString(width - MARGIN, 8 * mm, f"{number} / {len(self.states)}")
            super().showPage()
        super().save()
