"""Offline runs of W&B: files `run-<id>.wandb`.

`blocks` knows how they are framed, `records` what they hold; `decoder` puts it together.
"""

from vdlite.foreign.formats import Format
from vdlite.foreign.wandb.decoder import RunDecoder, encode_at

FORMAT = Format("W&B", RunDecoder, encode_at)
