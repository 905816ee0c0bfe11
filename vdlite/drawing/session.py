"""Computing pictures of a run, and writing them into its log."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from vdlite.drawing.names import free
from vdlite.drawing.options import LandscapeOptions
from vdlite.drawing.plans import Picture, of_curvature
from vdlite.errors import LogdirError, NotFoundError
from vdlite.kinds.landscape import Landscape, LandscapePath, Mark
from vdlite.landscape.curvature.hessian import curved
from vdlite.landscape.curvature.map import CurvatureProblem
from vdlite.landscape.curvature.spectrum import curvature
from vdlite.landscape.surface.collector import is_complete
from vdlite.landscape.surface.compute import compute_surface
from vdlite.landscape.surface.progress import Pace, Progress, Report
from vdlite.landscape.surface.streaming import LogStream
from vdlite.landscape.workers.pool import Workers
from vdlite.reader import LoggedLandscape, LogReader
from vdlite.writer import LogWriter


class Desk:
    """Computes pictures with what the caller has, and writes them into the log."""

    def __init__(self, run: Path, options: LandscapeOptions) -> None:
        self._run = run
        self._options = options
        workers, devices = options.workers, options.devices
        many = workers > 1 or (devices is not None and len(devices) > 1)
        self._own = Workers(workers if workers > 1 else None, devices) if many else None
        self._crew = options.executor if options.executor is not None else self._own
        self._devices = devices
        self._report = options.report
        self._made: LogWriter | None = None
        self._read: LogReader | None = None

    def __enter__(self) -> "Desk":
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
            self._made = LogWriter(self._run)
        return self._made

    def named(self, above: str, picture: Picture) -> Picture:
        """The picture with the tag that the log has it under; else its own, or one that no other of its kind has."""
        id_, logged = picture.id, self._all(picture.step, f"{above}/")
        tag = next((one.tag for one in logged if one.id == id_), "")
        if not tag:
            facts = {**picture.problem.facts(), **picture.settings}
            facts["fingerprint"] = picture.directions.fingerprint
            tag = free(f"{above}/{picture.tag}", facts, logged)
        return replace(picture, tag=tag.removeprefix(f"{above}/"))

    def draw(self, above: str, picture: Picture) -> Landscape:
        """The landscape: from the log, as far as it is there."""
        tag, label = f"{above}/{picture.tag}", f"{above}/{picture.label}"
        before = self._logged(tag, picture.step, picture.id)
        if before is not None and is_complete(before, picture.marks):
            if self._report is not None:
                points = before.done.size
                self._report(label, Progress(points, points, 0.0, 0.0))
            return before
        self._read = None  # what it has of the log takes memory that computing may need
        return compute_surface(
            picture.problem,
            picture.directions,
            x=picture.x,
            y=picture.y,
            resume=before,
            stream=LogStream(self._writer, tag, picture.step),
            report=self._reporter(label),
            path=self._path(label, picture, before),
            marks=picture.marks,
            settings=picture.settings,
            executor=self._crew,
            devices=self._devices[:1] if self._devices else None,
        )

    def bend(self, above: str, picture: Picture, whole: Landscape) -> Landscape:
        """The landscape with the curvature at its center, and the ends of the Hessian's spectrum at its marks."""
        tag, label = f"{above}/{picture.tag}", f"{above}/{picture.label} curvature"
        if whole.curvature is None:
            report = self._reporter(label)
            samples = self._options.curvature_samples
            found = curvature(curved(picture.problem, "curvature"), samples=samples, report=report)
            whole = replace(whole, curvature=found)
            self._writer.add_landscape(tag, whole, picture.step)
        if any("hessian/max" not in mark.values for mark in whole.marks):
            whole = self._bent_marks(label, picture, whole)
            self._writer.add_landscape(tag, whole, picture.step)
        return whole

    def _bent_marks(self, label: str, picture: Picture, whole: Landscape) -> Landscape:
        report = self._reporter(f"{label} at marks")
        pace = Pace(len(whole.marks), unit="places")
        problem = self._curvature_of(picture)
        evaluator = problem.evaluator(picture.directions)
        marks: list[Mark] = []
        try:
            for mark in whole.marks:
                place = (mark.x, mark.y)[: len(picture.directions)]
                found = evaluator(np.array([place], dtype=np.float64))
                ends = {name: float(column[0]) for name, column in found.items()}
                marks.append(replace(mark, values={**mark.values, **ends}))
                if report is not None:
                    report(pace.progress(1))
        finally:
            evaluator.close()
        return replace(whole, marks=tuple(marks))

    def map(self, above: str, picture: Picture) -> Landscape:
        """The map of the curvature."""
        coarse = of_curvature(picture, self._options.curvature_size)
        problem = self._curvature_of(picture)
        settings = replace(picture.settings, mode="curvature")
        made = self.named(above, replace(coarse, problem=problem, settings=settings))
        return self.draw(above, made)

    def _curvature_of(self, picture: Picture) -> CurvatureProblem:
        samples = self._options.curvature_samples
        return CurvatureProblem(curved(picture.problem, "curvature"), samples=samples)

    def _reporter(self, label: str) -> Report | None:
        report = self._report
        return None if report is None else lambda progress: report(label, progress)

    def _path(self, label: str, picture: Picture, before: Landscape | None) -> LandscapePath | None:
        """The picture's path with its losses: from the log, if they are there."""
        path, known = picture.path, before.path if before is not None else None
        if path is None or picture.measure is None:
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

        return picture.measure(each)

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

    def _logged(self, tag: str, step: int, id_: str) -> Landscape | None:
        try:
            return self._log().landscape(".", tag, step, id_)
        except (LogdirError, NotFoundError, ValueError):
            return None  # nothing, or nothing that can be read
