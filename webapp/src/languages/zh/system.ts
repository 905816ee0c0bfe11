import type { LanguageWords } from "../words";

export const system: LanguageWords["system"] = {
  none: "没有观测过机器",
  noneHow:
    "训练时开启观测的运行才有这些曲线：LogWriter(..., system=True)、vdlite.init 或 vdlite run --system。",
  curves: "训练曲线",
  energy: "{kwh} kWh，{hours} GPU 小时",
  hours: "{hours} GPU 小时",
};
