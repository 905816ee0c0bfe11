"""A server loads what it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

from vdlite.server.once import once
from vdlite.server.routes import LIGHT_NOUNS, NOUNS, heavy, light, router_of

_PROGRAM = """
import json, sys, urllib.request
import vdlite
with vdlite.serve(sys.argv[1], port=0, token=False) as server:
    urllib.request.urlopen(server.url + "api/status").read()
    before = sorted(sys.modules)
    urllib.request.urlopen(server.url + "api/projections").read()
    print(json.dumps([before, sorted(sys.modules)]))
"""


def test_the_first_answer_loads_no_room_that_it_does_not_need(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    before, after = map(set, json.loads(done.stdout))
    heavy = {"scipy.stats", "sklearn", "PIL", "vdlite.landscape", "vdlite.kinds.image"}
    assert not heavy & before
    assert "vdlite.server.routes.series.projections" in after - before


def test_each_route_is_declared_as_light_or_heavy_with_the_module_that_answers_it() -> None:
    answered = {
        (route.path.split("/")[1], module)
        for module in {noun.module for noun in NOUNS.values()}
        for route in router_of(module).routes
    }
    assert answered == {(name, noun.module) for name, noun in NOUNS.items()}
    assert all(noun in (light(noun.module), heavy(noun.module)) for noun in NOUNS.values())


def test_requests_that_do_not_wait_for_their_turn_are_those_of_light_nouns() -> None:
    assert LIGHT_NOUNS - {"openapi.json"} == {name for name, noun in NOUNS.items() if noun.is_light}
    assert {"status", "events", "login"} < LIGHT_NOUNS
    assert not LIGHT_NOUNS & {"scalars", "records", "payload", "table"}


def test_what_is_made_once_is_made_once_by_many_threads() -> None:
    class Held:
        made = 0

        @once
        def value(self) -> int:
            Held.made += 1
            return Held.made

    held = Held()
    begin = threading.Barrier(8)
    got: list[int] = []

    def ask() -> None:
        begin.wait()
        got.append(held.value)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [1] * 8
