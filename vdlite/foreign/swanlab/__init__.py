"""Runs of SwanLab: files `run-<id>.swanlab`, framed as W&B's are.

`records` knows what they hold; `decoder` and `payloads` put it together with the files that they name.
"""

from vdlite.foreign.formats import Format
from vdlite.foreign.swanlab.decoder import RunDecoder
from vdlite.foreign.swanlab.payloads import encode_at, encode_beside

FORMAT = Format(
    "SwanLab",
    RunDecoder,
    encode_at,
    reports_end=True,
    make_decoder_beside=RunDecoder,
    encode_beside=encode_beside,
)
