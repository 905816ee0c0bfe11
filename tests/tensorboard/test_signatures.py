"""Our classes take what those of other tools take, at the same places."""

import inspect

import pytest

from tests.tensorboard.signatures import arguments, public_methods
from vdlite import visualdl
from vdlite.tensorboard import FileWriter, SummaryWriter
from vdlite.tensorboardx import SummaryWriter as OurX

# From the sources of torch 2.13; tests/torch compares with what is installed.
TORCH = {
    "__init__": "(log_dir=None, comment='', purge_step=None, max_queue=10, flush_secs=120, "
    "filename_suffix='')",
    "add_scalar": "(tag, scalar_value, global_step=None, walltime=None, new_style=False, "
    "double_precision=False)",
    "add_hparams": "(hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, "
    "global_step=None)",
    "add_image_with_boxes": "(tag, img_tensor, box_tensor, global_step=None, walltime=None, "
    "rescale=1, dataformats='CHW', labels=None)",
    "add_histogram": "(tag, values, global_step=None, bins='tensorflow', walltime=None, "
    "max_bins=None)",
    "add_embedding": "(mat, metadata=None, label_img=None, global_step=None, tag='default', "
    "metadata_header=None)",
    "add_video": "(tag, vid_tensor, global_step=None, fps=4, walltime=None)",
}
# From VisualDL 2.5.3.
VISUALDL = {
    "__init__": "(logdir=None, comment='', max_queue=10, flush_secs=120, filename_suffix='', "
    "write_to_disk=True, display_name='', file_name='', **kwargs)",
    "add_meta": "(tag='meta_data_tag', display_name='', step=0, walltime=None)",
    "add_scalar": "(tag, value, step, walltime=None)",
    "add_scalars": "(main_tag, tag_scalar_dict, step, walltime=None)",
    "add_image": "(tag, img, step, walltime=None, dataformats='HWC')",
    "add_figure": "(tag, figure, step, walltime=None)",
    "add_text": "(tag, text_string, step=None, walltime=None)",
    "add_image_matrix": "(tag, imgs, step, rows=-1, scale=1.0, walltime=None, dataformats='HWC')",
    "add_embeddings": "(tag, mat=None, metadata=None, metadata_header=None, walltime=None, "
    "labels=None, hot_vectors=None, labels_meta=None)",
    "add_audio": "(tag, audio_array, step, sample_rate=8000, walltime=None)",
    "add_histogram": "(tag, values, step, walltime=None, buckets=10)",
    "add_hparams": "(hparams_dict, metrics_list, walltime=None)",
    "add_pr_curve": "(tag, labels, predictions, step, num_thresholds=10, weights=None, "
    "walltime=None)",
    "add_roc_curve": "(tag, labels, predictions, step, num_thresholds=10, weights=None, "
    "walltime=None)",
    "add_graph": "(model, input_spec=None, verbose=False, **kwargs)",
}


def shown(kind: type, method: str) -> str:
    """The arguments without their types, as one would call it."""
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in inspect.signature(getattr(kind, method)).parameters.values()
        if parameter.name != "self"
    ]
    return str(inspect.Signature(parameters))


@pytest.mark.parametrize("method", TORCH)
def test_the_writer_takes_what_that_of_torch_takes(method: str) -> None:
    assert shown(SummaryWriter, method) == TORCH[method]


@pytest.mark.parametrize("method", VISUALDL)
def test_the_log_writer_takes_what_that_of_visualdl_takes(method: str) -> None:
    assert shown(visualdl.LogWriter, method) == VISUALDL[method]


@pytest.mark.filterwarnings("ignore")
def test_the_writer_takes_what_that_of_tensorboardx_takes() -> None:
    theirs = pytest.importorskip("tensorboardX").SummaryWriter
    for method in public_methods(theirs):
        wanted = [each for each in arguments(theirs, method) if each[0] != "comet_config"]
        ours = [each for each in arguments(OurX, method) if each[0] != "comet_config"]
        assert ours == wanted, method


@pytest.mark.parametrize("kind", [SummaryWriter, OurX, FileWriter, visualdl.LogWriter])
def test_what_there_is_not_is_an_error(kind: type) -> None:
    writer = kind.__new__(kind)
    with pytest.raises(AttributeError):
        writer.add_everything  # noqa: B018
    with pytest.raises(TypeError):
        kind("runs", unknown_option=1) if kind is not visualdl.LogWriter else kind.add_scalar(1)


@pytest.mark.parametrize("kind", [SummaryWriter, OurX, visualdl.LogWriter])
def test_every_method_says_what_it_does(kind: type) -> None:
    methods = public_methods(kind)
    assert [name for name in methods if not getattr(kind, name).__doc__] == []
