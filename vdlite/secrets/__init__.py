"""Secrets: values that open doors, such as tokens and passwords, are masked before they reach a disk.

Known are values of environment variables with such names, tokens of known shapes, what stands behind such a name, and
passwords in addresses. A commit hash, a checksum or a word such as `max_tokens` is none.

Each rule finds spans of a text without colors; the text is changed once, when all are known. Rules are searched in whole
blocks, each by a byte that is rare in what programs print: so most of a block is looked at by `memchr` only.
"""

from vdlite.secrets.blocks import MaskedBlocks
from vdlite.secrets.masking import MASK, Cut, Secrets, masked, masked_arguments, masked_beginning
from vdlite.secrets.names import is_secret_name

__all__ = [
    "MASK",
    "Cut",
    "MaskedBlocks",
    "Secrets",
    "is_secret_name",
    "masked",
    "masked_arguments",
    "masked_beginning",
]
