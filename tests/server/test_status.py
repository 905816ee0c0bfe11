from __future__ import annotations

from pathlib import Path

import httpx

import vdlite
from vdlite.server import serve
from vdlite.server.routes.service.status import StatusAnswer

from .conftest import MSGPACK, TOKEN, client_of


def test_it_says_what_the_server_is_and_how_far_it_has_read(
    client: httpx.Client, logdir: Path
) -> None:
    answer = client.get("api/status")
    status = StatusAnswer.model_validate(answer.json(), strict=True)
    assert status.version == vdlite.__version__
    assert status.logdirs == [str(logdir)]
    assert status.logdir_exists
    assert status.language is None
    assert status.reload_interval == 0.2
    assert status.loading.done
    assert status.loading.files == status.loading.files_read == 2
    assert status.loading.bytes == status.loading.bytes_read > 10_000 * 32
    assert status.runs_version > 0
    assert status.tags_version > 0
    assert status.growth_version > 0
    assert client.get("api/runs").json()["growth_version"] == status.growth_version
    assert client.get("api/annotations").json()["version"] == status.annotations_version


def test_msgpack_gives_the_same(client: httpx.Client) -> None:
    import msgpack

    answer = client.get("api/status", headers=MSGPACK)
    assert answer.headers["content-type"] == "application/msgpack"
    assert msgpack.unpackb(answer.content) == client.get("api/status").json()


def test_a_missing_logdir_is_reported_and_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with serve(missing, port=0, token=TOKEN, language="zh") as server, client_of(server) as client:
        status = client.get("api/status").json()
    assert status["logdir_exists"] is False
    assert status["language"] == "zh"
    assert not missing.exists()
