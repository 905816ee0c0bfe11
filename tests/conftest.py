"""What holds for all tests."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time, so that a red test is red again; a busy machine is no failure.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile(
    "explore", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# A shell starts what it runs in the background without Ctrl-C, and the programs of the tests would
# inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of tests, and what they import, live to the end: who looks for garbage need not look at them each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _own_config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what whoever runs the tests keeps in the config folder, or in the cache; none watches the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("VDLITE_SYSTEM", "0")  # what a machine does is no part of most tests
        patch.setenv("VDLITE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
