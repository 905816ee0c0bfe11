"""The commands of CONTRIBUTING.md exist."""

import configparser
import json
import re

from tests.docs.pages import ROOT, page

TEXT = page("CONTRIBUTING.md").text


def test_every_tox_environment_is_told_and_exists() -> None:
    tox = configparser.ConfigParser()
    tox.read(ROOT / "tox.ini", "utf-8")
    environments = {name.strip() for name in tox["tox"]["env_list"].split(",")}
    assert set(re.findall(r"tox (?:devenv )?-e (\w+)", TEXT)) == environments


def test_every_npm_script_exists() -> None:
    scripts = json.loads((ROOT / "webapp" / "package.json").read_text("utf-8"))["scripts"]
    told = set(re.findall(r"npm (?:run )?(test|(?<=run )\w+)", TEXT))
    assert told == scripts.keys() - {"build"}  # which `pip install` does


def test_the_server_for_the_page_listens_where_vite_asks() -> None:
    config = (ROOT / "webapp" / "vite.config.ts").read_text("utf-8")
    (asked,) = re.findall(r'target: "http://127\.0\.0\.1:(\d+)"', config)
    (command,) = re.findall(r"vdlite --api-only .*", TEXT)
    port = re.search(r"--port (\d+)", command)
    assert asked == (port[1] if port else "8040")
