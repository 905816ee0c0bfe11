"""Traces of CUDA trainings that nobody has run: in kineto's format to the letter, with answers in closed form.

Every function gives the events of one rank, and says what has to come out; times are whole microseconds.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

BASE = 1_790_857_026_000_000_000
SMS = 100

_HOST, _MAIN, _DEVICE = 4242, 4242, 0
_COMPUTE, _NCCL = 7, 20  # streams

Event = dict[str, Any]


class Trace:
    """The events of one rank; each call returns when what it adds has ended, in microseconds."""

    def __init__(self) -> None:
        self.events: list[Event] = [
            _meta("process_name", _HOST, 0, {"name": "python"}),
            _meta("process_labels", _HOST, 0, {"labels": "CPU"}),
            _meta("process_labels", _DEVICE, 0, {"labels": "GPU 0"}),
            _meta("thread_name", _HOST, _MAIN, {"name": "thread 4242 (python)"}),
            _meta("thread_name", _DEVICE, _COMPUTE, {"name": "stream 7 "}),
            _meta("thread_name", _DEVICE, _NCCL, {"name": "stream 20 "}),
        ]
        self._ids = count(1)

    def host(self, kind: str, name: str, start: int, duration: int, **arguments: Any) -> int:
        """An event on the main thread."""
        self.events.append(_span(kind, name, _HOST, _MAIN, start, duration, arguments))
        return start + duration

    def step(self, number: int, start: int, duration: int) -> int:
        identity = {"External id": next(self._ids), "Ev Idx": next(self._ids)}
        return self.host("user_annotation", f"ProfilerStep#{number}", start, duration, **identity)

    def launch(
        self,
        operator: str,
        kernel: str,
        start: int,
        duration: int,
        *,
        at: int,
        host: int = 10,
        stream: int = _COMPUTE,
        blocks_per_sm: float = 2.0,
        occupancy: int = 50,
        **arguments: Any,
    ) -> int:
        """An operator that begins at `at` and launches a kernel, which runs from `start` on."""
        external, correlation = next(self._ids), next(self._ids)
        self.host(
            "cpu_op", operator, at, host, **{"External id": external, "Record function id": 0}
        )
        link = {"External id": external, "correlation": correlation}
        self.host("cuda_runtime", "cudaLaunchKernel", at + 2, host // 2, cbid=211, **link)
        self.kernel(
            kernel,
            start,
            duration,
            stream=stream,
            blocks_per_sm=blocks_per_sm,
            occupancy=occupancy,
            **link,
            **arguments,
        )
        return start + duration

    def kernel(
        self,
        name: str,
        start: int,
        duration: int,
        *,
        stream: int = _COMPUTE,
        blocks_per_sm: float = 2.0,
        occupancy: int = 50,
        **arguments: Any,
    ) -> int:
        usual = {
            "queued": 0,
            "device": _DEVICE,
            "context": 1,
            "stream": stream,
            "registers per thread": 32,
            "shared memory": 0,
            "blocks per SM": blocks_per_sm,
            "warps per SM": blocks_per_sm * 8,
            "grid": [int(blocks_per_sm * SMS), 1, 1],
            "block": [256, 1, 1],
            "est. achieved occupancy %": occupancy,
        }
        self.events.append(
            _span("kernel", name, _DEVICE, stream, start, duration, usual | arguments)
        )
        return start + duration

    def copy(self, kind: str, start: int, duration: int, size: int) -> int:
        name = "Memset (Device)" if kind == "memset" else f"Memcpy {kind} (Pageable -> Device)"
        self.events.append(
            _span(
                "gpu_memset" if kind == "memset" else "gpu_memcpy",
                name,
                _DEVICE,
                _COMPUTE,
                start,
                duration,
                {"device": _DEVICE, "context": 1, "stream": _COMPUTE, "bytes": size},
            )
        )
        return start + duration


def whole_step() -> list[Event]:
    """(a) Two steps of 1000 us; one kernel covers each of them to the end: all of it is kernel."""
    trace = Trace()
    for number in range(2):
        start = 1000 * number
        trace.step(number, start, 1000)
        trace.launch("aten::mm", "gemm", start, 1000, at=start)
    return trace.events


def half_overlapped(steps: int = 3) -> list[Event]:
    """(b) Steps of 1000 us: computing from 0 to 400 and from 500 to 900, all-reduce from 200 to 600.

    Of 400 us of communication 300 lie under computation and 100 are exposed; 100 us of a step are without a kernel.
    """
    trace = Trace()
    for number in range(steps):
        start = 1000 * number
        trace.step(number, start, 1000)
        trace.launch("aten::mm", "gemm", start, 400, at=start)
        _all_reduce(trace, number, start + 200, 400, at=start + 20)
        trace.launch("aten::relu", "elementwise", start + 500, 400, at=start + 40)
    return trace.events


def tiny_kernels(number: int = 1_000_000) -> Iterator[Event]:
    """(c) So many kernels of 2 us, one every 3 us, in one step: two thirds of it are kernel."""
    trace = Trace()
    trace.step(0, 0, 3 * number)
    yield from trace.events
    for at in range(number):
        trace.events.clear()
        trace.launch("aten::add_", "tiny", 3 * at, 2, at=3 * at, host=2)
        yield from trace.events


def cuda_graph(steps: int = 2) -> list[Event]:
    """(d) A graph of 4 kernels of 100 us each, launched by one call of 20 us in steps of 500 us; no operators."""
    trace = Trace()
    for number in range(steps):
        start = 500 * number
        trace.step(number, start, 500)
        link = {"External id": 0, "correlation": 9000 + number}
        trace.host("cuda_runtime", "cudaGraphLaunch", start + 10, 20, cbid=311, **link)
        for node in range(4):
            trace.kernel(
                f"node{node}",
                start + 50 + 100 * node,
                100,
                **link,
                **{"graph node id": 100 + node},
            )
    return trace.events


def rank(number: int, world: int = 8, steps: int = 3, late: int = 50) -> list[Event]:
    """(e) Steps of 1000 us: rank n computes for 300 + n * late us and then enters an all-reduce.

    The last rank waits for nobody: its all-reduce takes 100 us, that of rank n waits (world - 1 - n) * late us more.
    """
    trace = Trace()
    for step in range(steps):
        start = 1000 * step
        trace.step(step, start, 1000)
        computing = 300 + number * late
        trace.launch("aten::mm", "gemm", start, computing, at=start)
        waiting = (world - 1 - number) * late
        _all_reduce(
            trace,
            step,
            start + computing,
            waiting + 100,
            at=start + 20,
            ranks=world,
            rank=number,
        )
    return trace.events


def training(steps: int = 4) -> list[Event]:
    """Everything at once, for people to look at: data, copies, forward, backward, all-reduce, optimizer."""
    trace = Trace()
    for number in range(steps):
        start = 20_000 * number
        end = start + 20_000
        trace.step(number, start, 20_000)
        trace.host(
            "user_annotation",
            "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
            start,
            3_000,
        )
        trace.host("cuda_runtime", "cudaMemcpyAsync", start + 3_050, 100)
        trace.copy("HtoD", start + 3_100, 900, 64 << 20)
        at, device = start + 3_200, start + 4_000
        for layer in range(12):
            for operator, kernel, took in (
                ("aten::addmm", f"ampere_sgemm_{64 << layer % 2}x64_tn", 180),
                ("aten::native_layer_norm", "vectorized_layer_norm_kernel", 40),
                ("aten::gelu", "vectorized_elementwise_kernel<4, GeluCUDAKernelImpl>", 30),
            ):
                device = trace.launch(operator, kernel, device + 5, took, at=at, occupancy=62)
                at += 12
        _all_reduce(trace, 2 * number, device + 2_000, 2_500, at=at + 100)
        for _layer in range(12):
            device = trace.launch("MmBackward0", "ampere_sgemm_64x64_nt", device + 5, 380, at=at)
            at += 15
        _all_reduce(trace, 2 * number + 1, device + 100, 1_200, at=at + 100)
        trace.host("user_annotation", "Optimizer.step#AdamW.step", end - 3_000, 900)
        trace.launch(
            "aten::_fused_adamw_", "multi_tensor_apply_kernel", end - 1_800, 700, at=end - 2_900
        )
        trace.host("cuda_runtime", "cudaStreamSynchronize", end - 2_000, 1_500)
    return trace.events


def head(number: int = 0, world: int = 1) -> Event:
    return {
        "schemaVersion": 1,
        "deviceProperties": [
            {
                "id": 0,
                "name": "NVIDIA Synthetic",
                "totalGlobalMem": 80 << 30,
                "computeMajor": 9,
                "computeMinor": 0,
                "numSms": SMS,
            }
        ],
        "distributedInfo": {"backend": "nccl", "rank": number, "world_size": world},
        "host_name": "nowhere",
        "displayTimeUnit": "ms",
        "baseTimeNanoseconds": BASE,
    }


def write(path: Path, events: Sequence[Event] | Iterator[Event], **ranks: int) -> Path:
    """The file that kineto would write of them."""
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(head(**ranks), indent=2)[:-2] + ',\n  "traceEvents": [\n')
        for number, event in enumerate(events):
            file.write(("," if number else "") + "\n  " + json.dumps(event))
        file.write('\n  ],\n  "traceName": "trace.json"\n}\n')
    return path


def _all_reduce(
    trace: Trace,
    sequence: int,
    start: int,
    duration: int,
    *,
    at: int,
    ranks: int = 2,
    rank: int = 0,
) -> None:
    collective = {
        "Collective name": "allreduce",
        "dtype": "Float",
        "In msg nelems": 1 << 20,
        "Out msg nelems": 1 << 20,
        "Group size": ranks,
        "Process Group Name": "0",
        "Process Group Ranks": str(list(range(ranks))),
        "Rank": rank,
        "Seq": sequence,
    }
    trace.launch(
        "record_param_comms",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
        start,
        duration,
        at=at,
        stream=_NCCL,
        blocks_per_sm=0.16,
        occupancy=1,
        **collective,
    )


def _span(
    kind: str, name: str, process: int, thread: int, start: int, duration: int, arguments: Event
) -> Event:
    return {
        "ph": "X",
        "cat": kind,
        "name": name,
        "pid": process,
        "tid": thread,
        "ts": float(start),
        "dur": float(duration),
        "args": arguments,
    }


def _meta(name: str, process: int, thread: int, arguments: Event) -> Event:
    return {"ph": "M", "name": name, "pid": process, "tid": thread, "ts": 0.0, "args": arguments}
