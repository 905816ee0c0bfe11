"""The run that calls of the module log into, `vdlite.log({...})`: the one that `init` made last."""

from collections.abc import Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn, overload

from vdlite.errors import NoRunError
from vdlite.writer import LogWriter
from vdlite.writer import watch as _watch
from vdlite.writer.model_watch import Watch

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from vdlite.tracking.alerts import AlertLevel
    from vdlite.tracking.run import Run
    from vdlite.writer.arguments.checks import StepLike
    from vdlite.writer.model_watch import Model

_current: "Run | None" = None


def current_run() -> "Run | None":
    """The run that `init` made last; None before that, and once it has ended."""
    return _current


def set_current(run: "Run") -> None:
    """Let calls of the module go to this run."""
    global _current  # there is one for the whole program, as with `wandb`
    _current = run


def forget(run: "Run") -> None:
    """Let no call of the module go to a run that has ended."""
    global _current  # as above
    if _current is run:
        _current = None


def attribute(name: str) -> Any:
    """The value of `vdlite.run`, `vdlite.config` or `vdlite.summary` at this moment."""
    if name == "run":
        return _current
    return BeforeInit(name) if _current is None else getattr(_current, name)


def _run_for(call: str) -> "Run":
    if _current is None:
        raise _no_run(call)
    return _current


def _no_run(call: str) -> NoRunError:
    return NoRunError(
        f"vdlite.{call}: there is no run; want vdlite.init(...) before it, and finish() behind it"
    )


class BeforeInit(MutableMapping[str, Any]):
    """The mappings of a run that is not there: whatever is done with them raises NoRunError."""

    def __init__(self, name: str) -> None:
        self.__dict__["_name"] = name

    def _refuse(self, *_: object) -> NoReturn:
        raise _no_run(self.__dict__["_name"])

    def __getitem__(self, name: str) -> Any:
        self._refuse()

    def __setitem__(self, name: str, value: Any) -> None:
        self._refuse()

    def __delitem__(self, name: str) -> None:
        self._refuse()

    def __iter__(self) -> Iterator[str]:
        self._refuse()

    def __len__(self) -> int:
        self._refuse()

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what tools ask of any object
            raise AttributeError(name)
        self._refuse()

    def __setattr__(self, name: str, value: Any) -> None:
        self._refuse()

    def __repr__(self) -> str:
        return f"<vdlite.{self.__dict__['_name']} before init()>"


def log(
    data: "Mapping[str, Any]", step: "StepLike | None" = None, commit: bool | None = None
) -> None:
    """Log into the run that `init` made last; see `Run.log`. Raises NoRunError if there is none."""
    _run_for("log()").log(data, step, commit)


def finish(exit_code: int | None = None) -> None:
    """End the run that `init` made last; see `Run.finish`. Without one, nothing happens."""
    if _current is not None:
        _current.finish(exit_code)


def define_metric(
    name: str,
    step_metric: str | None = None,
    step_sync: bool | None = None,
    hidden: bool | None = None,
    summary: str | None = None,
    overwrite: bool | None = None,
    *,
    goal: str | None = None,
) -> str:
    """Say of a scalar of the run that `init` made last what `Run.define_metric` takes. Raises NoRunError if there is none."""
    return _run_for("define_metric()").define_metric(
        name, step_metric, step_sync, hidden, summary, overwrite, goal=goal
    )


def alert(
    title: str,
    text: str = "",
    level: "str | AlertLevel | None" = None,
    wait_duration: object = None,
) -> None:
    """Log an alert into the run that `init` made last; see `Run.alert`. Raises NoRunError if there is none."""
    _run_for("alert()").alert(title, text, level, wait_duration)


@overload
def watch(
    model: "Model",
    writer: LogWriter,
    *,
    every: int = 100,
    weights: bool = True,
    gradients: bool = True,
    buckets: "int | str | Sequence[float]" = 64,
) -> Watch: ...


@overload
def watch(
    model: Any,
    writer: object = None,
    log: Literal["gradients", "parameters", "all"] | None = "gradients",
    log_freq: int = 1000,
    idx: int | None = None,
    log_graph: bool = False,
    *,
    criterion: object = None,
) -> None: ...


def watch(
    model: Any,
    writer: Any = None,
    log: Any = "gradients",
    log_freq: int = 1000,
    idx: int | None = None,
    log_graph: bool = False,
    *,
    criterion: object = None,
    every: int = 100,
    weights: bool = True,
    gradients: bool = True,
    buckets: "int | str | Sequence[float]" = 64,
) -> Watch | None:
    """A watch that logs the parameters of a torch model into a LogWriter, whenever its `step` is called.

        watched = vdlite.watch(model, writer, every=100)
        for step, batch in enumerate(batches):
            loss(model(batch)).backward()
            watched.step(step)
            optimizer.step()

    every: steps from one time to the next. Parameters without a gradient have no gradient logged; shared ones are
    logged once. What DataParallel, torch.compile and the like put before a name is left out of the tag.
    Without a writer, as `wandb.watch(model, criterion, log="all")` is called, the model does it by itself, into the run
    that `init` made last: see `Run.watch`.
    Raises PayloadError if `model` names no parameters or `every` is not at least 1; NoRunError without writer and run.
    """
    if hasattr(writer, "add_histogram"):
        return _watch(
            model, writer, every=every, weights=weights, gradients=gradients, buckets=buckets
        )
    _run_for("watch()").watch(model, criterion, log, log_freq, idx, log_graph)
    return None


def unwatch(models: Any = None) -> None:
    """Log no more of models; see `Run.unwatch`. Raises NoRunError if there is no run."""
    _run_for("unwatch()").unwatch(models)


def save(
    glob_str: "str | os.PathLike[str] | None" = None,
    base_path: "str | os.PathLike[str] | None" = None,
    policy: str = "live",
) -> Sequence[str]:
    """Say which files belong to the run that `init` made last; see `Run.save`. Raises NoRunError if there is none."""
    return _run_for("save()").save(glob_str, base_path, policy)
