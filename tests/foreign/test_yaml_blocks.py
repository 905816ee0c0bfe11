"""YAML as libraries write it, read without any: values of PyYAML's own dumps."""

import json
import random
from pathlib import Path

import pytest

from vdlite.foreign.yaml_blocks import parse_blocks
from vdlite.foreign.yaml_settings import scalar

PAIRS = json.loads((Path(__file__).parent / "golden" / "yaml.json").read_text())


def test_what_a_library_has_dumped_is_read_as_it_was() -> None:
    for value, text in PAIRS:
        assert parse_blocks(text, scalar) == value, text


@pytest.mark.parametrize(
    "text",
    [
        "a: &x 1\nb: *x\n",
        "a: |\n  literal\n",
        "a: [1, 2]\n",
        "a: {b: 1}\n",
        "a: !!python/object:os.system {}\n",
        "a: 'no end\n",
        "a:\n  b: 1\n c: 2\n",
        "just words\n",
        "- " * 1000 + "x",
        "a: 1\n\tb: 2\n",
    ],
)
def test_what_is_more_than_that_gives_nothing(text: str) -> None:
    assert parse_blocks(text, scalar) is None


def test_nothing_that_it_is_given_raises() -> None:
    rng = random.Random(2)
    for _, text in PAIRS:
        signs = list(text)
        for _ in range(3):
            signs[rng.randrange(len(signs))] = rng.choice("\n :-'\"\\#{[&\x00é")
        parse_blocks("".join(signs), scalar)
