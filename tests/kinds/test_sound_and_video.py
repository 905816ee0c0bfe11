"""Sound and moving pictures come back as they were, and as files that other programs read."""

import io
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image
from scipy.io import wavfile

from vdlite import FormatError, LogReader, LogWriter, PayloadError
from vdlite.kinds import audio, video


@given(
    arrays.arrays(
        st.sampled_from([np.int16, np.int32, np.uint8]).map(np.dtype),
        st.tuples(st.integers(9, 60), st.integers(1, 8)),
    )
)
def test_integers_are_left_unharmed(samples: np.ndarray[Any, Any]) -> None:
    payload, summary = audio.audio(samples, 16000).encode()
    found = audio.decode(payload)
    np.testing.assert_array_equal(found.samples, samples)
    assert found.samples.dtype == samples.dtype
    rate, read = wavfile.read(io.BytesIO(payload))
    assert rate == 16000
    np.testing.assert_array_equal(read.reshape(samples.shape), samples)
    assert (summary["frames"], summary["channels"]) == samples.shape


def test_floats_become_sixteen_bits_and_what_is_beyond_is_counted() -> None:
    values = [0.0, 0.5, -1.0, 1.0, 1.5, -np.inf, np.nan]
    payload, summary = audio.audio(values, 8000).encode()
    assert audio.decode(payload).samples.ravel().tolist() == [
        0,
        16384,
        -32767,
        32767,
        32767,
        -32767,
        0,
    ]
    assert (summary["clipped"], summary["nan"]) == (2, 1)
    assert summary["seconds"] == 7 / 8000


def test_stereo_is_taken_either_way_round() -> None:
    samples = np.arange(20, dtype=np.int16).reshape(10, 2)
    for given_samples in (samples, samples.T, np.asfortranarray(samples)):
        payload, _ = audio.audio(given_samples, 44100).encode()
        np.testing.assert_array_equal(audio.decode(payload).samples, samples)
    with wave.open(io.BytesIO(payload)) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (2, 44100, 10)


def test_a_single_row_of_a_batch_is_mono() -> None:
    payload, _ = audio.audio(np.zeros((1, 1, 30)), 8000).encode()
    assert audio.decode(payload).samples.shape == (30, 1)


def test_no_sound_at_all_is_data() -> None:
    payload, summary = audio.audio([], 8000).encode()
    assert audio.decode(payload).samples.shape == (0, 1)
    assert (summary["frames"], summary["peak"]) == (0, 0.0)


@pytest.mark.parametrize(
    ("values", "rate", "complaint"),
    [
        (np.zeros((100, 9)), 8000, "got shape (100, 9), want 1 to 8 channels"),
        (np.zeros((3, 3, 3)), 8000, "got shape (3, 3, 3), want [N], [N, C] or [C, N]"),
        (3.0, 8000, "got shape ()"),
        ([40000], 8000, "got int64 from 40000 to 40000, want 16 bits"),
        ([True], 8000, "got bool"),
        ([0.0], 0, "sample_rate: got 0, want 1 to 768000"),
        ([0.0], 8000.5, "sample_rate: got 8000.5, want a whole number"),
        ([0.0], "8k", "sample_rate: got '8k'"),
    ],
)
def test_what_is_no_sound_is_refused(values: Any, rate: Any, complaint: str) -> None:
    with pytest.raises(PayloadError) as caught:
        audio.audio(values, rate)
    assert complaint in str(caught.value)


@given(st.binary(max_size=100))
def test_bytes_that_are_no_sound_are_a_format_error(data: bytes) -> None:
    with pytest.raises(FormatError):
        audio.decode(data)


@given(
    arrays.arrays(
        np.uint8,
        st.tuples(
            st.integers(1, 6), st.integers(1, 5), st.integers(1, 5), st.sampled_from([1, 3, 4])
        ),
        elements=st.integers(0, 2),
    )
)
def test_every_frame_comes_back(frames: np.ndarray[Any, Any]) -> None:
    payload, summary = video.video(frames, fps=10).encode()
    found = video.decode(payload)
    assert found.media_type == "image/png"
    np.testing.assert_array_equal(found.frames(), frames)
    assert (summary["frames"], summary["seconds"]) == (len(frames), len(frames) / 10)
    with Image.open(io.BytesIO(payload)) as file:
        assert file.size == frames.shape[2:0:-1]


def test_frames_may_be_a_list_or_in_another_order() -> None:
    frames = np.random.default_rng(0).integers(0, 256, (3, 4, 5, 3), dtype=np.uint8)
    for given_frames, order in (
        (list(frames), "THWC"),
        (frames.transpose(0, 3, 1, 2), "TCHW"),
        (frames.transpose(1, 2, 3, 0), "HWCT"),
    ):
        payload, _ = video.video(given_frames, dataformats=order).encode()
        np.testing.assert_array_equal(video.decode(payload).frames(), frames)
    gray, _ = video.video(frames[..., 0] / 255).encode()
    np.testing.assert_array_equal(video.decode(gray).frames(), frames[..., :1])


def test_a_video_file_is_kept_as_it_is(tmp_path: Path) -> None:
    data = io.BytesIO()
    pictures = [Image.new("L", (4, 4), gray) for gray in (0, 255)]
    pictures[0].save(data, "GIF", save_all=True, append_images=pictures[1:])
    path = tmp_path / "clip.gif"
    path.write_bytes(data.getvalue())
    with LogWriter(tmp_path / "run") as writer:
        writer.add_video("clip", path, 0)
        writer.add_video("clip", b"\0\0\0\x18ftypmp42", 1)
    gif, mp4 = LogReader(tmp_path / "run").records(".", "video", "clip")
    assert gif.payload == video.Video(data.getvalue(), "image/gif")
    assert gif.payload.frames().shape == (2, 4, 4, 4)
    assert mp4.payload.media_type == "video/mp4"
    with pytest.raises(FormatError, match="can't be taken apart"):
        mp4.payload.frames()


@pytest.mark.parametrize(
    ("values", "options", "complaint"),
    [
        (np.zeros((2, 3, 3, 5)), {}, "5 channels, want 1 to 4"),
        (np.zeros((0, 3, 3, 3)), {}, "got 0 frames"),
        ([], {}, "got 0 frames"),
        ([np.zeros((2, 2)), np.zeros((3, 3))], {}, "want one for all"),
        (np.zeros((2, 3)), {}, "want 4 axes: THWC"),
        (np.zeros((2, 3, 3, 3)), {"fps": 0}, "fps: got 0"),
        (
            np.zeros((1, 2, 3, 4, 4)),
            {"dataformats": "NTCHW"},
            "dataformats: got 'NTCHW', want such as",
        ),
        (np.zeros((2, 3, 3, 3)), {"dataformats": "HWC"}, "dataformats: got 'HWC'"),
        (np.full((1, 2, 2), 300), {}, "got int64 from 300 to 300"),
        (b"nothing", {}, "a file of no known sort"),
        (Path("/nowhere/clip.mp4"), {}, "can't read the file"),
    ],
)
def test_what_is_no_video_is_refused(values: Any, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PayloadError) as caught:
        video.video(values, **options)
    assert complaint in str(caught.value)


def test_a_summary_can_not_make_a_browser_run_a_file() -> None:
    assert video.media_type({"media_type": "text/html"}) == "application/octet-stream"
    assert video.media_type({}) == "application/octet-stream"
