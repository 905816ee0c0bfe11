"""What the server says of profiles whose bytes are damaged."""

from pathlib import Path

from tests.profiling.logs import log
from tests.profiling.recordings import Given, recording
from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite.server import serve


def test_damaged_events_are_reported_while_the_tables_are_whole(tmp_path: Path) -> None:
    events = [Given(f"aten::op{at}", 10 * at, 10 * at + 5) for at in range(200)]
    log(tmp_path / "run", recording(events))
    (media,) = (tmp_path / "run").glob("*.vdm")
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        asked = {"run": run_ids(client)["run"], "tag": "profile"}
        assert client.get("api/profile/damage", params=asked).json() == {"events": None}
    content = bytearray(media.read_bytes())
    content[-30] ^= 0xFF
    media.write_bytes(content)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        assert client.get("api/profile", params=asked).json()["events"] == 200
        damage = client.get("api/profile/damage", params=asked).json()["events"]
        assert "damaged" in damage
        slices = client.get("api/profile/slices", params=asked | {"start": 0, "end": 9})
        assert slices.status_code == 422
