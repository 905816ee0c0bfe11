"""YAML of other tools: what their libraries write is read as it was, and nothing that anybody writes does harm."""

import json
import math
import random
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from vdlite.foreign.settings.settings import Settings
from vdlite.foreign.settings.yaml_settings import parse

PAIRS = json.loads((Path(__file__).parent / "golden" / "yaml.json").read_text())


def values(text: str) -> Any:
    found = parse(text.encode())
    assert found.problem == ""
    return found.values


def test_what_a_library_has_dumped_is_read_as_it_was() -> None:
    for value, text in PAIRS:
        assert parse(text.encode()) == (value, ""), text


def test_plain_values_are_numbers_words_and_else_the_text_that_stands_there() -> None:
    text = """\
# a comment
---
task: detect
lr: 0.01
small: 1e-05
dotted: 1.0e-05
epochs: 100   # of them
big: -1_000
octal: 0777
flag: true
no: False
on: yes
none: null
empty:
tilde: ~
inf: .inf
minus: -.inf
nan: .nan
path: C:\\data # here
url: http://host:80/a#b
quoted: "a: b # c \\u00fc"
single: 'it''s'
"odd name": 1
true: 2
time: 12:30
day: 2020-01-01
dot: .
version: 1.2.3
literal: |
  two
  lines
flow: {a: [1, x], b: {c: null}}
"""
    found = values(text)
    assert math.isnan(found.pop("nan"))
    assert found == {
        "task": "detect",
        "lr": 0.01,
        "small": 1e-05,
        "dotted": 1e-05,
        "epochs": 100,
        "big": -1000,
        "octal": 777,
        "flag": True,
        "no": False,
        "on": "yes",
        "none": None,
        "empty": None,
        "tilde": None,
        "inf": math.inf,
        "minus": -math.inf,
        "path": "C:\\data",
        "url": "http://host:80/a#b",
        "quoted": "a: b # c ü",
        "single": "it's",
        "odd name": 1,
        "true": 2,
        "time": "12:30",
        "day": "2020-01-01",
        "dot": ".",
        "version": "1.2.3",
        "literal": "two\nlines\n",
        "flow": {"a": [1, "x"], "b": {"c": None}},
    }


def test_what_a_dump_says_twice_is_read_twice() -> None:
    betas, opt = [0.9, 0.999], {"name": "adam"}
    given = {"a": betas, "b": betas, "c": opt, "d": opt, "day": date(2020, 1, 1)}
    text = yaml.dump(given)
    assert "*id001" in text
    assert values(text) == given | {"day": "2020-01-01"}
    assert values("base: &b {lr: 1, wd: 0}\nrun:\n  <<: *b\n  lr: 2\n") == {
        "base": {"lr": 1, "wd": 0},
        "run": {"lr": 2, "wd": 0},
    }


def test_tags_of_python_make_nothing_and_hide_nothing() -> None:
    text = """\
args: !!python/object:argparse.Namespace
  lr: 0.1
act: !!python/name:torch.nn.modules.activation.ReLU ''
size: !!python/tuple
- 3
- 4
root: !!python/object/apply:pathlib.PosixPath
- /data
call: !!python/object/apply:os.system ['touch here']
own: !mine 7
text: !!str 12
"""
    assert values(text) == {
        "args": {"lr": 0.1},
        "act": "torch.nn.modules.activation.ReLU",
        "size": [3, 4],
        "root": ["/data"],
        "call": ["touch here"],
        "own": 7,
        "text": "12",
    }


def test_the_last_of_equal_names_counts_and_what_is_no_name_is_left_out() -> None:
    assert values("a: 1\na: 2\n? [x, y]\n: 3\n? {z: 1}\n: {w: 1}\nb: 4\n") == {"a": 2, "b": 4}
    assert values("- 1\n- 2\n") == {}
    assert values("just words\n") == {}
    assert values("a: 1\n---\nb: 2\n") == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "found", "problem"),
    [
        ("lr: 1\nb: [1, 2\nc: 3\n", {"lr": 1}, "line 3: did not find expected ',' or ']'"),
        (
            "lr: 1\nopt:\n  a: 1\n  b: 2\n  c: 1\n\td: 2\n",
            {"lr": 1, "opt": {"a": 1, "b": 2}},
            "line 6: found a tab",
        ),
        ("lr: 1\nb: 'no end\n", {"lr": 1}, "line 3: found unexpected end of stream"),
        ("lr: 1\nb: *x\n", {"lr": 1}, r"line 2: \*x stands for nothing before"),
        ("lr: 1\nb: &b [*b]\n", {"lr": 1}, r"line 2: \*b stands for nothing before"),
        ("lr: 1\nb: " + "[" * 33, {"lr": 1}, "line 2: more than 32 levels"),
        ("lr: 1\nb: \0\0", {"lr": 1, "b": "\ufffd\ufffd"}, ""),
        ("#" + "x" * (1 << 20), {}, "it has 1048577 bytes, 1048576 at most are read"),
    ],
)
def test_what_stands_before_a_mistake_counts_and_the_mistake_is_named(
    text: str, found: dict[str, Any], problem: str
) -> None:
    got = parse(text.encode())
    assert got.values == found
    assert got.problem.startswith(problem.replace("\\", ""))


def _bomb(value: str) -> str:
    """Each name has the one before twice: 2**64 values, if they were counted out."""
    begin = "lr: 1\na0: &a0 [x, x]\n"
    return begin + "".join(
        f"a{n}: &a{n} " + value.format(f"*a{n - 1}") + "\n" for n in range(1, 65)
    )


@pytest.mark.parametrize(
    "text",
    [
        _bomb("[{0}, {0}]"),
        _bomb("{{p: {0}, q: {0}}}"),
        "lr: 1\n" + "".join(f"a{n}: &a{n}\n  <<: *a{n - 1}\n  k{n}: 1\n" for n in range(1, 2000)),
        "lr: 1\na: " + "[" * 900_000,
        "lr: 1\na: " + "- " * 400_000,
        "lr: 1\n" + "? " * 400_000,
        "lr: 1\n" * 150_000,
        "lr: 1\n" + "---\n" * 200_000,
        "lr: 1\na: [" + "," * 900_000,
        "lr: 1\na: [" + "1," * 400_000,
        "lr: 1\na: " + ":" * 900_000,
        "lr: 1\na" + " " * 900_000,
        "lr: 1\na: " + "1" * 900_000 + "x",
        "lr: 1\n" + "'" * 900_001,
        'lr: 1\na: "' + "\\n" * 400_000 + '"',
        "lr: 1\na: |\n" + "  x\n" * 200_000,
    ],
    ids=range(16),
)
def test_no_text_takes_long(text: str) -> None:
    begun = time.process_time()
    assert parse(text.encode()).values["lr"] == 1
    assert time.process_time() - begun < 2


def test_without_libyaml_the_same_is_read_of_smaller_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    for value, text in PAIRS[:50]:
        assert parse(text.encode()) == (value, ""), text
    assert parse(b"lr: 1\na: [1").values == {"lr": 1}
    assert parse(_bomb("[{0}, {0}]").encode()).values["lr"] == 1
    assert parse(b"#" * 70_000) == Settings({}, "it has 70000 bytes, 65536 at most are read")


def test_nothing_that_it_is_given_raises() -> None:
    rng = random.Random(2)
    for _, text in PAIRS:
        signs = list(text)
        for _ in range(3):
            signs[rng.randrange(len(signs))] = rng.choice("\n :-'\"\\#{[&*!%@`\x00\x85\ufeffé")
        parse("".join(signs).encode())
    for _ in range(300):
        parse(bytes(rng.choice(b"ab:  \n\n-'\"#[{&*!?|>%0.1e\xff\x00") for _ in range(200)))
