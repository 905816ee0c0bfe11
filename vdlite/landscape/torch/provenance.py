"""What a landscape's record says of the problem that it was computed of."""

from typing import Any

from vdlite.landscape.torch.modules import frozen, name_of
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tuning import Plan


def facts_of(setup: Setup, plan: Plan) -> dict[str, Any]:
    """Facts by name, the caller's own last. plan: how samples are run."""
    options = setup.options
    facts: dict[str, Any] = {
        "loss": setup.measure.name,
        "samples": next(iter(setup.samples.values())).count,
        "batch_norm": options.batch_norm,
        "precision": options.precision or str(setup.dtype).removeprefix("torch."),
        "device": setup.device.type,
        "model": name_of(setup.model),
        "parameters": sum(weight.value.size for weight in setup.weights),
    }
    first = next(iter(setup.samples.values()))
    if first.sampling:
        facts["sampling"] = first.sampling
        if first.population is not None:
            facts["population"] = first.population
    # As they came, the last one may be a smaller one.
    sizes = {plan.batch_size} if plan.batch_size is not None else set(first.came[:-1] or first.came)
    if len(sizes) == 1:
        facts["batch_size"] = sizes.pop()
    if options.parameters == "trainable":
        facts["frozen"] = sum(tensor.numel() for tensor in frozen(setup.model))
    if options.training:
        facts["training"] = True
    if options.compile:
        facts["compiled"] = True
    return {**facts, **(options.facts or {})}
