"""TensorBoard's event files.

`frames` knows how they are framed, `events` what an event holds; `scalars` and `shapes` decode the many that hold one
scalar, `values` all others. `decoder` puts it together.
"""

from vdlite.foreign.formats import Format
from vdlite.foreign.tensorboard.decoder import EventDecoder
from vdlite.foreign.tensorboard.payloads import encode

FORMAT = Format("TensorBoard", EventDecoder, encode)
