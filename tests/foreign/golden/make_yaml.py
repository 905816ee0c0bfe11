"""Writes `yaml.json` with PyYAML itself: `pip install pyyaml`, version 6.0.3. Values, and how it dumps them.

PYTHONPATH=. python -m tests.foreign.golden.make_yaml
"""

import json
import random
import string
from pathlib import Path
from typing import Any

import yaml

_SIGNS = string.ascii_letters + string.digits + " :#-'\"\\\n\t{}[],é&*!|>%@`_=."
_ODD = ("{}", "true", "null", "a: b", "x #y", "- z", "2020-01-01", "", " ", [], {})


def _value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return rng.randrange(-1000, 1000)
    if kind == 1:
        return rng.random() * 10 ** rng.randrange(-10, 10)
    if kind == 2:
        return rng.choice([True, False, None])
    if kind in (3, 4):
        return "".join(rng.choices(_SIGNS, k=rng.randrange(140 if kind == 4 else 12)))
    if kind == 5:
        return rng.choice(_ODD)
    if kind == 6:
        return [_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {f"k{at}": _value(rng, depth + 1) for at in range(rng.randrange(4))}


if __name__ == "__main__":
    seeded = random.Random(1)
    # By way of JSON: what is there twice would be written as an alias.
    values = [
        json.loads(json.dumps({"a": _value(seeded), "b": _value(seeded)})) for _ in range(200)
    ]
    pairs = [
        [value, yaml.safe_dump(value, allow_unicode=at % 2 == 0)] for at, value in enumerate(values)
    ]
    (Path(__file__).parent / "yaml.json").write_text(json.dumps(pairs) + "\n")
