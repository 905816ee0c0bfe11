"""Computing planned landscapes of a run, and writing them into its log."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from vdlite.drawing.names import free
from vdlite.drawing.options import LandscapeOptions
from vdlite.drawing.plans import PlannedLandscape, of_curvature
from vdlite.drawing.sharpness import asked_sharpness, has_sharpness
from vdlite.errors import LogdirError, NotFoundError
from vdlite.kinds.landscape import Landscape, LandscapePath, Mark, Sharpness
from vdlite.landscape.curvature.hessian import curved
from vdlite.landscape.curvature.map import CurvatureProblem
from vdlite.landscape.curvature.spectrum import curvature
from vdlite.landscape.surface.collector import is_complete
from vdlite.landscape.surface.compute import compute_surface
from vdlite.landscape.surface.progress import Pace, Progress, Report
from vdlite.landscape.surface.streaming import LogStream
from vdlite.landscape.workers.pool import Workers
from vdlite.landscape.workers.usual import usual_workers
from vdlite.reader import LoggedLandscape, LogReader
from vdlite.writer import LogWriter
from vdlite.writer.life.importing import afterwards


class DrawingSession:
    """Computes landscapes with what the caller has, and writes them into the log."""

    def __init__(self, run: Path, options: LandscapeOptions, *, on_processor: bool = True) -> None:
        """on_processor: whether the models run there, and not on a card."""
        self._run = run
        self._options = options
        workers, devices = options.workers, options.devices
        self._own: Workers | None = None
        if options.executor is None and workers is None:
            self._own = usual_workers(devices, on_processor=on_processor)
        elif options.executor is None and workers is not None and workers > 1:
            self._own = Workers(workers, devices)
        self._executor = options.executor if options.executor is not None else self._own
        self._devices = devices
        self._report = options.report
        self._sharpness: dict[str, Sharpness] = {}  # by the fingerprint of a center
        self._made: LogWriter | None = None
        self._read: LogReader | None = None

    def __enter__(self) -> "DrawingSession":
        return self

    def __exit__(self, *_: object) -> None:
        if self._own is not None:
            self._own.close()
        if self._made is not None:
            self._made.close()

    @property
    def _writer(self) -> LogWriter:
        """Made when there is something to write: to look again leaves nothing behind."""
        if self._made is None:
            with afterwards():
                self._made = LogWriter(self._run)
        return self._made

    def named(self, above: str, planned: PlannedLandscape) -> PlannedLandscape:
        """The plan with the tag that the log has it under; else its own, or one that no other of its kind has."""
        landscape_id, logged = planned.id, self._all(planned.step, f"{above}/")
        tag = next((one.tag for one in logged if one.id == landscape_id), "")
        if not tag:
            facts = {**planned.problem.facts(), **planned.settings}
            facts["fingerprint"] = planned.directions.fingerprint
            tag = free(f"{above}/{planned.tag}", facts, logged)
        return replace(planned, tag=tag.removeprefix(f"{above}/"))

    def draw(self, above: str, planned: PlannedLandscape) -> Landscape:
        """The landscape: from the log, as far as it is there."""
        tag, label = f"{above}/{planned.tag}", f"{above}/{planned.label}"
        before = self._logged(tag, planned.step, planned.id)
        if before is not None and is_complete(before, planned.marks):
            if self._report is not None:
                points = before.done.size
                self._report(label, Progress(points, points, 0.0, 0.0))
            return before
        self._read = None  # what it has of the log takes memory that computing may need
        return compute_surface(
            planned.problem,
            planned.directions,
            x=planned.x,
            y=planned.y,
            resume=before,
            stream=LogStream(self._writer, tag, planned.step),
            report=self._reporter(label),
            path=self._path(label, planned, before),
            marks=planned.marks,
            settings=planned.settings,
            executor=self._executor,
            workers=1,
            axis_curvature=self._options.axis_curvature,
            devices=self._devices[:1] if self._devices else None,
        )

    def with_paths(self, above: str, planned: PlannedLandscape, whole: Landscape) -> Landscape:
        """The landscape with the paths of the other trainings."""
        known = {name: (path.step.tolist(), path.x.tolist()) for name, path in whole.paths.items()}
        if known == {
            one.name: (one.path.step.tolist(), one.path.x.tolist()) for one in planned.others
        }:
            return whole
        tag, label = f"{above}/{planned.tag}", f"{above}/{planned.label} other paths"
        report = self._reporter(label)
        pace = Pace(sum(2 * len(one.path.step) for one in planned.others), unit="losses")

        def each() -> None:
            if report is not None:
                report(pace.progress(1))

        whole = replace(whole, paths={one.name: one.measure(each) for one in planned.others})
        self._writer.add_landscape(tag, whole, planned.step)
        return whole

    def with_curvature(self, above: str, planned: PlannedLandscape, whole: Landscape) -> Landscape:
        """The landscape with the curvature at its center, and the ends of the Hessian's spectrum at its marks."""
        tag, label = f"{above}/{planned.tag}", f"{above}/{planned.label} curvature"
        if whole.curvature is None:
            report = self._reporter(label)
            samples = self._options.curvature_samples
            found = curvature(
                curved(planned.problem, "curvature"),
                samples=samples,
                only=self._options.only_these,
                report=report,
            )
            whole = replace(whole, curvature=found)
            self._writer.add_landscape(tag, whole, planned.step)
        if any("hessian/max" not in mark.values for mark in whole.marks):
            whole = self._with_curvature_at_marks(label, planned, whole)
            self._writer.add_landscape(tag, whole, planned.step)
        return whole

    def with_averages(self, above: str, planned: PlannedLandscape, whole: Landscape) -> Landscape:
        """The landscape of a path with what the means of its last snapshots do themselves."""
        averages = planned.averages
        if averages is None or not averages.missing(whole.marks):
            return whole
        tag = f"{above}/{planned.tag}"
        report = self._reporter(f"{above}/{planned.label} averages")
        pace = Pace(len(averages.numbers), unit="means")

        def each() -> None:
            if report is not None:
                report(pace.progress(1))

        measured = averages.measured(whole.marks, planned.directions, self._options.method, each)
        whole = replace(whole, marks=measured)
        self._writer.add_landscape(tag, whole, planned.step)
        return whole

    def with_sharpness(self, above: str, planned: PlannedLandscape, whole: Landscape) -> Landscape:
        """The landscape with how far the loss rises around its center; the same for all of one center."""
        if has_sharpness(whole.sharpness, self._options):
            return whole
        tag, center = f"{above}/{planned.tag}", planned.problem.fingerprint
        if center not in self._sharpness:
            self._sharpness[center] = asked_sharpness(
                planned.problem,
                self._options,
                only=self._options.only_these,
                report=self._reporter(f"{above}/{planned.label} sharpness"),
            )
        whole = replace(whole, sharpness=self._sharpness[center])
        self._writer.add_landscape(tag, whole, planned.step)
        return whole

    def _with_curvature_at_marks(
        self, label: str, planned: PlannedLandscape, whole: Landscape
    ) -> Landscape:
        report = self._reporter(f"{label} at marks")
        pace = Pace(len(whole.marks), unit="places")
        problem = self._curvature_of(planned)
        evaluator = problem.evaluator(planned.directions)
        marks: list[Mark] = []
        try:
            for mark in whole.marks:
                place = (mark.x, mark.y)[: len(planned.directions)]
                found = evaluator(np.array([place], dtype=np.float64))
                ends = {name: float(column[0]) for name, column in found.items()}
                marks.append(replace(mark, values={**mark.values, **ends}))
                if report is not None:
                    report(pace.progress(1))
        finally:
            evaluator.close()
        return replace(whole, marks=tuple(marks))

    def curvature_map(self, above: str, planned: PlannedLandscape) -> Landscape:
        """The map of the curvature."""
        coarse = of_curvature(planned, self._options.curvature_size)
        problem = self._curvature_of(planned)
        settings = replace(planned.settings, mode="curvature")
        made = self.named(above, replace(coarse, problem=problem, settings=settings))
        return self.draw(above, made)

    def _curvature_of(self, planned: PlannedLandscape) -> CurvatureProblem:
        samples = self._options.curvature_samples
        return CurvatureProblem(
            curved(planned.problem, "curvature"), samples=samples, only=self._options.only_these
        )

    def _reporter(self, label: str) -> Report | None:
        report = self._report
        return None if report is None else lambda progress: report(label, progress)

    def _path(
        self, label: str, planned: PlannedLandscape, before: Landscape | None
    ) -> LandscapePath | None:
        """The path with its losses: from the log, if they are there."""
        path, known = planned.path, before.path if before is not None else None
        if path is None or planned.measure is None:
            return path
        if (
            known is not None
            and np.array_equal(known.step, path.step)
            and np.array_equal(known.x, path.x)
        ):
            return known
        pace = Pace(2 * len(path.step), unit="losses")
        report = self._reporter(f"{label} path")

        def each() -> None:
            if report is not None:
                report(pace.progress(1))

        return planned.measure(each)

    def _log(self) -> LogReader:
        """The run's log as it is now; while nothing is computed, only what has come since is read."""
        if self._read is None:
            self._read = LogReader(self._run)
        else:
            self._read.refresh()
        return self._read

    def _all(self, step: int, above: str) -> list[LoggedLandscape]:
        """The landscapes of a step in the log, of tags that begin so."""
        try:
            logged = self._log().landscapes(".")
        except (LogdirError, NotFoundError):
            return []
        return [one for one in logged if one.step == step and one.tag.startswith(above)]

    def _logged(self, tag: str, step: int, landscape_id: str) -> Landscape | None:
        try:
            return self._log().landscape(".", tag, step, landscape_id)
        except (LogdirError, NotFoundError, ValueError):
            return None  # nothing, or nothing that can be read
