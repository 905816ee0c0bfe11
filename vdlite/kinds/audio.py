"""Sound: stored as WAV files, which every browser plays."""

import io
import math
import operator
import wave
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike, as_array

NAME = "audio"
MEDIA_TYPE = "audio/wav"

MOST_CHANNELS = 8
MOST_RATE = 768_000  # samples a second
_MOST_BYTES = (1 << 32) - 4096  # what a WAV file's own sizes can tell

# By bytes of a sample.
_PCM: dict[int, np.dtype[Any]] = {1: np.dtype(np.uint8), 2: np.dtype("<i2"), 4: np.dtype("<i4")}


@dataclass(frozen=True, slots=True)
class Audio:
    """Sound as it was logged."""

    samples: NDArray[Any]  # [N, C] uint8 (128 is silence), int16 or int32
    sample_rate: int  # samples a second


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The samples [N, C] as a WAV file."""
    (samples,) = arrays
    rate: int = settings["sample_rate"]
    clipped = nan = 0
    if samples.dtype.kind == "f":
        missing = np.isnan(samples)
        nan = int(missing.sum())
        clipped = int((np.abs(samples) > 1).sum())
        scaled = np.clip(np.where(missing, 0, samples), -1, 1) * 32767
        samples = np.rint(scaled).astype("<i2")
    frames, channels = samples.shape
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(samples.dtype.itemsize)
        out.setframerate(rate)
        out.writeframes(np.ascontiguousarray(samples, _PCM[samples.dtype.itemsize]).tobytes())
    summary: dict[str, Any] = {
        "sample_rate": rate,
        "channels": channels,
        "frames": frames,
        "seconds": frames / rate,
        "bits": 8 * samples.dtype.itemsize,
        "peak": _peak(samples),
    }
    if clipped:
        summary["clipped"] = clipped
    if nan:
        summary["nan"] = nan
    return file.getvalue(), summary


@taking(NAME)
def audio(values: ArrayLike, sample_rate: object) -> Draft:
    """A draft of sound.

    values: samples [N], or [N, C] or [C, N] with C channels, of which there are 8 at most and fewer than samples.
        Floats from -1 to 1 become 16 bits; what lies beyond is clipped, NaN is silence, and both are counted. uint8
        (128 is silence), int16 and int32 are kept; other integers must fit into 16 bits.
    sample_rate: samples a second.
    Raises PayloadError for another shape, type or rate.
    """
    try:
        rate = operator.index(
            int(sample_rate)
            if isinstance(sample_rate, float) and sample_rate.is_integer()
            else sample_rate  # type: ignore[arg-type]  # what is no whole number raises
        )
    except TypeError as error:
        raise PayloadError(f"sample_rate: got {sample_rate!r:.40}, want a whole number") from error
    if not 1 <= rate <= MOST_RATE:
        raise PayloadError(f"sample_rate: got {rate}, want 1 to {MOST_RATE} samples a second")
    array = as_array(values, NAME)
    shape = array.shape
    if array.ndim > 2 and math.prod(shape) == max(shape):
        array = array.reshape(-1)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    elif array.ndim == 2 and (0 < array.shape[0] < array.shape[1] or not array.shape[1]):
        array = array.T
    if array.ndim != 2:
        raise PayloadError(f"audio: got shape {shape}, want [N], [N, C] or [C, N]")
    if not 1 <= array.shape[1] <= MOST_CHANNELS:
        raise PayloadError(f"audio: got shape {shape}, want 1 to {MOST_CHANNELS} channels")
    array = _as_samples(array)
    if array.nbytes > _MOST_BYTES:
        raise PayloadError(f"audio: got {array.nbytes} bytes, want {_MOST_BYTES} at most")
    return Draft(encode, [array], {"sample_rate": rate})


def decode(payload: bytes) -> Audio:
    """The sound. Raises FormatError for bytes that are none."""
    try:
        with wave.open(io.BytesIO(payload), "rb") as file:
            data = file.readframes(file.getnframes())
            samples = np.frombuffer(data, _PCM[file.getsampwidth()])
            return Audio(samples.reshape(-1, file.getnchannels()), file.getframerate())
    except (wave.Error, EOFError, KeyError, ValueError, RuntimeError) as error:
        raise FormatError(f"audio payload: {error!r}") from error


def _as_samples(array: NDArray[Any]) -> NDArray[Any]:
    """The samples in a type that is encoded without a further question."""
    if array.dtype.kind == "f":
        return array.astype(np.float32, copy=False)
    if array.dtype in (np.uint8, np.int16, np.int32):
        return array
    if array.dtype == np.bool_:
        raise PayloadError("audio: got bool, want floats from -1 to 1, or integers")
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    if low < -(1 << 15) or high >= 1 << 15:
        raise PayloadError(
            f"audio: got {array.dtype} from {low} to {high}, want 16 bits, or floats"
        )
    return array.astype(np.int16)


def _peak(samples: NDArray[Any]) -> float:
    """The largest swing, from 0 to 1."""
    if not samples.size:
        return 0.0
    swings = samples.astype(np.float64) - (128 if samples.dtype == np.uint8 else 0)
    return float(np.abs(swings).max() / 2.0 ** (8 * samples.dtype.itemsize - 1))


KIND = Kind(NAME, decode, encode, MEDIA_TYPE)
