"""Seeds of random numbers, and what makes computing deterministic: what loaded libraries say, none is imported for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from vdlite.kinds.fields import Hparam

_MOST_EXACT = (
    1 << 53
)  # of a float: larger seeds are kept as text, so that a page shows their digits
_WORDS = 624  # of a Mersenne Twister


def seeds(environment: Mapping[str, str]) -> dict[str, Hparam]:
    """The seeds and switches that can be known, by name.

    NumPy's is known until numbers were drawn from its global state. That of `random` is never known: its state does not
    lead back to it.
    """
    facts: dict[str, Hparam] = {}
    hash_seed = environment.get("PYTHONHASHSEED")
    if hash_seed:
        facts["seed_hash"] = hash_seed[:20]
    _take(facts, "seed_numpy", _numpy_seed)
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        _take(facts, "seed_torch", lambda: _number(torch.initial_seed()))
        _take(
            facts,
            "torch_deterministic",
            lambda: _switch(torch.are_deterministic_algorithms_enabled()),
        )
        _take(facts, "cudnn_deterministic", lambda: _switch(torch.backends.cudnn.deterministic))
        _take(facts, "cudnn_benchmark", lambda: _switch(torch.backends.cudnn.benchmark))
        _take(facts, "matmul_precision", lambda: _word(torch.get_float32_matmul_precision()))
    return facts


def _take(facts: dict[str, Hparam], name: str, ask: Callable[[], Hparam]) -> None:
    with suppress(
        Exception
    ):  # it is somebody else's object, of any version, and may be half imported
        value = ask()
        if value is not None:
            facts[name] = value


def _number(seed: object) -> Hparam:
    if not isinstance(seed, int) or isinstance(seed, bool) or seed.bit_length() > 64:
        return None
    return int(seed) if abs(seed) <= _MOST_EXACT else str(int(seed))


def _switch(value: object) -> Hparam:
    return value if isinstance(value, bool) else None


def _word(value: object) -> Hparam:
    return value[:20] if isinstance(value, str) else None


def _numpy_seed() -> Hparam:
    """The number given to `numpy.random.seed`, while its state is as that left it.

    The state then is Knuth's recurrence over the seed (Matsumoto and Nishimura 1998, `init_genrand` of 2002). Where
    nobody has seeded it, the operating system did, and no number leads to it.
    """
    state: Any = np.random.get_state(legacy=True)
    name, words, position = state[:3]
    key: Any = np.asarray(words, np.uint64)
    if name != "MT19937" or position != _WORDS or key.shape != (_WORDS,):
        return None
    before = key[:-1] ^ (key[:-1] >> np.uint64(30))
    after = before * np.uint64(1812433253) + np.arange(1, _WORDS, dtype=np.uint64)
    is_seeded = bool(((after & np.uint64(0xFFFFFFFF)) == key[1:]).all())
    return int(key[0]) if is_seeded else None
