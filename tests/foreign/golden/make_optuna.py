"""Makes `golden/optuna`: studies in a database and in a journal, and what Optuna itself reads of them.

Run in an environment with Optuna 5:
    PYTHONPATH=. python -m tests.foreign.golden.make_optuna
"""

import json
import os
import shutil
from pathlib import Path

import optuna
from optuna.storages import BaseStorage, JournalStorage, RDBStorage
from optuna.storages.journal import JournalFileBackend

from tests.foreign.golden.small import make_small

FOLDER = Path(__file__).parent / "optuna"


def objective(trial: optuna.Trial) -> float:
    x = trial.suggest_float("x", -1, 1)
    count = trial.suggest_int("count", 1, 5)
    trial.suggest_categorical("opt", ["adam", "sgd", None])
    trial.suggest_float("lr", 1e-5, 1, log=True)
    trial.set_user_attr("host", "node1")
    for step in range(3):
        trial.report(float("inf") if (trial.number, step) == (1, 1) else x * step, step)
    if trial.number == 2:
        raise optuna.TrialPruned
    if trial.number == 3:
        raise ValueError("no")
    return x * count


def log(storage: BaseStorage) -> None:
    sampler = optuna.samplers.RandomSampler(seed=1)
    study = optuna.create_study(study_name="digits", storage=storage, sampler=sampler)
    study.enqueue_trial({"x": 0.25})
    study.optimize(objective, n_trials=5, catch=(ValueError,))
    study.ask()
    both = optuna.create_study(
        study_name="two/goals",
        storage=storage,
        directions=["minimize", "maximize"],
        sampler=sampler,
    )
    both.optimize(lambda trial: (trial.suggest_int("n", 1, 9), 1.5), n_trials=2)
    both.enqueue_trial({"n": 3})
    gone = optuna.create_study(study_name="gone", storage=storage)
    gone.ask()
    optuna.delete_study(study_name="gone", storage=storage)


def read_back(storage: BaseStorage) -> dict[str, object]:
    """What Optuna itself reads."""
    return {
        f"{name}/{trial.number}": {
            "state": trial.state.name,
            "params": trial.params,
            "values": trial.values,
            "reported": sorted(trial.intermediate_values.items()),
        }
        for name in ("digits", "two/goals")
        for trial in optuna.load_study(study_name=name, storage=storage).trials
    }


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    os.chdir(FOLDER)
    storages = {
        "database": RDBStorage("sqlite:///study.db"),
        "journal": JournalStorage(JournalFileBackend("journal.log")),
    }
    for name, storage in storages.items():
        log(storage)
        Path(f"{name}.json").write_text(
            json.dumps(read_back(storage), indent=1, sort_keys=True) + "\n"
        )
    storages["database"].engine.dispose()
    make_small(Path("study.db"))


if __name__ == "__main__":
    main()
