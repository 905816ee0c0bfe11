"""Pictures that lie in other tools' logs as files."""

import io
import math
from typing import Any

from vdlite.errors import FormatError
from vdlite.kinds.draft import Encoded, encoded
from vdlite.packages import needed

_MOST_PIXELS = 1 << 24  # of a picture that has to be made anew when it is met
_MODES = ("L", "LA", "RGB", "RGBA", "I;16")


def picture(file: bytes) -> Encoded:
    """The payload and summary of a picture: a PNG such as ours as it is, any other made into one.

    Raises FormatError for bytes that are none, PayloadError for what can't be one.
    """
    from vdlite.kinds import image
    from vdlite.kinds.pictures import png

    if png.is_plain(file):
        width, height, channels = png.dimensions(file)
        return file, {"width": width, "height": height, "channels": channels}
    return encoded(image.image(opened(file)))


def opened(file: bytes) -> Any:
    """The picture as Pillow has it. Raises FormatError for bytes that are none, or for a very large one."""
    with needed("a picture"):
        from PIL import Image

    try:
        found: Any = Image.open(io.BytesIO(file))
        if math.prod(found.size) > _MOST_PIXELS:
            raise ValueError(f"a picture of {found.size} pixels that is no plain PNG: too large")
        if found.mode not in _MODES:
            found = found.convert("RGBA" if "transparency" in found.info else "RGB")
        found.load()
    except Exception as error:  # Pillow raises a dozen sorts for bytes that are no picture
        raise FormatError(str(error)) from error
    return found
