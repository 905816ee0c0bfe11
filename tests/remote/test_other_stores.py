"""Google Cloud Storage, Azure and WebDAV: what is read, what it costs in requests, and what is said when something fails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.remote.bucket import put_all
from tests.remote.stores import Kept, Stores, running
from tests.remote.test_remote_logs import assert_same, settle, write
from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.errors import LogdirError
from vdlite.reader import Store
from vdlite.reader.remote.pace import Pace, cost

_numbers = count()


@pytest.fixture(scope="module")
def other_server() -> Iterator[Stores]:
    with running() as stores:
        yield stores


@pytest.fixture
def stores(other_server: Stores, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stores]:
    monkeypatch.setenv("AZURE_STORAGE_ENDPOINT", f"{other_server.url}/account")
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_NAME", "account")
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_KEY", "c2VjcmV0")
    monkeypatch.setenv("GOOGLE_BASE_URL", other_server.url)
    monkeypatch.setenv("GOOGLE_SKIP_SIGNATURE", "true")
    monkeypatch.setenv("NETRC", "/nowhere")
    yield other_server
    other_server.answer = lambda _: None
    other_server.gives_ranges = True
    other_server.objects.clear()


@pytest.fixture
def azure(stores: Stores) -> Kept:
    name = f"container-{next(_numbers)}"
    return Kept(stores, f"az://{name}/runs", f"account/{name}/runs")


@pytest.fixture
def google(stores: Stores) -> Kept:
    name = f"bucket-{next(_numbers)}"
    return Kept(stores, f"gs://{name}/runs", f"{name}/runs")


@pytest.fixture
def web(stores: Stores) -> Kept:
    name = f"share {next(_numbers)}"
    return Kept(stores, f"{stores.url}/{name.replace(' ', '%20')}/runs", f"{name}/runs")


@pytest.fixture(params=["google", "azure", "web"])
def kept(request: pytest.FixtureRequest) -> Kept:
    made: Kept = request.getfixturevalue(request.param)
    return made


NAMES = [
    "a",
    "deep/er/run",
    "sp ace/ü%20+x",
    "it's (1)*!~",
    "q#&=;,@",
    "per%20cent",
    "100%",
    "[b]:日",
]


def test_what_is_read_is_what_lies_on_a_disk(tmp_path: Path, kept: Kept) -> None:
    for name in NAMES:
        write(tmp_path / name, points=5)
    put_all(kept, tmp_path)
    reader = LogReader(kept.address)
    assert reader.runs == sorted(NAMES)
    assert_same(reader, LogReader(tmp_path))
    (log,) = (tmp_path / "a").glob("*.vdl")
    assert_same(LogReader(f"{kept.address}/a/{log.name}"), LogReader(log))
    assert_same(LogReader(f"{kept.address}/deep"), LogReader(tmp_path / "deep"))


def test_one_look_is_one_list_and_growth_one_read(tmp_path: Path, kept: Kept) -> None:
    """Also where a list writes the tag of an object otherwise than the object's own answer."""
    writers = [LogWriter(tmp_path / f"run {number}") for number in range(3)]
    for writer in writers:
        writer.add_scalar("loss", 1.0, 0)
    put_all(kept, tmp_path)
    store = Store([kept.address], pace=Pace(0.0, lambda: True))
    settle(store)
    assert [run.records for run in store.runs()] == [1, 1, 1]
    for step in range(1, 3):
        writers[1].add_scalar("loss", 0.5, step)
        (log,) = (tmp_path / "run 1").glob("*.vdl")
        kept.put(f"run 1/{log.name}", log.read_bytes())
        with kept.stores.counting() as asked:
            settle(store)
            assert [run.records for run in store.runs()] == [1, step + 1, 1]
        assert [each.path for each in asked if not each.lists] == [
            f"{kept.folder}/run 1/{log.name}"
        ]
    with kept.stores.counting() as asked:
        settle(store)
    assert asked
    assert all(each.lists for each in asked)
    for writer in writers:
        writer.close()


def test_another_log_in_the_place_of_one_is_read_from_its_beginning(
    tmp_path: Path, kept: Kept
) -> None:
    for name, points in (("one", 200), ("other", 3)):
        write(tmp_path / name / "a", points=points)
    (one,) = (tmp_path / "one" / "a").glob("*.vdl")
    (other,) = (tmp_path / "other" / "a").glob("*.vdl")
    kept.put("a/x.vdl", one.read_bytes())
    reader = LogReader(kept.address)
    assert len(reader.scalars("a", "loss")) == 200
    kept.put("a/x.vdl", other.read_bytes())
    reader.refresh()
    assert len(reader.scalars("a", "loss")) == 3
    kept.delete("a/x.vdl")
    kept.put("b/x.vdl", other.read_bytes())
    reader.refresh()
    assert reader.runs == ["b"]


@pytest.mark.parametrize(("name", "requests"), [("google", 6), ("azure", 2), ("web", 1)])
def test_5500_objects_are_listed_with_few_requests(
    tmp_path: Path, stores: Stores, request: pytest.FixtureRequest, name: str, requests: int
) -> None:
    kept: Kept = request.getfixturevalue(name)
    write(tmp_path / "a")
    put_all(kept, tmp_path)
    for number in range(5500):
        kept.put(f"other/{number}", b"")
    with stores.counting() as asked:
        assert LogReader(kept.address).runs == ["a"]
    assert [each.lists for each in asked] == requests * [True]


def test_what_a_look_costs_is_said() -> None:
    pace = Pace(5.0)
    assert cost("az", 6000, pace).startswith(
        "6,000 objects are listed with 2 requests every 60 s: "
    )
    assert cost("https", 6000, pace).startswith("6,000 objects are listed with 1 request every 60")
    assert cost("sftp", 10, pace) == (
        "10 objects are listed every 60 s; every 5 s while a run is written and the page is open; --poll-seconds bounds it"
    )


# -- what is said

BODY = "<Error><Code>{}</Code><Message>secret</Message></Error>"

FAILURES = {
    "azure": [
        (404, "ContainerNotFound", "there is no container {place}: see its name, and the endpoint (the store says 404 ContainerNotFound)"),
        (400, "InvalidResourceName", "there is no container {place}: see its name, and the endpoint (the store says 400 InvalidResourceName)"),
        (403, "AuthenticationFailed", "the credentials do not open {place}: listing and reading must be allowed (the store says 403 AuthenticationFailed)"),
        (429, "TooManyRequests", "{place} is busy, or asked too often: see --poll-seconds (the store says 429 TooManyRequests)"),
        (500, "InternalError", "{place} does not answer as it should (the store says 500 InternalError)"),
        (302, "", "{place} lies elsewhere, without saying where"),
        (200, "", "{place} does not answer as a store of this kind: see the endpoint"),
    ],
    "google": [
        (404, "NoSuchBucket", "there is no bucket {place}: see its name, and the endpoint (the store says 404 NoSuchBucket)"),
        (403, "AccessDenied", "the credentials do not open {place}: listing and reading must be allowed (the store says 403 AccessDenied)"),
        (503, "", "{place} is busy, or asked too often: see --poll-seconds (the store says 503)"),
        (302, "", "{place} lies elsewhere, without saying where"),
    ],
    "web": [
        (401, "", "{place} wants a user and a password: give them in .netrc, which only you may read (the store says 401)"),
        (403, "", "{place} does not list all folders at once: let it allow you PROPFIND with Depth: infinity (Apache: DavDepthInfinity On), or mount it as a folder (the store says 403)"),
        (405, "", "{place} can't list what lies there: a plain web server can't, and WebDAV must be on (the store says 405)"),
        (501, "", "{place} can't list what lies there: a plain web server can't, and WebDAV must be on (the store says 501)"),
        (200, "", "{place} can't list what lies there: a plain web server can't, and WebDAV must be on"),
        (500, "", "{place} does not answer as it should (the store says 500)"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "status", "code", "said"),
    [(name, *each) for name, some in FAILURES.items() for each in some],
)
def test_a_store_that_fails_is_named(
    stores: Stores, request: pytest.FixtureRequest, name: str, status: int, code: str, said: str
) -> None:
    kept: Kept = request.getfixturevalue(name)
    kept.stores.answer = lambda _: (status, BODY.format(code) if code else "<html></html>")
    with pytest.raises(LogdirError) as caught:
        LogReader(kept.address)
    place = "/".join(kept.address.split("/")[:3])
    assert str(caught.value) == f"can't read logs: {said.format(place=place)}"


@pytest.mark.parametrize(
    ("variables", "address", "said"),
    [
        ({"AZURE_STORAGE_ACCOUNT_KEY": "##"}, "az://box/runs", "AZURE_STORAGE_ACCOUNT_KEY is no key"),
        ({"AZURE_STORAGE_SAS_KEY": "##", "AZURE_STORAGE_ACCOUNT_KEY": None}, "az://box/runs", "AZURE_STORAGE_SAS_KEY is no"),
        ({"AZURE_STORAGE_ACCOUNT_NAME": None}, "az://box/runs", "no account for az://box: set AZURE_STORAGE_ACCOUNT_NAME"),
        ({"AZURE_STORAGE_USE_EMULATOR": "maybe"}, "az://box/runs", "an environment variable for az://box has a value"),
        ({"AZURE_STORAGE_ENDPOINT": "http://127.0.0.1:1"}, "az://box/runs", "az://box can't be reached: see the network"),
        ({"GOOGLE_APPLICATION_CREDENTIALS": "/nowhere"}, "gs://box/runs", "the file of GOOGLE_APPLICATION_CREDENTIALS or"),
        ({"GOOGLE_SERVICE_ACCOUNT": "/nowhere"}, "gs://box/runs", "the file of GOOGLE_APPLICATION_CREDENTIALS or"),
        ({"GOOGLE_BASE_URL": None, "GOOGLE_SERVICE_ACCOUNT_KEY": '{"gcs_base_url": "http://127.0.0.1:1", "disable_oauth": true, "client_email": "", "private_key": "", "private_key_id": ""}'}, "gs://box/runs", "gs://box has an endpoint without TLS"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_the_environment_is_named(
    stores: Stores,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str | None],
    address: str,
    said: str,
) -> None:
    for name, value in variables.items():
        if value is None:
            monkeypatch.delenv(name)
        else:
            monkeypatch.setenv(name, value)
    with pytest.raises(LogdirError, match=f"can't read logs: {said}"):
        LogReader(address)


def test_an_object_that_is_answered_by_something_else_is_named(tmp_path: Path, kept: Kept) -> None:
    """As by the page of a proxy, for some minutes."""
    write(tmp_path / "a", points=3)
    put_all(kept, tmp_path)
    reader = LogReader(kept.address)
    kept.stores.answer = lambda asked: None if asked.lists else (200, "<html></html>")
    (damage,) = reader.damage
    assert damage.reason.endswith(
        (
            "does not answer as a store of this kind: see the endpoint",
            "gives no ranges of bytes, by which logs are read",
        )
    )
    kept.stores.answer = lambda _: None
    reader.refresh()
    assert len(reader.scalars("a", "loss")) == 3
    assert reader.damage == []


# -- WebDAV


def test_a_server_that_lists_one_folder_is_named(tmp_path: Path, web: Kept) -> None:
    """As that of Nextcloud, which answers a question for all folders as one for a single folder."""
    write(tmp_path / "a")
    put_all(web, tmp_path)
    full = web.stores
    full.lists_all = False
    try:
        with pytest.raises(LogdirError, match="does not list all folders at once: let it allow"):
            LogReader(web.address)
        assert LogReader(f"{web.address}/a").runs == ["."]  # all that there is lies in it
    finally:
        full.lists_all = True
    with full.counting() as asked:
        assert LogReader(web.address).runs == ["a"]
    assert [each.depth for each in asked] == ["infinity"]


def test_a_server_that_can_not_list_ends_the_start(
    web: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    web.stores.answer = lambda asked: (405, "") if asked.lists else None
    assert main(["--logdir", web.address, "--port", "0"]) == 2
    assert "can't list what lies there: a plain web server can't" in capsys.readouterr().err


def test_a_log_at_a_plain_web_server_is_read_by_ranges(tmp_path: Path, web: Kept) -> None:
    write(tmp_path / "a")
    put_all(web, tmp_path)
    web.stores.answer = lambda asked: (405, "") if asked.lists else None
    (log,) = (tmp_path / "a").glob("*.vdl")
    assert_same(LogReader(f"{web.address}/a/{log.name}"), LogReader(log))
    web.stores.gives_ranges = False
    (damage,) = LogReader(f"{web.address}/a/{log.name}").damage
    assert damage.reason.endswith(" gives no ranges of bytes, by which logs are read")


def test_user_and_password_come_from_netrc(
    tmp_path: Path, web: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a")
    put_all(web, tmp_path)
    file = tmp_path / "netrc"
    file.write_text("machine 127.0.0.1 login me password secret\n")
    file.chmod(0o600)
    monkeypatch.setenv("NETRC", str(file))
    known = "Basic bWU6c2VjcmV0"
    web.stores.answer = lambda asked: None if asked.authorization == known else (401, "")
    assert LogReader(web.address).runs == ["a"]
    assert LogReader(web.address.replace("://", "://me@")).runs == ["a"]
    with pytest.raises(LogdirError, match="wants a user and a password: give them in"):
        LogReader(web.address.replace("://", "://you@"))


def test_a_password_goes_to_its_host_only_and_never_without_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vdlite.reader.remote.address import address_of
    from vdlite.reader.remote.web_login import login_headers

    file = tmp_path / "netrc"
    file.write_text(
        "machine dav.example.org login me password secret\ndefault login a password b\n"
    )
    file.chmod(0o600)
    monkeypatch.setenv("NETRC", str(file))

    def sent(address: str) -> bool:
        place = address_of(address)
        assert place is not None
        return bool(login_headers(place))

    assert sent("https://dav.example.org:8443/runs")
    assert not sent("http://dav.example.org/runs")
    assert not sent("https://example.org/runs")
