"""All that the SummaryWriters of torch and of tensorboardX have in common."""

from vdlite.tensorboard.curves import CurveCalls
from vdlite.tensorboard.embeddings import EmbeddingCalls
from vdlite.tensorboard.graphs import GraphCalls
from vdlite.tensorboard.histograms import HistogramCalls
from vdlite.tensorboard.images import ImageCalls
from vdlite.tensorboard.layout_calls import LayoutCalls
from vdlite.tensorboard.media import MediaCalls
from vdlite.tensorboard.meshes import MeshCalls
from vdlite.tensorboard.scalars import ScalarCalls
from vdlite.tensorboard.trials import TrialCalls


class Body(
    ScalarCalls,
    HistogramCalls,
    CurveCalls,
    ImageCalls,
    MediaCalls,
    TrialCalls,
    EmbeddingCalls,
    GraphCalls,
    MeshCalls,
    LayoutCalls,
):
    """Every method whose arguments are the same in both."""
