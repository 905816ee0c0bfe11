"""VisualDL's `vdlrecords`: lengths and messages, without checksums."""

from vdlite.foreign.formats import Format
from vdlite.foreign.visualdl.decoder import RecordDecoder
from vdlite.foreign.visualdl.values import encode_at

FORMAT = Format("VisualDL", RecordDecoder, encode_at)
