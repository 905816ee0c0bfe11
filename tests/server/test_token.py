"""The token of a user is kept, and nobody else can read it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vdlite.server.access.token import checked_token, config_folder, user_token

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes of files are a thing of POSIX")


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    first = user_token(tmp_path / "config" / "vdlite")
    second = user_token(tmp_path / "config" / "vdlite")
    assert first == second
    assert first.note is None
    assert len(first.text) >= 43
    assert [path.name for path in (tmp_path / "config" / "vdlite").iterdir()] == ["token"]


@posix
def test_its_file_is_for_the_user_alone(tmp_path: Path) -> None:
    user_token(tmp_path / "vdlite")
    assert (tmp_path / "vdlite" / "token").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "vdlite").stat().st_mode & 0o777 == 0o700


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o602])
def test_one_that_others_could_read_is_replaced(tmp_path: Path, mode: int) -> None:
    first = user_token(tmp_path)
    (tmp_path / "token").chmod(mode)
    second = user_token(tmp_path)
    assert second.text != first.text
    assert second.note is not None
    assert "others could read" in second.note
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
    assert user_token(tmp_path).text == second.text


@posix
def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    aim = tmp_path / "aim"
    aim.write_text("chosen-by-somebody-else")
    aim.chmod(0o600)
    (tmp_path / "token").symlink_to(aim)
    assert user_token(tmp_path).text != "chosen-by-somebody-else"
    assert not (tmp_path / "token").is_symlink()
    assert aim.read_text() == "chosen-by-somebody-else"


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 50, b"a b c d e f g h", b"x" * 4000])
def test_a_file_with_something_else_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "token").write_bytes(content)
    (tmp_path / "token").chmod(0o600)
    first = user_token(tmp_path)
    assert first.note is not None
    assert user_token(tmp_path).text == first.text


def test_where_it_can_not_be_kept_it_is_good_for_this_process(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    token = user_token(tmp_path / "file" / "vdlite")
    assert len(token.text) >= 43
    assert token.note is not None
    assert "can't be kept" in token.note
    (tmp_path / "token").mkdir()
    assert user_token(tmp_path).note is not None


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"XDG_CONFIG_HOME": "/config"}, "linux", Path("/config/vdlite")),
        ({"XDG_CONFIG_HOME": ""}, "linux", Path.home() / ".config" / "vdlite"),
        ({"APPDATA": "/data"}, "win32", Path("/data/vdlite")),
        ({}, "darwin", Path.home() / "Library" / "Application Support" / "vdlite"),
    ],
)
def test_its_folder_is_that_of_the_platform(
    environment: dict[str, str], platform: str, folder: Path
) -> None:
    assert config_folder(environment, platform) == folder


@pytest.mark.parametrize(
    "text", ["", "short", "with space", "semi;colon", "ümlautümlaut", "a" * 257]
)
def test_a_token_that_a_cookie_can_not_carry_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="want 8 to 256"):
        checked_token(text)
