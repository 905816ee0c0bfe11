"""Meshes and point clouds: vertices in space, with faces, colors and values."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError, shown
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "mesh"

MOST_BYTES = (1 << 32) - (1 << 26)
"""Arrays of one mesh: what fits into a payload, with room for the rest."""
MOST_MESHES = 1000
"""Of one batch: each becomes a series."""

_PIECE = 1 << 20  # vertices that are looked at in one go
_COARSEST = 1e-5  # of the longest side: how far float32 may move a vertex
_BYTES_FROM = 16  # no share of a full color is as large, by mistake or by light: colors go to 255
_UP = ("y", "z")
_PROJECTIONS = ("perspective", "orthographic")


@dataclass(frozen=True, slots=True)
class Mesh:
    """Vertices, and what is known of them."""

    # [N, 3]: x, y, z. float32; float64 where that can't distinguish them.
    vertices: NDArray[np.float32] | NDArray[np.float64]
    faces: NDArray[np.uint32] | None = None  # [M, 3]: three vertices each; None for a point cloud
    colors: NDArray[np.uint8] | None = None  # [N, 3] or [N, 4]: red, green, blue, and opacity
    values: NDArray[np.float32] | None = None  # [N]
    look: Mapping[str, Any] = field(default_factory=dict)  # how it is drawn at first


def tags_of(tag: str, meshes: int) -> list[str]:
    """The tags of a batch of so many meshes: `tag` for one, else `tag/0`, `tag/1`, ..."""
    return [tag] if meshes == 1 else [f"{tag}/{number}" for number in range(meshes)]


@taking(NAME)
def meshes(
    vertices: ArrayLike,
    faces: ArrayLike | None = None,
    colors: ArrayLike | None = None,
    values: ArrayLike | None = None,
    *,
    look: Mapping[str, Any] | None = None,
) -> list[Draft]:
    """Drafts of a mesh, or of each mesh of a batch.

    vertices: [N, 3] coordinates, of any unit; or [B, N, 3], and then everything else has B in front, too. They are
        kept as float32, or as float64 where that would move one by more than a 100,000th of the longest side. A
        vertex with a NaN or an infinity is kept, and not drawn.
    faces: [M, 3] whole numbers from 0 to N - 1: triangles, seen from where they turn counterclockwise.
    colors: [N, 3] or [N, 4], whole numbers from 0 to 255, or floats: from 0 to 255 if all are and one is 16 or more,
        else from 0 to 1, and clipped.
    values: [N] numbers, which the page draws as colors.
    look: see `as_look`.
    Raises PayloadError for anything else.
    """
    points = as_array(vertices, f"{NAME} vertices")
    if points.ndim not in (2, 3) or points.shape[-1] != 3:
        if points.shape != (0,):
            raise PayloadError(f"{NAME}: got vertices of shape {points.shape}, want [N, 3]")
        points = points.reshape(0, 3)
    is_batch = points.ndim == 3
    if is_batch and not 0 < len(points) <= MOST_MESHES:
        raise PayloadError(f"{NAME}: got {len(points)} meshes, want 1 to {MOST_MESHES}")
    batch = points if is_batch else points[np.newaxis]
    of_faces = _given(faces, "faces", (3,), batch, is_batch, per_vertex=False)
    of_colors = _given(colors, "colors", (3, 4), batch, is_batch)
    of_values = _given(values, "values", (), batch, is_batch)
    settings: dict[str, Any] = {"look": as_look(look)}
    if of_colors is not None:
        of_colors = _checked_colors(of_colors)
        settings["full"] = _full(of_colors)
    return [
        _draft(
            batch[at],
            None if of_faces is None else _checked_faces(of_faces[at], batch.shape[1]),
            None if of_colors is None else of_colors[at],
            None if of_values is None else of_values[at],
            settings,
        )
        for at in range(len(batch))
    ]


def as_look(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """How a mesh is drawn at first: the fields that are given, checked.

    point_size: the diameter of points, in the unit of the vertices.
    fov: of the camera, from above to below, in degrees.
    projection: "perspective" or "orthographic".
    up: the axis that points upwards, "y" or "z".
    wireframe: whether only the edges of faces are drawn.
    Raises PayloadError for other fields and values.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise PayloadError(f"{NAME} look: got {shown(given)}, want a mapping of names to values")
    known: dict[str, Any] = {}
    for name, value in given.items():
        if name not in _LOOK:
            raise PayloadError(f"{NAME} look: got {shown(name)}, want one of {', '.join(_LOOK)}")
        want, is_fine = _LOOK[name]
        if isinstance(value, np.generic):
            value = value.item()
        if not is_fine(value):
            raise PayloadError(f"{NAME} look: got {name} {shown(value)}, want {want}")
        known[name] = float(value) if name in ("point_size", "fov") else value
    return known


def _is_number(value: Any, above: float, below: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and above < value < below


def _is_name(value: Any, names: tuple[str, ...]) -> bool:
    return type(value) is str and value in names


_LOOK: dict[str, tuple[str, Any]] = {
    "point_size": ("a number above 0", lambda value: _is_number(value, 0, math.inf)),
    "fov": ("degrees above 0, below 180", lambda value: _is_number(value, 0, 180)),
    "projection": (" or ".join(_PROJECTIONS), lambda value: _is_name(value, _PROJECTIONS)),
    "up": (" or ".join(_UP), lambda value: _is_name(value, _UP)),
    "wireframe": ("true or false", lambda value: isinstance(value, bool)),
}


def _given(
    values: ArrayLike | None,
    what: str,
    widths: tuple[int, ...],
    vertices: NDArray[Any],
    is_batch: bool,
    *,
    per_vertex: bool = True,
) -> NDArray[Any] | None:
    """The facts of a batch of vertices [B, N, 3], with B in front. Raises PayloadError for other shapes.

    widths: what the last axis may hold; none: there is no such axis.
    """
    if values is None:
        return None
    array = as_array(values, f"{NAME} {what}")
    if array.shape == (0,) and widths:
        array = array.reshape(0, widths[0])
    if not is_batch:
        array = array[np.newaxis]
    meshes, points = vertices.shape[:2]
    sizes = array.shape
    fits = (
        len(sizes) == (3 if widths else 2)
        and sizes[0] == meshes
        and (not widths or sizes[2] in widths)
        and (not per_vertex or sizes[1] == points)
    )
    if not fits:
        want = "M" if not per_vertex else str(points)
        wanted = [f"{want}, {width}" for width in widths] or [want]
        front = f"{meshes}, " if is_batch else ""
        shapes = " or ".join(f"[{front}{each}]" for each in wanted)
        got = sizes if is_batch else sizes[1:]
        raise PayloadError(f"{NAME}: got {what} of shape {got}, want {shapes}")
    return array


def _checked_faces(faces: NDArray[Any], points: int) -> NDArray[Any]:
    if not faces.size:
        return faces.astype(np.uint32)
    known = faces if faces.dtype.kind != "f" else faces[_is_known(faces)]
    if not known.size:
        return faces
    low, high = known.min(), known.max()
    if not (low >= 0 and high < points):
        wrong = high if low >= 0 else low
        want = f"0 to {points - 1}" if points else "none, as there are no vertices"
        raise PayloadError(f"{NAME}: got a face with vertex {wrong}, want {want}")
    if faces.dtype.kind == "f" and not (known == np.floor(known)).all():
        raise PayloadError(f"{NAME}: got faces with fractions, want whole numbers")
    return faces


def _is_known(faces: NDArray[Any]) -> NDArray[np.bool_]:
    """True for the faces that name all of their vertices: in the others is a NaN."""
    known: NDArray[np.bool_] = ~np.isnan(faces).any(axis=1)
    return known


def _checked_colors(colors: NDArray[Any]) -> NDArray[Any]:
    if colors.dtype.kind in "iu" and colors.size and colors.dtype != np.uint8:
        low, high = colors.min(), colors.max()
        if low < 0 or high > 255:
            wrong = low if low < 0 else high
            raise PayloadError(f"{NAME}: got color {wrong}, want 0 to 255, or floats from 0 to 1")
        return colors.astype(np.uint8)
    if colors.dtype.kind == "b":
        return colors.astype(np.float32)
    return colors


def _full(colors: NDArray[Any]) -> float:
    """The number for a full color among colors of floats: 1, or 255 where they can't be shares of it.

    Of a whole batch: its dark meshes are meant as the others are.
    """
    if colors.dtype.kind != "f" or not colors.size:
        return 1.0
    low, high = np.fmin.reduce(colors, axis=None), np.fmax.reduce(colors, axis=None)
    return 255.0 if low >= 0 and _BYTES_FROM <= high <= 255 else 1.0


def _draft(
    vertices: NDArray[Any],
    faces: NDArray[Any] | None,
    colors: NDArray[Any] | None,
    values: NDArray[Any] | None,
    settings: Settings,
) -> Draft:
    size = min(24 * len(vertices), max(12 * len(vertices), vertices.nbytes))
    size += 0 if values is None else 4 * len(values)
    size += 0 if faces is None else 4 * faces.size
    size += 0 if colors is None else colors.size
    if size > MOST_BYTES:
        raise PayloadError(f"{NAME}: got {size} bytes, want at most {MOST_BYTES}")
    parts = {"vertices": vertices, "faces": faces, "colors": colors, "values": values}
    there = {name: part for name, part in parts.items() if part is not None}
    return Draft(encode, list(there.values()), {**settings, "parts": list(there)})


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The parts of a mesh, in the order of their names among the settings."""
    parts = dict(zip(settings["parts"], arrays, strict=True))
    vertices = _kept(parts["vertices"])
    fields: dict[str, Any] = {"vertices": vertices}
    summary: dict[str, Any] = {"vertices": len(vertices), **_box(vertices)}
    if "faces" in parts:
        faces = parts["faces"]
        if faces.dtype.kind == "f" and not (known := _is_known(faces)).all():
            summary["nan"] = int((~known).sum())
            faces = faces[known]
        narrow = np.uint16 if len(vertices) <= 1 << 16 else np.uint32
        fields["faces"] = faces.astype(narrow, copy=False)
        summary["faces"] = len(faces)
    if "colors" in parts:
        fields["colors"], clipped = _as_bytes(parts["colors"], settings["full"])
        summary["channels"] = fields["colors"].shape[1]
        if clipped:
            summary["clipped"] = clipped
    if "values" in parts:
        values = parts["values"].astype(np.float32, copy=False)
        fields["values"] = values
        finite = values[np.isfinite(values)]
        summary["valued"] = len(finite)
        if len(finite):
            summary["least"], summary["greatest"] = float(finite.min()), float(finite.max())
    if settings["look"]:
        fields["look"] = settings["look"]
    return pack(fields), summary


def _kept(vertices: NDArray[Any]) -> NDArray[np.float32] | NDArray[np.float64]:
    """The numbers as float32, or as float64 where that would lose too much of them."""
    narrow = vertices.astype(np.float32, copy=False)
    if np.can_cast(vertices.dtype, np.float32):
        return narrow
    wide = vertices.astype(np.float64, copy=False)
    moved = 0.0
    for start in range(0, len(wide), _PIECE):
        away = np.abs(wide[start : start + _PIECE] - narrow[start : start + _PIECE])
        # Of NaN and infinities there is no difference: it is NaN, which does not count.
        moved = max(moved, float(np.fmax.reduce(away, axis=None, initial=0.0)))
    if moved == 0:
        return narrow
    low, high, _ = _ends(wide)
    longest = float(((high / 2 - low / 2) * 2).max())
    # Of vertices at one place there is nothing to tell apart.
    is_coarse = moved == math.inf or moved > _COARSEST * longest > 0
    return wide if is_coarse else narrow


def _ends(vertices: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """The ends of the vertices along each axis, [3]; those that are not finite are left out, and counted.

    Where none is finite, infinities.
    """
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    left_out = 0
    for start in range(0, len(vertices), _PIECE):
        piece = vertices[start : start + _PIECE]
        if not np.isfinite(piece).all():
            finite = np.isfinite(piece).all(axis=1)
            left_out += int((~finite).sum())
            piece = piece[finite]
        if len(piece):
            # Axis by axis it takes a thirtieth of the time.
            low = np.minimum(low, [piece[:, axis].min() for axis in range(3)])
            high = np.maximum(high, [piece[:, axis].max() for axis in range(3)])
    return low, high, left_out


def _box(vertices: NDArray[Any]) -> dict[str, Any]:
    """The ends of the vertices along each axis, and the radius of the ball around their middle.

    Those that are not finite are left out of it, and counted.
    """
    low, high, left_out = _ends(vertices)
    extent: dict[str, Any] = {"left_out": left_out} if left_out else {}
    if np.isfinite(low).all():
        extent["radius"] = _radius(vertices, low, high)
        for name, ends in (("low", low), ("high", high)):
            extent[name] = dict(zip("xyz", ends.tolist(), strict=True))
    return extent


def _radius(vertices: NDArray[Any], low: NDArray[np.float64], high: NDArray[np.float64]) -> float:
    """The radius of the ball around the middle of these ends that holds all finite vertices."""
    middle = low / 2 + high / 2
    unit = float((high / 2 - low / 2).max())
    if unit == 0:
        return 0.0
    greatest = 0.0
    for start in range(0, len(vertices), _PIECE):
        # In shares of the box: squares of what is as large as float64 goes are too large for it.
        away = (vertices[start : start + _PIECE] - middle) / unit
        squares = np.einsum("ij,ij->i", away, away)
        greatest = max(greatest, float(squares[np.isfinite(squares)].max(initial=0.0)))
    return unit * math.sqrt(greatest)


def _as_bytes(colors: NDArray[Any], full: float) -> tuple[NDArray[np.uint8], int]:
    """Colors from 0 to 255, and how many numbers of floats lay beyond 0 to `full`; NaN becomes 0."""
    if colors.dtype == np.uint8:
        return colors, 0
    wide = colors.astype(np.float32, copy=False)
    clipped = int(((wide < 0) | (wide > full)).sum())
    scaled = np.nan_to_num(np.clip(wide, 0, full)) * (255 / full) + 0.5
    return scaled.astype(np.uint8), clipped


def decode(payload: bytes) -> Mesh:
    """The mesh of a payload. Raises FormatError if the bytes are none."""
    fields = unpack(payload, NAME)
    vertices = fields.get("vertices")
    if not isinstance(vertices, np.ndarray) or vertices.dtype.str not in ("<f4", "<f8"):
        raise FormatError(f"{NAME} payload: want vertices of float32 or float64")
    if vertices.ndim != 2 or vertices.shape[1] != 3:
        raise FormatError(f"{NAME} payload: got vertices of shape {vertices.shape}, want [N, 3]")
    points = len(vertices)
    faces = _part(fields, "faces", ("<u2", "<u4"))
    if faces is not None:
        if faces.ndim != 2 or faces.shape[1] != 3:
            raise FormatError(f"{NAME} payload: got faces of shape {faces.shape}, want [M, 3]")
        if faces.size and int(faces.max()) >= points:
            raise FormatError(f"{NAME} payload: got a face of vertex {faces.max()} of {points}")
        faces = faces.astype(np.uint32, copy=False)
    colors = _part(fields, "colors", ("|u1",))
    if colors is not None and colors.shape not in ((points, 3), (points, 4)):
        raise FormatError(f"{NAME} payload: got colors of shape {colors.shape}, want [N, 3]")
    values = _part(fields, "values", ("<f4",))
    if values is not None and values.shape != (points,):
        raise FormatError(f"{NAME} payload: got values of shape {values.shape}, want [N]")
    look = fields.get("look", {})
    try:
        return Mesh(vertices, faces, colors, values, as_look(look))
    except PayloadError as error:
        raise FormatError(f"{NAME} payload: {error}") from error


def _part(fields: Mapping[str, Any], name: str, dtypes: tuple[str, ...]) -> NDArray[Any] | None:
    """An array that may be absent. Raises FormatError if it is of another type."""
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, np.ndarray) or value.dtype not in [np.dtype(each) for each in dtypes]:
        raise FormatError(f"{NAME} payload: got {name} of another type than {dtypes[-1]}")
    return value


KIND = Kind(NAME, decode, encode)
