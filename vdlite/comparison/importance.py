"""How much each hyperparameter matters for a metric.

A random forest learns the metric from the hyperparameters of some trials and is asked about the others. Shuffling one
hyperparameter among these others spoils its answers by as much as it relies on it: permutation importance (Breiman,
Random Forests, 2001, section 10), here on trials that were left out of the learning (Fisher, Rudin and Dominici, All
Models are Wrong, but Many are Useful, 2019). Half of it, as a share of the metric's variance, is what Jansen (Analysis of
variance designs for model output, 1999) estimates the total effect by: a metric that is a sum of independent effects has
importances in the ratio of their variances, which add up to 1.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy  # its parts load when they are first used: they are slow to import
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestRegressor

from vdlite.comparison.features import Hyperparameter, features
from vdlite.comparison.magnitude import exponent_of, shifted

FEWEST = 12  # trials for a forest
FEWEST_FOR_RANKS = 4
FEWEST_EACH = 5  # trials for each hyperparameter; with less, importances are rough
MOST = 1500  # trials that are learnt from
MOST_PAIRED = 6  # hyperparameters, the most important ones, whose pairs are looked at
NO_SKILL = 0.1  # explained share of the variance below which importances say little

_FOLDS = 5
_MOST_SHUFFLES = 10
_ROWS = 4000  # of all folds that each hyperparameter's shuffles come to, about
_TREES = 100


@dataclass(frozen=True, slots=True)
class Importance:
    """The importance of one hyperparameter. Importance and spread are shares of the metric's variance; None where unknown."""

    name: str
    importance: float | None
    spread: float | None  # standard deviation over folds and shuffles
    correlation: float | None  # Spearman's; None without an order
    p_value: float | None
    distinct: int  # values
    missing: int  # trials


@dataclass(frozen=True, slots=True)
class Pair:
    """The share of the metric's variance that comes of two hyperparameters acting together, not each on its own."""

    first: str
    second: str
    interaction: float
    spread: float


@dataclass(frozen=True, slots=True)
class Importances:
    used: int  # trials
    score: float | None  # share of the variance of unseen trials that the forest explains
    hparams: tuple[Importance, ...]  # the most important first
    pairs: tuple[Pair, ...]  # the strongest first
    advice: tuple[str, ...]


def importances(
    metric: NDArray[np.float64], hyperparameters: Sequence[Hyperparameter], *, seed: int = 0
) -> Importances:
    """How much each hyperparameter matters for a finite metric [N].

    advice: "no_hparams", "constant_metric", "too_few" (no forest), "few", "no_skill", "sampled", "ranks" (a few values
    are far from all others: the variance is of the metric's ranks).
    The same seed gives the same numbers.
    """
    advice = []
    # Shares of its variance do not depend on its unit.
    metric = shifted(metric, -exponent_of(metric))
    random = np.random.default_rng(seed)
    if len(metric) > MOST:
        advice.append("sampled")
        drawn = np.sort(random.choice(len(metric), MOST, replace=False))
        metric = metric[drawn]
        hyperparameters = [
            Hyperparameter(each.name, each.numbers[drawn], each.codes[drawn])
            for each in hyperparameters
        ]
    varying = [each for each in hyperparameters if each.varies]
    varies = len(metric) > 0 and bool(np.ptp(metric) > 0)
    if not varying and len(metric) > 1:  # of fewer trials it would say nothing
        advice.append("no_hparams")
    if len(metric) < FEWEST:
        advice.append("too_few")
    elif not varies:
        advice.append("constant_metric")
    elif len(metric) < FEWEST_EACH * len(varying):
        advice.append("few")
    known: dict[str, tuple[float, float]] = {}
    score: float | None = None
    pairs: tuple[Pair, ...] = ()
    if len(metric) >= FEWEST and varies and varying:
        target = metric
        if _has_outliers(metric):
            # One trial that diverged must not be all there is to explain.
            advice.append("ranks")
            target = scipy.stats.rankdata(metric)
        score, known, pairs = _by_forest(target, varying, random)
        if score < NO_SKILL:
            advice.append("no_skill")
    found = [_importance(each, metric, known.get(each.name)) for each in hyperparameters]
    found.sort(key=_place)
    return Importances(len(metric), score, tuple(found), pairs, tuple(advice))


def _place(each: Importance) -> tuple[float, float, str]:
    """A key to sort by: what is known to matter comes first; what nothing is known of, last."""
    importance = -np.inf if each.importance is None else each.importance
    correlation = -1.0 if each.correlation is None else abs(each.correlation)
    return -importance, -correlation, each.name


def _importance(
    each: Hyperparameter, metric: NDArray[np.float64], known: tuple[float, float] | None
) -> Importance:
    correlation = p_value = None
    has = each.codes == -2
    numbers, judged = each.numbers[has], metric[has]
    is_number = ~np.isnan(numbers)
    numbers, judged = numbers[is_number], judged[is_number]
    if (
        each.is_number
        and len(numbers) >= FEWEST_FOR_RANKS
        and np.any(numbers != numbers[0])
        and np.any(judged != judged[0])
    ):
        correlation, p_value = map(float, scipy.stats.spearmanr(numbers, judged))
    importance, spread = known or (None, None)
    return Importance(
        each.name, importance, spread, correlation, p_value, each.distinct, each.missing
    )


def _by_forest(
    target: NDArray[np.float64],
    varying: Sequence[Hyperparameter],
    random: np.random.Generator,
) -> tuple[float, dict[str, tuple[float, float]], tuple[Pair, ...]]:
    """The score, mean and spread of each hyperparameter's importance by name, and the pairs."""
    matrix, places = features(varying)
    judges = _judges(matrix, target, random)
    variance = float(np.mean([judge.null_error for judge in judges]))
    score = 1 - float(np.mean([judge.error for judge in judges])) / variance
    shuffles = max(2, min(_MOST_SHUFFLES, _ROWS // len(target)))
    costs = np.concatenate([judge.costs(places, shuffles, random) for judge in judges])
    means, spreads = costs.mean(axis=0) / variance, costs.std(axis=0) / variance
    known = {
        each.name: (float(mean), float(spread))
        for each, mean, spread in zip(varying, means, spreads, strict=True)
    }
    chosen = sorted(np.argsort(-means)[:MOST_PAIRED].tolist())
    couples = list(itertools.combinations(chosen, 2))
    if not couples:
        return score, known, ()
    together = [(places[one], places[other]) for one, other in couples]
    extras = np.concatenate([judge.interactions(together, shuffles, random) for judge in judges])
    pairs = [
        Pair(varying[one].name, varying[other].name, float(mean), float(spread))
        for (one, other), mean, spread in zip(
            couples, extras.mean(axis=0) / variance, extras.std(axis=0) / variance, strict=True
        )
    ]
    return score, known, tuple(sorted(pairs, key=lambda pair: -pair.interaction))


def _has_outliers(metric: NDArray[np.float64]) -> bool:
    """True if a few values hold nearly all of the variance."""
    low, middle, high = np.quantile(metric, (0.1, 0.5, 0.9))
    return bool(np.abs(metric - middle).max() > 10 * max(high - low, 1e-300))


class _Judge:
    """A forest that has learnt from some trials, and the trials that it has not seen."""

    def __init__(
        self,
        forest: RandomForestRegressor,
        rows: NDArray[np.float64],
        target: NDArray[np.float64],
        mean: float,
    ) -> None:
        """mean: of the trials that it has learnt from."""
        self._forest = forest
        self._rows = rows
        self._target = target
        self._answers = self._ask([rows])[0]
        self.error = float(np.mean((self._answers - target) ** 2))  # mean square
        self.null_error = float(np.mean((target - mean) ** 2))  # of who knows only the mean

    def _ask(self, variants: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """The forest's answers for several matrices of rows [V, n]; together, since each question has its cost."""
        answers: NDArray[np.float64] = self._forest.predict(np.concatenate(variants))
        table: NDArray[np.float64] = answers.reshape(len(variants), -1)
        return table

    def costs(
        self, places: Sequence[slice], shuffles: int, random: np.random.Generator
    ) -> NDArray[np.float64]:
        """Costs of shuffling: by how much the squared error grows, halved, when each place is shuffled [shuffles, places].

        Half of it, since a shuffled value misses by its own spread and by that of the one it replaced.
        """
        variants = [
            self._shuffled(((place, random.permutation(len(self._rows))),))
            for _ in range(shuffles)
            for place in places
        ]
        errors = ((self._ask(variants) - self._target) ** 2).mean(axis=1)
        costs: NDArray[np.float64] = (errors.reshape(shuffles, -1) - self.error) / 2
        return costs

    def interactions(
        self, couples: Sequence[tuple[slice, slice]], shuffles: int, random: np.random.Generator
    ) -> NDArray[np.float64]:
        """The variance of the forest's answers that comes of two places acting together [shuffles, couples].

        If they act apart, what a shuffle of both changes is the sum of what the shuffles of each change. Of what is
        left over, four draws of their common part are in the sum: a quarter of its mean square.
        """
        variants = []
        for _ in range(shuffles):
            for one, other in couples:
                first = (one, random.permutation(len(self._rows)))
                second = (other, random.permutation(len(self._rows)))
                variants += [self._shuffled((first, second)), self._shuffled((first,))]
                variants += [self._shuffled((second,))]
        answers = self._ask(variants).reshape(shuffles, len(couples), 3, -1)
        left = answers[:, :, 0] - answers[:, :, 1] - answers[:, :, 2] + self._answers
        squares: NDArray[np.float64] = (left**2).mean(axis=2) / 4
        return squares

    def _shuffled(self, shuffles: Sequence[tuple[slice, NDArray[np.int64]]]) -> NDArray[np.float64]:
        rows: NDArray[np.float64] = self._rows.copy()
        for place, order in shuffles:
            rows[:, place] = self._rows[order, place]
        return rows


def _judges(
    matrix: NDArray[np.float64], target: NDArray[np.float64], random: np.random.Generator
) -> list[_Judge]:
    """One forest for each fold, that has learnt from the other folds."""
    fold = random.permutation(len(target)) % _FOLDS
    judges = []
    for number in range(_FOLDS):
        seen = fold != number
        forest = RandomForestRegressor(
            _TREES, min_samples_leaf=2, random_state=int(random.integers(2**31))
        )
        forest.fit(matrix[seen], target[seen])
        judges.append(_Judge(forest, matrix[~seen], target[~seen], float(target[seen].mean())))
    return judges
