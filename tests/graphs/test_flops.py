"""Floating-point operations by shapes, against sums that are written out."""

import pytest

from vdlite.graphs.flops import flops

STEPS, BATCH, INPUT, HIDDEN = 5, 3, 7, 4
GATES = 4  # of an LSTM
LAYERS = 2
WIDE = 2 * HIDDEN  # both directions give it to the next layer


def lstm_weights() -> list[list[int]]:
    return [
        sizes
        for layer in range(LAYERS)
        for _ in range(2)
        for sizes in (
            [GATES * HIDDEN, INPUT if layer == 0 else WIDE],
            [GATES * HIDDEN, HIDDEN],
            [GATES * HIDDEN],
            [GATES * HIDDEN],
        )
    ]


# Of each step and sequence, in each direction: what comes in, and the state, by the weights of all gates.
ONCE = 2 * 2 * GATES * HIDDEN * ((INPUT + HIDDEN) + (WIDE + HIDDEN))
SETTINGS = {"weight_stride0": 4, "num_layers": LAYERS, "bidirectional": True, "mode": 2}


@pytest.mark.parametrize("sizes", [[STEPS, BATCH, INPUT], [STEPS * BATCH, INPUT]])
def test_recurrent_layers_multiply_their_weights_at_each_step(sizes: list[int]) -> None:
    state = [2 * LAYERS, BATCH, HIDDEN]
    given = [sizes, *lstm_weights(), [1000], state, state, None]
    assert flops("_cudnn_rnn", given, [], SETTINGS) == STEPS * BATCH * ONCE
    assert flops("_cudnn_rnn_backward", given, [], SETTINGS) == 2 * STEPS * BATCH * ONCE
    fixed = {**SETTINGS, "output_mask": [True, False, False, False]}
    assert flops("_cudnn_rnn_backward", given, [], fixed) == STEPS * BATCH * ONCE


def test_a_bilinear_layer_multiplies_twice() -> None:
    one, other, out = 6, 5, 2
    attributes = {"expand1": [1, 3], "expand2": [0], "expand3": [1, 2], "sumdim": [2, 3]}
    given = [[BATCH, one], [out, one, other], [BATCH, other]]
    expected = 2 * BATCH * out * one * other + 2 * BATCH * out * other
    assert flops("_trilinear", given, [[BATCH, out]], attributes) == expected


def test_what_has_other_arguments_is_not_counted() -> None:
    assert flops("_cudnn_rnn", [[2, 3, 4]], [], {}) != flops("_cudnn_rnn", [[2, 3, 4]], [], {})
