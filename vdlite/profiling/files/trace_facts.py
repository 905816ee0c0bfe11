"""What the head of a trace says of the whole."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from vdlite.profiling.recording.builder import encodable

_BASE = re.compile(rb'"baseTimeNanoseconds"\s*:\s*(\d{1,19})')
_FLAGS = {
    "shapes": "record_shapes",
    "memory": "profile_memory",
    "stacks": "with_stack",
    "flops": "with_flops",
}


def head_facts(head: bytes) -> tuple[int, dict[str, Any]]:
    """Nanoseconds since 1970 from which the times count, and what a recording says of itself."""
    header = _parsed(head)
    found = _BASE.search(head)
    base = int(found[1]) if found else 0
    of_torch = (
        "schemaVersion" in header or "deviceProperties" in header or "distributedInfo" in header
    )
    facts: dict[str, Any] = {
        "source": "torch trace" if of_torch else "chrome trace",
        "host": _text(header.get("host_name")),
        "rank": 0,
        "world": 1,
        "devices": _devices(header.get("deviceProperties")),
        "options": {name: bool(header.get(flag)) for name, flag in _FLAGS.items() if of_torch},
    }
    ranks = header.get("distributedInfo")
    if isinstance(ranks, dict):
        facts["rank"] = _whole(ranks.get("rank"), 0)
        facts["world"] = max(_whole(ranks.get("world_size"), 1), 1)
        facts["backend"] = _text(ranks.get("backend"))
    return base, facts


def _parsed(head: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(head + b"]}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _devices(devices: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for each in devices if isinstance(devices, list) else []:
        if not isinstance(each, dict):
            continue
        major, minor = each.get("computeMajor"), each.get("computeMinor")
        found.append(
            {
                "type": "cuda",
                "index": _whole(each.get("id"), len(found)),
                "name": _text(each.get("name")),
                "memory": _whole(each.get("totalGlobalMem"), 0),
                "multiprocessors": _whole(each.get("numSms"), 0),
                "compute": f"{major}.{minor}" if major is not None else "",
            }
        )
    return found[:1024]


def _whole(value: object, otherwise: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 62:
        return value
    return otherwise


def _text(value: object) -> str:
    return encodable(value[:200]) if isinstance(value, str) else ""
