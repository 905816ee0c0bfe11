/** Sentences of advice, by their rules. */

export const advice = {
  adviceData: "The training waits for data in {share} of each step.",
  adviceNoWorkers: " The loader has no worker processes: give it some (num_workers).",
  adviceMoreWorkers: " More workers, cheaper transforms or a faster disk would help.",
  adviceIdle:
    "Device {device} works in {busy} of the time only: the host does not give it work fast enough, or it waits for data.",
  adviceCommunication:
    "{share} of each step is communication that no computation hides. Larger buckets, fewer bytes or overlapping it with the backward pass would help.",
  adviceShortKernels:
    "{share} of {calls} kernels last less than 5 µs: launching them takes longer than they do. torch.compile, CUDA graphs or a larger batch would help.",
  adviceSynchronization:
    "The host waits for the device in {share} of the time, such as in `.item()`, `print(loss)` or `.cpu()`. Without these it could prepare what comes next.",
  advicePageable:
    "{share} of the time goes into copies from pageable memory. `pin_memory=True` in the loader and `non_blocking=True` in `.to()` would make them faster.",
  adviceOptimizer:
    "The optimizer takes {share} of each step and goes through the parameters one by one. `foreach=True` or `fused=True` would do many at once.",
  adviceGarbage:
    "Python collects garbage in {share} of the time. `gc.freeze()` after the set-up would help.",
  adviceMemory:
    "Device {device} had {filled} of its memory allocated at the peak: a longer sequence or a larger batch would not fit.",
  adviceGrowth:
    "{bytes} more are allocated after the profile than before it: something keeps tensors from step to step.",
  adviceWarmUp:
    "The first step took {times} times as long as the others, as warm-up or compiling does. It counts in no mean.",
  adviceUneven: "Step {step} took {times} times as long as the median step.",
  adviceOneOperator: "`{name}` alone takes {own_share} of the time of all operators of the host.",
  adviceSmallOperators:
    "`{name}` is called {calls} times a step in module `{module}`, where {share} of the time goes: one operation on a whole tensor would take the place of many small ones.",
} as const;
