"""The landscape of each entry of the zoo is that of the plain loop, or the user reads why not."""

import re
from dataclasses import replace

import pytest

from tests.torch.zoo import ENTRIES
from tests.torch.zoo.judging import judged

POINTS = 13  # so many that they are not computed in the plain way from the beginning


@pytest.mark.parametrize("turned", [False, True], ids=["", "smaller batch first"])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.family}: {entry.name}")
def test_a_landscape_is_that_of_the_plain_loop_or_says_why_not(entry, turned):
    own = entry
    if turned:
        own = replace(entry, data=lambda: entry.data()[::-1], counts=entry.counts[::-1])
    verdict = judged(own, POINTS)
    assert verdict.outcome == entry.expected, (verdict.outcome, verdict.apart, verdict.words)
    assert re.search(entry.words, verdict.words), verdict.words
