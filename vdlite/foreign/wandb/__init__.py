"""Offline runs of W&B: files `run-<id>.wandb`.

`records` knows what they hold, `media` the files that they name; `decoder` and `payloads` put it together.
"""

from vdlite.foreign.formats import Format
from vdlite.foreign.wandb.decoder import RunDecoder
from vdlite.foreign.wandb.payloads import encode_at, encode_beside

FORMAT = Format(
    "W&B",
    RunDecoder,
    encode_at,
    reports_end=True,
    make_decoder_beside=RunDecoder,
    encode_beside=encode_beside,
)
