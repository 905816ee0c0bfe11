"""Slices of tensors, read without the rest."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from vdlite.errors import FormatError, SliceError
from vdlite.kinds import tensor
from vdlite.reader.series.slicing import parse_slices
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError
from vdlite.server.routes.series.records import Check, Step, find_record
from vdlite.server.scheduling.reading import reading

router = APIRouter()

MOST_VALUES = 1_000_000  # in one answer


class TensorAnswer(BaseModel):
    run: str
    tag: str
    step: int
    walltime: float = Field(description="seconds since 1970")
    dtype: str = Field(description="of the tensor, such as `float32`")
    shape: list[int] = Field(description="of the tensor")
    slice: str | None = Field(description="as it was asked for")
    values: Any = Field(description="an array of the slice's own shape; null without `slice`")


@router.get("/tensor", response_model=TensorAnswer)
def read_tensor(
    request: Request,
    context: InContext,
    run: Annotated[str, Query(description="id of the run")],
    tag: str,
    step: Step,
    wanted: Annotated[
        str | None,
        Query(
            alias="slice",
            max_length=1000,
            description="one index or range for each dimension, as in Python: `0,:,-1,2:10:2`; "
            "left out: no values",
        ),
    ] = None,
    check: Check = None,
) -> Response:
    """The values of a slice; reads only what holds them. A million of them at most."""
    record = find_record(context.store, tensor.NAME, run, tag, step, check)
    begin = record.summary.get("begin")
    try:
        with reading(record.path.name):
            if not isinstance(begin, int):
                raise FormatError("its summary does not tell where its values begin")
            file = tensor.TensorFile(record.part, begin)
            values = None if wanted is None else _take(file, wanted)
    except SliceError as error:
        raise ApiError(400, "bad_request", str(error)) from error
    content = {
        "run": run,
        "tag": tag,
        "step": record.step,
        "walltime": record.walltime,
        "dtype": file.dtype.name,
        "shape": list(file.shape),
        "slice": wanted,
        "values": values,
    }
    return answer(request, content)


def _take(file: tensor.TensorFile, wanted: str) -> NDArray[Any]:
    indices = parse_slices(wanted, file.shape)
    size = math.prod(
        len(range(*index.indices(length)))
        for index, length in zip(indices, file.shape, strict=True)
        if isinstance(index, slice)
    )
    if size > MOST_VALUES:
        message = f"slice: got {size} values, want {MOST_VALUES} at most in one answer"
        raise ApiError(413, "too_large", message)
    return file.take(indices)
