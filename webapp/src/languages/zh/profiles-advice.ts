export const advice = {
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
} as const;
