"""Models and losses of many habits, each against a loop in plain PyTorch that moves a copy point by point."""

import warnings

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import Digits, at, digits, trained
from vdlite.errors import LandscapeError
from vdlite.landscape import compute_surface, curvature, random_directions
from vdlite.landscape.torch import TorchProblem, accuracy

VECTORS = torch.randn(96, 5, generator=torch.Generator().manual_seed(1))
SERIES = torch.randn(96, 7, 4, generator=torch.Generator().manual_seed(2))
PICTURES = torch.randn(96, 3, 8, 8, generator=torch.Generator().manual_seed(3))
CLASSES = torch.randint(0, 3, (96,), generator=torch.Generator().manual_seed(4))
POINTS = np.array([[0.0, 0.0], [0.7, -0.4], [-1.0, 1.0]])


def batches(inputs, size=32):
    return list(zip(inputs.split(size), CLASSES.split(size), strict=True))


class Recurrent(nn.Module):
    def __init__(self, kind, state=False):
        super().__init__()
        self.rows = kind(4, 6, batch_first=True, num_layers=1 if state else 2)
        self.head = nn.Linear(6, 3)
        self.state = state

    def forward(self, x):
        # A state of its own knows batches of 32 only.
        given = (torch.zeros(1, 32, 6),) if self.state else ()
        return self.head(self.rows(x, *given)[0][:, -1])


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(5, 8)
        self.again = nn.Linear(8, 8)
        self.last = nn.Linear(8, 3)

    def forward(self, x):
        x = torch.tanh(self.again(torch.tanh(self.again(torch.tanh(self.first(x))))))
        return self.last(x)


class Odd(nn.Module):
    """Parameters without entries and without dimensions."""

    def __init__(self):
        super().__init__()
        self.real = nn.Linear(5, 3)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # nothing to initialize
            self.nothing = nn.Linear(5, 0)
        self.none = nn.Parameter(torch.zeros(0))
        self.empty = nn.Parameter(torch.zeros(0, 4))
        self.scale = nn.Parameter(torch.tensor(0.7))

    def forward(self, x):
        return self.real(x) * self.scale + self.nothing(x).sum()


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(5, 3).requires_grad_(False)
        self.lora_a = nn.Parameter(torch.randn(2, 5))
        self.lora_b = nn.Parameter(torch.randn(3, 2))

    def forward(self, x):
        return self.base(x) + x @ self.lora_a.T @ self.lora_b.T


class Changing(nn.Module):
    """Counts its calls, and gives something else each time."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(5, 3)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls = self.calls + 1
        return self.head(x) * self.calls


def two_layers(wrap):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        model = nn.Sequential(wrap(nn.Linear(5, 8)), nn.ReLU(), nn.Linear(8, 3))
    model(VECTORS).sum().backward()  # leaves something of its graph behind
    return model


def hooked():
    model = pictures(nn.BatchNorm2d(4))
    model[0].register_forward_hook(lambda _, inputs, output: output * 2 + 1)
    return model


def pictures(*more):
    return nn.Sequential(nn.Conv2d(3, 4, 3), *more, nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 3))


MODELS = {
    "lstm": (lambda: Recurrent(nn.LSTM), SERIES),
    "gru": (lambda: Recurrent(nn.GRU), SERIES),
    "a state of one batch size": (lambda: Recurrent(nn.GRU, state=True), SERIES),
    "weight norm": (lambda: two_layers(nn.utils.weight_norm), VECTORS),
    "weight norm, parametrized": (
        lambda: two_layers(nn.utils.parametrizations.weight_norm),
        VECTORS,
    ),
    "spectral norm": (lambda: two_layers(nn.utils.spectral_norm), VECTORS),
    "spectral norm, parametrized": (
        lambda: two_layers(nn.utils.parametrizations.spectral_norm),
        VECTORS,
    ),
    "a module used twice": (Twice, VECTORS),
    "empty and single parameters": (Odd, VECTORS),
    "adapters over frozen weights": (Adapted, VECTORS),
    "hooks": (hooked, PICTURES),
    "instance norm": (lambda: pictures(nn.InstanceNorm2d(4, affine=True)), PICTURES),
    "instance norm that gathers": (
        lambda: pictures(nn.InstanceNorm2d(4, track_running_stats=True)),
        PICTURES,
    ),
    "group norm": (lambda: pictures(nn.GroupNorm(2, 4)), PICTURES),
    "batch norm without scale": (lambda: pictures(nn.BatchNorm2d(4, affine=False)), PICTURES),
    "batch norm of the batch": (
        lambda: pictures(nn.BatchNorm2d(4, track_running_stats=False)),
        PICTURES,
    ),
    "one-dimensional convolution": (
        lambda: nn.Sequential(nn.Conv1d(7, 4, 3), nn.BatchNorm1d(4), nn.Flatten(), nn.Linear(8, 3)),
        SERIES,
    ),
    "channels last": (
        lambda: pictures(nn.BatchNorm2d(4)).to(memory_format=torch.channels_last),
        PICTURES.contiguous(memory_format=torch.channels_last),
    ),
    "data parallel": (lambda: nn.DataParallel(nn.Linear(5, 3)), VECTORS),
    "compiled": (lambda: torch.compile(nn.Linear(5, 3), backend="eager"), VECTORS),
}


def by_hand(model, directions, data, loss):
    """The mean over the batches as they came."""
    inner = getattr(model, "module", getattr(model, "_orig_mod", model))
    moved = {name: one for name, one in inner.named_parameters() if one.requires_grad}
    assert list(directions.names) == list(moved)
    saved = [parameter.detach().clone() for parameter in moved.values()]
    found = []
    with torch.no_grad():
        for point in POINTS:
            for place, parameter in enumerate(moved.values()):
                parameter.copy_(saved[place])
                for factor, axis in zip(point, directions.axes, strict=True):
                    parameter += float(factor) * torch.from_numpy(axis[place])
            total = sum(loss(inner(x), y).item() * len(x) for x, y in data)
            found.append(total / sum(len(x) for x, _ in data))
        for parameter, value in zip(moved.values(), saved, strict=True):
            parameter.copy_(value)
    return found


@pytest.mark.parametrize("name", MODELS)
def test_models_of_every_kind_give_what_a_plain_loop_gives(name):
    torch.manual_seed(0)
    build, inputs = MODELS[name]
    model = build().train()
    with torch.no_grad():
        model(inputs[:32])
    model.eval()
    data = batches(inputs)
    problem = TorchProblem(model, data, F.cross_entropy)
    directions = random_directions(problem.weights, seed=1, ignore=())
    got = problem.values_at(directions, POINTS)["loss"]
    assert got == pytest.approx(by_hand(model, directions, data, F.cross_entropy), rel=2e-5)


def test_what_a_forward_counts_does_not_go_from_point_to_point():
    torch.manual_seed(0)
    problem = TorchProblem(Changing(), batches(VECTORS, 96), F.cross_entropy)
    directions = random_directions(problem.weights, ignore=())
    forth = problem.values_at(directions, POINTS)["loss"]
    back = problem.values_at(directions, POINTS[::-1])["loss"]
    np.testing.assert_array_equal(forth, back[::-1])
    moved = at(problem.model, directions, POINTS[1])
    with torch.no_grad():
        assert forth[1] == pytest.approx(F.cross_entropy(moved(VECTORS), CLASSES).item(), rel=1e-5)


def test_buffers_tell_two_models_apart():
    one, other = Changing(), Changing()
    other.load_state_dict(one.state_dict())
    other.calls += 5
    same = Changing()
    same.load_state_dict(one.state_dict())
    prints = [
        TorchProblem(model, batches(VECTORS), F.cross_entropy).fingerprint
        for model in (one, other, same)
    ]
    assert prints[0] == prints[2] != prints[1]


# -- losses


def contrast(outputs, targets):
    """Compares the samples of a batch with each other."""
    near = outputs @ outputs.T
    return F.cross_entropy(near, torch.arange(len(outputs)))


def test_a_loss_that_compares_samples_gets_batches_as_they_came():
    loss = contrast
    torch.manual_seed(0)
    model, data = nn.Linear(5, 3), batches(VECTORS, 24)
    problem = TorchProblem(model, data, loss)
    directions = random_directions(problem.weights, ignore=())
    got = compute_surface(problem, directions, x=(-1, 1, 3))
    assert got.settings["batch_size"] == 24
    values = problem.values_at(directions, POINTS)["loss"]
    assert values == pytest.approx(by_hand(model, directions, data, loss), rel=1e-5)


def test_a_loss_may_take_derivatives_by_inputs_as_physics_has_it():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    inputs = torch.linspace(-1, 1, 40)[:, None]

    def residual(net, batch):
        x = batch[0].clone().requires_grad_(True)
        (slope,) = torch.autograd.grad(net(x).sum(), x, create_graph=True)
        return ((slope - x.cos()) ** 2).mean()

    problem = TorchProblem(model, [(inputs,)], batch_loss=residual)
    directions = random_directions(problem.weights, ignore=())
    got = problem.values_at(directions, POINTS)["loss"]
    for place, point in enumerate(POINTS):
        moved = at(model, directions, point)
        assert got[place] == pytest.approx(residual(moved, (inputs,)).item(), rel=1e-5)
    assert np.isfinite(curvature(problem, probes=0)["eigenvalues"]).all()


def test_a_metric_may_be_the_length_of_the_gradient():
    torch.manual_seed(0)
    model = nn.Linear(5, 3)

    def measured(net, batch):
        x, y = batch
        loss = F.cross_entropy(net(x), y)
        slopes = torch.autograd.grad(loss, list(net.parameters()))
        return {"loss": loss, "gradient": sum((one**2).sum() for one in slopes).sqrt()}

    problem = TorchProblem(model, [(VECTORS, CLASSES)], batch_loss=measured)
    directions = random_directions(problem.weights, ignore=())
    got = problem.values_at(directions, POINTS)
    for place, point in enumerate(POINTS):
        truth = measured(at(model, directions, point), (VECTORS, CLASSES))
        assert got["gradient"][place] == pytest.approx(truth["gradient"].item(), rel=1e-4)
    assert [one.requires_grad for one in model.parameters()] == [True, True]


@pytest.mark.parametrize(
    ("convert", "same"),
    [
        (lambda loss: loss.item(), True),
        (lambda loss: loss.numpy(), True),
        (lambda loss: np.float32(loss.item()), True),
        (lambda loss: loss * torch.ones(1), True),
        (lambda loss: (loss * 3, 3), True),
        (lambda loss: (loss * torch.ones(7), np.ones(7)), True),
        (lambda loss: loss * torch.ones(7), False),
        (lambda loss: loss.double(), True),
        (lambda loss: None, False),
        (lambda loss: "0.5 of it", False),
        (lambda loss: loss.to(torch.complex64), False),
    ],
)
def test_a_loss_may_be_any_number_and_nothing_else(convert, same):
    torch.manual_seed(0)
    model = nn.Linear(5, 3)

    def loss(outputs, targets):
        return convert(F.cross_entropy(outputs, targets))

    def value():
        problem = TorchProblem(model, [(VECTORS, CLASSES)], loss)
        return problem.values_of([[weight.value for weight in problem.weights]])["loss"][0]

    if same:
        with torch.no_grad():
            truth = F.cross_entropy(model(VECTORS), CLASSES).item()
        assert value() == pytest.approx(truth, rel=1e-5)
    else:
        with pytest.raises(LandscapeError, match="loss: got"):
            value()


def test_python_numbers_keep_their_digits():
    third = 1 / 3
    problem = TorchProblem(nn.Linear(5, 3), batches(VECTORS), lambda outputs, targets: third)
    assert problem.values_of([[w.value for w in problem.weights]])["loss"][0] == third


def test_no_metric_at_all_is_reported():
    problem = TorchProblem(nn.Linear(5, 3), batches(VECTORS), batch_loss=lambda net, batch: {})
    with pytest.raises(LandscapeError, match="no metric"):
        problem.values_of([[weight.value for weight in problem.weights]])


def test_a_loss_that_raises_at_some_points_is_raised_as_it_is():
    def loss(outputs, targets):
        if outputs.abs().max() > 1e3:
            raise ArithmeticError("too large")
        return F.cross_entropy(outputs, targets)

    problem = TorchProblem(nn.Linear(5, 3), batches(VECTORS), loss)
    directions = random_directions(problem.weights, ignore=())
    with pytest.raises(ArithmeticError, match="too large"):
        compute_surface(problem, directions, x=(-1e5, 1e5, 3))


def test_outputs_may_be_tuples_and_mappings():
    class Both(nn.Linear):
        def forward(self, x):
            return {"logits": super().forward(x), "other": (x, x)}

    torch.manual_seed(0)
    model = Both(5, 3)
    problem = TorchProblem(
        model,
        batches(VECTORS),
        lambda outputs, targets: F.cross_entropy(outputs["logits"], targets),
        metrics={"accuracy": lambda outputs, targets: accuracy(outputs["logits"], targets)},
    )
    directions = random_directions(problem.weights)
    got = problem.values_at(directions, POINTS[:1])
    with torch.no_grad():
        outputs = model(VECTORS)["logits"]
    assert got["loss"][0] == pytest.approx(F.cross_entropy(outputs, CLASSES).item(), rel=1e-5)
    assert got["accuracy"][0] == pytest.approx(accuracy(outputs, CLASSES).mean().item())


def test_double_precision_moves_in_double_precision():
    """A step that float32 would round away."""
    torch.manual_seed(0)
    model = nn.Linear(5, 3)
    problem = TorchProblem(model, batches(VECTORS), F.cross_entropy, precision="float64")
    directions = random_directions(problem.weights, ignore=())
    got = problem.values_at(directions, np.array([[0.0, 0.0], [1e-9, 0.0]]))["loss"]
    slope = problem.values_at(directions, np.array([[-1e-4, 0.0], [1e-4, 0.0]]))["loss"]
    expected = (slope[1] - slope[0]) / 2e-4
    assert (got[1] - got[0]) / 1e-9 == pytest.approx(expected, rel=1e-4)


def test_any_seed_will_do():
    model, (x, y) = trained(Digits(), digits()[0]), digits()
    for seed in (2**70 + 1, -3):
        problem = TorchProblem(model, [(x, y)], F.cross_entropy, seed=seed, training=True)
        directions = random_directions(problem.weights, seed=abs(seed))
        assert np.isfinite(problem.values_at(directions, POINTS)["loss"]).all()
