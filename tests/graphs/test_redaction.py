"""What must not get into a log."""

import pytest

from tests.graphs import pipelines as like
from vdlite.graphs.data import data_graph
from vdlite.graphs.data.redaction import redacted


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://me:secret@host/a/b.tar?sig=abc#x", "https://host/a/b.tar"),
        ("s3://bucket/train-{000..146}.tar", "s3://bucket/train-{000..146}.tar"),
        ("pipe:curl -H 'token: abc' https://host/x.tar", "pipe:curl"),
        ("pipe:TOKEN=abc /usr/bin/aws s3 cp x -", "pipe:aws"),
        ("a.tar::pipe:cat /home/me/b.tar", "a.tar::pipe:cat"),
        ("/home/me/data/pets", "…/data/pets"),
        ("C:\\Users\\me\\data\\pets", "…\\data\\pets"),
        ("~/secret/data/pets", "…/data/pets"),
        ("data/pets", "data/pets"),
        ("bilinear", "bilinear"),
    ],
)
def test_secrets_and_places_are_left_out(given: str, kept: str) -> None:
    assert redacted(given) == kept


def test_paths_are_whole_where_that_is_asked_for() -> None:
    assert redacted("/home/me/data/pets", "full") == "/home/me/data/pets"


def test_tokens_are_removed_and_those_of_words_are_not() -> None:
    class Source(like.Dataset):
        def __init__(self) -> None:
            self.api_key = "0123456789"
            self.options = {"auth_token": "0123456789"}
            self.pad_token = "[PAD]"

    attributes = data_graph(Source()).attributes[0]

    assert attributes["api_key"] == "(removed)"
    assert attributes["options"] == {"auth_token": "(removed)"}
    assert attributes["pad_token"] == "[PAD]"
