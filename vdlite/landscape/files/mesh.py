"""Surfaces for programs that draw or print bodies: OBJ and STL."""

import numpy as np

from vdlite.landscape.files.surface import Surface

_TRIANGLE = np.dtype(
    [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")]
)  # 50 bytes, as STL wants it
_HEADER_BYTES = 80  # of STL


def to_obj(surface: Surface) -> bytes:
    """Wavefront OBJ: the corners, and faces of four."""
    lines = [f"# vdlite: {' '.join(surface.name.split())} as height"]
    lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in surface.corners.tolist()]
    lines += [f"f {a} {b} {c} {d}" for a, b, c, d in (surface.quads + 1).tolist()]
    return ("\n".join(lines) + "\n").encode()


def to_stl(surface: Surface) -> bytes:
    """Binary STL: two triangles for each quad."""
    triangles = surface.quads[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)
    corners = surface.corners[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(triangles), _TRIANGLE)
    records["normal"] = normals / np.where(lengths > 0, lengths, 1)
    records["corners"] = corners
    header = b"vdlite".ljust(_HEADER_BYTES)
    return header + len(triangles).to_bytes(4, "little") + records.tobytes()
