"""Places that logs are read from over an interface: a bucket, and fsspec's file system in memory."""

from collections.abc import Iterator
from itertools import count
from urllib.request import Request, urlopen

import pytest

from tests.remote.bucket import KEY, SECRET, SESSION, Bucket, InMemory, Server, running

_numbers = count()


@pytest.fixture(scope="session")
def one_server() -> Iterator[Server]:
    with running() as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", server.url)
        patch.setenv("AWS_REGION", "us-east-1")
        patch.setenv("AWS_ACCESS_KEY_ID", KEY)
        patch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        patch.setenv("AWS_SESSION_TOKEN", SESSION)
        yield server


@pytest.fixture
def server(one_server: Server) -> Iterator[Server]:
    yield one_server
    one_server.answer = lambda _: None


@pytest.fixture
def bucket(server: Server) -> Bucket:
    """A new bucket, empty."""
    name = f"bucket-{next(_numbers)}"
    with urlopen(Request(f"{server.url}/{name}", method="PUT", data=b"")):
        return Bucket(name)


@pytest.fixture(params=["s3", "memory"])
def place(request: pytest.FixtureRequest) -> Bucket | InMemory:
    """One of the places, empty."""
    if request.param == "s3":
        made: Bucket = request.getfixturevalue("bucket")
        return made
    return InMemory(f"place-{next(_numbers)}")
