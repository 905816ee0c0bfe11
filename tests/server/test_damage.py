from __future__ import annotations

from pathlib import Path

from tests.damaged import OFFSET, damaged_log
from vdlite.server import serve
from vdlite.server.routes.runs.damage import DamageAnswer

from .conftest import TOKEN, client_of, run_ids, wait_until_loaded


def test_a_damaged_byte_is_reported_with_its_file_and_place(tmp_path: Path) -> None:
    path = damaged_log(tmp_path / "run")

    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        answer = DamageAnswer.model_validate(client.get("api/damage").json(), strict=True)
        (damage,) = answer.damage
        assert damage.run == run_ids(client)["run"]
        assert damage.file == f"run/{path.name}"
        assert damage.offset <= OFFSET < damage.offset + damage.bytes
        assert damage.reason
        assert answer.gaps == []
        assert answer.unreadable == []
        (run,) = client.get("api/runs").json()["runs"]
        assert run["damaged"] == 1
