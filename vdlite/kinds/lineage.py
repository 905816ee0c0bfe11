"""Lineage: what a model was trained with, read off the objects of a training."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.fields import Hparam, names_of, plain, sound
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.packing import pack, unpack

NAME = "lineage"

TAGS = "tags"  # a field: words for the run, which are its labels
_BETWEEN_TAGS = ","

_MOST_TEXT = 1 << 16  # characters of a network's own description
_NO_SETTINGS = {"params", "initial_lr"}  # of an optimizer's groups
_MOST_WRAPPERS = 8  # one inside of the other
_WRAPPERS = ("module", "_orig_mod")  # of parallel and of compiled modules


@dataclass(frozen=True, slots=True)
class Lineage:
    """What a model was trained with. A part that was not given has no fields."""

    fields: Mapping[str, Hparam]  # by name, such as `network`, `optimizer/momentum`
    metrics: tuple[str, ...]  # tags of scalars that judge the model
    network: str  # the network's own description of itself; empty if it gives none


@taking(NAME)
def lineage(
    model: Any,
    optimizer: Any,
    scheduler: Any,
    loss: Any,
    train_loader: Any,
    test_loader: Any,
    metrics: object,
    epochs: object,
    others: object,
) -> Ready:
    """A draft of a lineage; see `LogWriter.add_lineage`. Raises PayloadError for what can't be taken."""
    fields: dict[str, Hparam] = {}
    if model is not None:
        fields |= _of_model(model)
    if optimizer is not None:
        fields |= _of_optimizer(optimizer)
    if scheduler is not None:
        fields["schedule"] = _name_of(scheduler)
    if loss is not None:
        fields["loss"] = _name_of(loss)
    if epochs is not None:
        fields["epochs"] = plain(epochs)
    for loader, part in ((train_loader, "train"), (test_loader, "test")):
        if loader is not None:
            fields |= _of_loader(loader, part)
    values, tags = _metrics(metrics)
    fields |= values
    fields |= _others(others)
    text = "" if model is None else sound(str(_unwrapped(model)))[:_MOST_TEXT]
    payload = pack({"fields": fields, "metrics": list(tags), "network": text})
    summary = {"count": len(fields), "network": fields.get("network")}
    if TAGS in fields:
        summary[TAGS] = fields[TAGS]
    return Ready(payload, summary)


def decode(payload: bytes) -> Lineage:
    """The lineage. Raises FormatError for bytes that are none."""
    content = unpack(payload, NAME)
    fields, metrics = content.get("fields"), content.get("metrics")
    if not isinstance(fields, dict) or not isinstance(metrics, list):
        raise FormatError("lineage payload: want the fields `fields` and `metrics`")
    return Lineage(fields, tuple(map(str, metrics)), str(content.get("network", "")))


def labels_of(tags: object) -> tuple[str, ...]:
    """The labels in a field of tags, `a, b`: each once."""
    words = (word.strip() for word in str(tags).split(_BETWEEN_TAGS))
    return tuple(dict.fromkeys(word for word in words if word))


def _unwrapped(model: Any) -> Any:
    """The model inside of wrappers. A network may have a part of its own called `module`: it has others, too."""
    for _ in range(_MOST_WRAPPERS):
        for wrapper in _WRAPPERS:
            inner = getattr(model, wrapper, None)
            if hasattr(inner, "named_parameters") and _children(model) <= {wrapper, *_WRAPPERS}:
                model = inner
                break
        else:
            break
    return model


def _children(model: Any) -> set[str]:
    if not hasattr(model, "named_children"):
        return set()
    return {name for name, _ in model.named_children()} - {"_fsdp_wrapped_module"}


def _of_model(model: Any) -> dict[str, Hparam]:
    inner = _unwrapped(model)
    fields: dict[str, Hparam] = {"network": _name_of(inner)}
    if not hasattr(inner, "parameters"):
        return fields
    parameters = list(inner.parameters())
    try:
        counts = [int(each.numel()) for each in parameters]
        sizes = [int(each.element_size()) for each in parameters]
        buffers = list(inner.buffers()) if hasattr(inner, "buffers") else []
        more = sum(int(each.numel()) * int(each.element_size()) for each in buffers)
    except (ValueError, RuntimeError):  # parameters of lazy modules have no shape yet
        return fields
    trained = [getattr(each, "requires_grad", True) for each in parameters]
    fields["parameters"] = sum(counts)
    fields["trained_parameters"] = sum(
        count for count, is_trained in zip(counts, trained, strict=True) if is_trained
    )
    fields["model_bytes"] = more + sum(
        count * size for count, size in zip(counts, sizes, strict=True)
    )
    for name in ("device", "dtype"):
        found = {str(getattr(each, name)) for each in parameters if hasattr(each, name)}
        if found:
            texts = sorted(text.removeprefix("torch.") for text in found)
            fields["devices" if name == "device" else "dtype"] = ", ".join(texts)
    return fields


def _of_optimizer(optimizer: Any) -> dict[str, Hparam]:
    fields: dict[str, Hparam] = {"optimizer": _name_of(optimizer)}
    groups = getattr(optimizer, "param_groups", None)
    if not isinstance(groups, list):
        return fields
    names = dict.fromkeys(name for group in groups for name in group if name not in _NO_SETTINGS)
    for name in names:
        values = [plain(group.get(name)) for group in groups]
        same = len(values) == 1 or all(value == values[0] for value in values)
        field = "learning_rate" if name == "lr" else sound(f"optimizer/{name}")
        fields[field] = values[0] if same else ", ".join(map(str, values))
    return fields


def _of_loader(loader: Any, part: str) -> dict[str, Hparam]:
    """The fields of a loader of batches, or of a bare dataset."""
    fields: dict[str, Hparam] = {}
    dataset = getattr(loader, "dataset", loader)
    fields[f"{part}_dataset"] = _dataset_name(dataset)
    batch_size = getattr(loader, "batch_size", None)
    if batch_size is not None:
        # The usual question is how the model was trained.
        fields["batch_size" if part == "train" else f"{part}_batch_size"] = plain(batch_size)
    with suppress(Exception):  # a stream has no length, and others may have to ask a server
        fields[f"{part}_samples"] = len(dataset)
    if part == "train":
        # The length of a loader itself would make a stream warn later on.
        with suppress(Exception):
            fields["steps_per_epoch"] = len(loader.batch_sampler)
    return fields


def _dataset_name(dataset: Any) -> str:
    """With what a part was taken of: `Subset(MNIST)`."""
    inner = getattr(dataset, "dataset", None)
    name = _name_of(dataset)
    return name if inner is None else f"{name}({_name_of(inner)})"


def _name_of(thing: Any) -> str:
    """A text is a name already; a function has one; of everything else it is the class's."""
    if isinstance(thing, str):
        return sound(thing)
    own = getattr(thing, "__name__", None)
    return sound(own if isinstance(own, str) else type(thing).__name__)


def _metrics(metrics: object) -> tuple[dict[str, Hparam], list[str]]:
    """Values to keep, and tags of scalars."""
    if metrics is None:
        return {}, []
    if isinstance(metrics, Mapping):
        return {f"metric/{_text(name)}": plain(value) for name, value in metrics.items()}, []
    return {}, names_of(metrics, "metrics", "tags or a mapping")


def _others(others: object) -> dict[str, Hparam]:
    if others is None:
        return {}
    if not isinstance(others, Mapping):
        raise PayloadError(f"others: got {type(others).__name__} {others!r:.60}, want a mapping")
    return {_text(name): plain(value) for name, value in others.items()}


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise PayloadError(f"lineage: got {type(name).__name__} {name!r:.60}, want a string")
    return sound(name)


KIND = Kind(NAME, decode)
