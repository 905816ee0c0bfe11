"""The few of a Trainer's many arguments that are hyperparameters."""

import dataclasses
from enum import Enum
from typing import Any

# In the table of trials even where they are the default: another run may have chosen otherwise.
_ALWAYS = (
    "learning_rate",
    "per_device_train_batch_size",
    "gradient_accumulation_steps",
    "num_train_epochs",
    "max_steps",
    "weight_decay",
    "warmup_steps",
    "lr_scheduler_type",
    "optim",
    "seed",
)
# What begins so says how a training is run, watched and stored.
_KEEPING = (
    "_",
    "accelerator_config",
    "dataloader_",
    "disable_tqdm",
    "do_",
    "eval_steps",
    "eval_strategy",
    "hub_",
    "load_best_",
    "local_rank",
    "logging_",
    "output_",
    "project",
    "push_to_",
    "report_to",
    "resume_from",
    "run_name",
    "save_",
    "trackio_",
    "use_cpu",
)
_NOTHING: tuple[Any, ...] = (None, "", [], {}, ())


def chosen_arguments(args: Any) -> dict[str, Any]:
    """The arguments by name that distinguish one training from another: the usual ones, and those that are not the default.

    args: a dataclass such as TrainingArguments.
    """
    found = {name: _plain(getattr(args, name)) for name in _ALWAYS if hasattr(args, name)}
    for field in dataclasses.fields(args):
        if field.name.startswith(_KEEPING) or "token" in field.name:
            continue
        value = _plain(getattr(args, field.name, None))
        default = _plain(_default(field))
        # What is off where nothing was said is the default, too.
        if value not in _NOTHING and value != default and (value, default) != (False, None):
            found[field.name] = value
    return found


def _default(field: "dataclasses.Field[Any]") -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    return None if field.default_factory is dataclasses.MISSING else field.default_factory()


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
