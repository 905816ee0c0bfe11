"""Runs of SwanLab: files `run-<id>.swanlab`, framed as W&B's are."""

from vdlite.foreign.formats import Format
from vdlite.foreign.swanlab.decoder import RunDecoder, encode_at

FORMAT = Format("SwanLab", RunDecoder, encode_at, tells_end=True)
