"""What LogWriter offers for arrays and what is computed from them."""

from collections.abc import Mapping, Sequence
from typing import Any

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.writer.arguments.checks import StepLike
from vdlite.writer.arguments.hints import with_hint
from vdlite.writer.calls.recorder import Calls

# A kind's module is loaded when it is first logged: a training that logs scalars waits for no picture library.


class ArrayCalls(Calls):
    """The part of LogWriter that logs arrays: whole, counted, judged, or as points."""

    @with_hint
    def add_histogram(
        self,
        tag: str,
        values: ArrayLike,
        step: StepLike | None = None,
        walltime: float | None = None,
        buckets: "int | str | Sequence[float]" = 64,
    ) -> None:
        """Log how values are distributed.

        values: real numbers of any shape. NaN and infinities are counted apart. A CUDA tensor is counted on its
            device, and the call does not wait for it.
        buckets: how many of equal width, or their rising edges, or a rule of numpy.histogram_bin_edges ("auto").
        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import histogram

        self._recorder.add(
            histogram.NAME, tag, histogram.histogram(values, buckets=buckets), step, walltime
        )

    @with_hint
    def add_tensor(
        self,
        tag: str,
        tensor: ArrayLike,
        step: StepLike | None = None,
        walltime: float | None = None,
        *,
        compress: bool = False,
    ) -> None:
        """Log a tensor, whole: its values are kept as they are, and any slice can be read without the rest.

        tensor: an array or tensor of any shape and real dtype, almost 4 GiB at most. On disk it takes as much as in
            memory: a float32 of 32 x 1 x 256 x 256 is 8 MiB, at each logged step.
        compress: make it smaller without loss, behind the training; slices are read without the rest all the same.
        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import tensor as tensors

        self._recorder.add(
            tensors.NAME, tag, tensors.tensor(tensor, compress=compress), step, walltime
        )

    @with_hint
    def add_pr_curve(
        self,
        tag: str,
        labels: ArrayLike,
        predictions: ArrayLike,
        step: StepLike | None = None,
        num_thresholds: int | None = 2000,
        weights: ArrayLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log the precision-recall curve of a binary classifier, with its average precision, both exact.

        labels: 0 and 1, or False and True; predictions: any numbers, greater for what is rather positive; weights: what
            each sample counts, 0 or more. All of one size; samples with a NaN are left out and counted.
        num_thresholds: how many points are stored at most, at least 100, chosen so that the drawing stays the same;
            None for one of every distinct prediction.
        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import pr_curve

        draft = pr_curve.pr_curve(
            labels, predictions, num_thresholds=num_thresholds, weights=weights
        )
        self._recorder.add(pr_curve.NAME, tag, draft, step, walltime)

    @with_hint
    def add_roc_curve(
        self,
        tag: str,
        labels: ArrayLike,
        predictions: ArrayLike,
        step: StepLike | None = None,
        num_thresholds: int | None = 2000,
        weights: ArrayLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log the ROC curve of a binary classifier, with the area under it, both exact.

        The arguments, and what raises, as in `add_pr_curve`.
        """
        from vdlite.kinds import roc_curve

        draft = roc_curve.roc_curve(
            labels, predictions, num_thresholds=num_thresholds, weights=weights
        )
        self._recorder.add(roc_curve.NAME, tag, draft, step, walltime)

    @with_hint
    def add_confusion_matrix(
        self,
        tag: str,
        labels: ArrayLike | None = None,
        predictions: ArrayLike | None = None,
        step: StepLike | None = None,
        walltime: float | None = None,
        *,
        matrix: ArrayLike | None = None,
        class_names: Sequence[str] | None = None,
        weights: ArrayLike | None = None,
    ) -> None:
        """Log how many samples of each class were taken for which.

        labels, predictions: the classes of the samples, as names, or as whole numbers: positions in `class_names`.
            Without `class_names` the classes are the ones that occur, sorted.
        matrix: the counts [C, C] instead, row the class, column the prediction.
        weights: what each sample counts, 0 or more.
        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import confusion_matrix

        draft = confusion_matrix.confusion_matrix(
            labels, predictions, matrix=matrix, class_names=class_names, weights=weights
        )
        self._recorder.add(confusion_matrix.NAME, tag, draft, step, walltime)

    @with_hint
    def add_embeddings(
        self,
        tag: str,
        mat: ArrayLike = None,
        metadata: Any = None,
        metadata_header: Sequence[str] | None = None,
        walltime: float | None = None,
        labels: Any = None,
        hot_vectors: ArrayLike = None,
        labels_meta: Sequence[str] | None = None,
        *,
        step: StepLike | None = None,
        thumbnails: ArrayLike = None,
    ) -> None:
        """Log points in many dimensions; the page projects them to two or three.

        mat: [N, D] numbers, or N vectors of length D; kept as float32, or as float64 where that would lose what
            distinguishes the points. Points with a NaN or an infinity are kept, but not projected.
        metadata: N labels; or M columns of N (so it is understood if M = N); or N rows of M. Numbers stay numbers.
        metadata_header: names of the M columns, each once.
        labels, hot_vectors, labels_meta: VisualDL's old names of metadata, mat and metadata_header.
        thumbnails: N images, [H, W] or [H, W, C], uint8 or float; larger ones are shrunk to 64 pixels, and further
            if all together would fill more than 8192 x 8192.
        The rest, and what raises, as in `add_scalar`; PayloadError too if lengths differ.
        """
        from vdlite.kinds import embeddings

        draft = embeddings.embeddings(
            embeddings.either("mat", mat, "hot_vectors", hot_vectors),
            embeddings.either("metadata", metadata, "labels", labels),
            embeddings.either("metadata_header", metadata_header, "labels_meta", labels_meta),
            thumbnails=thumbnails,
        )
        self._recorder.add(embeddings.NAME, tag, draft, step, walltime)

    @with_hint
    def add_mesh(
        self,
        tag: str,
        vertices: ArrayLike,
        faces: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        values: ArrayLike | None = None,
        step: StepLike | None = None,
        walltime: float | None = None,
        *,
        look: "Mapping[str, Any] | None" = None,
    ) -> None:
        """Log a mesh, or a point cloud.

        vertices: [N, 3] coordinates x, y, z in any unit, kept as float32, or as float64 where that can't tell them
            apart. Those with a NaN or an infinity are kept, and not drawn. [B, N, 3] are B meshes, whose tags are
            `tag/0`, `tag/1`, ...; then all else has B in front.
        faces: [M, 3] positions in `vertices`, from 0: triangles. None for a point cloud.
        colors: of the vertices, [N, 3] or with opacity [N, 4]: numbers from 0 to 255, or floats from 0 to 1.
        values: a number for each vertex, [N], such as an error or a curvature; the page draws them as colors.
        look: how the page draws it at first; any of `point_size` (diameter, in the unit of the vertices), `fov`
            (degrees), `projection` ("perspective" or "orthographic"), `up` ("y" or "z"), `wireframe` (bool).
        The rest, and what raises, as in `add_scalar`; PayloadError too if shapes differ, or a face has a vertex that
            is not there.
        """
        from vdlite.kinds import mesh

        drafts = mesh.meshes(vertices, faces, colors, values, look=look)
        for each, draft in zip(mesh.tags_of(tag, len(drafts)), drafts, strict=True):
            self._recorder.add(mesh.NAME, each, draft, step, walltime)

    @with_hint
    def add_landscape(
        self,
        tag: str,
        landscape: Any,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log the values of a loss, and of other metrics, around a model along one or two directions.

        landscape: a `Landscape`; or a tuple (x, y, z) or (x, y, z, path) of arrays, or a mapping with those names: x
            [X] and y [Y] rise, z is [Y, X], or [X] with y None, or one such array for each metric, by name, the loss
            first; path is [K, 2]. A mapping may also have center, marks, directions, settings, curvature, done, id.
            Or a `LandscapePart`: some points of a landscape whose whole has this tag, step and id.
        The rest, and what raises, as in `add_scalar`; PayloadError too if shapes differ, or a part has no step.
        """
        from vdlite.kinds import landscape as landscapes

        draft = landscapes.landscape(landscape)
        if step is None and isinstance(landscape, landscapes.LandscapePart):
            raise PayloadError("landscape: got a part without step, want that of its landscape")
        self._recorder.add(landscapes.NAME, tag, draft, step, walltime)
