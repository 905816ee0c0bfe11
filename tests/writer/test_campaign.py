"""Random kills of writers of every kind: a short campaign; `python -m tests.writer.campaign` is the long one."""

import pytest

from tests.writer import campaign


@pytest.mark.parametrize("way", campaign.WAYS)
def test_nothing_that_a_call_returned_from_is_lost(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign, "WAYS", {way: campaign.WAYS[way]})
    made = list(campaign.rounds(2, seed=len(way), longest=0.5))
    assert [each.lost for each in made] == [[], []]
    assert [each.damage for each in made] == [0, 0]
    assert sum(each.returned for each in made) > 0
