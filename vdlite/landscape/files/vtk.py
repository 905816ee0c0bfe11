"""VTK's XML files of polygons (.vtp), for ParaView and whatever else reads them."""

from base64 import b64encode
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.files.surface import Surface

_TYPES = {"f8": "Float64", "i8": "Int64"}


def to_vtp(surface: Surface) -> bytes:
    """Points, quads, and the metric as data of both: of a quad the mean of its corners."""
    heights = surface.corners[:, 2]
    faces = heights[surface.quads].mean(axis=1) if len(surface.quads) else np.zeros(0)
    name = "".join(sign if sign.isprintable() else "_" for sign in surface.name)
    offsets = 4 * np.arange(1, len(surface.quads) + 1)
    polygons = _array("connectivity", surface.quads.reshape(-1)) + _array("offsets", offsets)
    scalars = quoteattr(name)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
        "<PolyData>",
        f'<Piece NumberOfPoints="{len(heights)}" NumberOfPolys="{len(surface.quads)}">',
        f"<PointData Scalars={scalars}>{_array(name, heights)}</PointData>",
        f"<CellData Scalars={scalars}>{_array(name, faces)}</CellData>",
        f"<Points>{_array('Points', surface.corners)}</Points>",
        f"<Polys>{polygons}</Polys>",
        "</Piece>",
        "</PolyData>",
        "</VTKFile>",
        "",
    ]
    return "\n".join(parts).encode()


def _array(name: str, values: NDArray[np.float64] | NDArray[np.int64]) -> str:
    """An array as base64: its number of bytes, then the bytes."""
    kind = f"{values.dtype.kind}{values.dtype.itemsize}"
    raw = np.ascontiguousarray(values, f"<{kind}").tobytes()
    coded = b64encode(len(raw).to_bytes(8, "little") + raw).decode()
    parts = f' NumberOfComponents="{values.shape[1]}"' if values.ndim == 2 else ""
    return (
        f'<DataArray type="{_TYPES[kind]}" Name={quoteattr(name)}{parts} format="binary">'
        f"{coded}</DataArray>"
    )
