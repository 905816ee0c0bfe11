"""Tensors whose memory was given back: reading one would end the process."""

from pathlib import Path

import pytest
import torch

from vdlite import LogWriter, PayloadError


def test_a_tensor_whose_memory_was_given_back_is_refused(tmp_path: Path) -> None:
    tensor = torch.ones(1000)
    tensor.untyped_storage().resize_(0)
    with LogWriter(tmp_path) as writer:
        for add in (writer.add_histogram, writer.add_tensor, writer.add_audio):
            with pytest.raises(PayloadError, match="whose memory was given back"):
                add("x", tensor)
