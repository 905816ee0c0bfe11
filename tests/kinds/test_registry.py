"""The kinds that there are."""

from importlib import import_module

import pytest

from vdlite.kinds.registry import KINDS


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_is_declared_by_the_module_of_its_name(name: str) -> None:
    module = import_module(f"vdlite.kinds.{name}")
    assert module.KIND.name == module.NAME == name
