"""Layouts: which scalars belong into one chart, as custom scalars of TensorBoard have them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.fields import some_of, sound
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "layout"
TAG = "custom_scalars"

MOST_TAGS = 100_000
"""Of a chart."""

_WANT = 'want a list of tags, ["Multiline", tags] or ["Margin", [value, lower, upper]]'


@dataclass(frozen=True, slots=True)
class Chart:
    """The content of one chart: all scalars that an expression finds, or values between their bounds."""

    category: str
    title: str
    tags: tuple[str, ...] = ()  # regular expressions, which a tag has to begin with
    margins: tuple[
        tuple[str, str, str], ...
    ] = ()  # tags of the value, its lower and its upper bound


@dataclass(frozen=True, slots=True)
class Layout:
    """Charts in the order in which they were given."""

    charts: tuple[Chart, ...]


@taking(NAME)
def layout(given: object) -> Ready:
    """A draft of a layout; see `LogWriter.add_custom_scalars`. Raises PayloadError for what is none."""
    if not isinstance(given, Mapping):
        raise PayloadError(
            f"layout: got {type(given).__name__} {given!r:.60}, want a mapping of categories to charts"
        )
    charts = []
    for category, titles in given.items():
        if not isinstance(titles, Mapping):
            raise PayloadError(
                f"layout: category {category!r:.60}: got {type(titles).__name__} {titles!r:.60}, "
                "want a mapping of titles to charts"
            )
        name = _text(category, "a category")
        charts += [_chart(name, _text(title, "a title"), each) for title, each in titles.items()]
    return layout_of(charts)


def layout_of(charts: Iterable[Chart]) -> Ready:
    """A draft of a layout of these charts."""
    kept = [
        {
            "category": sound(each.category),
            "title": sound(each.title),
            "tags": [sound(tag) for tag in each.tags],
            "margins": [[sound(tag) for tag in margin] for margin in each.margins],
        }
        for each in charts
    ]
    return Ready(pack({"charts": kept}), {"count": len(kept)})


def decode(payload: bytes) -> Layout:
    """The layout. Raises FormatError for bytes that are none."""
    charts = unpack(payload, NAME).get("charts")
    if not isinstance(charts, list):
        raise FormatError("layout payload: want the field `charts`")
    return Layout(tuple(map(_read, charts)))


def _chart(category: str, title: str, given: object) -> Chart:
    where = f"layout: chart {title!r:.60}"
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise PayloadError(f"{where}: got {type(given).__name__} {given!r:.60}, {_WANT}")
    parts = _items(given, where)
    sort: object = "Multiline"
    if len(parts) == 2 and not isinstance(parts[1], str | bytes):
        sort, named = parts
        if isinstance(named, Mapping) or not isinstance(named, Iterable):
            raise PayloadError(f"{where}: got {type(named).__name__} {named!r:.60}, {_WANT}")
        parts = _items(named, where)
    tags = [_text(tag, f"a tag of {title!r:.60}") for tag in parts]
    if sort == "Multiline":
        return Chart(category, title, tuple(tags))
    if sort != "Margin":
        raise PayloadError(f"{where}: got {sort!r:.60}, {_WANT}")
    if len(tags) != 3:
        raise PayloadError(f"{where}: got {len(tags)} tags for a margin, want 3: {_WANT}")
    return Chart(category, title, margins=((tags[0], tags[1], tags[2]),))


def _items(given: Iterable[object], where: str) -> list[object]:
    parts = some_of(given, MOST_TAGS)
    if len(parts) > MOST_TAGS:
        raise PayloadError(f"{where}: got more than {MOST_TAGS} tags")
    return parts


def _text(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise PayloadError(f"layout: {what}: got {type(text).__name__} {text!r:.60}, want a string")
    return text


def _read(fields: object) -> Chart:
    if not isinstance(fields, dict):
        raise FormatError(f"layout payload: got a chart that is {type(fields).__name__}")
    tags, margins = fields.get("tags", []), fields.get("margins", [])
    if not isinstance(tags, list) or not isinstance(margins, list):
        raise FormatError("layout payload: want the lists `tags` and `margins` in each chart")
    read = []
    for margin in margins:
        if not isinstance(margin, list) or len(margin) != 3:
            raise FormatError("layout payload: want three tags in each margin")
        read.append((str(margin[0]), str(margin[1]), str(margin[2])))
    category, title = (str(fields.get(name, "")) for name in ("category", "title"))
    return Chart(category, title, tuple(map(str, tags)), tuple(read))


KIND = Kind(NAME, decode)
