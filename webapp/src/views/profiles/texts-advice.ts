/** Sentences of advice, by their rules. */

export const advice = {
  en: {
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
  },
  zh: {
    adviceData: "每步有 {share} 的时间在等待数据。",
    adviceNoWorkers: "加载器没有工作进程：请设置 num_workers。",
    adviceMoreWorkers: "增加工作进程、简化变换或换用更快的磁盘会有帮助。",
    adviceIdle: "设备 {device} 只有 {busy} 的时间在工作：主机派发任务不够快，或者设备在等待数据。",
    adviceCommunication:
      "每步有 {share} 是未被计算掩盖的通信。增大桶、减少字节数或与反向传播重叠会有帮助。",
    adviceShortKernels:
      "{calls} 个内核中有 {share} 短于 5 µs：启动所需时间比执行还长。torch.compile、CUDA 图或更大的批次会有帮助。",
    adviceSynchronization:
      "主机有 {share} 的时间在等待设备，例如 `.item()`、`print(loss)` 或 `.cpu()`。去掉它们，主机就能提前准备后续工作。",
    advicePageable:
      "{share} 的时间用于从可分页内存复制。加载器中的 `pin_memory=True` 与 `.to()` 中的 `non_blocking=True` 会更快。",
    adviceOptimizer:
      "优化器占每步的 {share}，并且逐个处理参数。`foreach=True` 或 `fused=True` 可以一次处理多个。",
    adviceGarbage: "Python 有 {share} 的时间在回收垃圾。初始化后调用 `gc.freeze()` 会有帮助。",
    adviceMemory: "设备 {device} 在峰值时已分配 {filled} 的内存：更长的序列或更大的批次将放不下。",
    adviceGrowth: "性能分析结束时比开始时多分配了 {bytes}：有代码在步与步之间保留张量。",
    adviceWarmUp: "第一步的时间是其他步的 {times} 倍，可能是预热或编译。它不计入任何均值。",
    adviceUneven: "第 {step} 步的时间是中位步的 {times} 倍。",
    adviceOneOperator: "仅 `{name}` 就占主机所有算子时间的 {own_share}。",
    adviceSmallOperators:
      "`{name}` 在模块 `{module}` 中每步被调用 {calls} 次，该处占 {share} 的时间：对整个张量的一次运算可代替许多小运算。",
  },
} as const;
