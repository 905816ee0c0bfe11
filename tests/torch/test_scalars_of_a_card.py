"""Numbers that lie on a real card, where there is one."""

from pathlib import Path

import pytest
import torch

from vdlite import LogReader, LogWriter

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no card")


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16, torch.int64])
@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_numbers_are_those_of_their_moment(
    tmp_path: Path, dtype: torch.dtype, shape: tuple[int, ...]
) -> None:
    number = torch.zeros(shape, dtype=dtype, device="cuda")
    with LogWriter(tmp_path) as writer:
        for step in range(300):
            writer.add_scalar("loss", number, step)
            number += 0 if step > 200 else 1
    want = [min(step, 201) for step in range(300)]
    assert LogReader(tmp_path).scalars(".", "loss").values.tolist() == want


def test_numbers_of_inference_mode_and_others_follow_each_other(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(200):
            with torch.inference_mode(step % 3 == 0), torch.set_grad_enabled(step % 2 == 0):
                weight = torch.ones((), device="cuda", requires_grad=step % 2 == 0)
                writer.add_scalar("loss", weight * step, step)
            torch.cuda.synchronize()
    assert LogReader(tmp_path).scalars(".", "loss").values.tolist() == list(range(200))


def test_numbers_of_several_streams_are_those_of_their_moment(tmp_path: Path) -> None:
    streams = [torch.cuda.Stream() for _ in range(3)]
    with LogWriter(tmp_path) as writer:
        for step in range(200):
            with torch.cuda.stream(streams[step % 3]):
                number = torch.full((), float(step), device="cuda")
                writer.add_scalar("loss", number, step)
    assert LogReader(tmp_path).scalars(".", "loss").values.tolist() == list(range(200))
