"""Environment variables on which the result of a training depends: only those of a list are looked at."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_NAMES = frozenset(
    {
        "ACCELERATE_MIXED_PRECISION",
        "CUBLAS_WORKSPACE_CONFIG",
        "CUDA_DEVICE_ORDER",
        "CUDA_LAUNCH_BLOCKING",
        "CUDA_VISIBLE_DEVICES",
        "HF_DATASETS_OFFLINE",
        "HF_HUB_OFFLINE",
        "HIP_VISIBLE_DEVICES",
        "JAX_DEFAULT_MATMUL_PRECISION",
        "JAX_ENABLE_X64",
        "JAX_PLATFORMS",
        "KERAS_BACKEND",
        "MKL_NUM_THREADS",
        "NVIDIA_TF32_OVERRIDE",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "PYTHONHASHSEED",
        "PYTHONPATH",
        "PYTORCH_ALLOC_CONF",
        "PYTORCH_CUDA_ALLOC_CONF",
        "PYTORCH_ENABLE_MPS_FALLBACK",
        "ROCR_VISIBLE_DEVICES",
        "TF_CUDNN_DETERMINISTIC",
        "TF_DETERMINISTIC_OPS",
        "TF_ENABLE_ONEDNN_OPTS",
        "TOKENIZERS_PARALLELISM",
        "TORCHDYNAMO_DISABLE",
        "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE",
        "XLA_FLAGS",
        "XLA_PYTHON_CLIENT_MEM_FRACTION",
        "XLA_PYTHON_CLIENT_PREALLOCATE",
    }
)
_FAMILY = "NCCL_"  # each of its variables
_OURS = str(Path(__file__).parents[2] / "patching" / "site")
_MOST = 64
_LONGEST = 4000  # characters of a value


def variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that matter, by name; a value that is too long to be one of them is left out."""
    names = sorted(filter(matters, environment))
    found = {
        name: environment[name] for name in names[:_MOST] if len(environment[name]) <= _LONGEST
    }
    # Without the path that `vdlite run` puts before a program.
    paths = found.pop("PYTHONPATH", "").split(os.pathsep)
    if others := os.pathsep.join(path for path in paths if path != _OURS):
        found["PYTHONPATH"] = others
    return dict(sorted(found.items()))


def matters(name: str) -> bool:
    """True if the result of a training may depend on the variable of this name."""
    return name in _NAMES or name.startswith(_FAMILY)
