"""A row of a terminal that is written to at any place."""

from __future__ import annotations

from vdlite.console.style import RESET, SGR, styled


class Row:
    """Characters, each with its style."""

    __slots__ = ("_styles", "_text")

    def __init__(self, line: bytes = b"") -> None:
        """line: as `rendered` gives it."""
        self._text = ""
        self._styles: list[bytes] = []
        style, at = b"", 0
        for found in SGR.finditer(line):
            self._append(line[at : found.start()], style)
            style, at = styled(style, found[1]), found.end()
        self._append(line[at:], style)

    def _append(self, text: bytes, style: bytes) -> None:
        characters = text.decode(errors="replace")
        self._text += characters
        self._styles += [style] * len(characters)

    def __len__(self) -> int:
        return len(self._text)

    def write(self, column: int, text: str, style: bytes) -> None:
        """Put text there, over what is there."""
        self._reach(column)
        end = column + len(text)
        self._text = self._text[:column] + text + self._text[end:]
        self._styles[column:end] = [style] * len(text)

    def erase(self, start: int, end: int | None = None) -> None:
        """Make a part blank; end: None for the end of the row."""
        if end is None or end >= len(self._text):
            self._text = self._text[:start]
            del self._styles[start:]
        else:
            self.write(start, " " * (end - start), b"")

    def delete(self, column: int, count: int) -> None:
        """Take characters out; what is behind them moves there."""
        self._text = self._text[:column] + self._text[column + count :]
        del self._styles[column : column + count]

    def insert(self, column: int, count: int) -> None:
        """Put blanks in; what is there moves on."""
        self._reach(column)
        self._text = self._text[:column] + " " * count + self._text[column:]
        self._styles[column:column] = [b""] * count

    def _reach(self, column: int) -> None:
        missing = column - len(self._text)
        if missing > 0:
            self._text += " " * missing
            self._styles += [b""] * missing

    def bytes_before(self, column: int) -> int:
        """The length of what `rendered` has before a column."""
        end = min(column, len(self._text))
        size, style = len(self._text[:end].encode(errors="replace")), b""
        for now in self._styles[:end]:
            if now != style:
                size += (len(RESET) if style else 0) + len(now)
                style = now
        return size

    def rendered(self) -> bytes:
        """The row with its styles as sequences, without blanks at its end."""
        length = len(self._text)
        while length and self._text[length - 1] == " " and not self._styles[length - 1]:
            length -= 1
        text, styles = self._text[:length], self._styles
        if not any(styles[:length]):
            return text.encode(errors="replace")
        parts: list[bytes] = []
        style, start = b"", 0
        for at in range(length + 1):
            now = styles[at] if at < length else b""
            if now != style:
                parts.append(text[start:at].encode(errors="replace"))
                parts.append((RESET if style else b"") + now)
                style, start = now, at
        return b"".join([*parts, text[start:].encode(errors="replace")])
