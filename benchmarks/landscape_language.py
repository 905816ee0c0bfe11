"""A plane of GPT-2 from its configuration: time and memory, with directions held and drawn anew. Needs transformers.

python -m benchmarks.landscape_language
"""

from benchmarks.process import run_json

_PLANE = """
import json, sys, time
import torch
import torch.nn.functional as F
from transformers import GPT2Config, GPT2LMHeadModel
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem

streamed = sys.argv[1] == "streamed"
torch.manual_seed(0)
model = GPT2LMHeadModel(GPT2Config()).eval()
words = torch.randint(0, 50257, (2, 32))


def per_token(model, batch):
    logits = model(batch[0]).logits[:, :-1]
    losses = F.cross_entropy(logits.flatten(0, 1), batch[0][:, 1:].flatten(), reduction="none")
    return losses.sum(), losses.numel()


def memory(name):
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith(name))


with torch.inference_mode():
    per_token(model, [words])
    began = time.perf_counter()
    for _ in range(3):
        per_token(model, [words])
    bare = (time.perf_counter() - began) / 3
weights = sum(p.numel() * 4 for p in model.parameters())
before = memory("VmRSS")
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # the peak counts from here
began = time.perf_counter()
problem = TorchProblem(model, [[words]], batch_loss=per_token)
directions = random_directions(problem.weights, seed=1, streamed=streamed)
compute_surface(
    problem, directions, x=(-1, 1, 3), y=(-1, 1, 3), workers=1, axis_curvature="grid"
)
seconds = time.perf_counter() - began
copies = (memory("VmHWM") - before) / weights
print(json.dumps({"seconds": seconds, "copies": copies, "bare": bare, "weights": weights}))
"""


def main() -> None:
    for way in ("held", "streamed"):
        got = run_json(_PLANE, way)
        print(
            f"GPT-2 of {got['weights'] / 4e6:.0f} million weights, 3 x 3 points, 2 x 32 tokens, directions {way}: "
            f"{got['seconds']:.1f} s (a bare forward pass {got['bare']:.2f} s), "
            f"memory beyond the model {got['copies']:.2f} times its weights"
        )


if __name__ == "__main__":
    main()
