"""Importances against functions whose importances are known."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from vdlite.comparison.features import Hyperparameter, features
from vdlite.comparison.importance import MOST, Importances, importances


def number(name: str, values: NDArray[np.float64]) -> Hyperparameter:
    return Hyperparameter(name, values, np.full(len(values), -2))


def word(name: str, codes: NDArray[np.int64]) -> Hyperparameter:
    return Hyperparameter(name, np.full(len(codes), np.nan), codes)


def by_name(found: Importances) -> dict[str, float]:
    return {each.name: each.importance or 0.0 for each in found.hparams}


def test_a_sum_of_effects_has_the_shares_of_their_variances() -> None:
    random = np.random.default_rng(1)
    a, b, nothing = random.uniform(-1, 1, (3, 1000))
    levels = random.integers(0, 3, 1000)
    metric = 2 * a + b + np.array([0.0, 0.5, 1.0])[levels]
    given = [number("a", a), number("b", b), number("nothing", nothing), word("level", levels)]
    found = importances(metric, given)
    variances = {"a": 4 / 3, "b": 1 / 3, "level": float(np.var([0, 0.5, 1])), "nothing": 0.0}
    total = sum(variances.values())
    assert by_name(found) == pytest.approx(
        {name: variance / total for name, variance in variances.items()}, abs=0.05
    )
    assert found.score == pytest.approx(1, abs=0.03)
    assert found.advice == ()
    assert all(pair.interaction < 0.02 for pair in found.pairs)


def test_a_product_is_an_interaction_of_its_two_factors_alone() -> None:
    random = np.random.default_rng(2)
    a, b, c = random.uniform(-1, 1, (3, 1500))
    # Main effects as well, or no forest would find where to begin.
    found = importances(a * b + 0.3 * a + 0.3 * c, [number("a", a), number("b", b), number("c", c)])
    strongest, *others = found.pairs
    assert {strongest.first, strongest.second} == {"a", "b"}
    assert strongest.interaction > 0.25
    assert all(pair.interaction < 0.03 for pair in others)


def test_the_sign_of_an_effect_is_spearmans() -> None:
    random = np.random.default_rng(3)
    a, b = random.normal(size=(2, 40))
    metric = -np.exp(a) + 0.1 * b
    found = importances(metric, [number("a", a), number("b", b)])
    for each, values in zip(sorted(found.hparams, key=lambda one: one.name), (a, b), strict=True):
        expected = stats.spearmanr(values, metric)
        assert each.correlation == pytest.approx(expected.statistic)
        assert each.p_value == pytest.approx(expected.pvalue)


def test_without_an_order_there_is_no_sign() -> None:
    random = np.random.default_rng(4)
    codes = random.integers(0, 2, 40)
    (found,) = importances(codes * 1.0, [word("opt", codes)]).hparams
    assert found.correlation is None
    assert found.importance == pytest.approx(1, abs=0.2)


def test_noise_is_reported_as_such() -> None:
    random = np.random.default_rng(5)
    found = importances(random.normal(size=60), [number("a", random.normal(size=60))])
    assert found.advice == ("no_skill",)
    assert found.score is not None
    assert found.score < 0.1


@pytest.mark.parametrize(("trials", "advice"), [(0, "too_few"), (3, "too_few"), (11, "too_few")])
def test_of_too_few_trials_there_is_no_importance(trials: int, advice: str) -> None:
    values = np.linspace(0, 1, trials)
    found = importances(values, [number("a", values)])
    assert advice in found.advice
    assert found.score is None
    assert found.pairs == ()
    (each,) = found.hparams
    assert each.importance is None
    # Of four a rank correlation is known.
    assert (each.correlation is None) == (trials < 4)


def test_few_trials_for_many_hyperparameters_are_reported() -> None:
    random = np.random.default_rng(6)
    given = [number(str(i), random.normal(size=12)) for i in range(3)]
    assert "few" in importances(given[0].numbers, given).advice


def test_a_constant_metric_and_constant_hyperparameters_are_reported() -> None:
    values = np.linspace(0, 1, 20)
    constant = number("constant", np.ones(20))
    found = importances(np.ones(20), [number("a", values)])
    assert found.advice == ("constant_metric",)
    found = importances(values, [constant])
    assert found.advice == ("no_hparams",)
    found = importances(values[:0], [number("a", values[:0])])
    assert found.advice == ("too_few",)  # not that nothing differs between no trials
    found = importances(values, [number("a", values), constant])
    assert by_name(found)["constant"] == 0.0
    assert found.hparams[-1].distinct == 1


def test_one_diverged_trial_does_not_explain_everything() -> None:
    random = np.random.default_rng(7)
    a, b = random.uniform(-1, 1, (2, 200))
    metric = a.copy()
    metric[0] = 1e30
    found = importances(metric, [number("a", a), number("b", b)])
    assert "ranks" in found.advice
    assert found.hparams[0].name == "a"
    assert by_name(found)["a"] > 0.8


def test_the_same_seed_gives_the_same_numbers_also_of_a_sample() -> None:
    random = np.random.default_rng(8)
    values = random.normal(size=MOST + 100)
    first, again, other = (
        importances(values, [number("a", values)], seed=seed) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert first.used == MOST
    assert "sampled" in first.advice


def test_missing_values_infinities_and_rare_words_have_columns() -> None:
    numbers = np.array([1.0, np.inf, -np.inf, np.nan, 3.0])
    codes = np.array([-2, -2, -2, -1, -2])
    matrix, (place,) = features([Hyperparameter("a", numbers, codes)])
    assert place == slice(0, 2)
    assert matrix.tolist() == [[1, 0], [3, 0], [0, 0], [1.5, 1], [2, 0]]
    matrix, (place,) = features([word("w", np.arange(30))])
    assert matrix.shape == (30, 21)
    assert (matrix.sum(axis=1) == 1).all()


def test_without_a_forest_the_strongest_correlation_comes_first() -> None:
    values = np.arange(8.0)
    given = [
        word("opt", np.arange(8) % 2),
        number("weak", np.array([0.0, 3, 1, 2, 5, 4, 7, 6])),
        number("strong", -values),
    ]
    found = importances(values, given)
    assert [each.name for each in found.hparams] == ["strong", "weak", "opt"]
