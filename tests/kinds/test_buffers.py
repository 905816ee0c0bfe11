"""Memory for copies that is used again."""

import numpy as np

from vdlite.kinds.numbers import buffers

MANY = 1 << 18  # float32, 1 MiB


def test_a_buffer_that_was_given_back_is_used_again() -> None:
    values = np.arange(MANY, dtype=np.float32)
    _, buffer = buffers.copy_of(values, np.float32)
    buffers.give_back(buffer)
    again, same = buffers.copy_of(values + 1, np.float32)
    assert same is buffer
    assert again.tolist() == (values + 1).tolist()


def test_one_that_is_much_too_large_or_too_small_is_not() -> None:
    _, buffer = buffers.copy_of(np.zeros(MANY, np.float32), np.float32)
    buffers.give_back(buffer)
    for size in (MANY // 4, MANY + 1):
        _, other = buffers.copy_of(np.zeros(size, np.float32), np.float32)
        assert other is not buffer


def test_few_buffers_wait_and_no_huge_ones() -> None:
    given = [np.empty(1 << 20, np.uint8) for _ in range(10)] + [np.empty(1 << 25, np.uint8)]
    for buffer in given:
        buffers.give_back(buffer)
    taken = [buffers.copy_of(np.zeros(1 << 20, np.uint8), np.uint8)[1] for _ in range(10)]
    assert sum(any(buffer is other for other in given) for buffer in taken) == 2


def test_a_copy_has_the_wished_type_whatever_the_values_order_in_memory_is() -> None:
    values = np.arange(12, dtype=">i2").reshape(3, 4).T
    copy, _ = buffers.copy_of(values, np.float32)
    assert (copy.dtype, copy.flags.c_contiguous, copy.tolist()) == (
        np.float32,
        True,
        values.tolist(),
    )
